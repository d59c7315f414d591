//! Shapes of the sample messages, for tests and measurements, and the program that compares stubs with a shape and
//! without one.

use crate::family::{compile, specification_files};
use crate::stubs::{FeedError, answers, run};
use crate::{plans, sample};
use codegen::blob::{Blob, Kind};
use codegen::measure::object_size;
use codegen::shape::{HoleRequest, Request};
use codegen::{Model, Options, OutputFiles, Root, Rules, Techniques, emit};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use syntax_graph::{IntegerRepr, Scalar, Span, ValidGraph};

/// A message with the parts of it that differ.
#[derive(Clone, Copy, Debug)]
pub struct Shaped {
    /// Its title in tables.
    pub title: &'static str,
    /// The folder or the file below `specs/`.
    pub specs: &'static str,
    /// The rules of the message.
    pub rules: Rules,
    /// The definition of the message.
    pub root: &'static str,
    /// The message.
    pub sample: fn() -> Vec<u8>,
    /// Its holes: path, name, and whether the length is that of the sample.
    pub holes: &'static [(&'static str, &'static str, bool)],
}

/// The messages of the table in docs/specialization.md.
pub const SHAPED: [Shaped; 3] = [
    Shaped {
        title: "LDAP entry",
        specs: "ldap",
        rules: Rules::Ber,
        root: "LDAPMessage",
        sample: sample::ldap_entry,
        holes: &[
            ("messageID", "message_id", false),
            ("*.objectName", "name", false),
            ("*.attributes[*].vals[*]", "value", false),
        ],
    },
    Shaped {
        title: "SNMP response",
        specs: "snmp",
        rules: Rules::Ber,
        root: "COMMUNITY-BASED-SNMPv2.Message",
        sample: sample::snmp_response,
        holes: &[("*.request-id", "request_id", false), ("*[*].valueType", "value", false)],
    },
    Shaped {
        title: "Kerberos AS-REP",
        specs: "kerberos",
        rules: Rules::Ber,
        root: "AS-REP",
        sample: sample::kerberos_as_rep,
        holes: &[
            ("padata[*].padata-value", "padata", true),
            ("crealm", "realm", true),
            ("cname.name-string[*]", "client", true),
            ("ticket.enc-part.cipher", "ticket", true),
            ("enc-part.cipher", "reply", true),
        ],
    },
];

/// The parts of the attributes of a file that differ.
const ATTRIBUTES: [(&str, &str, bool); 13] = [
    ("*attributes.mode", "mode", true),
    ("*attributes.nlink", "nlink", true),
    ("*attributes.uid", "uid", true),
    ("*attributes.gid", "gid", true),
    ("*attributes.size", "size", true),
    ("*attributes.used", "used", true),
    ("*attributes.fsid", "fsid", true),
    ("*attributes.fileid", "fileid", true),
    ("*attributes.atime.*", "atime", true),
    ("*attributes.mtime.*", "mtime", true),
    ("*attributes.ctime.*", "ctime", true),
    ("*.eof", "eof", true),
    ("*.data", "data", true),
];

/// The messages with rigid shapes of that table.
pub const RIGID: [Shaped; 3] = [
    Shaped {
        title: "CAM of a car",
        specs: "its",
        rules: Rules::Uper,
        root: "CAM",
        sample: || include_bytes!("../../specs/its/messages/0001-car.uper").to_vec(),
        holes: &[
            ("header.stationID", "station", true),
            ("cam.generationDeltaTime", "time", true),
            ("*.latitude", "latitude", true),
            ("*.longitude", "longitude", true),
            ("*.positionConfidenceEllipse.*", "ellipse", true),
            ("*.altitudeValue", "altitude", true),
            ("*.headingValue", "heading", true),
            ("*.speedValue", "speed", true),
            ("*.driveDirection", "direction", true),
            ("*.longitudinalAccelerationValue", "acceleration", true),
            ("*.curvatureValue", "curvature", true),
            ("*.yawRateValue", "yaw", true),
            ("*.accelerationControl", "control", true),
        ],
    },
    Shaped {
        title: "NFS GETATTR reply",
        specs: "xdr/nfs3.x",
        rules: Rules::Xdr,
        root: "GETATTR3res",
        sample: || include_bytes!("../../specs/xdr/messages/0006-GETATTR3res.xdr").to_vec(),
        holes: ATTRIBUTES.split_at(11).0,
    },
    Shaped {
        title: "NFS READ reply",
        specs: "xdr/nfs3.x",
        rules: Rules::Xdr,
        root: "READ3res",
        sample: || include_bytes!("../../specs/xdr/messages/0008-READ3res.xdr").to_vec(),
        holes: &ATTRIBUTES,
    },
];

