// mheap_lut: look-up table from a PC to the heap index of its group.
// Source:  fung2009, section 4.4, figure 11 (c), Table V.
// Papers:  fung2009: W. Fung, I. Sham, G. Yuan and T. Aamodt, "Dynamic Warp Formation: Efficient
//          MIMD Control Flow on SIMD Graphics Hardware", 2009 (docs/sources.md of Heddle).
// Config:  sets 16, ways 8, pc_bits 24, heap_latency 1, index_bits 7.
// Timing:  looked up within the cycle, written at its end; two look-ups and two writes a cycle;
//          cleared 16 cycles after reset.
`default_nettype none

module mheap_lut (
    input  wire        clk_i,
    input  wire        rst_i,

    // look-up: the older PC
    input  wire        first_i,                // the older PC is looked up
    input  wire [23:0] first_pc_i,             // the older PC, in words
    input  wire        first_create_i,         // the older PC takes an entry if it has none

    // look-up: the younger PC
    input  wire        second_i,               // the younger PC is looked up
    input  wire [23:0] second_pc_i,            // the younger PC, in words; differs from the older
                                               // one
    input  wire        second_create_i,        // the younger PC takes an entry if it has none

    // write
    input  wire        write_first_i,          // an entry is written
    input  wire [6:0]  write_first_entry_i,    // number of the entry
    input  wire [23:0] write_first_pc_i,       // PC to write, one of the entry's set
    input  wire [6:0]  write_first_index_i,    // heap index to write; the top bit frees the entry

    // write: another entry
    input  wire        write_second_i,         // another entry is written
    input  wire [6:0]  write_second_entry_i,   // number of the other entry
    input  wire [23:0] write_second_pc_i,      // PC to write, one of the entry's set
    input  wire [6:0]  write_second_index_i,   // heap index to write; the top bit frees the entry

    // state
    output wire        idle_o,                 // the table has been cleared, and a PC can be looked
                                               // up

    // look-up: the older PC
    output wire        first_hit_o,            // the older PC has an entry
    output wire [6:0]  first_entry_o,          // the entry that the older PC has or may take
    output wire        first_used_o,           // the entry is in use, by this PC or another one
    output wire [6:0]  first_index_o,          // heap index of the group that uses the entry

    // look-up: the younger PC
    output wire        second_hit_o,           // the younger PC has an entry
    output wire        second_room_o,          // the older PC does not take the younger PC's entry
    output wire [6:0]  second_entry_o,         // the entry that the younger PC has or may take
    output wire        second_used_o,          // the entry is in use, by this PC or another one
    output wire [6:0]  second_index_o          // heap index of the group that uses the entry
);
    localparam PC_BITS    = 24;   // width of a PC in words
    localparam INDEX_BITS = 7;    // width of a heap index with the bit that marks none

    // After reset a walk over the sets frees all ways of one set each cycle.
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

    // Entries: a memory per way. The top bit of an index says that the way is free.
    wire [7:0]              first_hit_ways;
    wire [7:0]              first_free_ways;
    wire [8*INDEX_BITS-1:0] first_way_indices;
    wire [7:0]              second_hit_ways;
    wire [7:0]              second_free_ways;
    wire [8*INDEX_BITS-1:0] second_way_indices;

    genvar i;
    generate
        for (i = 0; i < 8; i = i + 1) begin : g_way
            reg [PC_BITS-1:0]    pc_q [0:15];
            reg [INDEX_BITS-1:0] index_q [0:15];
            assign first_way_indices[i*INDEX_BITS +: INDEX_BITS]  = index_q[first_pc_i[3:0]];
            assign first_free_ways[i] =
                first_way_indices[i*INDEX_BITS + 6];
            assign first_hit_ways[i] =
                (pc_q[first_pc_i[3:0]] == first_pc_i) & ~first_way_indices[i*INDEX_BITS + 6];
            assign second_way_indices[i*INDEX_BITS +: INDEX_BITS] = index_q[second_pc_i[3:0]];
            assign second_free_ways[i] =
                second_way_indices[i*INDEX_BITS + 6];
            assign second_hit_ways[i] =
                (pc_q[second_pc_i[3:0]] == second_pc_i) & ~second_way_indices[i*INDEX_BITS + 6];
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

    wire       first_hit    = |first_hit_ways;
    wire       second_hit   = |second_hit_ways;
    wire       first_use_en = first_i & (first_hit | first_create_i);
    wire       same_set     = first_use_en & (first_pc_i[3:0] == second_pc_i[3:0]);
    wire [7:0] first_way;
    wire [7:0] second_way;
    wire [7:0] taken        = first_way & {8{same_set}};
    wire       second_room  = ~|(second_hit_ways & taken);

    // Ranks of the ways: rank 0 is the most recently used. The second look-up sees the ranks after
    // the first.
    wire [3:0]  rank_row      = init_done ? first_pc_i[3:0] : walk_q[3:0];
    wire        second_use_en = second_i & second_room & (second_hit | second_create_i);
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
                if (~init_done | first_use_en) begin
                    rank_q[rank_row] <= init_done ? first_next : number;
                end
                if (second_use_en) begin
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

    // The way of a look-up: the way that hits, else the lowest free way, else the least recently
    // used way.
    wire [7:0] first_free = first_free_ways & (~first_free_ways + 8'd1);

    assign first_way = first_hit ? first_hit_ways : (|first_free_ways) ? first_free : first_victim;

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
                | (first_way_indices[n*INDEX_BITS +: INDEX_BITS] & {INDEX_BITS{first_way[n]}});
        end
    end

    assign first_hit_o   = first_hit;
    assign first_entry_o = {first_pc_i[3:0], first_number};
    assign first_used_o  = ~first_held[6];
    assign first_index_o = first_held;

    // Two look-ups that miss in the same set take two different ways.
    wire [7:0] second_remaining = second_free_ways & ~taken;
    wire [7:0] second_free      = second_remaining & (~second_remaining + 8'd1);

    assign second_way =
        second_hit ? second_hit_ways
        : (|second_remaining) ? second_free
        : second_victim;

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
                | (second_way_indices[n*INDEX_BITS +: INDEX_BITS] & {INDEX_BITS{second_way[n]}});
        end
    end

    assign second_hit_o   = second_hit;
    assign second_room_o  = second_room;
    assign second_entry_o = {second_pc_i[3:0], second_number};
    assign second_used_o  = ~second_held[6];
    assign second_index_o = second_held;
endmodule

`default_nettype wire
