# What the scripts that measure peers share. They set `work`, a folder of the run, and `stubc`, the program.

# Installs Debian's packages of programs that are missing: `install_missing PROGRAM:PACKAGE...`; `:PACKAGE` is missing for sure.
install_missing() {
    local missing=() as_root=() pair
    for pair in "$@"; do
        { [ -n "${pair%%:*}" ] && command -v "${pair%%:*}" >/dev/null; } || missing+=("${pair##*:}")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    [ "$(id -u)" -eq 0 ] || as_root=(sudo -n)
    "${as_root[@]}" apt-get update -qq >&2
    DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
}

# Generated C and its objects: `make_stubc FOLDER FLAGS SPEC OPTIONS...`. The tables are of instructions, so the code is warm.
make_stubc() {
    local folder=$work/$1 flags=$2 spec=$3
    shift 3
    mkdir -p "$folder"
    "$stubc" "$spec" -q --cache warm --cflags "$flags" -o "$folder" "$@"
    (cd "$folder" && gcc $flags -c ./*.c)
}
make_rpcgen() { # FOLDER FLAGS SPEC
    local folder=$work/$1 name
    name=$(basename "$3" .x)
    rm -rf "$folder" && mkdir -p "$folder"
    cp "$3" "$folder"
    (cd "$folder" && for part in h c l m; do rpcgen -$part "$name.x" -o "$name$([ $part = h ] && echo .h || echo "_$part.c")"; done &&
        gcc -w $2 -I/usr/include/tirpc -c ./*.c)
}

# Instructions of a program, and of one pass of it: two numbers of passes, their difference divided. The number stands in the place
# of the argument `:passes:`, or behind the others.
collected() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 | awk '/Collected/ { print $NF }'
}
instructions() {
    local few many
    case " $* " in *" :passes: "*) ;; *) set -- "$@" :passes: ;; esac
    few=$(collected "${@/#:passes:/10}")
    many=$(collected "${@/#:passes:/110}")
    echo $(((many - few + 50) / 100))
}
median() {
    sort -g | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'
}
# Nanoseconds of a pass of several programs, taken in turns, the median of each: `in_turns PASSES ARGUMENTS -- PROGRAM...`.
in_turns() {
    local passes=$1
    shift
    local arguments=() turn program n
    while [ "$1" != -- ]; do
        arguments+=("$1")
        shift
    done
    shift
    rm -f "$work"/turn.*
    for ((turn = 0; turn < samples; turn++)); do
        n=0
        for program in "$@"; do
            "$program" "${arguments[@]}" "$passes" time >>"$work/turn.$n"
            n=$((n + 1))
        done
    done
    for ((n = 0; n < $#; n++)); do
        median <"$work/turn.$n"
    done
}
over() {
    awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'
}
