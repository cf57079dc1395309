/* The table that the ICD loader calls through. */
#include "icd.h"

/* What is offered is a row; extensions and later versions answer that they are not there. */
static cl_int no_call(void) {
    return CL_INVALID_OPERATION;
}
static void *no_object(void) {
    return NULL;
}

/* clRetainX and clReleaseX of what needs no more than that. */
#define HELD(X, type, KIND, INVALID)                                                               \
    cl_int clRetain##X(type object) {                                                              \
        return END(object_retain_call(object, KIND, INVALID));                                     \
    }                                                                                              \
    cl_int clRelease##X(type object) {                                                             \
        return END(object_release_call(object, KIND, INVALID));                                    \
    }
HELD(Context, cl_context, OBJECT_CONTEXT, CL_INVALID_CONTEXT)
/* Its commands hold it, so it lives until they are done. */
HELD(CommandQueue, cl_command_queue, OBJECT_QUEUE, CL_INVALID_COMMAND_QUEUE)
HELD(Program, cl_program, OBJECT_PROGRAM, CL_INVALID_PROGRAM)
HELD(Kernel, cl_kernel, OBJECT_KERNEL, CL_INVALID_KERNEL)
HELD(Event, cl_event, OBJECT_EVENT, CL_INVALID_EVENT)
HELD(Sampler, cl_sampler, OBJECT_SAMPLER, CL_INVALID_SAMPLER)

#define CALL(name)      .name = (name)
#define NO_CALL(name)   .name = (__typeof__(calls.name))(void (*)(void))no_call
#define NO_OBJECT(name) .name = (__typeof__(calls.name))(void (*)(void))no_object

