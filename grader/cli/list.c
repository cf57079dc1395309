/* `lockstep list`: the labs, their exercises and points. */
#include "commands.h"

#include "../compile/kit.h"
#include "../lab/lab.h"
#include "../report/report.h"
#include "options.h"

#include <limits.h>
#include <stdio.h>

static void print_lab(const struct lab *lab) {
    char points[POINTS_TEXT_BYTES];
    printf("%s: %s (%s points)\n", lab->name, lab->title, report_points(lab->points, points));
    for (const struct lab_exercise *exercise = lab->exercises; exercise != NULL;
         exercise = exercise->next) {
        printf("  %-30s %6s  %-6s %s\n", exercise->name, report_points(exercise->points, points),
               exercise->device, exercise->title);
    }
}

static bool list_lab(const struct kit *kit, const char *name, struct error *error) {
    char path[PATH_MAX];
    struct lab lab;
    snprintf(path, sizeof path, "%s/%s", kit->labs, name);
    if (!lab_load(&lab, path, error)) {
        return false;
    }
    print_lab(&lab);
    lab_free(&lab);
    return true;
}

int list_main(int argc, char **argv) {
    const char *labs = NULL, *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    const struct option_row rows[] = {
        {"--labs", OPTION_TEXT, &labs, "DIR", "a folder of labs of your own"}};
    const struct usage usage = {
        "lockstep list [--labs DIR]", "Lists the labs, their exercises and points.", rows, 1, 0, 0};
    enum options_end end = options_read(argc, argv, &usage, arguments);
    if (end != OPTIONS_READ) {
        return end == OPTIONS_HELP ? 0 : 2;
    }
    struct kit kit;
    struct error error;
    if (!kit_open(&kit, labs, &error)) {
        return command_failed(&error);
    }
    const char *const *names = kit_lab_names(&kit, &error);
    bool good = names != NULL;
    if (!good) {
        command_failed(&error);
    }
    for (; names != NULL && *names != NULL; names++) {
        if (!list_lab(&kit, *names, &error)) {
            command_failed(&error);
            good = false;
        }
    }
    kit_close(&kit);
    return good ? 0 : 2;
}
