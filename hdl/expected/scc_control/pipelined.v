// scc_control: choice of the lane and quad that each lane of the ALU executes in each cycle.
// Source:  vaidya2013, section 4.2, figures 6 and 7.
// Papers:  vaidya2013: A. Vaidya, A. Shayesteh, D. Woo, R. Saharoy and M. Azimi, "SIMD Divergence
//          Optimization through Intra-Warp Compaction", 2013 (docs/sources.md of Heddle).
// Config:  lanes 16, quad_lanes 4, skip_empty 0, latency 2.
// Timing:  the first settings of an instruction 3 cycles after it is accepted; new settings each
//          cycle, without a bubble between instructions.
`default_nettype none

module scc_control (
    input  wire        clk_i,
    input  wire        rst_i,

    // request: an instruction
    input  wire        request_i,    // an instruction is offered
    input  wire [15:0] mask_i,       // active lanes of the instruction

    // issue: settings of a cycle
    input  wire        take_i,       // the settings are used; pipeline registers advance

    // request: an instruction
    output wire        ready_o,      // the instruction is accepted

    // issue: settings of a cycle
    output wire        issue_o,      // settings for the ALU are offered
    output wire        first_o,      // the settings are the first of their instruction
    output wire        last_o,       // the settings are the last of their instruction
    output wire [3:0]  enable_o,     // lanes of the ALU that execute
    output wire [7:0]  quad_o,       // 4 x 2: quad that each lane of the ALU executes
    output wire [7:0]  position_o,   // 4 x 2: position in the quad that each lane of the ALU
                                     // executes
    output wire [63:0] from_o        // 4 x 16: lane of the instruction for each ALU lane, one-hot;
                                     // 0 if off
);
    localparam QUAD_LANES = 4;   // lanes that the ALU executes in a cycle

    // The held instruction: its remaining cycles, and its queues of quads.
    reg         held_q;
    reg         first_q;
    reg  [2:0]  cycles_q;
    reg         whole_q;
    reg  [15:0] queue_q;
    wire        last  = (cycles_q == 3'd1);
    wire        ready = ~held_q | (take_i & last);
    wire        taken = request_i & ready;

    always @(posedge clk_i) begin
        if (rst_i) begin
            held_q <= 1'b0;
        end else begin
            held_q <= taken | (held_q & ~(take_i & last));
        end
        first_q <= taken | (first_q & ~take_i);
    end

    // The arriving instruction: the queue of each lane of the ALU.
    wire [15:0] fresh_queue;
    wire [11:0] fresh_length;

    genvar i;
    genvar j;
    generate
        for (i = 0; i < 4; i = i + 1) begin : g_fresh
            for (j = 0; j < 4; j = j + 1) begin : g_quad
                assign fresh_queue[i*4 + j] = mask_i[i+4*j];
            end
            reg [2:0] length;
            always @* begin : fold_length
                integer n;
                length = 3'd0;
                for (n = 0; n < 4; n = n + 1) begin
                    length = length + {2'd0, fresh_queue[i*4 + n]};
                end
            end
            assign fresh_length[i*3 +: 3] = length;
        end
    endgenerate

    // The cycles that its active lanes need, at least one cycle.
    wire [7:0] active_of2;

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_active_of2
            reg [2:0] sum;
            reg       carry;
            always @* begin : fold_sum
                integer n;
                sum   = 3'd0;
                carry = 1'b0;
                for (n = 0; n < 3; n = n + 1) begin
                    sum =
                        sum
                        | (
                              {
                                  2'd0,
                                  fresh_length[2*i*3 + n] ^ fresh_length[(2*i+1)*3 + n]
                                  ^ carry
                              } << n
                          );
                    carry =
                        (fresh_length[2*i*3 + n] & fresh_length[(2*i+1)*3 + n])
                        | (carry & (fresh_length[2*i*3 + n] | fresh_length[(2*i+1)*3 + n]));
                end
            end
            assign active_of2[i*4 +: 4] = {carry, sum};
        end
    endgenerate

    wire [4:0] active_of1 [0:0];

    generate
        for (i = 0; i < 1; i = i + 1) begin : g_active_of1
            reg [3:0] sum;
            reg       carry;
            always @* begin : fold_sum
                integer n;
                sum   = 4'd0;
                carry = 1'b0;
                for (n = 0; n < 4; n = n + 1) begin
                    sum =
                        sum
                        | ({3'd0, active_of2[2*i*4 + n] ^ active_of2[(2*i+1)*4 + n] ^ carry} << n);
                    carry =
                        (active_of2[2*i*4 + n] & active_of2[(2*i+1)*4 + n])
                        | (carry & (active_of2[2*i*4 + n] | active_of2[(2*i+1)*4 + n]));
                end
            end
            assign active_of1[i] = {carry, sum};
        end
    endgenerate

    wire [4:0] active       = active_of1[0];
    wire [2:0] needed       = active[4:2] + {2'd0, |active[1:0]};
    wire [2:0] fresh_cycles = (|mask_i) ? needed : 3'd1;

    // Whether as many cycles are needed as quads have an active lane: then quads are issued whole.
    wire [3:0] active_quads;

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_active
            assign active_quads[i] = |mask_i[4*i +: 4];
        end
    endgenerate

    reg [2:0] active_quad_count;

    always @* begin : fold_active_quad_count
        integer n;
        active_quad_count = 3'd0;
        for (n = 0; n < 4; n = n + 1) begin
            active_quad_count = active_quad_count + {2'd0, active_quads[n]};
        end
    end

    wire change_en = taken | take_i;

    // The number of remaining quads of each lane of the ALU, in unary: a bit for each quad.
    wire [15:0] fresh_waiting;
    wire [3:0]  waiting_rest [0:3];
    reg  [15:0] waiting_q;

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_waiting_lane
            reg [3:0] counted;
            always @* begin : fold_counted
                integer n;
                counted = 4'd0;
                for (n = 0; n < 4; n = n + 1) begin
                    if (fresh_queue[i*4 + n]) begin
                        counted = (counted << 1) | 4'd1;
                    end
                end
            end
            assign fresh_waiting[i*4 +: 4] = counted;
            assign waiting_rest[i]         = waiting_q[i*4 +: 4] >> 1;
        end
        for (i = 0; i < 4; i = i + 1) begin : g_waiting_remaining
            wire [3:0] waiting_d = taken ? fresh_waiting[i*4 +: 4] : waiting_rest[i];
            always @(posedge clk_i) begin
                if (change_en) begin
                    waiting_q[i*4 +: 4] <= waiting_d;
                end
            end
        end
    endgenerate

    // The surplus of each lane of the ALU in the first cycle: its quads in excess of the cycles.
    reg [15:0] surplus_q;

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_surplus_lane
            reg [3:0] beyond;
            always @* begin : fold_beyond
                integer n;
                beyond = 4'd0;
                for (n = 0; n < 3; n = n + 1) begin
                    beyond =
                        beyond
                        | (
                              (fresh_waiting[i*4 +: 4] >> (n+1))
                              & {4{needed[1:0] == (n[1:0] + 2'd1)}}
                          );
                end
            end
            always @(posedge clk_i) begin
                if (taken) begin
                    surplus_q[i*4 +: 4] <= beyond;
                end
            end
        end
    endgenerate

    // The surplus, summed over each lane of the ALU and all lanes below it.
    wire [15:0] surplus_of2;

    generate
        for (i = 0; i < 1; i = i + 1) begin : g_lowest_of2
            assign surplus_of2[i*4 +: 4] = surplus_q[i*4 +: 4];
        end
        for (i = 0; i < 3; i = i + 1) begin : g_others_of2
            reg [3:0] sum;
            always @* begin : fold_sum
                integer n;
                sum = surplus_q[i*4 +: 4];
                for (n = 0; n < 4; n = n + 1) begin
                    sum = sum | (~((~surplus_q[i*4 +: 4]) << (n+1)) & {4{surplus_q[(i+1)*4 + n]}});
                end
            end
            assign surplus_of2[(i+1)*4 +: 4] = sum;
        end
    endgenerate

    wire [3:0] surplus_of4 [0:3];

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_lowest_of4
            assign surplus_of4[i] = surplus_of2[i*4 +: 4];
        end
        for (i = 0; i < 2; i = i + 1) begin : g_others_of4
            reg [3:0] sum;
            always @* begin : fold_sum
                integer n;
                sum = surplus_of2[i*4 +: 4];
                for (n = 0; n < 4; n = n + 1) begin
                    sum =
                        sum
                        | (~((~surplus_of2[i*4 +: 4]) << (n+1)) & {4{surplus_of2[(i+2)*4 + n]}});
                end
            end
            assign surplus_of4[i+2] = sum;
        end
    endgenerate

    // The summed surplus: of the first cycle, or as it remains after the cycles before.
    reg  [15:0] kept_up_to_q;
    wire [15:0] up_to;

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_up_to_lane
            assign up_to[i*4 +: 4] = first_q ? surplus_of4[i] : kept_up_to_q[i*4 +: 4];
        end
    endgenerate

    // The remaining surplus: the lowest lanes give their surplus first.
    reg [3:0] in_need;

    always @* begin : fold_in_need
        integer n;
        in_need = 4'd1;
        for (n = 0; n < 4; n = n + 1) begin
            in_need = waiting_q[n*4] ? in_need : in_need << 1;
        end
    end

    wire [15:0] remaining_up_to;

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_remaining
            reg [3:0] rest;
            always @* begin : fold_rest
                integer n;
                rest = 4'd0;
                for (n = 0; n < 4; n = n + 1) begin
                    rest = rest | ((up_to[i*4 +: 4] >> n) & {4{in_need[n]}});
                end
            end
            assign remaining_up_to[i*4 +: 4] = rest;
        end
    endgenerate

    always @(posedge clk_i) begin
        if (take_i) begin
            kept_up_to_q <= remaining_up_to;
        end
    end

    // The n-th lane without its own quad takes the n-th surplus quad: its donor is the lowest lane
    // whose summed surplus is more than n. (n counts from 0.)
    wire [7:0] position;

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_lane
            reg [2:0] turn;
            always @* begin : fold_turn
                integer n;
                turn = 3'd1;
                for (n = 0; n < i; n = n + 1) begin
                    turn = waiting_q[n*4] ? turn : turn << 1;
                end
            end
            wire [3:0] reached;
            for (j = 0; j < 4; j = j + 1) begin : g_reached
                assign reached[j] = |(up_to[j*4 +: 3] & turn);
            end
            localparam [1:0] itself = i;
            wire       [3:0] donor  = reached & ~(reached << 1);
            reg        [1:0] number;
            always @* begin : fold_number
                integer n;
                number = 2'd0;
                for (n = 0; n < 4; n = n + 1) begin
                    number = number | (n[1:0] & {2{donor[n]}});
                end
            end
            assign position[i*2 +: 2] = (waiting_q[i*4] | ~reached[3]) ? itself : number;
        end
    endgenerate

    // Next state: an instruction is accepted, or one of its cycles has passed.
    wire [2:0] cycles_d = taken ? fresh_cycles : take_i ? cycles_q - 3'd1 : cycles_q;

    always @(posedge clk_i) begin
        cycles_q <= cycles_d;
        if (taken) begin
            whole_q <= (active_quad_count == needed);
        end
    end

    assign ready_o = ready;

    always @(posedge clk_i) begin
        if (taken) begin
            queue_q <= fresh_queue;
        end
    end

    // Pipeline registers between the choice of positions and the choice of quads.
    reg        going_q;
    reg [7:0]  going_position_q;
    reg        going_first_q;
    reg        going_last_q;
    reg        going_whole_q;
    reg [15:0] going_queue_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            going_q <= 1'b0;
        end else if (take_i) begin
            going_q <= held_q;
        end
        if (take_i) begin
            going_first_q    <= first_q;
            going_last_q     <= last;
            going_whole_q    <= whole_q;
            going_position_q <= position;
        end
    end

    // For whole quads: the lowest remaining quad.
    reg [3:0] quads_remaining;

    always @* begin : fold_quads_remaining
        integer n;
        quads_remaining = 4'd0;
        for (n = 0; n < 4; n = n + 1) begin
            quads_remaining = quads_remaining | going_queue_q[n*4 +: 4];
        end
    end

    wire [3:0] lowest_quad = quads_remaining & (~quads_remaining + 4'd1);

    // The quad of each lane of the ALU: the first in the queue after the quads that lower lanes
    // take from it.
    wire [15:0]           take_select;
    wire [7:0]            quad;
    wire [63:0]           chosen;
    wire [QUAD_LANES-1:0] enable;

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_quad_lane
            assign take_select[i*4 +: 4] = 4'd1 << going_position_q[i*2 +: 2];
            reg [3:0] source;
            always @* begin : fold_source
                integer n;
                source = 4'd0;
                for (n = 0; n < 4; n = n + 1) begin
                    source = source | (going_queue_q[n*4 +: 4] & {4{take_select[i*4 + n]}});
                end
            end
            reg [2:0] below;
            always @* begin : fold_below
                integer n;
                below = 3'd0;
                for (n = 0; n < i; n = n + 1) begin
                    below =
                        below + {2'd0, going_position_q[n*2 +: 2] == going_position_q[i*2 +: 2]};
                end
            end
            reg [3:0] from;
            always @* begin : fold_from
                integer n;
                from = source;
                for (n = 0; n < 3; n = n + 1) begin
                    if (below > n[2:0]) begin
                        from = from & (from - 4'd1);
                    end
                end
            end
            wire [3:0] mine = going_whole_q ? source & lowest_quad : from & (~from + 4'd1);
            assign enable[i] = |mine;
            reg [1:0] number;
            always @* begin : fold_number
                integer n;
                number = 2'd0;
                for (n = 0; n < 4; n = n + 1) begin
                    number = number | (n[1:0] & {2{mine[n]}});
                end
            end
            assign quad[i*2 +: 2] = number;
            for (j = 0; j < 4; j = j + 1) begin : g_chosen_of
                assign chosen[i*16 + 4*j +: 4] = take_select[i*4 +: 4] & {4{mine[j]}};
            end
        end
    endgenerate

    // The remaining queues: each queue loses as many of its first quads as lanes take from it.
    wire [3:0] queue_rest [0:3];

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_queue_remaining
            reg [3:0] takers;
            always @* begin : fold_takers
                integer n;
                takers = 4'd0;
                for (n = 0; n < 4; n = n + 1) begin
                    if (take_select[n*4 + i]) begin
                        takers = (takers << 1) | 4'd1;
                    end
                end
            end
            for (j = 0; j < 4; j = j + 1) begin : g_quad_remaining
                reg [3:0] ahead;
                always @* begin : fold_ahead
                    integer n;
                    ahead = 4'd1;
                    for (n = 0; n < j; n = n + 1) begin
                        if (going_queue_q[i*4 + n]) begin
                            ahead = ahead << 1;
                        end
                    end
                end
                assign queue_rest[i][j] =
                    going_queue_q[i*4 + j] & ~(going_whole_q ? lowest_quad[j] : |(takers & ahead));
            end
        end
    endgenerate

    // The queues of an instruction that starts, or the rest of the current queues.
    generate
        for (i = 0; i < 4; i = i + 1) begin : g_going
            always @(posedge clk_i) begin
                if (take_i) begin
                    going_queue_q[i*4 +: 4] <= first_q ? queue_q[i*4 +: 4] : queue_rest[i];
                end
            end
        end
    endgenerate

    // Output registers: the settings that are shown.
    reg                  shown_q;
    reg                  shown_first_q;
    reg                  shown_last_q;
    reg [7:0]            shown_position_q;
    reg [QUAD_LANES-1:0] shown_enable_q;
    reg [7:0]            shown_quad_q;
    reg [63:0]           shown_from_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            shown_q <= 1'b0;
        end else if (take_i) begin
            shown_q <= going_q;
        end
        if (take_i) begin
            shown_first_q    <= going_first_q;
            shown_last_q     <= going_last_q;
            shown_position_q <= going_position_q;
            shown_enable_q   <= enable;
            shown_quad_q     <= quad;
            shown_from_q     <= chosen;
        end
    end

    assign issue_o    = shown_q;
    assign first_o    = shown_first_q;
    assign last_o     = shown_last_q;
    assign enable_o   = shown_enable_q;
    assign quad_o     = shown_quad_q;
    assign from_o     = shown_from_q;
    assign position_o = shown_position_q;
endmodule

`default_nettype wire
