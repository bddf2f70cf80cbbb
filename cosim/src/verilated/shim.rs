//! The generated C++ between a Verilated model and Rust: the only place that packs bits.

use super::Source;
use super::source::{CLOCK, Pin, RESET, words};
use heddle_contract::Kind;
use std::fmt::Write;

/// Name of the model's class in Verilator's output.
pub(super) const CLASS: &str = "Vheddle_model";

/// Width of the C++ words of which Verilator makes wide ports.
const WIDE_WORD: usize = 32;

/// The shim of a source.
pub(super) fn text(source: &Source) -> String {
    let mut text = COMMON.replace("@CLASS@", CLASS);
    for (mark, value) in [
        ("@CLOCK@", CLOCK.to_string()),
        ("@RESET@", RESET.to_string()),
        ("@INPUT_WORDS@", words(&source.inputs).to_string()),
        ("@OUTPUT_WORDS@", words(&source.outputs).to_string()),
        ("@SET@", each(&source.inputs, set)),
        ("@HOLD@", each(&source.held, set)),
        ("@GET@", each(&source.outputs, get)),
    ] {
        text = text.replace(mark, &value);
    }
    if source.trace {
        text.push_str(TRACE);
    }
    text
}

fn each(pins: &[Pin], statement: fn(&mut String, &Pin, usize)) -> String {
    let mut text = String::new();
    let mut first_word = 0;
    for pin in pins {
        statement(&mut text, pin, first_word);
        first_word += pin.kind.words();
    }
    text
}

/// Statements that set an input port from the words that start at `first`.
fn set(text: &mut String, pin: &Pin, first: usize) {
    let bits = pin.kind.total_bits();
    let name = &pin.name;
    if bits <= 64 {
        let value = gather(pin.kind, first, 0, bits);
        line(text, format_args!("top.{name} = {value};"));
        return;
    }
    for (word, low) in (0..bits).step_by(WIDE_WORD).enumerate() {
        let value = gather(pin.kind, first, low, (low + WIDE_WORD).min(bits));
        line(
            text,
            format_args!("top.{name}[{word}] = uint32_t({value});"),
        );
    }
}

/// The bits `low..high` of a port, assembled from the elements that lie in this range.
fn gather(kind: Kind, first: usize, low: usize, high: usize) -> String {
    let width = kind.word_bits() as usize;
    let elements = low / width..=(high - 1) / width;
    let parts = elements.map(|element| {
        let value = format!("(in[{}] & {})", first + element, mask(width));
        shifted(&value, (element * width) as isize - low as isize)
    });
    parts.collect::<Vec<_>>().join(" | ")
}

/// Statements that read an output port into the words that start at `first`.
fn get(text: &mut String, pin: &Pin, first: usize) {
    let width = pin.kind.word_bits() as usize;
    for element in 0..pin.kind.words() {
        let value = scatter(pin, element * width, width);
        line(
            text,
            format_args!("out[{}] = ({value}) & {};", first + element, mask(width)),
        );
    }
}

/// The `width` bits of a port from bit `low` on; bits above them may be anything.
fn scatter(pin: &Pin, low: usize, width: usize) -> String {
    let name = &pin.name;
    if pin.kind.total_bits() <= 64 {
        return shifted(&format!("uint64_t(top.{name})"), -(low as isize));
    }
    let words = low / WIDE_WORD..=(low + width - 1) / WIDE_WORD;
    let parts = words.map(|word| {
        let value = format!("uint64_t(top.{name}[{word}])");
        shifted(&value, (word * WIDE_WORD) as isize - low as isize)
    });
    parts.collect::<Vec<_>>().join(" | ")
}

fn shifted(value: &str, left: isize) -> String {
    match left {
        0 => value.into(),
        left if left > 0 => format!("({value} << {left})"),
        right => format!("({value} >> {})", -right),
    }
}

fn mask(width: usize) -> String {
    format!("{:#x}ull", u64::MAX >> (64 - width))
}

fn line(text: &mut String, statement: std::fmt::Arguments) {
    writeln!(text, "    {statement}").expect("a String takes all text");
}

/// Code of every model. `HEDDLE_REGIONS` is a [`Regions`](super::one_clock::Regions). Where the model is clocked with `eval`, a clock
/// edge leaves the clock high, and the next `eval` lowers it. Reset takes one
/// cycle with random inputs, because it must override all of them.
const COMMON: &str = r#"
#include <cstddef>
#include <cstdint>
#include <memory>
#if VM_TRACE_FST
#include "verilated_fst_c.h"
#endif

