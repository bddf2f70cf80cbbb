"""Cycles of all workloads with the latencies that targets of synthesis recommend."""

import statistics

from results import COUNT, NAME, table

MECHANISMS = ["pdom", "stackless", "dwr", "dwf"]
FPGAS = ["ecp5", "ice40", "xilinx7"]
TARGETS = [*FPGAS, "osu018", "osu035"]
RATIO = "{:.3f}"
# The columns that `spread` fills.
SPREAD = [("mean", RATIO), ("worst", RATIO), ("worst on", NAME), ("best", RATIO), ("best on", NAME)]


def machines(runs, preset, targets):
    """The targets that recommend the same machine, for each machine."""
    alike = {}
    for target in targets:
        config = runs.output("heddle config", [runs.program, "config", "--preset", preset, "--latencies", target])
        alike.setdefault(config, []).append(target)
    return list(alike.values())


def recommended(runs, preset, size, limit, targets=TARGETS, out=None):
    """Mean and worst of the multiples of the cycles with the preset's latencies; cycles of every workload. Runs are kept in `out`."""
    workloads = [workload["workload"] for workload in runs.as_told("workloads")]
    groups = machines(runs, preset, targets)
    options = ["--preset", preset, "--size", size, "--max-cycles", limit]
    base, *others = [
        cycles(runs.compare(workloads, MECHANISMS, *options, *latencies, out=out))
        for latencies in [[], *(["--latencies", group[0]] for group in groups)]
    ]
    return [
        summary(workloads, groups, base, others),
        *(every(workloads, mechanism, groups, base, others) for mechanism in MECHANISMS),
    ]


def cycles(report):
    """The cycles of each run; a run that fails ends the measurement."""
    if failed := {cell: run["failure"] for cell, run in report.items() if run["failure"]}:
        raise SystemExit(f"these runs failed: {failed}")
    return {cell: run["cycles"] for cell, run in report.items()}


def summary(workloads, groups, base, others):
    rows = []
    for mechanism in MECHANISMS:
        for group, found in zip(groups, others):
            ratios = {workload: found[workload, mechanism] / base[workload, mechanism] for workload in workloads}
            rows.append([mechanism, ", ".join(group), *spread(ratios)])
    columns = [("mechanism", NAME), "latencies for", *SPREAD]
    return table(columns, rows, "Multiples of the cycles with the latencies of the preset:")


def spread(ratios):
    """Geometric mean, worst and best of the workloads' ratios."""
    least, most = (extreme(ratios, key=ratios.get) for extreme in (min, max))
    return [statistics.geometric_mean(ratios.values()), ratios[most], most, ratios[least], least]


def every(workloads, mechanism, groups, base, others):
    rows = [[workload, *(found[workload, mechanism] for found in (base, *others))] for workload in workloads]
    columns = [("workload", NAME), ("the preset’s", COUNT), *((", ".join(group), COUNT) for group in groups)]
    return table(columns, rows, f"Cycles under `{mechanism}`:")
