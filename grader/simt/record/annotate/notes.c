/* What calls of llvm.dbg.value become. LLVM's C interface reads neither their operands nor local
 * variables' names, so this works on the module's text, as opencl/kernel_description.c does. */
#include "notes.h"

#include "metadata.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

const char *const record_note_flags[] = {"-Xclang", "-debug-info-kind=limited", NULL};

struct notes {
    struct metadata metadata;
    FILE *out;
    unsigned count;       /* of values that had to be widened: their names */
    const char *function; /* the text of the one that is being read */
};

/* One call: "metadata TYPE VALUE, metadata !VARIABLE, metadata !DIExpression(…)". */
struct noted_call {
    char value[512]; /* type and value */
    unsigned long variable;
    char expression[128];
    bool declares;
};

/* How such a call begins, and what stands before its further operands; clang 19 writes records. */
static const struct form {
    const char *begin, *before;
    bool declares;
} forms[] = {{"@llvm.dbg.value(metadata ", "metadata ", false},
             {"@llvm.dbg.declare(metadata ", "metadata ", true},
             {"@llvm.dbg.addr(metadata ", "metadata ", true},
             {"#dbg_value(", "", false},
             {"#dbg_declare(", "", true}};

static bool find_call(const char *line, size_t length, struct noted_call *call) {
    const char *at = NULL, *end = line + length;
    const struct form *form = forms;
    for (; form < forms + sizeof forms / sizeof *forms; form++) {
        at = memmem(line, length, form->begin, strlen(form->begin));
        if (at != NULL) {
            break;
        }
    }
    if (at == NULL || strncmp(line, "declare", 7) == 0) {
        return false;
    }
    at += strlen(form->begin);
    char expression[40], variable[24];
    snprintf(expression, sizeof expression, ", %s!DIExpression(", form->before);
    snprintf(variable, sizeof variable, ", %s!", form->before);
    const char *tail = memmem(at, (size_t)(end - at), expression, strlen(expression));
    const char *middle = NULL;
    for (const char *next = at; tail != NULL && next < tail;) {
        next = memmem(next, (size_t)(tail - next), variable, strlen(variable));
        middle = next != NULL ? next : middle;
        next = next != NULL ? next + 1 : tail;
    }
    if (middle == NULL || (size_t)(middle - at) >= sizeof call->value) {
        return false;
    }
    call->declares = form->declares;
    snprintf(call->value, sizeof call->value, "%.*s", (int)(middle - at), at);
    call->variable = strtoul(middle + strlen(variable), NULL, 10);
    tail += strlen(expression);
    snprintf(call->expression, sizeof call->expression, "%.*s", (int)strcspn(tail, ")\n"), tail);
    return true;
}

/* How a value of an LLVM type gets into PTX: the constraint, the note's width. */
static const struct note_carrier {
    const char *type;
    const char *constraint;
    const char *width;
    const char *wider; /* the type that carries it, or NULL */
} carriers[] = {
    {"i1 ", "h", "b16", "i16"},    {"i8 ", "h", "b16", "i16"}, {"i16 ", "h", "b16", NULL},
    {"i32 ", "r", "b32", NULL},    {"i64 ", "l", "b64", NULL}, {"float ", "f", "b32", NULL},
    {"double ", "d", "b64", NULL},
};
static const struct note_carrier pointer = {"", "l", "b64", NULL};

static const struct note_carrier *find_carrier(const char *value) {
    const char *word = strrchr(value, ' ');
    if (word != NULL && word > value && word[-1] == '*') {
        return word[1] == '%' || word[1] == '@' ? &pointer : NULL;
    }
    for (size_t n = 0; n < sizeof carriers / sizeof *carriers; n++) {
        size_t length = strlen(carriers[n].type);
        if (strncmp(value, carriers[n].type, length) == 0 && word == value + length - 1) {
            return &carriers[n];
        }
    }
    return strncmp(value, "ptr ", 4) == 0 ? &pointer : NULL;
}

/* What clang puts into a variable that nobody has set (-ftrivial-auto-var-init=pattern). */
static bool is_pattern(const char *value) {
    static const char *const patterns[] = {"i8 -86",
                                           "i16 -21846",
                                           "i32 -1431655766",
                                           "i64 -6148914691236517206",
                                           "float 0xFFFFFFFFE0000000",
                                           "double 0xFFFFFFFFFFFFFFFF"};
    for (size_t n = 0; n < sizeof patterns / sizeof *patterns; n++) {
        if (strcmp(value, patterns[n]) == 0) {
            return true;
        }
    }
    return strstr(value, "inttoptr (i64 -6148914691236517206") != NULL;
}

/* Into the text of inline assembly, where $ means something. */
static void put_escaped(FILE *out, const char *text) {
    for (; *text != '\0'; text++) {
        if (*text == '$') {
            fputc('$', out);
        }
        fputc(*text, out);
    }
}

