#!/bin/bash
# test: sanitized
# The class's tables, read by those who must take them: CSV to the letter, and Moodle, whose reader is PHP's, which knows
# a backslash where CSV has none. Nobody hands anything in that could be graded: all that is asked is how names and
# remarks come out.
. grader/roster/tests/begin.sh
in=$scratch/in out=$scratch/out

hand_in() { # folder, a file in it
    mkdir -p "$in/$1" && : >"$in/$1/$2"
}
hand_in 'Ann Plain_11_assignsubmission_file_' 'other.c'
hand_in 'Bob Backslash_12_assignsubmission_file_' 'quote\"comma,.c'
hand_in 'Cid End_13_assignsubmission_file_' "comma, and then\\"
hand_in $'Dot Lines_14_assignsubmission_file_' $'two\nlines";.c'
hand_in '=cmd|x_15_assignsubmission_file_' '@SUM(A1).c'
hand_in 'Gus_Under_17_assignsubmission_file_' 'other.c'
hand_in "$(printf 'Hal %.0s' {1..35})x_18_assignsubmission_file_" 'other.c'
cat >"$scratch/roster.csv" <<'CSV'
Identifier,"Full name","Email address",Status,Grade,"Maximum grade","Last modified (grade)","Feedback comments"
"Participant 11","Ann Plain",ann@uni.example,Submitted,,8,-,
"Participant 12","Bob \ Back, ""slash\""",bob@uni.example,Submitted,,8,-,"was \""here\"", and there\"
"Participant 13","Cid End\",cid@uni.example,Submitted,,8,-,
"Participant 14","Dot
Lines",dot@uni.example,Submitted,,8,-,
"Participant 15","=cmd|x",eve@uni.example,Submitted,,8,-,
"Participant 16","Fay, Absent\",fay@uni.example,None,,8,-,
"Participant 17","Gus_Under",gus@uni.example,Submitted,,8,-,
"Participant 18","Hal",hal@uni.example,Submitted,,8,-,
CSV
"$lockstep" class dot-product "$in" --out "$out" --labs $extra/labs --roster "$scratch/roster.csv" >"$scratch/log" 2>&1
[ $? -le 1 ]
ok $? "a class with names that break tables" || sed 's/^/# /' "$scratch/log"

to_the_letter() { # table
    python3 - "$1" <<'PYTHON'
import csv, sys
rows = list(csv.reader(open(sys.argv[1], encoding="utf-8", newline=""), strict=True))
assert len(rows) > 1 and len({len(row) for row in rows}) == 1, [len(row) for row in rows]
assert not any(cell.strip()[:1] in tuple("=+@|%") and cell.strip()[1:] for row in rows for cell in row), "a formula"
PYTHON
}
for table in gradebook moodle-gradebook moodle-worksheet; do
    check "$table.csv is CSV, to the letter" to_the_letter "$out/$table.csv"
done

# Moodle's rules: no row may have more or fewer cells than the first; then who, and what, stand in columns of their own.
cat >"$scratch/moodle.php" <<'PHP'
<?php
$table = tmpfile();
fwrite($table, trim(preg_replace('/\r\n?/', "\n", file_get_contents($argv[1]))));
rewind($table);
for ($rows = []; $row = fgetcsv($table, 0, ',', '"'); $rows[] = $row) {
    if ($rows && count($row) !== count($rows[0])) {
        exit("row " . count($rows) . ": " . count($row) . " cells, not " . count($rows[0]) . "\n");
    }
}
$column = array_search($argv[2], $rows[0], true);
$column !== false or exit("no column is called $argv[2]\n");
echo implode(' ', array_column(array_slice($rows, 1), $column)), "\n";
PHP
moodle_reads() { # table, column, its cells
    seen=$(php "$scratch/moodle.php" "$out/$1" "$2")
    [ "$seen" = "$3" ] || { echo "saw: $seen"; false; }
}
# The feedback files' importer takes apart the name of each folder on a file's way, at underscores, five parts at the most:
# the second is the participant, the next two are the part of Moodle that the file belongs to.
cat >"$scratch/feedback.php" <<'PHP'
<?php
chdir($argv[1]);
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator('.', FilesystemIterator::SKIP_DOTS)) as $file) {
    $whose = 'nobody';
    foreach (explode('/', $file->getPathname()) as $part) {
        $words = explode('_', $part, 5);
        if (count($words) >= 4 && is_numeric($words[1]) && "$words[2]_$words[3]" === 'assignsubmission_file') {
            $whose = (int)$words[1];
            break;
        }
    }
    $all[$whose] = ($all[$whose] ?? 0) + 1;
}
ksort($all);
foreach ($all as $whose => $count) {
    echo "$whose:$count ";
}
PHP
moodle_takes() { # who gets how many files
    seen=$(php "$scratch/feedback.php" "$out/feedback")
    [ "$seen" = "$1" ] || { echo "saw: $seen"; false; }
}

