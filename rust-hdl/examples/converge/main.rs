//! Simulates a rust-hdl design around Heddle's `unified_arbiter` and prints its Verilog.
//!
//! `cargo run -p heddle-rust-hdl --example converge`

mod design;
#[path = "../../generated/unified_arbiter.rs"]
#[rustfmt::skip]
mod unified_arbiter;

use design::Converge;
use heddle_rust_hdl::rust_hdl_core::prelude::*;

fn main() {
    let start = [0, 3, 6, 9];
    let mut top = Converge::new(start);
    top.connect_all();
    check_all(&top).expect("rust-hdl's checks");
    println!("{}", generate_verilog(&top));

    let mut simulation = simple_sim!(Converge, clock, 100_000_000_u64, sim, {
        let mut top = sim.init()?;
        top.limit.next = 12.into();
        top.reset.next = true;
        wait_clock_cycle!(sim, clock, top);
        top.reset.next = false;
        top = sim.watch(|top| top.done.val(), top)?;
        println!(
            "// {} threads, {} steps",
            start.len(),
            top.steps.val().to_u16()
        );
        sim.done(top)
    });
    let deadline = 10 * sim_time::ONE_MICROSECOND;
    simulation
        .run(Box::new(Converge::new(start)), deadline)
        .expect("it ends");
}
