//! The contract of every hardware unit of Heddle, written once and shared by the unit's two implementations.
//!
//! A [`Unit`] names its parameters, its ports, its timing and its source. The golden model
//! (`heddle-units`) and the RTL (`heddle-hdl`) implement it independently of each other; the Verilog
//! header, the co-simulation border and the comparison are derived from it, so no port list is
//! written twice.
//!
//! # The cycle contract
//!
//! Inputs are sampled before the clock edge, outputs are valid before the clock edge, state
//! commits at the edge. The traits [`Behaviour`] and [`Golden`] express the same.
//!
//! This crate holds no behaviour: assumptions and corners are expressions over ports ([`terms`]),
//! evaluated by stimuli and comparisons.
#![forbid(unsafe_code)]

// The code of `#[derive(Words)]` names this crate.
extern crate self as heddle_contract;

pub mod config;
mod cycle;
mod excerpt;
pub mod hardware;
mod info;
mod mask;
mod params;
mod port_copier;
mod ports;
pub mod sources;
pub mod terms;
mod unit;
pub mod units;
pub mod words;

pub use config::Config;
pub use cycle::{Behaviour, Golden};
pub use excerpt::{Excerpt, at_key};
pub use info::{Rule, UnitInfo};
pub use mask::bits;
pub use params::{
    Param, ParamError, Parameters, once_each, require, require_divisor, require_power_of_two,
};
pub use port_copier::PortCopier;
pub use ports::{
    Border, Bundle, Direction, Kind, Make, Port, Signals, Values, Visit, VisitMut, pack, port_list,
    unpack, words,
};
pub use unit::{Answer, Path, Properties, Property, System, Timing, Unit};
pub use words::Words;
