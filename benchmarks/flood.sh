#!/usr/bin/env bash
# Isolation: the time of checkouts with and without a flood of Seller dashboards, without and with Placement per-service, interleaved.
# The flood is wrk (Debian package wrk), which asks one silo for dashboards as fast as it answers; the checkouts are the driver's, at a fixed rate.
# Usage: benchmarks/flood.sh [flood connections] [checkouts/s] [seconds] [repeats]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
connections=${1:-64} rate=${2:-100} seconds=${3:-10} repeats=${4:-3}

command -v wrk > /dev/null || { echo "wrk is missing; install it, for instance with: apt-get install wrk" >&2; exit 2; }
dotnet build src/Driver -c Release -v quiet -nologo -clp:NoSummary
bin=artifacts/bin
work=$(mktemp -d)
silo='' flood=''
trap 'kill $silo $flood 2> /dev/null || true; rm -rf "$work"' EXIT

# A seller has many open orders, so a dashboard is work: nothing is delivered.
cat > "$work/scenario.json" <<JSON
{ "name": "flood", "target": { "urls": ["http://127.0.0.1:1"] },
  "data": { "sizeFactor": 0.1, "productsPerSeller": 10 },
  "workload": { "mix": { "checkout": 100, "priceUpdate": 0, "productDelete": 0, "updateDelivery": 0, "dashboard": 0 } },
  "load": { "rate": $rate }, "epochs": { "count": 3, "seconds": $((seconds / 2)), "warmUp": 1 } }
JSON

cat > "$work/dashboards.lua" <<'LUA'
local seller = 0
request = function()
    seller = seller % 100 + 1
    return wrk.format("GET", "/seller/dashboard/" .. seller)
end
done = function(summary)
    io.write(string.format("flood %.0f\n", (summary.requests - summary.errors.status) / summary.duration * 1e6))
end
LUA

# Prints: placement, flood or none, checkout p50 and p99 in ms, checkouts/s, dashboards/s.
run() {
    local placement=$1 flooded=$2 port
    port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    dotnet $bin/Marketplace.Silo/release/Marketplace.Silo.dll --urls "http://127.0.0.1:$port" --Marketplace:Placement="$placement" > "$work/silo.log" &
    silo=$!
    until curl -sf "http://127.0.0.1:$port/healthz/ready" > /dev/null; do kill -0 $silo; sleep 0.1; done

    # It begins when all sellers are there, and outlasts the warm-up and the measurement (1.5 times the seconds together).
    : > "$work/flood.txt"
    if [[ $flooded == flood ]]; then
        (
            until curl -sf "http://127.0.0.1:$port/seller/dashboard/100" > /dev/null; do sleep 0.1; done
            exec wrk -t1 -c"$connections" -d$((seconds * 3 / 2 + 5))s -s "$work/dashboards.lua" "http://127.0.0.1:$port"
        ) > "$work/flood.txt" &
        flood=$!
    fi

    dotnet $bin/Driver/release/Driver.dll run "$work/scenario.json" --quiet --output "$work/run" \
        --set target.urls="[\"http://127.0.0.1:$port\"]" > "$work/driver.txt" || { cat "$work/driver.txt" "$work/silo.log"; exit 1; }
    [[ -z $flood ]] || wait "$flood" || true
    flood=''
    python3 - "$work" "$placement" "$flooded" <<'PY'
import json, re, sys
work, placement, flooded = sys.argv[1:]
summary = json.load(open(f"{work}/run/summary.json"))
checkout = summary["transactions"]["checkout"]
latency = checkout["latencyMs"]
flood = re.search(r"^flood (\d+)", open(f"{work}/flood.txt").read(), re.M)
print(f"{placement:12} {flooded:6} checkout p50 {latency['p50']:9.2f} ms  p99 {latency['p99']:9.2f} ms  {checkout['throughput']:6.0f}/s"
      f"  dashboards {int(flood[1]) if flood else 0:7}/s")
PY
    rm -rf "$work/run"
    kill "$silo" && wait "$silo" || true
    silo=''
}

for ((i = 1; i <= repeats; i++)); do
    for placement in shared per-service; do
        run $placement none
        run $placement flood
    done
done
