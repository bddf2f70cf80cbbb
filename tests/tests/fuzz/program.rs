//! Whole launches of damaged programs.

use crate::config;
use crate::edits::{ByteEdit, byte_edits, code_edits, edited, with_flips};
use crate::elf::workload;
use crate::memory::Watched;
use heddle_contract::Config;
use heddle_flow::Flow;
use heddle_isa::Program;
use heddle_isa::whole_program::{Console, WholeProgram};
use heddle_kernels::{Room, Size};
use heddle_sim::{Gpu, Job, Limits, Mechanism};
use proptest::prelude::*;
use proptest::sample::Index;
use std::sync::Arc;

/// The limit of cycles is low, so threads touch little memory; the rest belongs to the machine itself.
const MOST: u64 = 512 << 20;

fn mechanism() -> impl Strategy<Value = Mechanism> {
    prop::sample::select(Mechanism::ALL.to_vec())
}

/// The launches of a workload with another program; `None` if the program cannot be read.
fn job(name: &str, file: &[u8], config: &Config) -> Option<Job> {
    let program = Arc::new(Program::parse("fuzz.elf", file).ok()?);
    let room = Room::new(config.core.warps, config.core.warp_size);
    let workload = heddle_kernels::by_name(name).unwrap();
    Some(Job {
        program,
        ..workload.job(Size::Small, 1, room)
    })
}

/// Which part is damaged: the whole file, or only its code.
#[derive(Clone, Debug)]
enum Damage {
    File(Vec<ByteEdit>),
    Code(Vec<Index>),
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        byte_edits().prop_map(Damage::File),
        code_edits().prop_map(Damage::Code),
    ]
}

fn file(name: &str, damage: &Damage) -> Vec<u8> {
    let whole = heddle_kernels::by_name(name).unwrap().elf();
    match damage {
        Damage::File(edits) => edited(whole, edits),
        Damage::Code(flips) => with_flips(whole.to_vec(), flips),
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn damaged_programs_end_somehow(name in workload(), mechanism in mechanism(),
                                    damage in damage()) {
        let config = heddle_machines::shipped("tiny");
        let watched = Watched::begin();
        if let Some(job) = job(name, &file(name, &damage), &config) {
            let limits = Limits { max_cycles: 2000 };
            match Gpu::new(&config).unwrap().run(&job, mechanism, &limits) {
                Ok(report) => {
                    let complete = report.outcome.is_complete();
                    assert_eq!(report.outcome.remedy().is_none(), complete, "{}", report.outcome);
                }
                Err(error) => assert!(!error.remedy().is_empty(), "{error}"),
            }
        }
        watched.assert_at_most(MOST);
    }

    #[test]
    fn whole_programs_end_somehow(name in workload(), damage in damage()) {
        if let Ok(program) = Program::parse("fuzz.elf", &file(name, &damage))
            && let Ok(mut thread) = WholeProgram::new(&program)
        {
            let (mut output, mut errors) = (Vec::new(), Vec::new());
            let mut console = Console { output: &mut output, errors: &mut errors };
            if let Err(stop) = thread.run(10_000, &mut console) {
                assert!(!stop.reason.remedy().is_empty());
            }
        }
    }

    #[test]
    fn damaged_code_has_a_flow_graph(name in workload(), damage in damage()) {
        if let Ok(program) = Program::parse("fuzz.elf", &file(name, &damage)) {
            let flow = Flow::new(&program);
            for function in flow.functions() {
                assert!(!flow.nodes_of(function).is_empty(), "{name}");
            }
        }
    }
}
