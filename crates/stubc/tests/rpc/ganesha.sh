# A user-space NFS server that exports a folder of this one, asked by the generated client. Sourced by peers.sh.
export_folder=$PWD/exported
mkdir -p "$export_folder/folder"
i=0
while [ $i -lt 30 ]; do
    echo "$i" >"$export_folder/entry-$i"
    i=$((i + 1))
done
head -c 12345 /dev/zero >"$export_folder/file"
cat >ganesha.conf <<END
NFS_CORE_PARAM { Protocols = 3; NFS_Port = 0; MNT_Port = 0; Enable_NLM = false; Enable_RQUOTA = false;
    Plugins_Dir = "$(dirname "$(find /usr/lib -name libfsalvfs.so | head -1)")"; }
EXPORT { Export_Id = 1; Path = $export_folder; Pseudo = /exported; Protocols = 3; Access_Type = RW; Squash = None;
    SecType = sys; FSAL { Name = VFS; } }
END
mkdir -p /run/ganesha
start ganesha.nfsd -F -L "$PWD/ganesha.log" -f ./ganesha.conf -p "$PWD/ganesha.pid"
tries=0
until grep -q 'NFS SERVER INITIALIZED\|FATAL' ganesha.log 2>/dev/null || [ $tries -ge 200 ]; do
    tries=$((tries + 1))
    sleep 0.1
done
# It opens files by their handles, which not every file system has and not every container allows.
if grep 'FATAL\|CRIT.*export\|export.*CRIT\|No export' ganesha.log || [ $tries -ge 200 ]; then
    echo "ganesha.nfsd cannot export a folder here: passed over"
else
    until_done rpcinfo -T tcp 127.0.0.1 100003 3
    until_done rpcinfo -T udp 127.0.0.1 100005 3
    # With a folder behind these, the messages are kept in it.
    ./nfs-client "$export_folder" file 12345 ${STUBC_CAPTURE:-}
    until_done rpcinfo -T tcp 127.0.0.1 100005 3
    ./nfs-proxy "$export_folder"
fi
