// The ports of a unit by cycle: values of both sides, every differing one marked.

/** More elements of an array than these are only counted. */
const MOST_ELEMENTS = 4;

/** The table of all ports in all cycles of a mismatch, the last of which is that of the mismatch. */
function portTable({ inputs, outputs, cycles }) {
  const last = cycles.length - 1;
  const head = cycles.map(({ cycle }, k) => make("th", { scope: "col", class: k === last ? "at" : null }, count(cycle)));
  const columns = cycles.length + 1;
  return make("table", {},
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "cycle"), ...head)),
    portGroup("outputs", outputs, columns, (at, k) => outputCell(outputs[at], cycles, at, k)),
    portGroup("inputs", inputs, columns, (at, k) => inputCell(inputs[at], cycles, at, k)));
}

/** The rows of all inputs or all outputs; `cell` makes that of a port in a cycle, both by their places. */
function portGroup(title, ports, columns, cell) {
  // The title has a cell of its own, which stays in view.
  const heading = make("tr", { class: "heading" }, make("th", { scope: "rowgroup" }, title), make("td", { colspan: columns - 1 }));
  const rows = ports.map(({ name, doc, bits }, at) => {
    const cells = Array.from({ length: columns - 1 }, (_, k) => {
      const element = cell(at, k);
      if (k === columns - 2) element.classList.add("at");
      return element;
    });
    return make("tr", {}, make("th", { scope: "row", title: `${doc} (${many(bits, "bit")})` }, name), ...cells);
  });
  return make("tbody", {}, heading, ...rows);
}

function inputCell(port, cycles, at, k) {
  const words = cycles[k].inputs[at];
  return valueCell(port, words, k > 0 && isSameWords(words, cycles[k - 1].inputs[at]));
}

function outputCell(port, cycles, at, k) {
  const { golden, rtl, compared, differs } = cycles[k].outputs[at];
  if (differs.includes(true)) return differingCell(golden, rtl, differs);
  const before = cycles[k - 1]?.outputs[at];
  const cell = valueCell(port, golden, before !== undefined && isSameWords(golden, before.golden));
  if (compared) return cell;
  cell.classList.add("meaningless");
  cell.title = `not compared: ${port.qualifier} is low`;
  cell.prepend("(");
  cell.append(")", unseen(" not compared"));
  return cell;
}

/** A value on which both sides agree; faint if it was the same in the cycle before. Single bits are drawn as a wave. */
function valueCell({ bits }, words, isSame) {
  const isBit = bits === 1 && words.length === 1;
  const level = !isBit ? "" : words[0] === "0x1" ? " high" : " low";
  return make("td", { class: `${isSame ? "same" : "new"}${level}`, title: words.length > MOST_ELEMENTS ? words.join(" ") : null }, wordsText(words));
}

/** Both values of every element that differs. */
function differingCell(golden, rtl, differs) {
  const places = golden.map((_, place) => place).filter((place) => differs[place]);
  const lines = places.slice(0, MOST_ELEMENTS).map((place) => {
    const element = golden.length > 1 ? `[${place}] ` : "";
    return make("div", {}, make("b", {}, `${element}≠ `), unseen("differs: "), `golden ${golden[place]} `, make("b", {}, `RTL ${rtl[place]}`));
  });
  const left = places.length - lines.length;
  if (left > 0) lines.push(make("div", {}, `and ${count(left)} more`));
  return make("td", { class: "differs" }, ...lines);
}

function isSameWords(a, b) {
  return a.every((word, k) => word === b[k]);
}

/** Words of a port; equal ones that follow each other are one with their number. */
function wordsText(words) {
  const runs = [];
  for (const word of words) {
    if (runs.length && runs[runs.length - 1].word === word) runs[runs.length - 1].times++;
    else runs.push({ word, times: 1 });
  }
  const shown = runs.slice(0, MOST_ELEMENTS).map(({ word, times }) => (times > 1 ? `${word} × ${times}` : word));
  const left = sum(runs.slice(MOST_ELEMENTS), ({ times }) => times);
  return shown.join(" ") + (left ? ` … ${left} more` : "");
}

/** Text for those who hear the page. */
function unseen(text) {
  return make("span", { class: "unseen" }, text);
}
