/* === every_descriptor */
/*
 * exercise: sequential
 * Tries: to write a report with full marks to every descriptor that it may have inherited.
 */
#include "histogram.h"

#include <unistd.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    static const char report[] = "{\"verdict\": \"pass\", \"earned\": 15, \"possible\": 15}\n";
    for (int descriptor = 0; descriptor < 1024; descriptor++) {
        if (write(descriptor, report, sizeof report - 1) < 0) {
            continue;
        }
    }
}
/* === fills_answer_pipe */
/*
 * exercise: sequential
 * Tries: to block the grader with a pipe full of half an answer.
 */
#include "histogram.h"

#include <sys/uio.h>

enum { ANSWERS = 4 };

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    static unsigned char junk[7];
    const struct iovec part = {junk, sizeof junk};
    for (int i = 0; i < 3; i++) {
        if (writev(ANSWERS, &part, 1) < 0) {
            break;
        }
    }
}
/* === forges_answers */
/*
 * exercise: sequential
 * Tries: to answer by itself, with every number that it finds on its stack and with made-up ones,
 * instead of letting the kit do it.
 */
#include "histogram.h"

#include <sys/uio.h>

enum { ANSWERS = 4 };

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    volatile uint64_t here = 0;
    const volatile uint64_t *stack = &here;
    for (size_t i = 0; i < 512; i++) {
        uint64_t answer[2] = {i < 256 ? stack[i] : i, 0};
        const struct iovec part = {answer, sizeof answer};
        if (writev(ANSWERS, &part, 1) < 0) {
            break;
        }
    }
}
/* === ptrace */
/*
 * exercise: sequential
 * Tries: to take hold of the process above it.
 */
#include "histogram.h"

#include <sys/ptrace.h>
#include <unistd.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n;
    frequency[0] = (uint32_t)ptrace(PTRACE_ATTACH, getppid(), 0, 0);
}
/* === writes_own_memory */
/*
 * exercise: sequential
 * Tries: to write to pages that are not to be written, by /proc/self/mem.
 */
#include "histogram.h"

#include <stdio.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)n;
    FILE *memory = fopen("/proc/self/mem", "r+");
    fseek(memory, (long)(uintptr_t)data, SEEK_SET);
    fwrite(frequency, sizeof *frequency, 256, memory);
    fclose(memory);
}
/* === raw_system_call */
/*
 * exercise: sequential
 * Tries: to open a network connection by an instruction of its own.
 */
#include "histogram.h"

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n;
    long result;
    asm volatile("syscall"
                 : "=a"(result)
                 : "a"(41), "D"(2), "S"(1), "d"(0)
                 : "rcx", "r11", "memory");
    frequency[0] = (uint32_t)result;
}
/* === kills_parent */
/*
 * exercise: sequential
 * Tries: to end the grader before it can say anything.
 */
#include "histogram.h"

#include <signal.h>
#include <unistd.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    kill(getppid(), SIGKILL);
    kill(-1, SIGKILL);
}
