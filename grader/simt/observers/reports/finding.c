/* The list of findings: equal ones are merged and counted. */
#include "../../../message_text.h"
#include "../../array.h"
#include "finding.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FINDINGS = 1024 };

static const struct {
    enum message title;
    const char *verdict;
} kinds[FINDING_KIND_COUNT] = {
#define KIND(id, verdict, ...) [FINDING_##id] = {MESSAGE_KIND_##id, verdict},
#include "messages.def"
};

const char *finding_kind_title(enum finding_kind kind, enum simt_dialect dialect) {
    return message_pattern(dialect, kinds[kind].title);
}

const char *finding_kind_name(enum finding_kind kind) {
    return finding_kind_title(kind, SIMT_CUDA);
}

const char *finding_kind_id(enum finding_kind kind) {
    return message_name(kinds[kind].title) + strlen("KIND_");
}

const char *finding_verdict(enum finding_kind kind) {
    return kinds[kind].verdict;
}

bool finding_is_note(enum finding_kind kind) {
    return kinds[kind].verdict[0] == '\0';
}

void finding_about(struct simt_finding *finding, enum message subject,
                   const struct message_value *values) {
    message_write(finding->subject, sizeof finding->subject, finding->dialect, subject, values);
}

/* Name after name, each with a mark ('#' of a number) and a text. What has no room is left out. */
static void keep_values(struct simt_finding *finding, const struct message_value *values) {
    size_t length = 0;
    memset(finding->values, 0, sizeof finding->values);
    for (const struct message_value *value = values; value != NULL && value->name != NULL;
         value++) {
        char number[24];
        snprintf(number, sizeof number, "%lld", value->number);
        const char *text = value->text != NULL ? value->text : number;
        const size_t size = strlen(value->name) + strlen(text) + 3;
        if (length + size < sizeof finding->values) {
            snprintf(finding->values + length, size, "%s%c%c%s", value->name, '\0',
                     value->text != NULL ? '=' : '#', text);
            length += size;
        }
    }
}

void finding_says(struct simt_finding *finding, enum message message,
                  const struct message_value *values) {
    message_write(finding->message, sizeof finding->message, finding->dialect, message, values);
    finding->said = message_name(message);
    keep_values(finding, values);
}

struct message_value finding_value(const struct simt_finding *finding, size_t *at) {
    const char *name = finding->values + *at;
    if (*name == '\0') {
        return (struct message_value){0};
    }
    const char *text = name + strlen(name) + 1;
    *at += (size_t)(text - name) + strlen(text) + 1;
    return *text == '#' ? message_number(name, strtoll(text + 1, NULL, 10))
                        : message_string(name, text + 1);
}

void finding_advises(struct simt_finding *finding, enum message advice,
                     const struct message_value *values) {
    message_write(finding->advice, sizeof finding->advice, finding->dialect, advice, values);
    finding->advised = message_name(advice);
}

void finding_replace(struct simt_finding *finding, const char *from, const char *to) {
    char *at = strstr(finding->message, from), rest[sizeof finding->message];
    struct message_made made;
    if (at == NULL) {
        return;
    }
    const bool known = message_find(finding->message, &made);
    const char *value = known ? strstr(made.values, from) : NULL;
    snprintf(rest, sizeof rest, "%s", at + strlen(from));
    snprintf(at, sizeof finding->message - (size_t)(at - finding->message), "%s%s", to, rest);
    if (value != NULL) {
        char values[1024];
        snprintf(values, sizeof values, "%.*s%s%s", (int)(value - made.values), made.values, to,
                 value + strlen(from));
        message_keep(finding->message, made.format, values);
    }
}

