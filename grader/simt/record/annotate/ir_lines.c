/* Mark and sweep over the lines of a function: from what has an effect back to what it needs. */
#include "../../array.h"
#include "ir_lines.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CHAIN = 64 };

bool ir_starts(struct ir_piece text, const char *with) {
    const size_t length = strlen(with);
    return text.length >= length && memcmp(text.at, with, length) == 0;
}

const char *ir_find(struct ir_piece in, const char *what) {
    return memmem(in.at, in.length, what, strlen(what));
}

static bool in_name(char c) {
    return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '.' || c == '_' ||
           c == '$' || c == '-';
}

/* The name at '%' or '@', quoted or not. */
struct ir_piece ir_name_at(const char *at, const char *end) {
    const char *to = at + 1;
    if (to < end && *to == '"') {
        const char *quote = memchr(to + 1, '"', (size_t)(end - to - 1));
        to = quote != NULL ? quote + 1 : end;
    } else {
        while (to < end && in_name(*to)) {
            to++;
        }
    }
    return (struct ir_piece){at, (size_t)(to - at)};
}

/* Parts between commas that stand in no parentheses. */
size_t ir_split(struct ir_piece text, struct ir_piece parts[IR_PARTS]) {
    size_t count = 0;
    int depth = 0;
    const char *from = text.at, *end = text.at + text.length;
    for (const char *at = from; at < end && count < IR_PARTS; at++) {
        depth += (strchr("([{<", *at) != NULL) - (strchr(")]}>", *at) != NULL);
        if (*at == ',' && depth == 0) {
            parts[count++] = (struct ir_piece){from, (size_t)(at - from)};
            from = at + 1;
        }
    }
    if (count < IR_PARTS) {
        parts[count++] = (struct ir_piece){from, (size_t)(end - from)};
    }
    return count;
}

struct ir_piece ir_first(struct ir_piece in) {
    int depth = 0;
    size_t n = 0;
    for (; n < in.length; n++) {
        const char c = in.at[n];
        if (depth == 0 && (c == ',' || c == '}' || c == ']' || (c == ' ' && in.at[n + 1] == '}'))) {
            break;
        }
        depth += (strchr("[{<(", c) != NULL) - (strchr("]}>)", c) != NULL);
    }
    return (struct ir_piece){in.at, n};
}

struct ir_piece ir_next(struct ir_piece list, struct ir_piece first) {
    const char *end = list.at + list.length, *at = first.at + first.length;
    at += at < end && *at == ',' ? 2 : 1;
    return at < end ? (struct ir_piece){at, (size_t)(end - at)} : (struct ir_piece){"", 0};
}

uint64_t ir_count(struct ir_piece type, struct ir_piece *element) {
    const bool counts = type.length > 4 && strchr("[<", *type.at) != NULL &&
                        strchr("0123456789", type.at[1]) != NULL;
    const char *by = counts ? ir_find(type, " x ") : NULL;
    *element = by != NULL
                   ? (struct ir_piece){by + 3, (size_t)(type.at + type.length - 1 - (by + 3))}
                   : (struct ir_piece){"", 0};
    return by != NULL ? strtoull(type.at + 1, NULL, 10) : 0;
}

const char *ir_variable_type(const struct ir_line *line) {
    return line->operation == VARIABLE ? line->name.at + line->name.length + strlen(" = alloca ")
                                       : "";
}

/* Nodes stand at the text's end, in the order of their numbers. */
unsigned ir_place(const char *llvm, const char *node, unsigned *column) {
    const unsigned long wanted = strtoul(node + 1, NULL, 10);
    const char *low = llvm, *high = llvm + strlen(llvm);
    unsigned line = 0;
    *column = 0;
    while (low < high) {
        const char *middle = low + (high - low) / 2;
        const char *at = memmem(middle, (size_t)(high - middle), "\n!", 2);
        const unsigned long number = at != NULL ? strtoul(at + 2, NULL, 10) : ULONG_MAX;
        if (number < wanted) {
            low = at + 1;
        } else if (number > wanted) {
            high = middle;
        } else {
            return sscanf(at, "\n!%*u = !DILocation(line: %u, column: %u", &line, column) > 0 ? line
                                                                                              : 0;
        }
    }
    return 0;
}

