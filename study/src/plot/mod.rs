//! Charts as SVG text: [`panel`]s of a comparison, and the wider ones of the figures of a paper and of the front of a search.
//! Equal numbers give equal bytes.
//!
//! They are drawn here and by no library: a reader's scheme of colours and a screen reader need classes, roles and words, which libraries of
//! charts do not write.

mod areas;
mod bars;
mod frame;
mod lines;
pub mod panel;
mod scatter;

pub use areas::areas;
pub use bars::{clustered, grouped, stacked};
pub use frame::{Paint, Series};
pub use lines::{Curve, lines};
pub use scatter::scatter;
