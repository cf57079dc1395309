/*
 * Programs that attack the device: each does some honest work first, then something nasty. Whatever
 * it was, serving must end as expected, and what was counted and found must be what the honest work
 * alone gives.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../device.h"
#include "../../cuda/include/driver_types.h"
#include "../../wire/wire.h"

static const char text[] = ".version 7.2\n.target sm_80\n.address_size 64\n"
                           ".visible .entry k(.param .u64 k_param_0)\n"
                           "{\n"
                           ".reg .b32 %r<3>; .reg .b64 %rd<4>;\n"
                           "ld.param.u64 %rd1, [k_param_0];\n"
                           "mov.u32 %r1, %tid.x;\n"
                           "mul.wide.u32 %rd2, %r1, 4;\n"
                           "add.s64 %rd3, %rd1, %rd2;\n"
                           "st.global.u32 [%rd3], %r1;\n"
                           "ret;\n"
                           "}\n";

struct program {
    int socket;
    uint32_t sequence;
    struct wire_packet packet;
    unsigned char *window;
    uint64_t memory;
    uint32_t kernel;
};

/* Sends a request and takes the reply; the status, or -1 if the device does not answer. */
static int ask(struct program *program, uint32_t operation, const void *body, const void *tail,
               size_t tail_bytes) {
    wire_begin(&program->packet, operation, ++program->sequence, false);
    if (body != NULL) {
        memcpy(wire_body(&program->packet), body, wire_row(operation)->request_bytes);
    }
    wire_append(&program->packet, tail, tail_bytes);
    if (wire_send(program->socket, &program->packet, -1, -1, 5000) != WIRE_OK ||
        wire_receive(program->socket, &program->packet, -1, 5000) != WIRE_OK) {
        return -1;
    }
    return wire_head(&program->packet)->status;
}

static void launch(struct program *program, uint32_t threads) {
    struct wire_launch_q question = {
        .kernel = program->kernel, .grid = {1, 1, 1}, .block = {threads, 1, 1}};
    ask(program, WIRE_LAUNCH, &question, &program->memory, sizeof program->memory);
}

static int wait_device(struct program *program) {
    struct wire_wait_q question = {.what = WIRE_WAIT_DEVICE};
    return ask(program, WIRE_WAIT, &question, NULL, 0);
}

static void honest_work(struct program *program) {
    struct wire_hello_q hello = {.version = WIRE_VERSION};
    ask(program, WIRE_HELLO, &hello, NULL, 0);
    program->window = mmap(NULL, WIRE_WINDOW_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED,
                           program->packet.descriptor, 0);
    close(program->packet.descriptor);
    memcpy(program->window, text, sizeof text - 1);
    struct wire_module_q module = {.bytes = sizeof text - 1};
    ask(program, WIRE_MODULE, &module, NULL, 0);
    struct wire_name_q name = {0};
    ask(program, WIRE_KERNEL, &name, "k", 1);
    program->kernel = ((struct wire_kernel_r *)wire_body(&program->packet))->kernel;
    struct wire_allocate_q allocate = {.bytes = 4096};
    ask(program, WIRE_ALLOCATE, &allocate, NULL, 0);
    program->memory = ((struct wire_address_r *)wire_body(&program->packet))->address;
    launch(program, 256);
    wait_device(program);
}

/* ---- attacks --------------------------------------------------------------------------------- */

static void nothing(struct program *program) {
    ask(program, WIRE_GOODBYE, NULL, NULL, 0);
}

static void vanish(struct program *program) {
    shutdown(program->socket, SHUT_RDWR);
}

static void garbage(struct program *program) {
    for (size_t i = 0; i < 4000; i++) {
        program->packet.bytes[i] = (unsigned char)(i * 37 + 11);
    }
    program->packet.length = 4000;
    wire_send(program->socket, &program->packet, -1, -1, 1000);
}

static void one_byte(struct program *program) {
    program->packet.length = 1;
    wire_send(program->socket, &program->packet, -1, -1, 1000);
}

static void unknown_operation(struct program *program) {
    wire_begin(&program->packet, WIRE_GOODBYE, 1, false);
    wire_head(&program->packet)->operation = 9999;
    wire_send(program->socket, &program->packet, -1, -1, 1000);
}

static void lying_tail(struct program *program) {
    wire_begin(&program->packet, WIRE_LAUNCH, 1, false);
    wire_head(&program->packet)->tail_bytes = 30000; /* none follow */
    wire_send(program->socket, &program->packet, -1, -1, 1000);
}

