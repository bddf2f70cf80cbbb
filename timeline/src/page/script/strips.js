// Strips below the picture of a recording: lanes that are active, why nothing is issued, and what the memory does.

const STRIP_HEIGHT = 14;

const STRIPS = [
  { name: "active", is: () => true, paint: paintActive },
  { name: "stalls", is: () => true, paint: paintStalls },
  { name: "port", is: ({ port }) => port.count > 0, paint: paintPort },
  { name: "DRAM", is: ({ bus }) => bus.count > 0, paint: paintBus },
];

/** The strips that a recording has, each with a canvas. */
function makeStrips(recording) {
  return STRIPS.filter(({ is }) => is(recording)).map((strip) => ({ ...strip, canvas: make("canvas", { class: "strip" }) }));
}

/** The height of all strips of a track with the gaps between them, in CSS pixels. */
function stripsHeight({ strips }) {
  return strips.length * (STRIP_HEIGHT + 2);
}

/** Adds `weight` for the columns of pixels that `[from, to)` covers, or parts of them. */
function spread(sums, base, width, from, to, weight) {
  from = Math.max(0, from);
  to = Math.min(width, to);
  if (to <= from) return;
  const x = Math.floor(from);
  const last = Math.min(Math.ceil(to) - 1, width - 1);
  if (x === last) {
    sums[base + x] += (to - from) * weight;
    return;
  }
  sums[base + x] += (x + 1 - from) * weight;
  for (let k = x + 1; k < last; k++) sums[base + k] += weight;
  sums[base + last] += (to - last) * weight;
}

/** A column of pixels of so many times the longest issue is far out: an issue at its edge does not matter. */
const FAR_OUT = 64;

/** Mean number of active lanes for each column of pixels. */
function meanLanes(recording, view, width) {
  const { issues } = recording;
  const { cycle, held, lanes } = issues;
  if (view.to - view.from > width * issues.longest * FAR_OUT) return meanLanesFarOut(issues, view, width);
  const sums = new Float64Array(width);
  const scale = width / (view.to - view.from);
  const [first, end] = visibleIssues(issues, view);
  for (let i = first; i < end; i++) {
    const start = (cycle[i] - view.from) * scale;
    const stop = start + held[i] * scale;
    const x = start | 0;
    // Most issues are within one column.
    if (start >= 0 && stop <= x + 1 && x < width) sums[x] += (stop - start) * lanes[i];
    else spread(sums, 0, width, start, stop, lanes[i]);
  }
  return sums;
}

/** The same with every issue in the column of its first cycle, by sums over all issues before. */
function meanLanesFarOut(issues, view, width) {
  const cycles = (view.to - view.from) / width;
  const until = (x) => issues.laneCycles[lowerBound(issues.cycle, view.from + x * cycles)];
  const sums = new Float64Array(width);
  for (let x = 0, before = until(0); x < width; x++) {
    const now = until(x + 1);
    sums[x] = (now - before) / cycles;
    before = now;
  }
  return sums;
}

/** Share of the cores' cycles for each reason and column of pixels: reason k is at `k * width`. */
function stallShares(recording, view, width) {
  const { stalls, reasons, about } = recording;
  const { cycle, cycles, reason } = stalls;
  const sums = new Float64Array(width * reasons.length);
  const scale = width / (view.to - view.from);
  const first = lowerBound(cycle, view.from - stalls.longest);
  const end = lowerBound(cycle, view.to);
  const weight = 1 / about.cores;
  for (let i = first; i < end; i++) {
    const start = (cycle[i] - view.from) * scale;
    spread(sums, reason[i] * width, width, start, start + cycles[i] * scale, weight);
  }
  return sums;
}

/** Paints a value from 0 to 1 for each column, from the bottom. */
function paintHeights(pixels, width, height, heights, colour) {
  for (let x = 0; x < width; x++) {
    const top = height - Math.round(Math.min(1, heights[x]) * height);
    for (let y = top; y < height; y++) pixels[y * width + x] = colour;
  }
}

/** Paints shares upon each other for each column, the first reason at the bottom. */
function paintShares(pixels, width, height, shares, colours) {
  for (let x = 0; x < width; x++) {
    let below = 0;
    for (let k = 0; k < colours.length; k++) {
      const above = below + shares[k * width + x];
      const top = height - Math.round(Math.min(1, above) * height);
      for (let y = height - Math.round(Math.min(1, below) * height) - 1; y >= top; y--) pixels[y * width + x] = colours[k];
      below = above;
    }
  }
}

/** Draws the strips of a track. */
function drawStrips(track) {
  for (const { canvas, paint } of track.strips) paintInto(canvas, (pixels) => paint(track, pixels, canvas.width, canvas.height));
}

/** Active lanes. The full height is the width of all cores, or the most in view. */
function paintActive({ recording, view }, pixels, width, height) {
  const means = meanLanes(recording, view, width);
  const most = Math.max(recording.about.width * recording.about.cores, means.reduce((a, b) => Math.max(a, b), 0));
  paintHeights(pixels, width, height, means.map((mean) => mean / most), pixel(GREYS[theme()]));
}

function paintStalls({ recording, view }, pixels, width, height) {
  const colours = recording.reasons.map((reason, k) => pixel(stallColour(reason, k)));
  paintShares(pixels, width, height, stallShares(recording, view, width), colours);
}

/** Gives a canvas new pixels, which `paint` fills as words. */
function paintInto(canvas, paint) {
  const image = new ImageData(canvas.width, canvas.height);
  paint(new Uint32Array(image.data.buffer));
  canvas.getContext("2d").putImageData(image, 0, 0);
}

/** What the colours of the strips of stalls stand for. */
function showLegend() {
  const reasons = [...new Set(page.recordings.flatMap((recording) => recording.reasons))];
  const keys = reasons.map((reason, k) =>
    make("span", { class: "key" }, make("i", { style: `background:${stallColour(reason, k)}` }), reason));
  byId("legend").replaceChildren(make("span", { class: "faint" }, "nothing issued because of"), ...keys);
  if (!page.recordings.some(({ port }) => port.count)) return;
  const lines = memoryColours().map((colour, k) => make("span", { class: "key" }, make("i", { style: `background:${colour}` }), ["that miss", "that hit"][k]));
  byId("legend").append(make("span", { class: "faint" }, "port: lines"), ...lines);
}
