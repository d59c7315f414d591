//! Prints compiled encode procedures: forward, with one check of the remaining space per run.

use super::parts::Cursor;
use super::walk::{At, Walk, Way, Words};
use crate::c::expr::{address, member};
use crate::c::header::item_type;
use crate::c::helpers::REFUSE;
use crate::c::writer::Writer;
use crate::program::techniques::Direction;
use crate::rules::xdr::ops::{FieldStep, Primitive};
use syntax_graph::FloatWidth;

/// Prints one procedure.
pub struct Encode<'a>(Walk<'a>);

impl<'a> Way<'a> for Encode<'a> {
    const WORDS: Words = Words {
        direction: Direction::Encode,
        verb: "encode",
        state: "c",
        cursor: "q",
        qualifier: "const ",
        too_short: "NO_SPACE",
    };

    fn of(walk: Walk<'a>) -> Self {
        Self(walk)
    }

    fn walk(&self) -> &Walk<'a> {
        &self.0
    }

    fn failure(&self, w: &mut Writer, code: &str, _start: &str) -> String {
        format!("{}(c, STUBC_{code})", w.call(REFUSE))
    }

    fn presence(&self, w: &mut Writer, flag: &str, _at: &At, q: &mut Cursor) {
        w.line(&format!("stubc_put_word({}, {flag});", q.at()));
        q.offset += 4;
    }

    fn unboxed(&self, w: &mut Writer, _step: &FieldStep, at: &At, value: &str) -> String {
        self.fail(w, &format!("!{value}"), "BAD_VALUE", &at.start);
        format!("*{value}")
    }

    fn primitive(&self, w: &mut Writer, primitive: Primitive, at: &At, value: &str, q: &mut Cursor) {
        let place = q.at();
        match primitive {
            Primitive::Null => {}
            Primitive::Word(_) => {
                w.line(&format!("stubc_put_word({place}, (uint32_t){value});"));
                q.offset += 4;
            }
            Primitive::Truth => self.presence(w, value, at, q),
            Primitive::Hyper(_) => {
                w.line(&format!("stubc_put_hyper({place}, (uint64_t){value});"));
                q.offset += 8;
            }
            Primitive::Float(FloatWidth::Single) => {
                w.line(&format!("stubc_put_float({place}, {value});"));
                q.offset += 4;
            }
            Primitive::Float(FloatWidth::Double) => {
                w.line(&format!("stubc_put_double({place}, {value});"));
                q.offset += 8;
            }
            Primitive::Opaque(octets) => {
                let padded = octets.next_multiple_of(4);
                w.line(&format!("memcpy({place}, {value}, {octets});"));
                if padded > octets {
                    w.line(&format!("memset({} + {}, 0, {});", q.name, q.offset + octets, padded - octets));
                }
                q.offset += padded;
            }
            Primitive::Counted(most) => {
                q.settle(w);
                w.line(&format!("q = stubc_put_counted(c, q, {most}u, {});", address(value)));
                w.when("!q", |w| self.leave(w));
            }
        }
    }

    fn count(
        &self,
        w: &mut Writer,
        _element: &FieldStep,
        (most, lead): (u32, u64),
        value: &str,
        _q: &mut Cursor,
    ) {
        let count = member(value, "count");
        w.line(&format!("q = stubc_quick_count(c, q, {most}u, {lead}, {count});"));
        w.when("!q", |w| self.leave(w));
    }

    fn swapped(items: &str, octets: &str) -> String {
        format!("{octets}, {items}")
    }

    fn linked(&self, w: &mut Writer, element: &FieldStep, closed: bool, at: &At, q: &mut Cursor) {
        let Walk { model, noted, .. } = self.walk();
        let Some(field) = element.field else { return };
        q.settle(w);
        let counts = noted.is_asked_for();
        let ctype = item_type(model, field);
        let link = model.names.member(field);
        w.uses("v");
        if counts {
            w.line("size_t n = 0;");
        }
        w.block(&format!("for (const {ctype} *item = {}; item; item = item->{link})", at.value), "}", |w| {
            w.line("stubc_put_word(q, 1);");
            q.offset = 4;
            noted.at("n", || self.element(w, element, at, "*item", q));
            if counts {
                w.line("n++;");
            }
            q.settle(w);
            if !closed {
                self.need(w, 4, &at.start, q);
            }
        });
        w.line("stubc_put_word(q, 0);");
        q.offset = 4;
        q.settle(w);
    }
}
