//! The phrases of the command language: data, in lower case, spellings parted by `|`.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::command::{Answer, Command, Leaving};
use super::{german, translated};
use crate::game::{Claim, TimeClaim};

/// The command that stands in words alone on a line; `joined` is the line in lower case without its punctuation.
pub(super) fn phrase(joined: &str) -> Option<Command> {
    // In French a blank stands before a question mark.
    let close = || joined.strip_suffix(" ?").map(|asked| format!("{asked}?"));
    let known = PHRASES.get(joined);
    known.or_else(|| PHRASES.get(close()?.as_str())).cloned()
}

/// Every spelling and its command.
static PHRASES: LazyLock<HashMap<&str, Command>> = LazyLock::new(|| {
    let known = [
        (RESIGN, Command::Resign),
        (OFFER_DRAW, Command::OfferDraw),
        (OFFERS_A_DRAW, Command::OfferDraw),
        (CLAIM_DRAW, Command::ClaimDraw(Claim::Draw)),
        (CLAIM_REPETITION, Command::ClaimDraw(Claim::Repetition)),
        (CLAIM_FIFTY, Command::ClaimDraw(Claim::FiftyMoves)),
        (CLAIM_TIME, Command::ClaimTime(TimeClaim::Win)),
        (CLAIM_TIME_DRAW, Command::ClaimTime(TimeClaim::Draw)),
        (CLAIM_TIME_ABORT, Command::ClaimTime(TimeClaim::Abort)),
        (ACCEPT_DRAW, Command::AcceptDraw),
        (DECLINE_DRAW, Command::DeclineDraw),
        (TAKEBACK, Command::Takeback(Answer::Offer)),
        (ACCEPT_TAKEBACK, Command::Takeback(Answer::Accept)),
        (DECLINE_TAKEBACK, Command::Takeback(Answer::Decline)),
        (ABORT, Command::Abort(Answer::Offer)),
        (ACCEPT_ABORT, Command::Abort(Answer::Accept)),
        (DECLINE_ABORT, Command::Abort(Answer::Decline)),
        (ACCEPT_PAUSE, Command::AcceptPause),
        (DECLINE_PAUSE, Command::DeclinePause),
        (ACCEPT, Command::Accept),
        (DECLINE, Command::Decline),
        (WITHDRAW, Command::Withdraw),
        (REMATCH, Command::Rematch),
        (NUDGE, Command::Nudge),
        (SETTINGS, Command::Settings),
        (GAMES, Command::Games),
        (SHOW, Command::Show),
        (PGN, Command::Pgn),
        (BOARD, Command::Board(None)),
        (STOP, Command::Stop),
        (START, Command::Start),
        (LEAVE, Command::Leave(Leaving::Remembered)),
        (BACK, Command::Back),
        (QUIT, Command::Quit),
        (FORGET, Command::Leave(Leaving::Forgotten)),
        (YES, Command::Yes),
        (NO, Command::No),
        (JOIN, Command::Join),
        (PREPARED, Command::Prepared),
        (DROP_PREPARED, Command::DropPrepared),
        (DROP_HELD, Command::DropHeld),
        (NOTES, Command::Notes),
        (ADDRESSES, Command::Addresses),
        (RATINGS, Command::Ratings(None)),
        (SEEKS, Command::Seeks),
        (PLAYERS, Command::Players(1)),
        (TABLE, Command::Table(None)),
        (TOURNAMENTS, Command::Tournaments),
        (WATCHING, Command::Watching),
        (CALENDAR_LINK, Command::CalendarLink),
        (NEW_LINKS, Command::NewLinks),
        (NO_LINKS, Command::NoLinks),
        ("help", Command::Help(None)),
    ];
    let mut phrases = HashMap::new();
    for (spellings, command) in known.iter().chain(german::PHRASES) {
        for spelling in spellings.split('|') {
            phrases.entry(spelling).or_insert_with(|| command.clone());
        }
    }
    for row in translated::phrases() {
        // A test sees that each is there.
        if let Some(command) = phrases.get(row.english).cloned() {
            phrases.entry(row.spelling).or_insert(command);
        }
    }
    phrases
});

const RESIGN: &str = "\
    resign|resigns|i resign|i resign the game|i resign this game|resign game|resign the game|i give up|\
    give up|i hereby resign";
