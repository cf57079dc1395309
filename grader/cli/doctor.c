/*
 * lockstep doctor [--format text|json]
 *
 * Devices, compilers and tools, the jail, and which checks can be trusted here: for each
 * what it is for and, where it is missing, how to install it. Exit status 0 when labs for the CPU
 * can be graded in full, 1 when not.
 */
#include "../compile/build.h"
#include "../compile/kit.h"
#include "../compile/stage.h"
#include "../compile/toolchain.h"
#include "../check/devices/platform.h"
#include "../jail/jail.h"
#include "../language/language.h"
#include "../report/report.h"
#include "../utf8.h"
#include "../report/wrap.h"
#include "commands.h"
#include "machine_devices.h"
#include "options.h"

#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 80, NAME_COLUMNS = 16, STATE_COLUMNS = 9, MOST_ROWS = 48 };

enum doctor_group { GROUP_DEVICES, GROUP_TOOLS, GROUP_TRUST, GROUP_COUNT };

static const struct {
    const char *title, *key;
} groups[GROUP_COUNT] = {
    [GROUP_DEVICES] = {"Devices", "devices"},
    [GROUP_TOOLS] = {"Compilers and tools", "tools"},
    [GROUP_TRUST] = {"What isolates and judges the programs", "trust"},
};

/* One line of the diagnosis. */
struct doctor_row {
    enum doctor_group group;
    const char *name;
    bool present;
    bool needed;         /* CPU labs cannot be graded in full without it */
    const char *detail;  /* version, or what was found, or why it is missing */
    const char *path;    /* NULL where there is none */
    const char *purpose; /* what it is for */
    const char *fix;     /* "" where nothing helps */
};

struct diagnosis_list {
    struct arena arena;
    const struct language *language; /* of what has values, and of the text; NULL: English */
    struct doctor_row row[MOST_ROWS];
    size_t count;
};

static void add(struct diagnosis_list *list, struct doctor_row row) {
    if (list->count < MOST_ROWS) {
        list->row[list->count++] = row;
    }
}

static void add_devices(struct diagnosis_list *list) {
    for (const struct device_row *device = device_rows; device->name != NULL; device++) {
        struct device_state state = device->probe(&list->arena, list->language);
        add(list, (struct doctor_row){.group = GROUP_DEVICES,
                                      .name = device->name,
                                      .present = state.present,
                                      .needed = strcmp(device->name, "cpu") == 0,
                                      .detail = state.detail,
                                      .purpose = device->purpose,
                                      .fix = state.fix});
    }
}

static void add_tools(struct diagnosis_list *list) {
    for (int i = 0; i < TOOL_COUNT; i++) {
        enum tool tool = (enum tool)i;
        const char *path = tool_path(tool), *package = tool_package(tool);
        add(list, (struct doctor_row){
                      .group = GROUP_TOOLS,
                      .name = tool_name(tool),
                      .present = path != NULL,
                      .needed = tool_needed(tool),
                      .detail = path != NULL ? tool_version(tool) : "",
                      .path = path,
                      .purpose = tool_purpose(tool),
                      .fix = path != NULL || *package == '\0'
                                 ? ""
                                 : arena_printf(&list->arena, "apt-get install %s", package)});
    }
}

/* What keeps bubblewrap, though it is installed, from making its namespaces: the kernel's settings
 * that may, and how to change each. (Ubuntu 24.04 sets the first.) */
static const struct {
    const char *file;
    char restricts;
    const char *fix;
} settings[] = {
    {"/proc/sys/kernel/apparmor_restrict_unprivileged_userns", '1',
     "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 (as root)"},
    {"/proc/sys/kernel/unprivileged_userns_clone", '0',
     "sysctl -w kernel.unprivileged_userns_clone=1 (as root)"},
    {"/proc/sys/user/max_user_namespaces", '0',
     "sysctl -w user.max_user_namespaces=1000 (as root)"},
};

static const char *jail_fix(enum jail_level level) {
    if (level <= JAIL_BUBBLEWRAP || getenv("LOCKSTEP_JAIL") != NULL) {
        return "";
    }
    if (tool_path(TOOL_BUBBLEWRAP) == NULL) {
        return "apt-get install bubblewrap";
    }
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        FILE *file = fopen(settings[i].file, "re");
        int value = file != NULL ? fgetc(file) : EOF;
        if (file != NULL) {
            fclose(file);
        }
        if (value == settings[i].restricts) {
            return settings[i].fix;
        }
    }
    return "";
}

