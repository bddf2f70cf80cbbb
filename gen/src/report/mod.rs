//! The page of `heddle report`: what fung2009 printed, and what the golden GPU says.
//!
//! Three data files say what there is: `experiments.toml` (figures and tables, and the runs behind
//! them), `paper.toml` (the numbers that are printed), `ablations.toml` (why some come out
//! differently). [`data`] reads them, [`lab`] has the runs made, [`measure`] reads numbers out of
//! runs, [`headline`] holds a printed number against ours, [`figure`] draws, [`page`] puts it
//! together.

mod data;
mod figure;
mod headline;
mod lab;
mod measure;
mod page;

pub use data::{Data, Experiment, Headline, workloads};
pub use figure::Figure;
pub use headline::{Change, cells_of, compare};
pub use lab::{Lab, Machines};
pub use page::{Explained, Page, render};
