/* Two operations that nothing orders and that touched the same bytes: what to say of them. */
#include "stream_races.h"
#include "stream_races_inside.h"

#include <stdio.h>
#include <string.h>

void unordered_name_call(const struct session *session, struct operation *operation) {
    const struct device_asked *from = &session->report->asked;
    snprintf(operation->call, sizeof operation->call, "%s", from->call);
    snprintf(operation->object, sizeof operation->object, "%s", from->object);
    operation->code = from->code;
}

void unordered_name(struct session *session, struct operation *operation, const struct work *work) {
    if (work->kind == WORK_LAUNCH) {
        snprintf(operation->kernel, sizeof operation->kernel, "%s",
                 work->kernel->info->display_name);
    }
    if (operation->is_command) {
        return;
    }
    unordered_name_call(session, operation);
    if (operation->call[0] == '\0') {
        snprintf(operation->call, sizeof operation->call, "%s",
                 work->kind == WORK_COPY ? "cudaMemcpy" : "cudaMemset");
    }
}

void unordered_describe(struct finding_place *place, enum simt_dialect dialect,
                        const struct operation *operation, enum touch touch) {
    static const enum message words[TOUCH_COUNT] = {[TOUCH_READ] = MESSAGE_ACCESS_READ,
                                                    [TOUCH_WRITE] = MESSAGE_ACCESS_WRITE,
                                                    [TOUCH_LOOK] = MESSAGE_ACCESS_ATOMIC,
                                                    [TOUCH_TELL] = MESSAGE_ACCESS_ATOMIC};
    enum message word = operation->frees ? MESSAGE_ACCESS_FREE : words[touch];
    enum message who = operation->is_node ? (operation->kernel[0] == '\0' ? MESSAGE_CALL_IN_GRAPH
                                                                          : MESSAGE_KERNEL_IN_GRAPH)
                       : operation->kernel[0] == '\0'
                           ? (operation->stream == 0 ? MESSAGE_CALL_IN_DEFAULT : MESSAGE_CALL_IN)
                       : operation->stream == 0 ? MESSAGE_KERNEL_IN_DEFAULT
                                                : MESSAGE_KERNEL_IN;
    *place = (struct finding_place){.code = operation->code};
    snprintf(place->access, sizeof place->access, "%s", message_pattern(dialect, word));
    message_write(place->who, sizeof place->who, dialect, who,
                  MESSAGE_VALUES(message_string("kernel", operation->kernel),
                                 message_string("call", operation->call),
                                 message_number("stream", operation->stream)));
}

/* A place is in the finding's object, or unknown. */
void unordered_one_object(struct simt_finding *finding, const char *first, const char *second) {
    snprintf(finding->object, sizeof finding->object, "%s", second[0] != '\0' ? second : first);
    for (int i = 0; i < 2; i++) {
        if (strcmp(finding->object, i == 0 ? first : second) != 0) {
            finding->places[i].code = 0;
        }
    }
}

/* What the program seems to have meant to order them by. */
static enum message advice_for(const struct session *session, const struct operation *one,
                               const struct operation *two) {
    bool meant = two->waited.at >= one->number; /* it waited behind the first */
    bool free = session->streams[one->stream].blocking || session->streams[two->stream].blocking;
    if (one->frees || two->frees) {
        return MESSAGE_UNORDERED_FREE_ADVICE;
    }
    if (one->is_node && two->is_node) {
        return MESSAGE_UNORDERED_NODES_ADVICE;
    }
    if (two->is_command) {
        return MESSAGE_UNORDERED_ADVICE;
    }
    if (meant && two->waited.how == WAITED_UNRECORDED) {
        return MESSAGE_UNORDERED_UNRECORDED_ADVICE;
    }
    if (meant && two->waited.how == WAITED_EARLY && two->waited.stream == one->stream) {
        return MESSAGE_UNORDERED_EARLY_ADVICE;
    }
    if ((one->stream == 0 || two->stream == 0) && !free) {
        return MESSAGE_UNORDERED_DEFAULT_ADVICE;
    }
    return MESSAGE_UNORDERED_ADVICE;
}

static void describe_bytes(const struct session *session, struct simt_finding *finding,
                           const struct touched_common *common) {
    char array[96];
    uint64_t offset = 0;
    detector_array_at(session->options->detector, common->first, finding->dialect, array,
                      sizeof array, &offset);
    finding_about(finding, MESSAGE_UNORDERED_BYTES,
                  MESSAGE_VALUES(message_string("array", array),
                                 message_number("count", (long long)common->bytes),
                                 message_number("first", (long long)offset)));
}

void unordered_compare(struct session *session, int first, int second) {
    const struct operation *one = &session->unordered->operations[first];
    const struct operation *two = &session->unordered->operations[second];
    if (one->number > two->number) { /* the order in which the program asked for them */
        const struct operation *other = one;
        one = two;
        two = other;
    }
    const struct touched_common common = touched_compare(&one->touched, &two->touched);
    if (common.bytes == 0 || common.tells) {
        return;
    }
    const bool nodes = one->is_node && two->is_node;
    struct simt_finding finding = {.kind = nodes ? FINDING_UNORDERED_NODES : FINDING_UNORDERED,
                                   .count = 1,
                                   .dialect = serving_dialect(session),
                                   .address = common.first,
                                   .place_count = 2};
    unordered_describe(&finding.places[0], finding.dialect, one, common.one);
    unordered_describe(&finding.places[1], finding.dialect, two, common.two);
    unordered_one_object(&finding, one->object, two->object);
    describe_bytes(session, &finding, &common);
    finding_tell(&session->report->notes, &finding, MESSAGE_UNORDERED,
                 advice_for(session, one, two));
}
