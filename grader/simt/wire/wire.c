#include "wire.h"
#include "../../clock.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const struct wire_row rows[WIRE_OPERATION_COUNT] = {
#define WIRE_TABLE_ROW(NAME, name, REQUEST, REPLY, TAIL, REPLY_TAIL, NATURE)                       \
    [WIRE_##NAME] = {                                                                              \
        #NAME, sizeof(struct wire_##REQUEST), sizeof(struct wire_##REPLY), TAIL, REPLY_TAIL,       \
        NATURE},
    WIRE_OPERATIONS(WIRE_TABLE_ROW)
#undef WIRE_TABLE_ROW
};

/* A tail is read in place behind the fixed struct, so every struct keeps it 8-byte aligned. */
#define WIRE_SIZE_ROW(NAME, name, REQUEST, REPLY, TAIL, REPLY_TAIL, NATURE)                        \
    _Static_assert(sizeof(struct wire_##REQUEST) % 8 == 0, #NAME);                                 \
    _Static_assert(sizeof(struct wire_##REPLY) % 8 == 0, #NAME);                                   \
    _Static_assert(sizeof(struct wire_head) + sizeof(struct wire_##REQUEST) + (TAIL) <=            \
                       WIRE_PACKET_MAX,                                                            \
                   #NAME);                                                                         \
    _Static_assert(sizeof(struct wire_head) + sizeof(struct wire_##REPLY) + (REPLY_TAIL) <=        \
                       WIRE_PACKET_MAX,                                                            \
                   #NAME);
WIRE_OPERATIONS(WIRE_SIZE_ROW)
#undef WIRE_SIZE_ROW

const struct wire_row *wire_row(uint32_t operation) {
    return operation < WIRE_OPERATION_COUNT ? &rows[operation] : NULL;
}

static const char *check(struct wire_packet *packet, bool reply) {
    const struct wire_head *head = wire_head(packet);
    if (packet->length < sizeof *head) {
        return "too short for a head";
    }
    if (head->magic != WIRE_MAGIC) {
        return "not a message of this protocol";
    }
    const struct wire_row *row = wire_row(head->operation);
    if (row == NULL) {
        return "unknown operation";
    }
    if (head->alone > 1 || head->padding) {
        return "reserved fields are set";
    }
    uint32_t body = reply ? row->reply_bytes : row->request_bytes;
    uint32_t tail_max = reply ? row->reply_tail_max : row->request_tail_max;
    if (head->tail_bytes > tail_max) {
        return "tail too long";
    }
    if (packet->length != sizeof *head + body + head->tail_bytes) {
        return "wrong length";
    }
    return NULL;
}

const char *wire_check_request(struct wire_packet *packet) {
    const char *wrong = check(packet, false);
    if (wrong != NULL) {
        return wrong;
    }
    return wire_head(packet)->status || wire_head(packet)->printed ? "not a request" : NULL;
}

const char *wire_check_reply(struct wire_packet *packet, uint32_t operation, uint32_t sequence) {
    const char *wrong = check(packet, true);
    if (wrong != NULL) {
        return wrong;
    }
    if (wire_head(packet)->operation != operation || wire_head(packet)->sequence != sequence) {
        return "reply to another request";
    }
    return NULL;
}

void wire_begin(struct wire_packet *packet, uint32_t operation, uint32_t sequence, bool reply) {
    uint32_t body = reply ? rows[operation].reply_bytes : rows[operation].request_bytes;
    packet->length = sizeof(struct wire_head) + body;
    packet->descriptor = -1;
    memset(packet->bytes, 0, packet->length);
    struct wire_head *head = wire_head(packet);
    head->magic = WIRE_MAGIC;
    head->operation = (uint16_t)operation;
    head->sequence = sequence;
}

bool wire_append(struct wire_packet *packet, const void *bytes, size_t count) {
    if (count > sizeof packet->bytes - packet->length) {
        return false;
    }
    if (count) {
        memcpy(packet->bytes + packet->length, bytes, count);
    }
    packet->length += count;
    wire_head(packet)->tail_bytes += (uint32_t)count;
    return true;
}

/* Waits until the socket is ready for `events`, the stop descriptor speaks, or time is up. */
static enum wire_result wait_ready(int socket, short events, int stop, int64_t until) {
    for (;;) {
        struct pollfd wait[2] = {{.fd = socket, .events = events}, {.fd = stop, .events = POLLIN}};
        int64_t left = until < 0 ? -1 : until - clock_milliseconds();
        if (until >= 0 && left <= 0) {
            return WIRE_TIMEOUT;
        }
        int ready = poll(wait, stop >= 0 ? 2 : 1, (int)left);
        if (ready < 0 && errno != EINTR) {
            return WIRE_BROKEN;
        }
        if (ready > 0) {
            return stop >= 0 && wait[1].revents ? WIRE_TIMEOUT : WIRE_OK;
        }
    }
}

static bool try_again(int error) {
    return error == EAGAIN || error == EWOULDBLOCK || error == EINTR;
}

enum wire_result wire_send(int socket, const struct wire_packet *packet, int descriptor, int stop,
                           int milliseconds) {
    union {
        struct cmsghdr align;
        char space[CMSG_SPACE(sizeof(int))];
    } control = {0};
    struct iovec vector = {(void *)packet->bytes, packet->length};
    struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1};
    if (descriptor >= 0) {
        message.msg_control = control.space;
        message.msg_controllen = sizeof control.space;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
    }
    int64_t until = milliseconds < 0 ? -1 : clock_milliseconds() + milliseconds;
    for (;;) {
        ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent >= 0) {
            return (size_t)sent == packet->length ? WIRE_OK : WIRE_BROKEN;
        }
        if (errno == EPIPE || errno == ECONNRESET) {
            return WIRE_CLOSED;
        }
        if (!try_again(errno)) {
            return WIRE_BROKEN;
        }
        enum wire_result ready = wait_ready(socket, POLLOUT, stop, until);
        if (ready != WIRE_OK) {
            return ready;
        }
    }
}

/* Keeps the first descriptor that came along and closes all others. */
static void take_descriptors(struct msghdr *message, struct wire_packet *packet) {
    for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header != NULL;
         header = CMSG_NXTHDR(message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) {
            continue;
        }
        size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < count; i++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(header) + i * sizeof(int), sizeof(int));
            if (packet->descriptor < 0) {
                packet->descriptor = descriptor;
            } else {
                close(descriptor);
            }
        }
    }
}

enum wire_result wire_receive(int socket, struct wire_packet *packet, int stop, int milliseconds) {
    union {
        struct cmsghdr align;
        char space[CMSG_SPACE(4 * sizeof(int))];
    } control;
    int64_t until = milliseconds < 0 ? -1 : clock_milliseconds() + milliseconds;
    packet->descriptor = -1;
    for (;;) {
        struct iovec vector = {packet->bytes, sizeof packet->bytes};
        struct msghdr message = {.msg_iov = &vector,
                                 .msg_iovlen = 1,
                                 .msg_control = control.space,
                                 .msg_controllen = sizeof control.space};
        ssize_t got = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
        if (got > 0) {
            packet->length = (size_t)got;
            take_descriptors(&message, packet);
            return message.msg_flags & MSG_TRUNC ? WIRE_BROKEN : WIRE_OK;
        }
        if (got == 0 || errno == ECONNRESET) {
            return WIRE_CLOSED;
        }
        if (!try_again(errno)) {
            return WIRE_BROKEN;
        }
        enum wire_result ready = wait_ready(socket, POLLIN, stop, until);
        if (ready != WIRE_OK) {
            return ready;
        }
    }
}
