/* simd loops, travelling lines, work and span, facts: told to the watch by hand. */
#include "openmp_world.h"

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

/* Each iteration has a reduction's copy of its own, though it lies in one place. */
static void copies_of_a_reduction_are_no_conflict(void **state) {
    struct world *world = *state;
    construct(world, 0, 0, (struct simt_construct){.kind = SIMT_CONSTRUCT_SIMD});
    construct(world, 0, 0,
              (struct simt_construct){
                  .kind = SIMT_CONSTRUCT_SIMD, .address = COUNTER, .bytes = sizeof(uint32_t)});
    for (unsigned i = 0; i < 8; i++) {
        construct(world, 0, 0, (struct simt_construct){.kind = SIMT_CONSTRUCT_SIMD_ITERATION});
        read_at(world, 0, 41, COUNTER);
        write_at(world, 0, 41, COUNTER);
    }
    assert_int_equal(found(world), 0);
    construct(world, 0, 0, (struct simt_construct){.kind = SIMT_CONSTRUCT_SIMD_ITERATION});
    read_at(world, 0, 42, COUNTER + sizeof(uint32_t));
    write_at(world, 0, 42, COUNTER + sizeof(uint32_t));
    construct(world, 0, 0, (struct simt_construct){.kind = SIMT_CONSTRUCT_SIMD_ITERATION});
    read_at(world, 0, 42, COUNTER + sizeof(uint32_t));
    assert_int_equal(found(world), 1);
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

/* 16 rows of 64 elements of 4 bytes: along the rows, or down the columns. */
static uint64_t lines_of_a_walk(struct world *world, uint32_t far, uint32_t near) {
    openmp_watch_input(world->watch, TABLE, 4096, 4);
    uint32_t first = fork_team(world, 2);
    for (uint32_t i = 0; i < 16 * 64; i++) {
        const uint32_t places = far == 1 ? 16 : 64;
        read_at(world, 0, 10, TABLE + 4 * (i / places * far + i % places * near));
    }
    join_team(world, first, 2);
    openmp_watch_finish(world->watch);
    return openmp_watch_facts(world->watch)[OPENMP_FACT_INPUT_LINES];
}

static void a_walk_along_rows_reads_each_line_once(void **state) {
    assert_int_equal(lines_of_a_walk(*state, 64, 1), 64);
}

static void a_walk_down_columns_reads_a_line_for_each_element(void **state) {
    assert_int_equal(lines_of_a_walk(*state, 1, 64), 16 * 64);
}

static void facts_of_the_input(void **state) {
    struct world *world = *state;
    openmp_watch_input(world->watch, TABLE, 64, 4);
    uint32_t first = fork_team(world, 2);
    construct(world, 0, 0,
              (struct simt_construct){.kind = SIMT_CONSTRUCT_PARALLEL, .team_size = 2});
    for (uint32_t i = 0; i < 16; i++) {
        read_at(world, i % 2, 10, TABLE + 4 * i);
        write_at(world, i % 2, 11, TABLE + 1024 + 512 * (i % 2) + 8 * (i / 2));
        write_at(world, i % 2, 12, TABLE + 1024 + 512 * (i % 2) + 8 * (i / 2) + 4);
    }
    construct(world, 0, 0, (struct simt_construct){.kind = SIMT_CONSTRUCT_TEAM_SIZE});
    join_team(world, first, 2);
    openmp_watch_finish(world->watch);
    const uint64_t *facts = openmp_watch_facts(world->watch);
    assert_int_equal(facts[OPENMP_FACT_TEAM_SIZES], 1);
    assert_int_equal(facts[OPENMP_FACT_INPUT_READS], 16);
    assert_int_equal(facts[OPENMP_FACT_BUSIEST_READS], 8);
    assert_int_equal(facts[OPENMP_FACT_INPUT_THREADS], 2);
    assert_int_equal(facts[OPENMP_FACT_INTERLEAVED], 1);
    assert_int_equal(facts[OPENMP_FACT_THREADS], 2);
    assert_int_equal(facts[OPENMP_FACT_PARALLEL_REGIONS], 1);
    assert_int_equal(facts[OPENMP_FACT_PRIVATE_TABLES], 2);
}

static void a_loop_variable_is_no_work(void **state) {
    struct world *world = *state;
    openmp_watch_input(world->watch, TABLE + 8192, 4, 4);
    read_at(world, 1, 10, TABLE + 8192);
    uint32_t first = fork_team(world, 2);
    for (uint32_t i = 0; i < 100; i++) {
        write_at(world, 1, 11, TABLE + 4 * (i % 50));
        write_at(world, 1, 12, TABLE + 1024);
        write_at(world, 0, 13, TABLE + 2048 + i / 2); /* a small element, the next one */
    }
    join_team(world, first, 2);
    openmp_watch_finish(world->watch);
    /* The loop's variable counts again when eight others have been written, and no sooner. */
    assert_int_equal(openmp_watch_facts(world->watch)[OPENMP_FACT_BUSIEST_WRITES], 100 + 13);
}

/* Thread 1 of two writes 40 words; what it got of an input of 32 elements says whether all the work
 * can be its own. */
static uint64_t busiest_writes(struct world *world, bool copied, unsigned elements) {
    openmp_watch_input(world->watch, TABLE, 128, 4);
    uint32_t first = fork_team(world, 2);
    for (uint32_t i = 0; i < elements; i++) {
        if (copied) { /* by the other thread, two elements in a word */
            write_at(world, 0, 10, TABLE + 4096 + 4 * (i / 2));
            read_at(world, 1, 11, TABLE + 4096 + 4 * (i / 2));
        } else {
            read_at(world, 1, 11, TABLE + 4 * i);
        }
    }
    for (uint32_t i = 0; i < 40; i++) {
        write_at(world, 1, 12, TABLE + 8192 + 4 * i);
    }
    join_team(world, first, 2);
    openmp_watch_finish(world->watch);
    return openmp_watch_facts(world->watch)[OPENMP_FACT_BUSIEST_WRITES];
}

static void many_stores_for_few_elements_are_a_share(void **state) {
    assert_int_equal(busiest_writes(*state, false, 16), 0);
}

static void who_reads_all_may_do_all(void **state) {
    assert_int_equal(busiest_writes(*state, false, 24), 40);
}

static void who_reads_a_copy_of_all_may_do_all(void **state) {
    assert_int_equal(busiest_writes(*state, true, 24), 40);
}

static void one_thread_reads_outside(void **state) {
    struct world *world = *state;
    openmp_watch_input(world->watch, TABLE, 64, 4);
    uint32_t first = fork_team(world, 2);
    read_at(world, 1, 10, TABLE);
    construct(world, 1, first + 1, (struct simt_construct){.kind = SIMT_CONSTRUCT_ORDERED});
    join_team(world, first, 2);
    read_at(world, 0, 12, TABLE + 4);
    read_at(world, 0, 12, TABLE + 8);
    openmp_watch_finish(world->watch);
    const uint64_t *facts = openmp_watch_facts(world->watch);
    assert_int_equal(facts[OPENMP_FACT_INPUT_READS], 3);
    assert_int_equal(facts[OPENMP_FACT_SERIAL_READS], 2);
    assert_int_equal(facts[OPENMP_FACT_CRITICALS], 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(simd_iterations_conflict),
        TEST(copies_of_a_reduction_are_no_conflict),
        TEST(lines_travel),
        TEST(true_sharing_is_told_apart),
        TEST(a_write_takes_the_others_copies),
        TEST(work_and_span),
        TEST(a_critical_bounds_the_span),
        TEST(facts_of_the_input),
        TEST(a_walk_along_rows_reads_each_line_once),
        TEST(a_walk_down_columns_reads_a_line_for_each_element),
        TEST(a_loop_variable_is_no_work),
        TEST(many_stores_for_few_elements_are_a_share),
        TEST(who_reads_all_may_do_all),
        TEST(who_reads_a_copy_of_all_may_do_all),
        TEST(one_thread_reads_outside),
    };
    return cmocka_run_group_tests_name("openmp_facts", tests, NULL, NULL);
}
