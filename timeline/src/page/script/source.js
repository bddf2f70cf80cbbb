// The table of source lines or instructions, with the chosen heat under each recording.

/** What the table shows: `rows` of `{element, line, pc}`, `active` the index of the row that keys move. */
const grid = { rows: [], active: -1, columns: [] };

/** Builds the table for the present choices. */
function showSource() {
  const before = grid.rows[grid.active];
  const isSource = page.mode === "source";
  byId("assembly-of").hidden = isSource;
  const of = page.recordings[page.assemblyOf];
  grid.columns = isSource ? page.recordings : page.recordings.filter((r) => isSameProgram(r, of));
  grid.rows = isSource ? lineRows() : instructionRows(of);
  const rows = grid.rows.filter((row) => row.values);
  const most = Math.max(1, ...rows.flatMap(({ values }) => values));
  const table = make("table", { class: page.mode, role: "presentation", style: `--columns:${grid.columns.length}` }, gridHead(), make("tbody", { role: "rowgroup" }), gridFoot());
  grid.rows.forEach((row, k) => table.tBodies[0].append(gridRow(row, k, most)));
  byId("source").replaceChildren(table);
  byId("source").setAttribute("aria-rowcount", grid.rows.length);
  keepActive(before);
  showSelection();
  showCursorLine();
  noteDifferences();
}

/** Rows of all lines, with a heading for each file if there are several. */
function lineRows() {
  const { lines, heat } = page;
  const isMany = new Set(lines.all.filter((line) => line.line > 0).map((line) => line.file)).size > 1;
  const rows = [];
  let file = null;
  for (const line of lines.all) {
    if (isMany && line.file !== file && line.line > 0) rows.push({ heading: line.file });
    file = line.file;
    const values = page.recordings.map((r) => lineHeat(line, r, heat));
    const shares = page.recordings.map((r) => share(line.sums[r.number], heat));
    rows.push({ line, values, shares, number: line.line || "", text: line.text ?? "(its text is not recorded)" });
  }
  return rows;
}

/** Rows of all instructions of the recordings of one binary. */
function instructionRows(of) {
  const { heat } = page;
  const byPc = new Map();
  for (const r of [of, ...grid.columns]) {
    r.about.instructions.forEach((instruction, k) => {
      if (!byPc.has(instruction.pc)) byPc.set(instruction.pc, { ...instruction, line: r.lineOf[k] });
    });
  }
  const profiles = grid.columns.map(({ profile }) => {
    const at = new Map();
    for (const row of profile) at.set(row.pc, [...(at.get(row.pc) ?? []), row]);
    return at;
  });
  return [...byPc.values()].sort((a, b) => a.pc - b.pc).map(({ pc, text, place, line, calls }) => ({
    line, pc, calls: callsOf({ place, calls }), number: hex(pc), text, place, recording: of,
    values: profiles.map((at) => sum(at.get(pc), heat.value)),
    shares: profiles.map((at) => share(at.get(pc), heat)),
  }));
}

/** The share of a heat in what it is a part of, in percent, or null. */
function share(rows, heat) {
  const whole = heat.share ? sum(rows, heat.share) : 0;
  return whole ? Math.round((100 * sum(rows, heat.value)) / whole) : null;
}

function gridHead() {
  const isSource = page.mode === "source";
  const names = isSource ? ["", "source"] : ["pc", "instruction", "place", "line"];
  const cells = names.map((name) => make("th", { scope: "col", role: "columnheader", class: "name" }, name));
  const heats = grid.columns.map((r) => make("th", { scope: "col", role: "columnheader", class: "heat", title: r.about.title }, r.name));
  return make("thead", { role: "rowgroup" }, make("tr", { role: "row" }, ...cells, ...heats));
}

/** The sums of the columns: those of the whole profile. */
function gridFoot() {
  const { heat } = page;
  const sums = grid.columns.map((r) => make("td", { role: "gridcell", class: "heat" }, count(sum(r.profile, heat.value)), " ", shareText(share(r.profile, heat))));
  const label = make("td", { role: "rowheader", colspan: page.mode === "source" ? 2 : 4 }, `${heat.name}, total`);
  return make("tfoot", { role: "rowgroup" }, make("tr", { role: "row", id: "total" }, label, ...sums));
}

function shareText(percent) {
  return percent === null ? "" : make("small", {}, `${percent}%`);
}

