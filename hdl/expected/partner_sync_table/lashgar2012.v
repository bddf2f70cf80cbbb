// partner_sync_table: sub-warps that wait for their partners before a LAT.
// Source:  lashgar2012, sections IV.B to IV.E.
// Papers:  lashgar2012: A. Lashgar, A. Baniasadi and A. Khonsari, "Dynamic Warp Resizing in
//          High-Performance SIMT", 2012 (docs/sources.md of Heddle).
// Config:  warps 16, partners 8, pc_bits 32, wait_cycles 200.
// Timing:  a large warp can be released in the cycle after its last arrival; one arrival a cycle.
`default_nettype none

module partner_sync_table (
    input  wire         clk_i,
    input  wire         rst_i,

    // arrival: a sub-warp comes to a LAT barrier
    input  wire         arrive_i,     // a sub-warp arrives at a LAT barrier
    input  wire [3:0]   warp_i,       // large warp of the sub-warp
    input  wire [2:0]   partner_i,    // number of the sub-warp in its large warp
    input  wire [31:0]  pc_i,         // PC of the LAT, in words

    // partners that need not come, one bit per partner
    input  wire [127:0] excused_i,    // 16 x 8: the partner waits at a block barrier, has ended, or
                                      // has no threads

    // arrival
    output wire         mismatch_o,   // a partner waits at another PC

    // state, one bit per partner
    output wire [127:0] locked_o,     // 16 x 8: the partner waits for the others

    // release, one bit per large warp
    output wire [15:0]  released_o    // the waiting partners are released
);
    localparam PC_BITS  = 32;   // width of a PC in words
    localparam PARTNERS = 8;    // sub-warps of a large warp
    localparam WARPS    = 16;   // large warps of a core

    wire [WARPS-1:0] arrival = (16'd1 << warp_i) & {WARPS{arrive_i}};

    // Locked sub-warps. A large warp is released while each partner is locked or excused. These are
    // levels: a partner that was excused is still excused at the next barrier.
    reg  [WARPS-1:0]    occupied_q;
    wire [WARPS-1:0]    released;
    wire [PARTNERS-1:0] partner_bit = 8'd1 << partner_i;

    genvar i;
    generate
        for (i = 0; i < 16; i = i + 1) begin : g_warp
            reg  [PARTNERS-1:0] locked_q;
            reg  [7:0]          age_q;
            wire [7:0]          age_d = (age_q + 8'd1) & {8{occupied_q[i] & ~released[i]}};
            assign released[i] =
                occupied_q[i]
                & ((&(locked_q | excused_i[i*PARTNERS +: PARTNERS])) | (age_q == 8'd199));
            wire [PARTNERS-1:0] locked_d =
                (locked_q & {PARTNERS{~released[i]}}) | (partner_bit & {PARTNERS{arrival[i]}});
            always @(posedge clk_i) begin
                if (rst_i) begin
                    age_q    <= 8'd0;
                    locked_q <= 8'd0;
                end else begin
                    age_q    <= age_d;
                    locked_q <= locked_d;
                end
            end
            assign locked_o[i*PARTNERS +: PARTNERS] = locked_q;
        end
    endgenerate

    assign released_o = released;

    always @(posedge clk_i) begin
        if (rst_i) begin
            occupied_q <= 16'd0;
        end else begin
            occupied_q <= (occupied_q & ~released) | arrival;
        end
    end

    // The PC at which the first waiting sub-warp of each large warp waits.
    wire               known = |(occupied_q & (16'd1 << warp_i));
    reg  [PC_BITS-1:0] pc_q [0:15];

    always @(posedge clk_i) begin
        if (arrive_i & ~|(occupied_q & ~released & (16'd1 << warp_i))) begin
            pc_q[warp_i] <= pc_i;
        end
    end

    assign mismatch_o = known & (pc_q[warp_i] != pc_i);
endmodule

`default_nettype wire
