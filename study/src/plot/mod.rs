//! Charts as SVG text. Equal numbers give equal bytes.
//!
//! Text and rules are plain black in the files. A page may restyle them (`[fill="#000000"]`), because
//! nothing else is black.

mod areas;
mod bars;
mod canvas;
mod lines;
pub mod panel;
mod scatter;

pub use areas::areas;
pub use bars::{clustered, grouped, stacked};
pub use canvas::{Paint, Series};
pub use lines::{Curve, lines};
pub use scatter::scatter;
