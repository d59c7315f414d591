//! Defines the commands and options of the command line. Their doc comments are the `--help` texts.

use crate::captures::PortSelector;
use crate::files::is_specification;
use crate::sockets::Address;
use clap::{ArgAction, Args, CommandFactory, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use stubc::filter::Headers;
use stubc::settings::{c_name, c_prefix};
use stubc::{Cap, RootRequest};

/// Compiles ASN.1 and XDR specifications to the fastest C marshalling code that fits a code-size cap.
#[derive(Parser, Debug)]
#[command(
    name = "stubc",
    version,
    args_conflicts_with_subcommands = true,
    subcommand_precedence_over_arg = true
)]
pub struct Cli {
    /// The command; without one, stubc compiles the specifications.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Options of compiling.
    #[command(flatten)]
    pub compile: CompileArgs,
}

impl Cli {
    /// Moves specifications that follow `--messages` to the specifications of their command.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        match &mut self.command {
            Some(Command::Profile(args)) => sort(&mut args.messages, &mut args.compile),
            Some(Command::Sweep(args)) => sort(&mut args.messages, &mut args.compile),
            _ => {}
        }
        self
    }
}

/// Moves the paths of `messages` that end like specifications to `compile`.
fn sort(messages: &mut Vec<PathBuf>, compile: &mut CompileArgs) {
    let (specs, others) = std::mem::take(messages).into_iter().partition(|path| is_specification(path));
    *messages = others;
    compile.specs.extend::<Vec<PathBuf>>(specs);
}

/// Returns the command line with the command moved in front of common options before it: `-q check a.asn1`
/// becomes `check -q a.asn1`. Words after the first specification stay where they are.
pub fn command_first(mut words: Vec<OsString>) -> Vec<OsString> {
    let cli = Cli::command();
    let takes_value = |named: Option<&clap::Arg>| {
        named.map(|option| matches!(option.get_action(), ArgAction::Set | ArgAction::Append))
    };
    let mut at = 1;
    while let Some(word) = words.get(at).and_then(|word| word.to_str()) {
        let value_follows = if let Some(long) = word.strip_prefix("--") {
            let name = long.split('=').next();
            let option = cli.get_arguments().find(|option| option.get_long() == name);
            takes_value(option).map(|takes| takes && !long.contains('='))
        } else if let Some(letters) = word.strip_prefix('-').filter(|letters| !letters.is_empty()) {
            // In `-qIdir`, the first letter whose option takes a value takes the rest of the word.
            let option = |letter| cli.get_arguments().find(|option| option.get_short() == Some(letter));
            let mut taken = letters
                .char_indices()
                .map(|(at, letter)| (at + letter.len_utf8(), takes_value(option(letter))));
            match taken.find(|(_, takes)| *takes != Some(false)) {
                None => Some(false),
                Some((end, Some(_))) => Some(end == letters.len()),
                Some((_, None)) => None,
            }
        } else {
            if cli.get_subcommands().any(|command| command.get_name() == word) {
                words[1..=at].rotate_right(1);
            }
            return words;
        };
        // clap reports a word that is not a common option, at its place in the line.
        let Some(value_follows) = value_follows else { return words };
        at += 1 + usize::from(value_follows);
    }
    words
}

/// The commands other than compiling, which has no name.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Parse, resolve and validate specifications; print diagnostics; write nothing.
    Check(CompileArgs),
    /// Print the result of one stage as text.
    Dump(DumpArgs),
    /// Measure field frequencies in captured messages.
    Profile(ProfileArgs),
    /// Print a message as JSON. The last file is the message; `-` is standard input.
    Decode(MessageArgs),
    /// Encode a message from JSON, which is the last file; `-` is standard input.
    Encode(MessageArgs),
    /// Compare plans of several sizes: interpreter calls eliminated and instructions per message.
    Sweep(SweepArgs),
    /// Explain why a type got its technique, and how much time the next 1024 bytes would save.
    Explain(ExplainArgs),
    /// Compile the specifications of a build file under one cap with one runtime.
    Build(BuildArgs),
    /// Compile, and also write a fuzz target and a test with random values for one message type.
    Harness(HarnessArgs),
    /// Write a C function that decides about messages without decoding them.
    Filter(FilterArgs),
    /// Serve filters to devices that ask for them while they run, until a signal ends the server.
    Serve(ServeArgs),
    /// Get the table of a filter from a server.
    Fetch(FetchArgs),
    /// Write a `[shape.NAME]` of a configuration: stubs for messages like a sample.
    Shape(ShapeArgs),
    /// Print a script that completes the command line in a shell.
    Completions(CompletionsArgs),
    /// Write the manual pages: one for the tool, one for each command.
    #[command(hide = true)]
    Man(ManArgs),
}

