/*
 * _Thread_local and threadprivate variables: each use asks __kmpc_threadprivate_cached() for the
 * thread's copy. (clang can make these calls for threadprivate itself, but then it takes the
 * address in `int *const own = table;` for the same in all threads.)
 */
#include "../translate.h"

#include <stdlib.h>
#include <string.h>

struct thread_local_search {
    LLVMValueRef variable;
    LLVMValueRef cache;
    bool failed;
};

static bool mentions(LLVMValueRef value, LLVMValueRef variable) {
    if (value == variable) {
        return true;
    }
    if (LLVMIsAConstantExpr(value) == NULL) {
        return false;
    }
    for (int n = 0; n < LLVMGetNumOperands(value); n++) {
        if (mentions(LLVMGetOperand(value, (unsigned)n), variable)) {
            return true;
        }
    }
    return false;
}

static LLVMValueRef thread_number(struct translation *translation) {
    LLVMValueRef nowhere = LLVMConstNull(translation->pointer);
    return call_runtime(translation, "__kmpc_global_thread_num", translation->i32, &nowhere, 1);
}

static LLVMValueRef ask(struct translation *translation, const struct thread_local_search *search) {
    LLVMTypeRef type = LLVMGlobalGetValueType(search->variable);
    LLVMValueRef thread = thread_number(translation);
    LLVMValueRef arguments[] = {
        LLVMConstNull(translation->pointer), thread, as_bytes(translation, search->variable),
        size_of_type(translation, type), as_bytes(translation, search->cache)};
    LLVMValueRef own = call_runtime(translation, "__kmpc_threadprivate_cached",
                                    translation->pointer, arguments, 5);
    return LLVMBuildPointerCast(translation->builder, own, LLVMTypeOf(search->variable), "");
}

/* A constant expression with the variable in it, as instructions. */
static LLVMValueRef spell_out(struct translation *translation, LLVMValueRef value,
                              struct thread_local_search *search) {
    LLVMBuilderRef builder = translation->builder;
    if (value == search->variable) {
        return ask(translation, search);
    }
    if (!mentions(value, search->variable)) {
        return value;
    }
    LLVMValueRef first = spell_out(translation, LLVMGetOperand(value, 0), search);
    LLVMTypeRef type = LLVMTypeOf(value);
    LLVMOpcode opcode = LLVMGetConstOpcode(value);
    if (opcode == LLVMBitCast || opcode == LLVMAddrSpaceCast) {
        return LLVMBuildPointerCast(builder, first, type, "");
    }
    if (opcode == LLVMPtrToInt) {
        return LLVMBuildPtrToInt(builder, first, type, "");
    }
    if (opcode == LLVMGetElementPtr) {
        unsigned count = (unsigned)LLVMGetNumOperands(value) - 1;
        LLVMValueRef *indices = calloc(count + 1, sizeof(LLVMValueRef));
        if (indices != NULL) {
            for (unsigned n = 0; n < count; n++) {
                indices[n] = LLVMGetOperand(value, n + 1);
            }
            first = LLVMBuildGEP2(builder, LLVMGetGEPSourceElementType(value), first, indices,
                                  count, "");
            free(indices);
            return first;
        }
    }
    search->failed = true;
    return LLVMGetUndef(type);
}

static void replace_use(struct translation *translation, LLVMValueRef instruction, void *context) {
    struct thread_local_search *search = context;
    if (strcmp(called_name(instruction), "__kmpc_threadprivate_cached") == 0) {
        return;
    }
    for (int n = 0; n < LLVMGetNumOperands(instruction); n++) {
        LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)n);
        if (LLVMIsAConstant(operand) != NULL && mentions(operand, search->variable)) {
            place_before_use(translation, instruction, (unsigned)n);
            LLVMSetOperand(instruction, (unsigned)n, spell_out(translation, operand, search));
        }
    }
    if (search->failed) {
        refuse(translation, instruction,
               "this use of the thread's own variable %s: copy its "
               "address to a variable first",
               value_name(search->variable));
        search->failed = false;
    }
}

/* llvm.threadlocal.address(x), since LLVM 15, is x here. */
static void drop_address(struct translation *translation, LLVMValueRef call) {
    (void)translation;
    if (name_starts(called_name(call), "llvm.threadlocal.address")) {
        replace_instruction(call, LLVMGetOperand(call, 0));
    }
}

