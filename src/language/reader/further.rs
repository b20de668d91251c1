//! Where no line is an order of its own: in sentences, in the subject, in the words of people.

use super::{Reader, plays_here, read, stands_on, undone_by, unsettles};
use crate::budget::{LINES_SCANNED, LINES_SEARCHED};
use crate::language::command::{Command, Order};
use crate::language::consent::Stands;
use crate::language::line::Reading;
use crate::language::message::{Doubt, RefusalAbove};
use crate::language::{Consent, OwnWords, below, consent, printable, sentences, subject};

impl Reader {
    /// No order was found: is there a move anywhere that the player may have meant?
    pub(super) fn look_further(&mut self, own: &OwnWords, subject: &str) {
        if self.message.unread.is_some() {
            return;
        }
        let found: Vec<String> = own
            .lines
            .iter()
            .take(LINES_SEARCHED)
            .filter(|line| self.is_one_order(line))
            .map(|line| printable(line))
            .take(2)
            .collect();
        if let [line] = found.as_slice() {
            self.doubt(line, Some(line.clone()), Doubt::BelowProse);
        } else if let [line, ..] = found.as_slice() {
            self.doubt(line, None, Doubt::Alternatives);
        } else {
            self.look_at_doubtful(own);
        }
        if self.message.unread.is_none() {
            let bare = subject::bare(subject).text;
            let meant =
                (!subject::is_ours(bare) && self.is_one_move(bare)).then(|| printable(bare));
            let mut said = own.lines.iter().take(LINES_SEARCHED).filter(|line| {
                !line.trim().is_empty() && self.read_line(line) != Reading::Position
            });
            let greeting = said.next();
            let first = match greeting.map(|line| self.read_line(line)) {
                Some(Reading::Greeting) => said.next().or(greeting),
                _ => greeting,
            };
            if let Some(first) = first.cloned() {
                self.doubt(&first, meant, Doubt::Prose);
            }
        }
    }

    /// Whether the first line agrees or refuses; "yes" and "no" are orders of their own as well.
    pub(super) fn look_for_consent(&mut self, own: &OwnWords) {
        let bare = |order: &Order| matches!(order.command, Command::Yes | Command::No);
        if !self.message.orders.iter().all(bare) {
            return;
        }
        let mut lines = own
            .lines
            .iter()
            .take(LINES_SEARCHED)
            .skip_while(|line| self.says_nothing(line));
        let first = lines.next();
        let stands = match lines.clone().next() {
            Some(line) if !line.trim().is_empty() => Stands::RightBelow,
            Some(_) | None => Stands::Apart,
        };
        let next = lines.clone().find(|line| !line.trim().is_empty());
        let restricted = next.is_some_and(|line| {
            // "Count me in!", and below it "...for the barbecue".
            consent::makes_a_condition(line, stands)
                || below::undoes_an_order(line)
                || line.trim().starts_with(['…', '.'])
                || stands == Stands::RightBelow && consent::goes_on(line)
        }) || lines.clone().any(|line| below::undoes(line));
        let refused = next
            .is_some_and(|line| below::refuses_an_order(line) || below::corrects_an_answer(line));
        let first = first.filter(|_| !restricted);
        let consent = first.and_then(|line| {
            consent::consent(line, self.letters).or_else(|| consent::at_length(line, self.letters))
        });
        let owned = first.and_then(|line| consent::answer(line, self.letters));
        let is_yes = |said: Consent| matches!(said, Consent::Yes { .. });
        // "Yes", and farther below "No, that was not me".
        let owned = owned.filter(|&said| {
            !lines
                .take(LINES_SEARCHED)
                .filter_map(|line| consent::answer(line, self.letters))
                .any(|below| is_yes(said) != is_yes(below))
        });
        // "I accept", and below it "actually hold that", or "No, wait".
        let settled = |consent: &Consent| {
            *consent == Consent::No
                || sentences::misdirected(&own.lines).is_none()
                    && !refused
                    && !first.is_some_and(|line| below::refuses_behind(line))
                    && !own
                        .lines
                        .iter()
                        .skip(1)
                        .any(|line| below::undoes_in_a_clause(line))
        };
        self.message.consent = consent.filter(settled);
        self.message.owned = owned;
    }

    /// Whether a line is blank, or greets.
    fn says_nothing(&self, line: &str) -> bool {
        line.trim().is_empty() || self.read_line(line) == Reading::Greeting
    }

