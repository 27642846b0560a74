#!/usr/bin/env bash
# Pairs of quickstarts one after the other, and how much the two throughputs of a pair differ: at most 10 % in the median on an idle machine. Before
# each run all processors count for four seconds: what differs there is the machine's, and no run on it repeats better than that.
# Usage: benchmarks/quickstart.sh [pairs] [arguments for driver run, e.g. --set load.concurrency=16]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
pairs=${1:-5}
shift $(($# > 0 ? 1 : 0))

dotnet build src/Driver -c Release -v quiet -nologo -clp:NoSummary
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# How far a loop gets that does nothing but count, a line each half second.
count() {
    python3 - <<'PYTHON'
import time
for _ in range(8):
    end, n = time.perf_counter() + 0.5, 0
    while time.perf_counter() < end:
        n += 1
    print(n)
PYTHON
}

for ((i = 1; i <= 2 * pairs; i++)); do
    counting=()
    for ((processor = 0; processor < $(nproc); processor++)); do
        count > "$work/$i.count.$processor" &
        counting+=($!)
    done
    wait "${counting[@]}"
    echo "== run $i of $((2 * pairs))"
    begin=$(date +%s%N)
    dotnet artifacts/bin/Driver/release/Driver.dll run config/quickstart.json --quiet --output "$work/$i" "$@" > "$work/$i.txt" \
        || { cat "$work/$i.txt"; exit 1; }
    echo $((($(date +%s%N) - begin) / 1000000)) > "$work/$i.ms"
    tail -n 2 "$work/$i.txt"
done

python3 - "$work" "$pairs" <<'PYTHON'
import glob, json, statistics, sys
work, pairs = sys.argv[1], int(sys.argv[2])

def run(number):
    with open(f"{work}/{number}/summary.json") as file:
        summary = json.load(file)
    with open(f"{work}/{number}.ms") as file:
        return summary["throughput"], summary["throughputInterval"], summary["warmUp"], int(file.read()) / 1000

def text(throughput, interval, warm_up, seconds):
    return f"{throughput:,.0f} ± {interval:,.0f} | {warm_up['seconds']:.0f} s{'' if warm_up['steady'] else ', not steady'} | {seconds:.0f} s"

differences = []
print("\n| pair | first, tx/s | warm-up | in all | second, tx/s | warm-up | in all | difference |")
print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
for pair in range(1, pairs + 1):
    first, second = run(2 * pair - 1), run(2 * pair)
    differences.append(abs(second[0] - first[0]) / ((first[0] + second[0]) / 2))
    print(f"| {pair} | {text(*first)} | {text(*second)} | {100 * differences[-1]:.1f} % |")
print(f"\nmedian difference within a pair: {100 * statistics.median(differences):.1f} %")
counts = sorted(int(line) for file in glob.glob(f"{work}/*.count.*") for line in open(file))
tenth = len(counts) // 10
print(f"the machine: of the half seconds in which a loop counted, those of the lowest tenth reached {counts[tenth] / statistics.median(counts):.2f} of the "
      f"median, those of the highest {counts[-1 - tenth] / statistics.median(counts):.2f}")
PYTHON
