//! `cycle_compressor`: brings an instruction's lanes to the ALU, in as few cycles as the mode allows, and the results
//! back.
//!
//! vaidya2013, section 4, figure 5: a sequencer chooses the lanes that execute in each cycle (`bcc_sequencer`, or
//! `scc_control` for swizzled cycle compression), a crossbar per operand brings the elements to the ALU
//! (`swizzle_crossbar`), and one crossbar brings the results back to their lanes (`unswizzle_crossbar`).
//!
//! # A cycle
//!
//! * An instruction is accepted at the clock edge if `request` and `ready` are high: its active lanes, and three
//!   operands of one element per lane (a fused multiply-add reads three). `ready` is high if no
//!   instruction is held, or if its last lanes go to the ALU in this cycle.
//! * From the next cycle on, `issue` is high in each cycle in which lanes are ready for the ALU:
//!   `enable` says which of the ALU's lanes execute, `data_a`, `data_b` and `data_c` are their operands, and `first`
//!   and `last` mark the ends of the instruction. With `take` the lanes go to the ALU at the clock edge.
//! * `alu_latency` cycles after a cycle with `take`, `result` has the results, one for each lane of the ALU. Results
//!   have no handshake: the ALU is a pipeline that never stalls.
//! * In the cycle of an instruction's last results, or in the cycle after it, `write` is high, with the lanes that were active
//!   and their results, and 0 for the other lanes. Instructions are written in the order in which they were accepted.
//!
//! # Where the pipeline registers are
//!
//! `issue_latency` is the number of pipeline registers between the held instruction and the
//! ALU:
//!
//! * 0: none. 1: after the crossbars, so that all ports of the group `issue` come from registers.
//! * 2: also after the choice of lanes. 3, under scc: also within the choice
//!   ([`scc_control`], `latency` 2). The other modes have at most two.
//!
//! Operands wait in their own registers until the settings of their instruction reach the crossbars.
//!
//! All pipeline registers advance together, in each cycle in which `issue` is low or `take` is high; in other cycles
//! they do not change. When they advance, the first of them loads the next cycle of the held
//! instruction, so an instruction is shown to the ALU `issue_latency` such cycles later. `ready` is high if no
//! instruction is held, or if the last cycle of the held instruction goes to the first pipeline register in this cycle.
//! So one instruction is accepted each cycle, if each takes one cycle, whatever `issue_latency` is.
//!
//! With `write_latency` 1, `write` is high in the cycle after the last results.
//!
//! # Modes
//!
//! Cycles of an instruction with q quads of w lanes, and a active lanes:
//!
//! | mode | cycles |
//! | --- | --- |
//! | none | q |
//! | ivb | q / 2 if the upper or the lower half of the lanes is inactive, and there are [halves](super::quads::Quads::has_halves); else q |
//! | bcc | quads with an active lane |
//! | scc | a / w, rounded up |
//!
//! An instruction without active lanes takes one cycle under bcc and scc. With `skip_empty` it takes none in
//! any mode: it is accepted, and neither `issue` nor `write` results from it.
//!
//! Reset empties the unit, and discards the results that the ALU is computing.

use super::quads::Quads;
use super::{SwizzleCrossbar, bcc_sequencer, scc_control, swizzle_crossbar, unswizzle_crossbar};
use crate::config::Compress;
use crate::terms::{Is, Row, Terms, Word, all, mask, state};
use crate::{Config, ParamError, Path, Property, Signals, System, Timing, Unit, params, ports};

params! {
    /// Parameters of [`CycleCompressor`].
    pub struct Params of CycleCompressor from config {
        /// crossbars to the ALU
        crossbar: unit(SwizzleCrossbar)
            = swizzle_crossbar::Params::of(CycleCompressor::NAME, config)?;
        /// which cycles are left out
        mode: Compress
            shown "cycles left out: 0 none, 1 ivb, 2 bcc, 3 scc"
            = config.compaction.mode;
        /// an instruction without active lanes takes no cycle
        skip_empty: bool = config.compaction.skip_empty;
        /// cycles from lanes at the ALU to their results
        alu_latency: u32(1 to 16) = config.compaction.alu_latency;
        /// pipeline registers between the held instruction and the ALU
        issue_latency: u32(0 to 3) = config.compaction.issue_rows();
        /// cycles from the last results to the register file
        write_latency: u32(0 to 1) = config.compaction.write_latency;
    }
    rules {
        /// lanes that keep their positions: at most two pipeline registers
        cuts_something;
    }
}

impl Params {
    fn cuts_something(&self) -> Result<(), ParamError> {
        if self.mode == Compress::Scc || self.issue_latency <= 2 {
            return Ok(());
        }
        Err(ParamError {
            unit: CycleCompressor::NAME,
            name: "issue_latency",
            value: self.issue_latency.to_string(),
            allowed: "at most 2 where lanes keep their places".into(),
        })
    }

