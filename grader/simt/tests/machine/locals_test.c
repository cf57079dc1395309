/* What OpenCL adds to a launch: local memory arguments. */
#include "machine_fixture.h"

#define OPENCL_HEAD ".version 7.2\n.target sm_80, texmode_independent\n.address_size 64\n"
/* `k(global uint *out, local uint *first, local uint *second)`; %d1 and %d2 are the local ones. */
#define LOCAL_KERNEL(BODY)                                                                         \
    ".entry k(.param .u64 .ptr .global .align 4 k_0, .param .u64 .ptr .shared .align 4 k_1,\n"     \
    ".param .u64 .ptr .shared .align 64 k_2)\n{\n.shared .align 4 .b8 own[20];\n"                  \
    ".reg .b32 %r<20>; .reg .b64 %d<20>; .reg .b32 %t; .reg .b64 %o;\n"                            \
    "ld.param.u64 %o, [k_0]; mov.u32 %t, %tid.x;\nld.param.u64 %d1, [k_1];\n"                      \
    "ld.param.u64 %d2, [k_2]; mov.u32 %r19, own; st.shared.u32 [%r19], %t;\n" BODY "ret;\n}\n"     \
    ".pragma \"lockstep argument k 1 first local none - uint*\";\n"                                \
    ".pragma \"lockstep argument k 7 nobody local none - uint*\";\n"                               \
    ".pragma \"lockstep argument\";\n"

static enum simt_status launch(struct fixture *fixture, const char *text,
                               const struct simt_local_argument *locals, uint32_t count) {
    struct simt_error error = {0};
    assert_int_equal(
        simt_module_load(fixture->device, text, strlen(text), &fixture->module, &error), SIMT_OK);
    uint64_t parameters[3] = {fixture->address};
    struct simt_launch launch = {.kernel = "k",
                                 .grid = {1, 1, 1},
                                 .block = {fixture->block, 1, 1},
                                 .parameters = parameters,
                                 .parameter_bytes = sizeof parameters,
                                 .locals = locals,
                                 .local_count = count};
    simt_launch(fixture->device, fixture->module, &launch, &fixture->result);
    simt_memory_read(fixture->device, fixture->address, fixture->out, sizeof fixture->out);
    simt_device_clear_error(fixture->device);
    return fixture->result.status;
}

static const struct simt_local_argument both[] = {{1, 128}, {2, 128}};

static void arrays_lie_apart(void **state) {
    struct fixture *fixture = *state;
    const char *text = OPENCL_HEAD LOCAL_KERNEL(
        "cvt.u32.u64 %r1, %d1; cvt.u32.u64 %r2, %d2; st.global.u32 [%o], %r1;\n"
        "st.global.u32 [%o+4], %r2;\n");
    fixture->block = 1;
    assert_int_equal(launch(fixture, text, both, 2), SIMT_OK);
    /* Behind the kernel's own 20 bytes; the next multiple of 64 behind 32 + 128. */
    assert_int_equal(fixture->out[0], SIMT_SHARED_START + 32);
    assert_int_equal(fixture->out[1], SIMT_SHARED_START + 192);
}

static void sizes_are_checked(void **state) {
    struct fixture *fixture = *state;
    const char *text = OPENCL_HEAD LOCAL_KERNEL("");
    const struct simt_local_argument wrong[] = {{0, 4}}, missing[] = {{3, 4}},
                                     large[] = {{1, 1u << 31}, {2, 1u << 31}};
    assert_int_equal(launch(fixture, text, wrong, 1), SIMT_INVALID_VALUE);
    assert_int_equal(launch(fixture, text, missing, 1), SIMT_INVALID_VALUE);
    assert_int_equal(launch(fixture, text, large, 2), SIMT_OUT_OF_RESOURCES);
    assert_int_equal(launch(fixture, text, both, UINT32_MAX), SIMT_INVALID_VALUE);
    assert_int_equal(launch(fixture, text, both, 1), SIMT_OK);
}

/* Both the pointer and its generic form are used afterwards: each keeps its value. */
static void a_pointer_beside_its_generic_form(void **state) {
    struct fixture *fixture = *state;
    const char *text = OPENCL_HEAD LOCAL_KERNEL(
        "cvta.shared.u64 %d3, %d1; st.u32 [%d3], 7; ld.shared.u32 %r1, [%d1];\n"
        "ld.u32 %r2, [%d3]; add.u32 %r1, %r1, %r2; st.global.u32 [%o], %r1;\n");
    assert_int_equal(launch(fixture, text, both, 2), SIMT_OK);
    assert_int_equal(fixture->out[0], 14);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_FIXTURE(arrays_lie_apart),
        WITH_FIXTURE(sizes_are_checked),
        WITH_FIXTURE(a_pointer_beside_its_generic_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
