/* Deadlocks and barriers that not all reach: the sentence that tells of them. */
#include "openmp_world.h"

/* The waits of a fault, by thread; the world's team is `first`, `first` + 1… */
static void fault(struct world *world, enum simt_fault_kind kind, const struct simt_wait *waits,
                  uint32_t count) {
    struct simt_fault event = {.place = at(world, waits[0].warp, waits[0].site),
                               .kind = kind,
                               .region = SIMT_MIXED_REGIONS,
                               .waits = waits,
                               .wait_count = count};
    world->observer->fault(world->observer->self, &event);
    assert_int_equal(found(world), 1);
}

static struct simt_wait waits_for(uint32_t thread, uint32_t line, uint64_t lock, uint32_t holder,
                                  uint32_t taken) {
    return (struct simt_wait){.what = SIMT_WAIT_MUTEX,
                              .warp = thread,
                              .thread = thread,
                              .strand = thread + 1,
                              .site = line,
                              .mutex = SIMT_SYNC_LOCK,
                              .object = lock,
                              .holder_warp = holder,
                              .holder_thread = holder,
                              .holder_site = taken};
}

static struct simt_wait waits_at(uint32_t thread, uint32_t line, enum simt_wait_kind what) {
    return (struct simt_wait){
        .what = what, .warp = thread, .thread = thread, .strand = thread + 1, .site = line};
}

static void one_lock_taken_twice(void **state) {
    struct world *world = *state;
    fork_team(world, 2);
    struct simt_wait wait = waits_for(1, 9, LOCK_A, 1, 7);
    fault(world, SIMT_FAULT_DEADLOCK, &wait, 1);
    assert_int_equal(finding(world, 0)->kind, FINDING_STUCK);
    assert_string_equal(finding(world, 0)->message,
                        "Thread 1 of 2 waits at line 9 for lock "
                        "`counter[8]`, which it already took at line 7.");
}

static void two_orders(void **state) {
    struct world *world = *state;
    fork_team(world, 3);
    struct simt_wait waits[] = {waits_at(0, 20, SIMT_WAIT_BARRIER), waits_for(1, 9, LOCK_B, 2, 12),
                                waits_for(2, 13, LOCK_A, 1, 8)};
    fault(world, SIMT_FAULT_DEADLOCK, waits, 3);
    assert_string_equal(
        finding(world, 0)->message,
        "Thread 1 holds lock `counter[8]` (line 8) and waits for lock `counter[10]` "
        "(line 9); thread 2 holds lock `counter[10]` (line 12) and waits for lock "
        "`counter[8]` (line 13).");
    assert_non_null(strstr(finding(world, 0)->advice, "same order"));
}

static void a_circle_of_six(void **state) {
    struct world *world = *state;
    struct simt_wait waits[6];
    fork_team(world, 6);
    for (uint32_t t = 0; t < 6; t++) {
        waits[t] = waits_for(t, 9, COUNTER + 4 * (uint64_t)((t + 1) % 6), (t + 1) % 6, 8);
    }
    fault(world, SIMT_FAULT_DEADLOCK, waits, 6);
    const char *message = finding(world, 0)->message;
    assert_non_null(strstr(message, "Thread 0 holds lock `counter[0]` (line 8) and waits for lock "
                                    "`counter[1]` (line 9); thread 1 holds"));
    assert_non_null(strstr(message, "; 3 more threads wait."));
}

static void a_lock_that_nobody_gives_back(void **state) {
    struct world *world = *state;
    fork_team(world, 4);
    struct simt_wait waits[] = {waits_for(0, 7, LOCK_A, 1, 7), waits_at(1, 5, SIMT_WAIT_REGION),
                                waits_for(2, 7, LOCK_A, 1, 7), waits_for(3, 7, LOCK_A, 1, 7)};
    fault(world, SIMT_FAULT_DEADLOCK, waits, 4);
    assert_string_equal(finding(world, 0)->message,
                        "Thread 1 took lock `counter[8]` at line 7 and does not release it; "
                        "threads 0, 2 and 3 wait for lock `counter[8]` (line 7).");
}

static void a_barrier_inside_of_a_critical(void **state) {
    struct world *world = *state;
    fork_team(world, 2);
    struct simt_wait waits[] = {waits_at(0, 5, SIMT_WAIT_BARRIER), waits_for(1, 11, EVEN, 0, 11)};
    waits[1].mutex = SIMT_SYNC_CRITICAL;
    waits[1].name = "gate";
    fault(world, SIMT_FAULT_DEADLOCK, waits, 2);
    assert_string_equal(
        finding(world, 0)->message,
        "Thread 0 holds the critical section `gate` (line 11) and waits at the barrier at line "
        "5; thread 1 waits for the critical section `gate` (line 11).");
}

