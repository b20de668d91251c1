//! What holds of each kind of letter: one row for each [`Occasion`], and the only place that knows it.

use super::texts::{Texts, texts};
use super::{GameView, Occasion, Sentence, sentence};

/// What holds of every letter of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LetterKind {
    /// The word under which the database keeps it.
    pub name: &'static str,
    /// The file of its template, which has the same name.
    pub template: &'static str,
    /// The template as it is built in.
    pub texts: Texts,
    /// Its subject where it is about no game.
    pub subject: Subject,
    /// What its code is good for.
    pub opens: Opens,
    /// What goes with it as a file.
    pub file: File,
    /// What it is among the letters about its game.
    pub in_its_game: InItsGame,
    /// What it asks its reader for.
    pub asks: Asks,
    /// When it is erased here.
    pub erased: Erased,
}

/// What stands above a letter about no game. One about a game has the subject of that game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Something is to be confirmed.
    Confirm,
    /// How to begin.
    Beginning,
    /// The reader has become a player.
    Welcome,
    /// Who invites to which game.
    Invitation,
    /// What a mail brought about, or could not.
    YourMail,
    /// A challenge of the reader's.
    YourChallenge,
    /// Several of them.
    YourChallenges,
    /// Which games there are.
    YourGames,
    /// Somebody with whom the reader plays.
    YourOpponent,
    /// Days on which the reader's clocks stand.
    YourLeave,
    /// What the reader has set.
    YourSettings,
    /// From where the reader writes.
    YourAddresses,
    /// Games that are offered to whoever wants to take them.
    Seeks,
    /// Games of several players together.
    Tournaments,
    /// How strong the reader and others are.
    Ratings,
    /// Who plays here.
    Players,
    /// Whether, and that, the reader gets mail.
    MailToYou,
    /// How to play.
    Help,
    /// A position of no game.
    Board,
    /// Positions from which a game of Chess960 begins.
    StartPositions,
    /// Games that were played elsewhere.
    Archive,
}

impl Subject {
    /// The words themselves.
    fn words(self) -> Sentence {
        match self {
            Subject::Confirm => sentence!("Chess: please confirm"),
            Subject::Beginning => sentence!("Chess: how to begin"),
            Subject::Welcome => sentence!("Chess: welcome"),
            // It is always about a game.
            Subject::Invitation | Subject::YourMail => sentence!("Chess: your mail"),
            Subject::YourChallenge => sentence!("Chess: your challenge"),
            Subject::YourChallenges => sentence!("Chess: your challenges"),
            Subject::YourGames => sentence!("Chess: your games"),
            Subject::YourOpponent => sentence!("Chess: your opponent"),
            Subject::YourLeave => sentence!("Chess: your leave"),
            Subject::YourSettings => sentence!("Chess: your settings"),
            Subject::YourAddresses => sentence!("Chess: your addresses"),
            Subject::Seeks => sentence!("Chess: seeks"),
            Subject::Tournaments => sentence!("Chess: tournaments"),
            Subject::Ratings => sentence!("Chess: ratings"),
            Subject::Players => sentence!("Chess: players"),
            Subject::MailToYou => sentence!("Chess: mail to you"),
            Subject::Help => sentence!("Chess: how to play by mail"),
            Subject::Board => sentence!("Chess: a board"),
            Subject::StartPositions => sentence!("Chess: start positions of Chess960"),
            Subject::Archive => sentence!("Chess: the archive"),
        }
    }
}

/// What the code of a letter is good for. One that is about a game, whatever its kind, is good for that game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opens {
    /// The game that it is about.
    Game,
    /// The same, and it is the first that its reader gets of us.
    Invitation,
    /// Each of the games that it lists; where it lists none, how to begin.
    List,
    /// How to begin.
    Beginning,
    /// The archive.
    Archive,
    /// What the player has set.
    Settings,
    /// One answer: the code is made for this letter alone.
    OneAnswer,
}

/// What goes with a letter as a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    /// Nothing.
    Nothing,
    /// Its game as PGN.
    Game,
    /// The same, once the game is over.
    GameWhenOver,
    /// Its game as PGN, as far as it has come, for who wants it with each move.
    GameSoFar,
    /// Games of the archive as PGN.
    Archive,
}

