// prints: 8 11 15
// prints: edcba -1 3 gfedcba
// prints: 6 6 2 4
// Structures by value that the host's convention passes in integers of 24, 40, 48 and 56 bits.
#include <stdio.h>

struct pixel {
    unsigned char red, green, blue;
};
struct five {
    char of[5];
};
struct place {
    short x, y, z;
};
struct seven {
    char of[7];
};
struct counted { /* in two registers, the second of 24 bits */
    long count;
    char of[3];
};

static struct pixel mix(struct pixel one, struct pixel other) {
    return (struct pixel){(one.red + other.red) / 2, (one.green + other.green) / 2,
                          (one.blue + other.blue) / 2};
}

static struct five turn_five(struct five from) {
    struct five to;
    for (int i = 0; i < 5; i++) {
        to.of[i] = from.of[4 - i];
    }
    return to;
}

static struct seven turn_seven(struct seven from) {
    struct seven to;
    for (int i = 0; i < 7; i++) {
        to.of[i] = from.of[6 - i];
    }
    return to;
}

static struct place mirror(struct place place) {
    place.x = (short)-place.x;
    return place;
}

static struct counted add(struct counted left, int number, struct counted right) {
    left.count += right.count;
    left.of[2] = (char)(left.of[2] + right.of[1] + number);
    return left;
}

int main(void) {
    struct pixel image[8];
#pragma omp parallel for
    for (int i = 0; i < 8; i++) {
        image[i] = (struct pixel){(unsigned char)i, (unsigned char)(2 * i), (unsigned char)(3 * i)};
        image[i] = mix(image[i], (struct pixel){9, 9, 9});
    }
    printf("%d %d %d\n", image[7].red, image[7].green, image[7].blue);

    struct place (*function)(struct place) = image[7].red == 8 ? mirror : NULL;
    struct place place = function((struct place){1, 2, 3});
    struct five five = turn_five((struct five){"abcde"});
    struct seven seven = turn_seven((struct seven){"abcdefg"});
    printf("%.5s %d %d %.7s\n", five.of, place.x, place.z, seven.of);

    struct counted sum = {1, {2, 3, 1}}, more = {5, {0, 1, 0}};
    struct counted both = add(sum, 2, more);
#pragma omp parallel num_threads(2) firstprivate(both)
#pragma omp single
    {
#pragma omp task
        sum = add(both, 0, more);
    }
    printf("%ld %ld %d %d\n", both.count, sum.count - 5, both.of[0], both.of[2]);
    return 0;
}
