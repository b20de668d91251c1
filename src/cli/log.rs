//! Log lines: on standard error; standard output belongs to what was asked for.

use crate::settings::Settings;
use anyhow::{Context, bail};
use std::fmt;
use std::io::IsTerminal;
use std::os::unix::fs::MetadataExt;
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::FmtContext;
use tracing_subscriber::fmt::format::{FormatEvent, FormatFields, Writer};
use tracing_subscriber::registry::LookupSpan;

/// Lets log lines be written, as the settings say.
///
/// # Errors
///
/// When they say something that cannot be done.
pub(super) fn begin(settings: &Settings) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(&settings.log.filter).context("log.filter")?;
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_target(false);
    match settings.log.format.as_str() {
        "text" if is_journal() => {
            let line = tracing_subscriber::fmt::format()
                .without_time()
                .with_level(false)
                .with_target(false);
            builder
                .with_ansi(false)
                .event_format(Prioritised(line))
                .init();
        }
        "text" => builder.with_ansi(std::io::stderr().is_terminal()).init(),
        "json" => builder.json().init(),
        other => bail!("log.format {other:?} is neither \"text\" nor \"json\""),
    }
    Ok(())
}

/// Whether standard error goes to the journal: `JOURNAL_STREAM` is its device and inode (systemd.exec(5)). The variable
/// alone proves nothing, since children inherit it.
fn is_journal() -> bool {
    let (Ok(named), Ok(found)) = (
        std::env::var("JOURNAL_STREAM"),
        std::fs::metadata("/proc/self/fd/2"),
    ) else {
        return false;
    };
    named == format!("{}:{}", found.dev(), found.ino())
}

/// Lines for the journal, which knows the time itself, and the priority from `<3>` at the beginning (sd-daemon(3)).
struct Prioritised<F>(F);

impl<S, N, F> FormatEvent<S, N> for Prioritised<F>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
    F: FormatEvent<S, N>,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let priority = match *event.metadata().level() {
            Level::ERROR => 3,
            Level::WARN => 4,
            Level::INFO => 6,
            Level::DEBUG | Level::TRACE => 7,
        };
        write!(writer, "<{priority}>")?;
        self.0.format_event(context, writer, event)
    }
}
