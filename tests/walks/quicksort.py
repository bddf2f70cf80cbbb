"""Walks of examples/quicksort.cl on fung2009 as shipped: what its page answers, against the JSON of its runs and a reader of its own."""

import collections
import json
import os
import pathlib
import subprocess
import sys

from known import contains, equal
from walk import first

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEDDLE = os.environ.get("HEDDLE", str(ROOT / "scripts/heddle"))
SOURCE = "examples/quicksort.cl"
RUN = [SOURCE, "--global", "2048", "--args", "random:65536", "32", "--preset", "fung2009", "--trace-cycles", "0..40000"]
MECHANISMS = ["pdom", "stackless", "dwf"]

sys.path.append(str(ROOT / "examples"))
import read_recording  # noqa: E402, the reader of docs/recordings.md


def heddle(*arguments):
    """Standard output of the command, which succeeds."""
    return subprocess.run([HEDDLE, *map(str, arguments)], cwd=ROOT, stdout=subprocess.PIPE, check=True, text=True).stdout


class Page:
    """The page of runs in one order of basic blocks, and what the runs reported by themselves."""

    def __init__(self, folder, order):
        self.path = folder / f"{order}.html"
        self.reports, self.recordings = {}, {}
        for mechanism in MECHANISMS:
            file = folder / f"{order}-{mechanism}.rec"
            run = ["run", *RUN, "--mechanism", mechanism, "--block-order", order]
            self.reports[mechanism] = json.loads(heddle(*run, "--profile", "--json"))
            heddle(*run, "--record", file, "--brief")
            self.recordings[mechanism] = read_recording.read(file)
        files = [folder / f"{order}-{mechanism}.rec" for mechanism in MECHANISMS]
        heddle("view", *files, "--out", self.path)

    def lost(self, mechanism):
        """Lanes lost on each line of the source."""
        lines = collections.Counter()
        for row in self.reports[mechanism]["profile"]:
            if "source" in row:
                lines[row["source"]["line"]] += row["lost_lanes"]
        return lines

    def line_of(self, mechanism, issue):
        """The line of an issue."""
        source = self.recordings[mechanism]["about"]["instructions"][issue["instruction"]]["source"]
        return source and source[1]


def number(text):
    return int(first(text).replace(",", "").lstrip("+"))


def entries(walk, box):
    """Number and line of each entry of a sorted list."""
    texts = [entry.split("\n")[:2] for entry in walk.texts(f"{box} li") if entry != "none"]
    return [(number(value), where) for value, where in texts]


def walk_lines_that_lose_most(walk, page):
    """The three lines that lose most lanes under each mechanism stand at the top of the list, with their numbers."""
    for mechanism in MECHANISMS:
        walk.tab_to("hottest: recording 1")
        walk.choose(mechanism)
        expected = [(lost, f"quicksort.cl:{line}") for line, lost in page.lost(mechanism).most_common(3)]
        of_lines = [entry for entry in entries(walk, "#hottest") if entry[1] != "no source"]
        equal(of_lines[:3], expected)
    walk.tab_to("lines by")
    walk.press("Home", "Enter")
    contains(walk.status(), " chosen: ")


def walk_functions_that_lose_most(walk, page):
    """Functions, inlined ones included, with what their instructions lose; choosing one leads to its issues."""
    walk.tab_to("lists of")
    walk.choose("functions")
    walk.tab_to("hottest: recording 1")
    walk.choose("stackless")
    about = page.recordings["stackless"]["about"]
    calls = {row["pc"]: row.get("calls", []) for row in about["instructions"]}
    lost = collections.Counter()
    for row in page.reports["stackless"]["profile"]:
        lost[tuple(calls[row["pc"]])] += row["lost_lanes"]
    # The kernel is inlined into the function that a launch begins with.
    assert ("quicksort", "quicksort", "partition", "swap") in lost, lost
    found = [(value, " in ".join(reversed(way))) for way, value in (+lost).most_common(3)]
    shown = [entry.split("\n") for entry in walk.texts("#hottest li")[:3]]
    equal([(number(value), " ".join(names)) for value, *names in shown], found)
    walk.tab_to("functions by")
    walk.press("Home", "Enter")
    contains(walk.status(), f"{found[0][1]} chosen: ", f"stackless {found[0][0]:,}")
    walk.press("2", "Home", "n")
    contains(walk.status(), " › ".join(lost.most_common(1)[0][0]))
    walk.tab_to("lists of")
    walk.choose("lines")


