/* The model of a processor: work whose terms are known by hand, and profiles that are wrong. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../cpu.h"
#include "../../../tests/unit.h"

#define PROFILES "grader/simt/model/profiles"

static struct cpu_profile profile;

static int read_xeon(void **state) {
    struct error error = {0};
    return cpu_profile_find(PROFILES, "xeon", &profile, &error) ? 0 : -1;
}

static double ns(const struct cpu_work *work, unsigned threads) {
    return cpu_predict(&profile, work, threads).seconds * 1e9;
}

static void near(double value, double expected) {
    if (value < 0.99 * expected || value > 1.01 * expected) {
        fail_msg("%g, not %g", value, expected);
    }
}

/* A million instructions that the threads share: each doubling of the threads halves them, but two
 * on a core take turns. */
static void instructions_are_divided(void **state) {
    struct cpu_work work = {.threads = 4, .shared = 1e6, .readers = 1};
    near(ns(&work, 1), 1e6 * profile.instruction_ns);
    assert_true(ns(&work, 2) < 0.6 * ns(&work, 1));
    assert_true(ns(&work, 16) > 1.9 * ns(&work, 1) / 16);
    assert_true(ns(&work, 32) > 0.95 * ns(&work, 16));
    struct cpu_work dealt = work;
    dealt.dealt = true;
    assert_true(ns(&dealt, 4) < ns(&work, 4));
}

static void one_thread_alone_does_the_rest(void **state) {
    struct cpu_work work = {.threads = 4, .serial = 1e6, .shared = 1e6, .readers = 1};
    assert_true(ns(&work, 16) > 1e6 * profile.instruction_ns);
    assert_string_equal(cpu_predict(&profile, &work, 16).binds, "one thread alone");
}

/* As measured (microbenchmark processor): 256 counters, and a single one. */
static void atomics_are_slower_with_a_second_thread(void **state) {
    struct cpu_work table = {
        .threads = 4, .atomics = 1e6, .meeting = 1e6, .meeting_lines = 16, .readers = 1};
    struct cpu_work one = table;
    one.meeting_lines = 1;
    assert_string_equal(cpu_predict(&profile, &table, 1).binds, "atomic operations");
    assert_string_equal(cpu_predict(&profile, &table, 2).binds, "lines that travel");
    static const struct {
        unsigned threads;
        double table, one;
    } measured[] = {
        {1, 6.0, 6.0}, {2, 43.7, 29.4}, {4, 66.4, 65.5}, {8, 92.4, 147}, {16, 120, 325}};
    for (size_t m = 0; m < sizeof measured / sizeof *measured; m++) {
        double threads = measured[m].threads;
        double in_table = ns(&table, measured[m].threads) * threads / 1e6;
        double in_one = ns(&one, measured[m].threads) * threads / 1e6;
        assert_true(in_table > 0.8 * measured[m].table && in_table < 1.2 * measured[m].table);
        assert_true(in_one > 0.8 * measured[m].one && in_one < 1.2 * measured[m].one);
    }
}

static void a_lock_is_waited_for(void **state) {
    struct cpu_work work = {.threads = 4, .locks_shared = 1000, .readers = 1};
    assert_true(ns(&work, 8) > 5 * ns(&work, 1));
    assert_string_equal(cpu_predict(&profile, &work, 8).binds, "waiting for a lock");
}

/* 256 MiB fit into what sixteen cores hold better than into what one does; 4 GiB into neither. */
static void fields_stay_in_the_caches_of_many(void **state) {
    struct cpu_work work = {
        .threads = 4, .lines = 4 << 20, .written = 2 << 20, .readers = 1, .dealt = true};
    struct cpu_work large = cpu_work_scaled(work, 16);
    assert_true(ns(&work, 1) > 20 * ns(&work, 16));
    assert_true(ns(&large, 1) < 18 * ns(&large, 16));
}

/* Fifteen threads leave a processor to others; of sixteen one loses to them, and a loop that is
 * dealt gives its work to the rest. */
static void a_crowd_slows_what_is_not_dealt(void **state) {
    struct cpu_work fixed = {.threads = 4, .lines = 4 << 20, .readers = 1};
    struct cpu_work dealt = fixed;
    dealt.dealt = true;
    assert_true(ns(&fixed, 16) > 1.2 * ns(&dealt, 16));
    assert_true(ns(&fixed, 15) < ns(&fixed, 16));
}

