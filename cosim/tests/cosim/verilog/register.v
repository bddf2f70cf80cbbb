// register: one bit, a cycle later.
module register (
    input  wire clk_i,
    input  wire rst_i,
    input  wire d_i,
    output wire q_o
);
    reg q;
    assign q_o = q;

    always @(posedge clk_i) begin
        q <= d_i & ~rst_i;
    end
endmodule
