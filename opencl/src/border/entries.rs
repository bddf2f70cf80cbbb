//! The functions of OpenCL 1.2, as C calls them. Each forwards to a function of [`crate::api`], which documents it.
//!
//! An entry has one of six shapes. `status` returns a status. `made` returns a handle; its last argument is `errcode_ret`.
//! `found` returns the result of a lookup. `info` is a query; its last arguments are the room for the answer,
//! the place of the answer, and a place for its true size. `command` returns a status; its last arguments are a list of
//! events to wait for and a place for the command's event. `mapped` is a `command` that returns an object as `made` does.
#![allow(non_snake_case)]

use super::callback::*;
use super::crossing::*;
use super::guard;
use super::host::{HostConst, HostPointer};
use crate::answer::Query;
use crate::api::*;
use opencl_sys::cl_icd::cl_icd_dispatch;
use opencl_sys::{cl_image_desc, cl_image_format};
use std::ffi::c_void;

/// A table without functions.
// SAFETY: every entry is an optional function or a number; zero is a valid value of both and means that none exists.
const EMPTY: cl_icd_dispatch = unsafe { std::mem::zeroed() };

macro_rules! entry {
    (status $name:ident($($arg:ident: $type:ty),*) => $to:path) => {
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($arg: <$type as Crossing>::Raw),*) -> i32 {
            // SAFETY: the program keeps the rules of the border.
            $(let $arg = unsafe { <$type>::cross($arg) };)*
            guard::status(|| $to($($arg),*))
        }
    };
    (made $name:ident($($arg:ident: $type:ty),*) -> $made:ty => $to:path) => {
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            $($arg: <$type as Crossing>::Raw,)*
            errcode: *mut i32,
        ) -> <$made as guard::Made>::Raw {
            // SAFETY: the program keeps the rules of the border.
            $(let $arg = unsafe { <$type>::cross($arg) };)*
            // SAFETY: as above.
            unsafe { guard::made::<$made>(errcode, || $to($($arg),*)) }
        }
    };
    (found $name:ident($($arg:ident: $type:ty),*) -> $made:ty => $to:path) => {
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            $($arg: <$type as Crossing>::Raw),*
        ) -> <$made as guard::Made>::Raw {
            // SAFETY: the program keeps the rules of the border.
            $(let $arg = unsafe { <$type>::cross($arg) };)*
            guard::found::<$made>(|| $to($($arg),*))
        }
    };
    (info $name:ident($($arg:ident: $type:ty),*) => $to:path) => {
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            $($arg: <$type as Crossing>::Raw,)*
            size: usize,
            value: <HostPointer as Crossing>::Raw,
            size_ret: <Out<usize> as Crossing>::Raw,
        ) -> i32 {
            // SAFETY: the program keeps the rules of the border.
            $(let $arg = unsafe { <$type>::cross($arg) };)*
            // SAFETY: as above.
            let query = unsafe { Query::new(size, HostPointer::cross(value), Out::cross(size_ret)) };
            guard::status(|| $to($($arg,)* &query))
        }
    };
    (command $name:ident($($arg:ident: $type:ty),*) => $to:path) => {
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            $($arg: <$type as Crossing>::Raw,)*
            count: u32,
            list: <In<Handle> as Crossing>::Raw,
            event: <Out<Handle> as Crossing>::Raw,
        ) -> i32 {
            // SAFETY: the program keeps the rules of the border.
            $(let $arg = unsafe { <$type>::cross($arg) };)*
            // SAFETY: as above.
            let waits = unsafe { Waits::new(count, In::cross(list), Out::cross(event)) };
            guard::status(|| $to($($arg,)* &waits))
        }
    };
    (mapped $name:ident($($arg:ident: $type:ty),*) -> $made:ty => $to:path) => {
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            $($arg: <$type as Crossing>::Raw,)*
            count: u32,
            list: <In<Handle> as Crossing>::Raw,
            event: <Out<Handle> as Crossing>::Raw,
            errcode: *mut i32,
        ) -> <$made as guard::Made>::Raw {
            // SAFETY: the program keeps the rules of the border.
            $(let $arg = unsafe { <$type>::cross($arg) };)*
            // SAFETY: as above.
            let waits = unsafe { Waits::new(count, In::cross(list), Out::cross(event)) };
            // SAFETY: as above.
            unsafe { guard::made::<$made>(errcode, || $to($($arg,)* &waits)) }
        }
    };
}

