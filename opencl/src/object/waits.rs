//! Enqueueing of commands, with the arguments that all of them share.

use super::queue::Command;
use super::{Context, Event, Queue, registry};
use crate::answer::Result;
use crate::border::{Handle, In, Out};
use crate::gpu::{self, Gpu};
use opencl_sys::CL_INVALID_EVENT_WAIT_LIST;
use std::sync::Arc;

/// The common arguments of all commands: events to wait for, and a place for the command's own event.
pub struct Waits {
    count: u32,
    list: In<Handle>,
    event: Out<Handle>,
}

impl Waits {
    /// The arguments as the host program gives them.
    pub fn new(count: u32, list: In<Handle>, event: Out<Handle>) -> Waits {
        Waits { count, list, event }
    }

    /// Enqueues a command, and waits for its end if it is `blocking`.
    ///
    /// # Errors
    /// Those of [`Waits::events`]; `CL_OUT_OF_RESOURCES` if the queue has failed; the command's error if it is `blocking`.
    pub fn enqueue(
        &self,
        queue: &Arc<Queue>,
        kind: u32,
        blocking: bool,
        work: impl FnMut(&mut Gpu) -> Result<()> + Send + 'static,
    ) -> Result<()> {
        let after = self.events(&queue.context)?;
        queue.check()?;
        let event = Arc::new(Event::of_command(
            &queue.context,
            queue.clone(),
            kind,
            gpu::now(),
        ));
        event.give(&self.event);
        queue.push(Command {
            event: event.clone(),
            after,
            work: Box::new(work),
        });
        if !blocking {
            return Ok(());
        }
        event.wait();
        match event.status() {
            status @ ..0 => Err(status),
            _ => Ok(()),
        }
    }

    /// The events to wait for.
    ///
    /// # Errors
    /// `CL_INVALID_EVENT_WAIT_LIST` if only one of the list and the number of events is given, or a handle belongs to no
    /// event; `CL_INVALID_CONTEXT` if an event has another context.
    fn events(&self, context: &Context) -> Result<Vec<Arc<Event>>> {
        if self.list.is_null() != (self.count == 0) {
            return Err(CL_INVALID_EVENT_WAIT_LIST);
        }
        let handles = self.list.list(self.count as usize).unwrap_or_default();
        let events = registry::get_all::<Event>(&handles);
        let events = events.map_err(|_| CL_INVALID_EVENT_WAIT_LIST)?;
        for event in &events {
            event.context.same(context)?;
        }
        Ok(events)
    }
}
