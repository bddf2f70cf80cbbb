//! Describes a unit of one's own in Rust, prints its Verilog and counts its storage.
//!
//!     cargo run -p heddle-examples --bin describe_module

use heddle_contract::terms::Terms;
use heddle_contract::{
    Config, ParamError, Path, Property, Signals, System, Timing, Unit, params, ports,
};
use heddle_hdl::{Design, Drives, Hardware, ModuleBuilder, Reads};
use std::error::Error;

params! {
    /// Parameters of [`WarpVote`].
    pub struct Params of WarpVote from config {
        /// threads of a warp
        lanes: usize(2 to 64) = config.core.warp_size;
    }
}

ports! {
    /// Ports into the vote.
    pub struct In(p: Params) {
        group "request";
        /// a vote is requested
        vote: bit;
        /// lanes that take part
        active: bits(p.lanes() as u32);
        /// lanes whose predicate holds
        predicate: bits(p.lanes() as u32);
    }
}

ports! {
    /// Ports out of the vote.
    pub struct Out(p: Params) {
        group "answer";
        /// every active lane agrees
        all: bit;
        /// some active lane agrees
        any: bit;
        /// active lanes whose predicate holds
        ballot: bits(p.lanes() as u32);
    }
}

/// Votes of a warp, answered in the next cycle.
#[derive(Clone, Copy, Debug)]
pub struct WarpVote;

impl Unit for WarpVote {
    const NAME: &'static str = "warp_vote";
    const SUMMARY: &'static str = "whether all or any active lanes of a warp agree";
    const SOURCE: &'static str = "an example";
    const SYSTEM: System = System::Stackless;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(config)
    }

    fn timing(_: &Params) -> Timing {
        let latency = "the answer follows in the next cycle and is held until the next vote";
        Timing::new(latency, "a vote each cycle")
    }

    fn combinational(_: &Params) -> Vec<Path> {
        Vec::new()
    }

    fn assumptions(_: &Params, i: &In<Terms>, _: &Out<Terms>) -> Vec<Property> {
        let says = "a vote has an active lane";
        vec![Property::new(says, !i.vote | i.active.any())]
    }

    fn corners(_: &Params, i: &In<Terms>, _: &Out<Terms>) -> Vec<Property> {
        let nobody = (i.active & i.predicate).none();
        vec![Property::new("nobody agrees", i.vote & nobody)]
    }
}

impl Hardware for WarpVote {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        m.section("Lanes that agree, and lanes that take part but do not.");
        let ballot = (input.active & input.predicate).named("ballot_next");
        let against = (input.active & !input.predicate).named("against");

        m.section("The answer.");
        let all = m.register("all", 1).reset(0);
        let any = m.register("any", 1).reset(0);
        let held = m.register("ballot", p.lanes() as u32).reset(0);
        all.next_when(input.vote, !against.any());
        any.next_when(input.vote, ballot.any());
        held.next_when(input.vote, ballot);
        output.all.set(*all);
        output.any.set(*any);
        output.ballot.set(*held);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let machine = Config::preset("fung2009")?;
    let design = Design::of::<WarpVote>(&WarpVote::params(&machine)?)?;
    let module = design.top();
    println!("{}", module.verilog);
    println!("{} bits of registers", module.register_bits());
    Ok(())
}
