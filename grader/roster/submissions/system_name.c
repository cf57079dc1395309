/* As in ILIAS's SubmissionManager, OpenOLAT's GTACourseNode and the assignments that Sakai packs.
 */
#include "entry_names.h"

#include "../../utf8.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What follows the name at the beginning of `folder`, or NULL. Letters and digits of ASCII and "_"
 * stay as they are; an umlaut may have become "u", "ue" or "_", and so may all else have. With
 * `whole`, nothing follows. */
static const char *after_name(const char *folder, const char *name, bool whole) {
    enum { MOST_LETTERS = 4 };
    const unsigned char first = (unsigned char)*name;
    const char *end = NULL;
    if (first == '\0') {
        return whole && *folder != '\0' ? NULL : folder;
    }
    if (first < 0x80 && (isalnum(first) || first == '_')) {
        return tolower(first) == tolower((unsigned char)*folder)
                   ? after_name(folder + 1, name + 1, whole)
                   : NULL;
    }
    utf8_next(&name);
    for (int letters = 0; end == NULL && letters <= MOST_LETTERS; letters++) {
        end = after_name(folder, name, whole);
        if (*folder == '\0') {
            break;
        }
        folder++;
    }
    return end;
}

/* Is it "Able_Ada_ada1", or with another user's name, or a number, where `user` is NULL? */
static bool begins_with_names(const char *folder, const char *first, const char *last,
                              const char *user) {
    char name[NAME_MAX];
    const int length =
        snprintf(name, sizeof name, "%s_%s_%s", last, first, user != NULL ? user : "");
    const char *rest = *first != '\0' && *last != '\0' && length < (int)sizeof name
                           ? after_name(folder, name, user != NULL)
                           : NULL;
    return rest != NULL && (user != NULL || *rest != '\0');
}

/* The length without "_1234", or the whole length where no number ends it. */
static size_t before_number(const char *folder) {
    const size_t length = strlen(folder);
    size_t digits = length;
    while (digits > 0 && isdigit((unsigned char)folder[digits - 1])) {
        digits--;
    }
    return digits < length && digits > 0 && folder[digits - 1] == '_' ? digits - 1 : length;
}

/* Does the user's name end the first `length` bytes, after the character `mark`? Gives where that
 * is; 0 where it does not. */
static size_t user_at(const char *folder, size_t length, const char *user, char mark) {
    const size_t size = strlen(user);
    return size > 0 && length > size + 1 && folder[length - size - 1] == mark &&
                   strncasecmp(folder + length - size, user, size) == 0
               ? length - size - 1
               : 0;
}

bool system_name_has_user(const char *folder, const char *user, const char *first,
                          const char *last) {
    const size_t length = strlen(folder), ilias = before_number(folder);
    const size_t names = ilias < length ? user_at(folder, ilias, user, '_') : 0;
    return (length > 0 && folder[length - 1] == ')' &&
            user_at(folder, length - 1, user, '(') > 0) ||
           (names > 0 && memchr(folder, '_', names) != NULL) ||
           (*user != '\0' && begins_with_names(folder, first, last, user));
}

bool system_name_has_name(const char *folder, const char *first, const char *last) {
    char name[NAME_MAX];
    const char *user = strrchr(folder, '(');
    const size_t length = strlen(folder);
    const bool is_sakai = user != NULL && folder[length - 1] == ')' && *first != '\0' &&
                          *last != '\0' &&
                          snprintf(name, sizeof name, "%s, %s", last, first) < (int)sizeof name;
    char *shown = is_sakai ? strndup(folder, (size_t)(user - folder)) : NULL;
    const bool found =
        shown != NULL ? utf8_same_name(shown, name) : begins_with_names(folder, first, last, NULL);
    free(shown);
    return found;
}

bool system_name_is_ilias(const char *folder) {
    const size_t length = before_number(folder);
    int bars = 0;
    for (size_t i = 1; i < length; i++) {
        bars += folder[i] == '_';
    }
    return folder[length] == '_' && bars >= 2;
}