    /// What is played below a first line that refuses and orders nothing: "No, rather not", and below it "E5".
    pub(super) fn look_below_a_refusal(&mut self, own: &OwnWords) {
        if self.message.consent != Some(Consent::No) || !self.message.orders.is_empty() {
            return;
        }
        let mut said = own.lines.iter();
        let Some(typed) = said.find(|line| !self.says_nothing(line)) else {
            return;
        };
        let below = said.as_slice();
        let begins = below.iter().position(|line| !line.trim().is_empty());
        let below = begins.and_then(|at| below.get(at..)).unwrap_or_default();
        // What begins with a move is read once more at most.
        let first = below.first().map(|line| self.read_line(line));
        if !matches!(first, Some(Reading::Orders(orders)) if orders.iter().all(plays_here)) {
            return;
        }
        let below = OwnWords {
            lines: below.to_vec(),
            cut: own.cut,
            ..OwnWords::default()
        };
        let message = read(&below, "", self.letters);
        if matches!(message.orders.as_slice(), [order] if plays_here(order))
            && message.unread.is_none()
        {
            self.message.refusal_above = Some(Box::new(RefusalAbove {
                typed: printable(typed),
                below: message,
            }));
        }
    }

    /// Whether the move on the first line stands behind words that agree: "Accepted. e4".
    pub(super) fn look_for_consent_before_a_move(&mut self, own: &OwnWords) {
        let orders = &self.message.orders;
        if orders.is_empty() || !orders.iter().all(plays_here) || self.message.consent.is_some() {
            return;
        }
        let first = own.lines.iter().find(|line| !line.trim().is_empty());
        self.message.consent = first.and_then(|line| consent::before_a_move(line, self.letters));
    }

    /// Whether words below a move agree to something: "c4", and below it "I gladly take your draw".
    pub(super) fn look_for_consent_below_a_move(&mut self, own: &OwnWords) {
        let plays = |order: &Order| matches!(order.command, Command::Moves(_));
        if !self.message.orders.iter().any(plays) {
            return;
        }
        let below = sentences::spoken_lines(below_the_first(&own.lines));
        self.message.agrees_below = sentences::agreement(&below, self.letters);
    }

    /// Nothing is ordered: the moves that are spoken of can be asked about, and what is wished in a sentence, where no line is an
    /// order that stands in doubt.
    pub(super) fn look_for_what_is_meant(&mut self, own: &OwnWords) {
        let answers = |order: &Order| matches!(order.command, Command::Yes | Command::No);
        if !self.message.orders.iter().all(answers) {
            return;
        }
        let spoken = sentences::spoken_lines(&own.lines);
        self.message.named = sentences::named(&spoken, self.letters);
        self.message.described = sentences::described(&spoken);
        let prose = |reason: Doubt| matches!(reason, Doubt::Prose | Doubt::Near);
        let unread = self.message.unread.as_ref();
        if self.message.orders.is_empty() && unread.is_some_and(|unread| prose(unread.reason)) {
            self.message.wished = sentences::wished(&spoken);
        }
    }

    /// Whether the first line says yes to the question whether a move is meant, and nothing below it says otherwise.
    pub(super) fn look_for_yes_to_a_move(&mut self, own: &OwnWords) {
        let mut searched = own.lines.iter().take(LINES_SEARCHED);
        let says_yes = searched.position(|line| consent::says_yes(line));
        let parted = says_yes.and_then(|at| own.lines.split_at_checked(at));
        let Some((above, [first, below @ ..])) = parted else {
            return;
        };
        let yes = |order: &Order| matches!(order.command, Command::Yes) && stands_on(order, first);
        let chooses_otherwise = |order: &Order| {
            matches!(
                order.command,
                Command::Moves(_)
                    | Command::Score(_)
                    | Command::Choice(_)
                    | Command::No
                    | Command::Yes
            ) && !yes(order)
        };
        let orders = &self.message.orders;
        let alone = orders.is_empty() || orders.first().is_some_and(yes);
        if !alone
            || orders.iter().any(chooses_otherwise)
            || !above.iter().all(|line| self.says_nothing(line))
        {
            return;
        }
        self.message.unsettled = self.unsettling(&own.lines, below);
        if self.message.unsettled.is_some() || !self.message.named.is_empty() {
            return;
        }
        let words: Vec<String> = below.iter().map(|line| printable(line)).collect();
        self.message.says_yes = Some(words.join("\n").trim().to_owned());
    }

    /// A number that answers a question does not stand where the words below it say otherwise.
    pub(super) fn settle_number(&mut self, own: &OwnWords) {
        let chooses = |order: &Order| matches!(order.command, Command::Choice(_));
        if !self.message.orders.first().is_some_and(chooses) {
            return;
        }
        let Some(line) = self.unsettling(&own.lines, below_the_first(&own.lines)) else {
            return;
        };
        self.message.orders.clear();
        self.message.talk = None;
        self.message.unread = None;
        self.doubt(&line, None, Doubt::Undone);
    }

