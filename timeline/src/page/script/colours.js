// Colours of lines, formed warps and stalls, which differ in lightness as well as in hue.

const DARK = window.matchMedia("(prefers-color-scheme: dark)");

const PALETTES = {
  light: ["#0072b2", "#d55e00", "#009e73", "#b8479a", "#e0a100", "#4aa8e0", "#5b3fa0", "#8c4a2f"],
  dark: ["#3f9be0", "#f07b3f", "#2fc49a", "#e08fc4", "#e6c34a", "#a3daf7", "#9d80ea", "#c98a6b"],
};
const GREYS = { light: "#8a8f98", dark: "#7d838d" };
const STALL_COLOURS = {
  light: { issue: "#9fb8c9", port: "#4aa8e0", arbiter: "#5b3fa0", memory: "#0072b2", pipeline: "#e0a100", barrier: "#d55e00", idle: "#d9dce1" },
  dark: { issue: "#5d7486", port: "#a3daf7", arbiter: "#9d80ea", memory: "#3f9be0", pipeline: "#e6c34a", barrier: "#f07b3f", idle: "#33373e" },
};
// Alpha of what is not selected, and of warps by the share of their lanes that take part.
const FADED = 0x30;
const SHADES = [0x68, 0x90, 0xc0, 0xff];

function theme() {
  return DARK.matches ? "dark" : "light";
}

/** The word of a pixel in the order of bytes of an ImageData: red first, on the little-endian machines that run browsers. */
function pixel(colour, alpha = 255) {
  const value = parseInt(colour.slice(1), 16);
  return ((alpha << 24) | ((value & 255) << 16) | (value & 0xff00) | (value >>> 16)) >>> 0;
}

/** A colour mixed half and half with grey. */
function muted(colour, grey) {
  const parts = (text) => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
  const other = parts(grey);
  return `#${parts(colour).map((part, k) => ((part + other[k]) >> 1).toString(16).padStart(2, "0")).join("")}`;
}

/** Gives every executed line a place in the palette. The hottest have colours of their own, the others muted ones in turn. */
function rankLines(lines, recordings) {
  const work = (line) => recordings.reduce((all, r) => all + sum(line.sums[r.number], (row) => row.thread_instructions), 0);
  const executed = lines.all.filter((line) => line.isExecuted && line.line > 0);
  const ranked = executed.map((line) => [line, work(line)]).sort((a, b) => b[1] - a[1]);
  ranked.forEach(([line], rank) => (line.rank = rank));
}

/** The colour of a line in the present theme. */
function lineColour(line) {
  const palette = PALETTES[theme()];
  const grey = GREYS[theme()];
  if (line.rank === undefined) return grey;
  const colour = palette[line.rank % palette.length];
  return line.rank < palette.length ? colour : muted(colour, grey);
}

/** The words for each instruction's pixels: four shades each, by `instruction * 4 + shade`. They are kept until the choice or the theme
 * changes: a program may have thousands of instructions, and pictures are drawn anew for every step. */
function instructionPixels(recording, chosen, isSelecting) {
  const known = recording.pixels;
  if (known?.chosen === chosen && known.theme === theme()) return known.words;
  const words = makePixels(recording, chosen, isSelecting);
  recording.pixels = { chosen, theme: theme(), words };
  return words;
}

function makePixels(recording, chosen, isSelecting) {
  const pixels = new Uint32Array(recording.about.instructions.length * 4);
  recording.lineOf.forEach((line, k) => {
    for (let shade = 0; shade < 4; shade++) {
      const alpha = isSelecting && !chosen[k] ? FADED : SHADES[shade];
      pixels[k * 4 + shade] = pixel(lineColour(line), alpha);
    }
  });
  return pixels;
}

/** The colours of lines that missed, and of those that did not. */
function memoryColours() {
  const { memory, port } = STALL_COLOURS[theme()];
  return [memory, port];
}

function stallColour(reason, k) {
  const palette = PALETTES[theme()];
  return STALL_COLOURS[theme()][reason] ?? palette[k % palette.length];
}
