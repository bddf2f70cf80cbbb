//! A warp: its registers, and where its threads are.

use super::groups::{Group, Groups};
use heddle_gpu_core::clock::Entry;
use heddle_gpu_core::threads::KERNEL_DEPTH;
use heddle_isa::Registers;
use heddle_types::{LaneMask, Pc};

/// FUN-3: after this many turns that began with several groups, another group than the first gets a turn.
const PATIENCE: u32 = 16;

/// How often a warp looks in a turn whether it is as it was: once threads have left the group, the others are as before only one
/// iteration later.
const LOOKS: u32 = 2;

/// Threads that wait at a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parked {
    /// The threads, at the instruction behind the barrier.
    pub group: Group,
    /// Whether it is the barrier of the warp, and not that of the block.
    pub partial: bool,
}

/// A warp of `W` threads.
#[derive(Clone, Debug)]
pub struct Warp<const W: usize> {
    /// Registers of its threads.
    pub registers: Registers,
    /// Number of instructions that each thread has executed, counted only for programs that read the count.
    pub retired: [u64; W],
    /// Threads that can run.
    pub groups: Groups,
    /// Threads that wait at barriers.
    pub parked: Vec<Parked>,
    /// Threads that have not ended.
    live: LaneMask,
    /// Turns that began with several groups, since another group than the first ran.
    divided_turns: u32,
    /// The group that last ran though it was not the first.
    preferred: usize,
    /// Whether a turn ended while a group was running, since threads last came to a barrier: the warp may wait for others in
    /// a loop.
    may_wait: bool,
    /// The registers when a group was last where its turn began; made when they are first needed.
    noted: Option<Registers>,
    /// Where the turn began.
    began: Pc,
    /// How often the warp still looks in this turn whether its registers are those noted.
    looks: u32,
}

impl<const W: usize> Warp<W> {
    /// A warp without threads. Nothing is allocated later: there are never more groups than threads.
    pub fn new() -> Warp<W> {
        Warp {
            registers: Registers::new(W),
            retired: [0; W],
            groups: Groups::new(W),
            parked: Vec::with_capacity(W),
            live: LaneMask::NONE,
            divided_turns: 0,
            preferred: 0,
            may_wait: false,
            noted: None,
            began: Pc::default(),
            looks: 0,
        }
    }

    /// Starts threads in the first `count` lanes; `global` is the linear number in the launch of the first of them.
    pub fn start(&mut self, entry: &Entry, count: usize, global: u32) {
        self.live = LaneMask::all(count);
        self.retired = [0; W];
        self.parked.clear();
        self.groups.clear();
        self.groups.insert(Group {
            pc: entry.pc,
            depth: KERNEL_DEPTH,
            lanes: self.live,
        });
        entry.initialise(&mut self.registers, 0..W, global);
        self.divided_turns = 0;
        self.may_wait = false;
    }

    /// Begins a turn with a group that stands here.
    pub fn begin_turn(&mut self, pc: Pc) {
        self.began = pc;
        self.looks = 0;
        if self.may_wait {
            self.looks = LOOKS;
            self.note();
        }
    }

    fn note(&mut self) {
        let noted = self.noted.get_or_insert_with(|| Registers::new(W));
        noted.copy_from(&self.registers);
    }

    /// Whether a group that jumped here only waits for others: it is where its turn began, with the same registers (FUN-3).
    #[inline(always)]
    pub fn waits_at(&mut self, pc: Pc) -> bool {
        self.looks > 0 && pc == self.began && self.is_as_noted()
    }

    /// Whether the registers are those noted; if not, notes them for the next look.
    fn is_as_noted(&mut self) -> bool {
        self.looks -= 1;
        let is_same = self.noted.as_ref() == Some(&self.registers);
        if !is_same && self.looks > 0 {
            self.note();
        }
        is_same
    }

    /// The turn ends while a group still runs. If the group waits for others, another one gets the next turn (FUN-3).
    pub fn end_turn(&mut self, group: Group, waits: bool) {
        self.groups.insert(group);
        self.may_wait = true;
        if waits {
            self.divided_turns = PATIENCE;
        }
    }

    /// The group whose turn it is, by its place in the order: usually the first.
    pub fn chosen(&mut self) -> usize {
        let others = self.groups.len().saturating_sub(1);
        if others == 0 {
            self.divided_turns = 0;
            return 0;
        }
        self.divided_turns += 1;
        if self.divided_turns <= PATIENCE {
            return 0;
        }
        // FUN-3: the first group may wait for one behind it.
        self.divided_turns = 0;
        self.preferred = self.preferred % others + 1;
        self.preferred
    }

    /// Threads come to a barrier.
    pub fn park(&mut self, group: Group, partial: bool) {
        self.may_wait = false;
        let group = Group {
            pc: group.pc.next(),
            ..group
        };
        self.parked.push(Parked { group, partial });
    }

    /// Threads end.
    pub fn exit(&mut self, lanes: LaneMask) {
        self.live = self.live.without(lanes);
        self.open_partial();
    }

    /// Opens the barrier of the warp if every thread that has not ended is there.
    pub fn open_partial(&mut self) {
        let waiting = self.parked.iter().filter(|parked| parked.partial);
        let lanes = waiting.fold(LaneMask::NONE, |all, parked| all | parked.group.lanes);
        if lanes == self.live {
            self.open(true);
        }
    }

    /// Lets the threads at one of the two barriers go on.
    pub fn open(&mut self, partial: bool) {
        let groups = &mut self.groups;
        self.parked.retain(|parked| {
            if parked.partial == partial {
                groups.insert(parked.group);
            }
            parked.partial != partial
        });
    }
}
