#!/bin/bash
# The list that `make help` prints: every target of the given makefiles that has a ## text, where it has something to do.
. scripts/lab.sh

# In the reader's language: target|what it does. English is what stands behind ## in the makefiles.
french() {
    cat <<'END'
help|montrer cette liste
grade|noter votre travail, ou sinon la solution de référence
start|[LAB=]  copier un squelette dans work/<TP>, où vous écrivez
watch|noter de nouveau à chaque enregistrement
hint|[EXERCISE=]  montrer l'indice suivant ; AGAIN=1 ceux déjà vus
profile|dire ce que coûte chaque ligne, en texte et en page
show|[EXERCISE=]  faire une page qui rejoue un contrôle pas à pas
speedup|LAB=  mesurer votre travail : une feuille et des figures
setup|installer ce qu'il faut pour noter (apt-get)
clean|supprimer ce qui a été construit (pas work/)
handouts|LAB= LANG=fr EDITION=instructor  faire les énoncés (PDF)
results|[PART=]  mesurer à nouveau RESULTS.md
site|[LAB=]  faire les pages qui montrent les TP, dans build/site
template|faire la feuille de mesures vide des TP, dans build/
student-kit|LAB= ALSO=  emballer ce que reçoivent les étudiants
wheel|[LAB=]  emballer les TP pour les notebooks (pip install)
gradescope|LAB=  Gradescope ; aussi autolab, github, prairielearn, vpl
bench|LAB=  mesurer la vitesse de la solution de référence
check|LAB= WATCH=1  prouver que chaque programme faux a son verdict
check-secrets|LAB= SECRETS=200  le prouver sous autant de secrets
test|T='race/*'  lancer tous les tests, ou ceux qui conviennent
quick-test|lancer les tests sans sanitizers
asan-test|T=  lancer seulement les tests sous sanitizers
test-fresh|noter et tester dans une Debian 12 nue, d'après un clone
release|emballer pour Debian 12 et Ubuntu 24.04, dans build/release
generate|refaire skeletons/ et solutions/ d'après labs/
lint|contrôler format, mots et includes ; clang-tidy, shellcheck…
fuzz|fuzzer le protocole et le lecteur de PTX, 10 min chacun
install|PREFIX=/usr/local DESTDIR=  installer pour tout le monde
install-teacher|PREFIX=…  installer aussi solutions et contrôles cachés
uninstall|PREFIX=/usr/local  supprimer ce que make install a mis là
dist|emballer le dernier commit ; toujours les mêmes octets
END
}

# A student's archive holds no reference solutions; one lab needs no name; not every lab asks for measurements.
hides=()
[ -d "${beside}solutions" ] || hides+=(-e 's/, or else the reference solution//; s/, ou sinon la solution de référence//')
[ "$(all_labs | wc -l)" -gt 1 ] || hides+=(-e 's/\|(\[LAB=\]|LAB=)  /|/')
compgen -G "$labs/*/measure.yaml" >/dev/null || hides+=(-e '/^speedup\|/d')

tell 'Lockstep: labs in parallel programming, and a grader that needs no GPU.' \
    'Lockstep : des TP de programmation parallèle, et un correcteur sans GPU.'
echo
sed -nE 's/^([a-z-]+)( [a-z -]+)?:[^#]*## (.*)/\1|\3/p' "$@" |
    awk -F'|' 'FILENAME != "-" { said[$1] = $0; next } { print $1 in said ? said[$1] : $0 }' <([ "$(tell en fr)" = en ] || french) - |
    sed -E "${hides[@]}" -e '' | while IFS='|' read -r target text; do printf '  make %-11s %s\n' "$target" "$text"; done
echo
if [ "$(all_labs | wc -l)" -gt 1 ]; then
    tell '  LAB=          one of these (without it, the one you worked on last):' \
        "  LAB=          l'un de ceux-ci (sans lui, le dernier travaillé) :"
    all_labs | paste -sd' ' | fold -s -w 64 | sed 's/^/                /; s/ $//'
else
    printf '  %-13s %s\n' "$(tell 'The lab:' 'Le TP :')" "$(all_labs)"
fi
tell '  SUBMISSION=   a folder with your files, instead of work/<lab>
  EXERCISE=     one exercise only        SEED=     makes other inputs
  FORMAT=       text, json, junit…       OUT=      a file for the report
  ALL=1         every exercise in full   TIMINGS=1 show where the time goes' \
    '  SUBMISSION=   un dossier avec vos fichiers, au lieu de work/<TP>
  EXERCISE=     un seul exercice         SEED=     donne d'"'"'autres entrées
  FORMAT=       text, json, junit…       OUT=      un fichier pour le rapport
  ALL=1         chaque exercice entier   TIMINGS=1 dit où passe le temps'
