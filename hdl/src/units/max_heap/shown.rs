//! The outputs of the heap for a moving entry.

use super::Mover;
use super::entry::Entry;
use crate::{Drives, Expr, Sink};
use heddle_contract::units::max_heap::Out;

/// The outputs of the first or of the second entry.
pub(super) struct Shown<'m> {
    pub(super) moving: Sink<'m>,
    pub(super) move_en: Sink<'m>,
    pub(super) entry: Sink<'m>,
    pub(super) pc: Sink<'m>,
    pub(super) index: Sink<'m>,
    pub(super) link: Sink<'m>,
    pub(super) warp: Sink<'m>,
    pub(super) next: Sink<'m>,
}

pub(super) fn shown<'m>(o: &Out<Drives<'m>>) -> [Shown<'m>; 2] {
    let first = Shown {
        moving: o.moving_first,
        move_en: o.move_first,
        entry: o.move_first_entry,
        pc: o.move_first_pc,
        index: o.move_first_index,
        link: o.link_first,
        warp: o.link_first_warp,
        next: o.link_first_next,
    };
    let second = Shown {
        moving: o.moving_second,
        move_en: o.move_second,
        entry: o.move_second_entry,
        pc: o.move_second_pc,
        index: o.move_second_index,
        link: o.link_second,
        warp: o.link_second_warp,
        next: o.link_second_next,
    };
    [first, second]
}

impl<'m> Shown<'m> {
    /// The warp of a hit follows the last warp of its group.
    pub(super) fn links(&self, mover: &Mover<'m>, row: Entry<Expr<'m>>) {
        let update = mover.update;
        self.moving.set(mover.active);
        self.link.set(update.there & update.hit & update.create);
        self.warp.set(row.tail);
        self.next.set(update.warp);
    }

    pub(super) fn stays_silent(&self) {
        let Self {
            moving,
            move_en,
            entry,
            pc,
            index,
            link,
            warp,
            next,
        } = self;
        for sink in [moving, move_en, entry, pc, index, link, warp, next] {
            sink.set(0);
        }
    }
}
