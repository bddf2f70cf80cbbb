// Source lines of all recordings, matched by file and line, and the numbers of each line under each recording.

/** Adds `files` and `lines` to the page's data, and to every recording the line of each instruction and row of its profile. */
function collectLines(recordings) {
  const files = new Map();
  for (const recording of recordings) for (const source of recording.about.sources) addSource(files, source, recording);
  const lines = { all: [], byKey: new Map(), files: [...files.values()] };
  for (const file of lines.files) {
    if (file.text === null) continue;
    const texts = file.text.replace(/\n$/, "").split("\n");
    texts.forEach((text, k) => addLine(lines, { file: file.name, line: k + 1, text }));
  }
  for (const recording of recordings) findLines(lines, recording);
  orderLines(lines);
  return lines;
}

/** Recordings of several builds share a source; if its text differs, the first one is shown and the difference is said. */
function addSource(files, source, recording) {
  const known = files.get(source.file);
  const text = source.text ?? null;
  if (!known) files.set(source.file, { name: source.file, text, differs: [] });
  else if (known.text === null) known.text = text;
  else if (text !== null && text !== known.text) known.differs.push(recording.name);
}

function addLine(lines, line) {
  const key = `${line.file}:${line.line}`;
  if (!lines.byKey.has(key)) {
    lines.byKey.set(key, { key, text: null, sums: [], ...line });
    lines.all.push(lines.byKey.get(key));
  }
  return lines.byKey.get(key);
}

function lineOf(lines, source) {
  return source ? addLine(lines, source) : addLine(lines, { file: "", line: 0, text: "no source" });
}

/** The line of each instruction, and the rows of the profile for each line. */
function findLines(lines, recording) {
  const { about } = recording;
  recording.lineOf = about.instructions.map(({ source }) =>
    lineOf(lines, source && { file: about.sources[source[0]]?.file ?? "", line: source[1] }));
  for (const row of recording.profile) {
    const line = lineOf(lines, row.source);
    (line.sums[recording.number] ??= []).push(row);
    line.isExecuted = true;
  }
}

/** Files in their first order, lines by number; what has no source is last. Of a file without text, only executed lines are kept. */
function orderLines(lines) {
  const places = new Map(lines.files.map((file, k) => [file.name, k]));
  const place = (line) => (line.line === 0 ? Infinity : (places.get(line.file) ?? lines.files.length));
  lines.all = lines.all.filter((line) => line.isExecuted || (line.line > 0 && line.text !== null));
  lines.all.sort((a, b) => place(a) - place(b) || a.file.localeCompare(b.file) || a.line - b.line);
}

/** Where a line is, in words. */
function lineName(line) {
  return line.line === 0 ? "no source" : `${baseName(line.file)}:${line.line}`;
}

/** What can be shown of lines: `value` is the number of one row of a profile. */
function collectHeats(recordings) {
  const heats = [
    { key: "lost", name: "lanes lost", value: (row) => row.lost_lanes, share: (row) => row.lost_lanes + row.thread_instructions },
    { key: "issued", name: "issues", value: (row) => row.issued },
    { key: "threads", name: "thread instructions", value: (row) => row.thread_instructions },
    { key: "misses", name: "misses", value: (row) => row.lines?.misses ?? 0 },
  ];
  const reasons = new Set(recordings.flatMap(({ profile }) => profile.flatMap((row) => Object.keys(row.stalls ?? {}))));
  for (const reason of reasons) {
    heats.push({ key: `stall ${reason}`, name: `stalls: ${reason}`, value: (row) => row.stalls?.[reason] ?? 0 });
  }
  return heats;
}

/** The sum of a heat over rows of a profile. */
function sum(rows, value) {
  let total = 0;
  for (const row of rows ?? []) total += value(row);
  return total;
}

/** A line's number under a recording. */
function lineHeat(line, recording, heat) {
  return sum(line.sums[recording.number], heat.value);
}
