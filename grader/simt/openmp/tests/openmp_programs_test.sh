#!/bin/bash
# test: once
# `lockstep cc -fopenmp` and `lockstep simt`: C with OpenMP on the machine, as people call them.
. grader/tests/tap.sh
. grader/simt/openmp/tests/programs.sh
make_scratch
cd "$scratch" || exit 2

program clean <<'E2'
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 9; i++) {
        sum += table[i] = i;
    }
E2
check "nothing is found in a clean one" found clean 'no findings'
check "it prints what it computes" grep -qx '36 8' out
program format <<'E2'
    printf("thread %d of %d\n", omp_get_thread_num());
E2
check "it is no misuse of OpenMP, but a wrong call" found format 'wrong call'
check "with its line" grep -q 'stops *format\.c:5 ' err
check "and with what to compare" grep -q 'conversions of the format' err
program rows <<'E2'
#pragma omp parallel for
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= 3; j++)
            table[3 * i + j] = i;
E2
check "it meets the next row's owner" found rows 'race'
check "the end of the array, which it leaves, too, comes first" test "$(grep -m 1 -oE '^(race|out of bounds)' err)" = 'out of bounds'
printf '#include <string.h>\nint main(void) {\n    int few[9] = {0};\n    return memcpy(few + 1, few, sizeof few / 2) == few;\n}\n' >overlap.c
check "it is a wrong call, too" found overlap 'wrong call'
check "and there is another function for it" grep -q 'memmove() copies ranges that overlap' err
printf 'int twice();\nvoid report();\nint letter();\nint main(void) {\n    report(1, "too many");\n    return twice(4, 5.0) != 8 || letter(0x141, 3) != 65 * 3;\n}\n' >many.c
printf '#include <stdio.h>\nint twice(int x) {\n    return 2 * x;\n}\nvoid report() {\n    puts("told");\n}\nint letter(char x, short y) {\n    return x * y;\n}\n' >few.c
two_files() { "$lockstep" cc -fopenmp many.c few.c -o many 2>err && found many 'no findings' && grep -qx told out; }
check "arguments that are too many or too wide for another file's function are cut, as everywhere" two_files
printf '3\n4 5\n6\nlast line\n' >numbers.txt
printf '#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n    srand(time(NULL));\n    printf("%%d %%d\\n", time(0) > 0, time(NULL) > 0);\n    return 0;\n}\n' >undeclared.c
check "and tells the time" found undeclared 'no findings'
cat >files.c <<'E2'
#include <errno.h>
#include <stdio.h>
#include <string.h>
int main(void) {
    FILE *file = fopen("numbers.txt", "r");
    int count = 0, number[9], sum = 0;
    char line[20];
    if (file == NULL || fscanf(file, "%d", &count) != 1)
        return 1;
    for (int i = 0; i < count; i++)
        fscanf(file, "%d", &number[i]);
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < count; i++)
        sum += number[i];
    fgets(line, sizeof line, file);
    fgets(line, sizeof line, file);
    printf("%d %.9s %d", sum, line, fgetc(file));
    printf(" %d", feof(file) != 0);
    fseek(file, 0, SEEK_END);
    printf(" %ld", ftell(file));
    rewind(file);
    printf(" %c %zu", fgetc(file), fread(line, 1, 3, file));
    printf(" %d %d\n", fseek(file, -1, SEEK_SET), fclose(file));
    file = fopen("nowhere.txt", "r");
    puts(file == NULL ? strerror(errno) : "it is there");
    return 0;
}
E2
reads_files() { compile files && found files 'no findings' && printf '15 last line -1 1 18 3 3 -1 0\nNo such file or directory\n' | diff - out; }
check "a program reads files" reads_files
program long <<'E2'
#pragma omp parallel
    for (volatile long i = 0; i < 1000000000000; i++) {
    }
E2
in_time() {
    compile long
    timeout 60 "$lockstep" simt --timeout 1 --threads 256 -- ./long >out 2>err
    grep -qF 'given up from outside' err
}
check "a run is given up between the turns of many threads that run long" in_time
program running <<'E2'
#pragma omp parallel for num_threads(2)
    for (int i = 1; i < 9; i++) table[i] += table[i - 1];
