#!/usr/bin/env bash
# Kills a silo under load (SIGKILL), kills the next one while it recovers, starts a third one on the same database, and audits it against what the
# driver knows: nothing acknowledged is lost, and nothing is half there. States, dashboards and audit log in PostgreSQL, in all layouts in turn, under
# one protocol after the other. It starts a PostgreSQL server of the installed version with throw-away data, written as safely as by default (fsync).
# With KILLS=server it kills the server and not the silo, starts it again some seconds later, lets the load go on and audits the silo, which has to have
# waited. With KILLS=both it kills silo and server at once, and so again while the next silo recovers.
# A table at the end; exit code 1 if a check found what a kill can't explain, or facts were missing; then the folders of such runs are kept.
# With SILOS=3 it kills one silo of a cluster of three, and in every second run another one while the rest finds out, lets the load go on, and audits
# at a silo that is left.
# Usage: [SILOS=1] [KILLS="silo server both"] [RUNS=100] [PROTOCOLS="locking saga"] [SEED=1] [CONCURRENCY=16] [SIZE=0.02] [RECOVERY=0.6] benchmarks/kills.sh [folder]
#            RECOVERY: at most so many seconds from the session of the second silo with PostgreSQL to its end.
#            RUNS: in all, over the protocols in turn. The load lasts one to four seconds until the kill, counted from its first checkout.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder=${1:-results/kills} runs=${RUNS:-100} seed=${SEED:-1} concurrency=${CONCURRENCY:-16} size=${SIZE:-0.02}
silos=${SILOS:-1}
read -ra kills <<< "${KILLS:-silo}"
read -ra protocols <<< "${PROTOCOLS:-locking ordered-locking deterministic optimistic saga}"
layouts=(document relations relations-indexed both)

. benchmarks/postgres.sh
for kill in "${kills[@]}"; do
    case $silos-$kill in 1-silo | 1-server | 1-both | [!1]*-silo) ;; *) echo "KILLS=$kill with SILOS=$silos is unknown" >&2; exit 2 ;; esac
done
[ ! -e "$folder/runs.csv" ] || { echo "$folder has results already; name another folder" >&2; exit 2; }
dotnet build src/Driver -c Release -v quiet -nologo -clp:NoSummary
dotnet build src/Marketplace.Silo -c Release -v quiet -nologo -clp:NoSummary
bin=artifacts/bin
mkdir -p "$folder"
silo='' driver='' members=()
finish() {
    for process in $driver $silo "${members[@]}"; do kill -KILL "$process" 2> /dev/null || true; done
    end_server
}
trap finish EXIT
trap 'exit 130' INT TERM
start_server
psql() { "$programs/psql" -h 127.0.0.1 -p "$port" -U postgres -Atc "$1" "${2:-postgres}"; }

# Starts a silo on the database of the run; the first argument names its log.
start() {
    dotnet $bin/Marketplace.Silo/release/Marketplace.Silo.dll --urls "$url" --Marketplace:Storage=postgres --Marketplace:Storage:Layout="$layout" \
        --Marketplace:AuditLog=postgres --Marketplace:Protocol="$protocol" \
        "--Marketplace:Postgres=Host=127.0.0.1;Port=$port;Username=postgres;Database=$database" --Marketplace:Postgres:Timeout=00:01:00 \
        --Logging:LogLevel:Default=Warning "${more[@]}" > "$run/$1.log" 2>&1 &
    silo=$!
}

# Waits for something for a minute; the silo must live.
await() {
    local what=$1 i
    shift
    for ((i = 0; i < 3000; i++)); do
        if "$@"; then return; fi
        kill -0 "$silo" 2> /dev/null || { fail "the silo ended by itself while $what was awaited"; return 1; }
        sleep 0.02
    done
    fail "no $what within a minute"
    return 1
}

is_ready() { curl -sf -o "$work/answer.txt" "$url/healthz/ready"; }

