"""Results of OpenCL: errors of built-in functions, and how long a host program waits."""

import os
import re
import tempfile
import time

from results import COUNT, NAME, ROOT, table

# scripts/heddle builds the library together with the command.
LIBRARY = ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "release" / "libheddle_opencl.so"


def built_ins(runs):
    """Errors of built-in functions of OpenCL C, and the names of the exact ones."""
    command = "env HEDDLE_THOROUGH=1 cargo test --workspace --locked --test opencl_c -- functions:: --nocapture"
    found = re.findall(r"built-in: (.*)", runs.output(command, command.split()))
    functions = {}
    for line in found:
        name, bound, tried, worst, at = line.split("\t")
        of = functions.setdefault((name, bound), {"tried": 0, "worst": -1.0, "at": ""})
        of["tried"] += int(tried)
        if float(worst) > of["worst"]:
            of["worst"], of["at"] = float(worst), at
    exact = [name for name, bound in functions if bound == "exact"]
    rows = [
        [name, bound, of["tried"], of["worst"], at_most(of["at"])]
        for (name, bound), of in functions.items()
        if bound != "exact"
    ]
    tried = sum(of["tried"] for of in functions.values())
    columns = [("function", NAME), "allowed", ("results", COUNT), ("found", "{:.2f}"), "for"]
    found = f"{tried:,} results of {len(functions):,} functions; none is outside of what is allowed."
    return [table(columns, rows, before=f"{found} Exact for all arguments: {named(exact)}.")]


def launches(runs, presets):
    """Times for which a host program waits: the best of five runs each."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("libOpenCL.so.1", "libOpenCL.so"):
            os.symlink(LIBRARY, f"{folder}/{name}")
        program = f"{folder}/launches"
        source = "opencl/tests/opencl/programs/launches.c"
        runs.output("gcc", ["gcc", "-std=c11", "-O2", "-D_GNU_SOURCE", "-o", program, source, f"-L{folder}", "-lOpenCL"])

        def timed(preset, rounds, cache):
            """Microseconds per round, and milliseconds of the whole program."""
            variables = {"LD_LIBRARY_PATH": folder, "HEDDLE_PRESET": preset, "HEDDLE_CACHE": cache}
            command = ["env", *(f"{name}={value}" for name, value in variables.items()), program, str(rounds)]
            start = time.monotonic()
            said = runs.output("launches", ["sh", "-c", f"{' '.join(command)} 2>&1"])
            whole = 1000 * (time.monotonic() - start)
            return float(re.search(r"([0-9.]+) microseconds", said)[1]), whole

        rows = []
        for preset in presets:
            with tempfile.TemporaryDirectory() as cache:
                _, first = timed(preset, 1, cache)
                second = min(timed(preset, 1, cache)[1] for _ in range(5))
                a_round = min(timed(preset, 1000, cache)[0] for _ in range(5))
            rows.append([preset, a_round, first, second])
    columns = ["a round, microseconds", "first start, milliseconds", "second start"]
    return [table([("machine", NAME), *((column, "{:.0f}") for column in columns)], rows)]


def at_most(arguments, characters=100):
    return arguments if len(arguments) <= characters else arguments[:characters] + " ..."


def named(functions):
    """Names; for names that differ only in types, widths and roundings, their common prefix and their number."""
    families = {}
    for function in functions:
        family = re.match(r"convert_|vloada?_half|vload|vstorea?_half|vstore|(any|all)(?=\()|", function)[0]
        families.setdefault(f"{family}..." if family else function, []).append(function)
    return ", ".join(
        f"`{family}`" + (f" ({len(members)})" if len(members) > 1 else "") for family, members in families.items()
    )
