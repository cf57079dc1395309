/*
 * report.h - findings and counters for a reader: text for a terminal of 80 columns, and JSON.
 *
 * Both are the same byte for byte on every run of the same program.
 */
#pragma once

#include <jansson.h>
#include <stdio.h>

#include "../counters/count.h"
#include "finding.h"

/* Puts a text, a line or a word of it, into the reader's language; gives back memory of its own, or
 * `text`. */
typedef const char *report_say(void *context, const char *text);

/* Where a text goes, and who puts it into the reader's language; `say` NULL: it stays English. */
struct report_stream {
    FILE *file;
    report_say *say;
    void *context;
};

/* The text by it; and the width for printf's %-*s that makes it `columns` wide. */
const char *simt_report_say(const struct report_stream *out, const char *text);
int simt_report_width(const char *said, int columns);

/* The findings, worst first as they happened, or one line that says there are none. */
void simt_report_findings(const struct report_stream *out, const struct finding_list *findings);

/* A table for each kernel. With `lines`, the source lines that cost most as well. */
void simt_report_counters(const struct report_stream *out, const struct counters *counters,
                          bool lines);

/* Text of any bytes as JSON takes it: what is no UTF-8 becomes a mark. NULL without memory. */
json_t *json_text(const char *text);
/* What stands in the place of {name} in a message: a new reference, NULL without memory. */
json_t *json_value(const struct message_value *value);
/* A finding: a new reference, NULL without memory. */
json_t *finding_json(const struct simt_finding *finding);
/* The findings alone, as an array: a new reference, NULL without memory. */
json_t *simt_report_findings_json(const struct finding_list *findings);
/* {"findings": […], "kernels": […], "launches": […]}: a new reference, NULL without memory. */
json_t *simt_report_json(const struct finding_list *findings, const struct counters *counters);