E2
check "a running sum is not advised to be an update of all" eval 'found running "before \(a running sum" && ! grep -q "array of its own" err'
program later <<'E2'
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 4; i++) {
#pragma omp task
        table[8]++;
    }
E2
check "a task is named by the line that makes it" found later "task of line 8"
check "… and that another thread could have run it" grep -q 'any thread may run a task' err
program league <<'E2'
#pragma omp teams num_teams(3)
    sum++;
E2
check "teams of a league are told apart" found league 'team 1 of 3'
program outside <<'E2'
    int partial[omp_get_num_threads()];
#pragma omp parallel
    partial[omp_get_thread_num()] = 1;
E2
check "a table of one, for omp_get_num_threads() was called outside" found outside 'omp_get_num_threads\(\) at line 5 returned 1'
program untaken <<'E2'
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel num_threads(2)
    {
        omp_test_lock(&lock);
        sum++;
    }
E2
check "who goes on without the lock is named" found untaken 'Only thread 0 of 2 holds lock .lock. at this line, thread 1'
program lost <<'E2'
    int last;
#pragma omp parallel for private(last)
    for (int i = 0; i < 9; i++)
        last = i;
    printf("%d\n", last);
E2
check "what a private copy held is lost behind its region" found lost 'lastprivate keeps'
printf '#include <stdio.h>\nint main(void) {\n    int a[64], b[64];\n#pragma omp parallel\n    {\n#pragma omp for nowait\n        for (int i = 0; i < 64; i++) a[i] = i;\n#pragma omp for\n        for (int i = 0; i < 64; i++) b[i] = a[63 - i];\n    }\n    printf("%%d\\n", b[0]);\n}\n' >hurried.c
hurried() { compile hurried && found hurried 'read    hurried.c:9 ' && grep -q 'write   hurried.c:7 ' err && ! grep '^uninitialised' err; }
check "what is read too early, as nowait leaves out the barrier, is a race, not a missing value" hurried
program roomless <<'E2'
#pragma omp parallel
#pragma omp single
#pragma omp task untied shared(sum)
    {
        int numbers[omp_get_num_procs() + 3];
        numbers[2] = 1;
        sum = numbers[2];
    }
E2
check "an array that clang gives no room is refused" refused roomless 7
program nested <<'E2'
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 0)
        sum++;
E2
check "threads of nested teams are told apart" found nested "thread 0 of 2 in the team of thread 1"
program deep <<'E2'
    int tmp, j;
#pragma omp target teams distribute parallel for firstprivate(tmp, j) reduction(+ : sum)
    for (int i = 0; i < 4; i++) {
        tmp = i;
        for (j = 0; j < 2; j++)
            tmp++;
        sum += tmp;
    }
#pragma omp parallel firstprivate(tmp) reduction(+ : sum)
#pragma omp parallel firstprivate(tmp) reduction(+ : sum)
    {
        tmp = 1;
        sum += tmp;
    }
E2
check "a copy that goes through several regions, and is set before it is used, needs no value" found deep "no findings"
program deeper <<'E2'
    int tmp;
#pragma omp parallel firstprivate(tmp) reduction(+ : sum)
#pragma omp parallel firstprivate(tmp) reduction(+ : sum)
    {
        if (table[0] == 1)
            tmp = 1;
        sum += tmp;
    }
E2
used_deep() { compile deeper && found deeper 'uninitialised read' && grep -qF tmp err; }
check "unless the innermost region uses it" used_deep
program entrusted <<'E2'
    int number;
    int *all = &number;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task firstprivate(number) shared(sum)
    sum = 2 * number;
    table[0] = all != NULL;
E2
check "in a task, where it is used" found entrusted "entrusted.c:10"
program unset_by_region <<'E2'
    int number = 3;
#pragma omp parallel num_threads(2) private(number)
#pragma omp single
#pragma omp task shared(sum)
    sum = number + 1;
