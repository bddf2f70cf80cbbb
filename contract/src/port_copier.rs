//! Copies of values from one bundle of ports to another.

use crate::words::{Put, Take, blank, field};
use crate::{Bundle, Unit, Values, Words, pack, port_list, unpack, words};

/// Copies values between bundles that have the same ports, as an assembly and a unit inside of it may have. It keeps its memory, so
/// that no copy allocates.
#[derive(Clone, Debug)]
pub struct PortCopier {
    words: Vec<u64>,
}

impl PortCopier {
    /// For the inputs and outputs of `U`, and bundles with the same ports.
    pub fn of<U: Unit>(params: &U::Params) -> Self {
        let (inputs, outputs) = (
            port_list::<U::In<Values>>(params),
            port_list::<U::Out<Values>>(params),
        );
        PortCopier {
            words: vec![0; words(&inputs).max(words(&outputs))],
        }
    }

    /// Gives the ports of `to` the values of those of `from`.
    ///
    /// # Panics
    /// If a bundle has more ports than those of the unit.
    #[inline]
    pub fn copy<A: Bundle<Values>, B: Bundle<Values>>(&mut self, from: &A, to: &mut B) {
        pack(from, &mut self.words);
        unpack(to, &self.words);
    }
}

/// Its memory, without what the last copy has left there.
impl Words for PortCopier {
    const COUNT: Option<usize> = None;

    #[inline]
    fn count(&self) -> usize {
        self.words.count()
    }

    #[inline]
    fn put(&self, to: &mut Put<'_>) {
        blank(&self.words, to);
    }

    #[inline]
    fn take(from: &mut Take<'_>) -> Self {
        let words = Words::take(from);
        PortCopier { words }
    }

    fn names(&self, path: &str, to: &mut Vec<String>) {
        self.words.names(&field(path, "words"), to);
    }
}
