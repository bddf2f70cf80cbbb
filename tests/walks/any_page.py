"""Walks of a page that is given: what holds of any recordings."""

from known import contains
from walk import first


def walk_every_part(walk):
    """Everything is reached and moved by keys, and nothing complains."""
    assert not walk.is_visible("[role=alert]"), walk.text("[role=alert]")
    for name in ["Lines and their", "lines by", "State at"]:
        walk.tab_to(name)
    names = [recording["name"] for recording in walk.state()["recordings"]]
    for number, name in enumerate(names[:9], start=1):
        walk.press(str(number))
        assert walk.focused().startswith(f"{name}: lanes"), walk.focused()
        walk.press("Home")
        if walk.status() == f"{name} has no recorded issue":
            continue
        contains(walk.status(), f"{name} · cycle ", " · lanes ", "block ")
        walk.press("Right", "d", "Down", "Ctrl+Right", "]", "+", "Shift+Right", "-", "0")
    assert not walk.errors(), walk.errors()


def walk_from_line_to_issues(walk):
    """The hottest line is found in a recording, and from there again in the source."""
    walk.press("l", "Home", "Enter")
    contains(walk.status(), " chosen: ")
    line = walk.state()["selected"]
    walk.press("1", "Home", "n")
    if "no later issue" not in walk.status():
        contains(walk.status(), f" {line} ")
    assert walk.texts("#source tr[aria-selected=true]"), "the chosen line is not marked"


def walk_totals(walk):
    """The feet of the columns are the sums of their rows."""
    rows = walk.rows("#source")
    for column, total in enumerate(walk.totals()):
        numbers = [first(cells[2 + column]) for cells in rows if len(cells) > 2]
        found = sum(int(text.replace(",", "")) for text in numbers if text)
        assert found == int(total.replace(",", "")), f"column {column + 1}: {found} is not {total}"