E2
check "… also one that its maker took into the task without a value" found unset_by_region "unset_by_region.c:9"
program set_by_tasks <<'E2'
    int number, other, *where = &other;
#pragma omp parallel num_threads(2) private(number)
#pragma omp single
    for (int i = 0; i < 4; i++) {
#pragma omp task shared(sum)
        {
            number = i;
#pragma omp atomic
            sum += number;
        }
#pragma omp task shared(sum) firstprivate(other)
        {
            other = 1;
#pragma omp atomic
            sum += other;
        }
    }
    table[8] = where != NULL;
E2
check "… but not where each task sets its own" right set_by_tasks "10 1"
program divided <<'E2'
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 8; i++) {
        sum += 100 % table[i + 1];
    }
E2
check "a division by 0 stops a program, at its line" eval 'found divided "An integer is divided by 0." && grep -q "stops *divided.c:7 " err'
check "which is said in French, too" in_french divided "divided.c:7 (trap) : un entier est divisé par 0"
program never_set <<'E2'
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 1) {
        for (int seen = 0; !seen;) {
#pragma omp atomic read
            seen = sum;
        }
    }
E2
compile never_set
check "a flag that nobody sets is found, soon" eval 'found never_set "no thread that still runs changes what it waits for" && grep -q "stops *never_set.c:9 " err && ! grep -q budget err'
program own_lock <<'E2'
#pragma omp parallel num_threads(2)
    {
        while (__atomic_exchange_n(&table[0], 1, __ATOMIC_ACQUIRE)) {
        }
        sum++;
        __atomic_store_n(&table[0], 0, __ATOMIC_RELAXED);
    }
E2
check "a lock that is given back by a relaxed store orders nothing" found own_lock 'or a lock of your own.* orders no other'
program late <<'E2'
#pragma omp parallel num_threads(4)
    {
#pragma omp for lastprivate(sum) \
    nowait
        for (int i = 0; i < 8; i++)
            sum = i;
        if (sum != 7)
            table[omp_get_thread_num()] = 1;
    }
E2
check "lastprivate with nowait has no barrier" eval 'found late "late.c:7 " && grep -q "late.c:11 " err'
# shellcheck disable=SC2016 # eval expands it
check "nor where the program is named by its whole path" eval '(cd /usr && "$lockstep" cc -fopenmp "$scratch/late.c" -o "$scratch/late") && "$lockstep" simt -- ./late 2>&1 | grep -q ^race'
sed -i '/^ *nowait$/d; s/lastprivate(sum) .*/lastprivate(sum)/' late.c
check "… and one without has" found late "no findings"
program grouped <<'E2'
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum)
    for (int i = 0; i < 9; i++) {
#pragma omp task
        sum += i;
    }
E2
check "a task without in_reduction in a taskgroup that reduces is refused" refused grouped '9: a task in a taskgroup with task_reduction, without in_reduction'
sed -i 's/omp task$/omp task in_reduction(+ : sum)/' grouped.c
check "… and one with it is not" right grouped "36 0"
program forward <<'E2'
#pragma omp simd
    for (int i = 0; i < 8; i++) {
        int next = table[i + 1];
        table[i] = next + i;
    }
E2
check "simd keeps the order of a read and a later write" found forward "no findings"
program backward <<'E2'
#pragma omp simd
    for (int i = 0; i < 8; i++) {
        table[i + 1] = table[i] + i;
    }
E2
check "and no other order" found backward "backward.c:7"
program carried <<'E2'
    int last = 0, twice;
#pragma omp simd
    for (int i = 0; i < 8; i++) {
        twice = 2 * i;
        last += twice;
        table[i] = last;
    }
E2
check "a scalar that iterations of simd share is one, too" eval 'found carried "carried.c:9" && grep -q "reduction; if each" err && ! grep -q twice err'
program own <<'E2'
    int step = 1, last = 0;
#pragma omp simd reduction(+ : sum) linear(step : 2) lastprivate(last)
    for (int i = 0; i < 8; i++) {
        int mine = i;
        mine += step;
        sum += mine;
        last = mine;
        table[8] = last != mine;
        step += 2;
    }
