# Time of the kernels against n, for each exercise on a GPU the best of its launches.
load "grader/speedup/plots/best.gp"
set title "Time of the kernels alone, the best launch"
set ylabel "seconds"
base(s) = strcol("device") eq "cpu" && strcol("exercise") eq baseline && strcol("compiler") eq "gcc" && (s eq "" || strcol("flags") eq s) && column("median_s") > 0
plot data using (base("-O3 -march=native") ? column("n") : NaN):(column("median_s")) with linespoints lc rgb shade(0) pt 7 title "sequential, one core", \
    for [i = 1:words(names)] $best index i - 1 using 1:2 with linespoints lc rgb shade(place(word(names, i))) \
    pt mark(word(names, i)) dt dashes(word(names, i)) lw 2 title word(names, i) noenhanced
