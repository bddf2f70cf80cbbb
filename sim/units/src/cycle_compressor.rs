//! Golden `cycle_compressor`: vaidya2013, section 4, figure 5.

use super::scc_control::Settings;
use super::{BccSequencer, SccControl, SwizzleCrossbar, UnswizzleCrossbar};
use heddle_contract::units::cycle_compressor::{In, Out, Params};
use heddle_contract::{Golden, Values, units};
use std::collections::VecDeque;

/// An instruction's lanes through a narrower ALU, inactive ones left out.
#[derive(Clone, Debug, PartialEq)]
pub struct CycleCompressor {
    sequencer: Sequencer,
    operands: [SwizzleCrossbar; 3],
    /// What went to the ALU, a place for each of its cycles; the oldest first.
    in_alu: VecDeque<Option<Issued>>,
    results: UnswizzleCrossbar,
}

/// What chooses.
#[derive(Clone, Debug, PartialEq)]
enum Sequencer {
    InPlace(BccSequencer),
    Swizzled(SccControl),
}

/// What is for the ALU in a cycle.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Issued {
    first: bool,
    last: bool,
    settings: Settings,
}

const NOTHING: Issued = Issued {
    first: false,
    last: false,
    settings: Settings::OFF,
};

impl Sequencer {
    fn issued(&self) -> Option<Issued> {
        match self {
            Sequencer::InPlace(sequencer) => {
                let quad = sequencer.quad()?;
                Some(Issued {
                    first: quad.first,
                    last: quad.last,
                    settings: Settings::of_quad(quad.number as u8, quad.enable),
                })
            }
            Sequencer::Swizzled(control) => {
                let (&settings, first, last) = control.settings()?;
                Some(Issued {
                    first,
                    last,
                    settings,
                })
            }
        }
    }

    fn is_ready(&self, take: bool) -> bool {
        match self {
            Sequencer::InPlace(sequencer) => sequencer.is_ready(take),
            Sequencer::Swizzled(control) => control.is_ready(take),
        }
    }

    fn clock(&mut self, take: bool, request: Option<u64>) {
        match self {
            Sequencer::InPlace(sequencer) => sequencer.clock(take, request),
            Sequencer::Swizzled(control) => control.clock(take, request),
        }
    }
}

impl CycleCompressor {
    /// What went to the ALU when this cycle's results did.
    fn returning(&self) -> Option<&Issued> {
        self.in_alu.front().and_then(Option::as_ref)
    }
}

impl Golden<units::CycleCompressor> for CycleCompressor {
    fn new(params: &Params) -> Self {
        let sequencer = match params.sequencer() {
            Some(sequencer) => Sequencer::InPlace(BccSequencer::new(&sequencer)),
            None => Sequencer::Swizzled(SccControl::new(&params.control())),
        };
        let crossbar = SwizzleCrossbar::new(params.crossbar());
        Self {
            sequencer,
            operands: [crossbar.clone(), crossbar.clone(), crossbar],
            in_alu: vec![None; params.alu_latency() as usize].into(),
            results: UnswizzleCrossbar::new(params.crossbar()),
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        let issued = self.sequencer.issued();
        output.ready = self.sequencer.is_ready(input.take);
        output.issue = issued.is_some();
        let issued = issued.unwrap_or(NOTHING);
        output.first = issued.first;
        output.last = issued.last;
        output.enable = issued.settings.enable;
        let data = [&mut output.data_a, &mut output.data_b, &mut output.data_c];
        for (data, operand) in data.into_iter().zip(&self.operands) {
            data.fill(0);
            for (lane, quad, position) in issued.settings.lanes() {
                data[lane] = operand.element(quad, position);
            }
        }
        let returning = self.returning().unwrap_or(&NOTHING);
        let lanes = returning.settings.lanes();
        output.write = returning.last;
        self.results.with(
            lanes.map(|(lane, quad, position)| (quad, position, input.result[lane])),
            &mut output.write_lanes,
            &mut output.write_data,
        );
    }

    fn clock(&mut self, input: &In<Values>) {
        if let Some(returning) = self.in_alu.pop_front().flatten() {
            for (lane, quad, position) in returning.settings.lanes() {
                self.results.keep(quad, position, input.result[lane]);
            }
            if returning.last {
                self.results.forget();
            }
        }
        let issued = self.sequencer.issued().filter(|_| input.take);
        self.in_alu.push_back(issued);
        if input.request && self.sequencer.is_ready(input.take) {
            for (crossbar, operand) in
                self.operands
                    .iter_mut()
                    .zip([&input.operand_a, &input.operand_b, &input.operand_c])
            {
                crossbar.load(operand);
            }
        }
        let request = input.request.then_some(input.mask);
        self.sequencer.clock(input.take, request);
    }
}
