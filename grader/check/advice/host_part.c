/* Explaining an answer by two inputs. */
#include "host_part.h"

#include <string.h>

/* Elements that are looked at in all: large inputs would take minutes. */
enum { MOST_WORK = 1 << 26 };

static size_t fewest_elements(const struct oracle_call *call) {
    size_t fewest = call->input[0].count;
    for (size_t i = 1; i < call->input_count; i++) {
        fewest = call->input[i].count < fewest ? call->input[i].count : fewest;
    }
    return fewest;
}

/* The last elements of each input are the host's, all others the device's. */
static void take_tail(const struct oracle_call *call, const struct solved *hosts, size_t elements,
                      struct solved *mixed) {
    for (size_t i = 0; i < call->input_count; i++) {
        const size_t size = element_size(call->input[i].element);
        const size_t from = (call->input[i].count - elements) * size;
        memcpy((char *)mixed->input[i] + from, (const char *)hosts->input[i] + from,
               elements * size);
    }
}

/* How many of the last elements the host worked on, or 0. */
static size_t find_tail(struct grading *grading, const struct oracle_call *call,
                        const struct solved *hosts, const struct solved *devices,
                        const void *const got[]) {
    struct solved mixed;
    if (call->input_count == 0 || !solved_make(call, &mixed)) {
        return 0;
    }
    for (size_t i = 0; i < call->input_count; i++) {
        memcpy(mixed.input[i], devices->input[i], buffer_bytes(&call->input[i]));
    }
    const size_t count = fewest_elements(call);
    const size_t most = count == 0 ? 0 : MOST_WORK / count;
    size_t found = 0;
    for (size_t tail = 1; tail < count && tail <= most && found == 0; tail++) {
        take_tail(call, hosts, tail, &mixed);
        grading->oracle->expect(call, (const void *const *)mixed.input, mixed.output);
        found = solved_fits(call, &mixed, got) ? tail : 0;
    }
    solved_free(&mixed);
    return found;
}

/* How many elements of the outputs are right for the host's data only; 0 where one is right for
 * neither. */
static size_t find_elements(const struct oracle_call *call, const struct solved *hosts,
                            const struct solved *devices, const void *const got[], size_t *first,
                            size_t *output) {
    size_t found = 0;
    for (size_t i = 0; i < call->output_count; i++) {
        for (size_t at = 0; at < call->output[i].count; at++) {
            if (solved_has(call, devices, got[i], i, at) || solved_is_input(call, devices, i, at)) {
                continue;
            }
            if (!solved_has(call, hosts, got[i], i, at)) {
                return 0;
            }
            *first = found == 0 ? at : *first;
            *output = found == 0 ? i : *output;
            found++;
        }
    }
    return found;
}

static struct finding *tell_tail(struct grading *grading, size_t tail, size_t count, bool all) {
    return finding_make(grading->arena,
                        all         ? FOUND_HOST_HAS_ALL
                        : tail == 1 ? FOUND_HOST_HAS_LAST
                                    : FOUND_HOST_HAS_TAIL,
                        MESSAGE_VALUES(message_number("tail", (long long)tail),
                                       message_number("count", (long long)count)));
}

static struct finding *tell_element(struct grading *grading, const struct oracle_buffer *buffer,
                                    size_t first) {
    const char *item = buffer->count == 1
                           ? buffer->item
                           : arena_printf(grading->arena, "%s %zu", buffer->item, first);
    return finding_make(grading->arena, FOUND_HOST_HAS_ITEM,
                        MESSAGE_VALUES(message_string("item", item)));
}

struct host_part host_part_find(struct grading *grading, const struct oracle_call *call,
                                const struct solved *hosts, const struct solved *devices,
                                const void *const got[]) {
    const bool all = solved_fits(call, hosts, got);
    const size_t tail = find_tail(grading, call, hosts, devices, got);
    if (tail > 0 && (!all || tail < fewest_elements(call) / 2)) {
        return (struct host_part){tail * element_size(call->input[0].element),
                                  tell_tail(grading, tail, fewest_elements(call), all)};
    }
    size_t first = 0, output = 0;
    const size_t elements = all ? 0 : find_elements(call, hosts, devices, got, &first, &output);
    if (elements > 0) {
        const struct oracle_buffer *buffer = &call->output[output];
        return (struct host_part){elements * element_size(buffer->element),
                                  tell_element(grading, buffer, first)};
    }
    return (struct host_part){0};
}
