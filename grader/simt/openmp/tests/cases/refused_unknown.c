int solve(double *a, int n);

int main(void) {
    double a[4] = {0};
    return solve(a, 4); // refused: solve(): nobody defines this function
}