    /// Parameters of the sequencer, if lanes keep their positions.
    pub fn sequencer(&self) -> Option<bcc_sequencer::Params> {
        let rows = self.chooser_rows();
        bcc_sequencer::Params::new(self.quads(), self.mode, self.skip_empty, rows).ok()
    }

    /// Parameters of the control, if lanes are moved.
    pub fn control(&self) -> scc_control::Params {
        scc_control::Params::new(self.quads(), self.skip_empty, self.chooser_rows())
            .expect("one row fewer than the compressor has")
    }

    /// Parameters of the crossbar for results.
    pub fn results(&self) -> unswizzle_crossbar::Params {
        unswizzle_crossbar::Params::new(self.crossbar, self.write_latency)
            .expect("as many rows as the compressor has")
    }

    /// Number of pipeline registers before the crossbars.
    pub fn chooser_rows(&self) -> u32 {
        self.issue_latency.saturating_sub(1)
    }

    /// How lanes are divided into quads.
    pub fn quads(&self) -> Quads {
        self.crossbar.quads()
    }

    /// Width of a lane's element.
    pub fn element_bits(&self) -> u32 {
        self.crossbar.element_bits()
    }
}

ports! {
    /// Ports into the compressor.
    pub struct In(p: Params) {
        group "request: an instruction";
        /// an instruction is offered
        request: bit;
        /// active lanes of the instruction
        mask: bits(p.quads().lanes() as u32) when request;
        /// first operand of each lane
        operand_a: array(p.quads().lanes(), p.element_bits()) when request;
        /// second operand of each lane
        operand_b: array(p.quads().lanes(), p.element_bits()) when request;
        /// third operand of each lane
        operand_c: array(p.quads().lanes(), p.element_bits()) when request;
        group "issue: to the ALU";
        /// the lanes shown are executed
        take: bit;
        group "result: from the ALU";
        /// result of each ALU lane, for lanes taken alu_latency cycles ago
        result: array(p.quads().quad_lanes(), p.element_bits());
    }
}

ports! {
    /// Ports out of the compressor.
    pub struct Out(p: Params) {
        group "request: an instruction";
        /// the instruction is accepted
        ready: bit;
        group "issue: to the ALU";
        /// lanes are offered to the ALU
        issue: bit;
        /// the lanes are the first of their instruction
        first: bit when issue;
        /// the lanes are the last of their instruction
        last: bit when issue;
        /// lanes of the ALU that execute
        enable: bits(p.quads().quad_lanes() as u32) when issue;
        /// first operand of each lane of the ALU; 0 where it is off
        data_a: array(p.quads().quad_lanes(), p.element_bits()) when issue;
        /// second operand of each lane of the ALU; 0 where it is off
        data_b: array(p.quads().quad_lanes(), p.element_bits()) when issue;
        /// third operand of each lane of the ALU; 0 where it is off
        data_c: array(p.quads().quad_lanes(), p.element_bits()) when issue;
        group "write: to the register file";
        /// the results of an instruction are offered
        write: bit;
        /// lanes that have a result
        write_lanes: bits(p.quads().lanes() as u32) when write;
        /// result of each lane; 0 where there is none
        write_data: array(p.quads().lanes(), p.element_bits()) when write;
    }
}

/// The contract of the compressor of cycles.
#[derive(Clone, Copy, Debug)]
pub struct CycleCompressor;

