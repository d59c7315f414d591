//! The command line.

use crate::captures::PortSelector;
use crate::files::is_specification;
use clap::{ArgAction, Args, CommandFactory, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use stubc::{Cap, RootRequest};

/// Compiles ASN.1 specifications to C marshalling code that is the fastest that fits a code-size cap.
#[derive(Parser, Debug)]
#[command(
    name = "stubc",
    version,
    args_conflicts_with_subcommands = true,
    subcommand_precedence_over_arg = true
)]
pub struct Cli {
    /// What to do; without it, the specifications are compiled.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Options of the main job.
    #[command(flatten)]
    pub compile: CompileArgs,
}

impl Cli {
    /// Gives each job the specifications that stand behind `--messages`.
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

/// Moves the specifications among the words behind `--messages` to the specifications.
fn sort(messages: &mut Vec<PathBuf>, compile: &mut CompileArgs) {
    let (specs, others) = std::mem::take(messages).into_iter().partition(|path| is_specification(path));
    *messages = others;
    compile.specs.extend::<Vec<PathBuf>>(specs);
}

/// The words of the command line with the command in front of the common options before it: `-q check a.asn1` is
/// `check -q a.asn1`. The words behind a specification are left as they are.
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
            // Of `-qIdir`, the first that takes a value takes the rest.
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
        // Anything but a common option is reported where it stands.
        let Some(value_follows) = value_follows else { return words };
        at += 1 + usize::from(value_follows);
    }
    words
}

/// What can be done beside the main job.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Parse, resolve, validate; print diagnostics; write nothing.
    Check(CompileArgs),
    /// Print a stage as stable text.
    Dump(DumpArgs),
    /// Measure field frequencies from captured messages.
    Profile(ProfileArgs),
    /// Print a message as JSON.
    Decode(MessageArgs),
    /// Encode JSON, the inverse of decode.
    Encode(MessageArgs),
    /// Size against interpreter calls eliminated and instructions.
    Sweep(SweepArgs),
    /// Say why a type got its technique, and what the next kilobyte would buy.
    Explain(ExplainArgs),
    /// Print a script that completes the command line in a shell.
    Completions(CompletionsArgs),
    /// Write the manual pages: one for the tool, one for each command.
    #[command(hide = true)]
    Man(ManArgs),
}

