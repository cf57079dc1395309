/* Findings of a trial: rows of findings.def, and sentences that others make. */
#include "grading.h"

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

struct finding *finding_make(struct arena *arena, enum check_finding id,
                             const struct message_value *values) {
    static const struct {
        const char *id;
        enum verdict verdict;
        const char *message, *advice;
    } rows[CHECK_FINDING_COUNT] = {
#define FINDING(id, verdict, message, advice)                                                      \
    [CHECK_FINDING_##id] = {#id, VERDICT_##verdict, message, advice},
#include "findings.def"
    };
    const size_t size = message_compose(NULL, 0, SIMT_OPENMP, rows[id].message, values) + 1;
    char *message = arena_alloc(arena, size);
    message_compose(message, size, SIMT_OPENMP, rows[id].message, values);
    struct finding *finding = arena_alloc(arena, sizeof *finding);
    *finding = (struct finding){.verdict = rows[id].verdict,
                                .message = message,
                                .id = rows[id].id,
                                .values = values_copy(arena, values),
                                .advice = rows[id].advice};
    return finding;
}

static void append(struct trial *trial, struct finding *finding) {
    if (trial->tail == NULL) {
        trial->tail = &trial->findings;
        trial->verdict = finding->verdict;
    }
    *trial->tail = finding;
    trial->tail = &finding->next;
}

struct finding *trial_find(struct grading *grading, struct trial *trial, enum check_finding id,
                           const struct message_value *values) {
    struct finding *finding = finding_make(grading->arena, id, values);
    append(trial, finding);
    return finding;
}

struct finding *trial_add(struct grading *grading, struct trial *trial, enum verdict verdict,
                          const char *message) {
    struct finding *finding = arena_alloc(grading->arena, sizeof *finding);
    finding->verdict = verdict;
    finding->message = message;
    append(trial, finding);
    return finding;
}

void forget_findings(struct trial *trial) {
    trial->findings = NULL;
    trial->tail = NULL;
    trial->verdict = VERDICT_PASS;
}

const char trial_runners_advice[] =
    "This is not your file: either the lab has a mistake, or your code left it memory that it "
    "cannot use. Show this to your teacher: `lockstep check` tells a teacher more.";

void trial_add_unknown(struct grading *grading, struct trial *trial, const char *exercise) {
    trial_find(grading, trial, CHECK_FINDING_UNKNOWN_EXERCISE,
               MESSAGE_VALUES(message_string("name", exercise)));
}
