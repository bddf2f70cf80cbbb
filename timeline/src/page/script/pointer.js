// The pointer on pictures: pointing, choosing, zooming and moving.

function listenToPointer(track) {
  const { overlay, plot } = track;
  let from = null;
  overlay.addEventListener("pointermove", (event) => {
    if (from) dragTo(track, from, event);
    else pointAt(track, event);
  });
  overlay.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    overlay.setPointerCapture(event.pointerId);
    from = { x: event.offsetX, at: event.offsetX, isPan: event.shiftKey };
    plot.focus({ preventScroll: true });
  });
  overlay.addEventListener("pointerup", (event) => {
    if (from) dropAt(track, from, event);
    from = null;
  });
  overlay.addEventListener("pointercancel", () => {
    from = track.dragged = null;
    drawOverlay(track);
  });
  overlay.addEventListener("dblclick", fit);
  overlay.addEventListener("wheel", (event) => turn(track, event), { passive: false });
}

/** The wheel zooms about the pointer; with shift it scrolls the warps. */
function turn(track, event) {
  event.preventDefault();
  // A wheel counts in pixels or in lines, by browser.
  const by = (event.deltaY || event.deltaX) * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 33 : 1);
  if (event.shiftKey) scrollRows(track, Math.sign(by));
  else zoom(2 ** (Math.sign(by) * Math.min(1, Math.abs(by) / 200)), cycleAt(track, event.offsetX));
}

function cycleAt({ view, overlay }, x) {
  return view.from + (x / overlay.clientWidth) * (view.to - view.from);
}

/** Dragging chooses a time to zoom to, or moves the view if shift was held. */
function dragTo(track, from, event) {
  if (from.isPan) {
    pan((from.at - event.offsetX) / track.overlay.clientWidth);
    from.at = event.offsetX;
    return;
  }
  track.dragged = [from.x, event.offsetX];
  drawOverlay(track);
}

/** A short drag is a click: it pins the cursor and chooses the line there. */
function dropAt(track, from, event) {
  track.dragged = null;
  const isClick = Math.abs(event.offsetX - from.x) < 5;
  if (!isClick && !from.isPan) {
    const ends = [from.x, event.offsetX].map((x) => cycleAt(track, x)).sort((a, b) => a - b);
    setView(ends[0], ends[1]);
  } else if (isClick && !from.isPan) {
    page.isPinned = false;
    pointAt(track, event);
    page.isPinned = page.cursor !== null;
    if (page.cursor?.issue >= 0) selectAtCursor();
  }
}

/** Moves the cursor to what is under the pointer; if the cursor is pinned, only tells what is there. */
function pointAt(track, event) {
  const cursor = cursorAt(track, event.offsetX, event.offsetY);
  if (!cursor) return;
  if (page.isPinned) say(cursorText(cursor));
  else setCursor(cursor);
}

/** The cursor for a place in a picture. If a column of pixels has several issues, it is the one that is drawn there. */
function cursorAt(track, x, y) {
  const { recording, top, lanes, rowHeight, visible } = track;
  if (!recording.warps.length) return null;
  const row = Math.min(Math.max(0, Math.floor(y / rowHeight)), visible * lanes - 1);
  const slot = Math.min(top + Math.floor(row / lanes), recording.warps.length - 1);
  const lane = lanes > 1 ? row % lanes : -1;
  const from = Math.floor(cycleAt(track, Math.floor(x)));
  const to = Math.max(from + 1, Math.ceil(cycleAt(track, Math.floor(x) + 1)));
  const issue = issueBetween(recording, slot, lane, from, to);
  const cycle = issue < 0 ? from : Math.max(from, recording.issues.cycle[issue]);
  return { recording, slot, lane, cycle, issue: issue < 0 ? issueBefore(recording, slot, cycle) : issue };
}

/** The issue of a warp's lane, or of any lane for -1, that is drawn for the cycles `[from, to)`, or -1. */
function issueBetween(recording, slot, lane, from, to) {
  const { issues, chosen } = recording;
  const { order, starts } = recording.ofWarp;
  const has = (i) => lane < 0 || hasLane(issues.low[i], issues.high[i], lane);
  let found = -1;
  for (let at = placeBefore(recording, slot, from); at >= starts[slot] && from - issues.cycle[order[at]] < issues.longest; at--) {
    const i = order[at];
    if (issues.cycle[i] + issues.held[i] > from && has(i)) return i;
  }
  for (let at = placeBefore(recording, slot, from) + 1; at < starts[slot + 1] && issues.cycle[order[at]] < to; at++) {
    const i = order[at];
    if (!has(i)) continue;
    if (!page.selected || chosen[i]) return i;
    if (found < 0) found = i;
  }
  return found;
}
