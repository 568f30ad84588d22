#!/usr/bin/env bash
# Plays many games through a server that is killed (SIGKILL) at random moments and started again, and counts what was
# acknowledged and is not there afterwards.
#
# usage: bench/online_kill.sh [KILLS [online_load's options]]
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
kills=${1:-10}
shift || true
port=18080
data=$(mktemp -d)
server=
trap 'kill -9 "$server" 2>/dev/null || true; rm -rf "$data"' EXIT

start() {
  build/release/rimau serve --port "$port" --data "$data" --max-connections 20000 --sockets-per-address 0 \
    --message-rate 0 --game-rate 0 --log-level warn >"$data/address" &
  server=$!
}

start
while [[ ! -s $data/address ]]; do sleep 0.1; done
build/release/bench/online_load "$port" --seconds $((kills * 3 + 5)) "$@" &
driver=$!
sleep 7
for ((n = 0; n < kills; n++)); do
  sleep "$((RANDOM % 3 + 1)).$((RANDOM % 10))"
  kill -9 "$server"
  wait "$server" 2>/dev/null || true
  start
done
status=0
wait "$driver" || status=$?
echo "killed $kills times"
exit "$status"
