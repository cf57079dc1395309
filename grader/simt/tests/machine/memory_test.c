/* Device memory: what is allowed, and what each wrong access is called. */
#include "fixture.h"

/* A kernel that loads a word from 64-bit address expression in %d1. */
#define LOAD(ADDRESS, SPACE) KERNEL(ADDRESS " ld" SPACE ".u32 %r1, [%d1];\n" STORE_R1)

static void check_fault(struct fixture *fixture, const char *text, enum simt_status status,
                        enum simt_fault_kind kind, uint32_t lane) {
    assert_int_equal(fixture_run(fixture, text), status);
    assert_int_equal(fixture->fault.kind, kind);
    assert_int_equal(fixture->fault.lane, lane);
    assert_int_equal(fixture->result.thread[0], lane);
    simt_device_clear_error(fixture->device);
}

/* A copy of the text with the number in place of "#". */
static const char *with_number(const char *text, uint64_t number) {
    static char copy[2000];
    const char *place = strchr(text, '#');
    assert_non_null(place);
    snprintf(copy, sizeof copy, "%.*s%llu%s", (int)(place - text), text, (unsigned long long)number,
             place + 1);
    return copy;
}

static void over_the_end_of_an_array(void **state) {
    struct fixture *fixture = *state;
    const char *text = HEAD KERNEL("add.u32 %r1, %t, 1000; mul.wide.u32 %d1, %r1, 4;\n"
                                   "add.u64 %d1, %d1, %o; st.global.u32 [%d1], %t;\n");
    check_fault(fixture, text, SIMT_ILLEGAL_ADDRESS, SIMT_FAULT_OUT_OF_BOUNDS, 24);
    assert_true(fixture->fault.address == fixture->address + 4096);
    assert_int_equal(fixture->fault.region, 0);
    assert_int_equal(fixture->fault.mask, 1u << 24);
}

/* The pointer was made from one array and lands in another: no red zone could tell. */
static void into_a_neighbouring_array(void **state) {
    struct fixture *fixture = *state;
    uint64_t other;
    simt_memory_allocate(fixture->device, 4096, &other);
    const char *text = HEAD KERNEL("mul.wide.u32 %d1, %t, 4; add.u64 %d2, %o, %d1;\n"
                                   "ld.global.u32 %r1, [%d2+#];\n");
    check_fault(fixture, with_number(text, other - fixture->address), SIMT_ILLEGAL_ADDRESS,
                SIMT_FAULT_OVERRUN, 0);
    assert_int_equal(fixture->fault.region, 0);
    assert_int_equal(fixture->fault.hit_region, 1);
}

static void into_a_neighbouring_shared_array(void **state) {
    struct fixture *fixture = *state;
    const char *text =
        HEAD KERNEL(".shared .align 4 .b8 first[64];\n.shared .align 4 .b8 second[128];\n"
                    "mov.u32 %r2, first; shl.b32 %r3, %t, 2; add.u32 %r2, %r2, %r3;\n"
                    "st.shared.u32 [%r2], %t;\n");
    check_fault(fixture, text, SIMT_ILLEGAL_ADDRESS, SIMT_FAULT_OVERRUN, 16);
    assert_int_equal(fixture->fault.variable, 0);
    assert_int_equal(fixture->fault.hit_variable, 1);
}

static void pointers_to_nothing(void **state) {
    struct fixture *fixture = *state;
    uint64_t gone;
    check_fault(fixture, HEAD LOAD("mov.u64 %d1, 16;", ".global"), SIMT_ILLEGAL_ADDRESS,
                SIMT_FAULT_NULL_POINTER, 0);
    check_fault(fixture, HEAD LOAD("mov.u64 %d1, 0x7ffc12345678;", ""), SIMT_ILLEGAL_ADDRESS,
                SIMT_FAULT_HOST_POINTER, 0);
    simt_memory_allocate(fixture->device, 64, &gone);
    assert_int_equal(simt_memory_free(fixture->device, gone), SIMT_OK);
    assert_int_equal(simt_memory_free(fixture->device, gone), SIMT_INVALID_VALUE);
    check_fault(fixture, with_number(HEAD LOAD("mov.u64 %d1, #;", ".global"), gone + 60),
                SIMT_ILLEGAL_ADDRESS, SIMT_FAULT_USE_AFTER_FREE, 0);
}

