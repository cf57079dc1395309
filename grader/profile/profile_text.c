/* The profile for a terminal: counters beside bounds, what binds, lines with what they cost. */
#include "../report/wrap.h"
#include "../utf8.h"
#include "profile.h"

#include <limits.h>
#include <string.h>
#include <sys/ioctl.h>

struct teller {
    FILE *out;
    const struct language *language; /* NULL: English */
    int room;                        /* columns of the terminal; 0: none, lines may be long */
    struct arena arena;
};

/* Columns of the terminal that the stream is; 0 where it is none. */
static int columns_of(FILE *out) {
    enum { LEAST = 40 };
    struct winsize size;
    return ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col >= LEAST ? size.ws_col : 0;
}

static const char *say(struct teller *teller, const char *text) {
    return language_say(teller->language, &teller->arena, text);
}

/* A paragraph of its own, `indent` columns from the left. */
static void print_paragraph(struct teller *teller, const char *said, int indent) {
    fprintf(teller->out, "%*s", indent, "");
    wrap_text(teller->out, said, indent, indent, teller->room > 0 ? teller->room : INT_MAX,
              INT_MAX);
}

/* To a tenth. */
static const char *tenths(struct teller *teller, double value) {
    return language_number(teller->language, &teller->arena,
                           arena_printf(&teller->arena, "%.1f", value));
}

static json_int_t number(const json_t *object, const char *key) {
    return json_integer_value(json_object_get(object, key));
}

static const char *text(const json_t *object, const char *key) {
    const char *value = json_string_value(json_object_get(object, key));
    return value != NULL ? value : "";
}

static bool fits(const struct teller *teller, const char *line) {
    return teller->room == 0 || utf8_columns(line, strlen(line)) <= teller->room;
}

/* The line so far, with the limit behind it, and as much as has room of what that comes from. */
static const char *add_limit(struct teller *teller, const char *line, const json_t *bound,
                             const char *key, const char *words) {
    const json_t *limit = json_object_get(bound, key);
    if (!json_is_object(limit)) {
        return line;
    }
    line = arena_printf(&teller->arena, "%s  %s %" JSON_INTEGER_FORMAT, line, say(teller, words),
                        number(limit, "value"));
    const char *derived = text(limit, "text"), *numbers = text(limit, "numbers");
    const bool more = limit != json_object_get(bound, "at_most") &&
                      json_is_object(json_object_get(bound, "at_most")); /* needs the room */
    if (more || strspn(derived, "0123456789") == strlen(derived)) {
        return line;
    }
    const char *one = arena_printf(&teller->arena, "%s = %s", line, derived);
    const char *both =
        strcmp(derived, numbers) != 0 ? arena_printf(&teller->arena, "%s = %s", one, numbers) : one;
    return fits(teller, both) ? both : fits(teller, one) ? one : line;
}

