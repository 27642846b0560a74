#!/usr/bin/env bash
# Endurance: the mix of the stress scenario at a fixed rate of arrivals, Zipf 1.2 on sellers and products, with Recording full, under one transaction
# protocol after the other; each run is audited whole. One line a protocol. Exit code 1 if a check found a violation that the protocol claims not to
# have, or if ordered-locking or deterministic aborted an attempt because of a conflict.
# Usage: [RATE=transactions/s] benchmarks/endurance.sh [minutes] [protocols ...]     for instance RATE=200 benchmarks/endurance.sh 30 deterministic saga
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
minutes=${1:-30} rate=${RATE:-200}
shift $(($# > 0 ? 1 : 0))
protocols=("$@")
[ ${#protocols[@]} -gt 0 ] || protocols=(none locking ordered-locking deterministic optimistic saga)

dotnet build src/Driver -c Release -v quiet -nologo -clp:NoSummary
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# Prints the line of a run; exit code 1 if it was not as claimed.
judge() {
    python3 - "$work/run/summary.json" "$1" <<'PY'
import json, sys
file, protocol = sys.argv[1:]
summary = json.load(open(file))
checks = summary["audit"]["checks"]
broken = [f"{check['id']} {check['violations']}" for check in checks if check["claimed"] and check["violations"] > 0]
counted = summary.get("protocol")
conflicts = counted["abortsByCause"].get("conflict", 0) if counted else 0
if protocol in ("ordered-locking", "deterministic") and conflicts > 0:
    broken.append(f"{conflicts} attempts aborted by a conflict")
kinds = summary["transactions"].values()
total = lambda *names: sum(kind[name] for kind in kinds for name in names)
checkout, silo = summary["transactions"]["checkout"], summary["resources"]["silo"]
witnesses = [str(witness) for check in checks if check["claimed"] and check["violations"] > 0 for witness in check["witnesses"][:3]]
print(f"{protocol:16} {total('submitted'):9,} transactions  {summary['throughput']:6.0f}/s  checkout p99 {checkout['latencyMs']['p99']:8.1f} ms"
      f"  aborted {total('aborted'):6,}  unknown {total('timedOut', 'transportError'):4,}  unsent {summary['driver']['unsent']:5,}"
      f"  attempts aborted {counted['aborts'] if counted else 0:7,} (conflict {conflicts:,})  silo at most {silo['peakMiB']:5.0f} MiB"
      f"  audit of {sum(check['examined'] for check in checks):11,} facts: {summary['audit']['sentence']}{' FAILED: ' + ', '.join(broken) if broken else ''}",
      *witnesses, sep="\n    ", flush=True)
sys.exit(1 if broken else 0)
PY
}

for protocol in "${protocols[@]}"; do
    code=0
    dotnet artifacts/bin/Driver/release/Driver.dll run config/stress.json --quiet --output "$work/run" \
        --set name="$protocol" --set target.launch.Protocol="$protocol" --set target.launch.Recording=full \
        --set load.concurrency=256 --set load.rate="$rate" --set data.sizeFactor=1 --set data.quantityPerProduct=10000 \
        --set workload.sellers.exponent=1.2 --set workload.products.exponent=1.2 \
        --set epochs.count="$minutes" --set epochs.seconds=60 --set epochs.warmUp=0 > "$work/out.txt" 2>&1 || code=$?
    # 1: the audit found violations, which the line tells.
    if [ $code -gt 1 ] || ! [ -f "$work/run/summary.json" ]; then
        echo "$protocol: the driver ended with exit code $code"
        cat "$work/out.txt"
        exit 1
    fi
    judge "$protocol" || failed=1
    [ $code -eq 0 ] || failed=1
    rm -rf "$work/run"
done
exit $failed
