#!/usr/bin/env bash
# Plays many games, of whose moves some lose their connection, through a server built with the address and
# undefined-behaviour sanitizers, then through one built with the thread sanitizer; each is stopped while people play.
# Fails when a sanitizer reports anything, when a turn is lost or doubled, or when the server does not end as it should.
#
# usage: [BUILDS=DIR] bench/online_sanitized.sh [online_load's options]
# Needs ninja -C build/asan rimau, ninja -C build/tsan rimau and ninja -C build/release online_load; BUILDS: where these
# builds are, if not in build.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
builds=${BUILDS:-build}
port=18090
folder=$(mktemp -d)
server='' players=''
trap 'kill -9 $server $players 2>/dev/null || true; rm -rf "$folder"' EXIT

export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1:log_path=$folder/report
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=0:log_path=$folder/report
export TSAN_OPTIONS=second_deadlock_stack=1:halt_on_error=0:log_path=$folder/report
export LSAN_OPTIONS=suppressions=$PWD/tests/server/leaks-of-libraries.txt:print_suppressions=0

failures=0
fault() {
  printf 'FAILED: %s\n' "$*"
  failures=$((failures + 1))
}

# online_load asks for what people ask; others ask meanwhile for pages, and what is no request.
others() {
  while sleep 0.2; do
    curl -s "http://localhost:$port/metrics" "http://localhost:$port/readyz" "http://localhost:$port/"
    printf 'GET /api/online HTTP/1.1\r\nUpgrade: websocket\r\n\r\n' >"/dev/tcp/localhost/$port"
  done >/dev/null 2>&1
}

for preset in asan tsan; do
  printf '== %s\n' "$preset"
  "$builds/$preset/rimau" serve --port "$port" --data "$folder/$preset" --max-connections 20000 --sockets-per-address 0 \
    --message-rate 0 --game-rate 0 --log-level warn >"$folder/address" &
  server=$!
  while [[ ! -s $folder/address ]]; do
    kill -0 "$server" || exit 1
    sleep 0.1
  done
  others &
  players=$!
  "$builds/release/bench/online_load" "$port" --games 100 --rate 100 --seconds 40 --drop 5 --pid "$server" "$@" ||
    fault "$preset: turns were lost, doubled or not reached"
  kill "$players" 2>/dev/null || true
  # It is stopped while people play; what they find afterwards is not asked.
  "$builds/release/bench/online_load" "$port" --games 100 --rate 200 --seconds 6 --drop 5 >/dev/null 2>&1 &
  players=$!
  sleep 4
  kill -TERM "$server"
  status=0
  wait "$server" || status=$?
  kill "$players" 2>/dev/null || true
  ((status == 0)) || fault "$preset: the server ended with $status"
  for report in "$folder"/report*; do
    [[ -s $report ]] || continue
    fault "$preset: a sanitizer reports"
    head -n 60 "$report"
    rm "$report"
  done
  rm -rf "${folder:?}/$preset" "$folder/address"
done
((failures == 0)) && echo "no sanitizer has reported anything"