struct ir_piece ir_members(const char *llvm, struct ir_piece type, bool *packed) {
    if (type.length > 0 && *type.at == '%') {
        char wanted[200];
        const int length =
            snprintf(wanted, sizeof wanted, "\n%.*s = type ", (int)type.length, type.at);
        const char *at = length < (int)sizeof wanted ? strstr(llvm, wanted) : NULL;
        at = at != NULL ? at + length : "";
        type = (struct ir_piece){at, strcspn(at, "\n")};
    }
    *packed = ir_starts(type, "<{");
    const size_t open = *packed ? 3 : 2;
    return (ir_starts(type, "{ ") || *packed) && type.length > open
               ? (struct ir_piece){type.at + open, type.length - open}
               : (struct ir_piece){"", 0};
}

struct ir_piece ir_last_word(struct ir_piece of) {
    const char *blank = of.length > 0 ? memrchr(of.at, ' ', of.length) : NULL;
    const char *at = blank != NULL ? blank + 1 : of.at;
    return (struct ir_piece){at, of.length - (size_t)(at - of.at)};
}

static size_t *slot_of(const struct ir_function *in, struct ir_piece name) {
    uint32_t hash = 2166136261U;
    for (size_t i = 0; i < name.length; i++) {
        hash = (hash ^ (unsigned char)name.at[i]) * 16777619U;
    }
    size_t slot = (hash ^ hash >> 15) & (in->slots - 1);
    while (in->table[slot] != NO_LINE) {
        const struct ir_piece there = in->lines[in->table[slot]].name;
        if (there.length == name.length && memcmp(there.at, name.at, name.length) == 0) {
            break;
        }
        slot = (slot + 1) & (in->slots - 1);
    }
    return &in->table[slot];
}

size_t ir_line_of(const struct ir_function *in, struct ir_piece name) {
    return name.length > 1 && *name.at == '%' ? *slot_of(in, name) : NO_LINE;
}

static const struct {
    const char *word;
    enum ir_operation operation;
} pointers[] = {{"load ", LOAD},
                {"getelementptr ", ELEMENT},
                {"alloca ", VARIABLE},
                {"bitcast ", CAST},
                {"addrspacecast ", CAST}};

static const char pure[] = " add sub mul sdiv udiv srem urem shl lshr ashr and or xor fadd fsub "
                           "fmul fdiv frem fneg icmp fcmp trunc zext sext fptrunc fpext fptosi "
                           "fptoui sitofp uitofp extractelement insertelement shufflevector ";

/* What a line does that defines something, by its first word. */
static enum ir_operation word_of(struct ir_piece text) {
    if (ir_starts(text, "load volatile ") || ir_starts(text, "load atomic ")) {
        return EFFECT;
    }
    for (size_t n = 0; n < sizeof pointers / sizeof *pointers; n++) {
        if (ir_starts(text, pointers[n].word)) {
            return pointers[n].operation;
        }
    }
    char word[24]; /* longer than the longest */
    snprintf(word, sizeof word, " %.*s", (int)text.length, text.at);
    char *behind = strchr(word + 1, ' ');
    if (behind == NULL) {
        return EFFECT;
    }
    behind[1] = '\0';
    return strstr(pure, word) != NULL ? PURE : EFFECT;
}

