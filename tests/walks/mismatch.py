"""Walks of pages that the command makes of a mismatch: a stack that keeps an entry if lane 0 is in it (docs/mismatch.md), found by random
stimuli, beside the golden GPU, and in its place."""

import pathlib
import subprocess

from known import contains, equal
from narrow import CONTRASTS, SMALLEST, screen, theme
from quicksort import HEDDLE

UNIT = "reconvergence_stack"
MISTAKE = ("== row_reconverge[i]))", "== row_reconverge[i]) & ~row_lanes[i][0])")

# Threads of a warp leave a loop one after the other, and go two ways in it.
KERNEL = """__kernel void part(__global uint *out) {
    uint i = get_global_id(0);
    uint x = 27 - i % 8;
    while (x != 1) {
        if (x & 1)
            x = 3 * x + 1;
        else
            x /= 2;
        out[i] += x;
    }
}
"""
LAUNCH = """kernel = "part"
grid = [8, 1, 1]
block = [8, 1, 1]
args = [{buffer = "out"}]

[[buffer]]
name = "out"
bytes = 256
"""


def pages(folder):
    """The pages of each mode."""
    command(folder, "gen", "--unit", UNIT, "--preset", "tiny", "--out", "rtl")
    (folder / "part.cl").write_text(KERNEL)
    (folder / "part.toml").write_text(LAUNCH)
    command(folder, "compile", "part.cl", "-o", "part.elf", "-g")
    right = (folder / f"rtl/{UNIT}.v").read_text()
    assert right.count(MISTAKE[0]) == 1, "the emitted Verilog has changed"
    (folder / "wrong.v").write_text(right.replace(*MISTAKE))
    return {mode: page(folder, mode) for mode in ["unit", "shadow", "in-loop"]}


def command(folder, *arguments, code=0):
    """Runs the command in a folder, for its exit code."""
    ended = subprocess.run([HEDDLE, *arguments], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    equal(ended.returncode, code)


def page(folder, mode):
    """The page of a mode."""
    kernel = [] if mode == "unit" else ["--kernel", "part.elf", "--launch", "part.toml"]
    arguments = ["--unit", UNIT, "--preset", "tiny", "--verilog", "wrong.v", "--mode", mode, *kernel, "--out", mode]
    command(folder, "cosim", *arguments, code=1)
    return folder / mode / f"{UNIT}.mismatch.html"


def differing(page):
    """Port, golden value and value of the RTL of each word that the text beside a page says to differ."""
    text = page.with_suffix(".txt").read_text()
    block = text.split("\ndiffers in cycle ")[1].split("\n\n")[0]
    rows = [line.split() for line in block.splitlines()[1:]]
    return [[name, golden, rtl] for name, _, golden, _, rtl in rows]


def issued(page):
    """PC, place and source line of the instruction that the text beside a page says to be issued last."""
    lines = page.with_suffix(".txt").read_text().split("\nissued last ")[1].split("\n\n")[0].splitlines()
    step = lines[-1]
    pc, place = step.split("PC ")[1].split(" ")[:2]
    return int(pc, 16), place.strip("(),"), step.split(", ")[-1]


def walk_words_that_differ(walk, page):
    """By keyboard alone: the words that differ, both values beside each other, and each marked in the last cycle of the ports."""
    walk.open(page)
    walk.tab_to("Mismatch")
    contains(walk.text("#mismatch summary"), "Mismatch", UNIT, " is 0x", "expected 0x")
    walk.tab_to("Words that differ")
    expected = differing(page)
    equal([row[:3] for row in walk.rows("#differing-words")], expected)
    walk.tab_to("Ports by cycle")
    marked = walk.texts("#ports td.differs")
    ports = {name.split("[")[0] for name, _, _ in expected}
    equal(len(marked), len(ports))
    for text in marked:
        contains(text, "≠", "golden 0x", "RTL 0x")
    unseen = walk.driver.find_element("css selector", "#ports td.differs .unseen").get_attribute("textContent")
    contains(unseen, "differs")
    walk.press("Left", times=30)
    walk.tab_to("State of the golden unit")
    contains(walk.text("#golden-state"), "ReconvergenceStack {", "stacks: ")
    contains(walk.text("#mismatch dl"), f"{UNIT}.mismatch.fst, cycles ", "heddle cosim --unit")
    assert not walk.errors(), walk.errors()


def walk_the_instruction(walk, page, runs):
    """The page opens at the cycle of the mismatch, at the instruction and the source line that the text names."""
    walk.open(page)
    pc, place, source = issued(page)
    last = [cell.text for cell in walk.driver.find_elements("css selector", "#steps tr.at td")]
    equal((int(last[2], 16), last[3], last[5]), (pc, place, source))
    equal(len(walk.state()["recordings"]), runs)
    cursor = walk.state()["cursor"]
    contains(walk.text("#moment"), f"cycle {cursor['cycle']:,}", "reconvergence stack, warp ", source.rsplit("/", 1)[-1])
    here = walk.texts("#source tr.here")
    equal([text.split()[1 if text.startswith("▸") else 0] for text in here], [source.rsplit(":", 1)[1]])
    # From another cycle back to the mismatch.
    walk.press("1", "Home")
    assert walk.state()["cursor"]["cycle"] != cursor["cycle"]
    walk.press("x")
    equal(walk.state()["cursor"]["cycle"], cursor["cycle"])
    equal(walk.focused(), "Mismatch of golden unit and RTL")
    walk.tab_to("show cycle ")
    walk.press("Enter")
    equal(walk.state()["cursor"]["cycle"], int(walk.rows("#steps")[0][0].replace(",", "")))
    # The panel makes room for the rest.
    walk.press("x")
    walk.driver.execute_script("document.querySelector('#mismatch summary').focus()")
    walk.press("Enter")
    assert not walk.is_visible("#mismatch-body"), "the panel is still open"
    assert not walk.errors(), walk.errors()


def walk_screens(walk, page):
    """Nothing is wider than a narrow screen, text is large enough and stands out in both themes."""
    walk.open(page)
    with screen(walk, 400, 800):
        wide = walk.driver.execute_script("return document.documentElement.scrollWidth")
        assert wide <= 400, f"the page is {wide} pixels wide"
        small = walk.driver.execute_script(SMALLEST)
        assert not small, small
    for scheme in ["light", "dark"]:
        theme(walk, scheme)
        least = walk.driver.execute_script(CONTRASTS)
        assert least >= 4.5, f"{scheme}: a contrast of {least:.2f}"
    theme(walk, "light")


def walks(walk, folder):
    """Walks of the pages of each mode."""
    made = pages(pathlib.Path(folder))
    for mode, page in made.items():
        yield f"words that differ, {mode}", lambda page=page: walk_words_that_differ(walk, page)
        yield f"screens, {mode}", lambda page=page: walk_screens(walk, page)
    for mode, runs in [("shadow", 1), ("in-loop", 2)]:
        yield f"the instruction, {mode}", lambda page=made[mode], runs=runs: walk_the_instruction(walk, page, runs)