const OFFER_DRAW: &str = "\
    draw|draw?|a draw|a draw?|offer draw|offer a draw|draw offer|draw offered|i offer a draw|\
    i offer draw|i offer you a draw|offering a draw|propose draw|propose a draw|i propose a draw|\
    how about a draw?|how about a draw|would you take a draw?|would you accept a draw?|shall we call it a draw?|\
    shall we agree a draw?|remis|remis?|remi|remi?|remise|remise?|nulle|nulle?|la nulle?|tablas|tablas?|¿tablas?|\
    patta|patta?|empate|empate?|remíza?|döntetlen?|remiză?|(=)|draw (=)|with draw offer|with a draw offer|\
    and offer a draw|i would like to offer a draw|partie nulle?|on fait nulle?|on fait nul?|match nul?|nulle d'accord?|\
    nul?|¿hacemos tablas?|hacemos tablas?|¿tablas por acuerdo?|¿qué tal tablas?|¿aceptas tablas?|aceptas tablas?|facciamo patta?|\
    che ne dici di una patta?|patta d'accordo?|accordo per la patta?|ti va la patta?|fazemos empate?|aceitas empate?|\
    remise aanbod|remiseaanbod|zullen we remise spelen?|zullen we remise doen?|zullen we remise maken?|remis gefällig?|\
    wollen wir remis machen?|machen wir remis?|einigen wir uns auf remis?";
/// Sentences that offer a draw, whatever else is said beside them.
pub(super) const OFFERS_A_DRAW: &str = "\
    i offer a draw|i offer you a draw|i offer draw|and i offer draw|with this move i offer a draw|\
    i would like to offer you a draw|i'd like to offer you a draw|i'm offering a draw|i am offering a draw|i propose a draw|i'd propose a draw|\
    i'd like to offer a draw|i would like to offer a draw|i'd like to propose a draw|i would like to propose a draw|\
    would like to offer a draw|would like to propose a draw|would you take a draw|would you accept a draw|\
    would you like a draw|may i propose a draw|may i offer a draw|may i offer you a draw|can i offer a draw|\
    can i offer you a draw|could i offer you a draw|could we call it a draw|can we call it a draw|can we agree a draw|shall we call it a draw|shall we agree a draw|let's call it a draw|let us call it a draw|let's agree a draw|\
    let's agree to a draw|let us agree a draw|how about a draw|and offer a draw|and offer you a draw|offer you a draw|and propose a draw|and i offer a draw|\
    ich biete remis an|ich biete dir remis an|ich biete ihnen remis an|biete remis an|ich biete remis|biete remis|\
    ich schlage remis vor|je propose la nulle|je propose nulle|je te propose la nulle|je vous propose la nulle|\
    je te propose nulle|je vous propose nulle|je propose une nulle|ofrezco tablas|te ofrezco tablas|le ofrezco tablas|\
    propongo tablas|te propongo tablas|le propongo tablas|offro patta|ti offro patta|le offro patta|propongo patta|\
    ti propongo patta|offro la patta|ti offro la patta|le offro la patta|ti propongo la patta|vi offro la patta|\
    proponho empate|proponho o empate|ofereço empate|ik bied remise aan|\
    ik bied je remise aan|ik bied u remise aan|bied remise aan|ik stel remise voor|jag erbjuder remi|erbjuder remi|\
    jag föreslår remi|jeg tilbyder remis|tilbyder remis|jeg foreslår remis|jeg tilbyr remis|tilbyr remis|\
    tarjoan tasapeliä|ehdotan tasapeliä|proponuję remis|nabízím remis|nabízím remízu|navrhuji remis|\
    döntetlent ajánlok|döntetlent ajánlok fel|remit ajánlok|propun remiză|ofer remiză|pakun viiki|\
    ég býð jafntefli|býð jafntefli|предлагаю ничью";
const CLAIM_DRAW: &str = "\
    claim draw|draw claim|claim a draw|claim the draw|i claim draw|i claim a draw|i claim the draw|claim|draw claimed|\
    claiming a draw|i hereby claim a draw";
const CLAIM_REPETITION: &str = "\
    threefold|threefold repetition|three-fold repetition|3-fold repetition|3fold repetition|repetition|claim threefold|\
    claim repetition|claim threefold repetition|claim draw by repetition|claim a draw by repetition|\
    i claim a draw by repetition|i claim threefold repetition|i claim repetition|draw by repetition|\
    draw by threefold repetition|i claim a draw by threefold repetition|claim draw by threefold repetition|\
    claim draw threefold repetition|claim draw repetition|claim draw threefold|draw claim repetition";
