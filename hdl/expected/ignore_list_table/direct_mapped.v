// ignore_list_table: LATs before which partners no longer wait for each other.
// Source:  lashgar2012, sections IV.C and IV.E.
// Papers:  lashgar2012: A. Lashgar, A. Baniasadi and A. Khonsari, "Dynamic Warp Resizing in
//          High-Performance SIMT", 2012 (docs/sources.md of Heddle).
// Config:  sets 32, ways 1, pc_bits 32, arrive_latency 0.
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
    wire [4:0]  row       = pc_i[4:0];
    wire        hit_ways;
    wire        found     = hit_ways;
    wire [31:0] selected  = 32'd1 << row;
    wire        taken;
    wire        insert_en = insert_i & ~found;
    wire        way       = 1'b1;

    // Entries by way: a tag, and a bit that says whether the entry is occupied.
    wire [26:0] tag = pc_i[31:5];

    genvar i;
    generate
        for (i = 0; i < 1; i = i + 1) begin : g_way
            reg  [26:0] tags_q [0:31];
            reg  [31:0] occupied_q;
            wire        way_we = insert_en & way;
            assign taken    = |(occupied_q & selected);
            assign hit_ways = taken & (tags_q[row] == tag);
            always @(posedge clk_i) begin
                if (rst_i) begin
                    occupied_q <= 32'd0;
                end else begin
                    occupied_q <= occupied_q | (selected & {32{way_we}});
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
