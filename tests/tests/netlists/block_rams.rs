//! Models of block RAMs and of macros: memories with registered reads, before and after synthesis.

use crate::support::{effort, netlist, synthesised, target};
use heddle_contract::Kind;
use heddle_cosim::verilated::{Cache, Library, Model, Pin, Source, Verilog, VerilogFile};
use heddle_machines::thorough;
use heddle_synth::{Job, Synthesised};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Entries and width in bits: the shapes of block RAMs, and one that no block RAM has. All are tested at night.
const SHAPES: [(u64, u32); 5] = [(512, 36), (1024, 18), (2048, 9), (4096, 4), (700, 40)];

/// A memory with registered reads. They return what was written in earlier cycles, not what is written to the same word in the
/// same cycle.
fn verilog(entries: u64, width: u32) -> String {
    format!(
        "module memory (
    input wire clk_i, input wire rst_i, input wire write_i, input wire [11:0] write_address_i,
    input wire [{high}:0] data_i, input wire read_i, input wire [11:0] read_address_i, output wire [{high}:0] data_o);
    (* heddle_macro *) reg [{high}:0] mem_q [0:{last}];
    reg [{high}:0] data_q;
    always @(posedge clk_i) begin
        if (write_i) mem_q[write_address_i] <= data_i;
        if (read_i) data_q <= mem_q[read_address_i];
    end
    assign data_o = data_q;
endmodule
",
        high = width - 1,
        last = entries - 1,
    )
}

fn model(verilog: Verilog, width: u32) -> Model {
    let pin = |name: &str, kind| Pin {
        name: name.into(),
        kind,
    };
    let inputs = vec![
        pin("write_i", Kind::Bit),
        pin("write_address_i", Kind::Bits(12)),
        pin("data_i", Kind::Bits(width)),
        pin("read_i", Kind::Bit),
        pin("read_address_i", Kind::Bits(12)),
    ];
    let source = Source {
        verilog,
        inputs,
        outputs: vec![pin("data_o", Kind::Bits(width))],
        held: Vec::new(),
        trace: false,
        by_level: false,
    };
    let library = Library::load(&source, &Cache::user().expect("a cache"));
    library.unwrap_or_else(|error| panic!("{error}")).model()
}

/// Writes every word, then reads and writes at random, often the same word in the same cycle.
fn agree(mut one: Model, mut other: Model, entries: u64, width: u32) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut has_read = false;
    for cycle in 0..entries + 20_000 {
        let fills = cycle < entries;
        let address = if fills {
            cycle
        } else {
            random.next_u64() % entries
        };
        let same = random.next_u64().is_multiple_of(4);
        let read = if same {
            address
        } else {
            random.next_u64() % entries
        };
        let reads = u64::from(!fills && random.next_u64() % 4 < 3);
        let writes = u64::from(fills || random.next_u64() % 2 == 0);
        let inputs = [
            writes,
            address,
            random.next_u64() >> (64 - width),
            reads,
            read,
        ];
        let (mut left, mut right) = ([0], [0]);
        one.eval(&inputs, &mut left);
        other.eval(&inputs, &mut right);
        assert!(
            !has_read || left == right,
            "{entries} x {width}, cycle {cycle}: {left:x?} and {right:x?}"
        );
        has_read |= reads == 1;
        one.tick();
        other.tick();
    }
}

/// The netlist of every shape behaves like the source; `is_there` says whether it contains the primitive under test.
fn check(name: &str, is_there: impl Fn(&Synthesised) -> bool) {
    let shapes = if thorough() {
        &SHAPES[..]
    } else {
        &SHAPES[..1]
    };
    for &(entries, width) in shapes {
        let text = verilog(entries, width);
        let job = Job {
            unit: "memory".into(),
            files: vec![("memory.v".into(), text.clone())],
            declared: Vec::new(),
            answers: Vec::new(),
            reset: "rst_i",
            target: target(name),
            effort: effort(),
        };
        let result = synthesised(&job);
        assert!(
            is_there(&result),
            "{entries} x {width} for {name}: {:?}",
            result.area
        );
        let source = Verilog {
            top: "memory".into(),
            files: vec![VerilogFile {
                name: "memory.v".into(),
                text,
            }],
        };
        agree(
            model(source, width),
            model(netlist("memory", &result), width),
            entries,
            width,
        );
    }
}

fn has(result: &Synthesised, kind: &str) -> bool {
    result
        .area
        .memories
        .keys()
        .any(|name| name.starts_with(kind))
}

#[test]
fn block_rams_of_ecp5_do_as_memories() {
    check("ecp5", |result| has(result, "DP16KD"));
}

#[test]
fn block_rams_of_ice40_do_as_memories() {
    check("ice40", |result| has(result, "SB_RAM40_4K"));
}

#[test]
fn block_rams_of_xilinx7_do_as_memories() {
    check("xilinx7", |result| has(result, "RAMB"));
}

#[test]
fn macros_do_as_memories() {
    check("osu018", |result| !result.area.macros.is_empty());
}
