//! What players may want, as values.

use super::directing::Directive;
use super::leave::{NoPeriod, Period};
use super::seek::SeekWish;
use super::several::names_in;
use super::stake::StakeWish;
use super::time_control::TimeWish;
use super::watch::Watched;
use crate::chess::notation::Spelling;
use crate::game::clock::Amount;
use crate::game::{Claim, TimeClaim};

/// What becomes of all that is known of who leaves for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// It stays.
    Remembered,
    /// It is erased as well.
    Forgotten,
}

/// What an order sets by one of a few words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preference {
    /// In which language letters are written.
    Language,
    /// What one gets for a move of one's own.
    Receipts,
    /// Whether the game comes with each letter of a move.
    Files,
    /// Whether deadlines come for the calendar.
    Calendar,
    /// Whether finished games may be published.
    Public,
    /// What the subjects say.
    Subjects,
    /// Whether one is on the list of players.
    Listed,
    /// Which links stand in letters.
    Links,
    /// Whether leave begins by itself when time is over.
    AutomaticLeave,
}

/// What a player wants done.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Play: one move, or several of which the first is to be played now.
    Moves(Vec<Spelling>),
    /// Play the move with which this game in PGN goes on from the game as it stands.
    Score(String),
    /// Answers prepared to moves of the opponent: lines of play in each of which a move of his and the answer to it
    /// alternate. All of a mail together replace what was prepared before.
    Prepare(Vec<Vec<Spelling>>),
    /// Show the answers that are prepared.
    Prepared,
    /// Forget the answers that are prepared.
    DropPrepared,
    /// A note about a move, sealed until the game is over.
    Note(Note),
    /// Show one's notes.
    Notes,
    /// Offer a draw, alone or with a move on the same line.
    OfferDraw,
    /// Claim a draw, for the position on the board or with a move on the same line.
    ClaimDraw(Claim),
    /// Claim that the opponent's time is over.
    ClaimTime(TimeClaim),
    /// Accept the draw that was offered.
    AcceptDraw,
    /// Decline the draw that was offered.
    DeclineDraw,
    /// Accept a challenge.
    Accept,
    /// Decline a challenge.
    Decline,
    /// Withdraw a challenge of one's own.
    Withdraw,
    /// Resign.
    Resign,
    /// Take back one's own last move.
    Takeback(Answer),
    /// End the game without a result.
    Abort(Answer),
    /// Offer that nobody's clock runs for some days, or it is asked for how long.
    OfferPause(Result<Period, NoPeriod>),
    /// Agree to the pause that was offered.
    AcceptPause,
    /// Decline the pause that was offered.
    DeclinePause,
    /// Give the opponent time; nothing where it cannot be read how much.
    GiveTime(Option<Amount>),
    /// Send the move of this mail later, by so much; nothing where it cannot be read by how much.
    Hold(Option<Amount>),
    /// Forget the move that is to be sent later.
    DropHeld,
    /// Challenge somebody.
    Challenge {
        /// An address, or a player's name, as written.
        opponent: String,
        /// The colour that the challenger wants.
        colour: Colour,
        /// Where the game is to begin.
        setup: Setup,
        /// How time is to be counted; nothing was said where it is missing.
        time: Option<TimeWish>,
        /// What is to be at stake.
        stake: StakeWish,
    },
    /// Offer a game to whoever wants to take it.
    Seek(SeekWish),
    /// List the seeks that can be taken.
    Seeks,
    /// Take the seek of this number.
    Take(i64),
    /// Take back one's own seek of this number, or the only one.
    Unseek(Option<i64>),
    /// List the tournaments.
    Tournaments,
    /// Take part in the tournament of this name; for a team, as written, where one is named.
    SignUp(String, Option<String>),
    /// Something that may mean the same.
    EnterTournament(String),
    /// Take part in the tournament of this name no more.
    WithdrawFrom(String),
    /// Show the table of the tournament of this name, or of the only one in which they take part.
    Table(Option<String>),
    /// What the director of the tournament of this name orders.
    Direct(String, Directive),
    /// Pass these words on to the directors of the tournament of this name, or of the only one in which they take part.
    ToDirector(Option<String>, String),
    /// Have games sent that one does not play, when they have ended.
    Watch(Watched),
    /// Have them sent no more.
    Unwatch(Watched),
    /// List what one watches.
    Watching,
    /// Challenge the opponent of a finished game again, with colours turned and the same beginning.
    Rematch,
    /// Show a start position of Chess960: by its number or drawn by lot, or the number of one that is given.
    Chess960(Option<String>),
    /// Show one's own ratings and those of one's opponents, or of the player of this name, and the score against them.
    Ratings(Option<String>),
    /// Send a secret link by which a calendar program fetches one's deadlines.
    CalendarLink,
    /// Make all secret links void that one was sent, and send a new one.
    NewLinks,
    /// Make all secret links void that one was sent, and send none.
    NoLinks,
    /// List the players who have agreed to it, from this place on.
    Players(i64),
    /// List one's games.
    Games,
    /// Show a game.
    Show,
    /// Send a game as PGN.
    Pgn,
    /// Draw a board: of the game, or of the FEN given, which may be malformed.
    Board(Option<String>),
    /// Explain, everything or one topic.
    Help(Option<String>),
    /// Tell the opponent this.
    Say(String),
    /// Send no more mail.
    Stop,
    /// Send mail again.
    Start,
    /// Give all open games up, and be a player no more.
    Leave(Leaving),
    /// Rest for some days, in which one's own clock stands; or it is asked whether that is meant.
    TakeLeave(Result<Period, NoPeriod>),
    /// End one's leave.
    Back,
    /// "quit": it is asked what is meant by it.
    Quit,
    /// Change one's name.
    Name(String),
    /// The language of one's piece letters, as written.
    Letters(String),
    /// The form of the letters about one's games, as written.
    Format(String),
    /// What is set, and to which word, in lower case.
    Prefer(Preference, String),
    /// Show all that one has set.
    Settings,
    /// The time zone in which one lives, as written; empty where it was asked for without one.
    Zone(String),
    /// When one wants to be reminded, as written in lower case.
    Reminders(String),
    /// How often one wants the list of one's games, as written in lower case.
    Digest(String),
    /// Remind the opponent, in a kind letter, that it is their move.
    Nudge,
    /// List one's addresses.
    Addresses,
    /// Have one's mail sent to this address, as written.
    Address(String),
    /// Write from this address no more, as written.
    RemoveAddress(String),
    /// Hear no more from the player of this name.
    Block(String),
    /// Hear from the player of this name again.
    Unblock(String),
    /// Yes, to what was asked.
    Yes,
    /// No, to what was asked.
    No,
    /// The answer to a numbered question, 1 to 99.
    Choice(u8),
    /// Become a player.
    Join,
    /// Enter games that were played elsewhere into the archive.
    Enter {
        /// Where they are to be filed, as written.
        collection: String,
        /// What was pasted below the order.
        pgn: String,
    },
    /// Enter what was typed into a form of the pages, and waits to be confirmed.
    EnterWaiting {
        /// What it waits under: 16 small letters and figures.
        key: String,
    },
    /// Put another game in the place of one of the archive.
    Overwrite {
        /// Its number.
        number: i64,
        /// The edit password, as written.
        password: String,
        /// What was pasted below the order.
        pgn: String,
    },
    /// Look for games of the archive, as written.
    Search(String),
}

