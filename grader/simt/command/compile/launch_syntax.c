#include "launch_syntax.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CONDITIONS = 64 };

/* Where in the source we are: in the body of a function for the device or not. */
struct source_walk {
    const char *text;
    size_t length;
    size_t at;
    bool device;     /* a function for the device was named, and has no body yet */
    int braces;      /* open ones in its body */
    int parentheses; /* open ones before its body */
    int conditions;  /* #if that are open, and the braces that were open there */
    int braces_before[MOST_CONDITIONS];
};

size_t text_past(const char *text, size_t length, size_t at) {
    char first = text[at];
    if (first == '/' && at + 1 < length && (text[at + 1] == '/' || text[at + 1] == '*')) {
        const char *end = text[at + 1] == '/' ? "\n" : "*/";
        const char *found = memmem(text + at + 2, length - at - 2, end, strlen(end));
        return found != NULL ? (size_t)(found - text) + strlen(end) : length;
    }
    if (first != '"' && first != '\'') {
        return at;
    }
    for (size_t i = at + 1; i < length && text[i] != '\n'; i++) {
        if (text[i] == first) {
            return i + 1;
        }
        i += text[i] == '\\';
    }
    return at;
}

bool text_starts(const char *text, size_t length, size_t at, const char *word) {
    size_t size = strlen(word);
    return at + size <= length && memcmp(text + at, word, size) == 0;
}

static bool starts(const struct source_walk *walk, const char *word) {
    return text_starts(walk->text, walk->length, walk->at, word);
}

/* Is this the # of a directive of that name? */
static bool is_directive(const struct source_walk *walk, const char *name) {
    size_t start = walk->at, after = walk->at + 1;
    while (start > 0 && (walk->text[start - 1] == ' ' || walk->text[start - 1] == '\t')) {
        start--;
    }
    while (after < walk->length && (walk->text[after] == ' ' || walk->text[after] == '\t')) {
        after++;
    }
    const struct source_walk there = {.text = walk->text, .length = walk->length, .at = after};
    return (start == 0 || walk->text[start - 1] == '\n') && starts(&there, name);
}

/* Each branch of an #if may open the same brace: only one of them counts. */
static void follow_condition(struct source_walk *walk) {
    if (is_directive(walk, "if")) {
        if (walk->conditions < MOST_CONDITIONS) {
            walk->braces_before[walk->conditions] = walk->braces;
        }
        walk->conditions++;
    } else if (is_directive(walk, "el") && walk->conditions > 0 &&
               walk->conditions <= MOST_CONDITIONS) {
        walk->braces = walk->braces_before[walk->conditions - 1];
    } else if (is_directive(walk, "endif") && walk->conditions > 0) {
        walk->conditions--;
    }
}

static void enter_and_leave(struct source_walk *walk) {
    char next = walk->text[walk->at];
    if (next == '#') {
        follow_condition(walk);
    } else if (walk->braces > 0) {
        walk->braces += next == '{';
        walk->braces -= next == '}';
    } else if (starts(walk, "__global__") || starts(walk, "__device__")) {
        walk->device = true;
        walk->parentheses = 0;
    } else if (walk->device) {
        walk->parentheses += next == '(';
        walk->parentheses -= next == ')';
        if (walk->parentheses <= 0 && (next == ';' || next == '{' || next == '=')) {
            walk->braces = next == '{';
            walk->device = false;
        }
    }
}

/* On to the next launch; false at the end. */
static bool next_launch(struct source_walk *walk) {
    for (; walk->at < walk->length; walk->at++) {
        size_t past = text_past(walk->text, walk->length, walk->at);
        if (past > walk->at) {
            walk->at = past - 1;
        } else if (starts(walk, "<<<")) {
            return true;
        } else {
            enter_and_leave(walk);
        }
    }
    return false;
}

/* Does a function for the device launch a kernel? */
static bool launches_child(const char *text, size_t length) {
    struct source_walk walk = {.text = text, .length = length};
    while (next_launch(&walk)) {
        if (walk.braces > 0) {
            return true;
        }
        walk.at += 3;
    }
    return false;
}

static bool in_name(char letter) {
    return isalnum((unsigned char)letter) || letter == '_' || letter == ':';
}

/* Where the kernel's name before the launch at `at` begins: space::name<arguments>. */
static size_t name_start(const char *text, size_t at) {
    size_t start = at, depth = 0;
    while (start > 0 && isspace((unsigned char)text[start - 1])) {
        start--;
    }
    if (start > 0 && text[start - 1] == '>') {
        do {
            start--;
            depth += text[start] == '>';
            depth -= text[start] == '<';
        } while (start > 0 && depth > 0);
        while (start > 0 && isspace((unsigned char)text[start - 1])) {
            start--;
        }
    }
    while (start > 0 && in_name(text[start - 1])) {
        start--;
    }
    return start;
}

/* Where the >>> of the launch at `at` begins; `length` if there is none. */
static size_t shape_end(const char *text, size_t length, size_t at) {
    int depth = 0;
    for (size_t i = at + 3; i + 3 <= length; i++) {
        size_t past = text_past(text, length, i);
        if (past > i) {
            i = past - 1;
            continue;
        }
        depth += text[i] == '(' || text[i] == '{';
        depth -= text[i] == ')' || text[i] == '}';
        if (depth == 0 && memcmp(text + i, ">>>", 3) == 0) {
            return i;
        }
        if (depth < 0 || text[i] == ';') {
            break;
        }
    }
    return length;
}

char *children_spelled(const char *text, size_t length, size_t *size) {
    struct source_walk walk = {.text = text, .length = length};
    char *spelled = NULL;
    FILE *to = launches_child(text, length) ? open_memstream(&spelled, size) : NULL;
    size_t done = 0;
    if (to == NULL) {
        return NULL;
    }
    fputs("#include <lockstep_children.h>\n#line 1\n", to);
    while (next_launch(&walk)) {
        size_t end = shape_end(text, length, walk.at), name = name_start(text, walk.at);
        if (end < length && name >= done) {
            int shape = (int)(end - walk.at - 3);
            const char *from = text + walk.at + 3;
            fwrite(text + done, 1, name - done, to);
            if (walk.braces > 0) {
                fprintf(to, "LOCKSTEP_CHILD(%.*s) LOCKSTEP_KERNEL(%.*s)", shape, from,
                        (int)(walk.at - name), text + name);
            } else {
                fprintf(to, "%.*s LOCKSTEP_LAUNCH(%.*s)", (int)(walk.at - name), text + name, shape,
                        from);
            }
            done = end + 3;
        }
        walk.at += 3;
    }
    fwrite(text + done, 1, length - done, to);
    if (fclose(to) != 0) {
        free(spelled);
        return NULL;
    }
    return spelled;
}
