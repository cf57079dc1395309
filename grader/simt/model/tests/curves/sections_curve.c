/* Three sections: three threads have work, however many there are. */
enum { N = 200000 };
static double a[N], b[N], c[N];

int main(void) {
#pragma omp parallel sections
    {
#pragma omp section
        for (int i = 0; i < N; i++) {
            a[i] = i * 0.5;
        }
#pragma omp section
        for (int i = 0; i < N; i++) {
            b[i] = i * 1.5;
        }
#pragma omp section
        for (int i = 0; i < N; i++) {
            c[i] = i * 2.5;
        }
    }
    return a[5] + b[6] + c[7] != 29;
}
