/* The model of time: launches whose terms are known by hand, and profiles that are wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../model.h"
#include "../../../tests/unit.h"

#define PROFILES "grader/simt/model/profiles"

static struct profile profile;

static int read_h200(void **state) {
    struct error error = {0};
    bool good = profile_find(PROFILES, "h200", &profile, &error);
    if (!good) {
        fprintf(stderr, "%s\n", error.message);
    }
    return good ? 0 : -1;
}

enum { TEXT = 1 << 16, WORDS = 1 << 20 };

struct shape {
    uint32_t grid, block, shared;
};

/* A kernel: `before`, then `times` times `line`, then `after`. %t is the thread in the grid, %o the
 * address of its word. */
static struct model_launch run(struct shape shape, const char *before, const char *line,
                               unsigned times, const char *after) {
    char *text = malloc(TEXT);
    assert_non_null(text);
    size_t length = (size_t)snprintf(
        text, TEXT,
        ".version 7.2\n.target sm_75\n.address_size 64\n.extern .shared .align 4 .b8 s[];\n"
        ".const .align 4 .b8 constants[256];\n.visible .entry k(.param .u64 out)\n{\n.reg .f32 "
        "%%f<9>; .reg .f64 %%g<9>;\n"
        ".reg .b32 %%r<9>; .reg .b64 %%d<9>; .reg .b32 %%t; .reg .b64 %%o;\n"
        "ld.param.u64 %%d1, [out]; mov.u32 %%r1, %%tid.x; mov.u32 %%r2, %%ctaid.x;\n"
        "mov.u32 %%r3, %%ntid.x; mad.lo.u32 %%t, %%r2, %%r3, %%r1;\n"
        "mul.wide.u32 %%d2, %%t, 4; add.s64 %%o, %%d1, %%d2;\n%s\n",
        before);
    for (unsigned n = 0; n < times; n++) {
        length += (size_t)snprintf(text + length, TEXT - length, "%s\n", line);
    }
    snprintf(text + length, TEXT - length, "%s\nret;\n}\n", after);

    struct simt_device *device = simt_device_create(0);
    struct model *model = model_create(&profile);
    struct simt_module *module = NULL;
    struct simt_error error = {.message = ""};
    struct simt_result result;
    uint64_t address = 0, other = 0;
    size_t count = 0;
    assert_int_equal(simt_device_attach(device, model_observer(model)), SIMT_OK);
    if (simt_module_load(device, text, strlen(text), &module, &error) != SIMT_OK) {
        fail_msg("%s", error.message);
    }
    /* so that, behind the constants, the next one begins in the middle of a KiB, which a GPU's
     * would not */
    assert_int_equal(simt_memory_allocate(device, 256, &other), SIMT_OK);
    assert_int_equal(simt_memory_allocate(device, WORDS * 4, &address), SIMT_OK);
    assert_int_equal(address % 1024, 512);
    assert_int_equal(simt_memory_fill(device, address, 0, WORDS * 4), SIMT_OK);
    struct simt_launch launch = {.kernel = "k",
                                 .grid = {shape.grid, 1, 1},
                                 .block = {shape.block, 1, 1},
                                 .dynamic_shared = shape.shared,
                                 .parameters = &address,
                                 .parameter_bytes = sizeof address};
    assert_int_equal(simt_launch(device, module, &launch, &result), SIMT_OK);
    const struct model_launch *launches = model_launches(model, &count);
    assert_int_equal(count, 1);
    struct model_launch modelled = launches[0];
    assert_true(modelled.microseconds > profile.start_us);
    simt_device_destroy(device);
    model_destroy(model);
    free(text);
    return modelled;
}

/* Cycles between two launches that differ in one thing. */
static double cycles(struct model_launch more, struct model_launch less) {
    return (more.microseconds - less.microseconds) * 1000 * profile.clock_ghz;
}

static void near(double value, double expected) {
    if (value < 0.97 * expected - 2 || value > 1.03 * expected + 2) {
        fail_msg("%g cycles, not %g", value, expected);
    }
}

#define KEEP_F "st.global.f32 [%o], %f1;"

static void a_chain_takes_its_latency(void **state) {
    const char *line = "fma.rn.f32 %f1, %f1, %f1, %f1;";
    struct shape warp = {1, 32, 0};
    struct model_launch less = run(warp, "cvt.rn.f32.u32 %f1, %r1;", line, 256, KEEP_F);
    struct model_launch more = run(warp, "cvt.rn.f32.u32 %f1, %r1;", line, 512, KEEP_F);
    near(cycles(more, less), 256 * profile.latency[PIPE_FP32]);
}

