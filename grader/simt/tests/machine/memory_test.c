/* Device memory: what is allowed, and what each wrong access is called. */
#include "machine_fixture.h"

/* A kernel that loads a word from 64-bit address expression in %d1. */
#define LOAD(ADDRESS, SPACE) KERNEL(ADDRESS " ld" SPACE ".u32 %r1, [%d1];\n" STORE_R1)

static void vectors_and_bytes(void **state) {
    struct fixture *fixture = *state;
    const char *text = HEAD KERNEL(
        "mul.wide.u32 %d1, %t, 16; add.u64 %d1, %d1, %o;\n"
        "add.u32 %r1, %t, 1; add.u32 %r2, %t, 2; add.u32 %r3, %t, 3; add.u32 %r4, %t, 0x1f0;\n"
        "st.global.v4.u32 [%d1], {%r1, %r2, %r3, %r4};\n"
        "ld.global.v2.u64 {%d2, %d3}, [%d1]; shr.u64 %d2, %d2, 32; cvt.u32.u64 %r5, %d2;\n"
        "ld.global.s8 %r6, [%d1+12]; ld.global.u8 %r7, [%d1+12]; sub.u32 %r6, %r7, %r6;\n"
        "add.u32 %r5, %r5, %r6; st.global.u32 [%d1], %r5; st.global.u8 [%d1+4], 255;\n");
    assert_int_equal(fixture_run(fixture, text), SIMT_OK);
    for (uint32_t t = 0; t < 32; t++) {
        assert_int_equal(fixture->out[4 * t], t + 2 + ((t + 0x1f0) & 0x80 ? 256 : 0));
        assert_int_equal(fixture->out[4 * t + 1], ((t + 2) & ~255u) | 255);
        assert_int_equal(fixture->out[4 * t + 3], t + 0x1f0);
    }
}

static void the_callers_memory_can_be_mapped(void **state) {
    struct fixture *fixture = *state;
    uint32_t backing[32] = {0};
    uint64_t at = 0x7f0012340000;
    for (uint32_t n = 0; n < 32; n++) {
        backing[n] = n * n;
    }
    assert_int_equal(
        simt_memory_map(fixture->device, backing, sizeof backing, at, SIMT_REGION_MAPPED, NULL),
        SIMT_OK);
    assert_int_equal(simt_memory_map(fixture->device, backing, sizeof backing, at + 64,
                                     SIMT_REGION_MAPPED, NULL),
                     SIMT_INVALID_VALUE);
    const char *text = HEAD KERNEL("mul.wide.u32 %d1, %t, 4; mov.u64 %d2, 0x7f0012340000;\n"
                                   "add.u64 %d1, %d1, %d2; ld.global.u32 %r1, [%d1];\n"
                                   "st.global.u32 [%d1], %t;\n" STORE_R1);
    assert_int_equal(fixture_run(fixture, text), SIMT_OK);
    assert_int_equal(fixture->out[7], 49);
    assert_int_equal(backing[7], 7);
    assert_int_equal(simt_memory_free(fixture->device, at), SIMT_OK);
    assert_int_equal(fixture_launch(fixture), SIMT_ILLEGAL_ADDRESS);
    assert_int_equal(fixture->fault.kind, SIMT_FAULT_USE_AFTER_FREE);
}

static void copies_stay_in_their_arrays(void **state) {
    struct fixture *fixture = *state;
    uint64_t a, b;
    uint32_t words[4] = {1, 2, 3, 4}, back[4] = {0};
    simt_memory_allocate(fixture->device, 16, &a);
    simt_memory_allocate(fixture->device, 16, &b);
    assert_true(a % 256 == 0 && b % 256 == 0);
    assert_int_equal(simt_memory_write(fixture->device, a, words, 16), SIMT_OK);
    assert_int_equal(simt_memory_write(fixture->device, a + 4, words, 16), SIMT_INVALID_VALUE);
    assert_int_equal(simt_memory_copy(fixture->device, b, a, 16), SIMT_OK);
    assert_int_equal(simt_memory_fill(fixture->device, b + 4, 0xFF, 4), SIMT_OK);
    assert_int_equal(simt_memory_read(fixture->device, b, back, 16), SIMT_OK);
    assert_int_equal(back[0], 1);
    assert_int_equal(back[1], UINT32_MAX);
    assert_int_equal(simt_memory_read(fixture->device, b, back, 17), SIMT_INVALID_VALUE);
    assert_int_equal(simt_memory_read(fixture->device, 0, back, 0), SIMT_OK);
    assert_int_equal(simt_memory_allocate(fixture->device, UINT64_C(1) << 60, &a),
                     SIMT_OUT_OF_MEMORY);
    assert_int_equal(simt_memory_allocate(fixture->device, 0, &a), SIMT_OK);
    assert_true(a == 0);
}

