#!/usr/bin/env python3
"""What a sweep of protocols comes to: for each protocol and concurrency the geometric mean, over workloads, skews and repeats, of the ratio to
`none` in the same repeat, with half of its 95 % confidence interval as a factor.
Usage: benchmarks/means.py FOLDER/runs.csv [repeats]"""
import csv
import math
import sys
from collections import defaultdict

FIGURES = [("throughput", "throughput"), ("checkoutP99Ms", "checkout p99"), ("siloCpuMicrosPerTransaction", "silo CPU")]
# Student's t for 95 %, two-sided, by degrees of freedom; above 30 the normal one.
T = [12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14, 2.13, 2.12, 2.11, 2.10, 2.09, 2.09, 2.08, 2.07, 2.07,
     2.06, 2.06, 2.06, 2.05, 2.05, 2.05, 2.04]

rows = [row for row in csv.DictReader(open(sys.argv[1])) if len(sys.argv) < 3 or int(row["repeat"]) <= int(sys.argv[2])]
cell = lambda row: (row["workload"], row["skew"], row["load.concurrency"], row["repeat"])
base = {cell(row): row for row in rows if row["target.launch.Protocol"] == "none"}
logs, aborts = defaultdict(list), defaultdict(float)
for row in rows:
    protocol, concurrency = row["target.launch.Protocol"], int(row["load.concurrency"])
    if protocol == "none" or cell(row) not in base:
        continue
    aborts[protocol, concurrency] = max(aborts[protocol, concurrency], float(row["protocolAbortRate"] or 0))
    for figure, _ in FIGURES:
        logs[protocol, concurrency, figure].append(math.log(float(row[figure]) / float(base[cell(row)][figure])))

print("| protocol | in flight | " + " | ".join(name for _, name in FIGURES) + " | attempts aborted, at most | ratios |")
print("| --- | ---: | " + "---: | " * len(FIGURES) + "---: | ---: |")
for protocol, concurrency in dict.fromkeys((key[0], key[1]) for key in logs):
    texts = []
    for figure, _ in FIGURES:
        values = logs[protocol, concurrency, figure]
        mean, count = sum(values) / len(values), len(values)
        spread = math.sqrt(sum((value - mean) ** 2 for value in values) / (count - 1)) if count > 1 else float("nan")
        half = (T[count - 2] if count <= 31 else 1.96) * spread / math.sqrt(count) if count > 1 else float("nan")
        texts.append(f"{math.exp(mean):.2f} ×/÷ {math.exp(half):.2f}")
    print(f"| `{protocol}` | {concurrency} | " + " | ".join(texts) + f" | {100 * aborts[protocol, concurrency]:.1f} % | {count} |")