/// `completions`.
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// `man`.
#[derive(Args, Debug)]
pub struct ManArgs {
    /// The folder that the pages go to.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// Options that all jobs share.
#[derive(Args, Debug, Clone)]
pub struct CompileArgs {
    /// Specification files (.asn1, .asn; .x for XDR).
    #[arg(value_name = "SPEC")]
    pub specs: Vec<PathBuf>,
    /// Cap on the size of object code, runtime included: N, NK, NM or N%; left out: fastest.
    #[arg(long, value_name = "SIZE")]
    pub max_size: Option<Cap>,
    /// Where the files go (default: here); decode, encode, profile and sweep: the file that the result goes to.
    #[arg(short, long, value_name = "DIR")]
    pub out_dir: Option<PathBuf>,
    /// Base name of the output files (default: from the first specification).
    #[arg(long, value_name = "NAME", value_parser = c_name)]
    pub name: Option<String>,
    /// Encoding rules (default: ber for ASN.1, xdr for .x).
    #[arg(long, value_enum)]
    pub rules: Option<RulesArg>,
    /// A root: a message type that is sent or received; repeatable (default: types that no other refers to).
    #[arg(long, value_name = "TYPE[:encode|:decode]")]
    pub pdu: Vec<RootRequest>,
    /// Stubs of the specification's remote programs (.x): those that call, those that are called, or both.
    #[arg(long, value_enum, value_name = "SIDE", value_delimiter = ',')]
    pub rpc: Vec<RpcArg>,
    /// Where imported modules are looked for; repeatable.
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// A warning that is not to be reported (the name in brackets behind `warning`); repeatable, or with commas.
    #[arg(long, value_name = "WARNING", value_delimiter = ',')]
    pub allow: Vec<String>,
    /// A warning that is to be an error; repeatable, or with commas.
    #[arg(long, value_name = "WARNING", value_delimiter = ',')]
    pub deny: Vec<String>,
    /// Configuration: C mapping, frequencies, roots (TOML); repeatable, later files win.
    #[arg(long, value_name = "FILE")]
    pub config: Vec<PathBuf>,
    /// Measured frequencies; they override predictions.
    #[arg(long = "profile", value_name = "FILE")]
    pub profile_file: Option<PathBuf>,
    /// Predictor of frequencies.
    #[arg(long, value_enum, default_value_t = HeuristicArg::Markov)]
    pub heuristic: HeuristicArg,
    /// Force one technique everywhere.
    #[arg(long, value_enum, default_value_t = TechniqueArg::Auto)]
    pub technique: TechniqueArg,
    /// Use this plan, as `dump plan` writes it, instead of choosing.
    #[arg(long, value_name = "FILE", conflicts_with = "technique")]
    pub plan: Option<PathBuf>,
    /// Field paths in errors (off by default; their bytes count).
    #[arg(long)]
    pub error_paths: bool,
    /// How the planner searches.
    #[arg(long, value_enum, default_value_t = SolverArg::Greedy)]
    pub solver: SolverArg,
    /// The target compiler that sizes are measured with.
    #[arg(long, value_name = "CMD", default_value = "cc")]
    pub cc: String,
    /// Its flags.
    #[arg(long, value_name = "FLAGS", default_value = "-Os", allow_hyphen_values = true)]
    pub cflags: String,
    /// Time limit for one run of the target compiler, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..))]
    pub cc_timeout: u64,
    /// In front of every emitted symbol, type, macro and file.
    #[arg(long, value_name = "P", default_value = "", value_parser = c_prefix)]
    pub prefix: String,
    /// Write the plan and its reasons; by ending: .json, .html, .md, or .svg (size against time alone); repeatable.
    #[arg(long, value_name = "FILE", value_parser = report_file)]
    pub report: Vec<PathBuf>,
    /// Write a Make dependency file.
    #[arg(long, value_name = "FILE")]
    pub depfile: Option<PathBuf>,
    /// Refuse values outside the constraints of the specification (ranges, sizes, alphabets) in both directions.
    #[arg(long)]
    pub check_constraints: bool,
    /// Stubs that count fields, arms, lengths and messages on the device, and dump them as a profile.
    #[arg(long)]
    pub instrument: bool,
    /// Also write stubc_util.h and stubc_util.c: helpers for object identifiers, bits, times and strings. The cap does not count
    /// them, except with `--util=counted`.
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "beside")]
    pub util: Option<UtilArg>,
    /// Let the runtime count executed commands (for measurements).
    #[arg(long, hide = true)]
    pub count_commands: bool,
    /// Print errors alone.
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print every choice and every note.
    #[arg(short, long)]
    pub verbose: bool,
    /// Colours in diagnostics.
    #[arg(long, value_enum, default_value_t = ColorArg::Auto)]
    pub color: ColorArg,
}

/// `dump`.
#[derive(Args, Debug)]
pub struct DumpArgs {
    /// What to print.
    #[arg(value_enum)]
    pub stage: Stage,
    /// As a Graphviz digraph (references only).
    #[arg(long)]
    pub dot: bool,
    /// Common options.
    #[command(flatten)]
    pub compile: CompileArgs,
}

/// `decode` and `encode`: the last file is the message.
#[derive(Args, Debug)]
pub struct MessageArgs {
    /// Type of the message: `Type` or `Module.Type`.
    #[arg(long = "type", value_name = "TYPE")]
    pub ty: String,
    /// Common options; the last SPEC is the message (`-`: standard input).
    #[command(flatten)]
    pub compile: CompileArgs,
}

/// `profile`.
#[derive(Args, Debug)]
pub struct ProfileArgs {
    /// Type of the messages.
    #[arg(long = "type", value_name = "TYPE", required_unless_present = "merge")]
    pub ty: Option<String>,
    /// Messages: files, captures (pcap, pcapng), and directories of them; .asn1, .asn and .x files behind them are
    /// specifications, as is all behind `--`.
    #[arg(long, value_name = "DIR|FILE", num_args = 1.., required_unless_present = "merge")]
    pub messages: Vec<PathBuf>,
    /// How messages stand in a file or a TCP stream: one a file, back to back (streams unless told), or each after its
    /// length (big-endian).
    #[arg(long, value_enum, default_value_t = FramingArg::File)]
    pub framing: FramingArg,
    /// Of captures (pcap, pcapng) only what goes to or from this port: N, to:N or from:N.
    #[arg(long, value_name = "PORT")]
    pub port: Option<PortSelector>,
    /// The messages are received (decode) or sent (encode) alone (default: both).
    #[arg(long, value_enum)]
    pub direction: Option<DirectionArg>,
    /// Add up these profiles instead; neither a specification nor messages are needed.
    #[arg(long, value_name = "PROFILE", num_args = 1.., conflicts_with_all = ["ty", "messages", "direction"])]
    pub merge: Vec<PathBuf>,
    /// Common options.
    #[command(flatten)]
    pub compile: CompileArgs,
}

