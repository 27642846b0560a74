#!/usr/bin/env bash
# Order-heavy on the real silo against the ceiling that HTTP and driver set (preset null), interleaved.
# Usage: benchmarks/ceiling.sh [concurrency] [seconds] [repeats]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
concurrency=${1:-16} seconds=${2:-10} repeats=${3:-3}

dotnet build src/Driver -c Release -v quiet -nologo -clp:NoSummary
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

run() {
    local name=$1 preset=$2
    dotnet artifacts/bin/Driver/release/Driver.dll run config/order-heavy.json --quiet --output "$work/run" \
        --set name="\"$name\"" --set target.launch.Preset="\"$preset\"" --set load.concurrency="$concurrency" \
        --set epochs.count=3 --set epochs.seconds="$seconds" --set epochs.warmUp=1 > "$work/out.txt" || { cat "$work/out.txt"; exit 1; }
    rm -rf "$work/run"
    tail -n 3 "$work/out.txt" | head -n 2
    sed -n "s/^$name: \([0-9,]*\) tx\/s.*/\1/p" "$work/out.txt" | tr -d , >> "$work/$name.txt"
}

for ((i = 1; i <= repeats; i++)); do run null null; run order-heavy orleans; done
paste "$work/null.txt" "$work/order-heavy.txt" | awk '{printf "ratio order-heavy / null: %.2f\n", $2 / $1}'
