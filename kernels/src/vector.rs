//! Vectors of three floats. Every operation is rounded to single precision; sums are added in the order x, y, z.

pub(crate) type Vector = [f32; 3];

pub(crate) fn plus(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|axis| a[axis] + b[axis])
}

pub(crate) fn minus(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|axis| a[axis] - b[axis])
}

pub(crate) fn times(a: Vector, factor: f32) -> Vector {
    a.map(|component| component * factor)
}

pub(crate) fn dot(a: Vector, b: Vector) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: Vector, b: Vector) -> Vector {
    let component = |i: usize, j: usize| a[i] * b[j] - a[j] * b[i];
    [component(1, 2), component(2, 0), component(0, 1)]
}
