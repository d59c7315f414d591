//! Prints compiled decode procedures.

use super::parts::Cursor;
use super::walk::{At, Walk, Way, Words};
use crate::c::expr::{address, member};
use crate::c::header::item_type;
use crate::c::helpers::FAIL;
use crate::c::writer::Writer;
use crate::model::layout::CType;
use crate::program::techniques::Direction;
use crate::rules::xdr::ops::{FieldStep, Primitive};
use syntax_graph::{FloatWidth, IntegerRepr};

/// Prints one procedure.
pub struct Decode<'a>(Walk<'a>);

impl<'a> Way<'a> for Decode<'a> {
    const WORDS: Words = Words {
        direction: Direction::Decode,
        verb: "decode",
        state: "d",
        cursor: "p",
        qualifier: "",
        too_short: "TRUNCATED",
    };

    fn of(walk: Walk<'a>) -> Self {
        Self(walk)
    }

    fn walk(&self) -> &Walk<'a> {
        &self.0
    }

    fn failure(&self, w: &mut Writer, code: &str, start: &str) -> String {
        w.uses(start);
        format!("{}(d, STUBC_{code}, {start})", w.call(FAIL))
    }

    /// Prints the decoding of a word that is 0 or 1.
    fn presence(&self, w: &mut Writer, flag: &str, at: &At, p: &mut Cursor) {
        let word = format!("stubc_word({})", p.at());
        self.fail(w, &format!("{word} > 1"), "BAD_VALUE", &at.start);
        w.line(&format!("{flag} = {word} != 0;"));
        p.offset += 4;
    }

    fn unboxed(&self, w: &mut Writer, step: &FieldStep, at: &At, value: &str) -> String {
        let Walk { model, .. } = self.walk();
        let Some(CType::Pointer(target)) = step.field.map(|field| model.layouts.ctype(field)) else {
            return value.to_owned();
        };
        let name = model.names.ty(target);
        w.uses(&at.start);
        w.uses("v");
        w.line(&format!("{value} = ({name} *)stubc_alloc(d, {}, sizeof *{value});", at.start));
        w.when(&format!("!{value}"), |w| self.leave(w));
        format!("*{value}")
    }

    fn primitive(&self, w: &mut Writer, primitive: Primitive, at: &At, value: &str, p: &mut Cursor) {
        let place = p.at();
        let word = format!("stubc_word({place})");
        match primitive {
            Primitive::Null => {}
            Primitive::Word(repr) => {
                let (ctype, beyond) = match repr {
                    IntegerRepr::I8 => ("int8_t", Some(format!("{word} + 0x80u > 0xffu"))),
                    IntegerRepr::U8 => ("uint8_t", Some(format!("{word} > 0xffu"))),
                    IntegerRepr::I16 => ("int16_t", Some(format!("{word} + 0x8000u > 0xffffu"))),
                    IntegerRepr::U16 => ("uint16_t", Some(format!("{word} > 0xffffu"))),
                    IntegerRepr::I32 => ("int32_t", None),
                    _ => ("uint32_t", None),
                };
                if let Some(beyond) = beyond {
                    self.fail(w, &beyond, "RANGE", &at.start);
                }
                w.line(&format!("{value} = ({ctype}){word};"));
                p.offset += 4;
            }
            Primitive::Hyper(repr) => {
                let ctype = if repr == IntegerRepr::U64 { "uint64_t" } else { "int64_t" };
                w.line(&format!("{value} = ({ctype})stubc_hyper({place});"));
                p.offset += 8;
            }
            Primitive::Truth => self.presence(w, value, at, p),
            Primitive::Float(FloatWidth::Single) => {
                w.line(&format!("{value} = stubc_float({place});"));
                p.offset += 4;
            }
            Primitive::Float(FloatWidth::Double) => {
                w.line(&format!("{value} = stubc_double({place});"));
                p.offset += 8;
            }
            Primitive::Opaque(octets) => {
                w.line(&format!("memcpy({value}, {place}, {octets});"));
                p.offset += octets.next_multiple_of(4);
            }
            Primitive::Counted(most) => {
                p.settle(w);
                w.uses(&at.start);
                w.line(&format!("p = stubc_get_counted(d, p, {}, {most}u, {});", at.start, address(value)));
                w.when("!p", |w| self.leave(w));
            }
        }
    }

    fn count(
        &self,
        w: &mut Writer,
        element: &FieldStep,
        (most, lead): (u32, u64),
        value: &str,
        p: &mut Cursor,
    ) {
        let (items, count) = (member(value, "items"), member(value, "count"));
        let cast = element.field.map_or_else(String::new, |field| item_type(self.walk().model, field));
        w.line(&format!(
            "{items} = ({cast} *)stubc_quick_array(d, p, {most}u, {lead}, sizeof *{items}, &{count});"
        ));
        w.when("d->code", |w| self.leave(w));
        p.offset += 4;
    }

    fn swapped(items: &str, octets: &str) -> String {
        format!("{items}, {octets}")
    }

    fn linked(&self, w: &mut Writer, element: &FieldStep, closed: bool, at: &At, p: &mut Cursor) {
        let Walk { model, noted, .. } = self.walk();
        let Some(field) = element.field else { return };
        p.settle(w);
        let cast = item_type(model, field);
        w.uses("v");
        w.uses("d");
        w.line(&format!("{cast} **link = {};", address(&at.value)));
        w.line("size_t left = d->max_elements;");
        w.block("for (;;)", "}", |w| {
            let mut body = w.part();
            let start = "at";
            let at_element = At { start: start.to_owned(), value: "*item".to_owned() };
            let mut checked = element.clone();
            checked.op.need = 0;
            checked.recursive = false;
            noted.at("d->max_elements - left - 1", || {
                if element.recursive {
                    self.fail(&mut body, "!d->depth", "DEPTH", start);
                }
                self.need(&mut body, element.op.need, start, p);
                body.uses(start);
                body.line(&format!("{cast} *const item = ({cast} *)stubc_alloc(d, {start}, sizeof *item);"));
                body.when("!item", |w| self.leave(w));
                body.line("*link = item;");
                body.line(&format!("link = &item->{};", model.names.member(field)));
                if element.recursive {
                    body.line("d->depth--;");
                }
                self.element(&mut body, &checked, &at_element, &at_element.value, p);
                p.settle(&mut body);
                if element.recursive {
                    body.line("d->depth++;");
                }
            });
            if !closed {
                self.need(&mut body, 4, &at.start, p);
            }
            if body.is_using(start) {
                w.line(&format!("const uint8_t *const {start} = p + 4;"));
            }
            self.fail(w, "stubc_word(p) > 1", "BAD_VALUE", &at.start);
            w.line("p += 4;");
            w.when("!p[-1]", |w| w.line("break;"));
            self.fail(w, "!left--", "LIMIT", &at.start);
            w.append(body);
        });
        w.line("*link = NULL;");
    }
}
