/* The watch of OpenMP runs alone, told of events by hand: what it finds must not need a machine. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "../observers/openmp/openmp_watch.h"

enum { SITES = 64, HEAP = 1, GLOBAL = 0, STACK = 2 };
#define COUNTER   UINT64_C(0x0A0000001000) /* a variable of 64 bytes */
#define TABLE     UINT64_C(0x0A0000002000) /* 4096 bytes of the heap */
#define STACKS    UINT64_C(0x0A0000010000)
#define LOCK_A    UINT64_C(0x0A0000001020)
#define LOCK_B    UINT64_C(0x0A0000001028)
#define FORKED    1 /* objects */
#define JOINED    2
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

static struct simt_place at(struct world *world, uint32_t thread, uint32_t line) {
    return (struct simt_place){.launch = &world->launch, .warp = thread, .site = line};
}

static void strand(struct world *world, enum simt_strand_event what, uint32_t thread,
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

static void sync_named(struct world *world, uint32_t thread, uint32_t number,
                       struct simt_sync event) {
    event.place = at(world, thread, event.place.site);
    event.strand = number;
    event.instructions = world->instructions[thread];
    world->observer->sync(world->observer->self, &event);
}

static void acquire(struct world *world, uint32_t thread, uint32_t number, uint64_t object) {
    sync_named(world, thread, number, (struct simt_sync){.acquire = true, .object = object});
}

static void release(struct world *world, uint32_t thread, uint32_t number, uint64_t object) {
    sync_named(world, thread, number, (struct simt_sync){.release = true, .object = object});
}

static void take(struct world *world, uint32_t thread, uint32_t number, uint64_t object,
                 const char *name) {
    sync_named(world, thread, number,
               (struct simt_sync){.kind = name != NULL ? SIMT_SYNC_CRITICAL : SIMT_SYNC_LOCK,
                                  .acquire = true,
                                  .takes = true,
                                  .object = object,
                                  .name = name});
}

static void give(struct world *world, uint32_t thread, uint32_t number, uint64_t object) {
    sync_named(world, thread, number,
               (struct simt_sync){
                   .kind = SIMT_SYNC_CRITICAL, .release = true, .gives = true, .object = object});
}

static void fence(struct world *world, uint32_t thread, uint32_t number, bool acquires,
                  bool releases) {
    sync_named(
        world, thread, number,
        (struct simt_sync){.kind = SIMT_SYNC_FENCE, .acquire = acquires, .release = releases});
}

/* Strand `first` + t runs on thread t; returns `first`. */
static uint32_t fork_team(struct world *world, uint32_t threads) {
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

static void join_team(struct world *world, uint32_t first, uint32_t threads) {
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

static void touch(struct world *world, struct touch touch) {
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

static void read_at(struct world *world, uint32_t thread, uint32_t line, uint64_t address) {
    touch(world, (struct touch){.thread = thread, .line = line, .address = address});
}

static void write_at(struct world *world, uint32_t thread, uint32_t line, uint64_t address) {
    touch(world,
          (struct touch){.thread = thread, .line = line, .kind = SIMT_STORE, .address = address});
}

static void atomic_at(struct world *world, uint32_t thread, uint32_t line,
                      enum simt_access_kind kind, enum simt_order order, uint64_t address) {
    touch(world,
          (struct touch){
              .thread = thread, .line = line, .kind = kind, .order = order, .address = address});
}

static int make_world(void **state) {
    static struct world world;
    memset(&world, 0, sizeof world);
    world.watch = openmp_watch_create();
    assert_non_null(world.watch);
    world.observer = openmp_watch_observer(world.watch);
    for (uint32_t i = 0; i < SITES; i++) {
        world.sites[i].source = (struct simt_source){"dir/a.c", i, i, "work"};
    }
    world.launch = (struct simt_launch_event){.site_count = SITES, .sites = world.sites};
    struct simt_region regions[] = {{GLOBAL, SIMT_REGION_VARIABLE, COUNTER, 64, "counter", false},
                                    {HEAP, SIMT_REGION_HEAP, TABLE, 4096, "", false},
                                    {STACK, SIMT_REGION_HEAP, STACKS, 65536, "", false}};
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

static int end_world(void **state) {
    struct world *world = *state;
    openmp_watch_destroy(world->watch);
    return 0;
}

static size_t found(const struct world *world) {
    return openmp_watch_findings(world->watch)->count;
}

static const struct simt_finding *finding(const struct world *world, size_t index) {
    assert_true(index < found(world));
    return &openmp_watch_findings(world->watch)->items[index];
}

/* ---- races ---- */

static void two_writes_race(void **state) {
    struct world *world = *state;
    fork_team(world, 2);
    write_at(world, 0, 10, COUNTER);
    write_at(world, 1, 10, COUNTER);
    write_at(world, 0, 10, COUNTER);
    assert_int_equal(found(world), 1);
    const struct simt_finding *race = finding(world, 0);
    assert_int_equal(race->kind, FINDING_RACE);
    assert_int_equal(race->count, 2);
    assert_string_equal(race->subject, "counter[0]");
    assert_string_equal(race->places[0].who, "thread 1 of 2");
    assert_string_equal(race->places[1].who, "thread 0 of 2");
    assert_string_equal(race->places[0].file, "a.c");
    assert_int_equal(race->places[0].line, 10);
}

static void reads_do_not_race(void **state) {
    struct world *world = *state;
    write_at(world, 0, 5, COUNTER);
    uint32_t first = fork_team(world, 4);
    for (uint32_t t = 0; t < 4; t++) {
        read_at(world, t, 10, COUNTER);
    }
    join_team(world, first, 4);
    write_at(world, 0, 12, COUNTER);
    assert_int_equal(found(world), 0);
}

static void each_of_several_readers_is_kept(void **state) {
    struct world *world = *state;
    uint32_t first = fork_team(world, 3);
    read_at(world, 0, 10, COUNTER);
    read_at(world, 1, 11, COUNTER);
    release(world, 1, first + 1, SOMETHING);
    acquire(world, 2, first + 2, SOMETHING);
    write_at(world, 2, 12, COUNTER); /* knows of thread 1's read only */
    assert_int_equal(found(world), 1);
    assert_int_equal(finding(world, 0)->places[1].line, 10);
}

static void barriers_order(void **state) {
    struct world *world = *state;
    uint32_t first = fork_team(world, 2);
    write_at(world, 0, 10, COUNTER);
    release(world, 0, first, SOMETHING);
    release(world, 1, first + 1, SOMETHING);
    acquire(world, 0, first, SOMETHING);
    acquire(world, 1, first + 1, SOMETHING);
    write_at(world, 1, 11, COUNTER);
    assert_int_equal(found(world), 0);
    write_at(world, 0, 12, COUNTER);
    assert_int_equal(found(world), 1);
}

static void release_is_not_for_what_follows(void **state) {
    struct world *world = *state;
    uint32_t first = fork_team(world, 2);
    release(world, 0, first, SOMETHING);
    write_at(world, 0, 10, COUNTER);
    acquire(world, 1, first + 1, SOMETHING);
    write_at(world, 1, 11, COUNTER);
    assert_int_equal(found(world), 1);
}

static void criticals_of_two_names(void **state) {
    struct world *world = *state;
    uint32_t first = fork_team(world, 2);
    take(world, 0, first, EVEN, "even");
    write_at(world, 0, 10, COUNTER);
    give(world, 0, first, EVEN);
    take(world, 1, first + 1, EVEN, "even");
    write_at(world, 1, 10, COUNTER);
    give(world, 1, first + 1, EVEN);
    assert_int_equal(found(world), 0);
    take(world, 0, first, ODD, "odd");
    write_at(world, 0, 12, COUNTER);
    give(world, 0, first, ODD);
    assert_int_equal(found(world), 1);
    assert_string_equal(finding(world, 0)->message,
                        "Thread 0 of 2 holds critical `odd`, thread 1 of 2 holds critical `even`: "
                        "not the same lock.");
    assert_string_equal(finding(world, 0)->places[0].holds, "critical `odd`");
    assert_non_null(strstr(finding(world, 0)->advice, "same name"));
}

static void locks_have_names(void **state) {
    struct world *world = *state;
    uint32_t first = fork_team(world, 2);
    take(world, 0, first, LOCK_A, NULL);
    write_at(world, 0, 10, COUNTER);
    give(world, 0, first, LOCK_A);
    take(world, 1, first + 1, LOCK_B, NULL);
    write_at(world, 1, 12, COUNTER);
    assert_int_equal(found(world), 1);
    assert_string_equal(finding(world, 0)->places[0].holds, "lock `counter[5]`");
    assert_string_equal(finding(world, 0)->places[1].holds, "lock `counter[4]`");
}

static void neighbours_do_not_race(void **state) {
    struct world *world = *state;
    fork_team(world, 2);
    for (unsigned i = 0; i < 8; i++) {
        touch(world, (struct touch){i % 2, 10, SIMT_STORE, COUNTER + i, 1, 0, GLOBAL, 1});
    }
    touch(world, (struct touch){0, 11, SIMT_STORE, COUNTER + 16, 16, 0, GLOBAL, 4});
    touch(world, (struct touch){1, 12, SIMT_STORE, COUNTER + 32, 2, 0, GLOBAL, 1});
    assert_int_equal(found(world), 0);
    touch(world, (struct touch){1, 13, SIMT_LOAD, COUNTER + 30, 1, 0, GLOBAL, 1});
    assert_int_equal(found(world), 1); /* a byte of the wide store */
    touch(world, (struct touch){0, 14, SIMT_LOAD, COUNTER, 8, 0, GLOBAL, 1});
    assert_int_equal(found(world), 2);
}

static void a_wide_read_splits_well(void **state) {
    struct world *world = *state;
    fork_team(world, 3);
    touch(world, (struct touch){0, 10, SIMT_LOAD, COUNTER, 8, 0, GLOBAL, 1});
    touch(world, (struct touch){1, 11, SIMT_LOAD, COUNTER, 8, 0, GLOBAL, 1});
    touch(world, (struct touch){2, 12, SIMT_STORE, COUNTER + 7, 1, 0, GLOBAL, 1});
    assert_int_equal(found(world), 2); /* both readers are still known of the last byte */
}

/* ---- atomics ---- */

static void atomics_do_not_race(void **state) {
    struct world *world = *state;
    uint32_t first = fork_team(world, 2);
    for (int i = 0; i < 3; i++) {
        atomic_at(world, 0, 10, SIMT_REDUCTION, SIMT_RELAXED, COUNTER);
        atomic_at(world, 1, 10, SIMT_ATOMIC, SIMT_RELAXED, COUNTER);
    }
    assert_int_equal(found(world), 0);
    read_at(world, 0, 12, COUNTER);
    assert_int_equal(found(world), 1);
    assert_string_equal(finding(world, 0)->places[1].access, "atomic");
    assert_non_null(strstr(finding(world, 0)->advice, "line 12"));
    join_team(world, first, 2);
    read_at(world, 0, 13, COUNTER);
    assert_int_equal(found(world), 1);
}

static void a_relaxed_flag_orders_nothing(void **state) {
    struct world *world = *state;
    fork_team(world, 2);
    write_at(world, 0, 10, COUNTER);
    atomic_at(world, 0, 11, SIMT_STORE, SIMT_RELAXED, COUNTER + 8);
    atomic_at(world, 1, 12, SIMT_LOAD, SIMT_RELAXED, COUNTER + 8);
    read_at(world, 1, 13, COUNTER);
    assert_int_equal(found(world), 1);
}

static void a_release_flag_orders(void **state) {
    struct world *world = *state;
    fork_team(world, 3);
    write_at(world, 0, 10, COUNTER);
    atomic_at(world, 0, 11, SIMT_STORE, SIMT_RELEASE, COUNTER + 8);
    atomic_at(world, 2, 12, SIMT_ATOMIC, SIMT_RELAXED, COUNTER + 8); /* goes on with the sequence */
    atomic_at(world, 1, 13, SIMT_LOAD, SIMT_ACQUIRE, COUNTER + 8);
    read_at(world, 1, 14, COUNTER);
    assert_int_equal(found(world), 0);
    atomic_at(world, 2, 15, SIMT_STORE, SIMT_RELAXED, COUNTER + 8); /* ends it */
    atomic_at(world, 2, 16, SIMT_LOAD, SIMT_ACQUIRE, COUNTER + 8);
    read_at(world, 2, 17, COUNTER);
    assert_int_equal(found(world), 1);
}

static void fences_order(void **state) {
    struct world *world = *state;
    uint32_t first = fork_team(world, 2);
    write_at(world, 0, 10, COUNTER);
    fence(world, 0, first, false, true);
    atomic_at(world, 0, 11, SIMT_STORE, SIMT_RELAXED, COUNTER + 8);
    write_at(world, 0, 12, COUNTER + 4); /* not published */
    atomic_at(world, 1, 13, SIMT_LOAD, SIMT_RELAXED, COUNTER + 8);
    fence(world, 1, first + 1, true, false);
    read_at(world, 1, 14, COUNTER);
    assert_int_equal(found(world), 0);
    read_at(world, 1, 15, COUNTER + 4);
    assert_int_equal(found(world), 1);
}

/* ---- against a model that keeps everything ---- */

enum { MODEL_THREADS = 3, MODEL_OBJECTS = 2, MODEL_BYTES = 16, MODEL_STEPS = 60 };

struct past {
    uint32_t thread, time;
    bool write, atomic;
};

/* Full vector clocks, and every access to every byte. */
struct model {
    uint32_t clock[MODEL_THREADS][MODEL_THREADS];
    uint32_t object[MODEL_OBJECTS][MODEL_THREADS];
    struct past past[MODEL_BYTES][MODEL_STEPS];
    unsigned count[MODEL_BYTES];
};

static void model_join(uint32_t *to, const uint32_t *from) {
    for (int t = 0; t < MODEL_THREADS; t++) {
        to[t] = to[t] > from[t] ? to[t] : from[t];
    }
}

static bool model_races(struct model *model, struct past now, unsigned first, unsigned size) {
    bool races = false;
    for (unsigned b = first; b < first + size; b++) {
        for (unsigned i = 0; i < model->count[b]; i++) {
            const struct past *past = &model->past[b][i];
            races |= (past->write || now.write) && !(past->atomic && now.atomic) &&
                     past->thread != now.thread &&
                     past->time > model->clock[now.thread][past->thread];
        }
        model->past[b][model->count[b]++] = now;
    }
    return races;
}

static uint32_t draw(uint32_t *state, uint32_t below) {
    *state = *state * 1664525 + 1013904223;
    return (*state >> 16) % below;
}

/* One random step; true if the model says that it races. */
static bool random_step(struct world *world, struct model *model, uint32_t first, uint32_t *state) {
    uint32_t t = draw(state, MODEL_THREADS), what = draw(state, 8);
    if (what < 5) {
        uint32_t o = draw(state, MODEL_OBJECTS);
        if (what < 3) {
            acquire(world, t, first + t, SOMETHING + o);
            model_join(model->clock[t], model->object[o]);
        } else {
            release(world, t, first + t, SOMETHING + o);
            model_join(model->object[o], model->clock[t]);
            model->clock[t][t]++;
        }
        return false;
    }
    unsigned size = 1U << draw(state, 4), byte = size * draw(state, MODEL_BYTES / size);
    bool write = draw(state, 8) == 0, atomic = draw(state, 2) == 0;
    touch(world, (struct touch){.thread = t,
                                .line = 1 + draw(state, 60),
                                .kind = write ? SIMT_STORE : SIMT_LOAD,
                                .order = atomic ? SIMT_RELAXED : SIMT_WEAK,
                                .address = COUNTER + byte,
                                .size = size});
    struct past now = {.thread = t, .time = model->clock[t][t], .write = write, .atomic = atomic};
    return model_races(model, now, byte, size);
}

static void as_the_model_says(void **state) {
    unsigned racy = 0;
    end_world(state);
    for (uint32_t seed = 1; seed <= 4000; seed++) {
        make_world(state);
        struct world *world = *state;
        static struct model model;
        memset(&model, 0, sizeof model);
        for (int t = 0; t < MODEL_THREADS; t++) {
            model.clock[t][t] = 1;
        }
        uint32_t random = seed, first = fork_team(world, MODEL_THREADS);
        bool races = false;
        for (int step = 0; step < MODEL_STEPS && !races; step++) {
            races = random_step(world, &model, first, &random);
            assert_int_equal(races, found(world) > 0);
        }
        racy += races;
        if (seed < 4000) {
            end_world(state);
        }
    }
    assert_in_range(racy, 100, 3900);
}

/* ---- tasks and slots ---- */

static void tasks_race_until_waited_for(void **state) {
    struct world *world = *state;
    for (uint32_t task = 1; task <= 2; task++) {
        release(world, 0, 0, SOMETHING + task);
        strand(world, SIMT_STRAND_BEGIN, 0, task, 0, 2, true);
        acquire(world, 0, task, SOMETHING + task);
        write_at(world, 0, 20, COUNTER);
        release(world, 0, task, SOMETHING);
        strand(world, SIMT_STRAND_END, 0, task, 0, 2, true);
        strand(world, SIMT_STRAND_RESUME, 0, 0, 0, 1, false);
    }
    assert_int_equal(found(world), 1);
    assert_string_equal(finding(world, 0)->places[0].who, "task of line 1 on thread 0");
    acquire(world, 0, 0, SOMETHING);
    write_at(world, 0, 22, COUNTER);
    assert_int_equal(found(world), 1);
}

static void one_thread_does_not_race(void **state) {
    struct world *world = *state;
    for (uint32_t task = 1; task <= 2; task++) {
        strand(world, SIMT_STRAND_BEGIN, 0, task, 0, 1, true);
        write_at(world, 0, 20, COUNTER);
        strand(world, SIMT_STRAND_END, 0, task, 0, 1, true);
    }
    assert_int_equal(found(world), 0);
}

/* A slot goes on only to a strand that knows of all that the old one did. */
static void work_after_the_last_release(void **state) {
    struct world *world = *state;
    strand(world, SIMT_STRAND_BEGIN, 1, 1, 0, 2, true);
    release(world, 1, 1, SOMETHING);
    write_at(world, 1, 20, COUNTER);
    strand(world, SIMT_STRAND_END, 1, 1, 0, 2, true);
    acquire(world, 0, 0, SOMETHING);
    release(world, 0, 0, SOMETHING + 1);
    strand(world, SIMT_STRAND_BEGIN, 1, 2, 0, 2, true);
    acquire(world, 1, 2, SOMETHING + 1);
    write_at(world, 1, 21, COUNTER);
    assert_int_equal(found(world), 1);
}

static void thousands_of_regions_are_cheap(void **state) {
    struct world *world = *state;
    for (int i = 0; i < 3000; i++) {
        uint32_t first = fork_team(world, 4);
        for (uint32_t t = 0; t < 4; t++) {
            write_at(world, t, 10, TABLE + 4 * t);
        }
        join_team(world, first, 4);
        write_at(world, 0, 12, TABLE + 4 * (uint64_t)(i % 4));
    }
    assert_int_equal(found(world), 0);
    uint32_t first = fork_team(world, 2);
    write_at(world, 0, 14, TABLE);
    write_at(world, 1, 15, TABLE);
    assert_int_equal(found(world), 1);
    join_team(world, first, 2);
}

/* ---- memory that ends ---- */

static void variable(struct world *world, uint32_t thread, uint32_t number, bool begins,
                     uint64_t address, uint64_t bytes, const char *name) {
    struct simt_variable event = {.place = at(world, thread, 30),
                                  .strand = number,
                                  .begins = begins,
                                  .region = STACK,
                                  .address = address,
                                  .bytes = bytes,
                                  .name = name};
    world->observer->variable(world->observer->self, &event);
}

static void a_new_variable_has_no_past(void **state) {
    struct world *world = *state;
    uint32_t first = fork_team(world, 2);
    variable(world, 0, first, true, STACKS, 64, "tab");
    touch(world, (struct touch){0, 10, SIMT_STORE, STACKS + 8, 4, 0, STACK, 1});
    variable(world, 0, first, false, STACKS, 64, "tab");
    variable(world, 1, first + 1, true, STACKS, 64, "other");
    touch(world, (struct touch){1, 11, SIMT_STORE, STACKS + 8, 4, 0, STACK, 1});
    assert_int_equal(found(world), 0);
    touch(world, (struct touch){0, 12, SIMT_LOAD, STACKS + 8, 4, 0, STACK, 1});
    assert_int_equal(found(world), 1);
    assert_string_equal(finding(world, 0)->subject, "other[2]");
}

static void a_scope_that_ends_too_early(void **state) {
    struct world *world = *state;
    uint32_t first = fork_team(world, 2);
    variable(world, 0, first, true, STACKS, 4, "x");
    touch(world, (struct touch){0, 10, SIMT_STORE, STACKS, 4, 0, STACK, 1});
    release(world, 0, first, SOMETHING);
    acquire(world, 1, first + 1, SOMETHING);
    touch(world, (struct touch){1, 11, SIMT_LOAD, STACKS, 4, 0, STACK, 1});
    variable(world, 0, first, false, STACKS, 4, "x");
    assert_int_equal(found(world), 1);
    assert_string_equal(finding(world, 0)->places[0].access, "end");
    assert_string_equal(finding(world, 0)->subject, "x");
}

static void reads_of_nothing(void **state) {
    struct world *world = *state;
    struct simt_heap heap = {.place = at(world, 0, 7), .strand = 0, .begins = true, .region = HEAP};
    world->observer->heap(world->observer->self, &heap);
    touch(world, (struct touch){0, 9, SIMT_STORE, TABLE, 4, 0, HEAP, 1});
    touch(world, (struct touch){0, 10, SIMT_LOAD, TABLE, 4, 0, HEAP, 1});
    touch(world, (struct touch){0, 10, SIMT_LOAD, TABLE, 8, 0, HEAP, 1}); /* half of it: padding */
    assert_int_equal(found(world), 0);
    struct simt_move move = {
        .place = at(world, 0, 11), .from = TABLE, .to = TABLE + 64, .bytes = 16};
    world->observer->move(world->observer->self, &move);
    touch(world, (struct touch){0, 11, SIMT_LOAD, TABLE, 16, 0, HEAP, 1});
    touch(world, (struct touch){0, 11, SIMT_STORE, TABLE + 64, 16, 0, HEAP, 1});
    touch(world, (struct touch){0, 12, SIMT_LOAD, TABLE + 64, 4, 0, HEAP, 1});
    assert_int_equal(found(world), 0);
    touch(world, (struct touch){0, 13, SIMT_LOAD, TABLE + 76, 4, 0, HEAP, 1});
    assert_int_equal(found(world), 1);
    assert_int_equal(finding(world, 0)->kind, FINDING_UNINITIALISED);
    assert_string_equal(finding(world, 0)->subject, "element 19 of the memory allocated at a.c:7");
}

static void leaks_are_notes(void **state) {
    struct world *world = *state;
    struct simt_heap heap = {.place = at(world, 0, 7), .strand = 0, .begins = true, .region = HEAP};
    world->observer->heap(world->observer->self, &heap);
    openmp_watch_finish(world->watch);
    assert_int_equal(found(world), 1);
    assert_int_equal(finding(world, 0)->kind, FINDING_LEAK);
    assert_null(finding_list_verdict(openmp_watch_findings(world->watch)));
}

/* ---- simd ---- */

static void construct(struct world *world, uint32_t thread, uint32_t number,
                      struct simt_construct event) {
    event.place = at(world, thread, 40);
    event.strand = number;
    world->observer->construct(world->observer->self, &event);
}

/* a[i + distance] = a[i], eight times */
static void simd_loop(struct world *world, uint64_t safelen, unsigned distance) {
    construct(world, 0, 0, (struct simt_construct){.kind = SIMT_CONSTRUCT_SIMD, .chunk = safelen});
    for (unsigned i = 0; i < 8; i++) {
        construct(world, 0, 0, (struct simt_construct){.kind = SIMT_CONSTRUCT_SIMD_ITERATION});
        read_at(world, 0, 41, COUNTER + (uint64_t)4 * i);
        write_at(world, 0, 41, COUNTER + (uint64_t)4 * (i + distance));
    }
    construct(world, 0, 0, (struct simt_construct){.kind = SIMT_CONSTRUCT_SIMD_END});
}

static void simd_iterations_conflict(void **state) {
    struct world *world = *state;
    simd_loop(world, 2, 2);
    simd_loop(world, 0, 0);
    simd_loop(world, 0, 8);
    assert_int_equal(found(world), 0);
    simd_loop(world, 2, 1);
    assert_int_equal(found(world), 1);
    assert_int_equal(finding(world, 0)->kind, FINDING_RACE);
    assert_string_equal(finding(world, 0)->places[1].who, "1 iteration before");
}

/* ---- sharing, span, facts ---- */

static void lines_travel(void **state) {
    struct world *world = *state;
    uint32_t first = fork_team(world, 2);
    for (int i = 0; i < 5; i++) {
        write_at(world, 0, 10, TABLE);
        write_at(world, 1, 11, TABLE + 4);
        write_at(world, 1, 11, TABLE + 4);
    }
    join_team(world, first, 2);
    openmp_watch_finish(world->watch);
    const uint64_t *facts = openmp_watch_facts(world->watch);
    assert_int_equal(facts[OPENMP_FACT_TRAVELS], 9);
    assert_int_equal(facts[OPENMP_FACT_FALSE_SHARING], 9);
    size_t count;
    const struct openmp_travel *travels = openmp_watch_travels(world->watch, &count);
    assert_int_equal(count, 2);
    assert_int_equal(travels[0].travels, 5);
    assert_int_equal(travels[0].line, 11);
    assert_int_equal(facts[OPENMP_FACT_SHARED_UPDATES], 0);
    assert_int_equal(found(world), 0);
}

static void true_sharing_is_told_apart(void **state) {
    struct world *world = *state;
    fork_team(world, 2);
    atomic_at(world, 0, 10, SIMT_REDUCTION, SIMT_RELAXED, TABLE);
    atomic_at(world, 1, 10, SIMT_REDUCTION, SIMT_RELAXED, TABLE);
    read_at(world, 0, 12, TABLE + 64);
    read_at(world, 1, 12, TABLE + 64); /* nobody writes it */
    openmp_watch_finish(world->watch);
    const uint64_t *facts = openmp_watch_facts(world->watch);
    assert_int_equal(facts[OPENMP_FACT_TRAVELS], 1);
    assert_int_equal(facts[OPENMP_FACT_FALSE_SHARING], 0);
    assert_int_equal(facts[OPENMP_FACT_SHARED_UPDATES], 2);
    assert_int_equal(facts[OPENMP_FACT_ATOMICS], 2);
}

static void a_write_takes_the_others_copies(void **state) {
    struct world *world = *state;
    fork_team(world, 3);
    for (int i = 0; i < 2; i++) {
        atomic_at(world, 0, 10, SIMT_STORE, SIMT_RELAXED, TABLE);
        atomic_at(world, 1, 11, SIMT_LOAD, SIMT_RELAXED, TABLE);
        atomic_at(world, 2, 11, SIMT_LOAD, SIMT_RELAXED, TABLE);
        atomic_at(world, 1, 11, SIMT_LOAD, SIMT_RELAXED, TABLE);
    }
    openmp_watch_finish(world->watch);
    assert_int_equal(openmp_watch_facts(world->watch)[OPENMP_FACT_TRAVELS], 4);
}

static void work_and_span(void **state) {
    struct world *world = *state;
    world->instructions[0] = 100;
    uint32_t first = fork_team(world, 4);
    for (uint32_t t = 0; t < 4; t++) {
        world->instructions[t] += 1000 * (t + 1);
    }
    join_team(world, first, 4);
    world->instructions[0] += 50;
    strand(world, SIMT_STRAND_END, 0, 0, 0, 1, false);
    openmp_watch_finish(world->watch);
    const uint64_t *facts = openmp_watch_facts(world->watch);
    assert_int_equal(facts[OPENMP_FACT_WORK], 10150);
    assert_int_equal(facts[OPENMP_FACT_SPAN], 4150);
    assert_int_equal(facts[OPENMP_FACT_BUSIEST_PERCENT], 40);
}

static void a_critical_bounds_the_span(void **state) {
    struct world *world = *state;
    uint32_t first = fork_team(world, 2);
    for (uint32_t t = 0; t < 2; t++) {
        take(world, t, first + t, EVEN, "");
        world->instructions[t] += 1000;
        give(world, t, first + t, EVEN);
        world->instructions[t] += 10;
    }
    join_team(world, first, 2);
    openmp_watch_finish(world->watch);
    assert_int_equal(openmp_watch_facts(world->watch)[OPENMP_FACT_SPAN], 2000);
}

static void facts_of_the_input(void **state) {
    struct world *world = *state;
    openmp_watch_input(world->watch, TABLE, 64, 4);
    openmp_watch_table(world->watch, 16);
    uint32_t first = fork_team(world, 2);
    construct(world, 0, 0,
              (struct simt_construct){.kind = SIMT_CONSTRUCT_PARALLEL, .team_size = 2});
    for (uint32_t i = 0; i < 16; i++) {
        read_at(world, i % 2, 10, TABLE + 4 * i);
        write_at(world, i % 2, 11, TABLE + 1024 + 512 * (i % 2) + 4 * (i / 4));
    }
    join_team(world, first, 2);
    openmp_watch_finish(world->watch);
    const uint64_t *facts = openmp_watch_facts(world->watch);
    assert_int_equal(facts[OPENMP_FACT_INPUT_READS], 16);
    assert_int_equal(facts[OPENMP_FACT_BUSIEST_READS], 8);
    assert_int_equal(facts[OPENMP_FACT_INPUT_THREADS], 2);
    assert_int_equal(facts[OPENMP_FACT_INTERLEAVED], 1);
    assert_int_equal(facts[OPENMP_FACT_THREADS], 2);
    assert_int_equal(facts[OPENMP_FACT_PARALLEL_REGIONS], 1);
    assert_int_equal(facts[OPENMP_FACT_PRIVATE_TABLES], 2);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_world, end_world)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(two_writes_race),
        TEST(reads_do_not_race),
        TEST(each_of_several_readers_is_kept),
        TEST(barriers_order),
        TEST(release_is_not_for_what_follows),
        TEST(criticals_of_two_names),
        TEST(locks_have_names),
        TEST(neighbours_do_not_race),
        TEST(a_wide_read_splits_well),
        TEST(atomics_do_not_race),
        TEST(a_relaxed_flag_orders_nothing),
        TEST(a_release_flag_orders),
        TEST(fences_order),
        TEST(as_the_model_says),
        TEST(tasks_race_until_waited_for),
        TEST(one_thread_does_not_race),
        TEST(work_after_the_last_release),
        TEST(thousands_of_regions_are_cheap),
        TEST(a_new_variable_has_no_past),
        TEST(a_scope_that_ends_too_early),
        TEST(reads_of_nothing),
        TEST(leaks_are_notes),
        TEST(simd_iterations_conflict),
        TEST(lines_travel),
        TEST(true_sharing_is_told_apart),
        TEST(a_write_takes_the_others_copies),
        TEST(work_and_span),
        TEST(a_critical_bounds_the_span),
        TEST(facts_of_the_input),
    };
    return cmocka_run_group_tests_name("openmp_watch", tests, NULL, NULL);
}
