# snacc, with its buffer that checks bounds. Debian's mirrors have the library, not always its sources: no sizes without them.
packages="snacc libsnacc-dev libsnacc0c2"
source=

generate() { # SPEC TYPES
    local type
    cp "$1" spec.asn1
    for type in $2; do
        sed -Ei "s/^$type +::= +/&--snacc isPdu:\"TRUE\" -- /" spec.asn1
    done
    "$root/usr/bin/snacc" -u "$root/usr/include/snacc/asn1/asn-useful.asn1" -c spec.asn1
}
runtime() { :; }
flags="-DUSE_SBUF -I$root/usr/include/snacc/c -I$root/usr/include"
libraries="$root/usr/lib/x86_64-linux-gnu/libasn1csbuf.a -lm"
driver() { # TYPE MODULE
    echo "-DTYPE=$(c_name "$1") -DHEADER=\"spec.h\""
}
symbols() {
    echo "BDec$(c_name "$1") BEnc$(c_name "$1")"
}