macro_rules! entries {
    ($($kind:ident $name:ident($($arg:ident: $type:ty),* $(,)?) $(-> $made:ty)? => $to:path;)*) => {
        $(entry!($kind $name($($arg: $type),*) $(-> $made)? => $to);)*

        /// The dispatch table of the ICD. The compiler checks here that every entry has the types of the standard.
        pub(super) static DISPATCH: cl_icd_dispatch = cl_icd_dispatch {
            $($name: Some($name),)*
            ..EMPTY
        };
    };
}

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
    status clCreateSubDevices(device: Handle, properties: In<isize>, count: u32, devices: Out<Handle>,
        found: Out<u32>) => device::partition;
    status clRetainDevice(device: Handle) => device::retain;
    status clReleaseDevice(device: Handle) => device::retain;

    made clCreateContext(properties: In<isize>, count: u32, devices: In<Handle>, notify: ContextCallback,
        data: HostPointer) -> Handle => context::create;
    made clCreateContextFromType(properties: In<isize>, kind: u64, notify: ContextCallback, data: HostPointer)
        -> Handle => context::create_from_type;
    status clRetainContext(context: Handle) => context::retain;
    status clReleaseContext(context: Handle) => context::release;
    info clGetContextInfo(context: Handle, name: u32) => context::info;

    made clCreateCommandQueue(context: Handle, device: Handle, properties: u64) -> Handle => queue::create;
    status clRetainCommandQueue(queue: Handle) => queue::retain;
    status clReleaseCommandQueue(queue: Handle) => queue::release;
    info clGetCommandQueueInfo(queue: Handle, name: u32) => queue::info;
    status clSetCommandQueueProperty(queue: Handle, properties: u64, enable: u32, old: Out<u64>)
        => queue::set_property;
    status clFlush(queue: Handle) => queue::flush;
    status clFinish(queue: Handle) => queue::finish;

    made clCreateBuffer(context: Handle, flags: u64, bytes: usize, host: HostPointer) -> Handle
        => memory::create;
    made clCreateSubBuffer(buffer: Handle, flags: u64, kind: u32, region: HostConst) -> Handle
        => memory::create_part;
    status clRetainMemObject(memory: Handle) => memory::retain;
    status clReleaseMemObject(memory: Handle) => memory::release;
    info clGetMemObjectInfo(memory: Handle, name: u32) => memory::info;
    status clSetMemObjectDestructorCallback(memory: Handle, notify: MemoryCallback, data: HostPointer)
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
        notify: ProgramCallback, data: HostPointer) => build::build;
    status clCompileProgram(program: Handle, count: u32, devices: In<Handle>, options: In<i8>, headers: u32,
        header_programs: In<Handle>, header_names: Table<Text>, notify: ProgramCallback, data: HostPointer)
        => build::compile;
    made clLinkProgram(context: Handle, count: u32, devices: In<Handle>, options: In<i8>, inputs: u32,
        programs: In<Handle>, notify: ProgramCallback, data: HostPointer) -> (Handle, i32) => build::link;
    info clGetProgramInfo(program: Handle, name: u32) => program::info;
    info clGetProgramBuildInfo(program: Handle, device: Handle, name: u32) => program::build_info;

    made clCreateKernel(program: Handle, name: In<i8>) -> Handle => kernel::create;
    status clCreateKernelsInProgram(program: Handle, count: u32, kernels: Out<Handle>, found: Out<u32>)
        => kernel::create_all;
    status clRetainKernel(kernel: Handle) => kernel::retain;
    status clReleaseKernel(kernel: Handle) => kernel::release;
    status clSetKernelArg(kernel: Handle, index: u32, bytes: usize, value: HostConst) => kernel::set_argument;
    info clGetKernelInfo(kernel: Handle, name: u32) => kernel::info;
    info clGetKernelArgInfo(kernel: Handle, index: u32, name: u32) => kernel::argument_info;
    info clGetKernelWorkGroupInfo(kernel: Handle, device: Handle, name: u32) => kernel::work_group_info;

    command clEnqueueNDRangeKernel(queue: Handle, kernel: Handle, dimensions: u32, offset: In<usize>,
        global: In<usize>, local: In<usize>) => launch::range;
    command clEnqueueTask(queue: Handle, kernel: Handle) => launch::task;
    command clEnqueueNativeKernel(queue: Handle, function: NativeKernel, arguments: HostPointer, bytes: usize,
        count: u32, objects: In<Handle>, places: UnreadMut<*const c_void>) => launch::native;

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

    made clCreateImage(context: Handle, flags: u64, format: Unread<cl_image_format>, description: Unread<cl_image_desc>,
        host: HostPointer) -> Handle => image::create;
    made clCreateImage2D(context: Handle, flags: u64, format: Unread<cl_image_format>, width: usize,
        height: usize, row: usize, host: HostPointer) -> Handle => image::create_2d;
    made clCreateImage3D(context: Handle, flags: u64, format: Unread<cl_image_format>, width: usize,
        height: usize, depth: usize, row: usize, slice: usize, host: HostPointer) -> Handle => image::create_3d;
    status clGetSupportedImageFormats(context: Handle, flags: u64, kind: u32, count: u32,
        formats: UnreadMut<cl_image_format>, found: Out<u32>) => image::formats;
    info clGetImageInfo(image: Handle, name: u32) => image::info;
    made clCreateSampler(context: Handle, normalised: u32, addressing: u32, filter: u32) -> Handle
        => image::create_sampler;
    status clRetainSampler(sampler: Handle) => image::sampler;
    status clReleaseSampler(sampler: Handle) => image::sampler;
    info clGetSamplerInfo(sampler: Handle, name: u32) => image::sampler_info;
    command clEnqueueReadImage(queue: Handle, image: Handle, blocking: u32, origin: In<usize>, region: In<usize>,
        row: usize, slice: usize, host: HostPointer) => image::read;
    command clEnqueueWriteImage(queue: Handle, image: Handle, blocking: u32, origin: In<usize>, region: In<usize>,
        row: usize, slice: usize, host: HostConst) => image::write;
    command clEnqueueFillImage(queue: Handle, image: Handle, colour: HostConst, origin: In<usize>,
        region: In<usize>) => image::fill;
    command clEnqueueCopyImage(queue: Handle, from: Handle, to: Handle, from_origin: In<usize>,
        to_origin: In<usize>, region: In<usize>) => image::copy;
    command clEnqueueCopyImageToBuffer(queue: Handle, from: Handle, to: Handle, origin: In<usize>,
        region: In<usize>, offset: usize) => image::copy_to_buffer;
    command clEnqueueCopyBufferToImage(queue: Handle, from: Handle, to: Handle, offset: usize,
        origin: In<usize>, region: In<usize>) => image::copy_from_buffer;
    mapped clEnqueueMapImage(queue: Handle, image: Handle, blocking: u32, flags: u64, origin: In<usize>,
        region: In<usize>, row: Out<usize>, slice: Out<usize>) -> HostPointer => image::map;
}
