int main(int argc, char **argv) {
    static void *const targets[] = {&&zero, &&one};
    (void)argv;
    goto *targets[argc & 1]; // refused: goto to a computed label
zero:
    return 0;
one:
    return 1;
}
