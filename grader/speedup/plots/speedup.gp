# Speedup against threads for each exercise, the first compiler and flags, the largest n; and the ideal line.
names = ""; most = 1; largest = 0; way = ""
stats data using (way = way eq "" ? strcol("compiler")." ".strcol("flags") : way, \
    largest = column("n") > largest ? column("n") : largest, most = column("threads") > most ? column("threads") : most, \
    names = strcol("device") ne "cpu" || strcol("exercise") eq baseline ? names : distinct(names, who(0)), 1) skip 0 nooutput
mine(name) = who(0) eq name && column("n") == largest && strcol("compiler")." ".strcol("flags") eq way
set title sprintf("Speedup against the sequential program, n = %.0f, %s", largest, way) noenhanced
set xlabel "threads"; set ylabel "speedup"
set xrange [0.9:most + 0.1]; set yrange [0:*]; set xtics 1
count = words(names)
set style data linespoints
plot x with lines lc rgb "#999999" dt 2 title "ideal", \
    for [i = 1:count] data using (mine(word(names, i)) ? column("threads") : NaN):(column("speedup")) \
    lc rgb shade(i) pt 5 + 2 * i lw 2 title word(names, i) noenhanced
