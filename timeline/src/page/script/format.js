// The bytes of a recording: frames, and the numbers in them.

/** What is wrong with a recording, in words for its reader. */
class Fault extends Error {}

const FIRST_LINE = "heddle recording ";
const VERSION = "1";
const KINDS = "AISPTBR";

/** The bytes of base64 text. */
function decodeBase64(text) {
  let binary;
  try {
    binary = atob(text);
  } catch {
    throw new Fault("its text in the page is not base64");
  }
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** Where the frames of a recording begin: behind its first line. */
function checkFirstLine(bytes) {
  const end = bytes.subarray(0, 64).indexOf(10);
  const line = String.fromCharCode(...bytes.subarray(0, Math.max(end, 0)));
  if (!line.startsWith(FIRST_LINE)) throw new Fault("it is not a recording of Heddle: its first line is unknown");
  const version = line.slice(FIRST_LINE.length);
  if (version !== VERSION) throw new Fault(`its format is version ${version}, and this page reads version ${VERSION}`);
  return end + 1;
}

/** The frames of a recording, in order: `{kind, payload}`, still compressed. */
function splitFrames(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const frames = [];
  let at = checkFirstLine(bytes);
  while (at < bytes.length) {
    const place = `frame ${frames.length + 1} (byte ${count(at)} of ${count(bytes.length)})`;
    const kind = String.fromCharCode(bytes[at]);
    if (!KINDS.includes(kind)) throw new Fault(`${place} is of an unknown kind`);
    if (at + 5 > bytes.length) throw new Fault(`it is cut in ${place}`);
    const length = view.getUint32(at + 1, true);
    if (at + 5 + length > bytes.length) throw new Fault(`it is cut in ${place}`);
    frames.push({ kind, place, payload: bytes.subarray(at + 5, at + 5 + length) });
    at += 5 + length;
  }
  return frames;
}

/** The payload of a frame, uncompressed. */
async function inflate({ payload, place }) {
  if (typeof DecompressionStream === "undefined") {
    throw new Fault("this browser is too old to uncompress it (Chromium from 80, Firefox from 113, Safari from 16.4 can)");
  }
  try {
    const stream = new Blob([payload]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw new Fault(`${place} is damaged: it cannot be uncompressed`);
  }
}

/** The JSON in an uncompressed payload. */
function parseJson(bytes, place) {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new Fault(`${place} is damaged: it is not JSON`);
  }
}

/** Reads LEB128 numbers one after the other. */
class Numbers {
  constructor(bytes, place) {
    this.bytes = bytes;
    this.place = place;
    this.at = 0;
  }

  /** The next number, below 2^53. */
  next() {
    const one = [0];
    this.column(one);
    return one[0];
  }

  /** How many entries follow, each of at least `least` bytes: a damaged count must not allocate memory. */
  count(least) {
    const entries = this.next();
    if (entries * least > this.bytes.length) throw new Fault(`${this.place} is damaged: it counts more than it holds`);
    return entries;
  }

  /** Fills an array with the next numbers, below 2^53. Reading behind the end gives 0 and is found after the column. */
  column(into) {
    const bytes = this.bytes;
    let at = this.at;
    for (let i = 0; i < into.length; i++) {
      let byte = bytes[at++];
      let value = byte & 127;
      for (let factor = 128; byte > 127; factor *= 128) {
        byte = bytes[at++];
        value += (byte & 127) * factor;
      }
      into[i] = value;
    }
    this.moved(at);
    return into;
  }

  /** Fills an array with cycles, of which all but the first are stored as differences. */
  cycles(into) {
    this.column(into);
    for (let i = 1; i < into.length; i++) into[i] += into[i - 1];
    return into;
  }

  /** Fills two arrays with the low and the high 32 bits of the next numbers. */
  masks(low, high) {
    const bytes = this.bytes;
    let at = this.at;
    for (let i = 0; i < low.length; i++) {
      let byte = bytes[at++];
      let [l, h] = [byte & 127, 0];
      for (let shift = 7; byte > 127 && shift < 64; shift += 7) {
        byte = bytes[at++];
        const bits = byte & 127;
        if (shift < 28) l |= bits << shift;
        else if (shift > 28) h |= bits << (shift - 32);
        // The fifth byte has bits of both halves.
        else {
          l |= bits << 28;
          h |= bits >>> 4;
        }
      }
      low[i] = l;
      high[i] = h;
    }
    this.moved(at);
  }

  moved(at) {
    if (at > this.bytes.length) throw new Fault(`${this.place} is damaged: it ends within a number`);
    this.at = at;
  }

  /** The frame must hold nothing else. */
  end() {
    if (this.at !== this.bytes.length) throw new Fault(`${this.place} is damaged: it holds more than it counts`);
  }
}
