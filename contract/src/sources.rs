//! The short names of the sources that contracts follow. `docs/sources.md` says where to find them.

/// A source by its short name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name by which code, contracts and pages cite the source.
    pub key: &'static str,
    /// Authors, title and year, as the heads of emitted modules print them.
    pub citation: &'static str,
}

/// The sources of the units, in alphabetical order.
pub const SOURCES: [Source; 5] = [
    Source {
        key: "collange2011",
        citation: "C. Collange, \"Stack-less SIMT reconvergence at low cost\", 2011",
    },
    Source {
        key: "fung2009",
        citation: "W. Fung, I. Sham, G. Yuan and T. Aamodt, \"Dynamic Warp Formation: Efficient MIMD Control Flow on SIMD \
                   Graphics Hardware\", 2009",
    },
    Source {
        key: "lashgar2012",
        citation: "A. Lashgar, A. Baniasadi and A. Khonsari, \"Dynamic Warp Resizing in High-Performance SIMT\", 2012",
    },
    Source {
        key: "notes",
        citation: "lecture notes, \"GPU Microarchitecture Note Set 6: Warps and Branch Divergence\"",
    },
    Source {
        key: "vaidya2013",
        citation: "A. Vaidya, A. Shayesteh, D. Woo, R. Saharoy and M. Azimi, \"SIMD Divergence Optimization through Intra-Warp \
                   Compaction\", 2013",
    },
];

/// The sources whose short names a text has as words.
pub fn cited(text: &str) -> impl Iterator<Item = Source> {
    let words = |key: &str| {
        let mut words = text.split(|c: char| !c.is_ascii_alphanumeric());
        words.any(|word| word == key)
    };
    SOURCES.into_iter().filter(move |source| words(source.key))
}
