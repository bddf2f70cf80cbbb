//! Architectural registers of the threads of one core.
//!
//! Laid out `[register][thread]`. Registers belong to the core and not to a warp, because under dynamic warp formation warps own
//! no registers, and because the lanes of an operand then form one contiguous row that vector code reads at once.

use crate::float::{Flags, Rounding};
use heddle_types::{LaneMask, ThreadId};
use std::ops::Range;

/// The reservation that `lr.w` makes for a later `sc.w`.
///
/// The store succeeds if the word still holds the value that was read, which is also the rule of `qemu-user`. In one case this
/// allows what the ISA forbids: another thread wrote a different value and then the old value again. Tracking every store of
/// every core would cost more than that is worth here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reservation {
    /// Address of the reserved word.
    pub address: u32,
    /// The value that was read.
    pub value: u32,
}

/// x0..x31, f0..f31, `fcsr` and the LR/SC reservation of a fixed number of threads.
#[derive(Clone, Debug, PartialEq)]
pub struct Registers {
    threads: usize,
    x: Vec<u32>,
    f: Vec<u32>,
    fflags: Vec<u8>,
    /// Bit `thread % 64` of word `thread / 64` repeats the inexact flag of a thread. Once a rounding computation has set it,
    /// later computations need not determine the flag again.
    inexact: Vec<u64>,
    frm: Vec<u8>,
    /// How many threads have a nonzero `frm`. While this is 0, dynamic rounding is to nearest even and `frm` is not read.
    nonzero_frm: usize,
    reservations: Vec<Option<Reservation>>,
    /// The x and f registers that programs may have written so far, bit `r` for x`r` and f`r`.
    written: u32,
}

impl Registers {
    /// All registers of `threads` threads, all zero.
    pub fn new(threads: usize) -> Registers {
        Registers {
            threads,
            x: vec![0; 32 * threads],
            f: vec![0; 32 * threads],
            fflags: vec![0; threads],
            inexact: vec![0; threads.div_ceil(64)],
            frm: vec![0; threads],
            nonzero_frm: 0,
            reservations: vec![None; threads],
            written: 0,
        }
    }

    /// Takes over all registers of as many threads, without allocating memory.
    ///
    /// # Panics
    /// If the other registers are those of another number of threads.
    pub fn copy_from(&mut self, other: &Registers) {
        let Registers {
            threads: _,
            x,
            f,
            fflags,
            inexact,
            frm,
            nonzero_frm,
            reservations,
            written,
        } = other;
        self.x.copy_from_slice(x);
        self.f.copy_from_slice(f);
        self.fflags.copy_from_slice(fflags);
        self.inexact.copy_from_slice(inexact);
        self.frm.copy_from_slice(frm);
        self.nonzero_frm = *nonzero_frm;
        self.reservations.copy_from_slice(reservations);
        self.written = *written;
    }

    /// Number of threads.
    pub fn threads(&self) -> usize {
        self.threads
    }

    fn at(&self, register: u8, thread: ThreadId) -> usize {
        assert!(
            thread.index() < self.threads,
            "thread {thread} of {}",
            self.threads
        );
        register as usize * self.threads + thread.index()
    }

    /// Integer register `register` (0..32) of a thread.
    #[inline]
    pub fn x(&self, register: u8, thread: ThreadId) -> u32 {
        self.x[self.at(register, thread)]
    }

    /// Writes an integer register; x0 stays 0.
    #[inline]
    pub fn set_x(&mut self, register: u8, thread: ThreadId, value: u32) {
        if register != 0 {
            let at = self.at(register, thread);
            self.x[at] = value;
        }
    }

    /// Bits of floating-point register `register` (0..32) of a thread.
    #[inline]
    pub fn f(&self, register: u8, thread: ThreadId) -> u32 {
        self.f[self.at(register, thread)]
    }

    /// Writes the bits of a floating-point register.
    #[inline]
    pub fn set_f(&mut self, register: u8, thread: ThreadId, value: u32) {
        let at = self.at(register, thread);
        self.f[at] = value;
    }

    /// Accrued exceptions of a thread, 5 bits (chapter 11.2, figure 11.2).
    pub fn fflags(&self, thread: ThreadId) -> u32 {
        u32::from(self.fflags[thread.index()])
    }

    /// Writes `fflags`; higher bits are dropped.
    pub fn set_fflags(&mut self, thread: ThreadId, value: u32) {
        self.fflags[thread.index()] = (value & 0x1f) as u8;
        let flag = u64::from(value & u32::from(Flags::INEXACT.bits()));
        let (word, bit) = (thread.index() / 64, thread.index() % 64);
        let word = &mut self.inexact[word];
        *word = *word & !(1 << bit) | flag << bit;
    }

