// stops: `local` is gone: its scope has ended
static int *leak(void) {
    volatile int local = 3;
    int *volatile p = (int *)&local;
    return p;
}

int main(void) {
    int *p = leak();
    return *p;
}
