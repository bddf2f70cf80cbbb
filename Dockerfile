# An image with the command, the OpenCL library and the programs that commands start: docker build --tag heddle .
# Not tried yet: it was written on a machine without Docker.
FROM rust:1.95-bookworm AS build
WORKDIR /heddle
COPY . .
RUN cargo build --release --locked --package heddle-command --package heddle-opencl

FROM debian:bookworm-slim
# For co-simulation; for kernels in C and OpenCL C; for mutate, prove and synth; for OpenCL programs.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
        g++ make verilator zlib1g-dev \
        clang-19 libclc-19 lld-19 llvm-19 \
        iverilog opensta python3-venv qflow-tech-osu018 yosys \
        ocl-icd-libopencl1 ocl-icd-opencl-dev opencl-c-headers \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /heddle/target/release/heddle /usr/local/bin/
COPY --from=build /heddle/target/release/libheddle_opencl.so /usr/local/lib/
# OpenCL programs find the golden GPU also without `heddle exec`.
RUN mkdir -p /etc/OpenCL/vendors && echo /usr/local/lib/libheddle_opencl.so > /etc/OpenCL/vendors/heddle.icd
RUN useradd --create-home heddle
USER heddle
WORKDIR /home/heddle
ENTRYPOINT ["heddle"]
CMD ["--help"]
