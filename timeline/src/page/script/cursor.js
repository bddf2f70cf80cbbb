// The cursor: a warp of a recording at a cycle, and how keys move it.

/** Sets the cursor and tells what is there. */
function setCursor(cursor) {
  page.cursor = cursor;
  say(cursorText(cursor));
  for (const track of page.tracks) {
    drawOverlay(track);
    track.now.textContent = nowText(track.recording, cursor.cycle);
  }
  showMoment();
  showCursorLine();
}

/** Sets the cursor by keys: the pointer no longer moves it, and it comes into view. */
function goTo(recording, slot, cycle, issue = issueBefore(recording, slot, cycle)) {
  page.isPinned = true;
  const track = page.tracks[recording.number];
  showSlot(track, slot);
  showCycle(cycle);
  setCursor({ recording, slot, cycle, issue, lane: -1 });
}

function goToIssue(recording, issue) {
  goTo(recording, recording.issues.slot[issue], recording.issues.cycle[issue], issue);
}

/** The place in `ofWarp.order` of a warp's last issue that began by a cycle; one before its first place if there is none. */
function placeBefore(recording, slot, cycle) {
  const { order, starts } = recording.ofWarp;
  let [from, to] = [starts[slot], starts[slot + 1]];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (recording.issues.cycle[order[middle]] <= cycle) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

/** A warp's last issue that began by a cycle, or -1. */
function issueBefore(recording, slot, cycle) {
  const place = placeBefore(recording, slot, cycle);
  return place < recording.ofWarp.starts[slot] ? -1 : recording.ofWarp.order[place];
}

/** The place of an issue among those of its warp. */
function placeOf(recording, issue) {
  const { order, starts } = recording.ofWarp;
  const slot = recording.issues.slot[issue];
  return lowerBound(order, issue, starts[slot], starts[slot + 1]);
}

/** Puts the cursor into a recording: to the same cycle and warp as in another one, or to the first issue in view. */
function enterTrack(recording) {
  const { cursor, view } = page;
  if (cursor?.recording === recording) return;
  if (!recording.issues.count) {
    say(`${recording.name} has no recorded issue`);
    return;
  }
  if (cursor) {
    goTo(recording, slotLike(recording, cursor), cursor.cycle);
    return;
  }
  const first = Math.min(lowerBound(recording.issues.cycle, view.from), recording.issues.count - 1);
  goToIssue(recording, first);
}

/** The warp with the number and core of the cursor's, or the first one. */
function slotLike(recording, cursor) {
  const same = cursor.recording.warps[cursor.slot];
  return Math.max(0, slotOf(recording, same.core, same.warp));
}

/** The place of a warp among those of a recording, or -1. */
function slotOf(recording, core, warp) {
  return recording.warps.findIndex((w) => w.core === core && w.warp === warp);
}

/** To the next or previous issue of the warp. */
function moveByIssue({ recording, slot, cycle, issue }, by) {
  const { order, starts } = recording.ofWarp;
  let place = issue < 0 ? starts[slot] - 1 : placeOf(recording, issue);
  // Between issues, the one behind the cursor is the previous one.
  const isBetween = issue >= 0 && recording.issues.cycle[issue] < cycle;
  if (by > 0 || !isBetween) place += by;
  if (place < starts[slot] || place >= starts[slot + 1]) say(`no ${by > 0 ? "later" : "earlier"} issue of this warp`);
  else goToIssue(recording, order[place]);
}

function moveByCycle({ recording, slot, cycle }, by) {
  const [first, last] = recording.window;
  goTo(recording, slot, Math.min(Math.max(first, cycle + by), last));
}

function moveByWarp({ recording, slot, cycle }, by) {
  const next = slot + by;
  if (next >= 0 && next < recording.warps.length) goTo(recording, next, cycle);
}

/** To the first or last issue of the warp. */
function moveToEnd({ recording, slot }, isLast) {
  const { order, starts } = recording.ofWarp;
  goToIssue(recording, order[isLast ? starts[slot + 1] - 1 : starts[slot]]);
}

/** To the next issue of the warp in a direction of which something is true; `what` names it if there is none. */
function moveToIssue({ recording, slot, issue }, by, isIt, what) {
  const { order, starts } = recording.ofWarp;
  const from = issue < 0 ? starts[slot] - 1 : placeOf(recording, issue);
  for (let place = from + by; place >= starts[slot] && place < starts[slot + 1]; place += by) {
    if (isIt(recording, order[place])) return goToIssue(recording, order[place]);
  }
  say(`no ${by > 0 ? "later" : "earlier"} ${what} in this warp`);
}

/** To the next or previous issue of the warp that is of the chosen line. */
function moveToChosen(cursor, by) {
  if (!page.selected) say("choose a line first: Enter on a line, or on an issue");
  else moveToIssue(cursor, by, ({ chosen, issues }, i) => chosen[issues.instruction[i]], "issue of the chosen line");
}

/** Whether the lanes of an issue go on with different instructions. */
function isDivergent(recording, issue) {
  const { issues } = recording;
  const { order, starts } = recording.ofWarp;
  let [low, high] = [issues.low[issue], issues.high[issue]];
  let next = -1;
  for (let place = placeOf(recording, issue) + 1; place < starts[issues.slot[issue] + 1]; place++) {
    const i = order[place];
    if (!isSameBlock(issues, i, issue)) return false;
    if (!(issues.low[i] & low) && !(issues.high[i] & high)) continue;
    if (next >= 0 && issues.instruction[i] !== next) return true;
    next = issues.instruction[i];
    low &= ~issues.low[i];
    high &= ~issues.high[i];
    if (!low && !high) return false;
  }
  return false;
}

/** Whether two issues of a warp are of the same threads: a later block may have the same warp. */
function isSameBlock({ launch, block, thread }, a, b) {
  return launch[a] === launch[b] && block[a] === block[b] && thread[a] === thread[b];
}

/** To the next issue, of any warp, whose formed warp joins threads of several warps. */
function moveToJoined({ recording, cycle, issue }) {
  const { issues } = recording;
  const first = lowerBound(issues.cycle, issue >= 0 && issues.cycle[issue] === cycle ? cycle + 1 : cycle);
  const next = issues.joined.indexOf(1, first);
  if (next < 0) say("no later issue that joins threads of several warps");
  else goToIssue(recording, next);
}

/** Chooses the line of the issue at the cursor. */
function selectAtCursor() {
  const { recording, issue } = page.cursor;
  if (issue < 0) return;
  select({ line: recording.lineOf[recording.issues.instruction[issue]] });
  showLine(page.selected?.line);
}
