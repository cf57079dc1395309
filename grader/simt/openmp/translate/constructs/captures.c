/*
 * What a region takes along with firstprivate, said or implied. Copying a variable that has no
 * value is no mistake as long as nobody uses the copy: a thread may set its own first. So a copy
 * that nobody reads is not made, and a task's copy is moved, which leaves an unset one unset.
 */
#include "../translate.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

bool is_any_region(LLVMValueRef function) {
    return LLVMIsAFunction(function) != NULL && !LLVMIsDeclaration(function) &&
           (strstr(value_name(function), "omp_outlined") != NULL ||
            name_starts(value_name(function), "__omp_offloading_"));
}

static bool is_value_used(LLVMValueRef value);

/* A copy on the region's stack: read before it is set, or used in a way that is not looked into? */
static bool is_copy_used(LLVMValueRef copy, LLVMValueRef start) {
    for (EACH_USE(use, copy)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsALoadInst(user) == NULL && !is_store_to(user, copy)) {
            return true;
        }
    }
    return is_read_from(start, copy);
}

/* Does a loaded value go into the copies of a task, and nowhere else? */
static bool is_for_task(LLVMValueRef load) {
    for (EACH_USE(use, load)) {
        LLVMValueRef store = LLVMGetUser(use);
        if (LLVMIsAStoreInst(store) == NULL || !is_of_task(LLVMGetOperand(store, 1))) {
            return false;
        }
    }
    return true;
}

/* The copy only goes on: in the function round a region's body to the body, in the body to tasks,
 * which may set theirs first. */
static bool is_passed_on(LLVMValueRef copy) {
    for (EACH_USE(use, copy)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool passed = LLVMIsABitCastInst(user) != NULL ? is_passed_on(user)
                      : LLVMIsALoadInst(user) != NULL  ? !is_value_used(user) || is_for_task(user)
                                                       : is_store_to(user, copy);
        if (!passed) {
            return false;
        }
    }
    return true;
}

static bool is_parameter_used(LLVMValueRef region, unsigned number) {
    LLVMValueRef parameter = number < LLVMCountParams(region) ? LLVMGetParam(region, number) : NULL;
    LLVMUseRef use = parameter != NULL ? LLVMGetFirstUse(parameter) : NULL;
    if (use == NULL || LLVMGetNextUse(use) != NULL) {
        return parameter == NULL || use != NULL;
    }
    LLVMValueRef store = LLVMGetUser(use);
    LLVMValueRef copy = LLVMIsAStoreInst(store) != NULL ? LLVMGetOperand(store, 1) : NULL;
    if (copy == NULL || LLVMIsAAllocaInst(copy) == NULL || LLVMGetOperand(store, 0) != parameter) {
        return true;
    }
    return is_copy_used(copy, store) && !is_passed_on(copy);
}

bool is_casted(LLVMValueRef variable) {
    return LLVMIsAAllocaInst(variable) != NULL && strstr(value_name(variable), ".casted") != NULL;
}

/* Is a number that goes on to the next region as 64 bits used there? */
static bool is_casted_used(LLVMValueRef casted) {
    for (EACH_USE(use, casted)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool used = LLVMIsABitCastInst(user) != NULL ? is_casted_used(user)
                    : LLVMIsALoadInst(user) != NULL  ? is_value_used(user)
                                                     : LLVMIsAStoreInst(user) == NULL;
        if (used) {
            return true;
        }
    }
    return false;
}

/* By anything but regions that set their copy before they read it? */
static bool is_value_used(LLVMValueRef value) {
    for (EACH_USE(use, value)) {
        LLVMValueRef call = LLVMGetUser(use);
        if (LLVMIsAStoreInst(call) != NULL && LLVMGetOperand(call, 0) == value) {
            LLVMValueRef casted = address_root(LLVMGetOperand(call, 1));
            if (!is_casted(casted) || is_casted_used(casted)) {
                return true;
            }
            continue;
        }
        if (LLVMIsACallInst(call) == NULL) {
            return true;
        }
        /* __kmpc_fork_call(place, count, region, values…): before them the region has two more */
        bool forks = name_starts(called_name(call), "__kmpc_fork_");
        LLVMValueRef region = forks ? address_root(LLVMGetOperand(call, 2)) : called_function(call);
        if (!is_any_region(region)) {
            return true;
        }
        for (unsigned n = 0; n < LLVMGetNumArgOperands(call); n++) {
            if (LLVMGetOperand(call, n) == value &&
                ((forks && n < 3) || is_parameter_used(region, forks ? n - 1 : n))) {
                return true;
            }
        }
    }
    return false;
}

