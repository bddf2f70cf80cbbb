//! The options of a kernel in C, translated for clang.

use crate::error::{CompileError, OptionProblem};
use crate::options::{CodeOptions, translated};

/// Options that clang has too.
const FLAGS: [&str; 2] = ["-w", "-Werror"];

/// Options of a compilation.
#[derive(Debug, Default)]
pub(super) struct Options {
    /// Arguments of clang.
    pub clang: Vec<String>,
    pub code: CodeOptions,
}

impl Options {
    /// Reads options.
    ///
    /// # Errors
    /// [`CompileError::Option`] names an option that is unknown or has no value.
    pub fn of(options: &[String], llvm: &[String]) -> Result<Self, CompileError> {
        let mut code = CodeOptions {
            llvm: llvm.to_vec(),
            ..CodeOptions::default()
        };
        let clang = translated(options, |option, clang| {
            if FLAGS.contains(&option) {
                clang.push(option.to_owned());
            } else if !code.take(option) {
                return Err(match option.starts_with("-cl-") {
                    true => OptionProblem::OfOpenCl,
                    false => OptionProblem::Unknown,
                });
            }
            Ok(())
        })?;
        Ok(Self { clang, code })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{BlockOrder, Level};

    fn read(options: &[&str]) -> Result<Options, CompileError> {
        let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
        Options::of(&options, &[])
    }

    #[test]
    fn options_are_for_clang_or_for_the_code() {
        let options = [
            "-D",
            "N=4",
            "-Ia",
            "-Os",
            "-heddle-block-order=clang",
            "-g",
            "-w",
        ];
        let read = read(&options).expect("known");
        assert_eq!(read.clang, ["-DN=4", "-Ia", "-w"]);
        assert_eq!(read.code.level, Level::Os);
        assert_eq!(read.code.order, BlockOrder::Clang);
        assert!(read.code.lines);
    }

    #[test]
    fn wrong_options_are_named() {
        for (option, problem) in [
            ("-cl-mad-enable", OptionProblem::OfOpenCl),
            ("-mtune=x", OptionProblem::Unknown),
            ("-heddle-block-order=x", OptionProblem::Unknown),
            ("-D", OptionProblem::NoValue),
        ] {
            match read(&[option]).expect_err("it is wrong") {
                CompileError::Option {
                    option: named,
                    problem: why,
                } => {
                    assert_eq!((named.as_str(), why), (option, problem));
                }
                other => panic!("{other}"),
            }
        }
    }
}
