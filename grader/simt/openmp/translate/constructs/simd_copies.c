/*
 * A reduction's copies in memory: sections, arrays and structures. clang shows them in four ways:
 *
 *     store &copy, .omp.reduction.red_list    for __kmpc_reduce(), where threads merge
 *     copy + (&table - &table[first])         a section's copy, called by the table's name
 *     omp.arraycpy.destElementPast            the loop that sets an array's copy
 *     .omp_combiner.(&variable, &copy)        declare reduction
 */
#include "../translate.h"

#include <stdlib.h>

/* The distance of two pointers, in elements. */
static bool is_distance(LLVMValueRef value) {
    if (LLVMIsAInstruction(value) == NULL || LLVMGetInstructionOpcode(value) != LLVMSDiv) {
        return false;
    }
    LLVMValueRef bytes = LLVMGetOperand(value, 0);
    return LLVMIsAInstruction(bytes) != NULL && LLVMGetInstructionOpcode(bytes) == LLVMSub &&
           LLVMIsAPtrToIntInst(LLVMGetOperand(bytes, 0)) != NULL &&
           LLVMIsAPtrToIntInst(LLVMGetOperand(bytes, 1)) != NULL;
}

static bool shows_copy(LLVMValueRef user, LLVMValueRef operand) {
    if (LLVMIsAStoreInst(user) != NULL) {
        return LLVMGetOperand(user, 0) == operand &&
               is_reduction_list(address_root(LLVMGetOperand(user, 1)));
    }
    if (LLVMIsAPHINode(user) != NULL) {
        return name_starts(value_name(user), "omp.arraycpy.destElementPast");
    }
    return name_starts(called_name(user), ".omp_combiner.");
}

/* Do the users of a variable's address, or of a part of it, show that it is a copy? */
static bool is_copy(LLVMValueRef address, LLVMValueRef variable, unsigned depth) {
    enum { DEEPEST = 4 };
    bool number = is_scalar_type(LLVMGetAllocatedType(variable)) && is_single_variable(variable);
    for (EACH_USE(use, address)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool indexed = LLVMIsAGetElementPtrInst(user) != NULL;
        if ((indexed && is_distance(LLVMGetOperand(user, 1))) ||
            (!number && shows_copy(user, address))) {
            return true;
        }
        if ((indexed || LLVMIsABitCastInst(user) != NULL) && depth < DEEPEST &&
            is_copy(user, variable, depth + 1)) {
            return true;
        }
    }
    return false;
}

/* Does every way to `block` lead through that of `variable`? */
static bool is_made_before(LLVMValueRef variable, LLVMBasicBlockRef block) {
    LLVMBasicBlockRef own = LLVMGetInstructionParent(variable);
    LLVMBasicBlockRef first = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block));
    if (own == first || own == block) {
        return true;
    }
    struct block_list others;
    bool made = list_blocks(&others, first, own) && !is_listed(&others, block);
    free(others.blocks);
    return made;
}

void tell_simd_copies(struct translation *translation, LLVMValueRef before) {
    LLVMBasicBlockRef here = LLVMGetInstructionParent(before);
    LLVMValueRef function = LLVMGetBasicBlockParent(here);
    LLVMPositionBuilderBefore(translation->builder, before);
    for (EACH_BLOCK(block, function)) {
        for (EACH_INSTRUCTION(i, block)) {
            if (LLVMIsAAllocaInst(i) != NULL && is_copy(i, i, 0) && is_made_before(i, here)) {
                call_with_bytes(translation, "lockstep_simd_copy", i,
                                size_of_variable(translation, i));
            }
        }
    }
}
