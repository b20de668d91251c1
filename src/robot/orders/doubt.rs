//! Lines that were perhaps meant to be done, and were not: what is said of them.

use super::{Clerk, Doings};
use crate::budget::{LINE_OF_PLAY, LINES_OF_PLAY, LINES_SCANNED, LINES_UNPROVEN};
use crate::game::GameNumber;
use crate::language::{Command, Doubt, Unread};
use crate::letters::Occasion;
use crate::robot::doors::only_asks;
use crate::robot::reading::game_of;

impl Clerk<'_, '_, '_> {
    /// A mail gets one answer: what is doubtful in it stands in the one that tells of the move.
    pub(super) fn add_doubt(&mut self, doings: &mut Doings) {
        if self.doubt_told || !self.leaves_doubt() {
            return;
        }
        let Some(Occasion::MovePlayed { .. }) = doings.mine else {
            return;
        };
        let Occasion::Refused {
            read, why, instead, ..
        } = self.doubtful(None)
        else {
            return;
        };
        let mut words = format!("Your mail says \"{read}\" as well, but {why}.");
        if let Some(example) = instead.first() {
            words.push_str(&format!(" Write it as in \"{example}\"."));
        }
        doings.notes.push(words);
        self.doubt_told = true;
    }

    /// Tells of what was not done beside orders that were carried out.
    pub(super) fn mention_doubt(&mut self) {
        if self.doubt_told || !self.leaves_doubt() {
            return;
        }
        let mine = |number: &GameNumber| {
            self.desk
                .tables
                .get(number)
                .is_some_and(|table| table.game.has(self.sender.player))
        };
        let game = game_of(self.content).filter(mine);
        self.inform(self.doubtful(game), game);
    }

    /// Whether something beside the orders was perhaps meant to be done.
    fn leaves_doubt(&self) -> bool {
        let message = &self.content.message;
        let moved = message
            .orders
            .iter()
            .any(|order| matches!(order.command, Command::Moves(_)));
        message
            .unread
            .as_ref()
            .is_some_and(|unread| match unread.reason {
                Doubt::Alternatives
                | Doubt::BelowProse
                | Doubt::OutsideOwnWords
                | Doubt::Conditional
                | Doubt::ConditionOrWords
                | Doubt::TooManyConditions
                | Doubt::NoteBelow
                | Doubt::OneTooMany
                | Doubt::OneALine
                | Doubt::Letters => true,
                // Words below a question are for nobody.
                Doubt::TooLong => !only_asks(self.content),
                // Where a move was made, what stands below it is talk and has been passed on.
                Doubt::Near => !moved,
                Doubt::Prose => false,
            })
    }

    /// The answer to a line that was not read, with the reason where there is one.
    pub(super) fn doubtful(&self, game: Option<GameNumber>) -> Occasion {
        let unread = self.content.message.unread.as_ref();
        let game = game.and_then(|number| self.mine(number));
        if let Some(unread) = unread
            && let Some(why) = self.why_unread(unread)
        {
            return Occasion::Refused {
                read: self.quoted(&unread.line),
                why,
                instead: self.instead_of(unread),
                piece_moves: Vec::new(),
                game,
            };
        }
        Occasion::NotUnderstood {
            line: unread.map(|unread| self.quoted(&unread.line)),
            did_you_mean: unread
                .and_then(|unread| unread.did_you_mean.as_deref())
                .map(|meant| self.quoted(meant)),
            game,
        }
    }

    /// Why a line was not read; nothing where it is only not understood.
    fn why_unread(&self, unread: &Unread) -> Option<String> {
        Some(match unread.reason {
            Doubt::Prose | Doubt::Near => return None,
            Doubt::Alternatives => {
                "with that there is more than one move to choose from; write only the one that you mean".to_owned()
            }
            Doubt::BelowProse => {
                "it stands below other words; if you want that done, write it on the first line".to_owned()
            }
            Doubt::Letters => "your mail does not say clearly in which language its piece letters are; write it again \
                               when that is set"
                .to_owned(),
            Doubt::OutsideOwnWords => "it stands where a signature or an older mail stands; if you want that done, \
                                       write it on the first line"
                .to_owned(),
            Doubt::Conditional => self.why_no_conditions(unread),
            Doubt::ConditionOrWords => "it may be conditional moves, which your opponent must not see, or words for \
                                        them; nothing below your orders was passed on, and no conditional moves of \
                                        this mail are kept. Write conditional moves on lines of their own right below \
                                        your move, and words without them"
                .to_owned(),
            Doubt::NoteBelow => "it may be a note, which your opponent must not see, and stands where words for them \
                                 stand; nothing below your orders was passed on, and this note was not kept. Write a \
                                 note above your other words, with its text on the same line, and at most ten orders \
                                 in one mail"
                .to_owned(),
            Doubt::OneTooMany => format!(
                "a mail does at most {LINES_SCANNED} orders; this one and the orders below it are not done. Send them \
                 in a mail of their own"
            ),
            Doubt::TooLong => format!(
                "of a mail that does not answer one of ours only the first {LINES_UNPROVEN} lines are read, or fewer \
                 where they are long; from this line on it was neither read nor passed on. Send that in answer to a \
                 mail of ours"
            ),
            Doubt::OneALine => "it names several games; name one on each line".to_owned(),
            Doubt::TooManyConditions => format!(
                "it holds more conditional moves than are read in one mail; none of this mail are kept, and nothing \
                 below it was passed on, so that your opponent sees none of them. Send the most important ones: at \
                 most {LINES_OF_PLAY} lines are kept, of {} moves of each side",
                LINE_OF_PLAY / 2
            ),
        })
    }

    /// Why a line that looks like conditional moves is not kept; its word is named to whoever wrote it alone.
    fn why_no_conditions(&self, unread: &Unread) -> String {
        let word = unread.word.as_deref().filter(|_| self.is_proven());
        let because = word.map_or(String::new(), |word| {
            format!(", because of \"{}\"", self.quoted(word).replace('"', "'"))
        });
        format!(
            "it looks like conditional moves and cannot be read as such{because}; no conditional moves of this mail \
             are kept, and nothing below it was passed on, so that your opponent sees none of them"
        )
    }

    /// What can be written in the place of a line that was not read.
    fn instead_of(&self, unread: &Unread) -> Vec<String> {
        let mended = unread.did_you_mean.as_deref();
        let mended = mended
            .filter(|_| self.is_proven())
            .map(|mended| self.quoted(mended));
        match unread.reason {
            Doubt::Conditional => mended.map_or_else(
                || {
                    vec![
                        "if Nc6 then Bb5".to_owned(),
                        "if Nc6 then Bb5 if a6 then Ba4".to_owned(),
                    ]
                },
                |mended| vec![mended],
            ),
            Doubt::ConditionOrWords => vec!["if Nc6 then Bb5".to_owned()],
            Doubt::OneALine => mended.into_iter().collect(),
            Doubt::Prose
            | Doubt::Alternatives
            | Doubt::BelowProse
            | Doubt::OutsideOwnWords
            | Doubt::Near
            | Doubt::TooManyConditions
            | Doubt::NoteBelow
            | Doubt::OneTooMany
            | Doubt::Letters
            | Doubt::TooLong => Vec::new(),
        }
    }
}
