//! The way of memory instructions into the data cache: who asks for lines, and in which order.

use crate::shader_core::ShaderCore;
use std::collections::VecDeque;

/// Those that want lines, in order of arrival. The first ones are served, each of which keeps its place
/// until it has all of its lines.
#[derive(Clone, Debug)]
pub struct MemoryPort {
    queue: VecDeque<usize>,
    places: usize,
    most: usize,
    /// Lines were asked for in the last cycle, none was served, and none will be before data comes.
    refused: Option<Refused>,
}

/// What was asked for in vain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Refused {
    /// By how many.
    ids: usize,
    /// After how many replies to the data cache.
    replies: u64,
}

/// What came of serving one of those at the port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Served {
    /// A line was served.
    pub some: bool,
    /// It has all of its lines.
    pub all: bool,
}

impl MemoryPort {
    /// A port for so many ids, of which `places` are served in a cycle. When `waiting` more wait, the
    /// port is [full](Self::is_full).
    pub fn new(ids: usize, places: usize, waiting: usize) -> Self {
        MemoryPort {
            queue: VecDeque::with_capacity(ids),
            places,
            most: places.saturating_add(waiting),
            refused: None,
        }
    }

    /// An id wants lines.
    #[inline]
    pub fn push(&mut self, id: usize) {
        self.queue.push_back(id);
    }

    /// Whether nobody wants lines.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Whether so many wait that the pipeline is held up.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.queue.len() >= self.most
    }

    /// Whether lines may be served in the next cycle without data coming before.
    #[inline]
    pub fn acts(&self) -> bool {
        !self.queue.is_empty() && self.refused.is_none()
    }

    /// Those that want lines, in order.
    pub fn ids(&self) -> impl Iterator<Item = usize> {
        self.queue.iter().copied()
    }

    /// Serves the first ones with a data cache, unless that refuses the same once more.
    ///
    /// # Errors
    /// Those of `serve`.
    #[inline(always)]
    pub fn serve<E>(
        &mut self,
        core: &mut ShaderCore,
        mut serve: impl FnMut(&mut ShaderCore, usize) -> Result<Served, E>,
    ) -> Result<(), E> {
        if self.queue.is_empty() {
            return Ok(());
        }
        let asked = Refused {
            ids: self.places.min(self.queue.len()),
            replies: core.cache.replies(),
        };
        if self.refused == Some(asked) {
            core.cache.ask_in_vain(1);
            return Ok(());
        }
        let (mut at, mut some) = (0, false);
        for _ in 0..asked.ids {
            let served = serve(core, self.queue[at])?;
            some |= served.some;
            match served.all {
                true if at == 0 => drop(self.queue.pop_front()),
                true => drop(self.queue.remove(at)),
                false => at += 1,
            }
        }
        self.refused = (!some).then_some(asked);
        Ok(())
    }
}