    /// The line below a "yes" or a number that may say otherwise, of all that is read below it; other orders do not.
    fn unsettling(&self, all: &[String], below: &[String]) -> Option<String> {
        let orders = |line: &str| {
            let mut orders = self.message.orders.iter();
            orders.any(|order| stands_on(order, line))
        };
        let mut said = below
            .iter()
            .filter(|line| !line.trim().is_empty() && !orders(line));
        let next = said.clone().next();
        next.filter(|line| unsettles(line) || below::restricts(line))
            .or_else(|| said.find(|line| consent::hesitates(line)))
            .or_else(|| undone_by(all))
            .or_else(|| sentences::pending(all))
            .map(|line| printable(line))
    }

    /// No order stands on a line of its own, or only below other words: is a move said in a sentence?
    pub(super) fn look_into_sentences(&mut self, own: &OwnWords) {
        let doubt = self.message.unread.as_ref().map(|unread| unread.reason);
        let may_be_said = match doubt {
            Some(Doubt::Prose | Doubt::Near | Doubt::BelowProse | Doubt::Alternatives) => true,
            Some(
                Doubt::OutsideOwnWords
                | Doubt::Conditional
                | Doubt::ConditionOrWords
                | Doubt::TooManyConditions
                | Doubt::NoteBelow
                | Doubt::OneTooMany
                | Doubt::OneALine
                | Doubt::OneTournament
                | Doubt::Seek
                | Doubt::Invitation
                | Doubt::SeekNumber
                | Doubt::Letters
                | Doubt::TooLong
                | Doubt::Undone,
            )
            | None => false,
        };
        let may_be_one = doubt != Some(Doubt::Alternatives);
        let silent = !may_be_said || !self.message.orders.is_empty() || own.cut;
        if silent || self.is_unsettled(&own.lines) {
            return;
        }
        let Some(said) =
            sentences::said(&own.lines, self.letters).filter(|said| may_be_one || said.in_clauses)
        else {
            self.look_for_a_resignation(own);
            return;
        };
        let line = own.lines.get(said.line).map(|line| printable(line));
        self.message.unread = None;
        self.message.in_a_sentence = true;
        self.message.said_of = said.side;
        self.message.said_again = said.theirs;
        self.message.takes_back = said.takes_back;
        let line = line.unwrap_or_default();
        self.push(None, Command::Moves(said.moves), line.clone());
        if said.offers_draw {
            self.push(None, Command::OfferDraw, line);
        }
        let words: Vec<String> = own
            .lines
            .iter()
            .enumerate()
            .filter(|(at, _)| said.with_words || *at != said.line)
            .map(|(_, line)| printable(line))
            .collect();
        self.greeting = None;
        let text = words.join("\n").trim().to_owned();
        self.message.talk = (!text.is_empty()).then_some(text);
        if let Some(plan) = said.plan.and_then(|plan| own.lines.get(plan)).cloned() {
            let _ = self.keep_back(&plan, Doubt::ConditionOrWords);
        }
    }

    /// Whether one of these lines says that nothing of them counts, or not yet.
    fn is_unsettled(&self, lines: &[String]) -> bool {
        let mut said = lines.iter().filter(|line| !self.says_nothing(line));
        said.next().is_some_and(|line| below::puts_off(line))
            || undone_by(lines).is_some()
            || sentences::pending(lines).is_some()
    }

    /// A game given up in a sentence among others; whether that is meant is asked wherever anything else is said.
    fn look_for_a_resignation(&mut self, own: &OwnWords) {
        let Some(sentence) = consent::given_up_among(&own.lines, self.letters) else {
            return;
        };
        self.message.unread = None;
        self.message.in_a_sentence = true;
        self.push(None, Command::Resign, sentence);
        self.greeting = None;
        let words: Vec<String> = own.lines.iter().map(|line| printable(line)).collect();
        let text = words.join("\n").trim().to_owned();
        self.message.talk = (!text.is_empty()).then_some(text);
    }

    pub(super) fn look_at_doubtful(&mut self, own: &OwnWords) {
        let line = own
            .doubtful
            .iter()
            .take(2 * LINES_SCANNED)
            .find(|line| self.is_one_order(line));
        if let Some(line) = line.cloned() {
            let line = printable(&line);
            self.doubt(&line, Some(line.clone()), Doubt::OutsideOwnWords);
        }
    }

    pub(super) fn read_subject(&mut self, subject: &str) {
        let bare = subject::bare(subject);
        if subject::is_ours(bare.text) {
            return;
        }
        if let Reading::Orders(orders) = self.read_line(bare.text) {
            let safe = !bare.answered
                || orders
                    .iter()
                    .all(|order| matches!(order.command, Command::Moves(_)));
            if safe {
                self.collect_fens(bare.text, &orders);
                self.message.orders = orders;
                self.message.from_subject = true;
            }
        }
    }
}

/// The lines below the first one that says something.
fn below_the_first(lines: &[String]) -> &[String] {
    let mut lines = lines.iter();
    lines.find(|line| !line.trim().is_empty());
    lines.as_slice()
}
