//! What a mail of ours can be about. Each occasion has a template of its own.

use super::{
    Addition, AlsoNotDone, AskedBecause, AskedFor, BegunGame, Changed, ClockRuled, ClubLine,
    Deadline, Directed, FiledGame, FirstFlag, FirstRequest, Followed, GameLine, GameView, Grounds,
    KeptBack, LeaveDays, MailWait, Missing, NotEntered, OfYear, Out, OutOf, PairedBy, Prepared,
    RatingLine, SeekLine, Sentence, SettingsView, SeveralChallenges, Stands, TimeRules,
    ToldBecause, TournamentName, TournamentView, UnclearLeave, Undone, WatchChange, WatchedView,
    Why,
};

use serde::Serialize;

/// What part a player has in a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// They have signed up, and it has not begun.
    SignedUp,
    /// They play in it, or did so until it was over.
    Plays,
    /// They have left it.
    Left,
}

/// What somebody leaves who gives a game up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Parting {
    /// Nothing but the game.
    Game,
    /// Its tournament.
    Tournament,
    /// The server.
    Server,
}

/// What a player wanted of the other, beside a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Wanted {
    /// To take moves back.
    Takeback,
    /// To end the game without a result.
    Abort,
    /// That nobody's clock runs for some days.
    Pause,
}

/// What is not clear of a mail that is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unsure {
    /// Which move its order to move means.
    Reading,
    /// Whether a move of which it speaks is to be played.
    Saying,
}

/// A move that may be meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AskedMove {
    /// In SAN.
    pub san: String,
    /// What plays it on the first line of an answer: its number, or "yes".
    pub answer: String,
}

/// What a letter that did not arrive was to tell its reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Untold {
    /// What the other player did.
    Deed,
    /// What the administrator decided.
    Ruling,
}