const CLAIM_FIFTY: &str = "\
    fifty|fifty moves|fifty move rule|fifty-move rule|50 moves|50 move rule|50-move rule|claim fifty|claim 50|\
    claim fifty moves|claim 50 moves|claim fifty move rule|claim 50 move rule|claim 50-move rule|\
    claim fifty-move rule|draw by fifty moves|draw by 50 moves|claim draw by fifty moves|claim draw by 50 moves|\
    i claim a draw by fifty moves|i claim a draw by the fifty-move rule|i claim fifty moves|claim draw fifty moves|\
    claim draw 50 moves|claim draw fifty";
const CLAIM_TIME: &str = "\
    claim time|i claim time|i claim the time|time claim|claim on time|i claim on time|claim a win on time|claim win on time|\
    claim the win on time|i claim a win on time|i claim the win on time|i claim the game on time|claim the game on time|\
    claim loss on time|claim flag|claim the flag|i claim the flag|claim time forfeit|claim time win";
const CLAIM_TIME_DRAW: &str = "\
    claim time draw|i claim time draw|claim a draw on time|claim draw on time|i claim a draw on time|i claim draw on time|\
    claim time as a draw|claim time as draw";
const CLAIM_TIME_ABORT: &str = "\
    claim time abort|i claim time abort|claim an abort on time|claim abort on time|claim time and abort";
const ACCEPT_DRAW: &str = "\
    accept draw|accept the draw|accept your draw|accept draw offer|accept the draw offer|\
    accept your draw offer|i accept draw|i accept the draw|i accept your draw|i accept the draw offer|\
    i accept your draw offer|i accept your offer of a draw|draw accepted|draw agreed|agreed draw|\
    agree to draw|agree to a draw|i agree to a draw|i agree to the draw|take the draw|i take the draw|\
    yes draw|draw offer accepted|accepted draw";
const DECLINE_DRAW: &str = "\
    decline draw|decline the draw|decline draw offer|decline the draw offer|i decline draw|\
    i decline the draw|i decline the draw offer|i decline your draw offer|reject draw|reject the draw|\
    refuse draw|refuse the draw|draw declined|draw rejected|no draw|no to the draw|no to draw|no thanks to the draw|\
    no thanks for the draw|no thanks no draw|thanks no draw|thanks but no draw";

/// The same in other languages, beside a move, which declines it in any case.
pub(super) const DECLINES_A_DRAW: &str = "\
    je refuse la nulle|je refuse le nul|pas de nulle|non à la nulle|non merci pour la nulle|rechazo las tablas|\
    rechazo tablas|no tablas|no quiero tablas|no patta|niente patta|rifiuto la patta|rifiuto patta|geen remise|\
    ik weiger remise|ik weiger de remise|empate não|recuso o empate";
const TAKEBACK: &str = "\
    takeback|take back|take-back|takeback?|take back?|take-back?|a takeback|a takeback?|offer takeback|offer a takeback|\
    ask for takeback|ask for a takeback|ask a takeback|request takeback|request a takeback|i ask for a takeback|\
    i request a takeback|i offer a takeback|propose takeback|propose a takeback|takeback offer|takeback request|\
    take back move|take back my move|take back my last move|take back the move|take back the last move|\
    take my move back|take my last move back|take move back|i take back my move|i take back my last move|\
    i take my move back|i take my last move back|i want to take back my move|i want to take back my last move|\
    i want to take my move back|i would like to take back my move|i would like to take back my last move|\
    i would like to take my move back|may i take back my move|may i take back my move?|may i take back my last move|\
    may i take back my last move?|may i take my move back|may i take my move back?|may i take that move back|may i take that move back?|may i take that back|may i take that back?|\
    can i take my move back|can i take my move back?|can i take that move back|can i take that move back?|can i take that back|can i take that back?|\
    could i take my move back|could i take my move back?|could i take that move back|could i take that move back?|could i take that back|could i take that back?|\
    i want to take that move back|i would like to take that move back|i'd like to take that move back|i'd like to take my move back|\
    i'd like to take back my move|i'd like to take back my last move|please let me take that back|please let me take my move back|\
    can i take back my move|\
    can i take back my move?|can i take back my last move|can i take back my last move?|undo|undo move|undo my move|\
    undo last move|undo my last move|undo the last move";
