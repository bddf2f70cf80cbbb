// CARRY4 of Xilinx 7: four multiplexers and four exclusive ors of a carry chain.
//
// Yosys' model has bits of CO depend on other bits of CO. Verilator 5.006 takes that for a loop through the whole vector and can
// stop before the carry has passed (Icarus Verilog simulates both models alike), so here each carry is a wire of its own.
module CARRY4 (
    output [3:0] CO,
    output [3:0] O,
    input        CI,
    input        CYINIT,
    input  [3:0] DI,
    input  [3:0] S
);
    wire carry_in = CI | CYINIT;
    wire carry_0  = S[0] ? carry_in : DI[0];
    wire carry_1  = S[1] ? carry_0 : DI[1];
    wire carry_2  = S[2] ? carry_1 : DI[2];
    wire carry_3  = S[3] ? carry_2 : DI[3];

    assign CO = {carry_3, carry_2, carry_1, carry_0};
    assign O  = S ^ {carry_2, carry_1, carry_0, carry_in};
endmodule
