// timestamp_queue: warps in the order of their arrival.
// Source:  fung2009, sections 4.3 and 4.4.4.
// Papers:  fung2009: W. Fung, I. Sham, G. Yuan and T. Aamodt, "Dynamic Warp Formation: Efficient
//          MIMD Control Flow on SIMD Graphics Hardware", 2009 (docs/sources.md of Heddle).
// Config:  heap 64, pc_bits 24, count_bits 10, warps 128.
// Timing:  a warp can leave in the cycle after it enters; two warps enter or one warp leaves each
//          cycle.
`default_nettype none

module timestamp_queue (
    input  wire        clk_i,
    input  wire        rst_i,

    // offer: a warp that grows, the older of two
    input  wire        first_i,              // a first warp that grows is offered, the older one
    input  wire [23:0] first_pc_i,           // PC of the first warp, in words
    input  wire [6:0]  first_warp_i,         // pool entry of the first warp
    input  wire [9:0]  first_threads_i,      // threads that the first warp gets; one or more
    input  wire        first_create_i,       // the first warp is new in the pool

    // offer: the younger
    input  wire        second_i,             // a second warp that grows is offered
    input  wire [23:0] second_pc_i,          // PC of the second warp, in words; differs from the
                                             // first
    input  wire [6:0]  second_warp_i,        // pool entry of the second warp
    input  wire [9:0]  second_threads_i,     // threads that the second warp gets; one or more
    input  wire        second_create_i,      // the second warp is new in the pool

    // update
    input  wire        update_i,             // the offers are accepted

    // issue
    input  wire        issued_i,             // the chosen warp leaves the pool
    input  wire [9:0]  issued_threads_i,     // threads of the warp that leaves
    input  wire [6:0]  issued_next_i,        // the warp that follows it in its list

    // offer
    output wire        ready_o,              // updates can be accepted
    output wire [7:0]  room_o,               // how many offers fit, whatever their PCs

    // choice
    output wire        choice_o,             // a warp is chosen to be issued next
    output wire [6:0]  choice_warp_o,        // pool entry of the chosen warp

    // link: lists of warps that grow
    output wire        link_first_o,         // a warp is linked to the end of a first list
    output wire [6:0]  link_first_warp_o,    // the last warp of the first list so far
    output wire [6:0]  link_first_next_o,    // the warp that follows it
    output wire        link_second_o,        // a warp is linked to the end of a second list
    output wire [6:0]  link_second_warp_o,   // the last warp of the second list so far
    output wire [6:0]  link_second_next_o,   // the warp that follows it

    // counts
    output wire [7:0]  groups_o,             // groups held, the chosen one included
    output wire        waiting_o             // groups are held, but none is chosen
);
    localparam WARP_BITS   = 7;   // bits of first_warp_i
    localparam GROUPS_BITS = 8;   // bits of room_o

    // Warp numbers in the order of creation.
    wire                   first_enqueue  = update_i & first_i & first_create_i;
    wire                   second_enqueue = update_i & second_i & second_create_i;
    reg  [WARP_BITS-1:0]   queue_entry_q [0:127];
    reg  [6:0]             queue_head_q;
    reg  [6:0]             queue_tail_q;
    reg  [GROUPS_BITS-1:0] queue_count_q;
    wire [6:0]             queue_tail1    = first_enqueue ? queue_tail_q + 7'd1 : queue_tail_q;
    wire [6:0]             queue_tail2    = second_enqueue ? queue_tail1 + 7'd1 : queue_tail1;
    wire [6:0]             queue_head1    = queue_head_q + 7'd1;
    wire [GROUPS_BITS-1:0] queue_count_d =
        queue_count_q + {7'd0, first_enqueue} + {7'd0, second_enqueue} - {7'd0, issued_i};

    always @(posedge clk_i) begin
        if (rst_i) begin
            queue_tail_q  <= 7'd0;
            queue_head_q  <= 7'd0;
            queue_count_q <= 8'd0;
        end else begin
            queue_tail_q  <= queue_tail2;
            queue_head_q  <= issued_i ? queue_head1 : queue_head_q;
            queue_count_q <= queue_count_d;
        end
        if (first_enqueue) begin
            queue_entry_q[queue_tail_q] <= first_warp_i;
        end
        if (second_enqueue) begin
            queue_entry_q[queue_tail1] <= second_warp_i;
        end
    end

    // The queue has a place for each warp of the pool, and links no lists.
    assign ready_o            = 1'b1;
    assign room_o             = 8'd128;
    assign choice_o           = (queue_count_q >= 8'd1);
    assign choice_warp_o      = queue_entry_q[queue_head_q];
    assign groups_o           = queue_count_q;
    assign link_first_o       = 1'b0;
    assign link_first_warp_o  = 7'd0;
    assign link_first_next_o  = 7'd0;
    assign link_second_o      = 1'b0;
    assign link_second_warp_o = 7'd0;
    assign link_second_next_o = 7'd0;
    assign waiting_o          = 1'b0;

    wire unused = &{
        1'b0, first_pc_i, first_threads_i, second_pc_i, second_threads_i, issued_threads_i,
        issued_next_i
    };
endmodule

`default_nettype wire
