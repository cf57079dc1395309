/*
 * getopt() and getopt_long(). As glibc's, they move arguments that are no options behind the
 * others, unless the text of options begins with '+' or POSIXLY_CORRECT is set.
 */
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

static const char *inside;       /* the rest of an argument that holds several options */
static int aside_from, aside_to; /* arguments that are no options and were passed over */

static bool is_option(const char *word) { return word[0] == '-' && word[1] != '\0'; }

/* Puts what was passed over behind the options that came after it. */
static void exchange(char **words) {
    while (aside_to < optind) {
        char *moved = words[aside_to];
        memmove(words + aside_from + 1, words + aside_from, (size_t)(aside_to - aside_from) * sizeof *words);
        words[aside_from++] = moved;
        aside_to++;
    }
}

/* Where the next option is; false where there is none. */
static bool find_next(int count, char **words, bool in_order) {
    if (optind == 0 || aside_to > optind) {
        optind = optind == 0 ? 1 : optind;
        aside_from = aside_to = optind;
    }
    if (aside_from == aside_to) {
        aside_from = optind;
    } else {
        exchange(words);
    }
    while (!in_order && optind < count && !is_option(words[optind])) {
        optind++;
    }
    aside_to = optind;
    bool ends = optind < count && strcmp(words[optind], "--") == 0;
    if (ends) {
        optind++;
        exchange(words);
        aside_to = count;
        optind = count;
    }
    if (optind >= count || !is_option(words[optind])) {
        optind = aside_from != aside_to ? aside_from : optind;
        return false;
    }
    return true;
}

static int complain(char **words, const char *options, const char *what, const char *name, int length) {
    if (opterr != 0 && options[strspn(options, "+-")] != ':') {
        fprintf(stderr, "%s: %s '%.*s'\n", words[0], what, length, name);
    }
    return '?';
}

static int missing(const char *options) { return options[strspn(options, "+-")] == ':' ? ':' : '?'; }

static int long_option(int count, char **words, const char *options, const struct option *long_options, int *at) {
    const char *name = words[optind++] + 2;
    const size_t length = strcspn(name, "=");
    const struct option *found = NULL;
    int matches = 0;
    for (const struct option *one = long_options; one->name != NULL; one++) {
        if (strncmp(one->name, name, length) == 0) {
            bool exact = strlen(one->name) == length;
            found = exact || matches == 0 ? one : found;
            matches = exact ? 1 : matches + 1;
            if (exact) {
                break;
            }
        }
    }
    optopt = 0;
    if (matches != 1) {
        return complain(words, options, matches == 0 ? "unrecognized option" : "ambiguous option", name - 2,
                        (int)strlen(name) + 2);
    }
    optopt = found->val;
    if (name[length] == '=') {
        if (found->has_arg == no_argument) {
            return complain(words, options, "option takes no argument:", name - 2, (int)length + 2);
        }
        optarg = (char *)name + length + 1;
    } else if (found->has_arg == required_argument) {
        if (optind >= count) {
            complain(words, options, "option requires an argument:", name - 2, (int)length + 2);
            return missing(options);
        }
        optarg = words[optind++];
    }
    if (at != NULL) {
        *at = (int)(found - long_options);
    }
    if (found->flag != NULL) {
        *found->flag = found->val;
        return 0;
    }
    return found->val;
}

static int short_option(int count, char **words, const char *options) {
    const char *letter = inside++;
    const char *known = *letter != ':' && *letter != ';' ? strchr(options, *letter) : NULL;
    if (*inside == '\0') {
        inside = NULL;
        optind++;
    }
    if (known == NULL) {
        optopt = (unsigned char)*letter;
        return complain(words, options, "invalid option --", letter, 1);
    }
    if (known[1] != ':') {
        return (unsigned char)*letter;
    }
    if (inside != NULL) {
        optarg = (char *)inside;
        inside = NULL;
        optind++;
    } else if (known[2] != ':') {
        if (optind >= count) {
            optopt = (unsigned char)*letter;
            complain(words, options, "option requires an argument --", letter, 1);
            return missing(options);
        }
        optarg = words[optind++];
    }
    return (unsigned char)*letter;
}

int getopt_long(int count, char *const *words, const char *options, const struct option *long_options, int *at) {
    char **all = (char **)words;
    bool in_order = options[0] == '+' || getenv("POSIXLY_CORRECT") != NULL;
    optarg = NULL;
    if (inside == NULL || optind == 0) {
        inside = NULL;
        if (!find_next(count, all, in_order)) {
            return -1;
        }
        if (long_options != NULL && all[optind][1] == '-') {
            return long_option(count, all, options, long_options, at);
        }
        inside = all[optind] + 1;
    }
    return short_option(count, all, options);
}

int getopt(int count, char *const *words, const char *options) {
    return getopt_long(count, words, options, NULL, NULL);
}
