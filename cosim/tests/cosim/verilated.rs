//! The binding to Verilator, on a design with ports of every shape.

use heddle_contract::{Kind, units};
use heddle_cosim::verilated::{
    BuildError, Cache, Library, Model, Pin, Source, Verilog, VerilogFile,
};
use heddle_cosim::{Checked, emit, rtl};
use heddle_machines::{part, shipped, thorough};
use heddle_system::ProgramError;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::sync::Arc;
use tempfile::TempDir;

const SHAPES: [(&str, Kind); 9] = [
    ("bit", Kind::Bit),
    ("byte", Kind::Bits(7)),
    ("short", Kind::Bits(11)),
    ("word", Kind::Bits(32)),
    ("long", Kind::Bits(64)),
    (
        "narrow",
        Kind::Array {
            width: 3,
            length: 5,
        },
    ),
    (
        "odd",
        Kind::Array {
            width: 23,
            length: 4,
        },
    ),
    (
        "even",
        Kind::Array {
            width: 32,
            length: 4,
        },
    ),
    (
        "wide",
        Kind::Array {
            width: 64,
            length: 3,
        },
    ),
];

/// Number of input words, which are also the first words of the outputs.
const ECHOED: usize = 21;
const ODD: std::ops::Range<usize> = 10..14;
const COUNT: usize = ECHOED;
const LAST_ODD: std::ops::Range<usize> = 22..26;
const BLANK: usize = 26;

fn pin(name: &str, suffix: &str, kind: Kind) -> Pin {
    let name = format!("{name}{suffix}");
    Pin { name, kind }
}

fn echo() -> Source {
    let shapes = |suffix| SHAPES.map(|(name, kind)| pin(name, suffix, kind)).to_vec();
    let mut outputs = shapes("_o");
    outputs.extend([
        pin("count", "_o", Kind::Bits(16)),
        pin(
            "last_odd",
            "_o",
            Kind::Array {
                width: 23,
                length: 4,
            },
        ),
        pin("blank", "_o", Kind::Bits(64)),
    ]);
    Source {
        verilog: Verilog {
            top: "echo".into(),
            files: vec![VerilogFile {
                name: "echo.v".into(),
                text: include_str!("verilog/echo.v").into(),
            }],
        },
        inputs: shapes("_i"),
        outputs,
        held: Vec::new(),
        trace: false,
        by_level: false,
    }
}

/// A design of one register: most of its compile time is for the part that all models share.
fn register() -> Source {
    Source {
        verilog: Verilog {
            top: "register".into(),
            files: vec![VerilogFile {
                name: "register.v".into(),
                text: include_str!("verilog/register.v").into(),
            }],
        },
        inputs: vec![pin("d", "_i", Kind::Bit)],
        outputs: vec![pin("q", "_o", Kind::Bit)],
        held: Vec::new(),
        trace: false,
        by_level: false,
    }
}

fn load(source: &Source) -> Result<Arc<Library>, BuildError> {
    Library::load(source, &Cache::user()?)
}

fn model() -> Model {
    load(&echo()).expect("the fixture compiles").model()
}

/// A row of random inputs within the widths of the ports.
fn row(random: &mut impl Rng) -> Vec<u64> {
    let widths = SHAPES
        .iter()
        .flat_map(|(_, kind)| std::iter::repeat_n(kind.word_bits(), kind.words()));
    widths
        .map(|bits| random.next_u64() >> (64 - bits))
        .collect()
}

fn random() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(1)
}

#[test]
fn every_shape_crosses_the_border_and_comes_back() {
    let (mut model, mut random) = (model(), random());
    let mut outputs = vec![0; model.output_words()];
    let mut last = vec![0; ODD.len()];
    for cycle in 0..1000 {
        let inputs = row(&mut random);
        model.eval(&inputs, &mut outputs);
        assert_eq!(outputs[..ECHOED], inputs, "cycle {cycle}");
        assert_eq!(outputs[COUNT], cycle);
        // In the first cycle the output shows what the input was during reset: anything.
        assert!(cycle == 0 || outputs[LAST_ODD] == last, "cycle {cycle}");
        last.copy_from_slice(&inputs[ODD]);
        model.tick();
    }
}

