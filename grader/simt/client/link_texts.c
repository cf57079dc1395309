#include "link_texts.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum linkage { LOCAL, EXTERN, WEAK, VISIBLE };

/* A piece of PTX: words keep their dots, as in ld.global.u32 or .visible. */
struct link_piece {
    const char *text;
    size_t length;
    enum { PIECE_END, PIECE_WORD, PIECE_NUMBER, PIECE_MARK, PIECE_OTHER } kind;
};

/* A function or variable of a module, as one text declares it. */
struct symbol {
    const char *name;
    size_t length;
    const char *linkage_at; /* its .weak or .visible; NULL: LOCAL */
    enum linkage linkage;
    bool function;
    bool shared;
    bool renamed;
};

struct symbols {
    struct symbol *items;
    size_t count;
    bool failed; /* no memory */
};

static bool is_word_character(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '%' || c == '.';
}

static size_t length_of_other(const char *at) {
    const char *end = at + 1;
    if (strncmp(at, "//", 2) == 0) {
        end = at + strcspn(at, "\n");
    } else if (strncmp(at, "/*", 2) == 0) {
        end = strstr(at + 2, "*/");
        return end != NULL ? (size_t)(end + 2 - at) : strlen(at);
    } else if (*at == '"') {
        end += strcspn(end, "\"");
        end += *end == '"';
    }
    return (size_t)(end - at);
}

static struct link_piece next_piece(const char *at) {
    struct link_piece piece = {.text = at, .length = 0, .kind = PIECE_END};
    if (*at == '\0') {
        return piece;
    }
    while (is_word_character(at[piece.length])) {
        piece.length++;
    }
    if (piece.length > 0) {
        piece.kind = isdigit((unsigned char)*at) ? PIECE_NUMBER : PIECE_WORD;
        return piece;
    }
    piece.length = length_of_other(at);
    piece.kind = piece.length == 1 && !isspace((unsigned char)*at) ? PIECE_MARK : PIECE_OTHER;
    return piece;
}

static bool is_word(const struct link_piece *piece, const char *word) {
    return piece->kind == PIECE_WORD && piece->length == strlen(word) &&
           memcmp(piece->text, word, piece->length) == 0;
}

/* ---- what a text declares -------------------------------------------------------------------- */

static struct symbol *find(const struct symbols *symbols, const char *name, size_t length) {
    for (size_t n = 0; n < symbols->count; n++) {
        if (symbols->items[n].length == length &&
            memcmp(symbols->items[n].name, name, length) == 0) {
            return &symbols->items[n];
        }
    }
    return NULL;
}

static void add(struct symbols *symbols, const struct symbol *symbol) {
    struct symbol *known = find(symbols, symbol->name, symbol->length);
    if (known != NULL) { /* declared, then defined */
        if (known->linkage == EXTERN ||
            (symbol->linkage != EXTERN && symbol->linkage > known->linkage)) {
            known->linkage = symbol->linkage;
            known->linkage_at = symbol->linkage_at;
        }
        return;
    }
    struct symbol *larger = realloc(symbols->items, (symbols->count + 1) * sizeof *larger);
    if (larger == NULL) {
        symbols->failed = true;
        return;
    }
    symbols->items = larger;
    symbols->items[symbols->count++] = *symbol;
}

/* Reads a word in front of a symbol's name: how it is linked, and what it is. */
static bool take_word(struct symbol *symbol, const struct link_piece *piece, bool *kind_known) {
    static const struct {
        const char *word;
        enum linkage linkage;
    } linkages[] = {{".extern", EXTERN}, {".weak", WEAK}, {".common", WEAK}, {".visible", VISIBLE}};
    for (size_t n = 0; n < sizeof linkages / sizeof *linkages; n++) {
        if (is_word(piece, linkages[n].word)) {
            symbol->linkage = linkages[n].linkage;
            symbol->linkage_at = piece->text;
            return true;
        }
    }
    bool entry = is_word(piece, ".entry"), function = is_word(piece, ".func") || entry;
    bool shared = is_word(piece, ".shared");
    if (function || shared || is_word(piece, ".global") || is_word(piece, ".const")) {
        symbol->linkage = entry && symbol->linkage == LOCAL ? VISIBLE : symbol->linkage;
        symbol->function = function;
        symbol->shared = shared;
        *kind_known = true;
        return true;
    }
    return piece->text[0] == '.';
}

/* OpenCL's PTX does not say how functions are linked: without a body, another text has it. */
static struct symbols declared(const char *text) {
    struct symbols symbols = {0};
    struct symbol symbol = {0};
    bool kind_known = false;
    int depth = 0;
    struct link_piece piece = next_piece(text);
    for (; piece.kind != PIECE_END; piece = next_piece(piece.text + piece.length)) {
        char mark = piece.kind == PIECE_MARK ? *piece.text : '\0';
        depth += (mark == '{' || mark == '(') - (mark == '}' || mark == ')');
        if (depth == 0 && (mark == ';' || mark == '}')) {
            bool body = mark == '}' || !symbol.function;
            symbol.linkage = symbol.linkage == LOCAL && !body ? EXTERN : symbol.linkage;
            if (symbol.name != NULL) {
                add(&symbols, &symbol);
            }
            symbol = (struct symbol){0};
            kind_known = false;
        } else if (depth == 0 && piece.kind == PIECE_WORD && symbol.name == NULL &&
                   !take_word(&symbol, &piece, &kind_known) && kind_known) {
            symbol.name = piece.text;
            symbol.length = piece.length;
        }
    }
    return symbols;
}

