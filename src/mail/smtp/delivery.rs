//! What becomes of a mail.

/// What became of one mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// The relay has it, and is responsible for it from now on.
    Sent {
        /// The relay's last words, often with its name for the mail.
        reply: String,
    },
    /// Not now, perhaps later: a temporary refusal, or the line was lost in the middle.
    Retry {
        /// What happened.
        reason: String,
    },
    /// Never: this recipient cannot be reached.
    Failed {
        /// What the relay said.
        reason: String,
    },
    /// Never: the relay will not have what this mail says, whoever it is for. It was written by us, so an
    /// administrator should look at it.
    Rejected {
        /// What the relay said.
        reason: String,
    },
    /// Nothing was tried.
    Untried {
        /// Why not.
        reason: String,
    },
    /// The fault is neither this mail's nor its recipient's: the relay cannot be reached, does not
    /// trust us, or we do not trust it. No other mail would fare better. Nothing is counted against
    /// this one, sending pauses, and when it goes on, another mail should come first.
    Ours {
        /// What happened.
        reason: String,
        /// What may help.
        remedy: Remedy,
    },
}

/// What may help against a fault of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// It may pass by itself.
    Waiting,
    /// Nobody but an administrator can help: a setting, a password or a certificate is wrong.
    Administrator,
}
