// spill_queue: FIFO in memory for warps that do not fit into the warp pool.
// Source:  fung2009, section 4.5, figure 12.
// Papers:  fung2009: W. Fung, I. Sham, G. Yuan and T. Aamodt, "Dynamic Warp Formation: Efficient
//          MIMD Control Flow on SIMD Graphics Hardware", 2009 (docs/sources.md of Heddle).
// Config:  entries 1024, lanes 32, tid_bits 10, pc_bits 24, address_bits 32, entry_bytes 64,
//          fetches 4.
// Timing:  warps pass through within the cycle; one warp to memory and one from memory a cycle.
`default_nettype none

module spill_queue (
    input  wire         clk_i,
    input  wire         rst_i,

    // configure: where the buffer is
    input  wire         configure_i,       // the address of the buffer is set
    input  wire [31:0]  offset_i,          // byte address of place 0

    // push: a warp finds no room
    input  wire         push_i,            // a warp is offered to be spilled
    input  wire [23:0]  push_pc_i,         // PC of the warp, in words
    input  wire [319:0] push_tid_i,        // 32 x 10: thread of each lane; all ones for none

    // write: to memory
    input  wire         write_ready_i,     // memory accepts a write in this cycle

    // pull: room is back
    input  wire         pull_i,            // refills are requested

    // fetch: from memory
    input  wire         fetch_ready_i,     // memory accepts a fetch in this cycle

    // back: what was fetched
    input  wire         back_i,            // a fetched warp is back
    input  wire [23:0]  back_pc_i,         // PC of the fetched warp, in words
    input  wire [319:0] back_tid_i,        // 32 x 10: thread of each lane; all ones for none

    // pop: a warp comes back
    input  wire         pop_ready_i,       // a refill is accepted in this cycle

    // state
    output wire         empty_o,           // the queue holds no warp
    output wire [9:0]   count_o,           // number of warps in the queue
    output wire [2:0]   fetching_o,        // number of warps that are being fetched
    output wire         fetch_request_o,   // another warp is to be fetched

    // push: a warp finds no room
    output wire         push_ready_o,      // an offered warp is written in this cycle

    // write: to memory
    output wire         write_o,           // the offered warp is to be written
    output wire [31:0]  write_address_o,   // byte address to write to
    output wire [23:0]  write_pc_o,        // PC of the written warp, in words
    output wire [319:0] write_tid_o,       // 32 x 10: thread of each lane; all ones for none

    // fetch: from memory
    output wire         fetch_o,           // the oldest warp not fetched yet is to be fetched
    output wire [31:0]  fetch_address_o,   // byte address to fetch from

    // back: what was fetched
    output wire         back_ready_o,      // a fetched warp is accepted in this cycle

    // pop: a warp comes back
    output wire         pop_o,             // the oldest warp is offered as a refill
    output wire [23:0]  pop_pc_o,          // PC of the refill, in words
    output wire [31:0]  pop_lanes_o,       // lanes of the refill that have a thread
    output wire [319:0] pop_tid_o          // 32 x 10: thread of each lane; all ones for none
);
    localparam ADDRESS_BITS  = 32;   // width of a byte address
    localparam TID_BITS      = 10;   // width of a thread number, all ones mark no thread
    localparam PLACE_BITS    = 10;   // bits of count_o
    localparam FETCHING_BITS = 3;    // bits of fetching_o

    // The buffer in memory: its address, the place of the oldest warp (head), the next free place
    // (tail).
    reg  [ADDRESS_BITS-1:0]  offset_q;
    reg  [PLACE_BITS-1:0]    head_q;
    reg  [PLACE_BITS-1:0]    tail_q;
    reg  [FETCHING_BITS-1:0] fetching_q;
    wire                     empty       = (head_q == tail_q);
    wire [PLACE_BITS-1:0]    behind_tail = tail_q + 10'd1;
    wire                     full        = (behind_tail == head_q);

    always @(posedge clk_i) begin
        if (rst_i) begin
            offset_q <= 32'd0;
        end else if (configure_i) begin
            offset_q <= offset_i;
        end
    end

    // A warp is spilled to memory, a warp is fetched from memory, and a fetched warp comes back.
    wire                     write         = push_i & ~full;
    wire [PLACE_BITS-1:0]    count         = tail_q - head_q;
    wire [PLACE_BITS-1:0]    ahead         = {7'd0, fetching_q};
    wire                     fetch_request = (ahead != count) & (fetching_q < 3'd4);
    wire                     fetch         = pull_i & fetch_request;
    wire                     return_en     = back_i & pop_ready_i;
    wire [FETCHING_BITS-1:0] fetching_d =
        fetching_q + {2'd0, fetch & fetch_ready_i} - {2'd0, return_en};

    always @(posedge clk_i) begin
        if (rst_i) begin
            tail_q     <= 10'd0;
            head_q     <= 10'd0;
            fetching_q <= 3'd0;
        end else begin
            if (write & write_ready_i) begin
                tail_q <= behind_tail;
            end
            if (return_en) begin
                head_q <= head_q + 10'd1;
            end
            fetching_q <= fetching_d;
        end
    end

    assign empty_o         = empty;
    assign count_o         = count;
    assign fetch_request_o = fetch_request;
    assign fetching_o      = fetching_q;
    assign push_ready_o    = write_ready_i & ~full;
    assign write_o         = write;
    assign write_address_o = offset_q + {16'd0, tail_q, 6'd0};
    assign write_pc_o      = push_pc_i;
    assign write_tid_o     = push_tid_i;
    assign fetch_o         = fetch;
    assign fetch_address_o = offset_q + {16'd0, head_q + ahead, 6'd0};
    assign back_ready_o    = pop_ready_i;
    assign pop_o           = back_i;
    assign pop_pc_o        = back_pc_i;
    assign pop_tid_o       = back_tid_i;

    genvar i;
    generate
        for (i = 0; i < 32; i = i + 1) begin : g_lane
            assign pop_lanes_o[i] = ~&back_tid_i[i*TID_BITS +: TID_BITS];
        end
    endgenerate
endmodule

`default_nettype wire