impl Unit for CycleCompressor {
    const NAME: &'static str = "cycle_compressor";
    const SUMMARY: &'static str =
        "execution of an instruction on a narrower ALU, without its inactive lanes";
    const SOURCE: &'static str = "vaidya2013, section 4, figure 5";
    const SYSTEM: System = System::Compaction;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(config)
    }

    fn timing(p: &Params) -> Timing {
        let latency = format!(
            "lanes go to the ALU {} after an instruction is accepted, results return {} cycle(s) later{}",
            match p.issue_latency {
                0 => "from the cycle".into(),
                rows => format!("{} cycles", rows + 1),
            },
            p.alu_latency,
            match p.write_latency {
                0 => "",
                _ => ", written one cycle later",
            }
        );
        let throughput = "lanes for the ALU each cycle, without a bubble between instructions";
        Timing::new(latency, throughput)
    }

    fn combinational(p: &Params) -> Vec<Path> {
        let path = |output, inputs| Path { output, inputs };
        let mut paths = vec![path("ready", &["take"])];
        if p.write_latency == 0 {
            paths.push(path("write_data", &["result"]));
        }
        paths
    }

    fn assumptions(_: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        vec![Property::new(
            "something is executed only if it is shown",
            !i.take | o.issue,
        )]
    }

    fn guarantees(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let waits = (o.issue & !i.take).past();
        let stay = |row: &Row| all(row.iter().map(Word::stays));
        let then =
            |last: Is| (0..p.alu_latency + p.write_latency).fold(last, |last, _| last.past());
        let mut guarantees = vec![
            Property::given(
                "what is not taken stays as it is",
                waits,
                o.issue & o.first.stays() & o.last.stays() & o.enable.stays() & stay(&o.data_a),
            ),
            Property::new(
                "results are written as many cycles after the last lanes went as the ALU takes",
                !(o.write ^ then(o.issue & i.take & o.last)),
            ),
        ];
        if p.issue_latency == 0 {
            guarantees.extend(each_once(p, i, o));
        }
        guarantees
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let corner = Property::new;
        let mut corners = vec![
            corner(
                "an instruction comes to an empty unit",
                i.request & !o.issue,
            ),
            corner(
                "an instruction follows without a bubble",
                i.request & o.issue & o.ready,
            ),
            corner("an instruction waits", i.request & !o.ready),
            corner("the ALU is not ready", o.issue & !i.take),
            corner(
                "an instruction without active lanes is taken",
                i.request & i.mask.none() & o.ready,
            ),
            corner(
                "all lanes are written",
                o.write & o.write_lanes.ones().eq(p.quads().lanes()),
            ),
            corner("one lane is written", o.write & o.write_lanes.ones().eq(1)),
            corner("results are written as others are issued", o.write & i.take),
        ];
        if p.issue_latency > 0 {
            corners.push(corner(
                "an instruction is taken as rows stand",
                i.request & o.ready & o.issue & !i.take,
            ));
        }
        if p.quads().count() > 1 {
            corners.push(corner(
                "an instruction takes several cycles",
                i.take & !o.last,
            ));
        }
        if p.mode > Compress::Ivb || p.quads().count() == 1 {
            corners.push(corner(
                "an instruction takes one cycle",
                i.take & o.first & o.last,
            ));
        }
        if !p.skip_empty {
            corners.push(corner(
                "an instruction writes nothing",
                o.write & o.write_lanes.none(),
            ));
        }
        corners
    }
}

/// Guarantees that each active lane is executed once. The ports do not show lane numbers, only operands. So the operands of one
/// lane are kept, and the active lanes with the same operands are counted. As the operands may have any values, the
/// guarantee holds for all lanes.
fn each_once(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let tagged = Tagged::of(p, i, o);
    let now = tagged.over + tagged.executed(o);
    vec![
        Property::given(
            "no active lane is executed twice, and no other one",
            o.issue,
            now.le(tagged.active),
        ),
        Property::given(
            "with the last lanes each active one has been executed, with its operands",
            o.issue & o.last,
            now.eq(tagged.active),
        ),
        Property::given(
            "the lanes are written that were active",
            o.write,
            o.write_lanes
                .eq((0..p.alu_latency + p.write_latency)
                    .fold(active(p, i, o), |lanes, _| lanes.past())),
        ),
    ]
}

/// The active lanes of the held instruction, for a unit without pipeline registers.
pub fn active(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Word {
    state("active", p.quads().lanes() as u32, |held| {
        (i.request & o.ready).mux(i.mask, held)
    })
}

/// The lanes that have the same operands as the lowest lane of the held instruction, whether or not that lane is active.
#[derive(Clone, Copy, Debug)]
pub struct Tagged {
    /// The operands.
    pub operands: [Word; 3],
    /// Number of active lanes that have these operands.
    pub active: Word,
    /// Number of these lanes that were executed.
    pub over: Word,
}

impl Tagged {
    /// Derived from the ports, for a unit without pipeline registers.
    pub fn of(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Self {
        let comes = i.request & o.ready;
        let rows = [&i.operand_a, &i.operand_b, &i.operand_c];
        let kept = |name, row: &Row| state(name, p.element_bits(), |held| comes.mux(row[0], held));
        let of_lowest = rows.map(|row| row[0]);
        let count_bits = p.quads().lanes().ilog2() + 1;
        let mut tagged = Self {
            operands: [
                kept("tag_a", rows[0]),
                kept("tag_b", rows[1]),
                kept("tag_c", rows[2]),
            ],
            active: state("tagged", count_bits, |held| {
                comes.mux((i.mask & having(of_lowest, rows)).ones(), held)
            }),
            over: Word::from(0),
        };
        tagged.over = state("over", count_bits, |held| {
            let more = (held + tagged.executed(o)).part(0, count_bits);
            comes.mux(0, (o.issue & i.take).mux(more, held))
        });
        tagged
    }

    /// The lanes of a row of operands that have the tagged operands.
    pub fn among(&self, rows: [&Row; 3]) -> Word {
        having(self.operands, rows)
    }

    fn executed(&self, o: &Out<Terms>) -> Word {
        (o.enable & self.among([&o.data_a, &o.data_b, &o.data_c])).ones()
    }
}

/// The lanes of three rows that have these operands.
fn having(operands: [Word; 3], rows: [&Row; 3]) -> Word {
    let equal = |lane: usize| {
        let of_lane = rows.iter().zip(operands);
        all(of_lane.map(|(row, operand)| row[lane].eq(operand)))
    };
    mask((0..rows[0].len()).map(equal))
}
