/* Work, span, sharing and facts of an OpenMP run, as text and as JSON. */
#include "openmp_watch.h"

#include <inttypes.h>

#include "../reports/report.h"

#include <string.h>

enum { MOST_LINES = 10 };

static void print_threads(const struct report_stream *out, const struct openmp_watch *watch) {
    size_t count;
    uint64_t all = 0;
    const uint64_t *instructions = openmp_watch_instructions(watch, &count);
    for (size_t i = 0; i < count; i++) {
        all += instructions[i];
    }
    for (size_t i = 0; all > 0 && i < count; i++) {
        if (instructions[i] > 0) {
            fprintf(out->file, "    thread %-10zu %12" PRIu64 "  %5.1f%%\n", i, instructions[i],
                    100.0 * (double)instructions[i] / (double)all);
        }
    }
}

static void print_travels(const struct report_stream *out, const struct openmp_watch *watch) {
    size_t count;
    const struct openmp_travel *travels = openmp_watch_travels(watch, &count);
    for (size_t i = 0; i < count && i < MOST_LINES; i++) {
        char where[160];
        snprintf(where, sizeof where, "%s",
                 simt_report_say(out, message_pattern(SIMT_OPENMP, MESSAGE_LINE_UNKNOWN)));
        if (travels[i].line != 0) {
            snprintf(where, sizeof where, "%s:%u", travels[i].file, travels[i].line);
        }
        const char *variable = strchr(travels[i].variable, ' ') != NULL
                                   ? simt_report_say(out, travels[i].variable)
                                   : travels[i].variable;
        fprintf(out->file, "    %-22s %-*s %10" PRIu64 "  %10" PRIu64 " %s\n", where,
                simt_report_width(variable, 20), variable, travels[i].travels,
                travels[i].false_sharing,
                simt_report_say(out, message_pattern(SIMT_OPENMP, MESSAGE_FALSE_SHARING)));
    }
}

static void print_sum(const struct report_stream *out, enum message label, const char *value,
                      enum message meaning, uint64_t count) {
    char name[32], text[96];
    message_write(name, sizeof name, SIMT_OPENMP, label, NULL);
    message_write(text, sizeof text, SIMT_OPENMP, meaning,
                  MESSAGE_VALUES(message_number("count", (long long)count)));
    const char *said = simt_report_say(out, name);
    fprintf(out->file, "  %-*s %12s  %s\n", simt_report_width(said, 18), said, value,
            simt_report_say(out, text));
}

static const char *number(char text[24], uint64_t value) {
    snprintf(text, 24, "%" PRIu64, value);
    return text;
}

void openmp_report_counters(const struct report_stream *out, const struct openmp_watch *watch) {
    const uint64_t *facts = openmp_watch_facts(watch);
    uint64_t work = facts[OPENMP_FACT_WORK], span = facts[OPENMP_FACT_SPAN];
    char text[32];
    fprintf(out->file, "%s\n", simt_report_say(out, message_pattern(SIMT_OPENMP, MESSAGE_PROGRAM)));
    print_sum(out, MESSAGE_WORK, number(text, work), MESSAGE_WORK_MEANS, 0);
    print_sum(out, MESSAGE_SPAN, number(text, span), MESSAGE_SPAN_MEANS, 0);
    if (span > 0) {
        snprintf(text, sizeof text, "%.1f", (double)work / (double)span);
        print_sum(out, MESSAGE_SPEEDUP, text, MESSAGE_SPEEDUP_MEANS, 0);
    }
    snprintf(text, sizeof text, "%" PRIu64 "%%", facts[OPENMP_FACT_BUSIEST_PERCENT]);
    print_sum(out, MESSAGE_BUSIEST, text, MESSAGE_BUSIEST_MEANS, 0);
    print_threads(out, watch);
    print_sum(out, MESSAGE_TRAVELS, number(text, facts[OPENMP_FACT_TRAVELS]), MESSAGE_TRAVELS_MEANS,
              facts[OPENMP_FACT_FALSE_SHARING]);
    print_travels(out, watch);
    for (int i = 0; i < OPENMP_FACT_TRAVELS; i++) {
        if (facts[i] != 0) {
            fprintf(out->file, "  %-18s %12" PRIu64 "\n", openmp_fact_names[i], facts[i]);
        }
    }
    fputc('\n', out->file);
}

static json_t *travel_json(const struct openmp_travel *travel) {
    return json_pack("{s:s,s:I,s:s,s:I,s:I}", "file", travel->file, "line",
                     (json_int_t)travel->line, "variable", travel->variable, "travels",
                     (json_int_t)travel->travels, "false_sharing",
                     (json_int_t)travel->false_sharing);
}

json_t *openmp_report_json(const struct openmp_watch *watch) {
    size_t travel_count, thread_count;
    const struct openmp_travel *travels = openmp_watch_travels(watch, &travel_count);
    const uint64_t *instructions = openmp_watch_instructions(watch, &thread_count);
    const uint64_t *values = openmp_watch_facts(watch);
    json_t *facts = json_object(), *rows = json_array(), *threads = json_array();
    for (int i = 0; i < OPENMP_FACT_COUNT; i++) {
        json_object_set_new(facts, openmp_fact_names[i], json_integer((json_int_t)values[i]));
    }
    for (size_t i = 0; i < travel_count; i++) {
        json_array_append_new(rows, travel_json(&travels[i]));
    }
    for (size_t i = 0; i < thread_count; i++) {
        if (instructions[i] != 0) {
            json_array_append_new(threads, json_pack("{s:I,s:I}", "thread", (json_int_t)i,
                                                     "instructions", (json_int_t)instructions[i]));
        }
    }
    return json_pack("{s:o,s:o,s:o,s:o}", "findings",
                     simt_report_findings_json(openmp_watch_findings(watch)), "facts", facts,
                     "threads", threads, "travels", rows);
}
