/* Many bytes and little arithmetic: memory takes most of the time. */
enum { N = 1 << 18 };
static double from[N], to[N];

int main(void) {
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        to[i] = 2 * from[i];
    }
    return to[N - 1] != 0;
}
