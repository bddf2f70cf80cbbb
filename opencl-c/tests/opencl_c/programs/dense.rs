//! Linear algebra.

use super::{close, launch_2d, noise};
use crate::support::Session;
use heddle_sim::launch::Arg;

const SOURCE: &str = include_str!("dense.cl");
const N: usize = 8;

fn n() -> Arg {
    Arg::I32(N as i32)
}

/// A matrix for which Gaussian elimination needs no row exchanges.
fn matrix() -> Vec<f32> {
    let mut matrix = noise(N * N);
    (0..N).for_each(|i| matrix[i * N + i] += 4.0);
    matrix
}

#[test]
fn gemm() {
    for tile in [2, 4] {
        let mut session = Session::with_options(SOURCE, &[&format!("-DTILE={tile}")]);
        let (a, b, c) = (matrix(), noise(N * N), noise(N * N));
        let args = [
            session.buffer(&a),
            session.buffer(&b),
            session.buffer(&c),
            n(),
            Arg::F32(1.5),
            Arg::F32(0.5),
        ];
        launch_2d(&mut session, "gemm", [N as u32 / tile; 2], [tile; 2], &args);
        let product = |i: usize| {
            (0..N)
                .map(|k| a[i / N * N + k] * b[k * N + i % N])
                .sum::<f32>()
        };
        let expected: Vec<f32> = (0..N * N).map(|i| 1.5 * product(i) + 0.5 * c[i]).collect();
        close(&session.read(&args[2], N * N), &expected);
        assert_eq!(
            session.signature("gemm").required_work_group_size,
            Some([tile, tile, 1])
        );
    }
}

#[test]
fn gaussian() {
    let mut session = Session::of(SOURCE);
    let (mut a, mut b) = (matrix(), noise(N));
    let [m, ga, gb] = [
        session.buffer(&[0.0_f32; N * N]),
        session.buffer(&a),
        session.buffer(&b),
    ];
    for t in 0..N - 1 {
        let step = Arg::I32(t as i32);
        session.run("fan1", 2, 4, &[m.clone(), ga.clone(), n(), step.clone()]);
        launch_2d(
            &mut session,
            "fan2",
            [2, 2],
            [4, 4],
            &[m.clone(), ga.clone(), gb.clone(), n(), step],
        );
        for row in t + 1..N {
            let factor = a[row * N + t] / a[t * N + t];
            (t..N).for_each(|column| a[row * N + column] -= factor * a[t * N + column]);
            b[row] -= factor * b[t];
        }
    }
    close(&session.read(&ga, N * N), &a);
    close(&session.read(&gb, N), &b);
}

#[test]
fn atax() {
    let mut session = Session::of(SOURCE);
    let (a, x) = (matrix(), noise(N));
    let [ga, gx, tmp, y] = [
        session.buffer(&a),
        session.buffer(&x),
        session.buffer(&[0.0_f32; N]),
        session.buffer(&[0.0_f32; N]),
    ];
    session.run("atax1", 2, 4, &[ga.clone(), gx, tmp.clone(), n()]);
    session.run("atax2", 2, 4, &[ga, tmp, y.clone(), n()]);
    let ax: Vec<f32> = a
        .chunks(N)
        .map(|row| row.iter().zip(&x).map(|(a, x)| a * x).sum())
        .collect();
    let expected: Vec<f32> = (0..N)
        .map(|j| (0..N).map(|i| a[i * N + j] * ax[i]).sum())
        .collect();
    close(&session.read(&y, N), &expected);
}

#[test]
fn lud() {
    let mut session = Session::of(SOURCE);
    let a = matrix();
    let m = session.buffer(&a);
    session.run(
        "lud_diagonal",
        1,
        N as u32,
        &[m.clone(), Arg::Local((N * N * 4) as u32), n()],
    );
    let lu: Vec<f32> = session.read(&m, N * N);
    let lower = |i: usize, k: usize| if i == k { 1.0 } else { lu[i * N + k] };
    let entry = |i: usize, j: usize| {
        (0..=i.min(j))
            .map(|k| lower(i, k) * lu[k * N + j])
            .sum::<f32>()
    };
    let product: Vec<f32> = (0..N * N).map(|at| entry(at / N, at % N)).collect();
    close(&product, &a);
}
