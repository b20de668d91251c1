//! How German orders begin that have words of the player's own behind them, and the English ones that they are.

/// What stands behind the beginning of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// Nothing at all.
    Nothing,
    /// "an", "aus" and the like.
    Setting,
    /// The name of a language.
    Language,
    /// A part of the help.
    Topic,
    /// A player.
    Name,
    /// What somebody wants to be called.
    NewName,
    /// Somebody to play with, and what is wished for the game.
    Somebody,
    /// An address.
    Address,
    /// What is wished for a game.
    Wishes,
    /// The same, and it begins with an amount of time.
    TimeAndWishes,
    /// Days, or an amount of time.
    Time,
    /// Amounts of time.
    Amounts,
    /// A tournament.
    Tournament,
    /// A number.
    Number,
    /// A FEN.
    Position,
    /// Words to look for.
    Search,
    /// What the director of a tournament orders.
    Director,
    /// Words to directors, behind the name of a tournament or none.
    ToDirector,
    /// A time zone.
    Zone,
    /// A collection of games.
    Collection,
}

/// Before an order.
pub(super) const POLITE_BEFORE: [&str; 4] = ["bitte", "ich möchte", "ich will", "ich würde gern"];
/// Behind one.
pub(super) const POLITE_BEHIND: [&str; 3] = [" bitte", " danke", " vielen dank"];