/*
 * How many elements the tasks of a taskgroup reduce: clang gives each thread such a number, and a
 * task sets that of the thread that runs it. But the thread that combines the copies in the end may
 * have run no task. So here all have one number, which no race is told of.
 */
static bool is_reduction_size(LLVMValueRef variable) {
    return name_starts(value_name(variable), "reduction_size.");
}

static void share(LLVMValueRef variable) {
    for (EACH_USE(use, variable)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsALoadInst(user) != NULL || LLVMIsAStoreInst(user) != NULL) {
            LLVMSetOrdering(user, LLVMAtomicOrderingMonotonic);
        }
    }
}

/* ---- copyin ---------------------------------------------------------------------------------- */

/* At the region's start: the thread's own copy, with the first thread's value, in place of what the
 * slot of the parameter holds. */
static void begin_with_own(struct translation *translation, LLVMValueRef store,
                           const struct thread_local_search *search) {
    LLVMBuilderRef builder = translation->builder;
    LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(store));
    LLVMValueRef own = ask(translation, search);
    LLVMValueRef first = LLVMGetOperand(store, 0), none = constant64(translation, 0);
    LLVMValueRef all = size_of_type(translation, LLVMGlobalGetValueType(search->variable));
    LLVMValueRef same = LLVMBuildICmp(builder, LLVMIntEQ, own, first, "");
    call_copy(translation, "memcpy", own, first, LLVMBuildSelect(builder, same, none, all, ""));
    LLVMBuildStore(builder, own, LLVMGetOperand(store, 1));
    LLVMValueRef waiting[] = {LLVMConstNull(translation->pointer), thread_number(translation)};
    call_runtime(translation, "__kmpc_barrier", translation->nothing, waiting, 2);
}

/* Does the region copy such a variable itself? With debug information, its body is a function that
 * it calls. */
static bool copies_in(LLVMValueRef region) {
    for (EACH_BLOCK(block, region)) {
        if (name_starts(LLVMGetBasicBlockName(block), "copyin.")) {
            return true;
        }
        for (EACH_INSTRUCTION(i, block)) {
            LLVMValueRef body = LLVMIsACallInst(i) != NULL ? called_function(i) : NULL;
            if (body != NULL && strstr(value_name(body), "_debug__") != NULL && copies_in(body)) {
                return true;
            }
        }
    }
    return false;
}

/*
 * clang 14 forgets copyin where the directive has two words or more (parallel for): it hands the
 * first thread's copy to the region, which makes nothing of it, or, where the variable is static in
 * a function, uses it as everybody's.
 */
static void copy_in(struct translation *translation, const struct thread_local_search *search) {
    for (EACH_USE(use, search->variable)) {
        LLVMValueRef call = LLVMGetUser(use);
        if (strcmp(called_name(call), "__kmpc_fork_call") != 0) {
            continue;
        }
        LLVMValueRef region = address_root(LLVMGetOperand(call, 2));
        if (LLVMIsAFunction(region) == NULL || copies_in(region)) {
            continue;
        }
        /* The region's parameters: two numbers of the thread, then what follows the region here. */
        for (unsigned n = 3; n < LLVMGetNumArgOperands(call); n++) {
            LLVMUseRef kept = LLVMGetFirstUse(LLVMGetParam(region, n - 1));
            if (LLVMGetOperand(call, n) == search->variable && kept != NULL &&
                LLVMIsAStoreInst(LLVMGetUser(kept)) != NULL) {
                begin_with_own(translation, LLVMGetUser(kept), search);
            }
        }
    }
}

void ask_for_thread_locals(struct translation *translation) {
    for_each_instruction(translation, drop_address);
    for (EACH_GLOBAL(g, translation->module)) {
        if (!LLVMIsThreadLocal(g)) {
            continue;
        }
        char name[256];
        snprintf(name, sizeof name, "%s.cache", value_name(g));
        LLVMSetThreadLocal(g, false);
        if (is_reduction_size(g)) {
            share(g);
            continue;
        }
        struct thread_local_search search = {.variable = g};
        search.cache = LLVMAddGlobal(translation->module, translation->pointer, name);
        LLVMSetInitializer(search.cache, LLVMConstNull(translation->pointer));
        LLVMSetLinkage(search.cache, LLVMInternalLinkage);
        copy_in(translation, &search);
        for_each_instruction_with(translation, replace_use, &search);
    }
}