impl Shaped {
    /// Returns the graph of its specification.
    ///
    /// # Errors
    /// The diagnostics as text.
    pub fn graph(&self) -> Result<ValidGraph, String> {
        let path = crate::specs().join(self.specs);
        let files = if path.is_dir() { specification_files(&path) } else { vec![path] };
        compile(&files, &[self.root], &[], false)
    }

    /// Returns the options of its stubs, with the shape or without it.
    ///
    /// # Errors
    /// The specification has no such message type.
    pub fn options(&self, graph: &ValidGraph, rules: Rules, is_shaped: bool) -> Result<Options, String> {
        let roots = graph.definitions(self.root);
        let root = *roots.first().ok_or("no such definition")?;
        let name = self.specs.split(['/', '.']).nth(1).unwrap_or(self.specs);
        let mut options = Options::new(name, rules, vec![Root::both_ways(root)]);
        if is_shaped {
            let sample = (self.sample)();
            let hole = |&(path, name, is_fixed): &(&str, &str, bool)| HoleRequest {
                path: path.to_owned(),
                span: Span::none(),
                name: name.to_owned(),
                is_fixed,
            };
            options.shapes.push(Request {
                name: "like".to_owned(),
                span: Span::none(),
                root,
                decode: Some(sample.clone()),
                encode: Some(sample),
                share: None,
                holes: self.holes.iter().map(hole).collect(),
                counts: Vec::new(),
            });
        }
        Ok(options)
    }
}

/// Returns the model of these options.
///
/// # Errors
/// The diagnostics as text.
pub fn model(graph: &ValidGraph, options: Options) -> Result<Model<'_>, String> {
    let texts = |errors: Vec<syntax_graph::Diagnostic>| {
        errors.into_iter().map(|error| error.message).collect::<Vec<_>>().join("\n")
    };
    Model::build(graph, options).map_err(texts)
}

/// Returns a plan that tries all shapes first.
pub fn trying(model: &Model<'_>, mut techniques: Techniques) -> Techniques {
    techniques.decode.shapes = (0..model.shapes.len()).collect();
    techniques
}

/// Returns a plan that tries all shapes first, as tables.
///
/// # Panics
/// A shape has no table.
pub fn trying_tables(model: &Model<'_>, techniques: Techniques) -> Techniques {
    let mut techniques = trying(model, techniques);
    for at in &techniques.decode.shapes {
        assert!(codegen::shape::table::planned(model, *at).is_some(), "the shape has a table");
    }
    techniques.decode.tables.clone_from(&techniques.decode.shapes);
    techniques
}