static void greet_twice(struct program *program) {
    struct wire_hello_q hello = {.version = WIRE_VERSION};
    for (int i = 0; i < 100; i++) {
        ask(program, WIRE_HELLO, &hello, NULL, 0);
    }
    nothing(program);
}

static const uint64_t evil[] = {0,
                                1,
                                4095,
                                UINT64_C(0x0A0000000000),
                                UINT64_C(0x0B0000000000),
                                UINT64_C(0x300000000000),
                                UINT64_C(0x7fffffffffff),
                                UINT64_C(0x8000000000000000),
                                UINT64_MAX - 4095,
                                UINT64_MAX};
enum { EVIL = sizeof evil / sizeof evil[0] };

static void wild_copies(struct program *program) {
    for (int i = 0; i < EVIL * EVIL * EVIL; i++) {
        uint64_t a = evil[i % EVIL], b = evil[i / EVIL % EVIL], c = evil[i / EVIL / EVIL];
        for (uint32_t route = 0; route < 4; route++) {
            struct wire_copy_q copy = {a, b, c, a, b, c, b, route, 0, i & 1, 0, a};
            ask(program, WIRE_COPY, &copy, NULL, 0);
            struct wire_copy_q tall = {a, program->memory, 1, c, b, a, c, route, 0, i & 1, 0, b};
            ask(program, WIRE_COPY, &tall, NULL, 0);
        }
        struct wire_fill_q fill = {a, b, c, a, 7, 0, 0, 0};
        ask(program, WIRE_FILL, &fill, NULL, 0);
    }
    nothing(program);
}

static void wild_memory(struct program *program) {
    for (int i = 0; i < EVIL * EVIL; i++) {
        uint64_t a = evil[i % EVIL], b = evil[i / EVIL];
        for (uint32_t memory = 0; memory < 4; memory++) {
            struct wire_allocate_q allocate = {b, memory, (uint32_t)a, 7, 0};
            if (b > 4096) { /* small ones are honest */
                ask(program, WIRE_ALLOCATE, &allocate, NULL, 0);
            }
            struct wire_free_q release = {
                .address = a, .memory = memory, .registered = i & 1, .stream = i, .later = i & 2};
            if (a != program->memory) {
                ask(program, WIRE_FREE, &release, NULL, 0);
            }
        }
        struct wire_register_q pages = {a / 4096 * 4096, b / 4096 * 4096, a, b};
        if (ask(program, WIRE_REGISTER, &pages, NULL, 0) == 0 && program->packet.descriptor >= 0) {
            close(program->packet.descriptor);
        }
        struct wire_pointer_q pointer = {a};
        ask(program, WIRE_POINTER, &pointer, NULL, 0);
    }
    nothing(program);
}

static void wild_handles(struct program *program) {
    for (int i = 0; i < EVIL; i++) {
        uint32_t a = (uint32_t)evil[i];
        struct wire_pair_q pair = {a, a ^ 16};
        struct wire_handle handle = {a, 0};
        struct wire_wait_q wait = {a & 3, a, 1, 0};
        struct wire_launch_q start = {
            .kernel = a, .grid = {a, a, a}, .block = {a, a, a}, .stream = a, .shared_bytes = a};
        struct wire_occupancy_q occupancy = {a, a, evil[i]};
        struct wire_allow_q allow = {program->kernel, a};
        ask(program, WIRE_STREAM_WAIT, &pair, NULL, 0);
        ask(program, WIRE_EVENT_RECORD, &pair, NULL, 0);
        ask(program, WIRE_EVENT_ELAPSED, &pair, NULL, 0);
        ask(program, WIRE_STREAM_DESTROY, &handle, NULL, 0);
        ask(program, WIRE_EVENT_DESTROY, &handle, NULL, 0);
        ask(program, WIRE_KERNEL_INFO, &handle, NULL, 0);
        ask(program, WIRE_WAIT, &wait, NULL, 0);
        ask(program, WIRE_LAUNCH, &start, "abc", 3);
        ask(program, WIRE_OCCUPANCY, &occupancy, NULL, 0);
        ask(program, WIRE_KERNEL_ALLOW, &allow, NULL, 0);
    }
    nothing(program);
}

/* What OpenCL adds: local memory for parameters that are none, more of it than there is, dimensions
 * and times that do not exist. */
