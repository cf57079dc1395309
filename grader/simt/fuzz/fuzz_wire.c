/*
 * fuzz_wire.c - any messages whatever, in any order, to a device with a small module loaded.
 *
 * The input is a row of records: an operation, a length, and that many bytes, which become the
 * request's body and tail; the head is made well so that handlers are reached. Operation numbers
 * past the table send the bytes as a raw packet, head included; one more number writes the window.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../device/session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { RAW = WIRE_OPERATION_COUNT, WINDOW, CHOICES };

static const char module[] = ".version 7.2\n.target sm_80\n.address_size 64\n"
                             ".visible .global .align 4 .b8 table[256];\n"
                             ".visible .const .align 4 .b8 fixed[64];\n"
                             ".visible .entry k(.param .u64 k_param_0, .param .u32 k_param_1)\n"
                             "{\n"
                             ".reg .b32 %r<4>; .reg .b64 %rd<4>; .reg .pred %p<2>;\n"
                             ".shared .align 4 .b8 tile[128];\n"
                             "ld.param.u64 %rd1, [k_param_0];\n"
                             "ld.param.u32 %r1, [k_param_1];\n"
                             "mov.u32 %r2, %tid.x;\n"
                             "setp.ge.u32 %p1, %r2, %r1;\n"
                             "@%p1 bra $done;\n"
                             "mul.wide.u32 %rd2, %r2, 4;\n"
                             "add.s64 %rd3, %rd1, %rd2;\n"
                             "st.global.u32 [%rd3], %r2;\n"
                             "$done:\n"
                             "bar.sync 0;\n"
                             "ret;\n"
                             "}\n"
                             ".visible .entry l(.param .u64 .ptr .shared .align 4 l_param_0,\n"
                             ".param .u64 .ptr .global .align 4 l_param_1)\n"
                             "{\n"
                             ".reg .b32 %r<4>; .reg .b64 %rd<4>;\n"
                             "ld.param.u64 %rd1, [l_param_0];\n"
                             "mov.u32 %r1, %tid.x;\n"
                             "mov.u32 %r2, %envreg3;\n"
                             "add.s32 %r3, %r1, %r2;\n"
                             "mul.wide.u32 %rd2, %r1, 4;\n"
                             "add.s64 %rd3, %rd1, %rd2;\n"
                             "st.shared.u32 [%rd3], %r3;\n"
                             "ret;\n"
                             "}\n";

static void request(struct session *session, uint32_t operation, const void *bytes, size_t size) {
    const struct wire_row *row = wire_row(operation);
    wire_begin(&session->in, operation, 1, false);
    size_t body = size < row->request_bytes ? size : row->request_bytes;
    if (body) {
        memcpy(wire_body(&session->in), bytes, body);
    }
    size_t tail = size - body;
    if (tail > row->request_tail_max) {
        tail = row->request_tail_max;
    }
    wire_append(&session->in, (const uint8_t *)bytes + body, tail);
}

static void raw(struct session *session, const uint8_t *bytes, size_t size) {
    session->in.length = size < WIRE_PACKET_MAX ? size : WIRE_PACKET_MAX;
    if (size) {
        memcpy(session->in.bytes, bytes, session->in.length);
    }
}

static void answer(struct session *session) {
    serving_answer(session);
    if (session->reply_descriptor >= 0) {
        close(session->reply_descriptor);
    }
    session->reply_descriptor = -1;
}

/* Greets and loads the module, so that the input can go on from there. */
static void prepare(struct session *session) {
    struct wire_hello_q hello = {.version = WIRE_VERSION};
    request(session, WIRE_HELLO, &hello, sizeof hello);
    answer(session);
    memcpy(session->window, module, sizeof module - 1);
    struct wire_module_q load = {.bytes = sizeof module - 1};
    request(session, WIRE_MODULE, &load, sizeof load);
    answer(session);
    unsigned char kernel[sizeof(struct wire_name_q) + 1] = {0};
    for (const char *name = "kl"; *name; name++) {
        kernel[sizeof kernel - 1] = (unsigned char)*name;
        request(session, WIRE_KERNEL, kernel, sizeof kernel);
        answer(session);
    }
}

/* A grid may be as large as it likes: this many blocks, over all launches, are enough. */
static bool enough(void *context) {
    uint32_t *blocks = context;
    return *blocks == 0 || --*blocks == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint32_t blocks = 100;
    struct device_report report = {0};
    struct error error;
    struct device_options options = {.global_bytes = 8 << 20, .budget = 500, .stop = -1};
    options.detector = detector_create();
    options.counters = counters_create();
    struct session *session = calloc(1, sizeof *session);
    session->options = &options;
    session->report = &report;
    if (serving_open(session, &error)) {
        simt_device_on_stop(session->device, enough, &blocks);
        prepare(session);
        while (size >= 2 && !session->finished) {
            uint32_t choice = data[0] % CHOICES;
            size_t length = data[1] < size - 2 ? data[1] : size - 2;
            data += 2;
            if (choice == WINDOW) {
                memcpy(session->window, data, length);
            } else {
                if (choice == RAW) {
                    raw(session, data, length);
                } else {
                    request(session, choice, data, length);
                }
                answer(session);
            }
            data += length;
            size -= 2 + length;
        }
        queue_drain(session);
    }
    serving_close(session);
    free(session);
    device_report_clear(&report);
    detector_destroy(options.detector);
    counters_destroy(options.counters);
    return 0;
}
