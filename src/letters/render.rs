//! The texts of our mails: templates that are built in, and that an administrator can replace.

use super::clean::{comments_without_links, pgn_without_codes};
use super::codes::without_unsplit_codes;
use super::environment::{self, broken, environment};
use super::face::{Face, Told, face};
use super::kind::{File, KINDS};
use super::layout::{Document, as_text, lay_out};
use super::texts::{file_in, overrides_in};
use super::{
    Format, GameView, InTournament, Language, LeaveDays, LinksTo, Occasion, PgnFiles, Preferences,
    RatingNews, StoppedTime, TemplateError, rating_news, samples, stopped_times,
};
use minijinja::Environment;
use minijinja::value::{Serde, Value};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// All templates in all languages, each known to be without fault.
#[derive(Debug)]
pub struct Templates {
    english: Environment<'static>,
    others: BTreeMap<Language, Environment<'static>>,
    faults: Vec<TemplateError>,
}

/// A mail to one reader, before it is put into words.
#[derive(Clone, Debug)]
pub struct Letter {
    /// What the mail is about.
    pub occasion: Occasion,
    /// The name of the reader.
    pub reader: String,
    /// The reference by which the answer to this mail is known, the whole line: `[ref …]`. It becomes the last line of
    /// the body, whatever the template is.
    pub reference: Option<String>,
    /// Where the links in its HTML lead; `None`: it has none.
    pub links_to: Option<LinksTo>,
    /// The address of this server, for mails that say where to write.
    pub server: String,
    /// What is known of the mail that it answers.
    pub answers: Answers,
    /// Time in its game that is charged to nobody, and of which its reader is told here.
    pub stopped_time: Vec<StoppedTime>,
    /// The days that a holiday note of the reader's mail program names; they are told of it below all else.
    pub absence: Option<LeaveDays>,
    /// What the end of its game has just made of ratings.
    pub rating: Option<RatingNews>,
}

/// Whose mail a letter answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// One that has shown to be its sender's, or none at all.
    Proven,
    /// One that anybody may have written in the reader's name. What its writer would have us bring to them is left out:
    /// files, and links.
    Unproven,
}

/// A mail in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The text of the mail, its lines ended by `\n`.
    pub body: String,
    /// The same as HTML, for who wants that: with a drawn board for who is to move, with links to answers.
    pub face: Option<Face>,
    /// The game as a file, in mails about a move or an end, and where it was asked for.
    pub attachment: Option<Attachment>,
}

/// A game as a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// The name of the file, `game-42.pgn`.
    pub name: String,
    /// The game in PGN export format.
    pub pgn: String,
}

/// What stands at the end of a letter whose game has time that is charged to nobody.
const STOPPED_TIME: &str = "_stopped_time.txt";

/// What stands at the end of a letter about a game of a tournament.
const TOURNAMENT: &str = "_tournament.txt";

/// What is said below a letter about a holiday note.
const ABSENCE: &str = "_absence.txt";

/// What a template sees: the reader, the server, and the fields of the occasion.
#[derive(Serialize)]
struct Context<'a> {
    reader: &'a str,
    server: &'a str,
    attached: bool,
    receipts: &'static str,
    stopped_time: &'a [StoppedTime],
    absence: Option<&'a LeaveDays>,
    rating: Option<&'a RatingNews>,
    in_tournament: Option<&'a InTournament>,
    #[serde(flatten)]
    occasion: &'a Occasion,
}

impl Templates {
    /// The built-in templates, with `overrides` (file → text; in a language other than English `de/NAME.txt`) in place of
    /// those of the same name. With overrides every template of the language is rendered with sample data, so that a fault
    /// shows now and not when a player waits for an answer; of the built-in ones alone a test shows that they have none.
    ///
    /// A fault of an override in another language than English is no error: the built-in text is used in its place, and
    /// [`Templates::faults`] tells of it. Who reads that language gets a letter in any case.
    ///
    /// # Errors
    ///
    /// When an override has a name that no template has, or a template cannot be read or rendered.
    pub fn new(overrides: BTreeMap<String, String>) -> Result<Templates, TemplateError> {
        let in_english = overrides_in(Language::English, &overrides);
        let is_changed = !in_english.is_empty();
        let mut templates = Templates {
            english: environment(Language::English, in_english)?,
            others: BTreeMap::new(),
            faults: Vec::new(),
        };
        if is_changed {
            templates.try_all(Language::English).map_err(|(_, e)| e)?;
        }
        for &language in Language::ALL {
            if language != Language::English {
                templates.add(language, overrides_in(language, &overrides))?;
            }
        }
        Ok(templates)
    }

