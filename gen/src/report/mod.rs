//! The page of `heddle report`: what a paper printed, and what the golden GPU says.
//!
//! Three data files in a folder for each paper say what there is: `experiments.toml` (figures and
//! tables, and the runs behind them), `paper.toml` (what the paper is, its programs, and the numbers
//! that are printed), `ablations.toml` (why some come out differently). [`data`] reads them, [`lab`]
//! has the runs made, [`measure`] reads numbers out of runs, [`reduction`] compares two of them,
//! [`headline`] holds a printed number against ours, [`figure`] draws, [`page`] puts it together.

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
