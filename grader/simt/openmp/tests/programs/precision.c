// prints: RIFF|abcdefgh|abc       |        RI|
// prints: RIFF-abcde 10
// prints: .z z
// prints: 1500
// Texts of a length that the format gives need no end in their array.
#include <stdio.h>
#include <string.h>

int main(void) {
    const char tag[4] = {'R', 'I', 'F', 'F'};
    char word[8], part[6], out[40], line[2000];
    memcpy(word, "abcdefgh", sizeof word);
    printf("%.4s|%.*s|%-10.3s|%10.2s|\n", tag, 8, word, word, tag);
    const int length = snprintf(out, sizeof out, "%.4s-%.*s", tag, 5, word);
    printf("%s %d\n", out, length);
    part[0] = 'z';
    part[1] = '\0';
    printf("%.0s.%.3s %.1s\n", word, part, part);
    memset(line, 'x', 1500);
    printf("%d\n", snprintf(NULL, 0, "%.*s", 1500, line));
    return 0;
}
