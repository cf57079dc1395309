/* Findings and counters as text for a terminal of 80 columns. */
#include "../../../message_text.h"
#include "report.h"

#include <inttypes.h>
#include <string.h>

enum { WIDTH = 79 };

const char *simt_report_say(const struct report_stream *out, const char *text) {
    return out->say != NULL ? out->say(out->context, text) : text;
}

int simt_report_width(const char *said, int columns) {
    for (; *said != '\0'; said++) {
        columns += (*said & 0xC0) == 0x80; /* UTF-8's later bytes take no column */
    }
    return columns;
}

/* What all places of a finding take for the word of their access: "write", "opération atomique". */
static int access_columns(const struct report_stream *out, const struct simt_finding *finding) {
    int columns = out->say != NULL ? 8 : 7;
    for (int i = 0; i < finding->place_count; i++) {
        const char *said = simt_report_say(out, finding->places[i].access);
        const int own = (int)strlen(said) - simt_report_width(said, 0);
        columns = own > columns ? own : columns;
    }
    return columns;
}

/* Prints text in lines of at most WIDTH columns, each after `indent` spaces. */
static void wrapped(const struct report_stream *out, int indent, const char *text) {
    int column = 0;
    text = strchr(text, ' ') != NULL ? simt_report_say(out, text) : text; /* a variable's name */
    while (*text) {
        size_t word = strcspn(text, " ");
        if (column > 0 && column + 1 + (int)word > WIDTH) {
            fputc('\n', out->file);
            column = 0;
        }
        column += column ? fprintf(out->file, " ") : fprintf(out->file, "%*s", indent, "");
        column += fprintf(out->file, "%.*s", (int)word, text);
        text += word;
        text += strspn(text, " ");
    }
    fputc('\n', out->file);
}

/* Coordinates as CUDA programs write them: "5", "(5,1)" or "(5,1,2)". */
static void coordinates(char *text, size_t size, const uint32_t at[3]) {
    if (at[2]) {
        snprintf(text, size, "(%u,%u,%u)", at[0], at[1], at[2]);
    } else if (at[1]) {
        snprintf(text, size, "(%u,%u)", at[0], at[1]);
    } else {
        snprintf(text, size, "%u", at[0]);
    }
}

static void source_place(char *text, size_t size, enum simt_dialect dialect, const char *file,
                         uint32_t line) {
    if (line) {
        snprintf(text, size, "%s:%u", file, line);
    } else {
        message_write(text, size, dialect, MESSAGE_LINE_UNKNOWN, NULL);
    }
}

static void print_place(const struct report_stream *out, const struct finding_place *place,
                        enum simt_dialect dialect, int columns) {
    char where[160], block[40], thread[40], who[192];
    source_place(where, sizeof where, dialect, place->file, place->line);
    coordinates(block, sizeof block, place->block);
    coordinates(thread, sizeof thread, place->thread);
    message_write(who, sizeof who, dialect,
                  place->has_thread ? MESSAGE_BY_THREAD : MESSAGE_BY_ANOTHER_THREAD,
                  MESSAGE_VALUES(message_string("block number", block),
                                 message_string("thread number", thread)));
    if (place->holds[0] != '\0') {
        message_put(who, sizeof who, "%s, holds %s", place->who, place->holds);
    } else if (place->who[0] != '\0') {
        snprintf(who, sizeof who, "%s", place->who);
    }
    const char *access = simt_report_say(out, place->access);
    fprintf(out->file, "    %-*s %-24s %s\n", simt_report_width(access, columns), access, where,
            simt_report_say(out, who));
}

/* "note: leak in kernel count (2 times)" */
static void print_heading(const struct report_stream *out, const struct simt_finding *finding) {
    enum simt_dialect dialect = finding->dialect;
    const char *text = finding_kind_title(finding->kind, dialect);
    char note[64], kernel[160], times[200];
    if (finding_is_note(finding->kind)) {
        message_write(note, sizeof note, dialect, MESSAGE_KIND_IS_NOTE,
                      MESSAGE_VALUES(message_string("kind", text)));
        text = note;
    }
    if (finding->kernel[0]) {
        message_write(kernel, sizeof kernel, dialect, MESSAGE_KIND_IN_KERNEL,
                      MESSAGE_VALUES(message_string("kind", text),
                                     message_string("kernel", finding->kernel)));
        text = kernel;
    }
    if (finding->count > 1) {
        message_write(times, sizeof times, dialect, MESSAGE_SEEN_TIMES,
                      MESSAGE_VALUES(message_string("finding", text),
                                     message_number("count", (long long)finding->count)));
        text = times;
    }
    fprintf(out->file, "%s\n", simt_report_say(out, text));
}

