#!/usr/bin/env python3
"""Computes what the handouts' questions ask for, where the answer follows from the question alone:

    scripts/handouts/answers.py >handouts/data/answers/answers.csv

Nothing is measured. Each answer comes from doing what the question describes: all orders in which threads can take their
steps, a tree over the values, the sectors that the loads touch. A row is: lab and number of the question, what, value.
handouts/*.tex quote the rows with \\datum, and grader/handout/tests/handouts_test.sh compares the file with the script.
"""
import csv
import itertools
import math
import sys

ROWS = []


def answer(question, **values):
    for what, value in values.items():
        if isinstance(value, (list, tuple)):
            value = ", ".join(str(each) for each in value)
        ROWS.append((question, what, value))


# ---- threads whose steps mix ----

def orders(counts):
    """Every order of steps, as thread numbers: thread t takes counts[t] steps, its own in their order."""
    if not any(counts):
        yield ()
    for thread, left in enumerate(counts):
        if left > 0:
            rest = [count - (other == thread) for other, count in enumerate(counts)]
            for order in orders(rest):
                yield (thread,) + order


def results(programs, memory):
    """What memory holds after each order. A step takes the shared memory and the thread's own values."""
    for order in orders([len(program) for program in programs]):
        shared, own, at = dict(memory), [{} for _ in programs], [0] * len(programs)
        for thread in order:
            programs[thread][at[thread]](shared, own[thread])
            at[thread] += 1
        yield shared


def load(place):
    return lambda shared, own: own.update({place: shared[place]})


def store(place, value):
    """value: a function of the thread's own values."""
    return lambda shared, own: shared.update({place: value(own)})


INCREMENT = [load("counter"), lambda shared, own: own.update(counter=own["counter"] + 1),
             store("counter", lambda own: own["counter"])]


def square_and_add(element):
    """The loop of first-steps, with both of its races, for one element."""
    return [store("square", lambda own: element * element), load("square"), load("total"),
            store("total", lambda own: own["total"] + own["square"])]


def most_calls(memory, wanted):
    """The most calls of compare-and-swap until `memory` is the least of all. wanted: (belief, value) of each thread."""
    most = 0
    for thread, (belief, value) in enumerate(wanted):
        others = wanted[:thread] + wanted[thread + 1:]
        if belief == memory:  # it stores
            most = max(most, 1 + most_calls(value, others))
        elif memory <= value:  # it has learnt that there is nothing to do
            most = max(most, 1 + most_calls(memory, others))
        else:  # it tries again later
            most = max(most, 1 + most_calls(memory, others + ((memory, value),)))
    return most


def calls_in_order(memory, wanted):
    """The calls when the threads come one after the other, and all believe what was there at first."""
    calls, first = 0, memory
    for value in wanted:
        belief = first
        while belief > value:
            calls += 1
            seen, memory = memory, value if memory == belief else memory
            if seen == belief:
                break
            belief = seen
    return calls


# ---- trees ----

def halve(values, combine):
    """The values after each step of the tree; an odd number is halved upwards."""
    while len(values) > 1:
        half = (len(values) + 1) // 2
        values = [combine(values[i], values[i + half]) if i + half < len(values) else values[i] for i in range(half)]
        yield values


