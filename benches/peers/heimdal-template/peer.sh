# heimdal's templates: data, and an interpreter of it. It ends at an assertion in the SET of ten INTEGERs.
. "$here/heimdal/peer.sh"
template=--template
eval "$(declare -f takes | sed 's/^takes/takes_of_heimdal/')"
takes() { # SPEC: the specification that is used in its place
    [ "$1" = micro ] && echo "$work/specs/micro-without-set.asn1" || takes_of_heimdal "$1"
}
