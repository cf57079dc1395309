/*
 * Host memory of reads and writes that do not block: it is the command's until the program has
 * waited for it. A sum of its bytes, taken when the command is enqueued and again when it runs,
 * tells whether the program wrote there meanwhile. A host that uses memory before the command has
 * filled it meets a guard, in all pages that lie whole in the piece.
 */
#include "svm.h"
#include "../../client/guard.h"
#include "../../wire/sum.h"

enum { PAGE = 4096 };

static bool is_of_program(const struct command *command) {
    static const cl_command_type types[] = {
        CL_COMMAND_READ_BUFFER,       CL_COMMAND_WRITE_BUFFER, CL_COMMAND_READ_BUFFER_RECT,
        CL_COMMAND_WRITE_BUFFER_RECT, CL_COMMAND_READ_IMAGE,   CL_COMMAND_WRITE_IMAGE,
        CL_COMMAND_MAP_BUFFER,        CL_COMMAND_MAP_IMAGE};
    bool named = false;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        named = named || command->event->type == types[i];
    }
    return named && command->run == transfer_run && !svm_holds(command->work.transfer.host, 1);
}

static uint64_t sum_of(const struct transfer *transfer) {
    uint64_t sum = 1;
    for (size_t slice = 0; slice < transfer->region[2]; slice++) {
        for (size_t row = 0; row < transfer->region[1]; row++) {
            sum = wire_sum(sum, transfer_row(transfer, slice, row), transfer->region[0]);
        }
    }
    return sum;
}

/* The whole piece that holds all rows. */
static bool overlap(const struct transfer *one, const struct transfer *two) {
    return one->host < two->host + transfer_span(two) && two->host < one->host + transfer_span(one);
}

/* What a guard may cover: the pages of a shadow are the library's own, to the end of the last. */
static size_t guarded_span(const struct command *command) {
    const struct transfer *transfer = &command->work.transfer;
    const size_t span = transfer_span(transfer);
    cl_mem memory = command->held_count > 0 ? root_of(command->held[0]) : NULL;
    bool to_end = memory != NULL && memory->shadow != NULL &&
                  transfer->host + span == memory->shadow + memory->bytes;
    return to_end ? span + (PAGE - memory->bytes % PAGE) % PAGE : span;
}

/* Rows with gaps between them may have the program's own bytes there. */
static bool is_in_one_piece(const struct transfer *transfer) {
    return transfer_span(transfer) ==
           transfer->region[0] * transfer->region[1] * transfer->region[2];
}

void host_memory_taken(struct command *command) {
    const struct transfer *transfer = &command->work.transfer;
    command->summed = is_of_program(command);
    if (!command->summed) {
        return;
    }
    transfer_open(transfer);
    command->sum = sum_of(transfer);
    client_asked_from(&command->call, &command->caller);
    if (transfer->direction == BUFFER_READ && is_in_one_piece(transfer) && !event_of_user_made()) {
        command->guard = guard_number();
        guard_inside(command->guard, transfer->host, guarded_span(command));
    }
}

void host_memory_before(const struct command *command) {
    guard_end(command->guard);
    if (command->summed) {
        transfer_open(&command->work.transfer);
    }
    if (!command->summed || event_of_user_made() ||
        command->sum == sum_of(&command->work.transfer)) {
        return;
    }
    client_from(command->call, command->caller);
    host_memory_tell(WIRE_CHANGED);
}

void host_memory_tell(enum wire_changed how) {
    struct wire_touched_q question = {.changed = how};
    client_name_work();
    client_ask(WIRE_TOUCHED, &question, NULL);
}

void host_memory_after(const struct command *command, struct command *pending) {
    const struct transfer *done = &command->work.transfer;
    if (command->run != transfer_run || done->direction != BUFFER_READ) {
        return;
    }
    for (; pending != NULL; pending = pending->next) {
        if (pending->summed && overlap(done, &pending->work.transfer)) {
            transfer_open(&pending->work.transfer);
            pending->sum = sum_of(&pending->work.transfer);
        }
    }
}
