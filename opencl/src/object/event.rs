//! Events: how far a command is, and when it was there.

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

/// When a command was where, in cycles of the device.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    /// When it was enqueued.
    pub queued: u64,
    /// When the device could have begun with it.
    pub submitted: u64,
    /// When it began.
    pub start: u64,
    /// When it ended.
    pub end: u64,
}

/// A queue, as far as events know it.
pub trait Waiter: Send + Sync {
    /// Its handle.
    fn handle(&self) -> Handle;

    /// What it was created with.
    fn properties(&self) -> u64;

    /// Runs what is ready, and says who waited for that.
    fn resume(self: Arc<Self>) -> Vec<Arc<dyn Waiter>>;
}

/// How far something is that commands can wait for: a command, or what the program says.
pub struct Event {
    tag: Tag,
    /// Its context.
    pub context: Arc<Context>,
    /// The command's queue; none of an event of the program's own.
    pub queue: Option<Arc<dyn Waiter>>,
    /// What kind of command it is.
    pub kind: u32,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// One of the four of OpenCL, or an error.
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
    /// The event of a command that is enqueued.
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

    /// An event of the program's own.
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

    /// Gives the program the event if it wants it.
    pub fn give(self: &Arc<Self>, to: &Out<Handle>) {
        if !to.is_null() {
            to.set(hand_out(self));
        }
    }

    /// How far it is: one of the four of OpenCL, or an error.
    pub fn status(&self) -> i32 {
        self.state.lock().status
    }

    /// When it was where.
    pub fn times(&self) -> Times {
        self.state.lock().times
    }

    /// Changes the times.
    pub fn note(&self, change: impl FnOnce(&mut Times)) {
        change(&mut self.state.lock().times);
    }

    /// Goes on to a status, and says which queues waited for that. None if the event has ended, which stays as it is.
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

    /// Calls the program when the event has come so far; at once if it has.
    pub fn on(&self, trigger: i32, function: EventCallback, data: HostPointer) {
        let mut state = self.state.lock();
        match state.status <= trigger {
            true => self.defer(trigger, state.status, function, data),
            false => state.callbacks.push((trigger, function, data)),
        }
    }

    /// The program hears of the status that it asked for, or of the error.
    fn defer(&self, trigger: i32, status: i32, function: EventCallback, data: HostPointer) {
        let status = if status < 0 { status } else { trigger };
        push(Deferred::Event(function, self.handle(), status, data));
    }

    /// Whether the event has ended; if it has not, the queue is among those that wait for it from now on.
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
