//! A page that compares a paper's results with those of the golden GPU.
//!
//! Data files in a folder for each paper describe the page: `experiments.toml` (figures and tables, and the runs behind them),
//! `paper.toml` (facts about the paper, its programs, and the numbers that it prints), `ablations.toml` (why some numbers come out
//! differently), and for some papers `printed.toml` and `uncompared.toml` (everything that it prints, and why some of it is compared with
//! no run). [`Data`] are these files. [`Contents`] are the chosen experiments and their runs. [`Lab`] has the results of the runs,
//! [`Measure`] reads numbers from them, [`compare`] compares a printed number with Heddle's, [`Figure`] draws, and [`render`] writes the
//! page. [`Index`] are the pages of several papers.

mod contents;
mod data;
mod figure;
mod headline;
mod index;
mod lab;
mod measure;
mod page;
mod printed;
mod reduction;
mod render;

pub use contents::Contents;
pub use data::{Data, Experiment, Headline};
pub use figure::{Chart, Figure, Rows};
pub use headline::{Change, Compared, Explained, Found, Why, Without, cells_of, compare};
pub use index::Index;
pub use lab::{Added, Lab, Machines};
pub use measure::Measure;
pub use page::{Counts, Page, Row, Second};
pub use printed::PrintedRow;
pub use render::{render, render_index};
