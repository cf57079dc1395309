// stops: repeats this loop forever
// No thread comes to where it could begin with the task.
int main(void) {
    int done = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp single nowait
        {
#pragma omp task shared(done)
#pragma omp atomic write
            done = 1;
        }
        for (int seen = 0; !seen;) {
#pragma omp atomic read
            seen = done;
        }
    }
    return 0;
}
