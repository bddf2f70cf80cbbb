//! Helper functions with values and structures by value, variables by address, and one result.

use super::function::{Exits, Function, Helper, Parameter};
use super::structures::Structure;
use super::types::Type;
use heddle_machines::Random;

/// Maximum number of statements of a helper function.
const ROOM: u32 = 4;

/// Number of loop iterations that a call may make.
const FUEL: u32 = 8;

/// The helper functions of one kernel, and their text; each may call those before it.
pub fn helpers(
    random: &mut Random,
    structures: &[Structure],
    kernel: &str,
) -> (Vec<Helper>, String) {
    let (mut all, mut text) = (Vec::new(), String::new());
    for at in 0..random.below(4) {
        let helper = signature(random, structures, format!("{kernel}_f{at}"));
        text += &definition(random, structures, &all, &helper);
        all.push(helper);
    }
    (all, text)
}

fn signature(random: &mut Random, structures: &[Structure], name: String) -> Helper {
    let parameters = (0..1 + random.below(3)).map(|_| match random.below(4) {
        0 if !structures.is_empty() => {
            Parameter::Structure(random.below(structures.len() as u32) as usize)
        }
        1 => Parameter::Pointer(Type::drawn(random)),
        _ => Parameter::Value(Type::drawn(random)),
    });
    let parameters = parameters.collect();
    Helper {
        name,
        parameters,
        result: Type::drawn(random),
    }
}

fn definition(
    random: &mut Random,
    structures: &[Structure],
    above: &[Helper],
    helper: &Helper,
) -> String {
    let is_inlined = random.one_in(2);
    let mut function = Function::new(random, structures, above, Exits::Result(helper.result));
    let mut parameters = vec!["__global const uint *in".to_owned()];
    for (at, parameter) in helper.parameters.iter().enumerate() {
        parameters.push(function.parameter(parameter, &format!("p{at}")));
    }
    function.line(format_args!("uint fuel = {FUEL};"));
    let value = function.leaf(helper.result);
    let result = function.declare(helper.result, &value);
    function.statements_up_to(ROOM, 2);
    function.line(format_args!("return {result};"));
    let body = function.finish();
    let (result, name, parameters) = (helper.result, &helper.name, parameters.join(", "));
    let attribute = match is_inlined {
        true => "",
        false => "__attribute__((noinline)) ",
    };
    format!("{attribute}{result} {name}({parameters}) {{\n{body}}}\n\n")
}

impl Function<'_> {
    /// Declares a parameter, which is visible from here on.
    fn parameter(&mut self, parameter: &Parameter, name: &str) -> String {
        match *parameter {
            Parameter::Value(kind) => {
                self.writable(name, kind);
                format!("{kind} {name}")
            }
            Parameter::Structure(structure) => {
                self.know_structure(name, structure);
                format!("{} {name}", self.structures[structure].name)
            }
            Parameter::Pointer(kind) => {
                self.writable(format!("(*{name})"), kind);
                format!("{kind} *{name}")
            }
        }
    }
}
