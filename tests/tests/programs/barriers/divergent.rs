//! Statements by which the threads of a block part, and after which they are together again.

use super::together::Together;

/// How many iterations a thread may make in the loops of a statement.
const FUEL: u32 = 12;

impl Together<'_> {
    /// A divergent statement without barriers.
    pub fn diverge(&mut self) {
        match self.random().below(8) {
            0 | 1 => self.one_arm(),
            2 | 3 => self.constant_arms(),
            4 => self.uniform_test_inside(),
            5 => self.uniform_test_around(),
            6 => self.divergent_loop(),
            _ => {
                self.function.line(format_args!("t->fuel = {FUEL};"));
                self.function.statements_up_to(3, 2);
            }
        }
    }

    /// A change that no compiler turns into a selection: a store, or several operations.
    fn change(&mut self) -> String {
        let (variable, value) = (self.function.variable(), self.function.expression(1));
        match self.random().below(3) {
            0 => format!("t->out[{}] += {value};", self.random().below(8)),
            1 => format!("{variable} = {variable} * 5 + {value};"),
            _ => format!("{variable} ^= t->in[{value} & 63];"),
        }
    }

    fn one_arm(&mut self) {
        let (condition, change) = (self.divergent_condition(), self.change());
        self.function
            .line(format_args!("if ({condition}) {change}"));
    }

    /// Arms that end with different constants, which a later condition tests.
    fn constant_arms(&mut self) {
        let (condition, variable) = (self.divergent_condition(), self.function.variable());
        let changes = [self.change(), self.change()];
        let [one, other] = [self.random().below(4), self.random().below(4)];
        self.function.line(format_args!(
            "if ({condition}) {{ {} {variable} = {one}; }} else {{ {} {variable} = {other}; }}",
            changes[0], changes[1]
        ));
    }

    /// A uniform test inside of a divergent branch: the same test may follow around a barrier.
    fn uniform_test_inside(&mut self) {
        let (outer, inner) = (self.divergent_condition(), self.uniform_condition());
        let changes = [self.change(), self.change()];
        self.function.line(format_args!(
            "if ({outer}) {{ {} if ({inner}) {} }}",
            changes[0], changes[1]
        ));
    }

    fn uniform_test_around(&mut self) {
        let (outer, inner) = (self.uniform_condition(), self.divergent_condition());
        let changes = [self.change(), self.change()];
        self.function.line(format_args!(
            "if ({outer}) {{ if ({inner}) {} }} else {}",
            changes[0], changes[1]
        ));
    }

    fn divergent_loop(&mut self) {
        let counter = format!("i{}", self.function.number());
        let (bound, change) = (self.function.expression(1), self.change());
        let leave = self.divergent_condition();
        let way = *self.random().pick(&["break", "continue"]);
        self.function.line(format_args!(
            "for (uint32_t {counter} = 0; {counter} < ({bound} & 3); {counter}++) {{ {change} if ({leave}) {way}; {} }}",
            "d += 3;"
        ));
    }
}
