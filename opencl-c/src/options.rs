//! The options of `clBuildProgram`, translated for clang.

use heddle_compiler::{CodeOptions, CompileError, OptionProblem, translated};

/// Options without a value that have the same name in clang.
const FLAGS: [&str; 12] = [
    "-cl-single-precision-constant",
    "-cl-denorms-are-zero",
    "-cl-fp32-correctly-rounded-divide-sqrt",
    "-cl-opt-disable",
    "-cl-mad-enable",
    "-cl-no-signed-zeros",
    "-cl-unsafe-math-optimizations",
    "-cl-finite-math-only",
    "-cl-fast-relaxed-math",
    "-cl-uniform-work-group-size",
    "-w",
    "-Werror",
];

/// Options that permit `a * b + c` to be rounded only once.
const CONTRACTING: [&str; 3] = [
    "-cl-mad-enable",
    "-cl-unsafe-math-optimizations",
    "-cl-fast-relaxed-math",
];

/// The option for names and types of parameters, which are always recorded.
const ARGUMENT_INFO: &str = "-cl-kernel-arg-info";

/// Versions of the language; the first one is the default.
const STANDARDS: [&str; 6] = [
    "-cl-std=CL1.2",
    "-cl-std=CL1.0",
    "-cl-std=CL1.1",
    "-cl-std=CL2.0",
    "-cl-std=CL3.0",
    "-cl-std=CL",
];

/// How the code of the program is generated, and that of the parts of the library that it uses. The level is the usual one even
/// with `-cl-opt-disable`: code for a GPU has to be inlined.
pub(crate) fn code(options: &[String]) -> CodeOptions {
    let mut code = CodeOptions::default();
    for option in options {
        code.take(option);
    }
    code
}

/// Arguments for clang, without those for its [code](code).
///
/// # Errors
/// [`CompileError::Option`] names an option that is unknown or has no value.
pub(crate) fn clang_arguments(options: &[String]) -> Result<Vec<String>, CompileError> {
    let mut standard = STANDARDS[0];
    let mut contract = "off";
    let mut arguments = translated(options, |option, arguments| {
        if FLAGS.contains(&option) {
            arguments.push(option.to_owned());
        } else if let Some(known) = STANDARDS.iter().find(|known| **known == option) {
            standard = known;
        } else if option != ARGUMENT_INFO && !CodeOptions::default().take(option) {
            return Err(OptionProblem::Unknown);
        }
        // OCL-12: rounded twice, as a host that does the same operations, unless the program allows otherwise.
        if CONTRACTING.contains(&option) {
            contract = "fast";
        }
        Ok(())
    })?;
    arguments.extend([standard.to_owned(), format!("-ffp-contract={contract}")]);
    Ok(arguments)
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_compiler::Level;

    fn arguments(options: &[&str]) -> Result<String, CompileError> {
        let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
        clang_arguments(&options).map(|arguments| arguments.join(" "))
    }

    #[test]
    fn options_are_handed_on() {
        assert_eq!(
            arguments(&["-D", "N=4", "-DM", "-I", "a b", "-w"]).expect("known"),
            "-DN=4 -DM -Ia b -w -cl-std=CL1.2 -ffp-contract=off"
        );
        assert_eq!(
            arguments(&[
                "-cl-mad-enable",
                "-cl-std=CL2.0",
                "-g",
                "-cl-kernel-arg-info"
            ])
            .expect("known"),
            "-cl-mad-enable -cl-std=CL2.0 -ffp-contract=fast"
        );
    }

    #[test]
    fn the_last_level_counts() {
        let level =
            |options: &[&str]| code(&options.iter().map(|&o| o.into()).collect::<Vec<_>>()).level;
        assert_eq!(level(&["-w"]), Level::O2);
        assert_eq!(level(&["-O3", "-w", "-Os"]), Level::Os);
        assert_eq!(
            arguments(&["-O1", "-w"]).expect("known"),
            "-w -cl-std=CL1.2 -ffp-contract=off"
        );
    }

    #[test]
    fn others_are_refused_by_name() {
        for (options, message) in [
            (&["-O4"][..], "option `-O4`: unknown"),
            (&["-w", "-D"], "option `-D`: its value is missing"),
            (&["-cl-std=CL4.0"], "option `-cl-std=CL4.0`: unknown"),
            (&[""], "option ``: unknown"),
            (&["@evil.rsp"], "option `@evil.rsp`: unknown"),
            (
                &["-D", "@evil.rsp"],
                "option `-D`: a macro is NAME, NAME=TEXT or NAME(PARAMETERS)=TEXT, \
                 with a name of letters, digits and underscores",
            ),
        ] {
            assert_eq!(arguments(options).expect_err("wrong").to_string(), message);
        }
    }
}