# The silo is at work: the first checkout of the load is answered.
is_loaded() { curl -sf "$url/metrics" | grep -q '^marketplace_gateway_request_duration_seconds_count{.*"Checkout".*"200"'; }

# The next silo has begun to look at what is there: its session has the locks of the schemas.
has_begun() { [ "$(psql "SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE locktype = 'advisory' AND datname = '$database'")" != 0 ]; }

has_left() { ! has_begun; }

# What is killed in this run; the silo alone if the run is over.
end() {
    if [ "${1:-$kill}" = both ]; then kill_server "$silo"; else kill -KILL "$silo" 2> /dev/null || true; fi
    wait "$silo" 2> /dev/null || true
    silo=''
    [ -n "$server" ] || restart_server
}

fail() { echo "$1" > "$run/failed.txt"; }

# Milliseconds since the epoch.
now() { echo $(($(date +%s%N) / 1000000)); }

# Brings the load up on the silo.
begin() {
    start first
    await readiness is_ready || return 1
    dotnet $bin/Driver/release/Driver.dll ingest "$run/scenario.json" > "$run/ingest.txt" 2>&1 || { fail "the ingestion failed"; return 1; }
    # What a script starts in the background is deaf to Ctrl-C.
    env --default-signal=INT dotnet $bin/Driver/release/Driver.dll submit "$run/scenario.json" --quiet --output "$run/results" > "$run/submit.txt" 2>&1 &
    driver=$!
    await 'first checkout' is_loaded || return 1
    sleep "$load"
}

# Ends the load; the arguments are the exit codes that the driver may have.
end_load() {
    local code
    kill -INT "$driver"
    wait "$driver" && code=0 || code=$?
    driver=''
    [[ " $* " == *" $code "* ]] || { fail "the driver ended with exit code $code before the audit"; return 1; }
}

audit() {
    local code
    dotnet $bin/Driver/release/Driver.dll audit --output "$run/results" "$@" > "$run/audit.txt" 2>&1 && code=0 || code=$?
    [ $code -le 1 ] || { fail "the audit ended with exit code $code"; return 1; }
}

once() {
    local began
    begin || return 1
    end
    # 3: the target is gone before the driver was told to stop.
    end_load 130 3 || return 1

    # What the kill left in the server is over before the next one is looked for.
    start second
    await 'recovery' has_left || return 1
    await 'recovery' has_begun || return 1
    sleep "$recovery"
    if grep -q '^ready ' "$run/second.log"; then echo after > "$run/second.txt"; else echo in > "$run/second.txt"; fi
    end

    began=$(now)
    start third
    await readiness is_ready || return 1
    echo $(($(now) - began)) > "$run/recovery.ms"
    audit || return 1
    end silo
}

# The server is away for some seconds; no client hears more of it than that an answer comes late.
once_server() {
    local began
    begin || return 1
    kill_server
    sleep "$away"
    began=$(now)
    restart_server
    await 'answer' is_ready || return 1
    echo $(($(now) - began)) > "$run/recovery.ms"
    sleep 3
    end_load 130 || return 1
    audit || return 1
    end silo
}

# One of several silos, under the load of all of them.
once_in_cluster() {
    local i targets=()
    for ((i = 0; i < silos; i++)); do
        url=${urls[i]}
        start "silo-$i"
        members[i]=$silo
    done
    for ((i = 0; i < silos; i++)); do
        url=${urls[i]} silo=${members[i]}
        await readiness is_ready || return 1
    done
    dotnet $bin/Driver/release/Driver.dll ingest "$run/scenario.json" > "$run/ingest.txt" 2>&1 || { fail "the ingestion failed"; return 1; }
    env --default-signal=INT dotnet $bin/Driver/release/Driver.dll submit "$run/scenario.json" --quiet --output "$run/results" > "$run/submit.txt" 2>&1 &
    driver=$!
    await 'first checkout' is_loaded || return 1
    sleep "$load"
    kill -KILL "${members[victim]}"
    if ((second != victim)); then
        sleep "$recovery"
        kill -KILL "${members[second]}"
        echo in > "$run/second.txt"
    fi

    # The others find out, what was in doubt is settled, and the carts are free that the dead silos had in a checkout.
    sleep 16
    end_load 130 || return 1
    for ((i = 0; i < silos; i++)); do
        if ((i != victim && i != second)); then targets+=(--target "${urls[i]}"); fi
    done
    audit "${targets[@]}" || return 1
}

