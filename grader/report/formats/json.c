/* JSON, "lockstep/result/v1": the schema is in FORMATS.md. */
#include "../writers.h"
#include "../../message_text.h"
#include "../../utf8.h"

#include <inttypes.h>
#include <jansson.h>

enum { DIGITS = 15 }; /* so that 0.1 is written as 0.1 */

/* What every function here needs: where cleaned text lives, and who reads. */
struct json_writer {
    struct arena arena;
    const struct report_options *options;
    json_t *messages; /* of what the texts were made, or NULL where nobody wants that */
};

static json_t *text(struct json_writer *writer, const char *value) {
    return value == NULL ? json_null() : json_string(utf8_clean(&writer->arena, value));
}

static json_t *points(int64_t hundredths) {
    return json_real((double)hundredths / 100);
}

/* What the message is about, by name. */
static json_t *values_object(struct json_writer *writer, const struct message_value *values) {
    json_t *object = json_object();
    for (const struct message_value *value = values; value != NULL && value->name != NULL;
         value++) {
        json_object_set_new(object, value->name,
                            value->text != NULL ? text(writer, value->text)
                                                : json_integer(value->number));
    }
    return object;
}

/* "text": [format, value, …] for what a message has made, its lines, and its values, too. */
static void add_messages(struct json_writer *writer, const char *text) {
    struct message_made made;
    const char *clean = text != NULL ? utf8_clean(&writer->arena, text) : "";
    if (writer->messages == NULL || *clean == '\0' ||
        json_object_get(writer->messages, clean) != NULL) {
        return;
    }
    const bool known = message_find(text, &made);
    json_t *parts = json_array();
    if (known) {
        json_array_append_new(parts, json_string(made.format));
        json_object_set(writer->messages, clean, parts);
    }
    const char end = known ? VALUE_END : '\n';
    for (const char *at = known ? made.values : text, *stop; *at != '\0'; at = stop) {
        stop = strchrnul(at, end);
        const char *part = arena_printf(&writer->arena, "%.*s", (int)(stop - at), at);
        json_array_append_new(parts, json_string(utf8_clean(&writer->arena, part)));
        if (strlen(part) < strlen(text)) {
            add_messages(writer, part);
        }
        stop += *stop != '\0';
    }
    json_decref(parts);
}

static json_t *finding_object(struct json_writer *writer, const struct finding *finding) {
    json_t *object = json_object();
    json_object_set_new(object, "verdict", json_string(verdict_name(finding->verdict)));
    json_object_set_new(object, "message", text(writer, finding->message));
    if (finding->id != NULL) {
        json_object_set_new(object, "id", text(writer, finding->id));
        json_object_set_new(object, "values", values_object(writer, finding->values));
    }
    json_object_set_new(object, "input", text(writer, finding->input));
    json_object_set_new(object, "file", text(writer, finding->file));
    json_object_set_new(object, "line",
                        finding->line > 0 ? json_integer(finding->line) : json_null());
    json_object_set_new(object, "function", text(writer, finding->function));
    if (finding->steps != NULL) {
        json_object_set_new(object, "steps", text(writer, finding->steps));
    }
    json_object_set_new(object, "advice", text(writer, finding->advice));
    const char *const said[] = {finding->message, finding->steps, finding->input, finding->advice};
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        add_messages(writer, said[i]);
    }
    return object;
}

static json_t *counted_object(struct json_writer *writer, const struct check_result *check) {
    json_t *facts = json_array();
    for (const struct counted *counted = check->counted; counted != NULL; counted = counted->next) {
        json_t *object = json_pack("{s:o,s:I}", "fact", text(writer, counted->fact), "value",
                                   (json_int_t)counted->value);
        if (counted->has_least) {
            json_object_set_new(object, "at_least", json_integer((json_int_t)counted->least));
        }
        if (counted->has_most) {
            json_object_set_new(object, "at_most", json_integer((json_int_t)counted->most));
        }
        json_array_append_new(facts, object);
    }
    return json_pack("{s:o,s:o}", "input", text(writer, check->counted_input), "facts", facts);
}

static json_t *check_object(struct json_writer *writer, const struct check_result *check) {
    json_t *object = json_object();
    json_object_set_new(object, "name", text(writer, check->name));
    json_object_set_new(object, "hidden", json_boolean(check->hidden));
    json_object_set_new(object, "points", points(check->points));
    json_object_set_new(object, "earned", points(check->earned));
    if (report_conceals(writer->options, check)) {
        return object;
    }
    json_object_set_new(object, "title", text(writer, check->title));
    json_object_set_new(object, "kind", text(writer, check->kind));
    json_object_set_new(object, "how", text(writer, check->how));
    json_object_set_new(object, "verdict", json_string(verdict_name(check->verdict)));
    json_t *findings = json_array();
    for (const struct finding *finding = check->findings; finding != NULL;
         finding = finding->next) {
        json_array_append_new(findings, finding_object(writer, finding));
    }
    json_object_set_new(object, "findings", findings);
    if (check->counted != NULL) {
        json_object_set_new(object, "counted", counted_object(writer, check));
    }
    return object;
}

