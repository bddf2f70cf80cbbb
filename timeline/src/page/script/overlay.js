// What lies over the pictures: borders of warps, markers, and the cursor.

/** More markers than these cannot be told from each other. */
const MOST_MARKS = 3000;

const MARKS = [
  { key: "barrier", name: "barriers", is: (instruction) => instruction.class === "barrier" },
  { key: "reconvergence", name: "reconvergence", is: (instruction, about) => reconvergencePoints(about).has(instruction.pc) },
  { key: "lat", name: "LATs", is: (instruction) => instruction.lat === true },
];

/** The PCs at which any branch reconverges. */
function reconvergencePoints(about) {
  about.reconvergence ??= new Set(about.instructions.map(({ reconverges }) => reconverges).filter((pc) => pc !== undefined));
  return about.reconvergence;
}

/** Which markers each instruction of a recording has: bit k for `MARKS[k]`. */
function markInstructions(recording) {
  const { about } = recording;
  recording.marks = Uint8Array.from(about.instructions, (instruction) =>
    MARKS.reduce((bits, mark, k) => bits | (mark.is(instruction, about) ? 1 << k : 0), 0));
}

/** Adds the switches of the kinds of markers that any recording has. */
function makeMarkers() {
  page.recordings.forEach(markInstructions);
  const present = MARKS.filter((_, k) => page.recordings.some(({ marks }) => marks.some((bits) => bits & (1 << k))));
  byId("markers").hidden = present.length === 0;
  for (const mark of present) {
    const box = make("input", { type: "checkbox", id: `mark-${mark.key}` });
    box.addEventListener("change", () => {
      page.marks[box.checked ? "add" : "delete"](mark.key);
      redraw();
    });
    byId("markers").append(make("label", {}, box, mark.name, make("i", { class: `mark ${mark.key}` })));
  }
}

/** Draws everything over the picture of a track. */
function drawOverlay(track) {
  const { overlay, dots, height } = track;
  const context = overlay.getContext("2d");
  context.setTransform(dots, 0, 0, dots, 0, 0);
  context.clearRect(0, 0, overlay.width, overlay.height);
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  const drawing = { context, track, colour, width: overlay.width / dots, height };
  drawBorders(drawing);
  if (page.marks.size) drawMarks(drawing);
  drawScroll(drawing);
  if (track.dragged) drawDragged(drawing);
  if (page.cursor) drawCursor(drawing);
}

/** The left edge of a cycle in CSS pixels. */
function xOf({ track, width }, cycle) {
  return ((cycle - track.view.from) / (track.view.to - track.view.from)) * width;
}

/** Lines between warps whose rows are threads, and the end of the recording. */
function drawBorders(drawing) {
  const { context, track, colour, width, height } = drawing;
  context.fillStyle = colour("--rule");
  const each = track.lanes * track.rowHeight;
  if (track.isByThread) for (let y = each; y < height; y += each) context.fillRect(0, y - 0.5, width, 1);
  const end = xOf(drawing, track.recording.window[1] + 1);
  if (end < width) {
    context.fillStyle = colour("--behind");
    context.fillRect(end, 0, width - end, height + stripsHeight(track));
  }
}

/** Ticks on issues in view. If they are too many to tell apart, none are drawn, and the switches say so. */
function drawMarks(drawing) {
  const { context, track, colour, height } = drawing;
  const found = findMarks(drawing);
  track.hasTooManyMarks = found === null;
  const each = track.lanes * track.rowHeight;
  for (const [x, row, kind] of found ?? []) {
    const y = row * track.rowHeight;
    context.fillStyle = colour(`--mark-${MARKS[kind].key}`);
    if (kind === 0) context.fillRect(x, y, 2, Math.min(each, height - y));
    else if (kind === 1) context.fillRect(x - 1, y, 4, Math.min(4, each));
    else context.fillRect(x - 1, y + each - Math.min(4, each), 4, Math.min(4, each));
  }
}

/** Places of markers: `[x, row, kind]`. Null if they are too many. */
function findMarks(drawing) {
  const { track } = drawing;
  const { issues, marks, warps } = track.recording;
  const wanted = MARKS.reduce((bits, { key }, k) => bits | (page.marks.has(key) ? 1 << k : 0), 0);
  const last = new Float64Array(warps.length).fill(-Infinity);
  const found = [];
  const [first, end] = visibleIssues(issues, track.view);
  for (let i = first; i < end; i++) {
    const bits = marks[issues.instruction[i]] & wanted;
    const row = track.rowOf[issues.slot[i]];
    if (!bits || row < 0) continue;
    const x = xOf(drawing, issues.cycle[i]);
    if (x < 0 || x - last[issues.slot[i]] < 3) continue;
    last[issues.slot[i]] = x;
    for (let kind = 0; kind < MARKS.length; kind++) if (bits & (1 << kind)) found.push([x, row, kind]);
    if (found.length > MOST_MARKS) return null;
  }
  return found;
}

/** Which of the warps are in view, if not all. */
function drawScroll({ context, track, colour, width, height }) {
  const warps = track.recording.warps.length;
  if (track.visible >= warps) return;
  context.fillStyle = colour("--rule");
  context.fillRect(width - 5, 0, 5, height);
  context.fillStyle = colour("--faint");
  context.fillRect(width - 5, (track.top / warps) * height, 5, Math.max(8, (track.visible / warps) * height));
}

/** The part of the time that the pointer is choosing. */
function drawDragged({ context, track, colour, height }) {
  const [a, b] = track.dragged;
  context.fillStyle = colour("--drag");
  context.fillRect(Math.min(a, b), 0, Math.abs(b - a), height + stripsHeight(track));
}

/** The cursor's cycle in all tracks; its warp and issue in its own. */
function drawCursor(drawing) {
  const { context, track, colour, width, height } = drawing;
  const { cursor } = page;
  const x = xOf(drawing, cursor.cycle);
  if (x < -1 || x > width) return;
  context.fillStyle = colour("--cursor");
  context.fillRect(Math.round(x), 0, 1, height + stripsHeight(track));
  const row = cursor.recording === track.recording ? track.rowOf[cursor.slot] : -1;
  if (row < 0) return;
  const { issues } = track.recording;
  const held = cursor.issue < 0 ? 1 : issues.held[cursor.issue];
  const start = cursor.issue < 0 ? x : xOf(drawing, issues.cycle[cursor.issue]);
  const wide = Math.max(6, (held / (track.view.to - track.view.from)) * width);
  context.strokeStyle = colour("--cursor");
  context.lineWidth = 1.5;
  context.strokeRect(start - 1, row * track.rowHeight + 0.5, wide + 2, track.lanes * track.rowHeight - 1);
}