/// What a letter is among those about its game that wait to be sent to the same reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InItsGame {
    /// It says what no other one says.
    Alone,
    /// It shows all moves, and is sent in the place of those that only said how the game stood before.
    ShowsAllMoves,
    /// The same; and where it says nothing but how its game stands, a later one that shows all moves is sent in its place.
    SaysHowItStands,
}

/// What a letter asks its reader for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// Nothing without which something else would wait.
    Nothing,
    /// Whether a mail, or an address, is the reader's. It is sent even to a player who rests, whose answer ends the rest;
    /// and it is not kept for one whom it does not reach, since what it asks about has been given up by then.
    Whose,
}

/// When a letter is erased here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Erased {
    /// When it has been kept for as long as others.
    InTime,
    /// As soon as it is sent or given up: it is the last one to somebody of whom nothing is known any more.
    OnceSent,
}

/// One row for each occasion: a new one does not compile before it stands here, nor without its template.
macro_rules! kinds {
    ($($occasion:ident $name:literal $subject:ident $opens:ident $file:ident $in_its_game:ident $asks:ident
       $erased:ident,)*) => {
        /// All kinds of letters.
        pub const KINDS: &[LetterKind] = &[$(kinds!(@row $name $subject $opens $file $in_its_game $asks $erased),)*];

        impl Occasion {
            /// What holds of every letter on this occasion.
            pub fn kind(&self) -> &'static LetterKind {
                match self {
                    $(Occasion::$occasion { .. } => {
                        const { &kinds!(@row $name $subject $opens $file $in_its_game $asks $erased) }
                    })*
                }
            }
        }
    };
    (@row $name:literal $subject:ident $opens:ident $file:ident $in_its_game:ident $asks:ident $erased:ident) => {
        LetterKind {
            name: $name,
            template: concat!($name, ".txt"),
            texts: texts!($name),
            subject: Subject::$subject,
            opens: Opens::$opens,
            file: File::$file,
            in_its_game: InItsGame::$in_its_game,
            asks: Asks::$asks,
            erased: Erased::$erased,
        }
    };
}

