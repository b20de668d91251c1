//! A cluster of an older Postgres gives its place to one of a newer.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::error::{PrivateError, in_file};
use super::files::made_by;
use super::programs::Programs;

/// A server that was stopped, and that nobody starts as long as this is kept.
#[derive(Debug)]
pub struct Held {
    /// Locked; whoever wants to start or stop the server waits for it.
    _lock: File,
    /// `<data folder>/postgres`
    folder: PathBuf,
}

impl Held {
    pub(super) fn new(lock: File, folder: PathBuf) -> Held {
        Held {
            _lock: lock,
            folder,
        }
    }
}

/// The major versions that matter for an upgrade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Versions {
    /// The one that made the cluster.
    pub cluster: u32,
    /// The newest whose programs are on this machine.
    pub newest: u32,
}

/// The versions of the cluster in this data folder and of this machine.
///
/// # Errors
/// [`PrivateError::NotYet`] and [`PrivateError::Programs`], the latter also when those of the cluster's own version are
/// missing.
pub async fn versions(data_folder: &Path) -> Result<Versions, PrivateError> {
    let data = data_folder.join("postgres/data");
    let Some(cluster) = made_by(&data).or_else(|| made_by(&aside(&data))) else {
        return Err(PrivateError::NotYet {
            folder: data_folder.to_owned(),
        });
    };
    Programs::find(Some(cluster)).await?;
    let newest = Programs::find(None).await?.major();
    Ok(Versions { cluster, newest })
}

/// Puts the cluster of the data folder `made` in the place of the one that is held, and keeps that one beside it. Whenever
/// this breaks off, the next start puts one of them in place.
///
/// # Errors
/// [`PrivateError::File`]; the old one is in its place then.
pub fn put_in_place(held: &Held, made: &Path) -> Result<(), PrivateError> {
    let data = held.folder.join("data");
    let old = aside(&data);
    let new = made.join("postgres/data");
    if old.symlink_metadata().is_ok() {
        return Err(PrivateError::File {
            path: old,
            source: io::Error::new(
                io::ErrorKind::AlreadyExists,
                "it is there already, kept by an earlier upgrade; move it away or remove it",
            ),
        });
    }
    fs::rename(&data, &old).map_err(in_file(&data))?;
    if let Err(source) = fs::rename(&new, &data) {
        put_back(&data)?;
        return Err(PrivateError::File { path: new, source });
    }
    Ok(())
}

/// Where an upgrade was cut off between its two steps, the old cluster gets its place back.
pub(super) fn put_back(data: &Path) -> Result<(), PrivateError> {
    let old = aside(data);
    if made_by(data).is_none() && made_by(&old).is_some() {
        fs::rename(&old, data).map_err(in_file(&old))?;
    }
    Ok(())
}

/// Where the older cluster is kept.
fn aside(data: &Path) -> PathBuf {
    data.with_extension("old")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cluster(folder: &Path, major: u32) {
        fs::create_dir_all(folder).unwrap();
        fs::write(folder.join("PG_VERSION"), format!("{major}\n")).unwrap();
    }

    #[test]
    fn an_upgrade_that_was_cut_off_is_taken_back_and_one_that_was_done_is_not() {
        let folder = std::env::temp_dir().join(format!("penpawn-upgrade-{}", std::process::id()));
        let data = folder.join("postgres/data");
        let old = folder.join("postgres/data.old");
        cluster(&old, 15);
        assert!(super::super::has_cluster(&folder).unwrap());
        put_back(&data).unwrap();
        assert_eq!((made_by(&data), made_by(&old)), (Some(15), None));
        cluster(&old, 14);
        put_back(&data).unwrap();
        assert_eq!((made_by(&data), made_by(&old)), (Some(15), Some(14)));
        fs::remove_dir_all(&folder).unwrap();
    }
}
