//! The page of `heddle report`: a paper's results, and those of the golden GPU.
//!
//! Three data files in a folder for each paper describe the page: `experiments.toml` (figures and
//! tables, and the runs behind them), `paper.toml` (facts about the paper, its programs, and the numbers
//! that it prints), `ablations.toml` (why some numbers come out differently). [`data`] reads them, [`lab`]
//! has the runs made, [`measure`] reads numbers from runs, [`reduction`] compares two runs,
//! [`headline`] compares a printed number with Heddle's, [`figure`] draws, and [`page`] assembles the page.

mod data;
mod figure;
mod headline;
mod lab;
mod measure;
mod page;
mod reduction;

pub use data::{Data, Experiment, Headline};
pub use figure::Figure;
pub use headline::{Change, cells_of, compare};
pub use lab::{Lab, Machines};
pub use page::{Explained, Page, render};
