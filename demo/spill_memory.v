// spill_memory: block RAM behind the spill queue of dwf_subsystem.
// Timing:  a fetched warp is shown from the cycle after its fetch on, until it is taken.
`default_nettype none

module spill_memory #(
    parameter PLACE_BITS   = 5,    // 2^PLACE_BITS warps
    parameter PLACE_BYTES  = 8,    // bytes of a place; a power of two
    parameter ADDRESS_BITS = 32,
    parameter WARP_BITS    = 36    // what is kept of a warp
) (
    input  wire                    clk_i,
    input  wire                    rst_i,
    input  wire                    stall_i,          // neither writes nor fetches are taken

    input  wire                    write_i,
    input  wire [ADDRESS_BITS-1:0] write_address_i,  // in bytes
    input  wire [WARP_BITS-1:0]    write_warp_i,
    output wire                    write_ready_o,

    input  wire                    fetch_i,
    input  wire [ADDRESS_BITS-1:0] fetch_address_i,  // in bytes
    output wire                    fetch_ready_o,

    output wire                    back_o,
    output wire [WARP_BITS-1:0]    back_warp_o,
    input  wire                    back_ready_i
);
    localparam PLACE = $clog2(PLACE_BYTES);

    reg  [WARP_BITS-1:0] warp_q [0:(1<<PLACE_BITS)-1];
    reg                  back_q;
    reg  [WARP_BITS-1:0] back_warp_q;
    wire                 free = ~back_q | back_ready_i;

    always @(posedge clk_i) begin
        if (rst_i) begin
            back_q <= 1'b0;
        end else if (free) begin
            back_q <= fetch_i & fetch_ready_o;
        end
        if (write_i & write_ready_o) begin
            warp_q[write_address_i[PLACE +: PLACE_BITS]] <= write_warp_i;
        end
        if (fetch_i & fetch_ready_o) begin
            back_warp_q <= warp_q[fetch_address_i[PLACE +: PLACE_BITS]];
        end
    end

    assign write_ready_o = ~stall_i;
    assign fetch_ready_o = ~stall_i & free;
    assign back_o        = back_q;
    assign back_warp_o   = back_warp_q;

    // The queue begins at address 0 and fills the memory.
    wire unused_address = &{1'b0, write_address_i, fetch_address_i};
endmodule

`default_nettype wire