static void conflicts_take_a_cycle_a_wavefront(void **state) {
    const char *line = "ld.volatile.shared.f32 %f2, [%r5]; add.f32 %f1, %f1, %f2;";
    struct shape block = {1, 1024, 32768};
    struct model_launch one = run(
        block, "mov.u32 %r6, s; shl.b32 %r4, %r1, 2; and.b32 %r5, %r4, 127; add.u32 %r5, %r5, %r6;",
        line, 128, KEEP_F);
    struct model_launch all = /* lanes 128 bytes apart: one bank */
        run(block,
            "mov.u32 %r6, s; and.b32 %r4, %r1, 31; shl.b32 %r5, %r4, 7; add.u32 %r5, %r5, %r6;",
            line, 128, KEEP_F);
    double wavefronts = 128 * 32 * 32;
    double fixed = profile.start_us + profile.code_us + profile.end_us;
    near(all.share[RESOURCE_L1] * (all.microseconds - fixed) * 1000 * profile.clock_ghz,
         wavefronts);
    assert_true(cycles(all, one) > 0.9 * (wavefronts - 128 * 32 * 8));
}

static void shared_memory_limits_occupancy(void **state) {
    struct model_launch launch = run((struct shape){264, 256, 40000}, "", "", 0, KEEP_F);
    assert_string_equal(launch.limiter, "shared memory");
    near(100 * launch.occupancy, 100 * 5 * 8 / 64.0); /* 228 KiB / (40,000 + 1,024 bytes) */
    char text[200];
    model_describe(&launch, text, sizeof text);
    assert_non_null(strstr(text, "62 % occupancy, limited by shared memory"));
}

static void memory_is_read_once(void **state) {
    const char *twice = "ld.global.f32 %f1, [%o]; ld.global.f32 %f2, [%o]; add.f32 %f1, %f1, %f2;";
    struct model_launch launch = run((struct shape){1024, 256, 0}, twice, "", 0, KEEP_F);
    assert_true(launch.read_bytes == 1024 * 256 * 4.0);
    assert_true(launch.l1_hit > 0.49 && launch.l1_hit < 0.51);
    assert_true(launch.written_bytes == 0); /* L2 keeps them */
}

static void every_run_gives_the_same_time(void **state) {
    const char *line = "ld.global.f32 %f2, [%o]; fma.rn.f32 %f1, %f2, %f2, %f1;";
    struct model_launch first = run((struct shape){300, 96, 1000}, "", line, 5, KEEP_F);
    struct model_launch second = run((struct shape){300, 96, 1000}, "", line, 5, KEEP_F);
    assert_memory_equal(&first.microseconds, &second.microseconds, sizeof first.microseconds);
}

/* Warps that take 32 of 65,536 numbers each, from a counter at the start of the memory. */
static const char from_a_queue[] =
    "again: setp.ne.u32 %p1, %r1, 0; @%p1 bra meet;\n"
    "atom.global.add.u32 %r4, [%d1], 32;\n"
    "meet: shfl.sync.idx.b32 %r5, %r4, 0, 31, -1;\n"
    "setp.ge.u32 %p2, %r5, 65536; @%p2 bra done;\n"
    "add.u32 %r6, %r5, %r1; mul.wide.u32 %d3, %r6, 4; add.s64 %d4, %d1, %d3;\n"
    "ld.global.f32 %f1, [%d4+128]; add.f32 %f1, %f1, %f1;\n"
    "st.global.f32 [%d4+128], %f1; bra again; done:";

static const char first[] = ".reg .pred %p<4>; mov.u32 %r4, 0;";

/* The machine's first block takes all; 132 multiprocessors share it. */
static void blocks_share_a_queue(void **state) {
    struct model_launch one = run((struct shape){1, 32, 0}, first, from_a_queue, 1, "");
    struct model_launch many = run((struct shape){264, 32, 0}, first, from_a_queue, 1, "");
    assert_true(one.microseconds > 100);
    assert_true(many.microseconds < one.microseconds / 30);
}

static void a_record_that_stops_counts_traffic_once(void **state) {
    struct model_launch launch =
        run((struct shape){132, 1024, 0},
            ".reg .pred %p<4>; mov.u32 %r4, 0; mov.f32 %f1, 0f3F800000; again: ld.global.f32 %f2, "
            "[%o];",
            "fma.rn.f32 %f1, %f1, %f1, %f2;", 1000,
            "add.s64 %o, %o, 540672; add.u32 %r4, %r4, 1; setp.lt.u32 %p1, %r4, 7; @%p1 bra again;"
            "st.global.f32 [%d1], %f1;");
    double dram_us = 7 * 540672 / profile.dram_read_gbs / 1000;
    double busy = launch.share[RESOURCE_DRAM] * (launch.microseconds - profile.start_us);
    assert_true(busy < 1.3 * dram_us && busy > 0.7 * dram_us);
}

/* ---- profiles -------------------------------------------------------------------------------- */

