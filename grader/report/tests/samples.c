#include "samples.h"

static struct result_fact toolchain[] = {
    {"gcc", "12.2.0", &toolchain[1]},
    {"clang", "14.0.6", NULL},
};
static struct result_fact machine[] = {
    {"jail", "bubblewrap with resource limits", &machine[1]},
    {"cores", "2", NULL},
};
static struct timing timings[] = {
    {"build native", 0.1234567, &timings[1]},
    {"run for_atomic correct", 0.05, NULL},
};

#define CHECK(name_, kind_, title_, how_, points_, earned_, verdict_)                              \
    .name = (name_), .kind = (kind_), .title = (title_), .how = (how_), .points = (points_),       \
    .earned = (earned_), .verdict = (verdict_)
#define BITS   "bit-for-bit comparison"
#define ORDERS "the machine: every access, in four orders"

/* ---- everything passes ---- */

static struct counted full_counted[] = {
    {.fact = "threads_updating",
     .value = 4,
     .has_least = true,
     .least = 4,
     .has_most = true,
     .most = 4,
     .next = &full_counted[1]},
    {.fact = "barriers", .value = 64, .has_most = true, .most = 80, .next = &full_counted[2]},
    {.fact = "atomics", .value = 16384, .has_least = true, .least = 100},
};
static struct check_result full_checks[] = {
    {CHECK("correct", "output", "Every bin is right", BITS, 800, 800, VERDICT_PASS),
     .next = &full_checks[1]},
    {CHECK("race", "race", "No two threads collide", ORDERS, 250, 250, VERDICT_PASS),
     .counted = full_counted, .counted_input = "n = 16384, threads = 4"},
};
static struct exercise_result full_exercise = {.name = "for_atomic",
                                               .title = "One shared table, atomic updates",
                                               .function = "histogram_for_atomic",
                                               .device = "cpu",
                                               .points = 1050,
                                               .earned = 1050,
                                               .checks = full_checks};
static struct result full = {.lab = "histogram-omp",
                             .title = "Histogram with OpenMP",
                             .submission = "work/histogram-omp",
                             .seed = 1,
                             .points = 1050,
                             .earned = 1050,
                             .exercises = &full_exercise,
                             .toolchain = toolchain,
                             .machine = machine,
                             .timings = timings};

const struct result *sample_full(void) {
    return &full;
}

/* ---- one of everything ---- */

static struct finding wrong_bins[] = {
    {.verdict = VERDICT_WRONG_ANSWER,
     .message = "bin 17: got 3, expected 4 (and 12 more bins differ)",
     .input = "n = 257, data = skewed",
     .advice = "Does the loop reach the last element when n is odd?",
     .next = &wrong_bins[1]},
    {.verdict = VERDICT_WRONG_ANSWER,
     .message = "bin 0: got 2779096485, expected 0: nothing was written there",
     .input = "n = 0",
     .next = &wrong_bins[2]},
    {.verdict = VERDICT_WRONG_ANSWER,
     .message = "bin 1: got 0, expected 1",
     .input = "n = 1",
     .next = &wrong_bins[3]},
    {.verdict = VERDICT_WRONG_ANSWER,
     .message = "bin 2: got 0, expected 1",
     .input = "n = 255",
     .next = &wrong_bins[4]},
    {.verdict = VERDICT_WRONG_ANSWER,
     .message = "bin 3: got 0, expected 1",
     .input = "n = 256",
     .next = &wrong_bins[5]},
    {.verdict = VERDICT_WRONG_ANSWER, .message = "bin 4: got 0, expected 1", .input = "n = 509"},
};
static struct finding beside_race[] = {
    {.verdict = VERDICT_WRONG_ANSWER,
     .message = "NOT SHOWN: it comes of the race",
     .next = &beside_race[1]},
    {.verdict = VERDICT_BARRIER_DIVERGENCE,
     .message = "thread 3 waits at line 7",
     .file = "histogram.c",
     .line = 7},
};
static const struct message_value race_values[] = {
    {"array", "frequency[…]", 0}, {"line", NULL, 6}, {0}};
static struct finding race = {
    .next = beside_race,
    .verdict = VERDICT_RACE,
    .message = "two threads write frequency[…] at the same time, on lines 6 and 6",
    .id = "RACE_UNORDERED",
    .values = race_values,
    .file = "histogram.c",
    .line = 6,
    .function = "histogram_for_atomic",
    .input = "n = 16384, data = uniform, threads = 4",
    .advice = "Every thread counts into the same table: an update must be atomic (`#pragma omp "
              "atomic`), or each "
              "thread needs a table of its own."};
