//! RTL that watches what contracts assume (EQU-8): every module of a unit has its checker inside, and says at the end of a run which
//! assumptions were broken in a cycle.
//!
//! A checker is bound into each instance, as users bind assertions. A module around the unit keeps a bit for each assumption
//! of each instance, which shows at one more port.

use crate::error::Error;
use crate::prove::ASSUMPTIONS;
use crate::verilated::{CLOCK, Cache, Library, Pin, RESET, VerilogFile};
use crate::{Rtl, emit, rtl};
use heddle_contract::Kind;
use heddle_hdl::{Checker, Design, Hardware, Module, Naming, Style};
use serde::Serialize;
use std::fmt;
use std::sync::Arc;

/// The module around the unit.
const TOP: &str = "heddle_watched";
/// The port with a bit for each assumption that was broken.
const BROKEN: &str = "broken_o";
/// The checker in an instance.
const INSTANCE: &str = "u_heddle_checker";

/// An assumption of an instance, and whether it held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Assumption {
    /// The instance, seen from the unit that runs: names joined by dots, empty for the unit itself.
    pub instance: String,
    /// Name of the instance's unit.
    pub unit: &'static str,
    /// The assumption's label in checkers.
    pub label: &'static str,
    /// The assumption.
    pub assumption: &'static str,
    /// Whether it was broken in some cycle.
    pub broken: bool,
}

impl Assumption {
    /// The instance, or the unit's name for the unit that runs.
    pub fn place(&self) -> &str {
        match self.instance.is_empty() {
            true => self.unit,
            false => &self.instance,
        }
    }
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is = if self.broken { "is broken" } else { "holds" };
        let (place, what) = (self.place(), self.assumption);
        write!(f, "an assumption of {place} {is}: {what}")
    }
}

/// The RTL of a unit with its checkers, compiled.
pub(crate) struct Watched {
    pub library: Arc<Library>,
    /// All assumptions, in the order of their bits.
    all: Vec<Assumption>,
}

impl Watched {
    /// Compiles the Verilog of a unit with the checkers of all its modules.
    ///
    /// # Errors
    /// Mistakes in the unit's description, and those of [`rtl::library`].
    pub fn new<U: Hardware>(params: &U::Params, cache: &Cache) -> Result<Self, Error> {
        let design = Design::of::<U>(params)?;
        let checkers = Design::checkers::<U>(params, Style::default(), &Naming::default());
        let all = assumptions(&design, &checkers);
        let mut source = rtl::source::<U>(params, emit::<U>(params)?);
        let checks = checkers
            .iter()
            .filter(|checker| !checker.assumptions().is_empty());
        for checker in checks {
            source.verilog.files.push(VerilogFile {
                name: format!("{}.v", checker.name()),
                text: checker.verilog(),
            });
            source.verilog.files.push(bound(checker));
        }
        source.verilog.files.push(VerilogFile {
            name: format!("{TOP}.v"),
            text: top(U::NAME, &source.inputs, &source.outputs, &all),
        });
        source.verilog.top = TOP.into();
        source.outputs.push(Pin {
            name: BROKEN.into(),
            kind: Kind::Array {
                width: 1,
                length: all.len(),
            },
        });
        let library = Library::load(&source, cache)?;
        Ok(Self { library, all })
    }

    /// The assumptions, given all models after their runs.
    pub fn after<U: Hardware>(&self, models: impl Iterator<Item = Rtl<U>>) -> Vec<Assumption> {
        let mut all = self.all.clone();
        for mut rtl in models {
            for (assumption, broken) in all.iter_mut().zip(rtl.behind(self.all.len())) {
                assumption.broken |= *broken != 0;
            }
        }
        all
    }
}

/// The assumptions of each instance of a design, in the order of [`Design::paths`].
fn assumptions(design: &Design, checkers: &[Checker]) -> Vec<Assumption> {
    let of_instance = |(path, module): (Vec<&str>, &Module)| {
        let checker = checkers.iter().find(|it| it.module() == module.name);
        let checker = checker.expect("every unit has a checker");
        let (instance, unit) = (path.join("."), checker.unit());
        let texts = checker.assumptions().into_iter();
        texts.map(move |(label, assumption)| Assumption {
            instance: instance.clone(),
            unit,
            label,
            assumption,
            broken: false,
        })
    };
    design.paths().into_iter().flat_map(of_instance).collect()
}