    /// Adds exceptions to a thread's `fflags`.
    pub(crate) fn raise(&mut self, thread: ThreadId, flags: Flags) {
        self.set_fflags(thread, self.fflags(thread) | u32::from(flags.bits()));
    }

    /// `frm` of a thread, 3 bits, reserved values included.
    pub fn frm(&self, thread: ThreadId) -> u32 {
        u32::from(self.frm[thread.index()])
    }

    /// Writes `frm`; higher bits are dropped.
    pub fn set_frm(&mut self, thread: ThreadId, value: u32) {
        let (old, new) = (self.frm[thread.index()], (value & 7) as u8);
        self.nonzero_frm = self.nonzero_frm + usize::from(new != 0) - usize::from(old != 0);
        self.frm[thread.index()] = new;
    }

    /// `fcsr` of a thread: `frm` in bits 7:5, `fflags` in bits 4:0.
    pub fn fcsr(&self, thread: ThreadId) -> u32 {
        self.frm(thread) << 5 | self.fflags(thread)
    }

    /// Writes `fcsr`; reserved bits are dropped.
    pub fn set_fcsr(&mut self, thread: ThreadId, value: u32) {
        self.set_fflags(thread, value);
        self.set_frm(thread, value >> 5);
    }

    /// The rounding mode in a thread's `frm`, `None` if it is reserved (5 to 7).
    #[inline]
    pub fn rounding(&self, thread: ThreadId) -> Option<Rounding> {
        Rounding::from_bits(self.frm[thread.index()])
    }

    /// Whether dynamic rounding is to nearest even for all of `first..first + W`.
    #[inline(always)]
    pub(crate) fn rounds_to_even<const W: usize>(&self, first: ThreadId) -> bool {
        self.nonzero_frm == 0 || self.frm[first.row(W)].iter().fold(0, |any, frm| any | frm) == 0
    }

    /// A thread's LR/SC reservation.
    pub fn reservation(&self, thread: ThreadId) -> Option<Reservation> {
        self.reservations[thread.index()]
    }

    /// Sets or clears a thread's LR/SC reservation.
    pub fn set_reservation(&mut self, thread: ThreadId, reservation: Option<Reservation>) {
        self.reservations[thread.index()] = reservation;
    }

    /// Resets a range of threads, given by their slots, to all zeros, as before their entry. `written` has the x and f registers
    /// that the program writes (bit `r`: x`r` and f`r`). Of these registers, only those are cleared that this program or an
    /// earlier one writes: the others were never written.
    pub fn clear_threads(&mut self, threads: Range<usize>, written: u32) {
        self.written |= written;
        let written = self.written;
        for register in (0..32).filter(|register| written >> register & 1 != 0) {
            let row = self.span(register, &threads);
            self.x[row.clone()].fill(0);
            self.f[row].fill(0);
        }
        self.reservations[threads.clone()].fill(None);
        for thread in threads {
            self.set_fcsr(ThreadId::new(thread), 0);
        }
    }

    /// Writes an integer register of a range of threads; x0 stays 0.
    pub fn fill_x(&mut self, register: u8, threads: Range<usize>, value: u32) {
        if register != 0 {
            let row = self.span(register, &threads);
            self.x[row].fill(value);
        }
    }

    #[inline(always)]
    fn span(&self, register: u8, threads: &Range<usize>) -> Range<usize> {
        let start = usize::from(register) * self.threads;
        start + threads.start..start + threads.end
    }
}

/// Rows: register `register` of the threads `first..first + W`.
impl Registers {
    #[inline(always)]
    fn row<const W: usize>(&self, register: u8, first: ThreadId) -> Range<usize> {
        let start = register as usize * self.threads + first.index();
        start..start + W
    }

    #[inline(always)]
    fn of_all(&self, register: u8) -> Range<usize> {
        self.span(register, &(0..self.threads))
    }

    /// An integer register of all threads.
    #[inline(always)]
    pub(crate) fn x_of_all(&self, register: u8) -> &[u32] {
        &self.x[self.of_all(register)]
    }

    /// A floating-point register of all threads.
    #[inline(always)]
    pub(crate) fn f_of_all(&self, register: u8) -> &[u32] {
        &self.f[self.of_all(register)]
    }

    /// An integer register of all threads but x0, which stays 0.
    #[inline(always)]
    pub(crate) fn x_of_all_mut(&mut self, register: u8) -> &mut [u32] {
        debug_assert_ne!(register, 0);
        let all = self.of_all(register);
        &mut self.x[all]
    }

    /// A floating-point register of all threads.
    #[inline(always)]
    pub(crate) fn f_of_all_mut(&mut self, register: u8) -> &mut [u32] {
        let all = self.of_all(register);
        &mut self.f[all]
    }

