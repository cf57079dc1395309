#include "merge.h"

#include <string.h>

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

static bool add_sheet(struct speedup_table *table, const char *path, const char *own,
                      struct error *error) {
    struct speedup_table one;
    bool good = speedup_read(&one, path, error);
    const size_t before = table->count;
    const struct speedup_table seen = {.rows = table->rows, .count = before};
    for (size_t i = 0; good && i < one.count; i++) {
        const char *name = one.rows[i].cell[COLUMN_SHEET];
        name = name[0] != '\0' ? name : own;
        if (!counts(&one.rows[i])) {
            continue;
        }
        if (is_known(&seen, name)) {
            good = error_set(error, "%s: there is a sheet '%s' already: rename one of the two",
                             path, name);
            break;
        }
        struct speedup_row *row = speedup_add(table);
        for (int column = 0; column < COLUMN_COUNT; column++) {
            row->cell[column] = arena_strdup(&table->arena, one.rows[i].cell[column]);
        }
        row->cell[COLUMN_SHEET] = arena_strdup(&table->arena, name);
    }
    speedup_free(&one);
    return good;
}

bool merge_sheets(struct speedup_table *table, const char *const *paths, size_t count,
                  struct merged *merged, struct error *error) {
    *table = (struct speedup_table){0};
    *merged = (struct merged){.notes = ""};
    for (size_t i = 0; i < count; i++) {
        const size_t before = table->count;
        if (!add_sheet(table, paths[i], sheet_name(&table->arena, paths, count, i), error)) {
            return false;
        }
        if (table->count > before) {
            merged->sheets++;
        } else {
            merged->notes = arena_printf(&table->arena, "%s%s: no row has a time: left out\n",
                                         merged->notes, paths[i]);
        }
    }
    return table->count > 0 || error_set(error, "no row of these sheets has a time");
}
