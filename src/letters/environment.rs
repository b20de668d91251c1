//! The templates of one language, and what they can use.

use super::catalogue;
use super::clean::harmless;
use super::kind::KINDS;
use super::layout::{enclosed, indented, message};
use super::texts::{PARTS, Texts};
use super::{Language, Sentence, TemplateError, without_links};
use crate::language::called;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Value;
use minijinja::{AutoEscape, Environment, Error, Output, UndefinedBehavior};
use std::collections::{BTreeMap, BTreeSet};

/// The built-in templates of a language, with these, by their names, in the place of some.
pub(super) fn environment(
    language: Language,
    overrides: BTreeMap<String, String>,
) -> Result<Environment<'static>, TemplateError> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    // Not a format of the engine's own, so that every value passes through our formatter and blocks do not twice.
    environment.set_auto_escape_callback(|_| AutoEscape::Custom("mail".into()));
    environment.set_formatter(|output, _, value| {
        if value.is_safe() {
            write_value(output, value.as_str().unwrap_or_default())
        } else if let Some(text) = value.as_str() {
            write_value(output, &harmless(text))
        } else {
            write_value(output, &value.to_string())
        }
    });
    environment.set_syntax(
        SyntaxConfig::builder()
            .trim_blocks(true)
            .lstrip_blocks(true)
            .keep_trailing_newline(true)
            .build()
            .map_err(|error| broken("(syntax)", &error))?,
    );
    add_filters(&mut environment, language);
    environment.add_global("administrator", language.wording().administrator);
    // Each is read when it is used for the first time: a server writes few kinds of letters in most languages. A test reads all.
    let texts: BTreeMap<&str, &Texts> = built_in().collect();
    environment
        .set_loader(move |name| Ok(texts.get(name).map(|text| text.of(language).to_owned())));
    let known = names();
    for (name, text) in overrides {
        if !known.contains(name.as_str()) {
            let known = known.into_iter().collect::<Vec<_>>().join(", ");
            return Err(TemplateError::Unknown { name, known });
        }
        environment
            .add_template_owned(name.clone(), text)
            .map_err(|error| broken(&name, &error))?;
    }
    Ok(environment)
}

/// All templates: their names, and their texts as they are built in.
pub(super) fn built_in() -> impl Iterator<Item = (&'static str, &'static Texts)> {
    let mails = KINDS.iter().map(|kind| (kind.template, &kind.texts));
    mails.chain(PARTS.iter().map(|(name, texts)| (*name, texts)))
}

/// The names of all templates, sorted.
pub(super) fn names() -> BTreeSet<&'static str> {
    built_in().map(|(name, _)| name).collect()
}

fn add_filters(environment: &mut Environment<'static>, language: Language) {
    catalogue::add_filters(environment, language);
    environment.add_filter("message", |talk: String| {
        Value::from_safe_string(message(&talk))
    });
    environment.add_filter("indented", |lines: String| {
        Value::from_safe_string(indented(&lines))
    });
    environment.add_filter("enclosed", |letter: String| {
        Value::from_safe_string(enclosed(&letter))
    });
    environment.add_filter("called", |name: String| called(&name).into_owned());
    // Each in marks, since they are orders to be written.
    environment.add_filter("either", move |orders: Vec<String>| {
        let marked = orders.iter().map(|order| format!("\"{order}\""));
        language.say(&Sentence::any_of(marked))
    });
    environment.add_filter("lines", |lines: String| Value::from_safe_string(lines));
    environment.add_filter("without_links", |text: String| without_links(&text));
}

fn write_value(output: &mut Output<'_>, text: &str) -> Result<(), Error> {
    output.write_str(text).map_err(Error::from)
}

/// The innermost place of an error: a fault in a shared part is told by the part's own name and line.
pub(super) fn broken(name: &str, error: &Error) -> TemplateError {
    let mut innermost = error;
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        if let Some(cause) = cause.downcast_ref::<Error>() {
            innermost = cause;
        }
        source = cause.source();
    }
    let kind = innermost.kind().to_string();
    TemplateError::Broken {
        name: innermost.name().or(error.name()).unwrap_or(name).to_owned(),
        line: innermost.line().or(error.line()).unwrap_or(1),
        reason: match innermost.detail() {
            Some(detail) => format!("{kind}: {detail}"),
            None => kind,
        },
    }
}
