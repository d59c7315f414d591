//! `--check-constraints`: values of every form of constraint, valid and not, in both directions and every
//! technique.

use codegen::rules::ber::Ber;
use codegen::{Model, Node, Rules, Techniques};
use interp_runtime::{Codec, ErrorCode, Random, json};
use std::process::Command;
use stubc_benches::family::family;
use stubc_benches::stubs::{self, Modes};
use stubc_benches::subject::{Record, Subject};
use stubc_benches::{damage, plans, sanitizer, witness};

/// Values of `Message`, and whether the constraints permit them.
pub const VALUES: &[(&str, bool)] = &[
    (r#"{"present":{"name":"a","age":1,"married":false}}"#, true),
    (r#"{"present":{"age":1,"married":false}}"#, false),
    (r#"{"absent":{"age":1,"married":false}}"#, true),
    (r#"{"absent":{"age":1,"married":true}}"#, false),
    (r#"{"absent":{"name":"","age":1,"married":false}}"#, false),
    (r#"{"such":{"age":8,"married":true}}"#, true),
    (r#"{"such":{"age":8,"married":false}}"#, false),
    (r#"{"such":{"name":"a","age":1,"married":true}}"#, true),
    (r#"{"such":{"name":"xy","age":1,"married":true}}"#, true),
    (r#"{"such":{"name":"b","age":1,"married":true}}"#, false),
    (r#"{"such":{"age":6,"married":true}}"#, false),
    (r#"{"full":{"age":1,"married":false,"pick":{"none":null}}}"#, true),
    (r#"{"full":{"age":1,"married":true,"pick":{"none":null}}}"#, false),
    (r#"{"full":{"age":1,"married":false}}"#, false),
    (r#"{"full":{"age":1,"married":false,"pick":{"none":null},"next":{"age":1,"married":true}}}"#, true),
    (
        r#"{"full":{"age":1,"married":false,"pick":{"none":null},"next":{"age":1,"married":true,"next":{"age":1,"married":true}}}}"#,
        false,
    ),
    (r#"{"nested":{"age":1,"married":true,"pick":{"list":[1,5]}}}"#, true),
    (r#"{"nested":{"age":1,"married":true,"pick":{"list":[1,6]}}}"#, false),
    (r#"{"nested":{"age":1,"married":true,"pick":{"number":7}}}"#, true),
    (r#"{"either":{"age":1,"married":true}}"#, false),
    (r#"{"either":{"age":0,"married":true,"pick":{"number":7}}}"#, true),
    (r#"{"either":{"name":"","age":3,"married":true}}"#, true),
    (r#"{"neither":{"name":"","age":3,"married":true}}"#, false),
    (r#"{"neither":{"name":"","age":5,"married":true}}"#, true),
    (r#"{"neither":{"age":3,"married":true}}"#, true),
    (r#"{"twice":{"age":5,"married":false}}"#, true),
    (r#"{"twice":{"age":5,"married":true}}"#, false),
    (r#"{"twice":{"age":4,"married":false}}"#, false),
    (r#"{"later":{"age":4,"married":false}}"#, true),
    (r#"{"unordered":{"y":2}}"#, true),
    (r#"{"unordered":{"y":3}}"#, false),
    (r#"{"arms":{"number":3}}"#, true),
    (r#"{"arms":{"number":4}}"#, false),
    (r#"{"arms":{"list":[]}}"#, false),
    (r#"{"not-arm":{"number":3}}"#, false),
    (r#"{"not-arm":{"none":null}}"#, true),
    (r#"{"one-arm":{"list":[1]}}"#, true),
    (r#"{"one-arm":{"list":[]}}"#, false),
    (r#"{"one-arm":{"none":null}}"#, false),
    (r#"{"other-arm":{"none":null}}"#, true),
    (r#"{"other-arm":{"number":1}}"#, false),
    (r#"{"elements":[0,3,1]}"#, true),
    (r#"{"elements":[0,4,1]}"#, false),
    (r#"{"some":[0,4,1]}"#, true),
    (r#"{"some":[0,1,3]}"#, false),
    (r#"{"some":[]}"#, false),
    (r#"{"mixed":[0,0]}"#, true),
    (r#"{"mixed":[5]}"#, true),
    (r#"{"mixed":[0,5]}"#, false),
    (r#"{"people":[{"name":"","age":1,"married":false}]}"#, true),
    (r#"{"people":[{"name":"","age":1,"married":false},{"age":1,"married":false}]}"#, false),
    (r#"{"texts":["","a","xyz"]}"#, true),
    (r#"{"texts":["","a","xyy"]}"#, false),
    (r#"{"words":"yes"}"#, true),
    (r#"{"words":"yet"}"#, false),
    (r#"{"words":""}"#, true),
    (r#"{"no-words":"a"}"#, false),
    (r#"{"no-words":"c"}"#, true),
    (r#"{"wide-words":"ab"}"#, true),
    (r#"{"wide-words":"ac"}"#, false),
    (r#"{"utf8":"ä"}"#, true),
    (r#"{"utf8":"a"}"#, false),
    (r#"{"octets":"7F"}"#, true),
    (r#"{"octets":"7E"}"#, false),
    (r#"{"octets":""}"#, true),
    (r#"{"bits":{"value":"A0","length":3}}"#, true),
    (r#"{"bits":{"value":"80","length":3}}"#, false),
    (r#"{"bits":{"value":"00","length":1}}"#, true),
    (r#"{"bits":{"value":"","length":0}}"#, true),
    (r#"{"flags":{"value":"80","length":1}}"#, true),
    (r#"{"flags":{"value":"60","length":3}}"#, true),
    (r#"{"flags":{"value":"40","length":2}}"#, false),
    (r#"{"oid":"1.2.3"}"#, true),
    (r#"{"oid":"1.2.3.4"}"#, false),
    (r#"{"pair":{"x":1,"y":true}}"#, true),
    (r#"{"pair":{"x":1,"y":false}}"#, false),
    (r#"{"pair":{"x":2,"y":false}}"#, true),
    (r#"{"pair":{"x":3,"y":false}}"#, false),
    (r#"{"pair":{"x":3,"y":false,"z":[1,2]}}"#, true),
    (r#"{"no-pair":{"x":1,"y":false}}"#, false),
    (r#"{"no-pair":{"x":1,"y":false,"z":[]}}"#, true),
    (r#"{"pick":{"number":1}}"#, true),
    (r#"{"pick":{"number":2}}"#, false),
    (r#"{"pick":{"text":"ab"}}"#, true),
    (r#"{"pick":{"none":null}}"#, false),
    (r#"{"list":[1,2,1]}"#, true),
    (r#"{"list":[1,1,2]}"#, false),
    (r#"{"bag":[1,1,2]}"#, true),
    (r#"{"bag":[1,2,2]}"#, false),
    (r#"{"same":{"x":2,"y":true}}"#, true),
    (r#"{"same":{"x":2,"y":false}}"#, false),
    (r#"{"sized-or":"z"}"#, true),
    (r#"{"sized-or":"cab"}"#, true),
    (r#"{"sized-or":"cad"}"#, false),
    (r#"{"both-or":"a"}"#, true),
    (r#"{"both-or":"bb"}"#, true),
    (r#"{"both-or":"aa"}"#, false),
    (r#"{"both-or":"b"}"#, false),
    (r#"{"not-from":"1"}"#, true),
    (r#"{"not-from":"a1"}"#, true),
    (r#"{"not-from":"aZ"}"#, false),
    (r#"{"not-utf8":"ä"}"#, true),
    (r#"{"not-utf8":"ää"}"#, false),
    (r#"{"not-utf8":"a"}"#, false),
    (r#"{"not-size":"0000"}"#, false),
    (r#"{"not-size":"00"}"#, false),
    (r#"{"not-size":"01"}"#, true),
    (r#"{"number":3}"#, true),
    (r#"{"number":5}"#, false),
    (r#"{"of-other":"1"}"#, true),
    (r#"{"of-other":"a"}"#, false),
    (r#"{"of-other":"ab"}"#, true),
    (r#"{"wide-number":{"n":18446744073709551616,"m":0}}"#, true),
    (r#"{"wide-number":{"n":18446744073709551615,"m":0}}"#, false),
    (r#"{"plate":"AB12"}"#, true),
    (r#"{"plate":"AB"}"#, false),
    (r#"{"plate":"AB1234"}"#, false),
    (r#"{"no-plate":"a1"}"#, false),
    (r#"{"no-plate":"a-"}"#, true),
    (r#"{"name":"äa"}"#, true),
    (r#"{"name":"äa "}"#, true),
    (r#"{"name":"äa y\u0000é"}"#, true),
    (r#"{"name":"äa x"}"#, false),
    (r#"{"name":"ý"}"#, false),
    (r#"{"wide-plate":"\u0800a"}"#, true),
    (r#"{"wide-plate":"\u0801a"}"#, false),
    (r#"{"wide-plate":"\u0100"}"#, true),
    (r#"{"wide-plate":"b"}"#, true),
    (r#"{"wide-plate":"a"}"#, true),
    (r#"{"universal":"\ud800\udc00a"}"#, true),
    (r#"{"universal":"\u1001"}"#, true),
    (r#"{"universal":"\ud800\udc01"}"#, false),
    (r#"{"universal":"\ud800\udc01b"}"#, true),
    (r#"{"tagged":{"name":"bb","age":1,"married":false}}"#, true),
    (r#"{"tagged":{"name":"b","age":1,"married":false}}"#, false),
    (r#"{"day":"1985-04-12"}"#, true),
    (r#"{"day":"1985-04"}"#, false),
    (r#"{"day":"1581-04-12"}"#, false),
    (r#"{"moment":"1985-04-12T10:15:30Z"}"#, true),
    (r#"{"moment":"1985-04-12T10:15:30"}"#, false),
    (r#"{"moment":"P1Y"}"#, true),
    (r#"{"real":{"hex":""}}"#, true),
    (r#"{"real":{"hex":"43"}}"#, true),
    (r#"{"real":{"hex":"41"}}"#, false),
    (r#"{"real":{"hex":"42"}}"#, false),
    (r#"{"real":{"hex":"C0FF03"}}"#, true),
    (r#"{"real":{"hex":"C0FE07"}}"#, false),
    (r#"{"real":{"hex":"03312E452D31"}}"#, true),
    (
        r#"{"real":{"hex":"0331303030303030303030303030303030303030303030303030303030303030312E452D3332"}}"#,
        false,
    ),
    (r#"{"real":{"hex":"033939393939393939393939393939393939393939393939393939393939392E452D3331"}}"#, true),
    (r#"{"real":{"hex":"80C90CCCCCCCCCCCCD"}}"#, false),
    (r#"{"real":{"hex":"80C90CCCCCCCCCCCCB"}}"#, true),
    (r#"{"real":{"hex":"80890CCCCCCCCCCCCCCCCCCCCCCCCCCCCD"}}"#, false),
    (r#"{"real":{"hex":"80890CCCCCCCCCCCCCCCCCCCCCCCCCCCCB"}}"#, true),
    (r#"{"open-real":{"hex":""}}"#, false),
    (r#"{"open-real":{"hex":"80FE01"}}"#, true),
    (r#"{"open-real":{"hex":"03312E4533"}}"#, false),
    (r#"{"open-real":{"hex":"03393939392E452D31"}}"#, true),
    (r#"{"open-real":{"hex":"80037D"}}"#, false),
    (r#"{"open-real":{"hex":"83040100000001"}}"#, false),
    (r#"{"open-real":{"hex":"8304FF00000001"}}"#, true),
    (r#"{"large-real":{"hex":"80687FFFFF"}}"#, true),
    (r#"{"large-real":{"hex":"816800FFFFFF"}}"#, false),
    (r#"{"large-real":{"hex":"41"}}"#, true),
    (r#"{"large-real":{"hex":"40"}}"#, false),
    (r#"{"large-real":{"hex":"03312E45333031"}}"#, false),
    (r#"{"one-real":{"hex":"80FE03"}}"#, true),
    (r#"{"one-real":{"hex":"0337352E452D32"}}"#, true),
    (r#"{"one-real":{"hex":"0337352E452D33"}}"#, false),
    (r#"{"one-real":{"hex":"40"}}"#, true),
    (r#"{"one-real":{"hex":"42"}}"#, true),
    (r#"{"one-real":{"hex":"41"}}"#, false),
    (r#"{"no-real":{"hex":"03332E452D31"}}"#, false),
    (r#"{"no-real":{"hex":"42"}}"#, true),
    (r#"{"no-real":{"hex":"41"}}"#, false),
    (r#"{"in-real":[{"hex":"03312E452B30"}]}"#, true),
    (r#"{"in-real":[{"hex":"03312E452D33"}]}"#, false),
    (r#"{"in-real":[{"hex":"40"}]}"#, true),
    (r#"{"one-utc":"991231235900Z"}"#, true),
    (r#"{"one-utc":"991231235901Z"}"#, false),
    (r#"{"general-time":"20200101120030.5Z"}"#, true),
    (r#"{"general-time":"20200101120000Z"}"#, true),
    (r#"{"general-time":"20200101120030Z"}"#, false),
    (r#"{"general-time":"20200101120001Z"}"#, false),
    (r#"{"no-time":"20200101120030Z"}"#, false),
    (r#"{"no-time":"20200101120031Z"}"#, true),
    (r#"{"one-time":"2020-01-01T10:00:00.5+01"}"#, true),
    (r#"{"one-time":"2020-01-01T10:00:00.5+02"}"#, false),
    (r#"{"one-duration":"1Y2M"}"#, true),
    (r#"{"one-duration":"T0.5S"}"#, true),
    (r#"{"one-duration":"14M"}"#, false),
    (r#"{"in-der":"3003800101"}"#, true),
    (r#"{"in-der":"3003800109"}"#, false),
    (r#"{"in-der":"05"}"#, false),
    (r#"{"float":{"hex":""}}"#, true),
    (r#"{"float":{"hex":"40"}}"#, true),
    (r#"{"float":{"hex":"800001"}}"#, true),
    (r#"{"float":{"hex":"809701"}}"#, true),
    (r#"{"float":{"hex":"81FF6A01"}}"#, false),
    (r#"{"float":{"hex":"807F01"}}"#, true),
    (r#"{"float":{"hex":"81008001"}}"#, false),
    (r#"{"float":{"hex":"8068FFFFFF"}}"#, true),
    (r#"{"float":{"hex":"C068FFFFFF"}}"#, true),
    (r#"{"float":{"hex":"800001FFFFFF"}}"#, false),
    (r#"{"float":{"hex":"03312E452B30"}}"#, false),
    (r#"{"decimal":{"hex":"03312E452B30"}}"#, true),
    (r#"{"decimal":{"hex":"03312E4534"}}"#, true),
    (r#"{"decimal":{"hex":"03312E4536"}}"#, true),
    (r#"{"decimal":{"hex":"03312E4537"}}"#, false),
    (r#"{"decimal":{"hex":"033132332E452B30"}}"#, false),
    (r#"{"decimal":{"hex":"032D3132332E452B30"}}"#, true),
    (r#"{"decimal":{"hex":"03352E452D31"}}"#, true),
    (r#"{"decimal":{"hex":"03352E452D33"}}"#, false),
    (r#"{"decimal":{"hex":"032D312E4539"}}"#, true),
    (r#"{"decimal":{"hex":"032D312E452D33"}}"#, false),
    (r#"{"decimal":{"hex":"032D3132333435363738393031323334353637383930312E452B30"}}"#, true),
    (r#"{"decimal":{"hex":"033132333435363738393031323334353637383930312E452B30"}}"#, false),
    (r#"{"decimal":{"hex":"800001"}}"#, false),
    (r#"{"decimal":{"hex":""}}"#, true),
    (r#"{"no-whole":{"hex":"800001"}}"#, false),
    (r#"{"no-whole":{"hex":"80FF01"}}"#, true),
    (r#"{"no-whole":{"hex":"03312E452B30"}}"#, true),
    (r#"{"no-whole":{"hex":""}}"#, true),
    (r#"{"no-whole":{"hex":"41"}}"#, true),
    (r#"{"no-whole":{"hex":"83057F0000000001"}}"#, false),
    (r#"{"date":"19850412"}"#, true),
    (r#"{"date":"19850411"}"#, false),
    (r#"{"date":"20240229"}"#, true),
    (r#"{"date":"1985041"}"#, false),
    (r#"{"hour":"090000"}"#, true),
    (r#"{"hour":"173000"}"#, false),
    (r#"{"hour":"172959"}"#, true),
    (r#"{"date-hour":"20000101000000"}"#, true),
    (r#"{"date-hour":"20000101000001"}"#, false),
    (r#"{"teletex":"ab"}"#, true),
    (r#"{"teletex":"abc"}"#, true),
    (r#"{"teletex":"abd"}"#, false),
    (r#"{"teletex":"ab\u001bdefg"}"#, true),
    (r#"{"general":"abc"}"#, true),
    (r#"{"general":"abd"}"#, false),
    (r#"{"general":"abca"}"#, false),
    (r#"{"no-graphic":"ab"}"#, false),
    (r#"{"no-graphic":"é"}"#, true),
    (r#"{"no-graphic":"abc"}"#, true),
    (r#"{"contained":"3003800101"}"#, true),
    (r#"{"contained":"300380010100"}"#, false),
    (r#"{"contained":"3003800104"}"#, false),
    (r#"{"contained":"3103800101"}"#, false),
    (r#"{"contained":""}"#, false),
    (r#"{"in-bits":{"value":"020105","length":24}}"#, true),
    (r#"{"in-bits":{"value":"020106","length":24}}"#, false),
    (r#"{"in-bits":{"value":"020104","length":23}}"#, false),
    (r#"{"again":"63073005A003160141"}"#, true),
    (r#"{"again":"63043002A000"}"#, false),
    (r#"{"again":"63123010A003160141810963073005A003160141"}"#, true),
    (r#"{"again":"630F300DA003160141810663043002A000"}"#, false),
    (r#"{"in-list":["800101",""]}"#, true),
    (r#"{"in-list":["800101","00"]}"#, false),
    (r#"{"no-pair-in":"0500"}"#, false),
    (r#"{"no-pair-in":"050000"}"#, true),
    (r#"{"many":{"n":0,"m":-1}}"#, true),
    (r#"{"many":{"n":0,"m":-2}}"#, false),
    (r#"{"many":{"n":0,"m":12}}"#, true),
    (r#"{"behind":1}"#, true),
    (r#"{"behind":0}"#, false),
    (r#"{"behind":3}"#, false),
    (r#"{"copied":[0,2]}"#, true),
    (r#"{"copied":[0,1]}"#, false),
    (r#"{"copied":[0,0,0]}"#, false),
    (r#"{"some-open":3}"#, false),
    (r#"{"some-open":5}"#, true),
    (r#"{"not-least":0}"#, true),
    (r#"{"not-least":9}"#, true),
    (r#"{"wide-of":"z"}"#, true),
    (r#"{"wide-of":"11"}"#, true),
    (r#"{"wide-of":"b"}"#, false),
    (r#"{"wide-of":"äbc"}"#, true),
    (r#"{"wide-of":{"hex":"0061006200"}}"#, false),
    (r#"{"twice-set":[{"value":"80","length":1},{"value":"80","length":1}]}"#, true),
    (r#"{"twice-set":[{"value":"80","length":1},{"value":"40","length":2}]}"#, false),
];

fn subject() -> Subject {
    Subject::load(family("project-constraints", "constraints")).expect("specs/ is there")
}

fn records(subject: &Subject, codec: &Codec<'_>) -> Vec<Record> {
    let record = |(text, _): &(&str, bool)| {
        let json = serde_json::from_str(text).expect("the values are JSON");
        let value = json::from_json(&subject.graph, subject.roots[0], &json);
        let value = value.unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let octets = codec.encode(subject.roots[0], &value);
        Record {
            root: 0,
            octets: octets.unwrap_or_else(|error| panic!("{text}: {error:?}")),
            title: (*text).into(),
        }
    };
    VALUES.iter().map(record).collect()
}

/// Handwritten values, random ones, and those with a changed byte.
fn all_records(subject: &Subject, rules: Rules, values: usize) -> Vec<Record> {
    let codec = subject.codec(rules);
    let mut all = records(subject, &codec);
    all.extend(subject.random_records(&codec, values, 11));
    let mut random = Random::new(7);
    let corrupted = all.clone().into_iter().cycle().take(2 * values).map(|mut record| {
        let at = random.below(record.octets.len() as u64) as usize;
        record.octets[at] = record.octets[at].wrapping_add(1 + random.below(255) as u8);
        record
    });
    let corrupted: Vec<Record> = corrupted.collect();
    // Characters and numbers that are cut inside, with the bytes after them.
    let damaged = damage::structural(&all, 2 * values, 13);
    all.extend(corrupted);
    all.extend(damaged);
    all
}

#[test]
fn what_constraints_exclude_is_refused_by_the_codec() {
    let subject = subject();
    let (root, codec) = (subject.roots[0], subject.codec(Rules::Der));
    let checked = subject.codec(Rules::Der).with_constraints();
    for (record, (text, permitted)) in records(&subject, &codec).iter().zip(VALUES) {
        let value = codec.decode(root, &record.octets).expect("it is valid").value;
        let decoded = checked.decode(root, &record.octets).map(drop).map_err(|error| error.code);
        let encoded = checked.encode(root, &value).map(drop).map_err(|error| error.code);
        let expected = if *permitted { Ok(()) } else { Err(ErrorCode::Constraint) };
        assert_eq!((decoded, encoded), (expected, expected), "{text}");
    }
}

#[test]
fn stubs_decode_as_the_codec_does() {
    const VALUES: usize = 1500;
    let subject = subject();
    for (rules, names) in [(Rules::Ber, 5), (Rules::Der, 2)] {
        let mut options = subject.options(rules);
        options.check_constraints = true;
        let model = subject.model(options);
        let codec = subject.codec(rules).with_constraints();
        let all = all_records(&subject, rules, VALUES);
        let plans = plans::variants(&model).into_iter().take(names).collect();
        let programs = witness::programs(&subject, &model, plans);
        let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &all);
        let tally = tally.unwrap_or_else(|error| panic!("{rules:?}: {error}"));
        let excluded = witness::excluded(&codec, &subject.roots, &all);
        assert!(
            tally.accepted > VALUES / 2 && excluded > VALUES / 2,
            "{rules:?}: {tally:?}, {excluded} excluded"
        );
    }
}

/// Stubs with checks encode values decoded by stubs without checks: both have the same structs.
const ENCODER: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include "plain_NAME.h"
#include "checked_NAME.h"
static uint8_t input[1 << 16], output[1 << 16];
static uint64_t arena[1 << 16], spare[1 << 10];
int main(void)
{
    unsigned char head[4];
    while (fread(head, 1, 4, stdin) == 4) {
        const size_t length = head[0] | (size_t)head[1] << 8 | (size_t)head[2] << 16;
        plain_stubc_context context = plain_stubc_context_over(arena, sizeof arena);
        checked_stubc_context other = checked_stubc_context_over(spare, sizeof spare);
        plain_Message value;
        checked_Message checked;
        plain_stubc_result got;
        if (length > sizeof input || fread(input, 1, length, stdin) != length)
            return 1;
        memset(&value, 0, sizeof value);
        got = plain_Message_decode(&value, input, length, &context, NULL);
        if (got < 0) {
            printf("none\n");
            continue;
        }
        memcpy(&checked, &value, sizeof checked);
        printf("%ld\n", (long)checked_Message_encode(&checked, output, sizeof output, &other, NULL));
    }
    return 0;
}
"#;

/// Runs the program above, under one plan.
fn encoder(
    subject: &Subject,
    plain: &Model<'_>,
    checked: &Model<'_>,
    plan: &Techniques,
) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let mut sources = Vec::new();
    for (model, plan) in [(plain, &plans::interpreted(plain)), (checked, plan)] {
        sources.extend(stubs::write(model, plan, folder.path()).expect("it can be written"));
    }
    let main = ENCODER.replace("NAME", &plain.options.name);
    std::fs::write(folder.path().join("harness_main.c"), main).expect("it can be written");
    let sources: Vec<&str> = sources.iter().map(String::as_str).chain(["harness_main.c"]).collect();
    let flags = ["-O0", "-std=c99", "-Wall", "-Wextra", "-Werror"];
    sanitizer::build(folder.path(), &flags, &sources, "encoder")
        .unwrap_or_else(|error| panic!("{}: {error}", subject.family.title()));
    folder
}

#[test]
fn stubs_encode_as_the_codec_does() {
    let subject = subject();
    let records = all_records(&subject, Rules::Ber, 1000);
    assert!(compare_encoders(&subject, Rules::Ber, &records) > 500);
}

/// Decodes each record by stubs without checks, and encodes its value by stubs with checks, in every technique. Returns
/// how many values constraints exclude.
pub fn compare_encoders(subject: &Subject, rules: Rules, records: &[Record]) -> usize {
    let root = subject.roots[0];
    let model = |prefix: &str, check_constraints| {
        let options = subject.options(rules);
        subject.model(codegen::Options { prefix: prefix.to_owned(), check_constraints, ..options })
    };
    let (plain, checked) = (model("plain_", false), model("checked_", true));
    let codec = subject.codec(rules);
    let checking = subject.codec(rules).with_constraints();
    let expected = records.iter().map(|record| match codec.decode(root, &record.octets) {
        Err(_) => "none".to_owned(),
        Ok(decoded) => match checking.encode(root, &decoded.value) {
            Ok(octets) => octets.len().to_string(),
            Err(error) => error.code.number().to_string(),
        },
    });
    let expected: Vec<String> = expected.collect();
    let excluded = ErrorCode::Constraint.number().to_string();
    let mut input = Vec::new();
    for record in records {
        input.extend((record.octets.len() as u32).to_le_bytes());
        input.extend(&record.octets);
    }
    // Random plans have no other code than these.
    for (name, plan) in plans::all(&checked).iter().take(3) {
        let folder = encoder(subject, &plain, &checked, plan);
        let program = Command::new(folder.path().join("encoder"));
        let answers = stubs::answers(program, input.clone());
        let answers = answers.unwrap_or_else(|error| panic!("{rules:?} {name}: {error:?}"));
        assert_eq!(answers.len(), expected.len(), "{rules:?} {name}");
        for ((record, expected), answer) in records.iter().zip(&expected).zip(&answers) {
            assert_eq!(answer, expected, "{rules:?} {name}: {} {:02X?}", record.title, record.octets);
        }
    }
    expected.iter().filter(|answer| **answer == excluded).count()
}

#[test]
fn a_check_that_is_left_out_is_missed() {
    let subject = subject();
    let codec = subject.codec(Rules::Ber).with_constraints();
    let records = records(&subject, &subject.codec(Rules::Ber));
    for at in [0, 17, 30] {
        let options = codegen::Options { check_constraints: true, ..subject.options(Rules::Ber) };
        let mut model = subject.model(options);
        let programs = model.programs_mut::<Ber>().expect("the rules are BER");
        let program =
            programs.nodes.get_mut(&Node::general(subject.roots[0])).expect("the root has a program");
        program.body.fields_mut().nth(at).expect("there are more arms").check = None;
        let program = stubs::build(&model, &plans::interpreted(&model), "cc", stubs::QUICK);
        let program = [("interpreted", program.expect("it compiles"))];
        let compared = witness::compare(&codec, &subject.roots, &program, Modes::Fresh, &records);
        assert!(compared.is_err(), "the comparison does not miss arm {at}");
    }
}

/// Types that differ only in their permitted values, each with a value that only one of a pair permits: no
/// two share a check.
#[test]
fn alike_types_keep_their_own_bounds() {
    const TEXT: &str = r#"Alike DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        Message ::= CHOICE {
            number-a N1, number-b N2, size-a S1, size-b S2, from-a F1, from-b F2, match-a P1, match-b P2, match-c P3, bits-a B1, bits-b B2,
            list-a L1, list-b L2, part-a C1, part-b C2, utf-a U1, utf-b U2, open-a X1, open-b X2 }
        N1 ::= SEQUENCE { n INTEGER (0..9) }            N2 ::= SEQUENCE { n INTEGER (0..8) }
        S1 ::= SEQUENCE { s OCTET STRING (SIZE (1..2)) } S2 ::= SEQUENCE { s OCTET STRING (SIZE (1..3)) }
        F1 ::= SEQUENCE { s IA5String (FROM ("a".."c")) } F2 ::= SEQUENCE { s IA5String (FROM ("a".."d")) }
        P1 ::= IA5String (SIZE (1..2)) (PATTERN "a*")    P2 ::= IA5String (SIZE (1..3)) (PATTERN "a*")
        P3 ::= IA5String (SIZE (1..3)) (PATTERN "b*")
        B1 ::= BIT STRING (SIZE (3))                     B2 ::= BIT STRING (SIZE (4))
        L1 ::= SEQUENCE (SIZE (1)) OF N1                 L2 ::= SEQUENCE (SIZE (1..2)) OF N2
        C1 ::= Pair (WITH COMPONENTS { ..., x (0) })     C2 ::= Pair (WITH COMPONENTS { ..., x (1) })
        Pair ::= SEQUENCE { x INTEGER (0..255), y BOOLEAN OPTIONAL }
        U1 ::= UTF8String (SIZE (1..2))                  U2 ::= BMPString (SIZE (1..3))
        X1 ::= INTEGER (0..5 | 7 | 9 | 11 | 13)          X2 ::= INTEGER (0..5 | 7 | 9 | 11 | 14)
        END"#;
    const PAIRS: &[(&str, &str, bool)] = &[
        ("number-a", r#"{"n":9}"#, true),
        ("number-b", r#"{"n":9}"#, false),
        ("size-a", r#"{"s":"010203"}"#, false),
        ("size-b", r#"{"s":"010203"}"#, true),
        ("from-a", r#"{"s":"d"}"#, false),
        ("from-b", r#"{"s":"d"}"#, true),
        ("match-a", r#""aaa""#, false),
        ("match-b", r#""aaa""#, true),
        ("match-c", r#""aaa""#, false),
        ("match-c", r#""bbb""#, true),
        ("bits-a", r#"{"value":"E0","length":3}"#, true),
        ("bits-b", r#"{"value":"E0","length":3}"#, false),
        ("list-a", r#"[{"n":9}]"#, true),
        ("list-a", r#"[{"n":1},{"n":1}]"#, false),
        ("list-b", r#"[{"n":9}]"#, false),
        ("list-b", r#"[{"n":1},{"n":1}]"#, true),
        ("part-a", r#"{"x":0}"#, true),
        ("part-b", r#"{"x":0}"#, false),
        ("utf-a", r#""abc""#, false),
        ("utf-b", r#""abc""#, true),
        ("open-a", "13", true),
        ("open-b", "13", false),
    ];
    let settings = stubc::Settings {
        specs: vec![("alike.asn1".to_owned(), TEXT.to_owned())],
        ..stubc::Settings::default()
    };
    let specification = stubc::front::specification(&settings);
    let graph = specification.unwrap_or_else(|error| panic!("{:?}", error.diagnostics)).graph;
    let roots = graph.definitions("Message").to_vec();
    let subject =
        Subject { family: family("project-constraints", "constraints"), graph, roots, messages: Vec::new() };
    let (root, codec) = (subject.roots[0], subject.codec(Rules::Ber));
    let checked = subject.codec(Rules::Ber).with_constraints();
    let mut records = Vec::new();
    for (arm, value, permitted) in PAIRS {
        let text = format!("{{\"{arm}\":{value}}}");
        let json = serde_json::from_str(&text).expect("it is JSON");
        let value =
            json::from_json(&subject.graph, root, &json).unwrap_or_else(|error| panic!("{text}: {error}"));
        let octets = codec.encode(root, &value).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert_eq!(checked.decode(root, &octets).is_ok(), *permitted, "{text}");
        records.push(Record { root: 0, octets, title: text });
    }
    let mut options = subject.options(Rules::Ber);
    options.name = "alike".to_owned();
    options.check_constraints = true;
    let model = subject.model(options);
    let programs = witness::programs(&subject, &model, plans::all(&model));
    let tally = witness::compare(&checked, &subject.roots, &programs, Modes::Fresh, &records);
    tally.unwrap_or_else(|error| panic!("{error}"));
}