static void misaligned_and_read_only(void **state) {
    struct fixture *fixture = *state;
    check_fault(fixture,
                HEAD KERNEL("cvt.u64.u32 %d1, %t; add.u64 %d1, %d1, %o;\n"
                            "ld.global.u16 %r1, [%d1];\n"),
                SIMT_MISALIGNED_ADDRESS, SIMT_FAULT_MISALIGNED, 1);
    check_fault(fixture, HEAD ".const .u32 c = 1;\n" KERNEL("mov.u64 %d1, c; st.u32 [%d1], %t;\n"),
                SIMT_ILLEGAL_ADDRESS, SIMT_FAULT_READ_ONLY, 0);
    check_fault(fixture, HEAD KERNEL("ld.local.u32 %r1, [80];\n"), SIMT_ILLEGAL_ADDRESS,
                SIMT_FAULT_OUT_OF_BOUNDS, 0);
}

/* One generic load whose lanes reach shared, local, global and constant memory. */
static void generic_addresses_of_all_spaces(void **state) {
    struct fixture *fixture = *state;
    const char *text = HEAD ".const .align 4 .u32 c = 4;\n.global .align 4 .u32 g = 3;\n" KERNEL(
        ".shared .align 4 .u32 s;\n.local .align 4 .b8 l[8];\n"
        "mov.u32 %r2, 1; st.shared.u32 [s], %r2; mov.u32 %r2, 2; st.local.u32 [l+4], %r2;\n"
        "mov.u64 %d1, s; cvta.shared.u64 %d1, %d1;\n"
        "mov.u64 %d2, l; cvta.local.u64 %d2, %d2; add.u64 %d2, %d2, 4;\n"
        "mov.u64 %d3, g; cvta.global.u64 %d3, %d3; mov.u64 %d4, c; cvta.const.u64 %d4, %d4;\n"
        "and.b32 %r3, %t, 3; setp.eq.u32 %p1, %r3, 1; selp.b64 %d1, %d2, %d1, %p1;\n"
        "setp.eq.u32 %p2, %r3, 2; selp.b64 %d1, %d3, %d1, %p2;\n"
        "setp.eq.u32 %p3, %r3, 3; selp.b64 %d1, %d4, %d1, %p3;\n"
        "isspacep.shared %p4, %d1; selp.u32 %r4, 10, 0, %p4; isspacep.global %p5, %d1;\n"
        "selp.u32 %r5, 20, 0, %p5; ld.u32 %r1, [%d1]; add.u32 %r1, %r1, %r4; add.u32 %r1, %r1, "
        "%r5;\n" STORE_R1);
    static const uint32_t wanted[] = {11, 2, 23, 4};
    assert_int_equal(fixture_run(fixture, text), SIMT_OK);
    for (uint32_t t = 0; t < 32; t++) {
        assert_int_equal(fixture->out[t], wanted[t % 4]);
    }
}

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

