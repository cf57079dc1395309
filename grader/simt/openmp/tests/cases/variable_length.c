/* Variable-length arrays: two dimensions, shared, and one for each round of a loop. */
#include <stdio.h>
#include <stdlib.h>

// expect: constant lockstep\$text\$grid
// expect: constant lockstep\$text\$row
// expect: lockstep_stack_release
// never: \.local
int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 8;
    double grid[n][n];
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            grid[i][j] = i * n + j; // 0 loads 1 stores
        }
    }
    double total = 0;
    for (int i = 0; i < n; i++) {
        double row[i + 1];
        row[i] = grid[i][i]; // 1 loads 1 stores
        total += row[i];     // 1 loads 0 stores
    }
    printf("%.1f\n", total);
    return 0;
}
