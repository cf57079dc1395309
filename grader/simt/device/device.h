/*
 * device.h - the device process: serves one program's front door over a socket.
 *
 *     int ends[2];
 *     device_socketpair(ends);
 *     … start the program with ends[1] inherited as descriptor WIRE_DESCRIPTOR; close ends[1] …
 *     device_serve(ends[0], &options, &report, &error);
 *
 * The program may run in any jail: it needs nothing but the inherited socket. Everything that
 * arrives is hostile; whatever the program does, device_serve returns, and what the observers have
 * counted and found is the machine's own.
 *
 * Work is queued as on hardware: launches, asynchronous copies and fills wait in their streams and
 * run, in the order of issue, when the program waits for something. So a missing synchronisation
 * shows on every run.
 */
#pragma once

#include "../../error.h"
#include "../observe.h"
#include "../observers/counters/count.h"
#include "../observers/detectors/detect.h"
#include "../model/model.h"
#include "../observers/reports/finding.h"
#include "substitution.h"

struct device_options {
    uint64_t global_bytes;       /* device and shared host memory together; 0: 4 GiB */
    uint64_t budget;             /* warp instructions a warp; 0: the machine's default */
    uint64_t patience;           /* where it gets on; 0: the budget */
    uint64_t warps;              /* a launch of more is not begun, and is a finding; 0: any */
    enum simt_schedule schedule; /* SIMT_FORWARD unless asked otherwise */
    int stop;                    /* when it becomes readable, serving ends; -1: never */
    int64_t milliseconds;        /* serving ends after this long; 0: never */
    unsigned threads; /* processor cores that observers may share with the machine; 0: as 1 */
    bool lasting;     /* programs may come one after the other: serve until none is left */
    bool prompt; /* work begins when it is asked for, not when the program waits; both are legal */
    /* Work also begins where the program is silent for a while, or waits again and again for other
     * work, and a kernel that polls the host's memory lets the host go on. For programs at large:
     * when work begins may depend on time. */
    bool live;
    void (*tell)(const char *text); /* prints at once what `live` has to say, or NULL */

    /* NULL: off. All must outlive the call; the device itself is gone when it returns. */
    struct detector *detector;
    struct counters *counters;
    bool deals; /* their shares are those of blocks in turn (counters/shares.h) */
    const struct simt_observer *recorder; /* sees all, behind the others */
    bool meets; /* a launch with a race runs once more for the recorder, so that the two meet */
    struct model *model; /* the times of launches and copies; NULL: simple ones (README.md) */

    /* Data that the device shall hold other than the host; NULL: as they are sent. */
    struct substitution *substitution;

    /* The only PTX texts that may be loaded, as built by the grader; count 0: any. */
    const struct device_text {
        const char *text;
        size_t bytes;
    } * trusted;
    size_t trusted_count;
};

enum device_end {
    DEVICE_GOODBYE,  /* the program ended in good order */
    DEVICE_CLOSED,   /* the socket closed: crash, _exit or kill */
    DEVICE_STOPPED,  /* options.stop or the time limit */
    DEVICE_PROTOCOL, /* a malformed message; report.protocol says what */
};

/* A call of the program's that failed. `at` and `went_on` are numbers of requests, from 1: when it
 * was told, and when the program went on to other work (0: never). */
enum { DEVICE_FAILED = 64 };
struct device_failure {
    struct simt_finding finding;
    int error;
    bool is_misuse;         /* of a handle; that is a finding by itself */
    bool is_launch;         /* kernel<<<...>>>(...), which returns nothing */
    bool is_empty;          /* of no blocks: there was nothing to do */
    bool keeps_from_launch; /* without it, no kernel can be launched */
    bool is_wrong_copy;     /* too long, or in a direction that the pointers do not have */
    bool is_wrong_side;     /* that direction, or a pointer to nothing */
    bool sets_argument;     /* of a kernel */
    bool is_allocation;
    bool looked_at; /* the program asked for its error */
    bool compared;  /* and so it did where the call returned */
    bool followed;  /* another call or launch came behind it */
    bool late;      /* that was before anybody asked: who asked, may blame another call */
    uint64_t at, went_on;
};

/* Which call of the program's asked for a launch, by the launch's number: OpenCL's first ones. */
enum { DEVICE_LAUNCHES = 64 };
struct device_launch {
    uint64_t number;
    uint64_t code; /* in `object` */
    char object[128];
};

/* How a copy to the host may have come to be too short. */
enum device_short_kind {
    DEVICE_SHORT_ELEMENTS, /* an n-th part, where n may be an element's size: counted in elements */
    DEVICE_SHORT_HALF,     /* as of floats in place of doubles */
    DEVICE_SHORT_POINTER,  /* as many bytes as a pointer has */
    DEVICE_SHORT_BY_ONE,   /* all but the last 4 or 8 bytes */
};

/* The only copy of an array to the host, where it took a part like these. */
struct device_short_copy {
    enum device_short_kind kind;
    uint64_t array; /* its address; 0: there was none */
    uint64_t bytes, of;
    uint64_t code; /* of the call, in the program; 0: unknown */
    bool went_on;  /* another copy brought more of the array */
};

/* The program's last call that asked for work, where it asked for so much that it may never end. */
struct device_asked {
    uint64_t work; /* how often it asked, all in all */
    char call[48]; /* empty: it did not tell */
    uint64_t code; /* in `object`; 0: unknown */
    char object[128];
};

struct device_report {
    enum device_end end;
    bool used;                 /* the program spoke to the device at all */
    bool refused;              /* a program came while another was there */
    uint64_t launches;         /* carried out */
    uint64_t instructions;     /* of warps, in all of them */
    enum simt_dialect dialect; /* of the last one */
    bool takes_turns;          /* an atomic, after which something depends on who came when */
    bool reads_clock;          /* a kernel does */
    uint64_t uploaded_bytes, downloaded_bytes; /* between host and device: copies, kernels'
                                                  parameters, patterns of fills, printed text */
    uint64_t copied_bytes;  /* from memory of the device to memory of the device */
    uint64_t programs;      /* files of kernels that were loaded */
    uint64_t printed_bytes; /* of the latter: what kernels printed and the program fetched */
    double milliseconds;    /* of device time, modelled (README.md): shown, never graded */
    double between_events;  /* milliseconds: of its launches, as events right before and behind each
                               would tell; */
    double all_between_events; /* and of its launches, copies and fills; */
    double far_between_events; /* the same, had the host's caches held nothing of what is copied */
    double largest_copy;       /* of pageable memory, in what the host's caches are said to hold */
    struct device_short_copy short_copy; /* the first one */
    struct device_asked asked;
    const char *protocol; /* what was wrong with the message, or NULL */
    int status;           /* the error that the device ended in, a cudaError_t number; 0: none */
    struct finding_list notes; /* what concerns the program's calls, not a kernel's accesses */
    uint64_t requests;         /* so far; may be read while the device serves, between calls */
    /* The first ones, which are among the notes, too. */
    struct device_failure failed[DEVICE_FAILED];
    uint32_t failed_count;
    struct device_launch launched[DEVICE_LAUNCHES];
    uint32_t launched_count;
};

/* A connected pair of sockets of the right kind, close-on-exec. */
bool device_socketpair(int ends[2], struct error *error);

/* Serves until the program ends. false only if the device itself could not be set up (memory).
 * *report is filled in every case; device_report_clear releases it. The socket stays open. */
bool device_serve(int socket, const struct device_options *options, struct device_report *report,
                  struct error *error);
void device_report_clear(struct device_report *report);
