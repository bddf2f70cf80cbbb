//! Parameters of units: declared once, described for people, checked at construction.
//!
//! A unit declares its parameters with [`params!`](crate::params!).

use std::fmt::Display;
use std::ops::RangeInclusive;

/// One parameter of a unit as the tables, the Verilog header and the manifest show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Name, in snake case with its unit of measure.
    pub name: &'static str,
    /// Value in this configuration.
    pub value: u64,
    /// The meaning of the parameter, and its limits.
    pub doc: &'static str,
}

/// Parameters of a unit; [`params!`](crate::params!) makes them.
pub trait Parameters {
    /// The parameters, for people, in order of declaration.
    fn describe(&self) -> Vec<Param>;
}

/// The parameters of several units, one unit after the other; a name that occurs several times is listed once.
pub fn once_each(units: impl IntoIterator<Item = Vec<Param>>) -> Vec<Param> {
    let mut all: Vec<Param> = Vec::new();
    for param in units.into_iter().flatten() {
        if all.iter().all(|known| known.name != param.name) {
            all.push(param);
        }
    }
    all
}

/// A parameter outside its limits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{unit}: {name} = {value} is not {allowed}")]
pub struct ParamError {
    /// Unit or configuration section that refuses the value.
    pub unit: &'static str,
    /// Parameter name.
    pub name: &'static str,
    /// The refused value.
    pub value: String,
    /// The values that would be accepted.
    pub allowed: String,
}

/// `value`, if it lies in `range`.
///
/// # Errors
/// [`ParamError`] naming the unit, the parameter and the range.
pub fn require<T: PartialOrd + Display + Copy>(
    unit: &'static str,
    name: &'static str,
    value: T,
    range: RangeInclusive<T>,
) -> Result<T, ParamError> {
    if range.contains(&value) {
        return Ok(value);
    }
    Err(ParamError {
        unit,
        name,
        value: value.to_string(),
        allowed: match range.start() == range.end() {
            true => range.start().to_string(),
            false => format!("in {} to {}", range.start(), range.end()),
        },
    })
}

/// `value`, if it is a power of two.
///
/// # Errors
/// [`ParamError`] naming the unit and the parameter.
pub fn require_power_of_two(
    unit: &'static str,
    name: &'static str,
    value: u64,
) -> Result<u64, ParamError> {
    if value.is_power_of_two() {
        return Ok(value);
    }
    let allowed = "a power of two".into();
    Err(ParamError {
        unit,
        name,
        value: value.to_string(),
        allowed,
    })
}

/// `value`, if it divides another parameter, which is a number of the warp.
///
/// # Errors
/// [`ParamError`] naming the unit and both parameters.
pub fn require_divisor(
    unit: &'static str,
    name: &'static str,
    value: usize,
    (of_name, of): (&str, usize),
) -> Result<usize, ParamError> {
    if value != 0 && of.is_multiple_of(value) {
        return Ok(value);
    }
    Err(ParamError {
        unit,
        name,
        value: value.to_string(),
        allowed: format!("a divisor of the warp's {of} {of_name}"),
    })
}

/// Checks a choice of which another one is possible in the golden model only.
pub(crate) fn require_in_hardware(
    unit: &'static str,
    name: &'static str,
    is: bool,
    value: &str,
    allowed: &str,
) -> Result<(), ParamError> {
    if is {
        return Ok(());
    }
    Err(ParamError {
        unit,
        name,
        value: value.into(),
        allowed: format!("{allowed}, as in hardware; it exists in the golden GPU only"),
    })
}

