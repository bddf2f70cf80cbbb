//! Finds the region next to an address, to help find the cause of a wild access.

use super::Job;
use super::layout::Layout;
use crate::fault::{Near, Neighbour};

/// End of the lowest addresses, which are never mapped.
const NULL_PAGES: u32 = 1 << 16;

impl Layout {
    /// The region of a launch that an address narrowly misses, if any.
    pub(crate) fn near(&self, job: &Job, launch: usize, address: u32) -> Option<Near> {
        if address < NULL_PAGES {
            return Near::of(Neighbour::Null, 0, 0, address);
        }
        let places = self.places(job, launch);
        let near = |(what, start, end)| Near::of(what, start, end, address);
        places.filter_map(near).min_by_key(|near| near.bytes)
    }

    /// All regions that a thread can address, with their first address and the address behind the last byte.
    fn places<'a>(
        &'a self,
        job: &'a Job,
        launch: usize,
    ) -> impl Iterator<Item = (Neighbour, u64, u64)> {
        let span = |what, start: u32, bytes: u64| (what, start.into(), u64::from(start) + bytes);
        let buffers = self.whole_buffers(job).map(move |(buffer, address)| {
            let what = Neighbour::Buffer(buffer.name.clone());
            span(what, address, buffer.bytes.into())
        });
        let segments = job.program.segments.iter().map(move |segment| {
            let what = Neighbour::Segment(segment.address);
            span(what, segment.address, segment.memory_bytes.into())
        });
        let (private, arguments) = (&self.private, &self.arguments[launch]);
        let bytes = arguments.bytes.len() as u64;
        let stack = private.stack_bytes.into();
        let shared = self.shared_bytes[launch].into();
        let windows = [
            span(Neighbour::Arguments, arguments.address, bytes),
            span(Neighbour::Stack, private.range.start, stack),
            span(Neighbour::Shared, private.shared_window, shared),
        ];
        windows.into_iter().chain(buffers).chain(segments)
    }
}
