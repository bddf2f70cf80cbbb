//! Kernels like those of benchmarks, compared with references in Rust.

mod dense;
mod graphs;
mod grids;
mod points;

use crate::support::Session;
use heddle_isa::signature::Hidden;
use heddle_sim::launch::Arg;

/// Pseudo-random numbers between 0 and 1, from a linear congruential generator.
fn noise(count: usize) -> Vec<f32> {
    let mut state = 12_345_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 24) as f32
    };
    (0..count).map(|_| next()).collect()
}

/// A launch over two dimensions.
fn launch_2d(session: &mut Session, kernel: &str, grid: [u32; 2], block: [u32; 2], args: &[Arg]) {
    let hidden = Hidden {
        global_offset: [0; 3],
        work_dimension: 2,
        print_buffer: 0,
    };
    let deep = |[x, y]: [u32; 2]| [x, y, 1];
    session.launch(kernel, deep(grid), deep(block), args, hidden);
}

fn close(found: &[f32], expected: &[f32]) {
    for (index, (found, expected)) in found.iter().zip(expected).enumerate() {
        let off = (found - expected).abs();
        assert!(
            off <= 1e-4 * expected.abs().max(1.0),
            "at {index}: {found}, not {expected}"
        );
    }
    assert_eq!(found.len(), expected.len());
}
