# OpenSSL's certificates: no specification, and no bytes, since its objects drag in the library.
packages="libssl-dev"
source=
only=pkix

generate() { :; }
runtime() { :; }
flags=
libraries=-lcrypto
driver() { # TYPE MODULE
    echo "-DTYPE=X509"
}
symbols() { :; }
