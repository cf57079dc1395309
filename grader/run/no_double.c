#include "no_double.h"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <string.h>

static int double_hidden, gpu_hidden;

void runner_hide_double(int hidden) {
    double_hidden = hidden;
}

void runner_hide_gpu(int hidden) {
    gpu_hidden = hidden;
}

/* The linker sends all calls of clGetDeviceInfo and of clGetDeviceIDs to those with __wrap
 * (compile/opencl_build.h). */
cl_int __wrap_clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint room,
                             cl_device_id *devices, cl_uint *count);
cl_int __real_clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint room,
                             cl_device_id *devices, cl_uint *count);
cl_int __wrap_clGetDeviceInfo(cl_device_id device, cl_device_info name, size_t size, void *value,
                              size_t *needed);
cl_int __real_clGetDeviceInfo(cl_device_id device, cl_device_info name, size_t size, void *value,
                              size_t *needed);

/* Makes another name of the extension; the text keeps its length. */
static void rename_extension(char *text, const char *extension) {
    for (char *at = strstr(text, extension); at != NULL; at = strstr(at, extension)) {
        memset(at, 'x', strlen(extension));
    }
}

cl_int __wrap_clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint room,
                             cl_device_id *devices, cl_uint *count) {
    const cl_device_type here = CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_DEFAULT;
    if (gpu_hidden && type != CL_DEVICE_TYPE_ALL) {
        if ((type & here) == 0) {
            if (count != NULL) {
                *count = 0;
            }
            return CL_DEVICE_NOT_FOUND;
        }
        type = CL_DEVICE_TYPE_ALL;
    }
    return __real_clGetDeviceIDs(platform, type, room, devices, count);
}

cl_int __wrap_clGetDeviceInfo(cl_device_id device, cl_device_info name, size_t size, void *value,
                              size_t *needed) {
    cl_int error = __real_clGetDeviceInfo(device, name, size, value, needed);
    if (gpu_hidden && error == CL_SUCCESS && value != NULL && name == CL_DEVICE_TYPE) {
        const cl_device_type processor = CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_DEFAULT;
        memcpy(value, &processor, sizeof processor);
    }
    if (!double_hidden || error != CL_SUCCESS || value == NULL) {
        return error;
    }
    if (name == CL_DEVICE_EXTENSIONS) {
        rename_extension(value, "cl_khr_fp64");
        rename_extension(value, "cl_amd_fp64");
    } else if (name == CL_DEVICE_DOUBLE_FP_CONFIG ||
               name == CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE ||
               name == CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE) {
        memset(value, 0, size);
    }
    return error;
}
