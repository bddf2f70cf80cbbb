"""A page of two small recordings: one source, two binaries, two mechanisms."""

import recording

REASONS = ["issue", "port", "arbiter", "memory", "pipeline", "barrier", "idle"]
SOURCE = """kernel void k(global int *a) {
    int i = get_global_id(0);
    if (a[i] > 0)
        a[i] = 1;
    else a[i] = 2;
}
"""
# Text, class and line of each instruction.
PROGRAM = [
    ("auipc a1, 0x10", "other", None),
    ("lw a0, 0(a1)", "load", 3),
    ("bge zero, a0, 0x14", "branch", 3),
    ("sw a2, 0(a1)", "store", 4),
    ("jal zero, 0x18", "jump", 4),
    ("sw a3, 0(a1)", "store", 5),
    ("barrier", "barrier", 6),
    ("ret", "jump", 6),
]
STACK = {
    "name": "stack",
    "title": "reconvergence stack",
    "of": "warp",
    "columns": [
        {"name": "pc", "kind": "pc"},
        {"name": "reconverges", "kind": "pc"},
        {"name": "lanes", "kind": "mask"},
        {"name": "call", "kind": "flag"},
    ],
}


def about(mechanism, base, **others):
    """What a recording says first; its program begins at `base`."""
    instructions = [
        {"pc": base + 4 * k, "text": text, "place": f"k+0x{4 * k:x}", "class": kind, "source": line and [0, line]}
        for k, (text, kind, line) in enumerate(PROGRAM)
    ]
    instructions[2]["reconverges"] = base + 0x18
    instructions[3]["lat"] = True
    return {
        "heddle": "0.1.0",
        "title": f"k under {mechanism}",
        "command": "heddle run k.cl",
        "seed": 1,
        "mechanism": mechanism,
        "machine": "preset `fung2009`",
        "warp_size": 4,
        "width": 4,
        "cores": 1,
        "warps": 2,
        "window": [0, 1000],
        "launches": [{"kernel": "k", "grid": [1, 1, 1], "block": [8, 1, 1]}],
        "reasons": REASONS,
        "instructions": instructions,
        "sources": [{"file": "src/k.cl", "text": SOURCE}],
        "tables": [],
        **others,
    }


def result(cycles, base, counts):
    """What a run prints: `counts` has issues, thread instructions, misses and stalls of each instruction."""
    profile = []
    for k, (issued, threads, misses, stalled) in enumerate(counts):
        text, _, line = PROGRAM[k]
        row = {"pc": base + 4 * k, "function": f"k+0x{4 * k:x}", "instruction": text}
        if line:
            row["source"] = {"file": "src/k.cl", "line": line}
        row |= {"issued": issued, "thread_instructions": threads, "mean_active_lanes": threads / issued}
        row |= {"lost_lanes": 4 * issued - threads, "stalls": dict.fromkeys(REASONS, 0) | stalled}
        if misses:
            row["lines"] = {"lines": misses, "per_instruction": 1.0, "misses": misses}
        profile.append(row)
    return {"cycles": cycles, "ipc": 1.5, "stalls": dict.fromkeys(REASONS, 0), "profile": profile}


def issue(cycle, warp, instruction, lanes=0b1111, held=1, block=0):
    """An issue; the threads of a warp are numbered from the warp's number times 4."""
    return (cycle, held, 0, warp, instruction, block, 4 * warp, lanes)


def pdom():
    """Warp 0 diverges in cycle 10, warp 1 does not."""
    rows = [(0, 0, 0), (1, 1, 0), (4, 0, 1), (5, 1, 1), (10, 0, 2), (11, 1, 2), (12, 0, 3, 0b0011), (13, 1, 3)]
    rows += [(14, 0, 4, 0b0011), (15, 1, 4), (16, 0, 5, 0b1100), (20, 0, 6), (21, 1, 6), (22, 0, 7, 0b1111, 2), (24, 1, 7)]
    # Bottom first.
    bottom, other, taken = [0x118, 0, 0b1111, 0], [0x114, 0x118, 0b1100, 0], [0x10C, 0x118, 0b0011, 1]
    stack = [
        (0, 0, 0, [[0x104, 0, 0b1111, 0]]),
        (1, 0, 1, [[0x104, 0, 0b1111, 0]]),
        (10, 0, 0, [bottom, other, taken]),
        (14, 0, 0, [bottom, other]),
        (16, 0, 0, [bottom]),
    ]
    counts = [(2, 8, 0, {}), (2, 8, 2, {"memory": 4}), (2, 8, 0, {}), (2, 6, 0, {}), (2, 6, 0, {}), (1, 2, 0, {})]
    counts += [(2, 8, 0, {"barrier": 3}), (2, 8, 0, {})]
    frames = [
        recording.issues(0, [issue(*row) for row in rows]),
        recording.stalls(0, [(6, 4, 3), (17, 3, 5)]),
        recording.port(0, [(5, 2, 2), (6, 1, 0), (13, 3, 1)]),
        recording.bus(1, [(1, 4)]),
        recording.changes(0, stack),
    ]
    return recording.recording(about("pdom", 0x100, tables=[STACK], period=8, modules=2), frames, result(25, 0x100, counts))


def dwf():
    """Two cores. Core 0 joins threads of its warps in the cycles 12 and 14. Only half of the run is recorded."""
    first = [(0, 0, 0), (1, 1, 0), (4, 0, 1), (5, 1, 1), (8, 0, 2), (9, 1, 2), (12, 0, 3, 0b0011), (12, 1, 3, 0b1100)]
    first += [(14, 0, 5, 0b1100), (14, 1, 5, 0b0011), (18, 0, 7), (19, 1, 7)]
    second = [(2, 0, 0), (6, 0, 1), (10, 0, 2), (12, 0, 3), (18, 0, 7)]
    counts = [(6, 24, 0, {}), (6, 24, 3, {"memory": 9}), (6, 24, 0, {}), (5, 14, 0, {}), (1, 4, 0, {}), (3, 10, 0, {})]
    counts += [(1, 4, 0, {}), (6, 24, 0, {})]
    frames = [
        # In two frames each, the second core first: a recorder may write them in any order.
        recording.issues(1, [issue(*row, block=1) for row in second[:3]]),
        recording.issues(0, [issue(*row) for row in first[:7]]),
        recording.issues(1, [issue(*row, block=1) for row in second[3:]]),
        recording.issues(0, [issue(*row) for row in first[7:]]),
        recording.stalls(0, [(16, 2, 3)]),
        recording.stalls(1, [(16, 2, 4)]),
    ]
    changed = about("dwf", 0x200, cores=2, window=[0, 20])
    return recording.recording(changed, frames, result(40, 0x200, counts))


def both():
    """The page of both."""
    return recording.page("k: pdom and dwf", [pdom(), dwf()])
