/* Whose call made what was left, by addr2line: asked once for each call of a program. */
#include "objects_left.h"

#include "../../simt/observers/reports/finding.h"

#include <string.h>

struct object_maker {
    struct object_maker *next;
    enum flavour flavour;
    uint64_t code;
    struct finding *place; /* NULL: not the student's call */
};

enum { ASKED_AT_ONCE = 8 };

static const struct object_maker *known(const struct grading *grading, enum flavour flavour,
                                        uint64_t code) {
    const struct object_maker *maker = grading->makers;
    while (maker != NULL && (maker->flavour != flavour || maker->code != code)) {
        maker = maker->next;
    }
    return maker;
}

static void learn(struct grading *grading, enum flavour flavour, uint64_t code, bool students) {
    struct object_maker *maker = arena_alloc(grading->arena, sizeof *maker);
    *maker = (struct object_maker){.next = grading->makers, .flavour = flavour, .code = code};
    if (students) {
        struct finding *place = arena_alloc(grading->arena, sizeof *place);
        maker->place = symbolise(grading, flavour, &code, 1, place, NULL) ? place : NULL;
    }
    grading->makers = maker;
}

/* Is the note of an object that a call of the program itself made? */
static bool is_left(const struct simt_finding *note) {
    return note->kind == FINDING_LEAK && note->code != 0 && strstr(note->object, ".so") == NULL;
}

/* Calls that are not known yet, several at once: mostly none of them is the student's. False if
 * there are none. */
static bool learn_some(struct grading *grading, enum flavour flavour,
                       const struct finding_list *notes) {
    uint64_t codes[ASKED_AT_ONCE];
    size_t count = 0;
    for (size_t i = 0; i < notes->count && count < ASKED_AT_ONCE; i++) {
        bool asked =
            !is_left(&notes->items[i]) || known(grading, flavour, notes->items[i].code) != NULL;
        for (size_t k = 0; k < count && !asked; k++) {
            asked = codes[k] == notes->items[i].code;
        }
        if (!asked) {
            codes[count++] = notes->items[i].code;
        }
    }
    struct finding any = {0};
    bool students = count > 0 && symbolise(grading, flavour, codes, count, &any, NULL);
    for (size_t k = 0; k < count; k++) {
        learn(grading, flavour, codes[k], students);
    }
    return count > 0;
}

struct left objects_left(struct grading *grading, enum flavour flavour, const struct gpu *gpu) {
    const struct finding_list *notes = gpu_notes(gpu);
    struct left left = {0};
    gpu_fact(gpu, "leaks", &left.memory);
    while (learn_some(grading, flavour, notes)) {
    }
    for (size_t i = 0; i < notes->count; i++) {
        const struct simt_finding *note = &notes->items[i];
        const struct object_maker *maker =
            is_left(note) ? known(grading, flavour, note->code) : NULL;
        if (maker == NULL || maker->place == NULL) {
            continue;
        }
        left.objects += note->count > 0 ? note->count : 1;
        if (left.what == NULL) {
            left.what = arena_strdup(grading->arena, note->subject);
            left.made = maker->place;
        }
    }
    return left;
}