/// Options of `completions`.
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// Options of `man`.
#[derive(Args, Debug)]
pub struct ManArgs {
    /// The folder of the pages.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// Options of compiling, which most commands accept.
#[derive(Args, Debug, Clone)]
pub struct CompileArgs {
    /// Specification files: .asn1 and .asn for ASN.1, .x for XDR.
    #[arg(value_name = "SPEC")]
    pub specs: Vec<PathBuf>,
    /// Maximum size of object code, runtime included: bytes, NK, NM or N% (default: no limit, fastest code).
    #[arg(long, value_name = "SIZE")]
    pub max_size: Option<Cap>,
    /// Folder of the generated files (default: .); for decode, dump, encode, profile and sweep, the file of the result.
    #[arg(short, long, value_name = "DIR")]
    pub out_dir: Option<PathBuf>,
    /// Base name of the generated files (default: the stem of the first specification).
    #[arg(long, value_name = "NAME", value_parser = c_name)]
    pub name: Option<String>,
    /// Encoding rules (default: ber for ASN.1, xdr for .x).
    #[arg(long, value_enum)]
    pub rules: Option<RulesArg>,
    /// A message type that is sent or received; repeatable (default: types that no other type references).
    #[arg(long, value_name = "TYPE[:encode|:decode]")]
    pub pdu: Vec<RootRequest>,
    /// Generate stubs of the remote programs in .x files: client, server, or both. With split, each side has its own
    /// file. With batch, clients can send calls together.
    #[arg(long, value_enum, value_name = "SIDE", value_delimiter = ',')]
    pub rpc: Vec<RpcArg>,
    /// Folder to search for imported modules; repeatable.
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Silence a warning, by the name in its brackets; repeatable, or separated by commas.
    #[arg(long, value_name = "WARNING", value_delimiter = ',')]
    pub allow: Vec<String>,
    /// Make a warning an error, by the name in its brackets; repeatable, or separated by commas.
    #[arg(long, value_name = "WARNING", value_delimiter = ',')]
    pub deny: Vec<String>,
    /// Configuration file (TOML): C mapping, frequencies, roots; repeatable, later files win.
    #[arg(long, value_name = "FILE")]
    pub config: Vec<PathBuf>,
    /// Measured frequencies, which override predicted ones.
    #[arg(long = "profile", value_name = "FILE")]
    pub profile_file: Option<PathBuf>,
    /// Predictor of frequencies.
    #[arg(long, value_enum, default_value_t = HeuristicArg::Markov)]
    pub heuristic: HeuristicArg,
    /// Use one technique everywhere.
    #[arg(long, value_enum, default_value_t = TechniqueArg::Auto)]
    pub technique: TechniqueArg,
    /// Use this plan, in the format of `dump plan`, instead of choosing one.
    #[arg(long, value_name = "FILE", conflicts_with = "technique")]
    pub plan: Option<PathBuf>,
    /// Report the path of the field in errors (adds code, which counts towards the cap).
    #[arg(long)]
    pub error_paths: bool,
    /// Refuse strings of more bytes when decoding, with `STUBC_LIMIT`: 127 or more. Without it the message and the arena
    /// bound them.
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(u32).range(i64::from(codegen::LEAST_MAX_STRING)..))]
    pub max_string: Option<u32>,
    /// Algorithm of the planner.
    #[arg(long, value_enum, default_value_t = SolverArg::Greedy)]
    pub solver: SolverArg,
    /// How much of the code is in the cache when a message arrives: all (warm), none (cold), or the mean of both. Time
    /// includes the bytes that a message reads from memory.
    #[arg(long, value_enum, default_value_t = CacheArg::Mixed)]
    pub cache: CacheArg,
    /// The target's C compiler, which stubc runs to measure sizes.
    #[arg(long, value_name = "CMD", default_value = "cc")]
    pub cc: String,
    /// Flags of the target's C compiler.
    #[arg(long, value_name = "FLAGS", default_value = "-Os", allow_hyphen_values = true)]
    pub cflags: String,
    /// Time limit for one run of the C compiler, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..))]
    pub cc_timeout: u64,
    /// Prefix of every emitted symbol, type, macro and file.
    #[arg(long, value_name = "P", default_value = "", value_parser = c_prefix)]
    pub prefix: String,
    /// Write a report of the plan: .json, .html, .md, or .svg (the chart of size against time); repeatable.
    #[arg(long, value_name = "FILE", value_parser = report_file)]
    pub report: Vec<PathBuf>,
    /// Annotate this message in the report (.html or .json): the field of each byte, and the cost of each
    /// constructor; repeatable.
    #[arg(long, value_name = "FILE", requires = "report")]
    pub message: Vec<PathBuf>,
    /// Write a dependency file for Make or Ninja.
    #[arg(long, value_name = "FILE")]
    pub depfile: Option<PathBuf>,
    /// Refuse values outside the constraints of the specification (ranges, sizes, alphabets) in both
    /// directions.
    #[arg(long)]
    pub check_constraints: bool,
    /// Generate stubs that count fields, arms, lengths and messages on the device, and dump them as a profile.
    #[arg(long)]
    pub instrument: bool,
    /// Also write stubc_util.h and stubc_util.c: initializers, names of errors, helpers for object identifiers,
    /// bits, times and strings. Only `--util=counted` counts them towards the cap.
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "beside")]
    pub util: Option<UtilArg>,
    /// Also write stubc_plug.h: tables that are replaced while other threads use them. No cap counts it.
    #[arg(long)]
    pub plug: bool,
    /// Make the runtime count executed commands (for measurements).
    #[arg(long, hide = true)]
    pub count_commands: bool,
    /// Print errors only.
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print all warnings and notes, and the technique of every node.
    #[arg(short, long)]
    pub verbose: bool,
    /// When to use colors in diagnostics.
    #[arg(long, value_enum, default_value_t = ColorArg::Auto)]
    pub color: ColorArg,
}

