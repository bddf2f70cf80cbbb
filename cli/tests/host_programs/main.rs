//! Host programs (`opencl/programs`) on the golden GPU, built and run as users do: right under every mechanism, with
//! RTL in the loop, and compared with other implementations of OpenCL.

mod captures;
mod cosim;
mod exec;
mod functional;
mod generated;
mod mechanisms;
mod mistakes;
mod oracles;
mod programs;
mod python;
mod watched;
