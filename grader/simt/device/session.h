/* session.h - inside the device process: the state of one program's device, and its parts. */
#pragma once

#include "device.h"
#include "../cuda/include/driver_types.h"
#include "../observers/relay.h"
#include "../wire/wire.h"
#include "stream_races/stream_races.h"

/* What a program may pile up; beyond it, calls fail as on a full device. */
enum {
    SESSION_MODULES = 4096,
    SESSION_KERNELS = 8192,
    SESSION_SHARED = 16384,
    SESSION_STREAMS = 1024,
    SESSION_EVENTS = 65536,
    SESSION_QUEUE = 1024, /* a full queue is worked off, as hardware's is */
    SESSION_PRINTED = 1 << 20,
    SESSION_PTX = 64 << 20,    /* bytes of PTX, over all modules that were ever loaded */
    SESSION_REGIONS = 1 << 20, /* allocations ever made: the machine remembers freed ones, too */
};

/* Where the machine hands out addresses; serving_open checks that it agrees. */
#define DEVICE_BASE UINT64_C(0x0A0000000000)
#define DEVICE_END  UINT64_C(0x0C0000000000)

/* Handles of streams and events start here: small numbers are CUDA's own streams. */
enum { FIRST_HANDLE = 16 };

struct kernel {
    struct simt_module *module;
    const struct simt_kernel_info *info;
    uint32_t dynamic_shared; /* most that a launch may ask for */
};

/* Host memory that the program and the device share. */
struct shared_memory {
    uint64_t address; /* the device's, and the program's, name for it */
    void *mapping;    /* here */
    size_t map_bytes;
    uint64_t offset, bytes; /* what the device reaches */
    uint32_t memory;        /* enum wire_memory */
    bool registered;
};

enum engine { ENGINE_COMPUTE, ENGINE_UPLOAD, ENGINE_DOWNLOAD, ENGINE_COUNT };

/* Modelled time, in microseconds (device_clock.c). */
struct stream {
    bool used;
    bool blocking; /* waits for the default stream, and it for this */
    double free_at;
    double issued_at, started_at; /* of its last work */
    enum engine engine;           /* that did it */
    bool worked, recorded;        /* there was any; an event was recorded since */
    uint64_t pending;             /* work items queued in it */
    bool needed;                  /* device_queue.c: by what the program waits for */
};
struct event {
    bool used;
    bool timed;
    bool recorded;
    uint64_t pending;              /* records queued */
    bool needed;                   /* device_queue.c: the last record of it */
    double issued, started, ended; /* of the last work before it */
    double at;
};

/* Ways of a copy: pinned host memory is what the device reaches, too. */
enum device_transfer {
    TRANSFER_UPLOAD,
    TRANSFER_DOWNLOAD,
    TRANSFER_PINNED_UPLOAD,
    TRANSFER_PINNED_DOWNLOAD,
    TRANSFER_ON_DEVICE
};

/* WORK_FREE is done at once, and never queued; `fill` holds what it frees. */
enum work_kind { WORK_LAUNCH, WORK_COPY, WORK_FILL, WORK_RECORD, WORK_WAIT, WORK_FREE };
struct work {
    enum work_kind kind;
    uint32_t stream; /* index */
    uint32_t event;  /* WORK_RECORD, WORK_WAIT: index */
    int operation;   /* stream_races.h; -1: none */
    uint32_t guard;  /* as in wire_launch_q */
    bool needed;     /* device_queue.c */
    double issued;   /* host time */
    struct kernel *kernel;
    struct simt_launch launch; /* its parameters are owned */
    struct wire_copy_q copy;
    struct wire_fill_q fill;
};

struct session {
    int socket;
    int64_t deadline;           /* of the monotonic clock, in milliseconds; -1: none */
    uint32_t blocks_until_look; /* until the deadline and the stop descriptor are looked at again */
    bool stopped;
    const struct device_options *options;
    struct device_report *report;
    struct simt_device *device;
    struct simt_relay *relay; /* NULL: observers run on the machine's own thread */
    const char *(*answer)(struct session *session); /* serve.c's, while a kernel runs */
    bool greeted;
    enum wire_door door;
    bool finished;        /* GOODBYE */
    bool note_wants_code; /* the last note is of a call whose line comes in the next message */

    unsigned char *window;
    int window_file;

    struct simt_module *modules[SESSION_MODULES];
    uint32_t module_count;
    uint64_t ptx_bytes;     /* loaded so far */
    struct kernel *kernels; /* [SESSION_KERNELS] */
    uint32_t kernel_count;

    struct shared_memory *shared; /* [SESSION_SHARED] */
    uint32_t shared_count;
    uint64_t shared_bytes;
    uint64_t shared_next; /* next address to give out */
    struct section {      /* managed variables', which both sides share; bytes 0: there is none */
        uint64_t page, bytes;
        unsigned char *mapping;
    } section;

    struct stream *streams; /* [SESSION_STREAMS]; 0 is the default stream */
    struct event *events;   /* [SESSION_EVENTS] */
    uint32_t last_stream;   /* index that was given out last; 0: none */
    uint32_t next_event;    /* index to look at first */

    struct work *queue; /* [SESSION_QUEUE] */
    uint32_t queue_count;
    cudaError_t failed; /* by queued work, not yet told */
    cudaError_t sticky;

    struct unordered *unordered;
    struct live {
        bool serves;        /* a request's reply is still to come */
        bool owed;          /* and it may say already that nothing is done yet */
        bool answered;      /* it has said so */
        bool inside;        /* a request is answered while a kernel runs */
        bool kept;          /* the next request is here: it cannot be answered before */
        bool gone;          /* the program is */
        bool silent;        /* it has said nothing since work began without it */
        unsigned waits;     /* of the program's, since there was no work left */
        const char *kernel; /* that runs */
        unsigned naps;      /* and has waited for the host so often */
        struct simt_company company;
    } live;

