//! A line for every entry that is pushed on a reconvergence stack or popped from it, written while the run goes on.

use crate::lines::{Line, Lines, put_mask, put_number, put_text};
use crate::scope::Scope;
use heddle_isa::Program;
use heddle_sim::{Change, Issued, Mechanism, Observer};
use heddle_types::Cycle;
use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::Range;

/// The heading of a log.
const HEADING: &str = "cycle core warp stack event pc lanes reconverges source\n";

/// An observer that writes what happens to stacks: cycle, core, warp, sub-warp (0 where a warp has one stack), `push`, `pop` or
/// `wait`, the PC of the entry, its lanes as a mask (the highest lane first), its reconvergence point or `-`, and the source line of
/// its PC or `-`. An entry waits when it gets another PC while lanes are pushed above it: that of the point at which these meet
/// again, or of the path that runs after theirs.
///
/// An event is in the cycle at whose end the stack has changed. What is pushed and popped in one cycle leaves no line.
pub struct StackLog<'a, W> {
    scope: Scope<'a>,
    table: Shape,
    stacks: HashMap<(usize, usize), Vec<Entry>>,
    lines: Lines<W, Event>,
}

/// Where the table of stacks is, and what its rows hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape {
    /// Its place in the list of the mechanism.
    table: usize,
    columns: usize,
}

/// An entry of a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    /// The sub-warp whose stack it is on.
    stack: u64,
    pc: u64,
    lanes: u64,
    reconverges: Option<u64>,
}

/// What happens to an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    Push(Entry),
    Pop(Entry),
    Wait(Entry),
}

impl Shape {
    /// That of a mechanism; `None` if it has no stacks.
    fn of(mechanism: Mechanism) -> Option<Shape> {
        let mut tables = mechanism.tables().iter().enumerate();
        let (table, found) = tables.find(|(_, table)| table.name == "stack")?;
        Some(Shape {
            table,
            columns: found.columns.len(),
        })
    }

    /// The entries of a table, whose last four columns are those of every stack, behind the sub-warp if there are any.
    fn entries(self, values: &[u64]) -> Vec<Entry> {
        let rows = values.chunks(self.columns);
        let entry = |row: &[u64]| {
            let (stack, own) = row.split_at(row.len() - 4);
            Entry {
                stack: stack.first().copied().unwrap_or(0),
                pc: own[0],
                lanes: own[1],
                reconverges: (own[2] == 1).then_some(own[3]),
            }
        };
        rows.map(entry).collect()
    }
}

/// Whether a mechanism has stacks to log.
pub fn has_stacks(mechanism: Mechanism) -> bool {
    Shape::of(mechanism).is_some()
}

impl<'a, W: Write> StackLog<'a, W> {
    /// Begins a log.
    ///
    /// # Errors
    /// Those of `out`.
    ///
    /// # Panics
    /// If the mechanism [has no stacks](has_stacks).
    pub fn new(scope: Scope<'a>, mechanism: Mechanism, out: W) -> io::Result<Self> {
        Ok(StackLog {
            scope,
            table: Shape::of(mechanism).expect("a mechanism with stacks"),
            stacks: HashMap::new(),
            lines: Lines::new(HEADING, out)?,
        })
    }

    /// Writes what is left, and returns the output.
    ///
    /// # Errors
    /// The first error of the output since the beginning.
    pub fn finish(mut self) -> io::Result<W> {
        self.write();
        self.lines.finish()
    }

    fn write(&mut self) {
        let (program, warp_size) = (self.scope.program, self.scope.warp_size);
        self.lines
            .write(|event, to| event.put(program, warp_size, to));
    }
}

impl Event {
    fn entry(&self) -> &Entry {
        let (Event::Push(entry) | Event::Pop(entry) | Event::Wait(entry)) = self;
        entry
    }

    /// Appends what stands behind the warp.
    fn put(&self, program: &Program, warp_size: usize, to: &mut Vec<u8>) {
        let entry = self.entry();
        let name = match self {
            Event::Push(_) => "push",
            Event::Pop(_) => "pop",
            Event::Wait(_) => "wait",
        };
        put_number(entry.stack, b' ', to);
        put_text(format_args!("{name} 0x{:08x} ", entry.pc), to);
        put_mask(entry.lanes, warp_size, to);
        match entry.reconverges {
            Some(point) => put_text(format_args!(" 0x{point:08x} "), to),
            None => put_text(format_args!(" - "), to),
        }
        match program.line_at(entry.pc as u32) {
            Some(source) => put_text(format_args!("{}:{}\n", source.file, source.line), to),
            None => put_text(format_args!("-\n"), to),
        }
    }
}

impl<W: Write + Send> Observer for StackLog<'_, W> {
    fn issued(&mut self, _: &Issued) {}

    fn reads_threads(&self) -> bool {
        false
    }

    fn reads_tables(&self) -> Range<Cycle> {
        // From the beginning, for the stacks with which the window begins.
        Cycle::ZERO..Cycle::new(self.scope.window.to)
    }

    fn changed(&mut self, core: usize, change: Change) {
        if change.table != self.table.table {
            return;
        }
        let now = self.table.entries(change.values);
        let before = self.stacks.insert((core, change.owner), now.clone());
        for event in events(&before.unwrap_or_default(), &now) {
            if !self.scope.contains(change.cycle, event.entry().pc as u32) {
                continue;
            }
            self.lines.push(Line {
                cycle: change.cycle.number(),
                core,
                warp: change.owner,
                rest: event,
            });
        }
    }

    fn reached(&mut self, _: Cycle) {
        self.write();
    }
}

