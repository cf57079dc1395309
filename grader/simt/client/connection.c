/* The way to the device: one socket, one window, one request at a time. */
#include "connection.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/single_threaded.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum state { UNTRIED, CONNECTED, ABSENT, GONE };

static struct {
    pthread_mutex_t lock;
    enum state state;
    pid_t owner; /* a forked child must not speak on its parent's socket */
    int socket;
    uint32_t sequence;
    unsigned char *window;
    struct wire_hello_r hello;
    struct wire_packet packet;
} client = {.lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, .socket = -1};

void client_lock(void) {
    pthread_mutex_lock(&client.lock);
}
void client_unlock(void) {
    pthread_mutex_unlock(&client.lock);
}
int client_wait(pthread_cond_t *condition, const struct timespec *until) {
    return until != NULL ? pthread_cond_clockwait(condition, &client.lock, CLOCK_MONOTONIC, until)
                         : pthread_cond_wait(condition, &client.lock);
}
unsigned char *client_window(void) {
    return client.window;
}
uint64_t client_window_bytes(void) {
    return client.hello.window_bytes;
}

bool client_is_device_address(const void *pointer) {
    uint64_t address = (uint64_t)(uintptr_t)pointer;
    return address >= client.hello.device_base && address < client.hello.device_end;
}

void client_complain(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fputs("lockstep: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

/* The descriptor that the kit left open for us, or -1. */
static int inherited_socket(void) {
    const char *number = getenv(WIRE_VARIABLE);
    int descriptor = WIRE_DESCRIPTOR;
    if (number != NULL) {
        char *end;
        long value = strtol(number, &end, 10);
        if (end == number || *end || value < 0 || value > 1 << 20) {
            return -1;
        }
        descriptor = (int)value;
    }
    /* fstat, not getsockopt: jails refuse what no program needs. */
    struct stat status;
    if (fstat(descriptor, &status) || !S_ISSOCK(status.st_mode)) {
        return -1;
    }
    return descriptor;
}

bool client_is_present(void) {
    client_lock();
    bool present = client.state == CONNECTED ? client.owner == getpid()
                                             : client.state == UNTRIED && inherited_socket() >= 0;
    client_unlock();
    return present;
}

bool client_is_connected(void) {
    client_lock();
    bool connected = client.state == CONNECTED && client.owner == getpid();
    client_unlock();
    return connected;
}

/* The device is gone for good, or was never there. */
static cudaError_t lost(const char *why) {
    if (client.state != GONE) {
        client_complain("%s", why);
    }
    client.state = GONE;
    return cudaErrorNoDevice;
}

static cudaError_t exchange(struct call *call) {
    struct wire_packet *packet = &client.packet;
    const struct wire_row *row = wire_row(call->operation);
    uint32_t sequence = ++client.sequence;
    wire_begin(packet, call->operation, sequence, false);
    wire_head(packet)->alone = __libc_single_threaded != 0;
    if (call->body != NULL) {
        memcpy(wire_body(packet), call->body, row->request_bytes);
    }
    if (call->tail_bytes > row->request_tail_max ||
        !wire_append(packet, call->tail, call->tail_bytes)) {
        return cudaErrorInvalidValue;
    }
    if (wire_send(client.socket, packet, -1, -1, -1) != WIRE_OK ||
        wire_receive(client.socket, packet, -1, -1) != WIRE_OK) {
        return lost("the simulated GPU has gone away: the run was ended from outside");
    }
    int descriptor = packet->descriptor;
    const char *wrong = wire_check_reply(packet, call->operation, sequence);
    if (wrong != NULL) {
        if (descriptor >= 0) {
            close(descriptor);
        }
        return lost(wrong);
    }
    const struct wire_head *head = wire_head(packet);
    if (call->reply != NULL) {
        memcpy(call->reply, wire_body(packet), row->reply_bytes);
    }
    call->reply_tail_bytes =
        head->tail_bytes < call->reply_tail_room ? head->tail_bytes : call->reply_tail_room;
    if (call->reply_tail_bytes) {
        memcpy(call->reply_tail, wire_tail(packet, row->reply_bytes), call->reply_tail_bytes);
    }
    if (call->descriptor != NULL) {
        *call->descriptor = descriptor;
    } else if (descriptor >= 0) {
        close(descriptor);
    }
    return (cudaError_t)head->status;
}

/* Writes what kernels have printed to the program's own stdout. */
static void fetch_printed(void) {
    while (client.state == CONNECTED && wire_head(&client.packet)->printed > 0) {
        static char text[WIRE_TAIL_MAX];
        struct call call = {
            .operation = WIRE_PRINTED, .reply_tail = text, .reply_tail_room = sizeof text};
        if (exchange(&call) != cudaSuccess || call.reply_tail_bytes == 0) {
            return;
        }
        fwrite(text, 1, call.reply_tail_bytes, stdout);
    }
}

static cudaError_t say_hello(void) {
    struct wire_hello_q question = {.version = WIRE_VERSION, .door = client_door};
    int descriptor = -1;
    struct call call = {.operation = WIRE_HELLO,
                        .body = &question,
                        .reply = &client.hello,
                        .descriptor = &descriptor};
    cudaError_t error = exchange(&call);
    if (error == cudaErrorDevicesUnavailable) {
        return lost("the simulated GPU belongs to another program of this run");
    }
    if (error != cudaSuccess || descriptor < 0) {
        return lost("the simulated GPU has another version: build the program again");
    }
    void *window =
        mmap(NULL, client.hello.window_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    close(descriptor);
    if (window == MAP_FAILED) {
        return lost("no memory for the window to the simulated GPU");
    }
    client.window = window;
    client.state = CONNECTED;
    return cudaSuccess;
}

cudaError_t connection_open(void) {
    switch (client.state) {
    case CONNECTED:
        return client.owner == getpid() ? cudaSuccess : cudaErrorInitializationError;
    case ABSENT:
    case GONE:
        return cudaErrorNoDevice;
    case UNTRIED:
        break;
    }
    client.socket = inherited_socket();
    if (client.socket < 0) {
        client.state = ABSENT;
        client_complain("no simulated GPU here; run the program like this:\n"
                        "          lockstep simt -- ./program");
        return cudaErrorNoDevice;
    }
    fcntl(client.socket, F_SETFD, FD_CLOEXEC);
    client.owner = getpid();
    return say_hello();
}

cudaError_t connection_exchange(struct call *call) {
    const cudaError_t error = exchange(call);
    const int saved = errno;
    fetch_printed();
    errno = saved;
    return error;
}

void connection_end(void) {
    client.state = GONE;
}

void connection_device(int *socket, uint64_t *base, uint64_t *end) {
    *socket = client.socket;
    *base = client.hello.device_base;
    *end = client.hello.device_end;
}
