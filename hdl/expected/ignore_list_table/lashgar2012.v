// ignore_list_table: LATs before which partners no longer wait for each other.
// Source:  lashgar2012, sections IV.C and IV.E.
// Papers:  lashgar2012: A. Lashgar, A. Baniasadi and A. Khonsari, "Dynamic Warp Resizing in
//          High-Performance SIMT", 2012 (docs/sources.md of Heddle).
// Config:  sets 4, ways 8, pc_bits 32, arrive_latency 0.
// Timing:  looked up within the cycle, inserted at its end; one look-up and one insertion a cycle.
`default_nettype none

module ignore_list_table (
    input  wire        clk_i,
    input  wire        rst_i,

    // look-up
    input  wire [31:0] pc_i,       // the PC to look up, in words
    input  wire        insert_i,   // the PC that is answered is put on the list

    // look-up
    output wire        ignored_o   // the PC is on the list
);
    wire [1:0] row       = pc_i[1:0];
    wire [7:0] hit_ways;
    wire       found     = |hit_ways;
    wire [3:0] selected  = 4'd1 << row;
    wire [7:0] taken;
    wire       insert_en = insert_i & ~found;

    // Insertions take the ways of a set in turn.
    reg [11:0] turn_q;

    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : g_set
            always @(posedge clk_i) begin
                if (rst_i) begin
                    turn_q[i*3 +: 3] <= 3'd0;
                end else if (insert_en & selected[i]) begin
                    turn_q[i*3 +: 3] <= turn_q[i*3 +: 3] + 3'd1;
                end
            end
        end
    endgenerate

    wire [2:0] set_turn = turn_q[row*3 +: 3];
    wire [7:0] way      = 8'd1 << set_turn;

    // Entries by way: a tag, and a bit that says whether the entry is occupied.
    wire [29:0] tag = pc_i[31:2];

    generate
        for (i = 0; i < 8; i = i + 1) begin : g_way
            reg  [29:0] tags_q [0:3];
            reg  [3:0]  occupied_q;
            wire        way_we = insert_en & way[i];
            assign taken[i]    = |(occupied_q & selected);
            assign hit_ways[i] = taken[i] & (tags_q[row] == tag);
            always @(posedge clk_i) begin
                if (rst_i) begin
                    occupied_q <= 4'd0;
                end else begin
                    occupied_q <= occupied_q | (selected & {4{way_we}});
                end
                if (way_we) begin
                    tags_q[row] <= tag;
                end
            end
        end
    endgenerate

    assign ignored_o = found;
endmodule

`default_nettype wire
