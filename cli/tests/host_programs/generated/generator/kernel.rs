//! A whole kernel.

use super::function::{Exits, Function, Helper, Parameter};
use super::phases::{Shared, exchange_function};
use super::structures::Structure;
use super::types::Type;
use heddle_machines::Random;

/// The kernel `name`, preceded by what it calls besides its helper functions.
pub fn kernel(
    random: &mut Random,
    structures: &[Structure],
    helpers: &[Helper],
    name: &str,
) -> String {
    let mut function = Function::new(random, structures, helpers, Exits::None);
    let cells = function.declare_cells();
    function.line("__local uint tally[8];");
    let shared = Shared {
        exchange: format!("{name}_exchange"),
        cells,
    };
    function.begin();
    for _ in 0..1 + function.random.below(3) {
        function.phase(&shared);
    }
    function.exits = Exits::WorkItem;
    function.last_phase();
    function.end();
    let exchange = exchange_function(&shared.exchange, shared.cells[0].kind);
    let body = function.finish();
    format!(
        "{exchange}__kernel void {name}(__global const uint *in, __global uint *out, __global uint *counters, \
         __local uint *lent) {{\n{body}}}\n\n"
    )
}

impl Function<'_> {
    /// Declares variables.
    fn begin(&mut self) {
        self.line("const uint lid = place_in_group(), size = group_size();");
        self.line("const uint item = place_of_group() * size + lid;");
        self.line("__global uint *row = out + ROW * item;");
        self.line("uint fuel = 0;");
        self.readable("lid", Type::UINT);
        self.readable("item", Type::UINT);
        let word = self.source(Type::UINT);
        self.declare(Type::UINT, &format!("in[item & 255u] ^ {word}"));
        for _ in 0..3 + self.random.below(4) {
            let kind = Type::drawn(self.random);
            let value = self.value(kind, 1);
            self.declare(kind, &value);
        }
        self.declare_pointed_at();
        if self.random.one_in(2) {
            self.declare_array();
        }
        for structure in 0..self.structures.len() {
            (0..1 + self.random.below(2)).for_each(|_| self.declare_structure(structure));
        }
    }

    /// Declares variables whose addresses helper functions take.
    fn declare_pointed_at(&mut self) {
        let helpers = self.helpers;
        for parameter in helpers.iter().flat_map(|helper| &helper.parameters) {
            if let Parameter::Pointer(kind) = *parameter {
                let value = self.source(kind);
                self.declare(kind, &value);
            }
        }
    }

    /// Writes every variable to the output.
    fn end(&mut self) {
        let places: Vec<_> = self.places.iter().filter(|p| p.is_writable).collect();
        let folded = places.iter().map(|place| format!("fold({})", place.text));
        let folded: Vec<String> = folded.collect();
        for (at, folded) in folded.iter().enumerate() {
            self.line(format_args!("row[{}] += {folded};", 10 + at % 6));
        }
        for array in self.arrays.clone() {
            let (name, length) = (&array.text, array.length);
            self.line(format_args!(
                "for (uint i = 0; i < {length}u; i++) row[10] = row[10] * 31u + fold({name}[i]);"
            ));
        }
    }
}
