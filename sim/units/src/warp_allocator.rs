//! Golden `warp_allocator`: fung2009, section 4.2, figure 10, table V.

use super::walk::Walk;
use heddle_contract::units::warp_allocator::{In, Out, Params};
use heddle_contract::{Golden, Values, Words, units};

/// The free entries of the warp pool, in a circular list.
#[derive(Clone, Debug, PartialEq, Words)]
pub struct WarpAllocator {
    list: Vec<u16>,
    /// The position of the number that is taken next.
    head: usize,
    /// How many numbers are free, from `head` on.
    free: usize,
    walk: Walk,
}

impl WarpAllocator {
    /// Whether the list has been set up after reset.
    pub fn init_done(&self) -> bool {
        self.walk.is_done()
    }

    /// How many numbers are free; 0 until the list has been set up.
    pub fn free(&self) -> usize {
        if self.init_done() { self.free } else { 0 }
    }

    /// The number that is taken next (`turn` 0) and the one after it (1), whether free or not.
    pub fn next(&self, turn: usize) -> u64 {
        self.list[self.place(turn)].into()
    }

    /// The clock edge: `take` numbers (0 to 2, at most as many as are free) are taken, and `release` is returned.
    pub fn clock(&mut self, take: usize, release: Option<u64>) {
        self.walk.step();
        let tail = self.place(self.free);
        self.head = self.place(take);
        self.free -= take;
        if let Some(warp) = release {
            self.list[tail] = warp as u16;
            self.free += 1;
        }
    }

    fn place(&self, behind_head: usize) -> usize {
        // A power of two.
        (self.head + behind_head) & (self.list.len() - 1)
    }
}

impl Golden<units::WarpAllocator> for WarpAllocator {
    fn new(params: &Params) -> Self {
        Self {
            list: (0..params.warps() as u16).collect(),
            head: 0,
            free: params.warps(),
            walk: Walk::new(params.warps()),
        }
    }

    fn out(&self, _: &In<Values>, output: &mut Out<Values>) {
        output.init_done = self.init_done();
        output.free = self.free() as u64;
        output.has_first = self.free() >= 1;
        output.next_first = self.next(0);
        output.has_second = self.free() >= 2;
        output.next_second = self.next(1);
    }

    fn clock(&mut self, input: &In<Values>) {
        let release = input.release.then_some(input.release_warp);
        self.clock(input.take as usize, release);
    }
}
