// Pictures of issues: one linear pass over those in view, into the pixels of an ImageData.

/** The issues that can be seen in a view: `[first, end)`. */
function visibleIssues(issues, view) {
  return [lowerBound(issues.cycle, view.from - issues.longest), lowerBound(issues.cycle, view.to)];
}

/** Paints threads as rows. Within a column of pixels, the first issue of a lane is drawn, but a chosen one before all others: so
 * every pixel is written at most twice, however many issues share it. */
function paintThreads(track, pixels, width) {
  const { recording, view, colourOf, chosen } = track;
  const { cycle, held, slot, instruction, low, high } = recording.issues;
  const { lanes, rowOf } = track;
  const scale = width / (view.to - view.from);
  const warps = recording.warps.length;
  const column = new Int32Array(warps).fill(-1);
  // Lanes that are painted in the column of a warp: by any issue, and by a chosen one.
  const done = [new Uint32Array(warps), new Uint32Array(warps), new Uint32Array(warps), new Uint32Array(warps)];
  const [anyLow, anyHigh, chosenLow, chosenHigh] = done;
  const [first, end] = visibleIssues(recording.issues, view);
  for (let i = first; i < end; i++) {
    const warp = slot[i];
    const row = rowOf[warp];
    if (row < 0) continue;
    const start = (cycle[i] - view.from) * scale;
    const stop = start + held[i] * scale;
    if (stop <= 0) continue;
    const x = start < 0 ? 0 : start | 0;
    if (column[warp] !== x) {
      column[warp] = x;
      anyLow[warp] = anyHigh[warp] = chosenLow[warp] = chosenHigh[warp] = 0;
    }
    const isChosen = chosen[instruction[i]];
    const newLow = low[i] & ~(isChosen ? chosenLow[warp] : anyLow[warp]);
    const newHigh = high[i] & ~(isChosen ? chosenHigh[warp] : anyHigh[warp]);
    if (!newLow && !newHigh) continue;
    anyLow[warp] |= low[i];
    anyHigh[warp] |= high[i];
    if (isChosen) {
      chosenLow[warp] |= low[i];
      chosenHigh[warp] |= high[i];
    }
    const last = Math.min(Math.ceil(stop), width) - 1;
    paintLanes(pixels, newLow, row * width, width, x, last, colourOf(i, 3));
    if (lanes > 32) paintLanes(pixels, newHigh, (row + 32) * width, width, x, last, colourOf(i, 3));
  }
}

/** Paints the lanes of a mask from column `x` to `last`. */
function paintLanes(pixels, mask, base, width, x, last, colour) {
  while (mask) {
    const lane = 31 - Math.clz32(mask & -mask);
    mask &= mask - 1;
    const at = base + lane * width + x;
    pixels[at] = colour;
    if (last > x) pixels.fill(colour, at + 1, at + last - x + 1);
  }
}

/** Paints warps as rows; the share of lanes that take part is the strength of the colour. */
function paintWarps(track, pixels, width) {
  const { recording, view, colourOf, chosen } = track;
  const { cycle, held, slot, instruction, lanes } = recording.issues;
  const { rowOf } = track;
  const scale = width / (view.to - view.from);
  const shadeOf = shades(recording.about.width);
  const column = new Int32Array(recording.warps.length).fill(-1);
  const isDone = new Uint8Array(recording.warps.length);
  const [first, end] = visibleIssues(recording.issues, view);
  for (let i = first; i < end; i++) {
    const warp = slot[i];
    if (rowOf[warp] < 0) continue;
    const start = (cycle[i] - view.from) * scale;
    const x = start < 0 ? 0 : start | 0;
    const isChosen = chosen[instruction[i]];
    if (column[warp] === x && isDone[warp] >= isChosen) continue;
    const stop = start + held[i] * scale;
    if (stop <= 0) continue;
    column[warp] = x;
    isDone[warp] = isChosen;
    const at = rowOf[warp] * width + x;
    const last = Math.min(Math.ceil(stop), width) - 1;
    const colour = colourOf(i, shadeOf[lanes[i]]);
    pixels[at] = colour;
    if (last > x) pixels.fill(colour, at + 1, at + last - x + 1);
  }
}

/** The shade for each number of lanes. */
function shades(lanes) {
  return Uint8Array.from({ length: 65 }, (_, active) => Math.min(3, Math.floor((active * 4 - 1) / lanes)));
}

/** How the pixels of an issue are coloured: `(issue, shade) => word`. */
function colouring(recording, chosen, isSelecting, byFormed) {
  const { issues } = recording;
  const { instruction, joined, cycle } = issues;
  const ofInstruction = instructionPixels(recording, chosen, isSelecting);
  if (!byFormed) return (i, shade) => ofInstruction[instruction[i] * 4 + shade];
  const palette = PALETTES[theme()];
  const strong = palette.map((colour) => pixel(colour));
  const faded = palette.map((colour) => pixel(colour, FADED));
  const alone = pixel(GREYS[theme()], FADED);
  // Formed warps of neighbouring cycles differ in colour; the parts of one formed warp do not.
  return (i) => {
    if (!joined[i]) return alone;
    const k = (cycle[i] * 5 + instruction[i] * 3) % palette.length;
    return isSelecting && !chosen[instruction[i]] ? faded[k] : strong[k];
  };
}
