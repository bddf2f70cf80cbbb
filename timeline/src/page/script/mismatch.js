// A mismatch of golden unit and RTL: the panel above the recordings, or alone where no kernel ran.

/** The data of the panel; null on a page that only shows recordings. */
let mismatch = null;

/** Cycles before and after that of the mismatch which the pictures show at first. */
const AROUND = [240, 60];

/** Fills the panel, if the page has data for it. */
function showMismatch() {
  const element = byId("mismatch-data");
  if (!element) return;
  mismatch = JSON.parse(element.textContent);
  const body = make("div", { id: "mismatch-body", tabindex: 0, role: "region", "aria-label": "Mismatch of golden unit and RTL" },
    column(differingPart, issuedPart, factsPart), column(portsPart, statePart));
  byId("mismatch").replaceChildren(make("summary", {}, make("b", {}, "Mismatch"), ` ${mismatch.what}`), body);
  byId("mismatch").hidden = false;
  const ports = byId("ports");
  // The cycle of the mismatch is the last one.
  if (ports) ports.scrollLeft = ports.scrollWidth;
}

function column(...parts) {
  return make("div", {}, ...parts.flatMap((part) => part(mismatch) ?? []));
}

/** Shows nothing but the panel. */
function showAlone() {
  byId("mismatch").classList.add("alone");
  byId("help-button").hidden = document.querySelector("footer").hidden = true;
}

function part(title, ...children) {
  return make("section", {}, make("h2", {}, title), ...children);
}

function scrolled(id, label, ...children) {
  return make("div", { id, class: "scrolled", tabindex: 0, role: "region", "aria-label": label }, ...children);
}

function tableOf(id, head, rows) {
  return make("table", { id },
    make("thead", {}, make("tr", {}, ...head.map((name) => make("th", { scope: "col" }, name)))), make("tbody", {}, ...rows));
}

/** Every word that differs in the cycle of the mismatch. */
function differingPart({ cycle, outputs, cycles }) {
  if (cycle === null) return part("No port differs", make("p", {}, "While the golden unit drives both sides, all ports agree: the RTL fails only where it drives itself."));
  const last = cycles[cycles.length - 1].outputs;
  const rows = outputs.flatMap(({ name, doc }, at) => {
    const { golden, rtl, differs } = last[at];
    return differs.flatMap((isIt, place) => (isIt ? [differingRow(golden.length > 1 ? `${name}[${place}]` : name, golden[place], rtl[place], place === differs.indexOf(true) ? doc : "")] : []));
  });
  return part(`${many(rows.length, "word differs", "words differ")} in cycle ${count(cycle)} of the unit`,
    scrolled("differing", "Words that differ", tableOf("differing-words", ["port", "golden", "RTL", "bits", "meaning"], rows)));
}

function differingRow(name, golden, rtl, doc) {
  const bits = `0x${(BigInt(golden) ^ BigInt(rtl)).toString(16)}`;
  return make("tr", {}, make("th", { scope: "row" }, name), ...[golden, rtl, bits].map((value) => make("td", { class: "pc" }, value)), make("td", { class: "doc" }, doc));
}

/** What the core issued last, and what its other warps did. */
function issuedPart({ core, gpu_cycle, steps, others }) {
  if (core === null) return null;
  const title = `Issued last by core ${core}, by cycle ${count(gpu_cycle)} of the GPU`;
  if (!steps.length) return part(title, make("p", { class: "faint" }, "nothing yet"));
  const table = tableOf("steps", ["cycle", "warp", "PC", "place", "instruction", "source", "lanes"], steps.map(stepRow));
  table.tBodies[0].lastChild.classList.add("at");
  if (others.length) {
    const heading = make("tr", {}, make("th", { scope: "rowgroup", colspan: 7, class: "faint" }, "and last by its other warps"));
    table.append(make("tbody", {}, heading, ...others.map(stepRow)));
  }
  return part(title, scrolled("issued", "Instructions issued last", table));
}

function stepRow(step) {
  const show = make("button", { type: "button", "aria-label": `show cycle ${step.cycle}, warp ${step.warp}` }, count(step.cycle));
  show.addEventListener("click", () => goToStep(step, step.cycle));
  const source = step.source ? `${step.source.file}:${step.source.line}` : "no source";
  const cells = [`w${step.warp}`, hex(step.pc), step.place, step.instruction, source, step.lanes];
  return make("tr", {}, make("td", {}, show), ...cells.map((cell) => make("td", { class: "pc" }, cell)));
}

function portsPart(data) {
  if (!data.cycles.length) return null;
  return part("Ports by cycle", make("p", { class: "faint" }, "≠ marks where both sides disagree; (a value in brackets) has no meaning in its cycle and is not compared"),
    scrolled("ports", "Ports by cycle", portTable(data)));
}

function statePart({ state }) {
  return state ? part("State of the golden unit before the clock edge of this cycle", scrolled("golden-state", "State of the golden unit", make("pre", {}, state))) : null;
}

function factsPart(data) {
  const { waveform, remarks } = data;
  const facts = [
    ["unit", `${data.unit}: ${data.summary}`], ["source", data.source], ["parameters", data.parameters], ["mode", data.mode],
    ["waveform", waveform && `${waveform.file}, cycles ${count(waveform.from)} to ${count(waveform.to)} of the unit`],
    ["note", remarks.length ? remarks.join("; ") : null], ["reproduce", make("code", {}, data.command)],
  ];
  return part("About", make("dl", {}, ...facts.filter(([, value]) => value).flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)])));
}

/** Puts the cursor to the cycle of the mismatch, at the warp that issued last, and the pictures around it. */
function goToMismatch() {
  if (!mismatch || !page.recordings.length) return;
  const cycle = mismatch.gpu_cycle ?? page.recordings[0].window[1];
  setView(cycle - AROUND[0], cycle + AROUND[1]);
  goToStep(mismatch.steps[mismatch.steps.length - 1], cycle);
}

/** To the panel, and with the cursor to its cycle. */
function returnToMismatch() {
  if (!mismatch) return say("this page shows no mismatch of golden unit and RTL");
  goToMismatch();
  byId("mismatch").open = true;
  byId("mismatch-body").focus();
}

/** Puts the cursor to the warp of a step, in the first recording that has it. */
function goToStep(step, cycle) {
  const recording = page.recordings.find(({ warps }) => warps.length);
  if (!recording) return;
  goTo(recording, step ? Math.max(0, slotOf(recording, step.core, step.warp)) : 0, cycle);
}
