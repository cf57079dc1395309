/* Int counters, tables made private by clauses, bins out of their order. */
#include "histogram.h"

#include <omp.h>
#include <string.h>

void histogram_sequential(const unsigned char *tabData, size_t n, unsigned int *tabFrequence) {
    int s;
    for (s = 0; s < 256; s++)
        tabFrequence[s] = 0;
    for (s = 0; s < (int)n; s++)
        tabFrequence[tabData[s]]++;
}

void histogram_entrelacer_promotion_tab(const unsigned char *tabData, size_t n,
                                        unsigned int *tabFrequence) {
    unsigned int tab[256];
    int i;
    for (i = 0; i < 256; i++)
        tab[i] = tabFrequence[i] = 0;
#pragma omp parallel firstprivate(tab) private(i)
    {
        const int TID = omp_get_thread_num();
        const int NB_THREAD = omp_get_num_threads();
        int s = TID;
        while (s < (int)n) {
            tab[tabData[s]]++;
            s += NB_THREAD;
        }
        for (i = 255; i >= 0; i--) {
            if (tab[i] > 0) {
#pragma omp atomic
                tabFrequence[i] += tab[i];
            }
        }
    }
}

void histogram_for_atomic(const unsigned char *tabData, size_t n, unsigned int *tabFrequence) {
    int s;
    for (s = 0; s < 256; s++)
        tabFrequence[s] = 0;
#pragma omp parallel for
    for (s = 0; s < (int)n; s++) {
#pragma omp atomic
        tabFrequence[tabData[s]]++;
    }
}

void histogram_for_promotion_tab(const unsigned char *tabData, size_t n,
                                 unsigned int *tabFrequence) {
    unsigned int tab[256];
    int i, s;
    for (i = 0; i < 256; i++)
        tab[i] = tabFrequence[i] = 0;
#pragma omp parallel firstprivate(tab) private(i, s)
    {
#pragma omp for
        for (s = 0; s < (int)n; s++)
            tab[tabData[s]]++;
#pragma omp critical
        for (i = 0; i < 256; i++)
            tabFrequence[i] += tab[i];
    }
}

void histogram_any_m(const unsigned short *tabData, size_t n, unsigned int *tabFrequence,
                     size_t m) {
    unsigned int tab[65536];
    memset(tab, 0, sizeof tab);
    memset(tabFrequence, 0, m * sizeof(unsigned int));
#pragma omp parallel firstprivate(tab)
    {
        int s;
        size_t i;
#pragma omp for
        for (s = 0; s < (int)n; s++)
            tab[tabData[s]]++;
#pragma omp critical
        for (i = 0; i < m; i++)
            tabFrequence[i] += tab[i];
    }
}
