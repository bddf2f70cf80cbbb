//! Waveforms that show the golden outputs beside the RTL's.
//!
//! The RTL is built once more, with tracing, inside a wrapper that takes the golden outputs as
//! further inputs: the waveform shows the instances `rtl` and `golden` with the same signal names
//! side by side, and the verdict of the comparison. The deterministic run is replayed into it, and
//! only a window of cycles is written.

use crate::Start;
use crate::rtl;
use crate::verilated::{BuildError, CLOCK, Cache, Library, Pin, RESET};
use crate::verilated::{Recording, Source, Verilog, VerilogFile};
use heddle_contract::{Kind, Unit};
use std::fmt::Write;
use std::ops::RangeInclusive;
use std::path::Path;

/// Name of the wrapper module.
const WRAPPER: &str = "lockstep";

/// A waveform that is written while a run is replayed.
pub struct Beside {
    recording: Recording,
    window: RangeInclusive<u64>,
    next: u64,
    /// Inputs of the wrapper: the unit's inputs, the golden outputs, the verdict.
    inputs: Vec<u64>,
    outputs: Vec<u64>,
}

impl Beside {
    /// A waveform of the cycles in `window` of a run from this start.
    ///
    /// # Errors
    /// [`BuildError`] when the RTL cannot be built with tracing or the file cannot be written.
    pub fn new<U: Unit>(
        params: &U::Params,
        verilog: Verilog,
        cache: &Cache,
        file: &Path,
        window: RangeInclusive<u64>,
        start: &Start,
    ) -> Result<Self, BuildError> {
        let source = wrapped(rtl::source::<U>(params, verilog));
        let model = start.model(&Library::load(&source, cache)?);
        Ok(Self {
            inputs: vec![0; model.input_words()],
            outputs: vec![0; model.output_words()],
            recording: model.record(file)?,
            window,
            next: 0,
        })
    }

    /// The next cycle of the run.
    pub(crate) fn cycle(&mut self, inputs: &[u64], golden: &[u64], differs: bool) {
        let (own, rest) = self.inputs.split_at_mut(inputs.len());
        own.copy_from_slice(inputs);
        rest[..golden.len()].copy_from_slice(golden);
        rest[golden.len()] = differs.into();
        if self.window.contains(&self.next) {
            self.recording
                .show(self.next, &self.inputs, &mut self.outputs);
        } else {
            self.recording.skip(&self.inputs, &mut self.outputs);
        }
        self.next += 1;
    }
}

/// The source of the wrapper around a unit.
fn wrapped(unit: Source) -> Source {
    let golden: Vec<Pin> = unit.outputs.iter().map(beside).collect();
    let verdict = Pin {
        name: "mismatch".into(),
        kind: Kind::Bit,
    };
    let mut verilog = Verilog {
        top: WRAPPER.into(),
        files: vec![VerilogFile {
            name: format!("{WRAPPER}.v"),
            text: text(&unit),
        }],
    };
    verilog.files.extend(unit.verilog.files);
    Source {
        verilog,
        inputs: [unit.inputs, golden, vec![verdict]].concat(),
        outputs: unit.outputs,
        held: unit.held,
        trace: true,
        by_level: false,
    }
}

/// The input of the wrapper for a golden output.
fn beside(pin: &Pin) -> Pin {
    Pin {
        name: format!("golden_{}", pin.name),
        kind: pin.kind,
    }
}

fn text(unit: &Source) -> String {
    let top = &unit.verilog.top;
    let golden_ports: Vec<String> = unit.outputs.iter().map(|pin| port("input", pin)).collect();
    let mut text = format!(
        "module {top}_golden (\n{}\n);\nendmodule\n\n",
        golden_ports.join(",\n")
    );
    let mut ports = vec![
        format!("    input wire {CLOCK}"),
        format!("    input wire {RESET}"),
    ];
    ports.extend(unit.inputs.iter().map(|pin| port("input", pin)));
    ports.extend(unit.outputs.iter().map(|pin| port("input", &beside(pin))));
    ports.push("    input wire mismatch".into());
    ports.extend(unit.outputs.iter().map(|pin| port("output", pin)));
    let own = [CLOCK, RESET].into_iter().map(String::from);
    let pins = unit.inputs.iter().chain(&unit.outputs);
    let rtl = own.chain(pins.map(|pin| pin.name.clone()));
    let rtl: Vec<String> = rtl.map(|name| format!("        .{name}({name})")).collect();
    let golden = unit
        .outputs
        .iter()
        .map(|pin| format!("        .{}({})", pin.name, beside(pin).name));
    let golden: Vec<String> = golden.collect();
    writeln!(
        text,
        "module {WRAPPER} (\n{}\n);\n    {top} rtl (\n{}\n    );\n\n    {top}_golden golden (\n{}\n    );\nendmodule",
        ports.join(",\n"),
        rtl.join(",\n"),
        golden.join(",\n")
    )
    .expect("a String takes all text");
    text
}

fn port(direction: &str, pin: &Pin) -> String {
    format!(
        "    {direction} wire [{}:0] {}",
        pin.kind.total_bits() - 1,
        pin.name
    )
}
