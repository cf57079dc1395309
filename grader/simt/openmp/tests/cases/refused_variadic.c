#include <stdarg.h>
#include <stdio.h>

static void tell(const char *format, ...) { // refused: tell() takes `...`
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

int main(void) {
    tell("%d\n", 3);
    return 0;
}