#[test]
fn bits_above_a_port_are_ignored() {
    let mut model = model();
    let mut outputs = vec![0; model.output_words()];
    model.eval(&[u64::MAX; ECHOED], &mut outputs);
    let widths = SHAPES
        .iter()
        .flat_map(|(_, kind)| std::iter::repeat_n(kind.word_bits(), kind.words()));
    for (word, bits) in widths.enumerate() {
        assert_eq!(outputs[word], u64::MAX >> (64 - bits), "word {word}");
    }
}

#[test]
fn evaluation_alone_changes_no_state() {
    let mut model = model();
    let mut outputs = vec![0; model.output_words()];
    for _ in 0..5 {
        model.eval(&[0; ECHOED], &mut outputs);
        assert_eq!(outputs[COUNT], 0);
    }
}

#[test]
fn a_batch_is_the_same_as_its_cycles() {
    const CYCLES: usize = 100;
    let (mut single, mut batch, mut random) = (model(), model(), random());
    let inputs: Vec<u64> = (0..CYCLES).flat_map(|_| row(&mut random)).collect();
    let mut expected = vec![0; CYCLES * single.output_words()];
    let rows = expected.chunks_mut(single.output_words());
    for (input, output) in inputs.chunks(ECHOED).zip(rows) {
        single.eval(input, output);
        single.tick();
    }
    let mut found = vec![0; expected.len()];
    batch.run(CYCLES, &inputs, &mut found);
    assert_eq!(found, expected);
}

#[test]
fn models_of_one_library_are_independent() {
    let library = load(&echo()).expect("the fixture compiles");
    let (mut one, mut two) = (library.model(), library.model());
    let mut outputs = vec![0; one.output_words()];
    one.run(3, &[0; 3 * ECHOED], &mut vec![0; 3 * outputs.len()]);
    two.eval(&[0; ECHOED], &mut outputs);
    assert_eq!(outputs[COUNT], 0);
    one.eval(&[0; ECHOED], &mut outputs);
    assert_eq!(outputs[COUNT], 3);
}

#[test]
fn models_may_live_on_different_threads() {
    let library = load(&echo()).expect("the fixture compiles");
    std::thread::scope(|scope| {
        for cycles in 1..9 {
            let library = &library;
            scope.spawn(move || {
                let mut model = library.model();
                let mut outputs = vec![0; model.output_words()];
                model.run(
                    cycles,
                    &vec![0; cycles * ECHOED],
                    &mut vec![0; cycles * outputs.len()],
                );
                model.eval(&[0; ECHOED], &mut outputs);
                assert_eq!(outputs[COUNT], cycles as u64);
            });
        }
    });
}

#[test]
fn registers_without_reset_start_with_the_same_arbitrary_bits() {
    let blank = || {
        let mut model = model();
        let mut outputs = vec![0; model.output_words()];
        model.eval(&[0; ECHOED], &mut outputs);
        outputs[BLANK]
    };
    assert_ne!(blank(), 0);
    assert_eq!(blank(), blank());
}

#[test]
fn different_designs_are_loaded_side_by_side() {
    let mut other = echo();
    other.verilog.files[0].text = other.verilog.files[0]
        .text
        .replace("count_q + 16'd1", "count_q + 16'd2");
    let mut outputs = vec![0; model().output_words()];
    let (mut one, mut two) = (model(), load(&other).expect("compiles").model());
    for (model, step) in [(&mut one, 1), (&mut two, 2)] {
        model.run(1, &[0; ECHOED], &mut outputs);
        model.eval(&[0; ECHOED], &mut outputs);
        assert_eq!(outputs[COUNT], step);
    }
}

#[test]
fn verilog_that_is_wrong_is_refused_with_the_tools_words() {
    let mut source = echo();
    source.verilog.files[0].text = source.verilog.files[0]
        .text
        .replace("= word_i", "= no_such_wire + ;");
    let error = load(&source).err().expect("it is wrong");
    assert!(
        matches!(&error, BuildError::Program(ProgramError::Failed { program, on, .. }) if program.starts_with("verilator") && on == "echo")
    );
    let text = error.to_string();
    assert!(
        text.contains("echo.v") && text.contains("syntax error"),
        "{text}"
    );
}

