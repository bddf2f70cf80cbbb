// Small helpers for elements and texts.

/** The element with an id. */
function byId(id) {
  return document.getElementById(id);
}

/** A new element with attributes and children, which are elements or text. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

const GROUPED = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });

/** A number with its digits in groups of three. */
function count(number) {
  return GROUPED.format(number);
}

/** A number and its noun. */
function many(number, noun, nouns = `${noun}s`) {
  return `${count(number)} ${number === 1 ? noun : nouns}`;
}

function hex(number) {
  return `0x${number.toString(16)}`;
}

/** A mask as text, lane 0 on the left. */
function maskText(low, high, lanes) {
  let text = "";
  for (let lane = 0; lane < lanes; lane++) text += hasLane(low, high, lane) ? "1" : "·";
  return text;
}

function hasLane(low, high, lane) {
  return ((lane < 32 ? low >>> lane : high >>> (lane - 32)) & 1) === 1;
}

/** The last part of a path. */
function baseName(path) {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Fills a `<select>` with `[value, text]` pairs. */
function fillSelect(select, options, value) {
  select.replaceChildren(...options.map(([option, text]) => make("option", { value: option }, text)));
  if (value !== undefined) select.value = value;
}

/** Scrolls a box until a child is visible, and nothing else. */
function scrollTo(box, child, above = 0, below = 0) {
  const outer = box.getBoundingClientRect();
  const inner = child.getBoundingClientRect();
  if (inner.top < outer.top + above) box.scrollTop -= outer.top + above - inner.top;
  else if (inner.bottom > outer.bottom - below) box.scrollTop += inner.bottom - outer.bottom + below;
}
