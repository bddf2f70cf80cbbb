//! Charts as SVG text, the same bytes for the same numbers.
//!
//! Text and rules are plain black in the files; a page may restyle them (`[fill="#000000"]`), as
//! nothing else is black.

mod areas;
mod bars;
mod canvas;
mod lines;

pub use areas::areas;
pub use bars::{clustered, grouped, stacked};
pub use canvas::{Paint, Series};
pub use lines::{Curve, lines};
