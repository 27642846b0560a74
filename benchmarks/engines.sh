#!/usr/bin/env bash
# The three ways to run the grains: on Orleans with inline calls, on Orleans with messages, and on the local engine. First order-heavy with 16 and 64
# transactions in flight, with no protocol and with deterministic, one interleaved sweep with repeats, each run audited: throughput, latency and
# processor time of the silo, relative to the local engine. Then the cost of a grain call on all three: to an idle grain, from outside and from a grain,
# and to one that yields. The sweep goes on where it was interrupted.
# Usage: benchmarks/engines.sh [folder] [arguments of `driver sweep` ...]     for instance --set epochs.seconds=5
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder=${1:-results/engines}
for project in src/Driver benchmarks/Marketplace.Benchmarks; do
    dotnet build "$project" -c Release -v quiet -nologo -clp:NoSummary
done

dotnet artifacts/bin/Driver/release/Driver.dll sweep config/sweeps/engines.json --quiet --output "$folder" "${@:2}"
dotnet artifacts/bin/Marketplace.Benchmarks/release/Marketplace.Benchmarks.dll \
    --filter '*CallBenchmarks.Idle' '*CallBenchmarks.Yielding' '*CallBenchmarks.IdleFromGrain' --artifacts "$folder/calls" \
    | sed -n '/^| Method/,$p' | sed '/^$/,$d' | tee "$folder/calls.md"
echo "Table: $folder/sweep.md; plots: $folder/sweep.html; grain calls: $folder/calls.md"