    /// Integer register of the threads `first..first + W`.
    #[inline(always)]
    pub fn x_row<const W: usize>(&self, register: u8, first: ThreadId) -> &[u32; W] {
        self.x[self.row::<W>(register, first)]
            .try_into()
            .expect("a row has W lanes")
    }

    /// Floating-point register of the threads `first..first + W`.
    #[inline(always)]
    pub fn f_row<const W: usize>(&self, register: u8, first: ThreadId) -> &[u32; W] {
        self.f[self.row::<W>(register, first)]
            .try_into()
            .expect("a row has W lanes")
    }

    /// Writes the lanes in `mask` of an integer register; x0 stays 0.
    #[inline(always)]
    pub fn set_x_row<const W: usize>(
        &mut self,
        register: u8,
        first: ThreadId,
        mask: LaneMask,
        values: &[u32; W],
    ) {
        if register != 0 {
            let row = self.row::<W>(register, first);
            blend(&mut self.x[row], values, mask);
        }
    }

    /// Writes the lanes in `mask` of a floating-point register.
    #[inline(always)]
    pub fn set_f_row<const W: usize>(
        &mut self,
        register: u8,
        first: ThreadId,
        mask: LaneMask,
        values: &[u32; W],
    ) {
        let row = self.row::<W>(register, first);
        blend(&mut self.f[row], values, mask);
    }

    /// Lanes of the mask whose inexact flag is not known to be set.
    #[inline(always)]
    pub(crate) fn without_inexact<const W: usize>(
        &self,
        first: ThreadId,
        mask: LaneMask,
    ) -> LaneMask {
        // Rows that straddle two words are treated as not known to be set; warps are aligned, so this costs nothing in practice.
        let (word, bit) = (first.index() / 64, first.index() % 64);
        let known = if bit + W <= 64 {
            self.inexact[word] >> bit
        } else {
            0
        };
        mask.without(LaneMask::new(known))
    }
}

/// Replaces the lanes in `mask`.
#[inline(always)]
fn blend<const W: usize>(row: &mut [u32], values: &[u32; W], mask: LaneMask) {
    let row: &mut [u32; W] = row.try_into().expect("a row has W lanes");
    if mask == LaneMask::all(W) {
        *row = *values;
    } else {
        let lanes = mask.words::<W>();
        for lane in 0..W {
            row[lane] = row[lane] & !lanes[lane] | values[lane] & lanes[lane];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: ThreadId = ThreadId::new(0);
    const SECOND: ThreadId = ThreadId::new(1);

    #[test]
    fn a_cleared_thread_is_as_new_and_rounds_as_usual() {
        let mut registers = Registers::new(3);
        registers.set_x(5, SECOND, 6);
        registers.set_f(0, SECOND, 7);
        registers.set_fcsr(SECOND, 0xff);
        registers.set_reservation(
            SECOND,
            Some(Reservation {
                address: 4,
                value: 0,
            }),
        );
        assert_eq!(registers.fcsr(SECOND), 0xff);
        let written = 1 << 5 | 1 << 0;
        registers.clear_threads(1..2, written);
        // Everything is equal, including the summaries of `frm` and `fflags`, but what a later clearing has to clear.
        let mut new = Registers::new(3);
        new.written = written;
        assert!(registers == new);
    }

    #[test]
    fn copied_registers_are_equal() {
        let (mut registers, mut copy) = (Registers::new(3), Registers::new(3));
        registers.set_x(5, SECOND, 6);
        registers.set_fcsr(SECOND, 0xff);
        assert!(copy != registers);
        copy.copy_from(&registers);
        assert!(copy == registers);
    }

    #[test]
    fn fcsr_is_made_of_its_parts() {
        let mut registers = Registers::new(2);
        registers.set_fcsr(SECOND, 0xffff_ff47);
        assert_eq!((registers.frm(SECOND), registers.fflags(SECOND)), (2, 7));
        assert_eq!(registers.rounding(SECOND), Some(Rounding::Down));
        registers.set_frm(SECOND, 5);
        assert_eq!(
            (registers.rounding(SECOND), registers.rounding(FIRST)),
            (None, Some(Rounding::NearestEven))
        );
    }

    #[test]
    fn lanes_without_the_inexact_flag_are_known_across_words() {
        let mut registers = Registers::new(128);
        let (row, thread) = (ThreadId::new(64), ThreadId::new(70));
        registers.raise(thread, Flags::INEXACT);
        registers.raise(thread + 1, Flags::OVERFLOW);
        let unset = registers.without_inexact::<8>(row, LaneMask::all(8));
        assert_eq!(unset, LaneMask::new(0b1011_1111));
        registers.set_fflags(thread, 0);
        let unset = registers.without_inexact::<64>(row, LaneMask::all(64));
        assert_eq!(unset, LaneMask::all(64));
    }
}