const ACCEPT_TAKEBACK: &str = "\
    accept takeback|accept take back|accept take-back|accept the takeback|accept a takeback|accept your takeback|\
    accept takeback offer|accept the takeback offer|accept takeback request|i accept takeback|i accept the takeback|\
    i accept your takeback|takeback accepted|takeback agreed|takeback granted|agree to takeback|agree to a takeback|\
    agree to the takeback|i agree to the takeback|allow takeback|allow the takeback|allow a takeback|\
    i allow the takeback|grant takeback|grant the takeback|i grant the takeback|yes takeback|accepted takeback|\
    accept undo";
const DECLINE_TAKEBACK: &str = "\
    decline takeback|decline take back|decline take-back|decline the takeback|decline a takeback|\
    decline your takeback|decline takeback offer|decline the takeback offer|decline takeback request|\
    i decline takeback|i decline the takeback|i decline your takeback|reject takeback|reject the takeback|\
    refuse takeback|refuse the takeback|takeback declined|takeback rejected|takeback refused|no takeback|\
    no take back|no take-back|decline undo";
const ABORT: &str = "\
    abort|abort?|abort game|abort the game|abort this game|abort game?|abort the game?|i abort|i abort the game|\
    i abort this game|offer abort|offer to abort|offer to abort the game|offer to abort game|i offer to abort|\
    i offer to abort the game|propose to abort|propose to abort the game|i want to abort the game|\
    i would like to abort the game|abort without result|abort without a result";
const ACCEPT_ABORT: &str = "\
    accept abort|accept the abort|accept to abort|accept abort game|i accept the abort|i accept to abort|\
    i accept to abort the game|agree to abort|agree to abort game|agree to abort the game|i agree to abort|\
    i agree to abort the game|abort accepted|abort agreed|yes abort";
const DECLINE_ABORT: &str = "\
    decline abort|decline the abort|decline to abort|decline to abort the game|i decline the abort|\
    i decline to abort|i decline to abort the game|reject abort|reject the abort|refuse abort|refuse the abort|\
    refuse to abort|abort declined|abort rejected|no abort|do not abort|don't abort|do not abort the game|\
    don't abort the game";
const ACCEPT_PAUSE: &str = "\
    accept pause|accept the pause|accept a pause|accept your pause|i accept the pause|i accept your pause|pause accepted|\
    pause agreed|agree to pause|agree to a pause|agree to the pause|i agree to a pause|i agree to the pause|i agree to pause|\
    yes pause|accept pause offer|accept the pause offer";
const DECLINE_PAUSE: &str = "\
    decline pause|decline the pause|decline a pause|decline your pause|i decline the pause|i decline your pause|reject pause|\
    reject the pause|refuse pause|refuse the pause|pause declined|pause rejected|pause refused|no pause|decline pause offer|\
    decline the pause offer";
const ACCEPT: &str = "\
    accept|i accept|accepted|accept challenge|accept the challenge|i accept challenge|\
    i accept the challenge|i accept your challenge|accept your challenge|challenge accepted|\
    accept the game|accept game";
const DECLINE: &str = "\
    decline|i decline|declined|decline challenge|decline the challenge|i decline challenge|\
    i decline the challenge|i decline your challenge|challenge declined|reject|refuse|decline game|\
    decline the game";
const WITHDRAW: &str = "\
    withdraw|cancel|i withdraw|withdraw challenge|withdraw the challenge|withdraw my challenge|\
    i withdraw the challenge|i withdraw my challenge|cancel challenge|cancel the challenge|\
    cancel my challenge|cancel game|withdraw game";
const REMATCH: &str = "\
    rematch|rematch?|a rematch|a rematch?|offer rematch|offer a rematch|i offer a rematch|i want a rematch|\
    i would like a rematch|i'd like a rematch|how about a rematch?|how about a rematch|challenge to a rematch|revanche|\
    revanche?|return game|return game?|return match|return match?|play a rematch";
const GAMES: &str = "\
    games|my games|list|list games|list my games|show games|show my games|show all games|game list|\
    status";
const RATINGS: &str = "\
    rating|ratings|my rating|my ratings|show rating|show ratings|show my rating|show my ratings|show me the ratings|list ratings";
const SEEKS: &str = "\
    seeks|list seeks|show seeks|all seeks|open seeks|my seeks|list open seeks|show open seeks";
const TABLE: &str = "table|the table|show table|show the table|my table|bracket|show the bracket";
const PLAYERS: &str = "\
    players|list players|show players|all players|list of players|player list|club list|list all players|show all players";