/// What holds of a command wherever it is met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Properties {
    /// By what we call it, without anything that its writer put behind it.
    pub word: &'static str,
    /// What it is about.
    pub matter: Matter,
    /// Whether anything is changed by it.
    pub effect: Effect,
    /// Whether somebody who writes a letter could have put it on a line of its own without meaning it.
    pub reading: ReadAs,
    /// What the code of the letter that is answered must open.
    pub deed: Deed,
    /// In which games it could be meant where it names none.
    pub meant_in: MeantIn,
    /// When it is carried out, among the others of its mail.
    pub when: When,
    /// What has to be known before it can be carried out.
    pub loads: Loads,
    /// What a question whether the mail is the player's shows of it.
    pub asked: Asked,
    /// Whether it asks for something in the first mail that we hear from its sender.
    pub of_a_stranger: OfAStranger,
}

/// What a command is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Matter {
    /// One game, named or meant.
    Game,
    /// No game, or none that is played yet.
    Other,
}

/// What a command brings about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Nothing changes, and it costs next to nothing: it is answered to the player's own address, a few times a day, even if
    /// nothing proves that he has asked.
    Shows,
    /// Nothing changes; but it is work for us, or brings words of whoever asked.
    Informs,
    /// Something changes.
    Changes,
}

/// How sure it is that a line in the middle of a letter is meant as the command that it spells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadAs {
    /// Nobody writes such a line by chance.
    Order,
    /// It may be a part of what the letter says; where a line begins with it as a clause of its own, it is asked about.
    Clause,
    /// It may be a part of what the letter says, wherever it stands.
    Words,
}