LLVMValueRef casted_value(LLVMValueRef load) {
    LLVMValueRef variable = LLVMGetOperand(load, 0);
    if (!is_casted(variable)) {
        return NULL;
    }
    for (LLVMValueRef i = LLVMGetPreviousInstruction(load); i != NULL;
         i = LLVMGetPreviousInstruction(i)) {
        if (LLVMIsAStoreInst(i) != NULL && address_root(LLVMGetOperand(i, 1)) == variable) {
            return LLVMGetOperand(i, 0);
        }
    }
    return NULL;
}

static void look_at_load(struct translation *translation, LLVMValueRef load) {
    (void)translation;
    if (LLVMIsALoadInst(load) == NULL || LLVMGetFirstUse(load) == NULL || is_value_used(load)) {
        return;
    }
    LLVMValueRef value = casted_value(load);
    replace_instruction(load, LLVMConstNull(LLVMTypeOf(load)));
    if (value != NULL && LLVMIsALoadInst(value) != NULL) {
        replace_instruction(value, LLVMConstNull(LLVMTypeOf(value)));
    }
}

static bool is_plain_use(LLVMValueRef user, LLVMValueRef variable) {
    if (LLVMIsABitCastInst(user) != NULL) {
        for (EACH_USE(use, user)) {
            if (LLVMIsABitCastInst(LLVMGetUser(use)) != NULL ||
                !is_plain_use(LLVMGetUser(use), user)) {
                return false;
            }
        }
        return true;
    }
    return LLVMIsALoadInst(user) != NULL || is_store_to(user, variable) ||
           name_starts(called_name(user), "llvm.");
}

/* A variable that becomes a register unless somebody keeps it: nobody takes its address. */
static bool is_plain(LLVMValueRef variable) {
    bool plain = LLVMIsAAllocaInst(variable) != NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(variable); plain && use != NULL;
         use = LLVMGetNextUse(use)) {
        plain = is_plain_use(LLVMGetUser(use), variable);
    }
    return plain;
}

/* Does it load, from what a task got, the address of a variable that goes by reference? */
static bool is_of_reference(LLVMValueRef load) {
    LLVMValueRef from = LLVMGetOperand(load, 0);
    LLVMTypeRef type =
        LLVMIsAGetElementPtrInst(from) != NULL ? LLVMGetGEPSourceElementType(from) : NULL;
    return is_structure_called(type, "struct.anon");
}

/* A task that runs a target region gets the scalars of its clauses by value, too. */
static bool is_of_context(LLVMValueRef to, LLVMValueRef load) {
    LLVMValueRef context = address_root(to);
    return LLVMIsAAllocaInst(context) != NULL && name_starts(value_name(context), "agg.captured") &&
           may_hold_nothing(load) && !is_of_reference(load);
}

/* The part of a variable's name that the source gave. */
static size_t source_length(LLVMValueRef variable) {
    return strcspn(value_name(variable), ".");
}

/* What firstprivate of a loop, sections or single sets: two variables of one name are the copy and
 * what it is a copy of. One that becomes a register has been looked into. */
static bool is_of_clause(LLVMValueRef to, LLVMValueRef load) {
    LLVMValueRef from = address_root(LLVMGetOperand(load, 0));
    from = LLVMIsALoadInst(from) != NULL ? LLVMGetOperand(from, 0) : from;
    return LLVMIsAAllocaInst(to) != NULL && is_copy_of_clause(to) && !is_plain(to) &&
           LLVMIsAAllocaInst(from) != NULL && source_length(from) == source_length(to) &&
           strncmp(value_name(from), value_name(to), source_length(to)) == 0 &&
           may_hold_nothing(load);
}

/* A scalar into the copies of a task, as structures and arrays go there. */
static void look_at_store(struct translation *translation, LLVMValueRef store) {
    if (LLVMIsAStoreInst(store) == NULL) {
        return;
    }
    LLVMValueRef load = LLVMGetOperand(store, 0), to = LLVMGetOperand(store, 1);
    if (LLVMIsALoadInst(load) == NULL || LLVMGetNextUse(LLVMGetFirstUse(load)) != NULL ||
        !(is_of_task(to) || is_of_context(to, load) || is_of_clause(to, load))) {
        return;
    }
    LLVMValueRef bytes = size_of_type(translation, LLVMTypeOf(load));
    LLVMPositionBuilderBefore(translation->builder, store);
    LLVMSetCurrentDebugLocation2(translation->builder, LLVMInstructionGetDebugLoc(load));
    LLVMValueRef from = LLVMGetOperand(load, 0);
    if (is_plain(address_root(from))) {
        LLVMBuildMemCpy(translation->builder, to, LLVMGetAlignment(store), from,
                        LLVMGetAlignment(load), bytes);
    } else {
        call_copy(translation, "lockstep_move", to, from, bytes);
    }
    replace_instruction(store, NULL);
    replace_instruction(load, NULL);
}

void drop_unused_captures(struct translation *translation) {
    for_each_instruction(translation, look_at_load);
    for_each_instruction(translation, look_at_store);
}