const TOURNAMENTS: &str = "\
    tournaments|tournament|list tournaments|show tournaments|all tournaments|open tournaments|list open tournaments|\
    show open tournaments|my tournaments";
const WATCHING: &str = "\
    watching|watch|unwatch|stop watching|what i watch|list watched|show watched|my watches";
const CALENDAR_LINK: &str = "\
    calendar link|calendar links|calendar feed|link to my calendar|my calendar link|send me a calendar link|send calendar link|\
    new calendar link";
const NEW_LINKS: &str = "\
    links new|new links|new secret links|make my links void|make links void|links void";
const NO_LINKS: &str = "\
    calendar link off|calendar links off|calendar feed off|no calendar link|no calendar links|remove calendar link|\
    remove my calendar link|delete calendar link|delete my calendar link";
const SHOW: &str = "\
    show|show game|show the game|show position|show the position|position|show me|show me game|show me the position";
const PGN: &str = "\
    pgn|send pgn|send me the pgn|show pgn|pgn game|pgn of game|get pgn";
const BOARD: &str = "\
    board|show board|show the board|show me the board|board game|diagram";
const SETTINGS: &str = "\
    settings|my settings|show settings|show my settings|list settings|list my settings|zone|time zone|timezone|my zone|\
    my time zone|reminders|my reminders|digest|receipts|subjects|calendar|public|listed|links|language|my language";
const NUDGE: &str = "\
    nudge|nudge opponent|nudge my opponent|nudge the opponent|nudge them|nudge him|nudge her|send a nudge|send nudge|\
    remind opponent|remind my opponent|remind the opponent|remind him|remind her|remind them";
const STOP: &str = "\
    stop|unsubscribe|stop mail|stop mails|stop all mail|stop mailing me|stop sending me mail|\
    stop sending me mails|stop sending me emails|stop emailing me|unsubscribe me|remove me|leave me alone|\
    stop writing to me|do not write to me again|don't write to me again|do not write to this address again|\
    don't write to this address again|remove my address|remove my address from your list|remove me from your list|\
    take me off your list|no more mail|no more mails";
const START: &str = "\
    start|start mail|start mails|start again|mail again";
const LEAVE: &str = "\
    leave server|leave the server|leave for good|i leave for good|leave this server|i leave the server|i leave this server|quit server|\
    quit the server|quit this server";
const BACK: &str = "\
    i'm back|i am back|back again|back from leave|i'm back from leave|i am back from leave|end leave|\
    end my leave|cancel leave|cancel my leave|no leave|back from vacation|back from holiday|end vacation|cancel vacation";
/// They may mean the game or the server.
const QUIT: &str = "\
    quit|i quit|quit game|quit the game|quit this game|i quit the game|i quit this game|leave game|leave the game|\
    leave this game|i leave the game|i leave this game";
const FORGET: &str = "\
    forget me|delete me|erase me|forget my data|delete my data|erase my data|delete my account|erase my account|\
    delete all my data|erase all my data|forget all about me";
const YES: &str = "\
    yes|yes!|confirm|confirmed|i confirm|yes confirm|yes it was me";
const NO: &str = "\
    no|nope|no thanks|no thank you|no it was not me";
const JOIN: &str = "\
    join|i join|join server|register";
const ADDRESSES: &str = "\
    addresses|my addresses|list addresses|list my addresses|show addresses|show my addresses";

const PREPARED: &str = "\
    conditional moves|conditionals|my conditional moves|show conditional moves|show my conditional moves|\
    list conditional moves|show conditionals|list conditionals";
const DROP_HELD: &str = "\
    drop held move|drop the held move|drop my held move|drop held|drop hold|drop move|drop my move|cancel held move|\
    cancel the held move|cancel my held move|cancel hold|cancel my move|forget held move|forget the held move|hold off|no hold|\
    withdraw held move|withdraw the held move|withdraw my held move|withdraw my move|unhold|stop hold";
const NOTES: &str = "\
    notes|my notes|show notes|show my notes|list notes|list my notes";
const DROP_PREPARED: &str = "\
    drop conditional moves|drop my conditional moves|drop the conditional moves|drop conditionals|\
    cancel conditional moves|cancel my conditional moves|cancel the conditional moves|cancel conditionals|\
    delete conditional moves|delete my conditional moves|delete conditionals|forget conditional moves|\
    forget my conditional moves|no conditional moves|clear conditional moves";

