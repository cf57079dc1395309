#include "check_devices.h"

#include <string.h>

static const struct check_row rows[] = {
#define CHECK_ROW(device, files, kind, flavour, run, how)                                          \
    {device, files, CHECK_##kind, FLAVOUR_##flavour, run, how},
    CHECK_ROWS(CHECK_ROW)
#undef CHECK_ROW
};

const struct check_row *check_row_find(const struct lab *lab, const struct lab_exercise *exercise,
                                       const char *device, enum check_kind kind) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].kind == kind && strcmp(rows[i].device, device) == 0 &&
            (rows[i].files == NULL || lab_exercise_has_files(lab, exercise, rows[i].files))) {
            return &rows[i];
        }
    }
    return NULL;
}

enum flavour check_base_flavour(const struct lab *lab, const struct lab_exercise *exercise,
                                const char *device) {
    const struct check_row *row = check_row_find(lab, exercise, device, CHECK_OUTPUT);
    return row != NULL ? row->flavour : FLAVOUR_NATIVE;
}