static void print_finding(const struct report_stream *out, const struct simt_finding *finding) {
    print_heading(out, finding);
    if (finding->subject[0]) {
        wrapped(out, 2, finding->subject);
    }
    const int columns = access_columns(out, finding);
    for (int i = 0; i < finding->place_count; i++) {
        const struct finding_place *place = &finding->places[i];
        if (finding->code == 0) {
            print_place(out, place, finding->dialect, columns);
        } else if (strstr(finding->message, place->file) == NULL) {
            const char *access = simt_report_say(out, place->access);
            fprintf(out->file, "    %-*s %s:%u\n", simt_report_width(access, columns), access,
                    place->file, place->line);
        }
    }
    wrapped(out, 2, finding->message);
    for (const char *step = finding->steps; *step != '\0';) {
        int length = (int)strcspn(step, "\n");
        char one[sizeof finding->steps];
        snprintf(one, sizeof one, "%.*s", length, step);
        fprintf(out->file, "    %s\n", simt_report_say(out, one));
        step += length + (step[length] != '\0');
    }
    wrapped(out, 2, finding->advice);
}

/* A line about the list as a whole, and an empty one. */
static void print_remark(const struct report_stream *out, enum message message, uint64_t count) {
    char text[256];
    message_write(text, sizeof text, SIMT_CUDA, message,
                  MESSAGE_VALUES(message_number("count", (long long)count)));
    fprintf(out->file, "%s\n\n", simt_report_say(out, text));
}

void simt_report_findings(const struct report_stream *out, const struct finding_list *findings) {
    for (size_t i = 0; i < findings->count; i++) {
        print_finding(out, &findings->items[i]);
        fputc('\n', out->file);
    }
    if (findings->dropped) {
        print_remark(out, MESSAGE_NOT_KEPT, findings->dropped);
    }
    if (findings->unwatched) {
        print_remark(out, MESSAGE_NOT_WATCHED, findings->unwatched);
    }
    if (!findings->count) {
        print_remark(out, MESSAGE_NO_FINDINGS, 0);
    }
}

/* ---- counters -------------------------------------------------------------------------------- */

/* One line of a kernel's table: what was asked for, what it cost, and what that means. */
struct cost_row {
    enum message label;
    enum counter requests;
    enum counter units;
    enum message unit; /* MESSAGE_COUNT: no second number */
    enum counter extra;
    enum message extra_unit; /* MESSAGE_COUNT: none */
};

static const struct cost_row costs[] = {
    {MESSAGE_GLOBAL_LOADS, COUNT_GLOBAL_LOAD_REQUESTS, COUNT_GLOBAL_LOAD_SECTORS, MESSAGE_SECTORS,
     0, MESSAGE_COUNT},
    {MESSAGE_GLOBAL_STORES, COUNT_GLOBAL_STORE_REQUESTS, COUNT_GLOBAL_STORE_SECTORS,
     MESSAGE_SECTORS, 0, MESSAGE_COUNT},
    {MESSAGE_GLOBAL_REDUCTIONS, COUNT_GLOBAL_REDUCTION_REQUESTS, COUNT_GLOBAL_REDUCTION_SECTORS,
     MESSAGE_SECTORS, 0, MESSAGE_COUNT},
    {MESSAGE_GLOBAL_ATOMICS, COUNT_GLOBAL_ATOMIC_REQUESTS, COUNT_GLOBAL_ATOMIC_SECTORS,
     MESSAGE_SECTORS, COUNT_GLOBAL_SERIALISED, MESSAGE_SERIALISED},
    {MESSAGE_SHARED_LOADS, COUNT_SHARED_LOAD_REQUESTS, COUNT_SHARED_LOAD_WAVEFRONTS,
     MESSAGE_WAVEFRONTS, COUNT_SHARED_LOAD_CONFLICTS, MESSAGE_CONFLICTS},
    {MESSAGE_SHARED_STORES, COUNT_SHARED_STORE_REQUESTS, COUNT_SHARED_STORE_WAVEFRONTS,
     MESSAGE_WAVEFRONTS, COUNT_SHARED_STORE_CONFLICTS, MESSAGE_CONFLICTS},
    {MESSAGE_SHARED_ATOMICS, COUNT_SHARED_ATOMIC_REQUESTS, COUNT_SHARED_ATOMIC_WAVEFRONTS,
     MESSAGE_WAVEFRONTS, COUNT_SHARED_SERIALISED, MESSAGE_SERIALISED},
    {MESSAGE_PRIVATE_ACCESSES, COUNT_LOCAL_REQUESTS, 0, MESSAGE_COUNT, 0, MESSAGE_COUNT},
    {MESSAGE_BARRIERS, COUNT_BARRIERS, 0, MESSAGE_COUNT, 0, MESSAGE_COUNT},
    {MESSAGE_BRANCHES, COUNT_BRANCHES, COUNT_DIVERGENT_BRANCHES, MESSAGE_DIVERGENT, 0,
     MESSAGE_COUNT},
};

