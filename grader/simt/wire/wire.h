/*
 * wire.h - the messages between a program's front door (client) and the device (server).
 *
 * What travels: packets, over one AF_UNIX SOCK_SEQPACKET socket, which the program inherits at
 * WIRE_DESCRIPTOR. A request is one packet and gets one reply packet. A packet is a struct
 * wire_head, the operation's fixed struct, and a tail of bytes (a name, kernel parameters). Bulk
 * data goes through the window: a memory file made and sealed by the server, so that a client can
 * neither shrink nor grow it. Host memory that kernels reach (mapped, managed) is a memory file a
 * piece, also the server's. All numbers are in host order: both ends are on one machine.
 *
 * What can go wrong: the other side ends (WIRE_CLOSED), says nothing in time (WIRE_TIMEOUT),
 * sends a packet that is too long, or the socket fails (both WIRE_BROKEN). Everything
 * that arrives at the server is hostile until wire_check_request has accepted it.
 *
 * What is promised: in an accepted packet the operation is known, and sizes and lengths agree. The
 * numbers inside are still the sender's: each handler checks its own.
 */
#pragma once

#include "operations.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WIRE_VERSION 5u
#define WIRE_MAGIC   0x4b434f4cu /* "LOCK" */

/* The environment variable that holds the descriptor's number, and the number that is used when
 * it is not set. */
#define WIRE_VARIABLE   "LOCKSTEP_DEVICE_FD"
#define WIRE_DESCRIPTOR 100
/* And the one that holds the path of `lockstep`, for programs that compile kernels as they run. */
#define WIRE_COMPILER_VARIABLE "LOCKSTEP_COMPILER"

enum {
    WIRE_PACKET_MAX = 64 * 1024,
    WIRE_WINDOW_BYTES = 8 * 1024 * 1024,
};

struct wire_head {
    uint32_t magic;
    uint16_t operation;  /* enum wire_operation */
    uint16_t alone;      /* requests: 1 where no other thread of the program's can go on */
    uint32_t sequence;   /* the client counts; the reply repeats it */
    int32_t status;      /* requests 0; replies a cudaError_t number */
    uint64_t printed;    /* replies: bytes of device printf that wait to be fetched */
    uint32_t tail_bytes; /* bytes after the fixed struct */
    uint32_t padding;    /* 0 */
};

struct wire_row {
    const char *name;
    uint32_t request_bytes; /* of the fixed struct */
    uint32_t reply_bytes;
    uint32_t request_tail_max;
    uint32_t reply_tail_max;
    unsigned nature; /* WIRE_ASIDE, WIRE_ALWAYS */
};

/* The row of an operation, or NULL if there is none of that number. */
const struct wire_row *wire_row(uint32_t operation);

/* A packet. The head is 32 bytes and every fixed struct a multiple of 8, so body and tail are
 * aligned and may be read as what they are. */
struct wire_packet {
    _Alignas(16) unsigned char bytes[WIRE_PACKET_MAX];
    size_t length;
    int descriptor; /* came with it, or -1; the receiver closes it */
};

static inline struct wire_head *wire_head(struct wire_packet *packet) {
    return (struct wire_head *)(void *)packet->bytes;
}
static inline void *wire_body(struct wire_packet *packet) {
    return packet->bytes + sizeof(struct wire_head);
}

/* The tail behind a body of `body_bytes`. */
static inline unsigned char *wire_tail(struct wire_packet *packet, size_t body_bytes) {
    return packet->bytes + sizeof(struct wire_head) + body_bytes;
}

/* Whether the packet is a well-formed request: known operation, exact lengths. NULL if it is, else
 * what is wrong, in a few words. */
const char *wire_check_request(struct wire_packet *packet);

/* The same for a reply to request number `sequence` of `operation`. */
const char *wire_check_reply(struct wire_packet *packet, uint32_t operation, uint32_t sequence);

/* Starts a packet: head filled, body zeroed, no tail. */
void wire_begin(struct wire_packet *packet, uint32_t operation, uint32_t sequence, bool reply);

/* Appends to the tail; false if that would exceed what the operation allows. */
bool wire_append(struct wire_packet *packet, const void *bytes, size_t count);

enum wire_result { WIRE_OK, WIRE_CLOSED, WIRE_TIMEOUT, WIRE_BROKEN };

/* Sends or receives one packet. `stop` is a descriptor whose readability ends the wait with
 * WIRE_TIMEOUT (-1: none); `milliseconds` bounds it (-1: no bound). A descriptor to pass along may
 * be -1. Received descriptors are close-on-exec; more than one are closed. */
enum wire_result wire_send(int socket, const struct wire_packet *packet, int descriptor, int stop,
                           int milliseconds);
enum wire_result wire_receive(int socket, struct wire_packet *packet, int stop, int milliseconds);
