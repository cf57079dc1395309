/* Findings and counters as text for a terminal of 80 columns. */
#include "report.h"

#include <inttypes.h>
#include <string.h>

enum { WIDTH = 79 };

/* Prints text in lines of at most WIDTH columns, each after `indent` spaces. */
static void wrapped(FILE *out, int indent, const char *text) {
    int column = 0;
    while (*text) {
        size_t word = strcspn(text, " ");
        if (column > 0 && column + 1 + (int)word > WIDTH) {
            fputc('\n', out);
            column = 0;
        }
        column += column ? fprintf(out, " ") : fprintf(out, "%*s", indent, "");
        column += fprintf(out, "%.*s", (int)word, text);
        text += word;
        text += strspn(text, " ");
    }
    fputc('\n', out);
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

static void source_place(char *text, size_t size, const char *file, uint32_t line) {
    if (line) {
        snprintf(text, size, "%s:%u", file, line);
    } else {
        snprintf(text, size, "(line unknown)");
    }
}

static void print_place(FILE *out, const struct finding_place *place, bool opencl) {
    char where[160], block[40], thread[40];
    source_place(where, sizeof where, place->file, place->line);
    coordinates(block, sizeof block, place->block);
    coordinates(thread, sizeof thread, place->thread);
    if (place->who[0] != '\0') {
        fprintf(out, "    %-7s %-24s %s%s%s\n", place->access, where, place->who,
                place->holds[0] != '\0' ? ", holds " : "", place->holds);
    } else if (place->has_thread) {
        fprintf(out, "    %-7s %-24s %s %s, %s %s\n", place->access, where,
                opencl ? "work-group" : "block", block, opencl ? "work-item" : "thread", thread);
    } else {
        fprintf(out, "    %-7s %-24s another %s\n", place->access, where,
                opencl ? "work-item" : "thread");
    }
}

static void print_finding(FILE *out, const struct simt_finding *finding) {
    fprintf(out, "%s%s", finding_is_note(finding->kind) ? "note: " : "",
            finding_kind_name(finding->kind));
    if (finding->kernel[0]) {
        fprintf(out, " in kernel %s", finding->kernel);
    }
    if (finding->count > 1) {
        fprintf(out, " (%" PRIu64 " times)", finding->count);
    }
    fputc('\n', out);
    if (finding->subject[0]) {
        wrapped(out, 2, finding->subject);
    }
    for (int i = 0; i < finding->place_count; i++) {
        print_place(out, &finding->places[i], finding->opencl);
    }
    wrapped(out, 2, finding->message);
    wrapped(out, 2, finding->advice);
}

void simt_report_findings(FILE *out, const struct finding_list *findings) {
    for (size_t i = 0; i < findings->count; i++) {
        print_finding(out, &findings->items[i]);
        fputc('\n', out);
    }
    if (findings->dropped) {
        fprintf(out, "%" PRIu64 " more findings were not kept.\n\n", findings->dropped);
    }
    if (findings->unwatched) {
        fprintf(out,
                "%" PRIu64 " accesses could not be watched, for want of memory: races and\n"
                "uninitialised reads may be missing here.\n\n",
                findings->unwatched);
    }
    if (!findings->count) {
        fprintf(out, "no findings\n\n");
    }
}

/* ---- counters -------------------------------------------------------------------------------- */

/* One line of a kernel's table: what was asked for, what it cost, and what that means. */
struct cost {
    const char *label;
    const char *opencl; /* the label for OpenCL C; NULL: the same */
    enum counter requests;
    enum counter units;
    const char *unit; /* NULL: no second number */
    enum counter extra;
    const char *extra_unit; /* NULL: none */
};

static const struct cost costs[] = {
    {"global loads", NULL, COUNT_GLOBAL_LOAD_REQUESTS, COUNT_GLOBAL_LOAD_SECTORS, "sectors", 0,
     NULL},
    {"global stores", NULL, COUNT_GLOBAL_STORE_REQUESTS, COUNT_GLOBAL_STORE_SECTORS, "sectors", 0,
     NULL},
    {"global reductions", NULL, COUNT_GLOBAL_REDUCTION_REQUESTS, COUNT_GLOBAL_REDUCTION_SECTORS,
     "sectors", 0, NULL},
    {"global atomics", NULL, COUNT_GLOBAL_ATOMIC_REQUESTS, COUNT_GLOBAL_ATOMIC_SECTORS, "sectors",
     COUNT_GLOBAL_SERIALISED, "serialised"},
    {"shared loads", "local loads", COUNT_SHARED_LOAD_REQUESTS, COUNT_SHARED_LOAD_WAVEFRONTS,
     "wavefronts", COUNT_SHARED_LOAD_CONFLICTS, "conflicts"},
    {"shared stores", "local stores", COUNT_SHARED_STORE_REQUESTS, COUNT_SHARED_STORE_WAVEFRONTS,
     "wavefronts", COUNT_SHARED_STORE_CONFLICTS, "conflicts"},
    {"shared atomics", "local atomics", COUNT_SHARED_ATOMIC_REQUESTS,
     COUNT_SHARED_ATOMIC_WAVEFRONTS, "wavefronts", COUNT_SHARED_SERIALISED, "serialised"},
    {"local accesses", "private accesses", COUNT_LOCAL_REQUESTS, 0, NULL, 0, NULL},
    {"barriers", NULL, COUNT_BARRIERS, 0, NULL, 0, NULL},
    {"branches", NULL, COUNT_BRANCHES, COUNT_DIVERGENT_BRANCHES, "divergent", 0, NULL},
};

enum { COST_COUNT = sizeof costs / sizeof *costs };

static const char *label_of(const struct cost *cost, bool opencl) {
    return opencl && cost->opencl != NULL ? cost->opencl : cost->label;
}

static void print_cost(FILE *out, const struct cost *cost, const uint64_t *values, bool opencl) {
    fprintf(out, "  %-18s %12" PRIu64, label_of(cost, opencl), values[cost->requests]);
    if (cost->unit != NULL) {
        fprintf(out, "  %12" PRIu64 " %-10s", values[cost->units], cost->unit);
    }
    if (cost->extra_unit != NULL) {
        fprintf(out, " %12" PRIu64 " %s", values[cost->extra], cost->extra_unit);
    }
    fputc('\n', out);
}

static void print_line(FILE *out, const struct counter_line *line, bool opencl) {
    char where[160];
    source_place(where, sizeof where, line->file, line->line);
    for (int i = 0; i < COST_COUNT; i++) {
        if (!line->values[costs[i].requests]) {
            continue;
        }
        fprintf(out, "    %-22s %-18s %10" PRIu64, where, label_of(&costs[i], opencl),
                line->values[costs[i].requests]);
        if (costs[i].unit != NULL) {
            fprintf(out, " %10" PRIu64 " %s", line->values[costs[i].units], costs[i].unit);
        }
        fputc('\n', out);
        where[0] = '\0';
    }
}

static void print_kernel(FILE *out, const struct counter_kernel *kernel, bool lines) {
    const uint64_t *values = kernel->values;
    fprintf(out, "kernel %s: %" PRIu64 " launch%s\n", kernel->name, kernel->launches,
            kernel->launches == 1 ? "" : "es");
    for (int i = 0; i < COST_COUNT; i++) {
        if (values[costs[i].requests]) {
            print_cost(out, &costs[i], values, kernel->opencl);
        }
    }
    fprintf(out, "  %-18s %11.1f%%  of a warp's lanes are active between branches\n", "efficiency",
            100.0 * counter_efficiency(values));
    fprintf(out, "  %-18s %12" PRIu64 "  %12" PRIu64 " by lanes\n", "instructions",
            values[COUNT_WARP_INSTRUCTIONS], values[COUNT_THREAD_INSTRUCTIONS]);
    if (lines) {
        for (size_t i = 0; i < kernel->line_count; i++) {
            print_line(out, &kernel->lines[i], kernel->opencl);
        }
    }
    fputc('\n', out);
}

void simt_report_counters(FILE *out, const struct counters *counters, bool lines) {
    size_t count;
    const struct counter_kernel *kernels = counters_kernels(counters, &count);
    for (size_t i = 0; i < count; i++) {
        print_kernel(out, &kernels[i], lines);
    }
}