/// What a command does, as far as the code of a letter opens one of them and not the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    /// Nothing: he is told something.
    Ask,
    /// The same, and words below it are passed on to the opponent.
    AskAndPassOn,
    /// What belongs to one position of a game: at another one he is told so.
    Play,
    /// What belongs to a game at whatever position.
    Decide,
    /// What is kept for later in a game.
    Keep,
    /// Words to the opponent in a game.
    Talk,
    /// A new game.
    Challenge,
    /// A game for whoever wants to take it, one with whoever offers it, or a seat in a tournament.
    Seek,
    /// Games that were played elsewhere.
    Archive,
    /// What the player has set.
    Settings,
    /// Words to the directors of a tournament.
    Write,
    /// No more mail.
    Stop,
    /// Mail again.
    Start,
    /// What is always asked about, whatever it answers.
    Guarded,
}

/// In which of a player's open games a command could be meant that names none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MeantIn {
    /// Where it is their turn.
    OwnTurn,
    /// Where it is not, and answers can be prepared.
    OthersTurn,
    /// Where they are challenged, or something is offered to them.
    AnythingOffered,
    /// Where a draw is offered to them.
    DrawOffered,
    /// Where they are asked for a takeback.
    TakebackOffered,
    /// Where they are asked for an end without a result.
    AbortOffered,
    /// Where they are asked for a pause.
    PauseOffered,
    /// Where their own challenge is not answered yet.
    OwnChallenge,
    /// Where the game goes on.
    Playing,
    /// Where it has begun.
    PlayedOrOver,
    /// In each.
    Any,
    /// In none: it is about no game, or about one that is named.
    Named,
}

/// When a command is carried out. Those in one game are carried out together, after what is about no game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// It holds for the whole mail, wherever it stands in it.
    First,
    /// About no game: in the order in which they were written.
    InOrder,
    /// In a game: before the move, which would answer as well what this one answers.
    BeforeTheMove,
    /// It is the move.
    TheMove,
    /// In a game: for the position after the move.
    AfterTheMove,
    /// It shows what the other orders have changed.
    AtTheEnd,
    /// After the last mail there is none.
    Last,
}

/// What has to be known, beside the games that are named, before a command can be carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loads {
    /// Nothing.
    Nothing,
    /// All open games of the sender.
    OwnGames,
    /// The same, and who wants no mail.
    Stops,
    /// The same, and in which game they leave.
    Leaving,
    /// All open games of the sender, and their leave.
    Leave,
    /// The same, who hears from whom, and a new game.
    Rematch,
    /// Who is challenged, who hears from whom, and new games.
    Challenge,
    /// The seeks that are open, who hears from whom, and a new game.
    Seeks,
    /// The tournaments that are open or played.
    Tournaments,
    /// The same, and nobody else changes who takes part.
    SignUp,
    /// The same, and all open games of the sender.
    Withdrawal,
    /// The same, with all who take part in the one that is named, and the games that end.
    Directing,
    /// The tournaments that are open or played, who directs them, and who hears from whom.
    Directors,
    /// What the sender watches, the tournaments that are open or played, and a game that is named.
    Watches,
    /// Who hears from whom.
    Blocks,
    /// The same, and when somebody last had their opponent reminded.
    Nudges,
    /// A player by name, and who hears from whom.
    Player,
    /// Whose a name is.
    Name,
    /// Whose an address is.
    Address,
    /// All addresses of the sender.
    OwnAddresses,
    /// How the sender has written the letters of pieces.
    PieceLetters,
    /// A game of the archive.
    Archived,
    /// Whether a flag may fall.
    Flags,
    /// What the sender may know of ratings.
    Ratings,
    /// Who is on the list of players.
    Club,
}

/// What a question whether a mail is the player's shows of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// Its word alone.
    Word,
    /// What its writer put behind it as well, spelled by us.
    Whole,
}

/// Whether a command asks for something in the first mail that we hear from its sender. Unwanted mail has lines that are
/// read as orders ("Unsubscribe: …", "Note: …", a number that stands alone), which mean nothing of whom we have never
/// written to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfAStranger {
    /// It does.
    Asks,
    /// It does unless it is typed in digits alone, and then as good as any number: ICCF's notation is for who plays here.
    InLetters,
    /// It does where it is all that the mail says: who writes "stop" and nothing else asks never to be written to.
    Alone,
    /// It does not.
    Nothing,
}

