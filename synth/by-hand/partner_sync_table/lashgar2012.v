// partner_sync_table, written by hand from its contract: to be compared with what Heddle emits.
// Machine: lashgar2012; 16 large warps of 8 partners, PCs of 32 bits.
`default_nettype none

module partner_sync_table (
    input  wire         clk_i,
    input  wire         rst_i,
    input  wire         arrive_i,
    input  wire [3:0]   warp_i,
    input  wire [2:0]   partner_i,
    input  wire [31:0]  pc_i,
    input  wire [127:0] excused_i,   // 16 x 8
    output wire         mismatch_o,
    output wire [127:0] locked_o,    // 16 x 8
    output wire [15:0]  released_o
);
    localparam WARPS = 16, PARTNERS = 8;

    reg  [WARPS*PARTNERS-1:0] locked_q;
    wire [WARPS-1:0]          waiting;    // the entry is valid: somebody is locked
    (* heddle_macro *) reg [31:0] pc_q [0:WARPS-1];

    // Nobody arrives in a group that is released: he is neither locked nor excused yet.
    genvar w;
    generate
        for (w = 0; w < WARPS; w = w + 1) begin : g_warp
            wire [PARTNERS-1:0] locked  = locked_q[w*PARTNERS +: PARTNERS];
            wire [PARTNERS-1:0] excused = excused_i[w*PARTNERS +: PARTNERS];
            wire [PARTNERS-1:0] arrives = {7'd0, arrive_i && warp_i == w} << partner_i;

            assign waiting[w]    = |locked;
            assign released_o[w] = waiting[w] & (&(locked | excused));

            always @(posedge clk_i) begin
                if (rst_i || released_o[w]) begin
                    locked_q[w*PARTNERS +: PARTNERS] <= 8'd0;
                end else begin
                    locked_q[w*PARTNERS +: PARTNERS] <= locked | arrives;
                end
            end
        end
    endgenerate

    always @(posedge clk_i) begin
        if (arrive_i && !waiting[warp_i]) begin
            pc_q[warp_i] <= pc_i;
        end
    end

    assign mismatch_o = waiting[warp_i] && pc_q[warp_i] != pc_i;
    assign locked_o  = locked_q;
endmodule

`default_nettype wire
