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
        check_llvm(llvm)?;
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

/// Refuses what is no option of the optimiser, and options that load a library.
fn check_llvm(options: &[String]) -> Result<(), CompileError> {
    let is_plain = |option: &str| {
        let name = option.trim_start_matches('-');
        name.len() < option.len() && !name.starts_with("load")
    };
    match options.iter().find(|option| !is_plain(option)) {
        None => Ok(()),
        Some(option) => Err(CompileError::Option {
            option: option.clone(),
            problem: OptionProblem::OfLlvm,
        }),
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
    fn no_value_is_a_file_of_arguments() {
        let options = ["-I@evil.rsp", "-I", "@evil.rsp", "-I-", "-DA=@evil.rsp"];
        let read = read(&options).expect("known");
        let expected = ["-I./@evil.rsp", "-I./@evil.rsp", "-I./-", "-DA=@evil.rsp"];
        assert_eq!(read.clang, expected);
        for empty in [["-D", ""], ["-I", ""]] {
            assert!(Options::of(&empty.map(String::from), &[]).is_err());
        }
    }

    #[test]
    fn options_of_llvm_load_nothing() {
        for wrong in ["@evil.rsp", "-load=x.so", "--load-pass-plugin=x.so", "x.ll"] {
            let read = Options::of(&[], &[wrong.to_owned()]);
            let problem = OptionProblem::OfLlvm;
            assert!(matches!(read, Err(CompileError::Option { problem: of, .. }) if of == problem));
        }
        Options::of(&[], &["-unroll-threshold=2000".to_owned()]).expect("an option");
    }

    #[test]
    fn wrong_options_are_named() {
        for (option, problem) in [
            ("-cl-mad-enable", OptionProblem::OfOpenCl),
            ("-mtune=x", OptionProblem::Unknown),
            ("-heddle-block-order=x", OptionProblem::Unknown),
            ("-D", OptionProblem::NoValue),
            ("-I", OptionProblem::NoValue),
            ("-D@evil.rsp", OptionProblem::NoName),
            ("-D=1", OptionProblem::NoName),
            ("-DA B", OptionProblem::NoName),
            ("@evil.rsp", OptionProblem::Unknown),
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
