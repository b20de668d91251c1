//! The folder of a site: which of its files are ours, and how one is changed while a web server reads it.
//!
//! `.penpawn-site` lists our files, each with the digest of what it is made of, or `-` while that is not sure, and its octets.
//! It is written before the first file is, so that a run that was broken off knows its files again; a file that is not in it
//! is not ours, and is neither overwritten nor removed. A file is written beside its place and put there whole. Two runs at
//! once are kept apart by a lock that the system lets go when its process ends.

use crate::plain_file;
use crate::whole_file::{clear, folder_of};
use anyhow::{Context, bail};
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions, Permissions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// SHA-256 of what a file is made of.
pub(super) type Digest = [u8; 32];

/// All files that the site is to have, and what each is made of.
pub(super) type Plan = BTreeMap<String, Digest>;

/// The list of our files.
const LIST: &str = ".penpawn-site";
/// Who holds it writes.
const LOCK: &str = ".penpawn-site.lock";
/// A file that is being written, in the folder of its place.
const UNFINISHED: &str = ".penpawn-site.part";
/// The first line of the list.
const FIRST: &str = "penpawn site 1";

/// A file of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    /// `None` while it is not sure what is in it.
    digest: Option<Digest>,
    octets: u64,
}

/// The folder, locked.
#[derive(Debug)]
pub(super) struct Folder {
    root: PathBuf,
    known: BTreeMap<String, Known>,
    written: usize,
    removed: usize,
    /// Held until the end.
    _lock: File,
}

/// What a run did.
pub(super) struct Done {
    pub(super) written: usize,
    pub(super) removed: usize,
}

pub(super) fn digest_of(octets: &[u8]) -> Digest {
    Sha256::digest(octets).into()
}

impl Folder {
    /// Opens the folder, and makes it where there is none.
    ///
    /// # Errors
    ///
    /// When another run is at work there, or it has files and no site.
    pub(super) fn open(root: &Path) -> anyhow::Result<Folder> {
        let shown = root.display();
        make_folder(root).with_context(|| format!("{shown} cannot be made"))?;
        let list = root.join(LIST);
        // Before anything is put there.
        if fs::symlink_metadata(&list).is_err() {
            refuse_foreign(root)?;
        }
        let lock = root.join(LOCK);
        let lock = plain_file::open(
            &lock,
            OpenOptions::new().write(true).create(true).truncate(false),
        )
        .with_context(|| format!("{} cannot be opened", lock.display()))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!("another `penpawn site` is at work in {shown}; try again when it is done")
            }
            Err(TryLockError::Error(fault)) => {
                return Err(fault).with_context(|| format!("{shown} cannot be locked"));
            }
        }
        // Under the lock, as another run may just have changed it.
        let known = match fs::read_to_string(&list) {
            Ok(text) => read_list(&text)
                .with_context(|| format!("{} is no list of ours", list.display()))?,
            Err(fault) if fault.kind() == ErrorKind::NotFound => BTreeMap::new(),
            Err(fault) => {
                return Err(fault).with_context(|| format!("{} cannot be read", list.display()));
            }
        };
        Ok(Folder {
            root: root.to_owned(),
            known,
            written: 0,
            removed: 0,
            _lock: lock,
        })
    }

    /// Notes which files there will be, before the first is written.
    ///
    /// # Errors
    ///
    /// When something that is not ours stands in the place of one; nothing is changed then.
    pub(super) fn announce(&mut self, plan: &Plan) -> anyhow::Result<()> {
        let ours = plan.keys().chain(self.known.keys());
        for folder in ours.filter_map(|path| Path::new(path).parent()) {
            let folder = self.root.join(folder);
            let link = fs::symlink_metadata(&folder).is_ok_and(|found| !found.is_dir());
            if folder != self.root && link {
                bail!("{} is not ours, and is in the way", folder.display());
            }
        }
        for path in plan.keys().filter(|path| !self.known.contains_key(*path)) {
            let file = self.root.join(path);
            if fs::symlink_metadata(&file).is_ok() {
                bail!(
                    "{} is not ours, and stands where a page is to be; nothing was changed",
                    file.display()
                );
            }
        }
        let unsure = Known {
            digest: None,
            octets: 0,
        };
        for (path, digest) in plan {
            if !self.has(path, *digest) {
                self.known.insert(path.clone(), unsure);
            }
        }
        self.write_list()
    }

    /// Whether the file is there, made of this.
    pub(super) fn has(&self, path: &str, digest: Digest) -> bool {
        let Some(known) = self.known.get(path) else {
            return false;
        };
        let file = || fs::symlink_metadata(self.root.join(path));
        known.digest == Some(digest)
            && file().is_ok_and(|found| found.is_file() && found.len() == known.octets)
    }

    /// Writes a file, unless it is there already.
    ///
    /// # Errors
    ///
    /// When that cannot be done.
    pub(super) fn write(
        &mut self,
        path: &str,
        digest: Digest,
        octets: &[u8],
    ) -> anyhow::Result<()> {
        self.put(path, digest, |file| {
            file.write_all(octets)?;
            Ok(octets.len().try_into().unwrap_or_default())
        })
    }

    /// Writes a file that consists of others.
    ///
    /// # Errors
    ///
    /// When that cannot be done.
    pub(super) fn join(
        &mut self,
        path: &str,
        digest: Digest,
        parts: impl Iterator<Item = String>,
    ) -> anyhow::Result<()> {
        let root = self.root.clone();
        self.put(path, digest, |file| {
            let mut octets = 0;
            for part in parts {
                octets += io::copy(&mut File::open(root.join(part))?, file)?;
            }
            Ok(octets)
        })
    }

    fn put(
        &mut self,
        path: &str,
        digest: Digest,
        fill: impl FnOnce(&mut File) -> io::Result<u64>,
    ) -> anyhow::Result<()> {
        if self.has(path, digest) {
            return Ok(());
        }
        let file = self.root.join(path);
        let octets =
            put(&file, fill).with_context(|| format!("{} cannot be written", file.display()))?;
        let digest = Some(digest);
        self.known.insert(path.to_owned(), Known { digest, octets });
        self.written += 1;
        Ok(())
    }

    /// Removes the files of ours that are not due any more: before all else, so that whatever cannot be written keeps nothing
    /// there that somebody wants gone.
    ///
    /// # Errors
    ///
    /// When that cannot be done.
    pub(super) fn remove_over(&mut self, plan: &Plan) -> anyhow::Result<()> {
        let over: BTreeSet<String> = self
            .known
            .keys()
            .filter(|path| !plan.contains_key(*path))
            .cloned()
            .collect();
        for path in &over {
            let file = self.root.join(path);
            clear(&file).with_context(|| format!("{} cannot be removed", file.display()))?;
            self.known.remove(path);
        }
        self.removed = over.len();
        self.write_list()
    }

    /// Notes what is there.
    ///
    /// # Errors
    ///
    /// When that cannot be done.
    pub(super) fn finish(self) -> anyhow::Result<Done> {
        self.write_list()?;
        Ok(Done {
            written: self.written,
            removed: self.removed,
        })
    }

    fn write_list(&self) -> anyhow::Result<()> {
        let mut list = format!("{FIRST}\n");
        for (path, Known { digest, octets }) in &self.known {
            let digest = digest.map_or_else(|| "-".to_owned(), |digest| hexadecimal(&digest));
            list.push_str(&format!("{digest} {octets} {path}\n"));
        }
        let file = self.root.join(LIST);
        // What was there before is what is wanted, as long as nothing changed.
        if fs::read(&file).is_ok_and(|there| there == list.as_bytes()) {
            return Ok(());
        }
        put(&file, |file| {
            file.write_all(list.as_bytes())?;
            file.sync_all()?;
            Ok(0)
        })
        .map(drop)
        .with_context(|| format!("{} cannot be written", file.display()))
    }
}

