// warp_allocator: the free list of the warp pool.
// Source:  fung2009, section 4.2, figure 10, table V.
// Papers:  fung2009: W. Fung, I. Sham, G. Yuan and T. Aamodt, "Dynamic Warp Formation: Efficient
//          MIMD Control Flow on SIMD Graphics Hardware", 2009 (docs/sources.md of Heddle).
// Config:  warps 128.
// Timing:  a released number can be taken from the next cycle on; two numbers taken and one
//          released a cycle; initialised 128 cycles after reset.
`default_nettype none

module warp_allocator (
    input  wire       clk_i,
    input  wire       rst_i,

    // take: new warps
    input  wire [1:0] take_i,           // how many of the offered numbers are taken; 0 to 2

    // release: a warp has left the pool
    input  wire       release_i,        // a number becomes free again
    input  wire [6:0] release_warp_i,   // the number to release; it must be in use

    // state
    output wire       init_done_o,      // the list has been set up after reset
    output wire [7:0] free_o,           // how many numbers are free

    // take: new warps
    output wire       has_first_o,      // at least one number is free
    output wire [6:0] next_first_o,     // the number that is taken first
    output wire       has_second_o,     // at least two numbers are free
    output wire [6:0] next_second_o     // the number that is taken second
);
    localparam WARP_BITS  = 7;   // bits of release_warp_i
    localparam COUNT_BITS = 8;   // bits of free_o

    // After reset a walk releases every entry, one a cycle.
    reg  [7:0] walk_q;
    wire       init_done  = walk_q[7];
    wire       release_en = ~init_done | release_i;

    always @(posedge clk_i) begin
        if (rst_i) begin
            walk_q <= 8'd0;
        end else if (~init_done) begin
            walk_q <= walk_q + 8'd1;
        end
    end

    // The ring of free entries: entries are taken from its head and released at its tail.
    reg  [WARP_BITS-1:0]  ring_q [0:127];
    reg  [6:0]            head_q;
    reg  [COUNT_BITS-1:0] count_q;
    wire [6:0]            tail   = head_q + count_q[6:0];
    wire [6:0]            second = head_q + 7'd1;
    wire [COUNT_BITS-1:0] free   = count_q & {COUNT_BITS{init_done}};

    always @(posedge clk_i) begin
        if (rst_i) begin
            head_q  <= 7'd0;
            count_q <= 8'd0;
        end else begin
            head_q  <= head_q + {5'd0, take_i};
            count_q <= count_q + {7'd0, release_en} - {6'd0, take_i};
        end
        if (release_en) begin
            ring_q[tail] <= init_done ? release_warp_i : walk_q[6:0];
        end
    end

    assign init_done_o   = init_done;
    assign free_o        = free;
    assign has_first_o   = |free;
    assign next_first_o  = ring_q[head_q];
    assign has_second_o  = (free > 8'd1);
    assign next_second_o = ring_q[second];
endmodule

`default_nettype wire