static struct finding untranslated = {.verdict = VERDICT_UNAVAILABLE,
                                      .message = "the machine that judges this cannot run assembly",
                                      .file = "histogram.c",
                                      .line = 7,
                                      .advice = "Write it in C."};
static struct finding secret = {.verdict = VERDICT_OUT_OF_BOUNDS,
                                .message = "SECRET: reads one element past the end",
                                .input = "n = 4099"};
static struct finding not_compiled = {
    .verdict = VERDICT_BUILD_ERROR,
    .message = "histogram.c:12:5: error: expected ';' before 'return'",
    .file = "histogram.c",
    .line = 7,
    .advice = "Mend the first error first: the others often follow from it."};

static struct check_result sequential_checks[] = {
    {CHECK("correct", "output", "Every bin is right", BITS, 800, 800, VERDICT_PASS),
     .next = &sequential_checks[1]},
    {CHECK("robust", "output", "Odd sizes, skewed and all-equal data", BITS, 250, 0,
           VERDICT_WRONG_ANSWER),
     .findings = wrong_bins, .next = &sequential_checks[2]},
    {CHECK("more", "output", "Secret title", BITS, 150, 0, VERDICT_OUT_OF_BOUNDS),
     .findings = &secret, .hidden = true},
};
static struct check_result atomic_checks[] = {
    {CHECK("race", "race", "No two threads collide", ORDERS, 400, 0, VERDICT_RACE),
     .findings = &race, .next = &atomic_checks[1]},
    {CHECK("correct", "output", "Every bin is right", NULL, 400, 0, VERDICT_SKIPPED),
     .next = &atomic_checks[2]},
    {CHECK("structure", "structure", "A title as long as a lab may make one: 40",
           "the machine: what it counted", 400, 0, VERDICT_SKIPPED)},
};
static struct check_result promotion_checks[] = {
    {CHECK("correct", "output", "Every bin is right", BITS, 400, 400, VERDICT_PASS),
     .next = &promotion_checks[1]},
    {CHECK("race", "race", "No two threads collide", ORDERS, 425, 0, VERDICT_UNAVAILABLE),
     .findings = &untranslated},
};
static struct check_result any_checks[] = {
    {CHECK("correct", "output", "Every bin is right", NULL, 100, 0, VERDICT_BUILD_ERROR),
     .findings = &not_compiled, .next = &any_checks[1]},
    {CHECK("robust", "output", "Tables of other sizes", NULL, 100, 0, VERDICT_BUILD_ERROR),
     .findings = &not_compiled, .next = &any_checks[2]},
    {CHECK("memory", "memory", NULL, NULL, 100, 0, VERDICT_UNINITIALISED_READ)},
};
static struct check_result untouched_checks[] = {
    {CHECK("correct", "output", "Every bin is right", NULL, 150, 0, VERDICT_NOT_BEGUN),
     .next = &untouched_checks[1]},
    {CHECK("race", "race", NULL, NULL, 50, 0, VERDICT_NOT_BEGUN)},
};
#define EXERCISE(name_, title_, function_, points_, earned_)                                       \
    .name = (name_), .title = (title_), .function = (function_), .device = "cpu",                  \
    .points = (points_), .earned = (earned_)
static struct exercise_result mixed_exercises[] = {
    {EXERCISE("sequential", "One thread", "histogram_sequential", 1200, 800),
     .checks = sequential_checks, .next = &mixed_exercises[1]},
    {EXERCISE("for_atomic", "One shared table, atomic updates", "histogram_for_atomic", 1200, 0),
     .checks = atomic_checks, .next = &mixed_exercises[2]},
    {EXERCISE("for_promotion_tab",
              "A table for each thread, merged at the very end of the region by all",
              "histogram_for_promotion_tab", 825, 400),
     .checks = promotion_checks, .next = &mixed_exercises[3]},
    {EXERCISE("any_m", NULL, "histogram_any_m", 300, 0), .checks = any_checks,
     .next = &mixed_exercises[4]},
    {EXERCISE("tasks", "The same with tasks", "histogram_tasks", 200, 0),
     .checks = untouched_checks},
};
static struct result mixed = {
    .lab = "histogram-omp",
    .title = "Histogram with OpenMP",
    .submission = "work/histogram-omp",
    .seed = UINT64_MAX,
    .points = 3725,
    .earned = 1200,
    .exercises = mixed_exercises,
    .warnings =
        "histogram.c:4:13: warning: unused variable 'unused' [-Wunused-variable]\n"
        "    4 |         int unused;\n"
        "      |             ^~~~~~\n"
        "histogram.cl:9:69: warning: unused parameter 'n' [-Wunused-parameter]\n"
        "__kernel void histogram_with_a_long_name(__global const uchar *data, uint n, uint m)\n"
        "                                                                          ^\n"
        "histogram.cl:9:82: warning: unused parameter 'm' [-Wunused-parameter]\n"
        "__kernel void histogram_with_a_long_name(__global const uchar *data, uint n, uint m)\n"
        "                                                                                  ^\n",
    .toolchain = toolchain,
    .machine = machine,
    .timings = timings};

