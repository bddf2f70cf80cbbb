//! The entry function of a kernel, which the kernel ABI requires.
//!
//! OCL-3: it consists of two functions. The first one stores the address of the hidden arguments in `gp` and jumps to the
//! second, which unpacks the argument block and calls the kernel. With a single function, the compiler could move a read of
//! `gp` in the inlined kernel to a place before `gp` is set.

use super::kernel::{Kernel, Passed, Way};
use super::names::renamed;
use heddle_compiler::ir::{for_assembly, global};
use heddle_isa::program::KERNEL_PREFIX;

/// The symbol of dynamic shared memory (kernel ABI); `runtime/dynamic.s` defines it.
const DYNAMIC: &str = "__simt_dyn";
/// The declaration of that symbol. Its size is unknown, as it is defined elsewhere.
pub(super) const DYNAMIC_DECLARATION: &str =
    "@__simt_dyn = external hidden thread_local(localexec) global [0 x i8], align 16\n";

/// The symbol of a function that does nothing. A program without kernels has it (HST-15): it builds, and a kernel file has
/// code.
pub const NOTHING: &str = "heddle.nothing";

/// The function of that symbol.
pub(super) fn nothing() -> String {
    format!("define void @{NOTHING}() nounwind {{\n  ret void\n}}\n")
}

/// The function of a kernel that cannot be launched.
pub(super) fn refused(kernel: &str) -> String {
    let entry = global(&symbol(kernel));
    format!("define void {entry}(i32 %thread, ptr %block) nounwind {{\n  ret void\n}}\n")
}

/// The largest immediate of an `addi`.
const IMMEDIATE: u32 = 2047;

/// The symbol by which a launch finds a kernel.
pub(super) fn symbol(kernel: &str) -> String {
    format!("{KERNEL_PREFIX}{kernel}")
}

/// The name of the function that unpacks the argument block. Only assembly refers to it, which does not know all names of kernels.
pub(super) fn taken_apart(kernel: &str) -> String {
    format!("args.{}", for_assembly(kernel))
}

/// The two functions. The second one has a source line, because code inlined into a function without one loses its lines.
pub(super) fn functions(kernel: &Kernel) -> String {
    let line = &kernel.caller_line;
    let name = &kernel.signature.kernel;
    let (entry, taken_apart) = (global(&symbol(name)), taken_apart(name));
    let offset = kernel.signature.hidden_offset;
    let keep = match offset {
        0..=IMMEDIATE => format!("addi gp, a1, {offset}"),
        _ => format!("li gp, {offset}\\0Aadd gp, gp, a1"),
    };
    let mut text = format!(
        "define void {entry}(i32 %thread, ptr %block) naked noinline nounwind {{\n  \
         call void asm sideeffect \"{keep}\\0Atail {taken_apart}\", \"\"()\n  unreachable\n}}\n\
         define hidden void @{taken_apart}(i32 %thread, ptr %block) noinline nounwind{} {{\n",
        line.function
    );
    let parameters = kernel.signature.parameters.iter().zip(&kernel.passed);
    let mut arguments = Vec::new();
    for (index, (parameter, passed)) in parameters.enumerate() {
        let offset = parameter.offset;
        text += &format!("  %p{index} = getelementptr i8, ptr %block, i32 {offset}\n");
        let (instructions, value) = argument(index, passed);
        text += &instructions;
        arguments.push(format!("{} {value}", passed.text));
    }
    let callee = renamed(&global(name));
    text + &format!(
        "  call void {callee}({}){}\n  ret void\n}}\n{}",
        arguments.join(", "),
        line.call,
        line.nodes
    )
}

/// The instructions that load an argument from its address in the block, `%p0` for the first one, and its value.
fn argument(index: usize, passed: &Passed) -> (String, String) {
    match &passed.way {
        Way::InPlace => (String::new(), format!("%p{index}")),
        // The block does not change while a kernel runs.
        Way::Loaded(of) => (
            format!("  %a{index} = load {of}, ptr %p{index}, align 4, !invariant.load !{{}}\n"),
            format!("%a{index}"),
        ),
        Way::Shared => (
            format!(
                "  %o{index} = load i32, ptr %p{index}, align 4, !invariant.load !{{}}\n  \
                 %a{index} = getelementptr i8, ptr @{DYNAMIC}, i32 %o{index}\n"
            ),
            format!("%a{index}"),
        ),
    }
}
