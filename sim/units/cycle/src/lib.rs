//! A cycle of each golden unit as a function on words. `scripts/golden` compiles these functions to LLVM IR, from which
//! proofs make gates.

use heddle_contract::words::Put;
use heddle_contract::{Golden, Unit, Values, Words};

/// A row of words that the caller has.
#[repr(C)]
pub struct Row {
    words: *mut u64,
    count: usize,
}

impl Row {
    /// The words.
    ///
    /// # Safety
    /// The row's memory is valid and nobody else's as long as the slice is used.
    unsafe fn slice<'r>(&self) -> &'r mut [u64] {
        // SAFETY: the caller says so.
        unsafe { std::slice::from_raw_parts_mut(self.words, self.count) }
    }
}

/// The outputs for a state and inputs, and the state behind the clock edge; `state` and `output` are read and written.
fn cycle<U: Unit, G: Golden<U> + Words>(state: &mut [u64], input: &[u64], output: &mut [u64])
where
    U::In<Values>: Words,
    U::Out<Values>: Words,
{
    let mut unit = G::from_words(state);
    let input = <U::In<Values>>::from_words(input);
    let mut shown = <U::Out<Values>>::from_words(output);
    unit.out(&input, &mut shown);
    unit.clock(&input);
    let mut to = Put::new(output);
    shown.put(&mut to);
    let mut to = Put::new(state);
    unit.put(&mut to);
}

macro_rules! cycles {
    ($($stem:ident $unit:ident,)*) => { $(
        /// A cycle of the unit.
        ///
        /// # Safety
        /// The rows are valid, and no two share memory.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $stem(state: &Row, input: &Row, output: &Row) {
            // SAFETY: the caller says so.
            let (state, input, output) = unsafe { (state.slice(), input.slice(), output.slice()) };
            cycle::<heddle_contract::units::$unit, heddle_units::$unit>(state, input, output);
        }
    )* };
}
heddle_contract::for_each_unit!(cycles);
