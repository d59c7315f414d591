# libtasn1: an array that becomes a tree at run time. With LDAP's recursive Filter it does not come back, so that is taken out.
packages="libtasn1-bin libtasn1-6 libtasn1-6-dev"
source=libtasn1-6

takes() { # SPEC: the specification that is used in its place
    [ "$1" = ldap ] && echo "$work/specs/ldap-flat.asn1" || echo "$work/specs/$1.asn1"
}
generate() { # SPEC TYPES
    "$root/usr/bin/asn1Parser" -n peer_array -o spec.c "$1"
}
runtime() {
    local name
    for name in coding decoding element errors gstr parser_aux structure version ASN1 gl/c-ctype; do
        echo "$src/lib/$name.c"
    done
}
flags="-DHAVE_CONFIG_H -D_GNU_SOURCE -DWORD_BIT=32 -DASN1_BUILDING -I$here/libtasn1/bare -I$src/lib/includes -I$src/lib -I$src/lib/gl"
libraries=
driver() { # TYPE MODULE
    echo "-DARRAY=peer_array -DPATH=\"$2.$1\""
}
symbols() {
    echo "peer_array asn1_array2tree asn1_create_element asn1_der_decoding asn1_der_coding asn1_delete_structure"
}
