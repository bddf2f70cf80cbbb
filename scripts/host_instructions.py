"""Counts the instructions that the host executes for twelve runs: a measure of cost that other load does not disturb.

The processor that valgrind imitates lacks some instructions of the host, so some of what it counts is not counted: the hash SHA-256 in
software, which the host computes in hardware. And it repeats an instruction for each byte that the host moves or clears in blocks.
"""

import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile

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


# Functions that the host does not execute.
NOT_EXECUTED = re.compile(r"sha2::.*::soft")


def environment():
    """The environment of a counted run."""
    # No block is long enough for `rep movsb` and `rep stosb`, which valgrind counts once for each byte.
    never = str(1 << 40)
    blocks = ":".join(f"glibc.cpu.x86_rep_{what}_threshold={never}" for what in ("movsb", "stosb"))
    # With a threshold that does not adapt, large zeroed blocks come from the kernel. Otherwise it depends on the history of the heap,
    # for instance on the number of commands in the help, whether the C library has to clear them.
    return {**os.environ, "MALLOC_MMAP_THRESHOLD_": "65536", "GLIBC_TUNABLES": blocks}


def by_function(profile):
    """The instructions of each function of a profile, without those of functions that it calls and those that the host does
    not execute; `profile` is the text of callgrind's file, which names a function once and refers to it by number then."""
    names, spent = {}, collections.Counter()
    name, inclusive = "", False
    for line in profile.splitlines():
        called = re.match(r"fn=\((\d+)\)(?: (.*))?", line)
        if called:
            number, known = called.groups()
            name = names.setdefault(number, known)
        elif declared := re.match(r"cfn=\((\d+)\) (.*)", line):
            names.setdefault(*declared.groups())
        elif line.startswith("calls="):
            inclusive = True
        elif line[:1] in "0123456789+-*" and line:
            # The line after a call has the instructions of the called function.
            if not inclusive and not NOT_EXECUTED.search(name):
                spent[name] += int(line.split()[1])
            inclusive = False
    return spent


def count(binary, arguments):
    """Instructions of one run, counted by valgrind."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "profile"
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={file}", binary, *arguments]
        text = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment()).stderr
        if not file.exists():
            sys.exit(f"valgrind counted nothing: {text[-300:]}")
        return sum(by_function(file.read_text(errors="replace")).values())


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
