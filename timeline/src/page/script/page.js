// What the page shows now, and how its parts learn of changes.

/** The data and the state of the page. `cursor` is `{recording, slot, cycle, issue, lane}`: `slot` is the place among the warps of
 * the recording, `issue` the last one of the warp that began by then, or -1. */
const page = {
  recordings: [], lines: null, functions: [], heats: [], tracks: [], view: { from: 0, to: 1 },
  mode: "source", heat: null, assemblyOf: 0, listed: "lines", rows: "auto", colour: "line", marks: new Set(),
  selected: null, cursor: null, isPinned: false,
};
const timings = { load: 0, draws: [] };

let isDrawing = false;

/** Draws all pictures before the next frame of the screen, once for all changes until then. */
function redraw() {
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(drawNow);
}

function drawNow() {
  isDrawing = false;
  const start = performance.now();
  drawAxis();
  for (const track of page.tracks) drawTrack(track);
  byId("markers").classList.toggle("too-many", page.marks.size > 0 && page.tracks.some((track) => track.hasTooManyMarks));
  timings.draws.push(performance.now() - start);
}

/** Chooses a line, `{line}`, a function, `{calls}`, or one instruction, `{line, pc, recording}`; null chooses nothing. The same again
 * chooses nothing. */
function select(selected) {
  const isSame = selected && ["line", "calls", "pc"].every((key) => page.selected?.[key] === selected[key]);
  page.selected = isSame ? null : selected;
  for (const recording of page.recordings) markChosen(recording);
  showSelection();
  if (page.selected) say(selectionText(page.selected));
  else say("no line is chosen");
  redraw();
}

/** Marks the instructions of a recording that are chosen. */
function markChosen(recording) {
  recording.chosen = new Uint8Array(recording.about.instructions.length);
  const { selected } = page;
  if (!selected) return;
  recording.about.instructions.forEach((instruction, k) => {
    recording.chosen[k] = isChosen(recording, instruction, k, selected) ? 1 : 0;
  });
}

function isChosen(recording, instruction, k, { line, calls, pc, recording: of }) {
  if (calls !== undefined) return callsOf(instruction) === calls;
  if (pc === undefined) return recording.lineOf[k] === line;
  return instruction.pc === pc && isSameProgram(recording, of);
}

/** Whether two recordings are of one binary: they have common PCs, and the same instruction at each of them. */
function isSameProgram(a, b) {
  const common = a.about.instructions.filter(({ pc }) => b.instructionAt.has(pc));
  return common.length > 0 && common.every(({ pc, text }) => b.about.instructions[b.instructionAt.get(pc)].text === text);
}

/** A chosen line and its number under each recording, in words. */
function selectionText({ line, calls, pc, recording }) {
  if (calls !== undefined) return functionText(page.functions.find((one) => one.calls === calls));
  const { heat, recordings } = page;
  const value = (r) => (pc === undefined ? lineHeat(line, r, heat) : instructionHeat(r, pc, heat));
  const shown = pc === undefined ? recordings : recordings.filter((r) => isSameProgram(r, recording));
  const numbers = shown.map((r) => `${r.name} ${count(value(r))}`).join(", ");
  const name = pc === undefined ? lineName(line) : `${hex(pc)} (${lineName(line)})`;
  return `${name} chosen: ${heat.name}: ${numbers}${line.text && line.line ? ` · ${line.text.trim()}` : ""}`;
}

function instructionHeat(recording, pc, heat) {
  return sum(recording.profile.filter((row) => row.pc === pc), heat.value);
}

/** Tells people, and programs that read the page aloud, what is at the cursor. */
function say(text) {
  byId("status").textContent = text;
}