/// Options of `dump`.
#[derive(Args, Debug)]
pub struct DumpArgs {
    /// The stage to print.
    #[arg(value_enum)]
    pub stage: Stage,
    /// Print a Graphviz digraph (references only).
    #[arg(long)]
    pub dot: bool,
    /// Common options.
    #[command(flatten)]
    pub compile: CompileArgs,
}

/// Options of `decode` and `encode`. The last file is the message.
#[derive(Args, Debug)]
pub struct MessageArgs {
    /// Type of the message: `Type` or `Module.Type`.
    #[arg(long = "type", value_name = "TYPE")]
    pub ty: String,
    /// Common options; the last SPEC is the message (`-`: standard input).
    #[command(flatten)]
    pub compile: CompileArgs,
}

/// Options of `profile`.
#[derive(Args, Debug)]
pub struct ProfileArgs {
    /// Type of the messages.
    #[arg(long = "type", value_name = "TYPE", required_unless_present_any = ["merge", "calls"])]
    pub ty: Option<String>,
    /// Find out which remote procedure calls of captures follow each other, and propose clusters of them. The result is
    /// TOML; a file of -o that ends in .dot or .svg gets a picture.
    #[arg(long, conflicts_with_all = ["ty", "framing", "direction", "merge"])]
    pub calls: bool,
    /// With --calls: a call follows another one if at most so many milliseconds are between them.
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 1.0, requires = "calls")]
    pub within: f64,
    /// Propose at most so many shapes of the messages, with the share of held-out messages that have each. The result is
    /// a configuration. docs/specialization.md describes shapes.
    #[arg(long, value_name = "N", conflicts_with_all = ["calls", "merge"], value_parser = clap::value_parser!(u16).range(1..))]
    pub shapes: Option<u16>,
    /// Messages: files, captures (pcap, pcapng) and directories of them. Words that follow and end in .asn1,
    /// .asn or .x are specifications, as are all words after `--`.
    #[arg(long, value_name = "DIR|FILE", num_args = 1.., required_unless_present = "merge")]
    pub messages: Vec<PathBuf>,
    /// Framing of messages in a file or TCP stream: one message per file, concatenated (the default in TCP),
    /// or each after its length in 2 or 4 bytes (big-endian).
    #[arg(long, value_enum, default_value_t = FramingArg::File)]
    pub framing: FramingArg,
    /// In captures, read only packets to or from this port: N, to:N or from:N.
    #[arg(long, value_name = "PORT")]
    pub port: Option<PortSelector>,
    /// Count the messages only as received (decode) or only as sent (encode) (default: both).
    #[arg(long, value_enum)]
    pub direction: Option<DirectionArg>,
    /// Merge these profiles instead; needs neither specifications nor messages.
    #[arg(long, value_name = "PROFILE", num_args = 1.., conflicts_with_all = ["ty", "messages", "direction"])]
    pub merge: Vec<PathBuf>,
    /// Common options.
    #[command(flatten)]
    pub compile: CompileArgs,
}

