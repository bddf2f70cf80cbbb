//! Host time per simulated cycle of the memory backend, with all memory modules busy.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use heddle_contract::Config;
use heddle_memory::{Backend, Kind, Packet, Reply};
use heddle_types::Cycle;

const CYCLES: u64 = 100_000;
/// Number of in-flight lines of each core.
const OUTSTANDING: u32 = 64;

/// The access pattern of the cores.
#[derive(Clone, Copy)]
enum Pattern {
    /// All cores together read one region from its start.
    Stream,
    /// Random lines.
    Random,
    /// As `Stream`, but every fourth access is a write.
    Mixed,
}

/// A pseudo-random line with a uniform distribution (the finaliser of MurmurHash3).
fn scattered(number: u32) -> u32 {
    let mut mixed = number;
    mixed = (mixed ^ (mixed >> 16)).wrapping_mul(0x85eb_ca6b);
    mixed = (mixed ^ (mixed >> 13)).wrapping_mul(0xc2b2_ae35);
    (mixed ^ (mixed >> 16)) >> 6
}

/// The packet that a core sends next, in place of one that was answered.
fn packet(pattern: Pattern, core: u16, number: u32, cycle: Cycle) -> Packet {
    let line = match pattern {
        Pattern::Stream | Pattern::Mixed => number * 16 + u32::from(core),
        Pattern::Random => scattered(number ^ u32::from(core) << 20),
    };
    let kind = match pattern {
        Pattern::Mixed if number.is_multiple_of(4) => Kind::Write,
        _ => Kind::Read,
    };
    Packet {
        core,
        tag: number,
        line,
        kind,
        cycle,
    }
}

/// Simulates `CYCLES` cycles, in which every core always has its full number of in-flight lines; returns how many lines were
/// answered.
fn run(config: &Config, pattern: Pattern) -> u64 {
    let mut backend = Backend::new(config);
    let quantum = backend.lookahead();
    let mut sent = vec![0; config.cores];
    let mut replies: Vec<Reply> = Vec::new();
    for core in 0..config.cores as u16 {
        for number in 0..OUTSTANDING {
            backend.send(packet(pattern, core, number, Cycle::ZERO));
        }
        sent[usize::from(core)] = OUTSTANDING;
    }
    let (mut now, mut answered) = (Cycle::ZERO, 0);
    while now.number() < CYCLES {
        now += quantum;
        backend.advance(now, &mut replies);
        answered += replies.len() as u64;
        for reply in replies.drain(..) {
            let number = &mut sent[usize::from(reply.core)];
            backend.send(packet(pattern, reply.core, *number, reply.cycle));
            *number += 1;
        }
    }
    answered
}

fn backend(c: &mut Criterion) {
    let config = heddle_machines::shipped("fung2009");
    let mut group = c.benchmark_group("fung2009");
    group.sample_size(10);
    group.throughput(Throughput::Elements(CYCLES));
    for (name, pattern) in [
        ("stream", Pattern::Stream),
        ("random", Pattern::Random),
        ("mixed", Pattern::Mixed),
    ] {
        group.bench_function(name, |b| b.iter(|| run(&config, pattern)));
    }
    group.finish();
}

criterion_group!(benches, backend);
criterion_main!(benches);
