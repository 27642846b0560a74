#!/usr/bin/env bash
# All transaction protocols under order-heavy and update-heavy, uniform and skewed, with 1 to 256 transactions in flight, repeats interleaved, each
# run audited: throughput, latency, aborts and processor time, relative to `none`. It goes on where it was interrupted.
# Usage: benchmarks/protocols.sh [folder] [arguments of `driver sweep` ...]     for instance --set epochs.seconds=10
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder=${1:-results/protocols}
dotnet build src/Driver -c Release -v quiet -nologo -clp:NoSummary
dotnet artifacts/bin/Driver/release/Driver.dll sweep config/sweeps/protocols.json --quiet --output "$folder" "${@:2}"
benchmarks/means.py "$folder/runs.csv"
echo "Table: $folder/sweep.md; plots: $folder/sweep.html and $folder/plots"
