//! ASN.1 and XDR front ends: specification text to syntax graph.