    /// Adds a language with as many of the overrides as have no fault.
    fn add(
        &mut self,
        language: Language,
        mut overrides: BTreeMap<String, String>,
    ) -> Result<(), TemplateError> {
        loop {
            let tried = match environment(language, overrides.clone()) {
                Ok(environment) => {
                    self.others.insert(language, environment);
                    match overrides.is_empty() {
                        true => Ok(()),
                        false => self.try_all(language),
                    }
                }
                Err(fault) => Err((None, fault)),
            };
            let Err((mail, fault)) = tried else {
                return Ok(());
            };
            // What is to blame is the file of the fault, or else the mail in which it shows, or any other of them.
            let blamed = [fault.template(), mail.unwrap_or_default()];
            let file = blamed
                .into_iter()
                .find_map(|name| overrides.remove_entry(name));
            let Some((name, _)) = file.or_else(|| overrides.pop_first()) else {
                return Err(fault);
            };
            self.faults.push(TemplateError::LeftOut {
                file: file_in(language, &name),
                fault: Box::new(fault),
            });
        }
    }

    /// What is wrong with overrides that are not used.
    pub fn faults(&self) -> &[TemplateError] {
        &self.faults
    }

    /// The same, naming this address, or these words, where a person is to be asked.
    #[must_use]
    pub fn with_contact(mut self, contact: Option<&str>) -> Templates {
        let Some(contact) = contact else {
            return self;
        };
        for environment in self.others.values_mut().chain([&mut self.english]) {
            environment.add_global("administrator", contact);
        }
        self
    }

    /// The letter as text.
    ///
    /// # Errors
    ///
    /// When the template cannot be rendered with this letter's data, which [`Templates::new`] makes unlikely.
    pub fn render(&self, letter: &Letter) -> Result<Text, TemplateError> {
        let usual = Preferences::usual(Format::Text);
        self.render_as(letter, &usual, "localhost")
    }

    /// The letter in the form in which its reader wants it. `domain` is what the ids of pictures end with.
    ///
    /// # Errors
    ///
    /// As [`Templates::render`].
    pub fn render_as(
        &self,
        letter: &Letter,
        preferences: &Preferences,
        domain: &str,
    ) -> Result<Text, TemplateError> {
        let format = preferences.format;
        let name = letter.occasion.kind().template;
        let attachment = match letter.answers {
            Answers::Proven => attached_games(&letter.occasion, preferences),
            Answers::Unproven => None,
        };
        let context = Value::from(Serde(Context {
            reader: &letter.reader,
            server: &letter.server,
            attached: attachment.is_some(),
            receipts: preferences.receipts.word(),
            stopped_time: &letter.stopped_time,
            absence: letter.absence.as_ref(),
            rating: letter.rating.as_ref(),
            in_tournament: in_tournament(&letter.occasion),
            occasion: &letter.occasion,
        }));
        let context = preferences.language.put_into_words(&context);
        let rendered = self.with_additions(letter, preferences.language, &context)?;
        let document = lay_out(&without_unsplit_codes(&rendered));
        let document = in_its_form(document, &letter.occasion, preferences);
        let passing_turn = letter.occasion.passing_turn();
        let adds = !letter.stopped_time.is_empty() || letter.absence.is_some();
        let mut body = match passing_turn.filter(|_| !adds) {
            Some(game) if format == Format::Pgn => {
                format!("{}\n", pgn_without_codes(&game.pgn).trim_end())
            }
            Some(_) | None => as_text(&document, ""),
        };
        if body.is_empty() {
            return Err(TemplateError::Empty {
                name: name.to_owned(),
            });
        }
        if letter.answers == Answers::Unproven {
            body = comments_without_links(&body);
        }
        if let Some(reference) = &letter.reference {
            body.push('\n');
            body.push_str(reference);
            body.push('\n');
        }
        Ok(Text {
            body,
            face: face_of(&document, letter, preferences, domain),
            attachment: attachment.map(|games| Attachment {
                pgn: pgn_without_codes(&games.pgn),
                ..games
            }),
        })
    }

    /// The words of a letter, and of what is told below them.
    fn with_additions(
        &self,
        letter: &Letter,
        language: Language,
        context: &Value,
    ) -> Result<String, TemplateError> {
        let environment = self.others.get(&language).unwrap_or(&self.english);
        let put_into_words = |name| put_into_words(environment, name, context);
        let mut rendered = put_into_words(letter.occasion.kind().template)?;
        if in_tournament(&letter.occasion).is_some() && !rendered.trim().is_empty() {
            rendered.push('\n');
            rendered.push_str(&put_into_words(TOURNAMENT)?);
        }
        if !letter.stopped_time.is_empty() && !rendered.trim().is_empty() {
            rendered.push('\n');
            rendered.push_str(&put_into_words(STOPPED_TIME)?);
        }
        if letter.absence.is_some() && !rendered.is_empty() {
            rendered.push('\n');
            rendered.push_str(&put_into_words(ABSENCE)?);
        }
        Ok(rendered)
    }

