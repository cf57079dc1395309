/* One of the histogram's variants, once: `histogram VARIANT N`. */
#include "histogram.h"

#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*run)(const uint8_t *data, size_t n, uint32_t frequency[256]);
    } variants[] = {{"entrelacer_promotion_tab", histogram_entrelacer_promotion_tab},
                    {"for_atomic", histogram_for_atomic},
                    {"for_promotion_tab", histogram_for_promotion_tab}};
    if (argc != 3) {
        return 2;
    }
    size_t n = strtoul(argv[2], NULL, 10);
    uint8_t *data = malloc(n);
    static uint32_t frequency[256];
    uint32_t draw = 1;
    for (size_t i = 0; data != NULL && i < n; i++) {
        draw = draw * 1664525 + 1013904223;
        data[i] = (uint8_t)(draw >> 24);
    }
    for (size_t v = 0; data != NULL && v < sizeof variants / sizeof *variants; v++) {
        if (strcmp(variants[v].name, argv[1]) == 0) {
            variants[v].run(data, n, frequency);
        }
    }
    free(data);
    return data == NULL;
}
