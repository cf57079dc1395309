# shellcheck shell=bash
# A file may hold several programs, each after a line "// program: NAME".

# programs FOLDER FILES…: the files of all programs, a line each; those of a file with several are written to FOLDER.
programs() {
    awk -v folder="$1" 'FNR == 1 { piece = "" }
        FNR == 1 && !/^\/\/ program: / { print FILENAME; nextfile }
        /^\/\/ program: / { close(piece); piece = folder "/" $3 ".c"; print piece; printf "" >piece; next }
        { print >piece }' "${@:2}"
}
