#include "finding.h"

#include "simt/observers/reports/messages.h"

#include <string.h>

static const struct {
    const char *id;
    enum verdict verdict;
    const char *message, *advice;
} rows[FOUND_COUNT] = {
#define FINDING(id, verdict, message, advice) {#id, VERDICT_##verdict, message, advice},
#include "findings.def"
};

const struct message_value *values_copy(struct arena *arena, const struct message_value *values) {
    size_t count = 0;
    while (values != NULL && values[count].name != NULL) {
        count++;
    }
    struct message_value *copy = arena_alloc(arena, (count + 1) * sizeof *copy);
    for (size_t i = 0; i < count; i++) {
        copy[i] = values[i];
        copy[i].text = values[i].text != NULL ? arena_strdup(arena, values[i].text) : NULL;
    }
    copy[count].name = NULL;
    return count > 0 ? copy : NULL;
}

void finding_say(struct arena *arena, struct finding *finding, enum found id,
                 const struct message_value *values) {
    const size_t size = message_compose(NULL, 0, SIMT_OPENMP, rows[id].message, values) + 1;
    char *message = arena_alloc(arena, size);
    message_compose(message, size, SIMT_OPENMP, rows[id].message, values);
    finding->message = message;
    finding->id = rows[id].id;
    finding->values = values_copy(arena, values);
    finding->advice = rows[id].advice;
}

struct finding *finding_make(struct arena *arena, enum found id,
                             const struct message_value *values) {
    return finding_at(arena, NULL, 0, id, values);
}

struct finding *finding_at(struct arena *arena, const char *file, int line, enum found id,
                           const struct message_value *values) {
    struct finding *finding = arena_alloc(arena, sizeof *finding);
    *finding = (struct finding){.verdict = rows[id].verdict,
                                .line = line,
                                .file = file != NULL ? arena_strdup(arena, file) : NULL};
    finding_say(arena, finding, id, values);
    return finding;
}

bool finding_is(const struct finding *finding, enum found id) {
    return finding->id != NULL && strcmp(finding->id, rows[id].id) == 0;
}

bool finding_never_written(const struct finding *finding) {
    return finding_is(finding, FOUND_NEVER_WRITTEN) || finding_is(finding, FOUND_NEVER_WRITTEN_ALL);
}
