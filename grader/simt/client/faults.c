/*
 * A crash on a device pointer: host code that reads or writes device memory dies of it, here as on
 * hardware, but the device is told first, so that the report can say why. And a fault of pages that
 * are guarded for a while (guard.h), after which the program goes on.
 */
#include "client.h"
#include "guard.h"

#include <signal.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

static struct {
    int socket;
    uint64_t base;
    uint64_t end;
} watch;
static struct wire_packet last_words;

/* Returning runs the faulting instruction again, with the default action: the program dies there.
 */
static void on_fault(int signal_number, siginfo_t *info, void *context) {
    const greg_t *registers = ((const ucontext_t *)context)->uc_mcontext.gregs;
    const bool writes = registers[REG_ERR] & 2;
    uint64_t address = (uint64_t)(uintptr_t)info->si_addr;
    if (signal_number == SIGSEGV && guard_fault(address, writes, (uintptr_t)registers[REG_RIP],
                                                client_pointer((uint64_t)registers[REG_RSP]))) {
        return;
    }
    signal(signal_number, SIG_DFL);
    if (address < watch.base || address >= watch.end) {
        return;
    }
    wire_begin(&last_words, WIRE_TOUCH, 0, false);
    struct wire_touch_q *touch = wire_body(&last_words);
    touch->address = address;
    wire_send(watch.socket, &last_words, -1, -1, 0);
    static const char text[] = "lockstep: host code used a device pointer and crashed\n";
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0) {
        return;
    }
}

bool client_handles_faults(void) {
    struct sigaction current;
    return sigaction(SIGSEGV, NULL, &current) == 0 && (current.sa_flags & SA_SIGINFO) &&
           current.sa_sigaction == on_fault;
}

void client_watch_faults(int socket, uint64_t device_base, uint64_t device_end) {
    struct sigaction current;
    watch.socket = socket;
    watch.base = device_base;
    watch.end = device_end;
    /* A program that handles its own crashes keeps its handler. */
    if (sigaction(SIGSEGV, NULL, &current) || current.sa_handler != SIG_DFL) {
        return;
    }
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
    sigaction(SIGSEGV, &action, NULL);
}
