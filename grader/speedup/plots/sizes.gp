# Time against n for each exercise, the first compiler and flags, the most threads, and the sequential program. Where two
# lines cross, the parallel program begins to win.
names = ""; most = 1; way = ""; least = 0; largest = 0
stats data using (way = way eq "" ? strcol("compiler")." ".strcol("flags") : way, \
    most = column("threads") > most ? column("threads") : most, \
    least = least == 0 || column("n") < least ? column("n") : least, largest = column("n") > largest ? column("n") : largest, names = strcol("device") eq "cpu" ? distinct(names, who(0)) : names, 1) nooutput
mine(name) = who(0) eq name && strcol("compiler")." ".strcol("flags") eq way && \
    (column("threads") == most || name eq baseline)
# The crossover: the smallest n from which on some exercise is faster than the sequential program.
crossover = 0; before = 0
stats data using (strcol("compiler")." ".strcol("flags") eq way && strcol("exercise") ne baseline && column("threads") == most && \
    column("speedup") > 1 && (crossover == 0 || column("n") < crossover) ? (crossover = column("n"), 1) : 0) nooutput
set title sprintf("Median time, %d threads, %s", most, way) noenhanced
set xlabel "n"; set ylabel "seconds"
set logscale xy; set format x "2^{%L}"; set format y "10^{%L}"; set logscale x 2
if (form eq "dumb") set format x "2^%L"; set format y "%.0e"
if (crossover > 0) set arrow from crossover, graph 0 to crossover, graph 1 nohead lc rgb "#999999" dt 2; \
    crossing = sprintf(" parallel wins from n = %.0f ", crossover)
# On the side of the line where there is room.
if (crossover > 0 && crossover * crossover <= least * largest) set label crossing at crossover, graph 0.05 noenhanced
if (crossover * crossover > least * largest) set label crossing at crossover, graph 0.05 right noenhanced
count = words(names)
plot for [i = 1:count] data using (mine(word(names, i)) ? column("n") : NaN):(column("median_s")) with linespoints \
    lc rgb colour[1 + (i - 1) % 7] pt 3 + 2 * i lw 2 title word(names, i) noenhanced
