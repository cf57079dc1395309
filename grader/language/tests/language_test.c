/* The program's French: none of the machine's messages lacks it, in any of its columns, and values
 * come back in their places; plurals; sentence by sentence; what is not known stays. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../../finding.h"
#include "../../simt/observers/reports/messages.h"
#include "../language.h"

enum { MOST_VALUES = 24, NAME_BYTES = 40, TEXT_BYTES = 1024 };

static struct language french;

static const char *const ids[MESSAGE_COUNT] = {
#define WORD(name, cuda, opencl, openmp)
#define MESSAGE(id, cuda, opencl, openmp) #id,
#include "../../simt/observers/reports/messages.def"
};

static const bool only_openmp[MESSAGE_COUNT] = {
#define WORD(name, cuda, opencl, openmp)
#define MESSAGE(id, cuda, opencl, openmp)
#define OPENMP(id, text) [MESSAGE_##id] = true,
#include "../../simt/observers/reports/messages.def"
};

/* What only joins values, has no words. */
static bool has_words(const char *pattern) {
    int depth = 0;
    for (; *pattern != '\0'; pattern++) {
        depth += (*pattern == '{') - (*pattern == '}');
        if (depth == 0 && isalpha((unsigned char)*pattern)) {
            return true;
        }
    }
    return false;
}

