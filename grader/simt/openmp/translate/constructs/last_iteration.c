/*
 * `lastprivate(found)`, and `if (a[i] == key) found = i;`: what the copy holds after the loop is of
 * no use where the last iteration has not set it. An earlier iteration of the same thread may have,
 * but which ones are its own depends on the number of threads. A number beside the copy knows when
 * it was set, and what is too old is unset before it is copied back:
 *
 *     each chunk: NEVER      each store: NOW      each iteration: NOW becomes EARLIER
 */
#include "../translate.h"

enum { NEVER, NOW, EARLIER };

/* Is every store to the copy seen here? Nobody has its address. */
static bool is_followed(LLVMValueRef copy) {
    for (EACH_USE(use, copy)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool plain = LLVMIsALoadInst(user) != NULL || is_store_to(user, copy) ||
                     name_starts(called_name(user), "llvm.");
        LLVMUseRef first = LLVMIsABitCastInst(user) != NULL ? LLVMGetFirstUse(user) : NULL;
        if (first != NULL && LLVMGetNextUse(first) == NULL) {
            plain = is_lifetime_of(LLVMGetUser(first), copy);
        }
        if (!plain) {
            return false;
        }
    }
    return true;
}

static void set(struct translation *translation, LLVMValueRef before, LLVMValueRef age,
                uint64_t value) {
    LLVMPositionBuilderBefore(translation->builder, before);
    LLVMBuildStore(translation->builder, constant32(translation, value), age);
}

static LLVMValueRef when(struct translation *translation, LLVMValueRef age, uint64_t value) {
    LLVMValueRef now = LLVMBuildLoad2(translation->builder, translation->i32, age, "");
    return LLVMBuildICmp(translation->builder, LLVMIntEQ, now, constant32(translation, value), "");
}

static void grow_old(struct translation *translation, LLVMBasicBlockRef body, LLVMValueRef age) {
    LLVMPositionBuilderBefore(translation->builder, LLVMGetFirstInstruction(body));
    LLVMValueRef never = when(translation, age, NEVER);
    LLVMBuildStore(translation->builder,
                   LLVMBuildSelect(translation->builder, never, constant32(translation, NEVER),
                                   constant32(translation, EARLIER), ""),
                   age);
}

/* Where a loop, or a chunk of one, begins: the ways into its test but that from an iteration. */
static bool begins_chunk(LLVMBasicBlockRef block) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    for (unsigned n = 0;
         !block_is_called(block, "omp.inner.for.inc") && n < LLVMGetNumSuccessors(last); n++) {
        LLVMBasicBlockRef next = LLVMGetSuccessor(last, n);
        if (block_is_called(next, "omp.inner.for.cond") &&
            !block_is_called(next, "omp.inner.for.cond.cleanup")) {
            return true;
        }
    }
    return false;
}

static LLVMValueRef make_age(struct translation *translation, LLVMValueRef copy) {
    LLVMPositionBuilderBefore(translation->builder, copy);
    LLVMValueRef age = LLVMBuildAlloca(translation->builder, translation->i32, ".omp.age");
    set(translation, LLVMGetNextInstruction(copy), age, NEVER);
    for (EACH_USE(use, copy)) {
        if (is_store_to(LLVMGetUser(use), copy)) {
            set(translation, LLVMGetNextInstruction(LLVMGetUser(use)), age, NOW);
        }
    }
    for (EACH_BLOCK(b, function_of(copy))) {
        if (block_is_called(b, "omp.inner.for.body")) {
            grow_old(translation, b, age);
        }
        if (begins_chunk(b)) {
            set(translation, LLVMGetBasicBlockTerminator(b), age, NEVER);
        }
    }
    return age;
}

void unset_earlier_iterations(struct translation *translation, LLVMValueRef copy,
                              LLVMValueRef before) {
    if (!is_followed(copy)) {
        return;
    }
    LLVMValueRef age = make_age(translation, copy);
    LLVMPositionBuilderBefore(translation->builder, before);
    LLVMValueRef size = size_of_type(translation, LLVMGetAllocatedType(copy));
    LLVMValueRef bytes = LLVMBuildSelect(translation->builder, when(translation, age, EARLIER),
                                         size, constant64(translation, 0), "");
    call_with_bytes(translation, "lockstep_unset", copy, bytes);
}
