/* The frame of the benchmarks: its arithmetic, its table, and what it says about a bad RUNS. */
#include "../bench.h"
#include "../../tests/unit.h"

#include <stdlib.h>
#include <string.h>

static void statistics_of_odd_and_even(void **state) {
    double odd[] = {5, 1, 3}, even[] = {4, 1, 3, 2}, one[] = {7};
    struct bench_statistics s = bench_statistics(odd, 3);
    assert_true(s.minimum == 1 && s.median == 3 && s.maximum == 5);
    s = bench_statistics(even, 4);
    assert_true(s.minimum == 1 && s.median == 2.5 && s.maximum == 4);
    s = bench_statistics(one, 1);
    assert_true(s.minimum == 7 && s.median == 7 && s.maximum == 7);
}

static int calls[2];

static void count_call(const void *context) {
    calls[*(const int *)context]++;
}

static const int first = 0, second = 1;
static const struct bench_row rows[] = {
    {"a name of 24 columns all", "shuffled", 1, 10, 0, count_call, &first},
    {"short", "equal", 100000, 1, 0, count_call, &second},
};

/* The table that bench_run writes, to be freed; *status is what it returned. */
static char *table(size_t rounds, int *status) {
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    *status = bench_run("A title", rows, 2, rounds, out);
    fclose(out);
    return text;
}

static void every_row_runs_once_more_than_it_counts(void **state) {
    int status;
    calls[0] = calls[1] = 0;
    free(table(4, &status));
    assert_int_equal(status, 0);
    assert_int_equal(calls[0], 5);
    assert_int_equal(calls[1], 0); /* nobody has 100000 cores */
}

static void table_fits_80_columns(void **state) {
    int status;
    char *text = table(3, &status);
    assert_non_null(strstr(text, "3 rounds"));
    assert_non_null(strstr(text, "left out"));
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        assert_in_range(strlen(line), 0, 80);
    }
    free(text);
}

static void runs_overrides_the_rounds(void **state) {
    int status;
    setenv("RUNS", "2", 1);
    calls[0] = 0;
    free(table(9, &status));
    assert_int_equal(status, 0);
    assert_int_equal(calls[0], 3);

    static const char *const bad[] = {"0", "-1", "x", "5x", "1001", "99999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        setenv("RUNS", bad[i], 1);
        free(table(9, &status));
        assert_int_equal(status, 2);
    }
    unsetenv("RUNS");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statistics_of_odd_and_even),
        cmocka_unit_test(every_row_runs_once_more_than_it_counts),
        cmocka_unit_test(table_fits_80_columns),
        cmocka_unit_test(runs_overrides_the_rounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
