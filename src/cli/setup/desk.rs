//! What is known before something is asked, and what was answered.

use super::arguments::Setup;
use super::providers::{Provider, Server};
use super::question::Asked;
use super::words::{Origin, Words};
use std::collections::BTreeMap;
use toml::Value;

/// A setting of ours, by its table and its key.
pub(super) type Setting = (&'static str, &'static str, Value);

/// What is known of the mailbox before anything is asked.
pub(super) struct Known<'a> {
    pub(super) address: &'a str,
    pub(super) provider: Provider,
    /// Where mails are read.
    pub(super) imap: Server,
    /// Where they are handed over.
    pub(super) smtp: Server,
}

impl Known<'_> {
    /// That of the address.
    pub(super) fn domain(&self) -> &str {
        self.address.rsplit('@').next().unwrap_or_default()
    }
}

/// The arguments of the command, which count once: what failed is asked.
#[derive(Clone, Copy)]
pub(super) struct Given(pub(super) bool);

impl Given {
    pub(super) fn of<'a, T>(&self, argument: &'a Option<T>) -> Option<&'a T> {
        argument.as_ref().filter(|_| self.0)
    }
}

/// What was answered, and is proposed again where it has failed.
#[derive(Default)]
pub(super) struct Before {
    pub(super) origin: Option<Origin>,
    pub(super) command: Option<Words>,
    /// By the argument that says it.
    pub(super) texts: BTreeMap<&'static str, String>,
}

/// Who is asked about tokens, and what is known before.
pub(super) struct Desk<'a> {
    pub(super) asked: Asked,
    pub(super) setup: &'a Setup,
    pub(super) given: Given,
    pub(super) known: &'a Known<'a>,
}
