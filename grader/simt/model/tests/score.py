#!/usr/bin/env python3
"""Scores the model: launches whose durations an H200 gave (launches/measured.csv) beside what the model says of them.

    grader/simt/model/tests/score.py [--profile NAME] [--most-error PERCENT --least-tau TAU --most-twice COUNT]

Run it in the tree's root, after make. It prints each launch, the worst last, and then Kendall's tau over pairs of launches whose
times differ by more than a fifth, the mean absolute error, its median, and how many launches are off by more than a factor of
two. With bounds, the exit status is 1 if one of them does not hold.
"""
import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__)) + "/launches"
LOCKSTEP = os.environ.get("LOCKSTEP", "build/lockstep")


def predict(profile):
    """Microseconds of each launch, in the order of the file."""
    with tempfile.TemporaryDirectory() as folder:
        program, report = f"{folder}/launches", f"{folder}/report.json"
        subprocess.run([LOCKSTEP, "cc", "-O2", f"{HERE}/launches.cu", "-o", program], check=True)
        subprocess.run([LOCKSTEP, "simt", "--quiet", "--no-detect", "--profile", profile, "--json", report, "--", program], check=True, stdout=subprocess.DEVNULL)
        with open(report) as file:
            return [launch["modelled_us"] for launch in json.load(file)["launches"]]


def tau(predicted, measured):
    pairs = [(predicted[i] - predicted[j]) * (measured[i] - measured[j]) for i in range(len(measured)) for j in range(i)
             if max(measured[i], measured[j]) > 1.2 * min(measured[i], measured[j])]
    return sum((pair > 0) - (pair < 0) for pair in pairs) / len(pairs)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--profile", default="h200")
    parser.add_argument("--most-error", type=float, default=float("inf"))
    parser.add_argument("--least-tau", type=float, default=-1)
    parser.add_argument("--most-twice", type=float, default=float("inf"))
    bounds = parser.parse_args()
    with open(f"{HERE}/measured.csv") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    measured, predicted = [float(row["us"]) for row in rows], predict(bounds.profile)
    launches = sorted(zip(rows, predicted, measured, strict=True), key=lambda one: abs(one[1] / one[2] - 1))
    for row, p, m in launches:
        print(f"{row['name']:20} {row['n']:>8}  predicted {p:8.1f}  measured {m:8.1f} us  {p / m:5.2f}")
    errors = [100 * abs(p / m - 1) for _, p, m in launches]
    mean, order = sum(errors) / len(errors), tau(predicted, measured)
    twice = sum(not 0.5 <= p / m <= 2 for _, p, m in launches)
    print(f"{len(rows)} launches: tau {order:.3f}, mean error {mean:.1f} %, median {errors[len(errors) // 2]:.1f} %, "
          f"off by more than two {twice}")
    return int(mean > bounds.most_error or order < bounds.least_tau or twice > bounds.most_twice)


if __name__ == "__main__":
    sys.exit(main())
