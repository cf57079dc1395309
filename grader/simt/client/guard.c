/*
 * Pages that the host may not touch yet, and the faults of a host that does: the program goes on
 * after them. Host code that uses a device pointer dies of it, here as on hardware; before that,
 * the device hears of it, so that the report can say why.
 */
#include "guard.h"
#include "../../fault_registers.h"
#include "connection.h"

#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, GUARDS = 256, TOUCHES = 64, MOST_FAULTS = 16, STACK_WORDS = 48 };

static struct guard {
    uint32_t number; /* 0: none here */
    unsigned char *base;
    size_t bytes;
    bool reads;
    bool unmapped;   /* until the host maps it */
    uint64_t device; /* of what the host has out of date: the device's copy; else 0 */
    unsigned faults;
    const char *call; /* that the program gave the memory to, and the address that it returns to */
    const void *caller;
} guards[GUARDS];
static int held; /* guards with a number */

static struct guarded_touch {
    uint32_t number;
    const char *call;
    const void *caller;
    bool writes, unmapped;
    uint64_t device; /* of the word at `address`, and what the host found there */
    uint32_t word;
    uintptr_t address, instruction;
    uintptr_t stack[STACK_WORDS];
} touches[TOUCHES];
static atomic_int touch_count;

static bool overlap(const struct guard *guard, const unsigned char *base, size_t bytes) {
    return guard->number != 0 && guard->base < base + bytes && base < guard->base + guard->bytes;
}

/* What only reads must not weaken what forbids all. */
static void protect_again(const unsigned char *base, size_t bytes) {
    for (int reads = 1; reads >= 0; reads--) {
        for (int i = 0; i < GUARDS && held > 0; i++) {
            if (overlap(&guards[i], base, bytes) && guards[i].reads == (reads == 1)) {
                mprotect(guards[i].base, guards[i].bytes, guards[i].reads ? PROT_READ : PROT_NONE);
            }
        }
    }
}

static void set_guard(struct guard guard) {
    client_lock();
    for (int i = 0; i < GUARDS && guard.number != 0 && guard.bytes > 0; i++) {
        if (guards[i].number == 0) {
            guards[i] = guard;
            client_asked_from(&guards[i].call, &guards[i].caller);
            held++;
            protect_again(guard.base, guard.bytes);
            break;
        }
    }
    client_unlock();
}

void guard_pages(uint32_t number, unsigned char *base, size_t bytes, bool reads) {
    set_guard((struct guard){.number = number, .base = base, .bytes = bytes, .reads = reads});
}

void guard_unmapped(uint32_t number, unsigned char *base, size_t bytes) {
    set_guard((struct guard){.number = number,
                             .base = base,
                             .bytes = (bytes + PAGE - 1) / PAGE * PAGE,
                             .unmapped = true});
}

static void release(struct guard *guard) {
    guard->number = 0;
    held--;
    mprotect(guard->base, guard->bytes, PROT_READ | PROT_WRITE);
    protect_again(guard->base, guard->bytes);
}

void guard_end(uint32_t number) {
    for (int i = 0; i < GUARDS && number != 0 && held > 0; i++) {
        if (guards[i].number == number) {
            release(&guards[i]);
        }
    }
}

/* Bytes of a piece in front of the first page that begins in it, and of the pages whole in it. */
static size_t before_pages(const unsigned char *first) {
    return (PAGE - (uintptr_t)first % PAGE) % PAGE;
}
static size_t whole_pages(const unsigned char *first, size_t bytes) {
    const size_t before = before_pages(first);
    return bytes > before ? (bytes - before) / PAGE * PAGE : 0;
}

void guard_inside(uint32_t number, unsigned char *first, size_t bytes) {
    guard_pages(number, first + before_pages(first), whole_pages(first, bytes), false);
}

void guard_stale(uint32_t number, unsigned char *first, size_t bytes, uint64_t device) {
    const size_t before = before_pages(first);
    set_guard((struct guard){.number = number,
                             .base = first + before,
                             .bytes = whole_pages(first, bytes),
                             .device = device + before});
}

void guard_drop(const unsigned char *base, size_t bytes) {
    for (int i = 0; i < GUARDS && held > 0; i++) {
        if (overlap(&guards[i], base, bytes)) {
            release(&guards[i]);
        }
    }
}

/* ---- the fault ------------------------------------------------------------------------------- */

static struct guarded_touch *note(const struct guard *guard, uintptr_t address, bool writes,
                                  uintptr_t instruction, const uintptr_t *stack) {
    const uintptr_t word =
        (address - (uintptr_t)guard->base) / sizeof touches->word * sizeof touches->word;
    int at = atomic_fetch_add(&touch_count, 1);
    if (at >= TOUCHES) {
        atomic_store(&touch_count, TOUCHES);
        return NULL;
    }
    touches[at] = (struct guarded_touch){.number = guard->number,
                                         .call = guard->call,
                                         .caller = guard->caller,
                                         .writes = writes,
                                         .unmapped = guard->unmapped,
                                         .device = guard->device == 0 ? 0 : guard->device + word,
                                         .address = address,
                                         .instruction = instruction};
    memcpy(touches[at].stack, stack, sizeof touches[at].stack);
    return &touches[at];
}

