"""Results as data: each run of a measuring script is a file of results/, which `scripts/pages` shows in pages.

A result says by which command it was measured, on which commit, machine and inputs, and has a key of the sources that it measured.
Cells are numbers (RES-1), and each column says how it is shown: a text without a format, or the format of a number or of several.
"""

import datetime
import functools
import hashlib
import json
import os
import pathlib
import platform
import re
import string
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "results"
# Where results are shown.
PAGES = ["README.md", "docs"]
# How names, numbers and shares are shown.
NAME, COUNT, SHARE = "`{}`", "{:,}", "{:.1f} %"
# What a result depends on, by what was measured. RES-4: whole folders.
SOURCES = {
    "runs": ["contract", "kernels", "sim"],
    "reports": ["contract", "kernels", "sim", "study/src/report"],
    "searches": ["area", "contract", "hdl", "kernels", "sim", "study/src/explore"],
    "proofs": ["contract", "cosim", "hdl", "sim/units"],
    "equality": ["contract/src", "cosim/golden", "cosim/src", "hdl/src", "kernels", "sim", "symbolic/src"],
    "netlists": ["contract", "hdl", "synth"],
    "opencl": ["contract", "kernels", "sim", "compiler", "opencl-c", "opencl"],
    "speed": ["contract", "cosim", "gen", "hdl", "kernels", "sim"],
    "demonstrator": ["contract", "hdl", "sim/units", "demo"],
    "systems": ["system", "cli", "compiler", "cosim", "opencl", "opencl-c", "synth"],
    # Commits that the result names do not change.
    "commits": [],
}


