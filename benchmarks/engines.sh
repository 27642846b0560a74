#!/usr/bin/env bash
# Order-heavy on the local engine and on Microsoft Orleans, interleaved, at concurrency 16 and 48; then the cost of a grain call on both.
# Usage: benchmarks/engines.sh [seconds] [repeats] [arguments for dotnet build, e.g. -p:RestoreAdditionalProjectSources=FOLDER]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
seconds=${1:-10} repeats=${2:-3}
shift $(($# > 2 ? 2 : $#))

for engine in Local Orleans; do
    for project in src/Driver benchmarks/Marketplace.Benchmarks; do
        dotnet build "$project" -c Release -v quiet -nologo -clp:NoSummary -p:Engine=$engine "$@"
    done
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

driver() { dotnet "artifacts/$1/bin/Driver/release/Driver.dll" "${@:2}"; }

for ((i = 1; i <= repeats; i++)); do
    for concurrency in 16 48; do
        for engine in Local Orleans; do
            echo "== $engine, concurrency $concurrency, repeat $i of $repeats"
            driver $engine run config/order-heavy.json --quiet --output "$work/$concurrency/$engine/r$i" \
                --set load.concurrency=$concurrency --set epochs.count=3 --set epochs.seconds="$seconds" --set epochs.warmUp=1 | tail -n 3
        done
    done
done
for concurrency in 16 48; do
    echo "== concurrency $concurrency"
    driver Local compare "$work/$concurrency/Local" "$work/$concurrency/Orleans"
done
for engine in Local Orleans; do
    echo "== grain calls, $engine"
    dotnet "artifacts/$engine/bin/Marketplace.Benchmarks/release/Marketplace.Benchmarks.dll" \
        --filter '*CallBenchmarks.Idle' '*CallBenchmarks.Yielding' '*CallBenchmarks.IdleFromGrain' --artifacts "$work/benchmarks" \
        | sed -n '/^| Method/,$p' | sed '/^$/,$d'
done
