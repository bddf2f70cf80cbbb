//! The queue that a request may need more than one place of: no request waits for more places than its queue has.
//!
//! A request that finds too few free places is refused and repeated. It takes all of its places at once or none (MEM-11), so a
//! queue with fewer places than that would refuse it for ever. All other queues and tables suffice with one place: a load, a store
//! that fetches its line and an atomic take one register each; a warp waits with one entry, whatever the number of its lines; a
//! grant takes one place at its module; an atomic keeps one place from its read to its write.

use super::{Memory, Write};
use crate::{ParamError, require};

impl Memory {
    /// Checks that the queue of outgoing lines has room for its largest request. Stores and lines that are written back leave one
    /// at a time. Only an atomic can send two lines.
    pub(super) fn validate_outgoing(&self) -> Result<(), ParamError> {
        const WHY: &str =
            "with write = \"back\" an atomic on a dirty line sends the line and itself at once";
        if !self.keeps_dirty_lines() {
            return Ok(());
        }
        let checked = require("memory", "outgoing", self.outgoing, 2..=4096);
        checked.map(drop).map_err(|error| ParamError {
            allowed: format!("{}: {WHY}", error.allowed),
            ..error
        })
    }

    /// Whether stores can leave dirty lines in the data cache.
    fn keeps_dirty_lines(&self) -> bool {
        self.write == Write::Back && self.cache_bytes != 0 && !self.all_hits
    }
}
