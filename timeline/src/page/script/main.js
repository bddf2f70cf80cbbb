// Reads the recordings and shows the page, or says in words why it cannot.

/** Reads all recordings of the document. Their text is removed afterwards, as it is large. */
async function readAll() {
  const elements = [...document.querySelectorAll("script.recording")];
  if (!elements.length) throw new Fault("This page has no recordings. Make it again, with at least one.");
  const recordings = [];
  for (const [k, element] of elements.entries()) {
    try {
      recordings.push(await readRecording(element.textContent));
    } catch (error) {
      const why = error instanceof Fault ? error.message : `it is damaged (${error.message})`;
      throw new Fault(`Recording ${k + 1} of ${elements.length} cannot be shown: ${why}. Remedy: record it again.`);
    }
    element.remove();
  }
  return recordings;
}

/** Builds the page around recordings. */
function build(recordings) {
  nameRecordings(recordings);
  page.recordings = recordings;
  page.lines = collectLines(recordings);
  rankLines(page.lines, recordings);
  page.functions = collectFunctions(recordings);
  page.heats = collectHeats(recordings);
  page.heat = page.heats[0];
  recordings.forEach(markChosen);
  byId("page").hidden = byId("moment").hidden = false;
  byId("window-note").textContent = windowNote(recordings);
  makeChoices();
  makeLists();
  makeTracks();
  makeMarkers();
  makeHelp();
  listenToKeys();
  showSource();
  showLists();
  showLegend();
  showMoment();
  say("");
  Object.assign(page.view, wholeTime());
  drawNow();
}

/** Says which cycles are recorded, if they are not all. */
function windowNote(recordings) {
  const cut = recordings.filter(({ window: [from, to], cycles }) => from > 0 || to < cycles);
  const parts = cut.map(({ name, window: [from, to], cycles }) =>
    `${recordings.length > 1 ? `${name}: ` : ""}cycles ${count(from)} to ${count(to)} of ${count(cycles)} are recorded`);
  return parts.length ? `${parts.join("; ")}; numbers per line are of the whole run.` : "";
}

/** Fills the choices and listens to them. */
function makeChoices() {
  fillSelect(byId("heat"), page.heats.map(({ key, name }) => [key, name]), page.heat.key);
  fillSelect(byId("assembly-recording"), page.recordings.map(({ name }, k) => [String(k), name]), "0");
  const on = (id, apply, ...then) => byId(id).addEventListener("change", (event) => {
    apply(event.target.value);
    for (const show of then) show();
  });
  on("mode", (value) => (page.mode = value), showSource);
  on("assembly-recording", (value) => (page.assemblyOf = Number(value)), showSource);
  on("heat", (value) => (page.heat = page.heats.find(({ key }) => key === value)), showSource, showLists);
  on("listed", (value) => (page.listed = value), showLists);
  on("rows", (value) => (page.rows = value), redraw);
  on("colour", (value) => (page.colour = value), redraw);
  byId("colour").closest("label").hidden = !page.recordings.some(({ hasJoined }) => hasJoined);
  byId("zoom-in").addEventListener("click", () => zoom(0.5));
  byId("zoom-out").addEventListener("click", () => zoom(2));
  byId("zoom-fit").addEventListener("click", fit);
  byId("help-button").addEventListener("click", () => byId("help").showModal());
  window.addEventListener("resize", redraw);
  DARK.addEventListener("change", changeTheme);
}

/** Colours of bars and pictures are those of the theme. */
function changeTheme() {
  showSource();
  showLists();
  showLegend();
  showMoment();
  redraw();
}

/** Shows a message in place of the page. */
function showFault(error) {
  const text = error instanceof Fault ? error.message : `The page failed: ${error.message}. Please report it.`;
  byId("page").hidden = byId("moment").hidden = true;
  document.querySelector("footer").hidden = true;
  byId("help-button").hidden = true;
  document.querySelector("header").after(make("p", { role: "alert", id: "fault" }, text));
}

/** What tests ask for. */
function state() {
  const { view, heat, mode, selected, cursor, recordings } = page;
  return {
    view: { ...view }, heat: heat?.key, mode,
    selected: selected && (selected.calls ?? lineName(selected.line)),
    cursor: cursor && { recording: cursor.recording.name, cycle: cursor.cycle, ...cursor.recording.warps[cursor.slot] },
    recordings: recordings.map(({ name, issues }) => ({ name, issues: issues.count })),
  };
}

async function start() {
  const begin = performance.now();
  try {
    showMismatch();
    if (mismatch && !document.querySelector("script.recording")) showAlone();
    else build(await readAll());
    goToMismatch();
  } catch (error) {
    showFault(error);
  }
  timings.load = performance.now() - begin;
}

window.heddle = { ready: start(), timings, state };
