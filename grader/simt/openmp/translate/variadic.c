/*
 * Calls of the runtime with a list of arguments of any length. PTX has none: each distinct list of
 * types gets a function of its own, printf$v0, printf$v1... The runtime finds the sizes in the
 * call.
 */
#include "translate.h"

#include <stdlib.h>

static LLVMValueRef function_of_shape(struct translation *translation, const char *name,
                                      LLVMTypeRef type) {
    char shaped[512];
    for (unsigned n = 0;; n++) {
        snprintf(shaped, sizeof shaped, "%s$v%u", name, n);
        LLVMValueRef function = LLVMGetNamedFunction(translation->module, shaped);
        if (function == NULL) {
            return LLVMAddFunction(translation->module, shaped, type);
        }
        if (LLVMGlobalGetValueType(function) == type) {
            return function;
        }
    }
}

static bool is_integer(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
}

static bool is_narrowed(LLVMTypeRef given, LLVMTypeRef taken) {
    return is_integer(given) && is_integer(taken) &&
           LLVMGetIntTypeWidth(taken) < LLVMGetIntTypeWidth(given);
}

/* 0 where a pointer is taken. */
static bool is_null_pointer(LLVMValueRef argument) {
    return LLVMIsAConstantInt(argument) != NULL && LLVMConstIntGetZExtValue(argument) == 0;
}

/* int f(); f(1): the types agree with the definition, or the call is undefined in C. What nobody
 * uses of the result may differ: f() without any declaration gives an int, and of a long, as
 * time() has, its lower half. Nobody looks at arguments that are too many, nor at the upper bits
 * where a char or short is taken, on the host neither. */
static bool fits(LLVMTypeRef type, LLVMValueRef call) {
    unsigned count = LLVMCountParamTypes(type);
    bool same = count <= LLVMGetNumArgOperands(call) &&
                (LLVMGetReturnType(type) == LLVMTypeOf(call) || LLVMGetFirstUse(call) == NULL ||
                 are_pointers(LLVMGetReturnType(type), LLVMTypeOf(call)) ||
                 is_narrowed(LLVMGetReturnType(type), LLVMTypeOf(call)));
    LLVMTypeRef *types = calloc(count + 1, sizeof(LLVMTypeRef));
    if (types == NULL) {
        return false;
    }
    LLVMGetParamTypes(type, types);
    for (unsigned n = 0; n < count && same; n++) {
        LLVMValueRef argument = LLVMGetOperand(call, n);
        LLVMTypeRef given = LLVMTypeOf(argument);
        const bool to_pointer = LLVMGetTypeKind(types[n]) == LLVMPointerTypeKind;
        same = given == types[n] || is_narrowed(given, types[n]) || are_pointers(given, types[n]) ||
               (to_pointer && is_null_pointer(argument));
    }
    free(types);
    return same;
}

/* The argument as the definition takes it; `type` NULL: as the runtime does. At the builder's
 * place.
 */
static LLVMValueRef as_taken(struct translation *translation, LLVMValueRef argument,
                             LLVMTypeRef type) {
    const bool pointer = LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMPointerTypeKind;
    if (type == NULL) {
        return pointer ? as_bytes(translation, argument) : argument;
    }
    if (is_null_pointer(argument)) {
        return LLVMConstNull(type);
    }
    if (pointer) {
        return LLVMBuildPointerCast(translation->builder, argument, type, "");
    }
    return is_narrowed(LLVMTypeOf(argument), type)
               ? LLVMBuildTrunc(translation->builder, argument, type, "")
               : argument;
}

static LLVMValueRef build_call(struct translation *translation, LLVMValueRef call,
                               LLVMValueRef function, bool shaped) {
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    unsigned count = shaped ? LLVMGetNumArgOperands(call) : LLVMCountParamTypes(type);
    LLVMValueRef *arguments = calloc(count + 1, sizeof(LLVMValueRef));
    LLVMTypeRef *types = calloc(count + 1, sizeof(LLVMTypeRef));
    LLVMValueRef made = NULL;
    if (arguments != NULL && types != NULL) {
        LLVMPositionBuilderBefore(translation->builder, call);
        if (!shaped) {
            LLVMGetParamTypes(type, types);
        }
        for (unsigned n = 0; n < count; n++) {
            arguments[n] = as_taken(translation, LLVMGetOperand(call, n), types[n]);
            types[n] = LLVMTypeOf(arguments[n]);
        }
        if (shaped) {
            type = LLVMFunctionType(LLVMTypeOf(call), types, count, false);
            function = function_of_shape(translation, value_name(function), type);
        }
        made = LLVMBuildCall2(translation->builder, type, function, arguments, count, "");
        if (is_narrowed(LLVMTypeOf(made), LLVMTypeOf(call))) {
            made = LLVMBuildTrunc(translation->builder, made, LLVMTypeOf(call), "");
        } else if (are_pointers(LLVMTypeOf(made), LLVMTypeOf(call))) {
            made = LLVMBuildPointerCast(translation->builder, made, LLVMTypeOf(call), "");
        }
    }
    free(arguments);
    free(types);
    return made;
}

static void give_shape(struct translation *translation, LLVMValueRef call) {
    if (!calls_function(call)) {
        return;
    }
    LLVMValueRef callee = called_function(call);
    bool known = LLVMIsAFunction(callee) != NULL;
    LLVMTypeRef called = LLVMGetCalledFunctionType(call);
    if (!LLVMIsFunctionVarArg(called) && (!known || LLVMGlobalGetValueType(callee) == called)) {
        return;
    }
    if (!known) {
        refuse(translation, call,
               "a function with `...` called through a pointer: call it by its name");
        return;
    }
    LLVMTypeRef type = LLVMGlobalGetValueType(callee);
    bool shaped = LLVMIsDeclaration(callee);
    if (!shaped && (LLVMIsFunctionVarArg(type) || !fits(type, call))) {
        refuse(translation, call,
               "a call of %s that does not fit its definition: give its parameters "
               "in the declaration, too",
               value_name(callee));
        return;
    }
    LLVMValueRef made = build_call(translation, call, callee, shaped);
    if (made != NULL) {
        replace_instruction(call, LLVMGetFirstUse(call) != NULL ? made : NULL);
    }
}

void replace_variadic_calls(struct translation *translation) {
    for_each_instruction(translation, give_shape);
}
