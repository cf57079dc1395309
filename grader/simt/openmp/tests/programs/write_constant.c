// stops: is read only
int main(void) {
    char *volatile text = "constant";
    text[0] = 'C';
    return 0;
}
