/* `lockstep class adjust`, `rubric`, `again` and `sums`: a class that was graded (`show`:
 * class_show.c). */
#include "../commands.h"

#include "../../utf8.h"
#include "../../roster/teacher.h"
#include "../interrupt.h"
#include "../options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads an order of such a command: what it is called, what it does, and how many arguments it
 * takes. False when it ends here, with `status`. */
static bool read_order(int argc, char **argv, const char *line, const char *about, int count,
                       struct class_order *order, const char **arguments, int *status) {
    const struct option_row rows[] = {
        {"--out", OPTION_TEXT, &order->out, "DIR", "the class's folder (required)"},
        {"--by", OPTION_TEXT, &order->by, "INITIALS", "who decided"},
        {"--labs", OPTION_TEXT, &order->labs, "DIR", "a folder of labs of your own"},
    };
    const size_t row_count = sizeof rows / sizeof *rows;
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

int class_adjust_main(int argc, char **argv) {
    struct class_order order = {.engine = &engine_local, .by = ""};
    const char *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    struct error error;
    int64_t points;
    int status;
    if (!read_order(
            argc, argv, "lockstep class adjust STUDENT EXERCISE POINTS COMMENT --out DIR",
            "Adds points, such as +3 or -0.5, to a student's exercise, or to the `total`. The\n"
            "journal keeps them, also when you grade again. The student sees the comment.",
            4, &order, arguments, &status)) {
        return status;
    }
    if (!class_read_points(arguments[2], &points)) {
        error_set(&error, "points: '%s' is not a number such as +3, -0.5 or 2.25", arguments[2]);
        return command_failed(&error);
    }
    if (!utf8_valid(arguments[3], strlen(arguments[3])) ||
        !utf8_valid(order.by, strlen(order.by))) {
        error_set(&error, "COMMENT and INITIALS must be UTF-8, and these bytes are not: choose a "
                          "UTF-8 locale in the terminal, such as LANG=C.UTF-8");
        return command_failed(&error);
    }
    if (arguments[3][strspn(arguments[3], " \t\n")] == '\0') {
        error_set(&error, "COMMENT is empty: it must tell the student what the points are for");
        return command_failed(&error);
    }
    return class_adjust(&order, arguments[0], arguments[1], points, arguments[3], &error)
               ? 0
               : command_failed(&error);
}

int class_rubric_main(int argc, char **argv) {
    struct class_order order = {.engine = &engine_local, .by = ""};
    const char *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    struct error error;
    int status;
    if (!read_order(
            argc, argv, "lockstep class rubric CSV --out DIR",
            "Reads the marks for the written report from the table DIR/rubric.csv. Its\n"
            "columns are the parts that the rubric of DIR/policy.yaml names, a comment, and\n"
            "the initials of who graded (`by`) and of who graded a second time (`second`).\n"
            "Empty cells change nothing.",
            1, &order, arguments, &status)) {
        return status;
    }
    return class_rubric(&order, arguments[0], &error) ? 0 : command_failed(&error);
}

int class_again_main(int argc, char **argv) {
    struct class_order order = {.engine = &engine_local, .by = ""};
    const char *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    struct error error;
    bool complete = false;
    int status;
    if (!read_order(argc, argv, "lockstep class again STUDENT --out DIR",
                    "Grades one student again and says what changed. All other grades stay.", 1,
                    &order, arguments, &status)) {
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
    struct class_order order = {.engine = &engine_local, .by = ""};
    const char *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    struct error error;
    int status;
    if (!read_order(
            argc, argv, "lockstep class sums --out DIR",
            "Adds up all points again and writes all results, without running anything. Use\n"
            "it after you changed DIR/policy.yaml or the points of a check in lab.yaml.",
            0, &order, arguments, &status)) {
        return status;
    }
    return class_rewrite(&order, &error) ? 0 : command_failed(&error);
}