const struct result *sample_mixed(void) {
    return &mixed;
}

/* ---- one mistake fails everything ---- */

#define BROKEN(check_name, after)                                                                  \
    {                                                                                              \
        .name = (check_name), .kind = (check_name), .points = 100, .verdict = VERDICT_BUILD_ERROR, \
        .findings = &not_compiled, .next = (after)                                                 \
    }
static struct check_result broken_checks[3][2] = {
    {BROKEN("output", &broken_checks[0][1]), BROKEN("race", NULL)},
    {BROKEN("output", &broken_checks[1][1]), BROKEN("race", NULL)},
    {BROKEN("output", &broken_checks[2][1]), BROKEN("race", NULL)},
};
static struct exercise_result broken_exercises[] = {
    {.name = "sequential", .points = 200, .checks = broken_checks[0], .next = &broken_exercises[1]},
    {.name = "for_atomic", .points = 200, .checks = broken_checks[1], .next = &broken_exercises[2]},
    {.name = "any_m", .points = 200, .checks = broken_checks[2]},
};
static struct result broken = {.lab = "histogram-omp",
                               .submission = "work/histogram-omp",
                               .seed = 2002,
                               .points = 600,
                               .exercises = broken_exercises};

const struct result *sample_broken(void) {
    return &broken;
}

/* ---- hostile texts ---- */

#define TEN(text) text text text text text text text text text text

static struct finding nasty_findings[] = {
    {.verdict = VERDICT_CRASH,
     .message = "</failure><x a=\"'&\"> ]]> \xff\xfe \xc3( \xe2\x82 \033[31mred\033]0;title\a "
                "\x01\x02\x7f \xc2\x9b 2J",
     .file = "his\"<togram>.c",
     .line = 1,
     .function = "f<&>\"",
     .input = "n = \xed\xa0\x80",
     .advice = TEN(TEN("endless")) " word\nsecond\tline\n\n",
     .next = &nasty_findings[1]},
    {.verdict = VERDICT_CRASH,
     .message = TEN("a much longer line than a terminal can show "),
     .file = "histogram.c"},
};
static struct check_result nasty_checks[] = {
    {.name = "cor<rect>",
     .kind = "output",
     .title = "t\xc3\xaftle \xe2\x80\xae & \"quotes\" " TEN("long "),
     .how = "<how>",
     .points = 1000000000,
     .earned = -1,
     .verdict = VERDICT_CRASH,
     .findings = nasty_findings,
     .next = &nasty_checks[1]},
    {.name = TEN("name"),
     .kind = "output",
     .title =
         "\xe6\xbc\xa2\xe5\xad\x97 wide characters, in a row: " TEN("\xe6\xbc\xa2\xe5\xad\x97"),
     .points = 1,
     .earned = 1},
};
static struct exercise_result nasty_exercise = {.name = TEN("exercise"),
                                                .title = TEN("\xf0\x9f\x98\x80\xc3"),
                                                .function = "f",
                                                .device = "cpu",
                                                .points = 1000000000,
                                                .earned = 1,
                                                .checks = nasty_checks};
static struct result_fact nasty_tools = {"gcc \"", "\xff<12>", NULL};
static struct result nasty = {.lab = "lab & \"<co>\"",
                              .title = TEN("title \xff"),
                              .submission = TEN("/a/very/deep/folder"),
                              .seed = 1,
                              .warnings = TEN(TEN("warning: \033[35mline\033[0m\n")),
                              .points = 1000000000,
                              .earned = 1,
                              .exercises = &nasty_exercise,
                              .toolchain = &nasty_tools};

const struct result *sample_nasty(void) {
    return &nasty;
}

static struct result empty = {.lab = "nothing", .seed = 0};

const struct result *sample_empty(void) {
    return &empty;
}
