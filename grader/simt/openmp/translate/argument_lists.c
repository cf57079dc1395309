/*
 * Functions with `...` that the program or the library defines. The caller puts what it gives
 * behind the named parameters into memory of its own, and a parameter more says where. clang has
 * written va_arg out for the host, x86-64: it takes from registers while their offsets are small,
 * then from memory, in steps of 8 bytes. So va_start says that no register is left.
 */
#include "translate.h"

#include <llvm-c/DebugInfo.h>

#include <stdlib.h>
#include <string.h>

enum { SLOT = 8, LIST_BYTES = 24, NO_INTEGERS = 48, NO_REALS = 176, AT_MEMORY = 8, AT_SAVED = 16 };

static const char mark[] = "lockstep-takes-list";

static bool takes_list(LLVMValueRef function) {
    return LLVMIsAFunction(function) != NULL &&
           LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, mark,
                                         sizeof mark - 1) != NULL;
}

/* ---- definitions ----------------------------------------------------------------------------- */

/* The function with a last parameter, a pointer, in place of `...`. */
static void take_pointer(struct translation *translation, LLVMValueRef function) {
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    unsigned count = LLVMCountParamTypes(type);
    LLVMTypeRef *types = calloc(count + 1, sizeof(LLVMTypeRef));
    if (types == NULL) {
        refuse(translation, function, "no memory left");
        return;
    }
    LLVMGetParamTypes(type, types);
    types[count] = translation->pointer;
    type = LLVMFunctionType(LLVMGetReturnType(type), types, count + 1, false);
    free(types);
    LLVMValueRef made = begin_retyping(translation, function, type);
    LLVMAddAttributeAtIndex(
        made, LLVMAttributeFunctionIndex,
        LLVMCreateStringAttribute(translation->context, mark, sizeof mark - 1, "", 0));
    for (unsigned n = 0; n < count; n++) {
        LLVMReplaceAllUsesWith(LLVMGetParam(function, n), LLVMGetParam(made, n));
    }
    end_retyping(function, made);
}

/* ---- va_start, va_copy, va_end --------------------------------------------------------------- */

static void store_at(struct translation *translation, LLVMValueRef list, uint64_t offset,
                     LLVMValueRef value) {
    LLVMValueRef index = constant64(translation, offset);
    LLVMValueRef place =
        LLVMBuildGEP2(translation->builder, LLVMInt8TypeInContext(translation->context),
                      as_bytes(translation, list), &index, 1, "");
    place = LLVMBuildPointerCast(translation->builder, place, LLVMPointerType(LLVMTypeOf(value), 0),
                                 "");
    LLVMBuildStore(translation->builder, value, place);
}

static void start_list(struct translation *translation, LLVMValueRef call) {
    LLVMValueRef list = LLVMGetOperand(call, 0);
    store_at(translation, list, 0, constant32(translation, NO_INTEGERS));
    store_at(translation, list, sizeof(uint32_t), constant32(translation, NO_REALS));
    store_at(translation, list, AT_MEMORY, LLVMGetLastParam(function_of(call)));
    store_at(translation, list, AT_SAVED, LLVMConstNull(translation->pointer));
}

static void write_list_call(struct translation *translation, LLVMValueRef call) {
    const char *name = called_name(call);
    if (!name_starts(name, "llvm.va_")) {
        return;
    }
    LLVMPositionBuilderBefore(translation->builder, call);
    if (name_starts(name, "llvm.va_start")) {
        start_list(translation, call);
    } else if (name_starts(name, "llvm.va_copy")) {
        call_copy(translation, "memcpy", LLVMGetOperand(call, 0), LLVMGetOperand(call, 1),
                  constant64(translation, LIST_BYTES));
    }
    LLVMInstructionEraseFromParent(call);
}

/* ---- calls ----------------------------------------------------------------------------------- */

/* Where an argument lies in the list, and how it is put there. */
struct argument_slot {
    LLVMValueRef value;
    LLVMTypeRef by_value; /* of a structure that `value` points to, or NULL */
    uint64_t offset;
};

static uint64_t place_slot(struct translation *translation, LLVMValueRef call, unsigned at,
                           uint64_t begin, struct argument_slot *slot) {
    LLVMAttributeRef by_value = LLVMGetCallSiteEnumAttribute(call, at + 1, attribute_kind("byval"));
    slot->value = LLVMGetOperand(call, at);
    slot->by_value = by_value != NULL ? LLVMGetTypeAttributeValue(by_value) : NULL;
    LLVMTypeRef type = slot->by_value != NULL ? slot->by_value : LLVMTypeOf(slot->value);
    uint64_t size = LLVMABISizeOfType(translation->layout, type);
    uint64_t align = LLVMABIAlignmentOfType(translation->layout, type) > SLOT ? 2 * SLOT : SLOT;
    slot->offset = (begin + align - 1) / align * align;
    return slot->offset + (size + SLOT - 1) / SLOT * SLOT;
}