def walk_why_one_loses_more(walk, clang, default):
    """In clang's order of blocks stackless loses more lanes than pdom, in the other order it does not. The page says why: clang has put code
    that follows a loop below it in memory, so threads that have left the loop go on alone, at the lowest PC of their warp."""
    for page, is_more in [(clang, True), (default, False)]:
        more = page.lost("stackless") - page.lost("pdom")
        share = sum(more.values()) / sum(page.lost("pdom").values())
        assert (share > 0.05) == is_more, f"stackless loses {share:.1%} more lanes in {page.path.name}"
        walk.open(page.path)
        choose_worse(walk)
        equal(entries(walk, "#worse")[:3], [(lost, f"quicksort.cl:{line}") for line, lost in more.most_common(3)])
    walk.open(clang.path)
    choose_worse(walk)
    lost = {mechanism: clang.lost(mechanism) for mechanism in MECHANISMS}
    line = max(lost["stackless"], key=lambda line: lost["stackless"][line] / (lost["pdom"][line] + 1))
    walk.tab_to("lose more")
    walk.press("Home")
    while f"quicksort.cl:{line} " not in walk.status():
        walk.press("Down")
    walk.press("Enter")
    contains(walk.status(), f"quicksort.cl:{line} chosen: ")
    walk.press("1", "Home", "n")
    contains(walk.status(), " 32 of 32 ")
    walk.press("2", "Home")
    apart = apart_threads(walk)
    assert " 32 of 32 " not in walk.status(), walk.status()
    going, *waiting = [int(row[0].split(" ")[0], 16) for row in apart]
    assert all(going < pc for pc in waiting), f"the lowest PC does not go first: {apart}"


def choose_worse(walk):
    """Asks for the lines that lose more lanes under stackless than under pdom."""
    for place, mechanism in [(1, "stackless"), (2, "pdom")]:
        walk.tab_to(f"worse: recording {place}")
        walk.choose(mechanism)


def apart_threads(walk):
    """The PCs of the threads of the cursor's warp at its first issue of the chosen line at which they are at several."""
    for _ in range(200):
        walk.press("n")
        # Threads that have ended, or that the window does not follow, are at no PC.
        rows = [row for row in walk.rows("[data-table=threads]") if row[0].startswith("0x")]
        if len(rows) > 1:
            return rows
    raise AssertionError("threads are never apart on the chosen line")


def divergent(page):
    """The first issue of warp 0 of core 0 under pdom after which its stack is deeper, and the stack before and after it."""
    recording = page.recordings["pdom"]
    stacks = [change for change in recording["changes"] if change["core"] == 0 and change["owner"] == 0]
    deeper = next(at for at, change in enumerate(stacks) if at and len(change["rows"]) > len(stacks[at - 1]["rows"]) > 0)
    return stacks[deeper - 1], stacks[deeper]


def walk_the_stack(walk, page):
    """The stack before and after the first divergent branch: the top becomes the reconvergence point, and a side is pushed for each way."""
    before, after = divergent(page)
    walk.open(page.path)
    walk.press("1", "Home", "d")
    shown = walk.rows("[data-table=stack]")
    equal(len(shown), len(before["rows"]))
    contains(shown[0][0], hex(before["rows"][-1][0]))
    walk.press("]")
    shown = walk.rows("[data-table=stack]")
    # The page has the top above, the recording the bottom first.
    equal([row[0].split(" ")[0] for row in shown], [hex(row[0]) for row in reversed(after["rows"])])
    equal([row[3].split(" ")[0] for row in shown if row[2] == "yes"], [hex(row[3]) for row in reversed(after["rows"]) if row[2]])
    contains(shown[0][-1], "pushed")


def first_join(page):
    """The first cycle in which dwf issues threads of two warps of a core together."""
    issues = sorted(page.recordings["dwf"]["issues"], key=lambda issue: issue["cycle"])
    seen = {}
    for issue in issues:
        key = issue["core"], issue["cycle"], issue["instruction"]
        if seen.setdefault(key, issue["warp"]) != issue["warp"]:
            return issue
    raise AssertionError("dwf joins no threads")


def walk_the_first_join(walk, page):
    """The first cycle in which dwf joins threads of two warps."""
    walk.open(page.path)
    walk.press("3", "Home", "j")
    join = first_join(page)
    contains(walk.status(), f"cycle {join['cycle']:,} ", "joined with warp")
    line = page.line_of("dwf", join)
    contains(walk.status(), f"quicksort.cl:{line}" if line else "no source")


def walks(walk, folder):
    """Walks of pages that the command makes of the example."""
    clang, default = Page(folder, "clang"), Page(folder, "topological")
    walk.open(default.path)
    yield "lines that lose most", lambda: walk_lines_that_lose_most(walk, default)
    yield "functions that lose most", lambda: walk_functions_that_lose_most(walk, default)
    yield "why one loses more", lambda: walk_why_one_loses_more(walk, clang, default)
    yield "the stack", lambda: walk_the_stack(walk, clang)
    yield "the first join", lambda: walk_the_first_join(walk, default)
