//! `heddle workloads`: the built-in programs, where their sources are, and how large they are on the machine at hand.

use crate::cli::{Global, Workloads};
use crate::failure::Failure;
use crate::output;
use heddle_kernels::{Room, Size, Workload};
use heddle_sim::launch::Launch;
use serde_json::{Value, json};

/// Lists the workloads.
pub fn execute(global: &Global, options: &Workloads) -> Result<(), Failure> {
    if options.markdown {
        return output::text(&markdown());
    }
    let core = global.machine()?.core;
    let room = Room::new(core.warps, core.warp_size);
    let workloads = heddle_kernels::named();
    if global.json {
        let workloads = workloads.map(|workload| entry(workload, global.seed, room));
        return output::json(&workloads.collect::<Vec<_>>());
    }
    let heading = ["workload", "size", "launches", "grid", "block", "buffers"];
    let mut table = output::table(&heading, &[2, 3, 4, 5]);
    for workload in workloads {
        for size in [Size::Small, Size::Full] {
            table.add_row(row(
                workload,
                &Extent::of(workload, size, global.seed, room),
            ));
        }
    }
    output::line(&table.to_string())
}

/// The table that the book shows.
fn markdown() -> String {
    let row = |workload: &dyn Workload| {
        let (name, source, about) = (workload.name(), workload.source(), workload.about());
        format!("| [`{name}`]({source}) | {about} |\n")
    };
    let rows: String = heddle_kernels::named().map(row).collect();
    format!("| workload | what it is |\n| --- | --- |\n{rows}")
}

/// How much work a workload is.
struct Extent {
    size: Size,
    launches: usize,
    /// The launch with the most threads; the first of them.
    largest: Launch,
    /// Bytes of all global buffers.
    buffer_bytes: u64,
}

impl Extent {
    fn of(workload: &dyn Workload, size: Size, seed: u64, room: Room) -> Self {
        let launches = workload.launches(size, seed, room);
        let largest = launches.iter().rev().max_by_key(|launch| launch.threads());
        let buffers = workload.buffers(size, seed).into_iter();
        Extent {
            size,
            launches: launches.len(),
            largest: largest.expect("a workload launches something").clone(),
            buffer_bytes: buffers.map(|buffer| u64::from(buffer.bytes)).sum(),
        }
    }
}

fn entry(workload: &dyn Workload, seed: u64, room: Room) -> Value {
    let extent = |size| {
        let extent = Extent::of(workload, size, seed, room);
        json!({
            "launches": extent.launches,
            "grid": extent.largest.grid,
            "block": extent.largest.block,
            "threads": extent.largest.threads(),
            "buffer_bytes": extent.buffer_bytes,
        })
    };
    json!({
        "workload": workload.name(),
        "summary": workload.about(),
        "source": workload.source(),
        "race_free": workload.is_race_free(),
        "variant": heddle_kernels::variants().iter().any(|of| of.name() == workload.name()),
        "small": extent(Size::Small),
        "full": extent(Size::Full),
    })
}

fn row(workload: &dyn Workload, extent: &Extent) -> [String; 6] {
    [
        workload.name().into(),
        extent.size.to_string(),
        extent.launches.to_string(),
        dimensions(extent.largest.grid),
        dimensions(extent.largest.block),
        format!("{} KiB", extent.buffer_bytes.div_ceil(1024)),
    ]
}

/// `128x4`: without dimensions of 1 at the end.
fn dimensions(all: [u32; 3]) -> String {
    let used = all.iter().rposition(|&length| length != 1).unwrap_or(0);
    let lengths: Vec<String> = all[..=used].iter().map(u32::to_string).collect();
    lengths.join("x")
}
