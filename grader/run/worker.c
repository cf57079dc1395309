/*
 * The untrusted side of a run: linked with the student's objects and the lab's runner, started in
 * the jail, driven by commands (protocol.h). It maps each buffer between guard pages, so that the
 * first byte outside faults every time, and leaves notes about a fault in shared memory before the
 * fault ends the process. One object serves every flavour.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "../fault_registers.h"
#include "protocol.h"
#include "runner.h"

#include <errno.h>
#include <execinfo.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Wide enough to catch an index that is wrong by more than one: a histogram of 2^16 bins is 256
 * KiB. */
enum { GUARD_BYTES = 1 << 20 };
enum { ALTERNATE_STACK_BYTES = 1 << 16, STACK_SLACK_BYTES = 1 << 16, NULL_PAGE_BYTES = 4096 };

struct mapped_region {
    struct run_region region;
    unsigned char *reserved; /* guard, pages, guard; NULL: not mapped */
    size_t reserved_bytes;
    unsigned char *data;
};

static struct mapped_region inputs[RUNNER_MAX_BUFFERS], outputs[RUNNER_MAX_BUFFERS];
static struct diagnosis *notes;

static int fail(const char *what) {
    fprintf(stderr, "lockstep worker: %s: %s\n", what, strerror(errno));
    return 1;
}

/* ---- buffers between guard pages ---- */

static void unmap(struct mapped_region *mapping) {
    if (mapping->reserved == NULL) {
        return;
    }
    munmap(mapping->reserved, mapping->reserved_bytes);
    mapping->reserved = NULL;
}

/* Populated at once, so that a first touch is not timed as the student's work. */
static bool map_pages(const struct mapped_region *mapping, int descriptor, int protection,
                      size_t page_bytes) {
    off_t offset = (off_t)(mapping->region.offset + mapping->region.bytes - page_bytes);
    return page_bytes == 0 ||
           mmap(mapping->reserved + GUARD_BYTES, page_bytes, protection,
                MAP_SHARED | MAP_FIXED | MAP_POPULATE, descriptor, offset) != MAP_FAILED;
}

/* Maps the region, or keeps the mapping of the last call where it is the same. */
static bool map(struct mapped_region *mapping, int descriptor, int protection,
                const struct run_region *region) {
    if (mapping->reserved != NULL && mapping->region.offset == region->offset &&
        mapping->region.bytes == region->bytes) {
        return true;
    }
    unmap(mapping);
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t page_bytes = (region->bytes + page - 1) / page * page;
    size_t reserved_bytes = page_bytes + 2 * (size_t)GUARD_BYTES;
    void *reserved =
        mmap(NULL, reserved_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (reserved == MAP_FAILED) {
        return false;
    }
    *mapping = (struct mapped_region){
        .region = *region, .reserved = reserved, .reserved_bytes = reserved_bytes};
    mapping->data = mapping->reserved + GUARD_BYTES + page_bytes - region->bytes;
    return map_pages(mapping, descriptor, protection, page_bytes);
}

/* ---- notes on a fault ---- */

/* The executable's load address and end, from the loader: frames are told relative to it. */
static uintptr_t load_address, executable_start, executable_end;
/* The main thread's stack: threads that OpenMP starts have no alternate stack, so theirs cannot be
 * told running out. */
static uintptr_t stack_low, stack_high;
static char alternate_stack[ALTERNATE_STACK_BYTES];

static int find_executable(struct dl_phdr_info *object, size_t size, void *unused) {
    (void)size;
    (void)unused;
    load_address = object->dlpi_addr;
    executable_start = UINTPTR_MAX;
    for (size_t i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        if (segment->p_type == PT_LOAD) {
            uintptr_t start = load_address + segment->p_vaddr;
            executable_start = start < executable_start ? start : executable_start;
            executable_end = start + segment->p_memsz > executable_end ? start + segment->p_memsz
                                                                       : executable_end;
        }
    }
    return 1; /* the executable comes first */
}

static void find_stack(void) {
    pthread_attr_t attributes;
    void *low;
    size_t size;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
            stack_low = (uintptr_t)low;
            stack_high = stack_low + size;
        }
        pthread_attr_destroy(&attributes);
    }
}

/* Notes the fault when the address lies in the mapping or its guards. */
static bool note_place(const struct mapped_region *mapping, uintptr_t address, int buffer,
                       const int place[3]) {
    uintptr_t reserved = (uintptr_t)mapping->reserved, data = (uintptr_t)mapping->data;
    uintptr_t end = data + mapping->region.bytes;
    if (mapping->reserved == NULL || address < reserved ||
        address >= reserved + mapping->reserved_bytes) {
        return false;
    }
    int where = address >= end ? 2 : address >= data ? 1 : 0;
    notes->place = place[where];
    notes->distance = (int64_t)(where == 2   ? address - end
                                : where == 1 ? address - data
                                             : data - address);
    notes->buffer = buffer;
    return true;
}

/* Calls that nest too deep fault just below the stack; one frame that is too large leaves the stack
 * pointer far below and faults anywhere between it and the stack. */
static bool is_stack(uintptr_t address, uintptr_t stack_pointer) {
    bool just_below =
        address + STACK_SLACK_BYTES > stack_pointer && address < stack_pointer + STACK_SLACK_BYTES;
    bool frame_too_large = stack_pointer < stack_low && address >= stack_pointer;
    /* The kernel stops the stack's growth a little above its limit. */
    return address < stack_low + STACK_SLACK_BYTES && (just_below || frame_too_large);
}

