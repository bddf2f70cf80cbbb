//! Queues: commands run in the order in which they were enqueued, one after the other, in the thread of the host program
//! that makes them ready (HST-1). Out-of-order queues do the same (HST-20).
//!
//! A command is ready when it is the first of its queue and the events that it waits for have ended. The thread that
//! enqueues a command runs it at once if it is ready. Otherwise the command runs in the thread that ends the last of these
//! events, or in the thread that runs the preceding command. At most one thread at a time runs commands of a queue.

use super::Context;
use super::event::{Event, Waiter};
use super::registry::{Object, Tag};
use crate::answer::{Code, Result};
use crate::border::Handle;
use crate::gpu::{self, Gpu};
use opencl_sys::{
    CL_COMPLETE, CL_INVALID_COMMAND_QUEUE, CL_OUT_OF_RESOURCES, CL_RUNNING, CL_SUBMITTED,
};
use parking_lot::{Condvar, Mutex};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// The work of a command on the device. It is called once, and dropped after the device is unlocked: the work may hold the
/// last reference to a buffer, and the buffer's `drop` returns its memory to the device.
pub type Work = Box<dyn FnMut(&mut Gpu) -> Result<()> + Send>;

/// A command of a queue.
pub struct Command {
    /// The event of the command.
    pub event: Arc<Event>,
    /// Events that must have ended before the command runs.
    pub after: Vec<Arc<Event>>,
    /// The work of the command.
    pub work: Work,
}

/// A queue of the device.
pub struct Queue {
    tag: Tag,
    /// Its context.
    pub context: Arc<Context>,
    /// The modes at creation, `CL_QUEUE_..._ENABLE`.
    pub modes: u64,
    /// The list of properties at creation, including the terminating 0; empty if none was given.
    pub properties: Vec<u64>,
    state: Mutex<State>,
    idle: Condvar,
}

#[derive(Default)]
struct State {
    pending: VecDeque<Command>,
    /// Whether a thread runs a command.
    running: bool,
    /// Whether a launch of this queue has failed: the memory of the device is then not as the host program intended (HST-8).
    failed: bool,
}

impl Object for Queue {
    const INVALID: Code = CL_INVALID_COMMAND_QUEUE;

    fn tag(&self) -> &Tag {
        &self.tag
    }
}

impl Queue {
    /// A queue without commands.
    pub fn new(context: Arc<Context>, modes: u64, properties: Vec<u64>) -> Queue {
        Queue {
            tag: Tag::new(),
            context,
            modes,
            properties,
            state: Mutex::default(),
            idle: Condvar::new(),
        }
    }

    /// Refuses a queue that accepts no more commands.
    ///
    /// # Errors
    /// `CL_OUT_OF_RESOURCES` after a launch that failed.
    pub fn check(&self) -> Result<()> {
        match self.state.lock().failed {
            true => Err(CL_OUT_OF_RESOURCES),
            false => Ok(()),
        }
    }

    /// Makes the queue refuse all further commands.
    pub fn fail(&self) {
        self.state.lock().failed = true;
    }

    /// Appends a command, and runs all ready commands.
    pub fn push(self: &Arc<Self>, command: Command) {
        self.state.lock().pending.push_back(command);
        run_ready(vec![self.clone()]);
    }

    /// Waits until the queue is empty.
    pub fn wait(&self) {
        let mut state = self.state.lock();
        let busy = |state: &mut State| state.running || !state.pending.is_empty();
        self.idle.wait_while(&mut state, busy);
    }

    /// Takes the first command, if it is ready and no thread runs a command of the queue. No other thread can take a command
    /// until [`Queue::rest`].
    fn take_ready(self: &Arc<Self>) -> Option<Command> {
        let mut state = self.state.lock();
        if state.running {
            return None;
        }
        let mut after = state.pending.front()?.after.iter();
        if !after.all(|event| event.ended_or_wakes(self.clone())) {
            return None;
        }
        state.running = true;
        state.pending.pop_front()
    }

    /// Runs a command, and returns the queues that waited for it.
    fn run(&self, mut command: Command) -> Vec<Arc<dyn Waiter>> {
        let event = &command.event;
        event.note(|times| times.submitted = gpu::now());
        event.advance(CL_SUBMITTED);
        let status = match self.allowed(&command).and_then(|()| execute(&mut command)) {
            Ok(()) => CL_COMPLETE,
            Err(code) => code,
        };
        let event = command.event.clone();
        // Buffers that only the command held are freed before the host program learns that the command has ended.
        drop(command);
        event.advance(status).unwrap_or_default()
    }

    /// Refuses a command if a launch ahead of it, or an event that it waits for, has failed.
    fn allowed(&self, command: &Command) -> Result<()> {
        self.check()?;
        command.after.iter().try_for_each(|event| event.check())
    }

    fn rest(&self) {
        self.state.lock().running = false;
        self.idle.notify_all();
    }
}

impl Waiter for Queue {
    fn handle(&self) -> Handle {
        Object::handle(self)
    }

    fn modes(&self) -> u64 {
        self.modes
    }

    fn resume(self: Arc<Self>) -> Vec<Arc<dyn Waiter>> {
        let mut waiters = Vec::new();
        while let Some(command) = self.take_ready() {
            waiters.extend(self.run(command));
            self.rest();
        }
        waiters
    }
}

/// Runs all ready commands of these queues, and of the queues that become ready thereby.
pub fn run_ready(mut queues: Vec<Arc<dyn Waiter>>) {
    while let Some(queue) = queues.pop() {
        queues.extend(queue.resume());
    }
}

/// Does the work of a command, with the device locked. A panic is a bug in the library; the command ends with an error.
fn execute(command: &mut Command) -> Result<()> {
    command.event.advance(CL_RUNNING);
    let mut gpu = gpu::lock()?;
    let start = gpu::now();
    let done = catch_unwind(AssertUnwindSafe(|| (command.work)(&mut gpu)));
    let end = gpu::now();
    command
        .event
        .note(|times| (times.start, times.end) = (start, end));
    done.unwrap_or(Err(CL_OUT_OF_RESOURCES))
}
