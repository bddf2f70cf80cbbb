{% from "messages.jinja" import failed, mismatch, passed, unreadable %}
// What the testbenches for Verilator share: they read vectors, drive inputs, compare outputs, report.
#pragma once

#include <verilated.h>
#if VM_TRACE
#include <verilated_vcd_c.h>
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

// The value of a port in a cycle, in words of 32 bits.
class Field {
public:
    explicit Field(const std::string& digits) : compared_(digits.find('x') == std::string::npos) {
        for (size_t end = digits.size(); compared_ && end > 0; end -= end < 8 ? end : 8) {
            const size_t begin = end < 8 ? 0 : end - 8;
            words_.push_back(static_cast<uint32_t>(std::stoul(digits.substr(begin, end - begin), nullptr, 16)));
        }
    }
    // Whether the port means something in this cycle.
    bool compared() const { return compared_; }
    uint32_t word(size_t at) const { return at < words_.size() ? words_[at] : 0; }

private:
    bool compared_;
    std::vector<uint32_t> words_;
};

// Verilator gives a port of up to 64 bits as an integer, a wider one as an array of words.
template <typename Port>
uint32_t word(const Port& port, size_t at) {
    return at < 2 ? static_cast<uint32_t>(static_cast<uint64_t>(port) >> (32 * at)) : 0;
}
template <size_t Words>
uint32_t word(const VlWide<Words>& port, size_t at) {
    return at < Words ? port[at] : 0;
}
template <typename Port>
void assign(Port& port, const Field& value) {
    port = static_cast<Port>(static_cast<uint64_t>(value.word(1)) << 32 | value.word(0));
}
template <size_t Words>
void assign(VlWide<Words>& port, const Field& value) {
    for (size_t at = 0; at < Words; ++at) port[at] = value.word(at);
}

// Up to 64 bits of a row of words.
template <typename Word>
uint64_t bits(const Word& word, size_t low, size_t width) {
    uint64_t value = 0;
    for (size_t bit = 0; bit < width; ++bit) {
        const size_t at = low + bit;
        value |= static_cast<uint64_t>(word(at / 32) >> (at % 32) & 1) << bit;
    }
    return value;
}

template <typename Model>
class Testbench {
public:
    Testbench(const char* unit, size_t cycles, int argc, char** argv)
        : unit_(unit), cycles_(cycles), vectors_(std::string(unit) + ".vectors") {
        context_.commandArgs(argc, argv);
        // Registers without reset start with random bits, not with zeros.
        context_.randReset(2);
        context_.randSeed(1);
        context_.traceEverOn(true);
        dut_ = std::make_unique<Model>(&context_, (std::string(unit) + "_tb").c_str());
#if VM_TRACE
        // Takes the unit of time that the model has set.
        trace_ = std::make_unique<VerilatedVcdC>();
        dut_->trace(trace_.get(), 99);
        trace_->open((std::string(unit) + ".vcd").c_str());
#endif
    }
    ~Testbench() {
        dut_->final();
#if VM_TRACE
        trace_->close();
#endif
    }
    Testbench(const Testbench&) = delete;
    Testbench& operator=(const Testbench&) = delete;

    Model& dut() { return *dut_; }

    // Takes the line of the next cycle; false if there is none.
    bool next() {
        std::string line;
        do {
            if (!std::getline(vectors_, line)) return false;
        } while (line.compare(0, 2, "//") == 0);
        fields_.clear();
        for (size_t begin = 0; begin <= line.size();) {
            const size_t end = std::min(line.find('_', begin), line.size());
            fields_.emplace_back(line.substr(begin, end - begin));
            begin = end + 1;
        }
        field_ = 0;
        ++read_;
        return true;
    }

    // Gives the next field to an input.
    template <typename Port>
    void drive(Port& port) {
        assign(port, fields_.at(field_++));
    }

    // Outputs before the clock edge.
    void settle() {
        dut_->{{ clock }} = 0;
        eval();
    }

    // Compares an output with the next field, element by element.
    template <typename Port>
    void compare(const char* name, const Port& port, size_t width, size_t elements = 0) {
        const Field& field = fields_.at(field_++);
        if (!field.compared()) return;
        for (size_t element = 0; element == 0 || element < elements; ++element) {
            const size_t low = element * width;
            const uint64_t found = bits([&](size_t at) { return word(port, at); }, low, width);
            const uint64_t expected = bits([&](size_t at) { return field.word(at); }, low, width);
            const std::string index = elements > 0 ? "[" + std::to_string(element) + "]" : "";
            if (found != expected) mismatch(name + index, found, expected);
        }
    }

    // The clock edge.
    void clock() {
        dut_->{{ clock }} = 1;
        eval();
    }

    // Prints what came of it; the exit code.
    int verdict() const {
        if (read_ != cycles_) {
            std::printf("{{ unreadable("%s", "%zu") }}\n", unit_, cycles_);
            return 1;
        }
        if (mismatches_ > 0) {
            std::printf("{{ failed("%s", "%zu", "%zu") }}\n", unit_, mismatches_, cycles_);
            return 1;
        }
        std::printf("{{ passed("%s", "%zu") }}\n", unit_, cycles_);
        return 0;
    }

private:
    static constexpr size_t SHOWN = {{ shown }};  // mismatches

    void eval() {
        dut_->eval();
#if VM_TRACE
        trace_->dump(context_.time());
#endif
        context_.timeInc(5000);  // ps: half a period
    }

    void mismatch(const std::string& port, unsigned long long found, unsigned long long expected) {
        if (++mismatches_ > SHOWN) return;
        std::printf("{{ mismatch("%zu", "%s", "0x%llx", "0x%llx") }}\n", read_ - 1, port.c_str(), found, expected);
    }

    const char* unit_;
    size_t cycles_;
    std::ifstream vectors_;
    std::vector<Field> fields_;
    size_t field_ = 0;
    size_t read_ = 0;
    size_t mismatches_ = 0;
    VerilatedContext context_;
    std::unique_ptr<Model> dut_;
#if VM_TRACE
    std::unique_ptr<VerilatedVcdC> trace_;
#endif
};
