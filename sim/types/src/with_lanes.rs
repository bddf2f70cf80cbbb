//! Functions for each number of lanes.

/// Calls a function with a number of lanes as a constant: that of a warp of a validated machine.
///
/// ```
/// fn lanes<const W: usize>(more: usize) -> usize {
///     W + more
/// }
/// assert_eq!(heddle_types::with_lanes!(8, lanes(1)), 9);
/// ```
#[macro_export]
macro_rules! with_lanes {
    ($lanes:expr, $run:ident($($arg:expr),*)) => {
        match $lanes {
            2 => $run::<2>($($arg),*),
            4 => $run::<4>($($arg),*),
            8 => $run::<8>($($arg),*),
            16 => $run::<16>($($arg),*),
            32 => $run::<32>($($arg),*),
            64 => $run::<64>($($arg),*),
            lanes => unreachable!("a validated machine has no warps of {lanes} threads"),
        }
    };
}
