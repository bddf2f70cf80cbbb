//! The functions of features that the device has.

use crate::answer::Query;
use crate::api::*;
use crate::border::callback::*;
use crate::border::crossing::*;
use crate::border::guard;
use crate::border::host::{HostConst, HostPointer};
use opencl_sys::cl_icd::cl_icd_dispatch;

entry!(status clIcdGetPlatformIDsKHR(count: u32, platforms: Out<Handle>, found: Out<u32>) => platform::list);

entries! {
    status clGetPlatformIDs(count: u32, platforms: Out<Handle>, found: Out<u32>) => platform::list;
    info clGetPlatformInfo(platform: Handle, name: u32) => platform::info;
    status clUnloadCompiler() => platform::unload_compiler;
    status clUnloadPlatformCompiler(platform: Handle) => platform::unload_platform_compiler;
    found clGetExtensionFunctionAddress(name: In<i8>) -> HostPointer => platform::extension;
    found clGetExtensionFunctionAddressForPlatform(platform: Handle, name: In<i8>) -> HostPointer
        => platform::extension_of;

    status clGetDeviceIDs(platform: Handle, kind: u64, count: u32, devices: Out<Handle>, found: Out<u32>)
        => device::list;
    info clGetDeviceInfo(device: Handle, name: u32) => device::info;
    status clRetainDevice(device: Handle) => device::retain;
    status clReleaseDevice(device: Handle) => device::retain;

    made clCreateContext(properties: In<isize>, count: u32, devices: In<Handle>, notify: ContextCallback,
        data: HostPointer) -> Handle => context::create;
    made clCreateContextFromType(properties: In<isize>, kind: u64, notify: ContextCallback, data: HostPointer)
        -> Handle => context::create_from_type;
    status clRetainContext(context: Handle) => context::retain;
    status clReleaseContext(context: Handle) => context::release;
    info clGetContextInfo(context: Handle, name: u32) => context::info;
    status clSetContextDestructorCallback(context: Handle, notify: ObjectCallback, data: HostPointer)
        => context::on_destruction;

    made clCreateCommandQueue(context: Handle, device: Handle, properties: u64) -> Handle => queue::create;
    made clCreateCommandQueueWithProperties(context: Handle, device: Handle, properties: In<u64>) -> Handle
        => queue::create_with_properties;
    status clRetainCommandQueue(queue: Handle) => queue::retain;
    status clReleaseCommandQueue(queue: Handle) => queue::release;
    info clGetCommandQueueInfo(queue: Handle, name: u32) => queue::info;
    status clFlush(queue: Handle) => queue::flush;
    status clFinish(queue: Handle) => queue::finish;

    made clCreateBuffer(context: Handle, flags: u64, bytes: usize, host: HostPointer) -> Handle
        => memory::create;
    made clCreateBufferWithProperties(context: Handle, properties: In<u64>, flags: u64, bytes: usize,
        host: HostPointer) -> Handle => memory::create_with_properties;
    made clCreateSubBuffer(buffer: Handle, flags: u64, kind: u32, region: HostConst) -> Handle
        => memory::create_part;
    status clRetainMemObject(memory: Handle) => memory::retain;
    status clReleaseMemObject(memory: Handle) => memory::release;
    info clGetMemObjectInfo(memory: Handle, name: u32) => memory::info;
    status clSetMemObjectDestructorCallback(memory: Handle, notify: ObjectCallback, data: HostPointer)
        => memory::on_destruction;

    command clEnqueueReadBuffer(queue: Handle, buffer: Handle, blocking: u32, offset: usize, bytes: usize,
        host: HostPointer) => transfer::read;
    command clEnqueueWriteBuffer(queue: Handle, buffer: Handle, blocking: u32, offset: usize, bytes: usize,
        host: HostConst) => transfer::write;
    command clEnqueueCopyBuffer(queue: Handle, from: Handle, to: Handle, from_offset: usize, to_offset: usize,
        bytes: usize) => transfer::copy;
    command clEnqueueFillBuffer(queue: Handle, buffer: Handle, pattern: HostConst, pattern_bytes: usize,
        offset: usize, bytes: usize) => transfer::fill;
    command clEnqueueReadBufferRect(queue: Handle, buffer: Handle, blocking: u32, buffer_origin: In<usize>,
        host_origin: In<usize>, region: In<usize>, buffer_row: usize, buffer_slice: usize, host_row: usize,
        host_slice: usize, host: HostPointer) => rectangle::read;
    command clEnqueueWriteBufferRect(queue: Handle, buffer: Handle, blocking: u32, buffer_origin: In<usize>,
        host_origin: In<usize>, region: In<usize>, buffer_row: usize, buffer_slice: usize, host_row: usize,
        host_slice: usize, host: HostConst) => rectangle::write;
    command clEnqueueCopyBufferRect(queue: Handle, from: Handle, to: Handle, from_origin: In<usize>,
        to_origin: In<usize>, region: In<usize>, from_row: usize, from_slice: usize, to_row: usize,
        to_slice: usize) => rectangle::copy;
    mapped clEnqueueMapBuffer(queue: Handle, buffer: Handle, blocking: u32, flags: u64, offset: usize,
        bytes: usize) -> HostPointer => map::map;
    command clEnqueueUnmapMemObject(queue: Handle, buffer: Handle, mapped: HostPointer) => map::unmap;
    command clEnqueueMigrateMemObjects(queue: Handle, count: u32, objects: In<Handle>, flags: u64)
        => transfer::migrate;

    made clCreateProgramWithSource(context: Handle, count: u32, texts: Table<Text>, lengths: In<usize>)
        -> Handle => program::from_source;
    made clCreateProgramWithBinary(context: Handle, count: u32, devices: In<Handle>, lengths: In<usize>,
        binaries: Table<Binary>, status: Out<i32>) -> Handle => program::from_binary;
    made clCreateProgramWithBuiltInKernels(context: Handle, count: u32, devices: In<Handle>, names: In<i8>)
        -> Handle => program::built_in;
    status clRetainProgram(program: Handle) => program::retain;
    status clReleaseProgram(program: Handle) => program::release;
    status clBuildProgram(program: Handle, count: u32, devices: In<Handle>, options: In<i8>,
        notify: ObjectCallback, data: HostPointer) => build::build;
    status clCompileProgram(program: Handle, count: u32, devices: In<Handle>, options: In<i8>, headers: u32,
        header_programs: In<Handle>, header_names: Table<Text>, notify: ObjectCallback, data: HostPointer)
        => build::compile;
    made clLinkProgram(context: Handle, count: u32, devices: In<Handle>, options: In<i8>, inputs: u32,
        programs: In<Handle>, notify: ObjectCallback, data: HostPointer) -> (Handle, i32) => build::link;
    info clGetProgramInfo(program: Handle, name: u32) => program::info;
    info clGetProgramBuildInfo(program: Handle, device: Handle, name: u32) => program::build_info;

    made clCreateKernel(program: Handle, name: In<i8>) -> Handle => kernel::create;
    status clCreateKernelsInProgram(program: Handle, count: u32, kernels: Out<Handle>, found: Out<u32>)
        => kernel::create_all;
    made clCloneKernel(kernel: Handle) -> Handle => kernel::copy;
    status clRetainKernel(kernel: Handle) => kernel::retain;
    status clReleaseKernel(kernel: Handle) => kernel::release;
    status clSetKernelArg(kernel: Handle, index: u32, bytes: usize, value: HostConst) => kernel::set_argument;
    info clGetKernelInfo(kernel: Handle, name: u32) => kernel::info;
    info clGetKernelArgInfo(kernel: Handle, index: u32, name: u32) => kernel::argument_info;
    info clGetKernelWorkGroupInfo(kernel: Handle, device: Handle, name: u32) => kernel::work_group_info;

    command clEnqueueNDRangeKernel(queue: Handle, kernel: Handle, dimensions: u32, offset: In<usize>,
        global: In<usize>, local: In<usize>) => launch::range;
    command clEnqueueTask(queue: Handle, kernel: Handle) => launch::task;

    made clCreateUserEvent(context: Handle) -> Handle => event::create;
    status clSetUserEventStatus(event: Handle, status: i32) => event::set_status;
    status clRetainEvent(event: Handle) => event::retain;
    status clReleaseEvent(event: Handle) => event::release;
    info clGetEventInfo(event: Handle, name: u32) => event::info;
    info clGetEventProfilingInfo(event: Handle, name: u32) => event::profiling;
    status clSetEventCallback(event: Handle, status: i32, notify: EventCallback, data: HostPointer)
        => event::on_status;
    status clWaitForEvents(count: u32, events: In<Handle>) => event::wait;
    status clEnqueueMarker(queue: Handle, event: Out<Handle>) => synchronise::marker;
    status clEnqueueWaitForEvents(queue: Handle, count: u32, events: In<Handle>) => synchronise::wait;
    status clEnqueueBarrier(queue: Handle) => synchronise::barrier;
    command clEnqueueMarkerWithWaitList(queue: Handle) => synchronise::marker_after;
    command clEnqueueBarrierWithWaitList(queue: Handle) => synchronise::barrier_after;
}
