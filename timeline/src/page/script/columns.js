// Issues, stalls and changes of tables, as columns in the order of time.

const ISSUE_TYPES = {
  cycle: Float64Array, held: Uint32Array, core: Uint32Array, launch: Uint32Array, warp: Uint32Array,
  instruction: Uint32Array, block: Uint32Array, thread: Uint32Array, low: Uint32Array, high: Uint32Array,
};
const STALL_TYPES = { cycle: Float64Array, cycles: Float64Array, core: Uint32Array, reason: Uint8Array };
const PORT_TYPES = { cycle: Float64Array, core: Uint32Array, lines: Uint32Array, misses: Uint32Array };
const BUS_TYPES = { cycle: Float64Array, core: Uint32Array, busy: Uint32Array };
const CHANGE_TYPES = {
  cycle: Float64Array, core: Uint32Array, table: Uint32Array, owner: Uint32Array, rows: Uint32Array,
  part: Uint32Array, at: Uint32Array,
};

/** The issues of a frame `I`. */
function readIssues(bytes, place) {
  const numbers = new Numbers(bytes, place);
  const count = numbers.count(8);
  const part = { core: numbers.next(), cycle: numbers.cycles(new Float64Array(count)) };
  for (const name of ["held", "launch", "warp", "instruction", "block", "thread"]) {
    part[name] = numbers.column(new Uint32Array(count));
  }
  part.low = new Uint32Array(count);
  part.high = new Uint32Array(count);
  numbers.masks(part.low, part.high);
  numbers.end();
  return part;
}

/** The stalls of a frame `S`. */
function readStalls(bytes, place) {
  const numbers = new Numbers(bytes, place);
  const count = numbers.count(3);
  const part = { core: numbers.next(), cycle: numbers.cycles(new Float64Array(count)) };
  part.cycles = numbers.column(new Float64Array(count));
  part.reason = numbers.column(new Uint8Array(count));
  numbers.end();
  return part;
}

/** The rows of a frame `P` or `B`, whose `cycle` is a period in `B`, and whose `core` a module. */
function readMemory(bytes, place, types) {
  const numbers = new Numbers(bytes, place);
  const [, , ...names] = Object.keys(types);
  const count = numbers.count(1 + names.length);
  const part = { core: numbers.next(), cycle: numbers.cycles(new Float64Array(count)) };
  for (const name of names) part[name] = numbers.column(new types[name](count));
  numbers.end();
  return part;
}

/** The changes of a frame `T`. The values of a change begin at `at` in `low` and `high` of its part. */
function readChanges(bytes, place, tables, index) {
  const numbers = new Numbers(bytes, place);
  const count = numbers.count(4);
  const core = numbers.next();
  const all = { low: new Uint32Array(values(bytes)), high: null };
  all.high = new Uint32Array(all.low.length);
  const start = numbers.at;
  numbers.masks(all.low.subarray(0, values(bytes, start)), all.high);
  const part = { core, part: index, all };
  for (const name of ["cycle", "table", "owner", "rows", "at"]) part[name] = new CHANGE_TYPES[name](count);
  splitChanges(part, values(bytes, start), tables, place);
  // Few tables hold numbers of more than 32 bits.
  if (all.high.every((value) => value === 0)) all.high = null;
  return part;
}

/** How many numbers there are from a byte on: each ends with a byte below 128. */
function values(bytes, from = 0) {
  let ends = 0;
  for (let i = from; i < bytes.length; i++) ends += bytes[i] < 128 ? 1 : 0;
  return ends;
}

/** Finds where each change begins among the numbers of its frame. */
function splitChanges(part, length, tables, place) {
  const { low, high } = part.all;
  let at = 0;
  let cycle = 0;
  for (let i = 0; i < part.cycle.length; i++) {
    cycle += low[at] + high[at] * 2 ** 32;
    const table = tables[low[at + 1]];
    if (!table) throw new Fault(`${place} is damaged: change ${i + 1} is of an unknown table`);
    part.cycle[i] = cycle;
    part.table[i] = low[at + 1];
    part.owner[i] = low[at + 2];
    part.rows[i] = low[at + 3];
    part.at[i] = at + 4;
    at += 4 + part.rows[i] * table.columns.length;
    if (at > length) throw new Fault(`${place} is damaged: it ends within a table`);
  }
  if (at !== length) throw new Fault(`${place} is damaged: it holds more than it counts`);
}

/** All issues of a recording. */
function mergeIssues(parts) {
  return mergeParts(parts, ISSUE_TYPES);
}

/** All stalls of a recording. */
function mergeStalls(parts) {
  return mergeParts(parts, STALL_TYPES);
}

/** All changes of tables of a recording, and the numbers of their frames. */
function mergeChanges(parts) {
  return { ...mergeParts(parts, CHANGE_TYPES), parts: parts.map((part) => part.all) };
}

/** How many lanes take part in each issue. */
function countLanes(issues) {
  const lanes = new Uint8Array(issues.count);
  for (let i = 0; i < lanes.length; i++) lanes[i] = ones(issues.low[i]) + ones(issues.high[i]);
  return lanes;
}

/** How many bits of a word of 32 bits are 1. */
function ones(word) {
  word -= (word >>> 1) & 0x55555555;
  word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
  return Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
