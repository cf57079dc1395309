/* machine_fixture.h - PTX text to results: what the machine's tests share. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../observe.h"
#include "../../../tests/unit.h"

#define HEAD ".version 7.2\n.target sm_75\n.address_size 64\n"
/* A kernel `k` that gets one pointer, in %o; %t is the thread's number in the block. */
#define KERNEL(BODY)                                                                               \
    ".visible .entry k(.param .u64 out)\n{\n"                                                      \
    ".reg .pred %p<9>; .reg .b32 %r<20>; .reg .b64 %d<20>; .reg .b32 %t; .reg .b64 %o;\n"          \
    "ld.param.u64 %o, [out]; mov.u32 %t, %tid.x;\n" BODY "ret;\n}\n"
/* Stores %r1 to word %t of the array. */
#define STORE_R1 "mul.wide.u32 %d19, %t, 4; add.u64 %d19, %o, %d19; st.global.u32 [%d19], %r1;\n"

enum { FIXTURE_WORDS = 1024 };

struct fixture {
    struct simt_device *device;
    struct simt_module *module;
    struct simt_result result;
    struct simt_fault fault; /* the last one */
    uint32_t faults;
    uint64_t hash;    /* of everything that observers were told */
    uint64_t address; /* of the output array */
    uint32_t out[FIXTURE_WORDS];
    uint32_t block, dynamic_shared;
    uint32_t grid;
    uint64_t budget;
    enum simt_schedule schedule;
    struct simt_profile profile[256];
    uint32_t lines[256]; /* PTX line of each site */
    uint32_t syncwarps, barriers, releases;
    struct simt_observer observer;
};

static inline void fixture_mix(struct fixture *fixture, uint64_t value) {
    fixture->hash = (fixture->hash ^ value) * 1099511628211u;
}

static inline void fixture_on_fault(void *self, const struct simt_fault *event) {
    struct fixture *fixture = self;
    fixture->fault = *event;
    fixture->faults++;
    fixture_mix(fixture, event->kind);
}
static inline void fixture_on_access(void *self, const struct simt_access *event) {
    struct fixture *fixture = self;
    fixture_mix(fixture, event->mask + event->place.site * 77u + event->place.warp);
    for (uint32_t l = 0; l < 32; l++) {
        fixture_mix(fixture, event->mask >> l & 1 ? event->address[l] : 0);
    }
}
static inline void fixture_on_branch(void *self, const struct simt_branch *event) {
    fixture_mix(self, event->taken * 3u + event->fallen);
}
static inline void fixture_on_barrier(void *self, const struct simt_barrier *event) {
    struct fixture *fixture = self;
    fixture->barriers++;
    fixture_mix(fixture, event->mask);
}
static inline void fixture_on_release(void *self, const struct simt_barrier_release *event) {
    struct fixture *fixture = self;
    fixture->releases++;
    fixture_mix(fixture, event->arrived);
}
static inline void fixture_on_syncwarp(void *self, const struct simt_syncwarp *event) {
    struct fixture *fixture = self;
    fixture->syncwarps++;
    fixture_mix(fixture, event->mask);
}
static inline void fixture_on_end(void *self, const struct simt_launch_event *event) {
    struct fixture *fixture = self;
    for (uint32_t s = 0; s < event->site_count && s < 256; s++) {
        fixture->profile[s] = event->profile[s];
        fixture->lines[s] = event->sites[s].source.ptx_line;
    }
}

static inline int fixture_open(void **state) {
    struct fixture *fixture = calloc(1, sizeof *fixture);
    fixture->device = simt_device_create(0);
    fixture->block = 32;
    fixture->grid = 1;
    fixture->observer = (struct simt_observer){.self = fixture,
                                               .fault = fixture_on_fault,
                                               .access = fixture_on_access,
                                               .branch = fixture_on_branch,
                                               .barrier = fixture_on_barrier,
                                               .barrier_release = fixture_on_release,
                                               .syncwarp = fixture_on_syncwarp,
                                               .launch_end = fixture_on_end};
    simt_device_attach(fixture->device, &fixture->observer);
    simt_memory_allocate(fixture->device, sizeof fixture->out, &fixture->address);
    simt_memory_fill(fixture->device, fixture->address, 0, sizeof fixture->out);
    *state = fixture;
    return 0;
}

static inline int fixture_close(void **state) {
    struct fixture *fixture = *state;
    simt_device_destroy(fixture->device);
    free(fixture);
    return 0;
}

/* Launches kernel `k` of the loaded module; the array's words are in `out` afterwards. */
static inline enum simt_status fixture_launch(struct fixture *fixture) {
    struct simt_launch launch = {.kernel = "k",
                                 .grid = {fixture->grid, 1, 1},
                                 .block = {fixture->block, 1, 1},
                                 .dynamic_shared = fixture->dynamic_shared,
                                 .parameters = &fixture->address,
                                 .parameter_bytes = 8,
                                 .budget = fixture->budget,
                                 .schedule = fixture->schedule};
    simt_launch(fixture->device, fixture->module, &launch, &fixture->result);
    simt_memory_read(fixture->device, fixture->address, fixture->out, sizeof fixture->out);
    return fixture->result.status;
}

static inline enum simt_status fixture_run(struct fixture *fixture, const char *text) {
    struct simt_error error;
    enum simt_status status =
        simt_module_load(fixture->device, text, strlen(text), &fixture->module, &error);
    if (status != SIMT_OK) {
        print_error("line %u: %s\n", error.ptx_line, error.message);
        return status;
    }
    return fixture_launch(fixture);
}

#define WITH_FIXTURE(test) cmocka_unit_test_setup_teardown(test, fixture_open, fixture_close)
