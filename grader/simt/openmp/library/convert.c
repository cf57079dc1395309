/* Numbers from text. */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

static int digit_of(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'z') {
        return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 99;
}

static const char *skip_blanks(const char *text) {
    while (*text == ' ' || (*text >= '\t' && *text <= '\r')) {
        text++;
    }
    return text;
}

/* Sign and digits. *over: the value does not fit 64 bits. */
static unsigned long long read_digits(const char *text, char **end, int base, int *minus, int *over) {
    const char *at = skip_blanks(text);
    unsigned long long value = 0;
    *minus = *at == '-';
    *over = 0;
    at += *at == '-' || *at == '+';
    int hexadecimal = at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && digit_of(at[2]) < 16;
    if ((base == 0 || base == 16) && hexadecimal) {
        at += 2;
        base = 16;
    }
    base = base != 0 ? base : *at == '0' ? 8 : 10;
    const char *first = at;
    for (; digit_of(*at) < base; at++) {
        unsigned long long digit = (unsigned long long)digit_of(*at);
        *over |= value > (ULLONG_MAX - digit) / (unsigned long long)base;
        value = value * (unsigned long long)base + digit;
    }
    if (end != NULL) {
        *end = (char *)(at > first ? at : text);
    }
    return value;
}

unsigned long long strtoull(const char *text, char **end, int base) {
    int minus, over;
    unsigned long long value = read_digits(text, end, base, &minus, &over);
    if (over) {
        errno = ERANGE;
        return ULLONG_MAX;
    }
    return minus ? 0 - value : value;
}

long long strtoll(const char *text, char **end, int base) {
    int minus, over;
    unsigned long long value = read_digits(text, end, base, &minus, &over);
    unsigned long long most = (unsigned long long)LLONG_MAX + (minus != 0);
    if (over || value > most) {
        errno = ERANGE;
        return minus ? LLONG_MIN : LLONG_MAX;
    }
    return (long long)(minus ? 0 - value : value);
}

unsigned long strtoul(const char *text, char **end, int base) { return strtoull(text, end, base); }

long strtol(const char *text, char **end, int base) { return strtoll(text, end, base); }

int atoi(const char *text) { return (int)strtoll(text, NULL, 10); }

long atol(const char *text) { return strtoll(text, NULL, 10); }

long long atoll(const char *text) { return strtoll(text, NULL, 10); }

static int matches(const char *text, const char *word) {
    for (; *word != '\0'; word++, text++) {
        if (*text != *word && *text != *word - 'a' + 'A') {
            return 0;
        }
    }
    return 1;
}

/* value * 10^exponent; exact where both fit a double, else off by a few units in the last place. */
static double scale(double value, int exponent) {
    double power = 1, base = 10;
    int left = exponent < 0 ? -exponent : exponent;
    left = left > 400 ? 400 : left;
    while (exponent < 0 && left > 300) { /* a power above 1e308 is infinite */
        value /= 10;
        left--;
    }
    for (; left > 0; left >>= 1) {
        power *= left & 1 ? base : 1;
        base *= base;
    }
    return exponent < 0 ? value / power : value * power;
}

static int read_exponent(const char **text) {
    const char *at = *text + 1;
    int minus = *at == '-', value = 0;
    at += *at == '-' || *at == '+';
    if (digit_of(*at) >= 10) {
        return 0;
    }
    for (; digit_of(*at) < 10; at++) {
        value = value < 10000 ? value * 10 + digit_of(*at) : value;
    }
    *text = at;
    return minus ? -value : value;
}

static double read_decimal(const char **text) {
    const char *at = *text;
    unsigned long long digits = 0;
    int exponent = 0, seen = 0, point = 0;
    for (;; at++) {
        if (*at == '.' && !point) {
            point = 1;
        } else if (digit_of(*at) < 10) {
            seen = 1;
            if (digits < 100000000000000000ULL) {
                digits = digits * 10 + (unsigned long long)digit_of(*at);
                exponent -= point;
            } else {
                exponent += !point;
            }
        } else {
            break;
        }
    }
    if (!seen) {
        return 0;
    }
    if (*at == 'e' || *at == 'E') {
        exponent += read_exponent(&at);
    }
    *text = at;
    return digits == 0 ? 0 : scale((double)digits, exponent);
}

double strtod(const char *text, char **end) {
    const char *at = skip_blanks(text);
    int minus = *at == '-';
    double value;
    at += *at == '-' || *at == '+';
    const char *first = at;
    if (matches(at, "infinity") || matches(at, "inf")) {
        value = INFINITY;
        at += matches(at, "infinity") ? 8 : 3;
    } else if (matches(at, "nan")) {
        value = NAN;
        at += 3;
    } else {
        value = read_decimal(&at);
    }
    if (end != NULL) {
        *end = (char *)(at > first ? at : text);
    }
    return minus ? -value : value;
}

float strtof(const char *text, char **end) { return (float)strtod(text, end); }

double atof(const char *text) { return strtod(text, NULL); }
