/* `lockstep speedup` and `lockstep sheet`: sheets of measurements, filled, checked, printed empty.
 */
#include "../compile/open_lab.h"
#include "../speedup/request.h"
#include "../speedup/sweep.h"
#include "../speedup/verify.h"

#include "commands.h"
#include "options.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int give_up(struct kit *kit, const struct error *error) {
    kit_close(kit);
    return command_failed(error);
}

int speedup_main(int argc, char **argv) {
    const char *labs = NULL, *out = NULL, *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    bool quick = false;
    const struct option_row rows[] = {
        {"--out", OPTION_TEXT, &out, "FILE", "the sheet; rows that it has are kept"},
        {"--quick", OPTION_FLAG, &quick, NULL, "fewer runs, one compiler: to see whether it works"},
        {"--labs", OPTION_TEXT, &labs, "DIR", "a folder of labs of your own"}};
    const struct usage usage = {"lockstep speedup LAB SUBMISSION --out FILE",
                                "Measures the files in the folder SUBMISSION on this machine.",
                                rows,
                                sizeof rows / sizeof *rows,
                                2,
                                2};
    enum options_end end = options_read(argc, argv, &usage, arguments);
    if (end != OPTIONS_READ) {
        return end == OPTIONS_HELP ? 0 : 2;
    }
    if (out == NULL) {
        fputs("lockstep: speedup needs --out FILE, the sheet to fill\n", stderr);
        return 2;
    }
    struct kit kit;
    struct error error;
    struct lab lab;
    if (!lab_open(&kit, &lab, labs, arguments[0], &error)) {
        return command_failed(&error);
    }
    const struct sweep_options options = {arguments[1], out, quick, stderr};
    bool good = sweep(&kit, &lab, &options, &error);
    lab_close(&kit, &lab);
    return good ? 0 : command_failed(&error);
}

static int check_sheet(struct kit *kit, const char *path) {
    struct verify_counts counts;
    struct error error;
    if (!verify_sheet(kit, path, stdout, &counts, &error)) {
        return give_up(kit, &error);
    }
    printf("%zu rows: %zu complete and consistent; %zu missing, %zu inconsistent, %zu impossible\n",
           counts.rows, counts.complete, counts.missing, counts.inconsistent, counts.impossible);
    kit_close(kit);
    return counts.missing + counts.inconsistent + counts.impossible > 0;
}

/* Prints the sheet with formulas where numbers follow from others. */
static int print_formulas(struct kit *kit, const char *path) {
    struct speedup_table table;
    struct error error;
    if (!speedup_read(&table, path, &error)) {
        speedup_free(&table);
        return give_up(kit, &error);
    }
    verify_mark_baselines(kit, &table);
    speedup_write(&table, true, stdout);
    speedup_free(&table);
    kit_close(kit);
    return 0;
}

/* Prints an empty sheet for all labs that ask for measurements, with formulas. */
static int print_template(struct kit *kit) {
    enum { CORES = 8 };
    struct speedup_table table = {0};
    struct error error = {0};
    const char *const *names = kit_lab_names(kit, &error);
    for (; names != NULL && *names != NULL && error.message[0] == '\0'; names++) {
        struct request plan;
        const char *path = arena_printf(&kit->arena, "%s/%s", kit->labs, *names);
        const char *file = arena_printf(&kit->arena, "%s/measure.yaml", path);
        if (access(file, F_OK) == 0 && request_load(&plan, path, &table.arena, &error)) {
            request_add_rows(&plan, *names, CORES, &table);
        }
    }
    if (error.message[0] != '\0') {
        speedup_free(&table);
        return give_up(kit, &error);
    }
    speedup_write(&table, true, stdout);
    speedup_free(&table);
    kit_close(kit);
    return 0;
}

int sheet_main(int argc, char **argv) {
    const char *labs = NULL, *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    const struct option_row rows[] = {
        {"--labs", OPTION_TEXT, &labs, "DIR", "a folder of labs of your own"}};
    const struct usage usage = {
        "lockstep sheet check FILE\n       lockstep sheet formulas FILE\n       "
        "lockstep sheet template",
        "Reports what is missing, inconsistent or impossible in a speedup\n"
        "sheet (then the exit status is 1); prints the sheet with formulas\n"
        "for a spreadsheet; or prints an empty one.",
        rows,
        1,
        1,
        2};
    enum options_end end = options_read(argc, argv, &usage, arguments);
    if (end != OPTIONS_READ) {
        return end == OPTIONS_HELP ? 0 : 2;
    }
    bool template = strcmp(arguments[0], "template") == 0 && arguments[1] == NULL;
    bool formulas = strcmp(arguments[0], "formulas") == 0;
    if (!template && ((strcmp(arguments[0], "check") != 0 && !formulas) || arguments[1] == NULL)) {
        fputs("lockstep: sheet check FILE, sheet formulas FILE or sheet template (see lockstep "
              "sheet --help)\n",
              stderr);
        return 2;
    }
    struct kit kit;
    struct error error;
    if (!kit_open(&kit, labs, &error)) {
        return command_failed(&error);
    }
    return template   ? print_template(&kit)
           : formulas ? print_formulas(&kit, arguments[1])
                      : check_sheet(&kit, arguments[1]);
}
