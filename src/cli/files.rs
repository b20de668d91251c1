//! Files of games, compressed as their names say: `.gz` and `.zst`.

use crate::plain_file;
use crate::whole_file::{clear, with_ending};
use anyhow::Context;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Plain,
    Gzip,
    Zstandard,
}

fn form(file: &Path) -> Form {
    match file.extension().and_then(OsStr::to_str) {
        Some("gz") => Form::Gzip,
        Some("zst") => Form::Zstandard,
        _ => Form::Plain,
    }
}

/// Whether the name is that of standard input or output.
pub(super) fn is_standard(file: &Path) -> bool {
    file == Path::new("-")
}

/// `games` for `some/folder/games.pgn.zst`.
pub(super) fn stem(file: &Path) -> String {
    let name = file
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let mut stem = name.as_str();
    for ending in [".gz", ".zst", ".pgn"] {
        stem = stem.strip_suffix(ending).unwrap_or(stem);
    }
    match stem {
        "" | "-" => "games".to_owned(),
        stem => stem.to_owned(),
    }
}

/// What the file says, decompressed.
pub(super) fn decompressed(
    file: &Path,
    input: impl Read + Send + 'static,
) -> anyhow::Result<Box<dyn Read + Send>> {
    Ok(match form(file) {
        Form::Plain => Box::new(input),
        // Several files of gzip behind one another are one file, too (RFC 1952 2.2).
        Form::Gzip => Box::new(flate2::read::MultiGzDecoder::new(input)),
        Form::Zstandard => Box::new(
            zstd::Decoder::new(input)
                .with_context(|| format!("{} cannot be decompressed", file.display()))?,
        ),
    })
}

/// A file that is put in place when it is complete, so that one that is there is whole.
pub(super) struct NewFile {
    out: Out,
    file: PathBuf,
    unfinished: PathBuf,
}

enum Out {
    Plain(BufWriter<File>),
    Gzip(flate2::write::GzEncoder<BufWriter<File>>),
    Zstandard(zstd::Encoder<'static, BufWriter<File>>),
}

impl NewFile {
    /// Begins to write a file.
    pub(super) fn create(file: &Path) -> anyhow::Result<NewFile> {
        let unfinished = with_ending(file, "part");
        let cannot = || format!("{} cannot be written", file.display());
        clear(&unfinished).with_context(cannot)?;
        let out = BufWriter::new(plain_file::create(&unfinished).with_context(cannot)?);
        let out = match form(file) {
            Form::Plain => Out::Plain(out),
            Form::Gzip => Out::Gzip(flate2::write::GzEncoder::new(
                out,
                flate2::Compression::default(),
            )),
            Form::Zstandard => Out::Zstandard(
                zstd::Encoder::new(out, zstd::DEFAULT_COMPRESSION_LEVEL).with_context(cannot)?,
            ),
        };
        Ok(NewFile {
            out,
            file: file.to_owned(),
            unfinished,
        })
    }

    /// Ends the file and puts it in place.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        let written = match self.out {
            Out::Plain(out) => Ok(out),
            Out::Gzip(out) => out.finish(),
            Out::Zstandard(out) => out.finish(),
        };
        written
            .and_then(|out| {
                out.into_inner()
                    .map_err(std::io::IntoInnerError::into_error)
            })
            .and_then(|file| file.sync_all())
            .and_then(|()| std::fs::rename(&self.unfinished, &self.file))
            .with_context(|| format!("{} cannot be written", self.file.display()))
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match &mut self.out {
            Out::Plain(out) => out.write(bytes),
            Out::Gzip(out) => out.write(bytes),
            Out::Zstandard(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        match &mut self.out {
            Out::Plain(out) => out.flush(),
            Out::Gzip(out) => out.flush(),
            Out::Zstandard(out) => out.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_without_its_endings() {
        let table = [
            ("a/b/games.pgn", "games"),
            ("games.pgn.zst", "games"),
            ("games.pgn.gz", "games"),
            ("-", "games"),
            (".pgn", "games"),
            ("1992.11 match", "1992.11 match"),
        ];
        for (file, name) in table {
            assert_eq!(stem(Path::new(file)), name);
        }
    }
}
