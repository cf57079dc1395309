/*
 * fault_registers.h - where a program was when it touched a page that it may not touch.
 *
 * Each processor keeps it elsewhere in the signal's context: x86-64 in the error code of the page
 * fault (bit 1: a write; Intel's manual, volume 3, section 4.7), arm64 in the syndrome register,
 * which Linux appends to the context as a record (bit 6, WnR: a write; Arm's manual, ESR_EL1).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

struct fault_registers {
    uintptr_t code; /* the address of the instruction that faulted */
    uint64_t stack; /* the stack pointer */
    bool writes;    /* the instruction wanted to write */
};

#if defined(__x86_64__)

static inline struct fault_registers fault_registers(const ucontext_t *context) {
    const greg_t *registers = context->uc_mcontext.gregs;
    return (struct fault_registers){.code = (uintptr_t)registers[REG_RIP],
                                    .stack = (uint64_t)registers[REG_RSP],
                                    .writes = registers[REG_ERR] & 2};
}

#elif defined(__aarch64__)

#include <asm/sigcontext.h>

/* Without a record of the syndrome a fault counts as a read. */
static inline struct fault_registers fault_registers(const ucontext_t *context) {
    const mcontext_t *registers = &context->uc_mcontext;
    struct fault_registers at = {.code = (uintptr_t)registers->pc, .stack = registers->sp};
    const unsigned char *record = (const unsigned char *)registers->__reserved;
    const unsigned char *end = record + sizeof registers->__reserved;
    while (record + sizeof(struct esr_context) <= end) {
        const struct _aarch64_ctx *head = (const void *)record;
        if (head->magic == ESR_MAGIC) {
            at.writes = ((const struct esr_context *)(const void *)record)->esr & 1u << 6;
        }
        if (head->magic == ESR_MAGIC || head->magic == 0 || head->size < sizeof *head) {
            break;
        }
        record += head->size;
    }
    return at;
}

#endif
