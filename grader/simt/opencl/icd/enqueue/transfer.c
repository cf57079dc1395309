/* Moving bytes: host memory goes through the window, piece by piece; the device moves its own. */
#include "../icd.h"
#include "../../../client/guard.h"

const unsigned char *transfer_row(const struct transfer *transfer, size_t slice, size_t row) {
    return transfer->host + slice * transfer->other_slice_pitch + row * transfer->other_row_pitch;
}

size_t transfer_span(const struct transfer *transfer) {
    return (size_t)(transfer_row(transfer, transfer->region[2] - 1, transfer->region[1] - 1) -
                    transfer->host) +
           transfer->region[0];
}

static uint64_t moves = 1;

uint64_t transfer_moves(void) {
    return moves;
}

cl_int icd_drain(void) {
    struct wire_wait_q question = {.what = WIRE_WAIT_WORK};
    return icd_ask(WIRE_WAIT, &question, NULL);
}

void transfer_open(const struct transfer *transfer) {
    if (transfer->direction != BUFFER_COPY && transfer->host != NULL) {
        moves++;
        guard_drop(transfer->host, transfer_span(transfer));
    }
}

cl_int transfer_now(const struct transfer *transfer, uint32_t stream) {
    cl_int error = CL_SUCCESS;
    transfer_open(transfer);
    for (size_t slice = 0; slice < transfer->region[2] && !error; slice++) {
        uint64_t address = transfer->address + slice * transfer->slice_pitch;
        size_t other = slice * transfer->other_slice_pitch;
        if (transfer->direction == BUFFER_COPY) {
            struct wire_copy_q question = {.to = transfer->other + other,
                                           .from = address,
                                           .width = transfer->region[0],
                                           .height = transfer->region[1],
                                           .to_pitch = transfer->other_row_pitch,
                                           .from_pitch = transfer->row_pitch,
                                           .route = WIRE_DEVICE_TO_DEVICE,
                                           .stream = stream,
                                           .later = 1};
            error = icd_ask(WIRE_COPY, &question, NULL);
        } else {
            error = icd_error(client_copy_rows(&(struct client_rows){
                .host = transfer->host + other,
                .host_pitch = transfer->other_row_pitch,
                .address = address,
                .pitch = transfer->row_pitch,
                .width = transfer->region[0],
                .rows = transfer->region[1],
                .whole = transfer->region[0] * transfer->region[1] * transfer->region[2],
                .code = transfer->code,
                .stream = stream,
                .later = true,
                .upload = transfer->direction == BUFFER_WRITE}));
        }
    }
    return error ? error : transfer->direction == BUFFER_COPY ? icd_drain() : CL_SUCCESS;
}

cl_int transfer_run(struct command *command) {
    return transfer_now(&command->work.transfer, command->queue->stream);
}

static cl_int fill_bytes(const struct fill *fill, uint32_t stream) {
    struct wire_fill_q question = {.to = fill->address,
                                   .width = fill->bytes,
                                   .height = 1,
                                   .pitch = fill->bytes,
                                   .value = fill->pattern[0],
                                   .stream = stream};
    cl_int error = icd_ask(WIRE_FILL, &question, NULL);
    return error ? error : icd_drain();
}

/* A longer pattern goes up once and then doubles on the device. */
static cl_int fill_pattern(struct fill *fill, uint32_t stream) {
    struct transfer transfer = {.direction = BUFFER_WRITE,
                                .region = {fill->pattern_bytes, 1, 1},
                                .address = fill->address,
                                .host = fill->pattern};
    size_t done = fill->pattern_bytes;
    cl_int error = transfer_now(&transfer, stream);
    transfer.direction = BUFFER_COPY;
    while (done < fill->bytes && !error) {
        size_t left = fill->bytes - done;
        transfer.region[0] = left < done ? left : done;
        transfer.other = fill->address + done;
        error = transfer_now(&transfer, stream);
        done += transfer.region[0];
    }
    return error;
}

cl_int fill_run(struct command *command) {
    struct fill *fill = &command->work.fill;
    bool one_byte = true;
    for (size_t i = 1; i < fill->pattern_bytes; i++) {
        one_byte = one_byte && fill->pattern[i] == fill->pattern[0];
    }
    return one_byte ? fill_bytes(fill, command->queue->stream)
                    : fill_pattern(fill, command->queue->stream);
}
