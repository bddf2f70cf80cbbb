// mheap_lut: where in the heap the group of a PC stands.
// Source:  fung2009, section 4.4, figure 11 (c), Table V.
// Config:  sets 16, ways 8, pc_bits 24, heap_latency 1, index_bits 7.
// Timing:  two look-ups within the cycle and two writes at its edge; cleared for 16 cycles after
//          reset.
`default_nettype none

module mheap_lut (
    input  wire        clk_i,
    input  wire        rst_i,

    // look-up: the older PC
    input  wire        first_i,                // the PC below is looked up
    input  wire [23:0] first_pc_i,             // in words
    input  wire        first_create_i,         // it takes an entry if it has none

    // look-up: the younger PC
    input  wire        second_i,               // the PC below is looked up
    input  wire [23:0] second_pc_i,            // differs from the older one
    input  wire        second_create_i,        // it takes an entry if it has none

    // write
    input  wire        write_first_i,          // the entry below is written
    input  wire [6:0]  write_first_entry_i,    // its number
    input  wire [23:0] write_first_pc_i,       // its PC, of the entry's set
    input  wire [6:0]  write_first_index_i,    // its index; the top bit frees it

    // write: another entry
    input  wire        write_second_i,         // the entry below is written
    input  wire [6:0]  write_second_entry_i,   // its number
    input  wire [23:0] write_second_pc_i,      // its PC, of the entry's set
    input  wire [6:0]  write_second_index_i,   // its index; the top bit frees it

    // state
    output wire        idle_o,                 // it is cleared, and a PC can be looked up

    // look-up: the older PC
    output wire        first_hit_o,            // the PC has an entry
    output wire [6:0]  first_entry_o,          // the entry that it has or may take
    output wire        first_used_o,           // the entry is in use, by the PC or another one
    output wire [6:0]  first_index_o,          // where the group that it is of stands in the heap

    // look-up: the younger PC
    output wire        second_hit_o,           // the PC has an entry
    output wire        second_fits_o,          // the older PC does not take the entry that it has
    output wire [6:0]  second_entry_o,         // the entry that it has or may take
    output wire        second_used_o,          // the entry is in use, by the PC or another one
    output wire [6:0]  second_index_o          // where the group that it is of stands in the heap
);
    localparam PC_BITS    = 24;   // width of a PC in words
    localparam INDEX_BITS = 7;    // width of an index of the heap and the bit that says none

    // After reset a walk frees all ways of a set in each cycle.
    reg  [4:0] walk_q;
    wire       init_done = walk_q[4];

    always @(posedge clk_i) begin
        if (rst_i) begin
            walk_q <= 5'd0;
        end else if (~init_done) begin
            walk_q <= walk_q + 5'd1;
        end
    end

    assign idle_o = init_done;

    wire [3:0]            first_row         = init_done ? write_first_entry_i[6:3] : walk_q[3:0];
    wire [7:0]            first_ways =
        init_done ? (8'd1 << write_first_entry_i[2:0]) & {8{write_first_i}} : {8{1'b1}};
    wire [PC_BITS-1:0]    first_value_pc    = init_done ? write_first_pc_i : 24'd0;
    wire [INDEX_BITS-1:0] first_value_index = init_done ? write_first_index_i : {INDEX_BITS{1'b1}};
    wire [7:0]            second_ways =
        (8'd1 << write_second_entry_i[2:0]) & {8{write_second_i}};

    // Entries, a memory per way. The top bit of an index says that the way is free.
    wire [7:0]              first_hits;
    wire [7:0]              first_frees;
    wire [8*INDEX_BITS-1:0] first_indexes;
    wire [7:0]              second_hits;
    wire [7:0]              second_frees;
    wire [8*INDEX_BITS-1:0] second_indexes;

    genvar i;
    generate
        for (i = 0; i < 8; i = i + 1) begin : g_way
            reg [PC_BITS-1:0]    pc_q [0:15];
            reg [INDEX_BITS-1:0] index_q [0:15];
            assign first_indexes[i*INDEX_BITS +: INDEX_BITS]  = index_q[first_pc_i[3:0]];
            assign first_frees[i]                             = first_indexes[i*INDEX_BITS + 6];
            assign first_hits[i] =
                (pc_q[first_pc_i[3:0]] == first_pc_i) & ~first_indexes[i*INDEX_BITS + 6];
            assign second_indexes[i*INDEX_BITS +: INDEX_BITS] = index_q[second_pc_i[3:0]];
            assign second_frees[i]                            = second_indexes[i*INDEX_BITS + 6];
            assign second_hits[i] =
                (pc_q[second_pc_i[3:0]] == second_pc_i) & ~second_indexes[i*INDEX_BITS + 6];
            always @(posedge clk_i) begin
                if (first_ways[i]) begin
                    pc_q[first_row]    <= first_value_pc;
                    index_q[first_row] <= first_value_index;
                end
                if (second_ways[i]) begin
                    pc_q[write_second_entry_i[6:3]]    <= write_second_pc_i;
                    index_q[write_second_entry_i[6:3]] <= write_second_index_i;
                end
            end
        end
    endgenerate

    wire       first_hit   = |first_hits;
    wire       second_hit  = |second_hits;
    wire       first_uses  = first_i & (first_hit | first_create_i);
    wire       same_set    = first_uses & (first_pc_i[3:0] == second_pc_i[3:0]);
    wire [7:0] first_way;
    wire [7:0] second_way;
    wire [7:0] taken       = first_way & {8{same_set}};
    wire       second_fits = ~|(second_hits & taken);

    // Ranks of the ways, 0 the one used last. The second look-up sees the first.
    wire [3:0]  rank_row    = init_done ? first_pc_i[3:0] : walk_q[3:0];
    wire        second_uses = second_i & second_fits & (second_hit | second_create_i);
    wire [15:0] first_high_ranks;
    wire [1:0]  first_last_rank;
    wire [7:0]  first_victim;
    wire [15:0] second_high_ranks;
    wire [1:0]  second_last_rank;
    wire [7:0]  second_victim;

    generate
        for (i = 0; i < 8; i = i + 1) begin : g_rank
            reg  [2:0] rank_q [0:15];
            wire [2:0] first_rank = rank_q[first_pc_i[3:0]];
            assign first_victim[i]            = &first_rank;
            assign first_high_ranks[i*2 +: 2] = first_rank[2:1];
            wire [2:0] first_next =
                first_way[i] ? 3'd0 : first_rank + {2'd0, first_rank <= {first_last_rank, 1'b0}};
            wire [2:0] second_rank = same_set ? first_next : rank_q[second_pc_i[3:0]];
            assign second_victim[i]            = &second_rank;
            assign second_high_ranks[i*2 +: 2] = second_rank[2:1];
            localparam [2:0] number = i;
            always @(posedge clk_i) begin
                if (~init_done | first_uses) begin
                    rank_q[rank_row] <= init_done ? first_next : number;
                end
                if (second_uses) begin
                    rank_q[second_pc_i[3:0]] <=
                        second_way[i] ? 3'd0
                        : second_rank + {2'd0, second_rank <= {second_last_rank, 1'b0}};
                end
            end
        end
    endgenerate

    reg [1:0] first_way_rank;

    always @* begin : fold_first_way_rank
        integer n;
        first_way_rank = 2'd0;
        for (n = 0; n < 8; n = n + 1) begin
            first_way_rank = first_way_rank | (first_high_ranks[n*2 +: 2] & {2{first_way[n]}});
        end
    end

    assign first_last_rank = first_way_rank;

    reg [1:0] second_way_rank;

    always @* begin : fold_second_way_rank
        integer n;
        second_way_rank = 2'd0;
        for (n = 0; n < 8; n = n + 1) begin
            second_way_rank = second_way_rank | (second_high_ranks[n*2 +: 2] & {2{second_way[n]}});
        end
    end

    assign second_last_rank = second_way_rank;

    // The way that hits, the lowest free one, or the one that was used longest ago.
    wire [7:0] first_free = first_frees & (~first_frees + 8'd1);

    assign first_way = first_hit ? first_hits : (|first_frees) ? first_free : first_victim;

    reg [2:0] first_number;

    always @* begin : fold_first_number
        integer n;
        first_number = 3'd0;
        for (n = 0; n < 8; n = n + 1) begin
            first_number = first_number | (n[2:0] & {3{first_way[n]}});
        end
    end

    reg [INDEX_BITS-1:0] first_held;

    always @* begin : fold_first_held
        integer n;
        first_held = 7'd0;
        for (n = 0; n < 8; n = n + 1) begin
            first_held =
                first_held
                | (first_indexes[n*INDEX_BITS +: INDEX_BITS] & {INDEX_BITS{first_way[n]}});
        end
    end

    assign first_hit_o   = first_hit;
    assign first_entry_o = {first_pc_i[3:0], first_number};
    assign first_used_o  = ~first_held[6];
    assign first_index_o = first_held;

    // Two that miss in one set take two ways.
    wire [7:0] second_left = second_frees & ~taken;
    wire [7:0] second_free = second_left & (~second_left + 8'd1);

    assign second_way = second_hit ? second_hits : (|second_left) ? second_free : second_victim;

    reg [2:0] second_number;

    always @* begin : fold_second_number
        integer n;
        second_number = 3'd0;
        for (n = 0; n < 8; n = n + 1) begin
            second_number = second_number | (n[2:0] & {3{second_way[n]}});
        end
    end

    reg [INDEX_BITS-1:0] second_held;

    always @* begin : fold_second_held
        integer n;
        second_held = 7'd0;
        for (n = 0; n < 8; n = n + 1) begin
            second_held =
                second_held
                | (second_indexes[n*INDEX_BITS +: INDEX_BITS] & {INDEX_BITS{second_way[n]}});
        end
    end

    assign second_hit_o   = second_hit;
    assign second_fits_o  = second_fits;
    assign second_entry_o = {second_pc_i[3:0], second_number};
    assign second_used_o  = ~second_held[6];
    assign second_index_o = second_held;
endmodule

`default_nettype wire
