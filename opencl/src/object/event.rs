//! Events: the status of a command, and when it reached each status.

use super::Context;
use super::deferred::{Deferred, push};
use super::registry::{Object, Tag, hand_out};
use crate::answer::{Code, Result};
use crate::border::{EventCallback, Handle, HostPointer, Out};
use opencl_sys::{
    CL_COMMAND_USER, CL_COMPLETE, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, CL_INVALID_EVENT,
    CL_QUEUED, CL_SUBMITTED,
};
use parking_lot::{Condvar, Mutex};
use std::sync::Arc;

/// When a command reached each status, in cycles of the device.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    /// When the command was enqueued.
    pub queued: u64,
    /// When the command was ready to run.
    pub submitted: u64,
    /// When the command began.
    pub start: u64,
    /// When the command ended.
    pub end: u64,
}

/// A queue, as events see it.
pub trait Waiter: Send + Sync {
    /// The handle of the queue.
    fn handle(&self) -> Handle;

    /// The modes of the queue, set at creation.
    fn modes(&self) -> u64;

    /// Runs all ready commands, and returns the queues that waited for them.
    fn resume(self: Arc<Self>) -> Vec<Arc<dyn Waiter>>;
}

/// The status of something that commands can wait for: a command, or an event that the host program sets.
pub struct Event {
    tag: Tag,
    /// Its context.
    pub context: Arc<Context>,
    /// The command's queue; `None` for a user event.
    pub queue: Option<Arc<dyn Waiter>>,
    /// The kind of the command, `CL_COMMAND_...`.
    pub kind: u32,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// One of the four statuses of OpenCL, or an error code.
    status: i32,
    times: Times,
    callbacks: Vec<(i32, EventCallback, HostPointer)>,
    /// Queues with a command that waits for this event.
    waiting: Vec<Arc<dyn Waiter>>,
}

impl Object for Event {
    const INVALID: Code = CL_INVALID_EVENT;

    fn tag(&self) -> &Tag {
        &self.tag
    }
}

impl Event {
    /// The event of an enqueued command.
    pub fn of_command(
        context: &Arc<Context>,
        queue: Arc<dyn Waiter>,
        kind: u32,
        queued: u64,
    ) -> Event {
        let event = Event::new(context.clone(), Some(queue), kind, CL_QUEUED);
        event.note(|times| times.queued = queued);
        event
    }

    /// A user event, which the host program sets.
    pub fn of_user(context: Arc<Context>) -> Event {
        Event::new(context, None, CL_COMMAND_USER, CL_SUBMITTED)
    }

    fn new(context: Arc<Context>, queue: Option<Arc<dyn Waiter>>, kind: u32, status: i32) -> Event {
        Event {
            tag: Tag::new(),
            context,
            queue,
            kind,
            state: Mutex::new(State {
                status,
                times: Times::default(),
                callbacks: Vec::new(),
                waiting: Vec::new(),
            }),
            changed: Condvar::new(),
        }
    }

    /// Hands the event to the host program, if it wants the event.
    pub fn give(self: &Arc<Self>, to: &Out<Handle>) {
        if !to.is_null() {
            to.set(hand_out(self));
        }
    }

    /// One of the four statuses of OpenCL, or an error code.
    pub fn status(&self) -> i32 {
        self.state.lock().status
    }

    /// When the command reached each status.
    pub fn times(&self) -> Times {
        self.state.lock().times
    }

    /// Changes the times.
    pub fn note(&self, change: impl FnOnce(&mut Times)) {
        change(&mut self.state.lock().times);
    }

    /// Moves to a status, and returns the queues to resume. `None`, without a change, if the event has already ended.
    pub fn advance(&self, status: i32) -> Option<Vec<Arc<dyn Waiter>>> {
        let mut state = self.state.lock();
        if state.status <= CL_COMPLETE {
            return None;
        }
        state.status = status;
        let callbacks = std::mem::take(&mut state.callbacks);
        for (trigger, function, data) in callbacks {
            match status <= trigger {
                true => self.defer(trigger, status, function, data),
                false => state.callbacks.push((trigger, function, data)),
            }
        }
        self.changed.notify_all();
        match status <= CL_COMPLETE {
            true => Some(std::mem::take(&mut state.waiting)),
            false => Some(Vec::new()),
        }
    }

    /// Calls the host program when the event reaches a status; at once if it already has.
    pub fn on(&self, trigger: i32, function: EventCallback, data: HostPointer) {
        let mut state = self.state.lock();
        match state.status <= trigger {
            true => self.defer(trigger, state.status, function, data),
            false => state.callbacks.push((trigger, function, data)),
        }
    }

    /// Defers the callback, which receives the requested status, or the error code.
    fn defer(&self, trigger: i32, status: i32, function: EventCallback, data: HostPointer) {
        let status = if status < 0 { status } else { trigger };
        push(Deferred::Event(function, self.handle(), status, data));
    }

    /// Whether the event has ended; if it has not, registers the queue to be resumed when it ends.
    pub fn ended_or_wakes(&self, queue: Arc<dyn Waiter>) -> bool {
        let mut state = self.state.lock();
        let ended = state.status <= CL_COMPLETE;
        let mut waiting = state.waiting.iter();
        if !ended && !waiting.any(|waiting| waiting.handle() == queue.handle()) {
            state.waiting.push(queue);
        }
        ended
    }

    /// Waits until the event has ended.
    pub fn wait(&self) {
        let mut state = self.state.lock();
        let running = |state: &mut State| state.status > CL_COMPLETE;
        self.changed.wait_while(&mut state, running);
    }

    /// Refuses an event that has failed.
    ///
    /// # Errors
    /// `CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST`.
    pub fn check(&self) -> Result<()> {
        match self.status() < 0 {
            true => Err(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST),
            false => Ok(()),
        }
    }
}
