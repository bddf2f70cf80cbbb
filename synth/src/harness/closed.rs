//! The paths of the environment that the harness closes.

use super::{ANSWER, Direction, Harness, Port};
use heddle_contract::Answer;
use std::fmt::Write;

/// Output bits that fit into a LUT beside the register: the LUTs of ECP5 and iCE40 have four inputs.
const PER_BIT: usize = 3;

impl Harness {
    /// What the environment answers with an input, if it does so within the cycle.
    pub(super) fn answered(&self, input: &Port) -> Option<&Answer> {
        let name = input.name.strip_suffix(Direction::In.suffix())?;
        self.answers.iter().find(|answer| answer.input == name)
    }

    /// The bits of the outputs that an answer looks at, as bits of `result`.
    fn looked_at(&self, answer: &Answer) -> Vec<usize> {
        let is_of_it = |port: &Port| {
            let name = port.name.strip_suffix(Direction::Out.suffix());
            name.is_some_and(|name| answer.outputs.contains(&name))
        };
        let ports = self.placed(false).filter(|(_, port)| is_of_it(port));
        ports
            .flat_map(|(first, port)| first..first + port.width)
            .collect()
    }

    /// The wires of inputs that answer outputs. The bits of the outputs go round over those of the input, so that every bit of
    /// either is on a path. An input that has too few bits for one LUT each takes more LUTs.
    pub(super) fn closed(&self) -> String {
        let mut text = String::new();
        for (first, port) in self.placed(true) {
            let Some(answer) = self.answered(port) else {
                continue;
            };
            let bits = self.looked_at(answer);
            let each = PER_BIT.min(bits.len()).max(bits.len().div_ceil(port.width));
            for bit in 0..port.width {
                let outputs = (bit * each..).take(each).map(|at| bits[at % bits.len()]);
                let terms: String = outputs.map(|at| format!(" ^ result[{at}]")).collect();
                let bit = first + bit;
                writeln!(text, "    assign {ANSWER}[{bit}] = in_q[{bit}]{terms};")
                    .expect("strings can be written to");
            }
        }
        match text.is_empty() {
            true => text,
            false => format!("    wire [{}:0] {ANSWER};\n{text}", self.bits(true) - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::answers;
    use heddle_contract::Config;
    use heddle_contract::config::PRESETS;
    use heddle_hdl::units::{NAMES, styled};
    use heddle_hdl::{Design, Style};
    use std::collections::{BTreeMap, BTreeSet};

    fn around(design: &Design) -> Harness {
        let ports = design.top().ports.iter().map(|port| Port {
            name: port.name.clone(),
            is_input: port.direction == Direction::In,
            width: port.width,
        });
        Harness {
            unit: design.top().name.clone(),
            ports: ports.collect(),
            reset: design.style.reset_port(),
            answers: answers(design),
        }
    }

    /// The number in brackets after a name.
    fn bit(term: &str, name: &str) -> Option<usize> {
        let rest = term.trim().strip_prefix(name)?.strip_prefix('[')?;
        rest.split(']').next()?.parse().ok()
    }

    /// Port of each bit of the wires at the unit, read from the Verilog.
    fn ports(verilog: &str, wire: &str) -> BTreeMap<usize, String> {
        let mut all = BTreeMap::new();
        for line in verilog.lines() {
            let Some((port, at)) = line.trim().split_once(" (") else {
                continue;
            };
            let range = at.strip_prefix(wire).and_then(|at| at.strip_prefix('['));
            let Some((last, first)) = range.and_then(|range| range.split_once(':')) else {
                continue;
            };
            let first: usize = first.split(']').next().unwrap().parse().unwrap();
            let name = port.trim_start_matches(".\\");
            let name = name.strip_suffix("_i").or(name.strip_suffix("_o")).unwrap();
            all.extend((first..=last.parse().unwrap()).map(|bit| (bit, name.to_owned())));
        }
        all
    }

    /// The answers that the Verilog of a harness closes: pairs of input and output.
    fn closed(verilog: &str) -> BTreeSet<(String, String)> {
        let (inputs, outputs) = (ports(verilog, ANSWER), ports(verilog, "result"));
        let mut pairs = BTreeSet::new();
        let mut assigned = BTreeSet::new();
        let mut seen = BTreeSet::new();
        for line in verilog.lines() {
            let Some((to, value)) = line
                .trim()
                .strip_prefix("assign ")
                .and_then(|line| line.split_once(" = "))
            else {
                continue;
            };
            let Some(to) = bit(to, ANSWER) else { continue };
            let mut terms = value.trim_end_matches(';').split(" ^ ");
            assert_eq!(terms.next().and_then(|term| bit(term, "in_q")), Some(to));
            for term in terms {
                let from = bit(term, "result").expect(term);
                seen.insert((inputs[&to].clone(), from));
                pairs.insert((inputs[&to].clone(), outputs[&from].clone()));
            }
            assigned.insert(to);
        }
        assert_eq!(assigned, inputs.keys().copied().collect());
        for (input, output) in &pairs {
            for (bit, _) in outputs.iter().filter(|(_, name)| *name == output) {
                assert!(seen.contains(&(input.clone(), *bit)), "{input}, {output}");
            }
        }
        pairs
    }

    #[test]
    fn the_harness_closes_the_paths_of_the_contract() {
        let mut closing = 0;
        for (preset, _) in PRESETS {
            let config = Config::preset(preset).unwrap();
            for unit in NAMES {
                let design = styled(unit, &config, Style::default()).unwrap();
                let declared: BTreeSet<(String, String)> = answers(&design)
                    .iter()
                    .flat_map(|answer| {
                        let outputs = answer.outputs.iter();
                        outputs.map(|output| (answer.input.to_owned(), (*output).to_owned()))
                    })
                    .collect();
                let built = closed(&around(&design).verilog());
                assert_eq!(built, declared, "{unit} of {preset}");
                closing += built.len();
            }
        }
        assert!(closing > 0);
    }
}
