# A class's best speedups: for each exercise a mark for each sheet, hollow where the time is modelled.
names = ""; sheets = ""
stats data using (seconds(0) > 0 && strcol("exercise") ne baseline && strcol("speedup") ne "" ? ( \
    names = distinct(names, strcol("lab").":".strcol("exercise").kind(0)), sheets = distinct(sheets, joined(strcol("sheet"))), 1) : 1) nooutput
set print $best
do for [i = 1:words(names)] {
    do for [j = 1:words(sheets)] {
        best = 0
        stats data using (strcol("lab").":".strcol("exercise").kind(0) eq word(names, i) && joined(strcol("sheet")) eq word(sheets, j) && \
            strcol("speedup") ne "" && column("speedup") > best ? (best = column("speedup"), 1) : 1) nooutput
        if (best > 0) { print sprintf("%g,%g,%d", best, i, strstrt(word(names, i), "@simt:") > 0 ? 4 : 5) }
    }
}
unset print
set title sprintf("Best speedups of %d sheets", words(sheets))
set xlabel "speedup against one core\nHollow marks: modelled by the simulated GPU, not measured" noenhanced
set logscale x; set yrange [0.5:words(names) + 0.5] reverse
set ytics ("" 0); do for [i = 1:words(names)] { set ytics add (word(names, i) i) noenhanced }
set arrow from 1, graph 0 to 1, graph 1 nohead lc rgb "#999999" dt 2
unset key
plot $best using 1:2:3 with points pt variable lc rgb colour[1] ps 1.2
