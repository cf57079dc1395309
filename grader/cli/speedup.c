/* `lockstep speedup` and `lockstep sheet`: sheets of measurements, filled, checked, printed empty.
 */
#include "../compile/kit.h"
#include "../speedup/merge.h"
#include "../speedup/request.h"
#include "../speedup/sweep.h"
#include "../speedup/verify.h"

#include "commands.h"
#include "options.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int give_up(struct kit *kit, const struct error *error) {
    kit_close(kit);
    return command_failed(error);
}

#ifdef LOCKSTEP_STUDENT /* no library for workbooks goes with a student's archive */
static bool write_workbook(struct kit *kit, const char *path, struct error *error) {
    (void)kit, (void)path, (void)error;
    return true; /* spreadsheets read the sheet itself */
}
#else
/* The sheet at `path`, .csv, as a workbook beside it. */
static bool write_workbook(struct kit *kit, const char *path, struct error *error) {
    struct speedup_table table;
    const char *dot = strrchr(path, '.');
    const int stem =
        (int)(dot != NULL && strchr(dot, '/') == NULL ? dot - path : (long)strlen(path));
    bool good = speedup_read(&table, path, error);
    if (good) {
        verify_mark_baselines(kit, &table);
        const char *workbook = arena_printf(&kit->arena, "%.*s.xlsx", stem, path);
        good = workbook_save(&table, workbook, error);
        if (good) {
            fprintf(stderr, "%s: the same as a workbook\n", workbook);
        }
    }
    speedup_free(&table);
    return good;
}
#endif

