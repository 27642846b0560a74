# For other scripts here: `. benchmarks/postgres.sh` gives a PostgreSQL server of the installed version with throw-away data, written as safely as by
# default (fsync), on a free port of this machine.
#     $programs   the folder of PostgreSQL's programs: "$programs/psql" -h 127.0.0.1 -p "$port" -U postgres
#     $port       of the server, and $work, a temporary folder: both once it has been started
#     start_server, end_server, free_port
#     kill_server [PROCESS...]: all of it at once, and others of this script with it; restart_server goes on with what it left
# The script ends the server: trap end_server EXIT.
programs=$(find /usr/lib/postgresql -maxdepth 2 -name bin 2> /dev/null | sort -V | tail -n 1)
[ -x "$programs/initdb" ] || { echo "PostgreSQL is missing; install it, for instance with: apt-get install postgresql-15" >&2; exit 2; }
work='' port='' server=''

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

# PostgreSQL refuses to run as root.
as=()
[ "$(id -u)" != 0 ] || as=(setpriv --reuid postgres --regid postgres --init-groups --)

start_server() {
    work=$(mktemp -d)
    mkdir "$work/data"
    if [ "$(id -u)" = 0 ]; then
        chmod 711 "$work"
        chown postgres "$work/data"
    fi

    "${as[@]}" "$programs/initdb" -D "$work/data" -U postgres -A trust -E UTF8 --no-locale > /dev/null
    port=$(free_port)
    restart_server
}

restart_server() {
    "${as[@]}" "$programs/postgres" -D "$work/data" -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c port="$port" \
        >> "$work/postgres.log" 2>&1 &
    server=$!
    until "$programs/pg_isready" -q -h 127.0.0.1 -p "$port"; do kill -0 "$server"; sleep 0.1; done
}

# A new server refuses the folder as long as a process of the old one lives.
kill_server() {
    local i parts=()
    mapfile -t parts < <(pgrep -P "$server")
    kill -KILL "$@" "$server" "${parts[@]}" 2> /dev/null || true
    wait "$server" 2> /dev/null || true
    server=''
    for ((i = 0; i < 500; i++)); do
        kill -0 "${parts[@]}" 2> /dev/null || return 0
        sleep 0.02
    done
    echo "PostgreSQL could not be killed" >&2
    return 1
}

end_server() {
    [ -z "$server" ] || { kill -QUIT "$server" 2> /dev/null || true; wait "$server" 2> /dev/null || true; }
    [ -z "$work" ] || rm -rf "$work"
}