static void find_place(uintptr_t address, uintptr_t stack_pointer) {
    static const int input_places[3] = {FAULT_BEFORE_INPUT, FAULT_INPUT, FAULT_AFTER_INPUT};
    static const int output_places[3] = {FAULT_BEFORE_OUTPUT, FAULT_ELSEWHERE, FAULT_AFTER_OUTPUT};
    for (int i = 0; i < RUNNER_MAX_BUFFERS; i++) {
        if (note_place(&inputs[i], address, i, input_places) ||
            note_place(&outputs[i], address, i, output_places)) {
            return;
        }
    }
    if (address < NULL_PAGE_BYTES) {
        notes->place = FAULT_NULL;
    } else if (is_stack(address, stack_pointer)) {
        notes->place = FAULT_STACK;
    }
}

/* Keeps the frames that lie in the executable: only those have lines that a student wrote. */
static void note_frame(uintptr_t address) {
    if (address >= executable_start && address < executable_end &&
        notes->frame_count < DIAGNOSIS_FRAMES) {
        notes->frame[notes->frame_count++] = address - load_address;
    }
}

static void note_frames(uintptr_t fault) {
    void *frame[64];
    int count = backtrace(frame, sizeof frame / sizeof *frame), first = 0;
    while (first < count && (uintptr_t)frame[first] != fault) {
        first++;
    }
    note_frame(fault);
    for (int i = first + 1; i < count; i++) {
        note_frame((uintptr_t)frame[i] - 1); /* a return address: the call is before it */
    }
}

static void on_fault(int signal_number, siginfo_t *info, void *context) {
    static atomic_flag noted = ATOMIC_FLAG_INIT;
    /* Another thread is taking notes and will end the process. */
    while (atomic_flag_test_and_set(&noted)) {
        pause();
    }
    const struct fault_registers at = fault_registers(context);
    notes->signal = signal_number;
    notes->place = FAULT_ELSEWHERE;
    notes->frame_count = 0;
    /* The kernel knows the address of a page fault only. */
    if ((signal_number == SIGSEGV || signal_number == SIGBUS) && info->si_code > 0 &&
        info->si_code != SI_KERNEL) {
        find_place((uintptr_t)info->si_addr, (uintptr_t)at.stack);
        notes->wrote = at.writes;
    }
    note_frames(at.code);
    /* Pending until the handler returns, then deadly: the exit status must be the signal's own. */
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void watch_faults(void) {
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    void *frame[1];
    backtrace(frame, 1); /* loads the unwinder now: in a handler it would allocate */
    dl_iterate_phdr(find_executable, NULL);
    find_stack();
    sigaltstack(&(stack_t){.ss_sp = alternate_stack, .ss_size = sizeof alternate_stack}, NULL);
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        sigaction(signals[i], &action, NULL);
    }
}

/* ---- commands ---- */

/* All of `size` bytes, or false at the end of the pipe. */
static bool read_all(int descriptor, void *bytes, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t got = read(descriptor, (char *)bytes + done, size - done);
        if (got <= 0 && !(got < 0 && errno == EINTR)) {
            return false;
        }
        done += got > 0 ? (size_t)got : 0;
    }
    return true;
}

static bool send_answer(uint64_t nonce, int status) {
    struct call_answer answer = {.nonce = nonce, .status = (uint64_t)status};
    ssize_t written;
    do {
        written = write(FD_ANSWER, &answer, sizeof answer);
    } while (written < 0 && errno == EINTR);
    return written == (ssize_t)sizeof answer;
}

static bool map_all(const struct call_command *command, struct runner_call *call) {
    for (uint32_t i = 0; i < command->input_count && i < RUNNER_MAX_BUFFERS; i++) {
        if (!map(&inputs[i], FD_INPUT, PROT_READ, &command->input[i])) {
            return false;
        }
        call->input[i] = inputs[i].data;
    }
    for (uint32_t i = 0; i < command->output_count && i < RUNNER_MAX_BUFFERS; i++) {
        if (!map(&outputs[i], FD_OUTPUT, PROT_READ | PROT_WRITE, &command->output[i])) {
            return false;
        }
        call->output[i] = outputs[i].data;
    }
    return true;
}

static bool perform(const struct call_command *command) {
    struct runner_call call = {0};
    memcpy(call.exercise, command->exercise, sizeof call.exercise);
    memcpy(call.parameter, command->parameter, sizeof call.parameter);
    if (!map_all(command, &call)) {
        return false;
    }
    int status = runner_call(&call);
    return send_answer(command->nonce, status);
}

int main(void) {
    notes = mmap(NULL, sizeof *notes, PROT_READ | PROT_WRITE, MAP_SHARED, FD_NOTES, 0);
    if (notes == MAP_FAILED) {
        return fail("cannot map its notes (this program runs under `lockstep grade` only)");
    }
    watch_faults();
    struct call_command command;
    while (read_all(FD_COMMAND, &command, sizeof command)) {
        if (command.kind == COMMAND_FINISH) {
            return send_answer(command.nonce, 0) ? 0 : fail("cannot answer");
        }
        if (!perform(&command)) {
            return fail("cannot serve a call");
        }
    }
    return fail("no more commands");
}
