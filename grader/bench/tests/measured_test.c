/* Which OpenCL device a lab's benchmark measures: a GPU beside PoCL, never the simulated one. The
 * platforms are made up. */
#include "../../../labs/shared/opencl_measured.h"
#include "../../tests/unit.h"

#include <stdio.h>

static struct made_up {
    const char *name;
    cl_device_type type;
} machine[4];

static struct made_up *made_up(cl_platform_id platform) {
    return (struct made_up *)platform;
}

CL_API_ENTRY cl_int CL_API_CALL clGetPlatformIDs(cl_uint room, cl_platform_id *platforms,
                                                 cl_uint *count) {
    for (*count = 0; *count < room && *count < 4 && machine[*count].name != NULL; ++*count) {
        platforms[*count] = (cl_platform_id)&machine[*count];
    }
    return *count > 0 ? CL_SUCCESS : -1001; /* what the ICD loader says without any platform */
}

CL_API_ENTRY cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info what,
                                                  size_t size, void *value, size_t *needed) {
    (void)what;
    (void)needed;
    snprintf(value, size, "%s", made_up(platform)->name);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id platform, cl_device_type type,
                                               cl_uint room, cl_device_id *devices,
                                               cl_uint *count) {
    (void)room;
    (void)count;
    if (type != CL_DEVICE_TYPE_ALL && (type & made_up(platform)->type) == 0) {
        return CL_DEVICE_NOT_FOUND;
    }
    *devices = (cl_device_id)platform;
    return CL_SUCCESS;
}

static const struct made_up pocl = {"Portable Computing Language", CL_DEVICE_TYPE_CPU},
                            gpu = {"NVIDIA CUDA", CL_DEVICE_TYPE_GPU},
                            simulated = {"Lockstep", CL_DEVICE_TYPE_GPU}, none = {NULL, 0};

/* The name of the platform that is measured on this machine, or NULL. */
static const char *measured(struct made_up a, struct made_up b, struct made_up c) {
    cl_device_id device = NULL;
    cl_platform_id platform = NULL;
    machine[0] = a, machine[1] = b, machine[2] = c;
    if (opencl_measured(&device, &platform) != CL_SUCCESS) {
        return NULL;
    }
    assert_ptr_equal(device, platform);
    return made_up(platform)->name;
}

static void a_gpu_comes_first(void **state) {
    assert_string_equal(measured(pocl, gpu, none), gpu.name);
    assert_string_equal(measured(gpu, pocl, none), gpu.name);
    assert_string_equal(measured(pocl, none, none), pocl.name);
}

static void the_simulated_gpu_is_not_measured(void **state) {
    assert_string_equal(measured(simulated, pocl, gpu), gpu.name);
    assert_string_equal(measured(simulated, pocl, none), pocl.name);
    assert_null(measured(simulated, none, none));
    assert_null(measured(none, none, none));
}

static void the_environment_decides(void **state) {
    setenv("BENCH_PLATFORM", "Portable", 1);
    assert_string_equal(measured(gpu, pocl, none), pocl.name);
    assert_null(measured(gpu, none, none));
    setenv("BENCH_PLATFORM", "Lockstep", 1);
    assert_string_equal(measured(gpu, pocl, simulated), simulated.name);
    unsetenv("BENCH_PLATFORM");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gpu_comes_first),
        cmocka_unit_test(the_simulated_gpu_is_not_measured),
        cmocka_unit_test(the_environment_decides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
