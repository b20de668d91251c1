//! What can be wrong with a template.

use thiserror::Error;

/// Why a template cannot be used.
#[derive(Debug, Error)]
pub enum TemplateError {
    /// A file stands in for a template that does not exist.
    #[error("there is no template \"{name}\"; the templates are: {known}")]
    Unknown {
        /// The name of the file.
        name: String,
        /// All names that are known, parted by commas.
        known: String,
    },
    /// The template cannot be read, or cannot be rendered.
    #[error("template \"{name}\", line {line}: {reason}")]
    Broken {
        /// The name of the file.
        name: String,
        /// The line of the fault, counted from 1.
        line: usize,
        /// What is wrong, as the template engine says it.
        reason: String,
    },
    /// The template gives an empty mail.
    #[error("template \"{name}\" gives an empty mail")]
    Empty {
        /// The name of the file.
        name: String,
    },
    /// An administrator's file is not used, and the built-in text in its place.
    #[error("{file} is not used, and the built-in text in its place: {fault}")]
    LeftOut {
        /// The file, within their folder.
        file: String,
        /// What is wrong.
        fault: Box<TemplateError>,
    },
}

impl TemplateError {
    /// The template that has the fault.
    pub(super) fn template(&self) -> &str {
        match self {
            TemplateError::Unknown { name, .. }
            | TemplateError::Broken { name, .. }
            | TemplateError::Empty { name } => name,
            TemplateError::LeftOut { fault, .. } => fault.template(),
        }
    }
}
