// ignore_list_table: LATs before which partners no longer wait for each other.
// Source:  lashgar2012, sections IV.C and IV.E.
// Config:  sets 4, ways 8, pc_bits 32.
// Timing:  a look-up within the cycle, an insertion at its edge.
`default_nettype none

module ignore_list_table (
    input  wire        clk_i,
    input  wire        rst_i,

    // look-up
    input  wire        look_i,     // the PC below is looked up
    input  wire [31:0] pc_i,       // in words
    input  wire        insert_i,   // it is put on the list

    // look-up
    output wire        ignored_o   // the PC is on the list
);
    wire [1:0] row      = pc_i[1:0];
    wire [7:0] hits;
    wire       found    = |hits;
    wire [3:0] selected = 4'd1 << row;
    wire [7:0] taken;
    wire       inserts  = insert_i & ~found;

    // The ways of a set are taken in turn.
    reg [11:0] turn_q;

    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : g_set
            always @(posedge clk_i) begin
                if (rst_i) begin
                    turn_q[i*3 +: 3] <= 3'd0;
                end else if (inserts & selected[i]) begin
                    turn_q[i*3 +: 3] <= turn_q[i*3 +: 3] + 3'd1;
                end
            end
        end
    endgenerate

    wire [2:0] set_turn = turn_q[row*3 +: 3];
    wire [7:0] way      = 8'd1 << set_turn;

    // Entries: a tag, and whether it is occupied, by way.
    wire [29:0] tag = pc_i[31:2];

    generate
        for (i = 0; i < 8; i = i + 1) begin : g_way
            reg  [29:0] tags_q [0:3];
            reg  [3:0]  occupied_q;
            wire        writes = inserts & way[i];
            assign taken[i] = |(occupied_q & selected);
            assign hits[i]  = taken[i] & (tags_q[row] == tag);
            always @(posedge clk_i) begin
                if (rst_i) begin
                    occupied_q <= 4'd0;
                end else begin
                    occupied_q <= occupied_q | (selected & {4{writes}});
                end
                if (writes) begin
                    tags_q[row] <= tag;
                end
            end
        end
    endgenerate

    assign ignored_o = found;

    wire unused = &{1'b0, look_i};
endmodule

`default_nettype wire
