#!/usr/bin/env bash
# What each feature costs alone and what all cost together (preset `full`), relative to the preset `orleans`: processor time of the silo a
# transaction, p99, and that of the servers apart, at a fixed rate of arrivals, which is half of what `orleans` sustains unless it is given. All runs are
# audited, and interleaved. It goes on where it was interrupted.
# Usage: RATE=3000 benchmarks/features.sh [folder] [arguments of `driver sweep` ...]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder=${1:-results/features}
dotnet build src/Driver -c Release -v quiet -nologo -clp:NoSummary
driver=artifacts/bin/Driver/release/Driver.dll
if [ -z "${RATE:-}" ] && [ -f "$folder/rate" ]; then RATE=$(cat "$folder/rate"); fi
if [ -z "${RATE:-}" ]; then
  dotnet "$driver" run config/order-heavy.json --quiet --set epochs.seconds=3 --set epochs.count=8 --set epochs.warmUp=5 --output "$folder/ceiling" > /dev/null
  RATE=$(python3 -c "import json; print(round(json.load(open('$folder/ceiling/summary.json'))['throughput'] / 2))")
fi
mkdir -p "$folder"
echo "$RATE" > "$folder/rate"
echo "$RATE transactions a second"
dotnet "$driver" sweep config/sweeps/features.json --quiet --output "$folder" --set "load.rate=$RATE" "${@:2}"
echo "Table: $folder/sweep.md; plots: $folder/sweep.html"
