{% from "messages.jinja" import failed, mismatch, passed, unreadable %}
"""What the testbenches for cocotb share: they read vectors, drive inputs, compare outputs, report."""

import os
import sys
from pathlib import Path

from cocotb.triggers import Timer

HERE = Path(__file__).resolve().parent
SHOWN = {{ shown }}  # mismatches


def vectors(unit):
    """The fields of each cycle."""
    lines = (HERE / f"{unit}.vectors").read_text().splitlines()
    return [line.split("_") for line in lines if not line.startswith("//")]


def elements(bits, width, length):
    """A port's bits, the lowest one last, as pairs of an index and the bits of an element."""
    if length is None:
        return [("", bits)]
    ends = [len(bits) - width * index for index in range(length)]
    return [(f"[{index}]", bits[end - width : end]) for index, end in enumerate(ends)]


def shown(bits):
    """Bits in hexadecimal; as they are if some of them have no value."""
    return f"0x{int(bits, 2):x}" if set(bits) <= {"0", "1"} else f"0b{bits}"


def mismatches(dut, outputs, fields):
    """Port, value and expected value of what differs, unless the vector has x in its place."""
    for (name, width, length), field in zip(outputs, fields, strict=True):
        if "x" in field:
            continue
        total = width * (length or 1)
        expected = elements(f"{int(field, 16):0{total}b}", width, length)
        found = elements(str(getattr(dut, name).value), width, length)
        for (index, expected_bits), (_, found_bits) in zip(expected, found, strict=True):
            if found_bits != expected_bits:
                yield name + index, shown(found_bits), shown(expected_bits)


async def run(dut, unit, cycles, inputs, outputs):
    """Compares every cycle; fails if there is a mismatch."""
    lines = vectors(unit)
    assert len(lines) == cycles, f"{{ unreadable("{unit}", "{cycles}") }}"
    count = 0
    for cycle, fields in enumerate(lines):
        dut.{{ clock }}.value = 0
        for name, field in zip(inputs, fields):
            getattr(dut, name).value = int(field, 16)
        await Timer(4, "ns")
        for port, found, expected in mismatches(dut, outputs, fields[len(inputs) :]):
            count += 1
            if count <= SHOWN:
                print(f"{{ mismatch("{cycle}", "{port}", "{found}", "{expected}") }}")
        await Timer(1, "ns")
        dut.{{ clock }}.value = 1
        await Timer(5, "ns")
    assert count == 0, f"{{ failed("{unit}", "{count}", "{cycles}") }}"
    print(f"{{ passed("{unit}", "{cycles}") }}")


def simulate(unit):
    """Compiles the files that the command line names with Icarus Verilog, runs the test, and exits with 1 if it fails."""
    from cocotb_tools.check_results import get_results
    from cocotb_tools.runner import get_runner

    sys.path.insert(0, str(HERE))
    folder = HERE / "build" / "cocotb" / unit
    runner = get_runner(os.environ.get("SIM", "icarus"))
    runner.build(
        sources=[Path(source).resolve() for source in sys.argv[1:]],
        hdl_toplevel=unit,
        build_dir=folder,
        timescale=("1ns", "1ps"),
        always=True,
    )
    results = runner.test(hdl_toplevel=unit, test_module=f"test_{unit}", build_dir=folder, test_dir=folder)
    tests, failures = get_results(results)
    sys.exit(0 if tests == 1 and failures == 0 else 1)
