/* For the labs' benchmarks: which OpenCL device they measure. */
#pragma once

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>
#include <stdlib.h>
#include <string.h>

/* The first GPU of all platforms, or else the first device of any kind. The simulated GPU is no
 * device to measure. BENCH_PLATFORM in the environment, a part of a platform's name, leaves only
 * those. CL_DEVICE_NOT_FOUND where nothing is left; *device and *platform are set on success. */
static inline cl_int opencl_measured(cl_device_id *device, cl_platform_id *platform) {
    enum { MOST = 16 };
    static const cl_device_type types[] = {CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ALL};
    cl_platform_id platforms[MOST];
    cl_uint count = 0;
    const char *wanted = getenv("BENCH_PLATFORM");
    const cl_int error = clGetPlatformIDs(MOST, platforms, &count);
    if (error != CL_SUCCESS) {
        return error;
    }
    for (size_t type = 0; type < sizeof types / sizeof *types; type++) {
        for (cl_uint i = 0; i < count && i < MOST; i++) {
            char name[256] = "";
            clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, NULL);
            const int fits =
                wanted != NULL ? strstr(name, wanted) != NULL : strstr(name, "Lockstep") == NULL;
            if (fits && clGetDeviceIDs(platforms[i], types[type], 1, device, NULL) == CL_SUCCESS) {
                *platform = platforms[i];
                return CL_SUCCESS;
            }
        }
    }
    return CL_DEVICE_NOT_FOUND;
}