static void wild_launches(struct program *program) {
    for (int i = 0; i < EVIL * EVIL; i++) {
        uint32_t a = (uint32_t)evil[i % EVIL], b = (uint32_t)evil[i / EVIL];
        struct {
            uint64_t parameter;
            struct wire_local locals[2];
        } tail = {program->memory, {{a, b}, {b, a}}};
        struct wire_launch_q start = {.kernel = program->kernel,
                                      .grid = {1, 1, 1},
                                      .block = {32, 1, 1},
                                      .offset = {evil[i % EVIL], evil[i / EVIL], a},
                                      .dimensions = 1,
                                      .local_count = 1};
        ask(program, WIRE_LAUNCH, &start, &tail, 16);
        ask(program, WIRE_LAUNCH, &start, &tail, 8);
        start.local_count = a | 2;
        ask(program, WIRE_LAUNCH, &start, &tail, sizeof tail);
        start.local_count = 0;
        start.dimensions = a | 4;
        ask(program, WIRE_LAUNCH, &start, &tail, 8);
        struct wire_handle handle = {a, b};
        ask(program, WIRE_EVENT_TIMES, &handle, NULL, 0);
        struct wire_wait_q wait = {a | WIRE_WAIT_WORK, b, 0, 0};
        ask(program, WIRE_WAIT, &wait, NULL, 0);
    }
    nothing(program);
}

static void many_things(struct program *program) {
    struct wire_create_q create = {0, 0};
    for (int i = 0; i < 3000; i++) {
        ask(program, WIRE_STREAM_CREATE, &create, NULL, 0);
        ask(program, WIRE_EVENT_CREATE, &create, NULL, 0);
        struct wire_fill_q fill = {program->memory, 16, 1, 16, 0, 0, 1, 0};
        ask(program, WIRE_FILL, &fill, NULL, 0);
    }
    nothing(program);
}

static void bad_ptx(struct program *program) {
    for (uint64_t bytes = 0; bytes < sizeof text; bytes += 7) {
        struct wire_module_q module = {.bytes = bytes};
        memcpy(program->window, text, sizeof text - 1);
        program->window[bytes] = '}';
        ask(program, WIRE_MODULE, &module, NULL, 0);
    }
    struct wire_module_q module = {.bytes = UINT64_MAX};
    ask(program, WIRE_MODULE, &module, NULL, 0);
    nothing(program);
}

static void foreign_descriptors(struct program *program) {
    wire_begin(&program->packet, WIRE_MEMORY, 1, false);
    wire_send(program->socket, &program->packet, STDERR_FILENO, -1, 1000);
    wire_receive(program->socket, &program->packet, -1, 1000);
    nothing(program);
}

/* Requests without reading the replies, until the device stops taking them. */
static void flood(struct program *program) {
    wire_begin(&program->packet, WIRE_PROPERTIES, 1, false);
    while (wire_send(program->socket, &program->packet, -1, -1, 100) == WIRE_OK) {
        /* on */
    }
    vanish(program);
}

static void shrink_window(struct program *program) {
    struct wire_allocate_q allocate = {.bytes = 8192, .memory = WIRE_HOST_MEMORY};
    ask(program, WIRE_ALLOCATE, &allocate, NULL, 0);
    uint64_t address = ((struct wire_address_r *)wire_body(&program->packet))->address;
    if (ftruncate(program->packet.descriptor, 0) == 0) {
        _exit(3); /* the seal did not hold: the device would die of SIGBUS */
    }
    close(program->packet.descriptor);
    struct wire_fill_q fill = {address, 8192, 1, 8192, 1, 0, 0, 0};
    ask(program, WIRE_FILL, &fill, NULL, 0);
    struct wire_free_q release = {.address = address, .memory = WIRE_HOST_MEMORY};
    ask(program, WIRE_FREE, &release, NULL, 0);
    nothing(program);
}

/* Commands, steps, touches and places of anything, in both doors' words. */
static void wild_orders(struct program *program) {
    uint32_t waits[] = {0, 1, 2, 77, UINT32_MAX};
    for (uint32_t i = 0; i < 3000; i++) {
        struct wire_command_q command = {
            .number = i % 1200, .queue = i % 3 * 8, .flags = i % 7, .waits = UINT32_MAX};
        struct wire_step_q step = {.number = i % 5, .step = i % 4};
        struct wire_touched_q touched = {.address = evil[i % EVIL], .guard = i % 6, .writes = i};
        struct wire_from_q from = {.code = evil[i % EVIL]};
        struct wire_fill_q fill = {
            .to = program->memory, .width = 1, .height = 1, .pitch = 1, .guard = i % 6, .later = 1};
        ask(program, WIRE_COMMAND, &command, waits, sizeof waits);
        ask(program, WIRE_STEP, &step, NULL, 0);
        ask(program, WIRE_FROM, &from, "{place}", 7);
        ask(program, WIRE_FILL, &fill, NULL, 0);
        ask(program, WIRE_TOUCHED, &touched, "a", 1);
        ask(program, WIRE_GUARDS, NULL, NULL, 0);
    }
    nothing(program);
}

