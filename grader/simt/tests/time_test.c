/* What the race detector forgets: when its time begins anew, after 2^28 ticks; between launches. */
#include <string.h>

#include "../observers/detectors/detector.h"
#include "../observers/happens_before/release_acquire_kept.h"
#include "../../tests/unit.h"

enum { SITES = 8, SHARED_BYTES = 4096, WARPS = 2 };

/* A little world: one kernel of 64 threads, one shared array of words. */
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

static void begin_block(struct world *world, uint64_t block) {
    world->block = block;
    world->observer->block_begin(world->observer->self, &world->event, block);
}

static void begin_launch(struct world *world) {
    world->event.number++;
    world->observer->launch_begin(world->observer->self, &world->event);
    begin_block(world, 0);
}

static void end_launch(struct world *world) {
    world->observer->launch_end(world->observer->self, &world->event);
}

static int make_world(void **state) {
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
    begin_launch(&world);
    *state = &world;
    return 0;
}

static int end_world(void **state) {
    struct world *world = *state;
    detector_destroy(world->detector);
    return 0;
}

/* Lane `lane` of warp 0 uses the first word. */
static void touch(struct world *world, enum simt_access_kind kind, uint32_t site, int lane) {
    uint64_t address[32] = {0}, value[32] = {0};
    struct simt_access access = {.place = {&world->event, world->block, 0, site},
                                 .space = SIMT_SHARED,
                                 .kind = kind,
                                 .order = kind == SIMT_REDUCTION ? SIMT_RELEASE : SIMT_WEAK,
                                 .size = 4,
                                 .elements = 1,
                                 .mask = 1u << lane,
                                 .address = address,
                                 .wrote = 1u << lane,
                                 .value = kind == SIMT_STORE ? value : NULL};
    world->observer->access(world->observer->self, &access);
}

/* The lanes of warp 0 in `mask` meet, and no others. */
static void lanes_meet(struct world *world, uint32_t mask) {
    struct simt_syncwarp event = {
        .place = {&world->event, world->block, 0, 0}, .mask = mask, .parted = true};
    for (int lane = 0; lane < 32; lane++) {
        event.members[lane] = mask;
    }
    world->observer->syncwarp(world->observer->self, &event);
}

/* When time begins anew, a meeting long ago must not count as one that is to come. */
static void old_meetings_are_forgotten_with_the_time(void **state) {
    enum { LOW = 0xffff, LONG = 16 };
    struct world *world = *state;
    for (int n = 0; n < LONG; n++) {
        lanes_meet(world, ~(uint32_t)LOW);
    }
    lanes_meet(world, LOW);
    end_launch(world);
    world->detector->tick = SHADOW_LAST_TICK;
    begin_launch(world);
    assert_true(world->detector->tick < LONG);
    touch(world, SIMT_STORE, 1, 0);
    for (int n = 0; n < 2 * LONG; n++) {
        lanes_meet(world, ~(uint32_t)LOW);
    }
    touch(world, SIMT_LOAD, 2, 1);
    end_launch(world);
    assert_int_equal(detector_findings(world->detector)->count, 1);
    assert_int_equal(detector_findings(world->detector)->items[0].kind, FINDING_RACE);
}

/* What threads of a launch hand on to others is not looked for in the next one. */
static void a_launch_begins_with_nothing_handed_on(void **state) {
    struct world *world = *state;
    const struct hash *places = &world->detector->order->places;
    touch(world, SIMT_REDUCTION, 1, 0);
    begin_block(world, 1);
    assert_int_equal(places->count, 1);
    end_launch(world);
    begin_launch(world);
    assert_int_equal(places->count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(old_meetings_are_forgotten_with_the_time, make_world,
                                        end_world),
        cmocka_unit_test_setup_teardown(a_launch_begins_with_nothing_handed_on, make_world,
                                        end_world)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
