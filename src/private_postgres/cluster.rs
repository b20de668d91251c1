//! What is seen of a cluster from outside.

use std::path::Path;
use std::{fs, io};

use super::error::{PrivateError, in_file};

/// Whether there is a cluster in this data folder.
///
/// # Errors
/// [`PrivateError::Forbidden`] and [`PrivateError::File`], where nobody can tell.
pub fn has_cluster(data_folder: &Path) -> Result<bool, PrivateError> {
    // An upgrade that was cut off has moved the old one and not yet put the new one in its place.
    for data in ["data", "data.old"] {
        let path = data_folder.join("postgres").join(data).join("PG_VERSION");
        match fs::metadata(&path) {
            Ok(_) => return Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(in_file(data_folder)(error)),
        }
    }
    Ok(false)
}
