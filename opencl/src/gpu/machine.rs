//! The properties of the machine that a host program can query.

use heddle_contract::Config;
use heddle_contract::config::PRESETS;

/// The machine of the device.
#[derive(Debug)]
pub struct Machine {
    config: Config,
    name: String,
    has_double: bool,
    notes_lines: bool,
}

impl Machine {
    /// A machine with its name and that of its mechanism, or of the functional device, with `double` or not, and with programs
    /// that note their source lines or not.
    pub fn new(
        config: &Config,
        machine: &str,
        mechanism: &str,
        has_double: bool,
        notes_lines: bool,
    ) -> Machine {
        Machine {
            config: config.clone(),
            name: format!("Heddle {machine} {mechanism}"),
            has_double,
            notes_lines,
        }
    }

    /// The name of the device: its machine and its mechanism.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether programs may use `double`.
    pub fn has_double(&self) -> bool {
        self.has_double
    }

    /// Whether programs note their source lines.
    pub fn notes_lines(&self) -> bool {
        self.notes_lines
    }

    /// The machine.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Threads of a warp.
    pub fn warp_size(&self) -> usize {
        self.config.core.warp_size
    }

    /// Shared memory of the largest block, in bytes: all shared memory of a core.
    pub fn local_bytes(&self) -> u64 {
        self.config.core.shared_bytes.into()
    }

    /// Number of threads of the largest block that programs are told of. They halve this number, and divide by it (HST-19).
    pub fn reported_block_threads(&self) -> usize {
        1 << self.block_threads().ilog2()
    }

    /// The machine with cores of as many threads as programs are told of.
    pub fn reported_config(&self) -> Config {
        let mut config = self.config.clone();
        config.core.warps = self.reported_block_threads() / self.warp_size();
        config
    }

    /// Number of threads of the largest block: all threads of a core.
    pub fn block_threads(&self) -> usize {
        self.config.core.threads()
    }

    /// Why no core runs a block of so many threads, and which presets have larger cores.
    pub fn refusal_of_block(&self, threads: usize) -> String {
        let (name, most) = (&self.name, self.block_threads());
        let presets = presets_for(threads);
        let remedy = match presets.is_empty() {
            true => "no preset has such cores; make smaller groups".to_owned(),
            false => format!("set HEDDLE_PRESET to one of {}", presets.join(", ")),
        };
        format!(
            "a work group of {threads} items, but a core of {name} has {most} threads; {remedy}"
        )
    }
}

/// The presets with at least so many threads of a core.
fn presets_for(threads: usize) -> Vec<&'static str> {
    let names = PRESETS.iter().map(|(name, _)| *name);
    let is_large = |name: &&str| Config::preset(name).is_ok_and(|c| c.core.threads() >= threads);
    names.filter(is_large).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(preset: &str) -> Machine {
        let config = Config::preset(preset).expect("a preset");
        Machine::new(&config, preset, "pdom", true, false)
    }

    #[test]
    fn programs_are_told_of_powers_of_two() {
        let reported = |(preset, _): &(&str, &str)| machine(preset).reported_block_threads();
        let reported: Vec<usize> = PRESETS.iter().map(reported).collect();
        assert_eq!(reported, [512, 512, 1024, 16, 64]);
    }

    #[test]
    fn a_refusal_names_the_presets_with_room() {
        let refusal = machine("vaidya2013").refusal_of_block(256);
        assert_eq!(
            refusal,
            "a work group of 256 items, but a core of Heddle vaidya2013 pdom has 96 threads; \
             set HEDDLE_PRESET to one of collange2011, fung2009, lashgar2012"
        );
        let refusal = machine("lashgar2012").refusal_of_block(2048);
        assert!(refusal.ends_with("no preset has such cores; make smaller groups"));
    }
}
