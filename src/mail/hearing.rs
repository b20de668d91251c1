//! How much a server may say before we hang up, so that one that never ends neither fills the memory nor keeps us busy.
//!
//! The libraries that read what servers say look for the end of a line, or for as many octets as a literal announces, and
//! keep all of it until then. So it is counted below them, octet by octet, as it comes from the socket.

/// How much a server may say, in octets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Allowance {
    /// In one line.
    pub(super) line: u64,
    /// In one literal (RFC 3501 section 4.3), which is announced at the end of a line: `{1024}`.
    pub(super) literal: u64,
    /// Since we said something.
    pub(super) whole: u64,
}

impl Allowance {
    /// For replies of SMTP, which are a few hundred octets: RFC 5321 section 4.5.3.1.5 allows 512 for a line.
    pub(super) const REPLY: Allowance = Allowance {
        line: 4 * 1024,
        literal: 4 * 1024,
        // lettre reads a reply from its beginning at each of its lines.
        whole: 8 * 1024,
    };
    /// For an answer by HTTP whose body is a document of one line perhaps; what it announces counts for nothing there.
    pub(super) const DOCUMENT: Allowance = Allowance {
        line: 128 * 1024,
        literal: u64::MAX,
        whole: 128 * 1024,
    };
    /// For what IMAP servers answer to most commands, with news of other mails between: some hundred thousand lines.
    pub(super) const ANSWER: Allowance = Allowance {
        line: 256 * 1024,
        literal: 64 * 1024,
        whole: 32 * 1024 * 1024,
    };
    /// For the numbers of new mails in a folder, which come on one line: half a million. async-imap reads a line from its
    /// beginning at every 4 KiB of it, so twice as many take four times as long.
    pub(super) const NEW_NUMBERS: Allowance = Allowance {
        line: 4 * 1024 * 1024,
        ..Allowance::ANSWER
    };
    /// For those of all mails that were ever read, which an administrator asks for after a restore.
    pub(super) const ALL_NUMBERS: Allowance = Allowance {
        line: 16 * 1024 * 1024,
        ..Allowance::ANSWER
    };

    /// For mails of these sizes together, as the server has announced them. Some are only estimated; and a mail larger
    /// than all of them is none that was asked for.
    pub(super) fn of_mails(octets: u64) -> Allowance {
        let most = octets.saturating_mul(2).saturating_add(1024 * 1024);
        Allowance {
            literal: most,
            whole: most,
            ..Allowance::ANSWER
        }
    }
}

/// A server says more than it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum TooMuch {
    /// A line has no end.
    #[error("the server says a line of more than {0} octets")]
    Line(u64),
    /// A literal is huge.
    #[error("the server announces {0} octets")]
    Literal(u64),
    /// It does not stop.
    #[error("the server says more than {0} octets at once")]
    Whole(u64),
}

/// What was heard of a server.
#[derive(Clone, Debug)]
pub(super) struct Hearing {
    allowance: Allowance,
    /// Octets since we said something.
    whole: u64,
    /// Octets of the line that is being said.
    line: u64,
    /// Octets that are still to come of a literal.
    literal: u64,
    announced: Announced,
}

/// How much of `{1024}` at the end of a line was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Announced {
    Nothing,
    /// The number up to here.
    Opened(u64),
    /// With the closing brace.
    Closed(u64),
}

impl Hearing {
    pub(super) fn new(allowance: Allowance) -> Hearing {
        Hearing {
            allowance,
            whole: 0,
            line: 0,
            literal: 0,
            announced: Announced::Nothing,
        }
    }

    /// From now on it may say so much.
    pub(super) fn allow(&mut self, allowance: Allowance) {
        self.allowance = allowance;
    }

    /// We have said something, and it may answer.
    pub(super) fn we_spoke(&mut self) {
        self.whole = 0;
    }

    /// Counts what it says.
    ///
    /// # Errors
    ///
    /// When that is more than it may say.
    pub(super) fn hear(&mut self, said: &[u8]) -> Result<(), TooMuch> {
        self.whole = self.whole.saturating_add(length(said));
        if self.whole > self.allowance.whole {
            return Err(TooMuch::Whole(self.allowance.whole));
        }
        let mut rest = said;
        while let Some((&octet, behind)) = rest.split_first() {
            if self.literal > 0 {
                let passed = self.literal.min(length(rest));
                self.literal -= passed;
                let passed = usize::try_from(passed).unwrap_or(rest.len());
                rest = rest.get(passed..).unwrap_or_default();
                continue;
            }
            rest = behind;
            self.hear_octet(octet)?;
        }
        Ok(())
    }

    fn hear_octet(&mut self, octet: u8) -> Result<(), TooMuch> {
        self.line += 1;
        if self.line > self.allowance.line {
            return Err(TooMuch::Line(self.allowance.line));
        }
        self.announced = match (octet, self.announced) {
            (b'{', _) => Announced::Opened(0),
            (b'0'..=b'9', Announced::Opened(number)) => Announced::Opened(
                number
                    .saturating_mul(10)
                    .saturating_add(u64::from(octet - b'0')),
            ),
            // `{1024+}` is how a client would say it (RFC 7888).
            (b'+', opened @ Announced::Opened(_)) => opened,
            (b'}', Announced::Opened(number)) => Announced::Closed(number),
            (b'\r', closed @ Announced::Closed(_)) => closed,
            (b'\n', announced) => {
                self.line = 0;
                if let Announced::Closed(number) = announced {
                    if number > self.allowance.literal {
                        return Err(TooMuch::Literal(number));
                    }
                    self.literal = number;
                }
                Announced::Nothing
            }
            _ => Announced::Nothing,
        };
        Ok(())
    }
}

fn length(said: &[u8]) -> u64 {
    u64::try_from(said.len()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
