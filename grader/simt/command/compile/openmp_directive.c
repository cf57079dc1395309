#include "openmp_directive.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The next word of the line, behind blanks; its length, 0 at anything else. */
static size_t next_word(const char **at) {
    *at += strspn(*at, " \t\f");
    size_t length = 0;
    while (isalpha((unsigned char)(*at)[length])) {
        length++;
    }
    return length;
}

static bool is_word(const char *at, size_t length, const char *word) {
    return strlen(word) == length && strncmp(at, word, length) == 0;
}

#define NAME       "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"
#define ONE_BY_ONE "write omp ordered, and take simd from the loop"

/* Words that a directive's name may be made of, and what to write in the place of those that clang
 * does not read as gcc does. Others are clauses. */
static const struct directive_word {
    const char *word, *instead;
    bool alone;         /* right where no other word stands beside it */
    const char *beside; /* wrong only where this word stands before it */
} words[] = {
    {.word = "parallel"},
    {.word = "for"},
    {.word = "sections"},
    {.word = "ordered"},
    /* clang 14 lets threads run what both of these order at the same time */
    {.word = "simd", .instead = ONE_BY_ONE, .beside = "threads"},
    {.word = "threads", .instead = ONE_BY_ONE, .beside = "simd"},
    {.word = "master"},
    /* clang 14 gives each task a copy of what the threads share */
    {.word = "taskloop",
     .instead = "write omp taskloop on a line of its own, inside of omp parallel and omp master",
     .beside = "parallel"},
    {.word = "teams"},
    {.word = "distribute"},
    {.word = "target"},
    {.word = "atomic"},
    {.word = "capture"},
    {.word = "compare", .instead = "write omp critical"}, /* omp atomic compare */
    {.word = "loop", .instead = "write omp for"},
    {.word = "metadirective", .instead = "write the directive that it chooses"},
    {.word = "error", .instead = "leave it out"}, /* clang knows it from 16 on */
    {.word = "scope", .instead = "give its reduction to omp parallel or omp for"},
    {.word = "masked",
     .instead = "write omp masked on a line of its own, inside of omp parallel",
     .alone = true},
};

static const struct directive_word *word_of_name(const char *at, size_t length) {
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (is_word(at, length, words[i].word)) {
            return &words[i];
        }
    }
    return NULL;
}

/* Words of clauses that clang 14 takes, and then gets wrong: its threads leave other values than
 * gcc's, and read some that nobody wrote. And those that gcc 12 takes and clang 14 does not know:
 * it asks for another version of OpenMP, which it has only a part of. A name's letters behind its
 * last underscore are enough. */
static const struct clause {
    const char *name, *modifier;
    char after; /* the modifier */
    const char *clause, *instead;
} clauses[] = {
    {"lastprivate", "conditional", ':', "lastprivate(conditional:)",
     "find the last value in a loop of its own"},
    {"reduction", "inscan", ',', "reduction(inscan)", "write the scan in two loops"},
    {"default", "firstprivate", ')', "default(firstprivate)", "name them: firstprivate(a, b)"},
    {"default", "private", ')', "default(private)", "name them: private(a, b)"},
    {"grainsize", "strict", ':', "grainsize(strict:)", "leave strict out"},
    {"tasks", "strict", ':', "num_tasks(strict:)", "leave strict out"},
    {"depend", "inoutset", ':', "depend(inoutset:)", "write depend(mutexinoutset: …)"},
};

static bool is_clause(const char *at, size_t length, const struct clause *clause) {
    if (!is_word(at, length, clause->name)) {
        return false;
    }
    at += length;
    at += strspn(at, " \t");
    if (*at++ != '(') {
        return false;
    }
    length = next_word(&at);
    return is_word(at, length, clause->modifier) &&
           at[length + strspn(at + length, " \t")] == clause->after;
}

/* Looks through the rest of a directive, which goes on where a line ends in a backslash. */
static const struct clause *find_clause(const char *at) {
    while (*at != '\0' && (*at != '\n' || at[-1] == '\\')) {
        size_t length = next_word(&at);
        for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++) {
            if (is_clause(at, length, &clauses[i])) {
                return &clauses[i];
            }
        }
        at += length > 0 || *at == '\0' || *at == '\n' ? length : 1;
        at += *at == '\n' && at[-1] == '\\';
    }
    return NULL;
}

/* Is the word in the list at `at`, which ends in a parenthesis? */
static bool is_in_list(const char *at, const char *word, size_t length) {
    while (*at != '\0' && *at != ')') {
        const size_t here = strspn(at, NAME);
        if (here == length && strncmp(at, word, length) == 0) {
            return true;
        }
        at += here > 0 ? here : 1;
    }
    return false;
}

/* Behind the directive, which goes on where a line ends in a backslash. */
static const char *end_of_directive(const char *at) {
    const char *end = strchrnul(at, '\n');
    while (*end == '\n' && end > at && end[-1] == '\\') {
        end = strchrnul(end + 1, '\n');
    }
    return end;
}

/* Behind what stands at `at`, up to the bracket that closes the first one of its kind. */
static const char *behind_brackets(const char *at, char open, char close) {
    int depth = 0;
    do {
        depth += (*at == open) - (*at == close);
        at += *at != '\0';
    } while (depth > 0 && *at != '\0');
    return at;
}

