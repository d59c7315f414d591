# esnacc, snacc's successor: one buffer type behind pointers, and malloc.
packages="esnacc libesnacc-dev libesnacc180"
source=esnacc

generate() { # SPEC TYPES
    local type
    cp "$1" spec.asn1
    for type in $2; do
        sed -Ei "s/^$type +::= +/&--snacc isPdu:\"TRUE\" -- /" spec.asn1
    done
    # It knows these by their tags alone.
    sed -i 's/\bGeneralString\b/[UNIVERSAL 27] IMPLICIT OCTET STRING/; s/\bGeneralizedTime\b/[UNIVERSAL 24] IMPLICIT OCTET STRING/
        s/\bUTCTime\b/[UNIVERSAL 23] IMPLICIT OCTET STRING/' spec.asn1
    "$root/usr/bin/esnacc" -c spec.asn1
}
runtime() {
    # Without tables and printing; min-buf.c wants to be configured, and nothing here uses it.
    ls "$src"/c-lib/src/*.c | grep -vE '/(tbl-.*|min-buf|hash)\.c'
}
flags="-I$root/usr/include/c-lib/inc -I$root/usr/include -I$src"
libraries=-lm
driver() { # TYPE MODULE
    echo "-DTYPE=$(c_name "$1") -DHEADER=\"spec.h\""
}
symbols() {
    echo "BDec$(c_name "$1") BEnc$(c_name "$1") Free$(c_name "$1")"
}
