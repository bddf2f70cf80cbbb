//! A page that compares a paper's results with those of the golden GPU.
//!
//! Three data files in a folder for each paper describe the page: `experiments.toml` (figures and
//! tables, and the runs behind them), `paper.toml` (facts about the paper, its programs, and the numbers
//! that it prints), `ablations.toml` (why some numbers come out differently). [`Data`] are
//! these files. [`Contents`] are the chosen experiments and their runs. [`Lab`] has the results of the runs, [`Measure`] reads
//! numbers from them, [`compare`] compares a printed number with Heddle's, [`Figure`] draws, and [`render`] writes the page.

mod contents;
mod data;
mod figure;
mod headline;
mod lab;
mod measure;
mod page;
mod reduction;

pub use contents::Contents;
pub use data::{Data, Experiment, Headline};
pub use figure::{Chart, Figure, Rows};
pub use headline::{Change, Compared, cells_of, compare};
pub use lab::{Lab, Machines};
pub use measure::Measure;
pub use page::{Explained, Page, render};
