//! References for `double`: functions computed with 113 bits, by a program in C (`reference.c`) that answers line by line.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

/// A real number, which doubles cannot hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exact {
    /// The nearest double.
    pub nearest: f64,
    /// How far the number is above the nearest one, in units in the last place.
    pub above: f64,
    /// The unit.
    pub unit: f64,
}

impl Exact {
    /// The error of a double in units in the last place.
    pub fn units_off(self, found: f64) -> f64 {
        let is_infinite = self.nearest.is_infinite() && self.above == 0.0;
        let right = |is_right| if is_right { 0.0 } else { f64::INFINITY };
        if self.nearest.is_nan() || found.is_nan() || is_infinite {
            return right(found == self.nearest || (found.is_nan() && self.nearest.is_nan()));
        }
        if found == self.nearest && (found.is_infinite() || found == 0.0) {
            let is_signed = found.is_sign_positive() == self.nearest.is_sign_positive();
            return right(is_signed || self.above != 0.0);
        }
        let distance = match found.is_infinite() || self.nearest.is_infinite() {
            true => 2.0 * ((half(found) - half(self.nearest)) / self.unit),
            false => (found - self.nearest) / self.unit,
        };
        (distance - self.above).abs()
    }
}

/// Half of a number; of an infinity, half of the power of two behind all numbers.
fn half(x: f64) -> f64 {
    match x.is_infinite() {
        true => 2_f64.powi(1023).copysign(x),
        false => x / 2.0,
    }
}

/// The exact result of a function of one or two arguments.
///
/// # Panics
/// If no C compiler with libquadmath is installed.
pub fn exact(name: &str, arguments: [f64; 2]) -> Exact {
    static PROGRAM: OnceLock<Mutex<Program>> = OnceLock::new();
    let program = PROGRAM.get_or_init(|| Mutex::new(Program::start()));
    let mut program = program.lock().unwrap_or_else(PoisonError::into_inner);
    program.answer(name, arguments)
}

struct Program {
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Program {
    /// The program ends with its input.
    fn start() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let program = folder.path().join("reference");
        compile(&program);
        let child = Command::new(&program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let Child { stdin, stdout, .. } = child.expect("it was compiled");
        Self {
            questions: stdin.expect("it is piped"),
            answers: BufReader::new(stdout.expect("it is piped")),
        }
    }

    fn answer(&mut self, name: &str, arguments: [f64; 2]) -> Exact {
        let [x, y] = arguments.map(f64::to_bits);
        writeln!(self.questions, "{name} {x:x} {y:x}").expect("it reads");
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("it answers");
        let mut numbers = line.split_whitespace().map(|bits| {
            let bits = u64::from_str_radix(bits, 16).expect("bits");
            f64::from_bits(bits)
        });
        let mut next = || numbers.next().expect("three numbers");
        Exact {
            nearest: next(),
            above: next(),
            unit: next(),
        }
    }
}

fn compile(program: &Path) {
    let source =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/opencl_c/functions/quad/reference.c");
    let compiled = Command::new("gcc")
        .args(["-std=c17", "-O1", "-ffp-contract=off", "-o"])
        .arg(program)
        .arg(source)
        .args(["-lquadmath", "-lm"])
        .status();
    assert!(compiled.expect("gcc").success());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_those_of_the_standard() {
        let off = |name, x, found: f64| exact(name, [x, 0.0]).units_off(found);
        assert_eq!(off("exp", 0.0, 1.0_f64.next_up()), 2.0);
        assert!((off("exp", 1.0, std::f64::consts::E.next_up()) - 1.0).abs() < 0.5);
        assert_eq!(off("log", 0.0, f64::NEG_INFINITY), 0.0);
        assert_eq!(off("log", 0.0, f64::MIN), f64::INFINITY);
        assert_eq!(off("sin", -0.0, 0.0), f64::INFINITY);
        assert_eq!(off("exp", -1e4, 0.0), 0.0);
        assert!(off("exp", 709.782_712_893_384, f64::INFINITY) > 200.0);
        assert!(off("log", -1.0, f64::NAN) == 0.0 && off("log", -1.0, 0.0).is_infinite());
    }
}
