// What is at a cycle, in words.

/** Everything about the cursor's warp: where, what, which threads. */
function cursorText(cursor) {
  const { recording, slot, cycle, issue } = cursor;
  const { core, warp } = recording.warps[slot];
  const place = `${recording.name} · cycle ${count(cycle)} · core ${core} warp ${warp}`;
  if (issue < 0) return `${place} · no issue yet`;
  const { issues } = recording;
  const isRunning = cycle < issues.cycle[issue] + issues.held[issue];
  const when = isRunning ? "" : ` · ${waitText(recording, core, cycle)}, last issue in cycle ${count(issues.cycle[issue])}`;
  return `${place}${when} · ${issueText(recording, issue)} · ${threadsText(cursor)}${partnersText(recording, issue)}`;
}

/** An issue's line, instruction and lanes. */
function issueText(recording, issue) {
  const { issues, about } = recording;
  const k = issues.instruction[issue];
  const { pc, text, place, calls } = about.instructions[k];
  const way = calls?.length > 1 ? ` in ${calls.join(" › ")}` : "";
  const mask = maskText(issues.low[issue], issues.high[issue], about.warp_size);
  return `${lineName(recording.lineOf[k])}${way} · ${hex(pc)} ${text}${place ? ` (${place})` : ""} · lanes ${mask} ${lanesText(recording, issue)}`;
}

function lanesText({ issues, about }, issue) {
  return `${issues.lanes[issue]} of ${about.warp_size}`;
}

/** Block and threads of an issue, and the thread that is pointed at. */
function threadsText({ recording, issue, lane }) {
  const { issues, about } = recording;
  const first = issues.thread[issue];
  const launch = about.launches.length > 1 ? `launch ${issues.launch[issue]}, ` : "";
  const one = lane >= 0 ? ` · lane ${lane} is thread ${first + lane}` : "";
  return `${launch}block ${issues.block[issue]}, threads ${ranges(issues.low[issue], issues.high[issue], first)}${one}`;
}

/** The numbers of a mask's lanes, counted from `first`, as ranges; not all if they are many. */
function ranges(low, high, first) {
  const parts = [];
  for (let lane = 0; lane < 64; lane++) {
    if (!hasLane(low, high, lane)) continue;
    const start = lane;
    while (lane < 63 && hasLane(low, high, lane + 1)) lane++;
    parts.push(start === lane ? `${first + start}` : `${first + start}–${first + lane}`);
  }
  return parts.length > 6 ? `${parts.slice(0, 5).join(", ")} … ${parts[parts.length - 1]}` : parts.join(", ");
}

/** The other warps whose threads are in the same formed warp. */
function partnersText(recording, issue) {
  const { issues } = recording;
  if (!issues.joined[issue]) return "";
  const others = new Set();
  for (const i of issuesFrom(issues, issues.cycle[issue])) {
    const isPart = issues.joined[i] && issues.core[i] === issues.core[issue] && issues.instruction[i] === issues.instruction[issue];
    if (isPart && i !== issue) others.add(issues.warp[i]);
  }
  return ` · joined with warp ${[...others].join(", ")}`;
}

/** The issues that begin in a cycle. */
function issuesFrom(issues, cycle) {
  const found = [];
  for (let i = lowerBound(issues.cycle, cycle); i < issues.count && issues.cycle[i] === cycle; i++) found.push(i);
  return found;
}

/** Entries of columns that begin by a cycle and last beyond it, the earliest first. A few are enough to be told. */
function lasting(columns, lengths, cycle, most = 64) {
  const found = [];
  for (let i = lowerBound(columns.cycle, cycle + 0.5) - 1; i >= 0 && columns.cycle[i] > cycle - columns.longest; i--) {
    if (columns.cycle[i] + lengths[i] > cycle) found.push(i);
    if (found.length === most) break;
  }
  return found.reverse();
}

/** The issues that hold a pipe in a cycle. */
function issuesAt({ issues }, cycle) {
  return lasting(issues, issues.held, cycle);
}

/** Why a core issues nothing in a cycle, if it says so. */
function waitText({ stalls, reasons }, core, cycle) {
  const found = lasting(stalls, stalls.cycles, cycle).filter((i) => core === null || stalls.core[i] === core);
  const names = [...new Set(found.map((i) => reasons[stalls.reason[i]]))];
  return names.length ? `nothing issued: ${names.join(", ")}` : "nothing issued";
}

/** What a recording issues in a cycle, in few words. */
function nowText(recording, cycle) {
  const [first, last] = recording.window;
  if (cycle >= recording.cycles && cycle > last) return `ended in cycle ${count(recording.cycles)}`;
  if (cycle < first || cycle > last) return "not recorded";
  const found = issuesAt(recording, cycle);
  if (!found.length) return waitText(recording, null, cycle);
  const { issues, lineOf } = recording;
  const lines = new Map();
  for (const i of found) {
    const name = lineName(lineOf[issues.instruction[i]]);
    lines.set(name, (lines.get(name) ?? 0) + issues.lanes[i]);
  }
  return [...lines].map(([name, lanes]) => `${name} ${many(lanes, "lane")}`).slice(0, 3).join(", ");
}
