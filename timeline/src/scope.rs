//! What of a run a log shows.

use crate::window::Window;
use heddle_flow::{Flow, Function};
use heddle_isa::Program;
use heddle_types::Cycle;

/// A window of cycles, and all of a program or one function of it.
#[derive(Clone, Debug)]
pub struct Scope<'a> {
    /// The program.
    pub program: &'a Program,
    /// Lanes of a warp.
    pub warp_size: usize,
    /// The cycles.
    pub window: Window,
    /// By word of the program, whether it belongs to the function; `None` for all of the program.
    words: Option<Vec<bool>>,
}

impl<'a> Scope<'a> {
    /// All of a program.
    pub fn new(program: &'a Program, warp_size: usize, window: Window) -> Self {
        Scope {
            program,
            warp_size,
            window,
            words: None,
        }
    }

    /// Only one function: the code that its entry leads to, without the functions that it calls.
    pub fn of_function(self, flow: &Flow, function: &Function) -> Self {
        let mut words = vec![false; self.words()];
        let nodes = flow.nodes_of(function).into_iter();
        for block in nodes.filter_map(|node| flow.block(node)) {
            words[self.word(block.start)..self.word(block.end)].fill(true);
        }
        Scope {
            words: Some(words),
            ..self
        }
    }

    /// Whether something at a PC in a cycle is shown.
    #[inline]
    pub(crate) fn contains(&self, cycle: Cycle, pc: u32) -> bool {
        self.window.contains(cycle) && self.words.as_ref().is_none_or(|all| all[self.word(pc)])
    }

    /// Words of the program, and one for the end of a thread, which lies behind it.
    pub(crate) fn words(&self) -> usize {
        self.program.text_range().len() / 4 + 1
    }

    /// The place of a PC among these.
    #[inline]
    pub(crate) fn word(&self, pc: u32) -> usize {
        let word = pc.wrapping_sub(self.program.text_range().start) / 4;
        (word as usize).min(self.words() - 1)
    }
}
