//! Grids.

use super::{close, launch_2d, noise};
use crate::support::Session;
use heddle_sim::launch::Arg;

const SOURCE: &str = include_str!("grids.cl");

#[test]
fn pathfinder() {
    const COLUMNS: usize = 24;
    let mut session = Session::of(SOURCE);
    let wall: Vec<i32> = noise(COLUMNS * 2)
        .iter()
        .map(|value| (value * 10.0) as i32)
        .collect();
    let source: Vec<i32> = noise(COLUMNS)
        .iter()
        .map(|value| (value * 10.0) as i32)
        .collect();
    let args = [
        Arg::I32(2),
        session.buffer(&wall),
        session.buffer(&source),
        session.buffer(&[0; COLUMNS]),
        Arg::I32(COLUMNS as i32),
        Arg::I32(0),
        Arg::I32(2),
        Arg::Local(64),
        Arg::Local(64),
    ];
    session.run("pathfinder", 2, 16, &args);
    let step = |before: &[i32], row: usize| -> Vec<i32> {
        let least = |x: usize| {
            *before[x.saturating_sub(1)..(x + 2).min(COLUMNS)]
                .iter()
                .min()
                .expect("neighbours")
        };
        (0..COLUMNS)
            .map(|x| least(x) + wall[row * COLUMNS + x])
            .collect()
    };
    assert_eq!(
        session.read::<i32>(&args[3], COLUMNS),
        step(&step(&source, 0), 1)
    );
}

#[test]
fn needleman_wunsch() {
    const SIDE: usize = 9;
    let mut session = Session::of(SOURCE);
    let reference: Vec<i32> = noise(SIDE * SIDE)
        .iter()
        .map(|value| (value * 20.0) as i32 - 8)
        .collect();
    let mut table = vec![0; SIDE * SIDE];
    (1..SIDE).for_each(|i| (table[i], table[i * SIDE]) = (-3 * i as i32, -3 * i as i32));
    let args = [
        session.buffer(&reference),
        session.buffer(&table),
        Arg::I32(SIDE as i32),
        Arg::I32(3),
        Arg::Local((4 * SIDE * SIDE) as u32),
    ];
    session.run("nw", 1, SIDE as u32 - 1, &args);
    for at in (SIDE..SIDE * SIDE).filter(|at| at % SIDE != 0) {
        let diagonal = table[at - SIDE - 1] + reference[at];
        table[at] = diagonal.max(table[at - 1] - 3).max(table[at - SIDE] - 3);
    }
    assert_eq!(session.read::<i32>(&args[1], SIDE * SIDE), table);
}

const WIDTH: usize = 8;
const HEIGHT: usize = 4;

/// A neighbour of a cell, or the cell itself at the border.
fn at(grid: &[f32], cell: usize, dx: isize, dy: isize) -> f32 {
    let inside =
        |value: usize, delta: isize, size: usize| value.saturating_add_signed(delta).min(size - 1);
    let (x, y) = (
        inside(cell % WIDTH, dx, WIDTH),
        inside(cell / WIDTH, dy, HEIGHT),
    );
    grid[y * WIDTH + x]
}

#[test]
fn hotspot() {
    let mut session = Session::of(SOURCE);
    let (power, before) = (
        noise(WIDTH * HEIGHT),
        noise(2 * WIDTH * HEIGHT).split_off(WIDTH * HEIGHT),
    );
    let [capacity, rx, ry, rz, ambient] = [0.5_f32, 0.1, 0.2, 0.3, 20.0];
    let heat = [capacity, rx, ry, rz, ambient].map(f32::to_le_bytes);
    let heat = Arg::Bytes {
        bytes: heat.concat(),
        align: 4,
    };
    let args = [
        session.buffer(&power),
        session.buffer(&before),
        session.buffer(&[0.0_f32; WIDTH * HEIGHT]),
        heat,
    ];
    launch_2d(&mut session, "hotspot", [2, 2], [4, 2], &args);
    let expected: Vec<f32> = (0..WIDTH * HEIGHT)
        .map(|i| {
            let (c, v) = (before[i], at(&before, i, 0, 1) + at(&before, i, 0, -1));
            let h = at(&before, i, 1, 0) + at(&before, i, -1, 0);
            c + capacity * (power[i] + (v - 2.0 * c) * ry + (h - 2.0 * c) * rx + (ambient - c) * rz)
        })
        .collect();
    close(&session.read(&args[2], WIDTH * HEIGHT), &expected);
}

#[test]
fn srad() {
    let mut session = Session::of(SOURCE);
    let image: Vec<f32> = noise(WIDTH * HEIGHT)
        .iter()
        .map(|value| value + 0.5)
        .collect();
    let q0 = 0.4_f32;
    let args = [
        session.buffer(&image),
        session.buffer(&[0.0_f32; WIDTH * HEIGHT]),
        session.buffer(&[q0]),
    ];
    launch_2d(&mut session, "srad", [2, 2], [4, 2], &args);
    let expected: Vec<f32> = (0..WIDTH * HEIGHT)
        .map(|i| {
            let j = image[i];
            let d = [(0, -1), (0, 1), (-1, 0), (1, 0)].map(|(dx, dy)| at(&image, i, dx, dy) - j);
            let g2 = d.iter().map(|d| d * d).sum::<f32>() / (j * j);
            let l = d.iter().sum::<f32>() / j;
            let den = 1.0 + 0.25 * l;
            let q = (0.5 * g2 - l * l / 16.0) / (den * den);
            (1.0 / (1.0 + (q - q0) / (q0 * (1.0 + q0)))).clamp(0.0, 1.0)
        })
        .collect();
    close(&session.read(&args[1], WIDTH * HEIGHT), &expected);
}