/* The first of four threads had nearly all: two threads would have 0.8 and 0.2 of it. */
static void of_fewer_threads_one_has_what_neighbours_had(void **state) {
    struct cpu_work even = {.threads = 4, .shared = 1e9, .readers = 1};
    struct cpu_work uneven = even;
    uneven.parts[0] = 0.7, uneven.parts[1] = 0.1, uneven.parts[2] = 0.1, uneven.parts[3] = 0.1;
    near(ns(&uneven, 1), ns(&even, 1));
    near(ns(&uneven, 2), 0.8 * ns(&even, 1));
    near(ns(&uneven, 4), 0.7 * ns(&even, 1));
    near(ns(&uneven, 8), 0.35 * ns(&even, 1));
}

/* Three sections, then thirty. Of the first, no more threads than three have work. */
static void pieces_are_not_cut(void **state) {
    struct cpu_work work = {.threads = 4, .shared = 1e9, .readers = 1, .grown = 1};
    work.in_pieces[3] = 1;
    work.parts[0] = work.parts[1] = work.parts[2] = 1.0 / 3;
    double one = ns(&work, 1);
    near(ns(&work, 2), 2 * one / 3);
    near(ns(&work, 4), one / 3);
    near(ns(&work, 16), one / 3);
    near(ns(&work, 64), one / 3);
    struct cpu_work large = cpu_work_scaled(work, 10);
    assert_true(ns(&large, 16) < ns(&large, 1) / 7);
    work.parts[0] = 0.8, work.parts[1] = work.parts[2] = 0.1; /* one is longer */
    near(ns(&work, 16), 0.8 * one);
}

/* The tasks of teams.c: 143 wait for a thread, 28,513 others do not
 * (microbenchmark teams). */
static void tasks_that_wait_have_their_price(void **state) {
    struct cpu_work work = {
        .threads = 4, .tasks = 28656, .at_once = 28513, .passive = true, .readers = 1};
    near(ns(&work, 1), 28656 * profile.task_ns);
    static const struct {
        unsigned threads;
        double us; /* of the time that was measured, beyond the instructions' */
    } measured[] = {{2, 175}, {4, 251}, {8, 269}};
    for (size_t m = 0; m < sizeof measured / sizeof *measured; m++) {
        double threads = measured[m].threads;
        double us = (ns(&work, measured[m].threads) - ns(&work, 1) / threads) / 1e3;
        assert_true(us > 0.75 * measured[m].us && us < 1.25 * measured[m].us);
    }
    work.at_once = work.tasks;
    near(ns(&work, 4), 28656 * profile.task_ns / 4);
}

/* Two on a core take turns; a system that knows which processors share one gives each a core. */
static void cores_are_taken_before_pairs(void **state) {
    struct cpu_profile told = profile;
    struct cpu_work work = {.threads = 4, .shared = 1e9, .readers = 1};
    told.told = 1, told.cores = 8, told.uneven = 0;
    double one = cpu_predict(&told, &work, 1).seconds;
    near(cpu_predict(&told, &work, 8).seconds, one / 8);
    near(cpu_predict(&told, &work, 16).seconds, one / 8);
}

/* Sixteen threads on 4 GiB: no cache holds it, and the memory gives so much. */
static void memory_has_a_limit(void **state) {
    struct cpu_work work = {.threads = 4, .lines = 64 << 20, .readers = 1, .dealt = true};
    assert_true(ns(&work, 16) > 0.9 * 64 * (64 << 20) / profile.memory_gbs);
    assert_true(ns(&work, 1) > 64.0 * (64 << 20) / profile.memory_gbs);
    assert_true(ns(&work, 16) > ns(&work, 1) / 10);
}

/* 64 locks in four lines: four wait at a time. */
static void locks_in_other_lines_do_not_wait(void **state) {
    struct cpu_work one = {.threads = 4, .locks_shared = 1e6, .lock_lines = 1, .readers = 1};
    struct cpu_work four = one;
    four.lock_lines = 4;
    near(ns(&one, 16) / ns(&four, 16), 4);
}

/* Four threads took a lock once each; then sixteen would. */
static void what_each_does_is_told_from_what_they_share(void **state) {
    struct openmp_costs four = {.threads = 4, .parallel = 10400, .locks_taken = 4};
    struct openmp_costs one = {.threads = 1, .parallel = 10100, .locks_taken = 1};
    struct cpu_work work = cpu_work_of(&four, &one);
    near(work.shared, 10000);
    near(work.each, 100);
    near(work.locks_each, 1);
    near(cpu_work_of(&four, NULL).locks_each, 1);
    near(cpu_work_scaled(work, 8).shared, 80000);
    near(cpu_work_scaled(work, 8).each, 100);
}