/// One row for each command: a new one does not compile before it says all of it.
macro_rules! rows {
    ($($command:ident $(($($inside:tt)*))? $({$($fields:tt)*})? => $word:literal $matter:ident $effect:ident
       $reading:ident $deed:ident $meant_in:ident $when:ident $loads:ident $asked:ident
       $of_a_stranger:ident,)*) => {
        impl Command {
            /// What holds of this command.
            pub fn properties(&self) -> Properties {
                match self {
                    $(Command::$command $(($($inside)*))? $({$($fields)*})? => {
                        rows!(@row $word $matter $effect $reading $deed $meant_in $when $loads $asked
                              $of_a_stranger)
                    })*
                }
            }
        }

        #[cfg(test)]
        const ROWS: &[Properties] = &[
            $(rows!(@row $word $matter $effect $reading $deed $meant_in $when $loads $asked $of_a_stranger),)*
        ];
    };
    (@row $word:literal $matter:ident $effect:ident $reading:ident $deed:ident $meant_in:ident $when:ident
     $loads:ident $asked:ident $of_a_stranger:ident) => {
        Properties {
            word: $word,
            matter: Matter::$matter,
            effect: Effect::$effect,
            reading: ReadAs::$reading,
            deed: Deed::$deed,
            meant_in: MeantIn::$meant_in,
            when: When::$when,
            loads: Loads::$loads,
            asked: Asked::$asked,
            of_a_stranger: OfAStranger::$of_a_stranger,
        }
    };
}

