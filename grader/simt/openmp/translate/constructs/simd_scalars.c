/*
 * Scalars that iterations of a simd loop share, and both read and set: `sum += a[i];` without a
 * reduction. They stay in memory, where the machine sees who set what is read. clang's copies for
 * clauses (reduction, linear, private) and what the loop's body declares are an iteration's own.
 */
#include "../translate.h"

#include <stdlib.h>

static bool is_shared(const struct block_list *body, LLVMValueRef variable) {
    bool read = false, set = false;
    for (EACH_USE(use, variable)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAInstruction(user) == NULL || !is_listed(body, LLVMGetInstructionParent(user))) {
            continue;
        }
        read |= LLVMIsALoadInst(user) != NULL;
        set |= is_store_to(user, variable);
    }
    return read && set;
}

static bool begins_in(const struct block_list *body, LLVMValueRef variable) {
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
    struct block_list body;
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(head));
    for (LLVMValueRef i = list_blocks(&body, first, head) ? LLVMGetFirstInstruction(entry) : NULL;
         i != NULL; i = LLVMGetNextInstruction(i)) {
        if (is_scalar_of_source(i) && !is_copy_of_clause(i) && is_shared(&body, i) &&
            !begins_in(&body, i)) {
            keep_in_memory(i);
        }
    }
    free(body.blocks);
}
