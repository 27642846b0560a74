#!/usr/bin/env bash
# What ways of writing group commits to PostgreSQL cost a transaction: into the tables at once, appended to a journal, and applied from it later. It
# starts a PostgreSQL server of the installed version with throw-away data, written as safely as by default (fsync).
# Usage: benchmarks/writepaths.sh [rounds]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. benchmarks/postgres.sh
dotnet build benchmarks/Marketplace.WritePaths -c Release -v quiet -nologo -clp:NoSummary
trap end_server EXIT
start_server
dotnet artifacts/bin/Marketplace.WritePaths/release/Marketplace.WritePaths.dll "Host=127.0.0.1;Port=$port;Username=postgres;Database=postgres" "${1:-3}"
