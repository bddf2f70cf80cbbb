//! The forms of a golden unit's cycle that stand beside the plain one, because they are cheaper: proven to do the same (EQU-11).
//!
//! Both become gates of the same inputs and state, and a SAT solver looks for a bit that differs, for any inputs in any state. A proof
//! needs neither assumptions nor a relation: forms of one cycle share most of their code.

use super::golden::{Blank, Gates, elements};
use super::ir;
use crate::Checked;
use crate::error::Error;
use heddle_contract::{Golden, Port, Values, Words, port_list};
use heddle_symbolic::cycle::Beside;
use heddle_symbolic::{Aig, Lit, Solver};

/// A form of a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// [`Golden::out_of_state`].
    OfState,
    /// [`Golden::out_and_clock`].
    Together,
}

impl Form {
    /// The function in the IR that has a unit's form.
    pub fn function(self, unit: &str) -> String {
        let suffix = match self {
            Self::OfState => "of_state",
            Self::Together => "together",
        };
        format!("{unit}_{suffix}")
    }
}

/// What is known of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formed {
    /// The output ports that it sets; the others keep what they had.
    pub sets: Vec<&'static str>,
    /// A word in which it can differ from the plain form, or how it can end where that does not.
    pub differs: Option<String>,
}

/// Compares a unit's form with the plain one.
///
/// # Errors
/// [`Error::Refused`] if its code has what cannot be made into gates.
pub fn compared<U: Checked>(params: &U::Params, form: Form, seed: u64) -> Result<Formed, Error>
where
    U::In<Values>: Words,
    U::Out<Values>: Words,
{
    by::<U>(params, form, &form.function(U::NAME), seed)
}

/// Compares the function that has a unit's form in the IR with the plain form.
fn by<U: Checked>(
    params: &U::Params,
    form: Form,
    function: &str,
    seed: u64,
) -> Result<Formed, Error>
where
    U::In<Values>: Words,
    U::Out<Values>: Words,
{
    let plain = Gates::new::<U>(params, &ir::module(U::NAME), seed)?;
    let (module, blank) = (ir::module(function), Blank::of::<U>(params));
    let (words, open) = (blank.words(&[]), &blank.output_widths);
    let beside = plain.cycle.beside(&module, function, &words, open)?;
    let sides = Sides::new::<U>(params, &plain, &beside);
    let mut both = sides.ends();
    both.extend(sides.outputs(form));
    if form == Form::Together {
        both.extend(sides.state(&U::Golden::new(params).word_names()));
    }
    Ok(Formed {
        sets: sides.sets(),
        differs: first_difference(beside.cycle.aig.clone(), &sides.plain_returns(), &both),
    })
}

/// What both forms compute.
struct Both {
    name: String,
    plain: Vec<Lit>,
    form: Vec<Lit>,
    /// All high where it means something.
    when: Vec<Lit>,
}

/// The first word of both forms that some inputs make different in some state, with all of these literals high.
fn first_difference(mut aig: Aig, given: &[Lit], both: &[Both]) -> Option<String> {
    let mut solver = Solver::default();
    let mut differs = |word: &&Both| {
        let mut bits = word.plain.iter().zip(&word.form);
        bits.any(|(plain, form)| {
            let differs = aig.xor(*plain, *form);
            let all = [&[differs], given, &word.when].concat();
            solver.is_possible(&aig, &all)
        })
    };
    let found = both.iter().find(|word| differs(word));
    found.map(|word| word.name.clone())
}

/// A word of an output port.
struct Output {
    port: Port,
    name: String,
    before: Vec<Lit>,
    form: Vec<Lit>,
}

/// Both forms.
struct Sides<'g> {
    plain: &'g Gates,
    beside: &'g Beside,
    ports: Vec<Port>,
    outputs: Vec<Output>,
}

impl<'g> Sides<'g> {
    fn new<U: Checked>(params: &U::Params, plain: &'g Gates, beside: &'g Beside) -> Self {
        let ports = port_list::<U::Out<Values>>(params);
        let words = ports
            .iter()
            .flat_map(|port| elements(port).into_iter().map(move |name| (port, name)));
        let literals = beside.before.iter().zip(&beside.cycle.outputs);
        let outputs = words.zip(literals).filter_map(|((port, name), literals)| {
            Some(Output {
                port: port.clone(),
                name: format!("out.{}", name?),
                before: literals.0.clone(),
                form: literals.1.clone(),
            })
        });
        Self {
            outputs: outputs.collect(),
            plain,
            beside,
            ports,
        }
    }

