/* What OpenCL 3.0 asks beside 1.2: versions and features as lists, and calls with properties. */
#include "icd.h"

#include <stdlib.h>
#include <string.h>

#define VERSION(MAJOR, MINOR, NAME)                                                                \
    { CL_MAKE_VERSION(MAJOR, MINOR, 0), NAME }

static const cl_name_version languages[] = {VERSION(1, 0, "OpenCL C"), VERSION(1, 1, "OpenCL C"),
                                            VERSION(1, 2, "OpenCL C"), VERSION(2, 0, "OpenCL C"),
                                            VERSION(3, 0, "OpenCL C")};

/* The macros of language.flags, and those that clang defines by its options. */
static const cl_name_version features[] = {
    VERSION(3, 0, "__opencl_c_3d_image_writes"),
    VERSION(3, 0, "__opencl_c_atomic_order_acq_rel"),
    VERSION(3, 0, "__opencl_c_atomic_order_seq_cst"),
    VERSION(3, 0, "__opencl_c_atomic_scope_all_devices"),
    VERSION(3, 0, "__opencl_c_atomic_scope_device"),
    VERSION(3, 0, "__opencl_c_fp64"),
    VERSION(3, 0, "__opencl_c_generic_address_space"),
    VERSION(3, 0, "__opencl_c_images"),
    VERSION(3, 0, "__opencl_c_int64"),
    VERSION(3, 0, "__opencl_c_program_scope_global_variables"),
    VERSION(3, 0, "__opencl_c_read_write_images"),
    VERSION(3, 0, "__opencl_c_subgroups"),
    VERSION(3, 0, "__opencl_c_work_group_collective_functions"),
};

/* The words of `text`, each with version 1.0. */
static cl_int list_words(const char *text, size_t room, void *to, size_t *needed) {
    cl_name_version list[32] = {{0, ""}};
    size_t count = 0;
    while (*text != '\0' && count < sizeof list / sizeof list[0]) {
        int length = (int)strcspn(text, " ");
        list[count].version = CL_MAKE_VERSION(1, 0, 0);
        memcpy(list[count].name, text, (size_t)length);
        count++;
        text += length + (text[length] == ' ');
    }
    return info_bytes(list, count * sizeof list[0], room, to, needed);
}

cl_int versions_of_platform(cl_platform_info name, const char *extensions, size_t room, void *to,
                            size_t *needed) {
    switch (name) {
    case CL_PLATFORM_NUMERIC_VERSION:
        return INFO(cl_version, CL_MAKE_VERSION(3, 0, 0));
    case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
        return list_words(extensions, room, to, needed);
    case CL_PLATFORM_HOST_TIMER_RESOLUTION:
        return INFO(cl_ulong, 0);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int versions_of_device(cl_device_info name, const char *extensions, size_t room, void *to,
                          size_t *needed) {
    switch (name) {
    case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
        return info_bytes(languages, sizeof languages, room, to, needed);
    case CL_DEVICE_OPENCL_C_FEATURES:
        return info_bytes(features, sizeof features, room, to, needed);
    case CL_DEVICE_EXTENSIONS_WITH_VERSION:
        return list_words(extensions, room, to, needed);
    case CL_DEVICE_ILS_WITH_VERSION:
    case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION:
        return info_bytes(NULL, 0, room, to, needed);
    default:
        return CL_INVALID_VALUE;
    }
}

/* Properties of memory: this device knows none. */
static bool has_none(const cl_mem_properties *properties) {
    return properties == NULL || properties[0] == 0;
}

cl_mem clCreateBufferWithProperties(cl_context context, const cl_mem_properties *properties,
                                    cl_mem_flags flags, size_t bytes, void *host, cl_int *error) {
    return has_none(properties) ? clCreateBuffer(context, flags, bytes, host, error)
                                : MADE(icd_null(error, CL_INVALID_PROPERTY));
}

cl_mem clCreateImageWithProperties(cl_context context, const cl_mem_properties *properties,
                                   cl_mem_flags flags, const cl_image_format *format,
                                   const cl_image_desc *description, void *host, cl_int *error) {
    return has_none(properties) ? clCreateImage(context, flags, format, description, host, error)
                                : MADE(icd_null(error, CL_INVALID_PROPERTY));
}

/* The work-group size that the program gives, as a number of work-items; 0 if it is none. */
static size_t items_of(size_t bytes, const void *value) {
    size_t sizes[3] = {1, 1, 1};
    if (value == NULL || bytes == 0 || bytes > sizeof sizes || bytes % sizeof sizes[0] != 0) {
        return 0;
    }
    memcpy(sizes, value, bytes);
    return sizes[0] * sizes[1] * sizes[2];
}

cl_int clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info name,
                               size_t input_bytes, const void *input, size_t room, void *to,
                               size_t *needed) {
    enum { LANES = 32 };
    size_t sizes[3] = {1, 1, 1}, number = 0;
    if (!object_is(kernel, OBJECT_KERNEL)) {
        return CL_INVALID_KERNEL;
    }
    if (device && device != &icd_device) {
        return CL_INVALID_DEVICE;
    }
    const size_t most = kernel->info.max_threads, items = items_of(input_bytes, input);
    switch (name) {
    case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
        return items ? INFO(size_t, items < LANES ? items : LANES) : CL_INVALID_VALUE;
    case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE:
        return items ? INFO(size_t, (items + LANES - 1) / LANES) : CL_INVALID_VALUE;
    case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT:
        if (input == NULL || input_bytes != sizeof number) {
            return CL_INVALID_VALUE;
        }
        memcpy(&number, input, sizeof number);
        sizes[0] = number * LANES <= most ? number * LANES : 0;
        return info_bytes(sizes, sizeof sizes, room, to, needed);
    case CL_KERNEL_MAX_NUM_SUB_GROUPS:
        return INFO(size_t, (most + LANES - 1) / LANES);
    case CL_KERNEL_COMPILE_NUM_SUB_GROUPS:
        return INFO(size_t, 0);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clSetContextDestructorCallback(cl_context context,
                                      void(CL_CALLBACK *notify)(cl_context, void *), void *data) {
    if (!object_is(context, OBJECT_CONTEXT)) {
        return END(CL_INVALID_CONTEXT);
    }
    struct context_callback *callback = notify != NULL ? malloc(sizeof *callback) : NULL;
    if (callback == NULL) {
        return END(notify != NULL ? CL_OUT_OF_HOST_MEMORY : CL_INVALID_VALUE);
    }
    client_lock();
    *callback = (struct context_callback){context->destructors, notify, data};
    context->destructors = callback;
    client_unlock();
    return END(CL_SUCCESS);
}
