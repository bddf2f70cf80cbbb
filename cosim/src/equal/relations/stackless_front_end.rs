//! `stackless_front_end`: the golden unit has a list of open requests, the oldest first, and the RTL a bit for each warp, with a matrix
//! of who is older. Of a warp that waits for a PC, or is idle, the common PC is not known: nobody reads it. That of a busy warp
//! stands behind its instruction in the RTL already (SLR-7).
//!
//! Written for grants in the cycle of the choice, and for an arbiter with at most one register.

use super::{Golden, Is, Property, Word, all, any, inside, mask, memory, row};
use heddle_contract::units::stackless_front_end::Params;

/// What a golden unit calls a request: for a PC, or a line that earlier passes left over.
const PC: usize = 0;
const REPLAY: usize = 2;

pub(super) fn relation(p: &Params, golden: &Golden) -> Vec<Property> {
    if p.grant_latency() > 0 || p.arbiter().tree_latency() > 1 {
        return Vec::new();
    }
    let sides = Sides::new(p, golden);
    let mut relation = sides.requests();
    relation.extend(sides.states());
    relation.extend(sides.in_flight());
    relation.extend(sides.answer());
    relation
}

/// The front end on both sides.
pub(super) struct Sides<'a> {
    p: &'a Params,
    golden: &'a Golden<'a>,
}

impl<'a> Sides<'a> {
    pub fn new(p: &'a Params, golden: &'a Golden<'a>) -> Self {
        Sides { p, golden }
    }

    fn warps(&self) -> std::ops::Range<usize> {
        0..self.p.warps()
    }

    fn control(&self, name: &str) -> Word {
        self.golden.word(&format!("control.{name}"))
    }

    /// A register with a bit for each warp.
    fn of_warps(&self, name: &str) -> Word {
        inside(name, self.p.warps() as u32)
    }

    /// Whether there is a request at a place of the golden unit's list.
    fn is_open(&self, at: usize) -> Is {
        self.control("open.length").gt(at)
    }

    fn open_warp(&self, at: usize) -> Word {
        self.control(&format!("open[{at}].warp"))
    }

    fn open_want(&self, at: usize) -> Word {
        self.control(&format!("open[{at}].want.variant"))
    }

    fn requests(&self) -> Vec<Property> {
        let warps = self.p.warps();
        let (pending, line) = (self.of_warps("pending_q"), self.of_warps("memory_q"));
        let replay = self.of_warps("replay_q");
        let older = row("older_q", warps, warps as u32);
        let is_of = |at: usize, warp: usize| self.is_open(at) & self.open_warp(at).eq(warp);
        let pairs = || self.warps().flat_map(|b| (0..b).map(move |a| (a, b)));
        vec![
            Property::new(
                "open_is_pending",
                "the same warps have open requests",
                pending.eq(mask(
                    self.warps().map(|warp| any(self.warps().map(|at| is_of(at, warp)))),
                )),
            ),
            Property::new(
                "open_warps_differ",
                "a warp has one open request at most",
                self.control("open.length").le(warps)
                    & all(self.warps().map(|at| self.open_warp(at).lt(warps)))
                    & all(pairs().map(|(a, b)| {
                        self.is_open(b).implies(self.open_warp(a).ne(self.open_warp(b)))
                    })),
            ),
            Property::new(
                "wants_are_wants",
                "open requests are for the same",
                all(self.warps().map(|at| {
                    let (warp, want) = (self.open_warp(at), self.open_want(at));
                    let same = !(line.has(warp) ^ want.ne(PC)) & !(replay.has(warp) ^ want.eq(REPLAY));
                    self.is_open(at).implies(same & want.le(REPLAY))
                })),
            ),
            Property::new(
                "order_is_older",
                "of two requests the same one is older",
                all(pairs().map(|(a, b)| {
                    let (first, second) = (self.open_warp(a), self.open_warp(b));
                    let rises = first.lt(second);
                    let says = rises.mux(
                        mask([older.index(second).has(first)]),
                        mask([!older.index(first).has(second)]),
                    );
                    self.is_open(b).implies(says.any())
                })),
            ),
        ]
    }

    /// The golden unit's common PC of a warp.
    pub fn pc(&self, warp: usize) -> Word {
        self.control(&format!("paths[{warp}].pc"))
    }

    /// Whether a warp has this common PC in the RTL, and the lanes of the golden unit.
    pub fn is_at(&self, warp: usize, pc: Word) -> Is {
        let pcs = memory("pc_q", self.p.warps(), self.p.arbiter().pc_bits());
        let lanes = memory("lanes_q", self.p.warps(), self.p.arbiter().lanes() as u32);
        let own = self.control(&format!("paths[{warp}].lanes"));
        pc.eq(pcs[warp]) & own.eq(lanes[warp])
    }