# The worksheet's importer: three columns by their names, the participant behind "Participant ", a number up to the
# assignment's largest grade, and a time (here none yet).
cat >"$scratch/worksheet.php" <<'PHP'
<?php
$table = fopen($argv[1], 'r');
$names = fgetcsv($table, 0, ',', '"');
foreach (['Identifier', 'Grade', 'Last modified (grade)', 'Feedback comments'] as $name) {
    $at[$name] = array_search($name, $names, true);
    $at[$name] !== false or exit("no column is called $name\n");
}
while ($row = fgetcsv($table, 0, ',', '"')) {
    $whose = substr($row[$at['Identifier']], strlen('Participant '));
    $grade = $row[$at['Grade']];
    if ($grade !== '') {
        $good = ctype_digit($whose) && is_numeric($grade) && $grade >= 0 && $grade <= $argv[2] &&
            strtotime($row[$at['Last modified (grade)']]) === false && str_starts_with($row[$at['Feedback comments']], 'Score');
        echo $good ? "$whose " : "not $whose ";
    }
}
PHP
moodle_grades() { # who is graded
    seen=$(php "$scratch/worksheet.php" "$out/moodle-worksheet.csv" 8)
    [ "$seen" = "$1" ] || { echo "saw: $seen"; false; }
}
mail='eve@uni.example ann@uni.example bob@uni.example cid@uni.example dot@uni.example gus@uni.example hal@uni.example fay@uni.example'
if command -v php >/dev/null; then
    check "Moodle's grade import knows everybody" moodle_reads moodle-gradebook.csv 'Email address' "$mail"
    check "and reads grades" moodle_reads moodle-gradebook.csv 'Dot product' '0 0 0 0 0 0 0 -'
    check "Moodle's worksheet comes back with its participants" moodle_reads moodle-worksheet.csv Identifier \
        'Participant 11 Participant 12 Participant 13 Participant 14 Participant 15 Participant 16 Participant 17 Participant 18'
    check "with its addresses, in its order" moodle_reads moodle-worksheet.csv 'Email address' \
        'ann@uni.example bob@uni.example cid@uni.example dot@uni.example eve@uni.example fay@uni.example gus@uni.example hal@uni.example'
    check "and with grades for all who handed in" moodle_reads moodle-worksheet.csv Grade '0 0 0 0 0  0 0'
    check "its importer grades all of them" moodle_grades '11 12 13 14 15 17 18 '
    check "feedback files find their students, whatever these are called" moodle_takes '11:2 12:2 13:2 14:2 15:2 17:2 18:2 '
else
    skip "Moodle's reader" "php is not installed (php-cli)"
fi

