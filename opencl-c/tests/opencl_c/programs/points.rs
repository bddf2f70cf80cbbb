//! Points.

use super::{close, noise};
use crate::support::Session;
use heddle_sim::launch::Arg;

const SOURCE: &str = include_str!("points.cl");
const POINTS: usize = 30;

#[test]
fn nearest_neighbours() {
    let mut session = Session::of(SOURCE);
    let places = noise(2 * POINTS);
    let args = [
        session.buffer(&places),
        session.buffer(&[0.0_f32; POINTS]),
        Arg::I32(POINTS as i32),
        Arg::F32(0.25),
        Arg::F32(0.75),
    ];
    session.run("nearest", 2, 16, &args);
    let distance = |place: &[f32]| (0.25 - place[0]).hypot(0.75 - place[1]);
    let expected: Vec<f32> = places.chunks(2).map(distance).collect();
    close(&session.read(&args[1], POINTS), &expected);
}

#[test]
fn kmeans() {
    let mut session = Session::of(SOURCE);
    let (features, clusters) = (
        noise(3 * POINTS),
        noise(3 * POINTS + 12).split_off(3 * POINTS),
    );
    let args = [
        session.buffer(&features),
        session.buffer(&clusters),
        session.buffer(&[-1; POINTS]),
        session.buffer(&[0; 4]),
        Arg::I32(POINTS as i32),
    ];
    session.run("kmeans", 2, 16, &args);
    let distance = |point: usize, cluster: usize| -> f32 {
        let difference =
            |feature: usize| features[feature * POINTS + point] - clusters[cluster * 3 + feature];
        (0..3).map(|feature| difference(feature).powi(2)).sum()
    };
    let nearest = |point| (0..4).min_by(|&a, &b| distance(point, a).total_cmp(&distance(point, b)));
    let expected: Vec<i32> = (0..POINTS)
        .map(|point| nearest(point).expect("clusters") as i32)
        .collect();
    assert_eq!(session.read::<i32>(&args[2], POINTS), expected);
    let size = |cluster| expected.iter().filter(|&&found| found == cluster).count() as i32;
    assert_eq!(session.read::<i32>(&args[3], 4), [0, 1, 2, 3].map(size));
}
