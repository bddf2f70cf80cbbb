"""How long a page of a million issues works, and how much memory it takes."""

import random
import statistics

import recording
import synthetic

ISSUES, WARPS, LANES, LINES, INSTRUCTIONS = 1_000_000, 32, 32, 60, 300
# Milliseconds of script to load the page and, as a median, to draw a step of zooming or moving; megabytes of memory.
LOAD, DRAW, MEMORY = 3000, 33, 500
STEPS = ["0", "+", "Shift+Right", "Shift+Left", "-"]


def instructions():
    """A program without sense, over all lines."""
    return [
        {"pc": 4 * k, "text": f"addi a0, a0, {k}", "place": f"k+0x{4 * k:x}", "class": "other", "source": [0, k % LINES + 1]}
        for k in range(INSTRUCTIONS)
    ]


def frames(generator):
    """Random issues, a stall and a line for every fourth and a change of a stack for every tenth, busy buses, and the last cycle."""
    issues, stalls, port, changes, cycle = [], [], [], [], 0
    for number in range(ISSUES):
        cycle += generator.choice((1, 1, 2, 4, 4, 4, 8))
        warp, instruction = generator.randrange(WARPS), generator.randrange(INSTRUCTIONS)
        lanes = generator.getrandbits(LANES) | 1 if number % 3 else (1 << LANES) - 1
        issues.append((cycle, 4, 0, warp, instruction, 0, warp * LANES, lanes))
        if number % 4 == 0:
            stalls.append((cycle, 3, generator.randrange(7)))
            port.append((cycle, 2, generator.randrange(3)))
        if number % 10 == 0:
            changes.append((cycle, 0, warp, [[4 * instruction, 0, lanes, 0]] * (1 + number // 10 % 4)))
    bus = [(period, generator.randrange(65)) for period in range(cycle // 64)]
    memory = [recording.port(0, port), recording.bus(0, bus)]
    return [recording.issues(0, issues), recording.stalls(0, stalls), *memory, recording.changes(0, changes)], cycle


def million():
    """The page."""
    made, cycles = frames(random.Random(1))
    source = [{"file": "k.cl", "text": "".join(f"x[{line}] += {line};\n" for line in range(LINES))}]
    shape = {"warp_size": LANES, "width": LANES, "warps": WARPS, "window": [0, cycles], "tables": [synthetic.STACK], "period": 64}
    about = synthetic.about("pdom", 0, **shape, instructions=instructions(), sources=source, launches=[])
    return recording.page("a million issues", [recording.recording(about, made, {"cycles": cycles, "profile": []})])


def memory(walk):
    """Megabytes of the script's objects and arrays."""
    walk.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
    heap = walk.driver.execute_cdp_cmd("Runtime.getHeapUsage", {})
    used = walk.driver.execute_script("return performance.memory.usedJSHeapSize")
    return max(used, heap["usedSize"] + heap["backingStorageSize"]) / 1e6


def walk_a_million_issues(walk, folder):
    """Loading, and 200 steps of zooming and moving, within their budgets."""
    page = folder / "million.html"
    page.write_text(million())
    walk.open(page)
    walk.tab_to("pdom: lanes")
    before = len(walk.timings()["draws"])
    for _ in range(40):
        for step in STEPS:
            walk.press(step)
    times = walk.timings()
    draws = times["draws"][before:]
    load, draw, used = times["load"], statistics.median(draws), memory(walk)
    size = page.stat().st_size / 1e6
    print(f"a million issues: {size:.1f} MB, load {load:.0f} ms, {len(draws)} steps: median {draw:.1f} ms, {used:.0f} MB of memory")
    assert len(draws) >= 200, len(draws)
    assert load <= LOAD, f"loading took {load:.0f} ms"
    assert draw <= DRAW, f"a step took {draw:.1f} ms"
    assert used <= MEMORY, f"{used:.0f} MB of memory"