/// What has happened to the stacks of a warp, stack by stack.
fn events(before: &[Entry], now: &[Entry]) -> Vec<Event> {
    let all = before.iter().chain(now).map(|entry| entry.stack);
    let mut stacks: Vec<u64> = all.collect();
    stacks.sort_unstable();
    stacks.dedup();
    let of = |entries: &[Entry], stack| -> Vec<Entry> {
        let own = entries.iter().filter(|entry| entry.stack == stack);
        own.copied().collect()
    };
    let each = stacks.into_iter();
    each.flat_map(|stack| events_of_one(&of(before, stack), &of(now, stack)))
        .collect()
}

/// What has happened to a stack, whose entries are the bottom first.
fn events_of_one(before: &[Entry], now: &[Entry]) -> Vec<Event> {
    let pairs = before.iter().zip(now);
    // An entry keeps its reconvergence point; lanes only leave it.
    let stays = |(old, new): &(&Entry, &Entry)| {
        old.reconverges == new.reconverges && new.lanes & !old.lanes == 0
    };
    let kept = pairs.take_while(stays).count();
    let pops = before[kept..].iter().rev().map(|entry| Event::Pop(*entry));
    let mut events: Vec<Event> = pops.collect();
    if let Some(top) = kept.checked_sub(1)
        && now.len() > kept
        && now[top].pc != before[top].pc
    {
        events.push(Event::Wait(now[top]));
    }
    events.extend(now[kept..].iter().map(|entry| Event::Push(*entry)));
    events
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Window;
    use heddle_contract::Config;
    use heddle_flow::Flow;
    use heddle_kernels::{Room, Size, by_name};
    use heddle_sim::Gpu;

    fn log(name: &str, mechanism: Mechanism) -> String {
        log_of(name, None, mechanism)
    }

    /// The log of a workload, or of one function of it.
    fn log_of(name: &str, function: Option<&str>, mechanism: Mechanism) -> String {
        let config = Config::preset("tiny").expect("a preset");
        let room = Room::new(config.core.warps, config.core.warp_size);
        let job = by_name(name).expect("a workload").job(Size::Small, 1, room);
        let window = Window {
            from: 0,
            to: u64::MAX,
        };
        let size = config.core.warp_size;
        let mut scope = Scope::new(&job.program, size, window);
        if let Some(function) = function {
            let flow = Flow::new(&job.program);
            scope = scope.of_function(&flow, flow.function(function).expect("it is there"));
        }
        let log = StackLog::new(scope, mechanism, Vec::new());
        let mut log = log.expect("memory");
        let gpu = Gpu::new(&config).expect("a machine");
        let report = gpu.run_observed(&job, mechanism, &Default::default(), &mut log);
        report.expect("a run");
        String::from_utf8(log.finish().expect("memory")).expect("text")
    }

    /// The notes' if and else: the top waits at the end, a side is pushed for each way, and both are popped there.
    #[test]
    fn an_if_with_an_else_pushes_two_sides() {
        insta::assert_snapshot!(log("if_else", Mechanism::Pdom));
    }

    /// All entries at the function, and nothing else: the lines of the whole log whose PC is in it.
    #[test]
    fn one_function_is_a_part_of_the_whole() {
        for mechanism in [Mechanism::Pdom, Mechanism::Stack] {
            let whole = log("loops", mechanism);
            let part = log_of("loops", Some("for_break"), mechanism);
            let config = Config::preset("tiny").expect("a preset");
            let room = Room::new(config.core.warps, config.core.warp_size);
            let job = by_name("loops").expect("a workload");
            let program = job.job(Size::Small, 1, room).program;
            let inside = |line: &&str| {
                let pc = line.split(' ').nth(5).expect("a PC");
                let pc = u32::from_str_radix(pc.trim_start_matches("0x"), 16);
                let function = pc.map(|pc| program.function_at(pc));
                function.is_ok_and(|function| function.is_some_and(|(name, _)| name == "for_break"))
            };
            let expected: Vec<&str> = whole.lines().skip(1).filter(inside).collect();
            let found: Vec<&str> = part.lines().skip(1).collect();
            assert!(found.len() > 20 && found.len() < whole.lines().count() / 2);
            assert_eq!(found, expected, "{mechanism}");
        }
    }

    #[test]
    fn whatever_is_pushed_is_popped() {
        for mechanism in [Mechanism::Pdom, Mechanism::Stack, Mechanism::Dwr] {
            let log = log("mandelbrot", mechanism);
            let count = |event: &str| log.lines().filter(|line| line.contains(event)).count();
            assert!(count(" push ") > 20, "{mechanism}");
            assert_eq!(count(" push "), count(" pop "), "{mechanism}");
        }
    }
}
