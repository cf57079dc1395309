/* What the program says that its calls did wrong. It may say anything: it can only harm itself. */
#include "session.h"

#include <stdio.h>
#include <string.h>

/* Texts become plain ones: no marks of the catalogue's, nothing that a terminal acts upon. */
static void make_plain(char *text) {
    for (char *c = text; *c != '\0'; c++) {
        if (*c < ' ' || *c > '~' || *c == '{' || *c == '}') {
            *c = '?';
        }
    }
}

static bool is_sentence(uint32_t why, uint32_t result) {
    return why >= MESSAGE_WHY_TEXT && why <= MESSAGE_WHY_RELEASED_WHILE_USED &&
           result >= MESSAGE_RESULT_NONE && result <= MESSAGE_RESULT_NOT_BUILT;
}

void wrong_texts(struct session *session, size_t body, char tail[WIRE_WRONG_BYTES + 1],
                 const char *texts[WIRE_WRONG_TEXTS]) {
    uint32_t bytes = wire_head(&session->in)->tail_bytes;
    memcpy(tail, wire_tail(&session->in, body), bytes);
    tail[bytes] = '\0';
    char *at = tail, *end = tail + bytes;
    for (int i = 0; i < WIRE_WRONG_TEXTS; i++) {
        texts[i] = at;
        make_plain(at);
        at += strlen(at);
        at += at < end;
    }
}

static void say(struct simt_finding *finding, const struct wire_wrong_q *wrong,
                const char *const texts[WIRE_WRONG_TEXTS]) {
    static const struct {
        enum finding_kind kind;
        enum message sentence, advice;
    } rows[WIRE_WRONG_COUNT] = {
        [WIRE_CALL_FAILED] = {FINDING_FAILED_CALL, MESSAGE_CALL_FAILED, MESSAGE_CALL_FAILED_ADVICE},
        [WIRE_LAUNCH_LOST] = {FINDING_FAILED_CALL, MESSAGE_LAUNCH_FAILED,
                              MESSAGE_CALL_FAILED_ADVICE},
        [WIRE_MISUSED] = {FINDING_MISUSED, MESSAGE_CALL_MISUSED, MESSAGE_CALL_MISUSED_ADVICE},
        [WIRE_DOUBTFUL] = {FINDING_UNWAITED, MESSAGE_CALL_DOUBTFUL, MESSAGE_CALL_DOUBTFUL_ADVICE},
        [WIRE_LEFT] = {FINDING_LEAK, MESSAGE_OBJECT_LEFT, MESSAGE_OBJECT_LEFT_ADVICE},
        [WIRE_STUCK] = {FINDING_STUCK, MESSAGE_CALL_STUCK, MESSAGE_CALL_STUCK_ADVICE},
    };
    char why[256], result[64], kernel[128];
    bool of_kernel = wrong->why == MESSAGE_WHY_KERNEL_THREADS;
    if (of_kernel) { /* as the student wrote it */
        simt_display_name(texts[2], kernel, sizeof kernel);
    }
    message_write(why, sizeof why, finding->dialect, (enum message)wrong->why,
                  MESSAGE_VALUES(message_number("first", wrong->value[0]),
                                 message_number("second", wrong->value[1]),
                                 message_number("third", wrong->value[2]),
                                 message_string("text", of_kernel ? kernel : texts[2])));
    message_write(result, sizeof result, finding->dialect, (enum message)wrong->result, NULL);
    finding->kind = rows[wrong->what].kind;
    finding_says(finding, rows[wrong->what].sentence,
                 MESSAGE_VALUES(message_string("call", texts[0]),
                                message_string("place", "{place}"),
                                message_string("error", texts[1]), message_string("why", why),
                                message_string("result", result)));
    finding_advises(finding,
                    wrong->why == MESSAGE_WHY_SHARED_BYTES ? MESSAGE_SHARED_LIMIT_ADVICE
                    : wrong->why == MESSAGE_WHY_NOT_ENDED  ? MESSAGE_NOT_ENDED_ADVICE
                                                           : rows[wrong->what].advice,
                    NULL);
    if (wrong->what == WIRE_LEFT) {
        finding_about(finding, MESSAGE_OBJECT_OF_KIND,
                      MESSAGE_VALUES(message_string("text", texts[2])));
    }
}

/* cudaFree of what is none has its finding from the device (allocations.c); here comes its line. */
static bool is_of_last_note(struct session *session, const struct simt_finding *finding) {
    struct finding_list *notes = &session->report->notes;
    if (!session->note_wants_code || notes->count == 0) {
        return false;
    }
    struct simt_finding *note = &notes->items[notes->count - 1];
    note->code = finding->code;
    memcpy(note->object, finding->object, sizeof note->object);
    session->note_wants_code = false;
    return true;
}