kinds! {
    // occasion       name                  subject        code opens file         in its game     asks    erased
    ConfirmAddress    "confirm_address"     Confirm        OneAnswer  Nothing      Alone           Whose   InTime,
    FirstAnswer       "first_answer"        Beginning      OneAnswer  Nothing      Alone           Nothing InTime,
    ConfirmOrders     "confirm_orders"      Confirm        OneAnswer  Nothing      Alone           Whose   InTime,
    AnsweredElsewhere "answered_elsewhere"  Confirm        OneAnswer  Nothing      Alone           Whose   InTime,
    Welcome           "welcome"             Welcome        Beginning  Nothing      Alone           Nothing InTime,
    Invitation        "invitation"          Invitation     Invitation Nothing      Alone           Nothing InTime,
    Challenge         "challenge"           YourMail       Game       Nothing      Alone           Nothing InTime,
    ChallengeSent     "challenge_sent"      YourMail       Game       Nothing      Alone           Nothing InTime,
    ChallengesSent    "challenges_sent"     YourChallenges List       Nothing      Alone           Nothing InTime,
    InvitationNotSent "invitation_not_sent" YourMail       Game       Nothing      Alone           Nothing InTime,
    Started           "started"             YourMail       Game       Nothing      Alone           Nothing InTime,
    Declined          "declined"            YourMail       Game       Nothing      Alone           Nothing InTime,
    Withdrawn         "withdrawn"           YourMail       Game       Nothing      Alone           Nothing InTime,
    MovePlayed        "move_played"         YourMail       Game       GameSoFar    SaysHowItStands Nothing InTime,
    YourMove          "your_move"           YourMail       Game       GameSoFar    SaysHowItStands Nothing InTime,
    Prepared          "prepared"            YourMail       Game       Nothing      Alone           Nothing InTime,
    Notes             "notes"               YourMail       Game       Nothing      Alone           Nothing InTime,
    Over              "over"                YourMail       Game       Game         ShowsAllMoves   Nothing InTime,
    TimeForfeit       "time_forfeit"        YourMail       Game       Game         ShowsAllMoves   Nothing InTime,
    TimeToClaim       "time_to_claim"       YourMail       Game       GameSoFar    Alone           Nothing InTime,
    FlagWaits         "flag_waits"          YourMail       Game       Nothing      Alone           Nothing InTime,
    FirstMoveMissing  "first_move_missing"  YourMail       Game       Game         ShowsAllMoves   Nothing InTime,
    DrawOffered       "draw_offered"        YourMail       Game       GameSoFar    Alone           Nothing InTime,
    DrawDeclined      "draw_declined"       YourMail       Game       Nothing      Alone           Nothing InTime,
    TakebackOffered   "takeback_offered"    YourMail       Game       GameSoFar    Alone           Nothing InTime,
    TakenBack         "taken_back"          YourMail       Game       GameSoFar    Alone           Nothing InTime,
    AbortOffered      "abort_offered"       YourMail       Game       GameSoFar    Alone           Nothing InTime,
    OfferDeclined     "offer_declined"      YourMail       Game       Nothing      Alone           Nothing InTime,
    PauseOffered      "pause_offered"       YourMail       Game       Nothing      Alone           Nothing InTime,
    PauseAgreed       "pause_agreed"        YourMail       Game       Nothing      Alone           Nothing InTime,
    TimeGiven         "time_given"          YourMail       Game       Nothing      Alone           Nothing InTime,
    MoveHeld          "move_held"           YourMail       Game       Nothing      Alone           Nothing InTime,
    HeldMoveDropped   "held_move_dropped"   YourMail       Game       Nothing      Alone           Nothing InTime,
    Adjudicated       "adjudicated"         YourMail       Game       Game         Alone           Nothing InTime,
    Corrected         "corrected"           YourMail       Game       GameSoFar    Alone           Nothing InTime,
    Substituted       "substituted"         YourMail       Game       GameSoFar    Alone           Nothing InTime,
    ClockRuled        "clock_ruled"         YourMail       Game       Nothing      Alone           Nothing InTime,
    ClaimWrong        "claim_wrong"         YourMail       Game       GameSoFar    Alone           Nothing InTime,
    Talk              "talk"                YourMail       Game       Nothing      Alone           Nothing InTime,
    TalkSent          "talk_sent"           YourMail       Game       Nothing      Alone           Nothing InTime,
    Reminder          "reminder"            YourMail       Game       GameSoFar    Alone           Nothing InTime,
    Reminders         "reminders"           YourGames      List       Nothing      Alone           Nothing InTime,
    Nudged            "nudged"              YourMail       Game       GameSoFar    Alone           Nothing InTime,
    NudgeSent         "nudge_sent"          YourMail       Game       Nothing      Alone           Nothing InTime,
    Refused           "refused"             YourMail       Beginning  Nothing      Alone           Nothing InTime,
    Question          "question"            YourMail       Game       Nothing      Alone           Nothing InTime,
    Stale             "stale"               YourMail       Game       Nothing      Alone           Nothing InTime,
    PositionDiffers   "position_differs"    YourMail       Game       Nothing      Alone           Nothing InTime,
    Board             "board"               Board          Beginning  Nothing      Alone           Nothing InTime,
    NoStart           "no_start"            YourChallenge  Beginning  Nothing      Alone           Nothing InTime,
    StartPosition     "start_position"      StartPositions Beginning  Nothing      Alone           Nothing InTime,
    NoStartPosition   "no_start_position"   StartPositions Beginning  Nothing      Alone           Nothing InTime,
    Games             "games"               YourGames      List       Nothing      Alone           Nothing InTime,
    Digest            "digest"              YourGames      List       Nothing      Alone           Nothing InTime,
    Show              "show"                YourMail       Game       GameWhenOver Alone           Nothing InTime,
    Pgn               "pgn"                 YourMail       Game       Game         Alone           Nothing InTime,
    Help              "help"                Help           Beginning  Nothing      Alone           Nothing InTime,
    NotUnderstood     "not_understood"      YourMail       Beginning  Nothing      Alone           Nothing InTime,
    LastAnswer        "last_answer"         YourMail       Beginning  Nothing      Alone           Nothing InTime,
    WhichGame         "which_game"          YourGames      List       Nothing      Alone           Nothing InTime,
    TooLarge          "too_large"           YourMail       Beginning  Nothing      Alone           Nothing InTime,
    Unreadable        "unreadable"          YourMail       Beginning  Nothing      Alone           Nothing InTime,
    Undelivered       "undelivered"         YourMail       Game       Nothing      Alone           Nothing InTime,
    Restored          "restored"            YourMail       Game       GameSoFar    Alone           Nothing InTime,
    Disowned          "disowned"            MailToYou      Settings   Nothing      Alone           Nothing InTime,
    Stopped           "stopped"             MailToYou      Settings   Nothing      Alone           Nothing InTime,
    StillStopped      "still_stopped"       MailToYou      Settings   Nothing      Alone           Nothing InTime,
    ConfirmLeaving    "confirm_leaving"     Confirm        OneAnswer  Nothing      Alone           Whose   InTime,
    Left              "left"                MailToYou      Settings   Nothing      Alone           Nothing InTime,
    Forgotten         "forgotten"           MailToYou      Settings   Nothing      Alone           Nothing OnceSent,
    Restarted         "restarted"           MailToYou      Settings   Nothing      Alone           Nothing InTime,
    OpponentAway      "opponent_away"       YourOpponent   List       Nothing      Alone           Nothing InTime,
    Awake             "awake"               MailToYou      List       Nothing      Alone           Nothing InTime,
    OnLeave           "on_leave"            YourLeave      Settings   Nothing      Alone           Nothing InTime,
    BackFromLeave     "back_from_leave"     YourLeave      Settings   Nothing      Alone           Nothing InTime,
    WhichLeave        "which_leave"         YourMail       Settings   Nothing      Alone           Nothing InTime,
    WhatToQuit        "what_to_quit"        YourMail       Settings   Nothing      Alone           Nothing InTime,
    OpponentOnLeave   "opponent_on_leave"   YourOpponent   List       Nothing      Alone           Nothing InTime,
    OpponentBack      "opponent_back"       YourOpponent   List       Nothing      Alone           Nothing InTime,
    Renamed           "renamed"             YourSettings   Settings   Nothing      Alone           Nothing InTime,
    LettersSet        "letters_set"         YourSettings   Settings   Nothing      Alone           Nothing InTime,
    FormatSet         "format_set"          YourSettings   Settings   Nothing      Alone           Nothing InTime,
    Settings          "settings"            YourSettings   Settings   Nothing      Alone           Nothing InTime,
    ConfirmNewAddress "confirm_new_address" Confirm        OneAnswer  Nothing      Alone           Whose   InTime,
    AddressAsked      "address_asked"       YourAddresses  Settings   Nothing      Alone           Nothing InTime,
    AddressChanged    "address_changed"     YourAddresses  Settings   Nothing      Alone           Nothing InTime,
    AddressRemoved    "address_removed"     YourAddresses  Settings   Nothing      Alone           Nothing InTime,
    Addresses         "addresses"           YourAddresses  Settings   Nothing      Alone           Nothing InTime,
    Ratings           "ratings"             Ratings        Settings   Nothing      Alone           Nothing InTime,
    YourCalendar      "your_calendar"       YourSettings   Settings   Nothing      Alone           Nothing InTime,
    Players           "players"             Players        Settings   Nothing      Alone           Nothing InTime,
    SeekOpened        "seek_opened"         Seeks          Beginning  Nothing      Alone           Nothing InTime,
    Seeks             "seeks"               Seeks          Beginning  Nothing      Alone           Nothing InTime,
    SeekClosed        "seek_closed"         Seeks          Beginning  Nothing      Alone           Nothing InTime,
    SeekExpired       "seek_expired"        Seeks          Beginning  Nothing      Alone           Nothing InTime,
    Paired            "paired"              YourMail       Game       Nothing      Alone           Nothing InTime,
    Tournaments       "tournaments"         Tournaments    Beginning  Nothing      Alone           Nothing InTime,
    SignedUp          "signed_up"           Tournaments    Beginning  Nothing      Alone           Nothing InTime,
    SignedOff         "signed_off"          Tournaments    Beginning  Nothing      Alone           Nothing InTime,
    SeatFree          "seat_free"           Tournaments    Beginning  Nothing      Alone           Nothing InTime,
    BoardChanged      "board_changed"       Tournaments    Beginning  Nothing      Alone           Nothing InTime,
    WithdrawnFrom     "withdrawn_from"      Tournaments    Beginning  Nothing      Alone           Nothing InTime,
    TournamentBegun   "tournament_begun"    Tournaments    List       Nothing      Alone           Nothing InTime,
    DirectedBegins    "directed_begins"     Tournaments    Beginning  Nothing      Alone           Nothing InTime,
    TournamentRound   "tournament_round"    Tournaments    List       Nothing      Alone           Nothing InTime,
    TournamentPair    "tournament_pair"     Tournaments    List       Nothing      Alone           Nothing InTime,
    TournamentThrough "tournament_through"  Tournaments    Beginning  Nothing      Alone           Nothing InTime,
    TournamentOut     "tournament_out"      Tournaments    Beginning  Nothing      Alone           Nothing InTime,
    TournamentBack    "tournament_back"     Tournaments    Beginning  Nothing      Alone           Nothing InTime,
    NoSeat            "no_seat"             Tournaments    Beginning  Nothing      Alone           Nothing InTime,
    TournamentCancelled "tournament_cancelled" Tournaments Beginning  Nothing      Alone           Nothing InTime,
    TournamentTable   "tournament_table"    Tournaments    Beginning  Nothing      Alone           Nothing InTime,
    TournamentAnnounced "tournament_announced" Tournaments Settings Nothing     Alone           Nothing InTime,
    DirectorWrites    "director_writes"     Tournaments    Settings   Nothing      Alone           Nothing InTime,
    TournamentDirected "tournament_directed" Tournaments Settings Nothing      Alone           Nothing InTime,
    Watching          "watching"            YourSettings   Settings   Nothing      Alone           Nothing InTime,
    Watched           "watched"             Tournaments    Settings   Game         Alone           Nothing InTime,
    DirectorAsked     "director_asked"      Tournaments    Settings   Nothing      Alone           Nothing InTime,
    DirectorTold      "director_told"       Tournaments    Settings   Nothing      Alone           Nothing InTime,
    TournamentGivenUp "tournament_given_up" Tournaments Settings Nothing     Alone           Nothing InTime,
    PlaceTaken        "place_taken"         Tournaments    Settings   Nothing      Alone           Nothing InTime,
    PlaceGivenUp      "place_given_up"      Tournaments    Settings   Nothing      Alone           Nothing InTime,
    TakenOutOfTournament "taken_out_of_tournament" Tournaments Settings Nothing Alone           Nothing InTime,
    Blocked           "blocked"             YourSettings   Settings   Nothing      Alone           Nothing InTime,
    OpponentStopped   "opponent_stopped"    YourOpponent   Game       Nothing      Alone           Nothing InTime,
    Entered           "entered"             Archive        Archive    Nothing      Alone           Nothing InTime,
    Overwritten       "overwritten"         Archive        Archive    Archive      Alone           Nothing InTime,
    Found             "found"               Archive        Archive    Archive      Alone           Nothing InTime,
}