enum { COST_COUNT = sizeof costs / sizeof *costs };

struct label {
    char text[120];
};

/* A message that takes no values, filled up to `columns`. */
static struct label label_of(const struct report_stream *out, enum simt_dialect dialect,
                             enum message message, int columns) {
    struct label label = {""};
    char text[80];
    message_write(text, sizeof text, dialect, message, NULL);
    const char *said = simt_report_say(out, text);
    snprintf(label.text, sizeof label.text, "%-*s", simt_report_width(said, columns), said);
    return label;
}

/* French words are longer: "écritures partagées". */
static int label_columns(const struct report_stream *out) {
    return out->say != NULL ? 20 : 18;
}

static void print_cost(const struct report_stream *out, const struct cost_row *cost,
                       const uint64_t *values, enum simt_dialect dialect) {
    fprintf(out->file, "  %s %12" PRIu64,
            label_of(out, dialect, cost->label, label_columns(out)).text, values[cost->requests]);
    if (cost->unit != MESSAGE_COUNT) {
        fprintf(out->file, "  %12" PRIu64 " %s", values[cost->units],
                label_of(out, dialect, cost->unit, 10).text);
    }
    if (cost->extra_unit != MESSAGE_COUNT) {
        fprintf(out->file, " %12" PRIu64 " %s", values[cost->extra],
                label_of(out, dialect, cost->extra_unit, 0).text);
    }
    fputc('\n', out->file);
}

static void print_line(const struct report_stream *out, const struct counter_line *line,
                       enum simt_dialect dialect) {
    char where[160];
    source_place(where, sizeof where, dialect, line->file, line->line);
    for (int i = 0; i < COST_COUNT; i++) {
        if (!line->values[costs[i].requests]) {
            continue;
        }
        fprintf(out->file, "    %-22s %s %10" PRIu64, where,
                label_of(out, dialect, costs[i].label, label_columns(out)).text,
                line->values[costs[i].requests]);
        if (costs[i].unit != MESSAGE_COUNT) {
            fprintf(out->file, " %10" PRIu64 " %s", line->values[costs[i].units],
                    label_of(out, dialect, costs[i].unit, 0).text);
        }
        fputc('\n', out->file);
        where[0] = '\0';
    }
}

static void print_kernel(const struct report_stream *out, const struct counter_kernel *kernel,
                         bool lines) {
    const uint64_t *values = kernel->values;
    enum simt_dialect dialect = kernel->dialect;
    char title[160];
    message_write(title, sizeof title, dialect, MESSAGE_KERNEL_LAUNCHES,
                  MESSAGE_VALUES(message_string("kernel", kernel->name),
                                 message_number("count", (long long)kernel->launches)));
    fprintf(out->file, "%s\n", simt_report_say(out, title));
    for (int i = 0; i < COST_COUNT; i++) {
        if (values[costs[i].requests]) {
            print_cost(out, &costs[i], values, dialect);
        }
    }
    fprintf(out->file, "  %s %11.1f%%  %s\n",
            label_of(out, dialect, MESSAGE_EFFICIENCY, label_columns(out)).text,
            100.0 * counter_efficiency(values),
            label_of(out, dialect, MESSAGE_LANES_ACTIVE, 0).text);
    fprintf(out->file, "  %s %12" PRIu64 "  %12" PRIu64 " %s\n",
            label_of(out, dialect, MESSAGE_INSTRUCTIONS, label_columns(out)).text,
            values[COUNT_WARP_INSTRUCTIONS], values[COUNT_THREAD_INSTRUCTIONS],
            label_of(out, dialect, MESSAGE_BY_LANES, 0).text);
    if (lines) {
        for (size_t i = 0; i < kernel->line_count; i++) {
            print_line(out, &kernel->lines[i], dialect);
        }
    }
    fputc('\n', out->file);
}

void simt_report_counters(const struct report_stream *out, const struct counters *counters,
                          bool lines) {
    size_t count;
    const struct counter_kernel *kernels = counters_kernels(counters, &count);
    for (size_t i = 0; i < count; i++) {
        print_kernel(out, &kernels[i], lines);
    }
}