/// Options of `sweep`.
#[derive(Args, Debug)]
pub struct SweepArgs {
    /// Type of the messages (default: the first root).
    #[arg(long = "type", value_name = "TYPE")]
    pub ty: Option<String>,
    /// Messages: files and directories of files. Words that follow and end in .asn1, .asn or .x are
    /// specifications, as are all words after `--`.
    #[arg(long, value_name = "DIR|FILE", num_args = 1.., required_unless_present = "plan_only")]
    pub messages: Vec<PathBuf>,
    /// Print the predicted frontier of size against time with the gain of each step; runs no message.
    #[arg(long, conflicts_with_all = ["messages", "axis", "points"])]
    pub plan_only: bool,
    /// Placement of the points: by percent of size, where each point is the fastest plan; or by the share of
    /// compiled code, where each point is the plan that eliminates the most interpreter calls. The latter serves
    /// comparison with the paper of 1997 alone; no cap gives its plans.
    #[arg(long, value_enum, default_value_t = AxisArg::Size)]
    pub axis: AxisArg,
    /// The points, in percent.
    #[arg(long, value_delimiter = ',', default_values_t = [0.0, 10.0, 25.0, 50.0, 75.0, 100.0])]
    pub points: Vec<f64>,
    /// Common options.
    #[command(flatten)]
    pub compile: CompileArgs,
}

/// Options of `explain`.
#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// The type or field to explain.
    #[arg(long = "type", value_name = "TYPE")]
    pub ty: String,
    /// Common options; one build file may replace the specifications.
    #[command(flatten)]
    pub compile: CompileArgs,
}

/// Options of `shape`.
#[derive(Args, Debug)]
pub struct ShapeArgs {
    /// Type of the message: `Type` or `Module.Type`.
    #[arg(long = "type", value_name = "TYPE")]
    pub ty: String,
    /// The sample message.
    #[arg(long, value_name = "FILE", required_unless_present = "engine")]
    pub from: Option<PathBuf>,
    /// A scalar that differs between messages, as error paths name it; `*` stands for any characters, `[*]` for any
    /// element. Repeatable.
    #[arg(long, value_name = "PATH")]
    pub hole: Vec<String>,
    /// The same, with the length of the sample. Repeatable.
    #[arg(long, value_name = "PATH")]
    pub fixed: Vec<String>,
    /// Name of the shape (default: the stem of the sample).
    #[arg(long, value_name = "NAME")]
    pub shape_name: Option<String>,
    /// Share of the type's messages that have the shape, from 0 to 1.
    #[arg(long, value_name = "SHARE")]
    pub share: Option<f64>,
    /// Hold the sample in the entry, in place of the name of its file.
    #[arg(long, conflicts_with = "engine")]
    pub inline: bool,
    /// Write an engine of shapes that arrive at run time, with a checker, in place of an entry. docs/service.md
    /// describes it.
    #[arg(long, conflicts_with = "from")]
    pub engine: bool,
    /// Write the blob of the shape for such an engine to this file, too.
    #[arg(long, value_name = "FILE", conflicts_with = "engine")]
    pub blob: Option<PathBuf>,
    /// Common options; -o names the file of the entry.
    #[command(flatten)]
    pub compile: CompileArgs,
}

/// Options of `harness`.
#[derive(Args, Debug)]
pub struct HarnessArgs {
    /// Type of the messages: `Type` or `Module.Type`. It becomes a root.
    #[arg(long = "type", value_name = "TYPE")]
    pub ty: String,
    /// Seed of the random values: the same seed gives the same values.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Number of random values.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    pub values: u16,
    /// Common options.
    #[command(flatten)]
    pub compile: CompileArgs,
}

/// What runs a filter.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum FilterTarget {
    /// The kernel of Linux, at the driver of a network device.
    Xdp,
}