rows! {
    // command                      word                    matter effect  read   deed         meant in        when          loads        asked stranger
    Moves(_)                     => "a move"                Game   Changes Words  Play         OwnTurn         TheMove       PieceLetters Whole InLetters,
    Score(_)                     => "a move"                Game   Changes Words  Play         OwnTurn         TheMove       Nothing      Whole Asks,
    Choice(_)                    => "a move"                Game   Changes Words  Play         OwnTurn         TheMove       Nothing      Whole Nothing,
    Prepare(_)                   => "conditional moves"     Game   Changes Words  Keep         OthersTurn      AfterTheMove  Nothing      Whole Asks,
    Prepared                     => "conditional moves"     Game   Informs Words  AskAndPassOn Playing         AfterTheMove  Nothing      Word  Asks,
    DropPrepared                 => "drop conditional moves" Game   Changes Words  Keep         Playing         AfterTheMove  Nothing      Word  Asks,
    Note(_)                      => "a note"                Game   Changes Words  Keep         PlayedOrOver    AfterTheMove  Nothing      Whole Nothing,
    Notes                        => "notes"                 Game   Informs Words  AskAndPassOn PlayedOrOver    AfterTheMove  Nothing      Word  Asks,
    OfferDraw                    => "draw"                  Game   Changes Order  Play         Playing         AfterTheMove  Nothing      Word  Asks,
    ClaimDraw(Claim::Draw)       => "claim draw"            Game   Changes Order  Play         OwnTurn         AfterTheMove  Nothing      Word  Asks,
    ClaimDraw(Claim::Repetition) => "claim draw by threefold repetition" Game   Changes Order  Play         OwnTurn         AfterTheMove  Nothing      Word  Asks,
    ClaimTime(TimeClaim::Win)    => "claim time"            Game   Changes Order  Play         OthersTurn      AfterTheMove  Flags        Word  Asks,
    ClaimTime(TimeClaim::Draw)   => "claim time draw"       Game   Changes Order  Play         OthersTurn      AfterTheMove  Flags        Word  Asks,
    ClaimTime(TimeClaim::Abort)  => "claim time abort"      Game   Changes Order  Play         OthersTurn      AfterTheMove  Flags        Word  Asks,
    ClaimDraw(Claim::FiftyMoves) => "claim draw by fifty moves" Game   Changes Order  Play         OwnTurn         AfterTheMove  Nothing      Word  Asks,
    AcceptDraw                   => "accept draw"           Game   Changes Order  Play         DrawOffered     AfterTheMove  Nothing      Word  Asks,
    DeclineDraw                  => "decline draw"          Game   Changes Order  Play         DrawOffered     BeforeTheMove Nothing      Word  Asks,
    Accept                       => "accept"                Game   Changes Order  Decide       AnythingOffered BeforeTheMove Nothing      Word  Asks,
    Decline                      => "decline"               Game   Changes Order  Decide       AnythingOffered BeforeTheMove Nothing      Word  Asks,
    Withdraw                     => "withdraw"              Game   Changes Clause Decide       OwnChallenge    BeforeTheMove Nothing      Word  Asks,
    Resign                       => "resign"                Game   Changes Order  Decide       Playing         AfterTheMove  Nothing      Word  Asks,
    Takeback(Answer::Offer)      => "takeback"              Game   Changes Order  Play         Playing         AfterTheMove  Nothing      Word  Asks,
    Takeback(Answer::Accept)     => "accept takeback"       Game   Changes Order  Play         TakebackOffered AfterTheMove  Nothing      Word  Asks,
    Takeback(Answer::Decline)    => "decline takeback"      Game   Changes Order  Play         TakebackOffered BeforeTheMove Nothing      Word  Asks,
    Abort(Answer::Offer)         => "abort"                 Game   Changes Order  Play         Playing         AfterTheMove  Nothing      Word  Asks,
    Abort(Answer::Accept)        => "accept abort"          Game   Changes Order  Play         AbortOffered    AfterTheMove  Nothing      Word  Asks,
    Abort(Answer::Decline)       => "decline abort"         Game   Changes Order  Play         AbortOffered    BeforeTheMove Nothing      Word  Asks,
    OfferPause(Ok(_))            => "pause"                 Game   Changes Order  Decide       Playing         BeforeTheMove Nothing      Whole Nothing,
    OfferPause(Err(_))           => "pause"                 Game   Informs Words  Ask          Playing         AfterTheMove  Nothing      Word  Nothing,
    AcceptPause                  => "accept pause"          Game   Changes Order  Decide       PauseOffered    BeforeTheMove Nothing      Word  Asks,
    DeclinePause                 => "decline pause"         Game   Changes Order  Decide       PauseOffered    BeforeTheMove Nothing      Word  Asks,
    GiveTime(Some(_))            => "give"                  Game   Changes Order  Decide       Playing         BeforeTheMove Nothing      Whole Nothing,
    GiveTime(None)               => "give"                  Game   Informs Words  Ask          Playing         AfterTheMove  Nothing      Word  Nothing,
    Hold(Some(_))                => "hold"                  Game   Changes Order  Play         OwnTurn         BeforeTheMove Nothing      Whole Nothing,
    Hold(None)                   => "hold"                  Game   Informs Words  Ask          OwnTurn         BeforeTheMove Nothing      Word  Nothing,
    DropHeld                     => "drop held move"        Game   Changes Words  Keep         OwnTurn         BeforeTheMove Nothing      Word  Asks,
    Say(_)                       => "say"                   Game   Changes Words  Talk         Playing         AfterTheMove  Blocks       Whole Asks,
    Nudge                        => "nudge"                 Game   Changes Words  Talk         OthersTurn      AfterTheMove  Nudges       Word  Asks,
    Show                         => "show"                  Game   Shows   Words  Ask          Any             AfterTheMove  Nothing      Word  Asks,
    Pgn                          => "pgn"                   Game   Shows   Words  Ask          Any             AfterTheMove  Nothing      Word  Asks,
    Board(None)                  => "board"                 Game   Shows   Words  Ask          Any             AfterTheMove  Nothing      Word  Asks,
    Board(Some(_))               => "board"                 Other  Informs Words  Ask          Any             InOrder       Nothing      Whole Asks,
    Challenge { .. }             => "challenge"             Other  Changes Order  Challenge    Named           InOrder       Challenge    Whole Asks,
    Rematch                      => "rematch"               Game   Changes Words  Challenge    Named           AfterTheMove  Rematch      Word  Asks,
    Seek(_)                      => "seek"                  Other  Changes Words  Seek         Named           InOrder       Seeks        Whole Asks,
    Take(_)                      => "take"                  Other  Changes Words  Seek         Named           InOrder       Seeks        Whole Asks,
    Unseek(_)                    => "unseek"                Other  Changes Words  Seek         Named           InOrder       Seeks        Whole Nothing,
    Seeks                        => "seeks"                 Other  Informs Words  Ask          Named           AtTheEnd      Seeks        Word  Asks,
    Tournaments                  => "tournaments"           Other  Informs Words  Ask          Named           AtTheEnd      Tournaments  Word  Asks,
    SignUp(..)                   => "sign up"               Other  Changes Words  Seek         Named           InOrder       SignUp       Whole Asks,
    EnterTournament(_)           => "join"                  Other  Informs Words  Ask          Named           InOrder       Tournaments  Whole Nothing,
    WithdrawFrom(_)              => "withdraw from"         Other  Changes Words  Guarded      Named           InOrder       Withdrawal   Whole Nothing,
    Table(_)                     => "table"                 Other  Informs Words  Ask          Named           AtTheEnd      Tournaments  Whole Nothing,
    Direct(..)                   => "event"                 Other  Changes Words  Guarded      Named           InOrder       Directing    Whole Nothing,
    Watch(_)                     => "watch"                 Other  Changes Words  Settings     Named           InOrder       Watches      Whole Nothing,
    Unwatch(_)                   => "unwatch"               Other  Changes Words  Settings     Named           InOrder       Watches      Whole Nothing,
    Watching                     => "watching"              Other  Informs Words  Ask          Named           AtTheEnd      Watches      Word  Nothing,
    ToDirector(..)               => "director"              Other  Changes Words  Write        Named           InOrder       Directors    Whole Nothing,
    Players(_)                   => "players"               Other  Informs Words  Ask          Named           AtTheEnd      Club         Word  Asks,
    Chess960(_)                  => "chess960"              Other  Informs Words  Ask          Named           InOrder       Nothing      Word  Asks,
    Games                        => "games"                 Other  Shows   Words  Ask          Named           AtTheEnd      OwnGames     Word  Asks,
    Help(_)                      => "help"                  Other  Shows   Words  Ask          Named           InOrder       Nothing      Word  Asks,
    Join                         => "join"                  Other  Informs Words  Ask          Named           InOrder       Nothing      Word  Asks,
    Stop                         => "stop"                  Other  Changes Clause Stop         Named           Last          Stops        Word  Alone,
    Start                        => "start"                 Other  Changes Words  Start        Named           InOrder       Stops        Word  Asks,
    TakeLeave(Ok(_))             => "leave"                 Other  Changes Clause Settings     Named           InOrder       Leave        Whole Nothing,
    TakeLeave(Err(_))            => "leave"                 Other  Informs Words  Ask          Named           InOrder       Nothing      Word  Nothing,
    Back                         => "back"                  Other  Changes Words  Settings     Named           InOrder       Leave        Word  Nothing,
    Quit                         => "quit"                  Other  Informs Clause Ask          Named           InOrder       Nothing      Word  Nothing,
    Leave(Leaving::Remembered)   => "leave the server"      Other  Changes Clause Guarded      Named           InOrder       Leaving      Word  Asks,
    Leave(Leaving::Forgotten)    => "forget me"             Other  Changes Clause Guarded      Named           InOrder       Leaving      Word  Asks,
    Name(_)                      => "name"                  Other  Changes Words  Settings     Named           First         Name         Whole Asks,
    Letters(_)                   => "letters"               Other  Changes Words  Settings     Named           First         Nothing      Whole Asks,
    Format(_)                    => "format"                Other  Changes Words  Settings     Named           First         Nothing      Whole Asks,
    Prefer(Preference::Language, _) => "language"           Other  Changes Words  Settings     Named           First         Nothing      Whole Nothing,
    Prefer(Preference::Receipts, _) => "receipts"           Other  Changes Words  Settings     Named           First         Nothing      Whole Nothing,
    Prefer(Preference::Files, _) => "pgn"                   Other  Changes Words  Settings     Named           First         Nothing      Whole Nothing,
    Prefer(Preference::Calendar, _) => "calendar"           Other  Changes Words  Settings     Named           First         OwnGames     Whole Nothing,
    Prefer(Preference::Public, _) => "public"               Other  Changes Words  Settings     Named           First         Nothing      Whole Nothing,
    Prefer(Preference::Listed, _) => "listed"               Other  Changes Words  Settings     Named           First         Nothing      Whole Nothing,
    Prefer(Preference::Subjects, _) => "subjects"           Other  Changes Words  Settings     Named           First         Nothing      Whole Nothing,
    Prefer(Preference::Links, _) => "links"                 Other  Changes Words  Settings     Named           First         Nothing      Whole Nothing,
    Prefer(Preference::AutomaticLeave, _) => "automatic leave" Other Changes Words Settings     Named           First         Leave        Whole Nothing,
    CalendarLink                 => "calendar link"         Other  Changes Words  Settings     Named           InOrder       Nothing      Word  Nothing,
    NewLinks                     => "links new"             Other  Changes Words  Settings     Named           InOrder       Nothing      Word  Nothing,
    NoLinks                      => "calendar link off"     Other  Changes Words  Settings     Named           InOrder       Nothing      Word  Nothing,
    Settings                     => "settings"              Other  Informs Words  Ask          Named           AtTheEnd      Nothing      Word  Asks,
    Zone(_)                      => "zone"                  Other  Changes Words  Settings     Named           First         Nothing      Whole Nothing,
    Reminders(_)                 => "reminders"             Other  Changes Words  Settings     Named           First         Nothing      Whole Nothing,
    Digest(_)                    => "digest"                Other  Changes Words  Settings     Named           First         Nothing      Whole Nothing,
    Addresses                    => "addresses"             Other  Informs Words  Ask          Named           InOrder       OwnAddresses Word  Asks,
    Address(_)                   => "address"               Other  Changes Words  Guarded      Named           InOrder       Address      Whole Asks,
    RemoveAddress(_)             => "remove address"        Other  Changes Words  Guarded      Named           InOrder       OwnAddresses Whole Asks,
    Block(_)                     => "block"                 Other  Changes Words  Settings     Named           InOrder       Player       Whole Asks,
    Unblock(_)                   => "unblock"               Other  Changes Words  Settings     Named           InOrder       Player       Whole Asks,
    Yes                          => "yes"                   Other  Changes Words  Ask          Named           InOrder       Nothing      Word  Asks,
    No                           => "no"                    Other  Changes Words  Ask          Named           InOrder       Nothing      Word  Asks,
    Enter { .. }                 => "enter"                 Other  Changes Words  Archive      Named           InOrder       Tournaments  Whole Asks,
    EnterWaiting { .. }          => "enter waiting"         Other  Changes Words  Archive      Named           InOrder       Nothing      Whole Asks,
    Overwrite { .. }             => "overwrite"             Other  Changes Words  Archive      Named           InOrder       Archived     Whole Asks,
    Ratings(None)                => "ratings"               Other  Informs Words  Ask          Named           AtTheEnd      Ratings      Word  Asks,
    Ratings(Some(_))             => "rating"                Other  Informs Words  Ask          Named           AtTheEnd      Ratings      Word  Asks,
    Search(_)                    => "search"                Other  Informs Words  Ask          Named           InOrder       Nothing      Word  Asks,
}

