// pc_warp_lut: look-up table from a PC to the warp in which its threads are gathered.
// Source:  fung2009, section 4.2, figure 10 (b), footnote 10.
// Papers:  fung2009: W. Fung, I. Sham, G. Yuan and T. Aamodt, "Dynamic Warp Formation: Efficient
//          MIMD Control Flow on SIMD Graphics Hardware", 2009 (docs/sources.md of Heddle).
// Config:  sets 16, ways 4, lru 1, lanes 32, pc_bits 24, warp_bits 7.
// Timing:  answered within the cycle, written at its end; two look-ups a cycle; initialised 16
//          cycles after reset.
`default_nettype none

module pc_warp_lut (
    input  wire        clk_i,
    input  wire        rst_i,

    // first: threads of one PC
    input  wire        first_i,              // a first group of threads is offered
    input  wire [23:0] first_pc_i,           // PC of the first group, in words
    input  wire [31:0] first_lanes_i,        // lanes of the first group

    // second: threads of another PC, or more of the same
    input  wire        second_i,             // a second group of threads is offered
    input  wire [23:0] second_pc_i,          // PC of the second group, in words
    input  wire [31:0] second_lanes_i,       // lanes of the second group

    // fresh: free entries of the pool
    input  wire [6:0]  fresh_first_i,        // the next free entry of the pool
    input  wire [6:0]  fresh_second_i,       // the free entry after it

    // update
    input  wire        update_i,             // the look-ups take effect

    // retire: a warp leaves the pool
    input  wire        retire_i,             // a warp leaves the pool
    input  wire [23:0] retire_pc_i,          // PC of the warp that leaves, in words
    input  wire [6:0]  retire_warp_i,        // pool entry of the warp that leaves

    // state
    output wire        init_done_o,          // the table has been cleared after reset

    // first: threads of one PC
    output wire        first_hit_o,          // the table has the PC of the first group
    output wire [6:0]  first_old_o,          // the warp that the first group joins
    output wire [31:0] first_old_lanes_o,    // lanes that the first group takes in the old warp
    output wire        first_create_o,       // threads of the first group go to a new warp
    output wire [6:0]  first_new_o,          // the new warp of the first group
    output wire [31:0] first_new_lanes_o,    // lanes that the first group takes in the new warp
    output wire        first_evict_o,        // the new warp evicts an entry in use

    // second: threads of another PC, or more of the same
    output wire        second_hit_o,         // the table, after the first group, has the second PC
    output wire [6:0]  second_old_o,         // the warp that the second group joins
    output wire [31:0] second_old_lanes_o,   // lanes that the second group takes in the old warp
    output wire        second_create_o,      // threads of the second group go to a new warp
    output wire [6:0]  second_new_o,         // the new warp of the second group
    output wire [31:0] second_new_lanes_o,   // lanes that the second group takes in the new warp
    output wire        second_evict_o        // the new warp evicts an entry in use
);
    localparam PC_BITS   = 24;   // width of a PC in words
    localparam LANES     = 32;   // threads of a warp
    localparam WARP_BITS = 7;    // width of a warp's number in the pool

    // After reset every entry is freed.
    reg  [4:0] walk_q;
    wire       init_done = walk_q[4];

    always @(posedge clk_i) begin
        if (rst_i) begin
            walk_q <= 5'd0;
        end else if (~init_done) begin
            walk_q <= walk_q + 5'd1;
        end
    end

    // The look-ups. A retirement uses the port of the first look-up.
    wire                   first_update_en  = update_i & first_i;
    wire [PC_BITS-1:0]     first_key        = retire_i ? retire_pc_i : first_pc_i;
    wire [3:0]             first_set        = first_key[3:0];
    wire [3:0]             first_hit_ways;
    wire [3:0]             first_free;
    wire [4*LANES-1:0]     first_way_occ;
    wire [4*WARP_BITS-1:0] first_way_idx;
    wire [3:0]             first_way;
    wire [LANES-1:0]       first_occ_d;
    wire [WARP_BITS-1:0]   first_idx_d;
    wire                   second_update_en = update_i & second_i;
    wire [3:0]             second_set       = second_pc_i[3:0];
    wire [3:0]             second_hit_ways;
    wire [3:0]             second_free;
    wire [4*LANES-1:0]     second_way_occ;
    wire [4*WARP_BITS-1:0] second_way_idx;
    wire [3:0]             second_way;
    wire [LANES-1:0]       second_occ_d;
    wire [WARP_BITS-1:0]   second_idx_d;
    wire                   same_set         = first_i & (first_set == second_set);
    wire [3:0]             first_row        = init_done ? first_set : walk_q[3:0];

    // Entries {PC, OCC, IDX}: a bank for each way. An entry without lanes (OCC = 0) is free.
    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : g_way
            reg  [PC_BITS-1:0]   pc_q [0:15];
            reg  [LANES-1:0]     occ_q [0:15];
            reg  [WARP_BITS-1:0] idx_q [0:15];
            wire [LANES-1:0]     first_occ  = occ_q[first_set];
            wire [WARP_BITS-1:0] first_idx  = idx_q[first_set];
            wire                 first_used = |first_occ;
            assign first_hit_ways[i] =
                first_used & (pc_q[first_set] == first_key);
            assign first_free[i]                           = ~first_used;
            assign first_way_occ[i*LANES +: LANES]         = first_occ;
            assign first_way_idx[i*WARP_BITS +: WARP_BITS] = first_idx;
            wire               forward     = same_set & first_way[i];
            wire [LANES-1:0]   stored_occ  = occ_q[second_set];
            wire               second_used = forward | (|stored_occ);
            wire [PC_BITS-1:0] second_pc   = forward ? first_key : pc_q[second_set];
            assign second_hit_ways[i]               = second_used & (second_pc == second_pc_i);
            assign second_free[i]                   = ~second_used;
            assign second_way_occ[i*LANES +: LANES] = forward ? first_occ_d : stored_occ;
            assign second_way_idx[i*WARP_BITS +: WARP_BITS] =
                forward ? first_idx_d : idx_q[second_set];
            wire             clear_we =
                ~init_done | (retire_i & first_hit_ways[i] & (first_idx == retire_warp_i));
            wire             first_we       = first_update_en & first_way[i];
            wire [LANES-1:0] first_occ_kept = first_occ_d & {LANES{~clear_we}};
            wire             second_we      = second_update_en & second_way[i];
            always @(posedge clk_i) begin
                if (first_we) begin
                    pc_q[first_row]  <= first_key;
                    idx_q[first_row] <= first_idx_d;
                end
                if (clear_we | first_we) begin
                    occ_q[first_row] <= first_occ_kept;
                end
                if (second_we) begin
                    pc_q[second_set]  <= second_pc_i;
                    idx_q[second_set] <= second_idx_d;
                    occ_q[second_set] <= second_occ_d;
                end
            end
        end
    endgenerate

    // Ranks of the ways: rank 0 is the most recently used. The second look-up sees the ranks after
    // the first.
    wire [3:0] first_high_ranks;
    wire       first_last_rank;
    wire [3:0] first_victim;
    wire [3:0] second_high_ranks;
    wire       second_last_rank;
    wire [3:0] second_victim;

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_rank
            reg  [1:0] rank_q [0:15];
            wire [1:0] first_rank = rank_q[first_set];
            assign first_victim[i]     = &first_rank;
            assign first_high_ranks[i] = first_rank[1];
            wire [1:0] first_next =
                first_way[i] ? 2'd0 : first_rank + {1'b0, first_rank <= {first_last_rank, 1'b0}};
            wire [1:0] second_rank = same_set ? first_next : rank_q[second_set];
            assign second_victim[i]     = &second_rank;
            assign second_high_ranks[i] = second_rank[1];
            localparam [1:0] number = i;
            always @(posedge clk_i) begin
                if (~init_done | first_update_en) begin
                    rank_q[first_row] <= init_done ? first_next : number;
                end
                if (second_update_en) begin
                    rank_q[second_set] <=
                        second_way[i] ? 2'd0
                        : second_rank + {1'b0, second_rank <= {second_last_rank, 1'b0}};
                end
            end
        end
    endgenerate

    reg first_way_rank;

    always @* begin : fold_first_way_rank
        integer n;
        first_way_rank = 1'b0;
        for (n = 0; n < 4; n = n + 1) begin
            first_way_rank = first_way_rank | (first_high_ranks[n] & first_way[n]);
        end
    end

    assign first_last_rank = first_way_rank;

    reg second_way_rank;

    always @* begin : fold_second_way_rank
        integer n;
        second_way_rank = 1'b0;
        for (n = 0; n < 4; n = n + 1) begin
            second_way_rank = second_way_rank | (second_high_ranks[n] & second_way[n]);
        end
    end

    assign second_last_rank = second_way_rank;

    // The first look-up: lanes that its warp has already go to a new warp; at a miss all lanes go
    // to a new warp.
    wire             first_hit = |first_hit_ways;
    reg  [LANES-1:0] first_hit_occ;

    always @* begin : fold_first_hit_occ
        integer n;
        first_hit_occ = 32'd0;
        for (n = 0; n < 4; n = n + 1) begin
            first_hit_occ =
                first_hit_occ | (first_way_occ[n*LANES +: LANES] & {LANES{first_hit_ways[n]}});
        end
    end

    reg [WARP_BITS-1:0] first_old;

    always @* begin : fold_first_old
        integer n;
        first_old = 7'd0;
        for (n = 0; n < 4; n = n + 1) begin
            first_old =
                first_old
                | (first_way_idx[n*WARP_BITS +: WARP_BITS] & {WARP_BITS{first_hit_ways[n]}});
        end
    end

    wire [LANES-1:0] first_new_lanes = first_hit ? first_hit_occ & first_lanes_i : first_lanes_i;
    wire             first_create    = |first_new_lanes;
    wire [3:0]       first_empty     = first_free & (~first_free + 4'd1);

    assign first_way   = first_hit ? first_hit_ways : (|first_free) ? first_empty : first_victim;
    assign first_occ_d = first_create ? first_new_lanes : first_hit_occ | first_lanes_i;
    assign first_idx_d = first_create ? fresh_first_i : first_old;

    // The second look-up: its new warp is fresh_second_i if the first creates a warp, else
    // fresh_first_i.
    wire [WARP_BITS-1:0] second_fresh = (first_i & first_create) ? fresh_second_i : fresh_first_i;
    wire                 second_hit   = |second_hit_ways;
    reg  [LANES-1:0]     second_hit_occ;

    always @* begin : fold_second_hit_occ
        integer n;
        second_hit_occ = 32'd0;
        for (n = 0; n < 4; n = n + 1) begin
            second_hit_occ =
                second_hit_occ | (second_way_occ[n*LANES +: LANES] & {LANES{second_hit_ways[n]}});
        end
    end

    reg [WARP_BITS-1:0] second_old;

    always @* begin : fold_second_old
        integer n;
        second_old = 7'd0;
        for (n = 0; n < 4; n = n + 1) begin
            second_old =
                second_old
                | (second_way_idx[n*WARP_BITS +: WARP_BITS] & {WARP_BITS{second_hit_ways[n]}});
        end
    end

    wire [LANES-1:0] second_new_lanes =
        second_hit ? second_hit_occ & second_lanes_i : second_lanes_i;
    wire             second_create = |second_new_lanes;
    wire [3:0]       second_empty  = second_free & (~second_free + 4'd1);

    assign second_way =
        second_hit ? second_hit_ways
        : (|second_free) ? second_empty
        : second_victim;
    assign second_occ_d       = second_create ? second_new_lanes : second_hit_occ | second_lanes_i;
    assign second_idx_d       = second_create ? second_fresh : second_old;
    assign init_done_o        = init_done;
    assign first_hit_o        = first_hit;
    assign first_old_o        = first_old;
    assign first_old_lanes_o  = first_lanes_i & ~first_hit_occ;
    assign first_create_o     = first_create;
    assign first_new_o        = fresh_first_i;
    assign first_new_lanes_o  = first_new_lanes;
    assign first_evict_o      = ~|(first_hit_ways | first_free);
    assign second_hit_o       = second_hit;
    assign second_old_o       = second_old;
    assign second_old_lanes_o = second_lanes_i & ~second_hit_occ;
    assign second_create_o    = second_create;
    assign second_new_o       = second_fresh;
    assign second_new_lanes_o = second_new_lanes;
    assign second_evict_o     = ~|(second_hit_ways | second_free);
endmodule

`default_nettype wire
