/* launch.h - for tests of the model: a kernel of a few lines of PTX, launched once. */
#ifndef LOCKSTEP_SIMT_MODEL_TESTS_LAUNCH_H
#define LOCKSTEP_SIMT_MODEL_TESTS_LAUNCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../model.h"

#define PROFILES "grader/simt/model/profiles"

static struct profile profile;
static bool twice;       /* each kernel is launched, and the second time counts */
static bool cooperative; /* its blocks may wait for each other */

static int read_h200(void **state) {
    struct error error = {""};
    (void)state;
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
        ".const .align 4 .b8 constants[256];\n.extern .func lockstep_grid_barrier ();\n"
        ".visible .entry k(.param .u64 out)\n{\n.reg .f32 %%f<9>; .reg .f64 %%g<9>;\n"
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
                                 .cooperative = cooperative,
                                 .parameters = &address,
                                 .parameter_bytes = sizeof address};
    assert_int_equal(simt_launch(device, module, &launch, &result), SIMT_OK);
    if (twice) {
        assert_int_equal(simt_launch(device, module, &launch, &result), SIMT_OK);
    }
    const struct model_launch *launches = model_launches(model, &count);
    assert_int_equal(count, twice ? 2 : 1);
    struct model_launch modelled = launches[count - 1];
    assert_true(modelled.microseconds > profile.start_us);
    simt_device_destroy(device);
    model_destroy(model);
    free(text);
    return modelled;
}

#endif