static void neighbours_stay_as_many(void **state) {
    struct openmp_costs rows = {
        .threads = 16, .parallel = 16, .lines = 1000, .common = 1000, .fetched = 3000};
    struct openmp_costs all = rows;
    all.fetched = 16000;
    struct cpu_work some = cpu_work_of(&rows, NULL), every = cpu_work_of(&all, NULL);
    assert_true(ns(&every, 64) > 5 * ns(&some, 64));
}

/* Rows that are dealt out one by one: three threads read each row of the input, one each of the
 * output. That is more than two for each row. */
static void lines_that_travel_are_counted_apart(void **state) {
    struct openmp_costs dealt = {
        .threads = 16, .parallel = 16, .lines = 2000, .common = 1000, .fetched = 4000};
    struct openmp_costs even = dealt;
    even.common = 2000;
    struct cpu_work rows = cpu_work_of(&dealt, NULL), both = cpu_work_of(&even, NULL);
    near(rows.readers, 3);
    near(both.readers, 2);
    double alone = ns(&(struct cpu_work){.threads = 16, .shared = 16, .lines = 2000}, 16);
    near((ns(&rows, 16) - alone) / (ns(&both, 16) - alone), log2(3));
}

/* microbenchmark processor, write_neighbours: an addition waits for its own store, and so
 * nobody notices two more threads. */
static void an_addition_waits_for_its_own_store(void **state) {
    struct cpu_work work = {.threads = 4, .shared = 4e6, .forwarded = 1e6};
    near(ns(&work, 1), 2.46e6);
    work.shared = 100e6; /* enough else to do */
    near(ns(&work, 1), 100e6 * profile.instruction_ns);
}

static void expect(const char *text, const char *complaint) {
    char path[] = "/tmp/cpu_XXXXXX", expected[256];
    int file = mkstemp(path);
    FILE *to = file >= 0 ? fdopen(file, "w") : NULL;
    struct cpu_profile read;
    struct error error = {0};
    assert_non_null(to);
    fputs(text, to);
    fclose(to);
    assert_false(cpu_profile_read(path, &read, &error));
    snprintf(expected, sizeof expected, complaint, path);
    assert_string_equal(error.message, expected);
    unlink(path);
}

static void a_wrong_line_is_told(void **state) {
    struct error error = {0};
    struct cpu_profile read;
    expect("cores = 8\ncores = 9\n", "%s:2: cores is given twice");
    expect(
        "cores = 8\nclock = 9\n",
        "%s:2: 'clock' is not a constant of a profile: h200.profile and xeon.cpu have all names");
    expect("\n\ncores = 0\n", "%s:3: cores must be more than 0, not '0'");
    expect("cores = 8.5\n", "%s:1: cores must be a whole number, not '8.5'");
    expect("stay = 2\n", "%s:1: stay must be at most 1, not '2'");
    expect("told = 0.5\n", "%s:1: told must be 0 or 1, not '0.5'");
    expect("cores = 8\n", "%s: calibrated is missing");
    assert_false(cpu_profile_find(PROFILES, "abacus", &read, &error));
    assert_string_equal(error.message,
                        "there is no profile 'abacus'; there are: epyc64, laptop, xeon");
}

static void all_profiles_can_be_read(void **state) {
    static const char *const names[] = {"epyc64", "laptop", "xeon"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        struct error error = {0};
        struct cpu_profile read;
        assert_true(cpu_profile_find(PROFILES, names[n], &read, &error));
        assert_string_equal(read.name, names[n]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions_are_divided),
        cmocka_unit_test(one_thread_alone_does_the_rest),
        cmocka_unit_test(atomics_are_slower_with_a_second_thread),
        cmocka_unit_test(a_lock_is_waited_for),
        cmocka_unit_test(of_fewer_threads_one_has_what_neighbours_had),
        cmocka_unit_test(pieces_are_not_cut),
        cmocka_unit_test(tasks_that_wait_have_their_price),
        cmocka_unit_test(cores_are_taken_before_pairs),
        cmocka_unit_test(memory_has_a_limit),
        cmocka_unit_test(locks_in_other_lines_do_not_wait),
        cmocka_unit_test(what_each_does_is_told_from_what_they_share),
        cmocka_unit_test(fields_stay_in_the_caches_of_many),
        cmocka_unit_test(a_crowd_slows_what_is_not_dealt),
        cmocka_unit_test(neighbours_stay_as_many),
        cmocka_unit_test(lines_that_travel_are_counted_apart),
        cmocka_unit_test(an_addition_waits_for_its_own_store),
        cmocka_unit_test(a_wrong_line_is_told),
        cmocka_unit_test(all_profiles_can_be_read),
    };
    return cmocka_run_group_tests(tests, read_xeon, NULL);
}
