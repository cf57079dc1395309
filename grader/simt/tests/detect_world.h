/*
 * A world for tests of the detectors: it tells them of accesses by hand, so that what is found
 * needs no machine.
 */
#ifndef LOCKSTEP_DETECT_WORLD_H
#define LOCKSTEP_DETECT_WORLD_H

#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "../observers/detectors/detect.h"

enum { SITES = 8, SHARED_BYTES = 4096, GLOBAL_BYTES = 8192, WARPS = 2 };
static const uint64_t global_base = 0x10000000;

/* A little world: one kernel of 64 threads, one shared array of words, one global array. */
struct world {
    struct detector *detector;
    const struct simt_observer *observer;
    struct simt_site sites[SITES];
    struct simt_shared_variable variable;
    struct simt_kernel_info kernel;
    struct simt_launch launch;
    struct simt_launch_event event;
    uint64_t block;
};

static inline void begin_block(struct world *world, uint64_t block) {
    world->block = block;
    world->observer->block_begin(world->observer->self, &world->event, block);
}

static inline void begin_launch(struct world *world) {
    world->event.number++;
    world->observer->launch_begin(world->observer->self, &world->event);
    begin_block(world, 0);
}

static inline void end_launch(struct world *world) {
    world->observer->launch_end(world->observer->self, &world->event);
}

static inline int make_world(void **state) {
    static struct world world;
    memset(&world, 0, sizeof world);
    world.detector = detector_create();
    assert_non_null(world.detector);
    world.observer = detector_observer(world.detector);
    for (uint32_t i = 0; i < SITES; i++) {
        world.sites[i].source = (struct simt_source){"a.cu", 10 + i, i, "work"};
    }
    world.variable = (struct simt_shared_variable){.name = "sums", .size = SHARED_BYTES};
    strcpy(world.variable.display_name, "sums");
    world.kernel.name = world.kernel.display_name = "work";
    world.launch.grid[0] = 4;
    world.launch.grid[1] = world.launch.grid[2] = 1;
    world.launch.block[0] = WARPS * 32;
    world.launch.block[1] = world.launch.block[2] = 1;
    world.event = (struct simt_launch_event){.kernel = &world.kernel,
                                             .launch = &world.launch,
                                             .threads = WARPS * 32,
                                             .warps = WARPS,
                                             .shared_extent = SHARED_BYTES,
                                             .shared_bytes = SHARED_BYTES,
                                             .site_count = SITES,
                                             .sites = world.sites,
                                             .shared_variable_count = 1,
                                             .shared_variables = &world.variable};
    struct simt_region region = {
        .kind = SIMT_REGION_HEAP, .address = global_base, .size = GLOBAL_BYTES, .name = ""};
    world.observer->region_new(world.observer->self, &region);
    struct simt_host_write write = {.size = GLOBAL_BYTES, .from_region = SIMT_MIXED_REGIONS};
    world.observer->host_write(world.observer->self, &write);
    begin_launch(&world);
    *state = &world;
    return 0;
}

static inline int end_world(void **state) {
    struct world *world = *state;
    detector_destroy(world->detector);
    return 0;
}

/* One warp access; lane l touches first + l * step. */
struct touch {
    enum simt_space space;
    enum simt_access_kind kind;
    uint32_t warp;
    uint32_t site;
    uint32_t mask;
    unsigned size;
    uint64_t first;
    int64_t step;
    enum simt_order order;
    enum simt_atomic_op atomic;
    bool same_value;
};

static inline void touch(struct world *world, struct touch touch) {
    uint64_t address[32], value[32];
    for (int lane = 0; lane < 32; lane++) {
        address[lane] = (touch.space == SIMT_GLOBAL ? global_base : 0) + touch.first +
                        (uint64_t)(lane * touch.step);
        value[lane] = touch.same_value ? 1 : 1000 * touch.warp + (uint64_t)lane;
    }
    struct simt_access access = {.place = {&world->event, world->block, touch.warp, touch.site},
                                 .space = touch.space,
                                 .kind = touch.kind,
                                 .atomic = touch.atomic,
                                 .order = touch.order,
                                 .size = (uint8_t)touch.size,
                                 .elements = 1,
                                 .mask = touch.mask,
                                 .address = address,
                                 .wrote = touch.kind > SIMT_STORE ? touch.mask : 0,
                                 .value = touch.kind == SIMT_STORE ? value : NULL};
    world->observer->access(world->observer->self, &access);
}

static inline void barrier(struct world *world) {
    uint32_t masks[WARPS] = {~0u, ~0u}, sites[WARPS * 32] = {0};
    struct simt_barrier_release release = {.launch = &world->event,
                                           .block = world->block,
                                           .arrived = WARPS * 32,
                                           .warps = WARPS,
                                           .masks = masks,
                                           .sites = sites};
    world->observer->barrier_release(world->observer->self, &release);
}

/* What lane 0 loaded at site `source`, of memory that perhaps nobody has written, is used. */
static inline void use(struct world *world, uint32_t source) {
    struct simt_undefined event = {
        .place = {&world->event, world->block, 0, 3}, .source = source, .mask = 1, .loaded = true};
    world->observer->undefined(world->observer->self, &event);
}

static inline void syncwarp(struct world *world, uint32_t warp) {
    struct simt_syncwarp event = {.place = {&world->event, world->block, warp, 0}, .mask = ~0u};
    world->observer->syncwarp(world->observer->self, &event);
}

static inline void fence(struct world *world, uint32_t warp, uint32_t mask) {
    struct simt_fence event = {{&world->event, world->block, warp, 0}, SIMT_SCOPE_DEVICE, mask};
    world->observer->fence(world->observer->self, &event);
}

/* How many findings of a kind there are once the launch has ended. */
static inline unsigned found(struct world *world, enum finding_kind kind) {
    end_launch(world);
    unsigned count = 0;
    const struct finding_list *list = detector_findings(world->detector);
    for (size_t i = 0; i < list->count; i++) {
        count += list->items[i].kind == kind;
    }
    return count;
}

#define WORDS(k, w, s)  .space = SIMT_SHARED, .kind = (k), .warp = (w), .site = (s), .size = 4
#define GLOBAL(k, w, s) .space = SIMT_GLOBAL, .kind = (k), .warp = (w), .site = (s), .size = 4

#define IN_WORLD(test) cmocka_unit_test_setup_teardown(test, make_world, end_world)

#endif
