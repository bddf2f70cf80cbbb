// demonstrator_tb: presses the buttons of demonstrator, in Icarus Verilog and in Verilator.
// Options: +cycles=N to run; +reset=N, +corrupt=N, +drop=N: the cycle in which a button is pressed,
//          0 for never. The reset is pressed at the start in any case. +trace=FILE gets a line for
//          each cycle.
// Result:  names and numbers. `unknown` counts cycles in which LEDs or handshakes are X, `illegal`
//          those in which the traffic breaks an assumption of the scheduler's contract.
`timescale 1ns / 1ps
`default_nettype none

module demonstrator_tb #(
    parameter LAUNCH_BITS = 10  // short launches, for short simulations
);
    `include "machine.vh"
    `include "contract.vh"

    localparam PRESSED = 8;  // cycles
    localparam CLOCK_NS = 40;

    reg         clk = 1'b0;
    reg         reset_button = 1'b1;
    reg         corrupt_button = 1'b0;
    reg         drop_button = 1'b0;
    wire [7:0]  led;
    wire        wifi_gpio0;

    demonstrator #(
        .LAUNCH_BITS(LAUNCH_BITS),
        .BEAT_BIT(5),
        .SHOWN_BIT(2)
    ) dut (
        .clk_i(clk),
        .reset_button_i(reset_button),
        .corrupt_button_i(corrupt_button),
        .drop_button_i(drop_button),
        .led_o(led),
        .wifi_gpio0_o(wifi_gpio0)
    );

    // What the contract asks of the traffic.
    wire [ASSUMPTIONS-1:0] assumptions;
    wire [CORNERS-1:0]     corners;

    dwf_subsystem_checker u_contract (
        .clk_i(clk),
        .rst_i(dut.rst),
        .configure_i(1'b0),
        .spill_offset_i({ADDRESS_BITS{1'b0}}),
        .commit_i(dut.commit & ~dut.drop),
        .commit_lanes_i(dut.commit_lanes),
        .commit_tid_i(dut.commit_tid),
        .commit_pc_i(dut.commit_pc),
        .issue_ready_i(dut.issue_ready),
        .write_ready_i(dut.write_ready),
        .fetch_ready_i(dut.fetch_ready),
        .back_i(dut.back),
        .back_pc_i(dut.back_pc),
        .back_tid_i(dut.back_tid),
        .init_done_o(dut.init_done),
        .commit_ready_o(dut.scheduler_commit_ready),
        .issue_o(dut.issue),
        .issue_warp_o(dut.issue_warp),
        .issue_pc_o(dut.issue_pc),
        .issue_lanes_o(dut.issue_lanes),
        .issue_tid_o(dut.scheduler_issue_tid),
        .write_o(dut.write),
        .write_address_o(dut.write_address),
        .write_pc_o(dut.write_pc),
        .write_tid_o(dut.write_tid),
        .fetch_o(dut.fetch),
        .fetch_address_o(dut.fetch_address),
        .back_ready_o(dut.back_ready),
        .pool_free_o(dut.pool_free),
        .groups_o(dut.groups),
        .spilled_o(dut.spilled),
        .fetching_o(dut.fetching),
        .waiting_o(dut.waiting),
        .hold_o(dut.hold),
        .insert_o(dut.insert),
        .merges_o(dut.merges),
        .creations_o(dut.creates),
        .conflicts_o(dut.conflicts),
        .evictions_o(dut.evictions),
        .forward_o(dut.forward),
        .assumptions_o(assumptions),
        .corners_o(corners)
    );

    wire [5:0] handshakes = {dut.commit, dut.commit_ready, dut.issue, dut.issue_ready, dut.write,
                             dut.back};

    // Options.
    reg [63:0]    cycles;
    reg [63:0]    reset_at;
    reg [63:0]    corrupt_at;
    reg [63:0]    drop_at;
    reg [255*8:0] trace_name;
    integer       trace;

    // Counts.
    reg [63:0]    cycle;
    reg [63:0]    unknown;
    reg [63:0]    illegal;
    reg [63:0]    launches;
    reg [63:0]    issued;
    reg [63:0]    threads;
    reg [63:0]    merged;
    reg [63:0]    spilled;
    reg [63:0]    drained;
    reg [63:0]    longest_drain;
    reg [63:0]    fault_at;
    reg           was_draining;
    integer       lane;

    // The button is pressed from a cycle on.
    function pressed(input [63:0] at);
        pressed = at != 0 && cycle >= at && cycle < at + PRESSED;
    endfunction

    // Numbers that are not given are 0.
    initial begin
        cycle = 0;
        unknown = 0;
        illegal = 0;
        launches = 0;
        issued = 0;
        threads = 0;
        merged = 0;
        spilled = 0;
        drained = 0;
        longest_drain = 0;
        fault_at = 0;
        was_draining = 1'b0;
        if (!$value$plusargs("cycles=%d", cycles)) cycles = 1000;
        if (!$value$plusargs("reset=%d", reset_at)) reset_at = 0;
        if (!$value$plusargs("corrupt=%d", corrupt_at)) corrupt_at = 0;
        if (!$value$plusargs("drop=%d", drop_at)) drop_at = 0;
        trace = 0;
        if ($value$plusargs("trace=%s", trace_name)) trace = $fopen(trace_name, "w");
    end

    always #(CLOCK_NS / 2) clk = ~clk;

    // Buttons change away from the clock edge.
    always @(negedge clk) begin
        reset_button   = cycle < PRESSED || pressed(reset_at);
        corrupt_button = pressed(corrupt_at);
        drop_button    = pressed(drop_at);
    end

    // Each clock edge counts what it samples, once the first press has come through its registers.
    always @(posedge clk) begin
        if (cycle >= PRESSED) begin
            if (^{led, wifi_gpio0, handshakes, dut.fetch, dut.init_done} === 1'bx) begin
                unknown = unknown + 1;
            end
            if (~dut.rst & ~&assumptions) illegal = illegal + 1;
            if (was_draining & ~dut.draining) launches = launches + 1;
            was_draining = dut.draining;
            drained = dut.draining ? drained + 1 : 0;
            if (drained > longest_drain) longest_drain = drained;
            if (dut.issued) issued = issued + 1;
            for (lane = 0; lane < (1 << LANE_BITS); lane = lane + 1) begin
                if (dut.issued & dut.issue_lanes[lane]) threads = threads + 1;
            end
            if (dut.insert) merged = merged + {62'd0, dut.merges};
            if (dut.write & dut.write_ready) spilled = spilled + 1;
            if (led[7] & fault_at == 0) fault_at = cycle;
            if (trace != 0) begin
                $fwrite(trace, "%b %b", led, handshakes);
                if (dut.commit) $fwrite(trace, " %h %h", dut.commit_tid, dut.commit_pc);
                if (dut.issue) $fwrite(trace, " %h %h", dut.issue_tid, dut.issue_pc);
                $fwrite(trace, "\n");
            end
        end
        cycle = cycle + 1;
        if (cycle == cycles) begin
            if (trace != 0) $fclose(trace);
            $display("cycles %0d launches %0d", cycles, launches);
            $display("issued %0d threads %0d", issued, threads);
            $display("merged %0d spilled %0d longest_drain %0d", merged, spilled, longest_drain);
            $display("unknown %0d illegal %0d fault %0d", unknown, illegal, dut.fault);
            $display("fault_at %0d", fault_at);
            $finish;
        end
    end
endmodule

`default_nettype wire