static void print_bounds(struct teller *teller, const json_t *exercise) {
    size_t index;
    json_t *bound;
    json_array_foreach(json_object_get(exercise, "bounds"), index, bound) {
        json_int_t seen = number(bound, "observed");
        const json_t *least = json_object_get(bound, "at_least"),
                     *most = json_object_get(bound, "at_most");
        bool holds = (!json_is_object(least) || seen >= number(least, "value")) &&
                     (!json_is_object(most) || seen <= number(most, "value"));
        const char *line = arena_printf(&teller->arena, "  %s %-28s %12" JSON_INTEGER_FORMAT,
                                        holds ? " " : "!", text(bound, "fact"), seen);
        line = add_limit(teller, line, bound, "at_least", "at least");
        fprintf(teller->out, "%s\n", add_limit(teller, line, bound, "at_most", "at most"));
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

static void print_launches(struct teller *teller, const json_t *profile, const json_t *exercise) {
    enum { SHOWN = 6 };
    FILE *out = teller->out;
    size_t index;
    json_t *launch;
    const json_t *launches = json_object_get(exercise, "launches");
    if (json_array_size(launches) > 0) {
        print_paragraph(
            teller,
            language_print(teller->language, &teller->arena,
                           "modelled, not measured, on the profile %s:", text(profile, "gpu")),
            2);
    }
    json_array_foreach(launches, index, launch) {
        if (index == SHOWN) {
            fprintf(out, "    %s\n",
                    language_print(teller->language, &teller->arena, "… and %zu more",
                                   json_array_size(launches) - index));
            break;
        }
        enum { BEHIND = 43 };
        fprintf(out, "    %-24s %9s us  ", text(launch, "kernel"),
                tenths(teller, json_real_value(json_object_get(launch, "microseconds"))));
        wrap_text(out, say(teller, text(launch, "binds")), BEHIND, BEHIND,
                  teller->room > 0 ? teller->room : INT_MAX, INT_MAX);
    }
}

static void print_speedups(struct teller *teller, const char *said, const json_t *rows) {
    size_t index;
    json_t *row;
    enum { WIDTH = 24 };
    fprintf(teller->out, "    %s%*s", said, WIDTH - utf8_columns(said, strlen(said)), "");
    json_array_foreach(rows, index, row) {
        fprintf(teller->out, " %6s",
                tenths(teller, json_real_value(json_object_get(row, "speedup"))));
    }
    fputc('\n', teller->out);
}

/* What more threads than this computer has would give. */
static void print_processor(struct teller *teller, const json_t *exercise) {
    const json_t *processor = json_object_get(exercise, "processor"),
                 *check = json_object_get(processor, "check"),
                 *rows = json_object_get(check, "threads");
    size_t index;
    json_t *row;
    if (!json_is_object(processor)) {
        return;
    }
    const char *heading =
        language_print(teller->language, &teller->arena,
                       "modelled, not measured, on the profile %s: times as fast as 1 thread",
                       text(check, "profile"));
    print_paragraph(teller, heading, 2);
    fprintf(teller->out, "    %-24s", "threads");
    json_array_foreach(rows, index, row) {
        fprintf(teller->out, " %6" JSON_INTEGER_FORMAT, number(row, "threads"));
    }
    fputc('\n', teller->out);
    print_speedups(teller, say(teller, "with these data"), rows);
    print_speedups(teller,
                   language_print(teller->language, &teller->arena,
                                  "with %" JSON_INTEGER_FORMAT " times as many",
                                  number(processor, "factor")),
                   json_object_get(json_object_get(processor, "larger"), "threads"));
}

/* Line `line` of a file's text, without the blanks before it, cut where the terminal ends; `before`
 * columns are taken. */
static void print_source(struct teller *teller, const char *source, json_int_t line, int before) {
    for (; source != NULL && line > 1; line--) {
        source = strchr(source, '\n');
        source = source != NULL ? source + 1 : NULL;
    }
    if (source == NULL) {
        return;
    }
    source += strspn(source, " \t");
    const char *shown =
        arena_printf(&teller->arena, "  %.*s", (int)strcspn(source, "\r\n"), source);
    if (teller->room > before) {
        wrap_line(teller->out, shown, teller->room - before);
    } else {
        fputs(shown, teller->out);
    }
}

/* Columns of numbers, of kernels and of OpenMP programs; a nought is left blank. */
static const struct cost_column {
    const char *key, *heading;
    int width;
} kernel_columns[] = {{"executions", "executions", 11}, {"lanes", "lanes", 5},
                      {"sectors", "sectors", 9},        {"ideal", "(ideal)", 7},
                      {"conflicts", "conflicts", 9},    {"queued", "queued", 9},
                      {"barriers", "barriers", 9},      {"divergent", "diverge", 7}},
  openmp_columns[] = {{"executions", "executions", 11},
                      {"travels", "travels", 9},
                      {"false_sharing", "(falsely)", 9}};

static void print_number(struct teller *teller, const json_t *line,
                         const struct cost_column *column, int width) {
    FILE *out = teller->out;
    json_int_t value = number(line, column->key), executions = number(line, "executions");
    if (strcmp(column->key, "lanes") == 0 && executions > 0) {
        fprintf(out, " %*s", width, tenths(teller, (double)value / (double)executions));
    } else if (value > 0) {
        fprintf(out, " %*" JSON_INTEGER_FORMAT, width, value);
    } else {
        fprintf(out, " %*s", width, "");
    }
}

/* A word at the right of a column; printf would count bytes. */
static void print_heading(struct teller *teller, const char *heading, int width) {
    const char *said = say(teller, heading);
    fprintf(teller->out, "%*s%s", width - utf8_columns(said, strlen(said)), "", said);
}

/* How wide a column is: on a terminal, where room is short, no wider than what stands in it, and 0
 * where nothing does. */
static int width_of(struct teller *teller, const json_t *exercise,
                    const struct cost_column *column) {
    const char *heading = say(teller, column->heading);
    json_int_t largest = 0;
    size_t index;
    json_t *line;
    json_array_foreach(json_object_get(exercise, "lines"), index, line) {
        const json_int_t value = number(line, column->key);
        largest = value > largest ? value : largest;
    }
    const int words = utf8_columns(heading, strlen(heading));
    const int digits =
        strcmp(column->key, "lanes") == 0 ? 4 : snprintf(NULL, 0, "%" JSON_INTEGER_FORMAT, largest);
    return teller->room == 0 ? column->width : largest == 0 ? 0 : words > digits ? words : digits;
}

static void print_lines(struct teller *teller, const json_t *profile, const json_t *exercise) {
    FILE *out = teller->out;
    const bool kernels = json_array_size(json_object_get(exercise, "launches")) > 0;
    const struct cost_column *columns = kernels ? kernel_columns : openmp_columns;
    const size_t count = kernels ? sizeof kernel_columns / sizeof *kernel_columns
                                 : sizeof openmp_columns / sizeof *openmp_columns;
    const json_t *files = json_object_get(exercise, "files");
    int widths[sizeof kernel_columns / sizeof *kernel_columns] = {0};
    int before = 7;
    print_heading(teller, "line", before);
    for (size_t c = 0; c < count; c++) {
        widths[c] = width_of(teller, exercise, &columns[c]);
        if (widths[c] > 0) {
            print_heading(teller, columns[c].heading, widths[c] + 1);
            before += widths[c] + 1;
        }
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
            if (widths[c] > 0) {
                print_number(teller, line, &columns[c], widths[c]);
            }
        }
        print_source(teller, json_string_value(source), number(line, "line"), before);
        fputc('\n', out);
    }
}

static void print_exercise(struct teller *teller, const json_t *profile, const json_t *exercise) {
    print_paragraph(teller,
                    language_print(teller->language, &teller->arena, "%s, %s, \"%s\": %s",
                                   text(profile, "lab"), text(exercise, "exercise"),
                                   text(exercise, "check_title"), text(exercise, "verdict")),
                    0);
    print_paragraph(teller, say(teller, text(exercise, "case")), 2);
    const char *seen = text(exercise, "finding");
    seen = seen[0] != '\0' ? seen : "Only this check was run: make grade judges the others, too.";
    print_paragraph(teller, say(teller, seen), 2);
    print_bounds(teller, exercise);
    print_counters(teller->out, exercise);
    print_launches(teller, profile, exercise);
    print_processor(teller, exercise);
    print_lines(teller, profile, exercise);
}

void profile_text(FILE *out, const json_t *profile, const struct language *language) {
    struct teller teller = {.out = out, .language = language, .room = columns_of(out)};
    size_t index;
    json_t *exercise;
    json_array_foreach(json_object_get(profile, "exercises"), index, exercise) {
        fputs(index > 0 ? "\n" : "", out);
        print_exercise(&teller, profile, exercise);
    }
    arena_free(&teller.arena);
}

void profile_text_page(FILE *out, const char *page, const struct language *language) {
    struct teller teller = {.out = out, .language = language, .room = columns_of(out)};
    fputc('\n', out);
    print_paragraph(&teller,
                    language_print(language, &teller.arena,
                                   "%s: the same with pictures; open it in a browser.", page),
                    0);
    arena_free(&teller.arena);
}
