#!/usr/bin/env bash
# Builds the Debian package for this computer's architecture or another one, and prints its path:
#
#     systemd/package.sh [amd64|arm64] [FOLDER]
#
# FOLDER is where it goes, target/debian unless given. Needs cargo-deb (cargo install cargo-deb). For arm64 elsewhere it
# takes Debian's own compiler for other architectures, which 12 and 13 keep in their security updates:
#
#     dpkg --add-architecture arm64; apt-get update
#     apt-get install rustc-web libstd-rust-web-dev:arm64 gcc-aarch64-linux-gnu libc6-dev-arm64-cross
set -euo pipefail
cd "$(dirname "$0")/.."
. systemd/cross.sh

here=$(dpkg --print-architecture)
architecture=${1:-$here}
folder=${2:-target/debian}
mkdir -p "$folder"
options=(--quiet --profile dist --output "$folder/")
if [[ $architecture != "$here" ]]; then
    cross_to "$architecture"
    options+=(--target "$CARGO_BUILD_TARGET")
fi
cargo deb "${options[@]}" >&2
ls -t "$folder"/touchmove_*_"$architecture".deb | head -1
