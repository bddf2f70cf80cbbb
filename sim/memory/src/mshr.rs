//! Miss status holding registers: lines in flight to a core, and their waiters.

use heddle_types::LaneMask;

/// A requester that waits for a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiter {
    /// The mechanism's name for the requester.
    pub tag: u32,
    /// The lanes of the requester that wait; none for a line that bypasses the cache.
    pub lanes: LaneMask,
}

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Register {
    line: u32,
    first: u32,
    last: u32,
    waiters: u32,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    waiter: Waiter,
    next: u32,
}

/// The miss registers of a data cache. Waiters are woken in the order in which they arrived.
#[derive(Clone, Debug)]
pub struct MissRegisters {
    registers: Vec<Register>,
    free: Vec<u16>,
    links: Vec<Link>,
    free_links: Vec<u32>,
    merges: usize,
}

impl MissRegisters {
    /// `registers` registers, each for at most `merges` waiters.
    pub fn new(registers: usize, merges: usize) -> Self {
        let register = Register {
            line: 0,
            first: NONE,
            last: NONE,
            waiters: 0,
        };
        MissRegisters {
            registers: vec![register; registers],
            free: (0..registers as u16).rev().collect(),
            links: Vec::new(),
            free_links: Vec::new(),
            merges,
        }
    }

    /// Whether every register is in use.
    pub fn is_full(&self) -> bool {
        self.free.is_empty()
    }

    /// Takes a free register for a line; returns its number.
    ///
    /// # Panics
    /// If no register is free.
    pub fn take(&mut self, line: u32) -> u16 {
        let number = self.free.pop().expect("the caller looked for room");
        self.registers[usize::from(number)].line = line;
        number
    }

    /// Whether one more waiter fits into a register.
    pub fn has_room(&self, number: u16) -> bool {
        (self.registers[usize::from(number)].waiters as usize) < self.merges
    }

    /// Adds a waiter to a register.
    pub fn wait(&mut self, number: u16, waiter: Waiter) {
        let link = Link { waiter, next: NONE };
        let at = match self.free_links.pop() {
            Some(at) => {
                self.links[at as usize] = link;
                at
            }
            None => {
                self.links.push(link);
                self.links.len() as u32 - 1
            }
        };
        let register = &mut self.registers[usize::from(number)];
        match register.last {
            NONE => register.first = at,
            last => self.links[last as usize].next = at,
        }
        register.last = at;
        register.waiters += 1;
    }

    /// The line of a register has arrived: frees the register, passes each waiter to `wake`, and returns the line.
    pub fn free(&mut self, number: u16, mut wake: impl FnMut(Waiter)) -> u32 {
        let register = &mut self.registers[usize::from(number)];
        let mut at = register.first;
        (register.first, register.last, register.waiters) = (NONE, NONE, 0);
        let line = register.line;
        while at != NONE {
            let Link { waiter, next } = self.links[at as usize];
            wake(waiter);
            self.free_links.push(at);
            at = next;
        }
        self.free.push(number);
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiters_are_woken_in_order_and_registers_come_back() {
        let mut misses = MissRegisters::new(2, 2);
        let (a, b) = (misses.take(7), misses.take(9));
        assert!(misses.is_full());
        let waiter = |tag| Waiter {
            tag,
            lanes: LaneMask::single(0),
        };
        misses.wait(a, waiter(1));
        misses.wait(b, waiter(2));
        misses.wait(a, waiter(3));
        assert!(!misses.has_room(a) && misses.has_room(b));
        let mut woken = Vec::new();
        assert_eq!(misses.free(a, |waiter| woken.push(waiter.tag)), 7);
        assert_eq!(woken, [1, 3]);
        assert!(!misses.is_full());
        assert_eq!(misses.take(5), a);
        assert!(misses.has_room(a));
    }
}