# A worksheet of a French Moodle, in its columns and with its decimal commas.
cat >"$scratch/feuille.csv" <<'CSV'
Identifiant,"Nom complet","Adresse de courriel",Statut,Note,"Note maximale","Dernière modification (note)","Feedback par commentaires"
"Participant 11","Ann Plain",ann@uni.example,Remis,,"8,00",-,
CSV
french() {
    "$lockstep" class dot-product "$in" --out "$out" --labs $extra/labs --roster "$scratch/feuille.csv" >"$scratch/log" 2>&1
    [ $? -le 1 ] && grep -qE '^Participant 11,Ann Plain,ann@uni.example,Remis,0,"8,00",-,"?Score 0 / 8' "$out/moodle-worksheet.csv"
}
check "a French worksheet comes back filled in" french
# A German one calls the participants' column ID, as an ID number's.
cat >"$scratch/bewertung.csv" <<'CSV'
ID,"Vollständiger Name",E-Mail-Adresse,Status,Bewertung,Bestwertung,"Zuletzt geändert (Bewertung)","Feedback als Kommentar"
Teilnehmer/in11,"Ann Plain",ann@uni.example,"Zur Bewertung abgegeben",,"8,00",-,
CSV
german() {
    "$lockstep" class dot-product "$in" --out "$scratch/german" --labs "$extra/labs" --roster "$scratch/bewertung.csv" >"$scratch/german.log" 2>&1
    [ $? -le 1 ] && grep -qE '^Teilnehmer/in11,Ann Plain,ann@uni.example,Zur Bewertung abgegeben,0,"8,00",-,"?Score 0 / 8' "$scratch/german/moodle-worksheet.csv"
}
check "a German worksheet does, too" german
# Moodle in other languages: the columns have the same order, and that is how they are known. Without feedback on, the
# last column is a time.
other_language() { # name, header, row, what comes back
    printf '%s\n' "$2" "$3" >"$scratch/$1.csv"
    "$lockstep" class dot-product "$in" --out "$scratch/$1" --labs "$extra/labs" --roster "$scratch/$1.csv" >"$scratch/$1.log" 2>&1
    [ $? -le 1 ] && tail -n +2 "$scratch/$1/moodle-worksheet.csv" | tr '\n' ' ' | grep -qE "$4"
}
check "a Polish one" other_language polski 'Identyfikator,"Imię i nazwisko","Adres e-mail",Status,Ocena,"Maksymalna ocena","Ocena może być zmieniona","Ostatnia modyfikacja (ocena)","Komentarz"' \
    'Uczestnik 11,"Ann Plain",ann@uni.example,Przesłane,,"8,00",Tak,-,' '^Uczestnik 11,Ann Plain,ann@uni.example,Przesłane,0,"8,00",Tak,-,"?Score 0 / 8'
check "a Chinese one" other_language chinese '编号,全名,电子邮件地址,状态,成绩,最高分,可以更改成绩,最后修改（成绩）,反馈评论' \
    '参与者11,"Ann Plain",ann@uni.example,已提交,,8,是,-,' '^参与者11,Ann Plain,ann@uni.example,已提交,0,8,是,-,"?Score 0 / 8'
check "… which makes no other student of its rows" test "$(grep -c ',ann@uni.example,' "$scratch/chinese/gradebook.csv")" = 1
check "a Spanish one without feedback" other_language spanish 'Identificador,Nombre completo,Estado,Calificación,Calificación máxima,La calificación puede ser cambiada,Última modificación (calificación)' \
    'Participante 11,Ann Plain,Enviado,,"8,00",Sí,-' '^Participante 11,Ann Plain,Enviado,0,"8,00",Sí,-,"?Score 0 / 8'
