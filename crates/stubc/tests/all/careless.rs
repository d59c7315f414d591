//! Encoders refuse the careless values that SECURITY.md lists, in every rule: no crash, and the documented code.

use crate::common::{Folder, sanitizer};
use std::process::Command;

const ASN1: &str = "Careless DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Message ::= SEQUENCE { text OCTET STRING, list SEQUENCE OF INTEGER, branch Tree, which CHOICE { a NULL, b BOOLEAN } }
Tree ::= SEQUENCE { more SEQUENCE { x INTEGER, again Tree } OPTIONAL }
END
";

const XDR: &str = "union choice switch (int kind) { case 1: void; case 2: bool b; };
struct tree { tree *more; };
struct Message { opaque text<>; hyper list<>; tree branch; choice which; };
";

/// Encodes a value with each fault, and prints the results.
const MAIN: &str = r#"#include "careless.h"
#include <stdio.h>

int main(void)
{
    static int64_t numbers[] = {1, 2};
    static THE_TREE_TYPE end;
    int fault;
    for (fault = 0; fault < 6; fault++) {
        uint8_t buffer[2000];
        Message value;
        stubc_error error = {0};
        stubc_result result;
        memset(&value, 0, sizeof value);
        value.list.items = numbers;
        value.list.count = 2;
        value.which.kind = 1;
        switch (fault) {
        case 1: /* NULL without elements */
            value.list.items = NULL;
            value.list.count = 0;
            break;
        case 2:
            value.which.kind = 99;
            break;
        case 3:
            THE_NULL
            break;
        case 4: /* a cycle of pointers */
            THE_CYCLE
            break;
        default:
            break;
        }
        (void)end;
        result = Message_encode(&value, buffer, fault == 5 ? 3 : sizeof buffer, NULL, &error);
        printf("%s%d", fault ? " " : "", result > 0 ? 1 : (int)result);
        if (result < 0 && error.code != result) {
            printf("?");
        }
    }
    printf("\n");
    return 0;
}
"#;

#[test]
fn values_are_refused() {
    let folder = Folder::new(&[("careless.asn1", ASN1), ("careless.x", XDR)]);
    let asn1 =
        MAIN.replace("THE_TREE_TYPE", "Tree").replace("THE_NULL", "value.branch.has_more = true;").replace(
            "THE_CYCLE",
            "value.branch.has_more = end.has_more = true; value.branch.more.again = end.more.again = &end;",
        );
    let xdr =
        MAIN.replace("THE_TREE_TYPE", "tree").replace("THE_NULL", "value.branch.has_more = true;").replace(
            "THE_CYCLE",
            "value.branch.has_more = end.has_more = true; value.branch.more = end.more = &end;",
        );
    for (words, main) in [
        ("careless.asn1 --technique compiled", &asn1),
        ("careless.asn1 --rules uper --technique interpreted", &asn1),
        ("careless.asn1 --rules oer --technique compiled", &asn1),
        ("careless.x --technique interpreted", &xdr),
        ("careless.x --technique compiled", &xdr),
    ] {
        let run = folder.stubc(&format!("{words} --pdu Message -q"));
        assert_eq!(run.code, 0, "{words}: {}", run.err);
        folder.write("main.c", main.as_bytes());
        let flags = ["-std=c99", "-Wall", "-Wextra"];
        sanitizer::build(folder.path(), &flags, &["main.c", "careless.c", "stubc_rt.c"], "main")
            .unwrap_or_else(|error| panic!("{words}: {error}\n{}", folder.read("careless.h")));
        let done = Command::new(folder.path().join("main")).output().expect("the program must start");
        let said =
            [done.stdout, done.stderr].map(|said| String::from_utf8_lossy(&said).into_owned()).concat();
        // BAD_VALUE for a kind and a pointer, DEPTH for the cycle, NO_SPACE.
        assert_eq!(said, "1 1 -4 -4 -7 -10\n", "{words}");
    }
}
