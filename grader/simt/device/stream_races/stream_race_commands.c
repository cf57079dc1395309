/* OpenCL's commands: what their queues, barriers and wait lists put in front of them. */
#include "stream_races.h"
#include "stream_races_inside.h"

static int find(const struct unordered *unordered, uint32_t number) {
    for (int i = 0; i < unordered->top && number != 0; i++) {
        const struct operation *operation = &unordered->operations[i];
        if (operation->state != OPERATION_NONE && operation->is_command &&
            operation->guard == number) {
            return i;
        }
    }
    return -1;
}

/* What is not found any more, the host has waited for. */
static void add_waits(struct unordered *unordered, struct work_set *before, const uint32_t *numbers,
                      uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        int place = find(unordered, numbers[i]);
        if (place >= 0) {
            set_join(before, &unordered->operations[place].before);
            set_put(before, place);
        }
    }
}

cudaError_t on_command(struct session *session, const struct wire_command_q *question,
                       struct wire_nothing *answer) {
    struct unordered *unordered = session->unordered;
    int queue = stream_index(session, question->queue);
    uint32_t waits = wire_head(&session->in)->tail_bytes / (uint32_t)sizeof(uint32_t);
    (void)answer;
    if (queue < 0 || question->number == 0) {
        return cudaErrorInvalidValue;
    }
    unordered->off = unordered->off || (question->flags & WIRE_BY_USER) != 0;
    int place = unordered->off ? -1 : unordered_place(unordered);
    if (place < 0) {
        unordered->off = true;
        return cudaSuccess;
    }
    struct stream_order *order = &unordered->streams[queue];
    struct operation *operation = &unordered->operations[place];
    *operation = (struct operation){.state = OPERATION_ISSUED,
                                    .number = ++unordered->issued,
                                    .stream = (uint32_t)queue,
                                    .is_command = true,
                                    .guard = question->number,
                                    .before = unordered->host};
    set_join(&operation->before,
             (question->flags & WIRE_IN_ORDER) != 0 ? &order->tail : &order->barrier);
    const unsigned char *tail = wire_tail(&session->in, sizeof *question);
    add_waits(unordered, &operation->before, (const uint32_t *)(const void *)tail, waits);
    unordered_name_call(session, operation);
    set_join(&order->tail, &operation->before);
    set_put(&order->tail, place);
    if ((question->flags & WIRE_BARRIER) != 0) {
        order->barrier = operation->before;
        set_put(&order->barrier, place);
    }
    if ((uint32_t)queue >= unordered->stream_top) {
        unordered->stream_top = (uint32_t)queue + 1;
    }
    return cudaSuccess;
}

cudaError_t on_step(struct session *session, const struct wire_step_q *question,
                    struct wire_nothing *answer) {
    struct unordered *unordered = session->unordered;
    int place = find(unordered, question->number);
    (void)answer;
    if (place < 0 || unordered->off) {
        unordered->command = 0;
        return cudaSuccess;
    }
    if (question->step == WIRE_BEGINS) {
        unordered->command = place + 1;
    } else if (question->step == WIRE_ENDS) {
        unordered->command = 0;
        if (unordered->operations[place].state == OPERATION_ISSUED) {
            unordered_ended(session, place);
        }
    } else {
        set_join(&unordered->host, &unordered->operations[place].before);
        set_put(&unordered->host, place);
        unordered_settle(unordered);
    }
    return cudaSuccess;
}
