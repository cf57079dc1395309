#include <stdarg.h>

static int first(int count, ...) {
    va_list list;
    va_start(list, count);
    const int value = count > 0 ? va_arg(list, int) : 0;
    va_end(list);
    return value;
}

int main(int argc, char **argv) {
    (void)argv;
    int (*const choice[])(int, ...) = {first, 0};
    return choice[argc > 9](1, 0); // refused: called through a pointer
}