/// The letter that asks which move is meant.
pub const ASKS_FOR_A_MOVE: &str = "question";

/// Those that repeat in their first sentences what their reader wrote.
pub const REPEAT_THEIR_READER: [&str; 4] = ["refused", "not_understood", "stale", "which_game"];

/// What letters are called that bring words of players to the directors of a tournament, and of directors to one player.
pub const OF_DIRECTION: [&str; 2] = ["director_asked", "director_writes"];

impl LetterKind {
    /// Whether it is about how its game stands, so that the game comes with it where its reader wants that.
    pub fn brings_its_game(&self) -> bool {
        match self.file {
            File::GameSoFar | File::Game | File::GameWhenOver => true,
            File::Nothing | File::Archive => false,
        }
    }

    /// The kind of a letter that the database knows by this word.
    pub fn named(name: &str) -> Option<&'static LetterKind> {
        KINDS.iter().find(|kind| kind.name == name)
    }
}

impl Occasion {
    /// The subject of a letter on this occasion, where it is about a game with that one's.
    pub fn subject(&self, of_its_game: Option<Sentence>) -> Sentence {
        if let Occasion::Invitation { game, talk: _ } = self {
            return sentence!(
                "Chess game {{ number }}: {{ opponent }} invites you",
                number = game.number,
                opponent = &game.opponent
            );
        }
        if let Occasion::Watched { game, .. } = self {
            return sentence!(
                "Chess game {{ number }}: {{ white }} - {{ black }}",
                number = game.number,
                white = &game.white,
                black = &game.black
            );
        }
        if let Some(name) = self.tournament() {
            return sentence!("Chess: tournament {{ name }}", name);
        }
        of_its_game.unwrap_or_else(|| self.kind().subject.words())
    }

