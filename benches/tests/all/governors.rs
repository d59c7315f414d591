//! Open types whose governor is a structure, as NBAP has them, and cases beyond it: structures two deep, components with a
//! default or absent, additions, numbers with names, and a governor behind the open type.

use codegen::Rules;
use stubc_benches::family::family;
use stubc_benches::stubs::Modes;
use stubc_benches::subject::Subject;
use stubc_benches::{plans, witness};

const PROCEDURES: &str = "Procedures DEFINITIONS AUTOMATIC TAGS ::= BEGIN
    PROCEDURE ::= CLASS { &Initiating, &Outcome OPTIONAL, &id ProcedureID UNIQUE, &crit Criticality DEFAULT ignore }
      WITH SYNTAX { INITIATING &Initiating [OUTCOME &Outcome] ID &id [CRITICALITY &crit] }
    ProcedureID ::= SEQUENCE {
      code INTEGER (0..255),
      mode ENUMERATED { tdd, fdd, common, ... },
      deep SEQUENCE { in SEQUENCE { x INTEGER DEFAULT 3, y Named } } OPTIONAL,
      ...,
      more BOOLEAN DEFAULT TRUE
    }
    Named ::= ENUMERATED { a(5), b(-7), c(70000) }
    Criticality ::= ENUMERATED { reject, ignore, notify }
    A ::= SEQUENCE { n INTEGER }
    B ::= SEQUENCE { s UTF8String }
    Known PROCEDURE ::= {
      { INITIATING A OUTCOME B ID { code 1, mode fdd } CRITICALITY reject } |
      { INITIATING B ID { code 1, mode tdd } } |
      { INITIATING A ID { code 2, mode common, deep { in { y b } } } } |
      { INITIATING BOOLEAN ID { code 2, mode common, deep { in { x 4, y c } }, more FALSE } }, ...
    }
    Message ::= CHOICE { initiating Initiating, outcome Outcome, ..., later Later }
    Initiating ::= SEQUENCE {
      id PROCEDURE.&id ({Known}), criticality PROCEDURE.&crit ({Known}{@id}), number INTEGER,
      value PROCEDURE.&Initiating ({Known}{@id})
    }
    Outcome ::= SEQUENCE {
      value PROCEDURE.&Outcome ({Known}{@head.where.id}),
      head SEQUENCE { where SEQUENCE { id PROCEDURE.&id ({Known}) } }
    }
    Later ::= SEQUENCE {
      id PROCEDURE.&id ({Known}), crit PROCEDURE.&crit ({Known}),
      value PROCEDURE.&Initiating ({Known}{@id, @crit})
    }
    END";

#[test]
fn structures_select_types_in_every_technique() {
    let specs = vec![("procedures.asn1".to_owned(), PROCEDURES.to_owned())];
    let settings = stubc::Settings { specs, ..stubc::Settings::default() };
    let specification = stubc::front::specification(&settings);
    let graph = specification.unwrap_or_else(|error| panic!("{:?}", error.diagnostics)).graph;
    let roots = graph.definitions("Message");
    let subject = Subject { family: family("opens", "opens"), graph, roots, messages: Vec::new() };
    for rules in [Rules::Ber, Rules::Der] {
        let model = subject.model(subject.options(rules));
        let programs = witness::programs(&subject, &model, plans::variants(&model));
        let codec = subject.codec(rules);
        let mut records = subject.random_records(&codec, 300, 3);
        for (index, record) in records.clone().iter().enumerate() {
            for at in (index % 5..record.octets.len().min(40)).step_by(5) {
                let mut changed = record.clone();
                changed.octets[at] ^= 1 << (index % 8);
                changed.title = format!("{}, octet {at} changed", record.title);
                records.push(changed);
            }
        }
        let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &records);
        let tally = tally.unwrap_or_else(|error| panic!("{rules:?}: {error}"));
        assert!(tally.accepted > 500 && tally.refused > 500, "{rules:?}: {tally:?}");
    }
}
