//! Ports, and bundles of ports that serve values, wires and text alike.
//!
//! A bundle is declared once with [`ports!`](crate::ports!) and is generic over what flows
//! through it: [`Values`] in the golden model, wires in the hardware description. At the border
//! to compiled RTL a bundle is a flat array of `u64`, one word per scalar port or array element.

/// What one port of a bundle carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One wire; a truth value.
    Bit,
    /// A scalar of 1 to 64 bits.
    Bits(u32),
    /// `length` elements of `width` (1 to 64) bits each, element 0 in the lowest bits.
    Array {
        /// Bits of an element.
        width: u32,
        /// Number of elements.
        length: usize,
    },
}

impl Kind {
    /// Bits of all elements together.
    pub fn total_bits(self) -> usize {
        match self {
            Kind::Bit => 1,
            Kind::Bits(width) => width as usize,
            Kind::Array { width, length } => width as usize * length,
        }
    }

    /// Words that the port takes at the co-simulation border.
    pub fn words(self) -> usize {
        match self {
            Kind::Array { length, .. } => length,
            _ => 1,
        }
    }

    /// Bits of one word at the border.
    pub fn word_bits(self) -> u32 {
        match self {
            Kind::Bit => 1,
            Kind::Bits(width) | Kind::Array { width, .. } => width,
        }
    }
}

/// The direction of a port, seen from the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Into the unit; `_i` in Verilog.
    In,
    /// Out of the unit; `_o` in Verilog.
    Out,
}

impl Direction {
    /// The suffix of port names in Verilog.
    pub fn suffix(self) -> &'static str {
        match self {
            Direction::In => "_i",
            Direction::Out => "_o",
        }
    }
}

/// One port of a unit, without clock and reset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// Name without direction suffix.
    pub name: &'static str,
    /// Shape.
    pub kind: Kind,
    /// The parameter that gives the width of a word, such as `pc_bits`; `None` if the port is a bit, or if its width is a
    /// number or a sum.
    pub width: Option<&'static str>,
    /// Meaning, one line.
    pub doc: &'static str,
    /// Heading of the group that the port belongs to.
    pub group: &'static str,
    /// The one-bit port (of either direction) that must be high for this port to have a meaning. That port
    /// must have a meaning itself.
    pub qualifier: Option<&'static str>,
}

/// A family of types that can flow through ports.
pub trait Signals {
    /// One wire.
    type Bit: Clone + std::fmt::Debug;
    /// A scalar of 1 to 64 bits.
    type Bits: Clone + std::fmt::Debug;
    /// An array of such scalars.
    type Array: Clone + std::fmt::Debug;
}

/// Plain values, as golden models and stimuli use them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Values;

impl Signals for Values {
    type Bit = bool;
    type Bits = u64;
    type Array = Vec<u64>;
}

/// Makes the signal of a port, in order of declaration.
pub trait Make<S: Signals> {
    /// The signal of a [`Kind::Bit`] port.
    fn bit(&mut self, port: &Port) -> S::Bit;
    /// The signal of a [`Kind::Bits`] port.
    fn bits(&mut self, port: &Port) -> S::Bits;
    /// The signal of a [`Kind::Array`] port.
    fn array(&mut self, port: &Port) -> S::Array;
}

/// Visits the signals of a bundle, in order of declaration.
pub trait Visit<S: Signals> {
    /// A [`Kind::Bit`] port.
    fn bit(&mut self, signal: &S::Bit);
    /// A [`Kind::Bits`] port.
    fn bits(&mut self, signal: &S::Bits);
    /// A [`Kind::Array`] port.
    fn array(&mut self, signal: &S::Array);
}

/// Changes the signals of a bundle, in order of declaration.
pub trait VisitMut<S: Signals> {
    /// A [`Kind::Bit`] port.
    fn bit(&mut self, signal: &mut S::Bit);
    /// A [`Kind::Bits`] port.
    fn bits(&mut self, signal: &mut S::Bits);
    /// A [`Kind::Array`] port.
    fn array(&mut self, signal: &mut S::Array);
}

