/* What orders commands, told to the device, which finds those that nothing orders
 * (device/stream_races/stream_races.h). One queue in order needs none of it. */
#include "../icd.h"

static bool told; /* from now on */

void order_queue_made(cl_command_queue queue) {
    static unsigned queues;
    bool out_of_order = queue->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    queues++;
    if (!told && (queues > 1 || out_of_order)) {
        told = true;
        client_name_work();
    }
}

void order_enqueued(const struct command *command) {
    static uint32_t last;
    enum { MOST_WAITS = WIRE_TAIL_MAX / sizeof(uint32_t) };
    uint32_t waits[MOST_WAITS];
    cl_command_queue queue = command->queue;
    bool in_order = !(queue->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    if (!told) {
        return;
    }
    command->event->number = ++last;
    struct wire_command_q question = {.number = last, .queue = queue->stream};
    question.flags = (in_order || command->waits_for_all ? WIRE_IN_ORDER : 0) |
                     (command->barrier ? WIRE_BARRIER : 0);
    for (cl_uint i = 0; i < command->wait_count; i++) {
        bool by_user = command->waits[i]->queue == NULL || question.waits == MOST_WAITS;
        if (by_user) {
            question.flags |= WIRE_BY_USER;
        } else {
            waits[question.waits++] = command->waits[i]->number;
        }
    }
    struct call call = {.operation = WIRE_COMMAND,
                        .body = &question,
                        .tail = waits,
                        .tail_bytes = question.waits * sizeof(uint32_t)};
    client_call(&call);
}

void order_step(cl_event event, enum wire_step step) {
    struct wire_step_q question = {.number = event->number, .step = step};
    if (event->number != 0) {
        client_ask(WIRE_STEP, &question, NULL);
    }
}
