//! Ways out of loops and functions.

use super::function::{Breaks, Exits, Function};

impl Function<'_> {
    /// Leaves a loop, an iteration or the function, if one of them can be left here.
    pub fn leave(&mut self) {
        let condition = self.condition();
        let is_in_loop = !self.loops.is_empty();
        match self.random.below(4) {
            0 if self.breaks == Breaks::Loop => self.line(format_args!("if ({condition}) break;")),
            1 if is_in_loop => self.line(format_args!("if ({condition}) continue;")),
            2 if is_in_loop => self.leave_by_goto(&condition),
            3 if self.exits != Exits::None => self.leave_function(&condition),
            _ => self.assign(),
        }
    }

    fn leave_by_goto(&mut self, condition: &str) {
        let at = self.random.below(self.loops.len() as u32) as usize;
        self.loops[at].is_left = true;
        let label = self.loops[at].label.clone();
        self.line(format_args!("if ({condition}) goto {label};"));
    }

    fn leave_function(&mut self, condition: &str) {
        let value = self.expression(1);
        let functions = self.functions;
        match self.exits {
            Exits::None => unreachable!("there is a way to leave"),
            Exits::Result if !functions.is_empty() && self.random.one_in(3) => {
                let callee = self.random.pick(functions);
                self.line(format_args!(
                    "if ({condition}) return {callee}(t, {value}, b, 0);"
                ));
            }
            Exits::Result => self.line(format_args!("if ({condition}) return {value};")),
            Exits::Thread => {
                let exit = *self.random.pick(&["return", "thread_exit()"]);
                self.block(format_args!("if ({condition})"), |function| {
                    function.line(format_args!("t->out[0] += {value};"));
                    function.line(format_args!("{exit};"));
                });
            }
        }
    }
}
