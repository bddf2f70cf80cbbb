"""Tables of the documentation: each stands between its markers, and scripts write what is between them."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def table(columns, rows):
    """The lines of a table in Markdown."""
    rule = ["---"] * len(columns)
    return [f"| {' | '.join(cells)} |" for cells in [columns, rule, *rows]]


def commit():
    name = subprocess.run(["git", "rev-parse", "--short=12", "HEAD"], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    return name.stdout.strip()


def put(page, name, head, lines):
    """Writes a table with its head between the markers of a page."""
    body = "\n".join([head, "", *lines])
    marked = re.compile(f"(<!-- table: {name} -->\n).*?(<!-- end of table -->)", re.DOTALL)
    text, places = marked.subn(lambda marks: f"{marks[1]}{body}\n{marks[2]}", page.read_text())
    if places != 1:
        sys.exit(f"{page}: {places} places are marked '<!-- table: {name} -->'; there has to be one")
    scratch = page.with_suffix(".tmp")
    scratch.write_text(text)
    scratch.rename(page)


def show(page, name, head, lines):
    """Puts a table into a page, or prints it if there is none."""
    if page:
        put(page, name, head, lines)
    else:
        print("\n".join([head, "", *lines]))
