/*
 * Scalars that iterations of a simd loop share, and both read and set: `sum += a[i];` without a
 * reduction. They stay in memory, where the machine sees who set what is read. clang's copies for
 * clauses (reduction, linear, private) and what the loop's body declares are an iteration's own.
 */
#include "../translate.h"

#include <stdlib.h>

/* The blocks of a loop's body. */
struct loop_body {
    LLVMBasicBlockRef *blocks;
    size_t count;
};

static bool is_in(const struct loop_body *body, LLVMBasicBlockRef block) {
    for (size_t n = 0; n < body->count; n++) {
        if (body->blocks[n] == block) {
            return true;
        }
    }
    return false;
}

/* What `first` leads to without passing the loop's head; false without memory. */
static bool find_body(struct loop_body *body, LLVMBasicBlockRef first, LLVMBasicBlockRef head) {
    const unsigned all = LLVMCountBasicBlocks(LLVMGetBasicBlockParent(head));
    // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers is meant
    *body = (struct loop_body){.blocks = calloc(all, sizeof *body->blocks)};
    if (body->blocks == NULL) {
        return false;
    }
    body->blocks[body->count++] = first;
    for (size_t next = 0; next < body->count; next++) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(body->blocks[next]);
        for (unsigned n = 0; n < LLVMGetNumSuccessors(last); n++) {
            LLVMBasicBlockRef to = LLVMGetSuccessor(last, n);
            if (to != head && !is_in(body, to)) {
                body->blocks[body->count++] = to;
            }
        }
    }
    return true;
}

static bool is_shared(const struct loop_body *body, LLVMValueRef variable) {
    bool read = false, set = false;
    for (EACH_USE(use, variable)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAInstruction(user) == NULL || !is_in(body, LLVMGetInstructionParent(user))) {
            continue;
        }
        read |= LLVMIsALoadInst(user) != NULL;
        set |= is_store_to(user, variable);
    }
    return read && set;
}

static bool begins_in(const struct loop_body *body, LLVMValueRef variable) {
    for (size_t n = 0; n < body->count; n++) {
        for (EACH_INSTRUCTION(i, body->blocks[n])) {
            if (is_lifetime_of(i, variable)) {
                return true;
            }
        }
    }
    return false;
}

void keep_simd_scalars(LLVMBasicBlockRef first, LLVMBasicBlockRef head) {
    struct loop_body body;
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(head));
    for (LLVMValueRef i = find_body(&body, first, head) ? LLVMGetFirstInstruction(entry) : NULL;
         i != NULL; i = LLVMGetNextInstruction(i)) {
        if (is_scalar_of_source(i) && !is_copy_of_clause(i) && is_shared(&body, i) &&
            !begins_in(&body, i)) {
            keep_in_memory(i);
        }
    }
    free(body.blocks);
}
