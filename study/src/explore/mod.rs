//! Which hardware to build: the Pareto front of cost and speed of many machines, without running all of them in full.
//!
//! A [`Space`] names mechanisms, keys of the machine and values of each. [`Points`] are the machines of a space that can be built
//! within a budget of bits, which is known before any run. A [`FrontSearch`] runs all of them on the first cycles of the programs, drops
//! those that cannot be on the front, gives the others more cycles, and spends whole runs on the best until the front no longer
//! changes (`search.rs`). It asks an [`Evaluator`] for measurements, so that it can be tested without simulations; [`Runs`] answers
//! with runs that are kept. An [`Answer`] is what users read: the front, what bounds each of its points, and how well short runs
//! foretold whole ones.

mod aim;
mod answer;
mod bounds;
mod estimate;
mod evaluator;
mod front;
mod ledger;
mod page;
mod point;
mod rank;
mod runs;
mod search;
mod silicon;
mod space;

pub use aim::{Aim, Mean};
pub use answer::{Answer, Asked, FrontPoint};
pub use bounds::{Bound, Reconvergence, bounds, points as bound_points};
pub use evaluator::{Ask, Evaluator, Measured, Stage, Usage};
pub use front::front;
pub use page::render_front;
pub use point::{CostOf, Dropped, Point, Points};
pub use rank::spearman;
pub use runs::{Needs, Runs};
pub use search::{
    Candidate, Checked, Found, FrontSearch, Plan as SearchPlan, Tried, WindowQuality,
};
pub use silicon::{Silicon, Synthesis};
pub use space::{Setting, Space, SpaceError};
