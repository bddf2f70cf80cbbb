"""Walks of the page of `synthetic`, whose content is known."""

# Of pdom and dwf.
LOST = {"3": ["", ""], "4": ["4", "6"], "5": ["2", "2"], "no source": ["", ""]}
ISSUES = {"3": ["4", "12"], "4": ["4", "6"], "5": ["1", "3"], "6": ["4", "7"], "no source": ["2", "6"]}


def equal(found, wanted):
    """Fails with both values."""
    assert found == wanted, f"found {found!r} instead of {wanted!r}"


def contains(text, *parts):
    """Fails unless all parts are in a text."""
    for part in parts:
        assert part in text, f"`{part}` is not in `{text}`"


def walk_numbers_of_lines(walk):
    """Numbers per line are sums of the profile, not of the recorded issues."""
    for line, numbers in LOST.items():
        equal(walk.row(line), numbers)
    equal(walk.totals(), ["6", "8"])
    walk.tab_to("heat")
    walk.choose("issues")
    for line, numbers in ISSUES.items():
        equal(walk.row(line), numbers)
    equal(walk.totals(), ["15", "34"])
    walk.choose("misses")
    equal(walk.row("3"), ["2", "3"])
    walk.choose("stalls: memory")
    equal((walk.row("3"), walk.totals()), (["4", "9"], ["4", "9"]))


def walk_choosing_a_line(walk):
    """A line that is chosen in the source is followed in a recording."""
    walk.press("s", "Home", "Down", "Down", "Down")
    contains(walk.status(), "k.cl:4", "lanes lost: pdom 4, dwf 6", "a[i] = 1;")
    walk.press("Enter")
    contains(walk.status(), "k.cl:4 chosen", "pdom 4, dwf 6")
    equal([row.split()[0] for row in walk.texts("#source tr[aria-selected=true]")], ["4"])
    walk.press("1", "n")
    contains(walk.status(), "pdom · cycle 12 · core 0 warp 0 · k.cl:4 · 0x10c sw a2, 0(a1)", "lanes 11·· 2 of 4", "threads 0–1")
    walk.press("n")
    contains(walk.status(), "cycle 14", "0x110 jal")
    walk.press("n")
    equal(walk.status(), "no later issue of the chosen line in this warp")
    walk.press("p")
    contains(walk.status(), "cycle 12")
    walk.press("s", "Enter")
    equal(walk.status(), "no line is chosen")


def walk_choosing_in_a_picture(walk):
    """Enter on an issue chooses its line in the source."""
    walk.press("1", "Home", "Right", "Enter")
    contains(walk.status(), "k.cl:3 chosen")
    equal([row.split()[0] for row in walk.texts("#source tr[aria-selected=true]")], ["3"])


def walk_moving(walk):
    """Issues, cycles and warps."""
    walk.press("1", "Home")
    contains(walk.status(), "cycle 0 · core 0 warp 0 · no source · 0x100 auipc a1, 0x10 (k+0x0)", "lanes 1111 4 of 4", "block 0, threads 0–3")
    walk.press("Right", "Ctrl+Right", "Ctrl+Right")
    contains(walk.status(), "cycle 6 · core 0 warp 0 · nothing issued: memory, last issue in cycle 4")
    walk.press("Left")
    contains(walk.status(), "cycle 4")
    walk.press("Down")
    contains(walk.status(), "cycle 4 · core 0 warp 1", "last issue in cycle 1", "threads 4–7")
    walk.press("Up", "End")
    contains(walk.status(), "cycle 22", "ret")
    walk.press("Right")
    equal(walk.status(), "no later issue of this warp")
    walk.press("Ctrl+Right")
    assert "last issue" not in walk.status(), "an issue that holds its pipe is not over"


def walk_divergence_and_stack(walk):
    """The stack around the divergent branch."""
    walk.press("1", "Home", "d")
    contains(walk.status(), "cycle 10", "k.cl:3", "bge")
    equal(walk.rows("[data-table=stack]"), [["0x104 k.cl:3", "0x0", "1111", "no", "pushed"]])
    walk.press("]")
    contains(walk.card(1), "reconvergence stack, warp 0 since cycle 11")
    top = ["0x10c k.cl:4", "0x118 k.cl:6", "11··", "yes", "pushed"]
    middle = ["0x114 k.cl:5", "0x118 k.cl:6", "··11", "no", "pushed"]
    equal(walk.rows("[data-table=stack]"), [top, middle, ["0x118 k.cl:6", "0x0", "1111", "no", "changed"]])
    walk.press("]")
    rows = walk.rows("[data-table=stack]")
    equal([row[-1] for row in rows], ["popped", "", ""])
    walk.press("]")
    equal(len(walk.rows("[data-table=stack]")), 2)
    walk.press("]")
    equal(walk.status(), "no later change of the state of this warp")
    walk.press("[", "[")
    contains(walk.status(), "cycle 11 ")
    walk.press("[", "[")
    equal(walk.status(), "no earlier change of the state of this warp")
    walk.press("d", "d")
    equal(walk.status(), "no later divergent issue in this warp")


