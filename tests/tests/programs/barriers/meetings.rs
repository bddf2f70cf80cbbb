//! Barriers, and exchanges of values at them.

use super::together::Together;

impl Together<'_> {
    /// The first statement of a uniform block.
    pub fn meet_or_diverge(&mut self) {
        match self.random().one_in(3) {
            true => self.diverge(),
            false => self.meet(),
        }
    }

    /// A barrier, with or without an exchange of values.
    pub fn meet(&mut self) {
        match self.random().below(4) {
            0 => self.exchange_by_function(),
            1 | 2 if self.is_kernel => self.exchange(),
            _ => self.function.line("block_barrier();"),
        }
    }

    fn exchange_by_function(&mut self) {
        let (variable, value) = (self.function.variable(), self.function.expression(1));
        let slots = self.slots();
        let step = 1 + self.random().below(5);
        self.function.line(format_args!(
            "{variable} ^= exchange({slots}, {value}, {step});"
        ));
    }

    /// An exchange with one barrier; some threads read what others gave.
    fn exchange(&mut self) {
        let (variable, value) = (self.function.variable(), self.function.expression(1));
        let step = 1 + self.random().below(5);
        self.function.line(format_args!("SLOTS[place] = {value};"));
        self.function.line("block_barrier();");
        let take = format!("{variable} += SLOTS[(place + {step}) % threads];");
        match self.random().one_in(3) {
            true => {
                let condition = self.divergent_condition();
                self.function.line(format_args!("if ({condition}) {take}"));
            }
            false => self.function.line(take),
        }
        self.function.line("turn++;");
    }

    /// The slots through which threads exchange values now.
    pub fn slots(&self) -> &'static str {
        if self.is_kernel { "SLOTS" } else { "slots" }
    }
}
