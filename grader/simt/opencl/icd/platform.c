/* The platform, and the way into the library: what the ICD loader asks for. */
#include "icd.h"

#include <string.h>

/* Without a platform named, the specification leaves it to us: there is only one here. */
static bool is_platform(cl_platform_id platform) {
    return !platform || platform == &icd_platform;
}

cl_int clGetPlatformIDs(cl_uint room, cl_platform_id *platforms, cl_uint *count) {
    if ((platforms == NULL && count == NULL) || (platforms != NULL && room == 0)) {
        return CL_INVALID_VALUE;
    }
    if (platforms != NULL) {
        platforms[0] = &icd_platform;
    }
    if (count != NULL) {
        *count = 1;
    }
    return CL_SUCCESS;
}

cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info name, size_t room, void *to,
                         size_t *needed) {
    const struct info_row answers[] = {
        TEXT_ANSWER(CL_PLATFORM_PROFILE, "FULL_PROFILE"),
        TEXT_ANSWER(CL_PLATFORM_VERSION, "OpenCL 3.0 Lockstep"),
        TEXT_ANSWER(CL_PLATFORM_NAME, "Lockstep"),
        TEXT_ANSWER(CL_PLATFORM_VENDOR, "Lockstep"),
        TEXT_ANSWER(CL_PLATFORM_EXTENSIONS, "cl_khr_icd"),
        TEXT_ANSWER(CL_PLATFORM_ICD_SUFFIX_KHR, "LOCKSTEP"),
    };
    if (!is_platform(platform)) {
        return CL_INVALID_PLATFORM;
    }
    cl_int error = ANSWERED(answers);
    return error ? versions_of_platform(name, "cl_khr_icd", room, to, needed) : CL_SUCCESS;
}

__attribute__((visibility("default"))) cl_int
clIcdGetPlatformIDsKHR(cl_uint room, cl_platform_id *platforms, cl_uint *count) {
    return clGetPlatformIDs(room, platforms, count);
}

__attribute__((visibility("default"))) void *clGetExtensionFunctionAddress(const char *name) {
    static const struct {
        const char *name;
        void *address;
    } functions[] = {
        {"clGetKernelSubGroupInfoKHR", __extension__(void *) clGetKernelSubGroupInfo},
        {"clIcdGetPlatformIDsKHR", __extension__(void *) clIcdGetPlatformIDsKHR},
        {"clGetPlatformInfo", __extension__(void *) clGetPlatformInfo},
        {"lockstep_told_kernel_time", __extension__(void *) lockstep_told_kernel_time},
    };
    for (size_t i = 0; name != NULL && i < sizeof functions / sizeof functions[0]; i++) {
        if (!strcmp(functions[i].name, name)) {
            return functions[i].address;
        }
    }
    return NULL;
}

void *clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name) {
    return platform == &icd_platform ? clGetExtensionFunctionAddress(name) : NULL;
}

cl_int clUnloadCompiler(void) {
    return CL_SUCCESS;
}

cl_int clUnloadPlatformCompiler(cl_platform_id platform) {
    return platform == &icd_platform ? CL_SUCCESS : CL_INVALID_PLATFORM;
}
