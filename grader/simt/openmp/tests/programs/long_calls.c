// stops: instruction budget used up
// Few instructions, and much work: what the machine does in a call counts as well.
#include <stdlib.h>
#include <string.h>

enum { BYTES = 1 << 20, TIMES = 1000 };

int main(void) {
    char *bytes = malloc(BYTES);
    for (int i = 0; i < TIMES; i++) {
        memset(bytes, i, BYTES);
    }
    free(bytes);
    return 0;
}
