#include "merge.h"

#include "../compile/run_tool.h"
#include "verify.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The name of the folder that the file is in; "" where the path has none. */
static const char *folder_name(struct arena *arena, const char *path) {
    char *folder = arena_printf(arena, "%.*s", (int)(basename(path) - path), path);
    size_t length = strlen(folder);
    while (length > 0 && folder[length - 1] == '/') {
        folder[--length] = '\0';
    }
    const char *name = basename(folder);
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ? "" : name;
}

/* Students hand in "histogram-omp.csv" each, in a folder of their own: then the folder's name tells
 * them apart, else the file's. */
static const char *sheet_name(struct arena *arena, const char *const *paths, size_t count,
                              size_t at) {
    const char *name = basename(paths[at]), *folder = folder_name(arena, paths[at]);
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; i < count && *folder != '\0'; i++) {
        if (i != at && strcmp(basename(paths[i]), name) == 0 &&
            strcmp(folder_name(arena, paths[i]), folder) != 0) {
            return folder;
        }
    }
    return arena_printf(arena, "%.*s", (int)(dot != NULL ? dot - name : (long)strlen(name)), name);
}

static bool is_known(const struct speedup_table *table, const char *name) {
    for (size_t i = 0; i < table->count; i++) {
        if (strcmp(table->rows[i].cell[COLUMN_SHEET], name) == 0) {
            return true;
        }
    }
    return false;
}

/* Blank rows and rows that nobody has measured are no part of a class's results. */
static bool counts(const struct speedup_row *row) {
    return row_number(row, COLUMN_MEDIAN) > 0;
}

/* What becomes of the sheets. */
struct merging {
    struct kit *kit;
    struct speedup_table *table;
    struct merged *merged;
};

static void note(struct merging *merging, const char *path, const char *text) {
    merging->merged->notes =
        arena_printf(&merging->table->arena, "%s%s: %s\n", merging->merged->notes, path, text);
}

static void add_row(struct speedup_table *table, const struct speedup_row *from, const char *name) {
    struct speedup_row *row = speedup_add(table);
    for (int column = 0; column < COLUMN_COUNT; column++) {
        row->cell[column] = arena_strdup(&table->arena, from->cell[column]);
    }
    row->cell[COLUMN_SHEET] = arena_strdup(&table->arena, name);
}

/* Adds the rows of one sheet that was read from `path`. */
static bool add_rows(struct merging *merging, struct speedup_table *one, const char *path,
                     const char *own, struct error *error) {
    struct speedup_table *table = merging->table;
    const size_t before = table->count;
    size_t unsound = 0;
    verify_mark_baselines(merging->kit, one);
    for (size_t i = 0; i < one->count; i++) {
        const struct speedup_table seen = {.rows = table->rows, .count = before};
        const char *name = one->rows[i].cell[COLUMN_SHEET];
        name = name[0] != '\0' ? name : own;
        if (is_known(&seen, name)) {
            return error_set(error, "%s: there is a sheet '%s' already: rename one of the two",
                             path, name);
        }
        if (!verify_is_sound(one, &one->rows[i])) {
            unsound++;
        } else if (counts(&one->rows[i])) {
            add_row(table, &one->rows[i], name);
        }
    }
    if (unsound > 0) {
        note(merging, path,
             arena_printf(&table->arena,
                          "%zu row%s left out, since the numbers cannot be right (lockstep sheet "
                          "check says why)",
                          unsound, unsound == 1 ? "" : "s"));
    }
    if (table->count > before) {
        merging->merged->sheets++;
    } else if (unsound == 0) {
        note(merging, path, "no row has a time: left out");
    }
    return true;
}

static bool add_sheet(struct merging *merging, const char *path, const char *own,
                      struct error *error) {
    struct speedup_table one;
    struct error why;
    bool good = true;
    if (speedup_read(&one, path, &why)) {
        good = add_rows(merging, &one, path, own, error);
    } else {
        merging->merged->unreadable++;
        merging->merged->notes =
            arena_printf(&merging->table->arena, "%s%s; the file is left out\n",
                         merging->merged->notes, why.message);
    }
    speedup_free(&one);
    return good;
}

bool merge_sheets(struct kit *kit, struct speedup_table *table, const char *const *paths,
                  size_t count, struct merged *merged, struct error *error) {
    struct merging merging = {kit, table, merged};
    *table = (struct speedup_table){0};
    *merged = (struct merged){.notes = ""};
    for (size_t i = 0; i < count; i++) {
        if (!add_sheet(&merging, paths[i], sheet_name(&table->arena, paths, count, i), error)) {
            return false;
        }
    }
    return table->count > 0 || error_set(error, "no row of these sheets has a time");
}

bool merge_draw(struct kit *kit, const char *sheet, const char *folder, struct arena *arena,
                struct error *error) {
    struct command_line line = {.arena = arena};
    const char *output = "";
    char *here = getcwd(NULL, 0);
    int status = 1;
    command_split(&line, "sh -c");
    command_add(&line, "cd \"$0\" && exec scripts/plots.sh class \"$1\" \"$2\"");
    command_add(&line, "%s", kit->root);
    const char *const paths[] = {sheet, folder};
    for (size_t i = 0; i < 2; i++) {
        command_add(&line, "%s%s%s", *paths[i] == '/' || here == NULL ? "" : here,
                    *paths[i] == '/' ? "" : "/", paths[i]);
    }
    free(here);
    const bool good = command_run(&line, &status, &output, error) && status == 0;
    if (good) {
        fputs(output, stdout);
        return true;
    }
    return error_set(error, "no figure: %.*s", (int)strcspn(output, "\n"), output);
}
