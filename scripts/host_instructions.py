"""Counts the instructions that the host executes for twelve runs: a measure of cost that other load does not disturb."""

import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# A run with more than this multiple of instructions counts as slower.
MOST = 1.03


def launch(kernel, preset, mechanism, *options):
    """Arguments of a run with the launch file of a kernel."""
    folder = ROOT / "kernels" / kernel
    files = ["--kernel", f"{folder / kernel}.elf", "--launch", f"{folder / kernel}.toml"]
    return ["sim", *files, "--preset", preset, "--mechanism", mechanism, *options, "--json"]


MEASURED = [
    launch("bitonic", "fung2009", "pdom"),
    launch("bfs", "fung2009", "pdom"),
    launch("bitonic", "fung2009", "stack"),
    launch("bitonic", "fung2009", "nrec"),
    launch("bitonic", "fung2009", "mimd"),
    launch("bitonic", "fung2009", "dwf"),
    launch("bfs", "fung2009", "dwf", "--set", "dwf.ideal=true"),
    launch("bitonic", "lashgar2012", "dwr"),
    launch("scan", "lashgar2012", "dwr"),
    launch("bitonic", "collange2011", "stackless"),
    launch("recursion", "collange2011", "stackless"),
    launch("matrix", "vaidya2013", "pdom"),
]


def environment():
    """The environment of a counted run."""
    # With a threshold that does not adapt, large zeroed blocks come from the kernel. Otherwise it depends on the history of the heap,
    # for instance on the number of commands in the help, whether the C library has to clear them.
    return {**os.environ, "MALLOC_MMAP_THRESHOLD_": "65536"}


def count(binary, arguments):
    """Instructions of one run, counted by valgrind."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", binary, *arguments]
    text = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment()).stderr
    found = re.search(r"Collected : (\d+)", text)
    if not found:
        sys.exit(f"valgrind counted nothing: {text[-300:]}")
    return int(found[1])


def name_of(arguments):
    words = [pathlib.Path(word).stem for word in arguments if not word.startswith("--")]
    return " ".join(dict.fromkeys(words[1:]))


def slower(before, after):
    """How many of the measured runs exceed the limit; `before` and `after` return the instructions of a run."""
    print("host instructions, millions: old, new, new over old")
    over = 0
    for arguments in MEASURED:
        old, new = before(arguments), after(arguments)
        over += new > MOST * old
        print(f"{old / 1e6:9.1f} {new / 1e6:9.1f} {new / old:7.3f}  {name_of(arguments)}", flush=True)
    return over
