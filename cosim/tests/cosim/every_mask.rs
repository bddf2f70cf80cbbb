//! Every active mask of up to 16 lanes through `cycle_compressor`, RTL beside golden model, followed by an ALU:
//! vaidya2013, sections 3 and 4.
//!
//! The expected results are computed here from the mask, independently of both models.

use crate::fixture::cache;
use heddle_contract::config::Compress;
use heddle_contract::units::CycleCompressor;
use heddle_contract::units::cycle_compressor::{In, Out, Params};
use heddle_contract::units::quads::Quads;
use heddle_contract::units::swizzle_crossbar;
use heddle_contract::{Behaviour, Border, Values};
use heddle_cosim::{Lockstep, emit, rtl};
use heddle_machines::part;
use std::collections::VecDeque;

type Unit = Lockstep<CycleCompressor, heddle_units::CycleCompressor>;

/// What happened to an instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Seen {
    cycles: usize,
    /// How many lanes of the ALU executed a lane from another position.
    swizzled: usize,
    /// How often each lane was executed.
    executed: Vec<usize>,
    write_lanes: u64,
    write_data: Vec<u64>,
}

/// The unit, an ALU, and a register file whose operands identify instruction and lane.
struct Bench {
    params: Params,
    unit: Unit,
    input: In<Values>,
    output: Out<Values>,
    in_alu: VecDeque<Vec<u64>>,
    cycle: usize,
}

/// The ALU's function; its results differ between all lanes.
fn alu(a: u64, b: u64, c: u64) -> u64 {
    (a.wrapping_mul(0x9e37_79b9) ^ b.rotate_left(7)).wrapping_add(c) & 0xffff_ffff
}

/// Operands of a lane of the instruction with a mask: one from mask and lane, and two more.
fn operands(mask: u64, lane: u64) -> [u64; 3] {
    [lane, mask << 8 | lane, mask ^ lane << 20]
}

impl Bench {
    /// A unit without rows of registers, or with the maximum number of rows.
    fn new(lanes: usize, alu_lanes: usize, mode: Compress, has_rows: bool) -> Self {
        let quads = Quads::new("a test", lanes, alu_lanes, 32).expect("within the limits");
        let crossbar = swizzle_crossbar::Params::new(quads, 32).expect("within the limits");
        let (issue, write) = rows(mode, has_rows);
        let params = Params::new(crossbar, mode, false, 2, issue, write);
        let params = params.expect("within the limits");
        let verilog = emit::<CycleCompressor>(&params).expect("it is described without mistakes");
        let library = rtl::library::<CycleCompressor>(&params, verilog, &cache());
        let unit = Unit::new(&params, &library.expect("it compiles"));
        Bench {
            input: In::zero(&params),
            output: Out::zero(&params),
            in_alu: vec![vec![0; quads.quad_lanes()]; params.alu_latency() as usize].into(),
            params,
            unit,
            cycle: 0,
        }
    }

    fn request(&mut self, mask: Option<u64>) {
        let Some(mask) = mask else {
            self.input.request = false;
            return;
        };
        self.input.request = true;
        self.input.mask = mask;
        for lane in 0..self.params.quads().lanes() {
            let [a, b, c] = operands(mask, lane as u64);
            self.input.operand_a[lane] = a;
            self.input.operand_b[lane] = b;
            self.input.operand_c[lane] = c;
        }
    }

    /// Runs a cycle in which the ALU takes the shown group of lanes, if any.
    fn cycle(&mut self) {
        self.input.result = self.in_alu.pop_front().expect("the ALU is a pipeline");
        self.input.take = false;
        self.unit.eval(&self.input, &mut self.output);
        self.input.take = self.output.issue;
        self.unit.eval(&self.input, &mut self.output);
        self.unit.tick(&self.input);
        let Out {
            data_a,
            data_b,
            data_c,
            ..
        } = &self.output;
        let lanes = data_a.iter().zip(data_b).zip(data_c);
        let results = lanes.map(|((&a, &b), &c)| alu(a, b, c));
        self.in_alu.push_back(results.collect());
        self.cycle += 1;
    }

    /// Runs all instructions one after the other, without a bubble.
    fn run(&mut self, masks: &[u64]) -> Vec<Seen> {
        let (mut next, mut seen, mut written) = (0, Vec::new(), 0);
        while written < masks.len() {
            self.request(masks.get(next).copied());
            self.cycle();
            next += usize::from(self.input.request && self.output.ready);
            self.see_issue(&mut seen);
            if self.output.write {
                let seen: &mut Seen = &mut seen[written];
                seen.write_lanes = self.output.write_lanes;
                seen.write_data.clone_from(&self.output.write_data);
                written += 1;
            }
        }
        seen
    }