static enum ir_operation operation_of(struct ir_piece text, struct ir_piece *name) {
    const char *end = text.at + text.length;
    *name = (struct ir_piece){0};
    if (ir_starts(text, "  store ")) {
        return ir_find(text, "!annotation ") != NULL ? NOTHING : STORE;
    }
    if (ir_starts(text, "  call void @llvm.dbg.") ||
        ir_starts(text, "  call void @llvm.lifetime.") || ir_find(text, "!annotation ") != NULL ||
        ir_starts(text, "    #dbg_")) {
        return NOTHING;
    }
    if (!ir_starts(text, "  %")) {
        return EFFECT;
    }
    *name = ir_name_at(text.at + 2, end);
    const char *after = name->at + name->length;
    if (end - after < 3 || memcmp(after, " = ", 3) != 0) {
        *name = (struct ir_piece){0};
        return EFFECT;
    }
    return word_of((struct ir_piece){after + 3, (size_t)(end - after - 3)});
}

/* The variable that a pointer leads into, through elements and casts; NO_LINE if it is none. */
size_t ir_variable_of(const struct ir_function *in, size_t line) {
    for (int n = 0; n < MAX_CHAIN && line != NO_LINE; n++) {
        const struct ir_line *at = &in->lines[line];
        if (at->operation == VARIABLE) {
            return line;
        }
        line = at->operation == ELEMENT || at->operation == CAST ? at->to : NO_LINE;
    }
    return NO_LINE;
}

/* The pointer of an access, an element or a cast. */
static void find_pointer(const struct ir_function *in, struct ir_line *line) {
    struct ir_piece parts[IR_PARTS];
    const size_t count = ir_split(line->text, parts);
    const char *to = line->operation == CAST ? ir_find(parts[0], " to ") : NULL;
    if (line->operation == CAST) {
        struct ir_piece before = {parts[0].at, to != NULL ? (size_t)(to - parts[0].at) : 0};
        line->to = ir_line_of(in, ir_last_word(before));
    } else if (count > 1) {
        line->to = ir_line_of(in, ir_last_word(parts[1]));
    }
}

const char *ir_element_type(const char *at) {
    static const char *const words[] = {"getelementptr ", "inbounds ", "nusw ", "nuw "};
    for (size_t n = 0; n < sizeof words / sizeof *words; n++) {
        at += strncmp(at, words[n], strlen(words[n])) == 0 ? strlen(words[n]) : 0;
    }
    return at;
}

/* "getelementptr inbounds [4 x i32], [4 x i32]* %3, i64 0, i64 4": a number that is no index. */
static bool is_outside(struct ir_piece text) {
    struct ir_piece parts[IR_PARTS];
    const char *array = ir_find(text, "["), *comma = memchr(text.at, ',', text.length);
    if (ir_split(text, parts) < IR_PARTS || array == NULL || array > comma ||
        strcmp(strndupa(parts[2].at, parts[2].length), " i64 0") != 0) {
        return false;
    }
    const struct ir_piece index = ir_last_word(parts[3]);
    const bool number = strspn(index.at, "-0123456789") >= index.length && index.length > 0;
    return number &&
           (*index.at == '-' || strtoull(index.at, NULL, 10) >= strtoull(array + 1, NULL, 10));
}

/* "getelementptr inbounds i32, i32* %17, i64 1" */
static bool is_moved(struct ir_piece text) {
    struct ir_piece parts[IR_PARTS];
    const size_t count = ir_split(text, parts);
    const struct ir_piece index = count > 2 ? ir_last_word(parts[2]) : (struct ir_piece){0};
    return index.length > 0 && strspn(index.at, "-0123456789") >= index.length && *index.at != '0';
}

/* A single variable, whose neighbour is accessed. */
static bool pass(const struct ir_function *in, size_t variable) {
    if (variable == NO_LINE) {
        return false;
    }
    struct ir_line *line = &in->lines[variable];
    line->passed = strchr("[{%<", *ir_variable_type(line)) == NULL;
    return line->passed;
}