    /// The name of the tournament that a letter is about.
    fn tournament(&self) -> Option<&str> {
        if let Occasion::SignedUp { tournament, .. }
        | Occasion::SignedOff { tournament }
        | Occasion::SeatFree { tournament }
        | Occasion::BoardChanged { tournament, .. }
        | Occasion::NoSeat { tournament }
        | Occasion::WithdrawnFrom { tournament, .. }
        | Occasion::PlaceTaken { tournament, .. }
        | Occasion::TournamentBegun { tournament, .. }
        | Occasion::DirectedBegins { tournament }
        | Occasion::TournamentRound { tournament, .. }
        | Occasion::TournamentPair { tournament, .. }
        | Occasion::TournamentThrough { tournament, .. }
        | Occasion::TournamentOut { tournament, .. }
        | Occasion::TournamentBack { tournament, .. }
        | Occasion::TournamentCancelled { tournament }
        | Occasion::TournamentTable { tournament, .. } = self
        {
            return Some(&tournament.name);
        }
        if let Occasion::TournamentAnnounced { tournament, .. }
        | Occasion::DirectorWrites { tournament, .. }
        | Occasion::TournamentGivenUp { tournament, .. }
        | Occasion::DirectorAsked { tournament, .. }
        | Occasion::DirectorTold { tournament, .. }
        | Occasion::PlaceGivenUp { tournament, .. }
        | Occasion::TakenOutOfTournament { tournament, .. } = self
        {
            return Some(&tournament.name);
        }
        None
    }

