#include "open_lab.h"

bool lab_open(struct kit *kit, struct lab *lab, const char *labs, const char *name,
              struct error *error) {
    *lab = (struct lab){0};
    if (!kit_open(kit, labs, error)) {
        return false;
    }
    const char *directory = kit_lab_directory(kit, name, error);
    if (directory != NULL && lab_load(lab, directory, error)) {
        return true;
    }
    kit_close(kit);
    return false;
}

void lab_close(struct kit *kit, struct lab *lab) {
    lab_free(lab);
    kit_close(kit);
}
