/* Findings and counters as JSON. Keys are in a fixed order; numbers are exact up to 2^63. */
#include "report.h"

#include <stdlib.h>
#include <string.h>

json_t *json_text(const char *text) {
    json_t *value = json_string(text);
    if (value != NULL) {
        return value;
    }
    char *mended = malloc(strlen(text) * 3 + 1), *to = mended;
    if (mended == NULL) {
        return NULL;
    }
    for (const unsigned char *at = (const unsigned char *)text; *at != '\0'; at++) {
        if (*at < 0x80) {
            *to++ = (char)*at;
        } else {
            memcpy(to, "\xEF\xBF\xBD", 3);
            to += 3;
        }
    }
    *to = '\0';
    value = json_string(mended);
    free(mended);
    return value;
}

json_t *json_value(const struct message_value *value) {
    return value->text != NULL ? json_text(value->text) : json_integer((json_int_t)value->number);
}

static json_t *triple(const uint32_t values[3]) {
    return json_pack("[I,I,I]", (json_int_t)values[0], (json_int_t)values[1],
                     (json_int_t)values[2]);
}

static json_t *place_json(const struct finding_place *place) {
    json_t *object = json_pack("{s:o,s:o,s:I}", "access", json_text(place->access), "file",
                               json_text(place->file), "line", (json_int_t)place->line);
    if (object != NULL && place->has_thread) {
        json_object_set_new(object, "block", triple(place->block));
        json_object_set_new(object, "thread", triple(place->thread));
    }
    if (object != NULL && place->who[0] != '\0') {
        json_object_set_new(object, "who", json_text(place->who));
        json_object_set_new(object, "holds", json_text(place->holds));
    }
    return object;
}

static json_t *said_json(const struct simt_finding *finding) {
    json_t *values = json_object();
    size_t at = 0;
    for (struct message_value value = finding_value(finding, &at); value.name != NULL;
         value = finding_value(finding, &at)) {
        json_object_set_new(values, value.name, json_value(&value));
    }
    return values;
}

json_t *finding_json(const struct simt_finding *finding) {
    json_t *places = json_array();
    for (int i = 0; i < finding->place_count; i++) {
        json_array_append_new(places, place_json(&finding->places[i]));
    }
    json_t *object =
        json_pack("{s:s,s:s,s:o,s:I,s:o,s:o,s:o,s:I,s:o}", "kind", finding_kind_name(finding->kind),
                  "verdict", finding_verdict(finding->kind), "kernel", json_text(finding->kernel),
                  "launch", (json_int_t)finding->launch, "subject", json_text(finding->subject),
                  "message", json_text(finding->message), "advice", json_text(finding->advice),
                  "count", (json_int_t)finding->count, "places", places);
    if (object != NULL && finding->said != NULL) {
        json_object_set_new(object, "id", json_string(finding->said));
        json_object_set_new(object, "values", said_json(finding));
    }
    if (object != NULL && finding->steps[0] != '\0') {
        json_object_set_new(object, "steps", json_text(finding->steps));
    }
    return object;
}

static json_t *values_json(const uint64_t values[COUNTER_COUNT], bool all) {
    json_t *object = json_object();
    for (int i = 0; i < COUNTER_COUNT; i++) {
        if (all || values[i]) {
            json_object_set_new(object, counter_table[i].name, json_integer((json_int_t)values[i]));
        }
    }
    return object;
}

static json_t *kernel_json(const struct counter_kernel *kernel) {
    json_t *lines = json_array();
    for (size_t i = 0; i < kernel->line_count; i++) {
        json_array_append_new(lines,
                              json_pack("{s:s,s:I,s:o}", "file", kernel->lines[i].file, "line",
                                        (json_int_t)kernel->lines[i].line, "counters",
                                        values_json(kernel->lines[i].values, false)));
    }
    return json_pack("{s:s,s:I,s:f,s:o,s:o}", "name", kernel->name, "launches",
                     (json_int_t)kernel->launches, "efficiency", counter_efficiency(kernel->values),
                     "counters", values_json(kernel->values, true), "lines", lines);
}

static json_t *launch_json(const struct counter_launch *launch,
                           const struct counter_kernel *kernels) {
    return json_pack("{s:I,s:s,s:o,s:o,s:I,s:o}", "number", (json_int_t)launch->number, "kernel",
                     kernels[launch->kernel].name, "grid", triple(launch->grid), "block",
                     triple(launch->block), "shared_bytes", (json_int_t)launch->shared_bytes,
                     "counters", values_json(launch->values, true));
}

json_t *simt_report_findings_json(const struct finding_list *findings) {
    json_t *found = json_array();
    for (size_t i = 0; findings != NULL && i < findings->count; i++) {
        json_array_append_new(found, finding_json(&findings->items[i]));
    }
    return found;
}

json_t *simt_report_json(const struct finding_list *findings, const struct counters *counters) {
    json_t *found = simt_report_findings_json(findings), *kernel_list = json_array(),
           *launch_list = json_array();
    size_t kernel_count = 0, launch_count = 0;
    uint64_t all_launches = 0;
    const struct counter_kernel *kernels =
        counters != NULL ? counters_kernels(counters, &kernel_count) : NULL;
    for (size_t i = 0; i < kernel_count; i++) {
        json_array_append_new(kernel_list, kernel_json(&kernels[i]));
    }
    const struct counter_launch *launches =
        counters != NULL ? counters_launches(counters, &launch_count, &all_launches) : NULL;
    for (size_t i = 0; i < launch_count; i++) {
        json_array_append_new(launch_list, launch_json(&launches[i], kernels));
    }
    return json_pack("{s:o,s:o,s:I,s:o}", "findings", found, "kernels", kernel_list, "launch_count",
                     (json_int_t)all_launches, "launches", launch_list);
}
