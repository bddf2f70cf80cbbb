// scc_control: which lane of which quad each lane of the ALU executes, cycle by cycle.
// Source:  vaidya2013, section 4.2, figures 6 and 7.
// Config:  lanes 16, quad_lanes 4, skip_empty 0.
// Timing:  an instruction's first settings in the cycle after it is taken, then new ones each
//          cycle; no bubble between instructions.
module scc_control (
    input  wire        clk_i,
    input  wire        rst_i,

    // request: an instruction
    input  wire        request_i,   // an instruction is there
    input  wire [15:0] mask_i,      // its active lanes

    // issue: settings of a cycle
    input  wire        take_i,      // what is shown is executed

    // request: an instruction
    output wire        ready_o,     // it is taken

    // issue: settings of a cycle
    output wire        issue_o,     // there are some
    output wire        first_o,     // it is its instruction's first cycle
    output wire        last_o,      // it is its instruction's last cycle
    output wire [3:0]  enable_o,    // lanes of the ALU that execute
    output wire [7:0]  quad_o,      // 4 x 2: from which quad, for each lane of the ALU
    output wire [7:0]  position_o   // 4 x 2: from which position in the quad, for each lane of the
                                    // ALU
);
    // What is left of the instruction that is held.
    reg         held_q;
    reg         first_q;
    reg  [2:0]  cycles_q;
    reg         whole_q;
    reg  [15:0] queue_q;
    reg  [7:0]  surplus_q;
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

    // Whole quads: the lowest that is left.
    reg [3:0] quads_left;

    always @* begin : fold_quads_left
        integer n;
        quads_left = 4'd0;
        for (n = 0; n < 4; n = n + 1) begin
            quads_left = quads_left | queue_q[n*4 +: 4];
        end
    end

    wire [3:0] lowest_quad = quads_left & (~quads_left + 4'd1);
    wire [3:0] allowed     = whole_q ? lowest_quad : {4{1'b1}};

    // Lane 0 of the ALU: the first quad of its own queue, or of the lowest with surplus.
    wire [3:0] has_surplus0;

    genvar i;
    genvar j;
    generate
        for (i = 0; i < 4; i = i + 1) begin : g_surplus0
            assign has_surplus0[i] = |surplus_q[i*2 +: 2];
        end
    endgenerate

    wire [3:0] donor0 = has_surplus0 & (~has_surplus0 + 4'd1);
    reg  [3:0] lent0;

    always @* begin : fold_lent0
        integer n;
        lent0 = 4'd0;
        for (n = 0; n < 4; n = n + 1) begin
            lent0 = lent0 | (queue_q[n*4 +: 4] & {4{donor0[n]}});
        end
    end

    wire       has_own0 = |queue_q[3:0];
    wire [3:0] source0  = has_own0 ? queue_q[3:0] & allowed : lent0;
    wire [3:0] quad0    = source0 & (~source0 + 4'd1);
    wire [3:0] from0    = has_own0 ? 4'd1 : donor0;
    wire       stays0   = has_own0 | ~|donor0;
    reg  [1:0] moved0;

    always @* begin : fold_moved0
        integer n;
        moved0 = 2'd0;
        for (n = 0; n < 4; n = n + 1) begin
            moved0 = moved0 | (n[1:0] & {2{donor0[n]}});
        end
    end

    assign enable_o[0] = |quad0;

    reg [1:0] number0;

    always @* begin : fold_number0
        integer n;
        number0 = 2'd0;
        for (n = 0; n < 4; n = n + 1) begin
            number0 = number0 | (n[1:0] & {2{quad0[n]}});
        end
    end

    assign quad_o[1:0]     = number0;
    assign position_o[1:0] = stays0 ? 2'd0 : moved0;

    wire [15:0] queue0;
    wire [1:0]  surplus0 [0:3];

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_after0
            assign queue0[i*4 +: 4] = queue_q[i*4 +: 4] & ~(quad0 & {4{from0[i]}});
            assign surplus0[i]      = surplus_q[i*2 +: 2] - {1'b0, ~has_own0 & donor0[i]};
        end
    endgenerate

    // Lane 1 of the ALU: the first quad of its own queue, or of the lowest with surplus.
    wire [3:0] has_surplus1;

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_surplus1
            assign has_surplus1[i] = |surplus0[i];
        end
    endgenerate

    wire [3:0] donor1 = has_surplus1 & (~has_surplus1 + 4'd1);
    reg  [3:0] lent1;

    always @* begin : fold_lent1
        integer n;
        lent1 = 4'd0;
        for (n = 0; n < 4; n = n + 1) begin
            lent1 = lent1 | (queue0[n*4 +: 4] & {4{donor1[n]}});
        end
    end

    wire       has_own1 = |queue0[7:4];
    wire [3:0] source1  = has_own1 ? queue0[7:4] & allowed : lent1;
    wire [3:0] quad1    = source1 & (~source1 + 4'd1);
    wire [3:0] from1    = has_own1 ? 4'd2 : donor1;
    wire       stays1   = has_own1 | ~|donor1;
    reg  [1:0] moved1;

    always @* begin : fold_moved1
        integer n;
        moved1 = 2'd0;
        for (n = 0; n < 4; n = n + 1) begin
            moved1 = moved1 | (n[1:0] & {2{donor1[n]}});
        end
    end

    assign enable_o[1] = |quad1;

    reg [1:0] number1;

    always @* begin : fold_number1
        integer n;
        number1 = 2'd0;
        for (n = 0; n < 4; n = n + 1) begin
            number1 = number1 | (n[1:0] & {2{quad1[n]}});
        end
    end

    assign quad_o[3:2]     = number1;
    assign position_o[3:2] = stays1 ? 2'd1 : moved1;

    wire [15:0] queue1;
    wire [1:0]  surplus1 [0:3];

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_after1
            assign queue1[i*4 +: 4] = queue0[i*4 +: 4] & ~(quad1 & {4{from1[i]}});
            assign surplus1[i]      = surplus0[i] - {1'b0, ~has_own1 & donor1[i]};
        end
    endgenerate

    // Lane 2 of the ALU: the first quad of its own queue, or of the lowest with surplus.
    wire [3:0] has_surplus2;

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_surplus2
            assign has_surplus2[i] = |surplus1[i];
        end
    endgenerate

    wire [3:0] donor2 = has_surplus2 & (~has_surplus2 + 4'd1);
    reg  [3:0] lent2;

    always @* begin : fold_lent2
        integer n;
        lent2 = 4'd0;
        for (n = 0; n < 4; n = n + 1) begin
            lent2 = lent2 | (queue1[n*4 +: 4] & {4{donor2[n]}});
        end
    end

    wire       has_own2 = |queue1[11:8];
    wire [3:0] source2  = has_own2 ? queue1[11:8] & allowed : lent2;
    wire [3:0] quad2    = source2 & (~source2 + 4'd1);
    wire [3:0] from2    = has_own2 ? 4'd4 : donor2;
    wire       stays2   = has_own2 | ~|donor2;
    reg  [1:0] moved2;

    always @* begin : fold_moved2
        integer n;
        moved2 = 2'd0;
        for (n = 0; n < 4; n = n + 1) begin
            moved2 = moved2 | (n[1:0] & {2{donor2[n]}});
        end
    end

    assign enable_o[2] = |quad2;

    reg [1:0] number2;

    always @* begin : fold_number2
        integer n;
        number2 = 2'd0;
        for (n = 0; n < 4; n = n + 1) begin
            number2 = number2 | (n[1:0] & {2{quad2[n]}});
        end
    end

    assign quad_o[5:4]     = number2;
    assign position_o[5:4] = stays2 ? 2'd2 : moved2;

    wire [15:0] queue2;
    wire [1:0]  surplus2 [0:3];

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_after2
            assign queue2[i*4 +: 4] = queue1[i*4 +: 4] & ~(quad2 & {4{from2[i]}});
            assign surplus2[i]      = surplus1[i] - {1'b0, ~has_own2 & donor2[i]};
        end
    endgenerate

    // Lane 3 of the ALU: the first quad of its own queue, or of the lowest with surplus.
    wire [3:0] has_surplus3;

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_surplus3
            assign has_surplus3[i] = |surplus2[i];
        end
    endgenerate

    wire [3:0] donor3 = has_surplus3 & (~has_surplus3 + 4'd1);
    reg  [3:0] lent3;

    always @* begin : fold_lent3
        integer n;
        lent3 = 4'd0;
        for (n = 0; n < 4; n = n + 1) begin
            lent3 = lent3 | (queue2[n*4 +: 4] & {4{donor3[n]}});
        end
    end

    wire       has_own3 = |queue2[15:12];
    wire [3:0] source3  = has_own3 ? queue2[15:12] & allowed : lent3;
    wire [3:0] quad3    = source3 & (~source3 + 4'd1);
    wire [3:0] from3    = has_own3 ? 4'd8 : donor3;
    wire       stays3   = has_own3 | ~|donor3;
    reg  [1:0] moved3;

    always @* begin : fold_moved3
        integer n;
        moved3 = 2'd0;
        for (n = 0; n < 4; n = n + 1) begin
            moved3 = moved3 | (n[1:0] & {2{donor3[n]}});
        end
    end

    assign enable_o[3] = |quad3;

    reg [1:0] number3;

    always @* begin : fold_number3
        integer n;
        number3 = 2'd0;
        for (n = 0; n < 4; n = n + 1) begin
            number3 = number3 | (n[1:0] & {2{quad3[n]}});
        end
    end

    assign quad_o[7:6]     = number3;
    assign position_o[7:6] = stays3 ? 2'd3 : moved3;

    wire [3:0] queue3 [0:3];
    wire [1:0] surplus3 [0:3];

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_after3
            assign queue3[i]   = queue2[i*4 +: 4] & ~(quad3 & {4{from3[i]}});
            assign surplus3[i] = surplus2[i] - {1'b0, ~has_own3 & donor3[i]};
        end
    endgenerate

    // Of an instruction that comes: the cycles that its active lanes need, at least one.
    reg [4:0] active;

    always @* begin : fold_active
        integer n;
        active = 5'd0;
        for (n = 0; n < 16; n = n + 1) begin
            active = active + {4'd0, mask_i[n]};
        end
    end

    wire [4:0] rounded = active + 5'd3;
    wire [2:0] needed  = rounded[4:2];

    // Whether they are as many as there are quads with an active lane.
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

    // The queue of each lane of the ALU, and what is beyond the cycles.
    wire [15:0] fresh_queue;
    wire [1:0]  fresh_surplus [0:3];

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
            assign fresh_surplus[i] = (length[1:0] - needed[1:0]) & {2{length > needed}};
        end
    endgenerate

    // An instruction is taken, or a cycle of it has passed.
    wire [2:0] cycles_d = taken ? ((|active) ? needed : 3'd1) : take_i ? cycles_q - 3'd1 : cycles_q;

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_lane
            wire [3:0] queue_d =
                taken ? fresh_queue[i*4 +: 4]
                : take_i ? queue3[i]
                : queue_q[i*4 +: 4];
            wire [1:0] surplus_d =
                taken ? fresh_surplus[i]
                : take_i ? surplus3[i]
                : surplus_q[i*2 +: 2];
            always @(posedge clk_i) begin
                queue_q[i*4 +: 4]   <= queue_d;
                surplus_q[i*2 +: 2] <= surplus_d;
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

    wire unused = &{1'b0, rounded[1:0]};
endmodule