static void add_jail(struct diagnosis_list *list) {
    enum jail_level level = jail_level();
    const char *reason = jail_level_reason();
    const char *detail = jail_level_name(level);
    if (*reason != '\0') {
        detail = arena_printf(&list->arena, "%s; no better because: %s", detail, reason);
    }
    add(list, (struct doctor_row){.group = GROUP_TRUST,
                                  .name = "jail",
                                  .present = level != JAIL_NONE,
                                  .needed = true,
                                  .detail = detail,
                                  .purpose = "isolates students' programs",
                                  .fix = jail_fix(level)});
}

/* A place to try things in: NULL, or why there is none. */
static const char *open_trial(struct diagnosis_list *list, struct kit *kit, struct box *box) {
    struct error error = {0};
    if (jail_level() == JAIL_NONE) {
        return "not tried: there is no jail to run it in";
    }
    if (!kit_open(kit, NULL, &error)) {
        return arena_strdup(&list->arena, language_error(list->language, &list->arena, &error));
    }
    if (!box_open(box, &error)) {
        kit_close(kit);
        return arena_strdup(&list->arena, language_error(list->language, &list->arena, &error));
    }
    return NULL;
}

static void close_trial(struct kit *kit, struct box *box) {
    box_close(box);
    kit_close(kit);
}

/* Known-good kernels on the platforms of this machine. */
static const char *why_no_opencl(struct diagnosis_list *list, struct opencl_platform *chosen) {
    struct kit kit;
    struct box box;
    const char *why = open_trial(list, &kit, &box);
    if (why == NULL) {
        why = platform_choose(&kit, &box, true, &list->arena, chosen);
        close_trial(&kit, &box);
    }
    return why;
}

/* What judges OpenMP programs is a program of the kit, built with it. */
static void add_machine(struct diagnosis_list *list) {
    struct kit kit;
    struct error error;
    bool good = kit_open(&kit, NULL, &error) &&
                access(arena_printf(&list->arena, "%s/openmp/translate", kit.build), X_OK) == 0;
    kit_close(&kit);
    add(list,
        (struct doctor_row){
            .group = GROUP_TRUST,
            .name = "OpenMP machine",
            .present = good,
            .needed = true,
            .detail = good ? "runs C with OpenMP and sees every access"
                           : "the kit's translator is not built: make setup, then make openmp-kit",
            .purpose = "race, memory and structure checks of OpenMP programs",
            .fix = ""});
}

/* Compiles a lab's given files with each compiler and every flag: what refuses them, or NULL. */
static const char *what_refuses(struct diagnosis_list *list, const struct kit *kit,
                                const struct lab *lab, const struct box *box) {
    static const enum flavour tried[] = {FLAVOUR_NATIVE, FLAVOUR_MACHINE, FLAVOUR_SIMT,
                                         FLAVOUR_SIMT_OPENCL};
    struct error error = {0};
    struct finding *lost = NULL;
    bool left = false;
    const char *given = kit_sibling(&list->arena, kit, "skeletons", lab->name);
    if (!stage_submission(box, lab, given, &list->arena, &lost, &left, &error)) {
        return arena_strdup(&list->arena, error.message);
    }
    const char *why = lost != NULL ? lost->message : NULL;
    for (size_t i = 0; why == NULL && i < sizeof tried / sizeof *tried; i++) {
        struct built built = {0};
        if (!build_flavour(kit, lab, box, tried[i], NULL, &built, &error)) {
            why = arena_strdup(&list->arena, error.message);
        } else if (!built.ok) {
            why = arena_printf(&list->arena, "%s: %s", flavour_compiler(flavour_row(tried[i])),
                               built.finding->message);
        }
        arena_free(&built.arena);
    }
    return why;
}

static void add_compilers(struct diagnosis_list *list) {
    struct kit kit = {0};
    struct lab lab = {0};
    struct box box;
    struct error error = {0};
    if (jail_level() == JAIL_NONE || !lab_open(&kit, &lab, NULL, "first-steps", &error)) {
        return; /* another row says so; or a kit without this lab */
    }
    const char *why = box_open(&box, &error) ? what_refuses(list, &kit, &lab, &box) : error.message;
    add(list,
        (struct doctor_row){.group = GROUP_TRUST,
                            .name = "compilers",
                            .present = why == NULL,
                            .needed = true,
                            .detail = why != NULL ? arena_strdup(&list->arena, why)
                                                  : "take a real file with every flag of the kit",
                            .purpose = "students' programs are compiled with these flags",
                            .fix = ""});
    if (error.message[0] == '\0') {
        box_close(&box);
    }
    lab_close(&kit, &lab);
}

