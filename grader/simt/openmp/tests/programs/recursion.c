// stops: the call stack is full
static int down(volatile int *n) {
    return *n == 0 ? 0 : 1 + down(n);
}

int main(void) {
    volatile int n = 1;
    return down(&n);
}
