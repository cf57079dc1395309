/*
 * A region gets the variables that it shares by their addresses, and clang loads `n` or `data` anew
 * for each iteration. Where the region only reads such a variable, and nothing but regions has its
 * address, nobody can write it while the region runs: one load is as good as many, for the answer
 * and for every finding.
 */
#include "translate.h"

#include <string.h>

enum { DEEPEST = 5 };

static bool is_region(LLVMValueRef function) {
    return strstr(value_name(function), "omp_outlined") != NULL;
}

static LLVMValueRef behind_casts(LLVMValueRef value) {
    while ((LLVMIsAConstantExpr(value) != NULL && LLVMGetConstOpcode(value) == LLVMBitCast) ||
           LLVMIsABitCastInst(value) != NULL) {
        value = LLVMGetOperand(value, 0);
    }
    return value;
}

/* The region that a call starts or is, and how many arguments of the call stand before and after
 * those that are the region's own: fork(place, count, region, …) gives it two numbers first. */
static LLVMValueRef region_of_call(LLVMValueRef call, unsigned *before, unsigned *added) {
    LLVMValueRef callee = called_function(call);
    bool fork = name_starts(called_name(call), "__kmpc_fork_call") ||
                name_starts(called_name(call), "__kmpc_fork_teams");
    LLVMValueRef region = fork ? behind_casts(LLVMGetOperand(call, 2)) : callee;
    *before = fork ? 3 : 0;
    *added = fork ? 2 : 0;
    bool is_one =
        LLVMIsAFunction(region) != NULL && !LLVMIsDeclaration(region) && is_region(region);
    return is_one ? region : NULL;
}

static bool stays_in_regions(LLVMValueRef address, bool *written, unsigned depth);

static bool call_keeps(LLVMValueRef call, LLVMValueRef address, bool *written, unsigned depth) {
    if (name_starts(called_name(call), "llvm.lifetime.")) {
        return true;
    }
    unsigned before, added, count = LLVMGetNumArgOperands(call);
    LLVMValueRef region = region_of_call(call, &before, &added);
    if (region == NULL) {
        return false;
    }
    for (unsigned n = 0; n < count; n++) {
        if (LLVMGetOperand(call, n) == address &&
            (n < before || n - before + added >= LLVMCountParams(region) ||
             !stays_in_regions(LLVMGetParam(region, n - before + added), written, depth + 1))) {
            return false;
        }
    }
    return true;
}

/* Is this address used for loads and stores alone, here and in the regions that get it? */
static bool stays_in_regions(LLVMValueRef address, bool *written, unsigned depth) {
    if (depth > DEEPEST) {
        return false;
    }
    for (EACH_USE(use, address)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool kept = false;
        if (LLVMIsALoadInst(user) != NULL) {
            kept = !LLVMGetVolatile(user);
        } else if (LLVMIsAStoreInst(user) != NULL) {
            *written = true;
            kept = LLVMGetOperand(user, 0) != address;
        } else if (LLVMIsABitCastInst(user) != NULL) {
            kept = stays_in_regions(user, written, depth + 1);
        } else if (LLVMIsACallInst(user) != NULL) {
            kept = call_keeps(user, address, written, depth);
        }
        if (!kept) {
            return false;
        }
    }
    return true;
}

static bool is_constant_in_region(LLVMValueRef parameter, unsigned depth);

/* The address that a call gives for this parameter: a variable that only regions know? */
static bool call_gives_own(LLVMValueRef call, LLVMValueRef region, unsigned parameter,
                           unsigned depth) {
    unsigned before, added;
    if (region_of_call(call, &before, &added) != region || parameter < added) {
        return false;
    }
    bool written = false;
    LLVMValueRef given = behind_casts(LLVMGetOperand(call, parameter - added + before));
    if (LLVMIsAArgument(given) != NULL) {
        return is_constant_in_region(given, depth + 1);
    }
    return LLVMIsAAllocaInst(given) != NULL && stays_in_regions(given, &written, 0);
}

static bool uses_give_own(LLVMValueRef function, LLVMValueRef region, unsigned parameter,
                          unsigned depth) {
    for (EACH_USE(use, function)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool own =
            LLVMIsAConstantExpr(user) != NULL
                ? uses_give_own(user, region, parameter, depth)
                : LLVMIsACallInst(user) != NULL && call_gives_own(user, region, parameter, depth);
        if (!own) {
            return false;
        }
    }
    return true;
}

static bool is_constant_in_region(LLVMValueRef parameter, unsigned depth) {
    LLVMValueRef region = LLVMGetParamParent(parameter);
    bool written = false;
    if (depth > DEEPEST || !is_region(region) || LLVMGetLinkage(region) != LLVMInternalLinkage ||
        !stays_in_regions(parameter, &written, 0) || written) {
        return false;
    }
    unsigned index = 0;
    while (LLVMGetParam(region, index) != parameter) {
        index++;
    }
    return uses_give_own(region, region, index, depth);
}

static unsigned constant_kind(struct translation *translation) {
    return LLVMGetMDKindIDInContext(translation->context, "invariant.load", 14);
}

void mark_constant_loads(struct translation *translation) {
    LLVMMetadataRef empty = LLVMMDNodeInContext2(translation->context, NULL, 0);
    LLVMValueRef mark = LLVMMetadataAsValue(translation->context, empty);
    for (EACH_FUNCTION(f, translation->module)) {
        for (LLVMValueRef p = LLVMIsDeclaration(f) ? NULL : LLVMGetFirstParam(f); p != NULL;
             p = LLVMGetNextParam(p)) {
            if (LLVMGetTypeKind(LLVMTypeOf(p)) != LLVMPointerTypeKind ||
                !is_constant_in_region(p, 0)) {
                continue;
            }
            for (EACH_USE(use, p)) {
                if (LLVMIsALoadInst(LLVMGetUser(use)) != NULL) {
                    LLVMSetMetadata(LLVMGetUser(use), constant_kind(translation), mark);
                }
            }
        }
    }
}

bool is_constant_load(struct translation *translation, LLVMValueRef instruction) {
    return LLVMIsALoadInst(instruction) != NULL &&
           LLVMGetMetadata(instruction, constant_kind(translation)) != NULL;
}