static void add_opencl(struct diagnosis_list *list) {
    struct opencl_platform chosen = {0};
    const char *why = why_no_opencl(list, &chosen);
    add(list,
        (struct doctor_row){
            .group = GROUP_TRUST,
            .name = "OpenCL check",
            .present = why == NULL,
            .detail = why != NULL ? why
                                  : language_print(list->language, &list->arena,
                                                   "runs kernels that are known to be correct: %s",
                                                   chosen.description),
            .purpose = "grades OpenCL labs on a device of this machine",
            .fix = ""});
}

/* ---- as text ---- */

static const char *state_word(const struct doctor_row *row) {
    return row->present ? "ok" : row->needed ? "MISSING" : "absent";
}

static const char *say(struct diagnosis_list *list, const char *text) {
    return language_say(list->language, &list->arena, text);
}

static void print_below(struct diagnosis_list *list, const char *label, const char *text) {
    if (*text != '\0') {
        printf("%*s", STATE_COLUMNS + NAME_COLUMNS + 4, "");
        const char *line = arena_printf(&list->arena, "%s %s", say(list, label), say(list, text));
        wrap_text(stdout, utf8_clean(&list->arena, line), STATE_COLUMNS + NAME_COLUMNS + 4,
                  STATE_COLUMNS + NAME_COLUMNS + 6, WIDTH, 6);
    }
}

static void print_row(struct diagnosis_list *list, const struct doctor_row *row, bool color) {
    const char *style = row->present ? "\033[32m" : row->needed ? "\033[1;31m" : "\033[2m";
    bool tool = row->group == GROUP_TOOLS;
    const char *first = say(list, tool ? row->purpose : row->detail);
    if (tool && *row->detail != '\0') {
        first = arena_printf(&list->arena, "%s%s%s", row->detail, say(list, ": "), first);
    }
    printf("  %s%-*s%s %-*s ", color ? style : "", STATE_COLUMNS, say(list, state_word(row)),
           color ? "\033[0m" : "", NAME_COLUMNS, row->name);
    wrap_text(stdout, utf8_clean(&list->arena, first), STATE_COLUMNS + NAME_COLUMNS + 4,
              STATE_COLUMNS + NAME_COLUMNS + 4, WIDTH, 8);
    if (!tool && !row->present) {
        print_below(list, "for:", row->purpose);
    }
    print_below(list, "fix:", row->fix);
}

/* The packages that CPU labs miss, in one line to copy. */
static const char *packages_to_install(struct diagnosis_list *list) {
    static const char prefix[] = "apt-get install ";
    const char *packages = "";
    for (size_t i = 0; i < list->count; i++) {
        const struct doctor_row *row = &list->row[i];
        if (row->present || !row->needed || strncmp(row->fix, prefix, strlen(prefix)) != 0) {
            continue;
        }
        const char *package = row->fix + strlen(prefix);
        const char *padded = arena_printf(&list->arena, "%s ", packages);
        if (strstr(padded, arena_printf(&list->arena, " %s ", package)) == NULL) {
            packages = arena_printf(&list->arena, "%s %s", packages, package);
        }
    }
    return packages;
}

static bool has_simulated_gpu(const struct diagnosis_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        if (list->row[i].group == GROUP_DEVICES && strcmp(list->row[i].name, "simt") == 0) {
            return list->row[i].present;
        }
    }
    return false;
}

static void print_text(struct diagnosis_list *list, int missing) {
    bool color = report_color_wanted(stdout);
    for (int group = 0; group < GROUP_COUNT; group++) {
        printf("%s%s%s%s\n", group > 0 ? "\n" : "", color ? "\033[1m" : "",
               say(list, groups[group].title), color ? "\033[0m" : "");
        for (size_t i = 0; i < list->count; i++) {
            if (list->row[i].group == (enum doctor_group)group) {
                print_row(list, &list->row[i], color);
            }
        }
    }
    if (missing == 0) {
        const char *graded =
            has_simulated_gpu(list)
                ? "Labs for the CPU can be graded in full on this machine, those for GPUs on the "
                  "simulated one."
                : "Labs for the CPU can be graded in full on this machine.";
        printf("\n");
        wrap_text(stdout, say(list, graded), 0, 0, 80, INT_MAX);
        return;
    }
    printf("\n%s",
           language_print(list->language, &list->arena,
                          missing == 1 ? "%d thing that labs for the CPU need is missing."
                                       : "%d things that labs for the CPU need are missing.",
                          missing));
    const char *packages = packages_to_install(list);
    if (*packages != '\0') {
        printf(" %s\n  apt-get install%s", say(list, "As root:"), packages);
    }
    putchar('\n');
}

