// Functions, those that the compiler inlined included, and the numbers of each under each recording.

/** The functions that an instruction was compiled from, the outermost first, in one text. Without DWARF, the one that it lies in. */
function callsOf({ calls, place }) {
  return calls?.length ? calls.join(" › ") : (place ?? "").split("+")[0];
}

/** Every function, and every other one that it was inlined into by itself: `{calls, name, within, sums, lines}`. */
function collectFunctions(recordings) {
  const functions = new Map();
  for (const recording of recordings) {
    for (const row of recording.profile) {
      const k = recording.instructionAt.get(row.pc);
      if (k === undefined) continue;
      const calls = callsOf(recording.about.instructions[k]);
      if (!functions.has(calls)) functions.set(calls, makeFunction(calls));
      const { sums, lines } = functions.get(calls);
      (sums[recording.number] ??= []).push(row);
      lines.add(recording.lineOf[k]);
    }
  }
  return [...functions.values()];
}

function makeFunction(calls) {
  const [name, ...outwards] = calls.split(" › ").reverse();
  const within = outwards.length ? `in ${outwards.join(" in ")}` : "";
  return { calls, name: name || "no function", within, sums: [], lines: new Set() };
}

/** A chosen function and its number under each recording, in words. */
function functionText({ name, within, sums }) {
  const { heat, recordings } = page;
  const numbers = recordings.map((r) => `${r.name} ${count(sum(sums[r.number], heat.value))}`).join(", ");
  return `${name}${within && ` ${within}`} chosen: ${heat.name}: ${numbers}`;
}
