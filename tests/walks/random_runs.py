"""Random runs: what the page tells of a cycle, compared with a naive reading of the same issues."""

import random

import recording
import synthetic
from known import contains, equal

CORES, WARPS, LANES = 3, 5, 64


def rows_of(generator, length):
    """Random issues of a core, in the order of cycles."""
    cycle, rows = 0, []
    for _ in range(length):
        cycle += generator.randrange(1, 9)
        warp, lanes = generator.randrange(WARPS), generator.getrandbits(LANES) or 1
        rows.append((cycle, generator.randrange(1, 4), 0, warp, generator.randrange(8), 0, LANES * warp, lanes))
    return rows


def make(seed):
    """A recording with wide masks, and its issues by core."""
    generator = random.Random(seed)
    cores = [rows_of(generator, 400) for _ in range(CORES)]
    about = synthetic.about("mimd", 0x400, warp_size=LANES, width=LANES, cores=CORES, launches=[])
    counts = [(1, 1, 0, {})] * 8
    frames = [recording.issues(core, rows) for core, rows in enumerate(cores)]
    return recording.recording(about, frames, synthetic.result(5000, 0x400, counts)), cores


def mask(lanes):
    """A mask as the page writes it."""
    return "".join("1" if lanes >> lane & 1 else "·" for lane in range(LANES))


def next_pcs(rows, warp, cycle):
    """The lanes of each instruction that a thread of a warp executes next."""
    pcs = {}
    for lane in range(LANES):
        later = [row for row in rows if row[3] == warp and row[0] >= cycle and row[7] >> lane & 1]
        if later:
            pcs[later[0][4]] = pcs.get(later[0][4], 0) | 1 << lane
    return sorted((0x400 + 4 * k, mask(lanes)) for k, lanes in pcs.items())


def walk_random_runs(walk, folder):
    """Every issue of a warp on the way, in each core, with its mask and the PCs of its threads."""
    bytes_, cores = make(1)
    page = folder / "random.html"
    page.write_text(recording.page("random", [bytes_]))
    walk.open(page)
    walk.press("1")
    walk.press("Up", times=CORES * WARPS)
    for core in range(CORES):
        for warp in range(WARPS):
            walk.press("Home")
            own = [row for row in cores[core] if row[3] == warp]
            for row in own[:6]:
                check(walk, core, row, cores[core])
                walk.press("Right")
            walk.press("Down")


def check(walk, core, row, rows):
    """The cursor is at an issue, and all that is told of it is right."""
    cycle, _, _, warp, instruction, _, _, lanes = row
    contains(walk.status(), f"cycle {cycle:,} · core {core} warp {warp} · ", f"0x{0x400 + 4 * instruction:x} ", f"lanes {mask(lanes)} {lanes.bit_count()} of 64")
    found = [(int(cells[0].split()[0], 16), cells[1]) for cells in walk.rows("[data-table=threads]") if cells[0].startswith("0x")]
    equal(sorted(found), next_pcs(rows, warp, cycle))
