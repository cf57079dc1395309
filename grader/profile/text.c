/* The profile for a terminal: counters beside bounds, what binds, lines with what they cost. */
#include "profile.h"

#include <inttypes.h>
#include <string.h>

static json_int_t number(const json_t *object, const char *key) {
    return json_integer_value(json_object_get(object, key));
}

static const char *text(const json_t *object, const char *key) {
    const char *value = json_string_value(json_object_get(object, key));
    return value != NULL ? value : "";
}

static void print_limit(FILE *out, const json_t *bound, const char *key, const char *words) {
    const json_t *limit = json_object_get(bound, key);
    if (!json_is_object(limit)) {
        return;
    }
    fprintf(out, "  %s %" JSON_INTEGER_FORMAT, words, number(limit, "value"));
    const char *derived = text(limit, "text"), *numbers = text(limit, "numbers");
    if (strspn(derived, "0123456789") != strlen(derived)) {
        fprintf(out, " = %s", derived);
        if (strcmp(derived, numbers) != 0) {
            fprintf(out, " = %s", numbers);
        }
    }
}

static void print_bounds(FILE *out, const json_t *exercise) {
    size_t index;
    json_t *bound;
    json_array_foreach(json_object_get(exercise, "bounds"), index, bound) {
        json_int_t seen = number(bound, "observed");
        const json_t *least = json_object_get(bound, "at_least"),
                     *most = json_object_get(bound, "at_most");
        bool holds = (!json_is_object(least) || seen >= number(least, "value")) &&
                     (!json_is_object(most) || seen <= number(most, "value"));
        fprintf(out, "  %s %-28s %12" JSON_INTEGER_FORMAT, holds ? " " : "!", text(bound, "fact"),
                seen);
        print_limit(out, bound, "at_least", "at least");
        print_limit(out, bound, "at_most", "at most");
        fputc('\n', out);
    }
}

/* Counters that no bound has shown yet. */
static void print_counters(FILE *out, const json_t *exercise) {
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)json_object_get(exercise, "counters"), name, value) {
        bool shown = false;
        size_t index;
        json_t *bound;
        json_array_foreach(json_object_get(exercise, "bounds"), index, bound) {
            shown = shown || strcmp(text(bound, "fact"), name) == 0;
        }
        if (!shown) {
            fprintf(out, "    %-28s %12" JSON_INTEGER_FORMAT "\n", name, json_integer_value(value));
        }
    }
}

static void print_launches(FILE *out, const json_t *profile, const json_t *exercise) {
    enum { SHOWN = 6 };
    size_t index;
    json_t *launch;
    const json_t *launches = json_object_get(exercise, "launches");
    if (json_array_size(launches) > 0) {
        fprintf(out, "  modelled, not measured, on the profile %s:\n", text(profile, "gpu"));
    }
    json_array_foreach(launches, index, launch) {
        if (index == SHOWN) {
            fprintf(out, "    … and %zu more\n", json_array_size(launches) - index);
            break;
        }
        fprintf(out, "    %-24s %9.1f us  %s\n", text(launch, "kernel"),
                json_real_value(json_object_get(launch, "microseconds")), text(launch, "binds"));
    }
}

/* Line `line` of a file's text, without the blanks before it. */
static void print_source(FILE *out, const char *source, json_int_t line) {
    for (; source != NULL && line > 1; line--) {
        source = strchr(source, '\n');
        source = source != NULL ? source + 1 : NULL;
    }
    if (source != NULL) {
        source += strspn(source, " \t");
        fprintf(out, "  %.*s", (int)strcspn(source, "\r\n"), source);
    }
}

/* Columns of numbers, of kernels and of OpenMP programs; a nought is left blank. */
static const struct column {
    const char *key, *heading;
    int width;
} kernel_columns[] = {{"executions", "executions", 11}, {"lanes", "lanes", 5},
                      {"sectors", "sectors", 9},        {"ideal", "(ideal)", 7},
                      {"conflicts", "conflicts", 9},    {"queued", "queued", 9},
                      {"barriers", "barriers", 8},      {"divergent", "diverge", 7}},
  openmp_columns[] = {{"executions", "executions", 11},
                      {"travels", "travels", 9},
                      {"false_sharing", "(falsely)", 9}};

static void print_number(FILE *out, const json_t *line, const struct column *column) {
    json_int_t value = number(line, column->key), executions = number(line, "executions");
    if (strcmp(column->key, "lanes") == 0 && executions > 0) {
        fprintf(out, " %*.1f", column->width, (double)value / (double)executions);
    } else if (value > 0) {
        fprintf(out, " %*" JSON_INTEGER_FORMAT, column->width, value);
    } else {
        fprintf(out, " %*s", column->width, "");
    }
}

static void print_lines(FILE *out, const json_t *profile, const json_t *exercise) {
    const bool kernels = json_array_size(json_object_get(exercise, "launches")) > 0;
    const struct column *columns = kernels ? kernel_columns : openmp_columns;
    const size_t count = kernels ? sizeof kernel_columns / sizeof *kernel_columns
                                 : sizeof openmp_columns / sizeof *openmp_columns;
    const json_t *files = json_object_get(exercise, "files");
    fputs("   line", out);
    for (size_t c = 0; c < count; c++) {
        fprintf(out, " %*s", columns[c].width, columns[c].heading);
    }
    fputc('\n', out);
    size_t index;
    json_t *line;
    json_array_foreach(json_object_get(exercise, "lines"), index, line) {
        const char *file = json_string_value(json_array_get(files, (size_t)number(line, "file")));
        const json_t *source = json_object_get(json_object_get(profile, "sources"), file);
        if (source == NULL) {
            continue;
        }
        fprintf(out, "  %5" JSON_INTEGER_FORMAT, number(line, "line"));
        for (size_t c = 0; c < count; c++) {
            print_number(out, line, &columns[c]);
        }
        print_source(out, json_string_value(source), number(line, "line"));
        fputc('\n', out);
    }
}

void profile_text(FILE *out, const json_t *profile) {
    size_t index;
    json_t *exercise;
    json_array_foreach(json_object_get(profile, "exercises"), index, exercise) {
        fprintf(out, "%s%s, %s, check %s: %s\n  %s\n", index > 0 ? "\n" : "", text(profile, "lab"),
                text(exercise, "exercise"), text(exercise, "check"), text(exercise, "verdict"),
                text(exercise, "case"));
        if (text(exercise, "finding")[0] != '\0') {
            fprintf(out, "  %s\n", text(exercise, "finding"));
        }
        print_bounds(out, exercise);
        print_counters(out, exercise);
        print_launches(out, profile, exercise);
        print_lines(out, profile, exercise);
    }
}