registrars() { # name, two rows
    printf '%s\n' 'Gruppe,Name,Punkte,Höchstens' "$2" "$3" >"$scratch/$1.csv"
    "$lockstep" class dot-product "$in" --out "$scratch/$1" --labs "$extra/labs" --roster "$scratch/$1.csv" >"$scratch/$1.log" 2>&1
    head -n 1 "$scratch/$1/moodle-worksheet.csv" | grep -q '^Identifier,'
}
check "a registrar's table is no worksheet: its groups have no numbers" registrars groups 'Gruppe A,Ann Plain,3,8' 'Gruppe B,Bob Other,4,8'
check "… nor where they have, but there is more than one largest grade" registrars numbered 'Gruppe 1,Ann Plain,3,8' 'Gruppe 2,Bob Other,4,9'
languages() {
    printf '%s\n' 'Name,Langue' 'Ann Plain,de' 'Bob Other,Français' 'Cid End,-' >"$scratch/langue.csv"
    "$lockstep" class dot-product "$in" --out "$scratch/langue" --labs "$extra/labs" --roster "$scratch/langue.csv" >"$scratch/langue.log" 2>&1
    [ "$(grep -c 'there are en and fr' "$scratch/langue.log")" = 1 ] && grep -q "^$scratch/langue.csv:2: language 'de': there are en and fr;" "$scratch/langue.log"
}
check "a language that nobody knows is named, with its line" languages
check "nothing is said where Moodle takes what the lab gives" test "$(grep -c 'Maximum grade' "$scratch/log")" = 0
sed -i 's/8,00/20,00/' "$scratch/feuille.csv"
french
check "where Moodle expects other points, that is said" grep -q 'feuille.csv: Maximum grade is 20,00 in Moodle, where the lab gives up to 8 points' "$scratch/log"

# Canvas: its gradebook's export is the roster, and comes back with one assignment. Canvas knows the columns that tell who
# somebody is by their places, up to Section; takes rows by the ID; and an empty cell clears what was there.
mkdir -p "$scratch/canvas" && : >"$scratch/canvas/ableada_12_100_other.c" && : >"$scratch/canvas/brownbo_LATE_13_101_other.c" &&
    : >"$scratch/canvas/deedi_15_102_other.c"
cat >"$scratch/canvas.csv" <<'CSV'
Student,ID,SIS User ID,SIS Login ID,Section,Notes,Essay (70),DOT PRODUCT (77),Final Score
,,,,,,,Manual Posting,
    Points Possible,,,,,,20,10,(read only)
"Able, Ada",12,u12,ada,"A, 1",x,3,,5
"Brown, Bo",13,u13,bo,A,,4,2,5
"Dee, Di",15,u15,di,A,,4,ex,5
"Cole, Cy",14,u14,cy,A,,4,EX,5
"Student, Test",99,,0a1b,A,,,,
CSV
for_canvas() { # what the table must be
    "$lockstep" class dot-product "$scratch/canvas" --out "$scratch/toward" --labs "$extra/labs" --roster "$scratch/canvas.csv" >"$scratch/log" 2>&1
    printf '%s\n' "$@" | diff - "$scratch/toward/canvas-gradebook.csv"
}
who='Student,ID,SIS User ID,SIS Login ID,Section'
check "Canvas's assignment comes back with its number, and with all that is not ours" for_canvas "$who,DOT PRODUCT (77)" ',,,,,Manual Posting' \
    'Points Possible,,,,,10' '"Able, Ada",12,u12,ada,"A, 1",0' '"Brown, Bo",13,u13,bo,A,0' '"Dee, Di",15,u15,di,A,ex' '"Cole, Cy",14,u14,cy,A,EX' '"Student, Test",99,,0a1b,A,'
check "who is excused there and handed in stays excused, and is named" grep -qF "canvas.csv:6: Dee, Di is excused in Canvas (EX), but handed in: the work is graded, and canvas-gradebook.csv leaves the EX" "$scratch/log"
check "where it gives other points, that is said" grep -qF "canvas.csv:3: 'DOT PRODUCT (77)' gives 10 points in Canvas, where the lab gives up to 8: set it to 8 there" "$scratch/log"
check "rows that are nobody's are nobody's" test "$(grep -c 'nothing handed in' "$scratch/toward/gradebook.csv")" = 1
sed -i 's/DOT PRODUCT/Dot/; /Points Possible/d' "$scratch/canvas.csv"
check "an assignment that Canvas has not is made" for_canvas "$who,Dot product" '    Points Possible,,,,,8' ',,,,,' '"Able, Ada",12,u12,ada,"A, 1",0' \
    '"Brown, Bo",13,u13,bo,A,0' '"Dee, Di",15,u15,di,A,0' '"Cole, Cy",14,u14,cy,A,' '"Student, Test",99,,0a1b,A,'
