#!/usr/bin/env bash
# Plays many games through several servers that share a PostgreSQL, and tells what processor time the servers and the
# database took.
#
# usage: [RIMAU=PROGRAM] bench/online_postgres.sh SERVERS [online_load's options]
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
# shellcheck source=bench/postgres.sh
source bench/postgres.sh
servers=${1:-2}
shift || true

ports=()
for ((n = 0; n < servers; n++)); do
  ports+=("$((18100 + n))")
  start_server "${ports[n]}"
done

# ticks PID…: what they have taken of the processor.
ticks() {
  local pid sum=0
  for pid in "$@"; do
    sum=$((sum + $(sed 's/.*) //' "/proc/$pid/stat" | awk '{print $12 + $13}')))
  done
  echo "$sum"
}
mapfile -t database < <(pgrep -P "$(head -n 1 "$folder/db/postmaster.pid")")

before=$(ticks "${pids[@]}") database_before=$(ticks "${database[@]}")
status=0
"$load" "${ports[@]}" "$@" || status=$?
awk -v s=$(($(ticks "${pids[@]}") - before)) -v d=$(($(ticks "${database[@]}") - database_before)) \
  -v hz="$(getconf CLK_TCK)" 'BEGIN { printf "servers: %.1f s of processor, database: %.1f s\n", s / hz, d / hz }'
for port in "${ports[@]}"; do
  curl -s "http://localhost:$port/metrics" | grep -E '^rimau_online_(events|commits)_total'
done
exit "$status"