static void a_barrier_that_one_thread_misses(void **state) {
    struct world *world = *state;
    fork_team(world, 4);
    struct simt_wait waits[] = {waits_at(0, 4, SIMT_WAIT_REGION), waits_at(1, 9, SIMT_WAIT_BARRIER),
                                waits_at(2, 9, SIMT_WAIT_BARRIER),
                                waits_at(3, 9, SIMT_WAIT_BARRIER)};
    fault(world, SIMT_FAULT_BARRIER, waits, 4);
    assert_int_equal(finding(world, 0)->kind, FINDING_BARRIER);
    assert_string_equal(finding_verdict(finding(world, 0)->kind), "barrier-divergence");
    assert_string_equal(finding(world, 0)->message,
                        "Not all threads of the team reach the barrier at line 9: threads 1, 2 and "
                        "3 wait there; thread 0 has ended the parallel region of line 4.");
}

static void two_barriers(void **state) {
    struct world *world = *state;
    fork_team(world, 2);
    struct simt_wait waits[] = {waits_at(0, 9, SIMT_WAIT_BARRIER), waits_at(1, 12, SIMT_WAIT_LOOP)};
    fault(world, SIMT_FAULT_BARRIER, waits, 2);
    assert_string_equal(finding(world, 0)->message,
                        "Not all threads of the team reach the barrier at line 9: thread 0 waits "
                        "there; thread 1 waits at the loop at line 12.");
}

static void a_loop_without_a_wait(void **state) {
    struct world *world = *state;
    fork_team(world, 2);
    struct simt_wait waits[] = {waits_at(0, 20, SIMT_WAIT_BARRIER),
                                waits_at(1, 12, SIMT_WAIT_LOOP)};
    waits[1].passes = true;
    fault(world, SIMT_FAULT_BARRIER, waits, 2);
    assert_string_equal(finding(world, 0)->message,
                        "Not all threads of the team reach the barrier at line 20: thread 0 waits "
                        "there; thread 1 comes to the loop at line 12.");
}

/* ---- lost updates ---- */

/* What the second run saw: thread 0 reads 3, thread 1 reads 3, both write 4. */
static bool replay(void *context, const struct openmp_options *options,
                   struct openmp_result *result) {
    const uint64_t *values = context;
    assert_int_equal(options->wish->address, COUNTER);
    assert_int_equal(options->wish->lines[0], 10);
    result->crossed = true;
    for (uint32_t n = 0; n < OPENMP_STEPS; n++) {
        result->steps[n] = (struct openmp_step){
            .thread = n % 2, .line = 10, .writes = n > 1, .bytes = 4, .value = values[n]};
    }
    return true;
}

static const char *steps_of(struct world *world, const uint64_t values[OPENMP_STEPS]) {
    const struct openmp_options options = {.threads = 2};
    fork_team(world, 2);
    read_at(world, 0, 10, COUNTER);
    write_at(world, 0, 10, COUNTER);
    read_at(world, 1, 10, COUNTER);
    openmp_watch_steps(world->watch, &options, 100, replay, (void *)values);
    return finding(world, 0)->steps;
}

static void a_count_is_lost(void **state) {
    static const uint64_t values[] = {3, 3, 4, 4};
    assert_string_equal(steps_of(*state, values), "thread 0 reads counter[0] = 3\n"
                                                  "thread 1 reads counter[0] = 3\n"
                                                  "thread 0 writes 4\n"
                                                  "thread 1 writes 4, too: one count is lost");
}

static void an_update_is_lost(void **state) {
    static const uint64_t values[] = {3, 3, 10, (uint32_t)-7};
    assert_string_equal(steps_of(*state, values),
                        "thread 0 reads counter[0] = 3\n"
                        "thread 1 reads counter[0] = 3\n"
                        "thread 0 writes 10\n"
                        "thread 1 writes -7: what thread 0 wrote is lost");
}

/* They did not read the same: nothing was lost, and nothing is said. */
static void nothing_is_lost(void **state) {
    static const uint64_t values[] = {3, 4, 5, 6};
    assert_string_equal(steps_of(*state, values), "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(one_lock_taken_twice),
        TEST(two_orders),
        TEST(a_circle_of_six),
        TEST(a_lock_that_nobody_gives_back),
        TEST(a_barrier_inside_of_a_critical),
        TEST(a_barrier_that_one_thread_misses),
        TEST(two_barriers),
        TEST(a_loop_without_a_wait),
        TEST(a_count_is_lost),
        TEST(an_update_is_lost),
        TEST(nothing_is_lost),
    };
    return cmocka_run_group_tests_name("openmp_waits", tests, NULL, NULL);
}