/// What tries the shapes of a model: [`trying`] or [`trying_tables`].
pub type Tries = fn(&Model<'_>, Techniques) -> Techniques;

/// The program that compares.
#[derive(Debug)]
pub struct Comparer {
    folder: tempfile::TempDir,
}

impl Comparer {
    /// Compiles stubs with a shape and without one into one program.
    ///
    /// # Errors
    /// The compiler's output.
    pub fn build(
        shaped: &Model<'_>,
        techniques: &Techniques,
        general: &Model<'_>,
        flags: &[&str],
    ) -> Result<Self, String> {
        Self::changed(shaped, techniques, general, (flags, None))
    }

    /// As [`build`](Self::build), with another text in place of one in the runtime of the stubs with the shape.
    ///
    /// # Errors
    /// The compiler's output, or the text is not there.
    pub fn changed(
        shaped: &Model<'_>,
        techniques: &Techniques,
        general: &Model<'_>,
        (flags, change): (&[&str], Option<(&str, &str)>),
    ) -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let plain = plans::compiled(general, |_| true);
        let mut sources = write(folder.path(), shaped, techniques)?;
        if let Some((from, to)) = change {
            let runtime = folder.path().join("stubc_rt.c");
            let text = std::fs::read_to_string(&runtime).map_err(|error| error.to_string())?;
            if !text.contains(from) {
                return Err(format!("the runtime has no `{from}`"));
            }
            std::fs::write(&runtime, text.replace(from, to)).map_err(|error| error.to_string())?;
        }
        sources.extend(write(folder.path(), general, &plain)?);
        write_comparison(folder.path(), shaped)?;
        let mut cc = Command::new("cc");
        cc.args(crate::stubs::WARNINGS).args(flags).args(sources).args(["main.c", "-o", "compare"]);
        run(cc.current_dir(folder.path()))?;
        Ok(Self { folder })
    }

    /// Feeds messages in a mode of the program: `whole`, `cut`, or `mutants` with a stride. Returns the line of counts.
    ///
    /// # Errors
    /// A difference, a crash, or a sanitizer's report.
    pub fn compare(&self, mode: &[&str], messages: &[Vec<u8>]) -> Result<Counts, FeedError> {
        let mut input = Vec::new();
        for message in messages {
            input.extend((message.len() as u32).to_le_bytes());
            input.extend(message);
        }
        let mut command = Command::new(self.folder.path().join("compare"));
        command.args(mode);
        let lines = answers(command, input)?;
        let numbers = lines.last().map(String::as_str).unwrap_or_default();
        let numbers: Vec<u64> = numbers.split(' ').filter_map(|word| word.parse().ok()).collect();
        match numbers[..] {
            [inputs, hits, sent, varied] => Ok(Counts { inputs, hits, sent, varied }),
            _ => Err(FeedError { answers: None, text: lines.join("\n") }),
        }
    }
}

/// An operation whose instructions are counted, with the argument of the program.
pub const OPERATIONS: [&str; 6] =
    ["decode", "flat-decode", "encode", "flat-encode", "table-decode", "table-longer"];

impl Comparer {
    /// Returns the instructions of one operation on a message: the difference of two runs under callgrind.
    ///
    /// # Errors
    /// valgrind is missing, or the operation fails.
    pub fn instructions(&self, operation: &str, message: &[u8]) -> Result<f64, String> {
        const PASSES: [u64; 2] = [10, 60];
        let mut totals = [0; 2];
        for (total, passes) in totals.iter_mut().zip(PASSES) {
            let out = self.folder.path().join("callgrind.out");
            let mut input = (message.len() as u32).to_le_bytes().to_vec();
            input.extend(message);
            let mut command = Command::new("valgrind");
            command.args(["--tool=callgrind", "--quiet", &format!("--callgrind-out-file={}", out.display())]);
            command.arg(self.folder.path().join("compare")).args(["bench", &passes.to_string(), operation]);
            answers(command, input).map_err(|error| error.text)?;
            let text = std::fs::read_to_string(&out).map_err(|error| error.to_string())?;
            // What repeats the operation is not part of it.
            let own = |name: &str| {
                name.starts_with("repeat")
                    || name == "main"
                    || name.starts_with("strcmp")
                    || name.contains("strcmp")
            };
            let costs = crate::instructions::self_costs(&text).into_iter();
            *total = costs.filter(|(name, _)| !own(name)).map(|(_, cost)| cost).sum();
        }
        Ok((totals[1] - totals[0]) as f64 / (PASSES[1] - PASSES[0]) as f64)
    }
}

/// Passes of a timed run, and of one that is subtracted: it starts the program and reads the message.
const PASSES: [u64; 2] = [400_000, 20_000];

impl Comparer {
    /// Returns the nanoseconds of one operation on a message, in one run of the program.
    ///
    /// # Errors
    /// The operation fails.
    pub fn nanoseconds(&self, operation: &str, message: &[u8]) -> Result<f64, String> {
        let mut input = (message.len() as u32).to_le_bytes().to_vec();
        input.extend(message);
        let mut seconds = [0.0; 2];
        for (passes, seconds) in PASSES.into_iter().zip(&mut seconds) {
            let mut command = Command::new(self.folder.path().join("compare"));
            command.args(["bench", &passes.to_string(), operation]);
            let begin = Instant::now();
            answers(command, input.clone()).map_err(|error| error.text)?;
            *seconds = begin.elapsed().as_secs_f64();
        }
        Ok((seconds[0] - seconds[1]) * 1e9 / (PASSES[0] - PASSES[1]) as f64)
    }
}

