// Tables of a mechanism at a cycle, and the PCs of threads where there are no tables.

/** The changes of a table of an owner, in order of time, as places in `ofOwner.order`: `[first, end)`. */
function changesOf({ changes }, core, table, owner) {
  const key = changes.keys.get(ownerKey(core, table, owner));
  if (key === undefined) return [0, 0];
  return [changes.ofOwner.starts[key], changes.ofOwner.starts[key + 1]];
}

/** The place of the change that holds in a cycle: the last one of an earlier cycle, as changes hold from the end of theirs on.
 * One before `first` if there is none. */
function changeBefore({ changes }, [first, end], cycle) {
  const { order } = changes.ofOwner;
  let [from, to] = [first, end];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (changes.cycle[order[middle]] < cycle) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

/** The content that a change leaves: rows of `{low, high}`. */
function contentOf({ changes, about }, change) {
  const columns = about.tables[changes.table[change]].columns.length;
  const { low, high } = changes.parts[changes.part[change]];
  const cell = (at) => ({ low: low[at], high: high ? high[at] : 0 });
  return Array.from({ length: changes.rows[change] }, (_, row) =>
    Array.from({ length: columns }, (_, column) => cell(changes.at[change] + row * columns + column)));
}

/** A table of the cursor's warp or core in a cycle: `{since, rows, before}`, where `before` is the content until then. */
function tableAt(recording, table, core, warp, cycle) {
  const owner = recording.about.tables[table].of === "core" ? 0 : warp;
  const span = changesOf(recording, core, table, owner);
  const place = changeBefore(recording, span, cycle);
  if (place < span[0]) return null;
  const { order } = recording.changes.ofOwner;
  const before = place > span[0] ? contentOf(recording, order[place - 1]) : [];
  return { since: recording.changes.cycle[order[place]] + 1, rows: contentOf(recording, order[place]), before };
}

/** Rows of the stacks of a table with what happened to each. Sub-warps have stacks of their own, one below the other. */
function stackRows({ columns }, { rows, before }) {
  if (columns[0].name !== "sub-warp") return rowsOfStack(rows, before);
  const own = (content, number) => content.filter(([cell]) => cell.low === number);
  const numbers = [...new Set([...rows, ...before].map(([cell]) => cell.low))].sort((a, b) => a - b);
  return numbers.flatMap((number) => rowsOfStack(own(rows, number), own(before, number)));
}

/** Rows of a stack with what happened to each, the top first; rows that are gone come first. */
function rowsOfStack(rows, before) {
  const isSame = (a, b) => a.every((cell, k) => cell.low === b[k].low && cell.high === b[k].high);
  const marked = rows.map((cells, k) => {
    const mark = k >= before.length ? "pushed" : isSame(cells, before[k]) ? "" : "changed";
    return { cells, mark };
  });
  for (const cells of before.slice(rows.length)) marked.push({ cells, mark: "popped" });
  return marked.reverse();
}

/** A cell as text. */
function cellText(recording, kind, { low, high }) {
  const number = low + high * 2 ** 32;
  if (kind === "mask") return maskText(low, high, recording.about.warp_size);
  if (kind === "flag") return number ? "yes" : "no";
  if (kind !== "pc") return String(number);
  const k = recording.instructionAt.get(number);
  return k === undefined ? hex(number) : `${hex(number)} ${lineName(recording.lineOf[k])}`;
}

/** Moves the cursor to where a table of its warp or core changes next or before. */
function moveToChange({ recording, slot, cycle }, by) {
  const { core, warp } = recording.warps[slot];
  const { order } = recording.changes.ofOwner;
  const cycles = recording.about.tables.flatMap(({ of }, table) => {
    const span = changesOf(recording, core, table, of === "core" ? 0 : warp);
    const place = changeBefore(recording, span, by > 0 ? cycle : cycle - 1);
    const wanted = by > 0 ? place + 1 : place;
    return wanted >= span[0] && wanted < span[1] ? [recording.changes.cycle[order[wanted]] + 1] : [];
  });
  if (!cycles.length) say(`no ${by > 0 ? "later" : "earlier"} change of the state of this warp`);
  else goTo(recording, slot, by > 0 ? Math.min(...cycles) : Math.max(...cycles));
}

/** The PCs of a warp's threads in a cycle: that of a thread is the instruction of its next issue. Groups of
 * `{instruction, low, high}`, those that issue next first, and the lanes of threads without a further issue. */
function threadPcs(recording, slot, cycle) {
  const { issues } = recording;
  const { order, starts } = recording.ofWarp;
  const first = Math.max(starts[slot], placeBefore(recording, slot, cycle - 1) + 1);
  const here = order[Math.max(starts[slot], first - 1)];
  const left = lanesOfWarp(recording, here);
  const groups = new Map();
  for (let place = first; place < starts[slot + 1] && (left.low || left.high); place++) {
    const i = order[place];
    if (!isSameBlock(issues, i, here)) break;
    const [low, high] = [issues.low[i] & left.low, issues.high[i] & left.high];
    if (!low && !high) continue;
    const group = groupOf(groups, issues.instruction[i]);
    group.low |= low;
    group.high |= high;
    left.low &= ~low;
    left.high &= ~high;
  }
  return { groups: [...groups.values()], ended: left };
}

/** The lanes of a warp that have a thread: the last warp of a block may have fewer than others. */
function lanesOfWarp({ issues, about }, issue) {
  const block = about.launches[issues.launch[issue]]?.block;
  const threads = block ? block.reduce((a, b) => a * b, 1) - issues.thread[issue] : about.warp_size;
  const lanes = Math.max(0, Math.min(about.warp_size, threads));
  const bits = (n) => (n >= 32 ? -1 : n <= 0 ? 0 : (1 << n) - 1);
  return { low: bits(lanes), high: bits(lanes - 32) };
}

function groupOf(groups, instruction) {
  if (!groups.has(instruction)) groups.set(instruction, { instruction, low: 0, high: 0 });
  return groups.get(instruction);
}