/// Options of `filter`.
#[derive(Args, Debug)]
pub struct FilterArgs {
    /// The predicate: `Type: path = value and has path`. docs/specialization.md describes the language.
    #[arg(value_name = "PREDICATE")]
    pub predicate: String,
    /// Write an interpreter of filters that arrive at run time, with a checker. PREDICATE is then the type of their
    /// messages alone. docs/service.md describes it.
    #[arg(long)]
    pub engine: bool,
    /// What runs the filter: `xdp` writes one file for `clang -O2 -target bpf`, which drops packets whose message passes.
    /// docs/specialization.md describes it.
    #[arg(long, value_name = "TARGET", requires = "skip", conflicts_with = "engine")]
    pub target: Option<FilterTarget>,
    /// Headers before the message: eth,ipv4,udp:PORT, with ipv6 or ipv4|ipv6, and tcp:PORT.
    #[arg(long, value_name = "HEADERS", requires = "target")]
    pub skip: Option<Headers>,
    /// Common options; `--name` is the name of the function (default: filter).
    #[command(flatten)]
    pub compile: CompileArgs,
}

/// Options of `serve`.
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// Where to listen: unix:PATH or tcp:HOST:PORT (port 0: any). Repeatable.
    #[arg(long, value_name = "ADDRESS", required = true)]
    pub listen: Vec<Address>,
    /// Folder that keeps blobs between runs (default: stubc/blobs in the user's cache folder).
    #[arg(long, value_name = "DIR")]
    pub store: Option<PathBuf>,
    /// Maximum number of blobs in the folder; beyond it, the oldest are removed.
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = clap::value_parser!(u16).range(4..))]
    pub most_blobs: u16,
    /// Maximum number of connections; more are closed at once.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    pub connections: u16,
    /// Seconds that a call waits for its filter; then the answer is to ask again.
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(..3600))]
    pub patience: u64,
    /// Common options: the specification.
    #[command(flatten)]
    pub compile: CompileArgs,
}

/// Options of `fetch`.
#[derive(Args, Debug)]
pub struct FetchArgs {
    /// The predicate, as for `filter`.
    #[arg(value_name = "PREDICATE", required_unless_present = "shape", conflicts_with = "shape")]
    pub predicate: Option<String>,
    /// A configuration with one shape, as `shape` writes it: fetch the blob of the shape.
    #[arg(long, value_name = "FILE")]
    pub shape: Option<PathBuf>,
    /// The server: unix:PATH or tcp:HOST:PORT.
    #[arg(long, value_name = "ADDRESS")]
    pub from: Address,
    /// The digest of the device's engine, which `filter --engine` and `shape --engine` print.
    #[arg(long, value_name = "HEX")]
    pub configuration: String,
    /// The file of the blob.
    #[arg(short, long, value_name = "FILE", default_value = "filter.blob")]
    pub out: PathBuf,
    /// Time limit of all calls, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..3600))]
    pub timeout: u64,
    /// Print errors only.
    #[arg(short, long)]
    pub quiet: bool,
}

/// Options of `build`. They override the keys of the same name in the build file.
#[derive(Args, Debug, Clone)]
pub struct BuildArgs {
    /// The build file; its paths are relative to it.
    #[arg(value_name = "FILE", default_value = "stubc.toml")]
    pub file: PathBuf,
    /// Maximum size of all object code together, runtime included: bytes, NK, NM or N%.
    #[arg(long, value_name = "SIZE")]
    pub max_size: Option<Cap>,
    /// Folder of the generated files.
    #[arg(short, long, value_name = "DIR")]
    pub out_dir: Option<PathBuf>,
    /// Prefix of the runtime's symbols and files.
    #[arg(long, value_name = "P", value_parser = c_prefix)]
    pub prefix: Option<String>,
    /// The target's C compiler, which stubc runs to measure sizes.
    #[arg(long, value_name = "CMD")]
    pub cc: Option<String>,
    /// Flags of the target's C compiler.
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    pub cflags: Option<String>,
    /// Time limit for one run of the C compiler, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..))]
    pub cc_timeout: u64,
    /// Predictor of frequencies.
    #[arg(long, value_enum, default_value_t = HeuristicArg::Markov)]
    pub heuristic: HeuristicArg,
    /// Use one technique everywhere.
    #[arg(long, value_enum, default_value_t = TechniqueArg::Auto)]
    pub technique: TechniqueArg,
    /// Algorithm of the planner.
    #[arg(long, value_enum, default_value_t = SolverArg::Greedy)]
    pub solver: SolverArg,
    /// How much of the code is in the cache when a message arrives: all (warm), none (cold), or the mean of both.
    #[arg(long, value_enum)]
    pub cache: Option<CacheArg>,
    /// Silence a warning, by the name in its brackets; repeatable, or separated by commas.
    #[arg(long, value_name = "WARNING", value_delimiter = ',')]
    pub allow: Vec<String>,
    /// Make a warning an error, by the name in its brackets; repeatable, or separated by commas.
    #[arg(long, value_name = "WARNING", value_delimiter = ',')]
    pub deny: Vec<String>,
    /// Write a report of the plan: .json, .html, .md, or .svg (the chart of size against time); repeatable.
    #[arg(long, value_name = "FILE", value_parser = report_file)]
    pub report: Vec<PathBuf>,
    /// Write a dependency file for Make or Ninja.
    #[arg(long, value_name = "FILE")]
    pub depfile: Option<PathBuf>,
    /// Print errors only.
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print all warnings and notes, and the technique of every node.
    #[arg(short, long)]
    pub verbose: bool,
    /// When to use colors in diagnostics.
    #[arg(long, value_enum, default_value_t = ColorArg::Auto)]
    pub color: ColorArg,
}