    double host_time;
    uint64_t small_bytes; /* of device memory in pieces that share pages: device_clock.c */
    double engines[ENGINE_COUNT];
    uint64_t instructions; /* of the last launch, by the clock's observer */
    struct simt_observer clock;

    char *printed;
    size_t printed_bytes;
    bool printed_dropped;

    struct wire_packet in;
    struct wire_packet out;
    int reply_descriptor; /* sent with the reply and then closed, or -1 */
};

/* Handlers, on_copy() and so on, answer one request: they read its body, and its tail in
 * session->in, write the reply's body, and its tail in session->out, and return the status. */
#define DECLARE_HANDLER(NAME, name, REQUEST, REPLY, ...)                                           \
    cudaError_t on_##name(struct session *session, const struct wire_##REQUEST *question,          \
                          struct wire_##REPLY *answer);
WIRE_OPERATIONS(DECLARE_HANDLER)
#undef DECLARE_HANDLER

/* device_modules.c */
/* Blocks of so many threads that the device holds at once; 0: not one fits. */
uint64_t blocks_at_once(struct session *session, const struct kernel *kernel, uint32_t threads,
                        uint32_t shared_bytes);
/* allocations.c */
void memory_release(struct session *session);
/* A memory file of fixed size, which the program cannot take pages away from, and where it is
 * mapped; -1: none. */
int memory_sealed_file(uint64_t bytes, void **mapping);
/* Whether a program may have whole pages of its own there. */
bool memory_is_program_range(uint64_t page, uint64_t bytes);
/* substitution.c: around work that reads memory which the program shares. */
void memory_substitute(struct session *session);
void memory_restore(struct session *session);
/* copies.c */
enum device_transfer copy_transfer(struct session *session, const struct wire_copy_q *copy);
cudaError_t copy_now(struct session *session, const struct wire_copy_q *copy);
cudaError_t fill_now(struct session *session, const struct wire_fill_q *fill);
/* managed_pages.c */
void managed_close(struct session *session);
/* streams.c */
/* The index of the stream that a handle names, or -1. */
int stream_index(const struct session *session, uint32_t handle);
/* stream_race_host.c */
/* The host dies of a pointer into device memory; `object` is the file of its code. */
void unordered_note_touch(struct session *session, const struct wire_touch_q *touch,
                          const char *object, enum message what);
/* failed_calls.c */
/* The texts of the tail behind a body of so many bytes; what is missing is empty. */
void wrong_texts(struct session *session, size_t body, char tail[WIRE_WRONG_BYTES + 1],
                 const char *texts[WIRE_WRONG_TEXTS]);
/* A launch comes behind the calls that failed. */
void wrong_followed(struct session *session);
/* The program is done: its failed calls become notes, or findings. */
void wrong_settle(struct session *session);
/* polling_host.c: options->live. Milliseconds to wait for the next request, at most `left` (-1:
 * no end). */
int live_patience(const struct session *session, int left);
/* Nothing came for so long. False: serving ends. */
bool live_silence(struct session *session);
/* The host has waited, and work is left that it has not waited for. */
void live_waited(struct session *session);
/* Before the first module: the machine shall know of the host. */
void live_open(struct session *session);

/* setup.c */
bool serving_open(struct session *session, struct error *error);
void serving_close(struct session *session);
cudaError_t serving_reset(struct session *session);

/* device_queue.c: enqueue takes over the work's parameters; drain carries out everything queued and
 * returns the first error, once. */
cudaError_t queue_add(struct session *session, const struct work *work);
cudaError_t queue_drain(struct session *session);
/* The same with no more than what a stream's, or an event's (index, or -1), end needs: work of
 * other streams that nothing orders before it stays where it is. */
cudaError_t queue_drain_for(struct session *session, int stream, int event);
void queue_discard(struct session *session);

/* device_clock.c: the modelled time that a piece of work takes. */
void clock_watch(struct session *session);
void clock_launch(struct session *session, const struct work *work, uint64_t sectors);
/* `whole`: bytes of the call that this is a piece of; 0: it is all. */
void modelled_copy(struct session *session, uint32_t stream, double issued,
                   enum device_transfer transfer, uint64_t bytes, uint64_t whole);
void clock_record(struct session *session, const struct work *work);
void clock_wait_event(struct session *session, const struct work *work);
/* The host is busy with a call; `launches`: which puts a kernel in a queue. */
void clock_call(struct session *session, bool launches);
void modelled_fill(struct session *session, const struct work *work);
/* cudaMalloc gave so many bytes; cudaFree took them back. */
void modelled_allocation(struct session *session, uint64_t bytes);
void modelled_free(struct session *session, uint64_t bytes);
void modelled_join(struct session *session, const struct stream *stream);
void clock_join_all(struct session *session);
uint64_t clock_sectors(const struct session *session);

/* status.c */
cudaError_t status_of(enum simt_status status);
bool status_is_sticky(cudaError_t status);
/* Whether what is running (a launch, a copy of very many rows) has to be given up: cheap, as only
 * every 64th question looks at the clock. `context` is the session. */
bool serving_must_stop(void *context);
/* serve.c: answers the packet in session->in; the reply is in session->out. NULL, or what was wrong
 * with the message: then there is no reply, and the program is given up. */
const char *serving_answer(struct session *session);
enum simt_dialect serving_dialect(const struct session *session);
void serving_note(struct session *session, enum finding_kind kind, const char *kernel,
                  enum message message, enum message advice);