    /// High where the plain form ends in outputs, and keeps its constant bits (EQU-2).
    fn plain_returns(&self) -> Vec<Lit> {
        let cycle = &self.plain.cycle;
        let ends = cycle.endings.iter().map(|ending| !ending.taken);
        ends.chain([!cycle.escapes]).collect()
    }

    /// That the form ends in outputs there, too.
    fn ends(&self) -> Vec<Both> {
        let never = |name: String, lit| Both {
            name,
            plain: vec![Lit::FALSE],
            form: vec![lit],
            when: Vec::new(),
        };
        let cycle = &self.beside.cycle;
        let ends = cycle.endings.iter().map(|ending| {
            let how = format!("{:?} in {}", ending.fate, ending.place);
            never(how, ending.taken)
        });
        ends.chain([never("escapes".into(), cycle.escapes)])
            .collect()
    }

    /// The ports that the form sets.
    fn sets(&self) -> Vec<&'static str> {
        let set = self.outputs.iter().filter(|word| word.form != word.before);
        let mut ports: Vec<&'static str> = set.map(|word| word.port.name).collect();
        ports.dedup();
        ports
    }

    /// The outputs: those that the form sets, or those that mean something.
    fn outputs(&self, form: Form) -> Vec<Both> {
        let words = self.outputs.iter().filter_map(|word| {
            let when = match form {
                Form::OfState if word.form == word.before => return None,
                Form::OfState => Vec::new(),
                Form::Together => self.qualifiers(&word.port),
            };
            Some(Both {
                name: word.name.clone(),
                plain: self.plain_word(&word.name).to_vec(),
                form: word.form.clone(),
                when,
            })
        });
        words.collect()
    }

    /// All qualifiers of a port: outputs of the plain form, or inputs.
    fn qualifiers(&self, port: &Port) -> Vec<Lit> {
        let Some(name) = port.qualifier else {
            return Vec::new();
        };
        let output = self.ports.iter().find(|port| port.name == name);
        match output {
            Some(output) => {
                let mut all = self.qualifiers(output);
                all.push(self.plain_word(&format!("out.{name}"))[0]);
                all
            }
            None => vec![self.plain.input(name)[0]],
        }
    }

    fn plain_word(&self, name: &str) -> &[Lit] {
        let bits = self.plain.all_bits(name);
        bits.expect("the unit has all of its ports")
    }

    /// The state behind the clock edge; its words have these names.
    fn state(&self, names: &[String]) -> Vec<Both> {
        let [plain, form] = [&self.plain.cycle, &self.beside.cycle].map(|cycle| &cycle.registers);
        let registers = plain.iter().zip(form);
        let registers = registers.map(|(plain, form)| Both {
            name: names[plain.word].clone(),
            plain: vec![plain.next],
            form: vec![form.next],
            when: Vec::new(),
        });
        registers.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_contract::units::DwrSynchronizer;
    use heddle_contract::{Config, Unit};

    fn word(plain: Lit, form: Lit, when: &[Lit]) -> Both {
        Both {
            name: "out.answer".into(),
            plain: vec![plain],
            form: vec![form],
            when: when.to_vec(),
        }
    }

    #[test]
    fn words_are_compared_where_they_mean_something() {
        let mut aig = Aig::default();
        let [a, b] = [(); 2].map(|()| aig.input());
        let (both, one) = (aig.and(a, b), aig.or(a, b));
        let differs = |given: &[Lit], when: &[Lit]| {
            first_difference(aig.clone(), given, &[word(both, one, when)]).is_some()
        };
        assert!(differs(&[], &[]) && differs(&[a], &[]) && differs(&[], &[!b]));
        assert!(!differs(&[a], &[b]) && !differs(&[!a, !b], &[]) && !differs(&[], &[both]));
    }

    /// A form that leaves out the clock edge.
    #[test]
    fn a_form_that_does_less_differs() {
        let tiny = Config::preset("tiny").expect("a preset");
        let params = DwrSynchronizer::params(&tiny).expect("a unit of the preset");
        let without_edge = Form::OfState.function(DwrSynchronizer::NAME);
        let formed = by::<DwrSynchronizer>(&params, Form::Together, &without_edge, 1);
        let differs = formed.expect("known constructs").differs;
        assert!(differs.is_some_and(|word| word.starts_with("out.")));
    }
}
