//! Properties that all random kernels with barriers share.

use super::{LEVELS, program, program_in};
use crate::generator::Program;
use crate::language::Language;

fn kernels() -> Vec<Program> {
    (0..400).map(program).collect()
}

#[test]
fn kernels_depend_on_their_seed_alone() {
    let (once, again) = (kernels(), kernels());
    assert_eq!(once, again);
    for pair in once.windows(2) {
        assert_ne!(pair[0].source, pair[1].source);
    }
}

#[test]
fn a_seed_gives_the_same_kernel_in_both_languages() {
    for seed in 0..40 {
        let [one, other] = Language::ALL.map(|language| program_in(language, seed));
        assert_eq!(one.source, other.source);
        assert_ne!(one.prelude, other.prelude);
    }
}

#[test]
fn eight_kernels_are_every_language_at_every_level() {
    let mut kinds: Vec<_> = (0..8)
        .map(program)
        .map(|kernel| (kernel.language, kernel.level))
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds.len(), Language::ALL.len() * LEVELS.len());
}

/// Each kind is in at least one kernel of 25, so that a night has many of each.
#[test]
fn every_kind_of_uniform_statement_is_drawn() {
    let kernels = kernels();
    let kinds = [
        "block_barrier();",
        "exchange(",
        "turn++;",
        "_meet0(t,",
        "NOINLINE",
        "for (; n",
        "while (n",
        "while (++n",
        "switch (",
        "default:",
        "else {",
        ") break;",
        ") continue;",
        ") goto end;",
        ") return a ^ c;",
        "goes_on(t)",
    ];
    for kind in kinds {
        let with = kernels.iter().filter(|kernel| kernel.source.contains(kind));
        let count = with.count();
        assert!(count >= 16, "`{kind}` is in {count} of 400 kernels");
    }
}

/// The conditions of the blocks around a line, from the outermost to the innermost.
fn conditions<'s>(lines: &[&'s str], line: usize) -> Vec<&'s str> {
    let mut open = Vec::new();
    for text in &lines[..line] {
        if text.ends_with('{') {
            open.push(*text);
        } else if text.trim_start().starts_with('}') {
            open.pop();
        }
    }
    open
}

/// Thread and place are what differs between the threads of a block, and the variables `a` to `d` depend on them.
#[test]
fn no_barrier_depends_on_a_thread() {
    let divergent = ["place", "index", "fuel", "(a ", "(b ", "(c ", "(d "];
    for kernel in kernels() {
        let lines: Vec<&str> = kernel.source.lines().collect();
        let barriers = (0..lines.len())
            .filter(|&at| lines[at].contains("block_barrier()") || lines[at].contains("exchange("));
        for at in barriers {
            // The first one is the head of the function.
            for condition in &conditions(&lines, at)[1..] {
                let found = divergent.iter().find(|word| condition.contains(**word));
                assert_eq!(found, None, "{}: {condition}", kernel.name);
            }
        }
    }
}
