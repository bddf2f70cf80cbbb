//! `heddle config`: the machine with every key, as a start for a configuration file; and what the keys mean.

mod explained;
mod page;
mod schema;

use crate::cli::{Global, MachineFile};
use crate::failure::Failure;
use crate::output;
use explained::Explained;

/// Prints the machine that the options describe, as TOML or JSON, or what its keys mean.
pub fn execute(global: &Global, options: &MachineFile) -> Result<(), Failure> {
    if options.schema {
        return output::json(&schema::schema());
    }
    if options.markdown {
        return output::text(&page::page(&Explained::all(None)?));
    }
    if let Some(asked) = &options.explain {
        let machine = global.machine()?;
        let keys = Explained::all(Some(&machine))?;
        let found = explained::named(keys, asked.as_deref())?;
        if global.json {
            let keys: Vec<_> = found.iter().map(Explained::as_json).collect();
            return output::json(&keys);
        }
        let keys: Vec<String> = found.iter().map(Explained::shown).collect();
        return output::text(&keys.join("\n"));
    }
    let machine = global.machine()?;
    if global.json {
        return output::json(&machine);
    }
    output::text(&toml::to_string(&machine).expect("a machine has string keys"))
}
