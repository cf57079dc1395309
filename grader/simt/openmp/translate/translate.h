/*
 * The pass: LLVM IR that clang made of C with OpenMP for the host -> PTX text for the machine.
 *
 * What comes in: a program's bitcode, made without optimization, and the C library (../library).
 * Each step is a file; translate_module() (main.c) calls them in the order in which they stand
 * here. ../README.md says what the PTX calls.
 *
 * What can go wrong: the program holds what the machine cannot run, such as a construct of newer
 * OpenMP. Each is refused by its line, with what to write instead (refuse.c), and the exit status
 * is 3. It runs in the jail, since LLVM reads what a student wrote.
 *
 * What is promised: each access to memory of the source is one access of the PTX, at its line, and
 * none is added that a race could be told of.
 */
#pragma once

#include "../../../error.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct translate_options {
    const char *output;   /* file for the PTX, NULL: standard output */
    const char *library;  /* bitcode of the kit's C library, NULL: none */
    const char *answered; /* file with the names that the runtime answers, NULL: take any */
    const char **entries; /* functions that must stay; none: all that the program defines */
    size_t entry_count;
    const char **missing; /* functions that end the program where nobody defines them */
    size_t missing_count;
    const char **inputs; /* bitcode or textual IR */
    size_t input_count;
    bool notes;    /* tell variables' values to those who look on */
    bool print_ir; /* IR instead of PTX, to look at */
};

struct translation {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMTargetMachineRef machine;
    LLVMTargetDataRef layout;
    LLVMTypeRef nothing, i32, i64, pointer; /* pointer: to bytes */
    unsigned refusals;                      /* lines printed by refuse() */
    uint32_t simd_loops;
    bool notes; /* what describes variables stays until note_variables() */
    LLVMMetadataRef *shapes;
    unsigned shape_count, shape_room;
    char *shape_lines; /* what list_shapes() made; NULL: none */
    size_t shape_length;
};

/* ---- steps ----------------------------------------------------------------------------------- */

/* Reads the inputs and the library into one module, and drops what no entry reaches. */
bool load_program(struct translation *translation, const struct translate_options *options,
                  struct error *error);
/* The module again, with the source's names for its variables, and lines as its only debug
 * information. Takes `module`; NULL on errors. */
LLVMModuleRef reduce_debug_info(struct translation *translation, LLVMModuleRef module,
                                struct error *error);
struct types;
/* A variable of the source, and its type's number in debug information. */
struct typed {
    LLVMValueRef value;
    unsigned long type;
};
/* Notes what the variable is made of. */
void shape_variable(struct translation *translation, const struct types *types, LLVMValueRef value,
                    unsigned long type);
/* The same for what malloc() and the like give, by the pointer that it is stored in. */
void shape_allocations(struct translation *translation, LLVMModuleRef module,
                       const struct types *types, const struct typed *typed, size_t count);
/* Notes that a copy (an alloca) of a local variable is made of the same. */
void copy_shape(struct translation *translation, LLVMValueRef to, LLVMValueRef from);
/* The number of a variable's or a call's shape in the PTX; 0: it has none. */
unsigned shape_number(struct translation *translation, LLVMValueRef value);
/* Makes the PTX's lines of them, before LLVM makes other variables of the module's. */
void list_shapes(struct translation *translation);
/* Drops what stands behind conditions that are constants; a part of the step before. */
void drop_what_never_runs(struct translation *translation);
/* Says what cannot be translated, a line each. */
bool refuse_untranslatable(struct translation *translation, const char *answered,
                           struct error *error);
/* Says what shows only before a library is joined and what nobody needs is dropped: functions that
 * run by themselves, another rounding. */
void refuse_in_program(struct translation *translation);
/* The tasks whose clauses clang reads in its own way; a part of the step before. */
void check_task_reductions(struct translation *translation);
/* Barriers that clang puts where the source says nowait; needs them as clang wrote them. */
void drop_barriers_of_nowait(struct translation *translation);
/* Functions with `...` take a pointer to what follows the named parameters; needs va_arg as clang
 * wrote it for x86-64. */
void pass_argument_lists(struct translation *translation);
/* Shifts by too much, and numbers that do not fit an integer, give what x86-64 gives. */
void define_as_host(struct translation *translation);
/* Lets threads work on their own copies of a reduction's sections; needs them as clang wrote them.
 */
