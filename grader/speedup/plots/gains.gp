# Speedup of the kernels against the sequential program, against n, for each exercise on a GPU the best of its launches.
load "grader/speedup/plots/best.gp"
set title "Speedup of the kernels alone against one core, the best launch"
set ylabel "speedup"
set arrow from graph 0, first 1 to graph 1, first 1 nohead lc rgb "#999999" dt 2
plot for [i = 1:words(names)] $best index i - 1 using 1:($3 > 0 ? $3 : NaN) with linespoints lc rgb shade(place(word(names, i))) \
    pt mark(word(names, i)) dt dashes(word(names, i)) lw 2 title word(names, i) noenhanced
