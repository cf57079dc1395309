/* The device: what it says about itself, as a table. */
#include "image.h"

#include <stddef.h>

/* The numbers of a default `lockstep simt`, for who asks outside of it (clinfo). */
static const struct wire_properties_r defaults = {
    .name = "Lockstep SIMT machine",
    .global_bytes = UINT64_C(4) << 30,
    .shared_per_block = 48 << 10,
    .constant_bytes = 64 << 10,
    .threads_per_block = 1024,
    .block = {1024, 1024, 64},
    .processors = 16,
    .clock_khz = 1500000,
    .l2_bytes = 8 << 20,
};

const struct wire_properties_r *device_properties(void) {
    static struct wire_properties_r properties;
    static bool known;
    struct call call = {.operation = WIRE_PROPERTIES, .reply = &properties};
    if (!known && client_is_present()) {
        known = client_call(&call) == cudaSuccess;
    }
    return known ? &properties : &defaults;
}

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint room,
                      cl_device_id *devices, cl_uint *count) {
    const cl_device_type all = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU |
                               CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;
    if (platform && platform != &icd_platform) {
        return CL_INVALID_PLATFORM;
    }
    if (type != CL_DEVICE_TYPE_ALL && (type == 0 || (type & ~all))) {
        return CL_INVALID_DEVICE_TYPE;
    }
    if ((devices == NULL && count == NULL) || (devices != NULL && room == 0)) {
        return CL_INVALID_VALUE;
    }
    bool wanted =
        type == CL_DEVICE_TYPE_ALL || (type & (CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_GPU));
    if (count != NULL) {
        *count = wanted;
    }
    if (devices != NULL && wanted) {
        devices[0] = &icd_device;
    }
    return wanted ? CL_SUCCESS : CL_DEVICE_NOT_FOUND;
}

static const char extensions[] =
    "cl_khr_global_int32_base_atomics cl_khr_global_int32_extended_atomics "
    "cl_khr_local_int32_base_atomics cl_khr_local_int32_extended_atomics "
    "cl_khr_int64_base_atomics cl_khr_int64_extended_atomics "
    "cl_khr_byte_addressable_store cl_khr_fp64 cl_khr_3d_image_writes cl_khr_image2d_from_buffer "
    "cl_khr_subgroups cl_khr_subgroup_shuffle cl_khr_subgroup_shuffle_relative "
    "cl_khr_subgroup_ballot cl_khr_subgroup_non_uniform_vote";

enum { UINT, ULONG, SIZE };
#define FP_CONFIG                                                                                  \
    (CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO |                 \
     CL_FP_ROUND_TO_INF | CL_FP_FMA)

#define ATOMICS                                                                                    \
    (CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |                             \
     CL_DEVICE_ATOMIC_ORDER_SEQ_CST | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP |                          \
     CL_DEVICE_ATOMIC_SCOPE_DEVICE | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES)

