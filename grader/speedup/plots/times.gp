# Bandwidth against the granularity `times` for each kernel, the largest n; handouts/data/reduction-ladder/times.csv.
names = ""; largest = 0
stats data using (largest = column("n") > largest ? column("n") : largest, names = distinct(names, strcol("kernel")), 1) nooutput
set title sprintf("Elements for each work-item, n = %.0f", largest) noenhanced
set xlabel "times"; set ylabel "GB/s"
set logscale x 2; set yrange [0:*]
count = words(names)
plot for [i = 1:count] data using (strcol("kernel") eq word(names, i) && column("n") == largest ? column("times") : NaN):(column("gb_per_s")) \
    with linespoints lc rgb colour[1 + (i - 1) % 7] pt 4 + i lw 2 title word(names, i) noenhanced