/* Behind the statement, a loop's body: a block, or all up to a semicolon. */
static const char *behind_body(const char *at) {
    at += strcspn(at, "{;");
    return *at == '{' ? behind_brackets(at, '{', '}') : at + (*at == ';');
}

static int depth_between(const char *from, const char *to) {
    int depth = 0;
    for (; from < to; from++) {
        depth += (*from == '{') - (*from == '}');
    }
    return depth;
}

/* Is the variable read from here to the end of the blocks, `depth` deep, before it is set anew? */
static bool is_read_behind(const char *at, int depth, const char *word, size_t length) {
    while (*at != '\0' && depth > 0) {
        depth += (*at == '{') - (*at == '}');
        const size_t here = strspn(at, NAME);
        if (here == length && strncmp(at, word, length) == 0) {
            at += here + strspn(at + here, " \t\f\n");
            return at[0] != '=' || at[1] == '=';
        }
        at += here > 0 ? here : 1;
    }
    return false;
}

/* Does the program use the counter of the loop behind the directive later, by lastprivate or by a
 * read? clang gives back all but the counter of omp taskloop simd. */
static bool gives_counter_back(const char *text, const char *at) {
    const char *end = end_of_directive(at);
    const char *loop = end + strspn(end, " \t\f\n");
    if (strncmp(loop, "for", 3) != 0) {
        return false;
    }
    const char *counter = loop + 3;
    counter += strspn(counter, " \t(");
    const size_t length = strspn(counter, NAME);
    static const char clause[] = "lastprivate";
    for (const char *list = strstr(at, clause); length > 0 && list != NULL && list < end;
         list = strstr(list + 1, clause)) {
        if (is_in_list(list + sizeof clause - 1, counter, length)) {
            return true;
        }
    }
    const bool outer = length > 0 && counter[length + strspn(counter + length, " \t")] == '=';
    const char *rest = behind_body(behind_brackets(loop + strcspn(loop, "("), '(', ')'));
    return outer && is_read_behind(rest, depth_between(text, rest), counter, length);
}

/* Behind `# pragma omp`; NULL: the line is something else. */
static const char *behind_omp(const char *line) {
    static const char *const start[] = {"pragma", "omp"};
    const char *at = line + strspn(line, " \t\f");
    if (*at++ != '#') {
        return NULL;
    }
    for (size_t n = 0; n < sizeof start / sizeof *start; n++) {
        const size_t length = next_word(&at);
        if (!is_word(at, length, start[n])) {
            return NULL;
        }
        at += length;
    }
    return at;
}

/* Reads the directive's name into `found`, and moves behind it; the word of it that clang does not
 * read as gcc does, or NULL. */
static const struct directive_word *read_name(const char **at, struct openmp_unlike *found) {
    const struct directive_word *unlike = NULL, *word;
    size_t count = 0, length;
    size_t used = (size_t)snprintf(found->directive, sizeof found->directive, "omp");
    for (; (length = next_word(at)) > 0 && (word = word_of_name(*at, length)) != NULL;
         *at += length) {
        const bool meant = word->beside == NULL || strstr(found->directive, word->beside) != NULL;
        unlike = word->instead != NULL && meant && unlike == NULL ? word : unlike;
        count++;
        if (used + length + 2 < sizeof found->directive) {
            used += (size_t)snprintf(found->directive + used, sizeof found->directive - used,
                                     " %.*s", (int)length, *at);
        }
    }
    return unlike != NULL && (count > 1 || !unlike->alone) ? unlike : NULL;
}

static bool is_unlike(const char *text, const char *line, struct openmp_unlike *found) {
    const char *at = behind_omp(line);
    if (at == NULL) {
        return false;
    }
    const struct directive_word *unlike = read_name(&at, found);
    if (unlike != NULL) {
        found->instead = unlike->instead;
        return true;
    }
    if (strstr(found->directive, "taskloop simd") != NULL && gives_counter_back(text, at)) {
        snprintf(found->directive, sizeof found->directive, "taskloop simd lastprivate(counter)");
        found->instead = "set the counter after the loop, or leave simd out";
        return true;
    }
    const struct clause *clause = find_clause(at);
    if (clause != NULL) {
        snprintf(found->directive, sizeof found->directive, "%s", clause->clause);
        found->instead = clause->instead;
    }
    return clause != NULL;
}

/* The number in a preprocessor's `# 12 "name"`, of the line behind it; 0 in any other line. */
static unsigned marked_line(const char *line) {
    return line[0] == '#' && line[1] == ' ' ? (unsigned)strtoul(line + 2, NULL, 10) : 0;
}

bool openmp_find_unlike(const char *text, struct openmp_unlike *found) {
    found->line = 1;
    for (const char *line = text; *line != '\0';) {
        const unsigned marked = marked_line(line);
        if (marked == 0 && is_unlike(text, line, found)) {
            return true;
        }
        const char *end = strchrnul(line, '\n');
        for (; line < end; line++) {
            found->line += *line == '\f'; /* a line end that is none for the preprocessor */
        }
        found->line = marked != 0 ? marked : found->line + 1;
        line += *line == '\n';
    }
    return false;
}
