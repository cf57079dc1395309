/*
 * compare: the machine's counters beside the hardware's.
 *
 *     compare [--all | --efficiency] counters.csv program report.json …
 *
 * For each launch of `program` in counters.csv, every counter that has a name in Nsight Compute and
 * is not zero on both sides is compared with the JSON report of `lockstep simt`. Prints one line
 * for each that differs (with --all for each), and last "equal N of M". Exit status 0 unless the
 * files are unreadable.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../observers/counters/count.h"

enum { MOST_COLUMNS = 64, LINE = 4096 };

struct table_row {
    char *text;
    char *cells[MOST_COLUMNS];
    int count;
};

static int split(struct table_row *row) {
    row->count = 0;
    row->text[strcspn(row->text, "\n")] = '\0';
    for (char *cell = strtok(row->text, ","); cell != NULL && row->count < MOST_COLUMNS;
         cell = strtok(NULL, ",")) {
        row->cells[row->count++] = cell;
    }
    return row->count;
}

static int column_of(const struct table_row *head, const char *name) {
    for (int i = 0; i < head->count; i++) {
        if (!strcmp(head->cells[i], name)) {
            return i;
        }
    }
    return -1;
}

enum mode { DIFFERENCES, ALL, EFFICIENCY };

struct tally {
    unsigned equal;
    unsigned all;
};

static void compare_launch(const struct table_row *head, const struct table_row *row,
                           const json_t *launch, bool show_all, struct tally *tally) {
    const json_t *values = json_object_get(launch, "counters");
    for (int i = 0; i < COUNTER_COUNT; i++) {
        const struct counter_info *info = &counter_table[i];
        int column = info->hardware != NULL && info->graded ? column_of(head, info->hardware) : -1;
        if (column < 0 || column >= row->count) {
            continue;
        }
        long long hardware = strtoll(row->cells[column], NULL, 10);
        long long machine = json_integer_value(json_object_get(values, info->name));
        if (hardware == 0 && machine == 0) {
            continue;
        }
        tally->all++;
        tally->equal += hardware == machine;
        if (show_all || hardware != machine) {
            printf("%-8s %s/%s %s %s: hardware %lld, machine %lld\n",
                   hardware == machine ? "equal" : "differs", row->cells[0], row->cells[1],
                   row->cells[2], info->name, hardware, machine);
        }
    }
}

static double cell(const struct table_row *head, const struct table_row *row, const char *name) {
    int column = column_of(head, name);
    return column >= 0 && column < row->count ? strtod(row->cells[column], NULL) : 0;
}

static void compare_efficiency(const struct table_row *head, const struct table_row *row,
                               const json_t *launch) {
    const json_t *values = json_object_get(launch, "counters");
    double instructions = cell(head, row, "smsp__inst_executed");
    double blocks = json_number_value(json_object_get(values, counter_table[COUNT_BLOCKS].name));
    double lanes =
        json_number_value(json_object_get(values, counter_table[COUNT_BLOCK_LANES].name));
    if (cell(head, row, "smsp__sass_branch_targets_threads_divergent") == 0 || instructions == 0 ||
        blocks == 0) {
        return;
    }
    double hardware = cell(head, row, "smsp__thread_inst_executed") / instructions / 32;
    double machine = lanes / blocks / 32;
    printf("%s %.3f %.3f %+.1f\n", row->cells[2], hardware, machine,
           100 * (machine / hardware - 1));
}

static bool compare_program(FILE *golden, const char *program, const char *path, enum mode mode,
                            struct tally *tally) {
    json_error_t error;
    json_t *report = json_load_file(path, 0, &error);
    char head_text[LINE], row_text[LINE];
    struct table_row head = {.text = head_text}, row = {.text = row_text};
    rewind(golden);
    if (report == NULL || fgets(head_text, sizeof head_text, golden) == NULL || !split(&head)) {
        fprintf(stderr, "compare: cannot read %s: %s\n", path,
                report != NULL ? "no table" : error.text);
        json_decref(report);
        return false;
    }
    const json_t *launches = json_object_get(report, "launches");
    while (fgets(row_text, sizeof row_text, golden) != NULL) {
        if (split(&row) < 4 || strcmp(row.cells[0], program) != 0) {
            continue;
        }
        const json_t *launch = json_array_get(launches, strtoul(row.cells[1], NULL, 10));
        const char *kernel = json_string_value(json_object_get(launch, "kernel"));
        if (kernel != NULL && !strcmp(kernel, row.cells[2])) {
            if (mode == EFFICIENCY) {
                compare_efficiency(&head, &row, launch);
            } else {
                compare_launch(&head, &row, launch, mode == ALL, tally);
            }
        } else {
            printf("differs  %s/%s: hardware ran %s, the machine %s\n", program, row.cells[1],
                   row.cells[2], kernel != NULL ? kernel : "nothing");
            tally->all++;
        }
    }
    json_decref(report);
    return true;
}

int main(int argc, char **argv) {
    enum mode mode = DIFFERENCES;
    int first = 1;
    if (argc > 1 && strncmp(argv[1], "--", 2) == 0) {
        mode = strcmp(argv[1], "--efficiency") == 0 ? EFFICIENCY : ALL;
        first = 2;
    }
    FILE *golden = argc > first ? fopen(argv[first], "r") : NULL;
    struct tally tally = {0, 0};
    if (golden == NULL) {
        fprintf(stderr, "compare: usage: compare [--all] counters.csv program report.json ...\n");
        return 2;
    }
    for (int i = first + 1; i + 1 < argc; i += 2) {
        if (!compare_program(golden, argv[i], argv[i + 1], mode, &tally)) {
            fclose(golden);
            return 2;
        }
    }
    fclose(golden);
    if (mode != EFFICIENCY) {
        printf("equal %u of %u\n", tally.equal, tally.all);
    }
    return 0;
}
