//! The border to compiled C++: the one module of this crate with `unsafe`. (The other place is the border of `opencl` to host
//! programs.)
//!
//! Safety relies on the cache: an entry holds exactly what [`build`] put there for this source, so the
//! functions have the types below and read and write exactly one word for each scalar or element.
#![allow(unsafe_code)]

use super::source::words;
use super::{BuildError, Cache, Source, build};
use std::ffi::{CString, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr::NonNull;
use std::sync::{Arc, Mutex, PoisonError};

/// Default seed for the initial bits of registers without reset.
pub(crate) const SEED: u32 = 0x6865_6464;

type New = unsafe extern "C" fn(u32, *const u64) -> *mut c_void;
type Reset = unsafe extern "C" fn(*mut c_void, u32);
type ResetWith = unsafe extern "C" fn(*mut c_void, *const u64);
type OfModel = unsafe extern "C" fn(*mut c_void);
type Eval = unsafe extern "C" fn(*mut c_void, *const u64, *mut u64);
type Run = unsafe extern "C" fn(*mut c_void, usize, *const u64, *mut u64);
type TraceOpen = unsafe extern "C" fn(*mut c_void, *const c_char) -> c_int;
type TraceCycle = unsafe extern "C" fn(*mut c_void, u64, *const u64, *mut u64);

/// Functions of a model that can write a waveform.
#[derive(Clone, Copy)]
struct Trace {
    open: TraceOpen,
    cycle: TraceCycle,
    close: OfModel,
}

/// A compiled design; makes any number of independent models.
pub struct Library {
    new: New,
    reset: Reset,
    reset_with: ResetWith,
    free: OfModel,
    eval: Eval,
    tick: OfModel,
    run: Run,
    trace: Option<Trace>,
    input_words: usize,
    output_words: usize,
    held_words: usize,
    /// Verilator's random bits are seeded per process, so models are made one at a time.
    making: Mutex<()>,
    /// Keeps the code mapped.
    _code: libloading::Library,
}

impl Library {
    /// Compiles a source, or finds it compiled, and loads it.
    ///
    /// # Errors
    /// [`BuildError`] when a tool, the design or the cache is at fault.
    pub fn load(source: &Source, cache: &Cache) -> Result<Arc<Self>, BuildError> {
        let entry = build::library(source, cache)?;
        Self::open(source, &entry).map_err(|reason| BuildError::Unloadable {
            path: entry,
            reason,
        })
    }

    fn open(source: &Source, entry: &Path) -> Result<Arc<Self>, libloading::Error> {
        // SAFETY: the library was built from generated code without initialisers of its own.
        let code = unsafe { libloading::Library::new(build::library_file(entry))? };
        let trace = if source.trace {
            Some(Trace {
                open: symbol(&code, "heddle_trace_open")?,
                cycle: symbol(&code, "heddle_trace_cycle")?,
                close: symbol(&code, "heddle_trace_close")?,
            })
        } else {
            None
        };
        Ok(Arc::new(Self {
            new: symbol(&code, "heddle_new")?,
            reset: symbol(&code, "heddle_reset")?,
            reset_with: symbol(&code, "heddle_reset_with")?,
            free: symbol(&code, "heddle_free")?,
            eval: symbol(&code, "heddle_eval")?,
            tick: symbol(&code, "heddle_tick")?,
            run: symbol(&code, "heddle_run")?,
            trace,
            input_words: words(&source.inputs),
            output_words: words(&source.outputs),
            held_words: words(&source.held),
            making: Mutex::new(()),
            _code: code,
        }))
    }

    /// A new model in its reset state; held ports are zero.
    pub fn model(self: &Arc<Self>) -> Model {
        self.model_from(SEED)
    }

    /// As [`Library::model`]; the bits of registers before reset, and the inputs during reset, come from this
    /// seed.
    pub fn model_from(self: &Arc<Self>, seed: u32) -> Model {
        self.model_with(seed, &vec![0; self.held_words])
    }

    /// As [`Library::model_from`], with these values of held ports.
    ///
    /// # Panics
    /// If `held` does not have one word for each held scalar or element.
    pub fn model_with(self: &Arc<Self>, seed: u32, held: &[u64]) -> Model {
        assert_eq!(held.len(), self.held_words, "words of held ports");
        let _alone = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the function exists as long as `self`, reads as many words as were checked, and
        // returns a fresh object.
        let raw = unsafe { (self.new)(seed, held.as_ptr()) };
        Model {
            raw: NonNull::new(raw).expect("C++ `new` throws rather than return null"),
            library: Arc::clone(self),
        }
    }
}

/// A function of the library. `F` must be the type that the shim gives it.
fn symbol<F: Copy>(code: &libloading::Library, name: &str) -> Result<F, libloading::Error> {
    // SAFETY: called above only, with the types of the generated shim.
    unsafe { code.get::<F>(name).map(|function| *function) }
}

/// An instance of a compiled design.
pub struct Model {
    raw: NonNull<c_void>,
    library: Arc<Library>,
}

// SAFETY: a model shares nothing with others, and its methods take `&mut self`.
unsafe impl Send for Model {}

impl Model {
    /// Words of a row of inputs.
    pub fn input_words(&self) -> usize {
        self.library.input_words
    }

    /// Words of a row of outputs.
    pub fn output_words(&self) -> usize {
        self.library.output_words
    }

    /// Runs a cycle of reset, with random inputs from the seed. Registers without reset keep their bits.
    pub fn reset(&mut self, seed: u32) {
        // SAFETY: the model is alive.
        unsafe { (self.library.reset)(self.raw.as_ptr(), seed) }
    }

    /// As [`Model::reset`], with these inputs.
    ///
    /// # Panics
    /// If the slice is not one row.
    pub fn reset_with(&mut self, inputs: &[u64]) {
        assert_eq!(inputs.len(), self.library.input_words, "words of inputs");
        // SAFETY: the model is alive, the row has the length that the shim was generated for.
        unsafe { (self.library.reset_with)(self.raw.as_ptr(), inputs.as_ptr()) }
    }

    /// Outputs for these inputs before the clock edge. Bits above a port's width are ignored.
    ///
    /// # Panics
    /// If a slice is not one row.
    pub fn eval(&mut self, inputs: &[u64], outputs: &mut [u64]) {
        self.check(1, inputs, outputs);
        // SAFETY: the rows have the lengths that the shim was generated for.
        unsafe { (self.library.eval)(self.raw.as_ptr(), inputs.as_ptr(), outputs.as_mut_ptr()) }
    }

    /// The clock edge, with the inputs of the last evaluation.
    pub fn tick(&mut self) {
        // SAFETY: the model is alive.
        unsafe { (self.library.tick)(self.raw.as_ptr()) }
    }

    /// Runs `cycles` cycles in one call, each an evaluation and a clock edge: one row of inputs and one of
    /// outputs for each cycle.
    ///
    /// # Panics
    /// If a slice is not `cycles` rows.
    pub fn run(&mut self, cycles: usize, inputs: &[u64], outputs: &mut [u64]) {
        self.check(cycles, inputs, outputs);
        let (from, to) = (inputs.as_ptr(), outputs.as_mut_ptr());
        // SAFETY: the slices have as many rows as are read and written.
        unsafe { (self.library.run)(self.raw.as_ptr(), cycles, from, to) }
    }

    fn check(&self, cycles: usize, inputs: &[u64], outputs: &[u64]) {
        assert_eq!(
            inputs.len(),
            cycles * self.library.input_words,
            "words of inputs"
        );
        assert_eq!(
            outputs.len(),
            cycles * self.library.output_words,
            "words of outputs"
        );
    }

    /// Starts a waveform file in FST format; the design must have been built with
    /// [`Source::trace`].
    ///
    /// # Errors
    /// [`BuildError::NoWaveform`] when the design cannot write waveforms or the file cannot be written.
    pub fn record(self, path: &Path) -> Result<Recording, BuildError> {
        let failed = || BuildError::NoWaveform { path: path.into() };
        let trace = self.library.trace.ok_or_else(failed)?;
        let name = CString::new(path.as_os_str().as_bytes()).map_err(|_| failed())?;
        // SAFETY: the model is alive, the name ends in a zero byte.
        let opened = unsafe { (trace.open)(self.raw.as_ptr(), name.as_ptr()) };
        if opened == 0 {
            return Err(failed());
        }
        Ok(Recording { model: self, trace })
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        // SAFETY: nothing uses the model after this.
        unsafe { (self.library.free)(self.raw.as_ptr()) }
    }
}

/// A model that writes a waveform; the file is complete when this value is dropped.
pub struct Recording {
    model: Model,
    trace: Trace,
}

impl Recording {
    /// Runs a cycle that is not written: evaluation and clock edge.
    ///
    /// # Panics
    /// If a slice is not one row.
    pub fn skip(&mut self, inputs: &[u64], outputs: &mut [u64]) {
        self.model.run(1, inputs, outputs);
    }

    /// Runs a cycle that is written: inputs and outputs are shown from its rising edge, at time
    /// `2 * cycle`, to the next. Cycle numbers must increase.
    ///
    /// # Panics
    /// If a slice is not one row.
    pub fn show(&mut self, cycle: u64, inputs: &[u64], outputs: &mut [u64]) {
        self.model.check(1, inputs, outputs);
        let (from, to) = (inputs.as_ptr(), outputs.as_mut_ptr());
        // SAFETY: the rows have the lengths that the shim was generated for.
        unsafe { (self.trace.cycle)(self.model.raw.as_ptr(), cycle, from, to) }
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        // SAFETY: the model is alive and its waveform open.
        unsafe { (self.trace.close)(self.model.raw.as_ptr()) }
    }
}
