// Keys of each part of the page. The help is written from these tables.

const ROW_KEYS = {
  ArrowUp: [() => moveRow(-1), "previous line"],
  ArrowDown: [() => moveRow(1), "next line"],
  PageUp: [() => moveRow(-20), "20 lines up"],
  PageDown: [() => moveRow(20), "20 lines down"],
  Home: [() => moveRow(-grid.rows.length), "first line"],
  End: [() => moveRow(grid.rows.length), "last line"],
  Enter: [() => grid.active >= 0 && selectRow(grid.rows[grid.active]), "choose the line: its issues stand out in all recordings; again: choose none"],
};

const LIST_KEYS = {
  ArrowUp: [(list) => moveEntry(list, -1), "previous entry"],
  ArrowDown: [(list) => moveEntry(list, 1), "next entry"],
  Home: [(list) => moveEntry(list, -MOST_ENTRIES), "first entry"],
  End: [(list) => moveEntry(list, MOST_ENTRIES), "last entry"],
  Enter: [(list) => chooseEntry(list), "choose the entry's line or function"],
};

const PLOT_KEYS = {
  ArrowLeft: [() => moveByIssue(page.cursor, -1), "previous issue of the warp"],
  ArrowRight: [() => moveByIssue(page.cursor, 1), "next issue of the warp"],
  "Ctrl+ArrowLeft": [() => moveByCycle(page.cursor, -1), "previous cycle"],
  "Ctrl+ArrowRight": [() => moveByCycle(page.cursor, 1), "next cycle"],
  ",": [() => moveByCycle(page.cursor, -1), "previous cycle, too"],
  ".": [() => moveByCycle(page.cursor, 1), "next cycle, too"],
  ArrowUp: [() => moveByWarp(page.cursor, -1), "previous warp"],
  ArrowDown: [() => moveByWarp(page.cursor, 1), "next warp"],
  Home: [() => moveToEnd(page.cursor, false), "first issue of the warp"],
  End: [() => moveToEnd(page.cursor, true), "last issue of the warp"],
  n: [() => moveToChosen(page.cursor, 1), "next issue of the chosen line or function in the warp"],
  p: [() => moveToChosen(page.cursor, -1), "previous issue of the chosen line or function in the warp"],
  d: [() => moveToIssue(page.cursor, 1, isDivergent, "divergent issue"), "next divergent issue of the warp: its lanes go on with different instructions"],
  j: [() => moveToJoined(page.cursor), "next issue that joins threads of several warps"],
  Enter: [() => selectAtCursor(), "choose the line of the issue"],
  "Shift+ArrowLeft": [() => pan(-0.25), "move the view to earlier cycles"],
  "Shift+ArrowRight": [() => pan(0.25), "move the view to later cycles"],
  "Shift+ArrowUp": [(track) => scrollRows(track, -1), "scroll to earlier warps"],
  "Shift+ArrowDown": [(track) => scrollRows(track, 1), "scroll to later warps"],
};

const STATE_KEYS = {
  "[": [() => page.cursor && moveToChange(page.cursor, -1), "previous change of the state of the cursor's warp"],
  "]": [() => page.cursor && moveToChange(page.cursor, 1), "next change"],
};

const PAGE_KEYS = {
  "+": [() => zoom(0.5), "zoom in about the cursor"],
  "-": [() => zoom(2), "zoom out"],
  0: [() => fit(), "show the whole time"],
  s: [() => byId("source").focus(), "go to the source"],
  l: [() => lists[0].box.focus(), "go to the first sorted list"],
  m: [() => byId("moment").focus(), "go to the state at the cursor's cycle"],
  x: [() => returnToMismatch(), "go to the mismatch of golden unit and RTL, on a page of heddle cosim"],
  Escape: [() => release(), "choose no line, and let the pointer move the cursor again"],
  "?": [() => byId("help").showModal(), "this help"],
};

/** Chooses nothing, and releases the cursor. */
function release() {
  page.isPinned = false;
  if (page.selected) select(null);
}

/** The name of a key with its modifiers as in the tables. Signs need no shift in their names. */
function keyName(event) {
  const isSign = event.key.length === 1;
  const shift = event.shiftKey && !isSign ? "Shift+" : "";
  const ctrl = event.ctrlKey && !isSign ? "Ctrl+" : "";
  return `${ctrl}${shift}${event.key === "=" ? "+" : event.key}`;
}

