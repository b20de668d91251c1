//! What is seen of a cluster from outside.

use std::path::Path;
use std::{fs, io};

use super::error::{PrivateError, in_file};

/// Whether there is a cluster in this data folder.
///
/// # Errors
/// [`PrivateError::Forbidden`] and [`PrivateError::File`], where nobody can tell.
pub fn has_cluster(data_folder: &Path) -> Result<bool, PrivateError> {
    let path = data_folder.join("postgres/data/PG_VERSION");
    match fs::metadata(&path) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(in_file(data_folder)(error)),
    }
}
