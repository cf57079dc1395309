/* `lockstep class show`: a replay of a student's failed check, as it was graded. */
#include "../commands.h"

#include "../../roster/pages/pages.h"
#include "../looking.h"
#include "../options.h"

#include <stdio.h>
#include <stdlib.h>

static bool show_student(const struct class_order *order, const char *language,
                         const char *const *arguments, struct error *error) {
    struct replay_source source = {0};
    bool good = replay_find(&source, order, arguments[0], arguments[1], arguments[2], error);
    if (good) {
        struct looking looking = {.check = arguments[2],
                                  .out = source.page,
                                  .labs = source.labs,
                                  .secret_file = source.secret,
                                  .seed = source.seed};
        const char *const what[] = {source.lab, arguments[1], source.files};
        good = show_check(&looking, language, what, error) && class_rewrite(order, error);
    }
    replay_free(&source);
    return good;
}

int class_show_main(int argc, char **argv) {
    struct class_order order = {.engine = &engine_local, .by = ""};
    const char *language = NULL, *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    const struct option_row rows[] = {
        {"--out", OPTION_TEXT, &order.out, "DIR", "the class's folder (required)"},
        {"--language", OPTION_TEXT, &language, "L", "language of the page: en or fr"},
        {"--labs", OPTION_TEXT, &order.labs, "DIR", "a folder of labs of your own"},
    };
    const struct usage usage = {
        "lockstep class show STUDENT EXERCISE CHECK --out DIR",
        "Writes DIR/replay/STUDENT-EXERCISE-CHECK.html, which shows step by step what the\n"
        "student's program did in that check, on the inputs that it was graded with.\n"
        "DIR/index.html then links to it.",
        rows,
        sizeof rows / sizeof *rows,
        3,
        3};
    struct error error = {""};
    int status;
    if (!options_read(argc, argv, &usage, arguments, &status)) {
        return status;
    }
    if (order.out == NULL) {
        fprintf(stderr, "lockstep: add --out DIR, the folder of the class (usage: %s)\n",
                usage.line);
        return 2;
    }
    return show_student(&order, language, arguments, &error) ? 0 : command_failed(&error);
}
