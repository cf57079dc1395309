/* Days and months of a time, and their text. The machine's time zone is UTC, its locale "C". */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { MINUTE = 60, HOUR = 3600, DAY = 86400 };

static const char *const weekdays[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                     "July",    "August",   "September", "October", "November", "December"};

static bool is_leap(long long year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

static int days_of_month(int month, long long year) {
    static const char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month] + (month == 1 && is_leap(year));
}

/* Days from 1970-01-01 to the first of January of a year. */
static long long days_before(long long year) {
    long long past = year - 1;
    long long leap = past / 4 - past / 100 + past / 400;
    return (year - 1970) * 365 + leap - (1969 / 4 - 1969 / 100 + 1969 / 400);
}

struct tm *gmtime_r(const time_t *restrict when, struct tm *restrict to) {
    long long day = *when / DAY, second = *when % DAY;
    if (second < 0) {
        day--;
        second += DAY;
    }
    long long year = 1970 + day / 366;
    while (days_before(year + 1) <= day) {
        year++;
    }
    while (days_before(year) > day) {
        year--;
    }
    int of_year = (int)(day - days_before(year)), month = 0, of_month = of_year;
    while (of_month >= days_of_month(month, year)) {
        of_month -= days_of_month(month++, year);
    }
    *to = (struct tm){.tm_sec = (int)(second % MINUTE),
                      .tm_min = (int)(second % HOUR / MINUTE),
                      .tm_hour = (int)(second / HOUR),
                      .tm_mday = of_month + 1,
                      .tm_mon = month,
                      .tm_year = (int)(year - 1900),
                      .tm_wday = (int)(((day + 4) % 7 + 7) % 7),
                      .tm_yday = of_year};
    to->tm_zone = "UTC";
    return to;
}

struct tm *localtime_r(const time_t *restrict when, struct tm *restrict to) {
    return gmtime_r(when, to);
}

static struct tm shared_time;

struct tm *gmtime(const time_t *when) {
    return gmtime_r(when, &shared_time);
}

struct tm *localtime(const time_t *when) {
    return gmtime_r(when, &shared_time);
}

time_t timegm(struct tm *from) {
    long long year = from->tm_year + 1900LL + from->tm_mon / 12, month = from->tm_mon % 12;
    if (month < 0) {
        month += 12;
        year--;
    }
    long long days = days_before(year) + from->tm_mday - 1;
    for (int past = 0; past < month; past++) {
        days += days_of_month(past, year);
    }
    time_t when = days * DAY + from->tm_hour * (long long)HOUR + from->tm_min * MINUTE;
    when += from->tm_sec;
    gmtime_r(&when, from);
    return when;
}

time_t mktime(struct tm *from) { return timegm(from); }

char *asctime_r(const struct tm *restrict when, char *restrict text) {
    snprintf(text, 26, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", weekdays[when->tm_wday], months[when->tm_mon], when->tm_mday,
             when->tm_hour, when->tm_min, when->tm_sec, when->tm_year + 1900);
    return text;
}

static char shared_text[32];

char *asctime(const struct tm *when) { return asctime_r(when, shared_text); }

char *ctime_r(const time_t *when, char *text) {
    struct tm parts;
    return asctime_r(gmtime_r(when, &parts), text);
}

char *ctime(const time_t *when) { return ctime_r(when, shared_text); }

/* A conversion that stands for several others. */
static const char *longer(char letter) {
    return letter == 'F'   ? "%Y-%m-%d"
           : letter == 'T' ? "%H:%M:%S"
           : letter == 'R' ? "%H:%M"
           : letter == 'D' ? "%m/%d/%y"
           : letter == 'c' ? "%a %b %e %H:%M:%S %Y"
           : letter == 'x' ? "%m/%d/%y"
           : letter == 'X' ? "%H:%M:%S"
           : letter == 'r' ? "%I:%M:%S %p"
                           : NULL;
}

static const char *number_of(const struct tm *when, char letter, int *value) {
    const int hour = when->tm_hour % 12 == 0 ? 12 : when->tm_hour % 12;
    *value = letter == 'Y'   ? when->tm_year + 1900
             : letter == 'y' ? when->tm_year % 100
             : letter == 'm' ? when->tm_mon + 1
             : letter == 'H' ? when->tm_hour
             : letter == 'I' ? hour
             : letter == 'M' ? when->tm_min
             : letter == 'S' ? when->tm_sec
             : letter == 'j' ? when->tm_yday + 1
             : letter == 'u' ? (when->tm_wday + 6) % 7 + 1
             : letter == 'w' ? when->tm_wday
                             : when->tm_mday;
    return letter == 'j' ? "%03d" : letter == 'e' ? "%2d" : strchr("Yuw", letter) != NULL ? "%d" : "%02d";
}

static void convert(const struct tm *when, char letter, char text[32]) {
    int value;
    if (letter == 'a' || letter == 'A') {
        snprintf(text, 32, "%.*s", letter == 'a' ? 3 : 9, weekdays[when->tm_wday]);
    } else if (letter == 'b' || letter == 'h' || letter == 'B') {
        snprintf(text, 32, "%.*s", letter == 'B' ? 9 : 3, months[when->tm_mon]);
    } else if (letter == 's') {
        struct tm copy = *when;
        snprintf(text, 32, "%lld", (long long)timegm(&copy));
    } else if (letter != '\0' && strchr("YymdeHIMSjuw", letter) != NULL) {
        const char *form = number_of(when, letter, &value);
        snprintf(text, 32, form, value);
    } else {
        snprintf(text, 32, "%s",
                 letter == 'p'   ? when->tm_hour < 12 ? "AM" : "PM"
                 : letter == 'Z' ? "UTC"
                 : letter == 'z' ? "+0000"
                 : letter == 'n' ? "\n"
                 : letter == 't' ? "\t"
                                 : "%");
    }
}

size_t strftime(char *restrict to, size_t size, const char *restrict form, const struct tm *restrict when) {
    size_t used = 0;
    for (const char *at = form; *at != '\0'; at++) {
        char text[64] = {*at, '\0'};
        if (*at == '%' && at[1] != '\0') {
            at++;
            if (longer(*at) != NULL) {
                strftime(text, sizeof text, longer(*at), when);
            } else {
                convert(when, *at, text);
            }
        }
        size_t length = strlen(text);
        if (used + length >= size) {
            return 0;
        }
        memcpy(to + used, text, length);
        used += length;
    }
    if (size > 0) {
        to[used] = '\0';
    }
    return used;
}
