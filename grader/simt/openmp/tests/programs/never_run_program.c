// Classes of numbers decide where the program goes: glibc's headers write them as a choice by
// sizeof, one way of which needs long double. What stands behind a constant is not translated.
// prints: 1 nan 2 infinite 3 finite 4 both 5
#include <math.h>
#include <omp.h>
#include <stdio.h>

void not_defined_anywhere(long double);

static double numbers[] = {NAN, INFINITY, 1, -INFINITY, 2};

static const char *class_of(double number) {
    if (isnan(number)) {
        return "nan";
    }
    return !isnan(number) && isinf(number)       ? "infinite"
           : isfinite(number) && signbit(number) ? "negative"
                                                 : "finite";
}

int main(void) {
    int found = 0;
    if (sizeof(int) == 8 ? numbers[0] > 0 : 0) {
        not_defined_anywhere(1);
    }
#pragma omp parallel for reduction(+ : found)
    for (int i = 0; i < 5; i++) {
        float single = (float)numbers[i];
        while (isnan(single) || isinf(single)) {
            single = 1;
            found++;
        }
    }
    printf("1 %s 2 %s 3 %s 4 %s %d\n", class_of(numbers[0]), class_of(numbers[1]),
           class_of(numbers[2]), isinf(numbers[3]) && found == 3 ? "both" : "neither", found + 2);
    return 0;
}
