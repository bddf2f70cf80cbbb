//! What the files of the repository promise each other: names of decisions and of sources lead somewhere, and dependencies are
//! those that the licence of the whole allows.

mod decisions;
mod dependencies;
mod files;
mod glossary;
mod sources;
mod unsafe_code;