void finding_locate(struct simt_finding *finding, const char *file, uint32_t line) {
    char place[160] = "";
    if (file != NULL && finding->place_count == 0) {
        struct finding_place *first = &finding->places[finding->place_count++];
        *first = (struct finding_place){.line = line};
        snprintf(first->file, sizeof first->file, "%s", file);
        snprintf(first->access, sizeof first->access, "%s",
                 message_pattern(finding->dialect, MESSAGE_ACCESS_CALL));
        message_write(place, sizeof place, finding->dialect, MESSAGE_CALL_PLACE,
                      MESSAGE_VALUES(message_string("file", file), message_number("line", line)));
    }
    finding_replace(finding, "{place}", place); /* messages of failed calls leave it standing */
}

void finding_locate_place(struct finding_place *place, const char *file, uint32_t line) {
    if (place->code != 0 && file != NULL) {
        snprintf(place->file, sizeof place->file, "%s", file);
        place->line = line;
    }
    place->code = 0;
}

static bool same_place(const struct finding_place *a, const struct finding_place *b) {
    return a->line == b->line && strcmp(a->file, b->file) == 0 &&
           strcmp(a->access, b->access) == 0 && a->code == b->code &&
           (a->code == 0 || strcmp(a->who, b->who) == 0);
}

static bool same(const struct simt_finding *a, const struct simt_finding *b) {
    if (a->kind != b->kind || a->place_count != b->place_count ||
        strcmp(a->kernel, b->kernel) != 0 || a->code != b->code) {
        return false;
    }
    if (a->place_count == 0) {
        return strcmp(a->message, b->message) == 0 && strcmp(a->subject, b->subject) == 0;
    }
    for (int i = 0; i < a->place_count; i++) {
        if (!same_place(&a->places[i], &b->places[i])) {
            return false;
        }
    }
    if (a->dialect == SIMT_OPENMP && strcmp(a->subject, b->subject) != 0) {
        return false;
    }
    return a->places[0].line != 0 || strcmp(a->message, b->message) == 0;
}

/* The same array, whichever element. */
static bool same_array(const char *a, const char *b) {
    static const char digits[] = "0123456789";
    for (;; a++, b++) {
        a += strspn(a, digits);
        b += strspn(b, digits);
        if (*a != *b || *a == '\0') {
            return *a == *b;
        }
    }
}

/* An index that leaves a row of an array meets the next row's owner first, and the array's end
 * last: that is the cause. */
static bool causes(const struct simt_finding *finding, const struct simt_finding *race) {
    const struct finding_place *place = &finding->places[0], *stores = &race->places[0];
    return finding->kind == FINDING_OUT_OF_BOUNDS && race->kind == FINDING_RACE &&
           finding->place_count > 0 && race->place_count > 0 && place->line == stores->line &&
           place->code == stores->code && strcmp(place->file, stores->file) == 0 &&
           strcmp(place->access, stores->access) == 0 &&
           same_array(finding->subject, race->subject);
}

struct simt_finding *finding_list_add(struct finding_list *list,
                                      const struct simt_finding *finding) {
    for (size_t i = 0; i < list->count; i++) {
        if (same(&list->items[i], finding)) {
            list->items[i].count += finding->count;
            return &list->items[i];
        }
    }
    if (list->count == MOST_FINDINGS ||
        !array_grow(&list->items, &list->capacity, list->count + 1)) {
        list->dropped++;
        return NULL;
    }
    size_t at = list->count++;
    for (; at > 0 && causes(finding, &list->items[at - 1]); at--) {
        list->items[at] = list->items[at - 1];
    }
    list->items[at] = *finding;
    return &list->items[at];
}

void finding_tell(struct finding_list *list, struct simt_finding *finding, enum message message,
                  enum message advice) {
    finding_says(finding, message, NULL);
    finding_advises(finding, advice, NULL);
    finding_list_add(list, finding);
}

void finding_list_clear(struct finding_list *list) {
    free(list->items);
    *list = (struct finding_list){0};
}

const char *finding_list_verdict(const struct finding_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        if (!finding_is_note(list->items[i].kind)) {
            return finding_verdict(list->items[i].kind);
        }
    }
    return NULL;
}
