/* What programs call of libc. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// never: \.extern \.func.* (strtol|qsort|strcmp|isalpha|getenv|strtok)
static int by_value(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    int values[] = {5, 3, 9, 1, 7}, key = 7;
    char text[] = "12 apples, 0x1f pears", *end;
    qsort(values, 5, sizeof *values, by_value);
    const int *found = bsearch(&key, values, 5, sizeof *values, by_value);
    long twelve = strtol(text, &end, 10);
    double number = strtod("-2.5e1", NULL);
    int letters = 0;
    for (size_t i = 0; i < strlen(text); i++) {
        letters += isalpha((unsigned char)text[i]) != 0;
    }
    srand(3);
    int random = rand() >= 0 && rand() != rand();
    errno = 0;
    strtol("99999999999999999999", NULL, 10);
    int good = found == &values[3] && twelve == 12 && *end == ' ' && number == -25 &&
               letters == 13 && random && errno == ERANGE &&
               strcmp(strtok(text, ","), "12 apples") == 0 &&
               strstr(strdup("haystack"), "st") != NULL && getenv("SURELY_NOT_SET") == NULL &&
               atoi("-42") == -42 && div(17, 5).rem == 2 && toupper('x') == 'X';
    fprintf(good ? stdout : stderr, "%s\n", good ? "right" : "wrong");
    return good ? 0 : 1;
}
