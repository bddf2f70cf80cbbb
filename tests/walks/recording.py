"""Recordings and pages of known content, written apart from what writes and reads them elsewhere."""

import base64
import json
import pathlib
import re
import struct
import zlib

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "timeline/src/page"
FIRST_LINE = b"heddle recording 1\n"


def number(value, out):
    """Appends a LEB128 number."""
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)


def numbers(values, out):
    """Appends LEB128 numbers."""
    for value in values:
        number(value, out)


def differences(cycles):
    """The first cycle, and how far each other one is behind the one before it."""
    return [cycle - before for before, cycle in zip([0, *cycles], cycles)]


def frame(kind, payload):
    """A frame with its payload compressed."""
    packed = zlib.compress(bytes(payload), 6)
    return kind.encode() + struct.pack("<I", len(packed)) + packed


def columns(kind, core, rows, width):
    """A frame of columns; the first one is of cycles."""
    out = bytearray()
    numbers([len(rows), core], out)
    first, *others = zip(*rows) if rows else [()] * width
    numbers(differences(first), out)
    for column in others:
        numbers(column, out)
    return frame(kind, out)


def issues(core, rows):
    """Issues of a core: cycle, held, launch, warp, instruction, block, thread, lanes."""
    return columns("I", core, rows, 8)


def stalls(core, rows):
    """Stalls of a core: cycle, cycles, reason."""
    return columns("S", core, rows, 3)


def port(core, rows):
    """Lines that a core's port served: cycle, lines, misses."""
    return columns("P", core, rows, 3)


def bus(module, rows):
    """Periods in which a module's bus carried data: period, busy cycles."""
    return columns("B", module, rows, 2)


def changes(core, rows):
    """Changes of tables of a core: cycle, table, owner, rows of values."""
    out = bytearray()
    numbers([len(rows), core], out)
    last = 0
    for cycle, table, owner, content in rows:
        numbers([cycle - last, table, owner, len(content)], out)
        last = cycle
        for row in content:
            numbers(row, out)
    return frame("T", out)


def recording(about, frames, result):
    """A whole recording."""
    ends = [frame(kind, json.dumps(value).encode()) for kind, value in [("A", about), ("R", result)]]
    return FIRST_LINE + ends[0] + b"".join(frames) + ends[1]


def page(title, recordings):
    """The page of some recordings, as text."""
    parts = re.findall(r'include_str!\("(.*?)"\)', (FOLDER / "mod.rs").read_text())

    def text(ending):
        return "".join((FOLDER / name).read_text() for name in parts if name.endswith(ending))

    values = {
        "title": title,
        "style": text(".css"),
        "script": text(".js"),
        "mismatch": "",
        "recordings": "\n".join(map(element, recordings)),
    }
    lines = (FOLDER / "page.html").read_text().splitlines()
    return "\n".join(values.get(line.strip("{}"), line) if line.startswith("{{") else line for line in lines)


def element(bytes_):
    """The element that holds a recording."""
    text = base64.b64encode(bytes_).decode()
    return f'<script type="application/octet-stream" class="recording">{text}</script>'