    /// Whether a letter about no game names some that its reader can answer by their numbers.
    pub fn lists_games(&self) -> bool {
        if let Occasion::Games { games }
        | Occasion::Awake { games }
        | Occasion::Reminders { games }
        | Occasion::Digest { games, .. } = self
        {
            return !games.is_empty();
        }
        if let Occasion::Restarted { games } = self {
            return games.as_ref().is_some_and(|games| !games.is_empty());
        }
        if let Occasion::ChallengesSent(told) = self {
            return !told.made.is_empty();
        }
        self.kind().opens == Opens::List
    }

    /// Whether a letter says nothing but how its game stands, so that a later one which shows all moves says all of it. What
    /// a player wrote, what was not done, and how a game began or ended is said in every case.
    pub fn is_passing(&self) -> bool {
        if self.kind().in_its_game != InItsGame::SaysHowItStands {
            return false;
        }
        if let Occasion::MovePlayed {
            claim,
            no_offer,
            ignored,
            prepared,
            notes,
            ..
        } = self
        {
            let all_is_kept = prepared.as_ref().is_none_or(|kept| kept.stops.is_empty());
            return claim.is_empty()
                && no_offer.is_none()
                && ignored.is_empty()
                && notes.is_empty()
                && all_is_kept;
        }
        if let Occasion::YourMove { talk, .. } = self {
            return talk.is_none();
        }
        true
    }
}

