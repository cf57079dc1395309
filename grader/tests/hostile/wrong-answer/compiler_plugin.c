/*
 * exercise: sequential
 * Tries: to have the compiler load a plugin, and read words for its command line from a file.
 */
#include "histogram.h"

#pragma GCC optimize("plugin=/box/plugin.so")
#pragma GCC optimize("-fplugin=/box/plugin.so")
#pragma GCC optimize("@/etc/shadow")
#pragma comment(lib, "@SECRET@")

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
}