/** Does what a table has for a key. */
function press(keys, event, ...values) {
  const entry = Object.hasOwn(keys, keyName(event)) ? keys[keyName(event)] : null;
  // The browser keeps its own keys, such as Ctrl and + for larger text.
  if (!entry || event.altKey || event.metaKey || (event.ctrlKey && event.key.length === 1)) return;
  event.preventDefault();
  event.stopPropagation();
  entry[0](...values);
}

function listenToKeys() {
  byId("source").addEventListener("keydown", (event) => press(ROW_KEYS, event));
  for (const list of lists) list.box.addEventListener("keydown", (event) => press(LIST_KEYS, event, list));
  for (const track of page.tracks) {
    track.plot.addEventListener("focus", () => track.plot.matches(":focus-visible") && enterTrack(track.recording));
    track.plot.addEventListener("keydown", (event) => {
      if (page.cursor?.recording !== track.recording) enterTrack(track.recording);
      // Without any issue there is nothing to move to.
      if (page.cursor?.recording === track.recording) press(PLOT_KEYS, event, track);
    });
  }
  document.addEventListener("keydown", (event) => {
    // Letters choose options in a list of choices.
    if (event.defaultPrevented || event.target.closest("select, dialog")) return;
    press(STATE_KEYS, event);
    if (!event.defaultPrevented) press(PAGE_KEYS, event);
    const track = /^[1-9]$/.test(event.key) && !event.ctrlKey && !event.altKey ? page.tracks[Number(event.key) - 1] : null;
    track?.plot.focus();
  });
}

/** How keys are written in the help. */
function shownKey(key) {
  const signs = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };
  return key.split(/(?<=\w)\+/).map((part) => make("kbd", {}, signs[part] ?? part));
}

/** Writes the help from the tables of keys. */
function makeHelp() {
  const list = (title, keys) => make("section", {}, make("h3", {}, title), make("dl", {}, ...Object.entries(keys).flatMap(([key, [, what]]) =>
    [make("dt", {}, ...shownKey(key)), make("dd", {}, what)])));
  const close = make("button", { type: "button", autofocus: true }, "close (Esc)");
  close.addEventListener("click", () => byId("help").close());
  const digits = make("p", {}, make("kbd", {}, "1"), " to ", make("kbd", {}, "9"), " go to the picture of a recording; Tab goes through all parts in turn. ",
    "Pointer: the wheel zooms, with Shift it scrolls warps; dragging zooms to a time, with Shift it moves; a click pins the cursor and chooses the line; a double click shows all.");
  byId("help").replaceChildren(make("header", {}, make("h2", { id: "help-title" }, "Keys"), close), digits,
    make("div", { class: "help-parts" }, list("In a picture", PLOT_KEYS), list("In source or assembly", ROW_KEYS), list("In a sorted list", LIST_KEYS),
      list("State of the mechanism", STATE_KEYS), list("Everywhere", PAGE_KEYS), glossary()));
}

/** What the words on the page mean. */
function glossary() {
  const words = [
    ["lanes lost", "lanes without a thread, summed over issues"],
    ["held", "cycles for which an issue holds its pipe: the width of its box"],
    ["formed warp", "threads of several original warps that issue together (dwf)"],
    ["reconvergence", "the instruction at which a branch's threads meet again"],
    ["LAT", "a load or store before which sub-warps meet (dwr)"],
    ["active", "mean number of lanes that hold a pipe; the full height is the width of all cores"],
    ["stalls", "share of the cores' cycles in which nothing is issued, by reason"],
    ["port", "lines of data caches that ports of cores serve; the full height is a line a cycle for each core"],
    ["DRAM", "share of time in which the data buses of memory modules carry data"],
    ["masks", "lane 0 is on the left; 1 takes part"],
    ["state", "as an issue of that cycle finds it: changes hold from the cycle after theirs"],
  ];
  return make("section", {}, make("h3", {}, "Words"), make("dl", {}, ...words.flatMap(([word, meaning]) => [make("dt", {}, word), make("dd", {}, meaning)])));
}
