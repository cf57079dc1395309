/* Races, and what orders accesses, told to the watch by hand. */
#include "openmp_world.h"
#include "../observers/openmp/watch.h"

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
                        "Thread 0 of 2 holds the critical section `odd`, thread 1 of 2 holds the "
                        "critical section `even`: "
                        "not the same lock.");
    assert_string_equal(finding(world, 0)->places[0].holds, "the critical section `odd`");
    assert_non_null(strstr(finding(world, 0)->advice, "same name"));
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

/* What a thread's variable was, and who has used it, says nothing of the next one at its place. */
static void a_variable_has_no_past(void **state) {
    struct world *world = *state;
    uint32_t first = fork_team(world, 2);
    for (uint32_t t = 0; t < 2; t++) {
        struct simt_variable event = {.place = at(world, t, 10),
                                      .region = STACK,
                                      .strand = first + t,
                                      .address = STACKS,
                                      .bytes = 16,
                                      .name = "own",
                                      .begins = true};
        world->observer->variable(world->observer->self, &event);
        write_at(world, t, 11, STACKS);
        event.begins = false;
        world->observer->variable(world->observer->self, &event);
    }
    assert_int_equal(found(world), 0);
}

/* A thousand teams in turn need no more numbers for their times than one team does. */
static void strands_that_end_make_room(void **state) {
    struct world *world = *state;
    for (int team = 0; team < 1000; team++) {
        uint32_t first = fork_team(world, 2);
        write_at(world, 0, 10, COUNTER);
        write_at(world, 1, 11, COUNTER + 4);
        join_team(world, first, 2);
    }
    assert_int_equal(found(world), 0);
    assert_true(world->watch->slots.count < 8);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(criticals_of_two_names), TEST(a_release_flag_orders),      TEST(fences_order),
        TEST(a_variable_has_no_past), TEST(strands_that_end_make_room), TEST(as_the_model_says),
    };
    return cmocka_run_group_tests_name("openmp_race", tests, NULL, NULL);
}
