//! Cycle compression.

use super::Configured;
use heddle_contract::config::Compress;
use heddle_contract::units::quads::Quads;
use heddle_contract::units::{
    BccSequencer, CycleCompressor, SccControl, SwizzleCrossbar, UnswizzleCrossbar, bcc_sequencer,
    cycle_compressor, scc_control, swizzle_crossbar, unswizzle_crossbar,
};

/// Lanes of an instruction, of the ALU, and bits of an element.
fn quads((lanes, alu, element_bits): (usize, usize, u32)) -> Quads {
    Quads::new("a test", lanes, alu, element_bits).expect("within the limits")
}

impl Configured for BccSequencer {
    fn configurations() -> Vec<Self::Params> {
        use Compress::{Bcc, Ivb, None};
        let shapes = [
            // vaidya2013 first.
            ((16, 4, 32), Bcc, false, 0),
            ((16, 4, 32), Ivb, true, 0),
            ((8, 4, 32), None, false, 0),
            // Quads of 8 lanes, quads of one lane, and a single quad.
            ((64, 4, 16), Ivb, false, 0),
            ((8, 1, 32), Bcc, true, 0),
            ((16, 16, 32), Bcc, false, 0),
            // With a row of registers.
            ((16, 4, 32), Bcc, false, 1),
            ((16, 4, 32), Ivb, true, 1),
        ];
        let params = |(shape, mode, skip_empty, latency)| {
            bcc_sequencer::Params::new(quads(shape), mode, skip_empty, latency)
                .expect("no lane is moved")
        };
        shapes.map(params).into()
    }
}

impl Configured for SccControl {
    fn configurations() -> Vec<Self::Params> {
        let shapes = [
            // vaidya2013 first.
            ((16, 4, 32), false, 0),
            ((8, 4, 32), true, 0),
            ((64, 8, 32), false, 0),
            ((16, 4, 64), true, 0),
            ((8, 1, 32), false, 0),
            ((4, 4, 32), false, 0),
            // With rows of registers.
            ((16, 4, 32), false, 1),
            ((16, 4, 32), false, 2),
            ((64, 8, 32), true, 2),
            ((8, 1, 32), false, 2),
            ((4, 4, 32), true, 2),
        ];
        let params = |(shape, skip_empty, latency)| {
            scc_control::Params::new(quads(shape), skip_empty, latency).expect("within the limits")
        };
        shapes.map(params).into()
    }
}

/// Shapes for crossbars; vaidya2013 first.
fn crossbars() -> Vec<swizzle_crossbar::Params> {
    let shapes = [(16, 4, 32), (8, 4, 64), (64, 8, 16), (8, 1, 32), (4, 4, 32)];
    let params = |shape: (usize, usize, u32)| {
        swizzle_crossbar::Params::new(quads(shape), shape.2).expect("within the limits")
    };
    shapes.map(params).into()
}

impl Configured for SwizzleCrossbar {
    fn configurations() -> Vec<Self::Params> {
        crossbars()
    }
}

impl Configured for UnswizzleCrossbar {
    fn configurations() -> Vec<Self::Params> {
        let params = |latency| {
            move |crossbar| {
                unswizzle_crossbar::Params::new(crossbar, latency).expect("within the limits")
            }
        };
        let at_once = crossbars().into_iter().map(params(0));
        at_once
            .chain(crossbars().into_iter().map(params(1)))
            .collect()
    }
}

impl Configured for CycleCompressor {
    fn configurations() -> Vec<Self::Params> {
        use Compress::{Bcc, Ivb, None, Scc};
        let rest = [
            (Scc, false, 4, (0, 0)),
            (Bcc, true, 1, (0, 0)),
            (Ivb, false, 2, (0, 0)),
            (None, true, 16, (0, 0)),
            (Scc, true, 3, (0, 0)),
            // With rows of registers.
            (Scc, false, 4, (3, 1)),
            (Bcc, true, 1, (2, 1)),
            (Scc, false, 2, (2, 0)),
            (Ivb, false, 3, (1, 1)),
            (Scc, true, 3, (3, 1)),
        ];
        let params = |(crossbar, (mode, skip_empty, alu_latency, rows))| {
            let (issue, write) = rows;
            cycle_compressor::Params::new(crossbar, mode, skip_empty, alu_latency, issue, write)
                .expect("within the limits")
        };
        let shapes = crossbars().into_iter().cycle();
        shapes.zip(rest).map(params).collect()
    }
}
