static int one(void) {
    return 1;
}

int (*resolve(void))(void) { // refused: a function that a resolver chooses
    return one;
}

int chosen(void) __attribute__((ifunc("resolve")));

int main(void) {
    return chosen();
}
