//! `examples/quicksort.cl` sorts.

use super::Desk;
use heddle_sim::Mechanism;

const SOURCE: &str = include_str!("../../../../examples/quicksort.cl");

/// A kernel that leaves its first buffer as it was drawn.
const UNTOUCHED: &str = "__kernel void untouched(__global int *keys, int length) {}";

/// Keys after a kernel has run on segments of a length, one for each of the items.
fn keys(
    desk: &Desk,
    source: &str,
    input: &str,
    segments: (usize, usize),
    more: &[&str],
) -> Vec<i32> {
    let (items, length) = (segments.0.to_string(), segments.1.to_string());
    let mut run = vec!["run", source, "--global", &items, "--args", input, &length];
    run.extend(["--dump", "keys=keys.bin"]);
    run.extend(more);
    desk.text(&run);
    let bytes = std::fs::read(desk.folder().join("keys.bin")).unwrap();
    let words = bytes.chunks_exact(4);
    words
        .map(|word| i32::from_le_bytes(word.try_into().unwrap()))
        .collect()
}

/// The kernel against the sort of Rust.
fn sorts(desk: &Desk, input: &str, segments: (usize, usize), more: &[&str]) {
    let mut right = keys(desk, "untouched.cl", input, segments, more);
    assert_eq!(right.len(), segments.0 * segments.1);
    for segment in right.chunks_exact_mut(segments.1) {
        segment.sort_unstable();
    }
    let sorted = keys(desk, "quicksort.cl", input, segments, more);
    assert!(sorted == right, "{input} in {segments:?} {more:?}");
}

fn desk() -> Desk {
    Desk::new(&[("quicksort.cl", SOURCE), ("untouched.cl", UNTOUCHED)])
}

#[test]
fn it_sorts_under_every_mechanism() {
    let desk = desk();
    for (seed, mechanism) in Mechanism::ALL.iter().enumerate() {
        let (seed, mechanism) = (seed.to_string(), mechanism.name());
        let more = [
            "--mechanism",
            mechanism,
            "--preset",
            "fung2009",
            "--seed",
            &seed,
        ];
        sorts(&desk, "random:2048", (64, 32), &more);
    }
}

#[test]
fn it_sorts_segments_of_any_length_and_order() {
    let desk = desk();
    let few: Vec<u8> = (0..600u32)
        .flat_map(|i| (i * i % 7).to_le_bytes())
        .collect();
    std::fs::write(desk.folder().join("few.bin"), few).unwrap();
    let falling: Vec<u8> = (0..600i32).flat_map(|i| (300 - i).to_le_bytes()).collect();
    std::fs::write(desk.folder().join("falling.bin"), falling).unwrap();
    for segments in [(600, 1), (300, 2), (200, 3), (8, 75), (1, 600)] {
        for input in [
            "random:600",
            "zero:600",
            "index:600",
            "file:few.bin",
            "file:falling.bin",
        ] {
            sorts(&desk, input, segments, &["--functional"]);
        }
    }
}
