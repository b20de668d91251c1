//! German orders in words alone, in lower case, spellings parted by `|`.
//!
//! What people also say to each other is not among them: "ich nehme an" means that somebody supposes something, and "ich ziehe
//! zurück" that a piece does. Such words are understood where they answer a question ([`consent`](super::super::consent)).

use crate::game::{Claim, TimeClaim};
use crate::language::command::{Answer, Command, Leaving};

/// Spellings and their commands.
pub(in crate::language) const PHRASES: &[(&str, Command)] = &[
    (
        "aufgeben|ich gebe auf|ich geb auf|gebe auf|ich gebe hiermit auf|partie aufgeben|die partie aufgeben|\
         diese partie aufgeben|ich gebe die partie auf|ich gebe diese partie auf",
        Command::Resign,
    ),
    (
        "remis anbieten|ein remis anbieten|ich biete remis|ich biete remis an|ich biete ein remis an|biete remis|biete remis an|\
         remisangebot|remis vorschlagen|ich schlage remis vor",
        Command::OfferDraw,
    ),
    (
        "remis reklamieren|remis beanspruchen|ich reklamiere remis|ich beanspruche remis",
        Command::ClaimDraw(Claim::Draw),
    ),
    (
        "stellungswiederholung|dreimalige stellungswiederholung|dreifache stellungswiederholung|\
         remis durch stellungswiederholung|stellungswiederholung reklamieren|ich reklamiere stellungswiederholung|\
         ich reklamiere die stellungswiederholung|ich reklamiere remis durch stellungswiederholung",
        Command::ClaimDraw(Claim::Repetition),
    ),
    (
        "50-züge-regel|fünfzig-züge-regel|50 züge regel|remis durch 50 züge|remis nach 50 zügen|\
         50-züge-regel reklamieren|ich reklamiere die 50-züge-regel",
        Command::ClaimDraw(Claim::FiftyMoves),
    ),
    (
        "zeit reklamieren|zeitüberschreitung reklamieren|ich reklamiere zeitüberschreitung|\
         ich reklamiere die zeitüberschreitung|ich reklamiere die zeit",
        Command::ClaimTime(TimeClaim::Win),
    ),
    (
        "zeit reklamieren remis|zeitüberschreitung reklamieren remis|remis durch zeitüberschreitung",
        Command::ClaimTime(TimeClaim::Draw),
    ),
    (
        "zeit reklamieren abbruch|zeitüberschreitung reklamieren abbruch|abbruch durch zeitüberschreitung",
        Command::ClaimTime(TimeClaim::Abort),
    ),
    (
        "remis annehmen|das remis annehmen|remis angenommen|ich nehme remis an|ich nehme das remis an|\
         remisangebot annehmen|das remisangebot annehmen|remisangebot angenommen|ich nehme das remisangebot an|ja remis",
        Command::AcceptDraw,
    ),
    (
        "remis ablehnen|das remis ablehnen|remis abgelehnt|ich lehne remis ab|ich lehne das remis ab|\
         remisangebot ablehnen|das remisangebot ablehnen|remisangebot abgelehnt|ich lehne das remisangebot ab|kein remis",
        Command::DeclineDraw,
    ),
    (
        "zug zurücknehmen|den zug zurücknehmen|meinen zug zurücknehmen|letzten zug zurücknehmen|\
         meinen letzten zug zurücknehmen|zurücknehmen|rücknahme|zugrücknahme|um rücknahme bitten|ich bitte um rücknahme|\
         ich nehme meinen zug zurück|ich nehme meinen letzten zug zurück|darf ich meinen zug zurücknehmen|\
         darf ich meinen zug zurücknehmen?|kann ich meinen zug zurücknehmen|kann ich meinen zug zurücknehmen?",
        Command::Takeback(Answer::Offer),
    ),
    (
        "rücknahme annehmen|rücknahme erlauben|rücknahme gewähren|rücknahme angenommen|rücknahme erlaubt|\
         zurücknehmen erlauben|ich erlaube die rücknahme|ja rücknahme",
        Command::Takeback(Answer::Accept),
    ),
    (
        "rücknahme ablehnen|rücknahme verweigern|rücknahme abgelehnt|ich lehne die rücknahme ab|keine rücknahme|\
         nicht zurücknehmen",
        Command::Takeback(Answer::Decline),
    ),
    (
        "abbruch|abbrechen|abbruch anbieten|abbruch vorschlagen|ich biete abbruch an|ich biete den abbruch an|\
         partie abbrechen|die partie abbrechen|ohne ergebnis abbrechen|partie ohne ergebnis beenden",
        Command::Abort(Answer::Offer),
    ),
    (
        "abbruch annehmen|den abbruch annehmen|dem abbruch zustimmen|ich nehme den abbruch an|abbruch angenommen|\
         ja abbruch",
        Command::Abort(Answer::Accept),
    ),
    (
        "abbruch ablehnen|den abbruch ablehnen|ich lehne den abbruch ab|abbruch abgelehnt|kein abbruch|nicht abbrechen",
        Command::Abort(Answer::Decline),
    ),
    (
        "pause annehmen|die pause annehmen|der pause zustimmen|ich nehme die pause an|pause angenommen|ja pause",
        Command::AcceptPause,
    ),
    (
        "pause ablehnen|die pause ablehnen|ich lehne die pause ab|pause abgelehnt|keine pause",
        Command::DeclinePause,
    ),
    (
        "annehmen|herausforderung annehmen|die herausforderung annehmen|herausforderung angenommen|\
         ich nehme die herausforderung an|einladung annehmen|ich nehme die einladung an|partie annehmen|\
         die partie annehmen|ich nehme die partie an",
        Command::Accept,
    ),
    (
        "ablehnen|herausforderung ablehnen|die herausforderung ablehnen|herausforderung abgelehnt|\
         ich lehne die herausforderung ab|einladung ablehnen|ich lehne die einladung ab|partie ablehnen|\
         die partie ablehnen|ich lehne die partie ab",
        Command::Decline,
    ),
    (
        "zurückziehen|herausforderung zurückziehen|die herausforderung zurückziehen|\
         meine herausforderung zurückziehen|ich ziehe die herausforderung zurück|ich ziehe meine herausforderung zurück|\
         einladung zurückziehen",
        Command::Withdraw,
    ),
    (
        "eine revanche|revanche anbieten|revanche fordern|ich möchte eine revanche|ich fordere revanche|revanchepartie|\
         rückspiel|ein rückspiel",
        Command::Rematch,
    ),
    (
        "anstupsen|erinnere|gegner anstupsen|meinen gegner anstupsen|gegner erinnern|meinen gegner erinnern|erinnere meinen gegner|\
         erinnere den gegner|den gegner erinnern",
        Command::Nudge,
    ),
    (
        "einstellungen|meine einstellungen|einstellungen zeigen|zeige einstellungen|zeige meine einstellungen|zeitzone|\
         meine zeitzone|erinnerungen|meine erinnerungen|belege|kalender|öffentlich|verweise|sprache|meine sprache|übersicht",
        Command::Settings,
    ),
    (
        "partien|meine partien|alle partien|partien zeigen|meine partien zeigen|zeige partien|zeige meine partien|\
         partienliste|liste|liste meiner partien|laufende partien",
        Command::Games,
    ),
    (
        "zeigen|zeige|stellung|stellung zeigen|die stellung zeigen|zeige stellung|zeige die stellung|partie zeigen|\
         zeige partie|zeige die partie",
        Command::Show,
    ),
    (
        "pgn senden|pgn schicken|sende pgn|schicke pgn|pgn der partie|pgn partie|pgn zeigen",
        Command::Pgn,
    ),
    (
        "brett|brett zeigen|das brett zeigen|zeige brett|zeige das brett|diagramm",
        Command::Board(None),
    ),
    (
        "stopp|keine mails mehr|keine mails|keine briefe mehr|abbestellen|austragen|mich austragen",
        Command::Stop,
    ),
    (
        "wieder mails|wieder mails senden|mails wieder senden|wieder briefe|wieder anfangen",
        Command::Start,
    ),
    (
        "server verlassen|den server verlassen|diesen server verlassen|ich verlasse den server|ich verlasse diesen server|\
         für immer gehen",
        Command::Leave(Leaving::Remembered),
    ),
    (
        "vergiss mich|vergesst mich|vergessen sie mich|lösche mich|löscht mich|meine daten löschen|lösche meine daten|\
         alle meine daten löschen|lösche alle meine daten|mein konto löschen|lösche mein konto|konto löschen",
        Command::Leave(Leaving::Forgotten),
    ),
    (
        "bin zurück|ich bin zurück|ich bin wieder da|bin wieder da|zurück aus dem urlaub|ich bin zurück aus dem urlaub|\
         urlaub beenden|meinen urlaub beenden|urlaub abbrechen|urlaub absagen|kein urlaub",
        Command::Back,
    ),
    (
        "partie verlassen|die partie verlassen|partie beenden|die partie beenden|ich höre auf|aufhören",
        Command::Quit,
    ),
    (
        "ja|bestätigen|bestätigt|ich bestätige|ja bestätigen|ja ich war es|ja das war ich",
        Command::Yes,
    ),
    ("nein|nö|nein danke|nein das war ich nicht", Command::No),
    (
        "mich anmelden|mich registrieren|beitreten|mitspielen",
        Command::Join,
    ),
    (
        "bedingte züge|meine bedingten züge|bedingte züge zeigen|zeige bedingte züge|zeige meine bedingten züge|\
         bedingungszüge|meine bedingungszüge|bedingungszüge zeigen|zeige meine bedingungszüge",
        Command::Prepared,
    ),
    (
        "bedingungszüge löschen|meine bedingungszüge löschen|lösche meine bedingungszüge|bedingte züge löschen|meine bedingten züge löschen|die bedingten züge löschen|lösche bedingte züge|\
         lösche meine bedingten züge|bedingte züge vergessen|vergiss bedingte züge|vergiss meine bedingten züge|\
         keine bedingten züge",
        Command::DropPrepared,
    ),
    (
        "gehaltenen zug löschen|zurückgehaltenen zug löschen|lösche den gehaltenen zug|lösche den zurückgehaltenen zug|\
         vergiss den gehaltenen zug|nicht halten|zug nicht halten|zug nicht senden",
        Command::DropHeld,
    ),
    (
        "notizen|meine notizen|notizen zeigen|zeige notizen|zeige meine notizen",
        Command::Notes,
    ),
    (
        "adressen|meine adressen|adressen zeigen|zeige adressen|zeige meine adressen",
        Command::Addresses,
    ),
    (
        "wertung|wertungen|meine wertung|meine wertungen|wertung zeigen|wertungen zeigen|zeige wertungen|\
         zeige meine wertung|wertungszahl|wertungszahlen|meine wertungszahl|meine wertungszahlen",
        Command::Ratings(None),
    ),
    (
        "gesuche|alle gesuche|meine gesuche|offene gesuche|gesuche zeigen|zeige gesuche|spielgesuche",
        Command::Seeks,
    ),
    (
        "gesuch zurückziehen|mein gesuch zurückziehen|gesuch löschen",
        Command::Unseek(None),
    ),
    (
        "turniere|turnier|alle turniere|meine turniere|offene turniere|turniere zeigen|zeige turniere",
        Command::Tournaments,
    ),
    ("tabelle|die tabelle|turnierbaum", Command::Table(None)),
    (
        "spielerliste|spieler|alle spieler|spieler zeigen|zeige spieler|liste der spieler|mitglieder|mitgliederliste",
        Command::Players(1),
    ),
    (
        "beobachten|was ich beobachte|beobachtete partien|beobachtete turniere|zuschauen",
        Command::Watching,
    ),
    (
        "kalenderlink|kalender link|kalender-link|link zum kalender|link für den kalender|link für meinen kalender|mein kalenderlink|\
         mein kalender-link|kalenderabo|kalender-abo|kalender abonnieren|neuer kalenderlink",
        Command::CalendarLink,
    ),
    (
        "kalenderlink aus|kalender link aus|kalender-link aus|kein kalenderlink|kein kalender-link|kalenderlink löschen|\
         kalender-link löschen|kalenderlink ungültig|kalenderabo aus|kalender-abo aus",
        Command::NoLinks,
    ),
    (
        "links neu|neue links|links ungültig|meine links ungültig",
        Command::NewLinks,
    ),
    (
        "hilfe|befehle|befehle zeigen|zeige befehle",
        Command::Help(None),
    ),
    ("schach960", Command::Chess960(None)),
];

/// Words worth a "did you mean", with what to suggest. Short ones, and those with which people begin what they tell, are too near
/// to other words.
pub(in crate::language) const MEANT: [(&str, &str); 8] = [
    ("aufgeben", "aufgeben"),
    ("ablehnen", "ablehnen"),
    ("zurückziehen", "zurückziehen"),
    ("zurücknehmen", "zurücknehmen"),
    ("herausfordern", "herausfordern <Adresse oder Name>"),
    ("einstellungen", "einstellungen"),
    ("bestätigen", "bestätigen"),
    ("anmelden", "anmelden <Turnier>"),
];
