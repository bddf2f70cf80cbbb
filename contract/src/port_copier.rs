//! Copies of values from one bundle of ports to another.

use crate::{Bundle, Unit, Values, pack, port_list, unpack, words};

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
