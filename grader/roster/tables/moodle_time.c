/* Times as Moodle writes them into a worksheet, in the language of whoever downloads it: "Friday,
 * 20 November 2026, 11:59 PM", "vendredi 20 novembre 2026, 23:59", "2026年11月20日 星期五 23:59".
 */
#include "../roster.h"

#include "../../utf8.h"
#include "../rules/policy.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* How the names of a month begin: English, French, German, Spanish, Italian, Portuguese, Catalan,
 * Dutch, Scandinavian, Romanian, Polish, Czech, Hungarian, Finnish, Turkish, Russian and Greek. */
static const char *const months[] = {
    "jan jän gen ene ian sty led tammi oca янв ιαν",
    "feb fév fev lut úno helmi şub фев φεβ",
    "mar mär már maart maalis bře мар μαρ",
    "apr avr abr ápr kwi dub huhti nis апр απρ",
    "may mai mag mei maj máj kvě touko мая μαΐ μαϊ",
    "jun juin juny giu iun jún czerw červn kesä haz июн ιουν",
    "jul juil lug iul júl lip červenc heinä tem июл ιουλ",
    "aug aoû ago sie srp elo ağu авг αυγ",
    "sep set szep wrz zář syys eyl сен σεπ",
    "oct okt ott out paź říj loka eki окт οκτ",
    "nov noi lis marras kas ноя νοε",
    "dec déc dez dic des gru pro joulu ara дек δεκ",
};

/* The month, from 1, that begins as the word does, with the longest beginning; 0 where there is
 * none. */
static int find_month(const char *word, size_t length) {
    size_t longest = 0;
    int month = 0;
    for (int m = 0; m < 12; m++) {
        for (const char *name = months[m]; *name != '\0'; name += *name == ' ') {
            const size_t size = strcspn(name, " ");
            if (size > longest && size <= length && strncmp(name, word, size) == 0) {
                longest = size;
                month = m + 1;
            }
            name += size;
        }
    }
    return month;
}

struct time_reading {
    int year, month, hour, minute;
    int numbers[2], count; /* those that are neither the year nor the time */
    bool year_first, timed;
};

/* What stands between hour and minute: its length, or 0. A point only where the date is over. */
static size_t between(const char *text, bool dated) {
    const size_t blank = strspn(text, " "),
                 sign = strchr(dated ? ":.h" : ":h", text[blank]) != NULL;
    const size_t length = blank + sign + strspn(text + blank + sign, " ");
    return text[blank] != '\0' && sign > 0 && isdigit((unsigned char)text[length]) &&
                   isdigit((unsigned char)text[length + 1]) &&
                   !isdigit((unsigned char)text[length + 2])
               ? length
               : 0;
}

/* Takes the number at `text`, or the time that it begins; false where it fits nowhere. */
static bool take_number(struct time_reading *reading, const char **text) {
    int value, length;
    if (sscanf(*text, "%6d%n", &value, &length) != 1) {
        return false;
    }
    *text += length;
    const size_t gap = length <= 2 && !reading->timed ? between(*text, reading->year != 0) : 0;
    if (gap > 0) {
        reading->hour = value;
        reading->minute = (*text)[gap] * 10 + (*text)[gap + 1] - 11 * '0';
        reading->timed = true;
        *text += gap + 2;
    } else if (length == 4 && reading->year == 0) {
        reading->year = value;
        reading->year_first = reading->count == 0;
    } else if (reading->count == 2 && reading->timed) {
        return true; /* seconds */
    } else if (reading->count < 2) {
        reading->numbers[reading->count++] = value;
    }
    return true;
}

/* A day's name may begin as a month's does (mardi): the month comes after it, before a year. */
static void take_word(struct time_reading *reading, const char *word, size_t length) {
    const int month = find_month(word, length);
    if (month != 0 && (reading->year == 0 || reading->month == 0)) {
        reading->month = month;
    }
    if (length == 2 && word[1] == 'm' && reading->timed) {
        reading->hour = reading->hour % 12 + (word[0] == 'p' ? 12 : 0);
    }
}

/* The length of a word: letters, and all that is not ASCII. */
static size_t word_length(const char *text) {
    size_t length = 0;
    while (isalpha((unsigned char)text[length]) || (unsigned char)text[length] >= 0x80) {
        length++;
    }
    return length;
}

static bool read_moodle_time(const char *text, int64_t *time) {
    struct time_reading reading = {0};
    while (*text != '\0') {
        const size_t length = word_length(text);
        if (length > 0) {
            take_word(&reading, text, length);
            text += length;
        } else if (!isdigit((unsigned char)*text)) {
            text++;
        } else if (!take_number(&reading, &text)) {
            return false;
        }
    }
    const bool in_words = reading.month != 0, swapped = !in_words && !reading.year_first;
    if (reading.year == 0 || !reading.timed || reading.count != (in_words ? 1 : 2)) {
        return false;
    }
    char plain[48];
    snprintf(plain, sizeof plain, "%04d-%02d-%02d %02d:%02d", reading.year,
             in_words ? reading.month : reading.numbers[swapped],
             in_words ? reading.numbers[0] : reading.numbers[!swapped], reading.hour,
             reading.minute);
    return policy_read_time(plain, time);
}

bool roster_time(const char *cell, int64_t *time) {
    struct arena arena = {0};
    const bool good =
        policy_read_time(cell, time) || read_moodle_time(utf8_folded(&arena, cell), time);
    arena_free(&arena);
    return good;
}
