"""{{ module }} under cocotb against recorded cycles of its golden unit."""

import cocotb
import testbench

# Ports in the order of the fields in {{ module }}.vectors; of outputs also the bits of an element and, of arrays,
# how many there are.
INPUTS = [
{% for port in ports if port.input %}
    "{{ port.name }}",
{% endfor %}
]
OUTPUTS = [
{% for port in ports if not port.input %}
    ("{{ port.name }}", {{ port.element_bits }}, {{ port.elements if port.is_array else "None" }}),
{% endfor %}
]


@cocotb.test()
async def golden(dut):
    await testbench.run(dut, "{{ module }}", {{ cycles }}, INPUTS, OUTPUTS)


if __name__ == "__main__":
    testbench.simulate("{{ module }}")