void use_copies_of_sections(struct translation *translation);
/* Marks the loops that `omp simd` made; needs them as clang wrote them. */
void mark_simd_loops(struct translation *translation);
/* Tells the machine, before that instruction, where a reduction's copies of the function lie. */
void tell_simd_copies(struct translation *translation, LLVMValueRef before);
/* Keeps in memory the scalars that iterations of the simd loop share: `first` begins its body. */
void keep_simd_scalars(LLVMBasicBlockRef first, LLVMBasicBlockRef head);
/* A thread's part of a reduction stays in a register until it is merged; before passes, too. */
void split_reductions(struct translation *translation);
/* Tells the machine where `initializer` of `omp declare reduction` sets a thread's copy. */
void mark_initializers(struct translation *translation);
/* The end of a target region waits for the tasks made in it. */
void wait_for_target_tasks(struct translation *translation);
/* What the runtime answers gets an address: that of a function which calls it. */
void point_to_own_functions(struct translation *translation);
/* Says nvptx64 in place of the host, and takes the host's words off everything. */
void retarget_module(struct translation *translation);
/* Pointers into arrays as initial values, in the form that LLVM takes. */
void wrap_initialisers(struct translation *translation);
/* Integers of widths that PTX has not, which hold small structures by value, become wider. */
void widen_integers(struct translation *translation);
/* Structures by value become pointers to copies. */
void copy_aggregates(struct translation *translation);
/* Variables of a thread's own are asked for. */
void ask_for_thread_locals(struct translation *translation);
/* Copies of tasks begin unset, and lastprivate hands unset ones on; needs both as clang wrote them.
 */
void keep_unset_copies(struct translation *translation);
/* Before that instruction, which copies it back: what a copy (an alloca) of lastprivate holds from
 * an iteration before the last one is unset. A part of the step before. */
void unset_earlier_iterations(struct translation *translation, LLVMValueRef copy,
                              LLVMValueRef before);
/* Structures whose members only some ways need are moved; needs what regions take along to be
 * moved already. */
void move_structures(struct translation *translation);
/* Clauses copy complex numbers as they copy structures; needs regions as clang wrote them. */
void copy_complex_numbers(struct translation *translation);
/* What firstprivate copies for nobody is not read; needs regions as clang wrote them. */
void drop_unused_captures(struct translation *translation);
/* Where a variable that a region takes along by value may hold nothing, the copy is as unset. */
void keep_unset_captures(struct translation *translation);
/* Has clang made the function of a parallel, teams or target region, or of its body? */
bool is_any_region(LLVMValueRef function);
/* Is that a variable of clang's in which a number becomes the 64 bits that regions take? */
bool is_casted(LLVMValueRef variable);
/* `store x, x.casted; load x.casted`: the x of such a load; else NULL. */
LLVMValueRef casted_value(LLVMValueRef load);
/* Is that where a task keeps its copies? */
bool is_of_task(LLVMValueRef address);
/* Scalars that may be read before they are written do not become registers. */
void keep_unset_variables(struct translation *translation);
/* The same for members of structures, and elements of arrays, whose place is known. */
void keep_unset_members(struct translation *translation);
/* A part of a variable (an alloca): its bytes from `begin` to before `end`. */
struct member {
    LLVMTargetDataRef layout;
    LLVMValueRef variable;
    uint64_t begin, end;
};
/* The part of its variable that a load or store takes; false if only the run knows. */
bool find_member(LLVMTargetDataRef layout, LLVMValueRef access, struct member *member);
/* Does it load one member, or element, as the source says? Not, what a structure is passed in, and
 * not a bit-field, which is set by loading what lies beside it (structure_loads.c). */
bool loads_member(LLVMTargetDataRef layout, LLVMValueRef load, struct member *member);
bool is_member_set_by(const struct member *member, LLVMValueRef instruction);
bool is_member_read_by(const struct member *member, LLVMValueRef instruction);
/* Is it a scalar (an alloca) that the source declares? */
bool is_scalar_of_source(LLVMValueRef variable);
/* Can a load that copies a scalar meet one that nobody has set? */
bool may_hold_nothing(LLVMValueRef load);
/* Neither this variable (an alloca) nor its uses become registers. */
void keep_in_memory(LLVMValueRef variable);
/* A lifetime's begin or end. */
bool is_lifetime_of(LLVMValueRef instruction, LLVMValueRef variable);
/* Has clang made the variable for a clause: a private copy, a loop's counter? */
bool is_copy_of_clause(LLVMValueRef variable);
/* May a way from `start` read the variable (an alloca) before it is set? Copying is reading. */
bool is_read_from(LLVMValueRef start, LLVMValueRef variable);
/* Names that clang gives to variables of its own, with a number behind, which the source may give,
 * too; NULL at the end. */
