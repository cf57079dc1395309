/* Times and durations as teachers write them. */
#include "../../message_text.h"
#include "policy.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static const struct {
    const char *name;
    int64_t seconds;
} units[] = {{"s", 1},        {"min", 60},    {"minutes", 60}, {"h", 3600},      {"hour", 3600},
             {"hours", 3600}, {"day", 86400}, {"days", 86400}, {"week", 604800}, {"weeks", 604800}};

bool policy_read_duration(const char *text, int64_t *seconds) {
    char *end;
    if (text[0] < '0' || text[0] > '9') {
        return false;
    }
    const long number = strtol(text, &end, 10);
    end += strspn(end, " ");
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(end, units[i].name) == 0 && number <= 1000000) {
            *seconds = number * units[i].seconds;
            return true;
        }
    }
    return false;
}

enum { FURTHEST_HOURS = 14 }; /* from Greenwich: the Line Islands */

/* What follows the time of day: nothing (local time), "Z", or "+01:00". */
static bool read_zone(const char *text, struct tm *parts, int64_t *time) {
    int hours, minutes, length = 0;
    if (*text == '\0') {
        parts->tm_isdst = -1;
        *time = mktime(parts);
        return true;
    }
    if (strcmp(text, "Z") == 0) {
        *time = timegm(parts);
        return true;
    }
    if ((*text != '+' && *text != '-') || text[1 + strspn(text + 1, "0123456789:")] != '\0' ||
        sscanf(text + 1, "%2d:%2d%n", &hours, &minutes, &length) != 2 || text[1 + length] != '\0' ||
        hours > FURTHEST_HOURS || minutes > 59) {
        return false;
    }
    const int64_t away = hours * 3600 + minutes * 60;
    *time = timegm(parts) - (*text == '+' ? away : -away);
    return true;
}

bool policy_read_time(const char *text, int64_t *time) {
    struct tm parts = {0};
    const char *rest = strptime(text, "%Y-%m-%d", &parts);
    if (rest == NULL || (*rest != ' ' && *rest != 'T')) {
        return false;
    }
    rest = strptime(rest + 1, "%H:%M", &parts);
    if (rest != NULL && *rest == ':') {
        rest = strptime(rest + 1, "%S", &parts);
    }
    const int day = parts.tm_mday;
    if (rest == NULL || !read_zone(rest + strspn(rest, " "), &parts, time)) {
        return false;
    }
    return parts.tm_mday == day; /* there is no 31st of November */
}

bool policy_zone_known(const char *zone) {
    struct arena arena = {0};
    const char *folder = getenv("TZDIR"), *name = zone + (*zone == ':');
    const char *path =
        *name == '/'
            ? name
            : arena_printf(&arena, "%s/%s", folder != NULL ? folder : "/usr/share/zoneinfo", name);
    struct stat status;
    /* POSIX: a name of three letters or more, or in <>, and the hours to UTC. */
    const size_t letters = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
    const char *bracket = *name == '<' ? strchr(name, '>') : NULL;
    const char *hours = bracket != NULL ? bracket + 1 : letters >= 3 ? name + letters : "";
    hours += *hours == '+' || *hours == '-';
    const bool known =
        *name == '\0' || strcmp(name, "UTC") == 0 || strcmp(name, "GMT") == 0 ||
        isdigit((unsigned char)*hours) ||
        (strstr(name, "..") == NULL && stat(path, &status) == 0 && S_ISREG(status.st_mode));
    arena_free(&arena);
    return known;
}

const char *policy_zone_text(struct arena *arena, int64_t time) {
    const time_t moment = (time_t)time;
    struct tm parts;
    char name[32] = "?", away[16] = "";
    if (localtime_r(&moment, &parts) != NULL) {
        strftime(name, sizeof name, "%Z", &parts);
        strftime(away, sizeof away, "%z", &parts);
    }
    return strcmp(name, "UTC") == 0 ? "UTC"
                                    : arena_printf(arena, "%s, UTC%.3s:%s", name, away,
                                                   strlen(away) > 3 ? away + 3 : "");
}

const char *policy_time_text(struct arena *arena, int64_t time) {
    const time_t moment = (time_t)time;
    struct tm parts;
    char text[32] = "?";
    if (localtime_r(&moment, &parts) != NULL) {
        strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts);
    }
    return arena_strdup(arena, text);
}

const char *policy_duration_text(struct arena *arena, int64_t seconds) {
    const long days = (long)(seconds / 86400), hours = (long)(seconds % 86400 / 3600),
               minutes = (long)(seconds % 3600 / 60);
    if (days > 0) {
        const bool one = days == 1;
        return hours > 0
                   ? message_print(arena, one ? "%ld day %ld h" : "%ld days %ld h", days, hours)
                   : message_print(arena, one ? "%ld day" : "%ld days", days);
    }
    if (hours > 0) {
        return minutes > 0 ? arena_printf(arena, "%ld h %ld min", hours, minutes)
                           : arena_printf(arena, "%ld h", hours);
    }
    return minutes > 0 ? arena_printf(arena, "%ld min", minutes)
                       : arena_printf(arena, "%ld s", (long)seconds);
}