def warps_at_work(active):
    """Summed over the steps of a tree of 256: how many of 8 warps have a thread at work."""
    return sum(len({thread // 32 for thread in range(256) if active(thread, step)}) for step in range(8))


# ---- memory ----

def sectors(elements, bytes_each=4):
    return len({element * bytes_each // 32 for element in elements})


def sectors_of_group(line):
    """What a group of 16 x 16 cells reads in a padded field: the naïve kernel, and the tile."""
    cell = lambda x, y: (y + 1) * line + 16 + 16 + x  # the group that begins at cell (16, 0)
    around = [(0, 0), (0, -1), (0, 1), (-1, 0), (1, 0)]
    naive = sum(sectors(cell(x + dx, y + dy) for x in range(16)) for y in range(16) for dx, dy in around)
    tile = sum(sectors(cell(x, y) for x in range(16)) for y in range(-1, 17))
    tile += sum(sectors([cell(x, y)]) for y in range(16) for x in (-1, 16))
    return naive, tile


def measured(path, column, **where):
    """One number of a measured file."""
    with open(path, encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        found = [row[column] for row in rows if all(row[key] == value for key, value in where.items())]
    assert len(found) == 1, (path, where)
    return float(found[0])


# ---- the questions ----

def first_steps():
    blocks = math.ceil(10007 / 96)
    answer("first-steps 1", blocks=blocks, threads=blocks * 96, idle=blocks * 96 - 10007)
    totals = {memory["total"] for memory in results([square_and_add(3), square_and_add(5)], {"square": 0, "total": 0})}
    answer("first-steps 2", totals=sorted(totals))
    answer("first-steps 5", atomics=4096, reduction=4)


def histogram_omp():
    answer("histogram-omp 1", values=sorted({memory["counter"] for memory in results([INCREMENT] * 3, {"counter": 9})}))
    ends = [memory["counter"] for memory in results([INCREMENT] * 2, {"counter": 0})]
    answer("histogram-omp 2", orders=len(ends), right=ends.count(2), lost=ends.count(1))
    answer("histogram-omp 6", break_even=2 * 65536)  # n + 2m against m + n/2 + 2m


def histogram_cuda():
    taken = [len(range(thread, 600, 192)) for thread in range(192)]
    answer("histogram-cuda 1", tid=2 * 64 + 5, threads=192, elements=list(range(2 * 64 + 5, 600, 192)),
           most=max(taken), busiest=taken.count(max(taken)), least=min(taken))
    answer("histogram-cuda 2", least=65536 // 32)


def sum_opencl():
    groups = math.ceil(1000 / 256)
    answer("sum-opencl 1", groups=groups, items=groups * 256, idle=groups * 256 - 1000, steps=int(math.log2(256)))
    upload = measured("handouts/data/sum-opencl/ranges.csv", "upload_us", n="100000000", work_group="256")
    answer("sum-opencl 5", slow_ms=8e8 / 10e9 * 1e3, fast_ms=8e8 / 50e9 * 1e3, gb_per_s=round(8e8 / upload * 1e-3, 1))


def reduction_ladder():
    steps = list(halve([3, 1, 4, 1, 5, 9, 2, 0], lambda a, b: a + b))
    answer("reduction-ladder 1", **{f"step_{i + 1}": values for i, values in enumerate(steps)})
    naive = warps_at_work(lambda thread, step: thread % (2 << step) == 0)
    free = warps_at_work(lambda thread, step: thread < 128 >> step)
    for name, warps in (("naive", naive), ("free", free)):  # a warp at work reads two places and writes one
        answer("reduction-ladder 2", **{f"{name}_warps": warps, f"{name}_reads": 2 * warps + 1, f"{name}_writes": 8 + warps})


def minmax_cuda():
    values = [215, 40, 7, 133, 10, 98, 52]
    for name, combine in (("least", min), ("most", max)):
        answer("minmax-cuda 1", **{f"{name}_{i + 1}": each for i, each in enumerate(halve(values, combine))})
    tree = list(halve(list(range(1024)), min))
    answer("minmax-cuda 2", steps=len(tree), barriers=len(tree) + 1, comparisons=1023)
    assert sum(512 >> step for step in range(len(tree))) == 1023
    worst = {count: most_calls(9, tuple((9, value) for value in range(count))) for count in range(1, 6)}
    assert all(calls == count * (count + 1) // 2 for count, calls in worst.items())
    answer("minmax-cuda 3", calls=calls_in_order(9, [2, 4, 6]), worst_3=worst[3], worst_5=worst[5])
    tenths, whole = [i / 10 for i in range(1, 8)], list(map(float, range(1, 8)))
    different = lambda numbers: len({sum(order) for order in itertools.permutations(numbers)})
    answer("minmax-cuda 7", tenths=different(tenths), whole=different(whole))


def stencil():
    element = lambda x, y: (y + 1) * 144 + 16 + x
    answer("stencil 1", cell=element(99, 49), west=element(98, 49), east=element(100, 49), north=element(99, 48),
           south=element(99, 50))
    corner = {(x, y) for x in range(16, 20) for y in range(16, 20)}
    halo = {(x + dx, y + dy) for x, y in corner for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))} - corner
    ghosts = [place for place in halo if 20 in place]
    answer("stencil 2", cells=len(corner), halo=len(halo), ghosts=len(ghosts), work_items=16 * 4)
    naive, tile = sectors_of_group(256 + 32)
    answer("stencil 5", naive=naive, tile=tile, naive_256=naive * 256, tile_256=tile * 256)
    step = lambda rows: max(0.315 * (4096 - rows), 0.35 * rows) / 1000 + (0.06 if 0 < rows < 4096 else 0)
    best = min(range(4097), key=step)
    answer("stencil 6", rows=round(best, -1), best_ms=step(best), alone_ms=step(0), faster=step(0) / step(best))
    largest = math.log2(255) + 200 * math.log2(1.75)
    answer("stencil 7", unscaled=largest, scaled=largest - 48)


def main():
    for lab in (first_steps, histogram_omp, histogram_cuda, sum_opencl, reduction_ladder, minmax_cuda, stencil):
        lab()
    print("# date: none, for nothing is measured\n# device: none\n# command: scripts/handouts/answers.py")
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(("question", "what", "value"))
    for question, what, value in ROWS:
        writer.writerow((question, what, f"{value:.6g}" if isinstance(value, float) else value))


if __name__ == "__main__":
    main()
