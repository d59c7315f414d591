//! Errors of decoding and encoding, with the codes of `docs/semantics.md` section 2.

use std::fmt;
use syntax_graph::Scalar;

/// An error code, with the number that the C functions return.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ErrorCode {
    /// The input ends before the message does.
    Truncated = -1,
    /// An element is missing, unexpected, repeated, or in the wrong form.
    BadTag = -2,
    /// Length octets are malformed, reach beyond the enclosing element, or leave bytes over (X.690 8.1.3).
    BadLength = -3,
    /// Contents octets are not a value of the type; on encode, the value has no encoding.
    BadValue = -4,
    /// The value does not fit its representation.
    Range = -5,
    /// Valid BER, but not DER (X.690 clauses 10 and 11).
    NotCanonical = -6,
    /// Recursion exceeds the limit of depth.
    Depth = -7,
    /// An array has more elements, or the message or a string more bytes, than the limit.
    Limit = -8,
    /// The arena is exhausted (C only).
    NoMemory = -9,
    /// The output buffer is too small (C only).
    NoSpace = -10,
    /// Bytes follow the message.
    Trailing = -11,
    /// The constraints of the specification exclude the value (if they are checked).
    Constraint = -12,
}

impl ErrorCode {
    /// Returns the number that C returns.
    pub const fn number(self) -> i32 {
        self as i32
    }

    /// Returns the name in the documents and in C (after `STUBC_`).
    pub const fn name(self) -> &'static str {
        match self {
            Self::Truncated => "TRUNCATED",
            Self::BadTag => "BAD_TAG",
            Self::BadLength => "BAD_LENGTH",
            Self::BadValue => "BAD_VALUE",
            Self::Range => "RANGE",
            Self::NotCanonical => "NOT_CANONICAL",
            Self::Depth => "DEPTH",
            Self::Limit => "LIMIT",
            Self::NoMemory => "NO_MEMORY",
            Self::NoSpace => "NO_SPACE",
            Self::Trailing => "TRAILING",
            Self::Constraint => "CONSTRAINT",
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A decoding error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// The error code.
    pub code: ErrorCode,
    /// Offset in bytes of the innermost construct that was entered.
    pub offset: usize,
    /// The bit of that byte at which the construct starts, from 0 for the most significant. Always 0 unless the rules
    /// pack bits.
    pub bit: u8,
    /// The field that was being decoded, for humans: `Module.Type.field.field[3].field`.
    pub path: String,
    /// The least total length of the message in bytes when the code is `TRUNCATED`: more than the input has.
    pub needed: Option<usize>,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bit {
            0 => write!(f, "{} at offset {} in {}", self.code, self.offset, self.path),
            bit => write!(f, "{} at offset {}, bit {bit}, in {}", self.code, self.offset, self.path),
        }
    }
}

impl std::error::Error for DecodeError {}

/// An encoding error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodeError {
    /// The error code: `BAD_VALUE`, `RANGE`, `NOT_CANONICAL`, `DEPTH`, `LIMIT` or `CONSTRAINT`.
    pub code: ErrorCode,
    /// The field that was being encoded, for humans.
    pub path: String,
    /// The expected value, or the limit that the value exceeds.
    pub message: String,
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}: {}", self.code, self.path, self.message)
    }
}

impl std::error::Error for EncodeError {}

/// Returns the name of a scalar type for error messages.
pub(crate) fn type_name(scalar: &Scalar) -> &'static str {
    match scalar {
        Scalar::Boolean => "BOOLEAN",
        Scalar::Integer(_) => "INTEGER",
        Scalar::Enumerated(_) => "ENUMERATED",
        Scalar::Real => "REAL",
        Scalar::Float(_) => "a floating-point number",
        Scalar::BitString { .. } => "BIT STRING",
        Scalar::OctetString { .. } => "OCTET STRING",
        Scalar::Null => "NULL",
        Scalar::ObjectIdentifier => "OBJECT IDENTIFIER",
        Scalar::RelativeOid => "RELATIVE-OID",
        Scalar::Characters { .. } => "a character string",
        Scalar::Time(_) => "a time",
    }
}
