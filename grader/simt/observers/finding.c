/* The list of findings: equal ones are merged and counted. */
#include "finding.h"

#include "words.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FINDINGS = 1000 };

static const struct {
    const char *name;
    const char *verdict;
} kinds[FINDING_KIND_COUNT] = {
    [FINDING_RACE] = {"race", "race"},
    [FINDING_OUT_OF_BOUNDS] = {"out of bounds", "out-of-bounds"},
    [FINDING_MISALIGNED] = {"misaligned access", "out-of-bounds"},
    [FINDING_USE_AFTER_FREE] = {"use after free", "out-of-bounds"},
    [FINDING_WRONG_POINTER] = {"wrong pointer", "out-of-bounds"},
    [FINDING_UNINITIALISED] = {"uninitialised read", "uninitialised-read"},
    [FINDING_BARRIER] = {"barrier divergence", "barrier-divergence"},
    [FINDING_DEADLOCK] = {"deadlock", "barrier-divergence"},
    [FINDING_ENDLESS] = {"endless loop", "timeout"},
    [FINDING_TRAP] = {"kernel stopped", "crash"},
    [FINDING_LEAK] = {"leak", ""},
    [FINDING_UNWAITED] = {"not waited for", ""},
    [FINDING_STUCK] = {"deadlock", "timeout"},
    [FINDING_BAD_FREE] = {"wrong free", "crash"},
    [FINDING_MISUSE] = {"misuse of OpenMP", "crash"},
};

const char *finding_kind_name(enum finding_kind kind) {
    return kinds[kind].name;
}

const char *finding_verdict(enum finding_kind kind) {
    return kinds[kind].verdict;
}

bool finding_is_note(enum finding_kind kind) {
    return kinds[kind].verdict[0] == '\0';
}

static bool same_place(const struct finding_place *a, const struct finding_place *b) {
    return a->line == b->line && strcmp(a->file, b->file) == 0 && strcmp(a->access, b->access) == 0;
}

static bool same(const struct simt_finding *a, const struct simt_finding *b) {
    if (a->kind != b->kind || a->place_count != b->place_count ||
        strcmp(a->kernel, b->kernel) != 0) {
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
    if (a->openmp && strcmp(a->subject, b->subject) != 0) {
        return false;
    }
    return a->places[0].line != 0 || strcmp(a->message, b->message) == 0;
}

struct simt_finding *finding_list_add(struct finding_list *list, const struct simt_finding *told) {
    struct simt_finding own = *told;
    const struct simt_finding *finding = &own;
    if (own.opencl) {
        words_opencl(&own);
    }
    for (size_t i = 0; i < list->count; i++) {
        if (same(&list->items[i], finding)) {
            list->items[i].count += finding->count;
            return &list->items[i];
        }
    }
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? list->capacity * 2 : 16;
        struct simt_finding *items =
            list->count < MOST_FINDINGS ? realloc(list->items, capacity * sizeof *items) : NULL;
        if (items == NULL) {
            list->dropped++;
            return NULL;
        }
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count] = *finding;
    return &list->items[list->count++];
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
