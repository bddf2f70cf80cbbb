//! The lines of Rust in README.md: each is compiled, run, and searched for in the page.

use heddle_gpu::area::Area;
use heddle_gpu::contract::config::Source;
use heddle_gpu::contract::units::PartnerSyncTable;
use heddle_gpu::contract::{Config, Unit};
use heddle_gpu::cosim::verilated::Cache;
use heddle_gpu::cosim::{UnitMode, emit, rtl};
use heddle_gpu::files::{Choices, Units, generate};
use heddle_gpu::hdl::Design;
use heddle_gpu::kernels::{Room, Size, by_name};
use heddle_gpu::sim::{Gpu, Limits, Mechanism};
use heddle_gpu::study::{Machine, Plan, Silent, Store, Subject, WorkerPool};
use std::error::Error;

const README: &str = include_str!("../../README.md");

fn without_spaces(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The value of a line that is in the page.
macro_rules! of_page {
    ($line:expr) => {{
        let line = format!("`{}`", without_spaces(stringify!($line)));
        assert!(without_spaces(README).contains(&line), "{line}");
        $line
    }};
}

#[test]
fn lines_of_the_simulator_and_of_studies_work() -> Result<(), Box<dyn Error>> {
    let config = of_page!(Config::load(
        &Source::Preset("fung2009".into()),
        &["core.warps=8".into()]
    )?);
    let workload = by_name("if_else")?;
    let room = Room::new(config.core.warps, config.core.warp_size);
    let job = workload.job(Size::Small, 1, room);
    let report = of_page!(Gpu::new(&config)?.run(&job, Mechanism::Dwf, &Limits::default())?);
    assert!(report.outcome.is_complete());

    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    let subject = Subject::Workload {
        workload,
        size: Size::Small,
        seed: 1,
    };
    let machine = Machine::preset("tiny");
    let mechanisms = vec![Mechanism::Pdom];
    let plan = Plan::new(
        &machine,
        vec![Vec::new()],
        vec![subject],
        mechanisms,
        0,
        1_000_000,
    )?;
    let results = of_page!(
        WorkerPool::new(Store::new(folder, &Silent)?, &plan.planned_runs).work(2, &Silent)?
    );
    assert_eq!(results.len(), 1);
    Ok(())
}

#[test]
fn lines_of_hardware_work() -> Result<(), Box<dyn Error>> {
    let config = Machine::preset("tiny").with(&[])?;
    assert!(of_page!(generate(&config, Units::All, &Choices::default())?.files).len() > 100);
    assert!(of_page!(Area::of(&config, 90)?.total_bits()) > 0);

    let params = PartnerSyncTable::params(&config)?;
    let verilog = of_page!(
        Design::of::<PartnerSyncTable>(&params)?
            .top()
            .verilog
            .clone()
    );
    assert!(verilog.contains("module partner_sync_table"));
    let emitted = emit::<PartnerSyncTable>(&params)?;
    let library = rtl::library::<PartnerSyncTable>(&params, emitted, &Cache::user()?)?;
    let seed = 1;
    assert!(of_page!(
        UnitMode::<PartnerSyncTable>::new(&params, &library, seed)
            .run(100_000)
            .is_none()
    ));
    Ok(())
}
