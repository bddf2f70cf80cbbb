//! DWF-54: an update that is owed is seen by the next choice, and its port accesses delay that choice.

use super::groups::{Pool, REST, new, params};
use heddle_contract::Golden;
use heddle_contract::units::max_heap::Order;
use heddle_units::{GroupScheduler, Issued, OwedScheduler, Update};

/// A scheduler with a chosen group at PC 0, of one warp.
struct Scheduler(Pool<GroupScheduler>);

impl Scheduler {
    fn queued() -> Self {
        let params = params(Order::Majority, 1);
        Self::of(GroupScheduler::Majority(Golden::new(&params)))
    }

    fn owed() -> Self {
        let params = params(Order::Majority, 1);
        Self::of(GroupScheduler::Owed(OwedScheduler::new(&params)))
    }

    fn of(scheduler: GroupScheduler) -> Self {
        let mut scheduler = Self(Pool::new(scheduler));
        scheduler.rest();
        scheduler.update([new(0, 0, 1), None]);
        scheduler.rest();
        assert_eq!(scheduler.0.scheduler.choice(), Some(0));
        scheduler
    }

    fn clock(&mut self, updates: [Option<Update>; 2], issued: Option<Issued>) {
        let links = self.0.scheduler.clock(updates, issued);
        self.0.link(links);
    }

    fn update(&mut self, updates: [Option<Update>; 2]) {
        assert!(self.0.scheduler.is_ready());
        self.clock(updates, None);
    }

    fn rest(&mut self) {
        (0..REST).for_each(|_| self.clock([None; 2], None));
    }

    /// The chosen group loses its only warp. Returns the next choice, and the cycles without a choice.
    fn next_choice(&mut self) -> (u64, usize) {
        let next = 0;
        self.clock([None; 2], Some(Issued { threads: 1, next }));
        let mut cycles = 0;
        loop {
            if let Some(warp) = self.0.scheduler.choice() {
                return (warp, cycles);
            }
            assert!(cycles < REST, "nothing is chosen");
            assert!(!self.0.scheduler.is_still());
            self.clock([None; 2], None);
            cycles += 1;
        }
    }
}

/// The smaller of two groups becomes the larger one, a cycle before the chosen group ends.
#[test]
fn a_choice_sees_the_update_of_the_cycle_before() {
    let choice = |mut scheduler: Scheduler| {
        scheduler.update([new(5, 1, 3), new(9, 2, 2)]);
        scheduler.rest();
        let update = new(9, 2, 2).map(|update| Update {
            create: false,
            ..update
        });
        scheduler.update([update, None]);
        scheduler.next_choice()
    };
    // The choice itself takes a cycle. The queue has handed on the update as the last warp leaves; the heap moves it by a
    // level, and settles it.
    assert_eq!(choice(Scheduler::queued()), (2, 3));
    assert_eq!(choice(Scheduler::owed()), (2, 1));
}

/// Eight groups arrive in four cycles, each with more threads than all before, so each moves up to the root.
fn with_eight_groups() -> Scheduler {
    let mut scheduler = Scheduler::owed();
    for pc in [1, 3, 5, 7] {
        scheduler.update([new(pc, pc, pc + 1), new(pc + 1, pc + 1, pc + 2)]);
    }
    scheduler
}

#[test]
fn accesses_that_are_owed_delay_the_choice() {
    // By depth, groups are written 1, 2, 2, 3, 3, 3, 3 and 4 times, as many entries as are written on the way to the root. After
    // two writes in each of five cycles, the last of which issues a warp, 11 are left.
    assert_eq!(with_eight_groups().next_choice(), (8, 6 + 1));
    let mut paid = with_eight_groups();
    paid.rest();
    assert_eq!(paid.next_choice(), (8, 1));
}

/// An update of the chosen group needs no port, so its issue is not followed by a longer wait.
#[test]
fn the_chosen_group_owes_nothing() {
    let mut scheduler = Scheduler::owed();
    scheduler.update([new(5, 1, 3), None]);
    scheduler.rest();
    let join = new(0, 0, 2).map(|update| Update {
        create: false,
        ..update
    });
    scheduler.update([join, None]);
    assert!(scheduler.0.scheduler.is_still());
    assert_eq!(scheduler.next_choice(), (1, 1));
}

/// A core leaves out cycles in which its scheduler is still, also while a group is chosen and accesses are owed.
#[test]
fn a_scheduler_is_still_when_nothing_is_owed() {
    let mut scheduler = with_eight_groups();
    let cycle = |scheduler: &mut Scheduler| {
        let before = scheduler.0.scheduler.clone();
        scheduler.clock([None; 2], None);
        assert_eq!(before.is_still(), before == scheduler.0.scheduler);
        before.is_still()
    };
    let still = (0..REST).map(|_| cycle(&mut scheduler)).collect::<Vec<_>>();
    // Two writes a cycle for the 13 that are left.
    assert_eq!(still.iter().position(|is_still| *is_still), Some(7));
    assert!(still[7..].iter().all(|is_still| *is_still));
}