impl Command {
    /// Whether it agrees to what was asked or offered, or refuses it.
    pub fn is_consent(&self) -> bool {
        matches!(
            self,
            Command::AcceptDraw
                | Command::DeclineDraw
                | Command::Accept
                | Command::Decline
                | Command::AcceptPause
                | Command::DeclinePause
                | Command::Takeback(Answer::Accept | Answer::Decline)
                | Command::Abort(Answer::Accept | Answer::Decline)
                | Command::Yes
                | Command::No
                | Command::Join
        )
    }

    /// The moves to be played, the first now.
    pub fn moves(&self) -> Option<&[Spelling]> {
        if let Command::Moves(moves) = self {
            Some(moves)
        } else {
            None
        }
    }

    /// All moves that are written in it.
    pub fn spellings(&self) -> Vec<&Spelling> {
        if let Command::Prepare(lines) = self {
            lines.iter().flatten().collect()
        } else {
            self.moves().unwrap_or_default().iter().collect()
        }
    }

    /// The game in PGN of which the next move is to be played.
    pub fn score(&self) -> Option<&str> {
        if let Command::Score(pgn) = self {
            Some(pgn)
        } else {
            None
        }
    }

    /// The tournament that it names, or may name, in lower case.
    pub fn tournament(&self) -> Option<&str> {
        if let Command::SignUp(name, _)
        | Command::EnterTournament(name)
        | Command::WithdrawFrom(name)
        | Command::Table(Some(name))
        | Command::Direct(name, _)
        | Command::ToDirector(Some(name), _)
        | Command::Watch(Watched::Tournament(name))
        | Command::Unwatch(Watched::Tournament(name))
        | Command::Enter {
            collection: name, ..
        } = self
        {
            Some(name)
        } else {
            None
        }
    }