#[test]
fn an_entry_is_made_once_and_again_when_it_is_damaged() {
    let folder = TempDir::new().expect("a temporary folder");
    let cache = Cache::at(folder.path().join("cache"));
    let entries = || {
        let entries = std::fs::read_dir(cache.root()).expect("readable");
        entries.map(|entry| entry.expect("readable").path())
    };
    let compiled = |file: &str| {
        entries()
            .map(|entry| entry.join(file))
            .find(|file| file.exists())
    };
    drop(Library::load(&register(), &cache).expect("compiles"));
    assert_eq!(entries().count(), 2, "what models share, and a model");
    drop(Library::load(&register(), &cache).expect("loads"));
    assert_eq!(entries().count(), 2, "the second load finds the first");
    let [model, runtime] = ["model.so", "verilated.o"].map(|file| compiled(file).expect(file));
    let whole = std::fs::read(&model).expect("readable");
    // By day one kind of damage; at night all of them, also without a run-time library.
    // Damage: code that the loader would execute, and files that are shorter than the loader would map.
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 1;
    for damaged in part([&changed[..], &whole[..whole.len() / 2], b""], 0, 3) {
        // The file is replaced, not overwritten, because the old one may still be mapped.
        std::fs::remove_file(&model).expect("removable");
        std::fs::write(&model, damaged).expect("writable");
        drop(Library::load(&register(), &cache).expect("compiles again"));
        assert_eq!(entries().count(), 2, "what was damaged is gone");
    }
    if !thorough() {
        return;
    }
    for file in [&model, &runtime] {
        let entry = file.parent().expect("an entry");
        std::fs::remove_dir_all(entry).expect("removable");
        std::fs::create_dir(entry).expect("writable");
    }
    drop(Library::load(&register(), &cache).expect("compiles with a run-time library made again"));
    assert!(runtime.exists() && model.exists());
}

#[test]
fn a_held_port_stands_from_before_reset() {
    let text = "module held (input wire clk_i, input wire rst_i, input wire [4:0] level_i,
        input wire noise_i, output wire [4:0] at_reset_o, output wire [4:0] now_o);
        reg [4:0] at_reset_q;
        always @(posedge clk_i) if (rst_i) at_reset_q <= level_i;
        assign at_reset_o = at_reset_q;
        assign now_o = level_i ^ {5{noise_i}};
        endmodule";
    let bits = |name: &str| pin(name, "", Kind::Bits(5));
    let source = Source {
        verilog: Verilog {
            top: "held".into(),
            files: vec![VerilogFile {
                name: "held.v".into(),
                text: text.into(),
            }],
        },
        inputs: vec![pin("noise", "_i", Kind::Bit)],
        outputs: vec![bits("at_reset_o"), bits("now_o")],
        held: vec![bits("level_i")],
        trace: false,
        by_level: false,
    };
    let library = load(&source).expect("it compiles");
    for level in [0, 5, 31] {
        let mut model = library.model_with(1, &[level]);
        let mut outputs = [0; 2];
        for _ in 0..3 {
            model.eval(&[0], &mut outputs);
            assert_eq!(outputs, [level, level]);
            model.tick();
        }
    }
}

/// Random inputs, legal or not, lead a model that is clocked level by level and one that is clocked region by region through
/// the same states.
fn both_clockings_agree<U: Checked>() {
    const CYCLES: usize = 1000;
    let params = U::params(&shipped("tiny")).expect("every preset holds every unit");
    let verilog = emit::<U>(&params).expect("it can be emitted");
    let source = rtl::source::<U>(&params, verilog);
    let kinds: Vec<Kind> = source.inputs.iter().map(|pin| pin.kind).collect();
    let mut random = random();
    let mut row = || {
        let words = kinds
            .iter()
            .flat_map(|kind| std::iter::repeat_n(kind.word_bits(), kind.words()));
        let words = words.map(|bits| random.next_u64() >> (64 - bits));
        words.collect::<Vec<u64>>()
    };
    let inputs: Vec<u64> = (0..CYCLES).flat_map(|_| row()).collect();
    let outputs = [false, true].map(|by_level| {
        let library = load(&Source {
            by_level,
            ..source.clone()
        });
        let mut model = library.expect("it compiles").model();
        let mut outputs = vec![0; CYCLES * model.output_words()];
        model.run(CYCLES, &inputs, &mut outputs);
        outputs
    });
    assert!(outputs[0] == outputs[1], "{}", U::NAME);
    assert!(outputs[0].iter().any(|&word| word != 0), "{}", U::NAME);
}

#[test]
fn clocking_region_by_region_changes_nothing() {
    both_clockings_agree::<units::ReconvergenceStack>();
    both_clockings_agree::<units::TimestampQueue>();
    both_clockings_agree::<units::WarpPool>();
}
