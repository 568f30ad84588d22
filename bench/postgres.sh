# A PostgreSQL of the script's own, with its durable settings, on the disk of TMPDIR, and servers that share it. Sourced.
# shellcheck shell=bash

program=$(readlink -f "${RIMAU:-build/release/rimau}")
load=${LOAD:-build/release/bench/online_load}
folder=$(mktemp -d)
pids=()
as=()
bin=$(printf '%s\n' /usr/lib/postgresql/*/bin | tail -n 1)
if ((EUID == 0)); then
  as=(setpriv --reuid=postgres --regid=postgres --clear-groups)
  chown postgres "$folder"
  chmod 711 "$folder"
fi

postgres() { (cd / && "${as[@]}" "$bin/$1" -D "$folder/db" "${@:2}" >/dev/null 2>&1); }
stop_all() {
  kill "${pids[@]}" 2>/dev/null || true
  wait "${pids[@]}" 2>/dev/null || true
  postgres pg_ctl -m immediate stop || true
  rm -rf "$folder"
}
trap stop_all EXIT

postgres initdb -A trust -U rimau -E UTF8 --no-locale
postgres pg_ctl -w -l "$folder/log" -o "-k '$folder' -c listen_addresses=''" start

# start_server PORT OPTION…
start_server() {
  "$program" serve --port "$1" --store "postgresql:///postgres?user=rimau&host=$folder" --max-connections 20000 \
    --sockets-per-address 0 --message-rate 0 --game-rate 0 --log-level warn "${@:2}" >"$folder/address$1" &
  pids+=("$!")
  while [[ ! -s $folder/address$1 ]]; do sleep 0.1; done
}