/// A struct of ports, made by [`ports!`](crate::ports!).
pub trait Bundle<S: Signals>: Clone + std::fmt::Debug {
    /// The parameters that decide widths and lengths.
    type Params;
    /// Builds the bundle from one signal per port.
    fn make(params: &Self::Params, make: &mut impl Make<S>) -> Self;
    /// Visits every signal.
    fn visit(&self, visit: &mut impl Visit<S>);
    /// Visits every signal and may change it.
    fn visit_mut(&mut self, visit: &mut impl VisitMut<S>);
}

/// Bundles of values: zeroed, and as words at the co-simulation border.
pub trait Border: Bundle<Values> {
    /// All ports zero.
    fn zero(params: &Self::Params) -> Self {
        Self::make(params, &mut Zero)
    }
}

impl<B: Bundle<Values>> Border for B {}

struct Zero;

impl Make<Values> for Zero {
    fn bit(&mut self, _: &Port) -> bool {
        false
    }
    fn bits(&mut self, _: &Port) -> u64 {
        0
    }
    fn array(&mut self, port: &Port) -> Vec<u64> {
        vec![0; port.kind.words()]
    }
}

struct Collect(Vec<Port>);

impl Make<Values> for Collect {
    fn bit(&mut self, port: &Port) -> bool {
        self.0.push(port.clone());
        false
    }
    fn bits(&mut self, port: &Port) -> u64 {
        self.0.push(port.clone());
        0
    }
    fn array(&mut self, port: &Port) -> Vec<u64> {
        self.0.push(port.clone());
        Vec::new()
    }
}

/// The ports of a bundle in order of declaration.
pub fn port_list<B: Bundle<Values>>(params: &B::Params) -> Vec<Port> {
    let mut collect = Collect(Vec::new());
    B::make(params, &mut collect);
    collect.0
}

/// Number of words that these ports take at the border.
pub fn words(ports: &[Port]) -> usize {
    ports.iter().map(|port| port.kind.words()).sum()
}

struct Pack<'a> {
    words: &'a mut [u64],
    at: usize,
}

impl Visit<Values> for Pack<'_> {
    #[inline]
    fn bit(&mut self, signal: &bool) {
        self.bits(&u64::from(*signal));
    }
    #[inline]
    fn bits(&mut self, signal: &u64) {
        self.words[self.at] = *signal;
        self.at += 1;
    }
    #[inline]
    fn array(&mut self, signal: &Vec<u64>) {
        self.words[self.at..self.at + signal.len()].copy_from_slice(signal);
        self.at += signal.len();
    }
}

/// Writes a bundle as words.
///
/// # Panics
/// If `words` is shorter than the bundle.
#[inline]
pub fn pack<B: Bundle<Values>>(bundle: &B, words: &mut [u64]) {
    bundle.visit(&mut Pack { words, at: 0 });
}

struct Unpack<'a> {
    words: &'a [u64],
    at: usize,
}

impl VisitMut<Values> for Unpack<'_> {
    #[inline]
    fn bit(&mut self, signal: &mut bool) {
        *signal = self.words[self.at] != 0;
        self.at += 1;
    }
    #[inline]
    fn bits(&mut self, signal: &mut u64) {
        *signal = self.words[self.at];
        self.at += 1;
    }
    #[inline]
    fn array(&mut self, signal: &mut Vec<u64>) {
        let length = signal.len();
        signal.copy_from_slice(&self.words[self.at..self.at + length]);
        self.at += length;
    }
}

/// Reads a bundle from words.
///
/// # Panics
/// If `words` is shorter than the bundle.
#[inline]
pub fn unpack<B: Bundle<Values>>(bundle: &mut B, words: &[u64]) {
    bundle.visit_mut(&mut Unpack { words, at: 0 });
}

