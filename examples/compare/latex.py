"""Turns the CSV of `heddle compare` into LaTeX: lines over a swept key with pgfplots, and a table.

    python3 latex.py FILE.csv KEY FILE.tex

Each line and each column is a mechanism. Numbers are harmonic means of IPC over the programs that completed under every mechanism and
with every value, so that all of them are over the same programs; the caption says how many these are. With other swept keys than KEY in
the file, those have to be fixed first. Ends with 1 if no program completed everywhere, with 2 if the arguments are wrong.
"""

import csv
import sys

PAGE = r"""\documentclass{article}
\usepackage{booktabs}
\usepackage{pgfplots}
\pgfplotsset{compat=1.18}
\begin{document}
\begin{figure}
\centering
\begin{tikzpicture}
\begin{axis}[xlabel={%(key)s}, ylabel={IPC (thread instructions per cycle)}, ymin=0, xtick=data%(scale)s,
  legend pos=outer north east]
%(plots)s
\end{axis}
\end{tikzpicture}
\caption{Harmonic mean of IPC over %(over)d of %(of)d programs.}
\end{figure}
\begin{table}
\centering
\begin{tabular}{r%(columns)s}
\toprule
%(key)s & %(heading)s \\
\midrule
%(rows)s
\bottomrule
\end{tabular}
\caption{Harmonic mean of IPC over %(over)d of %(of)d programs.}
\end{table}
\end{document}
"""
SPECIAL = {c: "\\" + c for c in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


def escaped(text):
    """Text as LaTeX has to read it."""
    return "".join(SPECIAL.get(c, c) for c in text)


def distinct(rows, column):
    """The values of a column in the order in which they first occur."""
    return list(dict.fromkeys(row[column] for row in rows))


def means(rows, key):
    """Harmonic means by value and mechanism, the number of programs that they are over, and that of all."""
    failed = {row["program"] for row in rows if row["outcome"] != "completed"}
    programs = distinct(rows, "program")
    rows = [row for row in rows if row["program"] not in failed]
    over = len(programs) - len(failed)
    sums = {}
    for row in rows:
        place = row[key], row["mechanism"]
        sums[place] = sums.get(place, 0) + 1 / float(row["ipc"])
    return {place: over / total for place, total in sums.items()}, over, len(programs)


def main():
    if len(sys.argv) != 4:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    file, key, out = sys.argv[1:]
    with open(file, newline="") as text:
        rows = list(csv.DictReader(text))
    if not rows or key not in rows[0]:
        print(f"{file}: no column `{key}`", file=sys.stderr)
        sys.exit(2)
    found, over, of = means(rows, key)
    if not over:
        sys.exit(f"{file}: no program completed everywhere")
    values, mechanisms = sorted(distinct(rows, key), key=float), distinct(rows, "mechanism")
    if len(rows) != of * len(values) * len(mechanisms):
        print(f"{file}: another key is swept too", file=sys.stderr)
        sys.exit(2)
    plots = []
    for name in mechanisms:
        points = " ".join(f"({value}, {found[value, name]:.6f})" for value in values)
        plots += [rf"\addplot+ coordinates {{{points}}};", rf"\addlegendentry{{{escaped(name)}}}"]
    lines = [" & ".join([value, *(f"{found[value, name]:.3f}" for name in mechanisms)]) + r" \\" for value in values]
    numbers = [float(value) for value in values]
    is_wide = numbers[0] > 0 and numbers[-1] / numbers[0] >= 8
    parts = {
        "scale": ", xmode=log, log ticks with fixed point" if is_wide else "",
        "key": escaped(key),
        "plots": "\n".join(plots),
        "over": over,
        "of": of,
        "columns": "r" * len(mechanisms),
        "heading": " & ".join(map(escaped, mechanisms)),
        "rows": "\n".join(lines),
    }
    with open(out, "w") as text:
        text.write(PAGE % parts)


main()
