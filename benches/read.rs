//! Throughput of `read` in bytes of text per second, for each kind of record.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::fmt::Write;

/// Warps of a trace and records of a warp: a few megabytes in total.
const WARPS: usize = 256;
const RECORDS: usize = 256;

/// A trace; `end` produces the end of each record from its mask.
fn trace(end: impl Fn(&mut Xoshiro256PlusPlus, u32) -> String) -> String {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut text = String::from("-accelsim tracer version = 4\n#BEGIN_TB\n");
    for warp in 0..WARPS {
        writeln!(text, "warp = {warp}\ninsts = {RECORDS}").expect("memory");
        for record in 0..RECORDS {
            let mask = random.next_u32() | if record % 2 == 0 { u32::MAX } else { 0 };
            let end = end(&mut random, mask);
            writeln!(text, "{:04x} {mask:08x} {end}", 16 * record).expect("memory");
        }
    }
    text + "#END_TB\n"
}

fn bench(criterion: &mut Criterion, name: &str, text: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bench.traceg");
    std::fs::write(&file, text).expect("room");
    let mut group = criterion.benchmark_group("read");
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            let mut lanes = 0;
            heddle_traces::read(&file, |record| lanes += u64::from(record.mask.count_ones()))
                .expect("a trace");
            lanes
        });
    });
}

fn throughput(criterion: &mut Criterion) {
    let arithmetic = trace(|_, _| "1 R2 FFMA 3 R1 R2 R3 0".into());
    let stride = trace(|_, _| "1 R2 LDG.E.SYS 1 R4 4 1 0x7f0000001000 4".into());
    let deltas = trace(|random, mask| {
        let distance = |_| format!(" {}", random.next_u32() as i32 >> 22);
        let distances: String = (1..mask.count_ones()).map(distance).collect();
        format!("1 R2 LDG.E 1 R4 4 2 0x7f0000001000{distances}")
    });
    let list = trace(|random, mask| {
        let address = |_| format!(" 0x7f00{:08x}", random.next_u32());
        let addresses: String = (0..mask.count_ones()).map(address).collect();
        format!("1 R2 LDG.E 1 R4 4 0{addresses}")
    });
    bench(criterion, "arithmetic", &arithmetic);
    bench(criterion, "addresses with a stride", &stride);
    bench(criterion, "distances of addresses", &deltas);
    bench(criterion, "lists of addresses", &list);
}

criterion_group!(benches, throughput);
criterion_main!(benches);
