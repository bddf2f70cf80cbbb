// demonstrator: dwf_subsystem between a traffic generator and a checker, for an FPGA board.
// Reset:   A counter releases the reset 2^RESET_BITS cycles after the reset button. On an ECP5 a
//          flip-flop whose reset value is 0 is 0 after configuration, so the same counter is the
//          power-on reset (DEM-4). A simulation begins with an unknown counter and presses the button.
// LEDs:    7 fault; 6 a launch runs; 5 heartbeat; 4 changes with each launch that has ended;
//          3:0 bits of the number of issued warps, after a fault its code (conservation_checker.v).
`default_nettype none

module demonstrator #(
    parameter RESET_BITS  = 6,
    parameter LAUNCH_BITS = 16,  // cycles of a launch until it drains, as a power of two
    parameter BEAT_BIT    = 23,  // of a counter of cycles: the heartbeat
    parameter SHOWN_BIT   = 20   // of the number of issued warps: the lowest one that is shown
) (
    input  wire       clk_i,
    input  wire       reset_button_i,
    input  wire       corrupt_button_i,  // the next issued warp has a wrong thread in lane 0
    input  wire       drop_button_i,     // the next commit does not reach the scheduler (DEM-3)
    output wire [7:0] led_o,
    output wire       wifi_gpio0_o       // kept high for the ULX3S, see ulx3s.lpf
);
    `include "machine.vh"

    localparam LANES = 1 << LANE_BITS;
    localparam TIDS  = LANES * TID_BITS;
    localparam PCS   = LANES * PC_BITS;

    // Buttons: two registers against metastability, a third one for the edge.
    reg [1:0] reset_button_q;
    reg [2:0] corrupt_button_q;
    reg [2:0] drop_button_q;

    always @(posedge clk_i) begin
        reset_button_q   <= {reset_button_q[0], reset_button_i};
        corrupt_button_q <= {corrupt_button_q[1:0], corrupt_button_i};
        drop_button_q    <= {drop_button_q[1:0], drop_button_i};
    end

    reg  [RESET_BITS:0] reset_count_q;
    wire                rst = ~reset_count_q[RESET_BITS];

    always @(posedge clk_i) begin
        if (reset_button_q[1]) begin
            reset_count_q <= {RESET_BITS+1{1'b0}};
        end else if (rst) begin
            reset_count_q <= reset_count_q + 1'b1;
        end
    end

    // What the generator commits and takes.
    wire               init_done;
    wire               occupied;
    wire               draining;
    wire [7:0]         launch;
    wire [31:0]        random;
    wire               commit;
    wire [LANES-1:0]   commit_lanes;
    wire [TIDS-1:0]    commit_tid;
    wire [PCS-1:0]     commit_pc;
    wire               commit_ready;
    wire               issue;
    wire [TIDS-1:0]    issue_tid;
    wire [PC_BITS-1:0] issue_pc;
    wire               issue_ready;

    traffic_generator #(
        .LANE_BITS(LANE_BITS),
        .WARPS(WARPS),
        .TID_BITS(TID_BITS),
        .PC_BITS(PC_BITS),
        .LAUNCH_BITS(LAUNCH_BITS)
    ) u_traffic_generator (
        .clk_i(clk_i),
        .rst_i(rst),
        .init_done_i(init_done),
        .occupied_i(occupied),
        .draining_o(draining),
        .launch_o(launch),
        .random_o(random),
        .commit_o(commit),
        .commit_lanes_o(commit_lanes),
        .commit_tid_o(commit_tid),
        .commit_pc_o(commit_pc),
        .commit_ready_i(commit_ready),
        .issue_i(issue),
        .issue_pc_i(issue_pc),
        .issue_tid_i(issue_tid),
        .issue_ready_o(issue_ready)
    );

    // Faults that buttons put between the scheduler and its surroundings: a bit of the thread that
    // is issued in lane 0; a commit that is taken and that the scheduler does not see, from its
    // first cycle on.
    reg             corruption_q;
    reg             drop_armed_q;
    reg             drop_q;
    wire            drop   = drop_q & commit;
    wire            issued = issue & issue_ready;
    wire            scheduler_commit_ready;
    wire [TIDS-1:0] scheduler_issue_tid;

    always @(posedge clk_i) begin
        if (rst) begin
            corruption_q <= 1'b0;
            drop_armed_q <= 1'b0;
            drop_q       <= 1'b0;
        end else begin
            corruption_q <= (corruption_q & ~issued) | (corrupt_button_q[1] & ~corrupt_button_q[2]);
            drop_armed_q <= (drop_armed_q & ~drop_q) | (drop_button_q[1] & ~drop_button_q[2]);
            drop_q       <= drop_q ? ~commit : drop_armed_q & (~commit | commit_ready);
        end
    end

    assign commit_ready = drop | scheduler_commit_ready;
    assign issue_tid    = scheduler_issue_tid ^ ({{TIDS-1{1'b0}}, corruption_q} << LANE_BITS);

    // The scheduler, with registers in front of its memory.
    wire [POOL_BITS-1:0]     issue_warp;
    wire [LANES-1:0]         issue_lanes;
    wire                     write;
    wire [ADDRESS_BITS-1:0]  write_address;
    wire [PC_BITS-1:0]       write_pc;
    wire [TIDS-1:0]          write_tid;
    wire                     write_ready;
    wire                     fetch;
    wire [ADDRESS_BITS-1:0]  fetch_address;
    wire                     fetch_ready;
    wire                     back;
    wire [PC_BITS-1:0]       back_pc;
    wire [TIDS-1:0]          back_tid;
    wire                     back_ready;
    wire [FREE_BITS-1:0]     pool_free;
    wire [GROUPS_BITS-1:0]   groups;
    wire [PLACE_BITS-1:0]    spilled;
    wire [FETCHING_BITS-1:0] fetching;
    wire                     waiting;
    wire                     hold;
    wire                     insert;
    wire [1:0]               merges;
    wire [1:0]               creates;
    wire [1:0]               conflicts;
    wire [1:0]               evictions;
    wire                     forward;

    dwf_subsystem u_dwf_subsystem (
        .clk_i(clk_i),
        .rst_i(rst),
        .configure_i(1'b0),
        .spill_offset_i({ADDRESS_BITS{1'b0}}),
        .commit_i(commit & ~drop),
        .commit_lanes_i(commit_lanes),
        .commit_tid_i(commit_tid),
        .commit_pc_i(commit_pc),
        .issue_ready_i(issue_ready),
        .write_ready_i(write_ready),
        .fetch_ready_i(fetch_ready),
        .back_i(back),
        .back_pc_i(back_pc),
        .back_tid_i(back_tid),
        .init_done_o(init_done),
        .commit_ready_o(scheduler_commit_ready),
        .issue_o(issue),
        .issue_warp_o(issue_warp),
        .issue_pc_o(issue_pc),
        .issue_lanes_o(issue_lanes),
        .issue_tid_o(scheduler_issue_tid),
        .write_o(write),
        .write_address_o(write_address),
        .write_pc_o(write_pc),
        .write_tid_o(write_tid),
        .fetch_o(fetch),
        .fetch_address_o(fetch_address),
        .back_ready_o(back_ready),
        .pool_free_o(pool_free),
        .groups_o(groups),
        .spilled_o(spilled),
        .fetching_o(fetching),
        .waiting_o(waiting),
        .hold_o(hold),
        .insert_o(insert),
        .merges_o(merges),
        .creations_o(creates),
        .conflicts_o(conflicts),
        .evictions_o(evictions),
        .forward_o(forward)
    );

    wire unused_counters = &{1'b0, issue_warp, pool_free, groups, spilled, fetching, waiting, hold,
                             insert, merges, creates, conflicts, evictions, forward, launch[7:1],
                             random[31:3], random[1:0]};

    spill_memory #(
        .PLACE_BITS(PLACE_BITS),
        .PLACE_BYTES(PLACE_BYTES),
        .ADDRESS_BITS(ADDRESS_BITS),
        .WARP_BITS(PC_BITS + TIDS)
    ) u_spill_memory (
        .clk_i(clk_i),
        .rst_i(rst),
        .stall_i(random[2]),
        .write_i(write),
        .write_address_i(write_address),
        .write_warp_i({write_pc, write_tid}),
        .write_ready_o(write_ready),
        .fetch_i(fetch),
        .fetch_address_i(fetch_address),
        .fetch_ready_o(fetch_ready),
        .back_o(back),
        .back_warp_o({back_pc, back_tid}),
        .back_ready_i(back_ready)
    );

    // The checker sees what the generator sees.
    wire [2:0] fault;

    conservation_checker #(
        .LANE_BITS(LANE_BITS),
        .TID_BITS(TID_BITS),
        .PC_BITS(PC_BITS),
        .DRAIN_BITS(DRAIN_BITS)
    ) u_conservation_checker (
        .clk_i(clk_i),
        .rst_i(rst),
        .commit_i(commit & commit_ready),
        .commit_lanes_i(commit_lanes),
        .commit_tid_i(commit_tid),
        .commit_pc_i(commit_pc),
        .issue_i(issued),
        .issue_lanes_i(issue_lanes),
        .issue_tid_i(issue_tid),
        .issue_pc_i(issue_pc),
        .draining_i(draining),
        .occupied_o(occupied),
        .fault_o(fault)
    );

    assign wifi_gpio0_o = 1'b1;

    // LEDs.
    reg [BEAT_BIT:0]    beat_q;
    reg [SHOWN_BIT+3:0] issued_q;

    always @(posedge clk_i) begin
        if (rst) begin
            beat_q   <= {BEAT_BIT+1{1'b0}};
            issued_q <= {SHOWN_BIT+4{1'b0}};
        end else begin
            beat_q <= beat_q + 1'b1;
            if (issued) begin
                issued_q <= issued_q + 1'b1;
            end
        end
    end

    assign led_o[7]   = |fault;
    assign led_o[6]   = init_done & ~draining & ~rst;
    assign led_o[5]   = beat_q[BEAT_BIT];
    assign led_o[4]   = launch[0];
    assign led_o[3:0] = |fault ? {1'b0, fault} : issued_q[SHOWN_BIT +: 4];
endmodule

`default_nettype wire