check "and that is said" grep -qF "canvas.csv: no assignment is called 'Dot product': canvas-gradebook.csv makes a new one in Canvas" "$scratch/log"

# With a column for each of the two names, with semicolons and decimal commas.
printf '%s\n' 'LastName;FirstName;ID;SIS Login ID;Section;Dot product (77)' '    Points Possible;;;;;10,00' 'Able;Ada;12;ada;A;' 'Student;Test;99;0a1b;A;' >"$scratch/canvas.csv"
check "Canvas's export with two names comes back" for_canvas 'LastName,FirstName,ID,SIS Login ID,Section,Dot product (77)' 'Points Possible,,,,,"10,00"' \
    'Able,Ada,12,ada,A,0' 'Student,Test,99,0a1b,A,'
check "rows that are nobody's are nobody's there, too" test "$(grep -c 'nothing handed in' "$scratch/toward/gradebook.csv")" = 0
check "and points with a comma are read" grep -qF "gives 10,00 points in Canvas, where the lab gives up to 8" "$scratch/log"
printf '%s\n' 'Student,ID,SIS Login ID,Section,Dot product (77),dot-product (78)' '"Able, Ada",12,ada,A,,' >"$scratch/canvas.csv"
check "of two assignments with the lab's name the first gets the points" for_canvas 'Student,ID,SIS Login ID,Section,Dot product (77)' \
    '    Points Possible,,,,8' '"Able, Ada",12,ada,A,0'
check "and both are named" grep -qF "canvas.csv: two assignments are called so: 'Dot product (77)' gets the points, and 'dot-product (78)' is left out" "$scratch/log"

# Moodle leaves out grades above 100: a larger lab's are in percent there.
mkdir -p "$scratch/large/labs" && cp -r $extra/labs/dot-product "$scratch/large/labs/"
sed -i -E 's/(points: )([0-9]+)$/\1\200/' "$scratch/large/labs/dot-product/lab.yaml"
"$lockstep" class dot-product "$in" --out "$scratch/large/out" --labs "$scratch/large/labs" --roster "$scratch/roster.csv" >"$scratch/log" 2>&1
check "what Moodle must allow is said" grep -q 'gives up to 100 points: set it to 100 there' "$scratch/log"
"$lockstep" class adjust 'Ann Plain' total +200 half --out "$scratch/large/out" --by AB >"$scratch/log" 2>&1
check "the points are told" test "$(cat "$scratch/log")" = "Ann Plain_11: +200 points for total
Ann Plain_11: 200 of 404 points now"
"$lockstep" class adjust 'Ann Plain' total +200 half --out "$scratch/large/out" --by CD >"$scratch/log" 2>&1
check "… once, whoever gives them again" test "$(cat "$scratch/log")" = "Ann Plain_11: +200 points for total, as before: give another comment to add them again
Ann Plain_11: 200 of 404 points now"
check "200 of 404 points are 49.5 for Moodle" grep -q '^Participant 11,Ann Plain,.*,49.5,8,' "$scratch/large/out/moodle-worksheet.csv"

# Gradescope: all submissions as it exports them, with who is who beside them, and a pair. Times are Gradescope's.
mkdir -p "$scratch/export/submission_1" "$scratch/export/submission_2" "$scratch/from" && : >"$scratch/export/submission_1/other.c" && : >"$scratch/export/submission_2/dot.c"
cat >"$scratch/export/submission_metadata.yml" <<'YAML'
submission_1:
  :submitters:
  - {":name": Ada Able, ":sid": '07', ":email": ada@x.org}
  - {":name": Bo Brown, ":sid": '08', ":email": bo@x.org}
