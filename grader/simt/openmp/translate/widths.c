/*
 * Small structures by value. The host's convention passes one of three bytes, such as a pixel's
 * colours, as an integer of 24 bits; others have 40, 48 or 56. PTX has none of these widths, so
 * such parameters and results are widened to 32 or 64 bits, in functions and in calls of them.
 */
#include "translate.h"

#include <llvm-c/DebugInfo.h>

#include <stdlib.h>

enum { MOST_MEMBERS = 8 }; /* of a structure that is a result: two registers hold it */

static LLVMTypeRef widened(struct translation *translation, LLVMTypeRef type) {
    if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind) {
        const unsigned bits = LLVMGetIntTypeWidth(type);
        return bits > 16 && bits < 32   ? translation->i32
               : bits > 32 && bits < 64 ? translation->i64
                                        : type;
    }
    LLVMTypeRef members[MOST_MEMBERS];
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind ||
        LLVMCountStructElementTypes(type) > MOST_MEMBERS) {
        return type;
    }
    const unsigned count = LLVMCountStructElementTypes(type);
    bool same = true;
    for (unsigned n = 0; n < count; n++) {
        LLVMTypeRef member = LLVMStructGetTypeAtIndex(type, n);
        members[n] = widened(translation, member);
        same = same && members[n] == member;
    }
    return same ? type : LLVMStructTypeInContext(translation->context, members, count, false);
}

/* The function's type with all widths that PTX has; `type` itself if it has no others. */
static LLVMTypeRef widened_function(struct translation *translation, LLVMTypeRef type) {
    const unsigned count = LLVMCountParamTypes(type);
    LLVMTypeRef *types = calloc(count + 1, sizeof(LLVMTypeRef));
    if (types == NULL) {
        return type;
    }
    LLVMGetParamTypes(type, types);
    LLVMTypeRef result = widened(translation, LLVMGetReturnType(type));
    bool same = result == LLVMGetReturnType(type);
    for (unsigned n = 0; n < count; n++) {
        LLVMTypeRef wide = widened(translation, types[n]);
        same = same && wide == types[n];
        types[n] = wide;
    }
    LLVMTypeRef made =
        same ? type : LLVMFunctionType(result, types, count, LLVMIsFunctionVarArg(type));
    free(types);
    return made;
}

/* `value` as a value of the other type, which differs in widths only; at the builder's place. */
static LLVMValueRef convert(struct translation *translation, LLVMValueRef value, LLVMTypeRef type) {
    if (LLVMTypeOf(value) == type) {
        return value;
    }
    if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind) {
        return LLVMGetIntTypeWidth(type) > LLVMGetIntTypeWidth(LLVMTypeOf(value))
                   ? LLVMBuildZExt(translation->builder, value, type, "")
                   : LLVMBuildTrunc(translation->builder, value, type, "");
    }
    LLVMValueRef made = LLVMGetUndef(type);
    for (unsigned n = 0; n < LLVMCountStructElementTypes(type); n++) {
        LLVMValueRef member = LLVMBuildExtractValue(translation->builder, value, n, "");
        member = convert(translation, member, LLVMStructGetTypeAtIndex(type, n));
        made = LLVMBuildInsertValue(translation->builder, made, member, n, "");
    }
    return made;
}

static void widen_result(struct translation *translation, LLVMValueRef instruction, void *context) {
    LLVMTypeRef result = context;
    if (LLVMIsAReturnInst(instruction) != NULL && LLVMGetNumOperands(instruction) == 1) {
        LLVMPositionBuilderBefore(translation->builder, instruction);
        LLVMSetOperand(instruction, 0,
                       convert(translation, LLVMGetOperand(instruction, 0), result));
    }
}

static void widen_function(struct translation *translation, LLVMValueRef function,
                           LLVMTypeRef type) {
    LLVMValueRef made = begin_retyping(translation, function, type);
    LLVMValueRef first = behind_variables(made);
    for (unsigned n = 0; n < LLVMCountParams(function); n++) {
        LLVMValueRef old = LLVMGetParam(function, n);
        LLVMPositionBuilderBefore(translation->builder, first);
        LLVMReplaceAllUsesWith(old, convert(translation, LLVMGetParam(made, n), LLVMTypeOf(old)));
    }
    for_each_instruction_of_with(translation, made, widen_result, LLVMGetReturnType(type));
    end_retyping(function, made);
}

static void widen_call(struct translation *translation, LLVMValueRef call) {
    if (!calls_function(call)) {
        return;
    }
    LLVMTypeRef called = LLVMGetCalledFunctionType(call);
    LLVMTypeRef type = widened_function(translation, called);
    const unsigned count = LLVMGetNumArgOperands(call);
    LLVMValueRef *arguments = type != called ? calloc(count + 1, sizeof(LLVMValueRef)) : NULL;
    if (arguments == NULL) {
        return;
    }
    LLVMPositionBuilderBefore(translation->builder, call);
    for (unsigned n = 0; n < count; n++) {
        LLVMValueRef argument = LLVMGetOperand(call, n);
        arguments[n] = convert(translation, argument, widened(translation, LLVMTypeOf(argument)));
    }
    LLVMValueRef callee = called_function(call);
    if (LLVMIsAFunction(callee) == NULL || LLVMGlobalGetValueType(callee) != type) {
        callee = LLVMBuildPointerCast(translation->builder, LLVMGetCalledValue(call),
                                      LLVMPointerType(type, 0), "");
    }
    LLVMValueRef made = LLVMBuildCall2(translation->builder, type, callee, arguments, count, "");
    free(arguments);
    copy_call_attributes(made, call, count);
    replace_instruction(
        call, LLVMGetFirstUse(call) != NULL ? convert(translation, made, LLVMTypeOf(call)) : NULL);
}

void widen_integers(struct translation *translation) {
    LLVMValueRef next;
    for (LLVMValueRef f = LLVMGetFirstFunction(translation->module); f != NULL; f = next) {
        next = LLVMGetNextFunction(f);
        LLVMTypeRef type = widened_function(translation, LLVMGlobalGetValueType(f));
        if (!LLVMIsDeclaration(f) && type != LLVMGlobalGetValueType(f)) {
            widen_function(translation, f, type);
        }
    }
    for_each_instruction(translation, widen_call);
}
