#!/usr/bin/env bash
# Quickstart's load with the state in PostgreSQL against the state in memory, interleaved. It starts a PostgreSQL server of the installed version
# with throw-away data, written as safely as by default (fsync).
# Usage: benchmarks/storage.sh [concurrency] [seconds] [repeats]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
concurrency=${1:-64} seconds=${2:-5} repeats=${3:-3}

programs=$(find /usr/lib/postgresql -maxdepth 2 -name bin 2> /dev/null | sort -V | tail -n 1)
[ -x "$programs/initdb" ] || { echo "PostgreSQL is missing; install it, for instance with: apt-get install postgresql-15" >&2; exit 2; }
dotnet build src/Driver -c Release -v quiet -nologo -clp:NoSummary
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || { kill -QUIT "$server"; wait "$server" 2> /dev/null || true; }; rm -rf "$work"' EXIT
as=()
if [ "$(id -u)" = 0 ]; then chmod 711 "$work"; as=(setpriv --reuid postgres --regid postgres --init-groups --); fi

mkdir "$work/data"
if [ "$(id -u)" = 0 ]; then chown postgres "$work/data"; fi
"${as[@]}" "$programs/initdb" -D "$work/data" -U postgres -A trust -E UTF8 --no-locale > /dev/null
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
"${as[@]}" "$programs/postgres" -D "$work/data" -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c port="$port" > "$work/postgres.log" 2>&1 &
server=$!
until "$programs/pg_isready" -q -h 127.0.0.1 -p "$port"; do sleep 0.1; done

run() {
    dotnet artifacts/Local/bin/Driver/release/Driver.dll run config/quickstart.json --quiet --output "$work/run" \
        --set name="$1" --set target.launch.Storage="$1" --set "target.launch.Postgres=Host=127.0.0.1;Port=$port;Username=postgres;Database=postgres" \
        --set load.concurrency="$concurrency" --set epochs.count=3 --set epochs.seconds="$seconds" --set epochs.warmUp=1 \
        > "$work/out.txt" || { cat "$work/out.txt"; exit 1; }
    rm -rf "$work/run"
    tail -n 3 "$work/out.txt" | head -n 2
    sed -n "s/^\([0-9,]*\) requests\/s; CPU.*silo \([0-9,.]*\) µs.*/\1 \2/p" "$work/out.txt" | tr -d , >> "$work/$1.txt"
}

for ((i = 1; i <= repeats; i++)); do run memory; run postgres; done
paste "$work/memory.txt" "$work/postgres.txt" | awk '{printf "postgres / memory: requests/s %.2f, silo CPU per request %.1f\n", $3 / $1, $4 / $2}'
