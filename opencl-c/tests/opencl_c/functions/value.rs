//! Values of the scalar types of OpenCL C on this device: `half` is only in memory.

/// A scalar type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Float,
    Double,
    Char,
    Uchar,
    Short,
    Ushort,
    Int,
    Uint,
    Long,
    Ulong,
}

impl Kind {
    pub const ALL: [Self; 10] = [
        Self::Float,
        Self::Double,
        Self::Char,
        Self::Uchar,
        Self::Short,
        Self::Ushort,
        Self::Int,
        Self::Uint,
        Self::Long,
        Self::Ulong,
    ];

    pub const SIGNED: [Self; 4] = [Self::Char, Self::Short, Self::Int, Self::Long];

    /// All but `float` and `double`.
    pub fn integers() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|kind| !kind.is_floating())
    }

    pub fn is_floating(self) -> bool {
        matches!(self, Self::Float | Self::Double)
    }

    /// Its name in OpenCL C.
    pub fn name(self) -> &'static str {
        match self {
            Self::Float => "float",
            Self::Double => "double",
            Self::Char => "char",
            Self::Uchar => "uchar",
            Self::Short => "short",
            Self::Ushort => "ushort",
            Self::Int => "int",
            Self::Uint => "uint",
            Self::Long => "long",
            Self::Ulong => "ulong",
        }
    }

    pub fn bytes(self) -> usize {
        match self {
            Self::Char | Self::Uchar => 1,
            Self::Short | Self::Ushort => 2,
            Self::Float | Self::Int | Self::Uint => 4,
            Self::Double | Self::Long | Self::Ulong => 8,
        }
    }

    pub fn bits(self) -> u32 {
        8 * self.bytes() as u32
    }

    pub fn is_signed(self) -> bool {
        Self::SIGNED.contains(&self)
    }

    /// The integer type of this size.
    pub fn of_size(bytes: usize, signed: bool) -> Self {
        let mut kinds = Self::integers();
        let kind = kinds.find(|kind| kind.bytes() == bytes && kind.is_signed() == signed);
        kind.expect("a size that integers have")
    }

    /// The least integer of this type.
    pub fn min(self) -> i128 {
        match self.is_signed() {
            true => -(1 << (self.bits() - 1)),
            false => 0,
        }
    }

    /// The largest integer of this type.
    pub fn max(self) -> i128 {
        self.min() + (1 << self.bits()) - 1
    }

    /// An integer reduced modulo the size of this type.
    pub fn wrap(self, value: i128) -> Value {
        Value::Whole((value - self.min()).rem_euclid(1 << self.bits()) + self.min())
    }

    /// The nearest integer of this type.
    pub fn saturate(self, value: i128) -> Value {
        Value::Whole(value.clamp(self.min(), self.max()))
    }

    /// The nearest number of this floating type.
    ///
    /// # Panics
    /// If the type is one of integers.
    pub fn number(self, x: f64) -> Value {
        match self {
            Self::Float => Value::Float(x as f32),
            Self::Double => Value::Double(x),
            other => panic!("{} has no fractions", other.name()),
        }
    }

    /// The bytes of values in memory.
    pub fn encode(self, values: &[Value]) -> Vec<u8> {
        let bytes = |value: &Value| match *value {
            Value::Float(float) => float.to_bits().to_le_bytes().to_vec(),
            Value::Double(double) => double.to_bits().to_le_bytes().to_vec(),
            Value::Whole(whole) => whole.to_le_bytes()[..self.bytes()].to_vec(),
        };
        values.iter().flat_map(bytes).collect()
    }

    /// The values of bytes in memory.
    pub fn decode(self, bytes: &[u8]) -> Vec<Value> {
        let value = |bytes: &[u8]| {
            let mut wide = [0; 16];
            wide[..bytes.len()].copy_from_slice(bytes);
            let whole = i128::from_le_bytes(wide);
            match self {
                Self::Float => Value::Float(f32::from_bits(whole as u32)),
                Self::Double => Value::Double(f64::from_bits(whole as u64)),
                _ => self.wrap(whole),
            }
        };
        bytes.chunks_exact(self.bytes()).map(value).collect()
    }
}

/// A value of one of these types.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    Float(f32),
    Double(f64),
    Whole(i128),
}

impl Value {
    /// # Panics
    /// If the value is no float: the table of functions is then wrong.
    pub fn float(self) -> f32 {
        match self {
            Self::Float(float) => float,
            other => panic!("{other} is no float"),
        }
    }

    /// # Panics
    /// If the value is no double.
    pub fn double(self) -> f64 {
        match self {
            Self::Double(double) => double,
            other => panic!("{other} is no double"),
        }
    }

    /// # Panics
    /// If the value is no integer.
    pub fn whole(self) -> i128 {
        match self {
            Self::Whole(whole) => whole,
            other => panic!("{other} is no integer"),
        }
    }

    /// The same number; exact for floats, doubles and integers of 32 bits.
    pub fn real(self) -> f64 {
        match self {
            Self::Float(float) => float.into(),
            Self::Double(double) => double,
            Self::Whole(whole) => whole as f64,
        }
    }

    /// Whether both have the same bits. All NaNs are equal.
    pub fn is(self, other: Self) -> bool {
        match (self, other) {
            (Self::Float(a), Self::Float(b)) => {
                a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
            }
            (Self::Double(a), Self::Double(b)) => {
                a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
            }
            _ => self == other,
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Float(float) => write!(f, "{float:e}"),
            Self::Double(double) => write!(f, "{double:e}"),
            Self::Whole(whole) => write!(f, "{whole}"),
        }
    }
}
