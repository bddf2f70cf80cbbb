// The part of the time axis that is in view, common to all recordings.

/** Fewer cycles than these are not worth the whole width. */
const LEAST_CYCLES = 16;

/** All cycles that any recording shows. */
function wholeTime() {
  const windows = page.recordings.map((recording) => recording.window);
  const from = Math.min(...windows.map(([start]) => start));
  return { from, to: Math.max(from + LEAST_CYCLES, ...windows.map(([, end]) => end + 1)) };
}

/** Shows the cycles from one to another, as far as there are any. */
function setView(from, to) {
  const whole = wholeTime();
  const span = Math.min(Math.max(to - from, LEAST_CYCLES), whole.to - whole.from);
  const start = Math.min(Math.max(from, whole.from), whole.to - span);
  Object.assign(page.view, { from: start, to: start + span });
  redraw();
}

/** Shows `factor` times as many cycles; the one at `fixed` keeps its place. */
function zoom(factor, fixed = zoomCentre()) {
  const { from, to } = page.view;
  setView(fixed - (fixed - from) * factor, fixed + (to - fixed) * factor);
}

/** The cursor, if it is in view, else the middle. */
function zoomCentre() {
  const { from, to } = page.view;
  const cycle = page.cursor?.cycle;
  return cycle >= from && cycle < to ? cycle : (from + to) / 2;
}

/** Moves the view by a share of its width. */
function pan(share) {
  const { from, to } = page.view;
  const by = (to - from) * share;
  setView(from + by, to + by);
}

function fit() {
  const whole = wholeTime();
  setView(whole.from, whole.to);
}

/** Moves the view so that a cycle is in it, not at its very edge. */
function showCycle(cycle) {
  const { from, to } = page.view;
  const span = to - from;
  if (cycle < from + span * 0.02) setView(cycle - span * 0.2, cycle + span * 0.8);
  else if (cycle > to - span * 0.02) setView(cycle - span * 0.8, cycle + span * 0.2);
}

/** A distance between marks of the axis: 1, 2 or 5 times a power of ten, at least `least` cycles. */
function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return [1, 2, 5, 10].map((k) => k * power).find((step) => step >= least);
}

/** The axis: numbers of cycles above the pictures, and how many are in view. */
function drawAxis() {
  const axis = byId("axis");
  const { from, to } = page.view;
  const width = axis.clientWidth;
  if (!width) return;
  const step = niceStep(((to - from) * 84) / width);
  const marks = [];
  for (let cycle = Math.ceil(from / step) * step; cycle < to; cycle += step) {
    const x = ((cycle - from) / (to - from)) * width;
    if (x < width - 30) marks.push(make("span", { style: `left:${x}px` }, count(cycle)));
  }
  axis.replaceChildren(...marks);
  byId("range").textContent = `cycles ${count(Math.floor(from))} to ${count(Math.ceil(to) - 1)}`;
}