E2
check "copies that clauses make, and what the body declares, are not" found own "no findings"
program by_tasks <<'E2'
    int twice, last = 0;
#pragma omp parallel master
#pragma omp taskloop simd num_tasks(2) private(twice) lastprivate(last)
    for (int i = 0; i < 8; i++) {
        twice = 2 * i;
        last = twice + 1;
        table[i] = last;
    }
E2
check "nor those that taskloop simd makes in a task" found by_tasks "no findings"
program kept_by_task <<'E2'
#pragma omp parallel master
#pragma omp taskloop simd num_tasks(1) firstprivate(sum)
    for (int i = 0; i < 8; i++) {
        sum += i;
        table[i] = sum;
    }
E2
check "where each iteration sets them first" found kept_by_task "kept_by_task.c:8"
program in_turn <<'E2'
#pragma omp simd
    for (int i = 0; i < 8; i++) {
        int even = i % 2 == 0;
#pragma omp ordered simd
        if (even)
            table[sum++] = i;
    }
E2
check "nor what iterations do one after the other" found in_turn "no findings"
program released <<'E2'
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0)
            omp_set_lock(&lock);
#pragma omp barrier
        if (omp_get_thread_num() == 1)
            omp_unset_lock(&lock);
    }
E2
check "only who set a lock may release it" eval 'found released "a lock is released by a thread or task that did not set it" &&
        found released "Only the thread that took a lock may release it"'
check "which is said in French, too" in_french released "rendu par un thread ou une tâche"
# Each misuse has an advice of its own.
misused() { program "$1" && found "$1" "$2"; }
check "a lock that nobody has made is to be made" misused unmade 'Initialise the lock once' <<<'    omp_lock_t lock; omp_set_lock(&lock);'
check "which is said in French, too" in_french unmade "que omp_init_lock() n'a pas créé"
check "one that is held is not to be destroyed" misused held 'Call omp_destroy_lock\(\) after the region' \
    <<<'    omp_lock_t lock; omp_init_lock(&lock); omp_set_lock(&lock); omp_destroy_lock(&lock);'
check "a format with too few arguments is to be compared with them" misused few 'Compare the conversions of the format' \
    <<<'    printf("%d %d\n", 1);'
program words <<'E2'
    char text[2][4] = {"a b", "c d"}, copy[4];
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 2; i++) {
        __builtin_strcpy(copy, "abc");
        for (char *word = strtok(text[i], " "); word != NULL; word = strtok(NULL, " "))
            table[i]++;
    }
E2
in_library() {
    sed -i '1i #include <string.h>' words.c && compile words && found words 'words.c:10 ' && found words 'words.c:11 ' &&
        grep -q 'strtok_r' err && grep -q '^  data of the C library$' err && { ! grep -q 'line unknown' err || { cat err; false; }; }
}
check "what the C library does stands at the line that calls it" in_library
cat >gone.c <<'E2'
#include <stdio.h>
static void start(int *sum) {
    int local = 5;
#pragma omp task shared(local)
#pragma omp atomic
    *sum += local;
}
int main(void) {
    int sum = 0;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 4; i++) {
        start(&sum);
    }
    printf("%d\n", sum);
    return 0;
}
E2
check "a variable whose place others have got is known" found gone "is gone: its scope has ended"
program racy <<'E2'
#pragma omp parallel for
    for (int i = 0; i < 9; i++) {
        sum += i;
    }
E2
check "its race is found, with the line" found racy 'racy.c:7'

# What a long word for an access moves, all places of the finding follow.
program freed <<'E2'
    int *own = __builtin_calloc(4, sizeof *own);
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 1) {
        __builtin_free(own);
    } else {
        sum = own[0];
    }
E2
columns() { # of the file's name, below the heading of the race
    compile freed && LC_ALL='' LANG=fr_FR.UTF-8 "$lockstep" simt --threads 2 -- ./freed >out 2>err
    grep -E '^ +[^ ].* freed\.c:[0-9]+ +thread' err >places || { cat err; return 1; }
    cat places
    [ "$(wc -l <places)" -eq 2 ] && grep -q 'libération' places &&
        [ "$(LC_ALL=C.UTF-8 sed 's/freed[.]c.*//; s/[^ ]/ /g' places | sort -u | wc -l)" -eq 1 ]
}
check "the places of a finding stand below each other, in French, too" columns

