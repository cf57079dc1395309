/*
 * A world for tests of the watch of OpenMP runs: it tells the watch of events by hand, so that what
 * is found needs no machine.
 */
#pragma once

#include <string.h>

#include "../observers/openmp/openmp_watch.h"
#include "../../tests/unit.h"

enum { SITES = 64, HEAP = 1, GLOBAL = 0, STACK = 2 };
#define COUNTER   UINT64_C(0x0A0000001000) /* a variable of 64 bytes */
#define TABLE     UINT64_C(0x0A0000002000) /* 4096 bytes of the heap */
#define STACKS    UINT64_C(0x0A0000010000)
#define LOCK_A    UINT64_C(0x0A0000001020)
#define LOCK_B    UINT64_C(0x0A0000001028)
#define EVEN      100
#define ODD       101
#define SOMETHING 200

/* Site n is line n. Strand 0 runs on thread 0; fork() makes strands of a team. */
struct world {
    struct openmp_watch *watch;
    const struct simt_observer *observer;
    struct simt_site sites[SITES];
    struct simt_launch_event launch;
    uint32_t strands, teams;
    uint64_t object;
    uint64_t instructions[8];
};

static inline struct simt_place at(struct world *world, uint32_t thread, uint32_t line) {
    return (struct simt_place){.launch = &world->launch, .warp = thread, .site = line};
}

static inline void strand(struct world *world, enum simt_strand_event what, uint32_t thread,
                          uint32_t number, uint32_t parent, uint32_t team_size, bool task) {
    struct simt_strand event = {.place = at(world, thread, 1),
                                .what = what,
                                .strand = number,
                                .parent = parent,
                                .thread = thread,
                                .team = world->teams,
                                .team_size = team_size,
                                .level = number != 0,
                                .task = task,
                                .instructions = world->instructions[thread]};
    world->observer->strand(world->observer->self, &event);
}

static inline void sync_named(struct world *world, uint32_t thread, uint32_t number,
                              struct simt_sync event) {
    event.place = at(world, thread, event.place.site);
    event.strand = number;
    event.instructions = world->instructions[thread];
    world->observer->sync(world->observer->self, &event);
}

static inline void acquire(struct world *world, uint32_t thread, uint32_t number, uint64_t object) {
    sync_named(world, thread, number, (struct simt_sync){.acquire = true, .object = object});
}

static inline void release(struct world *world, uint32_t thread, uint32_t number, uint64_t object) {
    sync_named(world, thread, number, (struct simt_sync){.release = true, .object = object});
}

static inline void take(struct world *world, uint32_t thread, uint32_t number, uint64_t object,
                        const char *name) {
    sync_named(world, thread, number,
               (struct simt_sync){.kind = name != NULL ? SIMT_SYNC_CRITICAL : SIMT_SYNC_LOCK,
                                  .acquire = true,
                                  .takes = true,
                                  .object = object,
                                  .name = name});
}

static inline void give(struct world *world, uint32_t thread, uint32_t number, uint64_t object) {
    sync_named(world, thread, number,
               (struct simt_sync){
                   .kind = SIMT_SYNC_CRITICAL, .release = true, .gives = true, .object = object});
}

static inline void fence(struct world *world, uint32_t thread, uint32_t number, bool acquires,
                         bool releases) {
    sync_named(
        world, thread, number,
        (struct simt_sync){.kind = SIMT_SYNC_FENCE, .acquire = acquires, .release = releases});
}

/* Strand `first` + t runs on thread t; returns `first`. */
static inline uint32_t fork_team(struct world *world, uint32_t threads) {
    uint32_t first = world->strands;
    world->strands += threads;
    world->teams++;
    world->object++;
    release(world, 0, 0, world->object);
    for (uint32_t t = 0; t < threads; t++) {
        strand(world, SIMT_STRAND_BEGIN, t, first + t, 0, threads, false);
        acquire(world, t, first + t, world->object);
    }
    return first;
}

static inline void join_team(struct world *world, uint32_t first, uint32_t threads) {
    world->object++;
    for (uint32_t t = 0; t < threads; t++) {
        release(world, t, first + t, world->object);
        strand(world, SIMT_STRAND_END, t, first + t, 0, threads, false);
    }
    strand(world, SIMT_STRAND_RESUME, 0, 0, 0, 1, false);
    acquire(world, 0, 0, world->object);
}

struct touch {
    uint32_t thread, line;
    enum simt_access_kind kind;
    uint64_t address;
    unsigned size;
    enum simt_order order;
    uint32_t region;
    unsigned elements;
};

static inline void touch(struct world *world, struct touch touch) {
    uint64_t address[32] = {touch.address};
    struct simt_access event = {.place = at(world, touch.thread, touch.line),
                                .space = SIMT_GLOBAL,
                                .kind = touch.kind,
                                .order = touch.order,
                                .size = (uint8_t)(touch.size != 0 ? touch.size : 4),
                                .elements = (uint8_t)(touch.elements != 0 ? touch.elements : 1),
                                .mask = 1,
                                .region = touch.region,
                                .address = address,
                                .wrote = 1}; /* says nothing of loads */
    world->instructions[touch.thread]++;
    world->observer->access(world->observer->self, &event);
}

static inline void read_at(struct world *world, uint32_t thread, uint32_t line, uint64_t address) {
    touch(world, (struct touch){.thread = thread, .line = line, .address = address});
}

static inline void write_at(struct world *world, uint32_t thread, uint32_t line, uint64_t address) {
    touch(world,
          (struct touch){.thread = thread, .line = line, .kind = SIMT_STORE, .address = address});
}

static inline void atomic_at(struct world *world, uint32_t thread, uint32_t line,
                             enum simt_access_kind kind, enum simt_order order, uint64_t address) {
    touch(world,
          (struct touch){
              .thread = thread, .line = line, .kind = kind, .order = order, .address = address});
}

static inline int make_world(void **state) {
    static struct world world;
    memset(&world, 0, sizeof world);
    world.watch = openmp_watch_create();
    assert_non_null(world.watch);
    world.observer = openmp_watch_observer(world.watch);
    for (uint32_t i = 0; i < SITES; i++) {
        world.sites[i].source = (struct simt_source){"dir/a.c", i, i, "work"};
    }
    world.launch = (struct simt_launch_event){.site_count = SITES, .sites = world.sites};
    struct simt_region regions[] = {
        {GLOBAL, SIMT_REGION_VARIABLE, COUNTER, 64, "counter", false, false},
        {HEAP, SIMT_REGION_HEAP, TABLE, 4096, "", false, false},
        {STACK, SIMT_REGION_HEAP, STACKS, 65536, "", false, false}};
    for (int i = 0; i < 3; i++) {
        world.observer->region_new(world.observer->self, &regions[i]);
    }
    world.observer->launch_begin(world.observer->self, &world.launch);
    world.strands = 1;
    world.object = 1000;
    strand(&world, SIMT_STRAND_BEGIN, 0, 0, 0, 1, false);
    *state = &world;
    return 0;
}

static inline int end_world(void **state) {
    struct world *world = *state;
    openmp_watch_destroy(world->watch);
    return 0;
}

static inline size_t found(const struct world *world) {
    return openmp_watch_findings(world->watch)->count;
}

static inline const struct simt_finding *finding(const struct world *world, size_t index) {
    assert_true(index < found(world));
    return &openmp_watch_findings(world->watch)->items[index];
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_world, end_world)
