//! A cycle of each golden unit as a function on words, and the forms of it that a unit has beside the plain one. `scripts/golden`
//! compiles these functions to LLVM IR, from which proofs make gates.

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
    of_unit::<U, G>(state, input, output, |unit, input, output| {
        unit.out(input, output);
        unit.clock(input);
    });
}

/// As [`cycle`], by the unit's form of both in one.
fn together<U: Unit, G: Golden<U> + Words>(state: &mut [u64], input: &[u64], output: &mut [u64])
where
    U::In<Values>: Words,
    U::Out<Values>: Words,
{
    of_unit::<U, G>(state, input, output, G::out_and_clock);
}

/// As [`cycle`], by the unit's form for outputs that depend on state alone, and without the clock edge.
fn of_state<U: Unit, G: Golden<U> + Words>(state: &mut [u64], input: &[u64], output: &mut [u64])
where
    U::In<Values>: Words,
    U::Out<Values>: Words,
{
    of_unit::<U, G>(state, input, output, |unit, input, output| {
        unit.out_of_state(input, output);
    });
}

/// What a function of a unit does with its state and outputs.
fn of_unit<U: Unit, G: Golden<U> + Words>(
    state: &mut [u64],
    input: &[u64],
    output: &mut [u64],
    function: impl FnOnce(&mut G, &U::In<Values>, &mut U::Out<Values>),
) where
    U::In<Values>: Words,
    U::Out<Values>: Words,
{
    let mut unit = G::from_words(state);
    let input = <U::In<Values>>::from_words(input);
    let mut shown = <U::Out<Values>>::from_words(output);
    function(&mut unit, &input, &mut shown);
    let mut to = Put::new(output);
    shown.put(&mut to);
    let mut to = Put::new(state);
    unit.put(&mut to);
}

/// Functions with a name in the library, each for a unit.
macro_rules! functions {
    ($function:ident: $($name:ident $unit:ident,)*) => { $(
        /// A cycle of the unit, or what its name says of one.
        ///
        /// # Safety
        /// The rows are valid, and no two share memory.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(state: &Row, input: &Row, output: &Row) {
            // SAFETY: the caller says so.
            let (state, input, output) = unsafe { (state.slice(), input.slice(), output.slice()) };
            $function::<heddle_contract::units::$unit, heddle_units::$unit>(state, input, output);
        }
    )* };
}

macro_rules! cycles {
    ($($stem:ident $unit:ident,)*) => { functions! { cycle: $($stem $unit,)* } };
}
heddle_contract::for_each_unit!(cycles);

// The forms of units that have their own.
functions! { together:
    dwf_scheduler_together DwfScheduler,
}
functions! { of_state:
    dwf_scheduler_of_state DwfScheduler,
    dwr_synchronizer_of_state DwrSynchronizer,
    reconvergence_stack_of_state ReconvergenceStack,
    stackless_front_end_of_state StacklessFrontEnd,
}