def git(*arguments):
    # The repository may belong to another user, as in a container.
    return subprocess.run(["git", "-c", "safe.directory=*", *arguments], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout


def commit():
    return git("rev-parse", "--short=12", "HEAD").decode().strip()


@functools.cache
def blob(path):
    """The name that git gives to the content of a file; none if it was removed."""
    file = ROOT / path
    if not os.path.lexists(file):
        return None
    content = os.readlink(file).encode() if file.is_symlink() else file.read_bytes()
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()


@functools.cache
def tracked():
    """The files of the working tree."""
    return sorted(name for name in git("ls-files", "-z").decode().split("\0") if name)


def below(path, folders):
    return any(path == folder or path.startswith(f"{folder}/") for folder in folders)


def digest(blobs):
    """The key of files, from pairs of their paths and the names of their contents."""
    lines = "".join(f"{path} {name}\n" for path, name in sorted(blobs) if name)
    return hashlib.sha256(lines.encode()).hexdigest()[:16]


@functools.cache
def key_of(sources):
    return digest((path, blob(path)) for path in tracked() if below(path, sources))


def key(sources):
    """The key of sources in the working tree."""
    return key_of(tuple(sources))


def key_at(name, sources):
    """The key of sources at a commit; none if files differed from it, or if there were several commits."""
    if not re.fullmatch("[0-9a-f]{12}", name):
        return None
    entries = [entry.split("\t") for entry in git("ls-tree", "-r", "-z", name, "--", *sources).decode().split("\0") if entry]
    return digest((path, facts.split()[2]) for facts, path in entries)


def crates():
    """Everything that tests depend on."""
    return sorted({path.split("/")[0] for path in tracked() if path.endswith("/Cargo.toml")}) + ["Cargo.lock"]


def column(name, show="{}"):
    return {"name": name, "show": show}


def counts(*names):
    """Columns of numbers."""
    return [(name, COUNT) for name in names]


def table(columns, rows, before=""):
    """A table. A column is a name, or a name and how its cells are shown; `before` is a sentence above the table."""
    columns = [column(*([named] if isinstance(named, str) else named)) for named in columns]
    return {**({"before": before} if before else {}), "columns": columns, "rows": [[rounded(cell) for cell in row] for row in rows]}


def rounded(cell):
    """A cell with no more digits than any column shows."""
    if isinstance(cell, (list, tuple)):
        return [rounded(part) for part in cell]
    return round(cell, 4) if isinstance(cell, float) else cell


def shown(show, cell):
    """A cell as it is shown. A text in the place of a number says why there is none."""
    if cell is None:
        return ""
    if isinstance(cell, str) and ":" in show:
        return cell
    return show.format(*cell) if isinstance(cell, list) else show.format(cell)


def escaped(text):
    """A text that does not end its cell in Markdown."""
    return text.replace("|", "\\|").replace("\n", " ")


def part(show, cell, number):
    """A number among several of a cell, as it is shown."""
    places = list(string.Formatter().parse(show))
    spec = places[number - 1][2]
    after = places[number][0] if number < len(places) else ""
    return format(cell[number - 1], spec) + (" %" if after.startswith(" %") else "")


def lines(table):
    """A table in Markdown."""
    columns = table["columns"]
    # Numbers are easier to compare when their ends are below each other.
    rule = ["---:" if ":" in column["show"] else "---" for column in columns]
    rows = [[escaped(shown(column["show"], cell)) for column, cell in zip(columns, row)] for row in table["rows"]]
    before = [table["before"], ""] if "before" in table else []
    return before + [f"| {' | '.join(cells)} |" for cells in [[column["name"] for column in columns], rule, *rows]]


def host():
    """The processor, and how many the process may use."""
    names = re.findall(r"^model name\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return f"{names[0] if names else platform.machine()}, {os.cpu_count()} cores"


class Run:
    """A run of a measuring script, timed from here on."""

    def __init__(self, command):
        for folder in {folder for folders in SOURCES.values() for folder in folders}:
            if not any(below(path, [folder]) for path in tracked()):
                sys.exit(f"results: {folder} is no folder; correct SOURCES in scripts/results.py")
        self.command, self.begun = command, time.monotonic()
        self.start = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%MZ")

    def result(self, name, tables, *, preset, overrides="", programs="", seed="1", sources):
        """The result of the run; `sources` is a key of `SOURCES`."""
        return {
            "name": name, "command": self.command, "preset": preset, "overrides": overrides, "programs": programs, "seed": seed,
            "commit": commit(), "machine": host(), "start": self.start, "minutes": round((time.monotonic() - self.begun) / 60, 1),
            "sources": SOURCES[sources], "key": key(SOURCES[sources]), "tables": tables,
        }

    def write(self, *arguments, **facts):
        """Writes the result, and shows it in the pages."""
        write(self.result(*arguments, **facts))
        show()


def text(result):
    """A result as a file: a line for each column and row."""
    held = []

    def hold(value):
        held.append(json.dumps(value, ensure_ascii=False))
        return f"@{len(held) - 1}@"

    tables = [{**one, "columns": list(map(hold, one["columns"])), "rows": list(map(hold, one["rows"]))} for one in result["tables"]]
    whole = json.dumps({**result, "tables": tables}, indent=2, ensure_ascii=False)
    return re.sub(r'"@(\d+)@"', lambda place: held[int(place[1])], whole) + "\n"


def write(result):
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{result['name']}.json"
    scratch = path.with_suffix(".tmp")
    scratch.write_text(text(result))
    scratch.rename(path)


def show():
    """Shows all results in the pages. A page may name a cell that is gone: then the result is kept, and the page has to change."""
    if subprocess.run([ROOT / "scripts" / "pages"]).returncode:
        sys.exit("the results are kept in results/; mend the page, then run scripts/pages")


def read():
    """All results by their names."""
    return {path.stem: json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))}


def complete(result):
    """Gives a result of stages the key of the commit at which they ran."""
    # The pages that show results are no sources of them.
    result["sources"] = [source for source in result["sources"] if source not in PAGES] or crates()
    result["key"] = key_at(result["commit"], result["sources"])
    write(result)


def is_stale(result):
    """Whether the sources are not those that were measured, or unknown (RES-6)."""
    return result["key"] is None or result["key"] != key(result["sources"])
