// pc_warp_lut: the warp that threads of a PC are gathered in.
// Source:  fung2009, section 4.2, figure 10 (b), footnote 10.
// Config:  sets 16, ways 4, lru 1, lanes 32, pc_bits 24, warp_bits 7, pipelined 1.
// Timing:  a look-up a cycle, answered in the third cycle after it, written at its end; initialised
//          16 cycles after reset.
`default_nettype none

module pc_warp_lut (
    input  wire        clk_i,
    input  wire        rst_i,

    // first: threads of one PC
    input  wire        first_i,              // there are some
    input  wire [23:0] first_pc_i,           // their PC, in words
    input  wire [31:0] first_lanes_i,        // their lanes

    // second: threads of another PC, or more of the same
    input  wire        second_i,             // there are some
    input  wire [23:0] second_pc_i,          // their PC, in words
    input  wire [31:0] second_lanes_i,       // their lanes

    // fresh: free entries of the pool
    input  wire [6:0]  fresh_first_i,        // the next new warp
    input  wire [6:0]  fresh_second_i,       // the one after it

    // update
    input  wire        update_i,             // the look-ups take effect

    // retire: a warp leaves the pool
    input  wire        retire_i,             // the warp below does
    input  wire [23:0] retire_pc_i,          // its PC, in words
    input  wire [6:0]  retire_warp_i,        // its entry in the pool

    // state
    output wire        init_done_o,          // the table is cleared after reset

    // first: threads of one PC
    output wire        first_hit_o,          // the table has their PC
    output wire [6:0]  first_old_o,          // the warp they join
    output wire [31:0] first_old_lanes_o,    // lanes that join it
    output wire        first_create_o,       // there are lanes that go to a new warp
    output wire [6:0]  first_new_o,          // the new warp
    output wire [31:0] first_new_lanes_o,    // lanes that go to it
    output wire        first_evict_o,        // an entry in use is given up for it

    // second: threads of another PC, or more of the same
    output wire        second_hit_o,         // the table, as first leaves it, has their PC
    output wire [6:0]  second_old_o,         // the warp they join
    output wire [31:0] second_old_lanes_o,   // lanes that join it
    output wire        second_create_o,      // there are lanes that go to a new warp
    output wire [6:0]  second_new_o,         // the new warp
    output wire [31:0] second_new_lanes_o,   // lanes that go to it
    output wire        second_evict_o        // an entry in use is given up for it
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
    wire [PC_BITS-1:0]   left_pc;
    wire [LANES-1:0]     left_occ;
    wire [WARP_BITS-1:0] left_idx;
    wire [3:0]           changes1;
    wire [3:0]           changes2;

    always @(posedge clk_i) begin
        if (rst_i) begin
            walk_q <= 5'd0;
        end else if (~init_done) begin
            walk_q <= walk_q + 5'd1;
        end
    end

    // Stage 1: the set is read, and its PCs are compared.
    reg                    looks_up1_q;
    reg                    retires1_q;
    reg  [PC_BITS-1:0]     pc1_q;
    reg  [LANES-1:0]       lanes1_q;
    reg  [WARP_BITS-1:0]   warp1_q;
    wire [3:0]             set1 = pc1_q[3:0];
    wire [3:0]             hits1;
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
            assign hits1[i] = used & (pc_q[set1] == pc1_q);
            assign free1[i] = ~used;
            always @(posedge clk_i) begin
                if (update_i) begin
                    occ2_q[i*LANES +: LANES]         <= read_occ;
                    idx2_q[i*WARP_BITS +: WARP_BITS] <= idx_q[set1];
                end
                if (written_ways[i]) begin
                    pc_q[row]  <= left_pc;
                    idx_q[row] <= left_idx;
                end
                if (written_occ_ways[i]) begin
                    occ_q[row] <= left_occ;
                end
            end
        end
    endgenerate

    reg  [3:0] hits2_q;
    reg  [3:0] free2_q;
    reg  [3:0] changed2_q;
    reg  [7:0] rank2_q;
    wire [1:0] left_rank [0:3];

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_rank
            reg        [1:0] rank_q [0:15];
            localparam [1:0] number = i;
            always @(posedge clk_i) begin
                if (update_i) begin
                    rank2_q[i*2 +: 2] <= rank_q[set1];
                end
                if (~init_done | (|written_ways)) begin
                    rank_q[row] <= init_done ? left_rank[i] : number;
                end
            end
        end
    endgenerate

    reg                 looks_up2_q;
    reg                 retires2_q;
    reg [PC_BITS-1:0]   pc2_q;
    reg [LANES-1:0]     lanes2_q;
    reg [WARP_BITS-1:0] warp2_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            looks_up1_q <= 1'b0;
            retires1_q  <= 1'b0;
            looks_up2_q <= 1'b0;
            retires2_q  <= 1'b0;
        end else if (update_i) begin
            looks_up1_q <= first_i;
            retires1_q  <= retire_i;
            looks_up2_q <= looks_up1_q;
            retires2_q  <= retires1_q;
        end
        if (update_i) begin
            pc1_q      <= retire_i ? retire_pc_i : first_pc_i;
            lanes1_q   <= first_lanes_i;
            warp1_q    <= retire_warp_i;
            hits2_q    <= hits1;
            free2_q    <= free1;
            changed2_q <= changes1;
            pc2_q      <= pc1_q;
            lanes2_q   <= lanes1_q;
            warp2_q    <= warp1_q;
        end
    end

    // Stage 2: the entry that has the PC, or else the one that a new warp gets.
    wire [3:0]       changed = changed2_q | changes2;
    wire [3:0]       hits    = hits2_q & ~changed;
    wire [3:0]       empties = free2_q | changed;
    wire             hit     = |hits;
    reg  [LANES-1:0] hit_occ;

    always @* begin : fold_hit_occ
        integer n;
        hit_occ = 32'd0;
        for (n = 0; n < 4; n = n + 1) begin
            hit_occ = hit_occ | (occ2_q[n*LANES +: LANES] & {LANES{hits2_q[n]}});
        end
    end

    reg [WARP_BITS-1:0] hit_idx;

    always @* begin : fold_hit_idx
        integer n;
        hit_idx = 7'd0;
        for (n = 0; n < 4; n = n + 1) begin
            hit_idx = hit_idx | (idx2_q[n*WARP_BITS +: WARP_BITS] & {WARP_BITS{hits2_q[n]}});
        end
    end

    wire [3:0] empty = empties & (~empties + 4'd1);
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
        hit & ((retire_i & (retire_warp_i == hit_idx)) | (retires1_q & (warp1_q == hit_idx)));
    reg                  frees3_q;
    reg                  looks_up3_q;
    reg  [PC_BITS-1:0]   pc3_q;
    reg  [LANES-1:0]     lanes3_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            looks_up3_q <= 1'b0;
        end else if (update_i) begin
            looks_up3_q <= looks_up2_q;
        end
        if (update_i) begin
            hit3_q    <= hit;
            way3_q    <= hit ? hits : (|empties) ? empty : last;
            occ3_q    <= hit_occ;
            idx3_q    <= hit_idx;
            evict3_q  <= ~|(hits | empties);
            create3_q <= ~hit | (|(hit_occ & lanes2_q));
            closed3_q <= closed3_d;
            frees3_q  <= retires2_q & hit & (hit_idx == warp2_q);
            pc3_q     <= pc2_q;
            lanes3_q  <= lanes2_q;
        end
    end

    // Stage 3: the answer, and what the table is left with.
    wire [LANES-1:0] conflicts = occ3_q & lanes3_q;
    wire             joins     = hit3_q & ~closed3_q;
    wire [LANES-1:0] new_lanes = joins ? conflicts : lanes3_q;
    wire             create    = create3_q | closed3_q;

    assign init_done_o       = init_done;
    assign first_hit_o       = looks_up3_q & joins;
    assign first_old_o       = idx3_q;
    assign first_old_lanes_o = lanes3_q & ~occ3_q;
    assign first_create_o    = looks_up3_q & create;
    assign first_new_o       = fresh_first_i;
    assign first_new_lanes_o = new_lanes;
    assign first_evict_o     = evict3_q;

    wire       occ_writes = looks_up3_q | frees3_q;
    wire [3:0] set3       = pc3_q[3:0];

    assign row              = init_done ? set3 : walk_q[3:0];
    assign written_ways     = way3_q & {4{looks_up3_q}};
    assign written_occ_ways = init_done ? way3_q & {4{occ_writes}} : {4{1'b1}};
    assign left_pc          = pc3_q;
    assign left_occ =
        (create ? new_lanes : occ3_q | lanes3_q) & {LANES{init_done & looks_up3_q}};
    assign left_idx         = create ? fresh_first_i : idx3_q;

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
            assign left_rank[i] =
                way3_q[i] ? 2'd0 : rank3_q[i*2 +: 2] + {1'b0, rank3_q[i*2 +: 2] < used_rank};
            always @(posedge clk_i) begin
                if (update_i) begin
                    rank3_q[i*2 +: 2] <= rank2_q[i*2 +: 2];
                end
            end
        end
    endgenerate

    // A way that changes in stage 3 is no hit any more for operations of its set in the stages
    // before. Between look-ups there are none, so what is not hit is free.
    wire [3:0] changed_way = way3_q & {4{looks_up3_q | frees3_q}};
    wire       first_meets = (pc1_q[3:0] == pc3_q[3:0]);

    assign changes1 = changed_way & {4{first_meets}};

    reg meets2_q;

    assign changes2 = changed_way & {4{meets2_q}};

    always @(posedge clk_i) begin
        if (update_i) begin
            meets2_q <= (pc1_q[3:0] == pc2_q[3:0]);
        end
    end

    // There is no second look-up.
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
