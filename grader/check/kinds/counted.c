#include "counted.h"

#include "bounds.h"

#include <string.h>

/* The fact's entry in the list; a new one at its end if it has none. */
static struct counted *entry_of(struct grading *grading, const char *fact, struct counted **list) {
    while (*list != NULL && strcmp((*list)->fact, fact) != 0) {
        list = &(*list)->next;
    }
    if (*list == NULL) {
        *list = arena_alloc(grading->arena, sizeof **list);
        **list = (struct counted){.fact = fact};
    }
    return *list;
}

bool counted_add(struct grading *grading, const struct requirement *require,
                 const struct oracle_call *call, uint64_t observed, struct trial *trial) {
    if (trial->counted_in != NULL && trial->counted_in != call) {
        return true;
    }
    trial->counted_in = call;
    struct counted *entry = entry_of(grading, require->fact, &trial->counted);
    entry->value = observed;
    entry->has_least = entry->has_least || require->at_least != NULL;
    entry->has_most = entry->has_most || require->at_most != NULL;
    uint64_t right = observed;
    if (require->counts != NULL && !bound_value(require->counts, call, &right, grading->error)) {
        return false;
    }
    entry->unlike_right = entry->unlike_right || (require->at_most != NULL && observed > right) ||
                          (require->at_least != NULL && observed < right);
    return (require->at_least == NULL ||
            bound_value(require->at_least, call, &entry->least, grading->error)) &&
           (require->at_most == NULL ||
            bound_value(require->at_most, call, &entry->most, grading->error));
}

void counted_tell(struct arena *arena, const char *fact, bool too_few, uint64_t observed,
                  uint64_t limit, struct finding *finding) {
    finding->id = too_few ? "TOO_FEW" : "TOO_MANY";
    finding->values =
        values_copy(arena, MESSAGE_VALUES(message_string("fact", fact),
                                          message_number("observed", (long long)observed),
                                          message_number("limit", (long long)limit)));
}
