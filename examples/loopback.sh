# Peers on the loopback interface, for the check of each example, which is a bash script.
set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin

# Ends the process with this shell.
end_with_shell() {
    trap "kill $1 2>/dev/null; wait $1 2>/dev/null || true" EXIT
}

# Starts a server on a free port and waits until it answers. PORT stands for the port in its arguments; sets $port.
serve() {
    local server attempt
    for attempt in {1..20}; do
        port=$((20000 + RANDOM % 10000))
        if (: >"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then continue; fi
        "${@//PORT/$port}" &
        server=$!
        end_with_shell "$server"
        for attempt in {1..100}; do
            sleep 0.1
            kill -0 "$server" 2>/dev/null || break
            if (: >"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then return; fi
        done
    done
    echo "$1 does not answer" >&2
    exit 1
}
