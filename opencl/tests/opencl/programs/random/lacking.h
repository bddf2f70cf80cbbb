/* Calls of functions whose features the device lacks, with random handles. Each has to answer with a code, or with nothing. */
#include "programs.h"

static cl_int lacking_of_context(cl_context of) {
    cl_int error = 12345;
    const void *made = NULL;
    switch (below(6)) {
    case 0: made = clCreatePipe(of, 0, number(8), number(8), NULL, &error); break;
    case 1: made = clCreateSamplerWithProperties(of, NULL, &error); break;
    case 2: made = clCreateImageWithProperties(of, NULL, 0, NULL, NULL, NULL, &error); break;
    case 3: made = clCreateProgramWithIL(of, area, number(8), &error); break;
    case 4: return clSetDefaultDeviceCommandQueue(of, device, handle(QUEUE));
    default:
        made = clSVMAlloc(of, 0, number(64), number(8));
        clSVMFree(of, NULL);
        error = CL_INVALID_OPERATION;
    }
    HOLDS(made == NULL);
    return error;
}

static cl_int lacking_of_queue(cl_command_queue of) {
    void *pointers[] = {area};
    const void *read_pointers[] = {area};
    switch (below(6)) {
    case 0: return clEnqueueSVMFree(of, number(2), pointers, NULL, NULL, 0, NULL, NULL);
    case 1: return clEnqueueSVMMemcpy(of, one_in(2), area, area + 64, number(64), 0, NULL, NULL);
    case 2: return clEnqueueSVMMemFill(of, area, area + 64, number(8), number(64), 0, NULL, NULL);
    case 3: return clEnqueueSVMMap(of, one_in(2), number(8), area, number(64), 0, NULL, NULL);
    case 4: return clEnqueueSVMUnmap(of, area, 0, NULL, NULL);
    default: return clEnqueueSVMMigrateMem(of, number(2), read_pointers, NULL, number(4), 0, NULL, NULL);
    }
}

static cl_int lacking_of_others(void) {
    cl_ulong time;
    switch (below(8)) {
    case 0: return clSetKernelArgSVMPointer(handle(KERNEL), number(4), area);
    case 1: return clSetKernelExecInfo(handle(KERNEL), CL_KERNEL_EXEC_INFO_SVM_PTRS + number(3), number(8), area);
    case 2: return clGetKernelSubGroupInfo(handle(KERNEL), device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL, 8, area, NULL);
    case 3: return clSetProgramSpecializationConstant(handle(PROGRAM), number(4), 4, area);
    case 4: return clSetProgramReleaseCallback(handle(PROGRAM), NULL, NULL);
    case 5: return clGetPipeInfo(handle(MEMORY), CL_PIPE_PACKET_SIZE, 8, area, NULL);
    case 6: return clGetHostTimer(device, &time);
    default: return clGetDeviceAndHostTimer(device, &time, &time);
    }
}

static cl_int lacking(void) {
    switch (below(3)) {
    case 0: return lacking_of_context(handle(CONTEXT));
    case 1: return lacking_of_queue(handle(QUEUE));
    default: return lacking_of_others();
    }
}
