"""Results of the reports of papers: tables of `heddle report --json`."""

import re

from results import NAME, table

# The two columns of numbers with the sides on which they are.
COMPARISON = ["comparison", "where", "paper", "ours", "direction", "ours / paper"]
SIDES = {True: "same", False: "**differs**", None: ""}
# Experiments with a result of their own.
OWN = {"dwf-over-pdom-by-input": "dwf-over-pdom"}
# Figures whose tables are too long for a page: a row for each program and interval.
LEFT_OUT = ["figure-15", "figure-16", "figure-21"]
# Columns of a table that a page holds.
MOST_COLUMNS = 30


def results(paper, report):
    """The tables of each result of a paper, by its name."""
    if report["failures"]:
        raise SystemExit(f"runs of the report of {paper} failed: {report['failures']}")
    figures = {figure["name"]: figure for figure in report["figures"]}
    found = {name: [numeric(figures.pop(experiment))] for experiment, name in OWN.items() if experiment in figures}
    found[paper] = [
        comparisons(report), *(numeric(figure) for name, figure in figures.items() if name not in LEFT_OUT), experiments(report)
    ]
    if report["printed"]:
        found[f"printed-{paper}"] = [printed(report)]
    return found


def number(cell):
    """A number in place of its text; a text that is no plain number stays."""
    return float(cell) if re.fullmatch(r"-?\d+\.\d+", cell) else cell


def numeric(figure):
    """The table of a figure; one with a column for every program is turned, so that a page holds it."""
    lines = [figure["heading"], *figure["rows"]]
    (first, *others), *rows = zip(*lines) if len(figure["heading"]) > MOST_COLUMNS else lines
    rows = [[name, *map(number, cells)] for name, *cells in rows]
    told = f"{figure['title']} ({figure['place'][0].lower()}{figure['place'][1:]}). {figure['about']}"
    return table([first, *((name, "{:.2f}") for name in others)], rows, before=told)


def outcome(compared):
    ratio = compared["ratio"]
    ends = dict.fromkeys(f"{end:.2f}" for end in ratio) if ratio else ()
    return [compared["ours"], SIDES[compared["sign_agrees"]], " to ".join(ends)]


def because(headline):
    """Why a comparison differs, in one line."""
    why = headline["why"]
    if why is None:
        return ""
    ways = {
        "cause": "{}",
        "column": "Agrees on the machine of the second column.",
        "inputs": "Agrees with the inputs of the experiments; other sizes differ.",
        "in-part": "In part: {}",
        "not-explained": "Not explained.",
    }
    line = ways[why["found"]].format(why.get("because", ""))
    without = headline["without"]
    return line + (f" Without {without['program']} {without['ours']}." if without else "")


def counted(counts):
    return (
        f"{counts['signs_agree']} of {counts['signs']} directions agree, {counts['within_a_third']} of {counts['numbers']} numbers are "
        "within a third"
    )


def comparisons(report):
    """Every comparison, in both columns, with why it differs."""
    second = report["second"]
    rows = []
    for headline in report["headlines"]:
        beside = outcome(headline["second"]) if second else []
        rows.append([headline["title"], headline["place"], headline["paper"], *outcome(headline), *beside, because(headline)])
    columns = [*COMPARISON, *([second["label"], "direction", "ours / paper"] if second else []), "why it differs"]
    told = counted(report["counts"])
    if second:
        told += f"; in the column “{second['label']}”, {counted(report['second_counts'])}"
    return table(columns, rows, before=f"{told}. A range is over the inputs of a program; all of them have to agree.")


def experiments(report):
    """Every experiment about a comparison."""
    rows = []
    for made in report["ablations"]:
        after = made["after"]
        rows.append([after["title"], made["cause"], made["change"], after["paper"], made["before"], after["ours"], "yes" if after["agrees"] else "no"])
    columns = ["comparison", "what the change shows", ("change", NAME), "paper", "ours", "changed", "then agrees"]
    return table(columns, rows, before="Experiments: one thing is changed, and the comparison is made again.")


def printed(report):
    """Everything that the paper prints, with the comparison or the reason that there is none."""
    found = {headline["name"]: headline for headline in report["headlines"]}
    rows = []
    for row in report["printed"]:
        headline = found.get(row["name"])
        rows.append([row["says"], row["place"], headline["ours"] if headline else "", row["why"] or (because(headline) if headline else "")])
    compared = sum(row["name"] in found for row in report["printed"])
    told = f"{len(rows)} rows, {compared} of them compared with runs."
    return table(["printed", "where", "ours", "why it differs, or where it is held"], rows, before=told)
