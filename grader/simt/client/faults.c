/*
 * A crash on a device pointer: host code that reads or writes device memory dies of it, here as on
 * hardware, but the device is told first, so that the report can say why. And a fault of pages that
 * are guarded for a while (guard.h), after which the program goes on.
 */
#include "client.h"
#include "../../fault_registers.h"
#include "guard.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

static struct {
    int socket;
    uint64_t base;
    uint64_t end;
} watch;
static struct wire_packet last_words;
static struct sigaction
    before; /* what the process had for faults: it still gets those of its own */

/* A fault that is no guard's: as if this handler were not here. */
static void pass_on(int signal_number, siginfo_t *info, void *context) {
    if (before.sa_flags & SA_SIGINFO) {
        before.sa_sigaction(signal_number, info, context);
    } else {
        before.sa_handler(signal_number);
    }
}

/* The device's note comes before the program's end. */
static void tell_device(uint64_t address, const struct fault_registers *at) {
    enum { STACK_WORDS = 48 };
    char tail[WIRE_WRONG_BYTES];
    size_t bytes = 0;
    uint64_t code = 0;
    client_find_access(at->code, client_pointer(at->stack), STACK_WORDS, &code, tail, &bytes);
    wire_begin(&last_words, WIRE_TOUCH, 0, false);
    struct wire_touch_q *touch = wire_body(&last_words);
    *touch = (struct wire_touch_q){.address = address, .code = code, .writes = at->writes};
    wire_append(&last_words, tail, bytes);
    wire_send(watch.socket, &last_words, -1, -1, 0);
}

/* Returning runs the faulting instruction again, with the default action: the program dies there.
 */
static void on_fault(int signal_number, siginfo_t *info, void *context) {
    const struct fault_registers at = fault_registers(context);
    uint64_t address = (uint64_t)(uintptr_t)info->si_addr;
    if (signal_number == SIGSEGV &&
        guard_fault(address, at.writes, at.code, client_pointer(at.stack))) {
        return;
    }
    const bool device = address >= watch.base && address < watch.end;
    if (device) {
        tell_device(address, &at);
    }
    if (before.sa_handler != SIG_DFL) {
        pass_on(signal_number, info, context);
        return;
    }
    signal(signal_number, SIG_DFL);
    static const char text[] = "lockstep: host code used a device pointer and crashed\n";
    if (device && write(STDERR_FILENO, text, sizeof text - 1) < 0) {
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
    /* A handler that is there already (a grader's worker has one) comes after this one, with its
     * mask and on its stack. What ignores faults, or handles one only, is left alone. */
    if (client_handles_faults() || sigaction(SIGSEGV, NULL, &current) ||
        current.sa_handler == SIG_IGN || current.sa_flags & (int)SA_RESETHAND) {
        return;
    }
    before = current;
    struct sigaction action = {.sa_sigaction = on_fault,
                               .sa_mask = before.sa_mask,
                               .sa_flags = before.sa_flags | SA_SIGINFO};
    sigaction(SIGSEGV, &action, NULL);
}
