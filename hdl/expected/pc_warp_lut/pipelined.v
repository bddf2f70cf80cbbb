// pc_warp_lut: look-up table from a PC to the warp in which its threads are gathered.
// Source:  fung2009, section 4.2, figure 10 (b), footnote 10.
// Papers:  fung2009: W. Fung, I. Sham, G. Yuan and T. Aamodt, "Dynamic Warp Formation: Efficient
//          MIMD Control Flow on SIMD Graphics Hardware", 2009 (docs/sources.md of Heddle).
// Config:  sets 16, ways 4, lru 1, lanes 32, pc_bits 24, warp_bits 7, pipelined 1.
// Timing:  answered in the third cycle after the look-up, written at its end; one look-up a cycle;
//          initialised 16 cycles after reset.
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
    reg  [4:0]           walk_q;
    wire                 init_done = walk_q[4];
    wire [3:0]           row;
    wire [3:0]           written_ways;
    wire [3:0]           written_occ_ways;
    wire [PC_BITS-1:0]   write_pc;
    wire [LANES-1:0]     write_occ;
    wire [WARP_BITS-1:0] write_idx;
    wire [3:0]           forward_ways1;
    wire [3:0]           freed_ways1;
    wire [3:0]           forward_ways2;

    always @(posedge clk_i) begin
        if (rst_i) begin
            walk_q <= 5'd0;
        end else if (~init_done) begin
            walk_q <= walk_q + 5'd1;
        end
    end

    // Stage 1: the set is read, and its PCs are compared.
    reg                    lookup1_q;
    reg                    retire1_q;
    reg  [PC_BITS-1:0]     pc1_q;
    reg  [LANES-1:0]       lanes1_q;
    reg  [WARP_BITS-1:0]   warp1_q;
    wire [3:0]             set1         = pc1_q[3:0];
    wire                   written_hits = (write_pc == pc1_q);
    wire [3:0]             hit_ways1;
    wire [3:0]             free1;
    reg  [4*LANES-1:0]     occ2_q;
    reg  [4*WARP_BITS-1:0] idx2_q;

    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : g_way
            reg  [PC_BITS-1:0]   pc_q [0:15];
            reg  [LANES-1:0]     occ_q [0:15];
            reg  [WARP_BITS-1:0] idx_q [0:15];
            wire [LANES-1:0]     read_occ = occ_q[set1];
            wire                 used     = |read_occ;
            wire                 read_hit = used & (pc_q[set1] == pc1_q);
            assign hit_ways1[i] = forward_ways1[i] ? written_hits : read_hit;
            assign free1[i]     = ~(used | forward_ways1[i]);
            always @(posedge clk_i) begin
                if (update_i) begin
                    occ2_q[i*LANES +: LANES]         <= forward_ways1[i] ? write_occ : read_occ;
                    idx2_q[i*WARP_BITS +: WARP_BITS] <= forward_ways1[i] ? write_idx : idx_q[set1];
                end
                if (written_ways[i]) begin
                    pc_q[row]  <= write_pc;
                    idx_q[row] <= write_idx;
                end
                if (written_occ_ways[i]) begin
                    occ_q[row] <= write_occ;
                end
            end
        end
    endgenerate

    reg  [3:0] hit_ways2_q;
    reg  [3:0] free2_q;
    reg  [3:0] changed2_q;
    reg  [7:0] rank2_q;
    wire [1:0] write_rank [0:3];

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_rank
            reg        [1:0] rank_q [0:15];
            localparam [1:0] number = i;
            always @(posedge clk_i) begin
                if (update_i) begin
                    rank2_q[i*2 +: 2] <= (|forward_ways1) ? write_rank[i] : rank_q[set1];
                end
                if (~init_done | (|written_ways)) begin
                    rank_q[row] <= init_done ? write_rank[i] : number;
                end
            end
        end
    endgenerate

    reg                 lookup2_q;
    reg                 retire2_q;
    reg [PC_BITS-1:0]   pc2_q;
    reg [LANES-1:0]     lanes2_q;
    reg [WARP_BITS-1:0] warp2_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            lookup1_q <= 1'b0;
            retire1_q <= 1'b0;
            lookup2_q <= 1'b0;
            retire2_q <= 1'b0;
        end else if (update_i) begin
            lookup1_q <= first_i;
            retire1_q <= retire_i;
            lookup2_q <= lookup1_q;
            retire2_q <= retire1_q;
        end
        if (update_i) begin
            pc1_q       <= retire_i ? retire_pc_i : first_pc_i;
            lanes1_q    <= first_lanes_i;
            warp1_q     <= retire_warp_i;
            hit_ways2_q <= hit_ways1;
            free2_q     <= free1;
            changed2_q  <= freed_ways1;
            pc2_q       <= pc1_q;
            lanes2_q    <= lanes1_q;
            warp2_q     <= warp1_q;
        end
    end

    // Stage 2: the entry that holds the PC, or else the entry that a new warp gets.
    wire [3:0]       changed    = changed2_q | forward_ways2;
    wire [3:0]       hit_ways   = hit_ways2_q & ~changed;
    wire [3:0]       empty_ways = free2_q | changed;
    wire             hit        = |hit_ways;
    reg  [LANES-1:0] hit_occ;

    always @* begin : fold_hit_occ
        integer n;
        hit_occ = 32'd0;
        for (n = 0; n < 4; n = n + 1) begin
            hit_occ = hit_occ | (occ2_q[n*LANES +: LANES] & {LANES{hit_ways2_q[n]}});
        end
    end

    reg [WARP_BITS-1:0] hit_idx;

    always @* begin : fold_hit_idx
        integer n;
        hit_idx = 7'd0;
        for (n = 0; n < 4; n = n + 1) begin
            hit_idx = hit_idx | (idx2_q[n*WARP_BITS +: WARP_BITS] & {WARP_BITS{hit_ways2_q[n]}});
        end
    end

    wire [3:0] empty = empty_ways & (~empty_ways + 4'd1);
    wire [3:0] last;

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_victim
            assign last[i] = &rank2_q[i*2 +: 2];
        end
    endgenerate

    reg                  hit3_q;
    reg  [3:0]           way3_q;
    reg  [LANES-1:0]     occ3_q;
    reg  [WARP_BITS-1:0] idx3_q;
    reg                  evict3_q;
    reg                  create3_q;
    reg                  closed3_q;
    wire                 closed3_d =
        hit & ((retire_i & (retire_warp_i == hit_idx)) | (retire1_q & (warp1_q == hit_idx)));
    reg                  clear_we3_q;
    reg                  lookup3_q;
    reg  [PC_BITS-1:0]   pc3_q;
    reg  [LANES-1:0]     lanes3_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            lookup3_q <= 1'b0;
        end else if (update_i) begin
            lookup3_q <= lookup2_q;
        end
        if (update_i) begin
            hit3_q      <= hit;
            way3_q      <= hit ? hit_ways : (|empty_ways) ? empty : last;
            occ3_q      <= hit_occ;
            idx3_q      <= hit_idx;
            evict3_q    <= ~|(hit_ways | empty_ways);
            create3_q   <= ~hit | (|(hit_occ & lanes2_q));
            closed3_q   <= closed3_d;
            clear_we3_q <= retire2_q & hit & (hit_idx == warp2_q);
            pc3_q       <= pc2_q;
            lanes3_q    <= lanes2_q;
        end
    end

    // Stage 3: the answer to a look-up, and the writes to the table.
    wire [LANES-1:0] conflict_lanes = occ3_q & lanes3_q;
    wire             join_en        = hit3_q & ~closed3_q;
    wire [LANES-1:0] new_lanes      = join_en ? conflict_lanes : lanes3_q;
    wire             create         = create3_q | closed3_q;

    assign init_done_o       = init_done;
    assign first_hit_o       = lookup3_q & join_en;
    assign first_old_o       = idx3_q;
    assign first_old_lanes_o = lanes3_q & ~occ3_q;
    assign first_create_o    = lookup3_q & create;
    assign first_new_o       = fresh_first_i;
    assign first_new_lanes_o = new_lanes;
    assign first_evict_o     = evict3_q;

    wire       occ_we = lookup3_q | clear_we3_q;
    wire [3:0] set3   = pc3_q[3:0];

    assign row              = init_done ? set3 : walk_q[3:0];
    assign written_ways     = way3_q & {4{lookup3_q}};
    assign written_occ_ways = init_done ? way3_q & {4{occ_we}} : {4{1'b1}};
    assign write_pc         = pc3_q;
    assign write_occ =
        (create ? new_lanes : occ3_q | lanes3_q) & {LANES{init_done & lookup3_q}};
    assign write_idx        = create ? fresh_first_i : idx3_q;

    reg [7:0] rank3_q;
    reg [1:0] used_rank;

    always @* begin : fold_used_rank
        integer n;
        used_rank = 2'd0;
        for (n = 0; n < 4; n = n + 1) begin
            used_rank = used_rank | (rank3_q[n*2 +: 2] & {2{way3_q[n]}});
        end
    end

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_age
            assign write_rank[i] =
                way3_q[i] ? 2'd0 : rank3_q[i*2 +: 2] + {1'b0, rank3_q[i*2 +: 2] < used_rank};
            always @(posedge clk_i) begin
                if (update_i) begin
                    rank3_q[i*2 +: 2] <= rank2_q[i*2 +: 2];
                end
            end
        end
    endgenerate

    // A way that a retirement frees in stage 3 counts as free for operations of its set in earlier
    // stages. A way that a look-up writes is forwarded to stage 1, and no longer hits for a
    // retirement in stage 2.
    wire first_forward = (pc1_q[3:0] == pc3_q[3:0]);

    assign forward_ways1 = way3_q & {4{first_forward & lookup3_q}};
    assign freed_ways1   = way3_q & {4{first_forward & clear_we3_q}};

    reg forward2_q;

    assign forward_ways2 = way3_q & {4{forward2_q & (lookup3_q | clear_we3_q)}};

    always @(posedge clk_i) begin
        if (update_i) begin
            forward2_q <= (pc1_q[3:0] == pc2_q[3:0]);
        end
    end

    // The pipelined form has no second look-up.
    assign second_hit_o       = 1'b0;
    assign second_old_o       = 7'd0;
    assign second_old_lanes_o = 32'd0;
    assign second_create_o    = 1'b0;
    assign second_new_o       = 7'd0;
    assign second_new_lanes_o = 32'd0;
    assign second_evict_o     = 1'b0;

    wire unused = &{1'b0, second_i, second_pc_i, second_lanes_i, fresh_second_i};
endmodule

`default_nettype wire
