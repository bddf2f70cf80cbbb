//! Heddle: what branch divergence costs a SIMT machine, and what each way to handle it costs in hardware.
//!
//! Every hardware unit has a contract and two independent implementations: a golden unit in Rust, and RTL that is emitted as
//! Verilog. A golden GPU runs whole programs under several divergence mechanisms. This crate re-exports Heddle's libraries under
//! one name; its front page is a tour.
//!
//! # A machine
//!
//! A machine is a preset, or a TOML file, with overrides. The presets are the machines of the papers.
//!
//! ```
//! use heddle_gpu::contract::Config;
//! use heddle_gpu::contract::config::Source;
//!
//! let paper = Config::preset("fung2009")?;
//! let source = Source::Preset("fung2009".into());
//! let small = Config::load(&source, &["cores=1".into(), "core.warps=8".into()])?;
//! assert_eq!((paper.core.warp_size, small.core.warps), (32, 8));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A kernel under two mechanisms
//!
//! Built-in workloads know their right results. `heddle_gpu::sim::launch` reads kernels and launch files of your own.
//!
//! ```
//! use heddle_gpu::contract::Config;
//! use heddle_gpu::kernels::{Room, Size, by_name};
//! use heddle_gpu::sim::{Gpu, Limits, Mechanism};
//! use heddle_gpu::study;
//!
//! let config = Config::preset("tiny")?;
//! let workload = by_name("if_else")?;
//! let room = Room::new(config.core.warps, config.core.warp_size);
//! let job = workload.job(Size::Small, 1, room);
//! let gpu = Gpu::new(&config)?;
//! for mechanism in [Mechanism::Pdom, Mechanism::Dwf] {
//!     let report = gpu.run(&job, mechanism, &Limits::default())?;
//!     assert!(study::check(workload, Size::Small, 1, &report).is_ok());
//!     println!("{mechanism}: {} cycles, IPC {:.2}", report.statistics.cycles, report.statistics.ipc);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`study`] plans such runs in numbers, keeps their results in a folder, compares them, and draws charts.
//!
//! # The Verilog of a unit
//!
//! ```
//! use heddle_gpu::contract::Config;
//! use heddle_gpu::files::{Choices, Units, generate};
//!
//! let units = ["partner_sync_table".to_owned()];
//! let generated = generate(&Config::preset("tiny")?, Units::Named(&units), &Choices::default())?;
//! let folder = tempfile::tempdir()?;
//! generated.write(folder.path())?;
//! assert!(folder.path().join("partner_sync_table.v").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Storage bits
//!
//! ```
//! use heddle_gpu::area::Area;
//! use heddle_gpu::contract::Config;
//!
//! let area = Area::of(&Config::preset("fung2009")?, 90)?;
//! for row in &area.rows {
//!     println!("{}: {} bits, {:.4} mm2", row.shape.unit, row.counted, row.mm2);
//! }
//! assert!(area.total_bits() > area.bits());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Lockstep
//!
//! The RTL of a unit, compiled by Verilator, against its golden unit in every cycle of random stimuli. The contract names the
//! corners that the stimuli should reach.
//!
//! ```
//! use heddle_gpu::contract::units::PartnerSyncTable;
//! use heddle_gpu::contract::{Config, Unit};
//! use heddle_gpu::cosim::verilated::Cache;
//! use heddle_gpu::cosim::{UnitMode, emit, rtl};
//!
//! let params = PartnerSyncTable::params(&Config::preset("tiny")?)?;
//! let verilog = emit::<PartnerSyncTable>(&params)?;
//! let library = rtl::library::<PartnerSyncTable>(&params, verilog, &Cache::user()?)?;
//! let mut run = UnitMode::<PartnerSyncTable>::new(&params, &library, 1);
//! assert!(run.run(1000).is_none(), "no mismatch");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub use heddle_area as area;
pub use heddle_contract as contract;
pub use heddle_cosim as cosim;
pub use heddle_flow as flow;
pub use heddle_gen as files;
pub use heddle_hdl as hdl;
pub use heddle_isa as isa;
pub use heddle_kernels as kernels;
pub use heddle_sim as sim;
pub use heddle_study as study;
pub use heddle_synth as synth;
pub use heddle_timeline as timeline;
pub use heddle_traces as traces;