    fn see_issue(&self, seen: &mut Vec<Seen>) {
        let (output, quads) = (&self.output, self.params.quads());
        if !output.issue {
            return;
        }
        if output.first {
            let executed = vec![0; quads.lanes()];
            seen.push(Seen {
                executed,
                ..Seen::default()
            });
        }
        let seen = seen.last_mut().expect("an instruction begins");
        seen.cycles += 1;
        for lane in (0..quads.quad_lanes()).filter(|lane| output.enable >> lane & 1 == 1) {
            let from = output.data_a[lane] as usize;
            seen.executed[from] += 1;
            seen.swizzled += usize::from(from % quads.quad_lanes() != lane);
        }
    }
}

/// Number of active lanes at each position, over all quads, and number of quads with an active lane.
fn counts(mask: u64, lanes: usize, width: usize) -> (Vec<usize>, usize) {
    let active = |lane: usize| mask >> lane & 1 == 1;
    let at = |position: usize| {
        (position..lanes)
            .step_by(width)
            .filter(|&lane| active(lane))
            .count()
    };
    let quads = (0..lanes).step_by(width);
    let filled = quads.filter(|&quad| (quad..quad + width).any(active));
    ((0..width).map(at).collect(), filled.count())
}

/// The expected result of an instruction.
fn wanted(mask: u64, lanes: usize, width: usize, mode: Compress) -> Seen {
    let (positions, filled) = counts(mask, lanes, width);
    let active: usize = positions.iter().sum();
    let quads = lanes / width;
    let half_off = mask >> (lanes / 2) == 0 || mask & ((1 << (lanes / 2)) - 1) == 0;
    let cycles = match mode {
        Compress::None => quads,
        Compress::Ivb if lanes >= 16 && quads >= 2 && half_off => quads / 2,
        Compress::Ivb => quads,
        Compress::Bcc => filled.max(1),
        Compress::Scc => active.div_ceil(width).max(1),
    };
    let surplus = positions.iter().map(|&count| count.saturating_sub(cycles));
    let swizzled = match mode {
        Compress::Scc if filled != cycles => surplus.sum(),
        _ => 0,
    };
    let bit = |lane: u64| mask >> lane & 1;
    let result = |lane| {
        let [a, b, c] = operands(mask, lane);
        bit(lane) * alu(a, b, c)
    };
    Seen {
        cycles,
        swizzled,
        executed: (0..lanes as u64).map(|lane| bit(lane) as usize).collect(),
        write_lanes: mask,
        write_data: (0..lanes as u64).map(result).collect(),
    }
}

/// Number of register rows before the ALU, and after it.
fn rows(mode: Compress, has_rows: bool) -> (u32, u32) {
    match (has_rows, mode) {
        (false, _) => (0, 0),
        (true, Compress::Scc) => (3, 1),
        (true, _) => (2, 1),
    }
}

fn every_mask(lanes: usize, alu_lanes: usize, mode: Compress, has_rows: bool) {
    let mut bench = Bench::new(lanes, alu_lanes, mode, has_rows);
    let masks: Vec<u64> = (0..1 << lanes).collect();
    let seen = bench.run(&masks);
    let mut cycles = 0;
    for (&mask, seen) in masks.iter().zip(&seen) {
        let wanted = wanted(mask, lanes, alu_lanes, mode);
        assert_eq!(
            *seen, wanted,
            "{mask:0lanes$b}, {alu_lanes} lanes of the ALU, {mode:?}, rows of registers: {has_rows}"
        );
        cycles += seen.cycles;
    }
    // One cycle to accept the first instruction, and the ALU's cycle for the last; the rows are passed once.
    let (issue, write) = rows(mode, has_rows);
    let passed = (issue + write) as usize;
    assert_eq!(bench.cycle, 1 + cycles + 2 + passed, "there are bubbles");
    assert_eq!(bench.unit.finish(), None);
}

macro_rules! shapes {
    ($($name:ident: $lanes:literal over $alu:literal, $modes:expr;)*) => {$(
        #[test]
        fn $name() {
            // By day one combination of mode and rows in four, which differs between shapes; at night all of them.
            let all = $modes.into_iter().flat_map(|mode| [(mode, false), (mode, true)]);
            for (mode, has_rows) in part(all, usize::ilog2($lanes * $alu) as usize % 4, 4) {
                every_mask($lanes, $alu, mode, has_rows);
            }
        }
    )*};
}

const COMPRESSED: [Compress; 2] = [Compress::Bcc, Compress::Scc];

shapes! {
    simd16_over_4: 16 over 4, Compress::ALL;
    simd8_over_4: 8 over 4, Compress::ALL;
    simd16_over_2: 16 over 2, COMPRESSED;
    simd16_over_8: 16 over 8, Compress::ALL;
    simd16_over_16: 16 over 16, COMPRESSED;
    simd8_over_1: 8 over 1, COMPRESSED;
    simd8_over_2: 8 over 2, COMPRESSED;
    simd4_over_2: 4 over 2, COMPRESSED;
    simd4_over_4: 4 over 4, COMPRESSED;
}