    /// What the director of a tournament orders by it.
    pub fn directive(&self) -> Option<&Directive> {
        if let Command::Direct(_, what) = self {
            Some(what)
        } else {
            None
        }
    }

    /// Whom it challenges, as written.
    pub fn challenged(&self) -> Option<&str> {
        if let Command::Challenge { opponent, .. } = self {
            Some(opponent)
        } else {
            None
        }
    }

    /// The names of whom it challenges, of several of the last, with the time control, or the word for the stake, behind it,
    /// which may be the end of it.
    pub fn longer_names(&self) -> Vec<String> {
        let Command::Challenge {
            opponent,
            time,
            stake,
            ..
        } = self
        else {
            return Vec::new();
        };
        let timed = time.as_ref().and_then(|time| time.behind_name.as_deref());
        let last = names_in(opponent).pop().unwrap_or_default();
        let behind = timed.into_iter().chain(stake.behind_name());
        behind.map(|behind| format!("{last} {behind}")).collect()
    }

    /// What was pasted below it for the archive.
    pub fn pasted(&self) -> Option<&str> {
        if let Command::Enter { pgn, .. } | Command::Overwrite { pgn, .. } = self {
            Some(pgn)
        } else {
            None
        }
    }

    /// What the game waits under that it enters.
    pub fn waiting(&self) -> Option<&str> {
        if let Command::EnterWaiting { key } = self {
            Some(key)
        } else {
            None
        }
    }

