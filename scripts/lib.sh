# Shared by play and test: packages, builds, and saying what happens. Sourced by bash, not run.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit

# The Debian packages, by what needs them; nowhere else is there such a list. Configuring the release
# preset looks for the test libraries too, so that ./play and ./test share one build.
declare -A packages=(
  [build]="g++ cmake ninja-build ccache pkg-config libtomlplusplus-dev libcli11-dev libfmt-dev libncurses-dev libzstd-dev
           libxxhash-dev nlohmann-json3-dev libboost1.81-dev libboost-json1.81-dev libspdlog-dev
           libsqlitecpp-dev libsqlite3-dev libssl-dev libpqxx-dev
           pybind11-dev python3-dev
           libgtest-dev libgmock-dev librapidcheck-dev libbenchmark-dev"
  [test]="mpich libmpich-dev openmpi-bin libopenmpi-dev iproute2
          postgresql clang-19 libclang-rt-19-dev clang-format-19 git
          python3-numpy python3-pytest python3-setuptools python3-wheel python3-pip"
  [web]="clang-19 lld-19 llvm-19 binaryen wasi-libc libc++-19-dev-wasm32 libclang-rt-19-dev-wasm32"
  [deb]="dpkg-dev file debootstrap"
  [reference]="doxygen"
  [node]="nodejs npm"
  [browser]="chromium"
)

if [[ -t 1 && -z ${NO_COLOR:-} && ${TERM:-dumb} != dumb ]]; then
  red=$'\e[31m' plain=$'\e[0m' on_terminal=yes
else
  red='' plain='' on_terminal=
fi

say() { printf '%s\n' "$*"; }
die() {
  printf '%s%s: %s%s\n' "$red" "${0##*/}" "$*" "$plain" >&2
  exit 2
}

# Each command runs in a process group of its own, so that an interrupted script can stop all of it.
set -m
running=
stop_running() {
  trap - INT TERM HUP
  [[ -z $running ]] || kill -TERM -- "-$running" 2>/dev/null || true
  say "interrupted" >&2
  exit 130
}
trap stop_running INT TERM HUP

run() {
  local status=0
  "$@" </dev/null &
  running=$!
  wait "$running" || status=$?
  running=
  return "$status"
}

# step LABEL COMMAND…: runs it, its output kept in build/logs/, and says how long it took, or
# where the output is when it fails; its exit code is passed on.
step() {
  local label=$1 status=0 start=$SECONDS
  log=$root/build/logs/${label//[^a-z0-9]/-}.log
  shift
  mkdir -p "$root/build/logs"
  printf '%s ... ' "$label"
  run "$@" >"$log" 2>&1 || status=$?
  if ((status == 0)); then
    say "$((SECONDS - start)) s"
  else
    say "${red}failed${plain} after $((SECONDS - start)) s; all it said is in ${log#"$root"/}"
  fi
  return "$status"
}

# told_step LABEL COMMAND…: the same, and the end of what it said when it fails.
told_step() {
  step "$@" || { tail -n 40 "$log" >&2; return 1; }
}

# install NEED…: brings the packages of these needs that are not there yet.
install() {
  local need name installed
  local -a wanted=() missing=() as_root=()
  for need in "$@"; do
    for name in ${packages[$need]}; do wanted+=("$name"); done
  done
  if ! command -v dpkg-query >/dev/null; then
    say "not a Debian system; expecting to find what Debian calls ${wanted[*]}"
    return 0
  fi
  # dpkg-query fails when it does not know a package, and still tells about the others.
  installed=" $(dpkg-query -W -f '${db:Status-Status} ${Package} ' "${wanted[@]}" 2>/dev/null || true)"
  for name in "${wanted[@]}"; do
    [[ $installed == *" installed $name "* ]] || missing+=("$name")
  done
  ((${#missing[@]} > 0)) || return 0
  if ((EUID != 0)); then
    command -v sudo >/dev/null ||
      die "these packages are missing and only root can install them: ${missing[*]}"
    as_root=(sudo)
    sudo -v || die "sudo was refused; as root, install: ${missing[*]}"
  fi
  say "installing ${#missing[@]} Debian packages: ${missing[*]}"
  local -a apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300)
  step "apt-get update" "${apt[@]}" update || { cat "$log" >&2; die "the package lists could not be read"; }
  told_step "apt-get install" "${apt[@]}" install -y --no-install-recommends "${missing[@]}" ||
    die "the packages could not be installed"
  newly_installed=yes
}

# configure PRESET: makes build/PRESET ready for ninja, which from then on notices changes of the
# CMake files itself, though not of the presets, nor that the whole folder has moved, nor new packages.
newly_installed=
configure() {
  local folder=$root/build/$1
  if [[ -z $newly_installed && -f $folder/build.ninja && ! CMakePresets.json -nt $folder/build.ninja ]] &&
    grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt"; then
    return 0
  fi
  rm -f "$folder/CMakeCache.txt"
  told_step "configure $1" cmake --preset "$1"
}

# build PRESET TARGET…: on a terminal ninja tells how far it is; elsewhere one line at the end is enough.
build() {
  local preset=$1 start=$SECONDS
  shift
  configure "$preset" || return 1
  if [[ -n $on_terminal ]]; then
    run ninja -j "$(nproc)" -C "$root/build/$preset" "$@" || return 1
  else
    printf 'build %s ... ' "$preset"
    run ninja --quiet -j "$(nproc)" -C "$root/build/$preset" "$@" || return 1
  fi
  say "${on_terminal:+build $preset ... }$((SECONDS - start)) s"
}

# Node 20.19 or newer, which the web page is built with: what is there, else Debian's, which brings a newer one by npm.
find_node() {
  local fits='const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'
  local own=$root/build/node/node_modules/node/bin
  if command -v node >/dev/null && command -v npm >/dev/null && node -e "$fits"; then return 0; fi
  if [[ ! -x $own/node ]]; then
    install node
    told_step "install node" npm install --no-fund --no-audit --no-save --prefix "$root/build/node" node@20 || return 1
  fi
  PATH=$own:$PATH
  node -e "$fits"
}

# build_web: the module, then the page, in web/dist, each file also compressed.
build_web() {
  install web
  find_node || return 1
  build wasm || return 1
  if [[ web/package-lock.json -nt web/node_modules/.package-lock.json ]]; then
    told_step "npm ci" npm --prefix web ci || return 1
  fi
  told_step "build web" npm --prefix web run build || return 1
  told_step "compress web" node scripts/compress-web.mjs web/dist
}
