//! The functions of a program that are called through tables, and the tables.

use heddle_machines::Random;

/// The parameters of every function.
const PARAMETERS: &str = "(struct thread *t, uint32_t a, uint32_t b, uint32_t depth)";

/// The functions, and tables of them.
pub struct Targets {
    functions: Vec<String>,
    tables: Vec<Table>,
}

struct Table {
    name: String,
    kind: Kind,
    entries: Vec<String>,
}

/// How a table is declared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The compiler sees its contents.
    Constant,
    /// The program may write to it.
    Written,
    /// Functions alternate with numbers.
    Structures,
}

impl Targets {
    /// Two to five functions and one to three tables of two to eight of them.
    pub fn new(random: &mut Random, program: &str) -> Self {
        let functions = (0..2 + random.below(4)).map(|at| format!("{program}_f{at}"));
        let functions: Vec<String> = functions.collect();
        let tables = (0..1 + random.below(3)).map(|at| Table {
            name: format!("{program}_t{at}"),
            kind: *random.pick(&[
                Kind::Constant,
                Kind::Constant,
                Kind::Written,
                Kind::Structures,
            ]),
            entries: (0..2 + random.below(7))
                .map(|_| random.pick(&functions).clone())
                .collect(),
        });
        let tables = tables.collect();
        Targets { functions, tables }
    }

    /// The names of the functions.
    pub fn functions(&self) -> &[String] {
        &self.functions
    }

    /// The head of a function.
    pub fn head(function: &str) -> String {
        format!("__attribute__((noinline)) static uint32_t {function}{PARAMETERS}")
    }

    /// Declarations of the functions and definitions of the tables.
    pub fn declarations(&self) -> String {
        let functions = self
            .functions
            .iter()
            .map(|name| Targets::head(name) + ";\n");
        functions
            .chain(self.tables.iter().map(Table::definition))
            .collect()
    }

    /// An entry of some table; any value is an index.
    pub fn entry(&self, random: &mut Random, index: &str) -> String {
        let table = random.pick(&self.tables);
        let entries = table.entries.len() as u32;
        let index = match random.below(3) {
            0 if entries.is_power_of_two() => format!("{index} & {}", entries - 1),
            1 if entries > 2 => format!("{index} % {}u + 1", entries - 1),
            _ => format!("{index} % {entries}u"),
        };
        let field = match table.kind {
            Kind::Structures => ".function",
            Kind::Constant | Kind::Written => "",
        };
        format!("{}[{index}]{field}", table.name)
    }
}

impl Table {
    fn definition(&self) -> String {
        let (name, entries) = (&self.name, self.entries.join(", "));
        match self.kind {
            Kind::Constant => {
                format!("static uint32_t (*const {name}[]){PARAMETERS} = {{{entries}}};\n")
            }
            Kind::Written => format!("uint32_t (*{name}[]){PARAMETERS} = {{{entries}}};\n"),
            Kind::Structures => {
                let entries = self.entries.join(", 7}, {");
                format!(
                    "static const struct {{\n    uint32_t (*function){PARAMETERS};\n    uint32_t number;\n}} \
                     {name}[] = {{{{{entries}, 7}}}};\n"
                )
            }
        }
    }
}