    /// The names of all templates, sorted.
    pub fn names() -> BTreeSet<&'static str> {
        environment::names()
    }

    /// Renders every sample in this language, and sees that every mail has one. With a fault comes the mail in which it shows.
    fn try_all(&self, language: Language) -> Result<(), (Option<&'static str>, TemplateError)> {
        let preferences = Preferences {
            language,
            ..Preferences::usual(Format::Text)
        };
        let mut tried = BTreeSet::new();
        for occasion in samples() {
            let kind = occasion.kind();
            tried.insert(kind.name);
            let letter = Letter {
                occasion,
                reader: "Ann".to_owned(),
                reference: None,
                links_to: None,
                server: "chess@example.org".to_owned(),
                answers: Answers::Proven,
                stopped_time: stopped_times(),
                absence: None,
                rating: Some(rating_news()),
            };
            self.render_as(&letter, &preferences, "localhost")
                .map_err(|fault| (Some(kind.template), fault))?;
        }
        match KINDS.iter().find(|kind| !tried.contains(kind.name)) {
            None => Ok(()),
            Some(kind) => Err((
                None,
                TemplateError::Broken {
                    name: kind.template.to_owned(),
                    line: 1,
                    reason: "there is no sample to try it with".to_owned(),
                },
            )),
        }
    }
}

fn put_into_words(
    environment: &Environment<'_>,
    name: &str,
    context: &Value,
) -> Result<String, TemplateError> {
    environment
        .get_template(name)
        .and_then(|template| template.render(context))
        .map_err(|error| broken(name, &error))
}

/// The tournament to which the game of a letter belongs.
fn in_tournament(occasion: &Occasion) -> Option<&InTournament> {
    occasion.shown_game()?.tournament.as_ref()
}

/// The letter with its board in words, where its reader wants it so.
fn in_its_form(document: Document, occasion: &Occasion, preferences: &Preferences) -> Document {
    match (preferences.format, occasion.shown_game()) {
        (Format::Words, Some(game)) => {
            let lines = game.drawn.lines();
            let said = lines.iter().map(|line| preferences.language.say(line));
            document.in_words(&game.board, &said.collect::<Vec<_>>())
        }
        (Format::Words | Format::Board | Format::Text | Format::Pgn, _) => document,
    }
}

/// The letter as HTML, where its reader wants that; never where anybody could have brought it about in their name.
fn face_of(
    document: &Document,
    letter: &Letter,
    preferences: &Preferences,
    domain: &str,
) -> Option<Face> {
    match (preferences.format, letter.answers) {
        (Format::Board, Answers::Proven) => face(
            document,
            &Told {
                occasion: &letter.occasion,
                reference: letter.reference.as_deref(),
                links_to: letter.links_to.as_ref(),
                links: preferences.links,
                domain,
                language: preferences.language,
            },
        ),
        (Format::Board, Answers::Unproven) | (Format::Text | Format::Words | Format::Pgn, _) => {
            None
        }
    }
}

/// What goes with the mail as a file.
fn attached_games(occasion: &Occasion, preferences: &Preferences) -> Option<Attachment> {
    match occasion.kind().file {
        File::Nothing => None,
        File::GameSoFar => {
            // Where the letter is the game, it comes once.
            let is_the_letter =
                preferences.format == Format::Pgn && occasion.passing_turn().is_some();
            let wanted = preferences.files == PgnFiles::On && !is_the_letter;
            game_of(occasion)
                .filter(|game| wanted && game.last_move.is_some())
                .map(attachment)
        }
        File::Game => game_of(occasion).map(attachment),
        File::GameWhenOver => game_of(occasion)
            .filter(|game| game.phase == "over")
            .map(attachment),
        File::Archive => games_of_the_archive(occasion),
    }
}

fn game_of(occasion: &Occasion) -> Option<&GameView> {
    if let Occasion::Over { game, .. }
    | Occasion::Adjudicated { game, .. }
    | Occasion::Watched { game, .. }
    | Occasion::TimeForfeit { game, .. }
    | Occasion::TimeToClaim { game, .. }
    | Occasion::FirstMoveMissing { game, .. }
    | Occasion::YourMove { game, .. }
    | Occasion::MovePlayed { game, .. }
    | Occasion::DrawOffered { game, .. }
    | Occasion::TakebackOffered { game, .. }
    | Occasion::TakenBack { game, .. }
    | Occasion::AbortOffered { game, .. }
    | Occasion::ClaimWrong { game, .. }
    | Occasion::Corrected { game, .. }
    | Occasion::Substituted { game, .. }
    | Occasion::Restored { game, .. }
    | Occasion::Nudged { game, .. }
    | Occasion::Reminder { game, .. }
    | Occasion::Pgn { game }
    | Occasion::Show { game, .. } = occasion
    {
        Some(game)
    } else {
        None
    }
}

fn games_of_the_archive(occasion: &Occasion) -> Option<Attachment> {
    if let Occasion::Overwritten { game, pgn } = occasion {
        return Some(Attachment {
            name: format!("archive-{}.pgn", game.number),
            pgn: pgn.clone(),
        });
    }
    let Occasion::Found { games, pgn, .. } = occasion else {
        return None;
    };
    (!games.is_empty()).then(|| Attachment {
        name: "found.pgn".to_owned(),
        pgn: pgn.clone(),
    })
}

fn attachment(game: &GameView) -> Attachment {
    Attachment {
        name: format!("game-{}.pgn", game.number),
        pgn: game.pgn.clone(),
    }
}

#[cfg(test)]
mod tests;
