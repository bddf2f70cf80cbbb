//! Names of modules.

use crate::style::{Level, MemoryStyle, Reset, Style};
use heddle_contract::Param;
use sha2::{Digest, Sha256};

/// The most characters that the values of parameters may take in a name; longer values are replaced by a digest (VER-3).
const READABLE: usize = 24;

/// How modules are named; by default like their unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Naming {
    /// Precedes every name, including names of memory wrappers (VER-2): designs with different prefixes have no module in
    /// common, whatever either of them instantiates.
    pub prefix: String,
    /// Whether the name includes the configuration of the unit and the style in which it is written: modules with equal names
    /// are equal.
    ///
    /// The unit's name is followed by the parameters in the order of the header's `Config`, each as the shortest prefix of its
    /// name that no other parameter of the unit shares, and its value: `warp_pool_w128_l32_t10_p24`. If this takes
    /// more than 24 characters, eight digits of a SHA-256 of the parameters replace it: `dwf_scheduler_36585bf0`.
    /// Style options that differ from the default follow: `warp_allocator_w128_async_low`.
    pub by_config: bool,
}

impl Naming {
    /// The name of the module of a unit with these parameters; no other module has this name.
    pub(crate) fn configured(unit: &str, params: &[Param], style: Style) -> String {
        let readable = readable(params);
        let config = match readable.len() <= READABLE {
            true => readable,
            false => digest(params),
        };
        let words = [unit, &config].into_iter().chain(words(style));
        words.collect::<Vec<_>>().join("_")
    }
}

/// Parameters with their values: `l32_p24`.
fn readable(params: &[Param]) -> String {
    let names: Vec<String> = params
        .iter()
        .map(|param| param.name.replace('_', ""))
        .collect();
    let words = params.iter().zip(&names);
    let words = words.map(|(param, name)| format!("{}{}", shortest(name, &names), param.value));
    words.collect::<Vec<_>>().join("_")
}

/// The shortest prefix of a name that no other name has; the whole name if another name begins with it.
fn shortest<'a>(name: &'a str, names: &[String]) -> &'a str {
    let is_own = |start: &&str| {
        let with_it = names.iter().filter(|other| other.starts_with(*start));
        with_it.count() == 1
    };
    let mut starts = (1..name.len()).map(|length| &name[..length]);
    starts.find(is_own).unwrap_or(name)
}

/// Eight hexadecimal digits that represent all parameters.
fn digest(params: &[Param]) -> String {
    let text: String = params
        .iter()
        .map(|param| format!("{}={}\n", param.name, param.value))
        .collect();
    let digest = Sha256::digest(text);
    digest[..4]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// Words for the options in which a style differs from the default.
fn words(style: Style) -> Vec<&'static str> {
    let reset = (style.reset == Reset::Asynchronous).then_some("async");
    let level = (style.level == Level::Low).then_some("low");
    let memory = (style.memory != MemoryStyle::default()).then_some(style.memory.name());
    [reset, level, memory].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params(values: &[(&'static str, u64)]) -> Vec<Param> {
        let doc = "";
        let param = |&(name, value)| Param { name, value, doc };
        values.iter().map(param).collect()
    }

    fn name(values: &[(&'static str, u64)]) -> String {
        Naming::configured("unit", &params(values), Style::default())
    }

    #[test]
    fn parameters_are_told_apart_by_as_few_letters_as_they_need() {
        let short = name(&[("pc_bits", 24), ("pointer_bits", 8), ("lanes", 32)]);
        assert_eq!(short, "unit_pc24_po8_l32");
    }

    #[test]
    fn a_parameter_that_another_one_begins_with_is_written_out() {
        assert_eq!(
            name(&[("heap_latency", 1), ("heap", 64)]),
            "unit_heapl1_heap64"
        );
    }

    #[test]
    fn many_parameters_become_a_digest_of_all() {
        let many = |last| {
            let names = [
                "lanes", "warps", "pc_bits", "tid_bits", "entries", "sets", "depth",
            ];
            let mut values: Vec<_> = names.map(|name| (name, 1024)).into();
            values[6].1 = last;
            name(&values)
        };
        assert_eq!(many(1).len(), "unit_".len() + 8);
        assert_ne!(many(1), many(2));
        assert_eq!(many(1), many(1));
    }

    #[test]
    fn a_style_that_is_not_the_default_stands_behind() {
        let style = Style {
            reset: Reset::Asynchronous,
            level: Level::Low,
            memory: MemoryStyle::Wrapper,
        };
        let name = Naming::configured("unit", &params(&[("warps", 4)]), style);
        assert_eq!(name, "unit_w4_async_low_wrapper");
    }
}
