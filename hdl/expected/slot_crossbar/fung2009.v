// slot_crossbar: crossbar that moves threads to the lanes that they take in their home lane.
// Source:  fung2009, sections 4.1 and 7; not drawn there.
// Papers:  fung2009: W. Fung, I. Sham, G. Yuan and T. Aamodt, "Dynamic Warp Formation: Efficient
//          MIMD Control Flow on SIMD Graphics Hardware", 2009 (docs/sources.md of Heddle).
// Config:  lanes 32, slots 4, tid_bits 10.
// Timing:  combinational; the threads of two groups each cycle.
`default_nettype none

module slot_crossbar (
    input  wire         clk_i,
    input  wire         rst_i,

    // first: threads of one PC
    input  wire [31:0]  first_from_i,    // lanes in which threads of the first group arrive
    input  wire [31:0]  first_to_i,      // lanes that threads of the first group take

    // second: threads of another PC
    input  wire [31:0]  second_from_i,   // lanes in which threads of the second group arrive
    input  wire [31:0]  second_to_i,     // lanes that threads of the second group take

    // threads of both
    input  wire [319:0] from_tid_i,      // 32 x 10: thread of each lane in which one arrives

    // threads of both
    output wire [319:0] to_tid_o         // 32 x 10: thread of each lane that one takes, 0 in other
                                         // lanes
);
    localparam TID_BITS = 10;   // width of a thread number

    // Each of the H home lanes has its own lanes: slot s of home lane h is lane s * H + h.
    genvar i;
    genvar j;
    genvar k;
    generate
        for (i = 0; i < 8; i = i + 1) begin : g_home
            wire [3:0] from_first;
            wire [3:0] from_second;
            wire [1:0] from_rank [0:3];
            for (j = 0; j < 4; j = j + 1) begin : g_from_slot
                assign from_first[j]  = first_from_i[i+8*j];
                assign from_second[j] = second_from_i[i+8*j];
            end
            for (j = 0; j < 4; j = j + 1) begin : g_from_order
                reg [1:0] rank;
                always @* begin : fold_rank
                    integer n;
                    rank = 2'd0;
                    for (n = 0; n < j; n = n + 1) begin
                        rank = rank + {1'b0, from_second[j] ? from_second[n] : from_first[n]};
                    end
                end
                assign from_rank[j] = rank;
            end
            wire [3:0] to_first;
            wire [3:0] to_second;
            wire [1:0] to_rank [0:3];
            for (j = 0; j < 4; j = j + 1) begin : g_to_slot
                assign to_first[j]  = first_to_i[i+8*j];
                assign to_second[j] = second_to_i[i+8*j];
            end
            for (j = 0; j < 4; j = j + 1) begin : g_to_order
                reg [1:0] rank;
                always @* begin : fold_rank
                    integer n;
                    rank = 2'd0;
                    for (n = 0; n < j; n = n + 1) begin
                        rank = rank + {1'b0, to_second[j] ? to_second[n] : to_first[n]};
                    end
                end
                assign to_rank[j] = rank;
            end
            wire [4*TID_BITS-1:0] tid;
            for (j = 0; j < 4; j = j + 1) begin : g_slot
                assign tid[j*TID_BITS +: TID_BITS] = from_tid_i[(i+8*j)*TID_BITS +: TID_BITS];
            end
            for (j = 0; j < 4; j = j + 1) begin : g_taken
                wire [3:0] source;
                for (k = 0; k < 4; k = k + 1) begin : g_thread
                    assign source[k] =
                        ((from_first[k] & to_first[j]) | (from_second[k] & to_second[j]))
                        & (from_rank[k] == to_rank[j]);
                end
                reg [TID_BITS-1:0] taken_tid;
                always @* begin : fold_taken_tid
                    integer n;
                    taken_tid = 10'd0;
                    for (n = 0; n < 4; n = n + 1) begin
                        taken_tid =
                            taken_tid | (tid[n*TID_BITS +: TID_BITS] & {TID_BITS{source[n]}});
                    end
                end
                assign to_tid_o[(i+8*j)*TID_BITS +: TID_BITS] = taken_tid;
            end
        end
    endgenerate

    wire unused = &{1'b0, clk_i, rst_i};
endmodule

`default_nettype wire
