/* A student's file as a text, and what compilers say of it: a part for each file of this folder. */
#pragma once

#include "../../arena.h"
#include "../../finding.h"
#include "../../lab/lab.h"

#include <stdbool.h>
#include <stddef.h>

/* The text of a C file as a preprocessor reads it, before it obeys any directive. */

/* The file with blanks for comments and literals, and with continued lines joined: a form feed
 * stands for each line end that is none for the preprocessor. Lines count as '\n' and '\f' do.
 * `raw`: R"x(…)x" is a literal, as it is for some compilers. The arena's. */
const char *code_of(struct arena *arena, const char *source, bool raw);

/* A letter, digit or underscore? */
bool code_is_word(char c);

/* A word or number in code. */
struct code_word {
    const char *at;
    size_t length;
};

/* The one that begins at `at`, or the next one behind; its length is 0 where there is none. */
struct code_word code_word_at(const char *at);
struct code_word code_next_word(const char *at);

bool code_word_is(struct code_word word, const char *text);
bool code_same_word(struct code_word a, struct code_word b);

/* Is it one of the texts, behind whose last one is NULL? */
bool code_word_is_among(struct code_word word, const char *const *texts);

/* The word of a directive (`if` of `  # if X`, `12` of `# 12 "name"`); at NULL in any other line.
 */
struct code_word code_directive(const char *line);

/* Lines of code up to `end`. */
int code_lines(const char *code, const char *end);

/* Lines that a preprocessor left, without the markers (`# 12 "histogram.c" 2`) that tell where the
 * next ones are from. */
struct line_reader {
    const char *at, *end, *next; /* the line that was read last; the one after it */
    const char *file;            /* that it is from, up to the quote; NULL: no marker yet */
    size_t file_length;
    int line; /* its number there */
};

struct line_reader lines_of(const char *text);

/* The next line that is no marker; false at the end of the text. */
bool lines_next(struct line_reader *reader);

bool line_is_from(const struct line_reader *reader, const char *file);

/* What the two compilers' macros stand for, those of their headers too: is a name the same for both
 * of them? */

/* A compiler's macros by name, as they are at the end of a file. */
struct macros;

/* Of what `-E -dD` printed. The text must live as long as the macros, which are the arena's. */
struct macros *macros_of(struct arena *arena, const char *preprocessed);

/* How much must be the same. */
enum macros_measure {
    MACROS_VALUE,    /* numbers by their value, macros with arguments by what they ask for */
    MACROS_SPELLING, /* every character: a macro's # makes text of it */
};

/* Both compilers' macros, and how much of them must be the same. */
struct views {
    const struct macros *gcc, *clang;
    enum macros_measure measure;
};

/* Is the word, as part of a program, the same for both? True of what neither defines. */
bool macros_agree(const struct views *views, struct code_word word);

/* `_Generic` in a student's file: does it choose the same for gcc and for clang? */

/* What a preprocessor left: of the student's own lines, without directives, and of all files. */
struct generic_text {
    const char *own, *whole;
};

/* NULL when each `_Generic` in the student's lines chooses by the type of variables, members,
 * elements and numbers, which is the same for all compilers; else the place of one that might not,
 * such as by a field of bits. */
const char *generic_find(const struct generic_text *texts);

/* One file, two compilers: gcc makes the program that answers, clang the one that the machine
 * watches. A file that is another program for each of them is not judged by what it is. */

/* Compares what `-E -dD` of gcc and of clang made of the student's file `name`, whose own text is
 * `source`. A finding (forbidden) when a part between #if and #endif is there for one of them only,
 * or when the code names a macro that each of them predefines in its own way; else NULL. The
 * finding is the arena's. */
struct finding *difference_find(struct arena *arena, const char *name, const char *source,
                                const char *gcc, const char *clang);

/* What a student's file may not do, found before any of it runs: in its preprocessed text and in
 * its symbols. */

/* Looks for directives that give lines another file's name or another number (`#line`, `# 12`) in
 * the text of the student's file `name`: whose a line is, and which, must show. NULL when there are
 * none. */
struct finding *forbidden_directives(struct arena *arena, const char *name, const char *source);

/* Looks for words that keep code from being judged (inline assembly, names of one compiler,
 * OpenMP's choice between implementations) in text that the preprocessor made of a student's file.
 * All lines count but those of files that lie where the system's are. NULL when there are none. */
struct finding *forbidden_text(struct arena *arena, const char *preprocessed);

/* Which undefined symbols count. The CUDA front door's own calls are in the objects that it makes:
 * there the kit's names are not looked for. */
enum { FORBID_KIT = 1, FORBID_OUTSIDE = 2 };

/* Looks at `nm -g -P` output of the student's objects: functions that a lab never needs and that
 * reach out of it (`uses`: an or of the above), and definitions that would replace the C library's,
 * OpenMP's or the kit's. NULL when all is well. */
struct finding *forbidden_symbols(struct arena *arena, const char *name, const char *symbols,
                                  unsigned uses);

/* Reading what compilers, linkers and nm print. */

/* The first error of a compiler or linker: file, line and message where it says them. NULL when
 * there is none. */
struct finding *diagnostics_first_error(struct arena *arena, const struct lab *lab,
                                        const char *output);

/* The line by which a compiler tells of trouble of its own: it crashed, or does not know a flag
 * that the kit gave it. NULL where none does: what an #error says stands behind a place in the
 * file. */
const char *diagnostics_own_trouble(struct arena *arena, const char *output);

/* The output without paths of the jail (/box/, /out/) and control bytes, at most 8 KiB. */
const char *diagnostics_clean(struct arena *arena, const char *output);

/* `known` and the names that `nm -g -P` output says are defined, each between newlines. */
const char *diagnostics_defined(struct arena *arena, const char *known, const char *symbols);

/* Is the name among them? */
bool diagnostics_is_defined(const char *defined, const char *name);
