/* `lockstep list`: the labs, their exercises and points. */
#include "commands.h"

#include "../build/kit.h"
#include "../lab/lab.h"
#include "../report/report.h"
#include "options.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static int visible(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

static void print_lab(const struct lab *lab) {
    char points[POINTS_TEXT_BYTES];
    printf("%s: %s (%s points)\n", lab->name, lab->title, report_points(lab->points, points));
    for (const struct lab_exercise *exercise = lab->exercises; exercise != NULL;
         exercise = exercise->next) {
        printf("  %-30s %6s  %-6s %s\n", exercise->name, report_points(exercise->points, points),
               exercise->device, exercise->title);
    }
}

/* Prints one entry of the folder of labs; true when it is a lab that can be read. */
static bool list_entry(const struct kit *kit, const char *name, struct error *error) {
    char path[4096];
    struct stat status;
    snprintf(path, sizeof path, "%s/%s/lab.yaml", kit->labs, name);
    if (stat(path, &status) != 0) {
        return true; /* not a lab */
    }
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
    struct dirent **entries;
    if (!kit_open(&kit, labs, &error)) {
        return command_failed(&error);
    }
    int count = scandir(kit.labs, &entries, visible, alphasort), failures = 0;
    for (int i = 0; i < count; i++) {
        if (!list_entry(&kit, entries[i]->d_name, &error)) {
            command_failed(&error);
            failures++;
        }
        free(entries[i]);
    }
    if (count >= 0) {
        free(entries);
    } else {
        fprintf(stderr, "lockstep: cannot list the folder %s\n", kit.labs);
    }
    kit_close(&kit);
    return count < 0 || failures > 0 ? 2 : 0;
}
