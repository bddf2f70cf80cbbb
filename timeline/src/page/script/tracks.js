// A track for each recording: its name, the picture of its issues, and strips below.

/** Adds the tracks to the page. */
function makeTracks() {
  const axis = make("div", { class: "axis-row" }, make("span", { class: "gutter faint" }, "cycle"), make("div", { id: "axis" }));
  byId("tracks").replaceChildren(axis);
  page.tracks = page.recordings.map(makeTrack);
}

function makeTrack(recording) {
  const { about, number } = recording;
  const image = make("canvas", { class: "image" });
  const strips = makeStrips(recording);
  const overlay = make("canvas", { class: "overlay" });
  const plot = make("div", {
    class: "plot", tabindex: 0, role: "application", "aria-roledescription": "lanes by time",
    "aria-label": `${recording.name}: lanes by time, ${many(recording.cycles, "cycle")}`, "aria-describedby": "hint",
  }, image, ...strips.map(({ canvas }) => canvas), overlay);
  const labels = make("div", { class: "labels", "aria-hidden": "true" });
  const now = make("span", { class: "now" });
  const head = make("h2", {},
    make("span", { class: "name" }, recording.name),
    make("span", { class: "faint", title: about.command }, factsOf(recording)), now);
  byId("tracks").append(make("section", { class: "track", "aria-label": `Recording ${number + 1}: ${about.title}` },
    head, make("div", { class: "track-body" }, labels, plot)));
  const track = { recording, view: page.view, plot, image, overlay, strips, labels, now, top: 0 };
  listenToPointer(track);
  return track;
}

/** What a recording is of, in few words. */
function factsOf({ about, cycles, result }) {
  const mean = typeof result.ipc === "number" ? ` · ${count(result.ipc)} IPC` : "";
  return [` ${many(cycles, "cycle")}${mean}`, about.machine?.replaceAll("`", ""), many(about.cores, "core")].filter(Boolean).join(" · ");
}

/** The height that the picture of a track may have, in CSS pixels. */
function pictureHeight(track) {
  if (window.innerWidth < 900) return 132;
  const others = byId("lanes-bar").offsetHeight + byId("legend").offsetHeight + byId("axis").offsetHeight;
  const room = (byId("right").clientHeight - others) / page.tracks.length;
  // Each has a line for its name, its strips, and a gap.
  return Math.min(420, Math.max(96, Math.floor(room) - stripsHeight(track) - 30));
}

/** Decides what the rows of a track are and how high they are, and gives its canvases their sizes. */
function layOut(track) {
  const { recording, plot, image, overlay, strips } = track;
  const room = pictureHeight(track);
  const warps = Math.max(1, recording.warps.length);
  const lanes = recording.about.warp_size;
  track.isByThread = page.rows === "threads" || (page.rows === "auto" && warps * lanes <= room);
  track.lanes = track.isByThread ? lanes : 1;
  // A row of threads needs two pixels when it is asked for and not all fit; a warp needs enough for its label.
  const least = track.isByThread ? (warps * lanes <= room ? 1 : 2) : 4;
  track.rowHeight = Math.min(track.isByThread ? 8 : 20, Math.max(least, Math.round(room / (warps * track.lanes))));
  track.visible = Math.min(warps, Math.max(1, Math.round(room / (track.rowHeight * track.lanes))));
  track.top = Math.min(track.top, warps - track.visible);
  placeRows(track);
  const width = plot.clientWidth;
  const dots = Math.min(2, window.devicePixelRatio || 1);
  const height = track.visible * track.lanes * track.rowHeight;
  sizeCanvas(image, Math.round(width * dots), track.visible * track.lanes, height);
  for (const { canvas } of strips) sizeCanvas(canvas, Math.round(width * dots), STRIP_HEIGHT * 2, STRIP_HEIGHT);
  track.height = height;
  const whole = height + stripsHeight(track);
  sizeCanvas(overlay, Math.round(width * dots), Math.round(whole * dots), whole);
  track.dots = dots;
  labelRows(track);
}

function sizeCanvas(canvas, width, height, shown) {
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  canvas.style.height = `${shown}px`;
}

/** The first row of pixels of each warp, or -1 if it is not in view. */
function placeRows(track) {
  const { recording, top, visible, lanes } = track;
  track.rowOf = Int32Array.from(recording.warps, (_, slot) =>
    slot < top || slot >= top + visible ? -1 : (slot - top) * lanes);
}

/** Names of warps beside the rows, as many as there is room for, and of the strips. */
function labelRows(track) {
  const { recording, top, visible, lanes, rowHeight, labels, height } = track;
  const each = lanes * rowHeight;
  const step = Math.ceil(12 / each);
  const isMany = recording.about.cores > 1;
  const marks = [];
  for (let slot = top; slot < top + visible && slot < recording.warps.length; slot += step) {
    const { core, warp } = recording.warps[slot];
    const text = isMany ? `${core}:w${warp}` : `w${warp}`;
    marks.push(make("span", { style: `top:${(slot - top) * each}px` }, text));
  }
  track.strips.forEach(({ name }, k) => marks.push(make("span", { style: `top:${height + 2 + k * (STRIP_HEIGHT + 2)}px` }, name)));
  labels.replaceChildren(...marks);
}

/** Scrolls the rows of a track by warps. */
function scrollRows(track, by) {
  const last = Math.max(0, track.recording.warps.length - track.visible);
  const top = Math.min(Math.max(0, track.top + by), last);
  if (top === track.top) return;
  track.top = top;
  redraw();
}

/** Scrolls the rows so that a warp is in view. */
function showSlot(track, slot) {
  if (slot < track.top) scrollRows(track, slot - track.top);
  else if (slot >= track.top + track.visible) scrollRows(track, slot - track.top - track.visible + 1);
}

/** Draws the picture and the strips of a track, and what lies over them. */
function drawTrack(track) {
  layOut(track);
  const { recording, image } = track;
  if (!image.width) return;
  track.chosen = recording.chosen;
  track.colourOf = colouring(recording, recording.chosen, page.selected !== null, page.colour === "formed");
  const paint = track.isByThread ? paintThreads : paintWarps;
  paintInto(image, (pixels) => paint(track, pixels, image.width));
  drawStrips(track);
  drawOverlay(track);
}