impl CompileArgs {
    /// Returns the options of `build` for a build file that is given instead of specifications.
    pub fn of_build(&self, file: &Path) -> BuildArgs {
        let usual = Cli::parse_from(["stubc"]).compile;
        let own = |given: &String, usual: &String| (given != usual).then(|| given.clone());
        BuildArgs {
            file: file.to_path_buf(),
            max_size: self.max_size,
            out_dir: self.out_dir.clone(),
            prefix: own(&self.prefix, &usual.prefix),
            cc: own(&self.cc, &usual.cc),
            cflags: own(&self.cflags, &usual.cflags),
            cc_timeout: self.cc_timeout,
            heuristic: self.heuristic,
            technique: self.technique,
            solver: self.solver,
            cache: (self.cache != usual.cache).then_some(self.cache),
            allow: self.allow.clone(),
            deny: self.deny.clone(),
            report: Vec::new(),
            depfile: None,
            quiet: self.quiet,
            verbose: self.verbose,
            color: self.color,
        }
    }
}

impl BuildArgs {
    /// Returns the options of one specification, as if it were compiled alone.
    pub fn common(&self) -> CompileArgs {
        let mut args = Cli::parse_from(["stubc"]).compile;
        args.cc_timeout = self.cc_timeout;
        args.heuristic = self.heuristic;
        args.technique = self.technique;
        args.solver = self.solver;
        args.allow.clone_from(&self.allow);
        args.deny.clone_from(&self.deny);
        args.report.clone_from(&self.report);
        args.depfile.clone_from(&self.depfile);
        (args.quiet, args.verbose, args.color) = (self.quiet, self.verbose, self.color);
        args
    }
}

macro_rules! value_enum {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the names are those of the command line")]
        pub enum $name { $($(#[$variant_doc])* $variant),+ }
    };
}

value_enum!(
    /// A stage that `dump` can print.
    Stage { Graph, References, Frequencies, Candidates, Plan, Programs }
);
value_enum!(
    /// Encoding rules.
    RulesArg {
        Ber,
        Der,
        Uper,
        Aper,
        Oer,
        Coer,
        Xdr,
    }
);
value_enum!(
    /// A side of remote procedure calls.
    RpcArg { Client, Server, Split, Batch }
);
value_enum!(
    /// Whether the cap counts helpers for applications.
    UtilArg { Beside, Counted }
);
value_enum!(
    /// A predictor of frequencies.
    HeuristicArg { Markov, References, Optional, Array }
);
value_enum!(
    /// A technique for everything, or the planner's choice.
    TechniqueArg { Auto, Interpreted, Compiled, Inlined }
);
value_enum!(
    /// An algorithm of the planner.
    SolverArg { Greedy, Exact }
);
value_enum!(
    /// How much of the code is in the cache.
    CacheArg { Warm, Mixed, Cold }
);
value_enum!(
    /// When to use colors.
    ColorArg { Auto, Always, Never }
);
value_enum!(
    /// The framing of messages in a file.
    FramingArg {
        /// One message per file.
        File,
        /// Concatenated messages.
        Stream,
        /// Each message after its length in 2 bytes, big-endian.
        Length2,
        /// Each message after its length in 4 bytes, big-endian.
        Length4,
    }
);
value_enum!(
    /// A direction.
    DirectionArg { Decode, Encode }
);
value_enum!(
    /// An axis of a sweep.
    AxisArg { Size, Compiled }
);

fn report_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("json" | "html" | "md" | "svg") => Ok(path),
        _ => Err("the name of a report must end in .json, .html, .md or .svg".to_owned()),
    }
}
