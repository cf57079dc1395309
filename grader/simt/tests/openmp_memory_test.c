/* Tasks, memory that begins and ends, and reads of nothing, told to the watch by hand. */
#include "openmp_world.h"

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

static void shifts_are_notes(void **state) {
    struct world *world = *state;
    for (int i = 0; i < 2; i++) {
        struct simt_construct shift = {.place = at(world, 0, 7),
                                       .kind = SIMT_CONSTRUCT_SHIFT,
                                       .lower = UINT32_MAX,
                                       .upper = 32};
        world->observer->construct(world->observer->self, &shift);
    }
    assert_int_equal(found(world), 1);
    assert_int_equal(finding(world, 0)->kind, FINDING_SHIFT);
    assert_int_equal(finding(world, 0)->count, 2);
    assert_non_null(
        strstr(finding(world, 0)->message, "A shift by -1 of a number that has 32 bits"));
    assert_null(finding_list_verdict(openmp_watch_findings(world->watch)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(tasks_race_until_waited_for),
        TEST(one_thread_does_not_race),
        TEST(work_after_the_last_release),
        TEST(thousands_of_regions_are_cheap),
        TEST(a_new_variable_has_no_past),
        TEST(a_scope_that_ends_too_early),
        TEST(reads_of_nothing),
        TEST(leaks_are_notes),
        TEST(shifts_are_notes),
    };
    return cmocka_run_group_tests_name("openmp_memory", tests, NULL, NULL);
}