/* A buffer that is left has its note from the detector: here comes its line. */
static void name_maker(struct session *session, uint64_t address,
                       const struct simt_finding *finding) {
    const struct simt_region *region = simt_memory_find(session->device, address, NULL);
    if (session->options->detector != NULL && region != NULL && region->address == address) {
        detector_left(session->options->detector, region->index, finding->code, finding->object);
    }
}

/* Kinds, directions and lengths that no program means. */
static bool is_wrong_copy(uint32_t why, uint32_t result) {
    return (result == MESSAGE_RESULT_NOT_COPIED || result == MESSAGE_RESULT_NOT_FILLED) &&
           ((why >= MESSAGE_WHY_TO_HOST && why <= MESSAGE_WHY_NULL) ||
            (why >= MESSAGE_WHY_PITCH && why <= MESSAGE_WHY_PAST_SYMBOL) ||
            why == MESSAGE_WHY_PAST_BUFFER);
}

/* Is it such a copy, with a pointer to the other side, or to nothing? */
static bool is_wrong_side(uint32_t why, uint32_t result) {
    return is_wrong_copy(why, result) &&
           ((why >= MESSAGE_WHY_TO_HOST && why <= MESSAGE_WHY_FROM_DEVICE) ||
            (why >= MESSAGE_WHY_NO_ARRAY && why <= MESSAGE_WHY_NULL));
}

static bool keeps_from_launch(uint32_t why, uint32_t result) {
    return why == MESSAGE_WHY_NO_SUCH_KERNEL || why == MESSAGE_WHY_EMPTY_SOURCE ||
           result == MESSAGE_RESULT_NOT_SET || result == MESSAGE_RESULT_NOT_RUN ||
           result == MESSAGE_RESULT_NOT_BUILT;
}

static void add_failure(struct device_report *report, const struct wire_wrong_q *wrong,
                        const struct simt_finding *finding) {
    if (report->failed_count == DEVICE_FAILED) {
        return;
    }
    report->failed[report->failed_count++] =
        (struct device_failure){.finding = *finding,
                                .error = wrong->error,
                                .is_misuse = wrong->what == WIRE_MISUSED,
                                .is_launch = wrong->what == WIRE_LAUNCH_LOST,
                                .keeps_from_launch = keeps_from_launch(wrong->why, wrong->result),
                                .is_wrong_copy = is_wrong_copy(wrong->why, wrong->result),
                                .is_wrong_side = is_wrong_side(wrong->why, wrong->result),
                                .is_empty = wrong->why == MESSAGE_WHY_GRID_EMPTY,
                                .is_allocation = wrong->result == MESSAGE_RESULT_NOT_MADE,
                                .sets_argument = wrong->result == MESSAGE_RESULT_NOT_SET,
                                .compared = wrong->compared != 0,
                                .at = report->requests};
}

cudaError_t on_wrong(struct session *session, const struct wire_wrong_q *wrong,
                     struct wire_nothing *answer) {
    char tail[WIRE_WRONG_BYTES + 1];
    const char *texts[WIRE_WRONG_TEXTS];
    (void)answer;
    if (wrong->what >= WIRE_WRONG_COUNT || !is_sentence(wrong->why, wrong->result)) {
        return cudaErrorInvalidValue;
    }
    wrong_texts(session, sizeof *wrong, tail, texts);
    struct simt_finding finding = {
        .dialect = serving_dialect(session), .count = 1, .code = wrong->code};
    snprintf(finding.object, sizeof finding.object, "%s", texts[3]);
    if (is_of_last_note(session, &finding)) {
        return cudaSuccess;
    }
    if (wrong->what == WIRE_LEFT && wrong->value[0] != 0) {
        name_maker(session, (uint64_t)wrong->value[0], &finding);
        return cudaSuccess;
    }
    say(&finding, wrong, texts);
    bool failed = wrong->what == WIRE_CALL_FAILED || wrong->what == WIRE_LAUNCH_LOST;
    /* After a kernel's error no call succeeds; the error is the finding. */
    if (failed && session->sticky != cudaSuccess) {
        return cudaSuccess;
    }
    if (failed || wrong->what == WIRE_MISUSED) {
        add_failure(session->report, wrong, &finding);
    }
    if (!failed) {
        finding_list_add(&session->report->notes, &finding);
    }
    return cudaSuccess;
}

