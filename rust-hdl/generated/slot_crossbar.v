// slot_crossbar: threads, to the lanes that they take among those of their home lane.
// Source:  fung2009, sections 4.1 and 7; not drawn there.
// Config:  lanes 4, slots 1, tid_bits 5.
// Timing:  combinational.
module slot_crossbar (
    input  wire        clk_i,
    input  wire        rst_i,

    // first: threads of one PC
    input  wire [3:0]  first_from_i,    // lanes in which they come
    input  wire [3:0]  first_to_i,      // lanes that they take

    // second: threads of another PC
    input  wire [3:0]  second_from_i,   // lanes in which they come
    input  wire [3:0]  second_to_i,     // lanes that they take

    // threads of both
    input  wire [19:0] from_tid_i,      // 4 x 5: thread per lane in which it comes

    // threads of both
    output wire [19:0] to_tid_o         // 4 x 5: thread per lane that it takes, 0 in other lanes
);
    // Each home lane has lanes of its own: slot s of home lane h is lane s * homes + h.
    genvar i;
    genvar j;
    genvar k;
    generate
        for (i = 0; i < 4; i = i + 1) begin : g_home
            wire from_first;
            wire from_second;
            wire from_rank [0:0];
            for (j = 0; j < 1; j = j + 1) begin : g_from_slot
                assign from_first  = first_from_i[i+4*j];
                assign from_second = second_from_i[i+4*j];
            end
            for (j = 0; j < 1; j = j + 1) begin : g_from_order
                reg rank;
                always @* begin : fold_rank
                    integer n;
                    rank = 1'b0;
                    for (n = 0; n < j; n = n + 1) begin
                        rank = rank + (from_second ? from_second : from_first);
                    end
                end
                assign from_rank[j] = rank;
            end
            wire to_first;
            wire to_second;
            wire to_rank [0:0];
            for (j = 0; j < 1; j = j + 1) begin : g_to_slot
                assign to_first  = first_to_i[i+4*j];
                assign to_second = second_to_i[i+4*j];
            end
            for (j = 0; j < 1; j = j + 1) begin : g_to_order
                reg rank;
                always @* begin : fold_rank
                    integer n;
                    rank = 1'b0;
                    for (n = 0; n < j; n = n + 1) begin
                        rank = rank + (to_second ? to_second : to_first);
                    end
                end
                assign to_rank[j] = rank;
            end
            wire [4:0] tid;
            for (j = 0; j < 1; j = j + 1) begin : g_slot
                assign tid = from_tid_i[(i+4*j)*5 +: 5];
            end
            for (j = 0; j < 1; j = j + 1) begin : g_taken
                wire source;
                for (k = 0; k < 1; k = k + 1) begin : g_thread
                    assign source =
                        ((from_first & to_first) | (from_second & to_second))
                        & (from_rank[k] == to_rank[j]);
                end
                reg [4:0] taken_tid;
                always @* begin : fold_taken_tid
                    integer n;
                    taken_tid = 5'd0;
                    for (n = 0; n < 1; n = n + 1) begin
                        taken_tid = taken_tid | (tid & {5{source}});
                    end
                end
                assign to_tid_o[(i+4*j)*5 +: 5] = taken_tid;
            end
        end
    endgenerate

    wire unused = &{1'b0, clk_i, rst_i};
endmodule
