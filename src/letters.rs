//! What we write: an [`Occasion`] becomes a mail's text by its template in `templates/`, where each language has a folder.
//!
//! [`LetterKind`] is what holds of every letter on an occasion, in one table.
//! [`GameView`] and [`GameLine`] show a game to one of its players, [`Templates`] holds the texts and renders a
//! [`Letter`], [`clean_name`] and [`clean_talk`] make harmless what players write to each other, [`without_codes`] takes our codes
//! out of it; by its [`NameKey`] a name is found, by its [`NameLook`] one that is taken for it, and [`reserved()`] says which
//! are nobody's.
//!
//! What decides hands in values: [`Why`] something is not done, what a question [`Named`], on what [`Grounds`] a game ended, and
//! an [`Addition`] to an answer. Their words stand here and in the templates alone.
//!
//! What code says and no template is a [`Sentence`], data until a letter knows the language of its reader, whose catalogue
//! has the words.
//!
//! Nothing here knows an address of a player, a clock or a mail header.

mod addition;
mod after_move;
mod bracket;
mod calendar;
mod catalogue;
mod challenges;
mod clean;
mod clock_ruled;
mod club;
mod codes;
mod dates;
mod digest;
mod directed;
mod drawn;
mod environment;
mod face;
mod first_request;
mod format;
mod grounds;
mod kind;
mod language;
mod layout;
mod leave;
mod link_signs;
mod links;
mod look_alike;
mod name_key;
mod name_look;
mod named;
mod occasion;
mod out;
mod preferences;
mod pretence;
mod rating;
mod render;
mod reserved;
mod sample;
mod seek;
mod sentence;
mod settings;
mod signs;
mod stopped_time;
mod teams;
mod template_error;
mod texts;
mod time;
mod time_control;
mod tournament;
mod tournament_rulings;
mod typed_key;
mod view;
mod watching;
mod why;
mod wording;
mod words;

pub use addition::{Addition, AlsoNotDone, Stopped};
pub use after_move::{EndedOffer, Followed, OfferEnd, Offered, Prepared, Undone};
pub use bracket::{bracket_in_lines, match_in_words, place_in_words, stage_in_words};
pub use calendar::{CalendarEntry, CalendarWord, DueMove, FetchedCalendar};
pub use challenges::{
    KeptBack, MadeChallenge, MoreInvitations, RefusedChallenges, SeveralChallenges,
};
pub use clean::{
    NAMELESS, clean_name, clean_note, clean_talk, one_line, own_talk, pgn_without_codes,
    pgn_without_links, without_links, words_of_invitation,
};
pub use clock_ruled::ClockRuled;
pub use club::ClubLine;
pub use codes::{
    check_letters, undone_texts, without_codes, without_torn_codes, without_unsplit_codes,
};
pub use dates::day_in_figures;
pub use digest::Digest;
pub use directed::Directed;
pub use drawn::Drawn;
pub use face::{DrawnBoard, Face};
pub use first_request::{AskedBecause, AskedFor, FirstRequest, ToldBecause};
pub use format::Format;
pub use grounds::{After, Grounds, Missing, Quiet, Repeated, Since};
pub use kind::{
    ASKS_FOR_A_MOVE, Asks, Erased, InItsGame, KINDS, LetterKind, OF_DIRECTION, Opens,
    REPEAT_THEIR_READER,
};
pub use language::Language;
pub use leave::{Deadline, LeaveDays, OfYear, UnclearLeave, day_in_words, minute_in_words};
pub use links::LinksTo;
pub use name_key::NameKey;
pub use name_look::NameLook;
pub use named::{
    Begins, Behind, But, Extent, Games, InGame, Loses, Named, NoteIs, Somebody, Terms, Timed,
};
pub use occasion::{AskedMove, Occasion, Part, Parting, Unsure, Untold, Wanted};
pub use out::{MailWait, Out, ToldBy, WaitingMail, instant_in_words};
pub use preferences::{Calendar, Links, Listed, PgnFiles, Preferences, Public, Receipts, Subjects};
pub use rating::{RatingLine, RatingNews, Shift, Shown, rating_in_a_list};
pub use render::{Answers, Attachment, Letter, Templates, Text};
pub use reserved::{Reserved, reserved};
pub use sample::{rating_news, samples, stopped_times};
pub use seek::{PairedBy, SeekLine, seek_in_words};
pub use sentence::{InWords, Inserted, Sentence};
pub(crate) use sentence::{says_its_words, sentence};
pub use settings::{Changed, SettingsView, reminders_in_words};
pub use stopped_time::{FirstFlag, StoppedTime};
pub use teams::{TeamNames, team_list_in_lines, team_table_in_lines};
pub use template_error::TemplateError;
pub use texts::Texts;
pub use time::{
    Clockface, LineTime, Running, Spent, TimeStands, TimeView, Whose, in_words,
    in_words_for_one_move, in_zone_as_well, instant, instant_of, left_in_words,
};
pub use time_control::{TimeRules, control_in_words};
pub use tournament::{
    BegunGame, OnTheList, OutOf, Seat, Stands, SubstituteView, TeamView, TournamentView, annuls,
    has_lost, list_in_lines, system_in_words, table_in_lines,
};
pub use tournament_rulings::{TournamentName, reason_of_withdrawal};
pub use typed_key::{key_hash, key_in_groups, link_token, link_token_hash, typed_key};
pub use view::{
    Annotation, Audience, FiledGame, GameLine, GameView, HeldMoveView, InTournament, Kept, Names,
    TeamsOfGame, record_of, subject_of_game,
};
pub use watching::{WatchChange, WatchedView};
pub use why::{
    Doubtful, Ends, NoAddress, NoAnswer, NoChallenge, NoDirecting, NoDirector, NoEntry, NoHold,
    NoMove, NoNudge, NoOverwriting, NoPause, NoScore, NoSearch, NoSeek, NoSetting, NoSubstitution,
    NoTimeClaim, NoTournament, NoWatching, NotDone, NotEntered, NotWanted, Why, why_no_control,
};
