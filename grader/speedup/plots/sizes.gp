# Time against n for each exercise, the first compiler and flags, the most threads, and the sequential program. Where two
# lines cross, the parallel program begins to win.
names = ""; most = 1; way = ""; least = 0; largest = 0
stats data using (way = way eq "" ? strcol("compiler")." ".strcol("flags") : way, \
    most = column("threads") > most ? column("threads") : most, \
    least = least == 0 || column("n") < least ? column("n") : least, largest = column("n") > largest ? column("n") : largest, names = strcol("device") eq "cpu" ? distinct(names, who(0)) : names, 1) nooutput
mine(name) = who(0) eq name && strcol("compiler")." ".strcol("flags") eq way && \
    (column("threads") == most || name eq baseline)
# The crossover: the smallest n from which on the slowest run of one exercise is faster than the fastest of the baseline.
crossover = 0; fastest = ""; count = words(names)
stats data using (mine(baseline) ? (fastest = fastest.sprintf("n=%.0f ", column("n")).strcol("min_s")." ", 1) : 0) nooutput
at(n) = strstrt(fastest, sprintf("n=%.0f ", n))
baseline_least(n) = at(n) > 0 ? real(word(fastest[at(n):*], 2)) : 0
do for [i = 1:count] {
    name = word(names, i); lost = 0; win = 0
    if (name ne baseline) {
        stats data using (mine(name) && column("max_s") >= baseline_least(column("n")) && column("n") > lost ? (lost = column("n"), 1) : 0) nooutput
        stats data using (mine(name) && column("max_s") > 0 && column("n") > lost && (win == 0 || column("n") < win) ? (win = column("n"), 1) : 0) nooutput
        if (win > 0 && (crossover == 0 || win < crossover)) { crossover = win }
    }
}
set title sprintf("Median time, %d threads, %s", most, way) noenhanced
set xlabel "n"; set ylabel "seconds"
set logscale xy; set format x "2^{%L}"; set format y "10^{%L}"; set logscale x 2
if (form eq "dumb") set format x "2^%L"; set format y "%.0e"
if (crossover > 0) set arrow from crossover, graph 0 to crossover, graph 1 nohead lc rgb "#999999" dt 2; \
    crossing = sprintf(" parallel wins from n = %.0f ", crossover)
# On the side of the line where there is room.
if (crossover > 0 && crossover * crossover <= least * largest) set label crossing at crossover, graph 0.95 noenhanced
if (crossover * crossover > least * largest) set label crossing at crossover, graph 0.95 right noenhanced
# The bands reach from the smallest to the largest time.
set style fill transparent solid 0.2 noborder
plot for [i = 1:form eq "dumb" ? 0 : count] data using (mine(word(names, i)) ? column("n") : NaN):(column("min_s")):(column("max_s")) with filledcurves \
    lc rgb shade(i - 1) notitle, for [i = 1:count] data using (mine(word(names, i)) ? column("n") : NaN):(column("median_s")) with linespoints \
    lc rgb shade(i - 1) pt 3 + 2 * i lw 2 title word(names, i) noenhanced
