// A recording: one run under one mechanism, checked and indexed.

/** Reads a recording from the base64 text of its element. */
async function readRecording(text) {
  const frames = splitFrames(decodeBase64(text));
  const parts = { I: [], S: [], P: [], T: [], B: [] };
  let about = null;
  let result = null;
  for (const frame of frames) {
    const bytes = await inflate(frame);
    if (result) throw new Fault(`${frame.place} follows the result, which is the last frame`);
    if ((frame.kind === "A") !== (about === null)) throw new Fault(`${frame.place} is not in its place`);
    if (frame.kind === "A") about = readAbout(bytes, frame.place);
    else if (frame.kind === "R") result = parseJson(bytes, frame.place);
    else if (frame.kind === "I") parts.I.push(readIssues(bytes, frame.place));
    else if (frame.kind === "S") parts.S.push(readStalls(bytes, frame.place));
    else if (frame.kind === "P") parts.P.push(readMemory(bytes, frame.place, PORT_TYPES));
    else if (frame.kind === "B") parts.B.push(readMemory(bytes, frame.place, BUS_TYPES));
    else parts.T.push(readChanges(bytes, frame.place, about.tables, parts.T.length));
  }
  if (!about) throw new Fault("it is empty");
  if (!result) throw new Fault("it has no result at its end, so it was cut or its run did not end");
  return assemble(about, result, parts);
}

function readAbout(bytes, place) {
  const about = parseJson(bytes, place);
  for (const key of ["mechanism", "warp_size", "instructions", "sources"]) {
    if (about[key] === undefined) throw new Fault(`${place} says nothing about \`${key}\``);
  }
  return { tables: [], reasons: [], launches: [], title: about.mechanism, width: about.warp_size, cores: 1, period: 1, modules: 1, ...about };
}

function assemble(about, result, parts) {
  const recording = {
    about, result,
    name: about.mechanism,
    cycles: result.cycles,
    profile: result.profile ?? [],
    reasons: about.reasons,
    issues: mergeIssues(parts.I),
    stalls: mergeStalls(parts.S),
    port: accumulate(mergeParts(parts.P, PORT_TYPES), ["lines", "misses"], 1),
    bus: accumulate(mergeParts(parts.B, BUS_TYPES), ["busy"], about.period),
    changes: mergeChanges(parts.T),
    instructionAt: new Map(about.instructions.map((instruction, k) => [instruction.pc, k])),
  };
  checkIssues(recording);
  recording.window = [about.window?.[0] ?? 0, Math.min(about.window?.[1] ?? Infinity, recording.cycles)];
  indexWarps(recording);
  indexTimes(recording);
  indexChanges(recording);
  return recording;
}

/** Numbers of other frames must exist in the first one. */
function checkIssues({ about, issues, stalls }) {
  for (let i = 0; i < issues.count; i++) {
    if (issues.instruction[i] >= about.instructions.length) throw new Fault(`its issue ${i + 1} is of an unknown instruction`);
  }
  for (let i = 0; i < stalls.count; i++) {
    if (stalls.reason[i] >= about.reasons.length) throw new Fault(`its stall ${i + 1} has an unknown reason`);
  }
}

/** The warps that issue anything, by core and number; the place of each issue's warp among them; and the issues of each warp. */
function indexWarps(recording) {
  const { issues } = recording;
  const keys = new Map();
  // A warp's key is exact: both numbers have far less than 26 bits.
  const key = (i) => issues.core[i] * 2 ** 26 + issues.warp[i];
  for (let i = 0; i < issues.count; i++) if (!keys.has(key(i))) keys.set(key(i), { core: issues.core[i], warp: issues.warp[i] });
  const sorted = [...keys.keys()].sort((a, b) => a - b);
  recording.warps = sorted.map((k) => keys.get(k));
  const slots = new Map(sorted.map((k, slot) => [k, slot]));
  issues.slot = new Uint32Array(issues.count);
  for (let i = 0; i < issues.count; i++) issues.slot[i] = slots.get(key(i));
  recording.ofWarp = groupBy(issues.slot, recording.warps.length);
}

/** Lanes of each issue, the longest issue and stall, and which issues join threads of several warps. */
function indexTimes(recording) {
  const { issues, stalls } = recording;
  issues.lanes = countLanes(issues);
  issues.longest = longest(issues.held);
  // Sums over all issues before each.
  issues.laneCycles = new Float64Array(issues.count + 1);
  for (let i = 0; i < issues.count; i++) issues.laneCycles[i + 1] = issues.laneCycles[i] + issues.lanes[i] * issues.held[i];
  stalls.longest = longest(stalls.cycles);
  issues.joined = findJoined(issues, recording.about);
  recording.hasJoined = issues.joined.includes(1);
}

function longest(array) {
  let most = 0;
  for (let i = 0; i < array.length; i++) if (array[i] > most) most = array[i];
  return most;
}

/** 1 for issues of a warp that was formed of threads of several original warps: same cycle, core and instruction. Their lanes are those
 * of the original warps, so they may be the same. Threads that are scheduled alone are never joined. */
function findJoined(issues, { width }) {
  const joined = new Uint8Array(issues.count);
  const { cycle, core, instruction, slot } = issues;
  for (let i = 0; i < issues.count; i++) {
    for (let k = i + 1; k < issues.count && cycle[k] === cycle[i] && core[k] === core[i]; k++) {
      const together = instruction[k] === instruction[i] && slot[k] !== slot[i];
      if (together && width > 1) joined[i] = joined[k] = 1;
    }
  }
  return joined;
}

/** Changes of each table of each owner. */
function indexChanges(recording) {
  const { changes } = recording;
  const keys = new Map();
  const key = new Uint32Array(changes.count);
  for (let i = 0; i < changes.count; i++) {
    const name = ownerKey(changes.core[i], changes.table[i], changes.owner[i]);
    if (!keys.has(name)) keys.set(name, keys.size);
    key[i] = keys.get(name);
  }
  changes.keys = keys;
  changes.ofOwner = groupBy(key, keys.size);
}

function ownerKey(core, table, owner) {
  return `${core} ${table} ${owner}`;
}

/** Gives recordings names that differ: mechanisms, or titles, or numbers. */
function nameRecordings(recordings) {
  const differ = (names) => new Set(names).size === names.length;
  const mechanisms = recordings.map(({ about }) => about.mechanism);
  const titles = recordings.map(({ about }) => about.title);
  const names = [mechanisms, titles].find(differ) ?? mechanisms.map((name, k) => `${name} ${k + 1}`);
  recordings.forEach((recording, k) => {
    recording.name = names[k];
    recording.number = k;
  });
}
