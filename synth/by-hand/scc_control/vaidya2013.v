// scc_control, written by hand from its contract: to be compared with what Heddle emits.
// Machine: vaidya2013 with compaction.mode=scc; 16 lanes in quads of 4, empty instructions are not skipped.
`default_nettype none

module scc_control (
    input  wire        clk_i,
    input  wire        rst_i,
    input  wire        request_i,
    input  wire [15:0] mask_i,
    input  wire        take_i,
    output wire        ready_o,
    output wire        issue_o,
    output wire        first_o,
    output wire        last_o,
    output wire [3:0]  enable_o,
    output wire [7:0]  quad_o,       // 4 x 2
    output wire [7:0]  position_o,   // 4 x 2
    output wire [63:0] from_o        // 4 x 16: one-hot
);
    // Number of ones.
    function [2:0] ones;
        input [3:0] bits;
        ones = {2'd0, bits[0]} + {2'd0, bits[1]} + {2'd0, bits[2]} + {2'd0, bits[3]};
    endfunction

    // The lowest one alone, and its number.
    function [3:0] lowest;
        input [3:0] bits;
        lowest = bits & (~bits + 4'd1);
    endfunction

    function [1:0] number;
        input [3:1] one;
        number = {one[3] | one[2], one[3] | one[1]};
    endfunction

    // An instruction that comes: cycles that it needs beyond the first, quads with an active lane, and for each lane
    // of the ALU its queue, a bit for each quad, and what is surplus in it.
    wire [15:0] mask_queues;
    wire [3:0]  mask_quads;
    wire [7:0]  mask_surplus;
    wire [2:0]  length [0:3];
    wire [4:0]  active     = {2'd0, length[0]} + {2'd0, length[1]} + {2'd0, length[2]} + {2'd0, length[3]};
    wire [1:0]  mask_left  = active > 5'd12 ? 2'd3 : active > 5'd8 ? 2'd2 : active > 5'd4 ? 2'd1 : 2'd0;
    wire [2:0]  cycles     = {1'b0, mask_left} + 3'd1;
    wire        mask_whole = ones(mask_quads) <= cycles;

    genvar n;
    generate
        for (n = 0; n < 4; n = n + 1) begin : g_lane
            wire [3:0] queue = {mask_i[12+n], mask_i[8+n], mask_i[4+n], mask_i[n]};
            assign mask_quads[n]          = |mask_i[n*4 +: 4];
            assign mask_queues[n*4 +: 4]  = queue;
            assign length[n]              = ones(queue);
            assign mask_surplus[n*2 +: 2] = length[n] > cycles ? length[n][1:0] - cycles[1:0] : 2'd0;
        end
    endgenerate

    reg        issue_q;
    reg        first_q;
    reg        whole_q;
    reg [1:0]  left_q;
    reg [15:0] queues_q;
    reg [7:0]  surplus_q;

    // Quads that have an active lane, and the first of them, which is issued whole.
    wire [3:0] quads      = queues_q[3:0] | queues_q[7:4] | queues_q[11:8] | queues_q[15:12];
    wire [3:0] whole_quad = lowest(quads);

    // Lanes are served in order: each finds the queues and the surplus that those before it left.
    reg [15:0] queues_d;
    reg [7:0]  surplus_d;
    reg [3:0]  enable;
    reg [7:0]  quad;
    reg [7:0]  position;
    reg [1:0]  donor;
    reg [1:0]  from;
    reg [3:0]  one;
    integer    lane;

    always @* begin
        queues_d  = queues_q;
        surplus_d = surplus_q;
        for (lane = 0; lane < 4; lane = lane + 1) begin
            donor = |surplus_d[1:0] ? 2'd0 : |surplus_d[3:2] ? 2'd1 : |surplus_d[5:4] ? 2'd2 : 2'd3;
            from  = |queues_d[lane*4 +: 4] || ~|surplus_d || whole_q ? lane[1:0] : donor;
            one   = whole_q ? queues_d[lane*4 +: 4] & whole_quad : lowest(queues_d[from*4 +: 4]);
            enable[lane]          = |one;
            quad[lane*2 +: 2]     = number(one[3:1]);
            position[lane*2 +: 2] = from;
            queues_d[from*4 +: 4] = queues_d[from*4 +: 4] & ~one;
            if (from != lane[1:0]) begin
                surplus_d[from*2 +: 2] = surplus_d[from*2 +: 2] - 2'd1;
            end
        end
    end

    wire last = left_q == 2'd0;

    always @(posedge clk_i) begin
        if (rst_i) begin
            issue_q <= 1'b0;
        end else if (ready_o) begin
            issue_q <= request_i;
        end
        if (ready_o) begin
            first_q   <= 1'b1;
            whole_q   <= mask_whole;
            left_q    <= mask_left;
            queues_q  <= mask_queues;
            surplus_q <= mask_surplus;
        end else if (take_i) begin
            first_q   <= 1'b0;
            left_q    <= left_q - 2'd1;
            queues_q  <= queues_d;
            surplus_q <= surplus_d;
        end
    end

    assign ready_o    = !issue_q || (take_i && last);
    assign issue_o    = issue_q;
    assign first_o    = first_q;
    assign last_o     = last;
    assign enable_o   = enable;
    assign quad_o     = quad;
    assign position_o = position;

    generate
        for (n = 0; n < 4; n = n + 1) begin : g_from
            assign from_o[n*16 +: 16] = enable[n] ? 16'd1 << {quad[n*2 +: 2], position[n*2 +: 2]} : 16'd0;
        end
    endgenerate
endmodule

`default_nettype wire