/* Graphs that begin twice, end before they begin, and whose nodes wait for anything. */
static void wild_graphs(struct program *program) {
    uint32_t behind[] = {0, 1, 4095, 4096, UINT32_MAX};
    for (uint32_t i = 0; i < 400; i++) {
        struct wire_graph_q graph = {
            .what = i % 4, .stream = i % 3 * 8, .node = (uint32_t)evil[i % EVIL], .count = i % 6};
        struct wire_fill_q fill = {
            .to = program->memory, .width = 1, .height = 1, .pitch = 1, .later = 1};
        ask(program, WIRE_GRAPH, &graph, behind, i % 6 * sizeof *behind);
        graph.node = i % 70;
        ask(program, WIRE_GRAPH, &graph, behind, i % 6 * sizeof *behind);
        ask(program, WIRE_FILL, &fill, NULL, 0);
    }
    nothing(program);
}

/* Pages for variables at any place, and variables anywhere in them, and beside. */
static void wild_variables(struct program *program) {
    for (uint32_t i = 0; i < 600; i++) {
        struct wire_register_q section = {.page = evil[i % EVIL] & ~UINT64_C(4095),
                                          .page_bytes = i % 5 * 4096};
        struct wire_place_q place = {evil[i % EVIL], evil[i / EVIL % EVIL]};
        ask(program, WIRE_SECTION, &section, NULL, 0);
        if (program->packet.descriptor >= 0) {
            close(program->packet.descriptor);
        }
        ask(program, WIRE_PLACE, &place, "name", i % 5);
    }
    struct wire_register_q section = {.page = UINT64_C(1) << 44, .page_bytes = 8192};
    struct wire_place_q place = {section.page + 4096 - 4, 8};
    ask(program, WIRE_SECTION, &section, NULL, 0);
    if (program->packet.descriptor >= 0) {
        close(program->packet.descriptor);
    }
    ask(program, WIRE_PLACE, &place, "there", 5);
    ask(program, WIRE_PLACE, &place, "again", 5);
    nothing(program);
}

/* Billions of rows of one byte, queued: given up at the deadline. */
static void endless_copy(struct program *program) {
    struct wire_allocate_q allocate = {.bytes = 32 << 20};
    ask(program, WIRE_ALLOCATE, &allocate, NULL, 0);
    uint64_t large = ((struct wire_address_r *)wire_body(&program->packet))->address;
    struct wire_fill_q fill = {large, 1, 16 << 20, 2, 0, 0, 0, 0};
    for (int i = 0; i < 200; i++) {
        ask(program, WIRE_FILL, &fill, NULL, 0);
    }
    wait_device(program);
}

/* Modules without end, through resets. */
static void many_modules(struct program *program) {
    memset(program->window, ' ', WIRE_WINDOW_BYTES);
    memcpy(program->window, text, sizeof text - 1);
    struct wire_module_q module = {.bytes = WIRE_WINDOW_BYTES};
    for (int i = 0; i < 30; i++) {
        if (ask(program, WIRE_MODULE, &module, NULL, 0) != 0 && i < 3) {
            return; /* unexpected: not the ending that is looked for */
        }
        ask(program, WIRE_RESET, NULL, NULL, 0);
    }
    if (ask(program, WIRE_MODULE, &module, NULL, 0) == cudaErrorMemoryAllocation) {
        nothing(program);
    }
}