/* ---- as JSON ---- */

static json_t *json_text(struct arena *arena, const char *text) {
    return text == NULL || *text == '\0' ? json_null() : json_string(utf8_clean(arena, text));
}

static void print_json(struct diagnosis_list *list, int missing) {
    json_t *root = json_pack("{s:s,s:b}", "schema", "lockstep/doctor/v1", "complete", missing == 0);
    for (int group = 0; group < GROUP_COUNT; group++) {
        json_t *rows = json_array();
        for (size_t i = 0; i < list->count; i++) {
            const struct doctor_row *row = &list->row[i];
            if (row->group != (enum doctor_group)group) {
                continue;
            }
            json_array_append_new(rows,
                                  json_pack("{s:s,s:b,s:b,s:o,s:o,s:o,s:o}", "name", row->name,
                                            "present", row->present, "needed", row->needed,
                                            row->group == GROUP_TOOLS ? "version" : "detail",
                                            json_text(&list->arena, row->detail), "path",
                                            json_text(&list->arena, row->path), "purpose",
                                            json_text(&list->arena, row->purpose), "fix",
                                            json_text(&list->arena, row->fix)));
        }
        json_object_set_new(root, groups[group].key, rows);
    }
    json_dumpf(root, stdout, JSON_INDENT(2));
    putchar('\n');
    json_decref(root);
}

static const struct {
    const char *name;
    void (*print)(struct diagnosis_list *list, int missing);
} formats[] = {{"text", print_text}, {"json", print_json}};

/* The language that is asked for, where the kit is there to speak it. False where it is unknown. */
static bool choose_language(struct diagnosis_list *list, struct language *french,
                            const char *asked) {
    struct kit kit;
    struct error error = {0};
    const bool here = kit_open(&kit, NULL, &error);
    const bool good =
        !here || language_choose(french, &list->language, asked, kit.root, NULL, NULL, &error);
    kit_close(&kit);
    if (!good) {
        fprintf(stderr, "lockstep: %s\n", error.message);
    }
    return good;
}

int doctor_main(int argc, char **argv) {
    const char *wanted = "text", *language = NULL;
    const struct option_row rows[] = {
        {"--format", OPTION_TEXT, &wanted, "F", "text or json"},
        {"--language", OPTION_TEXT, &language, "L",
         "language of the text: en, fr (default: as LANG says)"},
    };
    const struct usage usage = {
        "lockstep doctor [options]",
        "Shows which devices, compilers and tools this machine has, what each is for, and\n"
        "how to install what is missing. Exit status: 0 labs for the CPU can be graded in\n"
        "full, 1 they cannot, 2 it could not do its work.",
        OPTIONS_AND_ARGUMENTS(rows, 0, 0)};
    const char *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    int status;
    if (!options_read(argc, argv, &usage, arguments, &status)) {
        return status;
    }
    size_t format = 0;
    while (format < sizeof formats / sizeof *formats && strcmp(formats[format].name, wanted) != 0) {
        format++;
    }
    if (format == sizeof formats / sizeof *formats) {
        fprintf(stderr, "lockstep: no format '%s' (text or json)\n", wanted);
        return 2;
    }
    struct diagnosis_list list = {0};
    struct language french = {0};
    if (!choose_language(&list, &french, language)) {
        return 2;
    }
    list.language = formats[format].print == print_json ? NULL : list.language;
    add_devices(&list);
    add_tools(&list);
    add_jail(&list);
    add_machine(&list);
    add_compilers(&list);
    add_opencl(&list);
    int missing = 0;
    for (size_t i = 0; i < list.count; i++) {
        missing += list.row[i].needed && !list.row[i].present;
    }
    formats[format].print(&list, missing);
    language_free(&french);
    arena_free(&list.arena);
    return missing == 0 ? 0 : 1;
}
