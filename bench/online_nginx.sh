#!/usr/bin/env bash
# Plays many games through nginx, with the very configuration that docs/hosting.md shows, and two servers that share a
# PostgreSQL. One of them is killed (SIGKILL) on the way and comes back later; counts what was acknowledged and is not
# there afterwards.
#
# usage: [RIMAU=PROGRAM] bench/online_nginx.sh [online_load's options]
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
# shellcheck source=bench/postgres.sh
source bench/postgres.sh
port=18080

start_server 8081 --behind-proxy --origin https://rimau.example
start_server 8082 --behind-proxy --origin https://rimau.example

# The documented file; what it says of certificates is checked with one made here, and left out to play.
awk '/^```nginx$/ { block = ""; inside = 1; next } /^```$/ { if (inside && block ~ /upstream/) printf "%s", block; inside = 0 }
  inside { block = block $0 "\n" }' docs/hosting.md >"$folder/documented"
openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=rimau.example -days 1 -keyout "$folder/privkey.pem" \
  -out "$folder/fullchain.pem" 2>/dev/null
sed "s|/etc/letsencrypt/live/rimau.example|$folder|" "$folder/documented" >"$folder/checked"
sed -E "/ssl_|listen \[::\]/d; s/listen 443 ssl;/listen 127.0.0.1:$port;/" "$folder/documented" >"$folder/played"
for which in checked played; do
  cat >"$folder/$which.conf" <<CONF
$( ((EUID != 0)) || echo "user root;")
daemon off;
pid $folder/nginx.pid;
error_log $folder/nginx.log;
events { worker_connections 20000; }
http {
  access_log off;
  client_body_temp_path $folder/body;
  proxy_temp_path $folder/proxy;
  fastcgi_temp_path $folder/fastcgi;
  uwsgi_temp_path $folder/uwsgi;
  scgi_temp_path $folder/scgi;
  include $folder/$which;
}
CONF
done
nginx -t -q -e "$folder/nginx.log" -c "$folder/checked.conf"
nginx -e "$folder/nginx.log" -c "$folder/played.conf" &
pids+=("$!")

# status PATH HEADER…: what is answered to that.
status() {
  curl -s -o /dev/null -w '%{http_code}' "${@:2}" "http://127.0.0.1:$port$1"
}
expect() {
  [[ $2 == "$3" ]] || {
    echo "$1: found $2, expected $3"
    exit 1
  }
}
upgrade=(-m 2 -H 'Connection: Upgrade' -H 'Upgrade: websocket' -H 'Sec-WebSocket-Version: 13'
  -H 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==')
until [[ $(status /readyz) == 200 ]]; do sleep 0.1; done
expect "the metrics, from outside" "$(status /metrics)" 403
expect "a page of its own" "$(status /api/online "${upgrade[@]}" -H 'Origin: https://rimau.example' || true)" 101
expect "a page of others" "$(status /api/online "${upgrade[@]}" -H 'Origin: https://evil.example')" 403

"$load" "$port" --games 50 --rate 50 --seconds 20 "$@" &
driver=$!
sleep 14
kill -9 "${pids[0]}"
wait "${pids[0]}" 2>/dev/null || true
echo "one of two servers was killed"
sleep 6
start_server 8081 --behind-proxy --origin https://rimau.example
echo "it is back"
result=0
wait "$driver" || result=$?
exit "$result"