int speedup_main(int argc, char **argv) {
    const char *labs = NULL, *out = NULL, *profile = NULL, *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    bool quick = false;
    const struct option_row rows[] = {
        {"--out", OPTION_TEXT, &out, "FILE", "the sheet; rows that it already has are kept"},
        {"--profile", OPTION_TEXT, &profile, "NAME",
         "model this GPU's time (default: a real GPU, else h200)"},
        {"--quick", OPTION_FLAG, &quick, NULL, "fewer runs and one compiler, for a first try"},
        {"--labs", OPTION_TEXT, &labs, "DIR", "a folder of labs of your own"}};
    const struct usage usage = {"lockstep speedup LAB SUBMISSION --out FILE",
                                "Measures the files in the folder SUBMISSION on this machine.",
                                OPTIONS_AND_ARGUMENTS(rows, 2, 2)};
    int status;
    if (!options_read(argc, argv, &usage, arguments, &status)) {
        return status;
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
    const struct sweep_options options = {arguments[1], out, profile, quick, stderr};
    bool good = sweep(&kit, &lab, &options, &error) && write_workbook(&kit, out, &error);
    lab_close(&kit, &lab);
    return good ? 0 : command_failed(&error);
}

static int check_sheet(struct kit *kit, const char *path, const char *asked) {
    struct verify_counts counts;
    struct error error;
    struct language french = {.code = NULL};
    const struct language *language;
    const bool good = language_choose(&french, &language, asked, kit->root, NULL, NULL, &error) &&
                      verify_sheet(kit, path, language, stdout, &counts, &error);
    if (good) {
        puts(language_print(
            language, &kit->arena,
            "%zu rows: %zu complete and consistent; %zu missing, %zu inconsistent, %zu impossible",
            counts.rows, counts.complete, counts.missing, counts.inconsistent, counts.impossible));
    }
    language_free(&french);
    if (!good) {
        return give_up(kit, &error);
    }
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
        struct speedup_request plan;
        const char *path = arena_printf(&kit->arena, "%s/%s", kit->labs, *names);
        const char *file = arena_printf(&kit->arena, "%s/measure.yaml", path);
        if (access(file, F_OK) == 0 && request_load(&plan, path, &table.arena, &error)) {
            request_add_rows(&plan, *names, CORES, NULL, &table);
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

/* May the class's sheet be written there? Not over a student's, nor where its workbook and its
 * figures have no names. */
static bool check_merged(const char *const *paths, const char *out, struct error *error) {
    const size_t length = strlen(out), ending = strlen(".csv");
    struct stat there, other;
    if (length <= ending || strcmp(out + length - ending, ".csv") != 0) {
        return error_set(error, "--out %s: the class's sheet is a .csv", out);
    }
    for (size_t i = 0; stat(out, &there) == 0 && paths[i] != NULL; i++) {
        if (stat(paths[i], &other) == 0 && other.st_dev == there.st_dev &&
            other.st_ino == there.st_ino) {
            return error_set(error, "--out %s is one of the sheets: give another name", out);
        }
    }
    return true;
}

static int merge(struct kit *kit, const char *const *paths, const char *out) {
    struct speedup_table table = {0};
    struct error error;
    struct merged merged;
    size_t count = 0;
    while (paths[count] != NULL) {
        count++;
    }
    bool good = check_merged(paths, out, &error) &&
                merge_sheets(kit, &table, paths, count, &merged, &error);
    if (good) {
        fputs(merged.notes, stderr);
        verify_mark_baselines(kit, &table);
        good = speedup_save(&table, out, &error);
    }
    good = good && write_workbook(kit, out, &error);
    if (good) {
        printf("%s: %zu rows of %zu sheet%s\n", out, table.count, merged.sheets,
               merged.sheets == 1 ? "" : "s");
        const char *folder = arena_printf(&kit->arena, "%.*s", (int)(strlen(out) - 4), out);
        if (!merge_draw(kit, out, folder, &kit->arena, &error)) {
            fprintf(stderr, "lockstep: %s\n", error.message);
        }
    }
    speedup_free(&table);
    if (!good) {
        return give_up(kit, &error);
    }
    kit_close(kit);
    return merged.unreadable > 0;
}

/* What `lockstep sheet` does. */
static const struct {
    const char *name;
    size_t least, most; /* files */
} actions[] = {
    {"check", 1, 1}, {"formulas", 1, 1}, {"template", 0, 0}, {"merge", 1, OPTIONS_MAX_ARGUMENTS}};
enum { CHECK, FORMULAS, TEMPLATE, MERGE, ACTIONS };

int sheet_main(int argc, char **argv) {
    const char *labs = NULL, *out = NULL, *language = NULL, *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    const struct option_row rows[] = {
        {"--out", OPTION_TEXT, &out, "FILE", "merge: the class's sheet, a .csv"},
        {"--language", OPTION_TEXT, &language, "L", "check: en or fr (default: as LANG says)"},
        {"--labs", OPTION_TEXT, &labs, "DIR", "a folder of labs of your own"}};
    const struct usage usage = {
        "lockstep sheet check FILE\n       lockstep sheet formulas FILE\n       "
        "lockstep sheet template\n       lockstep sheet merge FILE… --out FILE",
        "Reports what is missing, inconsistent or impossible in a speedup\n"
        "sheet (then the exit status is 1); prints the sheet with formulas\n"
        "for a spreadsheet; prints an empty one; or makes one sheet, a\n"
        "workbook and a figure from all sheets of a class (it leaves out\n"
        "what is damaged; with a file that is no sheet, the status is 1).",
        OPTIONS_AND_ARGUMENTS(rows, 1, OPTIONS_MAX_ARGUMENTS)};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-o") == 0) {
            argv[i] = (char *)"--out";
        }
    }
    int status;
    if (!options_read(argc, argv, &usage, arguments, &status)) {
        return status;
    }
    size_t files = 0;
    int action = 0;
    while (arguments[files + 1] != NULL) {
        files++;
    }
    while (action < ACTIONS && strcmp(arguments[0], actions[action].name) != 0) {
        action++;
    }
    if (action == ACTIONS || files < actions[action].least || files > actions[action].most ||
        (action == MERGE) != (out != NULL)) {
        fputs(
            "lockstep: sheet check FILE, sheet formulas FILE, sheet template or sheet merge FILE… "
            "--out FILE (see lockstep sheet --help)\n",
            stderr);
        return 2;
    }
    struct kit kit;
    struct error error;
    if (!kit_open(&kit, labs, &error)) {
        return command_failed(&error);
    }
    return action == TEMPLATE   ? print_template(&kit)
           : action == FORMULAS ? print_formulas(&kit, arguments[1])
           : action == MERGE    ? merge(&kit, arguments + 1, out)
                                : check_sheet(&kit, arguments[1], language);
}