static void fill_slot(struct translation *translation, LLVMValueRef list,
                      const struct argument_slot *slot) {
    LLVMValueRef value = slot->value;
    LLVMTypeRef type = LLVMTypeOf(value);
    if (slot->by_value != NULL) {
        LLVMValueRef index = constant64(translation, slot->offset);
        LLVMValueRef to = LLVMBuildGEP2(
            translation->builder, LLVMInt8TypeInContext(translation->context), list, &index, 1, "");
        call_copy(translation, "memcpy", to, value, size_of_type(translation, slot->by_value));
        return;
    }
    /* As the host's registers: the upper half of one that holds an int is zero. */
    if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) < 64) {
        value = LLVMBuildZExt(translation->builder, value, translation->i64, "");
    }
    store_at(translation, list, slot->offset, value);
}

/* The list of what follows the named parameters, in memory of the caller's. */
static LLVMValueRef build_list(struct translation *translation, LLVMValueRef call, unsigned named) {
    unsigned count = LLVMGetNumArgOperands(call);
    struct argument_slot *slots = count > named ? calloc(count - named, sizeof *slots) : NULL;
    if (slots == NULL) {
        return LLVMConstNull(translation->pointer);
    }
    uint64_t bytes = 0;
    for (unsigned n = named; n < count; n++) {
        bytes = place_slot(translation, call, n, bytes, &slots[n - named]);
    }
    LLVMTypeRef type = LLVMArrayType(translation->i64, (unsigned)(bytes / SLOT));
    LLVMValueRef memory = add_variable(translation, call, type, "argument");
    LLVMSetAlignment(memory, 2 * SLOT);
    LLVMValueRef list = as_bytes(translation, memory);
    for (unsigned n = named; n < count; n++) {
        fill_slot(translation, list, &slots[n - named]);
    }
    free(slots);
    return list;
}

static void give_list(struct translation *translation, LLVMValueRef call) {
    if (!calls_function(call) || !takes_list(called_function(call))) {
        return;
    }
    LLVMValueRef function = called_function(call);
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    unsigned named = LLVMCountParamTypes(type) - 1;
    LLVMTypeRef result = LLVMTypeOf(call);
    if (LLVMGetNumArgOperands(call) < named ||
        (LLVMGetReturnType(type) != result && !are_pointers(LLVMGetReturnType(type), result))) {
        refuse(translation, call,
               "a call of %s that does not fit its definition: give its parameters "
               "in the declaration, too",
               value_name(function));
        return;
    }
    LLVMValueRef *arguments = calloc(named + 1, sizeof(LLVMValueRef));
    if (arguments == NULL) {
        refuse(translation, call, "no memory left");
        return;
    }
    LLVMPositionBuilderBefore(translation->builder, call);
    arguments[named] = build_list(translation, call, named);
    for (unsigned n = 0; n < named; n++) {
        arguments[n] = LLVMGetOperand(call, n);
        if (LLVMGetTypeKind(LLVMTypeOf(arguments[n])) == LLVMPointerTypeKind) {
            arguments[n] = LLVMBuildPointerCast(translation->builder, arguments[n],
                                                LLVMTypeOf(LLVMGetParam(function, n)), "");
        }
    }
    LLVMValueRef made =
        LLVMBuildCall2(translation->builder, type, function, arguments, named + 1, "");
    free(arguments);
    copy_call_attributes(made, call, named);
    if (LLVMTypeOf(made) != result) {
        made = LLVMBuildPointerCast(translation->builder, made, result, "");
    }
    replace_instruction(call, LLVMGetFirstUse(call) != NULL ? made : NULL);
}

void pass_argument_lists(struct translation *translation) {
    LLVMValueRef next;
    for (LLVMValueRef f = LLVMGetFirstFunction(translation->module); f != NULL; f = next) {
        next = LLVMGetNextFunction(f);
        if (!LLVMIsDeclaration(f) && LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f))) {
            take_pointer(translation, f);
        }
    }
    for_each_instruction(translation, write_list_call);
    for_each_instruction(translation, give_list);
}
