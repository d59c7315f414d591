# asn1c, with its debugging macro defined away, which favors it: as shipped it formats texts that nothing prints.
packages=asn1c
source=

generate() { # SPEC TYPES
    "$root/usr/bin/asn1c" -S "$root/usr/share/asn1c" "$1"
    rm -f converter-sample.c
}
runtime() { :; } # copied beside the generated files
flags="-DASN_DEBUG(...)= -idirafter $here/asn1c/bare"
libraries=-lm
driver() { # TYPE MODULE
    echo "-DTYPE=$(c_name "$1") -DHEADER=\"$1.h\""
}
symbols() {
    echo "asn_DEF_$(c_name "$1") ber_decode der_encode_to_buffer"
}