namespace {

struct Heddle {
    VerilatedContext context;
    std::unique_ptr<@CLASS@> top;
#if VM_TRACE_FST
    std::unique_ptr<VerilatedFstC> waveform;
#endif
};

inline void set(@CLASS@& top, const uint64_t* in) {
@SET@}

inline void hold(@CLASS@& top, const uint64_t* in) {
@HOLD@}

inline void get(const @CLASS@& top, uint64_t* out) {
@GET@}

inline void level(@CLASS@& top, int clock) {
    top.@CLOCK@ = clock;
    top.eval();
}

// The outputs of the present state under the present inputs.
inline void settle(@CLASS@& top) {
#if HEDDLE_REGIONS == 2
    top.rootp->__VicoTriggered.at(0) = true;
    @CLASS@___024root___eval_ico(top.rootp);
#elif HEDDLE_REGIONS == 0
    level(top, 0);
#endif
}

// A rising edge after `settle`.
inline void edge(@CLASS@& top) {
#if HEDDLE_REGIONS
    top.rootp->__VnbaTriggered.at(0) = true;
    @CLASS@___024root___eval_nba(top.rootp);
#else
    level(top, 1);
#endif
}

// The generator splitmix64.
inline uint64_t random(uint64_t& state) {
    uint64_t word = (state += 0x9e3779b97f4a7c15ull);
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9ull;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebull;
    return word ^ (word >> 31);
}

inline void reset(@CLASS@& top, const uint64_t* in) {
    set(top, in);
    top.@RESET@ = 1;
    level(top, 0);
    level(top, 1);
    top.@RESET@ = 0;
}

inline void reset(@CLASS@& top, uint64_t seed) {
    uint64_t in[@INPUT_WORDS@ + 1];
    for (auto& word : in) {
        word = random(seed);
    }
    reset(top, in);
}

}  // namespace

#define HEDDLE extern "C" __attribute__((visibility("default")))

HEDDLE void* heddle_new(uint32_t seed, const uint64_t* held) {
    auto* heddle = new Heddle;
    heddle->context.randReset(2);
    heddle->context.randSeed(static_cast<int>(seed));
    heddle->context.traceEverOn(VM_TRACE_FST);
    heddle->top = std::make_unique<@CLASS@>(&heddle->context, "");
    hold(*heddle->top, held);
    reset(*heddle->top, seed);
    return heddle;
}

HEDDLE void heddle_reset(void* model, uint32_t seed) {
    reset(*static_cast<Heddle*>(model)->top, seed);
}

HEDDLE void heddle_reset_with(void* model, const uint64_t* in) {
    reset(*static_cast<Heddle*>(model)->top, in);
}

HEDDLE void heddle_free(void* model) {
    auto* heddle = static_cast<Heddle*>(model);
    heddle->top->final();
    delete heddle;
}

HEDDLE void heddle_eval(void* model, const uint64_t* in, uint64_t* out) {
    auto& top = *static_cast<Heddle*>(model)->top;
    set(top, in);
    settle(top);
    get(top, out);
}

HEDDLE void heddle_tick(void* model) {
    edge(*static_cast<Heddle*>(model)->top);
}

HEDDLE void heddle_run(void* model, size_t cycles, const uint64_t* in, uint64_t* out) {
    for (; cycles > 0; --cycles, in += @INPUT_WORDS@, out += @OUTPUT_WORDS@) {
        heddle_eval(model, in, out);
        heddle_tick(model);
    }
}
"#;

/// Additional code of a model with a waveform. A cycle is two time steps: its inputs and outputs
/// are shown from its rising edge to the next one.
const TRACE: &str = r#"
HEDDLE int heddle_trace_open(void* model, const char* path) {
    auto* heddle = static_cast<Heddle*>(model);
    heddle->waveform = std::make_unique<VerilatedFstC>();
    heddle->top->trace(heddle->waveform.get(), 99);
    heddle->waveform->open(path);
    return heddle->waveform->isOpen();
}

HEDDLE void heddle_trace_cycle(void* model, uint64_t cycle, const uint64_t* in, uint64_t* out) {
    auto* heddle = static_cast<Heddle*>(model);
    auto& top = *heddle->top;
    set(top, in);
    level(top, 1);
    heddle->waveform->dump(2 * cycle);
    level(top, 0);
    heddle->waveform->dump(2 * cycle + 1);
    get(top, out);
    level(top, 1);
}

HEDDLE void heddle_trace_close(void* model) {
    static_cast<Heddle*>(model)->waveform->close();
}
"#;

#[cfg(test)]
mod tests {
    use super::*;

    fn pin(kind: Kind) -> Pin {
        Pin {
            name: "x".into(),
            kind,
        }
    }

    #[test]
    fn elements_that_straddle_a_wide_word_are_split() {
        let pin = pin(Kind::Array {
            width: 24,
            length: 4,
        });
        let mut text = String::new();
        set(&mut text, &pin, 5);
        let second = text.lines().nth(1).expect("three words");
        assert_eq!(
            second.trim(),
            "top.x[1] = uint32_t(((in[6] & 0xffffffull) >> 8) | ((in[7] & 0xffffffull) << 16));"
        );
    }

    #[test]
    fn narrow_arrays_are_one_number() {
        let mut text = String::new();
        get(
            &mut text,
            &pin(Kind::Array {
                width: 4,
                length: 2,
            }),
            1,
        );
        assert_eq!(
            text,
            "    out[1] = (uint64_t(top.x)) & 0xfull;\n    out[2] = ((uint64_t(top.x) >> 4)) & 0xfull;\n"
        );
    }
}