static void errors_of_kernels_stick(void **state) {
    struct fixture *fixture = *state;
    assert_int_equal(fixture_run(fixture, HEAD LOAD("mov.u64 %d1, 0;", ".global")),
                     SIMT_ILLEGAL_ADDRESS);
    assert_int_equal(fixture_run(fixture, HEAD KERNEL("")), SIMT_ILLEGAL_ADDRESS);
    simt_device_clear_error(fixture->device);
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

static char printed[256];
static void print(void *context, const char *text, size_t length) {
    (void)context;
    strncat(printed, text, length);
}

static void device_printf(void **state) {
    struct fixture *fixture = *state;
    const char *text =
        HEAD ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
             ".global .align 1 .b8 format[40] = {37, 45, 52, 100, 124, 37, 46, 50, 102, 124, 37, "
             "108, 120, 124,"
             " 37, 115, 124, 37, 99, 37, 37, 10};\n" /* "%-4d|%.2f|%lx|%s|%c%%\n" */
             ".global .align 1 .b8 word[4] = {97, 98, 99};\n" KERNEL(
                 ".local .align 8 .b8 buffer[40];\n"
                 "setp.ne.u32 %p1, %t, 2; @%p1 bra END;\n"
                 "mov.u32 %r1, -7; st.local.u32 [buffer], %r1; mov.b64 %d1, 0d4005BF0A8B145769; "
                 "st.local.u64 [buffer+8], %d1;\n"
                 "mov.u64 %d1, 0xABCDEF0123; st.local.u64 [buffer+16], %d1; mov.u64 %d1, word; "
                 "st.local.u64 [buffer+24], %d1;\n"
                 "mov.u32 %r1, 33; st.local.u32 [buffer+32], %r1;\n"
                 "mov.u64 %d2, buffer; cvta.local.u64 %d2, %d2; mov.u64 %d3, format;\n"
                 "{ .param .b64 f; st.param.b64 [f+0], %d3; .param .b64 a; st.param.b64 [a+0], "
                 "%d2; .param .b32 r;\n"
                 "call.uni (r), vprintf, (f, a); ld.param.b32 %r1, [r+0]; }\nEND:\n");
    printed[0] = '\0';
    simt_device_on_print(fixture->device, print, NULL);
    assert_int_equal(fixture_run(fixture, text), SIMT_OK);
    assert_string_equal(printed, "-7  |2.72|abcdef0123|abc|!%\n");
}

/* 12 bytes by value, of which 8 go in one piece: what one lane passes lies 12 behind another's. */
static void structures_passed_by_value(void **state) {
    struct fixture *fixture = *state;
    const char *text =
        HEAD ".func (.param .align 8 .b8 s[12]) swap(.param .align 8 .b8 p[12])\n{\n"
             ".reg .b64 %a; .reg .b32 %b;\n"
             "ld.param.u64 %a, [p]; ld.param.u32 %b, [p+8]; add.u32 %b, %b, 1; add.u64 %a, %a, 2;\n"
             "st.param.b32 [s+8], %b; st.param.b64 [s], %a; ret;\n}\n" KERNEL(
                 "cvt.u64.u32 %d1, %t; mov.u32 %r1, 100;\n"
                 "{ .param .align 8 .b8 p[12]; .param .align 8 .b8 s[12];\n"
                 "st.param.b64 [p], %d1; st.param.b32 [p+8], %r1;\n"
                 "call.uni (s), swap, (p); ld.param.b64 %d2, [s]; ld.param.b32 %r2, [s+8]; }\n"
                 "cvt.u32.u64 %r1, %d2; mul.lo.u32 %r1, %r1, 1000; add.u32 %r1, %r1, "
                 "%r2;\n" STORE_R1);
    assert_int_equal(fixture_run(fixture, text), SIMT_OK);
    for (uint32_t t = 0; t < 32; t++) {
        assert_int_equal(fixture->out[t], (t + 2) * 1000 + 101);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_FIXTURE(over_the_end_of_an_array),
        WITH_FIXTURE(into_a_neighbouring_array),
        WITH_FIXTURE(into_a_neighbouring_shared_array),
        WITH_FIXTURE(pointers_to_nothing),
        WITH_FIXTURE(misaligned_and_read_only),
        WITH_FIXTURE(generic_addresses_of_all_spaces),
        WITH_FIXTURE(vectors_and_bytes),
        WITH_FIXTURE(the_callers_memory_can_be_mapped),
        WITH_FIXTURE(copies_stay_in_their_arrays),
        WITH_FIXTURE(dynamic_shared_memory_and_its_limits),
        WITH_FIXTURE(launches_outside_the_limits),
        WITH_FIXTURE(errors_of_kernels_stick),
        WITH_FIXTURE(a_rewound_device_is_as_it_was_loaded),
        WITH_FIXTURE(device_printf),
        WITH_FIXTURE(structures_passed_by_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
