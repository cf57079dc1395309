/* What OpenCL 3.0 asks beside 1.2: versions and features, as lists. */
#include "icd.h"

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
    const struct info_row answers[] = {
        ANSWER(CL_PLATFORM_NUMERIC_VERSION, cl_version, CL_MAKE_VERSION(3, 0, 0)),
        ANSWER(CL_PLATFORM_HOST_TIMER_RESOLUTION, cl_ulong, 0),
    };
    return name == CL_PLATFORM_EXTENSIONS_WITH_VERSION ? list_words(extensions, room, to, needed)
                                                       : ANSWERED(answers);
}

cl_int versions_of_device(cl_device_info name, const char *extensions, size_t room, void *to,
                          size_t *needed) {
    const struct info_row answers[] = {
        {CL_DEVICE_OPENCL_C_ALL_VERSIONS, languages, sizeof languages},
        {CL_DEVICE_OPENCL_C_FEATURES, features, sizeof features},
        {CL_DEVICE_ILS_WITH_VERSION, NULL, 0},
        {CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, NULL, 0},
    };
    return name == CL_DEVICE_EXTENSIONS_WITH_VERSION ? list_words(extensions, room, to, needed)
                                                     : ANSWERED(answers);
}