cudaError_t on_from(struct session *session, const struct wire_from_q *question,
                    struct wire_nothing *answer) {
    char tail[WIRE_WRONG_BYTES + 1];
    const char *texts[WIRE_WRONG_TEXTS];
    (void)answer;
    wrong_texts(session, sizeof *question, tail, texts);
    struct device_asked *asked = &session->report->asked;
    asked->code = question->code;
    snprintf(asked->call, sizeof asked->call, "%s", texts[0]);
    snprintf(asked->object, sizeof asked->object, "%s", texts[1]);
    return cudaSuccess;
}

cudaError_t on_looked(struct session *session, const struct wire_looked_q *looked,
                      struct wire_nothing *answer) {
    (void)answer;
    for (uint32_t i = 0; i < session->report->failed_count; i++) {
        struct device_failure *failure = &session->report->failed[i];
        failure->late = failure->late || (looked->error == 0 && !failure->looked_at &&
                                          !failure->compared && failure->followed);
        failure->looked_at =
            failure->looked_at || looked->error == 0 || looked->error == failure->error;
    }
    return cudaSuccess;
}

cudaError_t on_went_on(struct session *session, const struct wire_nothing *question,
                       struct wire_nothing *answer) {
    (void)question, (void)answer;
    for (uint32_t i = 0; i < session->report->failed_count; i++) {
        struct device_failure *failure = &session->report->failed[i];
        failure->went_on = failure->went_on != 0 ? failure->went_on : session->report->requests;
        failure->followed = true;
    }
    return cudaSuccess;
}

void wrong_followed(struct session *session) {
    for (uint32_t i = 0; i < session->report->failed_count; i++) {
        session->report->failed[i].followed = true;
    }
}

/* A launch of CUDA's returns nothing: a program that did not ask does not know that it failed. A
 * grid of no blocks fails as well, but where answers are judged, an empty problem may have nothing
 * to do. A call that returns a status may have been looked at, and something else tried; but not if
 * the program went on and no kernel ever ran. */
static bool is_unnoticed(const struct session *session, const struct device_failure *failure) {
    bool may_be_empty = session->options->trusted_count > 0;
    if (failure->is_launch) {
        return !(failure->is_empty && may_be_empty);
    }
    return session->report->launches == 0 && failure->went_on != 0 && session->finished &&
           failure->keeps_from_launch;
}

static bool was_refused(const struct finding_list *notes) {
    for (size_t i = 0; i < notes->count; i++) {
        if (notes->items[i].kind == FINDING_REFUSED) {
            return true;
        }
    }
    return false;
}

static bool comes_to_nothing(const struct device_failure *failure) {
    return failure->looked_at || failure->is_misuse;
}

/* An allocation failed, and the program did not look. Did it use the pointer: in a kernel that
 * died, or in a later copy that makes no sense? */
static bool was_used(const struct session *session, uint32_t allocation) {
    const struct device_report *report = session->report;
    bool used = session->sticky != cudaSuccess;
    for (uint32_t i = allocation + 1; i < report->failed_count && !used; i++) {
        used = report->failed[i].is_wrong_copy && !comes_to_nothing(&report->failed[i]);
    }
    return used;
}

void wrong_settle(struct session *session) {
    struct device_report *report = session->report;
    enum { MOST_NOTES = 8 }; /* a program that tries what there is has many */
    bool cause_known = was_refused(&report->notes);
    int notes = 0;
    for (uint32_t i = 0; i < report->failed_count; i++) {
        struct device_failure *failure = &report->failed[i];
        struct simt_finding *finding = &failure->finding;
        if (comes_to_nothing(failure)) {
            if (failure->late && !failure->is_misuse && notes++ < MOST_NOTES) {
                finding_list_add(&report->notes, finding);
            }
            continue;
        }
        /* What came of it is no finding of its own. */
        if (cause_known && report->launches == 0) {
            continue;
        }
        if (is_unnoticed(session, failure)) {
            finding->kind = FINDING_UNNOTICED;
            cause_known = true;
        } else if (failure->is_allocation && was_used(session, i)) {
            finding->kind = FINDING_UNNOTICED;
        } else if (failure->is_wrong_copy) {
            finding->kind = failure->is_wrong_side ? FINDING_WRONG_SIDE : FINDING_WRONG_COPY;
        }
        if (failure->sets_argument && report->launches == 0) {
            finding_replace(finding, message_pattern(finding->dialect, MESSAGE_RESULT_NOT_SET),
                            message_pattern(finding->dialect, MESSAGE_RESULT_NEVER_LAUNCHED));
        }
        notes += finding_is_note(finding->kind);
        if (notes <= MOST_NOTES || !finding_is_note(finding->kind)) {
            finding_list_add(&report->notes, finding);
        }
    }
}
