"""Builds of heddle that are compared with each other: their commands, how a run is measured, and what a table says of it."""

import argparse
import collections
import os
import subprocess
import sys
import time

import results
from results import ROOT

Run = collections.namedtuple("Run", "processor wall megabytes output")


def measured(command, cache=None):
    """Runs a command: seconds of processor time and of wall time, most megabytes that a process of it held, and what it printed.
    `cache` takes the place of the user's cache."""
    print(" ".join(map(str, command)), file=sys.stderr, flush=True)
    environment = {**os.environ, **({"HEDDLE_CACHE": str(cache)} if cache else {})}
    start = time.monotonic()
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    output = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit {process.returncode}")
    return Run(used.ru_utime + used.ru_stime, time.monotonic() - start, used.ru_maxrss / 1e3, output)


def parse(documentation, number="+", turns=None):
    """The arguments, and the command of each of a number of builds by its name. `turns` is how many they take by default, if they
    take turns."""
    parser = argparse.ArgumentParser(description=documentation, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("builds", nargs=number, metavar="NAME=BINARY")
    if turns:
        parser.add_argument("--turns", type=int, default=turns)
    parser.add_argument("--keep", action="store_true")
    arguments = parser.parse_args()
    builds = dict(build.split("=", 1) for build in arguments.builds if "=" in build)
    if len(builds) < len(arguments.builds):
        parser.error("each build is NAME=BINARY, with a name of its own")
    return arguments, builds


def call(script, builds):
    """How a script was called that compares builds."""
    return " ".join([script, *(f"{name}=..." for name in builds)])


def told(run, keep, name, tables, **facts):
    """Keeps a result whose newest build is of this commit (RES-7), or prints its tables."""
    if keep:
        run.write(name, tables, sources="speed", **facts)
    else:
        print("\n".join(line for table in tables for line in [*results.lines(table), ""]))
