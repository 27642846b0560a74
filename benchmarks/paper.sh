#!/usr/bin/env bash
# The paper's figures on this machine (docs/paper.md): runs the sweeps of config/paper, each of two to five minutes on two cores, and copies their
# plots to docs/images. It goes on where it was interrupted.
# Usage: SWEEPS="skew-sellers scale" benchmarks/paper.sh [folder] [arguments of `driver sweep` ...]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. benchmarks/picture.sh
folder=${1:-results/paper}
all="driver concurrency logging-orleans logging-statefun scale guarantees skew-sellers skew-products scenarios replication dashboard size orders"
dotnet build src/Driver -c Release -v quiet -nologo -clp:NoSummary
for sweep in ${SWEEPS:-$all}; do
  # Audits that find violations of levels that a version does not claim are no failure; anything else is told, and the others go on.
  dotnet artifacts/bin/Driver/release/Driver.dll sweep "config/paper/$sweep.json" --quiet --output "$folder/$sweep" "${@:2}" && code=0 || code=$?
  if [ "$code" -eq 130 ]; then exit 130; fi
  if [ "$code" -ne 0 ]; then echo "$sweep ended with exit code $code" >&2; fi
  for plot in throughput latency; do
    show_picture paper.md "images/paper-$sweep-$plot.svg" "$folder/$sweep/plots/$plot.svg"
  done
done
echo "Plots: docs/images/paper-*.svg; tables: $folder/*/sweep.md"