/* "call void @_Z7vstore4Dv4_imPi(<4 x i32> %11, i64 1, ptr %12) #7, !dbg !46" */
bool ir_vector_call(struct ir_piece text, struct ir_piece *offset, struct ir_piece *pointer) {
    const char *end = text.at + text.length, *at = ir_find(text, " call ");
    at = at != NULL ? memmem(at, (size_t)(end - at), "@_Z", 3) : NULL;
    at = at != NULL ? at + 3 + strspn(at + 3, "0123456789") : end;
    const struct ir_piece name = {at, (size_t)(end - at)};
    const char *open = ir_starts(name, "vload") || ir_starts(name, "vstore")
                           ? memchr(at, '(', (size_t)(end - at))
                           : NULL;
    struct ir_piece parts[IR_PARTS];
    const size_t count =
        open != NULL ? ir_split((struct ir_piece){open + 1, (size_t)(end - open - 1)}, parts) : 0;
    const char *last = count > 1 ? ir_find(parts[count - 1], "%") : NULL;
    if (last == NULL) {
        return false;
    }
    *offset = ir_last_word(parts[count - 2]);
    *pointer = ir_name_at(last, end);
    return true;
}

/* Whether a variable may hold a pointer to another variable of the function. */
static bool passes_variable(const struct ir_function *in, size_t pointer) {
    bool any = false;
    size_t s = pointer != NO_LINE ? in->lines[pointer].stores : NO_LINE;
    for (; s != NO_LINE; s = in->lines[s].next) {
        struct ir_piece parts[IR_PARTS];
        ir_split(in->lines[s].text, parts);
        const size_t to = ir_variable_of(in, ir_line_of(in, ir_last_word(parts[0])));
        any = pass(in, to) || to != NO_LINE || any;
    }
    return any;
}

/* "%5 = sdiv i32 %4, 0": or by a variable into which this function stores 0 alone. */
static bool divides_by_zero(const struct ir_function *in, const struct ir_line *line) {
    struct ir_piece parts[IR_PARTS];
    const char *divide = ir_find(line->text, "div i"), *rest = ir_find(line->text, "rem i");
    const char *bits = divide != NULL ? divide + 5 : rest != NULL ? rest + 5 : "";
    if ((strncmp(bits, "32 ", 3) != 0 && strncmp(bits, "64 ", 3) != 0) ||
        ir_split(line->text, parts) < 2) {
        return false;
    }
    const size_t value = ir_line_of(in, ir_last_word(parts[1]));
    const bool loaded = value != NO_LINE && in->lines[value].operation == LOAD;
    const size_t from = loaded ? ir_variable_of(in, in->lines[value].to) : NO_LINE;
    size_t store = from != NO_LINE ? in->lines[from].stores : NO_LINE;
    bool zero = loaded ? store != NO_LINE : strncmp(parts[1].at, " 0,", 3) == 0;
    for (; store != NO_LINE && zero; store = in->lines[store].next) {
        ir_split(in->lines[store].text, parts);
        zero = strncmp(ir_last_word(parts[0]).at, "0,", 2) == 0;
    }
    return zero;
}

/* Notes what stores say about variables, divisions by 0, and which elements lie outside: of an
 * array by its index, or perhaps by a step from a variable's address (`int *d = &b; d[1] = 0;`) or
 * as a vector. */
static void note_variables(struct ir_function *in) {
    for (size_t n = 0; n < in->count; n++) {
        struct ir_line *line = &in->lines[n];
        const size_t into = line->operation == STORE ? ir_variable_of(in, line->to) : NO_LINE;
        if (into != NO_LINE) {
            in->lines[into].written = true;
            line->next = in->lines[into].stores;
            in->lines[into].stores = n;
        }
    }
    for (size_t n = 0; n < in->count; n++) {
        struct ir_line *line = &in->lines[n];
        struct ir_piece offset, pointer;
        if (line->operation == EFFECT && ir_vector_call(line->text, &offset, &pointer)) {
            const size_t into = ir_line_of(in, pointer);
            line->wrong = ir_variable_of(in, into) != NO_LINE && *offset.at != '%';
            pass(in, ir_variable_of(in, into));
        }
        if (line->operation != ELEMENT || line->to == NO_LINE) {
            line->wrong |= line->operation == PURE && divides_by_zero(in, line);
            continue;
        }
        const struct ir_line *base = &in->lines[line->to];
        line->wrong =
            base->operation == LOAD
                ? is_moved(line->text) && passes_variable(in, ir_variable_of(in, base->to))
            : base->operation == VARIABLE && is_moved(line->text)
                ? pass(in, line->to)
                : ir_variable_of(in, n) != NO_LINE && is_outside(line->text);
    }
}