/// Beginnings, in lower case, in German and in English.
pub(super) const HEADS: &[(&str, &str, Rest)] = &[
    ("hilfe", "help", Rest::Topic),
    ("hilfe zu", "help", Rest::Topic),
    ("hilfe zum", "help", Rest::Topic),
    ("hilfe zur", "help", Rest::Topic),
    ("neuer name", "name", Rest::NewName),
    ("mein neuer name", "name", Rest::NewName),
    ("adresse", "address", Rest::Address),
    ("neue adresse", "new address", Rest::Address),
    ("meine neue adresse", "new address", Rest::Address),
    ("adresse entfernen", "remove address", Rest::Address),
    ("adresse löschen", "remove address", Rest::Address),
    ("entferne adresse", "remove address", Rest::Address),
    ("entferne die adresse", "remove address", Rest::Address),
    ("lösche adresse", "remove address", Rest::Address),
    ("sperren", "block", Rest::Name),
    ("sperre", "block", Rest::Name),
    ("blockieren", "block", Rest::Name),
    ("blockiere", "block", Rest::Name),
    ("entsperren", "unblock", Rest::Name),
    ("entsperre", "unblock", Rest::Name),
    ("herausfordern", "challenge", Rest::Somebody),
    ("herausforderung an", "challenge", Rest::Somebody),
    ("einladen", "invite", Rest::Somebody),
    ("einladung an", "invite", Rest::Somebody),
    ("neue partie mit", "new game with", Rest::Address),
    ("neue partie gegen", "new game with", Rest::Address),
    ("gesuch", "seek", Rest::Wishes),
    ("suche", "seek", Rest::TimeAndWishes),
    ("suche gegner", "seek", Rest::Wishes),
    ("ich suche einen gegner", "seek", Rest::Wishes),
    ("suche einen gegner", "seek", Rest::Wishes),
    ("suche partie", "seek", Rest::Wishes),
    ("gesuch annehmen", "take", Rest::Number),
    ("nimm gesuch", "take", Rest::Number),
    ("nehme gesuch", "take", Rest::Number),
    ("ich nehme gesuch", "take", Rest::Number),
    ("gesuch zurückziehen", "unseek", Rest::Number),
    ("gesuch löschen", "unseek", Rest::Number),
    ("wertung", "rating", Rest::Name),
    ("wertung von", "rating", Rest::Name),
    ("wertungszahl von", "rating", Rest::Name),
    ("schach960", "chess960", Rest::Number),
    ("brett", "board", Rest::Position),
    ("stellung", "board", Rest::Position),
    ("diagramm", "board", Rest::Position),
    ("anmelden", "sign up", Rest::Tournament),
    ("anmeldung", "sign up", Rest::Tournament),
    ("anmelden zu", "sign up", Rest::Tournament),
    ("anmelden zum", "sign up", Rest::Tournament),
    ("anmelden für", "sign up", Rest::Tournament),
    ("anmelden bei", "sign up", Rest::Tournament),
    ("anmeldung für", "sign up", Rest::Tournament),
    ("anmeldung zu", "sign up", Rest::Tournament),
    ("anmeldung zum", "sign up", Rest::Tournament),
    ("mich anmelden für", "sign up", Rest::Tournament),
    ("mich anmelden zu", "sign up", Rest::Tournament),
    ("abmelden", "withdraw from", Rest::Tournament),
    ("abmeldung", "withdraw from", Rest::Tournament),
    ("mich abmelden", "withdraw from", Rest::Tournament),
    ("aussteigen aus", "withdraw from", Rest::Tournament),
    (
        "ich ziehe mich zurück aus",
        "withdraw from",
        Rest::Tournament,
    ),
    ("abmelden von", "withdraw from", Rest::Tournament),
    ("abmelden vom", "withdraw from", Rest::Tournament),
    ("mich abmelden von", "withdraw from", Rest::Tournament),
    ("abmeldung von", "withdraw from", Rest::Tournament),
    ("austreten aus", "withdraw from", Rest::Tournament),
    ("zurücktreten von", "withdraw from", Rest::Tournament),
    ("rücktritt von", "withdraw from", Rest::Tournament),
    ("zurückziehen von", "withdraw from", Rest::Tournament),
    ("tabelle", "table", Rest::Tournament),
    ("tabelle von", "table", Rest::Tournament),
    ("tabelle des", "table", Rest::Tournament),
    ("tabelle für", "table", Rest::Tournament),
    ("zeige tabelle", "table", Rest::Tournament),
    ("teilnehmen an", "join", Rest::Tournament),
    ("teilnehmen am", "join", Rest::Tournament),
    ("beobachten", "watch", Rest::Tournament),
    ("beobachte", "watch", Rest::Tournament),
    ("zuschauen bei", "watch", Rest::Tournament),
    ("partie beobachten", "watch", Rest::Number),
    ("beobachte partie", "watch", Rest::Number),
    ("beobachten partie", "watch", Rest::Number),
    ("nicht mehr beobachten", "unwatch", Rest::Tournament),
    ("nicht mehr zuschauen bei", "unwatch", Rest::Tournament),
    ("partie nicht mehr beobachten", "unwatch", Rest::Number),
    ("turnier", "event", Rest::Director),
    ("turnierleitung", "director", Rest::ToDirector),
    ("turnierleiter", "director", Rest::ToDirector),
    ("an die turnierleitung", "director", Rest::ToDirector),
    ("an den turnierleiter", "director", Rest::ToDirector),
    ("urlaub nehmen", "leave", Rest::Time),
    ("ich bin im urlaub", "i am on leave", Rest::Time),
    ("ich bin in urlaub", "i am on leave", Rest::Time),
    ("ich gehe in urlaub", "i go on leave", Rest::Time),
    ("automatischer urlaub", "automatic leave", Rest::Setting),
    ("eine pause", "pause", Rest::Time),
    ("pause anbieten", "pause", Rest::Time),
    ("biete pause an", "pause", Rest::Time),
    ("ich biete eine pause an", "pause", Rest::Time),
    ("ich schlage eine pause vor", "pause", Rest::Time),
    ("gib", "give", Rest::Amounts),
    ("ich gebe", "give", Rest::Amounts),
    ("ich gebe dir", "give", Rest::Amounts),
    ("ich gebe ihnen", "give", Rest::Amounts),
    ("gib meinem gegner", "give", Rest::Amounts),
    ("ich gebe meinem gegner", "give", Rest::Amounts),
    ("ich schenke", "give", Rest::Amounts),
    ("ich schenke dir", "give", Rest::Amounts),
    ("sprache", "language", Rest::Language),
    ("briefe auf", "language", Rest::Language),
    ("figurenbuchstaben", "letters", Rest::Language),
    ("buchstaben", "letters", Rest::Language),
    ("figuren", "letters", Rest::Language),
    ("format", "format", Rest::Setting),
    ("darstellung", "format", Rest::Setting),
    ("belege", "receipts", Rest::Setting),
    ("beleg", "receipts", Rest::Setting),
    ("keine belege", "receipts off", Rest::Nothing),
    ("kalender", "calendar", Rest::Setting),
    ("kein kalender", "calendar off", Rest::Nothing),
    ("öffentlich", "public", Rest::Setting),
    ("gelistet", "listed", Rest::Setting),
    ("spielerliste ab", "players", Rest::Number),
    ("pgn", "pgn", Rest::Setting),
    ("kein pgn", "pgn off", Rest::Nothing),
    ("betreff", "subjects", Rest::Setting),
    ("verweise", "links", Rest::Setting),
    ("links", "links", Rest::Setting),
    ("keine verweise", "links off", Rest::Nothing),
    ("keine links", "links off", Rest::Nothing),
    ("zeitzone", "zone", Rest::Zone),
    ("zeitzone aus", "zone off", Rest::Nothing),
    ("keine zeitzone", "zone off", Rest::Nothing),
    ("erinnerungen", "reminders", Rest::Amounts),
    ("erinnerungen aus", "reminders off", Rest::Nothing),
    ("keine erinnerungen", "reminders off", Rest::Nothing),
    ("erinnerungen üblich", "reminders usual", Rest::Nothing),
    ("erinnerungen wie üblich", "reminders usual", Rest::Nothing),
    ("übersicht", "digest", Rest::Setting),
    ("keine übersicht", "digest off", Rest::Nothing),
    ("archiv durchsuchen", "search", Rest::Search),
    ("suche im archiv", "search", Rest::Search),
    ("partie eingeben", "enter", Rest::Collection),
    ("partien eingeben", "enter", Rest::Collection),
    ("eingeben", "enter", Rest::Collection),
    ("überschreiben", "overwrite", Rest::Number),
    ("überschreibe", "overwrite", Rest::Number),
    ("partie überschreiben", "overwrite", Rest::Number),
];

/// How a line begins that has a move held, for an amount of time that stands behind it.
pub(in crate::language) const HOLD: &str = "\
    halten|halte|zurückhalten|zug halten|halte den zug|halte meinen zug|den zug halten|halte ihn|zug zurückhalten|\
    senden in|sende in|sende den zug in|sende ihn in|zug senden in|verzögern um|verzögere um|verzögere den zug um";

/// How a conditional move begins.
pub(in crate::language) const BEFORE_CONDITION: [&str; 2] = ["wenn", "falls"];

/// What may stand between the moves of one; none of these is a move in any letters.
pub(in crate::language) const IN_CONDITIONS: [&str; 14] = [
    "dann", "wenn", "falls", "und", "ich", "er", "sie", "spielt", "spiele", "zieht", "ziehe",
    "antworte", "mit", "schwarz",
];
