// stops: instruction budget used up
int main(void) {
    volatile int n = 0;
    while (n >= 0) {
        n = 1;
    }
    return 0;
}