# Adds the line of a run; exit code 1 if it is not as it should be.
judge() {
    python3 - "$run" "$1" "$protocol" "$layout" "$folder/runs.csv" "$kill" <<'PY'
import csv, json, os, sys
run, number, protocol, layout, file, kill = sys.argv[1:]

# Customers whose silo is gone can't be sealed, and the payment provider, which is outside, has charged for what was not committed.
unavoidable = {"driver.self", "payment.once"} if kill != "server" else set()
# What others see of a saga before it has ended. Its record has to be whole, as that of any other.
needless = unavoidable
if protocol == "saga":
    unavoidable = unavoidable | {"iso.graph", "stock.isolated", "delivery.rule", "dash.fresh"}

def text(name):
    path = f"{run}/{name}"
    return open(path).read().strip() if os.path.exists(path) else ""

row = dict(run=number, killed=kill, protocol=protocol, layout=layout, secondKilled=text("second.txt"), recoveryMs=text("recovery.ms"),
           committed=0, examined=0, facts=0, unexplained=0, explained=0, failed=text("failed.txt"), found="")
if not row["failed"] and not os.path.exists(f"{run}/results/summary.json"):
    row["failed"] = "there is no summary"
if not row["failed"]:
    summary = json.load(open(f"{run}/results/summary.json"))
    checks = summary["audit"]["checks"]
    examined = [check for check in checks if check["verdict"] in ("clean", "violated", "violatedNotClaimed")]
    found = [check for check in checks if check["violations"] > 0 and check["id"] not in unavoidable]
    missing = [check["id"] for check in checks if check["verdict"] == "missing" and check["id"] not in needless]
    row.update(
        committed=sum(kind["committed"] for kind in summary["transactions"].values()),
        examined=len(examined), facts=sum(check["examined"] for check in checks),
        unexplained=sum(check["violations"] for check in found),
        explained=sum(check["violations"] for check in checks if check["id"] in unavoidable),
        failed="facts are missing: " + " ".join(missing) if missing else "",
        found=" ".join(f"{check['id']}={check['violations']}" for check in found))
is_new = not os.path.exists(file)
with open(file, "a", newline="") as output:
    writer = csv.DictWriter(output, row.keys())
    if is_new:
        writer.writeheader()
    writer.writerow(row)
print(f"{number:>3} {kill:6} {protocol:20} {layout:17} {'killed ' + row['secondKilled'] + ' recovery' if row['secondKilled'] else '':22} {row['committed']:7,} committed  {row['examined']:3} checks, "
      f"{row['facts']:9,} facts examined  {row['unexplained']} violations {row['found']} {row['failed']}", flush=True)
sys.exit(1 if row["unexplained"] or row["failed"] else 0)
PY
}