impl Occasion {
    /// The game of a letter whose reader may be to move in it.
    pub fn game(&self) -> Option<&GameView> {
        if let Occasion::Started { game, .. }
        | Occasion::Paired { game, .. }
        | Occasion::MovePlayed { game, .. }
        | Occasion::YourMove { game, .. }
        | Occasion::Prepared { game, .. }
        | Occasion::DrawOffered { game, .. }
        | Occasion::DrawDeclined { game, .. }
        | Occasion::TakebackOffered { game, .. }
        | Occasion::TakenBack { game, .. }
        | Occasion::AbortOffered { game, .. }
        | Occasion::OfferDeclined { game, .. }
        | Occasion::TimeToClaim { game, .. }
        | Occasion::FlagWaits { game, .. }
        | Occasion::PauseOffered { game, .. }
        | Occasion::PauseAgreed { game, .. }
        | Occasion::TimeGiven { game, .. }
        | Occasion::MoveHeld { game, .. }
        | Occasion::HeldMoveDropped { game, .. }
        | Occasion::Corrected { game, .. }
        | Occasion::Substituted { game, .. }
        | Occasion::ClaimWrong { game, .. }
        | Occasion::Talk { game, .. }
        | Occasion::TalkSent { game, .. }
        | Occasion::Question { game, .. }
        | Occasion::Stale { game, .. }
        | Occasion::PositionDiffers { game, .. }
        | Occasion::Show { game, .. }
        | Occasion::Over { game, .. }
        | Occasion::Restored { game, .. } = self
        {
            return Some(game);
        }
        if let Occasion::Refused { game, .. } = self {
            return game.as_ref();
        }
        None
    }

    /// The game whose board a letter shows, whoever is to move: its reader may want that drawn or in words.
    pub fn shown_game(&self) -> Option<&GameView> {
        if let Occasion::Adjudicated { game, .. }
        | Occasion::Watched { game, .. }
        | Occasion::ClockRuled { game, .. }
        | Occasion::FirstMoveMissing { game, .. }
        | Occasion::Notes { game, .. }
        | Occasion::NudgeSent { game, .. }
        | Occasion::Nudged { game, .. }
        | Occasion::OpponentStopped { game, .. }
        | Occasion::Reminder { game, .. }
        | Occasion::TimeForfeit { game, .. }
        | Occasion::Undelivered { game, .. }
        | Occasion::Challenge { game, .. }
        | Occasion::ChallengeSent { game, .. }
        | Occasion::Invitation { game, .. } = self
        {
            return Some(game);
        }
        if let Occasion::ConfirmOrders { game, .. } | Occasion::NotUnderstood { game, .. } = self {
            return game.as_ref();
        }
        self.game()
    }

    /// Whether a letter says nothing but that a move of its reader was played as it was sent.
    pub fn is_bare_receipt(&self) -> bool {
        let Occasion::MovePlayed {
            game,
            draw_offered,
            position_confirmed,
            prepared,
            followed,
            ..
        } = self
        else {
            return false;
        };
        self.is_passing()
            && !game.your_turn
            && !draw_offered
            && !position_confirmed
            && prepared.is_none()
            && followed.is_nothing()
    }

    /// The subject of a letter to who wants to see the last move in it, where it is about a game that goes on.
    pub fn subject_with_move(&self) -> Option<Sentence> {
        let game = self.game().filter(|game| game.phase == "playing")?;
        let last = game.last_move.as_ref()?;
        let (number, opponent) = (game.number, &game.opponent);
        Some(match game.your_turn {
            true => sentence!(
                "Game {{ number }}, {{ opponent }}: {{ last }}, your move",
                number,
                opponent,
                last
            ),
            false => sentence!(
                "Game {{ number }}, {{ opponent }}: {{ last }}",
                number,
                opponent,
                last
            ),
        })
    }

    /// The game of a letter that says nothing but which move was played, and that its reader is to move.
    pub fn passing_turn(&self) -> Option<&GameView> {
        let Occasion::YourMove {
            game,
            draw_offered,
            claim,
            talk,
            ..
        } = self
        else {
            return None;
        };
        let says_more = *draw_offered || !claim.is_empty() || talk.is_some();
        (game.your_turn && !says_more).then_some(game)
    }
}

#[cfg(test)]
mod tests;