static void put_pragma(struct notes *notes, const struct metadata_variable *variable,
                       const char *kind) {
    fputs(".pragma \\22lockstep variable ", notes->out);
    fputs(kind, notes->out);
    fputc(' ', notes->out);
    put_escaped(notes->out, variable->function);
    fprintf(notes->out, " %u ", variable->argument);
    put_escaped(notes->out, variable->name);
    fputc(' ', notes->out);
    put_escaped(notes->out, variable->type);
    fputs("\\22; ", notes->out);
}

static void put_unused(struct notes *notes, const struct metadata_variable *variable,
                       const char *kind) {
    fputs("  call void asm sideeffect \"", notes->out);
    put_pragma(notes, variable, kind);
    fputs("lockstep.note.b32 0;\", \"\"()\n", notes->out);
}

/* The shapes of shared arrays with several dimensions: PTX knows their bytes only. */
static void put_shapes(struct notes *notes) {
    const char *end = notes->function + strcspn(notes->function, "\n");
    const char *scope = memmem(notes->function, (size_t)(end - notes->function), "!dbg !", 6);
    struct metadata_variable array;
    for (size_t n = 0; scope != NULL && n < notes->metadata.count; n++) {
        if (metadata_array(&notes->metadata, n, strtoul(scope + 6, NULL, 10), &array)) {
            put_unused(notes, &array, "m");
        }
    }
}

/* Debug information may name a value before the instruction that makes it: not so a note. `line` is
 * where the note would stand. Arguments and globals are there from the beginning. */
static bool is_made(const struct notes *notes, const char *name, const char *line) {
    char made[160];
    size_t length = strlen(name);
    if (name[0] != '%' || notes->function == NULL || length > sizeof made - 8) {
        return true;
    }
    length = (size_t)snprintf(made, sizeof made, "\n  %s = ", name);
    if (memmem(notes->function, (size_t)(line - notes->function), made, length) != NULL) {
        return true;
    }
    const char *end = strchrnul(notes->function, '\n');
    length = strlen(name);
    for (const char *at = notes->function; at < end; at++) {
        at = memmem(at, (size_t)(end - at), name, length);
        if (at == NULL) {
            return false;
        }
        if (at[length] == ',' || at[length] == ')') {
            return true;
        }
    }
    return false;
}

static void put_note(struct notes *notes, const struct noted_call *call,
                     const struct metadata_variable *variable, const char *line) {
    const struct note_carrier *carrier = find_carrier(call->value);
    const char *word = strrchr(call->value, ' ');
    bool gone = strstr(call->value, "undef") != NULL || strstr(call->value, "poison") != NULL;
    if (carrier == NULL || word == NULL || gone || call->expression[0] != '\0' ||
        !is_made(notes, word + 1, line)) {
        put_unused(notes, variable, "-");
        return;
    }
    const char *operand = call->value;
    char widened[64];
    bool constant = word[1] != '%' && word[1] != '@';
    if (carrier->wider != NULL && !constant) {
        snprintf(widened, sizeof widened, "%s %%lockstep.note.%u", carrier->wider, notes->count);
        fprintf(notes->out, "  %%lockstep.note.%u = zext %s to %s\n", notes->count++, call->value,
                carrier->wider);
        operand = widened;
    }
    const char *constraint = carrier->constraint;
    if (constant && call->value[0] == 'i') {
        constraint = "n";
    }
    char kind[4] = {call->declares ? '@' : variable->kind, call->declares ? variable->kind : '\0'};
    fputs("  call void asm sideeffect \"", notes->out);
    put_pragma(notes, variable, kind);
    fprintf(notes->out, "lockstep.note.%s $0;\", \"%s\"(%s)\n", carrier->width, constraint,
            operand);
}

/* The second run of the compiler makes lines of the debug information, no more. */
static void put_line(struct notes *notes, const char *line, size_t length) {
    static const char full[] = "emissionKind: FullDebug";
    const char *at = memmem(line, length, full, sizeof full - 1);
    if (at != NULL) {
        fwrite(line, 1, (size_t)(at - line), notes->out);
        fputs("emissionKind: DebugDirectivesOnly", notes->out);
        length -= (size_t)(at - line) + sizeof full - 1;
        line = at + sizeof full - 1;
    }
    fwrite(line, 1, length, notes->out);
    fputc('\n', notes->out);
}

int record_notes(const char *llvm, FILE *out) {
    struct notes notes = {.out = out};
    const char *shaped = NULL; /* the function whose shapes are there */
    if (!metadata_read(&notes.metadata, llvm)) {
        return -1;
    }
    for (const char *line = llvm; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        struct noted_call call;
        struct metadata_variable variable;
        notes.function = strncmp(line, "define ", 7) == 0 ? line : notes.function;
        if (!find_call(line, length, &call)) {
            put_line(&notes, line, length);
        } else if (!is_pattern(call.value) &&
                   metadata_variable(&notes.metadata, call.variable, &variable)) {
            if (shaped != notes.function) {
                put_shapes(&notes);
                shaped = notes.function;
            }
            put_note(&notes, &call, &variable, line);
        }
        line += length + (line[length] == '\n');
    }
    metadata_clear(&notes.metadata);
    return ferror(out) ? -1 : 0;
}