# What clang 14 does not read as gcc does.
while IFS='|' read -r directive told; do
    printf '#pragma omp %s\n    for (int i = 0; i < 9; i++)\n        table[i] = i;\n' "$directive" | program unread
    check "omp $directive is refused" refused unread "5: clang does not read $told"
done <<'E2'
parallel loop|omp parallel loop as gcc does: write omp for
parallel master taskloop|omp parallel master taskloop
metadirective when(device = {kind(host)} : parallel for) default(simd)|omp metadirective as gcc does
error at(compilation) severity(warning) message("sum is 0")|omp error as gcc does: leave it out
parallel for reduction(inscan, + : sum)|reduction(inscan) as gcc
task default(firstprivate)|default(firstprivate) as gcc
task default( private )|default(private) as gcc
taskloop grainsize(strict : 2)|grainsize(strict:) as gcc
taskloop num_tasks(strict: 2)|num_tasks(strict:) as gcc
task depend(inoutset: sum)|depend(inoutset:) as gcc
ordered simd threads|omp ordered simd threads as gcc
ordered threads simd|omp ordered threads simd as gcc
atomic compare|omp atomic compare as gcc does: write omp critical
E2
in_french_cc() { LANG=fr_FR.UTF-8 LC_ALL='' "$lockstep" cc -fopenmp unread.c -o unread 2>&1 | grep -qF 'clang ne lit pas omp atomic compare comme gcc : écrivez omp critical'; }
check "… in French, too" in_french_cc
cat >old_try.c <<'C'
#include <stdio.h>
int main(void) {
    int sum = 0;
#ifdef TRY
#pragma omp parallel
#pragma omp loop
#else
#pragma omp parallel for reduction(+ : sum)
#endif
    for (int i = 0; i < 9; i++) {
        sum += i;
    }
    printf("%d\n", sum);
}
C
old_try() {
    "$lockstep" cc -fopenmp old_try.c -o old_try && [ "$("$lockstep" simt --quiet -- ./old_try)" = 36 ]
}
check "… but not where nobody compiles it" old_try
old_try_tried() {
    ! "$lockstep" cc -fopenmp -DTRY old_try.c -o old_try 2>said && grep -q 'old_try.c:6: clang does not read omp loop' said
}
check "… and where a macro asks for it" old_try_tried
program tasks <<'E2'
#pragma omp parallel
#pragma omp master taskloop
    for (int i = 0; i < 9; i++) {
        table[i] = i;
    }
E2
check "omp master taskloop is not" found tasks "no findings"
program last <<'E2'
#pragma omp parallel for \
    lastprivate(conditional : sum)
    for (int i = 0; i < 9; i++) {
        if (i % 2 == 0) {
            sum = i;
        }
    }
E2
check "a clause is refused on a second line, too" refused last '5: clang does not read lastprivate(conditional:) as gcc'
program deep <<'E2'
#pragma omp parallel num_threads(2) reduction(+ : sum)
    {
        double own[800000];
        for (int i = 0; i < 8; i++)
            own[i * 100000] = i;
        sum += own[700000];
    }
E2
check "a thread has the 8 MB of stack that Linux gives it" found deep "no findings"
program untied <<'E2'
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task untied shared(sum)
    for (int i = 0; i < 30000; i++) {
#pragma omp task shared(sum)
#pragma omp atomic
        sum++;
    }
E2
check "an untied task may make any number of tasks" right untied "30000 0"
program counter <<'E2'
    int i;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop simd lastprivate(sum, \
                                      i)
    for (i = 0; i < 9; i++) {
        sum = i;
    }
    table[8] = i;
