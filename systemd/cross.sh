# Sets up cargo to build for another architecture: to be read by scripts, which then call cross_to.

# cross_to arm64: with Debian's compiler, in a target folder of its own, since what two compilers make does not mix.
cross_to() {
    if [[ $1 != arm64 ]]; then
        echo "No way is known here to build for $1, only for arm64." >&2
        return 2
    fi
    for needed in /usr/bin/rustc aarch64-linux-gnu-gcc; do
        if ! command -v "$needed" >/dev/null; then
            echo "$needed is missing; systemd/package.sh says what to install." >&2
            return 1
        fi
    done
    export CARGO_BUILD_TARGET=aarch64-unknown-linux-gnu
    export CARGO_TARGET_DIR=target/arm64
    export RUSTC=/usr/bin/rustc
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
    export CC_aarch64_unknown_linux_gnu=aarch64-linux-gnu-gcc
}

# emulator FOLDER: sets `emulator` to what runs a program made here for arm64, with all it links to out of one libc: where
# the system has libc6:arm64 too, the loader would take that one's libraries, and threads would hang. What qemu lacks for
# terminals is built into FOLDER.
emulator() {
    local libc=/usr/aarch64-linux-gnu
    mkdir -p "$1"
    aarch64-linux-gnu-gcc -shared -fPIC -O1 -o "$1/termios2.so" tests/common/termios2.c -ldl
    emulator="qemu-aarch64-static -E LD_LIBRARY_PATH=$libc/lib -E LD_PRELOAD=$(realpath "$1")/termios2.so -L $libc"
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER=$emulator
}
