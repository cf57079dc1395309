/* The device: what it says about itself, as a table. */
#include "image.h"

#include <string.h>

/* The numbers of a default `lockstep simt`, for programs outside of it (clinfo). */
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
    if (!known && client_is_present()) {
        known = client_ask(WIRE_PROPERTIES, NULL, &properties) == cudaSuccess;
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

#define FP_CONFIG                                                                                  \
    (CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO |                 \
     CL_FP_ROUND_TO_INF | CL_FP_FMA)

#define ATOMICS                                                                                    \
    (CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |                             \
     CL_DEVICE_ATOMIC_ORDER_SEQ_CST | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP |                          \
     CL_DEVICE_ATOMIC_SCOPE_DEVICE | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES)

static const struct info_row fixed[] = {
    ANSWER(CL_DEVICE_TYPE, cl_ulong, CL_DEVICE_TYPE_GPU),
    ANSWER(CL_DEVICE_VENDOR_ID, cl_uint, 0x4c6f636b),
    ANSWER(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, cl_uint, 3),
    ANSWER(CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, cl_uint, 1),
    ANSWER(CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, cl_uint, 1),
    ANSWER(CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, cl_uint, 1),
    ANSWER(CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, cl_uint, 1),
    ANSWER(CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, cl_uint, 1),
    ANSWER(CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, cl_uint, 1),
    ANSWER(CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, cl_uint, 0),
    ANSWER(CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, cl_uint, 1),
    ANSWER(CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, cl_uint, 1),
    ANSWER(CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, cl_uint, 1),
    ANSWER(CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, cl_uint, 1),
    ANSWER(CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, cl_uint, 1),
    ANSWER(CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, cl_uint, 1),
    ANSWER(CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, cl_uint, 0),
    ANSWER(CL_DEVICE_ADDRESS_BITS, cl_uint, 64),
    ANSWER(CL_DEVICE_IMAGE_SUPPORT, cl_uint, CL_TRUE),
    ANSWER(CL_DEVICE_MAX_READ_IMAGE_ARGS, cl_uint, 128),
    ANSWER(CL_DEVICE_MAX_WRITE_IMAGE_ARGS, cl_uint, 64),
    ANSWER(CL_DEVICE_IMAGE2D_MAX_WIDTH, size_t, IMAGE_MOST_2D),
    ANSWER(CL_DEVICE_IMAGE2D_MAX_HEIGHT, size_t, IMAGE_MOST_2D),
    ANSWER(CL_DEVICE_IMAGE3D_MAX_WIDTH, size_t, IMAGE_MOST_3D),
    ANSWER(CL_DEVICE_IMAGE3D_MAX_HEIGHT, size_t, IMAGE_MOST_3D),
    ANSWER(CL_DEVICE_IMAGE3D_MAX_DEPTH, size_t, IMAGE_MOST_3D),
    ANSWER(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, size_t, IMAGE_MOST_BUFFER),
    ANSWER(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, size_t, IMAGE_MOST_LAYERS),
    ANSWER(CL_DEVICE_MAX_SAMPLERS, cl_uint, 16),
    ANSWER(CL_DEVICE_MAX_PARAMETER_SIZE, size_t, 4096),
    ANSWER(CL_DEVICE_MEM_BASE_ADDR_ALIGN, cl_uint, ICD_BASE_ALIGN * 8), /* bits */
    ANSWER(CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, cl_uint, 128),
    ANSWER(CL_DEVICE_SINGLE_FP_CONFIG, cl_ulong, FP_CONFIG | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT),
    ANSWER(CL_DEVICE_DOUBLE_FP_CONFIG, cl_ulong, FP_CONFIG),
    ANSWER(CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, cl_uint, CL_READ_WRITE_CACHE),
    ANSWER(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, cl_uint, 128),
    ANSWER(CL_DEVICE_MAX_CONSTANT_ARGS, cl_uint, 9),
    ANSWER(CL_DEVICE_LOCAL_MEM_TYPE, cl_uint, CL_LOCAL),
    ANSWER(CL_DEVICE_ERROR_CORRECTION_SUPPORT, cl_uint, CL_FALSE),
    ANSWER(CL_DEVICE_HOST_UNIFIED_MEMORY, cl_uint, CL_FALSE),
    ANSWER(CL_DEVICE_PROFILING_TIMER_RESOLUTION, size_t, 1),
    ANSWER(CL_DEVICE_ENDIAN_LITTLE, cl_uint, CL_TRUE),
    ANSWER(CL_DEVICE_COMPILER_AVAILABLE, cl_uint, CL_TRUE),
    ANSWER(CL_DEVICE_LINKER_AVAILABLE, cl_uint, CL_TRUE),
    ANSWER(CL_DEVICE_EXECUTION_CAPABILITIES, cl_ulong, CL_EXEC_KERNEL),
    ANSWER(CL_DEVICE_QUEUE_PROPERTIES, cl_ulong,
           CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE),
    ANSWER(CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, cl_uint, CL_TRUE),
    ANSWER(CL_DEVICE_PRINTF_BUFFER_SIZE, size_t, 1 << 20),
    ANSWER(CL_DEVICE_PARTITION_MAX_SUB_DEVICES, cl_uint, 0),
    ANSWER(CL_DEVICE_PARTITION_AFFINITY_DOMAIN, cl_ulong, 0),
    ANSWER(CL_DEVICE_REFERENCE_COUNT, cl_uint, 1),
    /* of OpenCL 2.0 and later */
    ANSWER(CL_DEVICE_NUMERIC_VERSION, cl_uint, CL_MAKE_VERSION(3, 0, 0)),
    ANSWER(CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, cl_ulong, ATOMICS),
    ANSWER(CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, cl_ulong,
           ATOMICS | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM),
    ANSWER(CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, cl_uint, CL_FALSE),
    ANSWER(CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, cl_uint, CL_TRUE),
    ANSWER(CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, cl_uint, CL_TRUE),
    ANSWER(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, cl_ulong, 0),
    ANSWER(CL_DEVICE_PIPE_SUPPORT, cl_uint, CL_FALSE),
    ANSWER(CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, size_t, 32),
    ANSWER(CL_DEVICE_SVM_CAPABILITIES, cl_ulong, CL_DEVICE_SVM_COARSE_GRAIN_BUFFER),
    ANSWER(CL_DEVICE_MAX_NUM_SUB_GROUPS, cl_uint, 32),
    ANSWER(CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, cl_uint, CL_FALSE),
    ANSWER(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, size_t, 64 << 10),
    ANSWER(CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, size_t, 64 << 10),
    ANSWER(CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, cl_uint, 0),
    ANSWER(CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, cl_uint, 0),
    ANSWER(CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, cl_uint, 0),
    ANSWER(CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, cl_ulong, 0),
    ANSWER(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, cl_uint, 0),
    ANSWER(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, cl_uint, 0),
    ANSWER(CL_DEVICE_MAX_ON_DEVICE_QUEUES, cl_uint, 0),
    ANSWER(CL_DEVICE_MAX_ON_DEVICE_EVENTS, cl_uint, 0),
    ANSWER(CL_DEVICE_MAX_PIPE_ARGS, cl_uint, 0),
    ANSWER(CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, cl_uint, 0),
    ANSWER(CL_DEVICE_PIPE_MAX_PACKET_SIZE, cl_uint, 0),
    ANSWER(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, cl_uint, 64),
    ANSWER(CL_DEVICE_IMAGE_PITCH_ALIGNMENT, cl_uint, 1),
    ANSWER(CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, cl_uint, 16),
};

cl_int clGetDeviceInfo(cl_device_id asked, cl_device_info name, size_t room, void *to,
                       size_t *needed) {
    if (asked != &icd_device) {
        return CL_INVALID_DEVICE;
    }
    const struct wire_properties_r *device = device_properties();
    const size_t sizes[3] = {device->block[0], device->block[1], device->block[2]};
    const struct info_row answers[] = {
        ANSWER(CL_DEVICE_MAX_COMPUTE_UNITS, cl_uint, device->processors),
        {CL_DEVICE_MAX_WORK_ITEM_SIZES, sizes, sizeof sizes},
        ANSWER(CL_DEVICE_MAX_WORK_GROUP_SIZE, size_t, device->threads_per_block),
        ANSWER(CL_DEVICE_MAX_CLOCK_FREQUENCY, cl_uint, device->clock_khz / 1000),
        ANSWER(CL_DEVICE_GLOBAL_MEM_SIZE, cl_ulong, device->global_bytes),
        ANSWER(CL_DEVICE_MAX_MEM_ALLOC_SIZE, cl_ulong, device->global_bytes),
        ANSWER(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, cl_ulong, device->l2_bytes),
        ANSWER(CL_DEVICE_LOCAL_MEM_SIZE, cl_ulong, device->shared_per_block),
        ANSWER(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, cl_ulong, device->constant_bytes),
        ANSWER(CL_DEVICE_AVAILABLE, cl_bool, client_is_present()),
        ANSWER(CL_DEVICE_PLATFORM, cl_platform_id, &icd_platform),
        ANSWER(CL_DEVICE_PARENT_DEVICE, cl_device_id, NULL),
        ANSWER(CL_DEVICE_PARTITION_PROPERTIES, cl_device_partition_property, 0),
        {CL_DEVICE_PARTITION_TYPE, NULL, 0},
        TEXT_ANSWER(CL_DEVICE_NAME, "Lockstep SIMT machine"),
        TEXT_ANSWER(CL_DEVICE_VENDOR, "Lockstep"),
        TEXT_ANSWER(CL_DRIVER_VERSION, "1.0"),
        TEXT_ANSWER(CL_DEVICE_PROFILE, "FULL_PROFILE"),
        TEXT_ANSWER(CL_DEVICE_VERSION, "OpenCL 3.0 Lockstep"),
        TEXT_ANSWER(CL_DEVICE_OPENCL_C_VERSION, "OpenCL C 1.2 "),
        TEXT_ANSWER(CL_DEVICE_EXTENSIONS, extensions),
        TEXT_ANSWER(CL_DEVICE_BUILT_IN_KERNELS, ""),
        TEXT_ANSWER(CL_DEVICE_IL_VERSION, ""),
        TEXT_ANSWER(CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, ""),
    };
    cl_int error = ANSWERED(answers);
    error = error ? ANSWERED(fixed) : CL_SUCCESS;
    return error ? versions_of_device(name, extensions, room, to, needed) : CL_SUCCESS;
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
