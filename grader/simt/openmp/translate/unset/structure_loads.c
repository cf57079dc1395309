/*
 * Reads that C does not have, of what nobody may have set. Small structures are passed by value in
 * registers, so all of one is loaded, members that nobody needs as well. A bit-field is set by
 * loading its neighbours, which are stored again as they were. The machine hears of both before the
 * load: the one makes all of a structure count as set where a part of it is, the other sets all of
 * the unit.
 */
#include "../translate.h"

#include <string.h>

static void tell(struct translation *translation, const char *name, LLVMValueRef load,
                 LLVMValueRef address, LLVMTypeRef type) {
    LLVMPositionBuilderBefore(translation->builder, load);
    call_with_bytes(translation, name, address, size_of_type(translation, type));
}

/* ---- bit-fields ------------------------------------------------------------------------------ */

/* Is that, or the same bits with others set, stored where `load` took it from? */
static bool is_stored_again(LLVMValueRef value, LLVMValueRef load, bool may_set) {
    for (EACH_USE(use, value)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (is_store_to(user, LLVMGetOperand(load, 0))) {
            return true;
        }
        if (may_set && LLVMIsABinaryOperator(user) != NULL &&
            LLVMGetInstructionOpcode(user) == LLVMOr && is_stored_again(user, load, false)) {
            return true;
        }
    }
    return false;
}

/* As clang names it and what it makes of it: load, and, or, store. */
static bool is_of_bit_field_set(LLVMValueRef load) {
    if (strstr(value_name(load), "bf.load") == NULL) {
        return false;
    }
    for (EACH_USE(use, load)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsABinaryOperator(user) != NULL && LLVMGetInstructionOpcode(user) == LLVMAnd &&
            is_stored_again(user, load, true)) {
            return true;
        }
    }
    return false;
}

/* ---- structures by value --------------------------------------------------------------------- */

static bool is_structure(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMGetStructName(type) != NULL;
}

/* The structure that the last index of a GEP leads into, or NULL: the first index only moves on. */
static LLVMTypeRef last_structure(LLVMValueRef gep) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    for (int n = 2; n + 1 < LLVMGetNumOperands(gep); n++) {
        LLVMValueRef index = LLVMGetOperand(gep, (unsigned)n);
        const LLVMTypeKind kind = LLVMGetTypeKind(type);
        if (kind == LLVMStructTypeKind && LLVMIsAConstantInt(index) != NULL) {
            type = LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index));
        } else if (kind == LLVMArrayTypeKind) {
            type = LLVMGetElementType(type);
        } else {
            return NULL;
        }
    }
    return LLVMGetNumOperands(gep) > 2 && is_structure(type) ? type : NULL;
}

/* The address of the structure that has the GEP's last index; at the builder's place. */
static LLVMValueRef address_of_structure(struct translation *translation, LLVMValueRef gep) {
    enum { MOST = 8 };
    LLVMValueRef indices[MOST];
    const unsigned count = (unsigned)LLVMGetNumOperands(gep) - 2;
    for (unsigned n = 0; n < count && n < MOST; n++) {
        indices[n] = LLVMGetOperand(gep, n + 1);
    }
    return count > MOST ? NULL
                        : LLVMBuildGEP2(translation->builder, LLVMGetGEPSourceElementType(gep),
                                        LLVMGetOperand(gep, 0), indices, count, "");
}

/* Only given to calls, or the function's result? */
static bool is_passed(LLVMValueRef value) {
    for (EACH_USE(use, value)) {
        LLVMValueRef user = LLVMGetUser(use);
        const bool part = LLVMIsAInsertValueInst(user) != NULL && is_passed(user);
        if (!part && LLVMIsACallInst(user) == NULL && LLVMIsAReturnInst(user) == NULL) {
            return false;
        }
    }
    return LLVMGetFirstUse(value) != NULL;
}

/* What lies at an address that a variable or a GEP gives; NULL: it does not say. */
static LLVMTypeRef type_at(LLVMValueRef address) {
    if (LLVMIsAAllocaInst(address) != NULL) {
        return LLVMGetAllocatedType(address);
    }
    if (LLVMIsAGetElementPtrInst(address) == NULL) {
        return NULL;
    }
    const int last = LLVMGetNumOperands(address) - 1;
    LLVMTypeRef type = last > 1 ? last_structure(address) : LLVMGetGEPSourceElementType(address);
    LLVMValueRef index = LLVMGetOperand(address, (unsigned)last);
    return last < 2 || type == NULL || LLVMIsAConstantInt(index) == NULL
               ? type
               : LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index));
}

/* The same where pointers have no types: part of `{ i64, double }`, or of another type than the
 * structure's that lies there, or so many bytes behind its beginning, as SROA writes it. */
static bool look_at_untyped(struct translation *translation, LLVMValueRef load, bool copied) {
    LLVMValueRef at = LLVMGetOperand(load, 0);
    LLVMTypeRef loaded = LLVMTypeOf(load);
    if (LLVMIsAGetElementPtrInst(at) != NULL) {
        LLVMTypeRef type = LLVMGetGEPSourceElementType(at);
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMGetStructName(type) == NULL) {
            loaded = type;
            at = LLVMGetOperand(at, 0);
        } else if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind && copied) {
            at = LLVMGetOperand(at, 0);
        }
    }
    if (LLVMIsABitCastInst(at) != NULL) {
        return false;
    }
    LLVMTypeRef type = type_at(at);
    type = type == NULL && loaded != LLVMTypeOf(load) ? loaded : type;
    const bool whole =
        type != NULL && LLVMGetTypeKind(type) == LLVMStructTypeKind && type != LLVMTypeOf(load);
    if (whole) {
        tell(translation, "lockstep_whole", load, at, type);
    }
    return whole;
}

/* The whole of a structure in one or two loads of other types (a bitcast shows it), or what SROA
 * made of a copy of it. A member that a program passes is loaded by its own type. */
static void look_at_passed(struct translation *translation, LLVMValueRef load) {
    const bool copied = strstr(value_name(load), ".copyload") != NULL;
    LLVMPositionBuilderBefore(translation->builder, load);
    if (look_at_untyped(translation, load, copied)) {
        return;
    }
    for (LLVMValueRef at = LLVMGetOperand(load, 0); LLVMIsAInstruction(at) != NULL;
         at = LLVMGetOperand(at, 0)) {
        if (LLVMIsABitCastInst(at) != NULL) {
            LLVMValueRef from = LLVMGetOperand(at, 0);
            LLVMTypeRef type = LLVMGetElementType(LLVMTypeOf(from));
            if (is_structure(type)) {
                tell(translation, "lockstep_whole", load, from, type);
                return;
            }
        } else if (LLVMIsAGetElementPtrInst(at) != NULL) {
            LLVMTypeRef type = copied ? last_structure(at) : NULL;
            LLVMValueRef from = type != NULL ? address_of_structure(translation, at) : NULL;
            if (from != NULL) {
                tell(translation, "lockstep_whole", load, from, type);
                return;
            }
        } else {
            return;
        }
    }
}

static void look_at_load(struct translation *translation, LLVMValueRef load) {
    if (LLVMIsALoadInst(load) == NULL) {
        return;
    }
    if (is_of_bit_field_set(load)) {
        tell(translation, "lockstep_set", load, LLVMGetOperand(load, 0), LLVMTypeOf(load));
    } else if (is_passed(load)) {
        look_at_passed(translation, load);
    }
}

void tell_of_wholes(struct translation *translation) {
    for_each_instruction(translation, look_at_load);
}
