//! Phases of a kernel, which barriers separate. All work-items of a group reach each barrier: the barriers are in the kernel
//! itself, or in loops and branches that are uniform over the whole launch.

use super::function::Function;
use super::leaves::INPUT_WORDS;
use super::types::{Element, Type};

/// Maximum number of work-items in a group.
pub const GROUP: u32 = 64;

/// Maximum number of statements in a phase.
const ROOM: u32 = 5;

/// Maximum nesting depth of statements.
const DEPTH: u32 = 3;

/// Number of loop iterations that a work-item may make in each phase.
const FUEL: u32 = 12;

/// An array in local memory that phases use in turn, with an element for each work-item.
pub struct Cells {
    pub name: String,
    pub kind: Type,
}

/// The declarations of a kernel that its phases use.
pub struct Shared {
    /// Arrays in local memory, at least one.
    pub cells: Vec<Cells>,
    /// A function with barriers, for the first array.
    pub exchange: String,
}

impl Function<'_> {
    /// Statements and a meeting, once or in a uniform loop or branch.
    pub fn phase(&mut self, shared: &Shared) {
        self.refuel();
        match self.random.below(4) {
            0 => {
                let rounds = self.random.below(INPUT_WORDS);
                let round = self.name("round");
                let head = format!(
                    "for (uint {round} = 0; {round} < (in[{rounds}] & 1u) + 2u; {round}++)"
                );
                self.block(head, |function| {
                    function.readable(round, Type::UINT);
                    function.statements_up_to(ROOM / 2, DEPTH - 1);
                    function.meeting(shared);
                });
            }
            1 => {
                let condition = self.uniform_condition();
                self.block(format_args!("if ({condition})"), |f| f.meeting(shared));
                self.statements_up_to(ROOM, DEPTH);
            }
            _ => {
                self.statements_up_to(ROOM, DEPTH);
                self.meeting(shared);
            }
        }
    }

    /// Allows loops a number of iterations again.
    pub fn refuel(&mut self) {
        self.line(format_args!("fuel = {FUEL};"));
    }

    /// The last statements, after all barriers.
    pub fn last_phase(&mut self) {
        self.refuel();
        self.statements_up_to(ROOM, DEPTH);
    }

    fn uniform_condition(&mut self) -> String {
        let word = self.random.below(INPUT_WORDS);
        match self.random.below(3) {
            0 => format!("(in[{word}] & 3u) != 0"),
            1 => "get_num_groups(0) > 1".into(),
            _ => format!("get_group_id(0) == (in[{word}] & 1u)"),
        }
    }

    /// Work-items of a group exchange values. After it, all memory that they share may be used again.
    fn meeting(&mut self, shared: &Shared) {
        let at = self.random.below(shared.cells.len() as u32) as usize;
        let cells = &shared.cells[at];
        match self.random.below(7) {
            0 => self.exchange_by_function(shared),
            1 => self.reduction(cells),
            2 => self.tally(),
            3 => self.exchange_in_global_memory(),
            4 => self.copy(),
            5 => self.exchange_in_lent_memory(),
            _ => self.exchange(cells),
        }
    }

    /// The index of another work-item of the group.
    fn partner(&mut self) -> String {
        let step = 1 + self.random.below(7);
        match self.random.one_in(3) {
            true => format!("(size - 1u - (lid + {step}u) % size)"),
            false => format!("((lid + {step}u) % size)"),
        }
    }

    /// Assigns a value of a type to some variable.
    fn take(&mut self, kind: Type, value: &str) {
        let target = self.place(|place| place.is_writable && place.kind == kind);
        match target {
            Some(target) => self.line(format_args!("{} = {value};", target.text)),
            None => self.line(format_args!("row[8] += fold({value});")),
        }
    }

    fn exchange(&mut self, cells: &Cells) {
        let (name, kind) = (&cells.name, cells.kind);
        let (value, partner) = (self.value(kind, 2), self.partner());
        self.line(format_args!("{name}[lid] = {value};"));
        self.line("barrier(CLK_LOCAL_MEM_FENCE);");
        let condition = self.condition();
        self.block(format_args!("if ({condition})"), |function| {
            function.take(kind, &format!("{name}[{partner}]"));
        });
        self.line("barrier(CLK_LOCAL_MEM_FENCE);");
    }

    fn exchange_by_function(&mut self, shared: &Shared) {
        let (cells, function) = (&shared.cells[0], &shared.exchange);
        let (value, partner) = (self.value(cells.kind, 2), self.partner());
        let name = &cells.name;
        self.take(
            cells.kind,
            &format!("{function}({name}, {value}, lid, {partner})"),
        );
    }

    fn exchange_in_lent_memory(&mut self) {
        let (value, partner) = (self.value(Type::UINT, 2), self.partner());
        self.line(format_args!("lent[lid] = {value};"));
        self.line("barrier(CLK_LOCAL_MEM_FENCE);");
        self.take(Type::UINT, &format!("lent[{partner}] ^ lent[0]"));
        self.line("barrier(CLK_LOCAL_MEM_FENCE);");
    }

    fn exchange_in_global_memory(&mut self) {
        let (value, partner) = (self.value(Type::UINT, 2), self.partner());
        self.line(format_args!("row[9] = {value};"));
        self.line("barrier(CLK_GLOBAL_MEM_FENCE);");
        self.take(
            Type::UINT,
            &format!("out[ROW * (item - lid + {partner}) + 9]"),
        );
        self.line("barrier(CLK_GLOBAL_MEM_FENCE);");
    }

    /// A sum over the group, computed in a tree.
    fn reduction(&mut self, cells: &Cells) {
        let (name, kind) = (&cells.name, cells.kind);
        let value = self.value(kind, 2);
        self.line(format_args!("{name}[lid] = {value};"));
        self.line("barrier(CLK_LOCAL_MEM_FENCE);");
        let half = self.name("half");
        let head = format!("for (uint {half} = 1; {half} < size; {half} <<= 1)");
        self.block(head, |function| {
            let condition = format!("if (lid % (2 * {half}) == 0 && lid + {half} < size)");
            let (mine, other) = (format!("{name}[lid]"), format!("{name}[lid + {half}]"));
            let sum = match kind.is_float() {
                true => format!("{mine} + {other}"),
                false => super::integers::wrapped(kind, &mine, "+", &other),
            };
            function.block(condition, |function| {
                function.line(format_args!("{mine} = {sum};"));
            });
            function.line("barrier(CLK_LOCAL_MEM_FENCE);");
        });
        self.take(kind, &format!("{name}[0]"));
        self.line("barrier(CLK_LOCAL_MEM_FENCE);");
    }

    /// Counters in local memory.
    fn tally(&mut self) {
        self.line("for (uint i = lid; i < 8; i += size) tally[i] = in[i];");
        self.line("barrier(CLK_LOCAL_MEM_FENCE);");
        for _ in 0..1 + self.random.below(3) {
            let condition = self.condition();
            self.block(format_args!("if ({condition})"), |f| f.atomic("tally", 8));
        }
        self.line("barrier(CLK_LOCAL_MEM_FENCE);");
        let at = self.word();
        self.take(Type::UINT, &format!("tally[{at} & 7u]"));
        self.line("barrier(CLK_LOCAL_MEM_FENCE);");
    }

    /// A copy from global to local memory by the whole group.
    fn copy(&mut self) {
        let first = self.random.below(INPUT_WORDS - GROUP);
        let (event, partner) = (self.name("event"), self.partner());
        self.block("", |function| {
            function.line(format_args!(
                "event_t {event} = async_work_group_copy(lent, in + {first}, size, 0);"
            ));
            function.line(format_args!("wait_group_events(1, &{event});"));
            function.take(Type::UINT, &format!("lent[{partner}]"));
        });
        self.line("barrier(CLK_LOCAL_MEM_FENCE);");
    }

    /// Declares the arrays of local memory.
    pub fn declare_cells(&mut self) -> Vec<Cells> {
        let count = 1 + self.random.below(2);
        let mut all = Vec::new();
        for _ in 0..count {
            let kind = Type::drawn(self.random);
            // Uses no more local memory than small machines have.
            let kind = match kind.bytes() > 32 {
                true => kind.of(Element::Uint).wide(4),
                false => kind,
            };
            let name = self.name("cells");
            self.line(format_args!("__local {kind} {name}[{GROUP}];"));
            all.push(Cells { name, kind });
        }
        all
    }
}

/// A function in which all work-items of a group exchange values of a type.
pub fn exchange_function(name: &str, kind: Type) -> String {
    format!(
        "{kind} {name}(__local {kind} *cells, {kind} value, uint lid, uint partner) {{\n    \
         cells[lid] = value;\n    barrier(CLK_LOCAL_MEM_FENCE);\n    \
         {kind} found = cells[partner];\n    barrier(CLK_LOCAL_MEM_FENCE);\n    return found;\n}}\n\n"
    )
}
