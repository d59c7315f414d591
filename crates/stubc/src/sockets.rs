//! Stream sockets of the service, and the records of ONC RPC on them (RFC 5531 section 11).

use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::{Duration, Instant};

/// The highest bit of a fragment's length: it is the last one.
const LAST: u32 = 1 << 31;

/// Where a server listens: `unix:PATH` or `tcp:HOST:PORT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// A local socket.
    Unix(PathBuf),
    /// Host and port.
    Tcp(String),
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unix(path) => write!(f, "unix:{}", path.display()),
            Self::Tcp(place) => write!(f, "tcp:{place}"),
        }
    }
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || "an address is unix:PATH or tcp:HOST:PORT, such as tcp:127.0.0.1:4711".to_owned();
        match text.split_once(':') {
            Some(("unix", path)) if !path.is_empty() => Ok(Self::Unix(PathBuf::from(path))),
            Some(("tcp", place)) => {
                let (host, port) = place.rsplit_once(':').ok_or_else(expected)?;
                if host.is_empty() || port.parse::<u16>().is_err() {
                    return Err(expected());
                }
                Ok(Self::Tcp(place.to_owned()))
            }
            _ => Err(expected()),
        }
    }
}

/// A connection.
pub trait Stream: Read + Write + Send {
    /// Sets how long one read and one write may take.
    ///
    /// # Errors
    /// Those of the operating system.
    fn limit(&self, read: Duration, write: Duration) -> io::Result<()>;
}

macro_rules! stream {
    ($of:ty) => {
        impl Stream for $of {
            fn limit(&self, read: Duration, write: Duration) -> io::Result<()> {
                self.set_read_timeout(Some(read))?;
                self.set_write_timeout(Some(write))
            }
        }
    };
}
stream!(TcpStream);
#[cfg(unix)]
stream!(std::os::unix::net::UnixStream);

/// A socket that accepts connections.
#[derive(Debug)]
pub enum Listener {
    /// A local one.
    #[cfg(unix)]
    Unix(std::os::unix::net::UnixListener, PathBuf),
    /// One of TCP.
    Tcp(TcpListener),
}

impl Listener {
    /// Listens at an address. A local socket that a server left behind is replaced.
    ///
    /// # Errors
    /// Those of the operating system.
    pub fn new(address: &Address) -> io::Result<Self> {
        match address {
            Address::Tcp(place) => Ok(Self::Tcp(TcpListener::bind(place)?)),
            #[cfg(unix)]
            Address::Unix(path) => {
                use std::os::unix::fs::FileTypeExt;
                use std::os::unix::net::{UnixListener, UnixStream};
                let is_socket =
                    std::fs::symlink_metadata(path).is_ok_and(|file| file.file_type().is_socket());
                if is_socket && UnixStream::connect(path).is_err() {
                    std::fs::remove_file(path)?;
                }
                Ok(Self::Unix(UnixListener::bind(path)?, path.clone()))
            }
            #[cfg(not(unix))]
            Address::Unix(_) => {
                Err(io::Error::new(ErrorKind::Unsupported, "there are no local sockets here"))
            }
        }
    }

    /// Returns the address, with the port that the operating system chose for port 0.
    pub fn address(&self) -> String {
        match self {
            Self::Tcp(socket) => {
                socket.local_addr().map_or_else(|_| "tcp".to_owned(), |address| format!("tcp:{address}"))
            }
            #[cfg(unix)]
            Self::Unix(_, path) => format!("unix:{}", path.display()),
        }
    }

    /// Waits for a connection.
    ///
    /// # Errors
    /// Those of the operating system.
    pub fn accept(&self) -> io::Result<Box<dyn Stream>> {
        match self {
            Self::Tcp(socket) => {
                let (stream, _) = socket.accept()?;
                stream.set_nodelay(true)?;
                Ok(Box::new(stream))
            }
            #[cfg(unix)]
            Self::Unix(socket, _) => Ok(Box::new(socket.accept()?.0)),
        }
    }
}

/// Connects to a server.
///
/// # Errors
/// Those of the operating system.
pub fn connect(address: &Address) -> io::Result<Box<dyn Stream>> {
    match address {
        Address::Tcp(place) => {
            let stream = TcpStream::connect(place)?;
            stream.set_nodelay(true)?;
            Ok(Box::new(stream))
        }
        #[cfg(unix)]
        Address::Unix(path) => Ok(Box::new(std::os::unix::net::UnixStream::connect(path)?)),
        #[cfg(not(unix))]
        Address::Unix(_) => Err(io::Error::new(ErrorKind::Unsupported, "there are no local sockets here")),
    }
}

/// The limits of a record.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The time until its first byte.
    pub idle: Duration,
    /// The time from there to its end, and the time of one write.
    pub whole: Duration,
    /// Its most bytes.
    pub most: usize,
}

/// Reads a record of any number of fragments. Returns `None` if the connection ends before it.
///
/// # Errors
/// Those of the operating system; a record that is too large, too slow or cut off, and an empty fragment.
pub fn read_record(stream: &mut dyn Stream, limits: Limits) -> io::Result<Option<Vec<u8>>> {
    stream.limit(limits.idle, limits.whole)?;
    let mut head = [0; 4];
    if stream.read(&mut head[..1])? == 0 {
        return Ok(None);
    }
    let end = Instant::now() + limits.whole;
    fill(stream, &mut head[1..], end, limits)?;
    let mut record = Vec::new();
    loop {
        let word = u32::from_be_bytes(head);
        let length = usize::try_from(word & !LAST).unwrap_or(usize::MAX);
        if length == 0 || length > limits.most - record.len() {
            return Err(io::Error::new(ErrorKind::InvalidData, "a record is too large, or a fragment empty"));
        }
        let from = record.len();
        record.resize(from + length, 0);
        fill(stream, &mut record[from..], end, limits)?;
        if word & LAST != 0 {
            return Ok(Some(record));
        }
        fill(stream, &mut head, end, limits)?;
    }
}

/// Fills a buffer before a moment.
fn fill(stream: &mut dyn Stream, mut buffer: &mut [u8], end: Instant, limits: Limits) -> io::Result<()> {
    while !buffer.is_empty() {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        stream.limit(left, limits.whole)?;
        match stream.read(buffer) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(count) => buffer = &mut buffer[count..],
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Writes a record as one fragment.
///
/// # Errors
/// Those of the operating system, and a record of more than 2 GB.
pub fn write_record(stream: &mut dyn Stream, record: &[u8]) -> io::Result<()> {
    let length = u32::try_from(record.len()).ok().filter(|length| *length < LAST);
    let length = length.ok_or(ErrorKind::InvalidInput)?;
    // In one write, since peers answer each segment.
    stream.write_all(&[&(length | LAST).to_be_bytes(), record].concat())?;
    stream.flush()
}
