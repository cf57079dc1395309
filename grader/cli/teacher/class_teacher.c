/* `lockstep class adjust`, `rubric`, `requests`, `again`, `sums` and `show`: a class that was
 * graded. */
#include "../commands.h"

#include "../../utf8.h"
#include "../../roster/pages/pages.h"
#include "../looking.h"
#include "../options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* False, with an error, where it could not be done, or leaves somebody ungraded. */
typedef bool act(const struct class_order *order, const char *const *arguments,
                 struct error *error);

static bool adjust(const struct class_order *order, const char *const *arguments,
                   struct error *error) {
    const char *comment = arguments[3];
    int64_t points;
    if (!class_read_points(arguments[2], &points)) {
        return error_set(error, "points: '%s' is not a number such as +3, -0.5 or 2.25",
                         arguments[2]);
    }
    if (!utf8_valid(comment, strlen(comment)) || !utf8_valid(order->by, strlen(order->by))) {
        return error_set(error,
                         "COMMENT and INITIALS must be UTF-8, and these bytes are not: choose a "
                         "UTF-8 locale in the terminal, such as LANG=C.UTF-8");
    }
    if (comment[strspn(comment, " \t\n")] == '\0') {
        return error_set(error,
                         "COMMENT is empty: it must tell the student what the points are for");
    }
    return class_adjust(order, arguments[0], arguments[1], points, comment, error);
}

static bool rubric(const struct class_order *order, const char *const *arguments,
                   struct error *error) {
    return class_rubric(order, arguments[0], error);
}

static bool requests(const struct class_order *order, const char *const *arguments,
                     struct error *error) {
    return class_requests(order, arguments[0], error);
}

static bool again(const struct class_order *order, const char *const *arguments,
                  struct error *error) {
    bool complete = false;
    interrupt_last_words("what was graded before is kept");
    interrupt_clean_up();
    if (!class_again(order, arguments[0], &complete, error)) {
        return false;
    }
    error->message[0] = '\0'; /* why it was not graded stands there already */
    return complete;
}

static bool sums(const struct class_order *order, const char *const *arguments,
                 struct error *error) {
    (void)arguments;
    return class_rewrite(order, "sums: points were added up again", error);
}

static bool show(const struct class_order *order, const char *const *arguments,
                 struct error *error) {
    struct replay_source source = {0};
    bool good = replay_find(&source, order, arguments[0], arguments[1], arguments[2], error);
    if (good) {
        struct looking looking = {.check = arguments[2],
                                  .out = source.page,
                                  .labs = source.labs,
                                  .secret_file = source.secret,
                                  .seed = source.seed};
        const char *const what[] = {source.lab, arguments[1], source.files};
        good =
            show_check(&looking, order->language, what, error) && class_rewrite(order, NULL, error);
    }
    replay_free(&source);
    return good;
}

static const struct {
    const char *word, *line, *about;
    size_t count; /* of arguments */
    act *act;
} orders[] = {
    {"adjust", "lockstep class adjust STUDENT EXERCISE POINTS COMMENT --out DIR",
     "Adds points, such as +3 or -0.5, to a student's exercise, or to the `total`. The\n"
     "journal keeps them, also when you grade again; the same points with the same\n"
     "comment count once. The student sees the comment.",
     4, adjust},
    {"rubric", "lockstep class rubric CSV --out DIR",
     "Reads the marks for the written report from the table DIR/rubric.csv. Its\n"
     "columns are the parts that the rubric of DIR/policy.yaml names, a comment, and\n"
     "the initials of who graded (`by`) and of who graded a second time (`second`).\n"
     "Empty cells change nothing.",
     1, rubric},
    {"requests", "lockstep class requests CSV --out DIR",
     "Reads who asks for a regrade from a table with the columns student, exercise (or\n"
     "`total`) and request; asked (the day), answer and by may be there, too. The class's\n"
     "page lists them, those without an answer first. DIR/requests.csv is the same table:\n"
     "fill in the answers there, and give it back. It changes no points.",
     1, requests},
    {"again", "lockstep class again STUDENT --out DIR",
     "Grades one student again and says what changed. All other grades stay.", 1, again},
    {"sums", "lockstep class sums --out DIR",
     "Adds up all points again and writes all results, without running anything. Use\n"
     "it after you changed DIR/policy.yaml or the points of a check in lab.yaml.",
     0, sums},
    {"show", "lockstep class show STUDENT EXERCISE CHECK --out DIR",
     "Writes DIR/replay/STUDENT-EXERCISE-CHECK.html, which shows step by step what the\n"
     "student's program did in that check, on the inputs that it was graded with.\n"
     "DIR/index.html then links to it.",
     3, show},
};

bool class_order_main(int argc, char **argv, int *status) {
    struct class_order order = {.engine = &engine_local, .by = ""};
    const struct option_row rows[] = {
        {"--out", OPTION_TEXT, &order.out, "DIR", "the class's folder (required)"},
        {"--by", OPTION_TEXT, &order.by, "INITIALS", "who decided"},
        {"--language", OPTION_TEXT, &order.language, "L", "what it says, in en or fr"},
        {"--labs", OPTION_TEXT, &order.labs, "DIR", "a folder of labs of your own"},
    };
    const char *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    struct error error = {0};
    size_t i = 0;
    while (i < sizeof orders / sizeof *orders && strcmp(argv[0], orders[i].word) != 0) {
        i++;
    }
    if (i == sizeof orders / sizeof *orders) {
        return false;
    }
    const struct usage usage = {orders[i].line,  orders[i].about, rows, sizeof rows / sizeof *rows,
                                orders[i].count, orders[i].count};
    if (!options_read(argc, argv, &usage, arguments, status)) {
        return true;
    }
    *status = 2;
    if (order.out == NULL) {
        fprintf(stderr, "lockstep: add --out DIR, the folder of the class (usage: %s)\n",
                usage.line);
    } else if (orders[i].act(&order, arguments, &error)) {
        *status = 0;
    } else if (*error.message != '\0') {
        *status = command_failed(&error);
    }
    return true;
}
