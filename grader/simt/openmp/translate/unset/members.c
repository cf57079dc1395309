/* Which part of its variable a load or a store takes: members, and elements of small arrays. */
#include "../translate.h"

#include <string.h>

/* Bytes behind the start of what the address comes from; false if only the run knows. */
static bool find_offset(LLVMTargetDataRef layout, LLVMValueRef address, uint64_t *offset) {
    *offset = 0;
    for (; LLVMIsAInstruction(address) != NULL && LLVMIsAAllocaInst(address) == NULL;
         address = LLVMGetOperand(address, 0)) {
        if (LLVMIsABitCastInst(address) != NULL) {
            continue;
        }
        if (LLVMIsAGetElementPtrInst(address) == NULL) {
            return false;
        }
        LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
        for (unsigned n = 1; n < (unsigned)LLVMGetNumOperands(address); n++) {
            LLVMValueRef index = LLVMGetOperand(address, n);
            if (LLVMIsAConstantInt(index) == NULL) {
                return false;
            }
            const unsigned number = (unsigned)LLVMConstIntGetZExtValue(index);
            if (n > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
                *offset += LLVMOffsetOfElement(layout, type, number);
                type = LLVMStructGetTypeAtIndex(type, number);
                continue;
            }
            type = n > 1 ? LLVMGetElementType(type) : type;
            *offset += (uint64_t)LLVMConstIntGetSExtValue(index) * LLVMABISizeOfType(layout, type);
        }
    }
    return LLVMIsAAllocaInst(address) != NULL;
}

bool find_member(LLVMTargetDataRef layout, LLVMValueRef access, struct member *member) {
    const bool loads = LLVMIsALoadInst(access) != NULL;
    LLVMValueRef address = LLVMGetOperand(access, loads ? 0 : 1);
    LLVMTypeRef type = LLVMTypeOf(loads ? access : LLVMGetOperand(access, 0));
    *member = (struct member){.layout = layout, .variable = address_root(address)};
    if (!find_offset(layout, address, &member->begin)) {
        return false;
    }
    member->end = member->begin + LLVMABISizeOfType(layout, type);
    return true;
}

/* Whoever gets the address may set all of it. */
bool is_member_set_by(const struct member *member, LLVMValueRef instruction) {
    struct member set;
    if (LLVMIsAStoreInst(instruction) != NULL) {
        if (address_root(LLVMGetOperand(instruction, 0)) == member->variable) {
            return true;
        }
        return address_root(LLVMGetOperand(instruction, 1)) == member->variable &&
               (!find_member(member->layout, instruction, &set) ||
                (set.begin <= member->begin && set.end >= member->end));
    }
    if (LLVMIsACallInst(instruction) == NULL) {
        return false;
    }
    for (unsigned n = 0; n < LLVMGetNumArgOperands(instruction); n++) {
        LLVMValueRef argument = LLVMGetOperand(instruction, n);
        const bool copied = n == 1 && name_starts(called_name(instruction), "llvm.memcpy.");
        if (!copied && address_root(argument) == member->variable) {
            return true;
        }
    }
    return false;
}

/* The type that the last index of a GEP leads to, by its structures of the source; NULL otherwise.
 */
static LLVMTypeRef type_reached(LLVMValueRef gep) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    for (unsigned n = 2; type != NULL && n < (unsigned)LLVMGetNumOperands(gep); n++) {
        LLVMValueRef index = LLVMGetOperand(gep, n);
        const LLVMTypeKind kind = LLVMGetTypeKind(type);
        if (kind == LLVMStructTypeKind && !LLVMIsLiteralStruct(type)) {
            type = LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index));
        } else {
            type = kind == LLVMArrayTypeKind ? LLVMGetElementType(type) : NULL;
        }
    }
    return type;
}

bool loads_member(LLVMTargetDataRef layout, LLVMValueRef load, struct member *member) {
    if (LLVMIsALoadInst(load) == NULL || strstr(value_name(load), "bf.load") != NULL) {
        return false;
    }
    LLVMValueRef address = LLVMGetOperand(load, 0);
    if (LLVMIsAGetElementPtrInst(address) == NULL || !find_member(layout, load, member) ||
        type_reached(address) != LLVMTypeOf(load)) {
        return false;
    }
    for (; LLVMIsAAllocaInst(address) == NULL; address = LLVMGetOperand(address, 0)) {
        if (LLVMIsAGetElementPtrInst(address) == NULL) {
            return false;
        }
    }
    return true;
}

bool is_member_read_by(const struct member *member, LLVMValueRef instruction) {
    struct member read;
    return loads_member(member->layout, instruction, &read) && read.variable == member->variable &&
           read.begin == member->begin && read.end == member->end;
}
