// spill_queue: warps that find no room wait in memory, in order.
// Source:  fung2009, section 4.5, figure 12.
// Config:  entries 1024, lanes 32, tid_bits 10, pc_bits 24, address_bits 32, entry_bytes 64,
//          fetches 4.
// Timing:  a warp to memory and one from memory a cycle, passed through.
`default_nettype none

module spill_queue (
    input  wire         clk_i,
    input  wire         rst_i,

    // configure: where the buffer is
    input  wire         configure_i,       // the address below is set
    input  wire [31:0]  offset_i,          // byte address of place 0

    // push: a warp finds no room
    input  wire         push_i,            // it is spilled
    input  wire [23:0]  push_pc_i,         // its PC, in words
    input  wire [319:0] push_tid_i,        // 32 x 10: its threads; all ones for none

    // write: to memory
    input  wire         write_ready_i,     // memory takes a write in this cycle

    // pull: room is back
    input  wire         pull_i,            // refills are wanted

    // fetch: from memory
    input  wire         fetch_ready_i,     // memory takes a fetch in this cycle

    // back: what was fetched
    input  wire         back_i,            // it is there
    input  wire [23:0]  back_pc_i,         // PC, in words
    input  wire [319:0] back_tid_i,        // 32 x 10: threads; all ones for none

    // pop: a warp comes back
    input  wire         pop_ready_i,       // it is taken if it is there

    // state
    output wire         empty_o,           // no warp in the queue
    output wire [9:0]   count_o,           // warps in the queue
    output wire [2:0]   fetching_o,        // warps on their way from memory
    output wire         wants_o,           // another one is to be fetched

    // push: a warp finds no room
    output wire         push_ready_o,      // it is written in this cycle if it is there

    // write: to memory
    output wire         write_o,           // the warp that is pushed is to be written
    output wire [31:0]  write_address_o,   // byte address
    output wire [23:0]  write_pc_o,        // PC, in words
    output wire [319:0] write_tid_o,       // 32 x 10: threads; all ones for none

    // fetch: from memory
    output wire         fetch_o,           // the oldest warp is to be fetched
    output wire [31:0]  fetch_address_o,   // byte address

    // back: what was fetched
    output wire         back_ready_o,      // it is taken in this cycle if it is there

    // pop: a warp comes back
    output wire         pop_o,             // the oldest warp is there
    output wire [23:0]  pop_pc_o,          // its PC, in words
    output wire [31:0]  pop_lanes_o,       // its lanes that have a thread
    output wire [319:0] pop_tid_o          // 32 x 10: its threads; all ones for none
);
    localparam ADDRESS_BITS  = 32;   // width of a byte address
    localparam TID_BITS      = 10;   // width of a thread number, all ones are no thread
    localparam PLACE_BITS    = 10;   // bits of count_o
    localparam FETCHING_BITS = 3;    // bits of fetching_o

    // The buffer in memory: its address, the places of the oldest warp and the next.
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

    // A warp goes to memory, one is fetched from it, and that one comes back.
    wire                     write   = push_i & ~full;
    wire [PLACE_BITS-1:0]    count   = tail_q - head_q;
    wire [PLACE_BITS-1:0]    ahead   = {7'd0, fetching_q};
    wire                     wants   = (ahead != count) & (fetching_q < 3'd4);
    wire                     fetch   = pull_i & wants;
    wire                     returns = back_i & pop_ready_i;
    wire [FETCHING_BITS-1:0] fetching_d =
        fetching_q + {2'd0, fetch & fetch_ready_i} - {2'd0, returns};

    always @(posedge clk_i) begin
        if (rst_i) begin
            tail_q     <= 10'd0;
            head_q     <= 10'd0;
            fetching_q <= 3'd0;
        end else begin
            if (write & write_ready_i) begin
                tail_q <= behind_tail;
            end
            if (returns) begin
                head_q <= head_q + 10'd1;
            end
            fetching_q <= fetching_d;
        end
    end

    assign empty_o         = empty;
    assign count_o         = count;
    assign wants_o         = wants;
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
