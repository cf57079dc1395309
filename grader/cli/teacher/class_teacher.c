/* `lockstep class adjust`, `rubric`, `again` and `sums`: a class that was graded (`show`:
 * class_show.c). */
#include "../commands.h"

#include "../../utf8.h"
#include "../../roster/teacher.h"
#include "../interrupt.h"
#include "../options.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads an order of such a command: what it is called, what it does, how many arguments it takes,
 * and where initials go (NULL: it takes none). False when it ends here, with `status`. */
static bool read_order(int argc, char **argv, const char *line, const char *about, int count,
                       struct class_order *order, const char **initials, const char **arguments,
                       int *status) {
    struct option_row rows[3];
    size_t row_count = 0;
    rows[row_count++] = (struct option_row){"--out", OPTION_TEXT, &order->out, "DIR",
                                            "the class's folder (required)"};
    if (initials != NULL) {
        rows[row_count++] =
            (struct option_row){"--by", OPTION_TEXT, initials, "INITIALS", "who decided"};
    }
    rows[row_count++] = (struct option_row){"--labs", OPTION_TEXT, &order->labs, "DIR",
                                            "a folder of labs of your own"};
    const struct usage usage = {line, about, rows, row_count, count, count};
    if (!options_read(argc, argv, &usage, arguments, status)) {
        return false;
    }
    if (order->out == NULL) {
        fprintf(stderr, "lockstep: add --out DIR, the folder of the class (usage: %s)\n", line);
        *status = 2;
        return false;
    }
    return true;
}

/* "+3", "-0.5" or "2.25" in hundredths. */
static bool read_points(const char *text, int64_t *points) {
    char *end;
    const char *digits = text + (*text == '+' || *text == '-');
    const long whole = strtol(digits, &end, 10);
    int64_t hundredths = 0;
    if (!isdigit((unsigned char)*digits) || whole > 100000) {
        return false;
    }
    if (*end == '.') {
        const size_t places = strspn(++end, "0123456789");
        if (places < 1 || places > 2) {
            return false;
        }
        hundredths = (end[0] - '0') * 10 + (places == 2 ? end[1] - '0' : 0);
        end += places;
    }
    *points = (whole * 100 + hundredths) * (*text == '-' ? -1 : 1);
    return *end == '\0';
}

int class_adjust_main(int argc, char **argv) {
    struct class_order order = {.engine = &engine_local};
    const char *initials = "", *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    struct error error;
    int64_t points;
    int status;
    if (!read_order(
            argc, argv, "lockstep class adjust STUDENT EXERCISE POINTS COMMENT --out DIR",
            "Adds points, such as +3 or -0.5, to a student's exercise, or to the `total`. The\n"
            "journal keeps them, also when you grade again. The student sees the comment.",
            4, &order, &initials, arguments, &status)) {
        return status;
    }
    if (!read_points(arguments[2], &points)) {
        error_set(&error, "points: '%s' is not a number such as +3, -0.5 or 2.25", arguments[2]);
        return command_failed(&error);
    }
    if (!utf8_valid(arguments[3], strlen(arguments[3])) ||
        !utf8_valid(initials, strlen(initials))) {
        error_set(&error, "COMMENT and INITIALS must be UTF-8, and these bytes are not: choose a "
                          "UTF-8 locale in the terminal, such as LANG=C.UTF-8");
        return command_failed(&error);
    }
    if (arguments[3][strspn(arguments[3], " \t\n")] == '\0') {
        error_set(&error, "COMMENT is empty: it must tell the student what the points are for");
        return command_failed(&error);
    }
    return class_adjust(&order, arguments[0], arguments[1], points, arguments[3], initials, &error)
               ? 0
               : command_failed(&error);
}

int class_rubric_main(int argc, char **argv) {
    struct class_order order = {.engine = &engine_local};
    const char *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    struct error error;
    int status;
    if (!read_order(
            argc, argv, "lockstep class rubric CSV --out DIR",
            "Reads the marks for the written report from the table DIR/rubric.csv. Its\n"
            "columns are the parts that the rubric of DIR/policy.yaml names, a comment, and\n"
            "the initials of who graded (`by`) and of who graded a second time (`second`).\n"
            "Empty cells change nothing.",
            1, &order, NULL, arguments, &status)) {
        return status;
    }
    return class_rubric(&order, arguments[0], &error) ? 0 : command_failed(&error);
}

int class_again_main(int argc, char **argv) {
    struct class_order order = {.engine = &engine_local};
    const char *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    struct error error;
    bool complete = false;
    int status;
    if (!read_order(argc, argv, "lockstep class again STUDENT --out DIR",
                    "Grades one student again and says what changed. All other grades stay.", 1,
                    &order, NULL, arguments, &status)) {
        return status;
    }
    interrupt_last_words("what was graded before is kept");
    interrupt_clean_up();
    if (!class_again(&order, arguments[0], &complete, &error)) {
        return command_failed(&error);
    }
    return complete ? 0 : 2;
}

int class_sums_main(int argc, char **argv) {
    struct class_order order = {.engine = &engine_local};
    const char *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    struct error error;
    int status;
    if (!read_order(
            argc, argv, "lockstep class sums --out DIR",
            "Adds up all points again and writes all results, without running anything. Use\n"
            "it after you changed DIR/policy.yaml or the points of a check in lab.yaml.",
            0, &order, NULL, arguments, &status)) {
        return status;
    }
    return class_rewrite(&order, &error) ? 0 : command_failed(&error);
}
