// dwr_synchronizer: sub-warps, synchronised before LATs and combined to execute the LATs.
// Source:  lashgar2012, section IV, figure 3.
// Papers:  lashgar2012: A. Lashgar, A. Baniasadi and A. Khonsari, "Dynamic Warp Resizing in
//          High-Performance SIMT", 2012 (docs/sources.md of Heddle).
// Config:  warps 16, partners 8, sub_lanes 8, pc_bits 32, combine_latency 3, wait_cycles 200, sets
//          4, ways 8, arrive_latency 1.
// Timing:  sub-warps are combine-ready three cycles after the last arrival, and combined 3 cycles
//          after they are shown; one arrival and one issue a cycle.
`default_nettype none

module dwr_synchronizer (
    input  wire         clk_i,
    input  wire         rst_i,

    // arrival: a sub-warp executes a LAT barrier
    input  wire         arrive_i,           // a sub-warp arrives at a LAT barrier
    input  wire [3:0]   arrive_warp_i,      // large warp of the sub-warp
    input  wire [2:0]   arrive_partner_i,   // number of the sub-warp in its large warp
    input  wire [31:0]  arrive_pc_i,        // PC of the LAT, in words

    // partners that need not come, one bit per partner
    input  wire [127:0] excused_i,          // 16 x 8: the partner waits at a block barrier, has
                                            // ended, or has no threads

    // issue: a large warp with its sub-warps
    input  wire         show_i,             // a large warp is shown
    input  wire [3:0]   show_warp_i,        // number of the large warp
    input  wire [255:0] show_pc_i,          // 8 x 32: PC of each of its sub-warps, in words
    input  wire [63:0]  show_active_i,      // 8 x 8: active lanes of each of its sub-warps
    input  wire         take_i,             // the combined sub-warps are issued

    // arrival
    output wire         ignored_o,          // the PC is on the ignore list: the sub-warp continues
                                            // alone

    // state, one bit per partner
    output wire [127:0] locked_o,           // 16 x 8: the partner waits for the others
    output wire [127:0] combinable_o,       // 16 x 8: the partner is combine-ready

    // issue
    output wire         combined_o,         // the large warp has a combine-ready sub-warp
    output wire [7:0]   members_o,          // sub-warps that are issued together
    output wire [3:0]   size_o,             // number of sub-warps that are issued together
    output wire [31:0]  combined_pc_o,      // PC of the members, in words
    output wire [63:0]  lanes_o             // active lanes of the members
);
    localparam WARP_BITS    = 4;    // bits of arrive_warp_i
    localparam PARTNER_BITS = 3;    // bits of arrive_partner_i
    localparam PC_BITS      = 32;   // width of a PC in words
    localparam PARTNERS     = 8;    // sub-warps of a large warp
    localparam SIZE_BITS    = 4;    // bits of size_o
    localparam LANES        = 64;   // bits of lanes_o
    localparam WARPS        = 16;   // large warps of a core

    wire ignore_list_ignored;

    // The arrival of the cycle before, whose PC the ignore list has looked up.
    reg                     arrive_q;
    reg  [WARP_BITS-1:0]    arrive_warp_q;
    reg  [PARTNER_BITS-1:0] arrive_partner_q;
    reg  [PC_BITS-1:0]      arrive_pc_q;
    wire                    lock_en = arrive_q & ~ignore_list_ignored;

    always @(posedge clk_i) begin
        if (rst_i) begin
            arrive_q <= 1'b0;
        end else begin
            arrive_q <= arrive_i;
        end
        arrive_warp_q    <= arrive_warp_i;
        arrive_partner_q <= arrive_partner_i;
        arrive_pc_q      <= arrive_pc_i;
    end

    // Step 1: an arriving sub-warp is locked unless its PC is on the ignore list.
    wire                   partner_sync_mismatch;
    wire [16*PARTNERS-1:0] partner_sync_locked;
    wire [WARPS-1:0]       partner_sync_released;

    partner_sync_table u_partner_sync_table (
        .clk_i      (clk_i),
        .rst_i      (rst_i),
        .arrive_i   (lock_en),
        .warp_i     (arrive_warp_q),
        .partner_i  (arrive_partner_q),
        .pc_i       (arrive_pc_q),
        .excused_i  (excused_i),
        .mismatch_o (partner_sync_mismatch),
        .locked_o   (partner_sync_locked),
        .released_o (partner_sync_released)
    );

    ignore_list_table u_ignore_list_table (
        .clk_i     (clk_i),
        .rst_i     (rst_i),
        .pc_i      (arrive_pc_i),
        .insert_i  (lock_en & partner_sync_mismatch),
        .ignored_o (ignore_list_ignored)
    );

    assign ignored_o = ignore_list_ignored;
    assign locked_o  = partner_sync_locked;

    // Step 2: sub-warps that are released become combine-ready.
    wire [16*PARTNERS-1:0] combiner_mark_in;
    wire [16*PARTNERS-1:0] combiner_combinable;
    wire                   combiner_combined;
    wire [PARTNERS-1:0]    combiner_members;
    wire [SIZE_BITS-1:0]   combiner_size;
    wire [PC_BITS-1:0]     combiner_combined_pc;
    wire [LANES-1:0]       combiner_lanes;

    genvar i;
    generate
        for (i = 0; i < 16; i = i + 1) begin : g_warp
            assign combiner_mark_in[i*PARTNERS +: PARTNERS] =
                partner_sync_locked[i*PARTNERS +: PARTNERS] & {PARTNERS{partner_sync_released[i]}};
        end
    endgenerate

    sub_warp_combiner u_sub_warp_combiner (
        .clk_i         (clk_i),
        .rst_i         (rst_i),
        .mark_i        (combiner_mark_in),
        .show_i        (show_i),
        .warp_i        (show_warp_i),
        .pc_i          (show_pc_i),
        .active_i      (show_active_i),
        .take_i        (take_i),
        .combinable_o  (combiner_combinable),
        .combined_o    (combiner_combined),
        .members_o     (combiner_members),
        .size_o        (combiner_size),
        .combined_pc_o (combiner_combined_pc),
        .lanes_o       (combiner_lanes)
    );

    assign combinable_o  = combiner_combinable;
    assign combined_o    = combiner_combined;
    assign members_o     = combiner_members;
    assign size_o        = combiner_size;
    assign combined_pc_o = combiner_combined_pc;
    assign lanes_o       = combiner_lanes;
endmodule

`default_nettype wire
