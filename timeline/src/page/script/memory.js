// What the memory does: lines that ports of cores serve, and data buses of memory modules that carry data.

/** Adds to rows the sums over all rows before each, so that what there was in any part of the time is found at once. A row lasts for
 * `unit` cycles, from its `cycle` times the unit on. */
function accumulate(rows, names, unit) {
  rows.unit = unit;
  rows.before = {};
  for (const name of names) {
    const sums = new Float64Array(rows.count + 1);
    for (let i = 0; i < rows.count; i++) sums[i + 1] = sums[i] + rows[name][i];
    rows.before[name] = sums;
  }
  return rows;
}

/** How much of `name` there was before a time. Within a row it is spread evenly. */
function amountBefore({ cycle, unit, before }, name, time) {
  const whole = Math.floor(time / unit);
  const first = before[name][lowerBound(cycle, whole)];
  const next = before[name][lowerBound(cycle, whole + 1)];
  return first + (time / unit - whole) * (next - first);
}

/** How much of `name` there is in a cycle, on the mean of each column of pixels. */
function rates(rows, name, view, width) {
  const cycles = (view.to - view.from) / width;
  const found = new Float64Array(width);
  for (let x = 0, before = amountBefore(rows, name, view.from); x < width; x++) {
    const now = amountBefore(rows, name, view.from + (x + 1) * cycles);
    found[x] = Math.max(0, now - before) / cycles;
    before = now;
  }
  return found;
}

/** Lines that ports serve: those that miss below, the others above. The full height is a line a cycle for each core, or the most in view. */
function paintPort({ recording, view }, pixels, width, height) {
  const { port, about } = recording;
  const lines = rates(port, "lines", view, width);
  const misses = rates(port, "misses", view, width);
  const most = lines.reduce((a, b) => Math.max(a, b), about.cores);
  const shares = new Float64Array(2 * width);
  for (let x = 0; x < width; x++) {
    shares[x] = misses[x] / most;
    shares[width + x] = (lines[x] - misses[x]) / most;
  }
  paintShares(pixels, width, height, shares, memoryColours().map((colour) => pixel(colour)));
}

/** The share of time in which data buses carry data, on the mean of all modules. */
function paintBus({ recording, view }, pixels, width, height) {
  const busy = rates(recording.bus, "busy", view, width);
  const [missed] = memoryColours();
  paintHeights(pixels, width, height, busy.map((share) => share / recording.about.modules), pixel(missed));
}

/** What ports and buses do in a cycle, in words; nothing if the recording knows of none. */
function memoryText({ port, bus, about }, cycle) {
  const within = (rows, name, from, to) => amountBefore(rows, name, to) - amountBefore(rows, name, from);
  const parts = [];
  if (port.count) {
    const [lines, misses] = ["lines", "misses"].map((name) => within(port, name, cycle, cycle + 1));
    parts.push(`ports serve ${many(lines, "line")}${misses ? `, ${count(misses)} of them missed` : ""}`);
  }
  if (bus.count) {
    const from = cycle - (cycle % bus.unit);
    const share = within(bus, "busy", from, from + bus.unit) / (about.modules * bus.unit);
    parts.push(`data buses busy for ${Math.round(100 * share)}% of cycles ${count(from)} to ${count(from + bus.unit - 1)}`);
  }
  return parts.join("; ");
}
