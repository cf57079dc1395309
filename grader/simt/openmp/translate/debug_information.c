/*
 * What debug information is for here: source lines, and the names of local variables. LLVM's C
 * interface tells neither a local variable's name nor lets one choose what is emitted, so this
 * works on the module's text: it notes the names, drops what describes variables, and asks for
 * lines only. (PTX with all of DWARF would be three times as long; one of its marks makes LLVM 14
 * crash.)
 */
#include "../../array.h"
#include "translate.h"

#include "types.h"

#include <llvm-c/IRReader.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct declared_variable {
    char function[128], value[128], name[128];
    unsigned long number; /* of the metadata that holds the name; of a global, of its type, too */
    bool copy;            /* clang's, for a clause such as private or reduction */
};

struct debug {
    struct declared_variable *variables;
    size_t count, room;
    struct types types;
    char function[128]; /* whose lines are being read */
    bool keeps;         /* what describes variables */
    bool failed;
};

static void copy_word(char *to, size_t size, const char *from, const char *stops) {
    snprintf(to, size, "%.*s", (int)strcspn(from, stops), from);
}

/* NULL without memory. */
static struct declared_variable *next_variable(struct debug *debug) {
    if (!array_grow(&debug->variables, &debug->room, debug->count + 1)) {
        debug->failed = true;
        return NULL;
    }
    return &debug->variables[debug->count++];
}

/* @grid = internal global [4 x i32] zeroinitializer, align 16, !dbg !5 */
static void note_global(struct debug *debug, const char *line) {
    static const char mark[] = ", !dbg !";
    const char *number = strstr(line, mark);
    struct declared_variable *variable = number != NULL ? next_variable(debug) : NULL;
    if (variable != NULL) {
        *variable =
            (struct declared_variable){.number = strtoul(number + sizeof mark - 1, NULL, 10)};
        const bool quoted = line[1] == '"';
        copy_word(variable->value, sizeof variable->value, line + 1 + quoted, quoted ? "\"" : " ");
    }
}

static void note_function(struct debug *debug, const char *line) {
    const char *name = strchr(line, '@');
    if (name != NULL) {
        bool quoted = name[1] == '"';
        copy_word(debug->function, sizeof debug->function, name + 1 + quoted, quoted ? "\"" : "(");
    }
}

/* call void @llvm.dbg.declare(metadata T* %vla, metadata !41, …), or #dbg_declare(ptr %vla, !41, …)
 */
static void note_variable(struct debug *debug, const char *line) {
    const char *value = strchr(line, '%');
    const char *number = value != NULL ? strchr(value, '!') : NULL;
    if (number == NULL || !isdigit((unsigned char)number[1])) {
        return;
    }
    for (const char *type; (type = strchr(value + 1, '%')) != NULL && type < number;) {
        value = type; /* %struct.point* %p: the last one is the variable */
    }
    struct declared_variable *variable = next_variable(debug);
    if (variable == NULL) {
        return;
    }
    *variable = (struct declared_variable){.number = strtoul(number + 1, NULL, 10)};
    memcpy(variable->function, debug->function, sizeof variable->function);
    copy_word(variable->value, sizeof variable->value, value + 1 + (value[1] == '"'), "\",");
}

/* !41 = !DILocalVariable(name: "a", … */
static void note_name(struct debug *debug, const char *line) {
    static const char mark[] = "!DILocalVariable(name: \"";
    const char *name = strstr(line, mark);
    unsigned long number = strtoul(line + 1, NULL, 10);
    for (size_t n = 0; name != NULL && n < debug->count; n++) {
        if (debug->variables[n].number == number) {
            copy_word(debug->variables[n].name, sizeof debug->variables[n].name,
                      name + sizeof mark - 1, "\"");
            debug->variables[n].copy = strstr(line, "DIFlagArtificial") != NULL;
        }
    }
}

static bool describes_variable(const char *line) {
    const char *first = line + strspn(line, " ");
    return name_starts(first, "call void @llvm.dbg.") ||
           name_starts(first, "tail call void @llvm.dbg.") || name_starts(first, "#dbg_");
}

/* Metadata, with words replaced. */
static void write_metadata(const char *line, FILE *to) {
    static const struct {
        const char *word, *instead;
    } words[] = {{"emissionKind: FullDebug", "emissionKind: DebugDirectivesOnly"},
                 {"emissionKind: LineTablesOnly", "emissionKind: DebugDirectivesOnly"},
                 {"DIFlagAllCallsDescribed", "DIFlagPrototyped"}};
    while (*line != '\0') {
        size_t n = 0;
        while (n < sizeof words / sizeof *words && !name_starts(line, words[n].word)) {
            n++;
        }
        if (n < sizeof words / sizeof *words) {
            fputs(words[n].instead, to);
            line += strlen(words[n].word);
        } else {
            fputc(*line++, to);
        }
    }
}

static void read_line(struct debug *debug, const char *line, FILE *to) {
    if (name_starts(line, "define ")) {
        note_function(debug, line);
    } else if (describes_variable(line)) {
        if (strstr(line, "declare(") != NULL) {
            note_variable(debug, line);
        }
        if (!debug->keeps) {
            return;
        }
    }
    if (*line == '@') {
        note_global(debug, line);
    }
    if (*line == '!') {
        debug->failed |= !types_add(&debug->types, line);
        note_name(debug, line);
        write_metadata(line, to);
    } else {
        fputs(line, to);
    }
    fputc('\n', to);
}