# Seeded: the same delays in each series with the same seed. What a delay meets depends on the machine.
RANDOM=$seed
failed=0
for ((i = 1; i <= runs; i++)); do
    protocol=${protocols[$(((i - 1) % ${#protocols[@]}))]}
    kill=${kills[$((((i - 1) / ${#protocols[@]}) % ${#kills[@]}))]}
    layout=${layouts[$((((i - 1) / ${#protocols[@]} + i - 1) % ${#layouts[@]}))]}
    load=$(awk -v r=$RANDOM 'BEGIN { printf "%.3f", 1 + 3 * r / 32768 }')
    recovery=$(awk -v r=$RANDOM -v most="${RECOVERY:-0.6}" 'BEGIN { printf "%.3f", most * r / 32768 }')
    away=$(awk -v r=$RANDOM 'BEGIN { printf "%.3f", 5 * r / 32768 }')
    more=(--Marketplace:Dashboard=postgres)
    # Then there are always sagas that have begun to store and have not ended.
    if [ "$protocol" = saga ]; then more+=(--Marketplace:PaymentProvider:Latency=00:00:00.500); fi
    urls=()
    for ((j = 0; j < silos; j++)); do urls+=("http://127.0.0.1:$(free_port)"); done
    database=kills$i url=${urls[0]} run=$(printf '%s/%03d-%s' "$folder" "$i" "$protocol")
    mkdir -p "$run"
    # Under a protocol the record of transactions goes on over all silos.
    case $protocol in none) ;; *) more+=(--Marketplace:Recording=full --Marketplace:Recording:Folder="$(realpath "$run")/history") ;; esac
    if [ "$silos" != 1 ]; then
        victim=$((RANDOM % silos)) second=$victim
        # Checkouts take as long as a payment does; so most kills meet some of them.
        more+=(--Marketplace:Cluster:Provider=postgres --Marketplace:Cluster:FailureTimeout=00:00:03 --Marketplace:Cart:CheckoutLease=00:00:10
            --Marketplace:PaymentProvider:Latency=00:00:00.050)
        # In every second run of each protocol.
        if (((i - 1) / ${#protocols[@]} % 2 == 1)); then second=$(((victim + 1) % silos)) recovery=$(awk -v r=$RANDOM 'BEGIN { printf "%.3f", 6 * r / 32768 }'); fi
    fi
    "$programs/createdb" -h 127.0.0.1 -p "$port" -U postgres "$database"
    cat > "$run/scenario.json" <<JSON
{ "name": "kills", "target": { "urls": [$(printf '"%s",' "${urls[@]}" | sed 's/,$//')] }, "seed": $((seed + i)), "data": { "sizeFactor": $size },
  "workload": { "mix": { "checkout": 40, "priceUpdate": 10, "productDelete": 10, "updateDelivery": 35, "dashboard": 5 } },
  "load": { "concurrency": $concurrency }, "epochs": { "count": 1, "seconds": 600, "warmUp": 0 } }
JSON
    case $silos-$kill in
        1-server) once_server || true ;;
        1-*) once || true ;;
        *) once_in_cluster || true ;;
    esac
    [ -n "$server" ] || restart_server
    for process in $driver $silo "${members[@]}"; do kill -KILL "$process" 2> /dev/null || true; wait "$process" 2> /dev/null || true; done
    driver='' silo='' members=()
    if judge "$i"; then rm -rf "$run"; else failed=1; fi
    psql "DROP DATABASE IF EXISTS $database WITH (FORCE)" > "$work/answer.txt"
done

python3 - "$folder/runs.csv" <<'PY' | tee "$folder/kills.md"
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
number = lambda row, name: int(row[name] or 0)
print("| killed | protocol | runs | second kill before the silo was ready | committed before the kill | checks examined | facts examined | violations | those that a kill explains | runs that failed | recovery, median |")
print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
for kill, protocol in [*dict.fromkeys((row["killed"], row["protocol"]) for row in sorted(rows, key=lambda row: row["killed"])), ("all", "all")]:
    some = [row for row in rows if protocol in (row["protocol"], "all") and kill in (row["killed"], "all")]
    total = lambda name: sum(number(row, name) for row in some)
    times = sorted(number(row, "recoveryMs") for row in some if row["recoveryMs"])
    print(f"| {kill} | {protocol} | {len(some)} | {sum(row['secondKilled'] == 'in' for row in some)} | {total('committed'):,} | {total('examined'):,} | {total('facts'):,} "
          f"| {total('unexplained')} | {total('explained'):,} | {sum(bool(row['failed']) for row in some)} | {times[len(times) // 2] / 1000 if times else 0:.1f} s |")
PY
exit $failed
