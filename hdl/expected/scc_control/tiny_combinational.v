// scc_control: which lane of which quad each lane of the ALU executes, cycle by cycle.
// Source:  vaidya2013, section 4.2, figures 6 and 7.
// Config:  lanes 4, quad_lanes 2, skip_empty 1.
// Timing:  an instruction's first settings in the cycle after it is taken, then new ones each
//          cycle; no bubble between instructions.
module scc_control (
    input  wire       clk_i,
    input  wire       rst_i,

    // request: an instruction
    input  wire       request_i,   // an instruction is there
    input  wire [3:0] mask_i,      // its active lanes

    // issue: settings of a cycle
    input  wire       take_i,      // what is shown is executed

    // request: an instruction
    output wire       ready_o,     // it is taken

    // issue: settings of a cycle
    output wire       issue_o,     // there are some
    output wire       first_o,     // it is its instruction's first cycle
    output wire       last_o,      // it is its instruction's last cycle
    output wire [1:0] enable_o,    // lanes of the ALU that execute
    output wire [1:0] quad_o,      // 2 x 1: from which quad, for each lane of the ALU
    output wire [1:0] position_o   // 2 x 1: from which position in the quad, for each lane of the
                                   // ALU
);
    // What is left of the instruction that is held.
    reg        held_q;
    reg        first_q;
    reg  [1:0] cycles_q;
    reg        whole_q;
    reg  [3:0] queue_q;
    reg  [1:0] surplus_q;
    wire       last   = (cycles_q == 2'd1);
    wire       ready  = ~held_q | (take_i & last);
    wire       taken  = request_i & ready;
    wire       held_d = (taken & (|mask_i)) | (held_q & ~(take_i & last));

    always @(posedge clk_i) begin
        if (rst_i) begin
            held_q <= 1'b0;
        end else begin
            held_q <= held_d;
        end
        first_q <= taken | (first_q & ~take_i);
    end

    // Whole quads: the lowest that is left.
    reg [1:0] quads_left;

    always @* begin : fold_quads_left
        integer n;
        quads_left = 2'd0;
        for (n = 0; n < 2; n = n + 1) begin
            quads_left = quads_left | queue_q[n*2 +: 2];
        end
    end

    wire [1:0] lowest_quad = quads_left & (~quads_left + 2'd1);
    wire [1:0] allowed     = whole_q ? lowest_quad : {2{1'b1}};

    // Lane 0 of the ALU: the first quad of its own queue, or of the lowest with surplus.
    wire [1:0] has_surplus0;

    genvar i;
    genvar j;
    generate
        for (i = 0; i < 2; i = i + 1) begin : g_surplus0
            assign has_surplus0[i] = surplus_q[i];
        end
    endgenerate

    wire [1:0] donor0 = has_surplus0 & (~has_surplus0 + 2'd1);
    reg  [1:0] lent0;

    always @* begin : fold_lent0
        integer n;
        lent0 = 2'd0;
        for (n = 0; n < 2; n = n + 1) begin
            lent0 = lent0 | (queue_q[n*2 +: 2] & {2{donor0[n]}});
        end
    end

    wire       has_own0 = |queue_q[1:0];
    wire [1:0] source0  = has_own0 ? queue_q[1:0] & allowed : lent0;
    wire [1:0] quad0    = source0 & (~source0 + 2'd1);
    wire [1:0] from0    = has_own0 ? 2'd1 : donor0;
    wire       stays0   = has_own0 | ~|donor0;
    reg        moved0;

    always @* begin : fold_moved0
        integer n;
        moved0 = 1'b0;
        for (n = 0; n < 2; n = n + 1) begin
            moved0 = moved0 | (n[0] & donor0[n]);
        end
    end

    assign enable_o[0] = |quad0;

    reg number0;

    always @* begin : fold_number0
        integer n;
        number0 = 1'b0;
        for (n = 0; n < 2; n = n + 1) begin
            number0 = number0 | (n[0] & quad0[n]);
        end
    end

    assign quad_o[0]     = number0;
    assign position_o[0] = stays0 ? 1'b0 : moved0;

    wire [3:0] queue0;
    wire       surplus0 [0:1];

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_after0
            assign queue0[i*2 +: 2] = queue_q[i*2 +: 2] & ~(quad0 & {2{from0[i]}});
            assign surplus0[i]      = surplus_q[i] - (~has_own0 & donor0[i]);
        end
    endgenerate

    // Lane 1 of the ALU: the first quad of its own queue, or of the lowest with surplus.
    wire [1:0] has_surplus1;

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_surplus1
            assign has_surplus1[i] = surplus0[i];
        end
    endgenerate

    wire [1:0] donor1 = has_surplus1 & (~has_surplus1 + 2'd1);
    reg  [1:0] lent1;

    always @* begin : fold_lent1
        integer n;
        lent1 = 2'd0;
        for (n = 0; n < 2; n = n + 1) begin
            lent1 = lent1 | (queue0[n*2 +: 2] & {2{donor1[n]}});
        end
    end

    wire       has_own1 = |queue0[3:2];
    wire [1:0] source1  = has_own1 ? queue0[3:2] & allowed : lent1;
    wire [1:0] quad1    = source1 & (~source1 + 2'd1);
    wire [1:0] from1    = has_own1 ? 2'd2 : donor1;
    wire       stays1   = has_own1 | ~|donor1;
    reg        moved1;

    always @* begin : fold_moved1
        integer n;
        moved1 = 1'b0;
        for (n = 0; n < 2; n = n + 1) begin
            moved1 = moved1 | (n[0] & donor1[n]);
        end
    end

    assign enable_o[1] = |quad1;

    reg number1;

    always @* begin : fold_number1
        integer n;
        number1 = 1'b0;
        for (n = 0; n < 2; n = n + 1) begin
            number1 = number1 | (n[0] & quad1[n]);
        end
    end

    assign quad_o[1]     = number1;
    assign position_o[1] = stays1 ? 1'b1 : moved1;

    wire [1:0] queue1 [0:1];
    wire       surplus1 [0:1];

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_after1
            assign queue1[i]   = queue0[i*2 +: 2] & ~(quad1 & {2{from1[i]}});
            assign surplus1[i] = surplus0[i] - (~has_own1 & donor1[i]);
        end
    endgenerate

    // Of an instruction that comes: the cycles that its active lanes need, at least one.
    reg [2:0] active;

    always @* begin : fold_active
        integer n;
        active = 3'd0;
        for (n = 0; n < 4; n = n + 1) begin
            active = active + {2'd0, mask_i[n]};
        end
    end

    wire [2:0] rounded = active + 3'd1;
    wire [1:0] needed  = rounded[2:1];

    // Whether they are as many as there are quads with an active lane.
    wire [1:0] active_quads;

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_active
            assign active_quads[i] = |mask_i[2*i +: 2];
        end
    endgenerate

    reg [1:0] active_quad_count;

    always @* begin : fold_active_quad_count
        integer n;
        active_quad_count = 2'd0;
        for (n = 0; n < 2; n = n + 1) begin
            active_quad_count = active_quad_count + {1'b0, active_quads[n]};
        end
    end

    // The queue of each lane of the ALU, and what is beyond the cycles.
    wire [3:0] fresh_queue;
    wire       fresh_surplus [0:1];

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_fresh
            for (j = 0; j < 2; j = j + 1) begin : g_quad
                assign fresh_queue[i*2 + j] = mask_i[i+2*j];
            end
            reg [1:0] length;
            always @* begin : fold_length
                integer n;
                length = 2'd0;
                for (n = 0; n < 2; n = n + 1) begin
                    length = length + {1'b0, fresh_queue[i*2 + n]};
                end
            end
            assign fresh_surplus[i] = (length[0] - needed[0]) & (length > needed);
        end
    endgenerate

    // An instruction is taken, or a cycle of it has passed.
    wire [1:0] cycles_d = taken ? ((|active) ? needed : 2'd1) : take_i ? cycles_q - 2'd1 : cycles_q;

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_lane
            wire [1:0] queue_d =
                taken ? fresh_queue[i*2 +: 2]
                : take_i ? queue1[i]
                : queue_q[i*2 +: 2];
            wire       surplus_d = taken ? fresh_surplus[i] : take_i ? surplus1[i] : surplus_q[i];
            always @(posedge clk_i) begin
                queue_q[i*2 +: 2] <= queue_d;
                surplus_q[i]      <= surplus_d;
            end
        end
    endgenerate

    always @(posedge clk_i) begin
        cycles_q <= cycles_d;
        if (taken) begin
            whole_q <= (active_quad_count == needed);
        end
    end

    assign ready_o = ready;
    assign issue_o = held_q;
    assign first_o = first_q;
    assign last_o  = last;

    wire unused = &{1'b0, rounded[0]};
endmodule