/* Could clang have given this name to a variable of its own? */
static bool is_shared_name(const char *name) {
    bool shared = false;
    for (const char *const *own = clangs_variables; *own != NULL; own++) {
        shared |= name_starts(name, *own);
    }
    return shared;
}

/* a.17: what stands before the dot is the source's (stack_variables.c). a.17.copy: see
 * is_copy_of_clause().
 */
static void rename_variable(const struct debug *debug, size_t n, LLVMValueRef value) {
    const struct declared_variable *variable = &debug->variables[n];
    if (*variable->name == '\0' || *variable->name == '.' ||
        (strcmp(variable->name, variable->value) == 0 && !variable->copy &&
         !is_shared_name(variable->name))) {
        return;
    }
    char name[160];
    snprintf(name, sizeof name, "%s.%zu%s", variable->name, n, variable->copy ? ".copy" : "");
    LLVMSetValueName2(value, name, strlen(name));
}

static bool is_local(LLVMValueRef instruction, const char *name) {
    return LLVMIsAAllocaInst(instruction) != NULL && strcmp(value_name(instruction), name) == 0;
}

/* The variable (an alloca) of a function that clang gave that name; NULL: it went. Most often it is
 * the next one after `last`, the one that was found before; NULL: there is none. */
static LLVMValueRef find_local(LLVMModuleRef module, const struct declared_variable *variable,
                               LLVMValueRef last) {
    LLVMValueRef function = LLVMGetNamedFunction(module, variable->function);
    if (function == NULL) {
        return NULL;
    }
    LLVMValueRef next = last != NULL ? LLVMGetNextInstruction(last) : NULL;
    if (next != NULL && is_local(next, variable->value) && function_of(next) == function) {
        return next;
    }
    for (EACH_BLOCK(block, function)) {
        for (EACH_INSTRUCTION(i, block)) {
            if (is_local(i, variable->value)) {
                return i;
            }
        }
    }
    return NULL;
}

static unsigned long type_of(const struct debug *debug, const struct declared_variable *variable) {
    unsigned long number = variable->number;
    if (*variable->function == '\0') { /* !5 = !DIGlobalVariableExpression(var: !6, … */
        number = types_field(&debug->types, number, "(var: !");
    }
    return types_field(&debug->types, number, " type: !");
}

static bool describe_variables(struct translation *translation, const struct debug *debug,
                               LLVMModuleRef module) {
    struct typed *typed = calloc(debug->count + 1, sizeof *typed);
    LLVMValueRef last = NULL;
    for (size_t n = 0; typed != NULL && n < debug->count; n++) {
        const struct declared_variable *variable = &debug->variables[n];
        const bool global = *variable->function == '\0';
        typed[n].value = global ? LLVMGetNamedGlobal(module, variable->value)
                                : find_local(module, variable, last);
        last = global ? last : typed[n].value;
        typed[n].type = type_of(debug, variable);
        if (typed[n].value != NULL) {
            shape_variable(translation, &debug->types, typed[n].value, typed[n].type);
        }
        if (typed[n].value != NULL && !global) {
            rename_variable(debug, n, typed[n].value);
        }
    }
    if (typed != NULL) {
        shape_allocations(translation, module, &debug->types, typed, debug->count);
    }
    free(typed);
    return typed != NULL;
}

bool is_copy_of_clause(LLVMValueRef variable) {
    const char *dot = strrchr(value_name(variable), '.');
    return dot != NULL && strcmp(dot, ".copy") == 0;
}

static LLVMModuleRef read_again(struct translation *translation, struct debug *debug, char *text,
                                struct error *error) {
    char *edited = NULL, *message = NULL;
    size_t length = 0;
    LLVMModuleRef module = NULL;
    FILE *to = open_memstream(&edited, &length);
    for (char *line = text, *end; to != NULL && *line != '\0'; line = end) {
        end = line + strcspn(line, "\n");
        end += *end == '\n' ? (*end = '\0', 1) : 0;
        read_line(debug, line, to);
    }
    if (to == NULL || fclose(to) != 0 || debug->failed) {
        error_set(error, "no memory left for the program's text");
    } else {
        LLVMMemoryBufferRef buffer =
            LLVMCreateMemoryBufferWithMemoryRangeCopy(edited, length, "program");
        if (LLVMParseIRInContext(translation->context, buffer, &module, &message)) {
            error_set(error, "LLVM cannot read what it wrote: %s", message);
            LLVMDisposeMessage(message);
            module = NULL;
        }
    }
    free(edited);
    return module;
}

LLVMModuleRef reduce_debug_info(struct translation *translation, LLVMModuleRef module,
                                struct error *error) {
    struct debug debug = {.keeps = translation->notes};
    size_t length;
    char *source = strdup(LLVMGetSourceFileName(module, &length));
    char *text = LLVMPrintModuleToString(module);
    LLVMDisposeModule(module);
    LLVMModuleRef reduced = read_again(translation, &debug, text, error);
    if (reduced != NULL && !describe_variables(translation, &debug, reduced)) {
        error_set(error, "no memory left for the program's variables");
        LLVMDisposeModule(reduced);
        reduced = NULL;
    }
    LLVMDisposeMessage(text);
    if (reduced != NULL) {
        LLVMSetSourceFileName(reduced, source != NULL ? source : "", length);
    }
    types_release(&debug.types);
    free(source);
    free(debug.variables);
    return reduced;
}
