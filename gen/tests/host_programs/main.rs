//! Host programs (`opencl/programs`) on the golden GPU, as users build and run them: right under every mechanism, with
//! RTL in the loop, and beside other implementations of OpenCL.

mod captures;
mod cosim;
mod exec;
mod generated;
mod mechanisms;
mod mistakes;
mod oracles;
mod programs;
mod watched;