/* Values as they come, by their names: a place in a file, a number, a part that has French. */
static struct message_value sample(const char *name, long long number) {
    static const struct {
        const char *name, *text;
    } texts[] = {
        {"place", " at f.cu:7"},
        {"why", "the program has no such kernel"},
        {"result", "Nothing was done."},
        {"kind", "leak"},
        {"kernel", "tree"},
        {"name", "partial"},
        {"text", "shuffled"},
        {"finding", "leak"},
        {"array", "no array"},
        {"sentence", "The pointer is null."},
        {"access", "write"},
        {"who", "another thread"},
        {"call", "cudaMemcpy"},
        {"error", "cudaErrorInvalidValue"},
        {"address", "0x7f00"},
        {"held", "lock"},
        {"first", NULL},
        {"fact", "barriers"},
        {"team", "thread 3"},
        {"there", "thread 3 waits there"},
        {"elsewhere", "thread 2 comes to it"},
        {"clauses", "thread 3 waits there"},
        {"clause", "thread 2 comes to it"},
        {"list", "threads 1 and 2"},
        {"lock", "nest lock"},
        {"me", "thread 1 of 4"},
        {"other", "thread 2 of 4"},
        {"mine", "lock"},
        {"theirs", "nest lock"},
        {"variable", "sum"},
        {"milliseconds", "0.5"},
        {"block number", "(1, 2)"},
        {"thread number", "5"},
        {"file", "f.cu"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (strcmp(texts[i].name, name) == 0 && texts[i].text != NULL) {
            return message_string(name, texts[i].text);
        }
    }
    return message_number(name, number);
}

/* The names of all values of a pattern, filled with samples; ended as the catalogue asks for. */
static void fill(const char *pattern, enum simt_dialect dialect, const char *id, long long number,
                 char names[MOST_VALUES][NAME_BYTES], struct message_value values[MOST_VALUES]) {
    size_t count = 0;
    for (const char *at = pattern; (at = strchr(at, '{')) != NULL; at++) {
        const size_t length = strcspn(at + 1, "|}");
        const bool capital = isupper((unsigned char)at[1]) != 0; /* {Thread} is a word, too */
        if (capital || message_word(dialect, at + 1, length) != NULL || count + 1 == MOST_VALUES) {
            continue;
        }
        snprintf(names[count], NAME_BYTES, "%.*s", (int)length, at + 1);
        struct message_value value = sample(names[count], number);
        if (strcmp(id, "BOTH") == 0) {
            value = message_string(names[count], "lock");
        } else if (strstr(id, "_AT") != NULL && strcmp(names[count], "place") == 0) {
            value = message_string(names[count],
                                   strncmp(id, "WAITS", 5) == 0 || strncmp(id, "HOLDS", 5) == 0
                                       ? "the loop at line 3"
                                       : "f.c:7");
        } else if (strcmp(names[count], "place") == 0 && strncmp(id, "CALL", 4) != 0 &&
                   strncmp(id, "LAUNCH", 6) != 0 && strcmp(id, "OBJECT_LEFT") != 0) {
            value = message_string(names[count], "the loop at line 3");
        }
        values[count++] = value;
    }
    values[count] = (struct message_value){NULL, NULL, 0};
}

static bool is_capital_word(const char *pattern) {
    return pattern[0] == '{' && isupper((unsigned char)pattern[1]);
}

static void no_message_lacks_french(void **state) {
    (void)state;
    int lacking = 0;
    for (int message = 0; message < MESSAGE_COUNT; message++) {
        for (int dialect = 0; dialect < SIMT_DIALECT_COUNT; dialect++) {
            const char *pattern =
                message_pattern((enum simt_dialect)dialect, (enum message)message);
            if ((only_openmp[message] && dialect != SIMT_OPENMP) ||
                (!has_words(pattern) && !is_capital_word(pattern)) ||
                strcmp(ids[message], "CALL_PLACE") == 0) {
                continue;
            }
            for (long long number = 1; number < 3; number++) {
                char names[MOST_VALUES][NAME_BYTES], text[TEXT_BYTES];
                struct message_value values[MOST_VALUES];
                struct arena arena = {0};
                fill(pattern, (enum simt_dialect)dialect, ids[message], number, names, values);
                message_write(text, sizeof text, (enum simt_dialect)dialect, (enum message)message,
                              values);
                const char *said = phrases_find(&french.phrases, NULL, &arena, text, NULL);
                if (said == NULL || strchr(said, '{') != NULL) {
                    print_error("%s, column %d: no French for \"%s\"%s%s\n", ids[message], dialect,
                                text, said != NULL ? ": " : "", said != NULL ? said : "");
                    lacking++;
                }
                arena_free(&arena);
            }
        }
    }
    assert_int_equal(lacking, 0);
}

/* Is a part of the pattern that is no value still there? */
static bool keeps_words(const char *pattern, const char *said) {
    while (*pattern != '\0') {
        char words[TEXT_BYTES];
        snprintf(words, sizeof words, "%.*s", (int)strcspn(pattern, "{"), pattern);
        if (strlen(words) > 4 && strstr(said, words) != NULL) {
            return true;
        }
        pattern += strcspn(pattern, "{");
        pattern += strcspn(pattern, "}") + (*pattern != '\0');
    }
    return false;
}

static void no_finding_lacks_french(void **state) {
    (void)state;
    static const char *const patterns[] = {
#define FINDING(id, verdict, message, advice) message,
#include "../../findings.def"
    };
    int lacking = 0;
    for (int id = 0; id < FOUND_COUNT; id++) {
        char names[MOST_VALUES][NAME_BYTES];
        struct message_value values[MOST_VALUES];
        struct arena arena = {0};
        fill(patterns[id], SIMT_OPENMP, "", 9, names, values);
        const struct finding *finding = finding_make(&arena, (enum found)id, values);
        const char *said = language_finding(&french, &arena, finding);
        if (strchr(said, '{') != NULL ||
            (has_words(patterns[id]) && strcmp(said, finding->message) == 0) ||
            keeps_words(patterns[id], said)) {
            print_error("%s: no French for \"%s\": %s\n", finding->id, finding->message, said);
            lacking++;
        }
        arena_free(&arena);
    }
    assert_int_equal(lacking, 0);
}

static void says(const char *english, const char *expected) {
    struct arena arena = {0};
    assert_string_equal(language_say(&french, &arena, english), expected);
    arena_free(&arena);
}

/* A file may be called as it likes: what its name is, is known, and not guessed from the text. */
static void a_name_may_hold_a_full_stop(void **state) {
    (void)state;
    struct arena arena = {0};
    const struct finding *finding = finding_make(
        &arena, FOUND_MISNAMED_FILE,
        MESSAGE_VALUES(message_string("name", "sum.c"), message_string("names", "TP 2. sum.c")));
    assert_string_equal(language_finding(&french, &arena, finding),
                        "sum.c : absent du rendu, mais TP 2. sum.c y est");
    arena_free(&arena);
}

static void values_keep_their_places(void **state) {
    (void)state;
    says(
        "race in kernel read: read at line 25 by work-item 0 of work-group 3, and write at line "
        "20 by work-item 128 of work-group 3; local array partial, element 128. The work-items "
        "are in one group, and no barrier lies between.",
        "course dans le kernel read : lecture à la ligne 25 par le work-item 0 du work-group 3, et "
        "écriture à la ligne 20 par le work-item 128 du work-group 3 ; tableau local partial, "
        "élément 128. Les work-items sont dans un même groupe, et aucune barrière ne les "
        "sépare.");
    says("writes memory behind data: data ends at data[256]",
         "écrit dans la mémoire après la fin de data : data finit à data[256]");
    says("read of sum at line 7, holding lock `l`",
         "lecture de sum à la ligne 7, en tenant le verrou `l`");
    says("write of square at line 9", "écriture de square à la ligne 9");
    says(
        "Not all threads of the team reach the barrier at line 100: thread 0 waits there; threads "
        "1, 2 and 3 have ended the parallel region of line 89.",
        "Tous les threads de l'équipe n'atteignent pas la barrière de la ligne 100 : sur place, en "
        "attente : le thread 0 ; ont quitté la région parallèle de la ligne 89 : les threads 1, 2 "
        "et 3.");
    says("Next: for_atomic, \"free of races\" (out-of-bounds).",
         "Ensuite : for_atomic, « sans course » (hors des tableaux).");
    says("Since the last time: -9 points. gm: \"free of races\" fails now (build-error). gm: "
         "\"free of races\" fails now (build-error). And 2 more.",
         "Depuis la dernière fois : -9 points. gm : « sans course » échoue maintenant (ne compile "
         "pas). gm : « sans course » échoue maintenant (ne compile pas). Et 2 de plus.");
    says("2 of 5 public checks failed. 1 skipped.",
         "2 contrôles publics sur 5 ont échoué. 1 sauté.");
    says("explicit tasks: 12; at most 10 (2*n) allowed",
         "tâches explicites : 12 ; maximum permis : 10 (2*n)");
    says("1 of 5 checks failed.", "1 contrôle sur 5 a échoué.");
    says("That is past the array's end: it has 1 element of 4 bytes.",
         "C'est au-delà de la fin du tableau : il a 1 élément de 4 octets.");
    says("The threads are in different teams, which run in any order.",
         "Les threads sont dans différentes équipes, qui s'exécutent dans un ordre quelconque.");
}

/* What the labs' oracles say of wrong answers: no English half. */
static void labs_answers_are_french_throughout(void **state) {
    static const char *const sentences[] = {
        "a block of 2048 threads cannot be launched: return the error, and leave the table alone",
        "this call cannot succeed (a block has at most 1,024 threads): return the error, and leave "
        "the results as they were",
        "index of the minimum: got 3, expected 4; there is no element with this index: does the "
        "program ever set it?",
        "measurements beyond the 60 allowed: got 1, expected 0",
        "the time was never written",
        "the log: got 2, expected 1; it is not the message of the compiler",
        "the device says that it has no double: SUM_NO_DOUBLE is due",
        "element 7, of work-item 3 of 64, is missing",
        "the minimum is element 7, and 0 is no neutral element",
        "that is CL_INVALID_OPERATION: stencil.h says which calls the search for races knows",
        "that is cell (0, 44), the first of 9 wrong ones of 23; an error grows by a row in each "
        "step, and is largest in row 20, where the halves meet",
    };
    (void)state;
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
        struct arena arena = {0};
        const char *said = language_say(&french, &arena, sentences[i]);
        if (strstr(said, " the ") != NULL || strstr(said, " is ") != NULL ||
            strstr(said, "got ") != NULL || strcmp(said, sentences[i]) == 0) {
            fail_msg("%s", said);
        }
        arena_free(&arena);
    }
}

static void what_is_not_known_stays(void **state) {
    (void)state;
    says("work-item 0 of work-group 3", "le work-item 0 du work-group 3");
    says("read", "lecture");
    says("array in argument 1 (allocated at k.cu:2), element 64",
         "tableau de l'argument 1 (alloué à k.cu:2), élément 64");
    says("error: expected ';' before '}' token", "error: expected ';' before '}' token");
    says("n = 257, data = skewed", "n = 257, data = skewed");
    says("", "");
    assert_string_equal(language_say(NULL, NULL, "The pointer is null."), "The pointer is null.");
}

static int load(void **state) {
    struct error error;
    (void)state;
    const bool good = language_load_french(&french, ".", NULL, NULL, &error);
    if (!good) {
        print_error("%s\n", error.message);
    }
    return good ? 0 : -1;
}

static int unload(void **state) {
    (void)state;
    language_free(&french);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_message_lacks_french),
        cmocka_unit_test(no_finding_lacks_french),
        cmocka_unit_test(a_name_may_hold_a_full_stop),
        cmocka_unit_test(values_keep_their_places),
        cmocka_unit_test(labs_answers_are_french_throughout),
        cmocka_unit_test(what_is_not_known_stays),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
