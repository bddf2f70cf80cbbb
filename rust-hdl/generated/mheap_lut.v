// mheap_lut: where in the heap the group of a PC stands.
// Source:  fung2009, section 4.4, figure 11 (c), Table V.
// Config:  sets 4, ways 4, pc_bits 16, index_bits 4.
// Timing:  two look-ups within the cycle and two writes at its edge; cleared for 4 cycles after
//          reset.
module mheap_lut (
    input  wire        clk_i,
    input  wire        rst_i,

    // look-up: the older PC
    input  wire        first_i,                // the PC below is looked up
    input  wire [15:0] first_pc_i,             // in words

    // look-up: the younger PC
    input  wire        second_i,               // the PC below is looked up
    input  wire [15:0] second_pc_i,            // differs from the older one

    // write
    input  wire        write_first_i,          // the entry below is written
    input  wire [3:0]  write_first_entry_i,    // its number
    input  wire [15:0] write_first_pc_i,       // its PC, of the entry's set
    input  wire [3:0]  write_first_index_i,    // its index; the top bit frees it

    // write: another entry
    input  wire        write_second_i,         // the entry below is written
    input  wire [3:0]  write_second_entry_i,   // its number
    input  wire [15:0] write_second_pc_i,      // its PC, of the entry's set
    input  wire [3:0]  write_second_index_i,   // its index; the top bit frees it

    // state
    output wire        ready_o,                // the table has been cleared

    // look-up: the older PC
    output wire        first_hit_o,            // the PC has an entry
    output wire [3:0]  first_index_o,          // where its group stands in the heap
    output wire        first_fits_o,           // the PC has an entry or can have one
    output wire [3:0]  first_entry_o,          // the entry that it has or can have

    // look-up: the younger PC
    output wire        second_hit_o,           // the PC has an entry
    output wire [3:0]  second_index_o,         // where its group stands in the heap
    output wire        second_fits_o,          // the PC has an entry or can have one besides the
                                               // older PC
    output wire [3:0]  second_entry_o          // the entry that it has or can have
);
    // After reset a walk frees all ways of a set in each cycle.
    reg  [2:0] walk_q;
    wire       ready = walk_q[2];

    always @(posedge clk_i) begin
        if (rst_i) begin
            walk_q <= 3'd0;
        end else if (~ready) begin
            walk_q <= walk_q + 3'd1;
        end
    end

    assign ready_o = ready;

    wire [1:0]  first_row         = ready ? write_first_entry_i[3:2] : walk_q[1:0];
    wire [3:0]  first_ways =
        ready ? (4'd1 << write_first_entry_i[1:0]) & {4{write_first_i}} : {4{1'b1}};
    wire [15:0] first_value_pc    = ready ? write_first_pc_i : 16'd0;
    wire [3:0]  first_value_index = ready ? write_first_index_i : {4{1'b1}};
    wire [3:0]  second_ways       = (4'd1 << write_second_entry_i[1:0]) & {4{write_second_i}};

    // Entries, a memory per way. The top bit of an index says that the way is free.
    wire [3:0] first_hits;
    wire [3:0] first_frees;
    wire [3:0] first_indexes [0:3];
    wire [3:0] second_hits;
    wire [3:0] second_frees;
    wire [3:0] second_indexes [0:3];

    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : g_way
            reg [15:0] pc_q [0:3];
            reg [3:0]  index_q [0:3];
            assign first_indexes[i]  = index_q[first_pc_i[1:0]];
            assign first_frees[i]    = first_indexes[i][3];
            assign first_hits[i]     = (pc_q[first_pc_i[1:0]] == first_pc_i) & ~first_indexes[i][3];
            assign second_indexes[i] = index_q[second_pc_i[1:0]];
            assign second_frees[i]   = second_indexes[i][3];
            assign second_hits[i] =
                (pc_q[second_pc_i[1:0]] == second_pc_i) & ~second_indexes[i][3];
            always @(posedge clk_i) begin
                if (first_ways[i]) begin
                    pc_q[first_row]    <= first_value_pc;
                    index_q[first_row] <= first_value_index;
                end
                if (second_ways[i]) begin
                    pc_q[write_second_entry_i[3:2]]    <= write_second_pc_i;
                    index_q[write_second_entry_i[3:2]] <= write_second_index_i;
                end
            end
        end
    endgenerate

    // The way that hits, or the lowest free one.
    wire       first_hit = |first_hits;
    reg  [1:0] first_hit_way;

    always @* begin : fold_first_hit_way
        integer n;
        first_hit_way = 2'd0;
        for (n = 0; n < 4; n = n + 1) begin
            first_hit_way = first_hit_way | (n[1:0] & {2{first_hits[n]}});
        end
    end

    reg [1:0] first_free_way;

    always @* begin : fold_first_free_way
        integer n;
        first_free_way = 2'd0;
        for (n = 0; n < 4; n = n + 1) begin
            if (first_frees[3-n]) begin
                first_free_way = 2'd3 - n[1:0];
            end
        end
    end

    assign first_hit_o   = first_hit;
    assign first_index_o = first_indexes[first_hit_way];
    assign first_fits_o  = first_hit | (|first_frees);
    assign first_entry_o = {first_pc_i[1:0], first_hit ? first_hit_way : first_free_way};

    // Two that miss in one set take two ways.
    wire       takes       = first_i & ~first_hit & (first_pc_i[1:0] == second_pc_i[1:0]);
    wire [3:0] second_left = second_frees & ~((4'd1 << first_free_way) & {4{takes}});
    wire       second_hit  = |second_hits;
    reg  [1:0] second_hit_way;

    always @* begin : fold_second_hit_way
        integer n;
        second_hit_way = 2'd0;
        for (n = 0; n < 4; n = n + 1) begin
            second_hit_way = second_hit_way | (n[1:0] & {2{second_hits[n]}});
        end
    end

    reg [1:0] second_free_way;

    always @* begin : fold_second_free_way
        integer n;
        second_free_way = 2'd0;
        for (n = 0; n < 4; n = n + 1) begin
            if (second_left[3-n]) begin
                second_free_way = 2'd3 - n[1:0];
            end
        end
    end

    assign second_hit_o   = second_hit;
    assign second_index_o = second_indexes[second_hit_way];
    assign second_fits_o  = second_hit | (|second_left);
    assign second_entry_o = {second_pc_i[1:0], second_hit ? second_hit_way : second_free_way};

    wire unused = &{1'b0, second_i};
endmodule
