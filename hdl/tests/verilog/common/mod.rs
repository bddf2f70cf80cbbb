//! Small units for tests, declared in a few lines.
#![allow(dead_code, unused_imports, unused_macros)] // each test file uses its share

pub mod clocked;
pub mod icarus;
pub mod lint;
pub mod machines;
pub mod printed;
pub mod tables;

use heddle_hdl::{Design, Error, Errors, Hardware, Level, MemoryStyle, Reason, Reset, Style};

/// Styles of emission: every memory style, and every reset with the two memory styles that differ most for registers.
pub fn styles() -> impl Iterator<Item = Style> {
    use MemoryStyle::{Array, LiveValueTable};
    let resets = [Reset::Synchronous, Reset::Asynchronous];
    let levels = [Level::High, Level::Low];
    let with = move |(reset, level)| {
        [Array, LiveValueTable].map(|memory| Style {
            reset,
            level,
            memory,
        })
    };
    let pairs = resets.map(|reset| levels.map(|level| (reset, level)));
    let others = MemoryStyle::ALL.into_iter();
    let others = others.filter(|memory| ![Array, LiveValueTable].contains(memory));
    let others = others.map(|memory| Style {
        memory,
        ..Style::default()
    });
    pairs.into_iter().flatten().flat_map(with).chain(others)
}

/// The parameter of all small units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size(pub usize);

/// Two parameters with the same value, whose names are used for widths.
impl Size {
    pub fn warps(&self) -> usize {
        self.0
    }

    pub fn pc_bits(&self) -> u32 {
        self.0 as u32
    }
}

impl heddle_contract::Parameters for Size {
    fn describe(&self) -> Vec<heddle_contract::Param> {
        vec![heddle_contract::Param {
            name: "size",
            value: self.0 as u64,
            doc: "size",
        }]
    }
}