/// Writes a file beside its place and puts it there, for everybody to read: that is what it is for.
fn put(file: &Path, fill: impl FnOnce(&mut File) -> io::Result<u64>) -> io::Result<u64> {
    let folder = folder_of(file);
    make_folder(folder)?;
    let unfinished = folder.join(UNFINISHED);
    clear(&unfinished)?;
    let mut out = plain_file::create(&unfinished)?;
    out.set_permissions(Permissions::from_mode(0o644))?;
    let octets = fill(&mut out)?;
    drop(out);
    fs::rename(&unfinished, file)?;
    Ok(octets)
}

/// Makes a folder that everybody may look into; one that is there stays as it is.
fn make_folder(folder: &Path) -> io::Result<()> {
    if fs::metadata(folder).is_ok_and(|found| found.is_dir()) {
        return Ok(());
    }
    fs::create_dir_all(folder)?;
    fs::set_permissions(folder, Permissions::from_mode(0o755))
}

/// Refuses a folder without a list of ours in which there is anything.
fn refuse_foreign(root: &Path) -> anyhow::Result<()> {
    let shown = root.display();
    let entries = fs::read_dir(root).with_context(|| format!("{shown} cannot be read"))?;
    for entry in entries {
        let name = entry?.file_name();
        if name != LOCK && name != UNFINISHED {
            bail!(
                "in {shown} there is {}, and no site of penpawn; give a folder that is empty or not there",
                name.to_string_lossy()
            );
        }
    }
    Ok(())
}

fn read_list(text: &str) -> anyhow::Result<BTreeMap<String, Known>> {
    let mut lines = text.lines();
    if lines.next() != Some(FIRST) {
        bail!("it does not begin with \"{FIRST}\"");
    }
    let read = |line: &str| {
        let (digest, rest) = line.split_once(' ')?;
        let (octets, path) = rest.split_once(' ')?;
        let digest = match digest {
            "-" => None,
            digest => Some(from_hexadecimal(digest)?),
        };
        let octets = octets.parse().ok()?;
        is_ours(path).then(|| (path.to_owned(), Known { digest, octets }))
    };
    lines
        .map(|line| read(line).with_context(|| format!("it says {line:?}")))
        .collect()
}

/// Whether we could have written a file of this name: nobody makes us remove another by a line in the list.
fn is_ours(path: &str) -> bool {
    let plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part
                .bytes()
                .all(|octet| octet.is_ascii_alphanumeric() || matches!(octet, b'-' | b'.'))
    };
    path.split('/').count() <= 2 && path.split('/').all(plain)
}

fn hexadecimal(digest: &Digest) -> String {
    data_encoding::HEXLOWER.encode(digest)
}

fn from_hexadecimal(text: &str) -> Option<Digest> {
    let octets = data_encoding::HEXLOWER.decode(text.as_bytes()).ok()?;
    octets.try_into().ok()
}

#[cfg(test)]
mod tests;
