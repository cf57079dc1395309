#include <immintrin.h>

static float a[8];

int main(void) {
    __m128 x = _mm_rcp_ps(_mm_loadu_ps(a));
    _mm_storeu_ps(a, x);
    return 0;
}
// refused: an instruction of one processor