extern const char *const clangs_variables[];
/* LLVM makes anything of a division by 0: until constants are known, divisors are hidden in calls,
 * and those of a 0 stay. */
void hide_divisors(struct translation *translation);
void keep_divisions_by_zero(struct translation *translation);
/* Passes; every access of the source stays one access. */
bool promote_variables(struct translation *translation, struct error *error);
bool simplify_code(struct translation *translation, struct error *error);
/* Small structures by value, and bit-fields, are loaded with what lies beside them, set or not;
 * needs scalars in registers. */
void tell_of_wholes(struct translation *translation);
/* What a mask of 0 takes away need not be set; needs scalars in registers. */
void tell_of_masks(struct translation *translation);
/* Loads of variables that nobody writes while the region runs that they stand in. */
void mark_constant_loads(struct translation *translation);
bool is_constant_load(struct translation *translation, LLVMValueRef instruction);
/* With options.notes: values of local variables become notes. */
bool note_variables(struct translation *translation, struct error *error);
void replace_intrinsics(struct translation *translation);
void replace_atomics(struct translation *translation);
void replace_variadic_calls(struct translation *translation);
void replace_stack_variables(struct translation *translation);
void rename_symbols(struct translation *translation);
/* What ends the names of the library's own variables; in PTX, "$0library" (observers/openmp). */
#define OF_LIBRARY ".0library"
/* Variables whose initial values point to each other: FORWARD stands before the name there. */
#define FORWARD "lockstep$forward$"
void cut_circles(struct translation *translation);
bool emit_ptx(struct translation *translation, const struct translate_options *options,
              struct error *error);

/* ---- tools ----------------------------------------------------------------------------------- */

/* for (EACH_USE(use, value)) walks a list of LLVM's, which is not to lose what the walk is at. */
#define EACH_FUNCTION(f, module) EACH(LLVMValueRef, Function, f, module)
#define EACH_GLOBAL(g, module)   EACH(LLVMValueRef, Global, g, module)
#define EACH_BLOCK(b, function)  EACH(LLVMBasicBlockRef, BasicBlock, b, function)
#define EACH_INSTRUCTION(i, b)   EACH(LLVMValueRef, Instruction, i, b)
#define EACH_USE(use, value)     EACH(LLVMUseRef, Use, use, value)
#define EACH(type, kind, one, all)                                                                 \
    type one = LLVMGetFirst##kind(all);                                                            \
    one != NULL;                                                                                   \
    one = LLVMGetNext##kind(one)

/* Calls `visit` for each instruction of the module, or of a function; it may replace or erase the
 * one that it is given. */
typedef void visit_instruction(struct translation *translation, LLVMValueRef instruction);
void for_each_instruction(struct translation *translation, visit_instruction *visit);
void for_each_instruction_of(struct translation *translation, LLVMValueRef function,
                             visit_instruction *visit);
/* The same with what else `visit` needs. */
typedef void visit_instruction_with(struct translation *translation, LLVMValueRef instruction,
                                    void *context);
void for_each_instruction_with(struct translation *translation, visit_instruction_with *visit,
                               void *context);
void for_each_instruction_of_with(struct translation *translation, LLVMValueRef function,
                                  visit_instruction_with *visit, void *context);

/* The function of that name; declared if it is not there. */
LLVMValueRef declare_function(struct translation *translation, const char *name, LLVMTypeRef type);
/* Calls name(arguments), at the builder's place, with the arguments' types. */
LLVMValueRef call_runtime(struct translation *translation, const char *name, LLVMTypeRef result,
                          LLVMValueRef *arguments, unsigned count);
/* `value` (a pointer) as a pointer to bytes. */
LLVMValueRef as_bytes(struct translation *translation, LLVMValueRef value);
/* Calls name(to, from, bytes): memcpy, or lockstep_move, which copies unset bytes as unset. LLVM
 * makes loads and stores of a small llvm.memcpy, but knows nothing of these calls. */
