// warp_pool: the warps that wait to be issued, and their linked lists.
// Source:  fung2009, sections 4.2 and 4.4, figure 10 (c), table V.
// Papers:  fung2009: W. Fung, I. Sham, G. Yuan and T. Aamodt, "Dynamic Warp Formation: Efficient
//          MIMD Control Flow on SIMD Graphics Hardware", 2009 (docs/sources.md of Heddle).
// Config:  warps 128, lanes 32, tid_bits 10, pc_bits 24.
// Timing:  read within the cycle, written at its end; one entry read, each lane, two PCs and two
//          links written a cycle; initialised 128 cycles after reset.
`default_nettype none

module warp_pool (
    input  wire         clk_i,
    input  wire         rst_i,

    // write: threads come into warps
    input  wire [31:0]  write_lanes_i,          // lanes that store a thread
    input  wire [223:0] write_warp_i,           // 32 x 7: entry to which each lane writes
    input  wire [319:0] write_tid_i,            // 32 x 10: thread that each lane stores

    // create: entries get a PC
    input  wire         create_first_i,         // a first new warp gets its PC
    input  wire [6:0]   create_first_warp_i,    // entry of the first new warp
    input  wire [23:0]  create_first_pc_i,      // PC of the first new warp, in words
    input  wire         create_second_i,        // a second new warp gets its PC
    input  wire [6:0]   create_second_warp_i,   // entry of the second new warp
    input  wire [23:0]  create_second_pc_i,     // PC of the second new warp, in words

    // link: entries get one behind them
    input  wire         link_first_i,           // a first warp is linked to the next one
    input  wire [6:0]   link_first_warp_i,      // entry of the first warp
    input  wire [6:0]   link_first_next_i,      // next warp in its list
    input  wire         link_second_i,          // a second warp is linked to the next one
    input  wire [6:0]   link_second_warp_i,     // entry of the second warp
    input  wire [6:0]   link_second_next_i,     // next warp in its list

    // read: the warp to be issued
    input  wire         read_i,                 // an entry is read
    input  wire [6:0]   read_warp_i,            // the entry to read
    input  wire         clear_i,                // all lanes of the entry become empty

    // state
    output wire         init_done_o,            // the pool has been cleared after reset

    // read: the warp to be issued
    output wire [23:0]  read_pc_o,              // PC of the warp, in words
    output wire [6:0]   read_next_o,            // next warp in its list
    output wire [319:0] read_tid_o,             // 32 x 10: thread of each lane; all ones for none
    output wire [31:0]  read_lanes_o            // lanes that have a thread
);
    localparam WARP_BITS = 7;    // bits of an element of write_warp_i
    localparam TID_BITS  = 10;   // width of a thread number, all ones mark no thread
    localparam PC_BITS   = 24;   // width of a PC in words

    // After reset a walk clears every entry: lanes become empty, PC and link become 0.
    reg  [7:0] walk_q;
    wire       init_done = walk_q[7];

    always @(posedge clk_i) begin
        if (rst_i) begin
            walk_q <= 8'd0;
        end else if (~init_done) begin
            walk_q <= walk_q + 8'd1;
        end
    end

    assign init_done_o = init_done;

    // TIDs: a bank per lane with one write port. A TID of all ones means no thread.
    wire                 clear_en = ~init_done | clear_i;
    wire [WARP_BITS-1:0] emptied  = init_done ? read_warp_i : walk_q[6:0];

    genvar i;
    generate
        for (i = 0; i < 32; i = i + 1) begin : g_lane
            reg  [TID_BITS-1:0]  tid_q [0:127];
            wire [WARP_BITS-1:0] warp = clear_en ? emptied : write_warp_i[i*WARP_BITS +: WARP_BITS];
            wire [TID_BITS-1:0]  read = tid_q[read_warp_i];
            always @(posedge clk_i) begin
                if (clear_en | write_lanes_i[i]) begin
                    tid_q[warp] <=
                        clear_en ? {TID_BITS{1'b1}} : write_tid_i[i*TID_BITS +: TID_BITS];
                end
            end
            assign read_tid_o[i*TID_BITS +: TID_BITS] = read;
            assign read_lanes_o[i]                    = ~&read;
        end
    endgenerate

    // PCs of new warps.
    reg  [PC_BITS-1:0]   pc_q [0:127];
    wire [WARP_BITS-1:0] pc_first = init_done ? create_first_warp_i : walk_q[6:0];

    always @(posedge clk_i) begin
        if (~init_done | create_first_i) begin
            pc_q[pc_first] <= init_done ? create_first_pc_i : 24'd0;
        end
        if (create_second_i) begin
            pc_q[create_second_warp_i] <= create_second_pc_i;
        end
    end

    // Links of the scheduler's lists.
    reg  [WARP_BITS-1:0] next_q [0:127];
    wire [WARP_BITS-1:0] next_first = init_done ? link_first_warp_i : walk_q[6:0];

    always @(posedge clk_i) begin
        if (~init_done | link_first_i) begin
            next_q[next_first] <= init_done ? link_first_next_i : 7'd0;
        end
        if (link_second_i) begin
            next_q[link_second_warp_i] <= link_second_next_i;
        end
    end

    assign read_pc_o   = pc_q[read_warp_i];
    assign read_next_o = next_q[read_warp_i];

    wire unused = &{1'b0, read_i};
endmodule

`default_nettype wire
