//! Definitions of rpcgen's library, which specifications use without defining them.

use super::ast::{Definition, TypeKind};
use super::lexer::{self, Piece};
use super::preprocess::Source;
use super::tokens::{Token, TokenKind};
use std::collections::BTreeSet;
use syntax_graph::{Diagnostic, Span};

/// The integer or boolean of this name. What is shorter than a word takes one on the wire.
pub fn named(name: &str) -> Option<TypeKind<'static>> {
    let (bits, signed) = match name {
        "bool_t" => return Some(TypeKind::Bool),
        "int8_t" => (8, true),
        "u_char" | "uint8_t" | "u_int8_t" => (8, false),
        "int16_t" => (16, true),
        "u_short" | "uint16_t" | "u_int16_t" => (16, false),
        "int32_t" | "enum_t" => (32, true),
        "u_int" | "u_long" | "uint32_t" | "u_int32_t" | "rpcprog_t" | "rpcvers_t" | "rpcproc_t"
        | "rpcprot_t" | "rpcport_t" => (32, false),
        "int64_t" | "quad_t" | "longlong_t" => (64, true),
        "uint64_t" | "u_int64_t" | "u_quad_t" | "u_longlong_t" => (64, false),
        _ => return None,
    };
    Some(TypeKind::Integer { bits, signed })
}

/// The types of RFC 4506 by their words.
pub const NAMES: [&str; 9] =
    ["int", "unsigned", "hyper", "float", "double", "quadruple", "bool", "opaque", "string"];

/// The type that a name of another notation stands for.
pub fn meant(name: &str) -> Option<&'static str> {
    Some(match name.to_ascii_lowercase().as_str() {
        "boolean" => "bool",
        "uint" | "uint32" | "u32" | "word" | "dword" => "unsigned int",
        "int32" | "i32" | "integer" | "wchar_t" => "int",
        "int64" | "i64" | "ssize_t" | "ptrdiff_t" | "time_t" | "off_t" => "hyper",
        "uint64" | "u64" | "size_t" | "uintptr_t" => "unsigned hyper",
        "int8" | "i8" => "int8_t",
        "uint8" | "u8" => "uint8_t",
        "int16" | "i16" => "int16_t",
        "uint16" | "u16" => "uint16_t",
        "float32" | "real" => "float",
        "float64" => "double",
        "quad" => "quadruple",
        "octet" | "byte" | "bytes" => "opaque",
        "str" | "text" => "string",
        _ => return None,
    })
}

/// The rest as text.
const TEXT: &str = "
const MAXNETNAMELEN = 255;
const HEXKEYBYTES = 48;
const MAX_AUTH_BYTES = 400;
const AUTH_NONE = 0;
const AUTH_NULL = 0;
const AUTH_SYS = 1;
const AUTH_UNIX = 1;
const AUTH_SHORT = 2;
const AUTH_DES = 3;
const AUTH_DH = 3;
const RPCSEC_GSS = 6;
typedef opaque des_block[8];
typedef opaque netobj<1024>;
struct netbuf { unsigned int maxlen; opaque buf<>; };
struct authsys_parms {
    unsigned int stamp;
    string machinename<255>;
    unsigned int uid;
    unsigned int gid;
    unsigned int gids<16>;
};
";

/// The name of the module that holds it.
pub const MODULE: &str = "rpc";

/// The library as one more file, the last.
pub fn library<'a>(diagnostics: &mut Vec<Diagnostic>) -> Source<'a> {
    let file = Span::none().file;
    let tokens = lexer::pieces(file, TEXT, diagnostics).into_iter().filter_map(|piece| match piece {
        Piece::Token(token) => Some(Token { span: Span::none(), ..token }),
        Piece::Directive(..) | Piece::Passed(..) => None,
    });
    let tokens = tokens.collect();
    Source { file, tokens, includes: Vec::new(), headers: Vec::new(), passed: Vec::new() }
}

/// Leaves of the library what the other files use and do not define themselves.
pub fn prune(files: &[Source<'_>], definitions: &mut [Vec<Definition<'_>>]) {
    let Some((_, files)) = files.split_last() else { return };
    let Some((library, definitions)) = definitions.split_last_mut() else { return };
    let words = files.iter().flat_map(|file| &file.tokens).filter(|token| token.kind == TokenKind::Word);
    let used: BTreeSet<&str> = words.map(|token| token.text).collect();
    let defined: BTreeSet<&str> = definitions.iter().flatten().map(|known| known.name().text).collect();
    library.retain(|known| used.contains(known.name().text) && !defined.contains(known.name().text));
}
