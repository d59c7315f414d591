//! Shows a progress line on the terminal: the files that the compiler works on in a long run.

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Shorter runs show nothing.
const PATIENCE: Duration = Duration::from_secs(2);

/// Shows on a terminal the files that the target compiler works on, after [`PATIENCE`].
#[derive(Debug)]
pub struct Progress {
    started: Instant,
    quiet: bool,
    work: Arc<Mutex<Work>>,
}

/// The state of the compiler runs.
#[derive(Debug, Default)]
struct Work {
    /// Files in work.
    files: Vec<String>,
    /// Files started so far.
    count: usize,
    /// The line, while the compiler works.
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Starts the clock. If `quiet` is true, nothing is shown.
    pub fn new(quiet: bool) -> Self {
        Self { started: Instant::now(), quiet, work: Arc::default() }
    }

    /// Shows a file until the result is dropped.
    pub fn compiling(&self, file: &str) -> Shown<'_> {
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        work.files.push(file.to_owned());
        work.count += 1;
        if !self.quiet && work.bar.is_none() {
            work.bar = Some(self.line());
        }
        Shown { progress: self, file: file.to_owned() }
    }

    fn line(&self) -> ProgressBar {
        let (started, work) = (self.started, Arc::clone(&self.work));
        let line = move |_: &ProgressState, out: &mut dyn Write| {
            // The bar may draw while this thread holds the lock. The next tick then draws the text.
            if let (true, Ok(work)) = (started.elapsed() >= PATIENCE, work.try_lock()) {
                let (seconds, files) = (started.elapsed().as_secs(), work.files.join(", "));
                let _ = write!(out, "{seconds} s: measuring file {}: {files}", work.count);
            }
        };
        let style = ProgressStyle::with_template("{line}").map(|style| style.with_key("line", line));
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new_spinner().with_style(style);
        bar.enable_steady_tick(Duration::from_millis(500));
        bar
    }
}

/// A file on the progress line.
#[derive(Debug)]
pub struct Shown<'p> {
    progress: &'p Progress,
    file: String,
}

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        let mut work = self.progress.work.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = work.files.iter().position(|file| *file == self.file) {
            work.files.remove(at);
        }
        let done = if work.files.is_empty() { work.bar.take() } else { None };
        drop(work);
        // The lock is released first, because the bar's own thread may be drawing.
        if let Some(bar) = done {
            bar.finish_and_clear();
        }
    }
}
