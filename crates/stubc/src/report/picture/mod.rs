//! Draws pictures as SVG, for the report's page and as files. No plotting crate is used: each of the three kinds
//! of picture takes a page of code, and all must look alike in light and dark mode.

pub mod chart;
pub mod graph;
pub mod treemap;

use codegen::emit::escape::visible;
use std::fmt::Write;

/// The colors of all pictures as custom properties, which follow the reader's light or dark mode. Series also
/// differ in their dashes.
pub const STYLE: &str = include_str!("picture.css");

/// An SVG element under construction.
#[derive(Clone, Debug)]
pub struct Picture {
    width: f64,
    height: f64,
    title: String,
    about: String,
    body: String,
}

impl Picture {
    /// Returns an empty picture of this many units. Screen readers read title and description.
    pub fn new(width: f64, height: f64, title: &str, about: &str) -> Self {
        Self { width, height, title: escape(title), about: escape(about), body: String::new() }
    }

    /// Adds a rectangle with a tooltip; the class gives its color.
    pub fn rectangle(&mut self, [x, y, width, height]: [f64; 4], class: &str, tip: &str) {
        let tip = if tip.is_empty() { String::new() } else { format!("<title>{}</title>", escape(tip)) };
        let _ = writeln!(
            self.body,
            r#"<rect x="{x:.1}" y="{y:.1}" width="{:.1}" height="{:.1}" class="{class}">{tip}</rect>"#,
            width.max(0.0),
            height.max(0.0)
        );
    }

    /// Adds a path, given as SVG path data.
    pub fn path(&mut self, data: &str, class: &str) {
        let _ = writeln!(self.body, r#"<path d="{data}" class="{class}"/>"#);
    }

    /// Adds a dot with a tooltip.
    pub fn dot(&mut self, x: f64, y: f64, class: &str, tip: &str) {
        let _ = writeln!(
            self.body,
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="4" class="{class}"><title>{}</title></circle>"#,
            escape(tip)
        );
    }

    /// Adds a text that starts, is centered or ends at `x`.
    pub fn text(&mut self, x: f64, y: f64, anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let _ = writeln!(
            self.body,
            r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{}</text>"#,
            escape(text)
        );
    }

    /// Returns the element, for a page with [`STYLE`].
    pub fn inline(&self) -> String {
        self.element("")
    }

    /// Returns the element as a separate file.
    pub fn file(&self) -> String {
        self.element(&format!(
            "<style>{STYLE}</style>\n<rect width=\"100%\" height=\"100%\" class=\"paper\"/>\n"
        ))
    }

    fn element(&self, style: &str) -> String {
        let Self { width, height, title, about, body } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\" aria-label=\"{title}\">\n\
             <title>{title}</title>\n<desc>{about}</desc>\n{style}{body}</svg>\n"
        )
    }
}

/// The alignment of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Starts at the place.
    Start,
    /// Is centered at the place.
    Middle,
    /// Ends at the place.
    End,
}

/// Returns text that is safe in elements and attributes of HTML and SVG, without control characters.
pub fn escape(text: &str) -> String {
    visible(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns a path without its module, which most names of a picture share.
pub fn name_in_module(path: &str) -> &str {
    path.split_once('.').map_or(path, |(_, name)| name)
}

/// Returns the beginning of a text that fits into this width, with an ellipsis if it is cut.
pub fn shortened(text: &str, width: f64) -> String {
    // The mean width of a letter at the pictures' font size.
    let most = (width / 6.6) as usize;
    match most {
        _ if text.chars().count() <= most => text.to_owned(),
        0..3 => String::new(),
        _ => format!("{}…", text.chars().take(most - 1).collect::<String>()),
    }
}