static const struct {
    cl_device_info name;
    int type;
    cl_ulong value;
} numbers[] = {
    {CL_DEVICE_TYPE, ULONG, CL_DEVICE_TYPE_GPU},
    {CL_DEVICE_VENDOR_ID, UINT, 0x4c6f636b},
    {CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, UINT, 3},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, UINT, 1},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, UINT, 1},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, UINT, 1},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, UINT, 1},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, UINT, 1},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, UINT, 1},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, UINT, 0},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, UINT, 1},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, UINT, 1},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, UINT, 1},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, UINT, 1},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, UINT, 1},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, UINT, 1},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, UINT, 0},
    {CL_DEVICE_ADDRESS_BITS, UINT, 64},
    {CL_DEVICE_IMAGE_SUPPORT, UINT, CL_TRUE},
    {CL_DEVICE_MAX_READ_IMAGE_ARGS, UINT, 128},
    {CL_DEVICE_MAX_WRITE_IMAGE_ARGS, UINT, 64},
    {CL_DEVICE_IMAGE2D_MAX_WIDTH, SIZE, IMAGE_MOST_2D},
    {CL_DEVICE_IMAGE2D_MAX_HEIGHT, SIZE, IMAGE_MOST_2D},
    {CL_DEVICE_IMAGE3D_MAX_WIDTH, SIZE, IMAGE_MOST_3D},
    {CL_DEVICE_IMAGE3D_MAX_HEIGHT, SIZE, IMAGE_MOST_3D},
    {CL_DEVICE_IMAGE3D_MAX_DEPTH, SIZE, IMAGE_MOST_3D},
    {CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, SIZE, IMAGE_MOST_BUFFER},
    {CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, SIZE, IMAGE_MOST_LAYERS},
    {CL_DEVICE_MAX_SAMPLERS, UINT, 16},
    {CL_DEVICE_MAX_PARAMETER_SIZE, SIZE, 4096},
    {CL_DEVICE_MEM_BASE_ADDR_ALIGN, UINT, ICD_BASE_ALIGN * 8}, /* bits */
    {CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, UINT, 128},
    {CL_DEVICE_SINGLE_FP_CONFIG, ULONG, FP_CONFIG | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT},
    {CL_DEVICE_DOUBLE_FP_CONFIG, ULONG, FP_CONFIG},
    {CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, UINT, CL_READ_WRITE_CACHE},
    {CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, UINT, 128},
    {CL_DEVICE_MAX_CONSTANT_ARGS, UINT, 9},
    {CL_DEVICE_LOCAL_MEM_TYPE, UINT, CL_LOCAL},
    {CL_DEVICE_ERROR_CORRECTION_SUPPORT, UINT, CL_FALSE},
    {CL_DEVICE_HOST_UNIFIED_MEMORY, UINT, CL_FALSE},
    {CL_DEVICE_PROFILING_TIMER_RESOLUTION, SIZE, 1},
    {CL_DEVICE_ENDIAN_LITTLE, UINT, CL_TRUE},
    {CL_DEVICE_COMPILER_AVAILABLE, UINT, CL_TRUE},
    {CL_DEVICE_LINKER_AVAILABLE, UINT, CL_TRUE},
    {CL_DEVICE_EXECUTION_CAPABILITIES, ULONG, CL_EXEC_KERNEL},
    {CL_DEVICE_QUEUE_PROPERTIES, ULONG,
     CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE},
    {CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, UINT, CL_TRUE},
    {CL_DEVICE_PRINTF_BUFFER_SIZE, SIZE, 1 << 20},
    {CL_DEVICE_PARTITION_MAX_SUB_DEVICES, UINT, 0},
    {CL_DEVICE_PARTITION_AFFINITY_DOMAIN, ULONG, 0},
    {CL_DEVICE_REFERENCE_COUNT, UINT, 1},
    /* of OpenCL 2.0 and later */
    {CL_DEVICE_NUMERIC_VERSION, UINT, CL_MAKE_VERSION(3, 0, 0)},
    {CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, ULONG, ATOMICS},
    {CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, ULONG, ATOMICS | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM},
    {CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, UINT, CL_FALSE},
    {CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, UINT, CL_TRUE},
    {CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, UINT, CL_TRUE},
    {CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, ULONG, 0},
    {CL_DEVICE_PIPE_SUPPORT, UINT, CL_FALSE},
    {CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, SIZE, 32},
    {CL_DEVICE_SVM_CAPABILITIES, ULONG, CL_DEVICE_SVM_COARSE_GRAIN_BUFFER},
    {CL_DEVICE_MAX_NUM_SUB_GROUPS, UINT, 32},
    {CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, UINT, CL_FALSE},
    {CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, SIZE, 64 << 10},
    {CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, SIZE, 64 << 10},
    {CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, UINT, 0},
    {CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, UINT, 0},
    {CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, UINT, 0},
    {CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, ULONG, 0},
    {CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, UINT, 0},
    {CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, UINT, 0},
    {CL_DEVICE_MAX_ON_DEVICE_QUEUES, UINT, 0},
    {CL_DEVICE_MAX_ON_DEVICE_EVENTS, UINT, 0},
    {CL_DEVICE_MAX_PIPE_ARGS, UINT, 0},
    {CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, UINT, 0},
    {CL_DEVICE_PIPE_MAX_PACKET_SIZE, UINT, 0},
    {CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, UINT, 64},
    {CL_DEVICE_IMAGE_PITCH_ALIGNMENT, UINT, 1},
    {CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, UINT, 16},
};

