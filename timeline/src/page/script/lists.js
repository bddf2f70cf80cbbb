// Lines or functions sorted by a number: the hottest under a recording, and those that are worse under one than under another.

/** As many as one reads. */
const MOST_ENTRIES = 50;

const lists = [];

/** Adds both lists. The second one needs two recordings. */
function makeLists() {
  lists.push(makeList("hottest", [0], (item, [a]) => lineHeat(item, a, page.heat)));
  if (page.recordings.length > 1) {
    lists.push(makeList("worse", [1, 0], (item, [a, b]) => lineHeat(item, a, page.heat) - lineHeat(item, b, page.heat)));
  }
  for (const list of lists) byId("lists").append(list.element);
}

/** A list whose heading has a choice for each recording that it is about. `value` is what is sorted by. */
function makeList(name, chosen, value) {
  const options = page.recordings.map((recording, k) => [String(k), recording.name]);
  const selects = chosen.map((k, place) => {
    const element = make("select", { id: `${name}-${place}`, "aria-label": `${name}: recording ${place + 1}` });
    fillSelect(element, options, String(k));
    element.addEventListener("change", showLists);
    return element;
  });
  const heading = make("h2", { id: `${name}-title` });
  const box = make("ol", { id: name, role: "listbox", tabindex: 0, "aria-labelledby": `${name}-title` });
  const list = { name, selects, value, heading, box, entries: [], active: 0, words: make("span") };
  heading.append(list.words, selects[0], ...(selects[1] ? [" than ", selects[1]] : []));
  list.element = make("section", { class: "list" }, heading, box);
  box.addEventListener("focus", () => activateEntry(list, list.active));
  return list;
}

/** Fills the lists for the chosen heat. */
function showLists() {
  for (const list of lists) {
    const { name } = page.heat;
    list.words.textContent = list.name === "hottest" ? `${page.listed} by ${name} under ` : `more ${name} under `;
    if (list.name === "worse" && page.heat.key === "lost") list.words.textContent = "lose more under ";
    const under = list.selects.map((select) => page.recordings[Number(select.value)]);
    const valued = listed().map((item) => [item, list.value(item, under)]).filter(([, number]) => number > 0);
    list.entries = valued.sort((a, b) => b[1] - a[1]).slice(0, MOST_ENTRIES);
    list.active = 0;
    fillList(list);
  }
  showListSelection();
}

/** What the lists are of. */
function listed() {
  return page.listed === "lines" ? page.lines.all : page.functions;
}

/** The name of a line or function, more about it, and what choosing it chooses. */
function entryOf(item) {
  if (item.calls === undefined) return { name: lineName(item), text: item.line ? (item.text ?? "").trim() : "", choice: { line: item }, line: item };
  const [line] = item.lines;
  return { name: item.name, text: item.within, choice: { calls: item.calls }, line };
}

function fillList(list) {
  const most = list.entries[0]?.[1] ?? 1;
  list.box.style.setProperty("--where", `${Math.max(0, ...list.entries.map(([item]) => entryOf(item).name.length))}ch`);
  list.box.replaceChildren(...list.entries.map(([item, number], k) => {
    const { name, text, line } = entryOf(item);
    const bar = `--share:${(number / most).toFixed(3)};--line:${lineColour(line)}`;
    const entry = make("li", { id: `${list.name}-entry-${k}`, role: "option", "aria-selected": "false" },
      make("span", { class: "heat", style: bar }, make("span", {}, `${list.name === "worse" ? "+" : ""}${count(number)}`)),
      make("span", { class: "where" }, name), make("code", {}, text));
    entry.addEventListener("click", () => {
      activateEntry(list, k);
      chooseEntry(list);
    });
    return entry;
  }));
  if (!list.entries.length) list.box.append(make("li", { class: "faint" }, "none"));
}

function activateEntry(list, k) {
  if (!list.entries.length) return;
  list.active = Math.min(Math.max(0, k), list.entries.length - 1);
  [...list.box.children].forEach((entry, i) => entry.classList.toggle("active", i === list.active));
  const entry = list.box.children[list.active];
  list.box.setAttribute("aria-activedescendant", entry.id);
  scrollTo(list.box, entry);
}

/** Moves the active entry and tells what it is. */
function moveEntry(list, by) {
  activateEntry(list, list.active + by);
  const entry = list.entries[list.active];
  if (!entry) return;
  const { name, text } = entryOf(entry[0]);
  say(`${list.active + 1} of ${list.entries.length}: ${name} ${count(entry[1])} · ${text}`);
}

/** Chooses what the active entry is. */
function chooseEntry(list) {
  const entry = list.entries[list.active];
  if (!entry) return;
  const { choice, line } = entryOf(entry[0]);
  select(choice);
  if (page.selected) showLine(line);
}

function showListSelection() {
  for (const list of lists) {
    list.entries.forEach(([item], k) => {
      const { choice } = entryOf(item);
      const isOn = page.selected !== null && page.selected.line === choice.line && page.selected.calls === choice.calls;
      list.box.children[k].classList.toggle("on", isOn);
      list.box.children[k].setAttribute("aria-selected", String(isOn));
    });
  }
}