E2
check "lastprivate of the counter of taskloop simd is refused" refused counter '8: clang does not read taskloop simd lastprivate(counter) as gcc'
sed 's/ simd//' counter.c >tasks_counter.c
check "that of taskloop is given back" right tasks_counter "8 9"
sed -e 's/, .$/, \\/' -e 's/^ *i)/table)/' -e 's/= i;$/= 1;/' counter.c >others.c
check "lastprivate of others is, too" right others "1 1"
sed -e '/simd/{N;s/ lastprivate.*//}' -e 's/sum = i;/table[i] = 0;/' counter.c >no_clause.c
check "a counter of taskloop simd that is read later is refused without a clause, too" refused no_clause '8: clang does not read taskloop simd lastprivate(counter) as gcc'
sed -e 's/table.8. = i;/for (i = 8; i < 9; i++)\n        table[i] = i == 8;/' no_clause.c >set_anew.c
check "but not one that is set first" right set_anew "0 1"
program names <<'E2'
    int inscan = 1, conditional = 2;
#pragma omp parallel for lastprivate(sum)
    for (int i = 0; i < 9; i++) {
        sum = inscan + conditional;
    }
E2
check "the words are not refused elsewhere" compile names
program shared <<'E2'
    int conditional = 3;
#pragma omp parallel for firstprivate(conditional) lastprivate(sum)
    for (int i = 0; i < 9; i++) {
        sum = conditional + i;
    }
E2
check "nor as a variable's name in a clause" compile shared

program places <<'E2'
#pragma omp parallel
#pragma omp single
#pragma omp task affinity(table) shared(sum)
    sum = omp_get_place_num_procs(0) + 1;
E2
check "and mean nothing" found places 'no findings'
program numbers <<'E2'
    for (int value; scanf("%d", &value) == 1;) {
        sum += value;
    }
    table[8] = 1 << (sum + 5);
E2
printf '#include <stdio.h>\nint main(void) {\n    int n = 0;\n    do {\n        scanf("%%d", &n);\n    } while (n < 1);\n    return n;\n}\n' >again.c
stopped_again() { compile again && "$lockstep" simt -- ./again </dev/null >out 2>err; grep -qE 'stops +again\.c:5 ' err; }
check "it is stopped" stopped_again
check "and told where else values come from" eval 'tr -s " \n" " " <err | grep -qF "an argument of main() or from a constant"'
# shellcheck disable=SC2016 # eval expands it
check "a program reads its standard input" eval 'compile numbers && echo 10 17 | { "$lockstep" simt -- ./numbers >out 2>err &&
    grep -qx "27 1" out; }'
check "a shift by too much is named" grep -qF 'A shift by 32 of a number that has 32 bits' err
program far <<'E2'
    static int large[40000];
    for (long i = 0; i < 40000; i++) {
        sum += large[(short)i];
    }
E2
check "the report names the array of an index that wraps around" found far "large\[-32768\]"
program leagues <<'E2'
    omp_set_num_teams(3);
    omp_set_teams_thread_limit(2);
#pragma omp teams reduction(+ : sum)
#pragma omp parallel reduction(+ : sum)
    sum += omp_get_num_teams() * 10 + omp_get_thread_limit();
    table[8] = omp_get_max_teams() * 10 + omp_get_teams_thread_limit();
E2
check "the number of teams, and of their threads, can be set" right leagues "192 32"

program readers <<'E2'
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(in : table[0]) shared(sum)
        sum += table[0];
#pragma omp task depend(in : table[0]) shared(sum)
        sum += table[0];
    }
E2
check "tasks that only depend(in) on one thing exclude each other in nothing" found readers 'race'
program beside <<'E2'
#pragma omp target map(tofrom : table) nowait
    table[8] = 7;
    sum = table[8];
#pragma omp taskwait
E2
check "a target task with nowait runs beside the only thread" found beside "write   beside.c:6 "
program ordered_targets <<'E2'
#pragma omp target map(tofrom : table) nowait depend(out : table)
    table[8] = 7;
#pragma omp target map(tofrom : table, sum) depend(inout : table) nowait
    sum = table[8];
#pragma omp task depend(in : table) shared(sum, table)
    sum += table[8];
#pragma omp taskwait
    sum += 1;