static const cl_icd_dispatch calls = {
    CALL(clGetPlatformIDs),
    CALL(clGetPlatformInfo),
    CALL(clGetDeviceIDs),
    CALL(clGetDeviceInfo),
    CALL(clCreateContext),
    CALL(clCreateContextFromType),
    CALL(clRetainContext),
    CALL(clReleaseContext),
    CALL(clGetContextInfo),
    CALL(clCreateCommandQueue),
    CALL(clRetainCommandQueue),
    CALL(clReleaseCommandQueue),
    CALL(clGetCommandQueueInfo),
    CALL(clSetCommandQueueProperty),
    CALL(clCreateBuffer),
    CALL(clCreateImage2D),
    CALL(clCreateImage3D),
    CALL(clRetainMemObject),
    CALL(clReleaseMemObject),
    CALL(clGetSupportedImageFormats),
    CALL(clGetMemObjectInfo),
    CALL(clGetImageInfo),
    CALL(clCreateSampler),
    CALL(clRetainSampler),
    CALL(clReleaseSampler),
    CALL(clGetSamplerInfo),
    CALL(clCreateProgramWithSource),
    CALL(clCreateProgramWithBinary),
    CALL(clRetainProgram),
    CALL(clReleaseProgram),
    CALL(clBuildProgram),
    CALL(clUnloadCompiler),
    CALL(clGetProgramInfo),
    CALL(clGetProgramBuildInfo),
    CALL(clCreateKernel),
    CALL(clCreateKernelsInProgram),
    CALL(clRetainKernel),
    CALL(clReleaseKernel),
    CALL(clSetKernelArg),
    CALL(clGetKernelInfo),
    CALL(clGetKernelWorkGroupInfo),
    CALL(clWaitForEvents),
    CALL(clGetEventInfo),
    CALL(clRetainEvent),
    CALL(clReleaseEvent),
    CALL(clGetEventProfilingInfo),
    CALL(clFlush),
    CALL(clFinish),
    CALL(clEnqueueReadBuffer),
    CALL(clEnqueueWriteBuffer),
    CALL(clEnqueueCopyBuffer),
    CALL(clEnqueueReadImage),
    CALL(clEnqueueWriteImage),
    CALL(clEnqueueCopyImage),
    CALL(clEnqueueCopyImageToBuffer),
    CALL(clEnqueueCopyBufferToImage),
    CALL(clEnqueueMapBuffer),
    CALL(clEnqueueMapImage),
    CALL(clEnqueueUnmapMemObject),
    CALL(clEnqueueNDRangeKernel),
    CALL(clEnqueueTask),
    CALL(clEnqueueNativeKernel),
    CALL(clEnqueueMarker),
    CALL(clEnqueueWaitForEvents),
    CALL(clEnqueueBarrier),
    CALL(clGetExtensionFunctionAddress),
    NO_OBJECT(clCreateFromGLBuffer),
    NO_OBJECT(clCreateFromGLTexture2D),
    NO_OBJECT(clCreateFromGLTexture3D),
    NO_OBJECT(clCreateFromGLRenderbuffer),
    NO_CALL(clGetGLObjectInfo),
    NO_CALL(clGetGLTextureInfo),
    NO_CALL(clEnqueueAcquireGLObjects),
    NO_CALL(clEnqueueReleaseGLObjects),
    NO_CALL(clGetGLContextInfoKHR),
    CALL(clSetEventCallback),
    CALL(clCreateSubBuffer),
    CALL(clSetMemObjectDestructorCallback),
    CALL(clCreateUserEvent),
    CALL(clSetUserEventStatus),
    CALL(clEnqueueReadBufferRect),
    CALL(clEnqueueWriteBufferRect),
    CALL(clEnqueueCopyBufferRect),
    NO_OBJECT(clCreateSubDevicesEXT),
    NO_CALL(clRetainDeviceEXT),
    NO_CALL(clReleaseDeviceEXT),
    NO_OBJECT(clCreateEventFromGLsyncKHR),
    CALL(clCreateSubDevices),
    CALL(clRetainDevice),
    CALL(clReleaseDevice),
    CALL(clCreateImage),
    CALL(clCreateProgramWithBuiltInKernels),
    CALL(clCompileProgram),
    CALL(clLinkProgram),
    CALL(clUnloadPlatformCompiler),
    CALL(clGetKernelArgInfo),
    CALL(clEnqueueFillBuffer),
    CALL(clEnqueueFillImage),
    CALL(clEnqueueMigrateMemObjects),
    CALL(clEnqueueMarkerWithWaitList),
    CALL(clEnqueueBarrierWithWaitList),
    CALL(clGetExtensionFunctionAddressForPlatform),
    NO_OBJECT(clCreateFromGLTexture),
    NO_OBJECT(clCreateFromEGLImageKHR),
    NO_CALL(clEnqueueAcquireEGLObjectsKHR),
    NO_CALL(clEnqueueReleaseEGLObjectsKHR),
    NO_OBJECT(clCreateEventFromEGLSyncKHR),
    CALL(clCreateCommandQueueWithProperties),
    CALL(clCreatePipe),
    NO_CALL(clGetPipeInfo),
    CALL(clSVMAlloc),
    CALL(clSVMFree),
    CALL(clEnqueueSVMFree),
    CALL(clEnqueueSVMMemcpy),
    CALL(clEnqueueSVMMemFill),
    CALL(clEnqueueSVMMap),
    CALL(clEnqueueSVMUnmap),
    CALL(clCreateSamplerWithProperties),
    CALL(clSetKernelArgSVMPointer),
    CALL(clSetKernelExecInfo),
    .clGetKernelSubGroupInfoKHR = clGetKernelSubGroupInfo,
    CALL(clCloneKernel),
    CALL(clCreateProgramWithIL),
    CALL(clEnqueueSVMMigrateMem),
    NO_CALL(clGetDeviceAndHostTimer),
    NO_CALL(clGetHostTimer),
    CALL(clGetKernelSubGroupInfo),
    NO_CALL(clSetDefaultDeviceCommandQueue),
    NO_CALL(clSetProgramReleaseCallback),
    NO_CALL(clSetProgramSpecializationConstant),
    CALL(clCreateBufferWithProperties),
    CALL(clCreateImageWithProperties),
    CALL(clSetContextDestructorCallback),
};

/* Objects carry the table, whose calls make them. */
__attribute__((constructor)) static void give_calls(void) {
    object_take_dispatch(&calls);
}