/// `sweep`.
#[derive(Args, Debug)]
pub struct SweepArgs {
    /// Type of the messages (default: the first root).
    #[arg(long = "type", value_name = "TYPE")]
    pub ty: Option<String>,
    /// Messages: files, and directories of files; .asn1, .asn and .x files behind them are specifications, as is all
    /// behind `--`.
    #[arg(long, value_name = "DIR|FILE", num_args = 1.., required_unless_present = "plan_only")]
    pub messages: Vec<PathBuf>,
    /// The whole frontier of size against time, as predicted, with what each step buys: no message is run.
    #[arg(long, conflicts_with_all = ["messages", "axis", "points"])]
    pub plan_only: bool,
    /// How points are placed: by percent of size, each the fastest plan; or by the share of compiled code, each the plan that
    /// eliminates the most interpreter calls, as 1997 counted.
    #[arg(long, value_enum, default_value_t = AxisArg::Size)]
    pub axis: AxisArg,
    /// The points.
    #[arg(long, value_delimiter = ',', default_values_t = [0.0, 10.0, 25.0, 50.0, 75.0, 100.0])]
    pub points: Vec<f64>,
    /// Common options.
    #[command(flatten)]
    pub compile: CompileArgs,
}

/// `explain`.
#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// The type or field.
    #[arg(long = "type", value_name = "TYPE")]
    pub ty: String,
    /// Common options.
    #[command(flatten)]
    pub compile: CompileArgs,
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
    /// A stage that can be printed.
    Stage { Graph, References, Frequencies, Candidates, Plan, Programs }
);
value_enum!(
    /// Encoding rules. Those that are still to come are not offered.
    RulesArg {
        Ber,
        Der,
        #[value(hide = true)]
        Uper,
        #[value(hide = true)]
        Aper,
        #[value(hide = true)]
        Oer,
        #[value(hide = true)]
        Coer,
        Xdr,
    }
);
value_enum!(
    /// Sides of remote procedure calls.
    RpcArg { Client, Server }
);
value_enum!(
    /// Whether the cap counts helpers for applications.
    UtilArg { Beside, Counted }
);
value_enum!(
    /// Predictors.
    HeuristicArg { Markov, References, Optional, Array }
);
value_enum!(
    /// Techniques.
    TechniqueArg { Auto, Interpreted, Compiled, Inlined }
);
value_enum!(
    /// Solvers.
    SolverArg { Greedy, Exact }
);
value_enum!(
    /// When to use colours.
    ColorArg { Auto, Always, Never }
);
value_enum!(
    /// How messages stand in a file.
    FramingArg {
        /// One message a file.
        File,
        /// Back to back.
        Stream,
        /// Each after its length in two octets.
        Length2,
        /// Each after its length in four octets.
        Length4,
    }
);
value_enum!(
    /// Directions.
    DirectionArg { Decode, Encode }
);
value_enum!(
    /// Axes of a sweep.
    AxisArg { Size, Compiled }
);

fn c_name(text: &str) -> Result<String, String> {
    let ok = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if ok {
        Ok(text.to_owned())
    } else {
        Err(format!("`{text}` is no usable file name: letters, digits, _ and - after a letter"))
    }
}

fn c_prefix(text: &str) -> Result<String, String> {
    let starts = text.is_empty() || text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if starts && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        Ok(text.to_owned())
    } else {
        Err(format!("`{text}` cannot begin a C identifier"))
    }
}

fn report_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("json" | "html" | "md" | "svg") => Ok(path),
        _ => Err("a report is a .json, .html, .md or .svg file".to_owned()),
    }
}
