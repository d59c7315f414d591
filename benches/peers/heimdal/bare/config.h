/* heimdal's ASN.1 runtime asks for nothing here. */