static const struct {
    cl_device_info name;
    const char *text;
} texts[] = {
    {CL_DEVICE_NAME, "Lockstep SIMT machine"},
    {CL_DEVICE_VENDOR, "Lockstep"},
    {CL_DRIVER_VERSION, "1.0"},
    {CL_DEVICE_PROFILE, "FULL_PROFILE"},
    {CL_DEVICE_VERSION, "OpenCL 3.0 Lockstep"},
    {CL_DEVICE_OPENCL_C_VERSION, "OpenCL C 1.2 "},
    {CL_DEVICE_EXTENSIONS, extensions},
    {CL_DEVICE_BUILT_IN_KERNELS, ""},
    {CL_DEVICE_IL_VERSION, ""},
    {CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, ""},
};

/* What the device process decides. */
static cl_int measured(cl_device_info name, size_t room, void *to, size_t *needed) {
    const struct wire_properties_r *device = device_properties();
    const size_t sizes[3] = {device->block[0], device->block[1], device->block[2]};
    switch (name) {
    case CL_DEVICE_MAX_COMPUTE_UNITS:
        return INFO(cl_uint, device->processors);
    case CL_DEVICE_MAX_WORK_ITEM_SIZES:
        return info_bytes(sizes, sizeof sizes, room, to, needed);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
        return INFO(size_t, device->threads_per_block);
    case CL_DEVICE_MAX_CLOCK_FREQUENCY:
        return INFO(cl_uint, device->clock_khz / 1000);
    case CL_DEVICE_GLOBAL_MEM_SIZE:
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
        return INFO(cl_ulong, device->global_bytes);
    case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE:
        return INFO(cl_ulong, device->l2_bytes);
    case CL_DEVICE_LOCAL_MEM_SIZE:
        return INFO(cl_ulong, device->shared_per_block);
    case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE:
        return INFO(cl_ulong, device->constant_bytes);
    case CL_DEVICE_AVAILABLE:
        return INFO(cl_bool, client_is_present());
    case CL_DEVICE_PLATFORM:
        return INFO(cl_platform_id, &icd_platform);
    case CL_DEVICE_PARENT_DEVICE:
        return INFO(cl_device_id, NULL);
    case CL_DEVICE_PARTITION_PROPERTIES:
        return INFO(cl_device_partition_property, 0);
    case CL_DEVICE_PARTITION_TYPE:
        return info_bytes(NULL, 0, room, to, needed);
    default:
        return versions_of_device(name, extensions, room, to, needed);
    }
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info name, size_t room, void *to,
                       size_t *needed) {
    if (device != &icd_device) {
        return CL_INVALID_DEVICE;
    }
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (texts[i].name == name) {
            return info_text(texts[i].text, room, to, needed);
        }
    }
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (numbers[i].name == name) {
            return numbers[i].type == UINT   ? INFO(cl_uint, (cl_uint)numbers[i].value)
                   : numbers[i].type == SIZE ? INFO(size_t, (size_t)numbers[i].value)
                                             : INFO(cl_ulong, numbers[i].value);
        }
    }
    return measured(name, room, to, needed);
}

cl_int clRetainDevice(cl_device_id device) {
    return device == &icd_device ? CL_SUCCESS : CL_INVALID_DEVICE;
}
cl_int clReleaseDevice(cl_device_id device) {
    return device == &icd_device ? CL_SUCCESS : CL_INVALID_DEVICE;
}

cl_int clCreateSubDevices(cl_device_id device, const cl_device_partition_property *properties,
                          cl_uint room, cl_device_id *devices, cl_uint *count) {
    (void)properties, (void)room, (void)devices, (void)count;
    return device == &icd_device ? CL_INVALID_VALUE : CL_INVALID_DEVICE;
}