/// One occasion on which we write, with all that its template needs.
///
/// The template of an occasion is named after it: [`Occasion::YourMove`] is `templates/en/your_move.txt`.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Occasion {
    /// To an unknown address that seems to have written to us: did you? Contains nothing that the stranger wrote.
    ConfirmAddress {
        /// What is done with the "yes".
        request: FirstRequest,
        /// For the first time, or once more.
        asked: AskedFor,
    },
    /// To an unknown address that seems to have written to us and asked for nothing, or for help: this is how to begin. Contains
    /// nothing that the stranger wrote.
    FirstAnswer {
        /// Why they are told.
        because: ToldBecause,
    },
    /// To a player, at their registered address: a mail in your name wants this done; say yes if it was you.
    ConfirmOrders {
        /// What the mail asks for, an item each, in our own spelling.
        named: Vec<String>,
        /// The words of a director in it, cleaned; none where anybody may have written them.
        words: Option<String>,
        /// Whom a director puts on a board and no mail goes to.
        unreached: Vec<String>,
        /// Why it is not done at once.
        because: AskedBecause,
        /// The address it came from, where that is none of the player's and becomes one with their "yes".
        alias: Option<String>,
        /// The game it is about, where it is about one.
        game: Option<GameView>,
    },
    /// To whom we asked: an answer came from another address, and does not count.
    AnsweredElsewhere {
        /// What was asked about, an item each, in our own spelling; empty where the address was asked about.
        named: Vec<String>,
    },
    /// To a player whose mails say nothing that can be done, for the last time today.
    LastAnswer {
        /// The line that could not be read, in one line, if there is one.
        line: Option<String>,
        /// Whom to ask, where the administrator says so.
        contact: Option<String>,
        /// The game that the mail is about, where it is about one.
        game: Option<GameView>,
    },
    /// The address is confirmed.
    Welcome {
        /// What the mail asked for beside that and was not done, in the words of our commands.
        undone: Vec<String>,
        /// The same of other mails from the address, which came before it was confirmed.
        passed_over: Vec<String>,
    },
    /// To an address that is no player yet: somebody invites you. Fixed text but for the cleaned name, and for what the
    /// administrator lets challengers write.
    Invitation {
        /// The challenge as the invited sees it.
        game: GameView,
        /// What the challenger wrote to them.
        talk: Option<String>,
    },
    /// To a player: you are challenged.
    Challenge {
        /// The challenge as the challenged sees it.
        game: GameView,
        /// What the challenger wrote to them.
        talk: Option<String>,
    },
    /// To the challenger: the challenge is on its way.
    ChallengeSent {
        /// The challenge as the challenger sees it.
        game: GameView,
        /// Where it has gone to somebody who is no player: the challenge as the invitation shows it to them.
        invitation: Option<Box<GameView>>,
        /// What the challenger wrote, where the invitation shows it.
        talk: Option<String>,
        /// Why words were not sent that were written with it.
        kept_back: Option<KeptBack>,
    },
    /// To the challenger: an invitation that waited was not sent, and the challenge is taken back.
    InvitationNotSent {
        /// The challenge as the challenger sees it.
        game: GameView,
    },
    /// To the challenger: what became of several challenges in one mail.
    ChallengesSent(SeveralChallenges),
    /// To both: the challenge was accepted, the game begins.
    Started {
        /// The game as the reader sees it.
        game: GameView,
        /// Whether it is the reader who accepted.
        by_you: bool,
        /// What the other wrote to them.
        talk: Option<String>,
    },
    /// To both: the challenge was declined.
    Declined {
        /// The challenge as the reader sees it.
        game: GameView,
        /// Whether it is the reader who declined.
        by_you: bool,
        /// What the other wrote to them.
        talk: Option<String>,
    },
    /// To both: the challenge was withdrawn.
    Withdrawn {
        /// The challenge as the reader sees it.
        game: GameView,
        /// Whether it is the reader who withdrew it.
        by_you: bool,
        /// What the other wrote to them.
        talk: Option<String>,
    },
    /// To the mover: your move was played.
    MovePlayed {
        /// The game after the move.
        game: GameView,
        /// The move as SAN with its number, "12...Nf6".
        played: String,
        /// Whether a draw was offered with it.
        draw_offered: bool,
        /// What a claim of a draw in the mail lacks, one sentence each; empty without a claim.
        claim: Vec<Missing>,
        /// Why the draw offer in the mail was not passed on, one sentence without a full stop.
        no_offer: Option<Why>,
        /// A FEN in the mail agreed with the game.
        position_confirmed: bool,
        /// Moves that stood behind the first one and were not played.
        ignored: Vec<String>,
        /// What followed by itself.
        followed: Followed,
        /// Whether words of theirs go to the opponent with it.
        words_go_along: bool,
        /// What the mover has prepared now, when their mail said something about it.
        prepared: Option<Prepared>,
        /// What became of the notes in their mail, one sentence each.
        notes: Vec<Addition>,
    },
    /// To the opponent: a move was played, it is your turn.
    YourMove {
        /// The game after the move.
        game: GameView,
        /// The move as SAN with its number, "12...Nf6".
        played: String,
        /// Whether a draw was offered with it.
        draw_offered: bool,
        /// What a claim of a draw with it lacks, one sentence each; empty without a claim.
        claim: Vec<Missing>,
        /// What followed by itself.
        followed: Followed,
        /// What the opponent did beside it, a sentence each.
        beside: Vec<Addition>,
        /// What the opponent wrote to them.
        talk: Option<String>,
    },
    /// To a player: the conditional moves that they have prepared.
    Prepared {
        /// The game.
        game: GameView,
        /// What is prepared now.
        prepared: Prepared,
        /// What became of the notes in their mail, one sentence each.
        notes: Vec<Addition>,
    },
    /// To a player: their sealed notes.
    Notes {
        /// The game.
        game: GameView,
        /// What became of the notes in their mail, one sentence each.
        notes: Vec<Addition>,
        /// All their notes in this game: the move in numbered SAN, and what they wrote about it.
        kept: Vec<(String, String)>,
    },
    /// To both: the game is over. The PGN is attached.
    Over {
        /// The finished game.
        game: GameView,
        /// The moves that brought it about in numbered SAN, where prepared moves followed one that was sent.
        followed: Option<String>,
        /// The last move as SAN with its number, when the game ended by it.
        played: Option<String>,
        /// What a draw by repetition or by the number of moves rests on, or an end while the other one is away, in one
        /// sentence.
        grounds: Option<Grounds>,
        /// Of a game that ends without a result: whether both wanted that.
        agreed: bool,
        /// Whether the reader's mail brought the end about.
        by_you: bool,
        /// What the other player has left by it.
        parting: Parting,
        /// The other player has left the tournament, and the game does not count in its table.
        annulled: bool,
        /// What the other wrote to them.
        talk: Option<String>,
    },
    /// To both: a draw was offered without a move.
    DrawOffered {
        /// The game.
        game: GameView,
        /// Whether it is the reader who offers.
        by_you: bool,
        /// What the other wrote to them.
        talk: Option<String>,
    },
    /// To both: a draw was claimed without a move, and wrongly. It stands as an offer.
    ClaimWrong {
        /// The game.
        game: GameView,
        /// Whether it is the reader who claims.
        by_you: bool,
        /// What the claim lacks, one sentence each.
        claim: Vec<Missing>,
        /// Why it does not even stand as an offer, one sentence without a full stop.
        no_offer: Option<Why>,
        /// What the other wrote to them.
        talk: Option<String>,
    },
    /// To both: the draw was declined.
    DrawDeclined {
        /// The game.
        game: GameView,
        /// Whether it is the reader who declines.
        by_you: bool,
        /// What the other wrote to them.
        talk: Option<String>,
    },
    /// To both: a player wants to take back their last move.
    TakebackOffered {
        /// The game.
        game: GameView,
        /// Whether it is the reader who wants that.
        by_you: bool,
        /// The moves that would be taken back, in numbered SAN.
        moves: String,
        /// What the other wrote to them.
        talk: Option<String>,
    },
    /// To both: moves are taken back.
    TakenBack {
        /// The game as it stands then.
        game: GameView,
        /// Whether it is the reader who granted that.
        by_you: bool,
        /// What is taken back.
        undone: Undone,
        /// What the other wrote to them.
        talk: Option<String>,
    },
    /// To both: a player wants to end the game without a result.
    AbortOffered {
        /// The game.
        game: GameView,
        /// Whether it is the reader who wants that.
        by_you: bool,
        /// What the other wrote to them.
        talk: Option<String>,
    },
    /// To both: what was offered is declined.
    OfferDeclined {
        /// The game.
        game: GameView,
        /// Whether it is the reader who declines.
        by_you: bool,
        /// What was offered: `takeback`, `abort` or `pause`.
        what: Wanted,
        /// What the other wrote to them.
        talk: Option<String>,
    },
    /// To both: a player wants that nobody's clock runs until a day.
    PauseOffered {
        /// The game.
        game: GameView,
        /// Whether it is the reader who wants that.
        by_you: bool,
        /// The last day of the pause, "12 Aug 2026".
        last: Sentence,
        /// What the other wrote to them.
        talk: Option<String>,
    },
    /// To both: nobody's clock runs until a day.
    PauseAgreed {
        /// The game.
        game: GameView,
        /// Whether it is the reader who agreed to it.
        by_you: bool,
        /// The last day of the pause, "12 Aug 2026".
        last: Sentence,
        /// What the other wrote to them.
        talk: Option<String>,
    },
    /// To both: one has given the other time.
    TimeGiven {
        /// The game.
        game: GameView,
        /// Whether it is the reader who gave it.
        by_you: bool,
        /// How much, "3 days".
        time: Sentence,
        /// Where no more than this can be kept after a move, and the receiver has more now: "5 days".
        capped: Option<Sentence>,
        /// What the other wrote to them.
        talk: Option<String>,
    },
    /// To the player: their move is checked, and sent later.
    MoveHeld {
        /// The game; it says which move, and when it goes out.
        game: GameView,
        /// The move that was held before, with its number.
        replaced: Option<String>,
        /// Why no draw is offered with it.
        no_offer: Option<Why>,
        /// What stands behind the move and was not read as part of it.
        ignored: Vec<String>,
    },
    /// To the player: the move that was held is not any more.
    HeldMoveDropped {
        /// The game.
        game: GameView,
        /// The move with its number.
        played: String,
        /// Whether the mail says something to the opponent, which goes nowhere.
        words: bool,
    },
    /// To both: the time of one of them was over, and the game with it.
    TimeForfeit {
        /// The game as the reader sees it.
        game: GameView,
        /// Whose time, and when.
        out: Out,
        /// What the other wrote to them.
        talk: Option<String>,
    },
    /// To both: the time of one of them is over, and the other may claim it.
    TimeToClaim {
        /// The game as the reader sees it.
        game: GameView,
        /// Whose time, and when.
        out: Out,
    },
    /// To both: the time of one of them was over, and a mail that may be theirs had come before.
    FlagWaits {
        /// The game as the reader sees it.
        game: GameView,
        /// Whose time, and when.
        out: Out,
        /// For which mail, and until when at most.
        wait: MailWait,
    },
    /// To both: a first move was missing for too long, and there is no game.
    FirstMoveMissing {
        /// The game as the reader sees it.
        game: GameView,
        /// Whose move, and until when it was waited for.
        out: Out,
    },
    /// To both: the administrator, or a director, has ended the game.
    Adjudicated {
        /// The finished game.
        game: GameView,
        /// The director who has; none where it was the administrator.
        director: Option<String>,
        /// A move of the reader that was held is dropped.
        held_dropped: bool,
        /// The one who loses it is taken out of the tournament, and it does not count in its table.
        annulled: bool,
        /// The tournament, as it is called in letters, out of which the one who loses it is taken: by that it is lost.
        taken_out: Option<String>,
        /// Why, in their words; may be empty.
        reason: String,
    },
    /// To both: the administrator has set the game back, or opened it again.
    Corrected {
        /// The game as it stands then.
        game: GameView,
        /// What is taken back.
        undone: Undone,
        /// The result of a game that was over, as a PGN token: it counts no longer.
        void: Option<&'static str>,
        /// Why, in their words; may be empty.
        reason: String,
    },
    /// To both: one of them has taken the place of somebody else in a tournament.
    Substituted {
        /// The game as it stands then.
        game: GameView,
        /// The director who has decided it; none where it was the administrator.
        director: Option<String>,
        /// Whose place it was.
        gone: String,
        /// Who has taken it.
        taker: String,
        /// Whether that is the reader.
        by_you: bool,
        /// Whether the clock got time.
        topped_up: bool,
        /// Whether something was offered, and is no longer.
        offers: bool,
        /// Whether the reader held words for the one who goes, with a move.
        words_dropped: bool,
        /// Whether the game counted for ratings, and does no longer.
        unrated: bool,
        /// Why, in their words; may be empty.
        reason: String,
    },
    /// To both: the administrator has ruled about the clocks.
    ClockRuled {
        /// The game.
        game: GameView,
        /// What they have ruled.
        ruling: ClockRuled,
        /// Why, in their words.
        reason: String,
    },
    /// To the opponent: a message without a move.
    Talk {
        /// The game.
        game: GameView,
        /// What the opponent wrote.
        talk: String,
    },
    /// To the player to move: their time runs.
    Reminder {
        /// The game.
        game: GameView,
    },
    /// The same in several games.
    Reminders {
        /// The games, of which the time ends first first.
        games: Vec<GameLine>,
    },
    /// To the player to move: their opponent has asked us to remind them.
    Nudged {
        /// The game.
        game: GameView,
        /// What the opponent wrote to them.
        talk: Option<String>,
    },
    /// To who asked for it: their opponent has been reminded.
    NudgeSent {
        /// The game.
        game: GameView,
    },
    /// To the sender: your message was passed on.
    TalkSent {
        /// The game.
        game: GameView,
    },
    /// What was asked cannot be done.
    Refused {
        /// What we read, as it was typed and cleaned. Empty where it is not repeated, since nothing shows that the reader
        /// wrote it.
        read: String,
        /// Why it cannot be done, one sentence without a full stop, beginning in lower case.
        why: Why,
        /// What to write instead: moves in SAN, or commands.
        instead: Vec<String>,
        /// The legal moves of the piece that was meant, in SAN; empty when none was meant.
        piece_moves: Vec<String>,
        /// The game it is about, where it is about one.
        game: Option<GameView>,
        /// Other orders of the mail that are not done either.
        also: Vec<AlsoNotDone>,
    },
    /// Which move is meant, or whether one is.
    Question {
        /// What we read, as it was typed and cleaned.
        read: String,
        /// What is not clear of it.
        unsure: Unsure,
        /// Why nothing of it is played, where there is more to be said of that: one sentence without a full stop, beginning in
        /// lower case.
        why: Option<Why>,
        /// The moves that may be meant, at least one.
        choices: Vec<AskedMove>,
        /// Other lines of the mail of which nothing is done either.
        also: Vec<AlsoNotDone>,
        /// The game.
        game: GameView,
    },
    /// The mail answers an older position of the game; nothing was played.
    Stale {
        /// What we read, as it was typed and cleaned.
        read: String,
        /// The next move number of the position that it answers: "12" (White to move) or "12..." (Black to move); `None`
        /// where moves have been taken back since.
        answered_move: Option<String>,
        /// It is only known that the game has gone on since the player saw it: in a list, or in a question.
        gone_on: bool,
        /// The moves played since then, in SAN with numbers.
        since: Vec<String>,
        /// Whether the move is the very one that was played then: a repeated mail.
        already_played: bool,
        /// The game as it stands.
        game: GameView,
    },
    /// A FEN in the mail is not the position of the game; nothing was played.
    PositionDiffers {
        /// The FEN as it was written. Empty where it is not repeated, since nothing shows that the reader wrote it.
        fen: String,
        /// The differences, one sentence each.
        differences: Vec<String>,
        /// Where the player's board is an earlier position of the game: the moves that they missed, in SAN with
        /// numbers.
        missed: Option<Vec<String>>,
        /// The game.
        game: GameView,
    },
    /// A board that was asked for by FEN, without a game.
    Board {
        /// The FEN as it was written.
        fen: String,
        /// The text board, or `None` when the FEN is wrong.
        board: Option<String>,
        /// What is wrong with the FEN, one sentence each.
        faults: Vec<String>,
    },
    /// A challenge whose position is not one to play from.
    NoStart {
        /// The FEN as it was written.
        fen: String,
        /// What is wrong with it, one sentence each.
        faults: Vec<String>,
        /// Whether it would be one under the rules of Chess960.
        chess960_helps: bool,
    },
    /// A start position of Chess960.
    StartPosition {
        /// Its number.
        number: u16,
        /// The position.
        fen: String,
        /// The text board.
        board: String,
        /// Whether it was drawn by lot.
        drawn: bool,
    },
    /// Pieces of which the number among the start positions was asked, and which are none.
    NoStartPosition {
        /// The FEN as it was written.
        fen: String,
        /// Why they are none, one sentence each.
        faults: Vec<String>,
    },
    /// The list of the player's games and challenges.
    Games {
        /// Games that wait for the reader first.
        games: Vec<GameLine>,
    },
    /// The same, sent by itself since the player wants it so.
    Digest {
        /// Games that wait for the reader first.
        games: Vec<GameLine>,
        /// How often: `daily` or `weekly`.
        every: &'static str,
    },
    /// A game as it stands.
    Show {
        /// The game.
        game: GameView,
        /// A FEN in the mail agrees with the game.
        position_confirmed: bool,
    },
    /// The PGN of a game, in the mail and attached.
    Pgn {
        /// The game.
        game: GameView,
    },
    /// The page on how to play.
    Help {
        /// The topic asked for, in lower case; unknown topics get the whole page.
        topic: Option<String>,
        /// How time is counted on this server.
        time: TimeRules,
    },
    /// Nothing in the mail could be understood as a command.
    NotUnderstood {
        /// The first line we could make nothing of, cleaned and cut; `None` for an empty mail. Empty where it is not
        /// repeated, since nothing shows that the reader wrote it.
        line: Option<String>,
        /// A command that resembles it.
        did_you_mean: Option<String>,
        /// Lines below it of which nothing is done either.
        also: Vec<AlsoNotDone>,
        /// The game that the mail is about, where it is about one.
        game: Option<GameView>,
    },
    /// Which game? The mail names none, and several could be meant.
    WhichGame {
        /// What we read, as it was typed and cleaned.
        read: String,
        /// The games that could be meant.
        games: Vec<GameLine>,
        /// The number of one of them in which it could be done as the game stands.
        example: Option<i64>,
    },
    /// The mail is larger than we read.
    TooLarge {
        /// The limit, in kibibytes.
        limit_kib: u64,
    },
    /// The mail cannot be read: encrypted, or broken.
    Unreadable {
        /// Why, one sentence without a full stop.
        why: Why,
    },
    /// To the other player of a game: our mail to your opponent, which tells them what has happened, did not reach them.
    Undelivered {
        /// The game as the reader sees it.
        game: GameView,
        /// What your opponent does not know yet.
        untold: Untold,
    },
    /// To both players of an open game: the database was restored, and this is how the game stands.
    Restored {
        /// The game as the reader sees it.
        game: GameView,
    },
    /// A mail in the player's name was not from them, and was thrown away.
    Disowned,
    /// To an address that a player wants their mail sent to: is it yours? Contains nothing that anybody wrote.
    ConfirmNewAddress,
    /// To the player: the new address has been asked.
    AddressAsked {
        /// The new address.
        address: String,
    },
    /// To both addresses: the player's mail goes to another one from now on.
    AddressChanged {
        /// Where their mail goes now.
        now: String,
        /// Where it went.
        before: String,
        /// Whether this letter goes to the address of before.
        to_the_old_one: bool,
        /// Whether it is the administrator who did it.
        by_administrator: bool,
    },
    /// An address is none of the player's any more.
    AddressRemoved {
        /// That address.
        address: String,
    },
    /// The player's addresses.
    Addresses {
        /// Where their mail goes.
        main: String,
        /// The others from which they may write.
        others: Vec<String>,
    },
    /// Ratings, and scores between two.
    Ratings {
        /// Whether those of one player were asked for.
        asked: bool,
        /// The reader's own.
        yours: RatingLine,
        /// Those of others, the best first.
        others: Vec<RatingLine>,
        /// How many more there are.
        left_out: usize,
    },
    /// A seek of the player's is open.
    SeekOpened {
        /// The seek.
        seek: SeekLine,
        /// Whether they wrote words below it, which nobody gets.
        words: bool,
    },
    /// A secret link to the player's calendar, or that the server shows no pages.
    YourCalendar {
        /// The address; nothing where there are no pages.
        link: Option<String>,
        /// The same as programs read it that are to subscribe to a calendar, and not to copy it once: `webcal:`.
        subscription: Option<String>,
        /// What becomes of the links that they had: `stay`, `void`, or `off` where they want no other one.
        older: &'static str,
        /// How many hold at once.
        most: i64,
    },
    /// The club list, or a part of it.
    Players {
        /// Who is listed, the best rating first.
        lines: Vec<ClubLine>,
        /// The place from which on it was asked for.
        from: i64,
        /// How many more there are behind these.
        more: usize,
        /// The place of the first of them.
        next: i64,
        /// Whether the reader is listed, `on` or `off`.
        listed: &'static str,
    },
    /// The seeks that are open.
    Seeks {
        /// The player's own.
        yours: Vec<SeekLine>,
        /// Those that they can take, the oldest first.
        others: Vec<SeekLine>,
        /// How many more there are.
        left_out: usize,
    },
    /// A seek of the player's was taken back.
    SeekClosed {
        /// The seek.
        seek: SeekLine,
    },
    /// To a player: nobody has taken their seek for so long that it has ended; do they still look?
    SeekExpired {
        /// The seek.
        seek: SeekLine,
    },
    /// To both: a game begins by a seek.
    Paired {
        /// The game as the reader sees it.
        game: GameView,
        /// The number of the seek that was open.
        seek: i64,
        /// How the game came about.
        by: PairedBy,
        /// Whether the reader has taken it, or opened the later one of two that match.
        by_you: bool,
        /// What the other wrote to them.
        talk: Option<String>,
        /// Whether the reader wrote words that nobody gets.
        words: bool,
    },
    /// The tournaments that are open or played.
    Tournaments {
        /// Those for which one can sign up, or could until lately.
        open: Vec<TournamentView>,
        /// Those that are played.
        playing: Vec<TournamentView>,
    },
    /// To a player: they have signed up.
    SignedUp {
        /// For which.
        tournament: TournamentView,
        /// The place on the list of those who wait for a seat, from 1; none with a seat.
        place: Option<usize>,
    },
    /// To a player: they take part no more, before it has begun.
    SignedOff {
        /// In which.
        tournament: TournamentView,
    },
    /// To a player who has waited: they have a seat.
    SeatFree {
        /// In which.
        tournament: TournamentView,
    },
    /// To a player of a team, before it has begun: they would play on another board than until now, or on none any more.
    BoardChanged {
        /// In which, as it is now.
        tournament: TournamentView,
        /// `ordered`, where the order of the team was set, or `withdrawn`, where somebody has left it.
        because: &'static str,
        /// The director who has set it; none where it was the administrator, or nobody.
        director: Option<String>,
    },
    /// To a player: they have withdrawn from a tournament that goes on.
    WithdrawnFrom {
        /// From which.
        tournament: TournamentView,
        /// The numbers of the games that they have lost by it.
        lost: Vec<i64>,
        /// Whether none of their games counts in the table.
        annulled: bool,
        /// Where they are out of a knock-out by it.
        out: Option<OutOf>,
    },
    /// To each player of a tournament: it begins.
    TournamentBegun {
        /// Which.
        tournament: TournamentView,
        /// The reader's games, those first in which they are to move.
        games: Vec<BegunGame>,
        /// The rounds of a knock-out through which the reader goes without playing.
        byes: Vec<Sentence>,
        /// The leave that the reader has in a year, in days; none without a clock.
        leave_days: Option<u32>,
    },
    /// To a director of a tournament who does not play in it: it begins.
    DirectedBegins {
        /// Which.
        tournament: TournamentView,
    },
    /// To each who plays in a round of a tournament, but the first, or gets a point without a game.
    TournamentRound {
        /// Which, with this round as the last that is paired.
        tournament: TournamentView,
        /// The reader's game; without one they get the point.
        game: Option<BegunGame>,
        /// How they stand before it.
        stands: Option<Stands>,
    },
    /// To a player of a knock-out: they meet somebody, or go through a round without playing.
    TournamentPair {
        /// Which.
        tournament: TournamentView,
        /// What the round of their games is called; none without games.
        stage: Option<Sentence>,
        /// Whether these games follow two that have decided nothing.
        further: bool,
        /// Their two games, those first in which they are to move; none where they only go on.
        games: Vec<BegunGame>,
        /// The rounds through which they go without playing.
        byes: Vec<Sentence>,
    },
    /// To a player of a knock-out: they go on, and whom they meet is not known yet, or cannot play yet.
    TournamentThrough {
        /// In which.
        tournament: TournamentView,
        /// What the round is called that they have reached.
        stage: Sentence,
        /// Whom they meet there, where that is known.
        opponent: Option<String>,
        /// Else the two who play for it, where both are known.
        between: Vec<String>,
    },
    /// To a player of a knock-out: they are out.
    TournamentOut {
        /// Of which.
        tournament: TournamentView,
        /// What the round is called in which they are.
        stage: Sentence,
        /// Their place, "3-4".
        place: String,
    },
    /// To the same: a result was changed, and they are in again.
    TournamentBack {
        /// In which.
        tournament: TournamentView,
        /// What the round is called in which they are.
        stage: Sentence,
    },
    /// To whoever has waited in vain: it begins, and they have no seat.
    NoSeat {
        /// Which.
        tournament: TournamentView,
    },
    /// To whoever has signed up: it is cancelled, since they are too few.
    TournamentCancelled {
        /// Which.
        tournament: TournamentView,
    },
    /// The table of a tournament; or who has signed up.
    TournamentTable {
        /// Which.
        tournament: TournamentView,
        /// Its lines; of one that has not begun those who have signed up, in the order of the list.
        table: String,
        /// Whether somebody has withdrawn whose games do not count.
        annulled: bool,
        /// Whether somebody has withdrawn whose games count.
        withdrawn: bool,
        /// Whether its reader gets it without having asked, since all games are over.
        by_itself: bool,
        /// Whether its reader only watches it.
        watched: bool,
    },
    /// To all who take part in a tournament, or wait for a seat: the administrator, or a director, tells them something.
    TournamentAnnounced {
        /// The tournament.
        tournament: TournamentName,
        /// The director who does; none where it is the administrator.
        director: Option<String>,
        /// In their words, which may have several lines.
        words: String,
    },
    /// To a player who takes part in a tournament, or waits for a seat: its director writes to them alone.
    DirectorWrites {
        /// The tournament.
        tournament: TournamentName,
        /// The director.
        director: String,
        /// In their words, which may have several lines.
        words: String,
    },
    /// To the same: the tournament is given up before it has begun.
    TournamentGivenUp {
        /// The tournament.
        tournament: TournamentName,
        /// Why, in the administrator's words.
        reason: String,
    },
    /// To the director of a tournament: what they have ordered is done.
    TournamentDirected {
        /// The tournament.
        tournament: TournamentName,
        /// What.
        done: Directed,
        /// How many letters tell of it.
        told: usize,
    },
    /// To a player: what they watch, perhaps since just now.
    Watching {
        /// What is new, or no more.
        changed: Vec<WatchChange>,
        /// All of it that has not ended.
        watched: Vec<WatchedView>,
    },
    /// To somebody who watches it: a game has ended, and everybody may read it. The PGN is attached.
    Watched {
        /// The game, seen from White's side.
        game: GameView,
        /// The tournament that it belongs to.
        tournament: Option<TournamentName>,
    },
    /// To a director of a tournament, or to the administrator of one without: words of somebody who takes part in it.
    DirectorAsked {
        /// The tournament.
        tournament: TournamentName,
        /// Who writes.
        player: String,
        /// What part they have in it.
        part: Part,
        /// Whether the reader directs it.
        directs: bool,
        /// What they write.
        words: String,
    },
    /// To whoever wrote them: their words have gone to the directors of a tournament.
    DirectorTold {
        /// The tournament.
        tournament: TournamentName,
        /// The names of the directors; none where the administrator gets them.
        directors: Vec<String>,
    },
    /// To a player: they have taken the place of somebody else in a tournament.
    PlaceTaken {
        /// The tournament.
        tournament: TournamentView,
        /// The director who has decided it; none where it was the administrator.
        director: Option<String>,
        /// Whose place it was.
        gone: String,
        /// The games with which they go on. Of each another letter tells.
        games: Vec<i64>,
        /// Why, in their words; may be empty.
        reason: String,
    },
    /// To a player: somebody else has taken their place in a tournament.
    PlaceGivenUp {
        /// The tournament.
        tournament: TournamentName,
        /// The director who has decided it; none where it was the administrator.
        director: Option<String>,
        /// Who has taken it.
        taker: String,
        /// The games with which that one goes on.
        games: Vec<i64>,
        /// Why, in their words; may be empty.
        reason: String,
    },
    /// To a player: the administrator, or a director, has taken them out of a tournament.
    TakenOutOfTournament {
        /// The tournament.
        tournament: TournamentName,
        /// The director who has; none where it was the administrator.
        director: Option<String>,
        /// Why, in their words.
        reason: String,
        /// The games that they have lost by it. Of each another letter tells.
        lost: Vec<i64>,
        /// None of their games counts in the table.
        annulled: bool,
        /// Where they are out of a knock-out by it.
        out: Option<OutOf>,
    },
    /// The player hears no more from another one, or hears from them again.
    Blocked {
        /// The other one's name.
        name: String,
        /// Whether they hear from them again.
        lifted: bool,
    },
    /// To an opponent: the player said "stop", or "start".
    OpponentStopped {
        /// The game.
        game: GameView,
        /// Whether they take mail again.
        back: bool,
        /// The first day on which the reader can end the game alone, `2026-12-01`.
        abort_from: Option<Sentence>,
        /// Whether the game has a clock, which runs on.
        clock: bool,
    },
    /// No more mail to this address until `start`.
    Stopped {
        /// The reader's games with a clock, whose time runs on.
        flags: Vec<FirstFlag>,
        /// The tournaments for which they have signed up, and which have not begun.
        seats: Vec<String>,
    },
    /// To a player who said "stop" and writes again: nothing of their mail is done.
    StillStopped {
        /// What it says first; nothing where it does not show that it is theirs.
        read: Option<String>,
    },
    /// To a player: their leave is announced, or has begun.
    OnLeave {
        /// Its days.
        leave: LeaveDays,
        /// What it takes of each year.
        taken: Vec<OfYear>,
        /// How many days a year has.
        quota: u32,
        /// Until when they must answer where it is their move.
        deadlines: Vec<Deadline>,
        /// Whether opponents are told.
        told: bool,
        /// Where it began by itself: the number of the game, and when their time in it was over.
        by_itself: Option<(i64, Sentence)>,
    },
    /// To a player: their leave has ended, or was taken back before it began.
    BackFromLeave {
        /// Its days as they were announced.
        leave: LeaveDays,
        /// Whether it had not begun.
        taken_back: bool,
        /// Of each year what is left, and how many days of it are free again.
        left: Vec<OfYear>,
        /// How many days a year has.
        quota: u32,
        /// Until when they must answer where it is their move.
        deadlines: Vec<Deadline>,
        /// What else they have announced.
        ahead: Vec<LeaveDays>,
    },
    /// To a player: words about leave can mean several things, and none is done.
    WhichLeave {
        /// What we read, as in [`Occasion::Refused`].
        read: String,
        /// What is not clear.
        unclear: UnclearLeave,
    },
    /// To a player: "quit" can mean their game or the server, and neither is ended.
    WhatToQuit {
        /// What we read, as in [`Occasion::Refused`].
        read: String,
        /// The game that the mail is about, where it is about one.
        game: Option<GameView>,
    },
    /// To an opponent: somebody with whom they play takes leave.
    OpponentOnLeave {
        /// Who.
        opponent: String,
        /// Its days.
        leave: LeaveDays,
        /// The games that the two play.
        games: Vec<GameLine>,
    },
    /// To an opponent: leave of somebody with whom they play ends before its time, or is taken back.
    OpponentBack {
        /// Who.
        opponent: String,
        /// Its days, as they were announced.
        leave: LeaveDays,
        /// The games that the two play.
        games: Vec<GameLine>,
    },
    /// To a player: a mail in your name wants to leave for good; say yes if it was you.
    ConfirmLeaving {
        /// Whether all that is known of them is to be erased as well.
        forget: bool,
        /// The games that they would give up, and the challenges.
        games: Vec<GameLine>,
        /// The address it came from, where that is none of the player's.
        other: Option<String>,
        /// Whether their mails are erased in the mailbox of this server as well.
        erases_copies: bool,
    },
    /// To a player: they have left, and get no more mail until `start`.
    Left {
        /// How many games they resigned by it.
        resigned: usize,
        /// How many challenges, of theirs or to them, ended by it.
        challenges: usize,
    },
    /// To whoever was a player: nothing is known of them any more.
    Forgotten {
        /// How many games they resigned by it.
        resigned: usize,
        /// How many challenges, of theirs or to them, ended by it.
        challenges: usize,
    },
    /// Mail to this address goes on.
    Restarted {
        /// The games as in [`Occasion::Games`]; none where the mail asks for more, after which they stand otherwise.
        games: Option<Vec<GameLine>>,
    },
    /// To those who play with somebody whom our mail does not reach, or who does not want it.
    OpponentAway {
        /// Their name.
        opponent: String,
        /// Their games and challenges.
        games: Vec<GameLine>,
        /// Whether they want no mail; else mail to them comes back.
        wants_none: bool,
    },
    /// To a player whose mail came back for some time, and who has written again.
    Awake {
        /// Their games and challenges, those that wait for them first.
        games: Vec<GameLine>,
    },
    /// The player has another name now.
    Renamed {
        /// The new name.
        name: String,
    },
    /// Games were entered into the archive, or could not be.
    Entered {
        /// Where they are filed.
        collection: String,
        /// What changes them later; `None` when none was entered.
        password: Option<String>,
        /// What was entered.
        games: Vec<FiledGame>,
        /// What is in the archive already.
        twice: Vec<FiledGame>,
        /// What of those that were entered is not written as the standard says, one sentence each without a full stop.
        doubts: Vec<String>,
        /// The faults of the others, one sentence each without a full stop, beginning with their lines.
        refused: Vec<NotEntered>,
    },
    /// A game of the archive was overwritten.
    Overwritten {
        /// What stands there now.
        game: FiledGame,
        /// The same as PGN.
        pgn: String,
    },
    /// Games of the archive that were looked for.
    Found {
        /// The words of the search.
        words: String,
        /// How many there are.
        total: i64,
        /// The first of them, as far as they are attached.
        games: Vec<FiledGame>,
        /// The same as PGN.
        pgn: String,
        /// Others of the first, for which the letter has no room.
        left_out: Vec<FiledGame>,
        /// How much PGN a letter has room for, in KiB.
        most_kib: usize,
    },
    /// The form in which the player gets the letters about their games was set.
    FormatSet {
        /// `board`, `text`, `words` or `pgn`.
        format: &'static str,
    },
    /// What the player has set, perhaps just now.
    Settings {
        /// What is new of it.
        changed: Option<Changed>,
        /// All of it.
        settings: SettingsView,
    },
    /// The piece letters that the player writes were set.
    LettersSet {
        /// The language's English name.
        language: String,
    },
}
