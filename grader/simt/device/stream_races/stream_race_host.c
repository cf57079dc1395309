/* What the host touched while work that uses it might still run: told by the program's side, which
 * guards such memory (client/guard.h). It may say anything: it can only harm itself. */
#include "stream_races.h"
#include "stream_races_inside.h"
#include "../../wire/sum.h"

#include <stdio.h>
#include <string.h>

static void write_access(struct finding_place *place, enum simt_dialect dialect, bool writes) {
    snprintf(place->access, sizeof place->access, "%s",
             message_pattern(dialect, writes ? MESSAGE_ACCESS_WRITE : MESSAGE_ACCESS_READ));
    snprintf(place->who, sizeof place->who, "%s", message_pattern(dialect, MESSAGE_THE_HOST));
}

void unordered_note_touch(struct session *session, const struct wire_touch_q *touch,
                          const char *object, enum message what) {
    struct simt_finding finding = {
        .kind = FINDING_WRONG_POINTER, .count = 1, .dialect = serving_dialect(session)};
    if (touch->code != 0) {
        finding.place_count = 1;
        finding.places[0].code = touch->code;
        write_access(&finding.places[0], finding.dialect, touch->writes != 0);
        snprintf(finding.object, sizeof finding.object, "%s", object);
    }
    finding_tell(&session->report->notes, &finding, what, MESSAGE_TOUCHED_ADVICE);
}

/* Adds a finding: the host wrote where a command that did not block reads, or will write; or used,
 * at a known place, what it will write; or used memory that only a map makes the host's. */
static void note_change(struct session *session, const struct wire_touched_q *touched,
                        const char *object) {
    static const struct {
        enum message sentence, advice;
        bool has_place;
    } rows[] = {
        [WIRE_CHANGED] = {MESSAGE_CHANGED_MEANWHILE, MESSAGE_TOO_EARLY_ADVICE, false},
        [WIRE_USED] = {MESSAGE_TOO_EARLY, MESSAGE_TOO_EARLY_ADVICE, true},
        [WIRE_UNMAPPED] = {MESSAGE_NOT_MAPPED, MESSAGE_NOT_MAPPED_ADVICE, true},
        [WIRE_STALE] = {MESSAGE_STALE, MESSAGE_STALE_ADVICE, true},
        [WIRE_STILL_MAPPED] = {MESSAGE_STILL_MAPPED, MESSAGE_STILL_MAPPED_ADVICE, false},
        [WIRE_WRITTEN_UNMAPPED] = {MESSAGE_NOT_MAPPED, MESSAGE_NOT_MAPPED_ADVICE, false},
        [WIRE_CHANGED_MAPPED] = {MESSAGE_CHANGED_MAPPED, MESSAGE_CHANGED_MAPPED_ADVICE, false},
    };
    const struct device_asked *from = &session->report->asked;
    const size_t row =
        touched->changed < sizeof rows / sizeof *rows ? touched->changed : WIRE_CHANGED;
    struct simt_finding finding = {.kind = FINDING_TOO_EARLY,
                                   .count = 1,
                                   .dialect = serving_dialect(session),
                                   .place_count = 1};
    struct finding_place *place = &finding.places[0];
    *place = (struct finding_place){.code = from->code};
    snprintf(place->access, sizeof place->access, "%s",
             message_pattern(finding.dialect, MESSAGE_ACCESS_CALL));
    snprintf(place->who, sizeof place->who, "%s", from->call);
    snprintf(finding.object, sizeof finding.object, "%s", from->object);
    if (rows[row].has_place) {
        finding.place_count = 2;
        finding.places[1].code = touched->code;
        write_access(&finding.places[1], finding.dialect, touched->writes != 0);
        unordered_one_object(&finding, from->object, object);
    }
    finding_tell(&session->report->notes, &finding, rows[row].sentence, rows[row].advice);
}

/* Has the device there what the host found? The host may well look at what no kernel changed. */
static bool is_up_to_date(struct session *session, const struct wire_touched_q *touched) {
    uint32_t word = 0;
    return simt_memory_read(session->device, touched->device, &word, sizeof word) != SIMT_OK ||
           word == touched->word;
}

cudaError_t on_same(struct session *session, const struct wire_same_q *question,
                    struct wire_same_r *answer) {
    enum { PIECE = 1 << 16 };
    static unsigned char piece[PIECE];
    uint64_t sum = 1;
    for (uint64_t at = 0; at < question->bytes; at += PIECE) {
        const uint64_t left = question->bytes - at, bytes = left < PIECE ? left : PIECE;
        if (simt_memory_read(session->device, question->address + at, piece, bytes) != SIMT_OK) {
            return cudaErrorInvalidValue;
        }
        sum = wire_sum(sum, piece, (size_t)bytes);
    }
    answer->same = sum == question->sum;
    return cudaSuccess;
}