#pragma omp target map(tofrom : sum)
    sum *= 2;
    table[8] = sum;
#pragma omp target map(tofrom : table) nowait
    {
#pragma omp task shared(table)
        table[0] = 1;
#pragma omp taskwait
        table[8] += table[0];
    }
#pragma omp taskwait
E2
check "… and is waited for by depend, taskwait, and where nowait is not" found ordered_targets "no findings"
check "the tasks do what they should" grep -qx '30 31' out

# ---- other orders of the threads ----
program first_comes <<'E2'
    int first = -1, *room = calloc(1, sizeof *room);
#pragma omp parallel
#pragma omp critical
    if (first < 0) {
        first = omp_get_thread_num();
        room[first] = 1;
    }
    free(room);
E2
sed -i '1i #include <stdlib.h>' first_comes.c
check "what goes wrong in another order of the threads is found" found first_comes 'memory allocated at first_comes.c:6'
check "the report names that order" grep -qF 'lockstep: seen when the threads run in reverse order (--schedule reversed):' err
check "… in French, too" in_french first_comes "lockstep: vu quand les threads s'exécutent dans l'ordre inverse (--schedule reversed) :"
check "and where the program stopped" grep -q 'the program stopped at .*/first_comes.c:11 ' err
check "with the option it names, the same is found" \
    bash -c "'$lockstep' simt --schedule reversed -- ./first_comes 2>&1 | grep 'write  *first' >again && grep 'write  *first' err | diff - again"
check "the order that was asked for is the only one" \
    bash -c "'$lockstep' simt --schedule order -- ./first_comes 2>&1 | grep -qF 'no findings'"
"$lockstep" simt --json order.json -- ./first_comes >out 2>err2
check "the output is that of the first run, once" grep -qx '0 0' out
check "the report is the same every time" cmp err err2
check "JSON names the order" jq -e '.schedule == "reversed" and (.findings | length) > 0' order.json
program fails_last <<'E2'
#pragma omp parallel
#pragma omp critical
    sum = omp_get_thread_num();
    if (sum == 0) {
        return 3;
    }
E2
compile fails_last
fails_in_another() {
    "$lockstep" simt -- ./fails_last >out 2>err
    [ $? -eq 1 ] && grep -qF 'the program ended with status 3' err && grep -qx '3 0' out
}
check "a program whose own test fails in another order has failed" fails_in_another
program passes_last <<'E2'
#pragma omp parallel
#pragma omp critical
    sum = omp_get_thread_num();
    return sum;
E2
passes_in_another() { found passes_last 'answer depends on the order' && grep -q '0. with --schedule reversed' err; }
check "… and one whose test fails in the first order only has an answer that depends on it" passes_in_another
# Which thread comes when is the same every time: the four that are drawn are known, and each is another.
program by_order <<'E2'
    int order[16], count = 0;
#pragma omp parallel num_threads(4)
    for (int i = 0; i < 4; i++) {
        int at;
#pragma omp atomic capture
        at = count++;
        order[at] = omp_get_thread_num();
    }
    if (FAILS) {
        return 5;
    }
E2
fails_in() { # order, condition
    "$lockstep" cc -fopenmp "-DFAILS=($2)" by_order.c -o by_order 2>err && found by_order "\\(--schedule $1\\):" &&
        grep -qF 'the program ended with status 5' err
}
check "what only turns show is found" fails_in turns 'order[0] == 0 && order[1] == 1'
check "… in French, too" in_french by_order 'lockstep: vu quand les threads alternent à chaque synchronisation (--schedule turns) :'
check "what only the first order that is drawn shows" fails_in 1 'order[0] == 0 && order[3] == 0 && order[4] == 3'
check "… or only the last one" fails_in 4 'order[0] == 0 && order[1] == 2'
check "… in French, too" in_french by_order "lockstep: vu quand les threads s'interrompent les uns les autres (--schedule 4) :"
program races_once <<'E2'
    int first = -1;
#pragma omp parallel num_threads(2)
    {
#pragma omp critical
        if (first < 0) {
            first = omp_get_thread_num();
        }
#pragma omp barrier
        if (first == 1) {
            sum++;
        }
    }