void call_copy(struct translation *translation, const char *name, LLVMValueRef to,
               LLVMValueRef from, LLVMValueRef bytes);
/* How many bytes a value of that type has; and a variable (an alloca), at the builder's place. */
LLVMValueRef size_of_type(struct translation *translation, LLVMTypeRef type);
LLVMValueRef size_of_variable(struct translation *translation, LLVMValueRef variable);
/* A variable (an alloca) of the function that has the instruction; the builder's place is then
 * before that. */
LLVMValueRef add_variable(struct translation *translation, LLVMValueRef instruction,
                          LLVMTypeRef type, const char *name);
LLVMValueRef function_of(LLVMValueRef instruction);
/* The function's first instruction that makes no variable. */
LLVMValueRef behind_variables(LLVMValueRef function);
/* A call, and not of assembly. */
bool calls_function(LLVMValueRef instruction);
LLVMValueRef constant32(struct translation *translation, uint64_t value);
LLVMValueRef constant64(struct translation *translation, uint64_t value);
/* A constant string of the module, one for each text; a number other than 0 follows its end as
 * another string. */
LLVMValueRef constant_text(struct translation *translation, const char *text, unsigned number);
/* All uses of `old` become uses of `replacement` (NULL: there are none), and `old` goes. */
void replace_instruction(LLVMValueRef old, LLVMValueRef replacement);
/* What a call calls, behind casts. */
LLVMValueRef called_function(LLVMValueRef call);
/* The name of the function called, "" for a pointer, and of what is no call. */
const char *called_name(LLVMValueRef call);
const char *value_name(LLVMValueRef value);
/* The builder's place becomes that before an instruction uses an operand; of a phi, in the block
 * that the operand comes from. */
void place_before_use(struct translation *translation, LLVMValueRef instruction, unsigned operand);
/* Has the structure (NULL: there is none) a name that starts so? */
bool is_structure_called(LLVMTypeRef type, const char *start);
bool block_is_called(LLVMBasicBlockRef block, const char *start);
/* A number or a pointer, in a register. */
bool is_scalar_type(LLVMTypeRef type);
/* Is the variable (an alloca) one of its type, and no array of a length that only the run knows? */
bool is_single_variable(LLVMValueRef variable);
/* Does clang list a reduction's copies in that variable, for __kmpc_reduce()? */
bool is_reduction_list(LLVMValueRef variable);
/* Calls name(address, bytes). */
void call_with_bytes(struct translation *translation, const char *name, LLVMValueRef address,
                     LLVMValueRef bytes);
bool goes_to(LLVMBasicBlockRef from, LLVMBasicBlockRef to);
/* Blocks of a function, each once. */
struct block_list {
    LLVMBasicBlockRef *blocks;
    size_t count;
};
bool is_listed(const struct block_list *list, LLVMBasicBlockRef block);
/* Lists `first` and all that it leads to without passing `end` (NULL: nothing stops it). False
 * without memory. The caller frees list->blocks. */
bool list_blocks(struct block_list *list, LLVMBasicBlockRef first, LLVMBasicBlockRef end);
/* Any two fit: files that are joined may each have a type of their own for one structure. */
bool are_pointers(LLVMTypeRef one, LLVMTypeRef other);
bool name_starts(const char *name, const char *start);
bool is_store_to(LLVMValueRef instruction, LLVMValueRef address);
/* Behind casts and indices: the variable or the pointer that an address comes from. */
LLVMValueRef address_root(LLVMValueRef address);
/* A function of that type with the body, the attributes and the parameters' names of `function`,
 * whose type differs; the caller gives the old parameters' users new values, and ends it. Then
 * whoever used `function` uses the new one, which takes its name. */
LLVMValueRef begin_retyping(struct translation *translation, LLVMValueRef function,
                            LLVMTypeRef type);
void end_retyping(LLVMValueRef function, LLVMValueRef made);
/* Copies the attributes of a call's result and first arguments. */
void copy_call_attributes(LLVMValueRef to, LLVMValueRef from, unsigned arguments);
/* Prints "FILE:LINE: what: instead" for an instruction or function, and counts it. */
__attribute__((format(printf, 3, 4))) void refuse(struct translation *translation,
                                                  LLVMValueRef where, const char *format, ...);
/* Attributes by LLVM's name; 0 if this LLVM has none of that name. */
unsigned attribute_kind(const char *name);
bool run_passes(struct translation *translation, const char *passes, struct error *error);
