int main(void) {
    unsigned low;
    __asm__ volatile("" ::: "memory");   /* means nothing here */
    __asm__("rdtsc" : "=a"(low)::"edx"); // refused: assembly
    return low == 0;
}
