/* The same sum on one core of the CPU. */
#ifndef REDUCTION_BENCH_CPU_H
#define REDUCTION_BENCH_CPU_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The loop that everybody writes, as the compiler makes it with -O3. */
uint32_t cpu_sum(const uint32_t *data, size_t n);

/* OpenCV's cv::sum, which takes the bits as int32 and gives a double. */
double opencv_sum(const uint32_t *data, size_t n);

/* Which OpenCV that is, or NULL: this program was built without. */
const char *opencv_version(void);

#ifdef __cplusplus
}
#endif

#endif