/// The statement that puts a checker into every instance of its module. Inputs that keep any value are zero: no assumption
/// sees them.
fn bound(checker: &Checker) -> VerilogFile {
    let (module, name) = (checker.module(), checker.name());
    let unknown = checker.unknowns().iter();
    let unknown = unknown.map(|(name, width)| format!(".{name}({width}'d0), "));
    let open = checker.outputs().into_iter();
    let ports: String = unknown
        .chain(open.map(|(name, _)| format!(".{name}(), ")))
        .collect();
    VerilogFile {
        name: format!("{name}_bind.sv"),
        text: format!("bind {module} {name} {INSTANCE} ({ports}.*);\n"),
    }
}

/// The module around a unit: its ports, and [`BROKEN`], whose lowest bit is that of the first assumption.
fn top(unit: &str, inputs: &[Pin], outputs: &[Pin], all: &[Assumption]) -> String {
    let port = |pin: &Pin| (pin.name.clone(), pin.kind.total_bits());
    let clocks = [CLOCK, RESET].map(|name| (name.to_owned(), 1));
    let inputs: Vec<_> = clocks.into_iter().chain(inputs.iter().map(port)).collect();
    let outputs: Vec<_> = outputs.iter().map(port).collect();
    let declared = |word: &str, (name, width): &(String, usize)| {
        let high = width - 1;
        format!("{word} [{high}:0] {name}")
    };
    let broken = (BROKEN.to_owned(), all.len());
    let ports = inputs.iter().map(|port| declared("input", port));
    let ports = ports.chain(outputs.iter().map(|port| declared("output", port)));
    let ports: Vec<String> = ports.chain([declared("output reg", &broken)]).collect();
    let both = inputs.iter().chain(&outputs);
    let connected: Vec<String> = both.map(|(name, _)| format!(".{name}({name})")).collect();
    let mut instances: Vec<&str> = all.iter().map(|it| it.instance.as_str()).collect();
    instances.dedup();
    let held: Vec<String> = instances
        .iter()
        .rev()
        .map(|instance| {
            let dot = if instance.is_empty() { "" } else { "." };
            format!("unit{dot}{instance}.{INSTANCE}.{ASSUMPTIONS}")
        })
        .collect();
    format!(
        "module {TOP} ({});\n{unit} unit ({});\nalways @(posedge {CLOCK})\n    {BROKEN} <= {RESET} ? {}'d0 : \
         {BROKEN} | ~{{{}}};\nendmodule\n",
        ports.join(", "),
        connected.join(", "),
        all.len(),
        held.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Checked;
    use crate::stimuli::{Random, Stimuli};
    use heddle_contract::units::DwrSynchronizer;
    use heddle_contract::{Behaviour, Border, Config, Unit, Values, unpack};

    type Ports<U> = (<U as Unit>::In<Values>, <U as Unit>::Out<Values>);

    /// Runs RTL for some cycles; `next` sets the inputs of each.
    fn run<U: Checked>(mut next: impl FnMut(&U::Params, &mut Ports<U>)) -> Vec<Assumption> {
        let config = Config::preset("tiny").expect("a preset");
        let params = U::params(&config).expect("a unit of the preset");
        let cache = Cache::user().expect("a cache");
        let watched = Watched::new::<U>(&params, &cache).expect("it compiles");
        let mut rtl = Rtl::<U>::new(&watched.library);
        let mut ports = (Border::zero(&params), Border::zero(&params));
        for _ in 0..2000 {
            rtl.eval(&ports.0, &mut ports.1);
            next(&params, &mut ports);
            rtl.eval(&ports.0, &mut ports.1);
            rtl.tick(&ports.0);
        }
        watched.after([rtl].into_iter())
    }

    #[test]
    fn legal_inputs_break_no_assumption_of_any_instance() {
        let mut stimuli = None;
        let all = run::<DwrSynchronizer>(|params, (input, output)| {
            let new = || <DwrSynchronizer as Checked>::Stimuli::new(params, 1);
            stimuli.get_or_insert_with(new).next(output, input);
        });
        let broken: Vec<&Assumption> = all.iter().filter(|it| it.broken).collect();
        assert!(broken.is_empty(), "{broken:?}");
        assert!(all.iter().any(|it| it.instance == "u_partner_sync_table"));
    }

    #[test]
    fn illegal_inputs_break_assumptions_of_the_unit_and_inside() {
        let mut random = Random::new(1);
        let all = run::<DwrSynchronizer>(|_, (input, _)| {
            let words: Vec<u64> = (0..256).map(|_| random.word()).collect();
            unpack(input, &words);
        });
        let broken = |instance: &str| all.iter().any(|it| it.broken && it.instance == instance);
        assert!(broken("") && broken("u_partner_sync_table"), "{all:?}");
    }
}
