#!/usr/bin/env bash
# Plays many games on a disk that gets full and, later, has room again; counts what was acknowledged and is not there
# afterwards. Needs to be root, for a small disk in memory.
#
# usage: bench/online_full_disk.sh [online_load's options]
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
port=18080
disk=$(mktemp -d)
mount -t tmpfs -o size=64m tmpfs "$disk"
server=
trap 'kill -9 "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; umount "$disk"; rmdir "$disk"' EXIT

build/release/rimau serve --port "$port" --data "$disk/games" --max-connections 20000 --sockets-per-address 0 \
  --message-rate 0 --game-rate 0 --log-level off >"$disk/address" &
server=$!
while [[ ! -s $disk/address ]]; do sleep 0.1; done
build/release/bench/online_load "$port" --seconds 20 "$@" &
driver=$!
for ((n = 0; n < 20; n++)); do
  sleep 1
  printf '%s %s\n' "$(curl -s -o /dev/null -w '%{http_code}' "http://localhost:$port/readyz")" \
    "$(df --output=pcent "$disk" | tail -n 1)"
  if ((n == 4)); then dd if=/dev/zero of="$disk/filler" bs=64k status=none 2>/dev/null || true; fi
  if ((n == 14)); then rm "$disk/filler"; fi
done | uniq -c
status=0
wait "$driver" || status=$?
exit "$status"
