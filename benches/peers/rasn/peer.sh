# rasn: derived codecs in Rust, by its own crates for LDAP, SNMP, Kerberos and certificates. Its bytes hang on Rust's library, and
# are not counted.
build() { # FOLDER: one program for all types, which looks at the name it is called by
    local type
    cargo build --quiet --release --locked --manifest-path "$here/rasn/Cargo.toml" --target-dir "$work/rasn"
    for type in TSeq TSet TChoice TSeqOf LDAPMessage Message AS-REP Certificate; do
        ln -f "$work/rasn/release/rasn-peer" "$1/$type"
    done
}
