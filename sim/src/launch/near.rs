//! What lies next to an address, for people who look for a wild access.

use super::Job;
use super::layout::Layout;
use crate::fault::{Near, Neighbour};

/// The first addresses, which are never mapped.
const NULL_PAGES: u32 = 1 << 16;

impl Layout {
    /// What the address just misses in a launch, if anything.
    pub(crate) fn near(&self, job: &Job, launch: usize, address: u32) -> Option<Near> {
        if address < NULL_PAGES {
            return Near::of(Neighbour::Null, 0, 0, address);
        }
        let places = self.places(job, launch);
        let near = |(what, start, end)| Near::of(what, start, end, address);
        places.filter_map(near).min_by_key(|near| near.bytes)
    }

    /// Everything that a thread can name, with first address and the one behind the last.
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