/// Declares the parameters of a unit as a table.
///
/// ```
/// # use heddle_contract::units::UnifiedArbiter as Adder;
/// # use heddle_contract::{ParamError, Parameters, Words};
/// # #[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
/// # pub enum Carry { Ripple, Prefix }
/// heddle_contract::params! {
///     /// Parameters of [`Adder`].
///     pub struct Params of Adder {
///         /// adders, one for each thread of a warp
///         lanes: usize(power of two, 2 to 64);
///         /// width of an operand
///         bits: u32(1 to 64);
///         /// bits that a carry crosses in a cycle
///         slice: u32(1 to 64, at most bits.into());
///         /// sums wrap around
///         wraps: bool;
///         /// how carries travel
///         carry: Carry shown as prefix = (carry == Carry::Prefix) "1: by parallel prefix, 0: they ripple";
///     }
///     rules {
///         /// a prefix is computed of whole operands
///         whole;
///     }
/// }
///
/// impl Params {
///     fn whole(&self) -> Result<(), ParamError> {
///         // ...
/// #       Ok(())
///     }
/// }
///
/// let params = Params::new(8, 32, 16, true, Carry::Ripple)?;
/// assert_eq!(params.slice(), 16);
/// assert_eq!(params.describe()[0].doc, "adders, one for each thread of a warp; power of two, 2 to 64");
/// let error = Params::new(8, 32, 33, true, Carry::Ripple).unwrap_err();
/// assert!(error.to_string().ends_with("slice = 33 is not in 1 to 32"));
/// # Ok::<(), ParamError>(())
/// ```
///
/// The struct has private fields, a getter for each, `new`, which takes them in order and checks them, and is
/// [`Parameters`] and [`Words`](crate::Words). Widths that follow from parameters are ordinary methods.
///
/// # A line
///
/// * The meaning, for rustdoc, tables and Verilog headers. The limits are appended to it. The meaning of a `bool` follows
///   "Whether" in rustdoc and "1:" elsewhere.
/// * Name and type: `usize`, `u32`, `bool`, an enum, or a type that implements [`Parameters`] itself. Both are [`Words`](crate::Words). An enum needs `shown`.
///   `arbiter: unit(UnifiedArbiter)` holds the parameters of a unit inside this one. A parameter name that several inner
///   units share is described once.
/// * Limits: `(2 to 64)` or `(power of two, 2 to 64)`. After either, `, at most` and a `u64` expression of other parameters
///   lower the upper limit. `(a divisor of lanes)` names another parameter. Limits that depend on no other
///   parameter are checked first, then the limits that do, then the rules; each in order of declaration.
/// * `shown "..."`: the text of the description, which replaces meaning and limits. `shown as name = (value) "..."`
///   replaces name and value too.
/// * `= ...`, in all lines or in none: where the value comes from in a machine. The header
///   `pub struct Params of Adder from config` creates a private function `of`, which takes the machine as `config`.
///
/// # Rules
///
/// A rule is a method that takes `&self` and returns `Result<(), ParamError>`. Its meaning appears in the doc of `new`.
///
/// # Other forms
///
/// * `pub struct Params` without `of`: `new` is written by hand.
/// * `pub struct Params(Shape)`: for more parameters than a call should have. `new` takes the name of the unit and a
///   `Shape`, a struct with the same fields, all public; `shape` returns this struct.
#[macro_export]
macro_rules! params {
    (
        $(#[$meta:meta])*
        pub struct $params:ident of $unit:ident from $config:ident { $($table:tt)+ }
        $(rules { $($rules:tt)+ })?
    ) => {
        $crate::params! {
            $(#[$meta])*
            pub struct $params of $unit { $($table)+ }
            $(rules { $($rules)+ })?
        }
        $crate::params!(@table machine [$params $config] $($table)+);
    };
    (
        $(#[$meta:meta])*
        pub struct $params:ident of $unit:ident { $($table:tt)+ }
        $(rules { $($rules:tt)+ })?
    ) => {
        $crate::params! { $(#[$meta])* pub struct $params { $($table)+ } }
        $crate::params!(@table positional [$params $unit $($($rules)+)?] $($table)+);
    };
    (
        $(#[$meta:meta])*
        pub struct $params:ident($shape:ident) { $($table:tt)+ }
    ) => {
        $crate::params! { $(#[$meta])* pub struct $params { $($table)+ } }
        $crate::params!(@table named [$params $shape] $($table)+);
    };
    (
        $(#[$meta:meta])*
        pub struct $params:ident { $($table:tt)+ }
    ) => {
        $crate::params!(@table fields [$params $(#[$meta])*] $($table)+);
    };

    // The table, with one group for each line: (meaning name type [limits] [shown] [source]).
    (@table $then:ident $head:tt $(
        #[doc = $doc:literal]
        $name:ident: $type:ident $(($($limits:tt)+))?
            $(shown $(as $shown:ident = $value:tt)? $text:literal)?
            $(= $from:expr)?;
    )+) => {
        $crate::params!(@$then $head $(
            ($doc $name $type [$($($limits)+)?] [$($($shown = $value)? $text)?] [$($from)?])
        )+);
    };

    // Struct, getters, description.
    (
        @fields [$params:ident $(#[$meta:meta])*]
        $(($doc:literal $name:ident $type:ident $limits:tt $shown:tt $from:tt))+
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, $crate::Words)]
        pub struct $params {
            $($name: $crate::params!(@type $type $limits),)+
        }

        impl $params {
            $($crate::params!(@getter $doc $name $type $limits);)+
        }

        impl $crate::Parameters for $params {
            fn describe(&self) -> Vec<$crate::Param> {
                let Self { $($name),+ } = *self;
                $crate::once_each([$($crate::params!(@describe $doc $name $type $limits $shown)),+])
            }
        }
    };

    // `new` of a unit.
    (
        @positional [$params:ident $unit:ident $(#[doc = $meaning:literal] $rule:ident;)*]
        $(($doc:literal $name:ident $type:ident $limits:tt $shown:tt $from:tt))+
    ) => {
        impl $params {
            /// Validated parameters.
            ///
            /// | parameter | limits |
            /// | --- | --- |
            $(#[doc = $crate::params!(@row $name $limits)])+
            $(#[doc = concat!("| |", $meaning, " |")])*
            ///
            /// # Errors
            /// [`ParamError`] naming the parameter that is outside its limits.
            #[allow(clippy::too_many_arguments, reason = "a unit has as many parameters as it has")]
            pub fn new(
                $($name: $crate::params!(@type $type $limits)),+
            ) -> Result<Self, $crate::ParamError> {
                // `UNIT` is unused if no parameter has limits.
                #[allow(dead_code)]
                const UNIT: &str = <$unit as $crate::Unit>::NAME;
                $($crate::params!(@number UNIT $name $limits);)+
                $($crate::params!(@dependent UNIT $name $limits);)+
                let params = Self { $($name),+ };
                $(params.$rule()?;)*
                Ok(params)
            }
        }
    };

    // `new` by name.
    (
        @named [$params:ident $shape:ident]
        $(($doc:literal $name:ident $type:ident $limits:tt $shown:tt $from:tt))+
    ) => {
        #[doc = concat!("What [`", stringify!($params), "`] are made of; any numbers.")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $shape {
            $(
                #[doc = $crate::params!(@doc $doc $type $limits)]
                pub $name: $crate::params!(@type $type $limits),
            )+
        }

        impl $params {
            /// Validated parameters of the unit with that name.
            ///
            /// | parameter | limits |
            /// | --- | --- |
            $(#[doc = $crate::params!(@row $name $limits)])+
            ///
            /// # Errors
            /// [`ParamError`] naming the parameter that is outside its limits.
            pub fn new(unit: &'static str, shape: $shape) -> Result<Self, $crate::ParamError> {
                let $shape { $($name),+ } = shape;
                $($crate::params!(@number unit $name $limits);)+
                $($crate::params!(@dependent unit $name $limits);)+
                Ok(Self { $($name),+ })
            }

            /// The parameters as a plain struct.
            pub fn shape(&self) -> $shape {
                let Self { $($name),+ } = *self;
                $shape { $($name),+ }
            }
        }
    };

    // From a machine.
    (
        @machine [$params:ident $config:ident]
        $(($doc:literal $name:ident $type:ident $limits:tt $shown:tt [$from:expr]))+
    ) => {
        impl $params {
            /// The parameters of the unit in a machine.
            fn of($config: &$crate::Config) -> Result<Self, $crate::ParamError> {
                Self::new($($from),+)
            }
        }
    };
    (@machine $head:tt $($line:tt)+) => {
        compile_error!("with `from config`, every line ends with where its value comes from: `= ...;`");
    };

    (@type unit [$unit:ident]) => { <$unit as $crate::Unit>::Params };
    (@type $type:ident $limits:tt) => { $type };

    (@getter $doc:literal $name:ident unit [$unit:ident]) => {
        #[doc = $crate::params!(@doc $doc unit [$unit])]
        pub fn $name(&self) -> &<$unit as $crate::Unit>::Params {
            &self.$name
        }
    };
    (@getter $doc:literal $name:ident $type:ident $limits:tt) => {
        #[doc = $crate::params!(@doc $doc $type $limits)]
        pub fn $name(&self) -> $type {
            self.$name
        }
    };

    // Meaning and limits, as rustdoc shows them.
    (@doc $doc:literal bool []) => { concat!("Whether", $doc, ".") };
    (@doc $doc:literal unit $unit:tt) => { $doc };
    (@doc $doc:literal $type:ident []) => { $doc };
    (@doc $doc:literal $type:ident $limits:tt) => {
        concat!($doc, "; ", $crate::params!(@limits $limits))
    };
    (@row $name:ident [$($limits:tt)*]) => {
        concat!("| `", stringify!($name), "` | ", $crate::params!(@limits [$($limits)*]), " |")
    };
    (@limits []) => { "any" };
    (@limits [$(power of $two:ident,)? $low:literal to $high:literal]) => {
        concat!($("power of ", stringify!($two), ", ",)? $low, " to ", $high)
    };
    (@limits [$(power of $two:ident,)? $low:literal to $high:literal, at most $most:expr]) => {
        concat!(
            $crate::params!(@limits [$(power of $two,)? $low to $high]),
            ", at most `", stringify!($most), "`"
        )
    };
    (@limits [a divisor of $of:ident]) => { concat!("a divisor of ", stringify!($of)) };
    (@limits [$unit:ident]) => { concat!("those of `", stringify!($unit), "`") };

    // Limits that are numbers, then limits that depend on parameters already checked.
    (@number $of:tt $name:ident [$(power of $two:ident,)? $low:literal to $high:literal]) => {
        $crate::require($of, stringify!($name), $name, $low..=$high)?;
        $($crate::params!(@power $two $of $name);)?
    };
    (@number $of:tt $name:ident $limits:tt) => {};
    (
        @dependent $of:tt $name:ident
        [$(power of $two:ident,)? $low:literal to $high:literal, at most $most:expr]
    ) => {
        $crate::require($of, stringify!($name), $name as u64, $low..=u64::min($high, $most))?;
        $($crate::params!(@power $two $of $name);)?
    };
    (@dependent $of:tt $name:ident [a divisor of $whole:ident]) => {
        $crate::require_divisor($of, stringify!($name), $name, (stringify!($whole), $whole))?;
    };
    (@dependent $of:tt $name:ident $limits:tt) => {};
    (@power two $of:tt $name:ident) => {
        $crate::require_power_of_two($of, stringify!($name), $name as u64)?;
    };

    // The descriptions for people.
    (@describe $doc:literal $name:ident unit [$unit:ident] []) => {
        <$unit as $crate::Unit>::describe(&$name)
    };
    (@describe $doc:literal $name:ident $type:ident $limits:tt [$text:literal]) => {
        $crate::params!(@param $name ($name) $text)
    };
    (@describe $doc:literal $name:ident $type:ident $limits:tt [$shown:ident = $value:tt $text:literal]) => {
        $crate::params!(@param $shown $value $text)
    };
    (@describe $doc:literal $name:ident bool [] []) => {
        $crate::params!(@param $name ($name) concat!("1:", $doc))
    };
    (@describe $doc:literal $name:ident usize $limits:tt []) => {
        $crate::params!(@number_described $doc $name $limits)
    };
    (@describe $doc:literal $name:ident u32 $limits:tt []) => {
        $crate::params!(@number_described $doc $name $limits)
    };
    (@describe $doc:literal $name:ident $type:ident [] []) => {
        $crate::Parameters::describe(&$name)
    };
    (@number_described $doc:literal $name:ident []) => { $crate::params!(@param $name ($name) $doc) };
    (@number_described $doc:literal $name:ident [$($limits:tt)+]) => {
        $crate::params!(@param $name ($name) concat!($doc, "; ", $crate::params!(@shown [$($limits)+])))
    };
    // The expression of other parameters is left out: it is code, not a text for people.
    (@shown [$(power of $two:ident,)? $low:literal to $high:literal, at most $most:expr]) => {
        $crate::params!(@limits [$(power of $two,)? $low to $high])
    };
    (@shown $limits:tt) => { $crate::params!(@limits $limits) };
    (@param $name:ident $value:tt $text:expr) => {
        vec![$crate::Param {
            name: stringify!($name),
            value: $value as u64,
            doc: $text.trim_ascii(),
        }]
    };
}
