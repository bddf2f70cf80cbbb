"""What pyopencl is used for most, on whatever device it finds first: each result is compared with that of numpy.

Prints a line for each part, and ends with 1 if one of them is wrong. Numbers are drawn from seed 1; N is the number of elements.

    python arrays.py [N]
"""

import sys

import numpy as np
import pyopencl as cl
import pyopencl.array as cla
import pyopencl.clmath as clmath
from pyopencl.algorithm import RadixSort
from pyopencl.elementwise import ElementwiseKernel
from pyopencl.reduction import ReductionKernel
from pyopencl.scan import GenericScanKernel

N = int(sys.argv[1]) if len(sys.argv) > 1 else 500
DRAWN = np.random.default_rng(1)
CONTEXT = cl.create_some_context(interactive=False)
QUEUE = cl.CommandQueue(CONTEXT)


def close(found, expected, bound):
    """Whether no element is further away than the bound, relative to the expected one."""
    return np.allclose(found.get(), expected, rtol=bound, atol=0)


def elementwise():
    x, y = (DRAWN.random(N, dtype=np.float32) for _ in range(2))
    axpy = ElementwiseKernel(CONTEXT, "float a, float *x, float *y, float *z", "z[i] = a * x[i] + y[i]", "axpy")
    z = cla.empty(QUEUE, N, np.float32)
    axpy(np.float32(2), cla.to_device(QUEUE, x), cla.to_device(QUEUE, y), z)
    return close(z, 2 * x + y, 1e-6)


def expressions():
    x = DRAWN.random(N)
    on_device = cla.to_device(QUEUE, x)
    return close((on_device + 1) / on_device - on_device**2, (x + 1) / x - x**2, 1e-10)


def reduction():
    x, y = (DRAWN.integers(-1000, 1000, N, dtype=np.int32) for _ in range(2))
    dot = ReductionKernel(CONTEXT, np.int32, neutral="0", reduce_expr="a+b", map_expr="x[i]*y[i]", arguments="int *x, int *y")
    found = dot(cla.to_device(QUEUE, x), cla.to_device(QUEUE, y)).get()
    least = cla.min(cla.to_device(QUEUE, x)).get()
    return found == np.dot(x, y) and least == x.min()


def scan():
    x = DRAWN.integers(0, 1000, N, dtype=np.int32)
    sums = GenericScanKernel(
        CONTEXT,
        np.int32,
        arguments="int *in, int *out",
        input_expr="in[i]",
        scan_expr="a+b",
        neutral="0",
        output_statement="out[i] = item;",
    )
    out = cla.empty(QUEUE, N, np.int32)
    sums(cla.to_device(QUEUE, x), out)
    return np.array_equal(out.get(), np.cumsum(x))


def sort():
    keys = DRAWN.integers(0, 1 << 16, N, dtype=np.uint32)
    by_digits = RadixSort(CONTEXT, "uint *keys", key_expr="keys[i]", sort_arg_names=["keys"], key_dtype=np.uint32)
    (found,), _ = by_digits(cla.to_device(QUEUE, keys), key_bits=16)
    return np.array_equal(found.get(), np.sort(keys))


def mathematics():
    right = True
    for kind, bound in ((np.float32, 1e-5), (np.float64, 1e-13)):
        x = (DRAWN.random(N) + 0.25).astype(kind)
        on_device = cla.to_device(QUEUE, x)
        for name in ("sin", "cos", "tan", "exp", "log", "sqrt", "tanh", "floor"):
            right &= close(getattr(clmath, name)(on_device), getattr(np, name)(x), bound)
    return right


def complex_numbers():
    right = True
    for kind, bound in ((np.complex64, 1e-4), (np.complex128, 1e-11)):
        a, b = ((DRAWN.random(N) + 1j * DRAWN.random(N) + 1).astype(kind) for _ in range(2))
        on_device = cla.to_device(QUEUE, a)
        right &= close(on_device * cla.to_device(QUEUE, b) + on_device.conj(), a * b + a.conj(), bound)
        right &= close(abs(on_device), abs(a), bound) and close(clmath.exp(on_device), np.exp(a), bound)
    return right


def main():
    print(f"{N} elements on {CONTEXT.devices[0].name}")
    wrong = 0
    for part in (elementwise, expressions, reduction, scan, sort, mathematics, complex_numbers):
        is_right = bool(part())
        wrong += not is_right
        print(f"{part.__name__.replace('_', ' ')}: {'right' if is_right else 'wrong'}", flush=True)
    sys.exit(1 if wrong else 0)


main()
