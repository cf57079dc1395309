/* Structures: assigned, passed and returned by value, small and large. */
#include <stdio.h>

// expect: memcpy
// expect: constant lockstep\$text\$b$
struct point {
    double x, y;
};
struct body {
    struct point place, speed;
    int number;
};
static struct body bodies[64];

static struct point add(struct point a, struct point b) {
    return (struct point){a.x + b.x, a.y + b.y};
}

static struct body moved(struct body b) {
    b.place = add(b.place, b.speed);
    return b;
}

int main(void) {
    struct body first = {.speed = {1, 2}, .number = 7};
#pragma omp parallel for firstprivate(first)
    for (int i = 0; i < 64; i++) {
        bodies[i] = first;
        bodies[i] = moved(bodies[i]);
    }
    printf("%g %g %d\n", bodies[5].place.x, bodies[5].place.y, bodies[63].number);
    return 0;
}