static json_t *exercise_object(struct json_writer *writer, const struct exercise_result *exercise) {
    json_t *object = json_object();
    json_object_set_new(object, "name", text(writer, exercise->name));
    json_object_set_new(object, "title", text(writer, exercise->title));
    json_object_set_new(object, "function", text(writer, exercise->function));
    json_object_set_new(object, "device", text(writer, exercise->device));
    json_object_set_new(object, "points", points(exercise->points));
    json_object_set_new(object, "earned", points(exercise->earned));
    json_t *checks = json_array();
    for (const struct check_result *check = exercise->checks; check != NULL; check = check->next) {
        json_array_append_new(checks, check_object(writer, check));
    }
    json_object_set_new(object, "checks", checks);
    return object;
}

static json_t *facts_object(struct json_writer *writer, const struct result_fact *facts) {
    json_t *object = json_object();
    for (const struct result_fact *fact = facts; fact != NULL; fact = fact->next) {
        json_object_set_new(object, utf8_clean(&writer->arena, fact->key),
                            text(writer, fact->value));
    }
    return object;
}

static json_t *rules_array(struct json_writer *writer, const struct result_rule *rules) {
    json_t *array = json_array();
    for (; rules != NULL; rules = rules->next) {
        json_t *object = json_object();
        json_object_set_new(object, "kind", text(writer, rules->kind));
        json_object_set_new(object, "exercise", text(writer, rules->exercise));
        json_object_set_new(object, "text", text(writer, rules->text));
        json_object_set_new(object, "points", points(rules->points));
        json_object_set_new(object, "by", text(writer, rules->by));
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *graded_object(struct json_writer *writer, const struct result *result) {
    char seed[24]; /* as text: JSON's readers lose integers above 2^53 */
    snprintf(seed, sizeof seed, "%" PRIu64, result->seed);
    json_t *object = json_object();
    json_object_set_new(object, "lab", text(writer, result->lab));
    json_object_set_new(object, "title", text(writer, result->title));
    json_object_set_new(object, "submission", text(writer, result->submission));
    json_object_set_new(object, "seed", json_string(seed));
    json_object_set_new(object, "points", points(result->points));
    json_object_set_new(object, "earned", points(result->earned));
    const size_t reviews = report_reviews(result, writer->options);
    if (reviews > 0) {
        json_object_set_new(object, "review", json_integer((json_int_t)reviews));
    }
    json_object_set_new(object, "toolchain", facts_object(writer, result->toolchain));
    json_object_set_new(object, "warnings", text(writer, result->warnings));
    json_t *exercises = json_array();
    for (const struct exercise_result *exercise = result->exercises; exercise != NULL;
         exercise = exercise->next) {
        json_array_append_new(exercises, exercise_object(writer, exercise));
    }
    json_object_set_new(object, "exercises", exercises);
    if (result->rules != NULL) {
        json_object_set_new(object, "rules", rules_array(writer, result->rules));
    }
    return object;
}

static json_t *measured_object(struct json_writer *writer, const struct result *result) {
    json_t *timings = json_array();
    for (const struct timing *timing = result->timings; timing != NULL; timing = timing->next) {
        json_t *object = json_object();
        json_object_set_new(object, "name", text(writer, timing->name));
        json_object_set_new(object, "seconds",
                            json_real((double)(int64_t)(timing->seconds * 1e6 + 0.5) / 1e6));
        json_array_append_new(timings, object);
    }
    json_t *object = json_object();
    json_object_set_new(object, "machine", facts_object(writer, result->machine));
    json_object_set_new(object, "timings", timings);
    return object;
}

void report_json(FILE *file, const struct result *result, const struct report_options *options) {
    struct json_writer writer = {.options = options,
                                 .messages = options->keeps_messages ? json_object() : NULL};
    json_t *root = json_object();
    json_object_set_new(root, "schema", json_string("lockstep/result/v1"));
    json_object_set_new(
        root, "audience",
        json_string(options->audience == AUDIENCE_STUDENT ? "student" : "instructor"));
    json_object_set_new(root, "graded", graded_object(&writer, result));
    json_object_set_new(root, "measured", measured_object(&writer, result));
    if (writer.messages != NULL) {
        json_object_set_new(root, "messages", writer.messages);
    }
    json_dumpf(root, file, JSON_INDENT(2) | JSON_REAL_PRECISION(DIGITS));
    fputc('\n', file);
    json_decref(root);
    arena_free(&writer.arena);
}
