//! Situations that stimuli of `dwr_subsystem` must reach.

use super::{DwrSynchronizer, In, Out, Params, synchronizer, updates};
use crate::terms::{Terms, Word, all, any, mask};
use crate::{Property, Unit};

/// The corners of the synchroniser, and those of the stacks around it.
pub(super) fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    let (input, output) = synchronizer(i, o);
    let mut corners = DwrSynchronizer::corners(p.synchronizer(), &input, &output);
    corners.extend([
        corner(
            "large_warp_starts",
            "all sub-warps of a large warp start",
            i.start & all(i.start_lanes.iter().map(Word::any)),
        ),
        corner(
            "part_of_large_warp_starts",
            "only some sub-warps of a large warp start",
            i.start & any(i.start_lanes.iter().map(Word::none)),
        ),
        corner(
            "all_positions_updated",
            "a sub-warp of each position is updated",
            i.update.ones().eq(p.partners()),
        ),
        corner(
            "members_updated",
            "several sub-warps of one large warp are updated",
            {
                let same = updates(i).map(|(_, updated, warp)| updated & warp.eq(i.update_warp[0]));
                i.update.bit(0) & mask(same).ones().gt(1)
            },
        ),
        corner(
            "position_pops",
            "a stack is popping",
            !o.update_ready.ones().eq(p.partners()),
        ),
        corner("stack_overflows", "a stack has no room", o.overflow.any()),
        corner(
            "update_beside_show",
            "sub-warps are updated while a large warp is shown",
            i.show & i.update.any(),
        ),
        corner(
            "read_beside_show",
            "a sub-warp is read while a large warp is shown",
            i.read & i.show,
        ),
        corner(
            "update_beside_read",
            "the sub-warp that is read is updated",
            o.read_done
                & any(updates(i).map(|(at, updated, warp)| {
                    updated & i.read_partner.eq(at) & warp.eq(i.read_warp)
                })),
        ),
        corner("large_warp_ends", "the last thread of a large warp ends", {
            let alive = o.live.iter().fold(Word::from(0u64), |all, live| all | live);
            (alive.past() & !alive).any()
        }),
    ]);
    corners
}
