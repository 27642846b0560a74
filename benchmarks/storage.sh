#!/usr/bin/env bash
# The state in PostgreSQL against the state in memory, interleaved. It starts a PostgreSQL server of the installed version with throw-away data,
# written as safely as by default (fsync).
# Usage: benchmarks/storage.sh [concurrency] [seconds] [repeats]
#            Quickstart's load.
#        benchmarks/storage.sh import [size factor] [repeats] [another Marketplace.Silo.dll]
#            The import of pre-populated orders (100,000 times the size factor), by this build and by another one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mode=load
if [ "${1:-}" = import ]; then mode=import; shift; fi

. benchmarks/postgres.sh
dotnet build src/Driver -c Release -v quiet -nologo -clp:NoSummary
bin=artifacts/bin
silo=
trap '[ -z "$silo" ] || kill -KILL "$silo"; end_server' EXIT
start_server

run() {
    dotnet $bin/Driver/release/Driver.dll run config/quickstart.json --quiet --output "$work/run" \
        --set name="$1" --set target.launch.Storage="$1" --set "target.launch.Postgres=Host=127.0.0.1;Port=$port;Username=postgres;Database=postgres" \
        --set load.concurrency="$concurrency" --set epochs.count=3 --set epochs.seconds="$seconds" --set epochs.warmUp=1 \
        > "$work/out.txt" || { cat "$work/out.txt"; exit 1; }
    rm -rf "$work/run"
    tail -n 3 "$work/out.txt" | head -n 2
    sed -n "s/^\([0-9,]*\) requests\/s; CPU.*silo \([0-9,.]*\) µs.*/\1 \2/p" "$work/out.txt" | tr -d , >> "$work/$1.txt"
}

# Number of the next transaction: only those that write have one.
transaction() { "$programs/psql" -h 127.0.0.1 -p "$port" -U postgres -Atc 'SELECT pg_current_xact_id()'; }

post() {
    curl -sSf -o "$work/answer.txt" -w '%{time_total}' -X POST -H 'Content-Type: application/x-ndjson' -T "$work/set/$2.ndjson" \
        "http://127.0.0.1:$1/import/$2"
}

import() {
    local build=$1 storage=$2 http database set seconds before after
    http=$(free_port) database=import$((++databases))
    "$programs/createdb" -h 127.0.0.1 -p "$port" -U postgres "$database"
    dotnet "$3" --urls "http://127.0.0.1:$http" --Marketplace:Storage="$storage" \
        "--Marketplace:Postgres=Host=127.0.0.1;Port=$port;Username=postgres;Database=$database" > "$work/silo.txt" 2>&1 &
    silo=$!
    until curl -sf -o "$work/answer.txt" "http://127.0.0.1:$http/healthz/ready"; do
        kill -0 "$silo" 2> /dev/null || { silo=; cat "$work/silo.txt"; exit 1; }
        sleep 0.2
    done
    for set in sellers customers products stock; do post "$http" "$set" > "$work/seconds.txt"; done
    before=$(transaction)
    seconds=$(post "$http" orders)
    after=$(transaction)
    kill "$silo"
    wait "$silo" || true
    silo=
    echo "$seconds" >> "$work/$build-$storage.txt"
    awk -v build="$build" -v storage="$storage" -v orders="$orders" -v seconds="$seconds" -v transactions=$((after - before - 1)) 'BEGIN {
        printf "%s, %s: %d orders in %.1f s, %.0f/s", build, storage, orders, seconds, orders / seconds
        if (storage == "postgres") printf ", %.1f orders a transaction of the database", orders / transactions
        print ""
    }'
}

if [ $mode = load ]; then
    concurrency=${1:-64} seconds=${2:-5} repeats=${3:-3}
    for ((i = 1; i <= repeats; i++)); do run memory; run postgres; done
    paste "$work/memory.txt" "$work/postgres.txt" | awk '{printf "postgres / memory: requests/s %.2f, silo CPU per request %.1f\n", $3 / $1, $4 / $2}'
else
    size=${1:-0.1} repeats=${2:-3} other=${3:-}
    databases=0
    dotnet $bin/Driver/release/Driver.dll generate config/quickstart.json --data "$work/set" \
        --set data.sizeFactor="$size" --set data.initialOrdersPerSizeFactor=100000 > "$work/out.txt" || { cat "$work/out.txt"; exit 1; }
    orders=$(wc -l < "$work/set/orders.ndjson")
    for ((i = 1; i <= repeats; i++)); do
        for storage in memory postgres; do
            if [ -n "$other" ]; then import other $storage "$other"; fi
            import this $storage $bin/Marketplace.Silo/release/Marketplace.Silo.dll
        done
    done
    paste "$work/this-memory.txt" "$work/this-postgres.txt" | awk '{printf "this: time with postgres / memory %.1f\n", $2 / $1}'
    if [ -n "$other" ]; then
        paste "$work/other-memory.txt" "$work/other-postgres.txt" | awk '{printf "other: time with postgres / memory %.1f\n", $2 / $1}'
        paste "$work/this-postgres.txt" "$work/other-postgres.txt" | awk '{printf "time with postgres, other / this: %.1f\n", $2 / $1}'
    fi
fi
