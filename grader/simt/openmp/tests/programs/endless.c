// stops: instruction budget used up
int main(void) {
    volatile unsigned n = 0;
    while (n <= 8) {
        n = (n + 1) % 8;
    }
    return 0;
}