static void need(struct ir_function *in, size_t line) {
    if (line != NO_LINE && !in->lines[line].live) {
        in->lines[line].live = true;
        in->waiting[in->waits++] = line;
    }
}

/* A variable that something reads, or whose address goes elsewhere: what is stored there counts. */
static void need_variable(struct ir_function *in, size_t variable) {
    if (variable == NO_LINE || in->lines[variable].read) {
        return;
    }
    in->lines[variable].read = true;
    for (size_t s = in->lines[variable].stores; s != NO_LINE; s = in->lines[s].next) {
        need(in, s);
    }
}

static void need_operands(struct ir_function *in, size_t which) {
    const struct ir_line *line = &in->lines[which];
    const char *end = line->text.at + line->text.length;
    const char *from = line->name.length > 0 ? line->name.at + line->name.length : line->text.at;
    for (const char *at = from; at < end; at++) {
        at = memchr(at, '%', (size_t)(end - at));
        if (at == NULL) {
            break;
        }
        const struct ir_piece name = ir_name_at(at, end);
        const size_t operand = ir_line_of(in, name);
        need(in, operand);
        const bool address =
            operand == line->to &&
            (line->operation == STORE || line->operation == ELEMENT || line->operation == CAST);
        if (!address) {
            need_variable(in, ir_variable_of(in, operand));
        }
        at = name.at + name.length - 1;
    }
}

/* Marks what has an effect, and all that it needs. */
static void mark(struct ir_function *in) {
    in->waits = 0;
    for (size_t n = 0; n < in->count; n++) {
        struct ir_line *line = &in->lines[n];
        const bool elsewhere = line->operation == STORE && ir_variable_of(in, line->to) == NO_LINE;
        if (line->operation == EFFECT || elsewhere) {
            need(in, n);
        }
    }
    while (in->waits > 0) {
        need_operands(in, in->waiting[--in->waits]);
    }
}

bool ir_add_line(struct ir_function *in, struct ir_piece text) {
    if (in->count == IR_LINES) {
        return false;
    }
    size_t room = in->room; /* of both */
    if (!array_grow(&in->waiting, &room, in->count + 1) ||
        !array_grow(&in->lines, &in->room, in->count + 1)) {
        return false;
    }
    struct ir_line *line = &in->lines[in->count++];
    *line = (struct ir_line){.text = text, .to = NO_LINE, .next = NO_LINE, .stores = NO_LINE};
    line->operation = operation_of(text, &line->name);
    return true;
}

/* The names of all lines. */
static bool make_table(struct ir_function *in) {
    size_t slots = 1024;
    while (slots < 2 * in->count) {
        slots *= 2;
    }
    if (slots > in->slots) {
        size_t *table = realloc(in->table, slots * sizeof *table);
        if (table == NULL) {
            return false;
        }
        in->table = table;
        in->slots = slots;
    }
    memset(in->table, 0xff, in->slots * sizeof *in->table);
    for (size_t n = 0; n < in->count; n++) {
        if (in->lines[n].name.length > 0) {
            *slot_of(in, in->lines[n].name) = n;
        }
    }
    return true;
}

bool ir_look(struct ir_function *in) {
    if (!make_table(in)) {
        return false;
    }
    for (size_t n = 0; n < in->count; n++) {
        if (in->lines[n].operation >= LOAD && in->lines[n].operation <= CAST) {
            find_pointer(in, &in->lines[n]);
        }
    }
    note_variables(in);
    mark(in);
    return true;
}

void ir_function_clear(struct ir_function *in) {
    free(in->lines);
    free(in->table);
    free(in->waiting);
    *in = (struct ir_function){0};
}
