// prints: 0 0 1
// prints: level 1 of 2 threads
// prints: 0001|1   |   2|%
// prints: 5 9
/* Places, devices and allocators, which OpenMP's functions ask for and the machine has one of. */
#include <omp.h>
#include <stdio.h>

int main(void) {
    char text[64];
    printf("%d %d %d\n", omp_get_num_places(), omp_get_place_num_procs(0),
           omp_target_is_present(text, 0));
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        omp_capture_affinity(text, sizeof text, "level %L of %N threads");
        puts(text);
    }
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 1) {
        omp_capture_affinity(text, sizeof text, "%0.4n|%4L|%.4{num_threads}|%%");
        puts(text);
    }
    omp_alloctrait_t trait = {omp_atk_alignment, 64};
    omp_allocator_handle_t allocator = omp_init_allocator(omp_default_mem_space, 1, &trait);
    int *numbers = omp_alloc(2 * sizeof *numbers, allocator), *copy = omp_target_alloc(8, 0);
    numbers[0] = 5;
    numbers[1] = 9;
    omp_target_memcpy(copy, numbers, 8, 0, 0, 0, omp_get_initial_device());
    omp_free(numbers, allocator);
    omp_destroy_allocator(allocator);
    printf("%d %d\n", copy[0], copy[1]);
    omp_target_free(copy, 0);
    return 0;
}
