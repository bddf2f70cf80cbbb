//! A timing wheel with at most one event for each id. It finds events without a look at cycles in which none is due.

use heddle_types::Cycle;

const SLOTS: usize = 1024;
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Entry {
    due: Cycle,
    next: u32,
    previous: u32,
}

/// Events of a fixed number of ids. An event may lie any number of cycles ahead; one that lies beyond a turn of the
/// wheel stays in its slot until its turn comes.
#[derive(Clone, Debug)]
pub struct Wheel {
    heads: [u32; SLOTS],
    occupied: [u64; SLOTS / 64],
    entries: Vec<Entry>,
}

impl Wheel {
    /// A wheel without events for `ids` ids.
    pub fn new(ids: usize) -> Self {
        let idle = Entry {
            due: Cycle::NEVER,
            next: NONE,
            previous: NONE,
        };
        Wheel {
            heads: [NONE; SLOTS],
            occupied: [0; SLOTS / 64],
            entries: vec![idle; ids],
        }
    }

    fn slot(cycle: Cycle) -> usize {
        cycle.number() as usize % SLOTS
    }

    /// The cycle in which an id's event is due; [`Cycle::NEVER`] if it has none.
    pub fn due(&self, id: usize) -> Cycle {
        self.entries[id].due
    }

    /// Schedules the event of an id and replaces an earlier one.
    #[inline]
    pub fn schedule(&mut self, id: usize, due: Cycle) {
        self.cancel(id);
        let slot = Self::slot(due);
        let head = self.heads[slot];
        if head != NONE {
            self.entries[head as usize].previous = id as u32;
        }
        self.entries[id] = Entry {
            due,
            next: head,
            previous: NONE,
        };
        self.heads[slot] = id as u32;
        self.occupied[slot / 64] |= 1 << (slot % 64);
    }

    /// Cancels the event of an id, if it has one.
    #[inline]
    pub fn cancel(&mut self, id: usize) {
        let Entry {
            due,
            next,
            previous,
        } = self.entries[id];
        if due == Cycle::NEVER {
            return;
        }
        if next != NONE {
            self.entries[next as usize].previous = previous;
        }
        if previous != NONE {
            self.entries[previous as usize].next = next;
        } else {
            self.set_head(Self::slot(due), next);
        }
        self.entries[id].due = Cycle::NEVER;
    }

    fn set_head(&mut self, slot: usize, head: u32) {
        self.heads[slot] = head;
        if head == NONE {
            self.occupied[slot / 64] &= !(1 << (slot % 64));
        }
    }

    /// Removes and returns one event that is due at `now`. The caller may leave out no cycle with an event.
    #[inline]
    pub fn pop(&mut self, now: Cycle) -> Option<usize> {
        let mut id = self.heads[Self::slot(now)];
        while id != NONE {
            let entry = self.entries[id as usize];
            if entry.due == now {
                self.cancel(id as usize);
                return Some(id as usize);
            }
            id = entry.next;
        }
        None
    }

    /// A cycle from `now` on that is not later than the next event; [`Cycle::NEVER`] if no event exists.
    #[inline]
    pub fn next(&self, now: Cycle) -> Cycle {
        let start = Self::slot(now);
        let (word, bit) = (start / 64, start % 64);
        let here = self.occupied[word] >> bit;
        if here != 0 {
            return now + u64::from(here.trailing_zeros());
        }
        let words = self.occupied.len();
        for step in 1..=words {
            let found = self.occupied[(word + step) % words];
            if found != 0 {
                return now - bit as u64 + 64 * step as u64 + u64::from(found.trailing_zeros());
            }
        }
        Cycle::NEVER
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(wheel: &mut Wheel, from: u64) -> Vec<(u64, usize)> {
        let mut found = Vec::new();
        let mut now = wheel.next(Cycle::new(from));
        while now != Cycle::NEVER {
            while let Some(id) = wheel.pop(now) {
                found.push((now.number(), id));
            }
            now = wheel.next(now + 1);
        }
        found
    }

    #[test]
    fn events_come_in_order_however_far_they_are() {
        let mut wheel = Wheel::new(6);
        for (id, due) in [(0, 1_000_007), (1, 7), (2, 70), (3, 7 + 1024), (4, 1030)] {
            wheel.schedule(id, Cycle::new(due));
        }
        wheel.schedule(5, Cycle::new(9));
        wheel.schedule(5, Cycle::new(900));
        assert_eq!(wheel.due(5), Cycle::new(900));
        let found = run(&mut wheel, 5);
        let expected = [
            (7, 1),
            (70, 2),
            (900, 5),
            (1030, 4),
            (1031, 3),
            (1_000_007, 0),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_cancelled_event_leaves_its_neighbours() {
        let mut wheel = Wheel::new(3);
        (0..3).for_each(|id| wheel.schedule(id, Cycle::new(4)));
        wheel.cancel(1);
        assert_eq!(run(&mut wheel, 0), [(4, 2), (4, 0)]);
        assert_eq!(wheel.next(Cycle::new(5)), Cycle::NEVER);
    }
}