def walk_the_same_moment(walk):
    """The cursor's cycle under the other mechanism."""
    walk.press("1", "Home", "d", "Right")
    contains(walk.text("#moment h2"), "cycle 12")
    contains(walk.card(1), "w0 k.cl:4", "2 of 4")
    contains(walk.card(2), "core 0 w0 k.cl:4", "core 0 w1 k.cl:4", "core 1 w0 k.cl:4", "sw a2, 0(a1)")
    equal(walk.texts(".track .now"), ["k.cl:4 2 lanes", "k.cl:4 8 lanes"])
    equal(walk.rows("[data-table=threads]"), [["0x20c k.cl:4", "11··", "2"], ["0x214 k.cl:5", "··11", "2"]])
    walk.press("2")
    contains(walk.status(), "dwf · cycle 12 · core 0 warp 0 · k.cl:4")
    walk.press("1", "End", "Left", "Ctrl+Right")
    equal(walk.texts(".track .now"), ["k.cl:6 4 lanes", "not recorded"])


def walk_memory(walk):
    """Ports and buses at the cursor, for recordings that know of them; and a label for each strip."""
    walk.press("1", "Home", "Right")
    contains(walk.card(1), "ports serve 0 lines; data buses busy for 0% of cycles 0 to 7")
    walk.press("Ctrl+Right")
    contains(walk.card(1), "ports serve 2 lines, 2 of them missed")
    walk.press("Ctrl+Right")
    contains(walk.card(1), "ports serve 1 line;")
    walk.press("End", "Left", "Left", "Left", "Left", "Left")
    contains(walk.card(1), "ports serve 0 lines; data buses busy for 25% of cycles 8 to 15")
    assert "ports" not in walk.card(2), walk.card(2)
    labels = [text for text in walk.texts(".labels span") if not text.startswith(("w", "0:", "1:"))]
    equal(labels, ["active", "stalls", "port", "DRAM", "active", "stalls"])


def walk_joined_warps(walk):
    """Formed warps, and the cores of one cycle."""
    walk.press("2", "Home", "j")
    contains(walk.status(), "cycle 12 · core 0 warp 0", "lanes 11·· 2 of 4", "joined with warp 1")
    walk.press("Down")
    contains(walk.status(), "core 0 warp 1", "lanes ··11", "threads 6–7", "joined with warp 0")
    walk.press("Down")
    contains(walk.status(), "core 1 warp 0", "lanes 1111", "block 1")
    assert "joined" not in walk.status(), "a warp of another core is not joined"
    walk.press("j")
    contains(walk.status(), "cycle 14 · core 0 warp 0")
    walk.press("j")
    equal(walk.status(), "no later issue that joins threads of several warps")


def walk_assembly(walk):
    """Instructions of one binary, with the numbers of its recordings alone."""
    walk.tab_to("show")
    walk.choose("assembly")
    rows = walk.rows("#source")
    equal(rows[3][:4], ["0x10c", "sw a2, 0(a1)", "k+0xc", "k.cl:4"])
    equal(([row[4] for row in rows[2:6]], walk.totals()), (["", "2 25%", "2 25%", "2 50%"], ["6"]))
    walk.tab_to("Lines and their")
    walk.press("Home", "Down", "Down", "Down", "Enter")
    contains(walk.status(), "0x10c (k.cl:4) chosen")
    walk.press("1", "n")
    contains(walk.status(), "cycle 12")
    walk.press("n")
    contains(walk.status(), "no later issue of the chosen line")


def walk_sorted_lists(walk):
    """The hottest lines, and those that are worse under another mechanism."""
    equal([entry.split("\n")[:2] for entry in walk.texts("#hottest li")], [["4", "k.cl:4"], ["2", "k.cl:5"]])
    equal([entry.split("\n")[:2] for entry in walk.texts("#worse li")], [["+2", "k.cl:4"]])
    walk.press("l", "Down")
    contains(walk.status(), "2 of 2: k.cl:5 2")
    walk.press("Enter")
    contains(walk.status(), "k.cl:5 chosen")
    equal(walk.texts("#hottest [aria-selected=true] .where"), ["k.cl:5"])
    equal([row.split()[0] for row in walk.texts("#source tr[aria-selected=true]")], ["5"])


def walk_time(walk):
    """Zooming and moving."""
    contains(walk.text("#range"), "cycles 0 to 25")
    walk.press("1", "Home", "d", "+")
    contains(walk.text("#range"), "cycles 5 to ")
    walk.press("0")
    contains(walk.text("#range"), "cycles 0 to 25")
    contains(walk.text("#window-note"), "dwf: cycles 0 to 20 of 40 are recorded; numbers per line are of the whole run.")


def walk_help(walk):
    """The help says what keys do, and Escape closes it."""
    walk.press("?")
    contains(walk.text("#help"), "next divergent issue", "next change", "lane 0 is on the left")
    walk.press("Escape")
    assert not walk.is_visible("#help"), "Escape does not close the help"


def walk_by_tab(walk):
    """Tab leads to every part."""
    for name in ["Lines and their", "lines by lanes lost", "lose more", "pdom: lanes", "dwf: lanes", "State at", "show", "heat", "rows", "colour"]:
        walk.tab_to(name)


def walk_markers(walk):
    """Every kind of marker can be switched on."""
    for name in ["barriers", "reconvergence", "LATs"]:
        walk.tab_to(name)
        walk.press(" ")
    assert all(box.is_selected() for box in walk.driver.find_elements("css selector", "#markers input"))