static const struct attack {
    const char *name;
    void (*run)(struct program *program);
    enum device_end end;
    int64_t milliseconds; /* until serving has to end by itself; 0: a minute */
} attacks[] = {
    {"honest work alone", nothing, DEVICE_GOODBYE, 0},
    {"the program vanishes", vanish, DEVICE_CLOSED, 0},
    {"garbage", garbage, DEVICE_PROTOCOL, 0},
    {"one byte", one_byte, DEVICE_PROTOCOL, 0},
    {"an unknown operation", unknown_operation, DEVICE_PROTOCOL, 0},
    {"a tail that is not there", lying_tail, DEVICE_PROTOCOL, 0},
    {"greetings again and again", greet_twice, DEVICE_GOODBYE, 0},
    {"copies from and to anywhere", wild_copies, DEVICE_GOODBYE, 0},
    {"allocations and frees of anything", wild_memory, DEVICE_GOODBYE, 0},
    {"handles that nobody gave out", wild_handles, DEVICE_GOODBYE, 0},
    {"local arguments, offsets and times of anything", wild_launches, DEVICE_GOODBYE, 0},
    {"thousands of streams, events and fills", many_things, DEVICE_GOODBYE, 0},
    {"commands, steps and touches of anything", wild_orders, DEVICE_GOODBYE, 0},
    {"graphs of anything", wild_graphs, DEVICE_GOODBYE, 0},
    {"managed variables at any place", wild_variables, DEVICE_GOODBYE, 0},
    {"PTX cut and broken at many places", bad_ptx, DEVICE_GOODBYE, 0},
    {"descriptors that nobody asked for", foreign_descriptors, DEVICE_GOODBYE, 0},
    {"requests without reading replies", flood, DEVICE_CLOSED, 0},
    {"taking shared pages away", shrink_window, DEVICE_GOODBYE, 0},
    {"a copy without end", endless_copy, DEVICE_STOPPED, 500},
    {"modules without end", many_modules, DEVICE_GOODBYE, 0},
};

struct attacker {
    const struct attack *attack;
    int socket;
};

static void *be_program(void *argument) {
    const struct attacker *attacker = argument;
    struct program *program = calloc(1, sizeof *program);
    program->socket = attacker->socket;
    honest_work(program);
    attacker->attack->run(program);
    close(program->socket);
    munmap(program->window, WIRE_WINDOW_BYTES);
    free(program);
    return NULL;
}

static int count;
static bool failed;

static void ok(bool good, const char *name, const char *what) {
    printf("%sok %d - %s: %s\n", good ? "" : "not ", ++count, name, what);
    failed |= !good;
}

static bool serve(const struct attack *attack, const struct device_options *options,
                  struct device_report *report) {
    struct error error;
    pthread_t thread;
    int ends[2];
    if (!device_socketpair(ends, &error)) {
        return false;
    }
    struct attacker attacker = {attack, ends[1]};
    pthread_create(&thread, NULL, be_program, &attacker);
    bool good = device_serve(ends[0], options, report, &error);
    close(ends[0]);
    pthread_join(thread, NULL);
    return good;
}

static void try_attack(const struct attack *attack, bool live, uint64_t honest[COUNTER_COUNT]) {
    struct device_options options = {.global_bytes = 64 << 20,
                                     .stop = -1,
                                     .live = live,
                                     .milliseconds =
                                         attack->milliseconds ? attack->milliseconds : 60000};
    struct device_report report = {0};
    options.detector = detector_create();
    options.counters = counters_create();
    bool served = serve(attack, &options, &report);
    size_t kernels = 0;
    const struct counter_kernel *counted = counters_kernels(options.counters, &kernels);
    if (attack == attacks && kernels == 1) {
        memcpy(honest, counted[0].values, sizeof counted[0].values);
    }
    ok(served && report.end == attack->end, attack->name, "serving ends as it should");
    ok(kernels == 1 && counted[0].launches == 1 &&
           !memcmp(honest, counted[0].values, sizeof counted[0].values),
       attack->name, "counters are those of the honest work");
    ok(finding_list_verdict(detector_findings(options.detector)) == NULL, attack->name,
       "no finding is forged");
    device_report_clear(&report);
    detector_destroy(options.detector);
    counters_destroy(options.counters);
}

static void try_trust(void) {
    struct device_text other = {"// another program", 18}, same = {text, sizeof text - 1};
    struct device_options options = {.stop = -1, .trusted = &other, .trusted_count = 1};
    struct device_report report = {0};
    serve(&attacks[0], &options, &report);
    ok(report.launches == 0, "trusted texts", "another program's kernels are refused");
    device_report_clear(&report);
    options.trusted = &same;
    serve(&attacks[0], &options, &report);
    ok(report.launches == 1, "trusted texts", "its own kernels run");
    device_report_clear(&report);
}

int main(void) {
    uint64_t honest[COUNTER_COUNT] = {0};
    for (size_t i = 0; i < sizeof attacks / sizeof attacks[0]; i++) {
        try_attack(&attacks[i], false, honest);
        try_attack(&attacks[i], true, honest); /* as `lockstep simt` serves */
    }
    ok(honest[COUNT_GLOBAL_STORE_REQUESTS] == 8, attacks[0].name, "eight warps store");
    try_trust();
    printf("1..%d\n", count);
    return failed;
}
