//! Instructions: decoded, routed to pipes, executed.

pub mod code;
pub mod issue;
pub mod pipes;
pub mod run;
