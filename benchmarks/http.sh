#!/usr/bin/env bash
# The driver against wrk (Debian package wrk): a silo with preset null each, the same number of connections, add-item requests, interleaved.
# The driver's sessions are ten adds and a checkout each, so 10 of its 11 requests are the one that wrk sends.
# Usage: benchmarks/http.sh [connections] [seconds] [repeats]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
connections=${1:-16} seconds=${2:-10} repeats=${3:-3}

command -v wrk > /dev/null || { echo "wrk is missing; install it, for instance with: apt-get install wrk" >&2; exit 2; }
dotnet build src/Driver -c Release -v quiet -nologo -clp:NoSummary
bin=artifacts/bin
work=$(mktemp -d)
trap 'kill "${silo:-}" 2> /dev/null || true; rm -rf "$work"' EXIT

port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
dotnet $bin/Marketplace.Silo/release/Marketplace.Silo.dll --urls "http://127.0.0.1:$port" --Marketplace:Preset=null > "$work/silo.log" &
silo=$!
until curl -sf "http://127.0.0.1:$port/healthz/ready" > /dev/null; do sleep 0.1; done

cat > "$work/add.lua" <<'LUA'
wrk.method = "PATCH"
wrk.path = "/cart/42/add"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"sellerId":17,"productId":3,"productName":"Handcrafted Granite Chair","unitPrice":87.15,"freightValue":12.40,"quantity":2,"voucher":0,"version":"0"}'
LUA

cat > "$work/scenario.json" <<JSON
{ "name": "http", "target": { "launch": { "Preset": "null" } },
  "data": { "sizeFactor": 0.2 },
  "workload": { "mix": { "checkout": 100, "priceUpdate": 0, "productDelete": 0, "updateDelivery": 0, "dashboard": 0 }, "cart": { "items": [10, 10] } },
  "load": { "concurrency": $connections }, "epochs": { "count": 2, "seconds": $((seconds / 2)), "warmUp": 1 } }
JSON

ticks() { awk '{print $14 + $15}' "/proc/$silo/stat"; }
hertz=$(getconf CLK_TCK)

run_wrk() {
    local before after line user system requests
    before=$(ticks)
    line=$( { TIMEFORMAT='%U %S'; time wrk -t2 -c"$connections" -d"${seconds}s" -s "$work/add.lua" "http://127.0.0.1:$port" > "$work/wrk.txt"; } 2>&1 )
    after=$(ticks)
    read -r user system <<< "$line"
    requests=$(awk '/requests in/ {print $1}' "$work/wrk.txt")
    awk -v r="$requests" -v s="$seconds" -v c="$user" -v k="$system" -v b="$before" -v a="$after" -v h="$hertz" \
        'BEGIN {printf "wrk     %8.0f requests/s   CPU per request: client %5.1f us, silo %5.1f us\n", r / s, (c + k) / r * 1e6, (a - b) / h / r * 1e6}'
}

run_driver() {
    dotnet $bin/Driver/release/Driver.dll run "$work/scenario.json" --quiet --output "$work/run" > "$work/driver.txt" || { cat "$work/driver.txt"; exit 1; }
    rm -rf "$work/run"
    grep 'requests/s' "$work/driver.txt" | sed 's/^/driver  /'
}

for ((i = 1; i <= repeats; i++)); do run_wrk; run_driver; done