/// Declares a bundle of ports.
///
/// ```
/// # pub struct Params { lanes: usize }
/// heddle_contract::ports! {
///     /// What the unit sees.
///     pub struct In(p: Params) {
///         group "request";
///         /// A request is there.
///         request: bit;
///         /// Lanes that take part.
///         lanes: bits(p.lanes as u32) when request;
///         /// An address per lane.
///         address: array(p.lanes, 32) when request;
///     }
/// }
/// ```
///
/// The struct is generic over [`Signals`] and implements [`Bundle`]; of [`Values`] it is [`Words`](crate::Words). `when q` names the one-bit
/// port that qualifies this one. A port `x_ready` answers the offer `x`; other ports are not called valid or ready.
/// A width that is a parameter, such as `p.pc_bits()` or `p.lanes() as u32`, appears by name in the Verilog: `PC_BITS`, `LANES`.
#[macro_export]
macro_rules! ports {
    (
        $(#[$meta:meta])*
        pub struct $bundle:ident($p:ident: $params:ty) {
            $(
                $(group $group:literal;)?
                #[doc = $doc:literal]
                $name:ident: $kind:ident $(($($arg:tt)+))? $(when $qualifier:ident)?;
            )+
        }
    ) => {
        $(#[$meta])*
        pub struct $bundle<S: $crate::Signals> {
            $(
                #[doc = $doc]
                pub $name: $crate::ports!(@type S $kind),
            )+
        }

        impl<S: $crate::Signals> Clone for $bundle<S> {
            fn clone(&self) -> Self {
                Self { $($name: self.$name.clone()),+ }
            }
        }

        impl<S: $crate::Signals> std::fmt::Debug for $bundle<S> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($bundle))
                    $(.field(stringify!($name), &self.$name))+
                    .finish()
            }
        }

        impl<S: $crate::Signals> $crate::Bundle<S> for $bundle<S> {
            type Params = $params;

            #[allow(unused_assignments, unused_variables)]
            fn make($p: &$params, make: &mut impl $crate::Make<S>) -> Self {
                let mut group = "";
                $(
                    $(group = $group;)?
                    let $name = make.$kind(&$crate::Port {
                        name: stringify!($name),
                        kind: $crate::ports!(@kind $kind $(($($arg)+))?),
                        width: $crate::ports!(@width $kind $(($($arg)+))?),
                        doc: $doc.trim_ascii(),
                        group,
                        qualifier: $crate::ports!(@qualifier $($qualifier)?),
                    });
                )+
                Self { $($name),+ }
            }

            fn visit(&self, visit: &mut impl $crate::Visit<S>) {
                $(visit.$kind(&self.$name);)+
            }

            fn visit_mut(&mut self, visit: &mut impl $crate::VisitMut<S>) {
                $(visit.$kind(&mut self.$name);)+
            }
        }

        impl $crate::Words for $bundle<$crate::Values> {
            const COUNT: Option<usize> = $crate::words::sum(&[$($crate::ports!(@count $kind)),+]);

            #[inline]
            fn count(&self) -> usize {
                0 $(+ $crate::Words::count(&self.$name))+
            }

            #[inline]
            fn put(&self, to: &mut $crate::words::Put<'_>) {
                $($crate::Words::put(&self.$name, to);)+
            }

            #[inline]
            fn take(from: &mut $crate::words::Take<'_>) -> Self {
                $(let $name = $crate::Words::take(from);)+
                Self { $($name),+ }
            }

            fn names(&self, path: &str, to: &mut Vec<String>) {
                $(
                    let name = $crate::words::field(path, stringify!($name));
                    $crate::Words::names(&self.$name, &name, to);
                )+
            }
        }
    };

    (@type $s:ident bit) => { $s::Bit };
    (@type $s:ident bits) => { $s::Bits };
    (@type $s:ident array) => { $s::Array };
    (@count array) => { None };
    (@count $kind:ident) => { Some(1) };
    (@kind bit) => { $crate::Kind::Bit };
    (@kind bits($width:expr)) => { $crate::Kind::Bits($width) };
    (@kind array($length:expr, $width:expr)) => {
        $crate::Kind::Array { length: $length, width: $width }
    };
    (@width bit) => { None };
    (@width bits($params:ident . $($width:tt)+)) => { $crate::ports!(@read $($width)+) };
    (@width bits($($width:tt)+)) => { None };
    (@width array($length:expr, $($width:tt)+)) => { $crate::ports!(@width bits($($width)+)) };
    // The parameter that an expression reads: `lanes` for `p.arbiter().lanes() as u32`. `None` for any other expression.
    (@read $of:ident $(())? . $($rest:tt)+) => { $crate::ports!(@read $($rest)+) };
    (@read $name:ident $(())? $(as u32)?) => { Some(stringify!($name)) };
    (@read $($sum:tt)+) => { None };
    (@qualifier) => { None };
    (@qualifier $name:ident) => { Some(stringify!($name)) };
}