/// Declares a unit called `name` with its RTL: ports, combinational paths, description.
macro_rules! unit {
    (
        $unit:ident = $name:ident($p:ident);
        in { $($in:ident: $in_kind:ident $(($($in_arg:tt)+))?;)+ }
        out { $($out:ident: $out_kind:ident $(($($out_arg:tt)+))?;)+ }
        paths { $($to:ident <- [$($from:ident),+];)* }
        |$m:ident, $i:ident, $o:ident| $body:block
    ) => {
        mod $name {
            use crate::common::Size;
            heddle_contract::ports! {
                /// Inputs.
                pub struct In($p: Size) {
                    group "inputs";
                    $(#[doc = "an input"] $in: $in_kind $(($($in_arg)+))?;)+
                }
            }
            heddle_contract::ports! {
                /// Outputs.
                pub struct Out($p: Size) {
                    group "outputs";
                    $(#[doc = "an output"] $out: $out_kind $(($($out_arg)+))?;)+
                }
            }
        }

        /// A unit of this test.
        #[derive(Clone, Copy, Debug)]
        pub struct $unit;

        impl heddle_contract::Unit for $unit {
            const NAME: &'static str = stringify!($name);
            const SUMMARY: &'static str = "a unit of a test";
            const SOURCE: &'static str = "this test";
            const SYSTEM: heddle_contract::System = heddle_contract::System::Stackless;
            type Params = crate::common::Size;
            type In<S: heddle_contract::Signals> = $name::In<S>;
            type Out<S: heddle_contract::Signals> = $name::Out<S>;

            fn params(
                _: &heddle_contract::Config,
            ) -> Result<Self::Params, heddle_contract::ParamError> {
                Ok(crate::common::Size(8))
            }

            fn timing(_: &Self::Params) -> heddle_contract::Timing {
                heddle_contract::Timing::new("as the test says", "as the test says")
            }

            fn combinational(_: &Self::Params) -> Vec<heddle_contract::Path> {
                vec![$(heddle_contract::Path {
                    output: stringify!($to),
                    inputs: &[$(stringify!($from)),+],
                }),*]
            }

            fn assumptions(
                _: &Self::Params,
                _: &Self::In<heddle_contract::terms::Terms>,
                _: &Self::Out<heddle_contract::terms::Terms>,
            ) -> Vec<heddle_contract::Property> {
                Vec::new()
            }

            fn corners(
                _: &Self::Params,
                _: &Self::In<heddle_contract::terms::Terms>,
                _: &Self::Out<heddle_contract::terms::Terms>,
            ) -> Vec<heddle_contract::Property> {
                Vec::new()
            }
        }

        impl heddle_hdl::Hardware for $unit {
            #[allow(unused_variables)]
            fn build<'m>(
                $m: &'m heddle_hdl::ModuleBuilder,
                $p: &Self::Params,
                $i: $name::In<heddle_hdl::Reads<'m>>,
                $o: $name::Out<heddle_hdl::Drives<'m>>,
            ) $body
        }
    };
}
pub(crate) use unit;

/// The text between the port list and `endmodule`.
pub fn body<U: Hardware<Params = Size>>(size: usize) -> String {
    let design = Design::of::<U>(&Size(size)).unwrap_or_else(|errors| panic!("{errors}"));
    let verilog = &design.top().verilog;
    let start = verilog.find("\n);\n").expect("a port list") + 4;
    let end = verilog.find("endmodule").expect("an end");
    verilog[start..end].to_owned()
}

/// Asserts that a unit of this size prints this body.
pub fn assert_body<U: Hardware<Params = Size>>(size: usize, expected: &str) {
    let (found, expected) = (body::<U>(size), dedent(expected));
    assert!(found == expected, "found:\n{found}\nexpected:\n{expected}");
}

/// The mistakes of a unit.
pub fn mistakes<U: Hardware<Params = Size>>(size: usize) -> Vec<Error> {
    match Design::of::<U>(&Size(size)) {
        Ok(design) => panic!("no mistake was found in\n{}", design.top().verilog),
        Err(Errors(errors)) => errors,
    }
}

/// The only mistake of a unit.
pub fn mistake<U: Hardware<Params = Size>>(size: usize) -> Error {
    let mut errors = mistakes::<U>(size);
    assert_eq!(errors.len(), 1, "{}", Errors(errors));
    errors.remove(0)
}

/// Text without the indentation that is due to the test's layout.
pub fn dedent(text: &str) -> String {
    let lines: Vec<&str> = text.trim_matches('\n').lines().collect();
    let margin = |line: &&str| line.len() - line.trim_start().len();
    let blank = |line: &&&str| line.trim().is_empty();
    let margin = lines
        .iter()
        .filter(|l| !blank(l))
        .map(margin)
        .min()
        .unwrap_or(0);
    let mut text = String::new();
    for line in lines {
        if !line.trim().is_empty() {
            text += &format!("    {}", &line[margin..]);
        }
        text += "\n";
    }
    text.trim_end().to_owned() + "\n"
}

/// Defines, in a test file, the functions that find its lines ending in `// <- marker`.
macro_rules! marks {
    ($file:literal) => {
        fn line_of(marker: &str) -> u32 {
            let wanted = format!("// <- {marker}");
            let text = include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/tests/verilog/",
                $file
            ));
            let line = text
                .lines()
                .zip(1..)
                .find(|(line, _)| line.ends_with(&wanted));
            line.expect("a marked line").1
        }

        /// The only mistake of a unit, which must be at the marked line.
        fn reason_at<U: heddle_hdl::Hardware<Params = Size>>(marker: &str) -> Reason {
            let error = crate::common::mistake::<U>(4);
            assert_eq!(place(&error), line_of(marker), "{error}");
            error.reason
        }

        fn place(error: &heddle_hdl::Error) -> u32 {
            assert!(error.at.file().ends_with($file), "{error}");
            error.at.line()
        }
    };
}
pub(crate) use marks;
