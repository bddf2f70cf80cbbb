//! What holds of the repository as a whole: its crates, sources, scripts and pages.

mod circles;
mod explained;
mod instructions;
mod layers;
mod limits;
mod packages;
mod readers;
mod scripts;
mod twins;