    /// The language of one's piece letters, as written.
    pub fn letters(&self) -> Option<&str> {
        if let Command::Letters(language) = self {
            Some(language)
        } else {
            None
        }
    }

    /// The words of a search in the archive.
    pub fn searched(&self) -> Option<&str> {
        if let Command::Search(words) = self {
            Some(words)
        } else {
            None
        }
    }

    /// The command that refuses what this one takes.
    pub fn refusal(&self) -> Command {
        if let Command::Takeback(_) = self {
            Command::Takeback(Answer::Decline)
        } else if let Command::Abort(_) = self {
            Command::Abort(Answer::Decline)
        } else if let Command::AcceptPause = self {
            Command::DeclinePause
        } else if let Command::AcceptDraw = self {
            Command::DeclineDraw
        } else {
            Command::Decline
        }
    }
}

/// What is said about something that takes both players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It is asked for.
    Offer,
    /// What the other asked for is granted.
    Accept,
    /// It is not.
    Decline,
}

/// A sealed note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The number of the player's own move that it is about; his latest when none is given.
    pub move_number: Option<u32>,
    /// The numeric annotation glyph that stands before the text (PGN standard 10).
    pub glyph: Option<u8>,
    /// The text, in printable characters, on one line.
    pub text: String,
}

/// The colour that a challenger wants for himself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Colour {
    /// White.
    White,
    /// Black.
    Black,
    /// Drawn by lot; also when nothing was said.
    #[default]
    Random,
}

/// Where a challenger wants the game to begin.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Setup {
    /// As usual; also when nothing was said.
    #[default]
    Usual,
    /// Chess960: a number or a position as written, or none: drawn by lot.
    Chess960(Option<String>),
    /// A position, as written; it may be malformed.
    Fen(String),
}

/// A command, and the game it names.
#[derive(Debug, Clone, PartialEq)]
pub struct Order {
    /// The game named on the line, if one is.
    pub game: Option<i64>,
    /// The number stood bare before a move, `12 Nf3`: it may be the move number instead. Whoever knows the game
    /// decides: if the game being answered is at that move, it is.
    pub may_be_move_number: bool,
    /// What is to be done.
    pub command: Command,
    /// The line as typed, in printable characters.
    pub typed: String,
}

impl Order {
    /// A command for which no game is named, and in whose words no number stands before a move.
    pub fn plain(command: Command, typed: impl Into<String>) -> Order {
        Order {
            game: None,
            may_be_move_number: false,
            command,
            typed: typed.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_command_is_carried_out_where_what_it_is_about_is() {
        for row in ROWS {
            let in_a_game = match row.when {
                When::BeforeTheMove | When::TheMove | When::AfterTheMove => true,
                When::First | When::InOrder | When::AtTheEnd | When::Last => false,
            };
            assert_eq!(in_a_game, row.matter == Matter::Game, "{row:?}");
        }
    }

    #[test]
    fn what_only_shows_needs_no_code_that_opens_more() {
        for row in ROWS {
            let asks = matches!(row.deed, Deed::Ask | Deed::AskAndPassOn);
            if row.effect != Effect::Changes {
                assert!(asks, "{row:?}");
            }
        }
    }
}