E2
check "a race in a branch that the first order does not take" found races_once 'read    races_once.c:14'
check "… with its order" grep -qF '(--schedule reversed):' err
program answers <<'E2'
    float rounded = 0;
#pragma omp parallel for reduction(+ : rounded)
    for (int i = 1; i < 1000; i++)
        rounded += 1.0f / i;
#pragma omp parallel
    printf("thread %d\n", omp_get_thread_num());
    printf("%.9f\n", rounded);
    int last = -1;
#pragma omp parallel for
    for (int i = 0; i < 8; i++)
#pragma omp atomic write
        last = i;
    if (SAYS)
        printf("last %d, %f seconds\n", last, omp_get_wtime());
E2
"$lockstep" cc -fopenmp -DSAYS=0 answers.c -o answers 2>err
rounds() { "$lockstep" simt --quiet -- ./answers >out 2>err && grep -qF 'note: last digits depend on the order' err; }
check "a sum that rounds in another way is a note, and lines of several threads are none" rounds
"$lockstep" cc -fopenmp -DSAYS=1 answers.c -o answers 2>err
check "an answer that hangs on the order" found answers 'answer depends on the order'
check "… with its line and the two orders" eval 'grep -qF "line 6 of the output" err && grep -qF "with --schedule reversed" err'
check "… in French, too" in_french answers "avec --schedule order, \`"
program no_elements <<'E2'
    double times[sum];
    printf("%f\n", times[sum / 2]);
#pragma omp parallel
    sum++;
E2
check "an array of no elements has ended before its first one" found no_elements 'That is past its end: it has 0 elements of 8 bytes.'
program hangs_on_number <<'E2'
#pragma omp parallel
    if (omp_get_num_threads() == 7)
        sum++;
E2
check "what only another number of threads shows" found hangs_on_number '\(--threads 7 --schedule order\):'
program takes_longer <<'E2'
    int first = -1;
#pragma omp parallel num_threads(2) reduction(+ : sum)
    {
#pragma omp critical
        if (first < 0) {
            first = omp_get_thread_num();
        }
        for (int i = 0; i < (first == 0 ? 9 : 20000000); i++) {
            sum += table[i % 8];
        }
    }
E2
compile takes_longer
longer() {
    "$lockstep" simt -- ./takes_longer >out 2>err && grep -qF 'no findings' err && ! grep -q endless err &&
        grep -qF 'not all orders of its threads were tried' err
}
check "an order that takes too long is no endless loop, and the report says that it was left out" longer
program asks_late <<'E2'
    int first = -1, number = 0;
#pragma omp parallel
#pragma omp critical
    if (first < 0) {
        first = omp_get_thread_num();
    }
    if (scanf("%d", &number) == 1 && first > 0 && (scanf("%d", &number) != 1)) {
        return 4;
    }
E2
compile asks_late
mkfifo typed
asks_more() {
    exec 9<>typed
    echo 1 >&9
    timeout 60 "$lockstep" simt -- ./asks_late <typed >out 2>err
    local status=$?
    exec 9>&-
    [ "$status" -eq 0 ] && ! grep -q "seen when" err
}
check "an order that asks for input which the first did not read says nothing" asks_more
program runs_long <<'E2'
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 9000000; i++) {
        sum += table[i % 8];
    }
E2
says_long() { found runs_long 'not all orders of its threads were tried' && grep -qF 'no findings' err; }
check "a long program runs in fewer orders, and the report says so" says_long
check "… in French, too" in_french runs_long "le programme est long"
program waits_for_another <<'E2'
    table[0] = 1;
#pragma omp parallel for ordered(1) schedule(static, 1) num_threads(2)
    for (int i = 1; i < 9; i++) {
#pragma omp ordered depend(sink : i - 2)
        table[i] = table[i - 1] + 1;
#pragma omp ordered depend(source)
    }
E2
check "iterations that wait for another one than they read race" found waits_for_another 'table\[1\]'
check "and the message says which to name" grep -q 'In depend(sink: …), name each iteration' err
tap_end
