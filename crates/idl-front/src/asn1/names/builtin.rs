//! The module of builtin definitions, in ASN.1: associated types such as EXTERNAL, and the two builtin classes.

/// The builtin module. EXTERNAL is what X.690 clause 8.18 encodes, EMBEDDED PDV and CHARACTER STRING are the
/// associated types of X.680 clauses 36 and 44 without the component that they forbid, REAL-COMPONENTS is that of
/// REAL (clause 21.5), which constraints name the components of, INSTANCE OF is that of X.681 annex C.
pub const TEXT: &str = "
ASN1-Builtin DEFINITIONS EXPLICIT TAGS ::= BEGIN
EXTERNAL ::= [UNIVERSAL 8] IMPLICIT SEQUENCE {
  direct-reference OBJECT IDENTIFIER OPTIONAL,
  indirect-reference INTEGER OPTIONAL,
  data-value-descriptor ObjectDescriptor OPTIONAL,
  encoding CHOICE {
    single-ASN1-type [0] ANY,
    octet-aligned [1] IMPLICIT OCTET STRING,
    arbitrary [2] IMPLICIT BIT STRING } }
Identification ::= CHOICE {
  syntaxes [0] IMPLICIT SEQUENCE {
    abstract [0] IMPLICIT OBJECT IDENTIFIER,
    transfer [1] IMPLICIT OBJECT IDENTIFIER },
  syntax [1] IMPLICIT OBJECT IDENTIFIER,
  presentation-context-id [2] IMPLICIT INTEGER,
  context-negotiation [3] IMPLICIT SEQUENCE {
    presentation-context-id [0] IMPLICIT INTEGER,
    transfer-syntax [1] IMPLICIT OBJECT IDENTIFIER },
  transfer-syntax [4] IMPLICIT OBJECT IDENTIFIER,
  fixed [5] IMPLICIT NULL }
EMBEDDED-PDV ::= [UNIVERSAL 11] IMPLICIT SEQUENCE {
  identification [0] Identification,
  data-value [2] IMPLICIT OCTET STRING }
CHARACTER-STRING ::= [UNIVERSAL 29] IMPLICIT SEQUENCE {
  identification [0] Identification,
  string-value [1] IMPLICIT OCTET STRING }
REAL-COMPONENTS ::= SEQUENCE {
  mantissa INTEGER,
  base INTEGER (2 | 10),
  exponent INTEGER }
INSTANCE-OF ::= [UNIVERSAL 8] IMPLICIT SEQUENCE {
  type-id OBJECT IDENTIFIER,
  value [0] ANY DEFINED BY type-id }
INSTANCE-OF-SET { TYPE-IDENTIFIER : Set } ::= [UNIVERSAL 8] IMPLICIT SEQUENCE {
  type-id TYPE-IDENTIFIER.&id ({Set}),
  value [0] TYPE-IDENTIFIER.&Type ({Set}{@type-id}) }
TYPE-IDENTIFIER ::= CLASS {
  &id OBJECT IDENTIFIER UNIQUE,
  &Type }
WITH SYNTAX { &Type IDENTIFIED BY &id }
ABSTRACT-SYNTAX ::= CLASS {
  &id OBJECT IDENTIFIER,
  &Type,
  &property BIT STRING { handles-invalid-encodings(0) } DEFAULT {} }
WITH SYNTAX { &Type IDENTIFIED BY &id [HAS PROPERTY &property] }
END
";
