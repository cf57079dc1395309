/* What teachers write: times and durations, in a zone with summer time, and mistyped names. */
#include "../rules/rules.h"
#include "../roster.h"
#include "../../tests/unit.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static void times_are_of_their_zone(void **state) {
    static const struct {
        const char *text;
        int64_t time;
    } rows[] = {
        {"1970-01-01 00:00 Z", 0},
        {"1970-01-01T00:01:05Z", 65},
        {"1970-01-01 02:00 +01:00", 3600},
        {"1970-01-01 02:00+02:00", 0},
        {"1970-01-01 00:00 -00:30", 1800},
        {"2026-01-20 23:59", 1768949940}, /* winter: an hour behind Z */
        {"2026-07-20 23:59", 1784584740}, /* summer: two */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int64_t time = -1;
        assert_true(policy_read_time(rows[i].text, &time));
        assert_int_equal(time, rows[i].time);
    }
}

static void what_is_no_time(void **state) {
    static const char *const texts[] = {"",
                                        "tomorrow",
                                        "2026-11-20",
                                        "2026-11-20 25:00",
                                        "2026-11-31 18:00",
                                        "2026-11-31 18:00 Z",
                                        "2026-02-29 18:00 +01:00",
                                        "2026-11-20 18:00 CET",
                                        "2026-11-20 18:00 +01",
                                        "2026-11-20 18:00 +01:00 or so",
                                        "2026-11-20 18:00 +-1:00",
                                        "2026-11-20 18:00 +01:-5",
                                        "2026-11-20 18:00 +15:00",
                                        "2026-11-20 18:00 +01:60"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        int64_t time;
        if (policy_read_time(texts[i], &time)) {
            fail_msg("'%s' is taken for a time", texts[i]);
        }
    }
}

static void moodles_times_are_read_in_any_language(void **state) {
    static const char *const same[] = {"Friday, 20 November 2026, 11:59 PM",
                                       "Friday, 20 November 2026, 11:59\u202fPM",
                                       "Friday, November 20, 2026, 11:59 PM",
                                       "vendredi 20 novembre 2026, 23:59",
                                       "vendredi 20 novembre 2026, 23 h 59",
                                       "Freitag, 20. November 2026, 23:59",
                                       "viernes, 20 de noviembre de 2026, 23:59",
                                       "venerdì, 20 novembre 2026, 23:59",
                                       "sexta-feira, 20 de novembro de 2026 às 23:59",
                                       "vrijdag, 20 november 2026, 23:59",
                                       "piątek, 20 listopada 2026, 23:59",
                                       "pátek, 20. listopadu 2026, 23.59",
                                       "2026. november 20., péntek, 23:59",
                                       "perjantai, 20. marraskuuta 2026, 23.59",
                                       "20 Kasım 2026, Cuma, 23:59",
                                       "пятница, 20 ноября 2026, 23:59",
                                       "Παρασκευή, 20 Νοεμβρίου 2026, 23:59",
                                       "2026年11月20日 星期五 23:59",
                                       "20/11/2026 23:59",
                                       "2026-11-20 23:59"};
    static const char *const none[] = {"",
                                       "-",
                                       "20 November 2026",
                                       "23:59",
                                       "Friday, 20 Foo 2026, 23:59",
                                       "31 November 2026, 23:59",
                                       "Submitted for grading",
                                       "20 November 2026, 25:00"};
    int64_t time, due;
    assert_true(policy_read_time("2026-11-20 23:59", &due));
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        if (!roster_time(same[i], &time) || time != due) {
            fail_msg("'%s' is not read", same[i]);
        }
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        if (roster_time(none[i], &time)) {
            fail_msg("'%s' is taken for a time", none[i]);
        }
    }
    assert_true(roster_time("mardi 3 mars 2026, 12:05", &time)); /* a day that begins as a month */
    assert_true(policy_read_time("2026-03-03 12:05", &due) && time == due);
    assert_true(roster_time("martes, 4 de agosto de 2026, 00:05", &time));
    assert_true(policy_read_time("2026-08-04 00:05", &due) && time == due);
    assert_true(roster_time("Sunday, 1 March 2026, 12:05 AM", &time));
    assert_true(policy_read_time("2026-03-01 00:05", &due) && time == due);
}

