# {module}: inputs arrive, and outputs are taken, a quarter of the clock period away from the edge.
# {clock_note}
create_clock -name clk -period {period_ns} {clock_ports}
set_input_delay  [expr {period_ns} / 4.0] -clock clk [all_inputs -no_clocks]
set_output_delay [expr {period_ns} / 4.0] -clock clk [all_outputs]
