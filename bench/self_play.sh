#!/usr/bin/env bash
# Lets the engine play itself and fails when a game ends in an illegal move, an overstepped clock or a crash.
#
#   bench/self_play.sh [PROGRAM [GAMES [GAME…]]]
#
# PROGRAM is the built rimau (build/asan/rimau; with the sanitizers any fault in memory is a crash), GAMES the
# number of games of each game (1000), all games when none is named. One side plays by a clock of 200 ms and
# 1 ms a move, the other the easiest level. A clock counts as overstepped after RIMAU_MARGIN ms more (250:
# sanitizers and busy machines are slow). One line for each game; the exit code is 1 if anything went wrong.
set -euo pipefail

program=${1:-build/asan/rimau}
games=${2:-1000}
shift $(($# < 2 ? $# : 2))
if (($# == 0)); then
  # Every game begins its line in the catalogue.
  mapfile -t all < <("$program" games | grep -oE '^[a-z][a-z0-9-]*')
  set -- "${all[@]}"
fi
failed=0
for game in "$@"; do
  started=$SECONDS
  if ! result=$("$program" match "$game" clock=200+1,hash=1 level=1,hash=1 --games "$games" --max-plies 300 \
    --margin "${RIMAU_MARGIN:-250}" --json); then
    echo "$game: the program failed"
    failed=1
    continue
  fi
  python3 - "$game" $((SECONDS - started)) "$result" <<'PY' || failed=1
import json, sys
game, seconds, text = sys.argv[1:]
result = json.loads(text)
faults = sum(result["faults"])
print(f"{game}: {result['games']} games, {result['plies']} plies, {seconds} s, {faults} faults", flush=True)
sys.exit(faults > 0)
PY
done
exit $failed
