#!/usr/bin/env python3
"""Reads a recording of Heddle (docs/recordings.md), and prints the lines whose instructions were issued most often.

usage: read_recording.py RECORDING
"""

import collections
import json
import sys
import zlib

FIRST_LINE = b"heddle recording 1\n"
ISSUE = ["held", "launch", "warp", "instruction", "block", "thread", "lanes"]
STALL = ["cycles", "reason"]
PORT = ["lines", "misses"]
BUS = ["busy"]


class Numbers:
    """Unsigned LEB128."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def next(self):
        number = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            number |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return number

    def column(self, count):
        return [self.next() for _ in range(count)]


def frames(path):
    """The frames of a recording: kind and contents."""
    with open(path, "rb") as file:
        if file.read(len(FIRST_LINE)) != FIRST_LINE:
            sys.exit(f"{path}: it is no recording of this version")
        while head := file.read(5):
            yield chr(head[0]), zlib.decompress(file.read(int.from_bytes(head[1:], "little")))


def rows(numbers, columns, owner="core", time="cycle"):
    """The rows of a frame that is written by columns, as dictionaries."""
    count, number = numbers.next(), numbers.next()
    now, all_columns = 0, [numbers.column(count) for _ in range(1 + len(columns))]
    for distance, *values in zip(*all_columns):
        now += distance
        yield {owner: number, time: now, **dict(zip(columns, values))}


def changes(numbers, tables):
    """The rows of a frame of tables: whose table has which contents from the end of a cycle on."""
    count, core = numbers.next(), numbers.next()
    cycle = 0
    for _ in range(count):
        cycle += numbers.next()
        table, owner, length = tables[numbers.next()], numbers.next(), numbers.next()
        contents = [numbers.column(len(table["columns"])) for _ in range(length)]
        yield {"core": core, "cycle": cycle, "table": table["name"], "owner": owner, "rows": contents}


def read(path):
    """What was recorded: about, report, issues, stalls, lines that ports served, changes of tables, busy buses."""
    recording = {"about": None, "report": None, "issues": [], "stalls": [], "served": [], "changes": [], "busy": []}
    for kind, contents in frames(path):
        if kind == "A":
            recording["about"] = json.loads(contents)
        elif kind == "I":
            recording["issues"] += rows(Numbers(contents), ISSUE)
        elif kind == "S":
            recording["stalls"] += rows(Numbers(contents), STALL)
        elif kind == "P":
            recording["served"] += rows(Numbers(contents), PORT)
        elif kind == "B":
            recording["busy"] += rows(Numbers(contents), BUS, "module", "period")
        elif kind == "T":
            recording["changes"] += changes(Numbers(contents), recording["about"]["tables"])
        elif kind == "R":
            recording["report"] = json.loads(contents)
    if recording["report"] is None:
        sys.exit(f"{path}: its end is not there; record it again")
    return recording


def main():
    recording = read(sys.argv[1])
    about = recording["about"]
    counted = collections.Counter()
    for issue in recording["issues"]:
        instruction = about["instructions"][issue["instruction"]]
        source = instruction["source"]
        place = f"{about['sources'][source[0]]['file']}:{source[1]}" if source else instruction["place"]
        counted[place] += 1
    sums = ", ".join(f"{len(recording[what])} {what}" for what in ("issues", "stalls", "served", "changes", "busy"))
    print(f"{about['title']}: {recording['report']['cycles']} cycles; {sums} recorded")
    for place, issues in counted.most_common(10):
        print(f"{issues:8} {place}")


if __name__ == "__main__":
    main()