static void zones_are_known_or_not(void **state) {
    static const char *const known[] = {"", "UTC", "CET-1CEST,M3.5.0,M10.5.0/3", "<+0530>-5:30",
                                        "EST5"};
    static const char *const unknown[] = {"Mars/Phobos", "Europe/Pari", "Paris", "../etc/passwd",
                                          "X5"};
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        assert_true(policy_zone_known(known[i]));
        assert_false(policy_zone_known(unknown[i]));
    }
    assert_string_equal(policy_zone_text(&arena, 1784584740), "CEST, UTC+02:00");
    assert_string_equal(policy_zone_text(&arena, 1768949940), "CET, UTC+01:00");
    arena_free(&arena);
}

static void durations_are_read(void **state) {
    int64_t seconds = 0;
    assert_true(policy_read_duration("90 s", &seconds) && seconds == 90);
    assert_true(policy_read_duration("15min", &seconds) && seconds == 900);
    assert_true(policy_read_duration("2 days", &seconds) && seconds == 172800);
    assert_true(policy_read_duration("1 week", &seconds) && seconds == 604800);
    assert_true(policy_read_duration("1000000 h", &seconds));
    assert_false(policy_read_duration("1000001 h", &seconds));
    assert_false(policy_read_duration("99999999999999999999 h", &seconds));
    assert_false(policy_read_duration("-1 h", &seconds));
    assert_false(policy_read_duration("2 moons", &seconds));
    assert_false(policy_read_duration("2", &seconds));
}

static void both_are_written_as_people_do(void **state) {
    static const struct {
        int64_t seconds;
        const char *text;
    } rows[] = {{59, "59 s"},         {60, "1 min"},        {3599, "59 min"},
                {3600, "1 h"},        {5400, "1 h 30 min"}, {86400, "1 day"},
                {90000, "1 day 1 h"}, {172800, "2 days"},   {183600, "2 days 3 h"}};
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_string_equal(policy_duration_text(&arena, rows[i].seconds), rows[i].text);
    }
    assert_string_equal(policy_time_text(&arena, 1784584740), "2026-07-20 23:59");
    arena_free(&arena);
}

static const char *nearest(const char *wanted, const char *first, const char *second) {
    struct nearest search = nearest_to(wanted);
    nearest_offer(&search, first);
    nearest_offer(&search, second);
    return search.name;
}

static void the_nearest_is_taken(void **state) {
    assert_string_equal(nearest("histogran", "histograms", "histogram"), "histogram");
    assert_string_equal(nearest("Sum", "max", "sum"), "sum");   /* case does not count */
    assert_string_equal(nearest("usm", "max", "sum"), "sum");   /* a swap is one edit */
    assert_string_equal(nearest("sums", "sum", "sumt"), "sum"); /* of two, the first */
}

/* A third of the name's bytes, or one byte of a short one. */
static void what_is_too_far_is_not(void **state) {
    assert_string_equal(nearest("ab", "abc", NULL), "abc");
    assert_null(nearest("ab", "xy", ""));
    assert_null(nearest("abcde", "abxye", NULL));
    assert_string_equal(nearest("abcdef", "abxyef", NULL), "abxyef");
    assert_null(nearest("abcdef", "axyzef", NULL));
}

static void long_names_are_left_alone(void **state) {
    char name[66];
    memset(name, 'a', sizeof name);
    name[65] = '\0';
    assert_null(nearest(name, name, "a"));
    assert_null(nearest("aaa", name, NULL));
    name[64] = '\0';
    assert_string_equal(nearest(name, name, NULL), name);
}

int main(void) {
    setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1); /* central Europe's, without a table of zones */
    tzset();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_are_of_their_zone),
        cmocka_unit_test(what_is_no_time),
        cmocka_unit_test(moodles_times_are_read_in_any_language),
        cmocka_unit_test(zones_are_known_or_not),
        cmocka_unit_test(durations_are_read),
        cmocka_unit_test(both_are_written_as_people_do),
        cmocka_unit_test(the_nearest_is_taken),
        cmocka_unit_test(what_is_too_far_is_not),
        cmocka_unit_test(long_names_are_left_alone),
    };
    return cmocka_run_group_tests_name("policy", tests, NULL, NULL);
}
