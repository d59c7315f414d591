//! A folder of blobs, one file each, named by its token. A file appears whole or not at all, and begins with a digest of
//! token and blob, so that a damaged file counts as missing. Several servers may share the folder.

use crate::ending::uninterrupted;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use stubc::service::Sum;

/// The ending of a file with a blob.
const ENDING: &str = "blob";
/// The most bytes of a file.
const MOST_OCTETS: u64 = 8 << 10;

/// The folder.
#[derive(Debug)]
pub struct Blobs {
    folder: PathBuf,
    most: usize,
}

impl Blobs {
    /// Opens a folder for at most so many blobs, and makes it if it is not there.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub fn open(folder: &Path, most: usize) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        Ok(Self { folder: folder.to_path_buf(), most })
    }

    fn place(&self, token: &Sum) -> PathBuf {
        self.folder.join(format!("{}.{ENDING}", HEXLOWER.encode(token)))
    }

    /// Returns the blob of a token, if the folder holds it undamaged.
    pub fn find(&self, token: &Sum) -> Option<Vec<u8>> {
        let place = self.place(token);
        // Only a small regular file is read: a pipe would block.
        std::fs::metadata(&place).ok().filter(|file| file.is_file() && file.len() <= MOST_OCTETS)?;
        let entry = std::fs::read(place).ok()?;
        let (sum, blob) = entry.split_first_chunk()?;
        (*sum == digest(token, blob)).then(|| blob.to_vec())
    }

    /// Stores a blob. Beyond the most, the oldest are removed until three quarters are left.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn keep(&self, token: &Sum, blob: &[u8]) -> io::Result<()> {
        let written = || -> io::Result<()> {
            let mut file = tempfile::NamedTempFile::new_in(&self.folder)?;
            file.write_all(&digest(token, blob))?;
            file.write_all(blob)?;
            file.persist(self.place(token))?;
            Ok(())
        };
        uninterrupted(written)?;
        self.prune();
        Ok(())
    }

    /// Removes the blob of a token. Returns whether it was there.
    pub fn remove(&self, token: &Sum) -> bool {
        std::fs::remove_file(self.place(token)).is_ok()
    }

    fn prune(&self) {
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return };
        let own = |path: &PathBuf| path.extension().is_some_and(|ending| ending == ENDING);
        let mut kept: Vec<(SystemTime, PathBuf)> = entries
            .flatten()
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .filter(|(_, path)| own(path))
            .collect();
        if kept.len() > self.most {
            kept.sort();
            for (_, path) in &kept[..kept.len() - self.most * 3 / 4] {
                // Another server may have removed it.
                let _ = std::fs::remove_file(path);
            }
        }
    }
}

fn digest(token: &Sum, blob: &[u8]) -> Sum {
    Sha256::new().chain_update(token).chain_update(blob).finalize().into()
}
