// warp_allocator, written by hand from its contract: to be compared with what Heddle emits.
// Machine: fung2009; 128 warps.
`default_nettype none

module warp_allocator (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire [1:0] take_i,
    input  wire       release_i,
    input  wire [6:0] release_warp_i,
    output wire       init_done_o,
    output wire [7:0] free_o,
    output wire       has_first_o,
    output wire [6:0] next_first_o,
    output wire       has_second_o,
    output wire [6:0] next_second_o
);
    // The list in two banks, even and odd places: of two neighbours each bank has one.
    (* heddle_macro *) reg [6:0] even_q [0:63];
    (* heddle_macro *) reg [6:0] odd_q  [0:63];

    reg [6:0] head_q;
    reg [6:0] tail_q;    // while the list is set up, the walker
    reg [7:0] free_q;
    reg       init_done_q;

    wire       append = release_i || !init_done_q;
    wire [6:0] number = init_done_q ? release_warp_i : tail_q;

    wire [6:0] even   = even_q[head_q[6:1] + {5'd0, head_q[0]}];
    wire [6:0] odd    = odd_q[head_q[6:1]];

    always @(posedge clk_i) begin
        if (append && !tail_q[0]) begin
            even_q[tail_q[6:1]] <= number;
        end
        if (append && tail_q[0]) begin
            odd_q[tail_q[6:1]] <= number;
        end
        if (rst_i) begin
            head_q      <= 7'd0;
            tail_q      <= 7'd0;
            free_q      <= 8'd0;
            init_done_q <= 1'b0;
        end else begin
            head_q <= head_q + {5'd0, take_i};
            tail_q <= tail_q + {6'd0, append};
            if (init_done_q) begin
                free_q <= free_q - {6'd0, take_i} + {7'd0, release_i};
            end else if (&tail_q) begin
                free_q      <= 8'd128;
                init_done_q <= 1'b1;
            end
        end
    end

    assign init_done_o   = init_done_q;
    assign free_o        = free_q;
    assign has_first_o   = free_q != 8'd0;
    assign has_second_o  = free_q > 8'd1;
    assign next_first_o  = head_q[0] ? odd : even;
    assign next_second_o = head_q[0] ? even : odd;
endmodule

`default_nettype wire
