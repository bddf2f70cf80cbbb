"""Reads the CSV of `heddle compare` with pandas: harmonic means of IPC over the programs that completed, and speed-ups of each program.

    python means.py FILE.csv [MEANS.csv]

Prints both tables, and writes the means to a file if one is named. Ends with 1 if no run completed.
"""

import sys

import pandas as pd

# What is no column of a swept key.
FIXED = (
    "program mechanism cycles ipc instructions simd_efficiency speedup outcome failure run command".split()
)


def harmonic(values):
    """Harmonic mean of positive numbers."""
    return len(values) / (1 / values).sum()


def main():
    runs = pd.read_csv(sys.argv[1])
    keys = [column for column in runs.columns if column not in FIXED]
    completed = runs[runs["outcome"] == "completed"]
    if completed.empty:
        sys.exit("no run completed")
    groups = completed.groupby([*keys, "mechanism"], sort=False)
    means = groups["ipc"].agg(ipc=harmonic, programs="count").reset_index()
    print(means.to_string(index=False))
    speedups = completed.pivot(index=["program", *keys], columns="mechanism", values="speedup")
    print(speedups.round(3).to_string())
    if len(sys.argv) > 2:
        means.to_csv(sys.argv[2], index=False)


main()
