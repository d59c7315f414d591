//! The test server under a guard that stops it, and a recording proxy.

use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The longest time of a session; then its client is stopped.
const PATIENCE: Duration = Duration::from_secs(30);
/// Time between polls.
const PAUSE: Duration = Duration::from_millis(10);

/// The traffic of one connection.
pub(crate) struct Exchange {
    /// Bytes from client to server.
    pub(crate) from_client: Vec<u8>,
    /// Bytes from server to client.
    pub(crate) from_server: Vec<u8>,
}

/// A process that is stopped when its guard is dropped.
struct Guard(Child);

impl Drop for Guard {
    fn drop(&mut self) {
        // The process may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A running test server.
pub(crate) struct Server {
    _guard: Guard,
    port: u16,
}

impl Server {
    /// Starts YAZ's test server in `folder` on a free port of the loopback interface.
    pub(crate) fn start(folder: &Path) -> Result<Self, String> {
        let problem = |error: std::io::Error| format!("yaz-ztest: {error} (Debian package yaz)");
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|free| free.local_addr());
        let port = port.map_err(problem)?.port();
        let child = Command::new("yaz-ztest")
            .args(["-S", &format!("tcp:127.0.0.1:{port}")])
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let guard = Guard(child.map_err(problem)?);
        let deadline = Instant::now() + PATIENCE;
        while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            if Instant::now() > deadline {
                return Err("yaz-ztest does not listen".into());
            }
            thread::sleep(PAUSE);
        }
        Ok(Self { _guard: guard, port })
    }

    /// Runs the client in `folder` with `commands`, in which `$TARGET` is the proxy's address.
    pub(crate) fn record(&self, folder: &Path, commands: &str) -> Result<Vec<Exchange>, String> {
        let problem = |error: std::io::Error| format!("proxy: {error}");
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(problem)?;
        listener.set_nonblocking(true).map_err(problem)?;
        let target = format!("tcp:{}", listener.local_addr().map_err(problem)?);
        let mut client = start_client(folder, &commands.replace("$TARGET", &target))?;
        let deadline = Instant::now() + PATIENCE;
        let mut relays = Vec::new();
        while client.0.try_wait().map_err(problem)?.is_none() && Instant::now() < deadline {
            match listener.accept() {
                Ok((stream, _)) => {
                    stream.set_nonblocking(false).map_err(problem)?;
                    let server = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).map_err(problem)?;
                    relays.push(relay(stream, server).map_err(problem)?);
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(PAUSE),
                Err(error) => return Err(problem(error)),
            }
        }
        drop(client);
        let exchanges = relays.into_iter().map(|[up, down]| {
            let broken = |_| "a relay broke".to_owned();
            Ok(Exchange {
                from_client: up.join().map_err(broken)?,
                from_server: down.join().map_err(broken)?,
            })
        });
        exchanges.collect()
    }
}

/// Starts the client with its commands in a file, so that nothing blocks on its input.
fn start_client(folder: &Path, commands: &str) -> Result<Guard, String> {
    let problem = |error: std::io::Error| format!("yaz-client: {error} (Debian package yaz)");
    let script = folder.join("commands");
    std::fs::write(&script, commands).map_err(problem)?;
    let child = Command::new("yaz-client")
        .arg("-f")
        .arg(&script)
        .current_dir(folder)
        .env("HOME", folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    Ok(Guard(child.map_err(problem)?))
}

type Pump = thread::JoinHandle<Vec<u8>>;

fn relay(client: TcpStream, server: TcpStream) -> std::io::Result<[Pump; 2]> {
    let up = pump(client.try_clone()?, server.try_clone()?)?;
    Ok([up, pump(server, client)?])
}

/// Copies until one side ends or is silent for too long; returns the copied bytes.
fn pump(mut from: TcpStream, mut to: TcpStream) -> std::io::Result<Pump> {
    from.set_read_timeout(Some(PATIENCE))?;
    Ok(thread::spawn(move || {
        let mut copied = Vec::new();
        let mut buffer = [0; 4096];
        while let Ok(count @ 1..) = from.read(&mut buffer) {
            copied.extend_from_slice(&buffer[..count]);
            if to.write_all(&buffer[..count]).is_err() {
                break;
            }
        }
        // The other side may have ended.
        let _ = to.shutdown(Shutdown::Write);
        copied
    }))
}