/// What may stand before a move without changing it.
pub(super) const LEADS: &str = "\
    my move is:|my answer is|my answer:|answer:|my reply:|the move is|i would like to play|\
    i want to play|i'd like to play|i choose|my move is|my move:|my move|i play|i'll play|i will play|i move|i answer|i reply|\
    next move:|next move|move list|move:|move|play|moves:|and|ok,";

/// What may stand behind a move without changing it, in lower case.
pub(super) const TAILS: &str = "\
    thanks|thank you|thx|please|pls|plz|bitte|danke|merci|cheers|regards|s'il te plaît|s'il vous plaît|svp|stp|por favor|per favore|per piacere|graag|alsjeblieft|alstublieft|tack|takk|tak|prosím|proszę|your move|your turn|it's your move|\
    it is your move|good luck|ok|:)|:-)|;)|;-)|:d|:-d|!!|is my move|greetings|gl|gg|full stop|period|exclamation mark|bro|dude|lol|haha|jaja|jajaja|mdr|digga";

/// Those among them, and others, that say nothing to the opponent.
pub(super) const ABOUT_THE_ORDER: &str = "\
    |please|pls|plz|bitte|s'il te plaît|s'il vous plaît|svp|stp|por favor|per favore|per piacere|graag|alsjeblieft|alstublieft|prosím|proszę|\
    your move|your turn|it's your move|it is your move|ok|!!|!|is my move";

/// Words with which a letter begins, in lower case.
pub(super) const GREETINGS: &str = "\
    hi|hello|hey|hallo|dear|kære|kjære|kära|käre|milý|milá|vážený|vážená|dobrý den|drogi|droga|\
    szanowny|szanowna|dzień dobry|kedves|tisztelt|szia|jó napot|dragă|stimate|stimată|bună|prezado|prezada|\
    estimada|querida|egregio|gentile|goddag|god dag|good morning|good evening|good afternoon|good day|greetings|howdy|hiya|moin|\
    servus|grüß|grüezi|guten tag|guten morgen|guten abend|liebe|lieber|sehr geehrte|sehr geehrter|\
    bonjour|bonsoir|salut|coucou|cher|chère|hola|buenos días|buenas|querido|estimado|ciao|salve|\
    buongiorno|buonasera|caro|cara|olá|oi|bom dia|boa tarde|dag|beste|hoi|hej|hejsan|tjena|moi|hei|\
    terve|cześć|witam|ahoj|привет|здравствуйте|добрый день|こんにちは";

/// Words with which orders end.
pub(super) const THANKS: &str = "\
    thanks|thank you|thx|ty|many thanks|thanks a lot|thank you very much|danke|vielen dank|danke schön|dankeschön|besten dank|herzlichen dank|merci|\
    gracias|grazie|obrigado|obrigada|bedankt|dank je|tack|tak|takk|kiitos|dziękuję|děkuji|спасибо|ありがとう";

/// Command words worth a "did you mean", with what to suggest.
pub(super) const MEANT: [(&str, &str); 38] = [
    ("rematch", "rematch"),
    ("takeback", "takeback"),
    ("claim", "claim draw"),
    ("threefold", "claim draw"),
    ("resign", "resign"),
    ("accept", "accept"),
    ("decline", "decline"),
    ("withdraw", "withdraw"),
    ("cancel", "cancel"),
    ("challenge", "challenge <address or name>"),
    ("invite", "challenge <address or name>"),
    ("games", "games"),
    ("seek", "seek <time control>"),
    ("seeks", "seeks"),
    ("unseek", "unseek <number>"),
    ("players", "players"),
    ("tournaments", "tournaments"),
    ("letters", "letters <language>"),
    ("format", "format <board, text, words or pgn>"),
    ("settings", "settings"),
    ("reminders", "reminders <time left>"),
    ("digest", "digest weekly"),
    ("receipts", "receipts <full, short or off>"),
    ("subjects", "subjects <moves or plain>"),
    ("calendar", "calendar <on or off>"),
    ("public", "public <on or off>"),
    ("listed", "listed <on or off>"),
    ("links", "links <moves, plain or off>"),
    ("nudge", "nudge"),
    ("confirm", "confirm"),
    ("board", "board"),
    ("start", "start"),
    ("show", "show"),
    ("draw", "draw"),
    ("help", "help"),
    ("stop", "stop"),
    ("name", "name <new name>"),
    ("unsubscribe", "stop"),
];
