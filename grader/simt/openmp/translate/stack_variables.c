/*
 * Variables that stay in memory: their address is taken, or they are arrays. Other threads reach
 * them, so the machine keeps them where all of them can: lockstep_stack_allocate().
 */
#include "translate.h"

#include <ctype.h>
#include <string.h>

static bool is_named(LLVMValueRef function, const char *name) {
    for (EACH(LLVMValueRef, Param, p, function)) {
        if (strcmp(value_name(p), name) == 0) {
            return true;
        }
    }
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    for (EACH_INSTRUCTION(i, entry)) {
        if (strcmp(value_name(i), name) == 0) {
            return true;
        }
    }
    return false;
}

/* clang and LLVM tell variables of one name apart by what they put behind it: n.addr, i3. */
static void source_name(LLVMValueRef variable, LLVMValueRef function, char *name, size_t size) {
    snprintf(name, size, "%s", value_name(variable));
    char *dot = strchr(name + (*name == '.'), '.');
    if (dot != NULL && *name != '.') {
        *dot = '\0';
    }
    char shorter[128];
    snprintf(shorter, sizeof shorter, "%s", name);
    size_t length = strlen(shorter);
    while (length > 1 && isdigit((unsigned char)shorter[length - 1])) {
        shorter[--length] = '\0';
        if (is_named(function, shorter)) {
            snprintf(name, size, "%s", shorter);
            return;
        }
    }
}

static void replace_variable(struct translation *translation, LLVMValueRef variable,
                             void *context) {
    bool *found = context;
    if (LLVMIsAAllocaInst(variable) == NULL) {
        return;
    }
    *found = true;
    char name[128];
    source_name(variable, function_of(variable), name, sizeof name);
    const unsigned shape = *name != '.' ? shape_number(translation, variable) : 0;
    LLVMPositionBuilderBefore(translation->builder, variable);
    LLVMValueRef arguments[] = {size_of_variable(translation, variable),
                                constant32(translation, LLVMGetAlignment(variable)),
                                constant_text(translation, name, shape)};
    LLVMValueRef made =
        call_runtime(translation, "lockstep_stack_allocate", translation->pointer, arguments, 3);
    made = LLVMBuildPointerCast(translation->builder, made, LLVMTypeOf(variable), "");
    replace_instruction(variable, made);
}

/* The variable behind a marker: since LLVM 22 markers carry no size. */
static void replace_lifetime(struct translation *translation, LLVMValueRef call) {
    if (!name_starts(called_name(call), "llvm.lifetime.")) {
        return;
    }
    unsigned count = LLVMGetNumArgOperands(call);
    LLVMValueRef address = LLVMGetOperand(call, count - 1);
    LLVMValueRef root = address_root(address);
    LLVMPositionBuilderBefore(translation->builder, call);
    if (LLVMIsAAllocaInst(root) != NULL && !name_starts(value_name(root), ".omp.")) {
        bool begins = name_starts(called_name(call), "llvm.lifetime.start");
        call_with_bytes(translation, begins ? "lockstep_stack_begin" : "lockstep_stack_end",
                        address, size_of_variable(translation, root));
    }
    replace_instruction(call, NULL);
}

static void replace_saves(struct translation *translation, LLVMValueRef call) {
    if (LLVMIsACallInst(call) == NULL) {
        return;
    }
    LLVMPositionBuilderBefore(translation->builder, call);
    if (name_starts(called_name(call), "llvm.stacksave")) {
        LLVMValueRef mark =
            call_runtime(translation, "lockstep_stack_mark", translation->i64, NULL, 0);
        replace_instruction(call,
                            LLVMBuildIntToPtr(translation->builder, mark, LLVMTypeOf(call), ""));
    } else if (name_starts(called_name(call), "llvm.stackrestore")) {
        LLVMValueRef mark =
            LLVMBuildPtrToInt(translation->builder, LLVMGetOperand(call, 0), translation->i64, "");
        call_runtime(translation, "lockstep_stack_release", translation->nothing, &mark, 1);
        replace_instruction(call, NULL);
    }
}

static void release_at_return(struct translation *translation, LLVMValueRef instruction,
                              void *context) {
    LLVMValueRef *mark = context;
    if (LLVMIsAReturnInst(instruction) != NULL) {
        LLVMPositionBuilderBefore(translation->builder, instruction);
        call_runtime(translation, "lockstep_stack_release", translation->nothing, mark, 1);
    }
}

static void replace_in_function(struct translation *translation, LLVMValueRef function) {
    bool found = false;
    for_each_instruction_of(translation, function, replace_lifetime);
    for_each_instruction_of_with(translation, function, replace_variable, &found);
    for_each_instruction_of(translation, function, replace_saves);
    if (found) {
        LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
        LLVMPositionBuilderBefore(translation->builder, LLVMGetFirstInstruction(entry));
        LLVMValueRef mark =
            call_runtime(translation, "lockstep_stack_mark", translation->i64, NULL, 0);
        for_each_instruction_of_with(translation, function, release_at_return, &mark);
    }
}

void replace_stack_variables(struct translation *translation) {
    for (EACH_FUNCTION(f, translation->module)) {
        if (!LLVMIsDeclaration(f)) {
            replace_in_function(translation, f);
        }
    }
}
