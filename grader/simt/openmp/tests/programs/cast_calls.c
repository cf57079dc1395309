// prints: 5
// prints: 12
// Calls through casts of functions: a pointer to another structure comes back.
#include <stdio.h>
#include <stdarg.h>
struct one {
    int a;
};
struct other {
    int b;
};
static struct one *make(struct one *p) {
    p->a = 5;
    return p;
}
static struct one *list(struct one *p, ...) {
    va_list l;
    va_start(l, p);
    p->a += va_arg(l, int);
    va_end(l);
    return p;
}

int main(void) {
    struct other o;
    struct other *p = ((struct other * (*)(struct other *)) make)(&o);
    printf("%d\n", p->b);
    p = ((struct other * (*)(struct other *, ...)) list)(&o, 7);
    printf("%d\n", p->b);
}
