# heimdal's asn1_compile, both back ends: heimdal/peer.sh makes functions, heimdal-template/peer.sh templates. Neither takes our
# specification of certificates; heimdal's own is used, which has fewer types. LDAP's recursive Filter is taken out.
packages="heimdal-multidev libroken19-heimdal"
source=heimdal
template=

takes() { # SPEC: the specification that is used in its place
    case $1 in
        ldap) echo "$work/specs/ldap-flat.asn1" ;;
        pkix) echo "$src/lib/asn1/rfc2459.asn1" ;;
        *) echo "$work/specs/$1.asn1" ;;
    esac
}
generate() { # SPEC TYPES
    local options=()
    cp "$1" given.asn1
    [ "$(basename "$1")" != rfc2459.asn1 ] || options=("--option-file=${1%.asn1}.opt")
    # It ignores what the module says of its tags.
    ! grep -q 'IMPLICIT TAGS' given.asn1 || sed -Ei 's/(\[(APPLICATION )?[0-9]+\]) +/\1 IMPLICIT /g' given.asn1
    # One specification makes it run until the memory is full.
    (ulimit -v 2000000 && timeout 60 "$root/usr/bin/asn1_compile" $template --one-code-file "${options[@]}" given.asn1 spec)
    mv asn1_spec.x spec.c
    mv spec.hx spec.h
    mv spec-priv.hx spec-priv.h
}
runtime() {
    local name
    for name in der_get der_put der_length der_copy der_free der_cmp der_format timegm extra template; do
        echo "$src/lib/asn1/$name.c"
    done
}
# Only these of its headers: the others are for an operating system.
for header in der-protos der der-private asn1_err heim_asn1 asn1-common; do
    mkdir -p "$root/usr/include/heimdal-asn1"
    cp "$root/usr/include/heimdal/$header.h" "$root/usr/include/heimdal-asn1"
done
flags="-I$here/heimdal/bare -I$root/usr/include/heimdal-asn1 -I$src/lib/asn1"
libraries=
driver_source=$here/heimdal/driver.c
driver() { # TYPE MODULE
    echo "-DTYPE=$(c_name "$1") -DHEADER=\"spec.h\""
}
symbols() {
    echo "decode_$(c_name "$1") encode_$(c_name "$1") length_$(c_name "$1") free_$(c_name "$1")"
}