static bool guard_fault(uintptr_t address, bool writes, uintptr_t instruction,
                        const uintptr_t *stack) {
    unsigned char *page = client_pointer(address / PAGE * PAGE);
    bool ours = address >= WIRE_SHARED_BASE && address < WIRE_SHARED_END;
    struct guarded_touch *stale = NULL;
    for (int i = 0; i < GUARDS; i++) {
        struct guard *guard = &guards[i];
        if (!overlap(guard, page, 1)) {
            continue;
        }
        ours = true;
        if (guard->faults < MOST_FAULTS && (writes || !guard->reads)) {
            guard->faults++;
            struct guarded_touch *touch = note(guard, address, writes, instruction, stack);
            stale = guard->device != 0 ? touch : stale;
        }
        if (guard->faults == MOST_FAULTS) { /* enough was seen */
            mprotect(guard->base, guard->bytes, PROT_READ | PROT_WRITE);
        }
    }
    const bool open = ours && mprotect(page, PAGE, PROT_READ | PROT_WRITE) == 0;
    if (open && stale != NULL) {
        memcpy(&stale->word, page + address % PAGE / sizeof stale->word * sizeof stale->word,
               sizeof stale->word);
    }
    return open;
}

void guard_passed(const void *bytes, size_t count, bool writes, uintptr_t caller) {
    static const uintptr_t no_stack[STACK_WORDS];
    const uintptr_t from = (uintptr_t)bytes,
                    end = count < SIZE_MAX - from ? from + count : SIZE_MAX;
    for (int i = 0; i < GUARDS && held > 0; i++) {
        const uintptr_t base = (uintptr_t)guards[i].base, past = base + guards[i].bytes;
        uintptr_t at = from > base ? from : base;
        for (; guards[i].number != 0 && at < end && at < past; at = at / PAGE * PAGE + PAGE) {
            guard_fault(at, writes, caller - 1, no_stack);
        }
    }
}

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

/* Returning runs the faulting instruction again, by the default action: the program dies there. */
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

static bool handles_faults(void) {
    struct sigaction current;
    return sigaction(SIGSEGV, NULL, &current) == 0 && (current.sa_flags & SA_SIGINFO) &&
           current.sa_sigaction == on_fault;
}

void guard_watch_faults(void) {
    struct sigaction current;
    connection_device(&watch.socket, &watch.base, &watch.end);
    /* A handler that is there already (a grader's worker has one) comes after this one, with its
     * mask and on its stack. What ignores faults, or handles one only, is left alone. */
    if (handles_faults() || sigaction(SIGSEGV, NULL, &current) || current.sa_handler == SIG_IGN ||
        current.sa_flags & (int)SA_RESETHAND) {
        return;
    }
    before = current;
    struct sigaction action = {.sa_sigaction = on_fault,
                               .sa_mask = before.sa_mask,
                               .sa_flags = before.sa_flags | SA_SIGINFO};
    sigaction(SIGSEGV, &action, NULL);
}

uint32_t guard_number(void) {
    static uint32_t last;
    if (held == GUARDS || !handles_faults()) {
        return 0;
    }
    return ++last;
}

/* ---- the device ------------------------------------------------------------------------------ */

static void tell(const struct guarded_touch *touch) {
    if (touch->device != 0 && touch->writes) {
        return; /* it may be done with the buffer */
    }
    char tail[WIRE_WRONG_BYTES];
    size_t bytes = 0;
    struct wire_touched_q question = {.address = touch->address,
                                      .guard = touch->number,
                                      .writes = touch->writes,
                                      .device = touch->device,
                                      .word = touch->word};
    question.exact = client_find_access(touch->instruction, touch->stack, STACK_WORDS,
                                        &question.code, tail, &bytes);
    const char *asked;
    const void *caller;
    client_asked_from(&asked, &caller);
    if (client_door == WIRE_OPENCL) {
        question.changed = touch->device != 0 ? WIRE_STALE
                           : touch->unmapped  ? WIRE_UNMAPPED
                                              : WIRE_USED;
        client_from(touch->call, touch->caller);
        client_name_work();
    }
    struct call call = {
        .operation = WIRE_TOUCHED, .body = &question, .tail = tail, .tail_bytes = bytes};
    client_tell_from(call.operation);
    connection_exchange(&call);
    client_from(asked, caller);
}

void guard_tell(void) {
    static bool telling;
    if (atomic_load(&touch_count) == 0 || telling) {
        return;
    }
    telling = true;
    int count = atomic_load(&touch_count);
    for (int i = 0; i < count && i < TOUCHES; i++) {
        tell(&touches[i]);
    }
    atomic_store(&touch_count, 0);
    telling = false;
}

void guard_refresh(enum wire_operation operation) {
    uint32_t left[WIRE_TAIL_MAX / sizeof(uint32_t)] = {0};
    bool waits = operation == WIRE_WAIT || operation == WIRE_COPY || operation == WIRE_FREE ||
                 operation == WIRE_EVENT_ELAPSED || operation == WIRE_RESET;
    if (held == 0 || !waits || client_door == WIRE_OPENCL) {
        return;
    }
    struct call call = {
        .operation = WIRE_GUARDS, .reply_tail = left, .reply_tail_room = sizeof left};
    if (connection_exchange(&call) != cudaSuccess) {
        call.reply_tail_bytes = 0; /* nothing runs any more */
    }
    for (int i = 0; i < GUARDS; i++) {
        bool ended = guards[i].number != 0;
        for (size_t n = 0; n < call.reply_tail_bytes / sizeof(uint32_t) && ended; n++) {
            ended = left[n] != guards[i].number;
        }
        if (ended) {
            release(&guards[i]);
        }
    }
}
