// partner_sync_table: sub-warps that wait for their partners before a LAT.
// Source:  lashgar2012, sections IV.B to IV.E.
// Config:  warps 4, partners 2, pc_bits 16.
// Timing:  an arrival a cycle; a group can be released in the cycle after the last one.
module partner_sync_table (
    input  wire        clk_i,
    input  wire        rst_i,

    // arrival: a sub-warp comes to a LAT barrier
    input  wire        arrive_i,    // the sub-warp below comes
    input  wire [1:0]  warp_i,      // its large warp
    input  wire        partner_i,   // which of its sub-warps it is
    input  wire [15:0] pc_i,        // its PC, in words

    // partners that need not come, one bit per partner
    input  wire [7:0]  excused_i,   // 4 x 2: it waits at a block barrier, has ended, or has no
                                    // threads

    // arrival
    output wire        differs_o,   // a partner waits at another PC

    // state, one bit per partner
    output wire [7:0]  locked_o,    // 4 x 2: it waits for the others

    // release, one bit per large warp
    output wire [3:0]  released_o   // those that wait need not wait any longer
);
    wire [3:0] arrives = (4'd1 << warp_i) & {4{arrive_i}};

    // Who waits. A large warp is released when each of its partners is locked or excused: levels,
    // so that whoever was excused still is for the next barrier.
    reg  [3:0] valid_q;
    wire [3:0] released;
    wire [1:0] partner_bit = 2'd1 << partner_i;

    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : g_warp
            reg [1:0] locked_q;
            assign released[i] = valid_q[i] & (&(locked_q | excused_i[i*2 +: 2]));
            wire [1:0] locked_d = (locked_q & {2{~released[i]}}) | (partner_bit & {2{arrives[i]}});
            always @(posedge clk_i) begin
                if (rst_i) begin
                    locked_q <= 2'd0;
                end else begin
                    locked_q <= locked_d;
                end
            end
            assign locked_o[i*2 +: 2] = locked_q;
        end
    endgenerate

    assign released_o = released;

    always @(posedge clk_i) begin
        if (rst_i) begin
            valid_q <= 4'd0;
        end else begin
            valid_q <= (valid_q & ~released) | arrives;
        end
    end

    // Where the first of a large warp waits.
    wire        known = |(valid_q & (4'd1 << warp_i));
    reg  [15:0] pc_q [0:3];

    always @(posedge clk_i) begin
        if (arrive_i & ~known) begin
            pc_q[warp_i] <= pc_i;
        end
    end

    assign differs_o = known & (pc_q[warp_i] != pc_i);
endmodule