submission_2:
  :submitters:
  - {":name": Cy Cole, ":sid": '09', ":email": cy@x.org}
  :created_at: 2026-11-22 10:00:00.123 Z
YAML
printf 'deadline: 2026-11-20 23:59 Z\nlate: {each: 1 day, percent: 10}\n' >"$scratch/from/policy.yaml"
exported() { "$lockstep" class dot-product "$scratch/export" --out "$scratch/from" --labs $extra/labs >"$scratch/log" 2>&1; }
exported
persons() { cut -d, -f1-4 "$scratch/from/gradebook.csv" | tail -n +2 | diff - <(printf '%s\n' "$@"); }
check "everybody in Gradescope's export has a row" persons 'Ada Able_07,Ada Able,07,ada@x.org' 'Cy Cole_09,Cy Cole,09,cy@x.org' 'Bo Brown_08,Bo Brown,08,bo@x.org'
check "the feedback names both of a pair" grep -q 'Handed in by Ada Able, for Ada Able and Bo Brown' "$scratch/from/feedback/Bo Brown_08/feedback.txt"
check "Gradescope says when it was handed in" grep -q '^Cy Cole_09,.*late' "$scratch/from/rules.csv"
"$lockstep" class again 'Bo Brown' --out "$scratch/from" >"$scratch/log" 2>&1
check "who is asked for is graded where a partner handed in" grep -q '^Ada Able_07: 0 before, 0 now, of 8 points' "$scratch/log"
echo '  :created_at: 5' >>"$scratch/export/submission_metadata.yml"
exported
check "a mistake in its file is named with its line" grep -q "submission_metadata.yml:9: key ':created_at' must be a time" "$scratch/log"

# Blackboard's loose files: each time of handing in is an attempt, with all its files.
mkdir -p "$scratch/loose" "$scratch/board" && for at in 20-10-00-00 21-10-00-00; do
    : >"$scratch/loose/Lab_ada_l_attempt_2026-11-${at}_dot.c" && : >"$scratch/loose/Lab_ada_l_attempt_2026-11-${at}_notes.pdf"
done
: >"$scratch/loose/Lab_bo_l_attempt_2026-11-20-10-00-00_dot.c" && echo 'attempt: best' >"$scratch/board/policy.yaml"
"$lockstep" class dot-product "$scratch/loose" --out "$scratch/board" --labs $extra/labs >"$scratch/log" 2>&1
attempts() { cut -d, -f1-3 "$scratch/board/attempts.csv" | tail -n +2 | diff - <(printf '%s\n' "$@"); }
check "Blackboard's attempts are told apart" attempts 'ada_l,1,2' 'ada_l,2,2' 'bo_l,1,1'

# A file of a time to come is late by years: whoever has it is told of before points go.
mkdir -p "$scratch/class/ida" "$scratch/told" && : >"$scratch/class/ida/dot.c" && touch -d '2099-01-01' "$scratch/class/ida/dot.c"
printf 'deadline: 2026-11-20 23:59\nlate: {each: 1 day, percent: 10, most: 50}\n' >"$scratch/told/policy.yaml"
late() { "$lockstep" class dot-product "$scratch/class" --out "$scratch/told" --labs $extra/labs >"$scratch/log" 2>&1; }
late
check "a clock that was wrong is named" grep -q '^ida: the newest file is of 2099-01-01 00:00, which is in the future' "$scratch/log"
check "and no more is taken off than the policy says" grep -q '^ida,ida,late,.*, 50 % off",' "$scratch/told/rules.csv"
echo 'times: {ida: 2026-11-20 12:00}' >>"$scratch/told/policy.yaml"
late
check "unless the teacher says when it was" test "$(grep -c 'which is in the future' "$scratch/log")" = 0
tap_end
