// The moment of the cursor: what each recording issues in that cycle, and the state of its mechanism.

/** More issues than these in one cycle are only counted. */
const MOST_ISSUES = 4;

/** Shows the cursor's cycle in all recordings. */
function showMoment() {
  const { cursor, recordings } = page;
  if (!cursor) {
    byId("moment").replaceChildren(make("p", { class: "faint" },
      "Point at a picture, or press Tab until one is framed, to see the state of its mechanism in a cycle."));
    return;
  }
  const { core, warp } = cursor.recording.warps[cursor.slot];
  const title = make("h2", {}, `cycle ${count(cursor.cycle)}`, make("span", { class: "faint" }, ` core ${core} warp ${warp}`));
  byId("moment").replaceChildren(title, make("div", { class: "cards" }, ...recordings.map((r) => card(r, core, warp))));
}

/** One recording at the cursor's cycle. */
function card(recording, core, warp) {
  const { cycle } = page.cursor;
  const element = make("section", { class: "card", "aria-label": `${recording.name} in cycle ${cycle}` },
    make("h3", {}, recording.name), issuedNow(recording, cycle));
  const memory = cycle > recording.window[1] ? "" : memoryText(recording, cycle);
  if (memory) element.append(make("p", { class: "memory faint" }, memory));
  if (page.cursor.recording === recording) element.classList.add("here");
  const slot = slotOf(recording, core, warp);
  if (cycle > recording.window[1]) return element;
  if (recording.about.tables.length) {
    recording.about.tables.forEach((_, table) => element.append(...tableParts(recording, table, core, warp, cycle)));
  } else if (slot >= 0) element.append(...pcParts(recording, slot, cycle));
  return element;
}

/** A list of what holds a pipe in a cycle. */
function issuedNow(recording, cycle) {
  const found = cycle > recording.window[1] ? [] : issuesAt(recording, cycle);
  if (!found.length) return make("p", { class: "issued faint" }, nowText(recording, cycle));
  const { issues, about, lineOf } = recording;
  const isMany = about.cores > 1;
  const items = found.slice(0, MOST_ISSUES).map((i) => {
    const k = issues.instruction[i];
    return make("li", {}, make("i", { style: `background:${lineColour(lineOf[k])}` }),
      `${isMany ? `core ${issues.core[i]} ` : ""}w${issues.warp[i]} ${lineName(lineOf[k])} `,
      make("code", {}, about.instructions[k].text), make("span", { class: "faint" }, ` ${lanesText(recording, i)}`));
  });
  if (found.length > MOST_ISSUES) items.push(make("li", { class: "faint" }, `and ${count(found.length - MOST_ISSUES)} more`));
  return make("ul", { class: "issued" }, ...items);
}

/** The title and the rows of a table of the mechanism. */
function tableParts(recording, index, core, warp, cycle) {
  const table = recording.about.tables[index];
  const at = tableAt(recording, index, core, warp, cycle);
  const owner = table.of === "core" ? `core ${core}` : `warp ${warp}`;
  const since = at ? `since cycle ${count(at.since)}` : recording.changes.count ? "nothing in it yet" : "not shown in this run";
  const title = make("h4", {}, `${table.title}, ${owner} `, make("span", { class: "faint" }, since));
  if (!at) return [title];
  const isStack = table.name === "stack";
  const rows = isStack ? stackRows(table, at) : at.rows.map((cells) => ({ cells, mark: "" }));
  const head = make("tr", {}, ...table.columns.map(({ name }) => make("th", { scope: "col" }, name)));
  if (isStack) head.append(make("th", { scope: "col" }, ""));
  const body = rows.map(({ cells, mark }) => tableRow(recording, table, cells, mark, isStack));
  if (!rows.length) body.push(make("tr", {}, make("td", { colspan: table.columns.length + 1, class: "faint" }, "empty")));
  const element = make("table", { class: isStack ? "stack" : "state", "data-table": table.name },
    make("thead", {}, head), make("tbody", {}, ...body));
  return [title, element];
}

function tableRow(recording, table, cells, mark, isStack) {
  const row = make("tr", { class: mark || null }, ...cells.map((cell, k) =>
    make("td", { class: table.columns[k].kind }, cellText(recording, table.columns[k].kind, cell))));
  if (isStack) row.append(make("td", { class: "change" }, mark));
  return row;
}

/** The PCs of a warp's threads, where the mechanism shows no tables. */
function pcParts(recording, slot, cycle) {
  const { groups, ended } = threadPcs(recording, slot, cycle);
  const { about } = recording;
  const { warp } = recording.warps[slot];
  const row = (pc, { low, high }) => make("tr", {}, make("td", { class: "pc" }, pc),
    make("td", { class: "mask" }, maskText(low, high, about.warp_size)), make("td", { class: "number" }, count(ones(low) + ones(high))));
  const rows = groups.map((group) => row(cellText(recording, "pc", { low: about.instructions[group.instruction].pc, high: 0 }), group));
  if (ended.low || ended.high) rows.push(row("no further issue", ended));
  const names = ["next pc", "lanes", ""].map((name) => make("th", { scope: "col" }, name));
  return [make("h4", {}, `PCs of the threads, warp ${warp}`), make("table", { class: "state", "data-table": "threads" },
    make("thead", {}, make("tr", {}, ...names)), make("tbody", {}, ...rows))];
}
