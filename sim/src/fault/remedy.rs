//! What to do about a run that did not complete.

use super::{Fault, FaultReason, Near, Neighbour, Outcome, Side};
use heddle_isa::execute::TrapCause;
use heddle_isa::memory::Access;
use heddle_isa::{FetchFault, MemoryFault};
use heddle_mechanisms::Mechanism;

impl Outcome {
    /// How to fix it, or where to look; `None` for a run that completed.
    pub fn remedy(&self) -> Option<String> {
        Some(match self {
            Outcome::Completed => return None,
            Outcome::Fault(fault) => of_fault(fault).into(),
            Outcome::Deadlock(stuck) if !stuck.at_risk.is_empty() => format!(
                "if the source has the barrier outside of the branch, the compiler has copied a uniform \
                 branch into an arm of a divergent one: build with `heddle compile`, which keeps it \
                 out; if not, {}",
                out_of_the_branch()
            ),
            Outcome::Deadlock(stuck) if stuck.has_stacked() => out_of_the_branch(),
            Outcome::Deadlock(_) => {
                "let every thread of a block reach its barrier, or exit before it".into()
            }
            Outcome::NoProgress(stuck) if stuck.has_partners() => {
                "sub-warps wait without a limit for partners that spin: leave out dwr.wait_cycles, or \
                 set it to a number of cycles"
                    .into()
            }
            Outcome::NoProgress(_) => format!(
                "threads of a warp that wait for each other, as at a spin lock, need a mechanism \
                 that runs them on their own: {}",
                independent()
            ),
            Outcome::CycleLimit(_) => {
                "raise --max-cycles, or look for a loop without end at these places".into()
            }
            Outcome::InstructionLimit(_) => {
                "raise --max-cycles, which limits instructions here, or look for a loop without end \
                 at these places"
                    .into()
            }
            Outcome::RoundLimit(_) => "raise most_rounds of the loop in the launch file, or look for \
                 what keeps its kernels from leaving 0"
                .into(),
            Outcome::Broken(_) => "with RTL in the loop, that is wrong: cosim --mode shadow says where it differs; \
                 without, it is a mistake in Heddle: please report it with the program"
                .into(),
        })
    }
}

/// What to do about a barrier in a branch.
fn out_of_the_branch() -> String {
    format!(
        "move the barrier to where the threads of a warp are together again; a mechanism without \
         stacks, {}, does not need that",
        independent()
    )
}

/// The mechanisms under which no thread waits for others of its warp, as an option.
fn independent() -> String {
    let names = Mechanism::listed("or", |about| about.is_independent);
    format!("--mechanism {names}")
}

fn of_fault(fault: &Fault) -> &'static str {
    match fault.reason {
        FaultReason::Memory(MemoryFault {
            access: Access::MisalignedAtomic,
            ..
        }) => "atomic accesses need addresses that are multiples of 4",
        FaultReason::Memory(_) => of_wild_access(fault.near.as_ref()),
        FaultReason::Fetch(FetchFault::Illegal { .. }) => {
            "build with -march=rv32imf, or rv32imaf: no C, no D; is it code at all?"
        }
        FaultReason::Fetch(FetchFault::Outside { .. }) => {
            "look for a function pointer that is wrong, a return address that was overwritten, or \
             code that runs off its end; code that is written while the program runs is not executed"
        }
        FaultReason::Fetch(FetchFault::Misaligned { .. }) => {
            "look for a function pointer that is wrong, or a return address that was overwritten"
        }
        FaultReason::Trap(TrapCause::ReservedRounding) => "write 0 to 4 to frm",
        FaultReason::Trap(_) => "docs/kernel-abi.md lists the CSRs that a kernel may use",
        FaultReason::StackOverflow { .. } => "raise stack.depth, or let fewer calls nest",
        FaultReason::Unbalanced => {
            "under --mechanism stack functions return behind their calls, and `heddle cfg` knows the \
             targets of every jump: no computed goto with unknown targets, no longjmp; \
             --mechanism pdom and the other mechanisms run them"
        }
        FaultReason::System => "docs/kernel-abi.md says what a kernel may use",
    }
}

fn of_wild_access(near: Option<&Near>) -> &'static str {
    match near.map(|near| (&near.what, near.side)) {
        Some((Neighbour::Arguments, _)) => {
            "the kernel reads more arguments than the launch gives: compare `args` with its \
             parameters"
        }
        Some((Neighbour::Null, _)) => {
            "a null pointer: compare `args` with the kernel's parameters, and look for data that \
             nobody wrote"
        }
        Some((Neighbour::Stack, Side::Before)) => {
            "the stack is too small for this thread: raise core.stack_bytes"
        }
        Some(_) => "check the index, or make it larger",
        None => "check the pointer: do `args` have the order and types of the kernel's parameters?",
    }
}
