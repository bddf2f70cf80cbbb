//! Golden `cycle_compressor`: vaidya2013, section 4, figure 5.

use super::rows::Rows;
use super::scc_control::{Chosen, Settings};
use super::{BccSequencer, SccControl, SwizzleCrossbar, UnswizzleCrossbar};
use heddle_contract::units::cycle_compressor::{In, Out, Params};
use heddle_contract::units::{bcc_sequencer, scc_control};
use heddle_contract::{Golden, Values, Words, units};
use std::collections::VecDeque;

/// Sends the lanes of an instruction through a narrower ALU and leaves out inactive ones.
#[derive(Clone, Debug, PartialEq, Words)]
pub struct CycleCompressor {
    chooser: Chooser,
    operands: [SwizzleCrossbar; 3],
    #[words(like = Issued::nothing(operands[0].alu_lanes()))]
    rows: Rows<Issued>,
    /// What was sent to the ALU, one entry for each cycle of its latency, the oldest first.
    in_alu: VecDeque<Option<Chosen>>,
    results: UnswizzleCrossbar,
}

/// Chooses the lanes. It has no rows of registers itself: in this unit all of them are after the crossbars.
#[derive(Clone, Debug, PartialEq, Words)]
enum Chooser {
    InPlace(BccSequencer),
    Swizzled(SccControl),
}

/// The input of the ALU in a cycle.
#[derive(Clone, Debug, PartialEq, Words)]
struct Issued {
    chosen: Chosen,
    data: [Vec<u64>; 3],
}

impl Issued {
    /// No input of an ALU with this many lanes.
    fn nothing(lanes: usize) -> Self {
        Issued {
            chosen: Chosen::NOTHING,
            data: [(); 3].map(|()| vec![0; lanes]),
        }
    }
}

impl Chooser {
    fn new(params: &Params) -> Self {
        let (quads, mode, skips) = (params.quads(), params.mode(), params.skip_empty());
        match bcc_sequencer::Params::new(quads, mode, skips, 0) {
            Ok(sequencer) => Chooser::InPlace(BccSequencer::new(&sequencer)),
            Err(_) => {
                let control = scc_control::Params::new(quads, skips, 0).expect("no row");
                Chooser::Swizzled(SccControl::new(&control))
            }
        }
    }

    fn chosen(&self) -> Option<Chosen> {
        match self {
            Chooser::InPlace(sequencer) => {
                let quad = sequencer.quad()?;
                Some(Chosen {
                    first: quad.first,
                    last: quad.last,
                    settings: Settings::of_quad(quad.number as u8, quad.enable),
                })
            }
            Chooser::Swizzled(control) => control.chosen(),
        }
    }

    fn is_ready(&self, take: bool) -> bool {
        match self {
            Chooser::InPlace(sequencer) => sequencer.is_ready(take),
            Chooser::Swizzled(control) => control.is_ready(take),
        }
    }

    fn clock(&mut self, take: bool, request: Option<u64>) {
        match self {
            Chooser::InPlace(sequencer) => sequencer.clock(take, request),
            Chooser::Swizzled(control) => control.clock(take, request),
        }
    }
}

impl CycleCompressor {
    /// The lanes at the outputs to the ALU.
    fn shown(&self) -> Option<Chosen> {
        match self.rows.are_none() {
            true => self.chooser.chosen(),
            false => self.rows.last().map(|issued| issued.chosen),
        }
    }

    /// Whether the chosen lanes leave the chooser.
    fn moves(&self, take: bool) -> bool {
        take || !self.rows.are_none() && self.rows.last().is_none()
    }

    /// Computes the operands of a cycle, one element for each lane of the ALU.
    fn fill(&self, settings: &Settings, data: [&mut Vec<u64>; 3]) {
        for (data, operand) in data.into_iter().zip(&self.operands) {
            data.fill(0);
            for (lane, quad, position) in settings.lanes() {
                data[lane] = operand.element(quad, position);
            }
        }
    }

    /// The chosen lanes with their operands.
    fn issued(&self, lanes: usize) -> Option<Issued> {
        let chosen = self.chooser.chosen()?;
        let mut issued = Issued {
            chosen,
            ..Issued::nothing(lanes)
        };
        self.fill(&chosen.settings, issued.data.each_mut());
        Some(issued)
    }

    /// The lanes whose results arrive from the ALU in this cycle.
    fn returning(&self) -> Option<Chosen> {
        self.in_alu.front().copied().flatten()
    }
}

/// The results of a cycle, as quad, position and result.
fn results(chosen: &Chosen, result: &[u64]) -> impl Iterator<Item = (usize, usize, u64)> {
    let lanes = chosen.settings.lanes();
    lanes.map(|(lane, quad, position)| (quad, position, result[lane]))
}

impl Golden<units::CycleCompressor> for CycleCompressor {
    fn new(params: &Params) -> Self {
        let crossbar = SwizzleCrossbar::new(params.crossbar());
        Self {
            chooser: Chooser::new(params),
            operands: [crossbar.clone(), crossbar.clone(), crossbar],
            rows: Rows::new(params.issue_latency()),
            in_alu: vec![None; params.alu_latency() as usize].into(),
            results: UnswizzleCrossbar::new(&params.results()),
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        let shown = self.shown();
        output.ready = self.chooser.is_ready(self.moves(input.take));
        output.issue = shown.is_some();
        let shown = shown.unwrap_or(Chosen::NOTHING);
        output.first = shown.first;
        output.last = shown.last;
        output.enable = shown.settings.enable;
        let data = [&mut output.data_a, &mut output.data_b, &mut output.data_c];
        match self.rows.last() {
            Some(issued) => data
                .into_iter()
                .zip(&issued.data)
                .for_each(|(data, shown)| data.copy_from_slice(shown)),
            None => self.fill(&shown.settings, data),
        }
        let returning = self.returning().unwrap_or(Chosen::NOTHING);
        let Out {
            write,
            write_lanes,
            write_data,
            ..
        } = output;
        let written = (write, write_lanes, &mut write_data[..]);
        let results = results(&returning, &input.result);
        self.results.show(returning.last, results, written);
    }

    fn clock(&mut self, input: &In<Values>) {
        let returning = self.returning().unwrap_or(Chosen::NOTHING);
        let results = results(&returning, &input.result);
        self.results.clock(returning.last, results);
        self.in_alu.pop_front();
        self.in_alu.push_back(self.shown().filter(|_| input.take));
        let moves = self.moves(input.take);
        let loads = input.request && self.chooser.is_ready(moves);
        if moves && !self.rows.are_none() {
            let issued = self.issued(input.result.len());
            self.rows.move_on(issued);
        }
        if loads {
            for (crossbar, operand) in
                self.operands
                    .iter_mut()
                    .zip([&input.operand_a, &input.operand_b, &input.operand_c])
            {
                crossbar.load(operand);
            }
        }
        let request = input.request.then_some(input.mask);
        self.chooser.clock(moves, request);
    }
}
