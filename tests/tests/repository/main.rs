//! What holds of the repository as a whole: its crates, sources, scripts and pages. Names of decisions and of sources lead
//! somewhere, and dependencies are those that the licence of the whole allows.

mod circles;
mod contents;
mod decisions;
mod defined_once;
mod dependencies;
mod explained;
mod files;
mod glossary;
mod instructions;
mod layers;
mod limits;
mod mechanism_lists;
mod packages;
mod published;
mod readers;
mod releases;
mod rust_sources;
mod scripts;
mod sources;
mod twins;
mod unsafe_code;
