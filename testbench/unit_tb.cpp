// {{ module }} in Verilator against recorded cycles of its golden unit.
#include "V{{ module }}.h"
#include "testbench.h"

int main(int argc, char** argv) {
    Testbench<V{{ module }}> bench("{{ module }}", {{ cycles }}, argc, argv);
    auto& dut = bench.dut();
    // The order is that of the fields in {{ module }}.vectors.
    while (bench.next()) {
{% for port in ports if port.input %}
        bench.drive(dut.{{ port.name }});
{% endfor %}
        bench.settle();
{% for port in ports if not port.input %}
        bench.compare("{{ port.name }}", dut.{{ port.name }}, {{ port.element_bits }}{% if port.is_array %}, {{ port.elements }}{% endif %});
{% endfor %}
        bench.clock();
    }
    return bench.verdict();
}