/* The h200's text with something in place of a line, or behind it. */
static void expect(const char *line, const char *instead, const char *complaint) {
    char path[] = "/tmp/profile_XXXXXX", text[256], expected[256];
    FILE *from = fopen(PROFILES "/h200.profile", "r");
    int file = mkstemp(path);
    FILE *to = file >= 0 ? fdopen(file, "w") : NULL;
    assert_true(from != NULL && to != NULL);
    int number = 0, changed = 0;
    while (fgets(text, sizeof text, from) != NULL) {
        number++;
        if (strncmp(text, line, strlen(line)) == 0) {
            changed = number;
            fputs(instead, to);
        } else {
            fputs(text, to);
        }
    }
    fclose(from);
    fclose(to);
    struct profile read;
    struct error error = {0};
    assert_true(changed > 0);
    assert_false(profile_read(path, &read, &error));
    snprintf(expected, sizeof expected, complaint, path, changed);
    assert_string_equal(error.message, expected);
    unlink(path);
}

static void a_wrong_line_is_told(void **state) {
    expect("l1_latency", "l1_latency\n", "%s:%d: 'l1_latency' is not of the form `name = number`");
    expect("l1_latency", "l1_latencies = 3\n",
           "%s:%d: 'l1_latencies' is not a constant of a profile: h200.profile and xeon.cpu have "
           "all names");
    expect("l1_latency", "l1_latency = fast\n",
           "%s:%d: l1_latency takes a number from 0 up, not 'fast'");
    expect("l1_latency", "l1_latency = -1\n",
           "%s:%d: l1_latency takes a number from 0 up, not '-1'");
    expect("l1_latency", "l1_latency = 33 cycles\n",
           "%s:%d: l1_latency takes a number from 0 up, not '33 cycles'");
    expect("l1_latency", "clock_ghz = 1\n", "%s:%d: clock_ghz is given twice");
    expect("l1_latency", "like = h100\n", "%s:%d: `like` must stand before all other lines");
    expect("l1_latency", "l1_\xff = 1\n",
           "%s:%d: this line is not text of the form `name = number`");
    expect("l1_latency", "", "%s: l1_latency is missing");
    expect("processors", "processors = 0\n", "%s:%d: processors must be more than 0, not '0'");
    expect("processors", "processors = 0.5\n",
           "%s:%d: processors must be a whole number, not '0.5'");
    expect("processors", "processors = 1e300\n",
           "%s:%d: processors must be what a machine can have, not '1e300'");
    expect("threads", "threads = 2048.5\n", "%s:%d: threads must be a whole number, not '2048.5'");
    expect("threads", "threads = 16\n", "%s:%d: threads must be a multiple of 32, not '16'");
    expect("kept_bytes", "kept_bytes = 0.1\n",
           "%s:%d: kept_bytes must be a whole number, not '0.1'");
    expect("l1_latency", "l1_latency = 1e18\n",
           "%s:%d: l1_latency must be what a machine can have, not '1e18'");
    expect("calibrated", "calibrated = 2\n", "%s:%d: calibrated must be 0 or 1, not '2'");
}

static void an_unknown_profile_lists_those_that_are_there(void **state) {
    struct profile read;
    struct error error = {0};
    assert_false(profile_find(PROFILES, "h300", &read, &error));
    assert_string_equal(
        error.message,
        "there is no profile 'h300'; there are: a100, gtx1080, h100, h200, rtx4060, t4");
    assert_false(profile_find(PROFILES, "../profiles/h200", &read, &error));
    assert_true(profile_find("nowhere", PROFILES "/h200.profile", &read, &error));
    assert_string_equal(read.name, "h200");
}

static void all_profiles_can_be_read(void **state) {
    static const char *const names[] = {"a100", "gtx1080", "h100", "h200", "rtx4060", "t4"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        struct profile read;
        struct error error = {0};
        if (!profile_find(PROFILES, names[n], &read, &error)) {
            fail_msg("%s", error.message);
        }
        bool measured = strcmp(names[n], "h100") == 0 || strcmp(names[n], "h200") == 0;
        assert_true((read.calibrated != 0) == measured);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain_takes_its_latency),
        cmocka_unit_test(conflicts_take_a_cycle_a_wavefront),
        cmocka_unit_test(shared_memory_limits_occupancy),
        cmocka_unit_test(memory_is_read_once),
        cmocka_unit_test(every_run_gives_the_same_time),
        cmocka_unit_test(blocks_share_a_queue),
        cmocka_unit_test(a_record_that_stops_counts_traffic_once),
        cmocka_unit_test(a_wrong_line_is_told),
        cmocka_unit_test(an_unknown_profile_lists_those_that_are_there),
        cmocka_unit_test(all_profiles_can_be_read),
    };
    return cmocka_run_group_tests(tests, read_h200, NULL);
}