cudaError_t on_touched(struct session *session, const struct wire_touched_q *question,
                       struct wire_nothing *answer) {
    char tail[WIRE_WRONG_BYTES + 1];
    const char *texts[WIRE_WRONG_TEXTS];
    (void)answer;
    wrong_texts(session, sizeof *question, tail, texts);
    struct unordered *unordered = session->unordered;
    if (question->changed == WIRE_STALE && is_up_to_date(session, question)) {
        return cudaSuccess;
    }
    if (question->changed != WIRE_UNCHANGED) {
        note_change(session, question, texts[0]);
        return cudaSuccess;
    }
    for (int i = 0; i < unordered->top && question->guard != 0; i++) {
        struct operation *operation = &unordered->operations[i];
        if (operation->state == OPERATION_NONE || operation->guard != question->guard ||
            set_has(&unordered->host, i) || operation->host_count == HOST_TOUCHES) {
            continue;
        }
        struct host_touch *touch = &operation->host[operation->host_count++];
        *touch = (struct host_touch){.address = question->address,
                                     .code = question->code,
                                     .writes = question->writes != 0,
                                     .exact = question->exact != 0};
        snprintf(touch->object, sizeof touch->object, "%s", texts[0]);
        if (operation->state == OPERATION_ENDED && operation->watched) {
            unordered_compare_host(session, operation, operation->host_count - 1);
        }
    }
    return cudaSuccess;
}

cudaError_t on_guards(struct session *session, const struct wire_nothing *question,
                      struct wire_nothing *answer) {
    const struct unordered *unordered = session->unordered;
    (void)question, (void)answer;
    for (int i = 0; i < unordered->top; i++) {
        const struct operation *operation = &unordered->operations[i];
        if (operation->state != OPERATION_NONE && operation->guard != 0 &&
            !set_has(&unordered->host, i)) {
            wire_append(&session->out, &operation->guard, sizeof operation->guard);
        }
    }
    return cudaSuccess;
}

/* Library functions look at whole words, or at vectors of up to 64 bytes, around what they were
 * asked about: then all of these must be the work's. */
static uint64_t certain_bytes(const struct host_touch *touch, uint64_t *first) {
    enum { VECTOR = 64 };
    *first = touch->exact ? touch->address : touch->address / VECTOR * VECTOR;
    return touch->exact ? 1 : VECTOR;
}

void unordered_compare_host(struct session *session, const struct operation *operation, int index) {
    const struct host_touch *touch = &operation->host[index];
    uint64_t first, bytes = certain_bytes(touch, &first);
    const struct touched *touched = &operation->touched;
    bool tells = touched_has(touched, TOUCH_TELL, first, bytes);
    bool writes = tells || touched_has(touched, TOUCH_WRITE, first, bytes);
    bool reads = touched_has(touched, TOUCH_READ, first, bytes);
    /* A kernel that speaks to the host by volatile or atomic accesses may well be waited for so. */
    if ((!writes && !(reads && touch->writes)) ||
        touched_speaks(touched, DEVICE_BASE, DEVICE_END)) {
        return;
    }
    struct simt_finding finding = {.kind = FINDING_TOO_EARLY,
                                   .count = 1,
                                   .dialect = serving_dialect(session),
                                   .address = touch->address,
                                   .place_count = 2};
    unordered_describe(&finding.places[0], finding.dialect, operation,
                       tells    ? TOUCH_TELL
                       : writes ? TOUCH_WRITE
                                : TOUCH_READ);
    struct finding_place *place = &finding.places[1];
    place->code = touch->code;
    write_access(place, finding.dialect, touch->writes);
    unordered_one_object(&finding, operation->object, touch->object);
    char array[96];
    uint64_t offset = 0;
    detector_array_at(session->options->detector, touch->address, finding.dialect, array,
                      sizeof array, &offset);
    finding_about(
        &finding, MESSAGE_ARRAY_BYTE,
        MESSAGE_VALUES(message_string("array", array), message_number("byte", (long long)offset)));
    finding_tell(&session->report->notes, &finding, MESSAGE_TOO_EARLY,
                 writes ? MESSAGE_TOO_EARLY_ADVICE : MESSAGE_WRITTEN_TOO_LATE_ADVICE);
}
