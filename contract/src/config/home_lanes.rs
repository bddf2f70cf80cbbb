//! Where threads have their registers: the number of home lanes, and the home lane of each thread.

use super::Core;
use super::keys::{KeyType, Named, Values, choices};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

choices! {
    /// What decides the number of home lanes, each with a bank of the register file (fung2009, section 4.1, figure 9 (d)).
    pub enum HomeLanes {
        /// The warp: one home lane for each of its threads.
        Warp = "warp",
        /// The pipeline, as in section 7: `simd_width` home lanes, each with a thread of a warp in each of the
        /// `warp_size / simd_width` cycles that the warp takes. The same as `warp` if the pipeline is as wide as the warp.
        Pipeline = "pipeline",
    }
}

impl HomeLanes {
    /// How many home lanes a core has.
    pub fn count(self, core: &Core) -> usize {
        match self {
            HomeLanes::Warp => core.warp_size,
            HomeLanes::Pipeline => core.simd_width,
        }
    }
}

/// The assignment of home lanes to the threads of an original warp. In files: `false`, `true`, or a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swizzle {
    /// In the order of thread numbers: `false`.
    Straight,
    /// Even and odd lanes are swapped in every other warp (section 4.1): `true`.
    Alternate,
    /// Each warp is rotated by one lane more than the warp before it.
    Rotate,
    /// The lane number exclusive-or the warp number.
    Xor,
}

impl Swizzle {
    const NAMES: [&'static str; 4] = ["straight", "alternate", "rotate", "xor"];
}

impl KeyType for Swizzle {
    const VALUES: Values = Values::Names(&[
        Named {
            name: Self::NAMES[0],
            or: Some(false),
            doc: "In the order of thread numbers.",
        },
        Named {
            name: Self::NAMES[1],
            or: Some(true),
            doc: "Even and odd lanes are swapped in every other warp (section 4.1).",
        },
        Named {
            name: Self::NAMES[2],
            or: None,
            doc: "Each warp is rotated by one lane more than the warp before it.",
        },
        Named {
            name: Self::NAMES[3],
            or: None,
            doc: "The lane number exclusive-or the warp number.",
        },
    ]);
}

impl Serialize for Swizzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Swizzle::Straight => serializer.serialize_bool(false),
            Swizzle::Alternate => serializer.serialize_bool(true),
            Swizzle::Rotate => serializer.serialize_str("rotate"),
            Swizzle::Xor => serializer.serialize_str("xor"),
        }
    }
}

impl<'de> Deserialize<'de> for Swizzle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Given)
    }
}

/// Reads a [`Swizzle`] from a file.
struct Given;

impl Visitor<'_> for Given {
    type Value = Swizzle;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("true, false, or a name")
    }

    fn visit_bool<E: Error>(self, alternate: bool) -> Result<Swizzle, E> {
        Ok(match alternate {
            false => Swizzle::Straight,
            true => Swizzle::Alternate,
        })
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Swizzle, E> {
        Ok(match name {
            "straight" => Swizzle::Straight,
            "alternate" => Swizzle::Alternate,
            "rotate" => Swizzle::Rotate,
            "xor" => Swizzle::Xor,
            _ => return Err(E::unknown_variant(name, &Swizzle::NAMES)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_read_as_it_is_written_and_by_name() {
        for name in Swizzle::NAMES {
            let read = |value: toml::Value| value.try_into::<Swizzle>().unwrap();
            let swizzle = read(name.into());
            assert_eq!(read(toml::Value::try_from(swizzle).unwrap()), swizzle);
        }
        let written = |swizzle| toml::Value::try_from(swizzle).unwrap();
        assert_eq!(written(Swizzle::Straight), false.into());
        assert_eq!(written(Swizzle::Alternate), true.into());
    }
}
