// stops: outside of `table` (40 bytes)
int main(void) {
    volatile int n = 10;
    int table[10];
    for (int i = 0; i <= n; i++) {
        table[i] = i;
    }
    return table[0];
}
