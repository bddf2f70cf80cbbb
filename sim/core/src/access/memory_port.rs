//! The path of memory instructions into the data cache: which ids request lines, and in which order.

use crate::shader_core::ShaderCore;
use std::collections::VecDeque;

/// The ids that wait for lines, in order of arrival. The first `places` of them are served in each cycle. An id keeps
/// its place until it has all of its lines.
#[derive(Clone, Debug)]
pub struct MemoryPort {
    queue: VecDeque<usize>,
    places: usize,
    most: usize,
    /// Set if lines were requested in the last cycle and all were refused; none will be served before data arrives.
    refused: Option<Refused>,
}

/// Requests that were all refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Refused {
    /// How many ids requested lines.
    ids: usize,
    /// How many replies the data cache had received by then.
    replies: u64,
}

/// The result of serving one id at the port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Served {
    /// At least one line was served.
    pub some: bool,
    /// The id has all of its lines.
    pub all: bool,
}

impl MemoryPort {
    /// A port for `ids` ids, of which `places` are served in each cycle. The port is [full](Self::is_full) when
    /// `waiting` more ids wait.
    pub fn new(ids: usize, places: usize, waiting: usize) -> Self {
        MemoryPort {
            queue: VecDeque::with_capacity(ids),
            places,
            most: places.saturating_add(waiting),
            refused: None,
        }
    }

    /// Adds an id that needs lines.
    #[inline]
    pub fn push(&mut self, id: usize) {
        self.queue.push_back(id);
    }

    /// Whether no id waits for lines.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Whether so many ids wait that the port stalls the pipeline.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.queue.len() >= self.most
    }

    /// Whether a line may be served in the next cycle even if no data arrives before.
    #[inline]
    pub fn acts(&self) -> bool {
        !self.queue.is_empty() && self.refused.is_none()
    }

    /// The ids that wait for lines, in order.
    pub fn ids(&self) -> impl Iterator<Item = usize> {
        self.queue.iter().copied()
    }

    /// Serves the first ids. If the data cache would refuse the same requests again, it only counts the refusals.
    ///
    /// # Errors
    /// The errors of `serve`.
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
            core.cache.count_retries(1);
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
