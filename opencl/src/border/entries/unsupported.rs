//! The functions of features that the device lacks: images, samplers, pipes, shared virtual memory, intermediate languages,
//! sub-groups, queues of the device, functions of the host as commands, sub-devices, host timers, and sharing with other
//! libraries.

use crate::api::*;
use crate::border::callback::*;
use crate::border::crossing::*;
use crate::border::guard;
use crate::border::host::HostPointer;
use opencl_sys::cl_icd::cl_icd_dispatch;
use opencl_sys::*;
use std::ffi::c_void;

/// Memory of the host program that a function writes to.
type Place = *mut c_void;
/// Memory of the host program that a function reads.
type Data = *const c_void;
/// A list of three sizes, or of one for each dimension.
type Sizes = *const usize;
/// A place for a size.
type SizePlace = *mut usize;
/// The function that frees the pointers of `clEnqueueSVMFree`.
type Freeing = Option<unsafe extern "C" fn(cl_command_queue, u32, *mut Place, Place)>;

entries! {
    made clCreateImage(context: Handle; flags: cl_mem_flags, format: *const cl_image_format,
        description: *const cl_image_desc, host: Place) -> Handle => absent::of_context;
    made clCreateImage2D(context: Handle; flags: cl_mem_flags, format: *const cl_image_format, width: usize,
        height: usize, row: usize, host: Place) -> Handle => absent::of_context;
    made clCreateImage3D(context: Handle; flags: cl_mem_flags, format: *const cl_image_format, width: usize,
        height: usize, depth: usize, row: usize, slice: usize, host: Place) -> Handle => absent::of_context;
    made clCreateImageWithProperties(context: Handle; properties: *const cl_mem_properties, flags: cl_mem_flags,
        format: *const cl_image_format, description: *const cl_image_desc, host: Place) -> Handle
        => absent::of_context;
    status clGetSupportedImageFormats(context: Handle, flags: u64, kind: u32, count: u32,
        formats: UnreadMut<cl_image_format>, found: Out<u32>) => absent::image_formats;
    status clGetImageInfo(image: Handle; name: cl_image_info, room: usize, value: Place, size: SizePlace)
        => absent::no_memory;
    status clEnqueueReadImage(queue: Handle; image: cl_mem, blocking: cl_bool, origin: Sizes, region: Sizes,
        row: usize, slice: usize, host: Place, count: u32, list: *const cl_event, event: *mut cl_event)
        => absent::of_queue;
    status clEnqueueWriteImage(queue: Handle; image: cl_mem, blocking: cl_bool, origin: Sizes, region: Sizes,
        row: usize, slice: usize, host: Data, count: u32, list: *const cl_event, event: *mut cl_event)
        => absent::of_queue;
    status clEnqueueFillImage(queue: Handle; image: cl_mem, colour: Data, origin: Sizes, region: Sizes, count: u32,
        list: *const cl_event, event: *mut cl_event) => absent::of_queue;
    status clEnqueueCopyImage(queue: Handle; from: cl_mem, to: cl_mem, from_origin: Sizes, to_origin: Sizes,
        region: Sizes, count: u32, list: *const cl_event, event: *mut cl_event) => absent::of_queue;
    status clEnqueueCopyImageToBuffer(queue: Handle; from: cl_mem, to: cl_mem, origin: Sizes, region: Sizes,
        offset: usize, count: u32, list: *const cl_event, event: *mut cl_event) => absent::of_queue;
    status clEnqueueCopyBufferToImage(queue: Handle; from: cl_mem, to: cl_mem, offset: usize, origin: Sizes,
        region: Sizes, count: u32, list: *const cl_event, event: *mut cl_event) => absent::of_queue;
    made clEnqueueMapImage(queue: Handle; image: cl_mem, blocking: cl_bool, flags: cl_map_flags, origin: Sizes,
        region: Sizes, row: SizePlace, slice: SizePlace, count: u32, list: *const cl_event, event: *mut cl_event)
        -> HostPointer => absent::of_queue;

    made clCreateSampler(context: Handle; normalised: cl_bool, addressing: cl_addressing_mode,
        filter: cl_filter_mode) -> Handle => absent::of_context;
    made clCreateSamplerWithProperties(context: Handle; properties: *const cl_sampler_properties) -> Handle
        => absent::of_context;
    status clRetainSampler(sampler: Handle) => absent::no_sampler;
    status clReleaseSampler(sampler: Handle) => absent::no_sampler;
    status clGetSamplerInfo(sampler: Handle; name: cl_sampler_info, room: usize, value: Place, size: SizePlace)
        => absent::no_sampler;

    made clCreatePipe(context: Handle; flags: cl_mem_flags, packet_bytes: u32, packets: u32,
        properties: *const cl_pipe_properties) -> Handle => absent::of_context;
    status clGetPipeInfo(pipe: Handle; name: cl_pipe_info, room: usize, value: Place, size: SizePlace)
        => absent::no_memory;

    found clSVMAlloc(context: Handle; flags: cl_svm_mem_flags, bytes: usize, alignment: u32) -> HostPointer
        => absent::of_context;
    done clSVMFree(context: Handle; pointer: Place) => absent::nothing;
    status clEnqueueSVMFree(queue: Handle; count: u32, pointers: *mut Place, free: Freeing, data: Place, waits: u32,
        list: *const cl_event, event: *mut cl_event) => absent::of_queue;
    status clEnqueueSVMMemcpy(queue: Handle; blocking: cl_bool, to: Place, from: Data, bytes: usize, count: u32,
        list: *const cl_event, event: *mut cl_event) => absent::of_queue;
    status clEnqueueSVMMemFill(queue: Handle; pointer: Place, pattern: Data, pattern_bytes: usize, bytes: usize,
        count: u32, list: *const cl_event, event: *mut cl_event) => absent::of_queue;
    status clEnqueueSVMMap(queue: Handle; blocking: cl_bool, flags: cl_map_flags, pointer: Place, bytes: usize,
        count: u32, list: *const cl_event, event: *mut cl_event) => absent::of_queue;
    status clEnqueueSVMUnmap(queue: Handle; pointer: Place, count: u32, list: *const cl_event, event: *mut cl_event)
        => absent::of_queue;
    status clEnqueueSVMMigrateMem(queue: Handle; count: u32, pointers: *mut Data, sizes: Sizes,
        flags: cl_mem_migration_flags, waits: u32, list: *const cl_event, event: *mut cl_event) => absent::of_queue;
    status clSetKernelArgSVMPointer(kernel: Handle; index: u32, pointer: Data) => absent::of_kernel;
    status clSetKernelExecInfo(kernel: Handle, name: u32; bytes: usize, value: Data) => absent::execution_info;

    made clCreateProgramWithIL(context: Handle; text: Data, bytes: usize) -> Handle => absent::of_context;
    status clSetProgramSpecializationConstant(program: Handle; id: u32, bytes: usize, value: Data)
        => absent::of_program;
    status clSetProgramReleaseCallback(program: Handle; notify: <ObjectCallback as Crossing>::Raw, data: Place)
        => absent::of_program;

    status clGetKernelSubGroupInfo(kernel: Handle, device: Handle; name: cl_kernel_sub_group_info, bytes: usize,
        input: Data, room: usize, value: Place, size: SizePlace) => absent::of_kernel_on_device;
    status clGetKernelSubGroupInfoKHR(kernel: Handle, device: Handle; name: cl_kernel_sub_group_info, bytes: usize,
        input: Data, room: usize, value: Place, size: SizePlace) => absent::of_kernel_on_device;

    status clSetDefaultDeviceCommandQueue(context: Handle, device: Handle; queue: cl_command_queue)
        => absent::of_context_and_device;
    status clSetCommandQueueProperty(queue: Handle; properties: cl_command_queue_properties, enable: cl_bool,
        old: *mut cl_command_queue_properties) => absent::of_queue;
    status clEnqueueNativeKernel(queue: Handle, function: NativeKernel; arguments: Place, bytes: usize, count: u32,
        objects: *const cl_mem, places: *mut Data, waits: u32, list: *const cl_event, event: *mut cl_event)
        => absent::native_kernel;

    status clGetDeviceAndHostTimer(device: Handle; device_time: *mut u64, host_time: *mut u64) => absent::of_device;
    status clGetHostTimer(device: Handle; host_time: *mut u64) => absent::of_device;

    status clCreateSubDevices(device: Handle; properties: *const cl_device_partition_property, count: u32,
        devices: *mut cl_device_id, found: *mut u32) => absent::sub_devices;
    status clCreateSubDevicesEXT(device: Handle; properties: *const u64, count: u32, devices: *mut cl_device_id,
        found: *mut u32) => absent::sub_devices;
    status clRetainDeviceEXT(device: Handle) => device::retain;
    status clReleaseDeviceEXT(device: Handle) => device::retain;

    made clCreateFromGLBuffer(context: Handle; flags: cl_mem_flags, buffer: u32) -> Handle => absent::of_context;
    made clCreateFromGLTexture(context: Handle; flags: cl_mem_flags, target: u32, level: i32, texture: u32) -> Handle
        => absent::of_context;
    made clCreateFromGLTexture2D(context: Handle; flags: cl_mem_flags, target: u32, level: i32, texture: u32)
        -> Handle => absent::of_context;
    made clCreateFromGLTexture3D(context: Handle; flags: cl_mem_flags, target: u32, level: i32, texture: u32)
        -> Handle => absent::of_context;
    made clCreateFromGLRenderbuffer(context: Handle; flags: cl_mem_flags, buffer: u32) -> Handle
        => absent::of_context;
    status clGetGLObjectInfo(memory: Handle; kind: *mut u32, name: *mut u32) => absent::gl_object;
    status clGetGLTextureInfo(memory: Handle; name: u32, room: usize, value: Place, size: SizePlace)
        => absent::gl_object;
    status clGetGLContextInfoKHR(; properties: *const cl_context_properties, name: u32, room: usize, value: Place,
        size: SizePlace) => absent::operation;
    status clEnqueueAcquireGLObjects(queue: Handle; count: u32, objects: *const cl_mem, waits: u32,
        list: *const cl_event, event: *mut cl_event) => absent::of_queue;
    status clEnqueueReleaseGLObjects(queue: Handle; count: u32, objects: *const cl_mem, waits: u32,
        list: *const cl_event, event: *mut cl_event) => absent::of_queue;
    made clCreateEventFromGLsyncKHR(context: Handle; sync: Place) -> Handle => absent::of_context;

    made clCreateFromEGLImageKHR(context: Handle; display: Place, image: Place, flags: cl_mem_flags,
        properties: *const isize) -> Handle => absent::of_context;
    status clEnqueueAcquireEGLObjectsKHR(queue: Handle; count: u32, objects: *const cl_mem, waits: u32,
        list: *const cl_event, event: *mut cl_event) => absent::of_queue;
    status clEnqueueReleaseEGLObjectsKHR(queue: Handle; count: u32, objects: *const cl_mem, waits: u32,
        list: *const cl_event, event: *mut cl_event) => absent::of_queue;
    made clCreateEventFromEGLSyncKHR(context: Handle; sync: Place, display: Place) -> Handle => absent::of_context;

    status clGetDeviceIDsFromD3D10KHR(platform: Handle; source: u32, object: Place, set: u32, count: u32,
        devices: *mut cl_device_id, found: *mut u32) => absent::of_platform;
    made clCreateFromD3D10BufferKHR(context: Handle; flags: cl_mem_flags, resource: Place) -> Handle
        => absent::of_context;
    made clCreateFromD3D10Texture2DKHR(context: Handle; flags: cl_mem_flags, resource: Place, part: u32) -> Handle
        => absent::of_context;
    made clCreateFromD3D10Texture3DKHR(context: Handle; flags: cl_mem_flags, resource: Place, part: u32) -> Handle
        => absent::of_context;
    status clEnqueueAcquireD3D10ObjectsKHR(queue: Handle; count: u32, objects: *const cl_mem, waits: u32,
        list: *const cl_event, event: *mut cl_event) => absent::of_queue;
    status clEnqueueReleaseD3D10ObjectsKHR(queue: Handle; count: u32, objects: *const cl_mem, waits: u32,
        list: *const cl_event, event: *mut cl_event) => absent::of_queue;
    status clGetDeviceIDsFromD3D11KHR(platform: Handle; source: u32, object: Place, set: u32, count: u32,
        devices: *mut cl_device_id, found: *mut u32) => absent::of_platform;
    made clCreateFromD3D11BufferKHR(context: Handle; flags: cl_mem_flags, resource: Place) -> Handle
        => absent::of_context;
    made clCreateFromD3D11Texture2DKHR(context: Handle; flags: cl_mem_flags, resource: Place, part: u32) -> Handle
        => absent::of_context;
    made clCreateFromD3D11Texture3DKHR(context: Handle; flags: cl_mem_flags, resource: Place, part: u32) -> Handle
        => absent::of_context;
    status clEnqueueAcquireD3D11ObjectsKHR(queue: Handle; count: u32, objects: *const cl_mem, waits: u32,
        list: *const cl_event, event: *mut cl_event) => absent::of_queue;
    status clEnqueueReleaseD3D11ObjectsKHR(queue: Handle; count: u32, objects: *const cl_mem, waits: u32,
        list: *const cl_event, event: *mut cl_event) => absent::of_queue;
    status clGetDeviceIDsFromDX9MediaAdapterKHR(platform: Handle; adapters: u32, kinds: *mut u32, list: Place,
        set: u32, count: u32, devices: *mut cl_device_id, found: *mut u32) => absent::of_platform;
    made clCreateFromDX9MediaSurfaceKHR(context: Handle; flags: cl_mem_flags, kind: u32, surface: Place, plane: u32)
        -> Handle => absent::of_context;
    status clEnqueueAcquireDX9MediaSurfacesKHR(queue: Handle; count: u32, objects: *const cl_mem, waits: u32,
        list: *const cl_event, event: *mut cl_event) => absent::of_queue;
    status clEnqueueReleaseDX9MediaSurfacesKHR(queue: Handle; count: u32, objects: *const cl_mem, waits: u32,
        list: *const cl_event, event: *mut cl_event) => absent::of_queue;
}
