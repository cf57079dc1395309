/*
 * `struct item one = items[i];` copies members that nobody has set, and padding, which is no
 * mistake. Where such a variable would become registers, each member would be loaded on its own, as
 * if it were used. So a member that nobody needs is not loaded, and where some ways need it and
 * others do not, the structure stays in memory and is moved there, unset members and all.
 */
#include "../translate.h"

#include <string.h>

static bool is_copy(LLVMValueRef instruction) {
    return name_starts(called_name(instruction), "llvm.memcpy.");
}

/* Is all of `address` that anybody reads, is it read in that block? Not, if the whole goes on. */
static bool is_read_in(LLVMValueRef address, LLVMBasicBlockRef block) {
    for (EACH_USE(use, address)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsABitCastInst(user) != NULL || LLVMIsAGetElementPtrInst(user) != NULL) {
            if (!is_read_in(user, block)) {
                return false;
            }
        } else if (LLVMIsALoadInst(user) != NULL) {
            if (LLVMGetInstructionParent(user) != block) {
                return false;
            }
        } else if (is_copy(user)) {
            if (LLVMGetOperand(user, 1) == address) {
                return false;
            }
        } else if (LLVMIsAStoreInst(user) == NULL && LLVMIsACallInst(user) == NULL) {
            return false;
        }
    }
    return true;
}

static void look_at_copy(struct translation *translation, LLVMValueRef copy) {
    if (!is_copy(copy)) {
        return;
    }
    LLVMValueRef to = address_root(LLVMGetOperand(copy, 0));
    LLVMValueRef from = address_root(LLVMGetOperand(copy, 1));
    if (LLVMIsAAllocaInst(to) == NULL || LLVMIsAConstant(from) != NULL ||
        LLVMGetTypeKind(LLVMGetAllocatedType(to)) != LLVMStructTypeKind ||
        is_read_in(to, LLVMGetInstructionParent(copy))) {
        return;
    }
    LLVMPositionBuilderBefore(translation->builder, copy);
    call_copy(translation, "lockstep_move", LLVMGetOperand(copy, 0), LLVMGetOperand(copy, 1),
              LLVMGetOperand(copy, 2));
    replace_instruction(copy, NULL);
}

void move_structures(struct translation *translation) {
    for_each_instruction(translation, look_at_copy);
}
