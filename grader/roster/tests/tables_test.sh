#!/bin/bash
# The class's tables, read by those who must take them: CSV to the letter, and Moodle, whose reader is PHP's, which knows
# a backslash where CSV has none. Nobody hands anything in that could be graded: all that is asked is how names and
# remarks come out.
. grader/tests/tap.sh
lockstep=${LOCKSTEP:-build/lockstep}
scratch=$(mktemp -d) || exit 2
chmod 755 "$scratch"
trap 'rm -rf "$scratch"' EXIT
in=$scratch/in out=$scratch/out

hand_in() { # folder, a file in it
    mkdir -p "$in/$1" && : >"$in/$1/$2"
}
hand_in 'Ann Plain_11_assignsubmission_file_' 'other.c'
hand_in 'Bob Backslash_12_assignsubmission_file_' 'quote\"comma,.c'
hand_in 'Cid End_13_assignsubmission_file_' "comma, and then\\"
hand_in $'Dot Lines_14_assignsubmission_file_' $'two\nlines";.c'
hand_in '=cmd|x_15_assignsubmission_file_' '@SUM(A1).c'
cat >"$scratch/roster.csv" <<'CSV'
Identifier,"Full name","Email address",Status,Grade,"Maximum grade","Last modified (grade)","Feedback comments"
"Participant 11","Ann Plain",ann@uni.example,Submitted,,8,-,
"Participant 12","Bob \ Back, ""slash\""",bob@uni.example,Submitted,,8,-,"was \""here\"", and there\"
"Participant 13","Cid End\",cid@uni.example,Submitted,,8,-,
"Participant 14","Dot
Lines",dot@uni.example,Submitted,,8,-,
"Participant 15","=cmd|x",eve@uni.example,Submitted,,8,-,
"Participant 16","Fay, Absent\",fay@uni.example,None,,8,-,
CSV
"$lockstep" class dot-product "$in" --out "$out" --labs grader/tests/extra/labs --roster "$scratch/roster.csv" >"$scratch/log" 2>&1
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
mail='eve@uni.example ann@uni.example bob@uni.example cid@uni.example dot@uni.example fay@uni.example'
if command -v php >/dev/null; then
    check "Moodle's grade import knows everybody" moodle_reads moodle-gradebook.csv 'Email address' "$mail"
    check "and reads grades" moodle_reads moodle-gradebook.csv 'Dot product' '0 0 0 0 0 -'
    check "Moodle's worksheet comes back with its participants" moodle_reads moodle-worksheet.csv Identifier \
        'Participant 11 Participant 12 Participant 13 Participant 14 Participant 15 Participant 16'
    check "with its addresses, in its order" moodle_reads moodle-worksheet.csv 'Email address' \
        'ann@uni.example bob@uni.example cid@uni.example dot@uni.example eve@uni.example fay@uni.example'
    check "and with grades for all who handed in" moodle_reads moodle-worksheet.csv Grade '0 0 0 0 0 '
else
    skip "Moodle's reader" "php is not installed (php-cli)"
fi

# A worksheet of a French Moodle, in its columns and with its decimal commas.
cat >"$scratch/feuille.csv" <<'CSV'
Identifiant,"Nom complet","Adresse de courriel",Statut,Note,"Note maximale","Dernière modification (note)","Feedback par commentaires"
"Participant 11","Ann Plain",ann@uni.example,Remis,,"8,00",-,
CSV
french() {
    "$lockstep" class dot-product "$in" --out "$out" --labs grader/tests/extra/labs --roster "$scratch/feuille.csv" >"$scratch/log" 2>&1
    [ $? -le 1 ] && grep -qE '^Participant 11,Ann Plain,ann@uni.example,Remis,0,"8,00",-,"?Score 0 / 8' "$out/moodle-worksheet.csv"
}
check "a French worksheet comes back filled in" french
tap_end