    /// Warps whose open request is for a PC.
    pub fn pending_for_pc(&self) -> Word {
        self.of_warps("pending_q") & !self.of_warps("memory_q")
    }

    /// Warps whose request for a PC is granted and not answered.
    pub fn in_flight_for_pc(&self) -> Word {
        let granted = (0..self.p.answer_latency()).map(|left| self.granted_pc(left));
        granted.fold(Word::from(0), |all, one| all | one)
    }

    fn granted_pc(&self, left: u32) -> Word {
        let (is_busy, warp, is_line) = self.tag(left);
        let warps = self.p.warps() as u32;
        warp.decode(warps).masked(is_busy & !is_line)
    }

    fn states(&self) -> Vec<Property> {
        let (fetchable, busy) = (self.of_warps("fetchable_q"), self.of_warps("busy_q"));
        let same_path = |warp: usize| {
            let pc = self.pc(warp);
            let ahead = (pc + 1).part(0, self.p.arbiter().pc_bits());
            fetchable.bit(warp).implies(self.is_at(warp, pc))
                & busy.bit(warp).implies(self.is_at(warp, ahead))
        };
        vec![
            Property::new(
                "states_are_states",
                "the same warps are fetchable, and busy, and no warp is both",
                self.control("fetchable").eq(fetchable)
                    & self.control("busy").eq(busy)
                    & (fetchable & busy).none(),
            ),
            Property::new(
                "paths_are_paths",
                "warps that are fetchable or busy have the same PC and lanes",
                all(self.warps().map(same_path)),
            ),
        ]
    }

    /// Registers of a granted request, by the number of cycles until its answer.
    fn tag(&self, left: u32) -> (Is, Word, Is) {
        let operands = self.p.operand_latency();
        let stage = self.p.answer_latency() - left;
        let name = match stage {
            stage if stage <= operands => format!("operand{stage}"),
            stage => format!("tag{}", stage - operands),
        };
        let bit = |part: &str| inside(&format!("{name}_{part}_q"), 1).any();
        let warp = inside(&format!("{name}_warp_q"), self.p.warp_bits());
        (bit("busy"), warp, bit("memory"))
    }

    /// Requests that are granted and not answered.
    fn in_flight(&self) -> Vec<Property> {
        let latency = self.p.answer_latency();
        let pending = self.of_warps("pending_q");
        let has_pc = self.of_warps("fetchable_q") | self.of_warps("busy_q");
        let (asks, asked) = (self.pending_for_pc(), self.in_flight_for_pc());
        let alone = (0..latency).map(|left| {
            let others = (0..latency).filter(|other| *other != left);
            let others = others.map(|other| self.granted_pc(other));
            (self.granted_pc(left) & others.fold(pending, |all, one| all | one)).none()
        });
        let mut properties = vec![
            Property::new(
                "waits_for_one",
                "who waits for a PC waits for nothing else, and is neither fetchable nor busy",
                all(alone) & ((asks | asked) & has_pc).none(),
            ),
            Property::new(
                "lines_need_busy",
                "who waits for a line is busy",
                (pending & !asks & !self.of_warps("busy_q")).none(),
            ),
        ];
        if latency > 0 {
            properties.extend([
                Property::new(
                    "tags_are_granted",
                    "the same requests are in flight",
                    all((0..latency).map(|left| self.is_granted(left))),
                ),
                Property::new(
                    "waiting_is_waiting",
                    "the RTL knows who waits",
                    self.of_warps("waiting_q").eq(pending | asked),
                ),
            ]);
        }
        properties
    }

    /// Whether the same request, or none, is in flight so many cycles before its answer.
    fn is_granted(&self, left: u32) -> Is {
        let (is_busy, warp, is_line) = self.tag(left);
        let of = |part: &str| self.control(&format!("granted[{left}].{part}"));
        let want = of("want.variant");
        let same = of("warp").eq(warp) & !(want.ne(PC) ^ is_line) & want.le(REPLAY);
        !(of("some").any() ^ is_busy) & is_busy.implies(same)
    }

    /// The result in the arbiter's register.
    fn answer(&self) -> Vec<Property> {
        if self.p.arbiter().tree_latency() == 0 {
            return Vec::new();
        }
        let of = |name: &str| self.golden.word(&format!("arbiter.in_flight[0].{name}"));
        let register = |name: &str, width: u32| inside(&format!("u_unified_arbiter.{name}_q"), width);
        let arbiter = self.p.arbiter();
        let any = register("any", 1);
        let same = of("target").eq(register("target", arbiter.target_bits()))
            & of("match_lanes").eq(register("match_lanes", arbiter.lanes() as u32));
        vec![Property::new(
            "answer_is_answer",
            "the arbiter has the same result",
            of("any").eq(any) & any.any().implies(same),
        )]
    }
}
