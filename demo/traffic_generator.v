// traffic_generator: plays the SIMT pipeline around dwf_subsystem, one launch after the other.
// Launch:  Every warp enters at the first PC of a program. An issued warp waits in a queue, as in
//          a pipeline, and its threads are committed with their next PCs. The launch drains (DEM-2) after
//          2^LAUNCH_BITS cycles: queued warps are still committed, but a thread that is issued
//          leaves the program. The next launch begins when no thread is left.
// Program: PC = {base, offset}. Of 8 offsets 2 are branches and 1 is a jump. A branch parts the
//          lanes at random between the next PC and a target. Bases are random. Launches have
//          programs of 256, 128, .. 2 instructions, in turn: long ones scatter the threads until
//          warps are spilled, short ones bring them together.
// Timing:  outputs depend on registers alone.
`default_nettype none

module traffic_generator #(
    parameter LANE_BITS   = 2,   // 2^LANE_BITS lanes
    parameter WARPS       = 4,   // warps that enter
    parameter TID_BITS    = 5,   // thread: {warp that it entered with, lane}; all ones for none
    parameter PC_BITS     = 16,  // PC in words; more than 8
    parameter LAUNCH_BITS = 12,  // cycles of a launch until it drains, as a power of two
    // derived
    parameter LANES       = 1 << LANE_BITS,
    parameter ROW_BITS    = TID_BITS - LANE_BITS
) (
    input  wire                      clk_i,
    input  wire                      rst_i,

    // launches
    input  wire                      init_done_i,    // threads may be committed
    input  wire                      occupied_i,     // threads are inside the scheduler
    output wire                      draining_o,     // threads that are issued leave
    output wire [7:0]                launch_o,       // number of the launch

    // random bits, new in each cycle
    output wire [31:0]               random_o,

    // commit; held until commit_ready_i
    output wire                      commit_o,
    output wire [LANES-1:0]          commit_lanes_o,
    output wire [LANES*TID_BITS-1:0] commit_tid_o,
    output wire [LANES*PC_BITS-1:0]  commit_pc_o,
    input  wire                      commit_ready_i,

    // issue
    input  wire                      issue_i,
    input  wire [PC_BITS-1:0]        issue_pc_i,
    input  wire [LANES*TID_BITS-1:0] issue_tid_i,
    output wire                      issue_ready_o
);
    localparam OFFSET_BITS = 8;
    localparam BASE_BITS   = PC_BITS - OFFSET_BITS;
    localparam QUEUE_BITS  = 4;  // 2^QUEUE_BITS warps between issue and commit
    localparam WARP_BITS   = PC_BITS + LANES * TID_BITS;
    localparam [ROW_BITS-1:0] ALL_WARPS = WARPS;

    // Random bits: xorshift32 of Marsaglia.
    reg  [31:0] random_q;
    wire [31:0] random_left  = random_q ^ (random_q << 13);
    wire [31:0] random_right = random_left ^ (random_left >> 17);

    always @(posedge clk_i) begin
        if (rst_i) begin
            random_q <= 32'h2545f491;
        end else begin
            random_q <= random_right ^ (random_right << 5);
        end
    end

    assign random_o = random_q;

    // The launch: its time, its number, the warps that have entered.
    reg  [LAUNCH_BITS:0] time_q;
    reg  [7:0]           launch_q;
    reg  [ROW_BITS-1:0]  entered_q;
    wire                 draining = time_q[LAUNCH_BITS];
    wire                 entering = init_done_i & ~draining & (entered_q != ALL_WARPS);
    wire                 enter;
    wire                 idle;
    wire                 ends = draining & idle & ~occupied_i;

    always @(posedge clk_i) begin
        if (rst_i) begin
            time_q    <= {LAUNCH_BITS+1{1'b0}};
            launch_q  <= 8'd0;
            entered_q <= {ROW_BITS{1'b0}};
        end else if (ends) begin
            time_q    <= {LAUNCH_BITS+1{1'b0}};
            launch_q  <= launch_q + 8'd1;
            entered_q <= {ROW_BITS{1'b0}};
        end else begin
            if (init_done_i & ~draining) begin
                time_q <= time_q + 1'b1;
            end
            if (enter) begin
                entered_q <= entered_q + 1'b1;
            end
        end
    end

    assign draining_o = draining;
    assign launch_o   = launch_q;

    // Issued warps wait in a queue, unless the launch drains.
    reg  [WARP_BITS-1:0]  queue_q [0:(1<<QUEUE_BITS)-1];
    reg  [QUEUE_BITS:0]   head_q;
    reg  [QUEUE_BITS:0]   tail_q;
    wire [QUEUE_BITS:0]   queued  = tail_q - head_q;
    wire                  push    = issue_i & issue_ready_o & ~draining;
    wire                  pop;
    wire [WARP_BITS-1:0]  front   = queue_q[head_q[QUEUE_BITS-1:0]];
    wire [PC_BITS-1:0]    pc      = front[0 +: PC_BITS];

    always @(posedge clk_i) begin
        if (rst_i) begin
            head_q <= {QUEUE_BITS+1{1'b0}};
            tail_q <= {QUEUE_BITS+1{1'b0}};
        end else begin
            head_q <= head_q + {{QUEUE_BITS{1'b0}}, pop};
            tail_q <= tail_q + {{QUEUE_BITS{1'b0}}, push};
        end
        if (push) begin
            queue_q[tail_q[QUEUE_BITS-1:0]] <= {issue_tid_i, issue_pc_i};
        end
    end

    assign issue_ready_o = random_q[0] & (draining | ~queued[QUEUE_BITS]);

    // The two next PCs, and the lanes that take the branch.
    wire [OFFSET_BITS-1:0] offset   = pc[OFFSET_BITS-1:0];
    wire [OFFSET_BITS-1:0] last     = {OFFSET_BITS{1'b1}} >> launch_q[2:0];
    wire                   branches = offset[1:0] == 2'b11;
    wire                   jumps    = offset[2:0] == 3'b010;
    wire [LANES-1:0]       parted;
    wire [LANES-1:0]       taken    = {LANES{jumps}} | ({LANES{branches}} & parted);
    wire [BASE_BITS-1:0]   base;
    wire [OFFSET_BITS-1:0] next     = (offset + 8'd1) & last;
    wire [OFFSET_BITS-1:0] target   = ({offset[OFFSET_BITS-3:0], 2'b00} + offset + 8'd3) & last;

    genvar i;
    generate
        for (i = 0; i < LANES; i = i + 1) begin : g_parted
            assign parted[i] = random_q[i % 32];
        end
        for (i = 0; i < BASE_BITS; i = i + 1) begin : g_base
            assign base[i] = random_q[i % 32];
        end
    endgenerate

    // The warp that is committed: the next one that enters, or the oldest of the queue after a
    // random time.
    reg                       commit_q;
    reg  [LANES*TID_BITS-1:0] tid_q;
    reg  [PC_BITS-1:0]        next_q;
    reg  [PC_BITS-1:0]        target_q;
    reg  [LANES-1:0]          taken_q;
    wire                      free = ~commit_q | commit_ready_i;
    wire [LANES*TID_BITS-1:0] entering_tid;

    assign enter = free & entering;
    assign pop   = free & ~entering & (queued != {QUEUE_BITS+1{1'b0}}) & random_q[1];
    assign idle  = ~commit_q & (queued == {QUEUE_BITS+1{1'b0}});

    reg  [BASE_BITS-1:0] base_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            commit_q <= 1'b0;
        end else if (free) begin
            commit_q <= enter | pop;
        end
        if (~entering) begin
            base_q <= base;
        end
        if (free) begin
            tid_q    <= entering ? entering_tid : front[PC_BITS +: LANES*TID_BITS];
            next_q   <= {entering ? base_q : pc[PC_BITS-1:OFFSET_BITS], entering ? 8'd0 : next};
            target_q <= {pc[PC_BITS-1:OFFSET_BITS], target};
            taken_q  <= taken & ~{LANES{entering}};
        end
    end

    assign commit_o     = commit_q;
    assign commit_tid_o = tid_q;

    generate
        for (i = 0; i < LANES; i = i + 1) begin : g_lane
            localparam [LANE_BITS-1:0] LANE = i;

            assign entering_tid[i*TID_BITS +: TID_BITS] = {entered_q, LANE};
            assign commit_lanes_o[i] = ~&tid_q[i*TID_BITS +: TID_BITS];
            assign commit_pc_o[i*PC_BITS +: PC_BITS] = taken_q[i] ? target_q : next_q;
        end
    endgenerate
endmodule

`default_nettype wire
