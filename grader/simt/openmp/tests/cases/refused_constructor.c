static int ready;

__attribute__((constructor)) static void prepare(void) { // refused: a constructor or destructor
    ready = 1;
}

int main(void) {
    return !ready;
}
