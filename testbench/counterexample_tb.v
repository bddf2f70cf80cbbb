{% from "messages.jinja" import broken, illegal, passed, unreadable, violated %}
// {{ module }}_tb: inputs that the contract allows, with which {{ module }} violates a property.
// Property: {{ label }}.
// Vectors:  {{ module }}.vectors, read from the current folder; outputs are left open, the checker decides.
// Timing:   inputs change 5 ns before the clock edge, properties are judged 1 ns before it.
// Options:  +waves writes {{ module }}.vcd.
`timescale 1ns / 1ps
`default_nettype none

module {{ module }}_tb;
    localparam CYCLES = {{ cycles }};  // lines of the vectors
    localparam BITS   = {{ bits }};  // of a line

{% include "dut.jinja" %}
    // properties that hold in a cycle
{% for output in outputs %}
    wire [{{ output.bits - 1 }}:0] {{ output.name }};
{% endfor %}

    {{ checker }} checker (
        .{{ clock }}({{ clock }}),
{% for port in ports %}
        .{{ port.name }}({{ port.name }}),
{% endfor %}
{% for input in inside %}
        .{{ input.name }}({{ input.value }}),
{% endfor %}
{% for output in outputs %}
        .{{ output.name }}({{ output.name }}){{ "" if loop.last else "," }}
{% endfor %}
    );

    reg     legal;  // all assumptions held since the last reset
    integer violations;

    task judge;
        begin
            if ({{ reset.name }})
                legal = 1'b1;
{% if assumes %}
            else if (legal && &assumptions_o !== 1'b1) begin
                legal = 1'b0;
                $display("{{ illegal("%0d") }}", cycle);
            end
{% endif %}
            else if (legal && {{ output }}[{{ bit }}] !== 1'b1) begin
                violations = violations + 1;
                $display("{{ violated("%0d", label) }}", cycle);
            end
        end
    endtask

    task run;
        begin
            for (cycle = 0; cycle < CYCLES; cycle = cycle + 1) begin
                vector = vectors[cycle];
                {{ clock }} = 1'b0;
                drive;
                #4 judge;
                #1 {{ clock }} = 1'b1;
                #5;
            end
            if (violations == 0)
                $display("{{ passed(module, "%0d") }}", CYCLES);
            else
                $display("{{ broken(module, label) }}");
        end
    endtask

    initial begin
        if ($test$plusargs("waves")) begin
            $dumpfile("{{ module }}.vcd");
            $dumpvars(0, {{ module }}_tb);
        end
{% for start in starts %}
        dut.{{ start.place }} = 1'b{{ start.bit }};
{% endfor %}
        legal = 1'b0;
        violations = 0;
        $readmemh("{{ module }}.vectors", vectors);
        vector = vectors[CYCLES-1];
        if (vector[{{ reset.low }}] === 1'bx)
            $display("{{ unreadable(module, "%0d") }}", CYCLES);
        else
            run;
        $finish;
    end
endmodule

`default_nettype wire
