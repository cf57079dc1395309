// input: 4
// input: 10 20
// input:   30
// input: 40 2.5 word,7
// input: a line
// input: last
// prints: 4 100
// prints: 3 2.5 word 7
// prints: [] [a line] 5
// prints: l a [st] 0 1
// prints: -1 -1 1
// What a program asks of its standard input: numbers, lines, bytes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *line(char *text, int size) {
    char *got = fgets(text, size, stdin);
    if (got != NULL) {
        text[strcspn(text, "\n")] = '\0';
    }
    return got;
}

int main(void) {
    int n = 0, more = 0, sum = 0;
    double real = 0;
    char text[32], word[8];
    if (scanf("%d", &n) != 1) {
        return 1;
    }
    for (int i = 0; i < n; i++) {
        int value;
        sum += scanf("%d", &value) == 1 ? value : 0;
    }
    printf("%d %d\n", n, sum);
    const int got = scanf("%lf %7[a-z],%d", &real, word, &more);
    printf("%d %.1f %s %d\n", got, real, word, more);
    line(text, sizeof text);
    printf("[%s] ", text);
    char *made = NULL;
    size_t room = 0;
    const int length = (int)getline(&made, &room, stdin) - 2;
    made[strcspn(made, "\n")] = '\0';
    printf("[%s] %d\n", made, length);
    free(made);
    const int first = getchar(), second = getc(stdin);
    ungetc(second, stdin);
    printf("%c %c ", first, getchar());
    line(text, sizeof text);
    printf("[%s] %d", text, feof(stdin) != 0);
    printf(" %d\n", line(text, sizeof text) == NULL);
    const int end = scanf("%d", &n);
    printf("%d %d %d\n", end, getchar(), feof(stdin) != 0);
}