/// What a comparison did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Inputs that were decoded both ways.
    pub inputs: u64,
    /// Those of them that have the shape.
    pub hits: u64,
    /// Those whose holes were encoded.
    pub sent: u64,
    /// Those whose holes got other numbers, which were encoded.
    pub varied: u64,
}

/// The digest of a device: any.
const DIGEST: [u8; 32] = [7; 32];

/// Writes `main.c`, which compares stubs with the first shape of a model and stubs of the prefix `g_`, and the engine
/// of tables if the shape has a table.
///
/// # Errors
/// The file cannot be written.
pub fn write_comparison(folder: &Path, shaped: &Model<'_>) -> Result<(), String> {
    let (blob, [same, longer]) = match blob(shaped) {
        Ok(blob) => (blob.0.iter().map(u8::to_string).collect::<Vec<_>>().join(", "), comparisons(shaped)),
        Err(_) => ("0".to_owned(), Default::default()),
    };
    let engine = engine_files(shaped.options.rules, &[]);
    let tables = if engine.is_ok() { "#define HAS_TABLES\n" } else { "" };
    for (name, text) in engine.iter().flat_map(|engine| &engine.files) {
        std::fs::write(folder.join(name), text).map_err(|error| error.to_string())?;
    }
    let root = shaped.options.roots[0].ty;
    let shape = &shaped.shapes[0].flat.name;
    let main = format!("{tables}{}", include_str!("shapes_main.c"));
    let main = main.replace("NAME", &shaped.options.name).replace("SHAPE", shape);
    let main = main.replace("BLOB", &blob).replace("COMPARE_HOLES", &same).replace("LENGTHEN_HOLES", &longer);
    let holes = shaped.shapes[0].encode.as_ref().map_or(0, |segments| segments.holes.len());
    let main =
        main.replace("VARY_HOLES", &variations(shaped)).replace("(HOLES + 1)", &(holes + 1).to_string());
    let main = main.replace("TYPE", shaped.names.ty(root)).replace("STEM", shaped.names.stem(root));
    std::fs::write(folder.join("main.c"), main).map_err(|error| error.to_string())
}

/// Returns the engine of tables of shapes, without some features.
///
/// # Errors
/// The rules have none.
pub fn engine_files(rules: Rules, unused: &[&str]) -> Result<OutputFiles, String> {
    let none = "these rules have no tables of shapes";
    codegen::blob::engine(rules, Kind::Shape, "engine", &[], &DIGEST, unused).ok_or_else(|| none.to_owned())
}

/// Returns the bytes of the code at -Os of an engine for the messages of a model, and those of its checker.
///
/// # Errors
/// The compiler's output.
pub fn engine_bytes(model: &Model<'_>) -> Result<[u64; 2], String> {
    let unused = codegen::shape::table::unused(model.graph, model.options.roots[0].ty);
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    for (name, text) in engine_files(model.options.rules, &unused)?.files {
        std::fs::write(folder.path().join(name), text).map_err(|error| error.to_string())?;
    }
    let mut cc = Command::new("cc");
    run(cc.args(["-std=c99", "-Os", "-c", "engine.c"]).current_dir(folder.path()))?;
    let object = std::fs::read(folder.path().join("engine.o")).map_err(|error| error.to_string())?;
    let symbols = object_size(&object)?.by_symbol;
    let bytes = |is_checker: bool| {
        let own = symbols.iter().filter(|(name, _)| name.contains("check") == is_checker);
        own.filter(|(name, _)| !name.contains("header")).map(|(_, bytes)| bytes).sum()
    };
    Ok([bytes(false), bytes(true)])
}

/// Returns the blob of the first shape of a model.
///
/// # Errors
/// Why the shape has no table.
pub fn blob(model: &Model<'_>) -> Result<Blob, String> {
    let table = codegen::shape::table::table(model, 0).map_err(|error| error.message)?;
    let blob = Blob::new(Kind::Shape, &DIGEST, &table.header(), &table.records);
    blob.ok_or_else(|| "the table is too long".to_owned())
}

