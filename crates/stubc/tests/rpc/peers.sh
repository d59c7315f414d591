#!/bin/sh
# Generated clients and servers beside those of others. In a network of its own where that is allowed (`peers.sh` calls
# itself), else with the host's rpcbind, or one that it starts.
set -eu
PATH=$PATH:/usr/sbin:/sbin
[ "$(id -u)" -eq 0 ] || exec sudo -n sh "$0"
if [ "${1:-}" != inside ] && unshare -nm true 2>/dev/null; then
    exec unshare -nm sh "$0" inside
fi
if [ "${1:-}" = inside ]; then
    ./loopback
    mount -t tmpfs none /run
fi
started=
end() {
    for process in $started; do
        kill "$process" 2>/dev/null || true
    done
}
trap end EXIT INT TERM
start() {
    "$@" &
    started="$started $!"
    last=$!
}
# Waits until a command succeeds.
until_done() {
    tries=0
    until "$@" >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ $tries -lt 100 ] || { echo "in vain: $*"; exit 1; }
        sleep 0.1
    done
}
rpcinfo -p 127.0.0.1 >/dev/null 2>&1 || start rpcbind -f -w
until_done rpcinfo -p 127.0.0.1

echo "rpcbind"
./rpcbind-client

echo "a generated client and a server on libtirpc"
start ./tirpc-server
server=$last
until_done rpcinfo -T tcp 127.0.0.1 536871065 3
./peers ask
kill "$server"

echo "a generated server and rpcinfo"
rpcinfo -d 536871065 1 2>/dev/null || true
rpcinfo -d 536871065 3 2>/dev/null || true
start ./peers serve
server=$last
until_done rpcinfo -T tcp 127.0.0.1 536871065 3
for protocol in udp tcp; do
    for version in 1 3; do
        rpcinfo -T $protocol 127.0.0.1 536871065 $version
    done
done
rpcinfo -p 127.0.0.1 | grep 536871065
echo "a generated server and a client on libtirpc"
./tirpc-client udp
./tirpc-client tcp
kill "$server"
wait "$server"

if command -v ganesha.nfsd >/dev/null; then
    echo "a user-space NFS server"
    . ./ganesha.sh
else
    echo "ganesha.nfsd is not installed: passed over"
    [ -z "${CI:-}" ]
fi
