"""Ten drawn runs: every number beside a line or an instruction, and in a sorted list, against the JSON of the same run that nobody watched."""

import collections
import json
import random

from known import contains, equal
from quicksort import entries, heddle, number

QUICKSORT = ["run", "examples/quicksort.cl", "--global", "256", "--args", "random:8192", "32"]
SAXPY = ["run", "examples/saxpy.cl", "--global", "256", "--local", "16", "--args", "random:1024", "random:1024", "2.5", "256"]
SEED = 61
RUNS = 10
# A page has at most a million instructions; its numbers are of the whole run.
CYCLES = "100..20100"
SHOWN = """return [...document.querySelectorAll("#source tbody tr")].map((row) => [...row.cells].map((cell) => cell.innerText))"""


def draw():
    """Each mechanism once and some of them again, with a preset and a program each: the two examples, or a built-in workload."""
    generator = random.Random(SEED)
    built_in = [row["workload"] for row in json.loads(heddle("workloads", "--json"))]
    shipped = {row["mechanism"]: row["presets"] for row in json.loads(heddle("mechanisms", "--json"))}
    again = [generator.choice(list(shipped)) for _ in range(RUNS - len(shipped))]
    for mechanism in [*shipped, *again]:
        program = generator.choice([QUICKSORT, SAXPY, ["run", generator.choice(built_in)]])
        preset = generator.choice([row["preset"] for row in shipped[mechanism] if row["runs"]])
        yield [*program, "--preset", preset, "--mechanism", mechanism]


def heats(profile):
    """The name of every number that the page offers, and how it follows from a row of the profile."""
    known = {
        "lanes lost": lambda row: row["lost_lanes"],
        "issues": lambda row: row["issued"],
        "thread instructions": lambda row: row["thread_instructions"],
        "misses": lambda row: row.get("lines", {}).get("misses", 0),
    }
    reasons = sorted({reason for row in profile for reason in row.get("stalls", {})})
    return known | {f"stalls: {reason}": lambda row, reason=reason: row.get("stalls", {}).get(reason, 0) for reason in reasons}


def sums(profile, key, value):
    """The sum of a number for each line or PC, without those of which there is none."""
    found = collections.Counter()
    for row in profile:
        found[key(row)] += value(row)
    return +found


def line_of(row):
    """Where a row of a profile stands in the source."""
    source = row.get("source")
    return f"{source['file'].split('/')[-1]}:{source['line']}" if source else "no source"


def shown(walk):
    """What each row shows: its first cell, and the number in its last one."""
    rows = [row for row in walk.driver.execute_script(SHOWN) if len(row) > 2 and row[-1]]
    return {row[0]: number(row[-1]) for row in rows}


def set_choice(walk, name, option):
    """Chooses an option without keys, of which ten runs would take thousands."""
    box = walk.driver.find_element("id", name)
    place = [element.text for element in box.find_elements("tag name", "option")].index(option)
    walk.driver.execute_script("arguments[0].selectedIndex = arguments[1]; arguments[0].dispatchEvent(new Event('change'))", box, place)


def walk_numbers_of_ten_runs(walk, folder):
    """Each of ten runs, with each of its numbers."""
    for place, run in enumerate(draw()):
        page = folder / f"numbers-{place}.html"
        plain = json.loads(heddle(*run, "--profile", "--json"))
        watched = json.loads(heddle(*run, "--profile", "--json", "--view", page, "--trace-cycles", CYCLES))
        equal(without_time(watched), without_time(plain))
        walk.open(page)
        try:
            check(walk, plain)
        except AssertionError as error:
            raise AssertionError(f"heddle {' '.join(run)}: {error}") from error


def without_time(report):
    """A report without what differs from run to run: the time that it took."""
    return {key: value for key, value in report.items() if not key.startswith("wall_")}


def check(walk, report):
    """All numbers of a page with one recording."""
    profile = report["profile"]
    offered = heats(profile)
    equal(sorted(walk.texts("#heat option")), sorted(offered))
    contains(walk.text("#window-note"), f" of {report['cycles']:,} are recorded")
    for name, value in offered.items():
        set_choice(walk, "heat", name)
        total = sum(map(value, profile))
        lines = sums(profile, line_of, value)
        equal(walk.totals(), [f"{total:,}"])
        of_lines = {where.split(":")[-1].replace("no source", ""): lanes for where, lanes in lines.items()}
        equal(shown(walk), of_lines)
        equal(sorted(entries(walk, "#hottest")), sorted((lanes, where) for where, lanes in lines.most_common(50)))
        set_choice(walk, "listed", "functions")
        # Each thread instruction is of one function.
        equal(sum(value for value, _ in entries(walk, "#hottest")), total)
        set_choice(walk, "listed", "lines")
        set_choice(walk, "mode", "assembly")
        equal(walk.totals(), [f"{total:,}"])
        equal(shown(walk), {hex(pc): lanes for pc, lanes in sums(profile, lambda row: row["pc"], value).items()})
        set_choice(walk, "mode", "source")