/// Returns what puts other numbers into the struct of the shape.
fn variations(model: &Model<'_>) -> String {
    let shape = &model.shapes[0];
    let holes = shape.encode.iter().flat_map(|segments| &segments.holes);
    let varied = holes.enumerate().filter_map(|(at, hole)| {
        let kind = match model.graph.scalar(model.graph.resolve(hole.ty)) {
            _ if shape.flat.moved(hole).is_some() => "OCTETS",
            Some(Scalar::Boolean) => "BOOLEAN",
            Some(Scalar::Integer(integer)) if integer.repr != IntegerRepr::Bytes => "NUMBER",
            Some(Scalar::Enumerated(_)) => "NUMBER",
            _ => return None,
        };
        let member = shape.flat.lvalue("(&flat)", hole);
        Some(format!("    case {at}:\n        VARY_{kind}({member});\n        break;\n"))
    });
    varied.collect()
}

/// Returns the comparisons of an engine's holes with the struct of the shape, and what makes its strings longer.
fn comparisons(model: &Model<'_>) -> [String; 2] {
    let shape = &model.shapes[0];
    let holes = shape.decode.iter().flat_map(|segments| &segments.holes).enumerate();
    let (mut compared, mut lengthened) = (String::new(), String::new());
    for (at, hole) in holes {
        let member = shape.flat.lvalue("flat", hole);
        let kind = match model.graph.scalar(model.graph.resolve(hole.ty)) {
            Some(Scalar::Boolean) => "NUMBER",
            Some(Scalar::Integer(integer)) if integer.repr != IntegerRepr::Bytes => "NUMBER",
            Some(Scalar::Enumerated(_)) => "NUMBER",
            Some(Scalar::BitString { .. }) => "BITS",
            _ => "SLICE",
        };
        compared += &format!("    SAME_{kind}({at}, {member});\n");
        if kind == "SLICE" {
            lengthened += &format!("    LENGTHEN({});\n", shape.flat.lvalue("(&flat)", hole));
        }
    }
    [compared, lengthened]
}

/// Writes stubs, and returns their C files.
///
/// # Errors
/// A file cannot be written.
pub fn write(folder: &Path, model: &Model<'_>, techniques: &Techniques) -> Result<Vec<PathBuf>, String> {
    let mut sources = Vec::new();
    for (name, text) in emit(model, techniques, &Default::default()).files {
        let path = folder.join(&name);
        std::fs::write(&path, text).map_err(|error| error.to_string())?;
        if name.ends_with(".c") {
            sources.push(PathBuf::from(name));
        }
    }
    Ok(sources)
}

/// Bytes of the first shape of a model in one form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FormBytes {
    /// The decoder into the struct of holes.
    pub flat: u64,
    /// The decoder into the struct of the message.
    pub same: u64,
    /// Its constants: the table, or octets and masks.
    pub table: u64,
    /// The engine, which all shapes share.
    pub engine: u64,
}

/// Returns the bytes at -Os of the first shape of a model under a plan that tries it.
///
/// # Errors
/// The compiler's output.
pub fn form_bytes(
    model: &Model<'_>,
    techniques: &Techniques,
    compiler: &[&str],
) -> Result<FormBytes, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut bytes = FormBytes::default();
    let name = &model.shapes[0].flat.name;
    let files = codegen::emit::emit_apart(model, techniques).files;
    for (file, text) in &files {
        std::fs::write(folder.path().join(file), text).map_err(|error| error.to_string())?;
    }
    for (file, _) in files.iter().filter(|(file, _)| file.ends_with(".c")) {
        let mut cc = Command::new(compiler[0]);
        cc.args(&compiler[1..]).args(["-std=c99", "-Os", "-w", "-ffunction-sections", "-fdata-sections"]);
        run(cc.args(["-c", file, "-o", "out.o"]).current_dir(folder.path()))?;
        let object = std::fs::read(folder.path().join("out.o")).map_err(|error| error.to_string())?;
        let size = object_size(&object)?;
        for (symbol, own) in &size.by_symbol {
            let own = own + size.frames.get(symbol).copied().unwrap_or(0);
            let symbol = symbol.split('.').next().unwrap_or(symbol);
            if symbol == format!("{name}_decode") {
                bytes.flat += own;
            } else if symbol == format!("shape_{name}") || symbol.starts_with("shaped_") {
                bytes.same += own;
            } else if [format!("table_{name}"), format!("masks_{name}")].iter().any(|table| table == symbol) {
                bytes.table += own;
            } else if [
                "stubc_shape_find",
                "shape_run",
                "shape_same",
                "shape_hole",
                "shape_grown",
                "stubc_rigid_like",
            ]
            .contains(&symbol)
            {
                bytes.engine += own;
            }
        }
    }
    Ok(bytes)
}
