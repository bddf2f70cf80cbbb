// Columns of several cores, merged into one order of time.

/** The order of entries by cycle and core, or null if they are in it already. Runs of equal core and rising cycle are merged
 * two by two, which keeps the order of entries with equal cycle and core. */
function mergeOrder(cycle, core, bounds) {
  if (isSorted(cycle, core)) return null;
  let order = Uint32Array.from({ length: cycle.length }, (_, i) => i);
  let other = new Uint32Array(cycle.length);
  let runs = bounds;
  while (runs.length > 2) {
    const merged = [0];
    for (let r = 0; r + 1 < runs.length; r += 2) {
      const end = runs[r + 2] ?? runs[r + 1];
      mergeTwo(order, other, [runs[r], runs[r + 1], end], cycle, core);
      merged.push(end);
    }
    [order, other] = [other, order];
    runs = merged;
  }
  return order;
}

function isSorted(cycle, core) {
  for (let i = 1; i < cycle.length; i++) {
    if (cycle[i] < cycle[i - 1] || (cycle[i] === cycle[i - 1] && core[i] < core[i - 1])) return false;
  }
  return true;
}

/** Merges two neighbouring runs of `from` into `to`. */
function mergeTwo(from, to, [start, middle, end], cycle, core) {
  let a = start;
  let b = middle;
  for (let i = start; i < end; i++) {
    const x = from[a];
    const y = from[b];
    const first = b >= end || (a < middle && (cycle[x] < cycle[y] || (cycle[x] === cycle[y] && core[x] <= core[y])));
    to[i] = first ? from[a++] : from[b++];
  }
}

/** The places at which the parts begin if they follow each other, and the end. */
function boundsOf(parts) {
  const bounds = [0];
  for (const part of parts) bounds.push(bounds[bounds.length - 1] + part.cycle.length);
  return bounds;
}

/** One column of all parts, as one array of `Type`. A part's value may be one number for all of its entries. */
function joinColumn(parts, name, Type) {
  if (parts.length === 1 && parts[0][name] instanceof Type) return parts[0][name];
  const bounds = boundsOf(parts);
  const joined = new Type(bounds[parts.length]);
  parts.forEach((part, k) => {
    if (typeof part[name] === "number") joined.fill(part[name], bounds[k], bounds[k + 1]);
    else joined.set(part[name], bounds[k]);
  });
  return joined;
}

/** All columns of the parts in the order of time. `types` has the type of each column. */
function mergeParts(parts, types) {
  const columns = {};
  for (const name of Object.keys(types)) columns[name] = joinColumn(parts, name, types[name]);
  columns.count = columns.cycle.length;
  const order = mergeOrder(columns.cycle, columns.core, boundsOf(parts));
  if (order) {
    for (const name of Object.keys(types)) columns[name] = permuted(columns[name], order);
  }
  return columns;
}

function permuted(column, order) {
  const out = new column.constructor(column.length);
  for (let i = 0; i < out.length; i++) out[i] = column[order[i]];
  return out;
}

/** The first index whose value is at least `value`, in a rising array between two indices. */
function lowerBound(array, value, from = 0, to = array.length) {
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (array[middle] < value) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Indices of entries grouped by a key below `keys`, each group in order: those of key k are `order[starts[k]..starts[k + 1]]`. */
function groupBy(key, keys) {
  const starts = new Uint32Array(keys + 1);
  for (let i = 0; i < key.length; i++) starts[key[i] + 1]++;
  for (let k = 0; k < keys; k++) starts[k + 1] += starts[k];
  const next = starts.slice();
  const order = new Uint32Array(key.length);
  for (let i = 0; i < key.length; i++) order[next[key[i]]++] = i;
  return { order, starts };
}