static bool defines(const struct symbols *symbols, const struct symbol *wanted) {
    const struct symbol *found = find(symbols, wanted->name, wanted->length);
    return found != NULL && (found->linkage == VISIBLE || found->linkage == WEAK);
}

static void clear(struct symbols *all, size_t count) {
    for (size_t n = 0; n < count; n++) {
        free(all[n].items);
    }
    free(all);
}

/* The symbols of each text; NULL: no memory. */
static struct symbols *declared_by_all(const char *const *texts, size_t count) {
    struct symbols *all = calloc(count, sizeof *all);
    for (size_t n = 0; all != NULL && n < count; n++) {
        all[n] = declared(texts[n]);
        if (all[n].failed) {
            clear(all, count);
            return NULL;
        }
    }
    return all;
}

static bool lacks(const struct symbols *all, size_t count, size_t which) {
    for (size_t s = 0; s < all[which].count; s++) {
        const struct symbol *symbol = &all[which].items[s];
        for (size_t n = 0; symbol->linkage == EXTERN && !symbol->shared && n < count; n++) {
            if (n != which && defines(&all[n], symbol)) {
                return true;
            }
        }
    }
    return false;
}

bool link_texts_needed(const char *const *texts, size_t count) {
    struct symbols *all = count > 1 ? declared_by_all(texts, count) : NULL;
    bool needed = false;
    for (size_t n = 0; all != NULL && n < count && !needed; n++) {
        needed = lacks(all, count, n);
    }
    if (all != NULL) {
        clear(all, count);
    }
    return needed;
}

/* ---- one text of several --------------------------------------------------------------------- */

/* Whether a text before this one has that name for something else, or for a copy of the same. */
static bool is_taken(const struct symbols *all, size_t text, const struct symbol *symbol) {
    for (size_t n = 0; n < text; n++) {
        const struct symbol *other = find(&all[n], symbol->name, symbol->length);
        if (other != NULL && (other->linkage != EXTERN || symbol->shared)) {
            return true;
        }
    }
    return false;
}

bool link_texts_own(const char *name, size_t length) {
    static const char unnamed[] = "12_GLOBAL__N_1";
    return (length > 3 && memcmp(name, "_ZL", 3) == 0) ||
           memmem(name, length, unnamed, sizeof unnamed - 1) != NULL;
}

/* What stands twice gets another name, but for variables of templates and the like: one is all. */
static void mark_renamed(struct symbols *all, size_t text) {
    for (size_t s = 0; s < all[text].count; s++) {
        struct symbol *symbol = &all[text].items[s];
        bool own = symbol->linkage == LOCAL || symbol->shared ||
                   (symbol->linkage == WEAK && symbol->function) ||
                   (symbol->linkage == VISIBLE && link_texts_own(symbol->name, symbol->length));
        symbol->renamed = own && is_taken(all, text, symbol);
    }
}

static bool is_second_variable(const struct symbols *all, size_t text, const char *linkage_at) {
    for (size_t s = 0; s < all[text].count; s++) {
        const struct symbol *symbol = &all[text].items[s];
        if (symbol->linkage_at == linkage_at) {
            return symbol->linkage == WEAK && !symbol->function && !symbol->renamed &&
                   is_taken(all, text, symbol);
        }
    }
    return false;
}

/* Numbers of source files: each text has its own. */
enum { FILES_OF_A_TEXT = 4096 };

static void write_word(FILE *out, const struct symbols *all, size_t text,
                       const struct link_piece *piece) {
    if (text > 0 && is_word(piece, ".weak") && is_second_variable(all, text, piece->text)) {
        fputs(".extern", out);
        return;
    }
    fwrite(piece->text, 1, piece->length, out);
    if (text > 0 && piece->text[0] != '.' && piece->text[0] != '%') {
        const struct symbol *symbol = find(&all[text], piece->text, piece->length);
        if (symbol != NULL && symbol->renamed) {
            fprintf(out, "__file%zu", text);
        }
    }
}

static bool is_head(const struct link_piece *piece) {
    return is_word(piece, ".version") || is_word(piece, ".target") ||
           is_word(piece, ".address_size");
}

static void write_text(FILE *out, const struct symbols *all, size_t text, const char *ptx) {
    bool number_of_file = false;
    struct link_piece piece = next_piece(ptx);
    for (; piece.kind != PIECE_END; piece = next_piece(piece.text + piece.length)) {
        if (text > 0 && is_head(&piece)) { /* stands once, at the start */
            piece.length = strcspn(piece.text, "\n");
        } else if (piece.kind == PIECE_NUMBER && number_of_file) {
            fprintf(out, "%lu",
                    strtoul(piece.text, NULL, 10) + (unsigned long)text * FILES_OF_A_TEXT);
        } else if (piece.kind == PIECE_WORD) {
            write_word(out, all, text, &piece);
        } else {
            fwrite(piece.text, 1, piece.length, out);
        }
        number_of_file = is_word(&piece, ".file") || is_word(&piece, ".loc") ||
                         is_word(&piece, "inlined_at") ||
                         (number_of_file && piece.kind == PIECE_OTHER);
    }
    fputc('\n', out);
}

char *link_texts(const char *const *texts, size_t count) {
    char *linked = NULL;
    size_t length = 0;
    struct symbols *all = declared_by_all(texts, count);
    FILE *out = all != NULL ? open_memstream(&linked, &length) : NULL;
    for (size_t n = 0; out != NULL && n < count; n++) {
        mark_renamed(all, n);
        write_text(out, all, n, texts[n]);
    }
    if (all != NULL) {
        clear(all, count);
    }
    if (out == NULL || fclose(out) != 0) {
        free(linked);
        return NULL;
    }
    return linked;
}