function gridRow(row, k, most) {
  if (row.heading) {
    row.element = make("tr", { class: "heading", role: "row" }, make("th", { colspan: 2 + grid.columns.length, role: "rowheader" }, row.heading));
    return row.element;
  }
  const colour = lineColour(row.line);
  const number = make("td", { class: "number", role: "rowheader" }, String(row.number));
  if (row.line.isExecuted) number.style.setProperty("--line", colour);
  // What does not fit in one line continues to the right of where its code begins.
  const indent = row.text.match(/^\s*/)[0].replaceAll("\t", "        ").length;
  const cells = [number, make("td", { class: "text", role: "gridcell", style: `--indent:${indent + 2}ch` }, row.text)];
  if (row.pc !== undefined) {
    cells.push(make("td", { class: "place", role: "gridcell" }, row.place ?? ""));
    cells.push(make("td", { class: "place", role: "gridcell" }, row.line.line ? lineName(row.line) : ""));
  }
  row.values.forEach((value, c) => cells.push(heatCell(value, row.shares[c], most, colour)));
  const isPlain = row.values.every((value) => value === 0);
  row.element = make("tr", { id: `row-${k}`, class: isPlain ? "plain" : null, role: "row", "aria-selected": "false" }, ...cells);
  row.element.addEventListener("click", () => {
    activate(k);
    selectRow(row);
  });
  return row.element;
}

/** A number, with a bar for its part of the largest one. */
function heatCell(value, percent, most, colour) {
  if (!value) return make("td", { class: "heat", role: "gridcell" });
  const bar = `--share:${(value / most).toFixed(3)};--line:${colour}`;
  return make("td", { class: "heat", role: "gridcell", style: bar }, make("span", {}, count(value)), " ", shareText(percent));
}

function selectRow(row) {
  select(row.pc === undefined ? { line: row.line } : { line: row.line, pc: row.pc, recording: row.recording });
}

/** Makes a row the one that keys move from. */
function activate(k) {
  grid.rows[grid.active]?.element.classList.remove("active");
  grid.active = k;
  const { element } = grid.rows[k];
  element.classList.add("active");
  byId("source").setAttribute("aria-activedescendant", element.id);
  // The head and the foot of the table stay in view, above its rows.
  const { tHead, tFoot } = element.closest("table");
  scrollTo(byId("source"), element, tHead.offsetHeight, tFoot.offsetHeight);
}

/** Keeps the active row when the table is built anew, or takes the hottest line. */
function keepActive(before) {
  let k = before ? grid.rows.findIndex((row) => row.line === before.line && row.pc === before.pc) : -1;
  if (k < 0 && before) k = grid.rows.findIndex((row) => row.line === before.line);
  if (k < 0) k = grid.rows.findIndex((row) => row.line?.rank === 0);
  if (k < 0) k = grid.rows.findIndex((row) => row.line);
  grid.active = -1;
  if (k >= 0) activate(k);
}

/** Moves the active row by rows that are lines, and tells what it is. */
function moveRow(by) {
  let k = grid.active;
  for (let left = Math.abs(by); left > 0; left--) {
    let next = k + Math.sign(by);
    while (grid.rows[next]?.heading) next += Math.sign(by);
    if (!grid.rows[next]) break;
    k = next;
  }
  if (k < 0) return;
  activate(k);
  say(rowText(grid.rows[k]));
}

function rowText({ line, pc, text, values }) {
  const numbers = grid.columns.map((r, c) => `${r.name} ${count(values[c])}`).join(", ");
  return `${pc === undefined ? lineName(line) : hex(pc)} · ${text.trim()} · ${page.heat.name}: ${numbers}`;
}

/** Brings a line's row into view and makes it active. */
function showLine(line) {
  const k = line ? grid.rows.findIndex((row) => row.line === line) : -1;
  if (k >= 0) activate(k);
}

/** Marks the rows that are chosen. */
function showSelection() {
  const { selected } = page;
  for (const row of grid.rows) {
    const { element } = row;
    if (!row.line) continue;
    const isOn = selected !== null && isRowChosen(row, selected);
    element.classList.toggle("on", isOn);
    element.setAttribute("aria-selected", String(isOn));
  }
  showListSelection();
}

function isRowChosen({ line, pc, calls }, selected) {
  if (selected.calls === undefined) return line === selected.line && (pc === undefined || selected.pc === undefined || pc === selected.pc);
  if (pc !== undefined) return calls === selected.calls;
  return page.functions.find((one) => one.calls === selected.calls).lines.has(line);
}

/** Marks the row of the cursor's issue. */
function showCursorLine() {
  const { cursor } = page;
  const k = cursor?.issue >= 0 ? cursor.recording.issues.instruction[cursor.issue] : -1;
  const line = k < 0 ? null : cursor.recording.lineOf[k];
  const pc = k < 0 ? null : cursor.recording.about.instructions[k].pc;
  for (const row of grid.rows) row.element.classList.toggle("here", row.line === line && line !== null && (row.pc === undefined || row.pc === pc));
}

/** Says that a file has other texts in other recordings, as lines are matched by number. */
function noteDifferences() {
  const texts = page.lines.files.filter(({ differs }) => differs.length)
    .map(({ name, differs }) => `${baseName(name)} has another text in ${differs.join(", ")}`);
  byId("source-note").textContent = texts.join("; ");
}
