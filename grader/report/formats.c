/* The table of formats. */
#include "writers.h"

#include <string.h>

const struct report_format report_formats[] = {
#define REPORT_ROW(name, ...) {#name, report_##name, __VA_ARGS__},
    REPORT_FORMATS(REPORT_ROW)
#undef REPORT_ROW
        {0},
};

const struct report_format *report_format_find(const char *name) {
    for (const struct report_format *format = report_formats; format->name != NULL; format++) {
        if (strcmp(format->name, name) == 0) {
            return format;
        }
    }
    return NULL;
}

const char *report_format_names(struct arena *arena) {
    const char *names = report_formats->name;
    for (const struct report_format *format = report_formats + 1; format->name != NULL; format++) {
        names = arena_printf(arena, "%s%s%s", names, format[1].name == NULL ? " or " : ", ",
                             format->name);
    }
    return names;
}
