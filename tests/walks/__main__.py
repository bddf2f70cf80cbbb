"""Walks pages of recordings in a browser, by keyboard alone. scripts/walks runs it.

    python3 tests/walks                pages of known content, --quicksort, --mismatch, --numbers, --speed
    python3 tests/walks PAGE...        what holds of every page, on these pages
    python3 tests/walks --quicksort    pages that the command makes of examples/quicksort.cl
    python3 tests/walks --mismatch     pages that the command makes of a mistake in RTL
    python3 tests/walks --numbers      pages of ten drawn runs, whose numbers are those of their JSON
    python3 tests/walks --speed        a page of a million issues, whose times have limits
    python3 tests/walks --pictures FOLDER    no walks: pictures of pages for README and book

Prints how many walks passed; exit code 1 if any failed. It needs Chromium and the packages of scripts/python-tools-walks.txt.
"""

import pathlib
import sys
import tempfile
import traceback

import any_page
import faults
import known
import mismatch
import narrow
import numbers_of_runs
import pictures
import quicksort
import random_runs
import speed
import synthetic
from walk import browser


def walks_of(module):
    """The walks of a module, in their order."""
    return [value for name, value in vars(module).items() if name.startswith("walk_")]


def each(walk, page, walks):
    """Walks of a page, which is opened anew for each."""

    def fresh(function):
        walk.open(page)
        function(walk)

    return [(f"{function.__name__} {page.name}", lambda function=function: fresh(function)) for function in walks]


def made(walk, folder):
    """Walks of pages that are made here."""
    page = folder / "synthetic.html"
    page.write_text(synthetic.both())
    yield from each(walk, page, walks_of(known) + walks_of(any_page) + walks_of(narrow))
    for function in walks_of(faults) + walks_of(random_runs):
        yield function.__name__, lambda function=function: function(walk, folder)


def run(walks):
    """Runs walks; says which failed, and why. Returns how many passed and failed."""
    passed = failed = 0
    for name, walk in walks:
        try:
            walk()
            passed += 1
        except Exception:
            failed += 1
            print(f"failed: {name}\n{traceback.format_exc()}", file=sys.stderr)
    return passed, failed


def asked(walk, folder, arguments):
    """The walks that the command line asks for."""
    if arguments in ([], ["--quicksort"]):
        yield from quicksort.walks(walk, folder)
    if arguments in ([], ["--mismatch"]):
        yield from mismatch.walks(walk, folder)
    if arguments in ([], ["--numbers"]):
        yield "numbers of ten runs", lambda: numbers_of_runs.walk_numbers_of_ten_runs(walk, folder)
    if arguments in ([], ["--speed"]):
        yield "speed", lambda: speed.walk_a_million_issues(walk, folder)
    if not arguments:
        yield from made(walk, folder)
    if arguments and not arguments[0].startswith("--"):
        for page in map(pathlib.Path, arguments):
            yield from each(walk, page, walks_of(any_page))


def main():
    """Walks what the command line asks for."""
    if sys.argv[1:2] == ["--pictures"]:
        pictures.main(pathlib.Path(sys.argv[2]))
        return
    with browser() as walk, tempfile.TemporaryDirectory() as name:
        passed, failed = run(asked(walk, pathlib.Path(name), sys.argv[1:]))
    print(f"{passed} walks passed" + (f", {failed} failed" if failed else ""))
    sys.exit(1 if failed else 0)


main()
