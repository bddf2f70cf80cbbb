//! A unit in the loop executes what the golden model executes, and a run that differs names where it parts from the golden run.

use crate::rtl_in_the_gpu::programs::{Asm, job, reg, words};
use crate::rtl_in_the_gpu::{check, compressing};
use crate::support::limits;
use heddle_contract::Unit;
use heddle_contract::config::Compress;
use heddle_contract::units::CycleCompressor;
use heddle_cosim::verilated::Verilog;
use heddle_cosim::{KernelCheck, KernelOutcome, KernelUnit, Parting, emit};
use heddle_isa::Op;
use heddle_sim::{Gpu, Issued, Job, Mechanism, Observer};
use heddle_units::CycleCompressor as Golden;

/// Every rounding mode beside others, in one warp of 16 threads. One thread in eight has a reserved mode, and rounds nothing.
fn threads_round_in_their_own_mode() -> Job {
    const FRM: i32 = 2;
    const DYNAMIC: u32 = 7 << 12;
    let mut asm = Asm::kernel();
    asm.imm(Op::Andi, reg::T0, reg::A0, 7);
    asm.imm(Op::Csrrw, reg::ZERO, reg::T0, FRM);
    asm.imm(Op::Slti, reg::T1, reg::T0, 5);
    asm.branch(Op::Beq, reg::T1, reg::ZERO, "end");
    asm.imm(Op::Addi, reg::T0, reg::A0, 1);
    asm.li(reg::T1, 3);
    asm.word(Op::FcvtSW.row().value | reg::T0 << 15 | 1 << 7);
    asm.word(Op::FcvtSW.row().value | reg::T1 << 15 | 2 << 7);
    asm.word(Op::FdivS.row().value | 2 << 20 | 1 << 15 | DYNAMIC | 3 << 7);
    asm.word(Op::FmvXW.row().value | 3 << 15 | reg::T0 << 7);
    asm.put(reg::T0, 0);
    asm.label("end");
    asm.exit();
    job(asm, 1, 16, vec![words("out", 16)])
}

fn in_loop(check: &KernelCheck) -> KernelOutcome {
    let modes = CycleCompressor::kernel_modes().expect("it runs kernels");
    (modes.in_loop)(check).expect("it compiles")
}

#[test]
fn lanes_of_the_alu_round_as_their_threads_do() {
    let folder = tempfile::tempdir().unwrap();
    let job = threads_round_in_their_own_mode();
    for mode in [Compress::None, Compress::Ivb, Compress::Bcc, Compress::Scc] {
        let config = compressing(mode);
        let result = in_loop(&check(&config, &job, folder.path()));
        let difference = result.outcome.difference();
        assert_eq!(difference, None, "{}", mode.name());
        assert!(result.passed() && result.golden.outcome.is_complete());
    }
}

/// The emitted Verilog with some text of the top module replaced.
fn changed(mode: Compress, from: &str, to: &str) -> Verilog {
    let params = CycleCompressor::params(&compressing(mode)).unwrap();
    let mut verilog = emit::<CycleCompressor>(&params).unwrap();
    let top = verilog
        .files
        .iter_mut()
        .find(|file| file.text.contains(from));
    let top = top.unwrap_or_else(|| panic!("no file has `{from}`"));
    top.text = top.text.replace(from, to);
    verilog
}

/// A unit that offers lanes only if they are taken: while the golden unit drives both, no port differs.
#[test]
fn a_unit_that_only_fails_in_the_loop_is_placed() {
    let folder = tempfile::tempdir().unwrap();
    let (config, job) = (
        compressing(Compress::Bcc),
        threads_round_in_their_own_mode(),
    );
    let wrong = changed(
        Compress::Bcc,
        "assign issue_o  = sequencer_issue;",
        "assign issue_o  = sequencer_issue & take_i;",
    );
    let result = in_loop(&KernelCheck {
        verilog: Some(wrong),
        ..check(&config, &job, folder.path())
    });
    let outcome = &result.outcome;
    assert_eq!(outcome.first_mismatch, None);
    assert!(!outcome.passed());
    let difference = outcome.difference().expect("the runs differ");
    let Some(Parting::Instruction {
        golden: Some(golden),
        found: None,
    }) = &outcome.parting
    else {
        panic!("{:?}", outcome.parting);
    };
    // The first instruction is issued and does not come back, so the run ends ahead of the second one.
    assert_eq!(golden.pc, job.program.kernel("k").unwrap() + 4);
    for part in ["no port differs", "cycle", "core 0", &golden.instruction] {
        assert!(difference.contains(part), "{difference} without {part}");
    }
    let files = outcome.artefacts.as_ref().expect("the runs differ");
    assert_eq!(files.waveform, None);
    let report = std::fs::read_to_string(&files.report).unwrap();
    let issued = format!("by cycle {} of the GPU:\n  {golden}\n", golden.cycle);
    assert!(report.contains(&issued), "{report}");
    assert!(files.page.is_file());
}

/// A unit whose results are wrong in one bit: the port is named, and the instruction that reads the wrong result.
#[test]
fn a_wrong_port_is_named_with_the_instruction() {
    let folder = tempfile::tempdir().unwrap();
    let (config, job) = (
        compressing(Compress::Bcc),
        threads_round_in_their_own_mode(),
    );
    let wrong = changed(
        Compress::Bcc,
        "= results_write_data;",
        "= results_write_data ^ 512'd1;",
    );
    let result = in_loop(&KernelCheck {
        verilog: Some(wrong),
        ..check(&config, &job, folder.path())
    });
    let difference = result.outcome.difference().expect("the runs differ");
    // The compressor runs ahead of its core, through the first instruction.
    let files = result.outcome.artefacts.as_ref().expect("a port differs");
    let report = std::fs::read_to_string(&files.report).unwrap();
    let first = format!("PC {:#010x}", job.program.kernel("k").unwrap());
    let issued = report.split("\nissued last by core 0, by cycle ").nth(1);
    let issued = issued.expect("it names what was issued").lines().nth(1);
    assert!(issued.is_some_and(|line| line.contains(&first)), "{report}");
    // The second instruction reads what the first one wrote.
    let second = format!("PC {:#010x}", job.program.kernel("k").unwrap() + 4);
    for part in [
        "write_data[0] is 0x1",
        "the runs part at cycle",
        &second,
        "reads other values",
    ] {
        assert!(difference.contains(part), "{difference} without {part}");
    }
}

/// Counts instructions.
struct Count(u64);

impl Observer for Count {
    fn issued(&mut self, _: &Issued) {
        self.0 += 1;
    }
}

#[test]
fn an_observed_run_with_a_unit_equals_a_plain_one() {
    let (config, job) = (
        compressing(Compress::Scc),
        threads_round_in_their_own_mode(),
    );
    let gpu = Gpu::new(&config).unwrap();
    let unit = |_, params: &_| <Golden as heddle_contract::Golden<CycleCompressor>>::new(params);
    let mut count = Count(0);
    let (plain, _) = gpu
        .run_under::<CycleCompressor, _>(&job, Mechanism::Pdom, &limits(), unit)
        .unwrap();
    let (observed, _) = gpu
        .run_under_observed::<CycleCompressor, _>(
            &job,
            Mechanism::Pdom,
            &limits(),
            unit,
            &mut count,
        )
        .unwrap();
    assert_eq!(plain, observed);
    assert_eq!(count.0, plain.statistics.instructions);
}