static void dynamic_shared_memory_and_its_limits(void **state) {
    struct fixture *fixture = *state;
    const char *text = HEAD ".extern .shared .align 4 .b8 dynamic[];\n" KERNEL(
        ".shared .align 4 .b8 fixed[40];\n"
        "mov.u32 %r2, dynamic; shl.b32 %r3, %t, 2; add.u32 %r2, %r2, %r3;\n"
        "st.shared.u32 [%r2], %t; ld.shared.u32 %r1, [%r2];\n" STORE_R1);
    fixture->dynamic_shared = 128;
    assert_int_equal(fixture_run(fixture, text), SIMT_OK);
    assert_int_equal(fixture->out[31], 31);
    assert_int_equal(simt_module_kernel(fixture->module, "k")->static_shared, 40);
    fixture->dynamic_shared = 48 * 1024 - 39;
    assert_int_equal(fixture_launch(fixture), SIMT_INVALID_VALUE);
    assert_int_equal(simt_kernel_allow_shared(fixture->module, "k", 100 * 1024), SIMT_OK);
    assert_int_equal(fixture_launch(fixture), SIMT_OK);
    assert_int_equal(simt_kernel_allow_shared(fixture->module, "k", 227 * 1024),
                     SIMT_INVALID_VALUE);
    fixture->dynamic_shared = 64;
    assert_int_equal(fixture_launch(fixture), SIMT_ILLEGAL_ADDRESS);
    assert_int_equal(fixture->fault.lane, 16);
}

static void launches_outside_the_limits(void **state) {
    struct fixture *fixture = *state;
    fixture->block = 1025;
    assert_int_equal(fixture_run(fixture, HEAD KERNEL("")), SIMT_INVALID_CONFIGURATION);
    fixture->block = 0;
    assert_int_equal(fixture_launch(fixture), SIMT_INVALID_CONFIGURATION);
    fixture->block = 32;
    fixture->grid = 0;
    assert_int_equal(fixture_launch(fixture), SIMT_INVALID_CONFIGURATION);
    fixture->grid = 1;
    assert_int_equal(fixture_launch(fixture), SIMT_OK);
}

static uint32_t word_at(struct fixture *fixture, uint64_t address) {
    uint32_t word = 0;
    assert_int_equal(simt_memory_read(fixture->device, address, &word, sizeof word), SIMT_OK);
    return word;
}

/* A variable with a value, one that holds its address, one of many zeroes. */
static const char variables[] =
    HEAD ".global .align 4 .b8 seven[4] = {7, 0, 0, 0};\n"
         ".global .align 8 .u64 place[1] = {seven};\n"
         ".global .align 4 .b8 table[4194304];\n" LOAD("mov.u64 %d1, 0;", ".global");

static void a_rewound_device_is_as_it_was_loaded(void **state) {
    struct fixture *fixture = *state;
    static const char *const names[] = {"seven", "place", "table"};
    static const uint32_t other = 99;
    uint64_t address[3], size, before, after;
    uint32_t first[3];
    assert_int_equal(fixture_run(fixture, variables), SIMT_ILLEGAL_ADDRESS);
    for (int n = 0; n < 3; n++) {
        simt_module_symbol(fixture->module, names[n], &address[n], &size);
        first[n] = word_at(fixture, address[n]);
        simt_memory_write(fixture->device, address[n], &other, sizeof other);
    }
    assert_int_equal(first[0], 7);
    assert_int_equal(first[1], (uint32_t)address[0]);
    simt_memory_allocate(fixture->device, 64, &before);
    uint64_t used = simt_memory_used(fixture->device);
    simt_device_rewind(fixture->device);
    for (int n = 0; n < 3; n++) {
        assert_int_equal(word_at(fixture, address[n]), first[n]);
    }
    assert_null(simt_memory_find(fixture->device, before, NULL));
    simt_memory_allocate(fixture->device, 64, &after);
    assert_true(after == before);
    assert_true(simt_memory_used(fixture->device) == used);
    assert_int_equal(fixture_launch(fixture), SIMT_ILLEGAL_ADDRESS);
    assert_int_equal(fixture->faults, 1); /* nobody was told of the second one */
    simt_device_attach(fixture->device, &fixture->observer);
    simt_device_clear_error(fixture->device);
    assert_int_equal(fixture_launch(fixture), SIMT_ILLEGAL_ADDRESS);
    assert_int_equal(fixture->faults, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_FIXTURE(vectors_and_bytes),
        WITH_FIXTURE(the_callers_memory_can_be_mapped),
        WITH_FIXTURE(copies_stay_in_their_arrays),
        WITH_FIXTURE(dynamic_shared_memory_and_its_limits),
        WITH_FIXTURE(launches_outside_the_limits),
        WITH_FIXTURE(a_rewound_device_is_as_it_was_loaded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
