//! What a player's orders do.
//!
//! Orders in one game are carried out together and answered by one letter; the letter that says most is sent. What the
//! other player learns is put into one letter too.

use super::decide::{activate, display_name, enrol, game_of};
use super::desk::{Allowance, Desk, Happened, Played, Question};
use super::letter::{Answering, Draft, Reader};
use super::reading::{Content, Read};
use crate::chess::{self, GivenPosition, Letters, Reading, Spelling};
use crate::game::{Event, Game, GameNumber, Phase, PlayerNumber, Refusal, Wish};
use crate::language::{Colour, Command, Doubt, Order, game_in_subject};
use crate::letters::{GameView, Occasion, clean_name, clean_talk, one_line};
use crate::mail::token::Purpose;
use crate::mail::write::is_sendable;
use shakmaty::{Chess, Color, Move, Position};

/// Whose orders these are, and what proves it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sender {
    pub(super) player: PlayerNumber,
    /// The purpose of the token in the mail; without one only what informs is carried out.
    pub(super) proof: Option<Purpose>,
    /// He confirmed this mail by answering our question.
    pub(super) confirmed: bool,
}

/// Whether a command changes nothing and is answered to the player's own address.
pub(super) fn only_informs(command: &Command) -> bool {
    match command {
        Command::Games
        | Command::Show
        | Command::Pgn
        | Command::Board(_)
        | Command::Help(_)
        | Command::Join => true,
        Command::Moves(_)
        | Command::OfferDraw
        | Command::AcceptDraw
        | Command::DeclineDraw
        | Command::Accept
        | Command::Decline
        | Command::Withdraw
        | Command::Resign
        | Command::Challenge { .. }
        | Command::Say(_)
        | Command::Stop
        | Command::Start
        | Command::Name(_)
        | Command::Letters(_)
        | Command::Yes
        | Command::No
        | Command::Choice(_) => false,
    }
}

/// Carries out the orders of a mail. `None` when it was answered, else the reason why it was not.
///
/// # Errors
///
/// Only by a fault of ours or of the operating system.
pub(super) fn carry_out(
    desk: &mut Desk<'_>,
    read: &Read,
    content: &Content,
    sender: &Sender,
) -> anyhow::Result<Option<String>> {
    let mut clerk = Clerk {
        desk,
        read,
        content,
        sender,
        refused_to_answer: None,
    };
    clerk.work()?;
    Ok(clerk.refused_to_answer)
}

/// Whether these orders may only be carried out after their sender confirmed them: a resignation that is not the one
/// thing the mail says, or that answers an old mail (field rule: confirmed unless unmistakable).
pub(super) fn wants_confirmation(desk: &Desk<'_>, content: &Content, sender: &Sender) -> bool {
    if sender.confirmed {
        return false;
    }
    let orders = &content.message.orders;
    let resigns = |order: &&Order| matches!(order.command, Command::Resign);
    let Some(resignation) = orders.iter().find(resigns) else {
        return false;
    };
    let alone =
        orders.len() == 1 && !content.message.from_subject && content.message.unread.is_none();
    let words: Vec<String> = resignation
        .typed
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let plain = words.iter().all(|word| {
        matches!(word.as_str(), "i" | "resign" | "game") || word.chars().all(|c| c.is_ascii_digit())
    });
    let current = match sender.proof {
        Some(Purpose::Game { game, ply, .. }) => {
            let named = resignation.game.is_none_or(|number| number == game.0);
            let table = desk.tables.get(&game);
            named && table.is_some_and(|table| table.game.ply() == ply)
        }
        Some(Purpose::Player { .. }) | None => false,
    };
    let doubtful = content.message.talk.as_deref().is_some_and(takes_back);
    !(alone && plain && current && !doubtful)
}

/// Whether the words below a resignation may take it back: "no wait, Nf3".
fn takes_back(talk: &str) -> bool {
    let lower = talk.to_lowercase();
    let mut words = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let names_square = |word: &str| {
        let mut last = word.chars().rev();
        last.next().is_some_and(|rank| ('1'..='8').contains(&rank))
            && last.next().is_some_and(|file| ('a'..='h').contains(&file))
    };
    words.clone().any(names_square)
        || words.next().is_some_and(|first| {
            matches!(
                first,
                "no" | "not"
                    | "wait"
                    | "if"
                    | "or"
                    | "unless"
                    | "but"
                    | "just"
                    | "only"
                    | "never"
                    | "joking"
                    | "kidding"
            )
        })
}

/// The game that the first order of a mail is about, where it names none and there is only one that it could mean.
pub(super) fn only_game_meant(
    desk: &Desk<'_>,
    content: &Content,
    player: PlayerNumber,
) -> Option<GameNumber> {
    let orders = &content.message.orders;
    let order = orders
        .iter()
        .find(|order| concerns_a_game(&order.command))?;
    let mut meant = desk.open_games(player).into_iter().filter(|number| {
        desk.tables
            .get(number)
            .is_some_and(|table| could_mean(&order.command, &table.game, player))
    });
    meant.next().filter(|_| meant.next().is_none())
}

/// One mail at work.
struct Clerk<'d, 'h, 'm> {
    desk: &'d mut Desk<'h>,
    read: &'m Read,
    content: &'m Content,
    sender: &'m Sender,
    /// Set when an answer was due and the day's allowance was spent.
    refused_to_answer: Option<String>,
}

/// What the orders of a mail did in one game, before it is told to anybody.
#[derive(Default)]
struct Doings {
    /// The answer to the sender.
    mine: Option<Occasion>,
    /// What the other player is told, and by which event.
    theirs: Option<(Occasion, Option<u32>)>,
    /// What the sender says to the other.
    talk: Option<String>,
}

/// Why the game for an order is not known.
enum NoGame {
    /// There is none to which it could apply; the sentence says so.
    Nothing(String),
    /// Several could be meant.
    Several(Vec<GameNumber>),
}

impl Clerk<'_, '_, '_> {
    fn work(&mut self) -> anyhow::Result<()> {
        let message = &self.content.message;
        if message.orders.is_empty() {
            self.answer_without_orders();
            return Ok(());
        }
        // Orders in one game are kept together, in the order in which their games are first named.
        let mut games: Vec<(GameNumber, Vec<&Order>)> = Vec::new();
        let (last, first): (Vec<&Order>, Vec<&Order>) = message
            .orders
            .iter()
            .partition(|order| comes_last(&order.command));
        for order in first {
            if !concerns_a_game(&order.command) {
                self.without_game(order)?;
                continue;
            }
            match self.game_for(order) {
                Ok(number) => match games.iter_mut().find(|(known, _)| *known == number) {
                    Some((_, orders)) => orders.push(order),
                    None => games.push((number, vec![order])),
                },
                Err(NoGame::Nothing(why)) => self.refuse(order, &why, None),
                Err(NoGame::Several(open)) => {
                    let games = self.desk.lines(&open, self.sender.player);
                    let read = one_line(&order.typed);
                    self.inform(Occasion::WhichGame { read, games }, None);
                }
            }
        }
        let mut talk = message.talk.as_deref().and_then(clean_talk);
        for (number, orders) in games {
            // What stands below the orders is for the opponent of the first game.
            self.in_game(number, &orders, talk.take())?;
        }
        self.mention_doubt();
        let farewell = |order: &&Order| matches!(order.command, Command::Stop);
        for order in last.iter().filter(|order| !farewell(order)) {
            self.without_game(order)?;
        }
        if let Some(order) = last.iter().find(|order| farewell(order)) {
            self.without_game(order)?;
        }
        Ok(())
    }

    // ------------------------------------------------------------------------------------------- without a game

    fn without_game(&mut self, order: &Order) -> anyhow::Result<()> {
        let player = self.sender.player;
        match &order.command {
            Command::Games => {
                let open = self.desk.open_games(player);
                let games = self.desk.lines(&open, player);
                self.inform(Occasion::Games { games }, None);
            }
            Command::Help(topic) => {
                let topic = topic.as_deref().map(one_line);
                self.inform(Occasion::Help { topic }, None);
            }
            Command::Join => {
                self.become_player();
                self.inform(Occasion::Welcome, None);
            }
            Command::Board(fen) => self.draw_board(fen.as_deref().unwrap_or_default()),
            Command::Challenge { opponent, colour } => self.challenge(order, opponent, *colour)?,
            Command::Name(name) => self.rename(order, name),
            Command::Letters(language) => self.set_letters(order, language),
            Command::Stop => {
                // Who was only invited is promised that nothing more comes.
                if self.desk.is_active(player) {
                    self.tell(Occasion::Stopped, None);
                }
                let address = self.address();
                self.desk.stop.push(address.to_lowercase());
            }
            Command::Start => {
                let address = self.address();
                self.desk.start.push(address.to_lowercase());
                self.tell(Occasion::Restarted, None);
            }
            Command::Yes | Command::No => self.refuse_bare_answer(order),
            Command::Moves(_)
            | Command::OfferDraw
            | Command::AcceptDraw
            | Command::DeclineDraw
            | Command::Accept
            | Command::Decline
            | Command::Withdraw
            | Command::Resign
            | Command::Show
            | Command::Pgn
            | Command::Say(_)
            | Command::Choice(_) => {}
        }
        Ok(())
    }

    /// Yes and no answer only our own questions; to a challenge and to a draw they could mean what cannot be taken back.
    fn refuse_bare_answer(&mut self, order: &Order) {
        let me = self.sender.player;
        let game = match self.sender.proof {
            Some(Purpose::Game { game, .. }) => Some(game),
            Some(Purpose::Player { .. }) | None => None,
        };
        let fits = |command: &Command| {
            game.and_then(|number| self.desk.tables.get(&number))
                .is_some_and(|table| could_mean(command, &table.game, me))
        };
        let why = if fits(&Command::AcceptDraw) {
            "a draw is taken with \"accept draw\" and refused with \"decline draw\""
        } else if fits(&Command::Accept) {
            "a challenge is taken with \"accept\" and refused with \"decline\""
        } else {
            "there is nothing to say yes or no to"
        };
        self.refuse(order, why, game);
    }

    /// Who was invited and does what players do becomes one, with the name that he signs with.
    fn become_player(&mut self) {
        if self.sender.proof.is_some() || self.sender.confirmed {
            activate(self.desk, self.sender.player, self.signs_as());
        }
    }

    fn signs_as(&self) -> Option<String> {
        let from = self.content.incoming.from.as_ref()?;
        Some(display_name(from.name.as_deref(), &from.address))
    }

    fn challenge(&mut self, order: &Order, opponent: &str, colour: Colour) -> anyhow::Result<()> {
        self.become_player();
        let me = self.sender.player;
        let opponent = opponent.trim();
        let target = if opponent.contains('@') {
            if self.desk.house.owns(opponent) {
                self.refuse(order, "that is this server's own address", None);
                return Ok(());
            }
            if !is_sendable(opponent) {
                self.refuse(order, "that is not a mail address", None);
                return Ok(());
            }
            if self.desk.is_silenced(opponent) {
                self.refuse(order, "no mail may be sent to that address", None);
                return Ok(());
            }
            self.desk.by_address.get(&opponent.to_lowercase()).copied()
        } else {
            let known = self.desk.by_name.get(&opponent.to_lowercase()).copied();
            if known.is_none() {
                let why = "there is no player of that name; give a mail address to invite somebody";
                self.refuse(order, why, None);
                return Ok(());
            }
            known
        };
        if target == Some(me) {
            self.refuse(order, "you cannot challenge yourself", None);
            return Ok(());
        }
        if target.is_some_and(|target| !self.desk.may_write_to(target)) {
            self.refuse(order, "that player does not want mail now", None);
            return Ok(());
        }
        let stranger = target.is_none_or(|target| !self.desk.is_active(target));
        if target.is_some_and(|target| stranger && self.desk.invited.contains(&(me, target))) {
            let why =
                "you have invited that address before; nobody is invited twice by the same player";
            self.refuse(order, why, None);
            return Ok(());
        }
        let address = self.address();
        let allowed = self.desk.spend(&address, Allowance::Challenge)
            && (!stranger
                || (self.desk.spend(&address, Allowance::Invitation) && self.may_invite(opponent)));
        if !allowed {
            self.refuse(
                order,
                "you have made too many challenges today; try again tomorrow",
                None,
            );
            return Ok(());
        }
        let target = match target {
            Some(target) => target,
            None => match enrol(self.desk, opponent, &display_name(None, opponent)) {
                Some(target) => target,
                None => anyhow::bail!("no number is left for an invited player"),
            },
        };
        let Some(number) = self.desk.spare_games.pop().map(GameNumber) else {
            anyhow::bail!("no number is left for a new game");
        };
        let wish = match colour {
            Colour::White => Wish::White,
            Colour::Black => Wish::Black,
            Colour::Random => Wish::Random,
        };
        let (game, event) = Game::challenge(number, me, target, wish);
        let subject = format!(
            "Chess game {number}: {} - {}",
            self.desk.name(me),
            self.desk.name(target)
        );
        self.desk.open_table(game, subject);
        self.desk.invited.insert((me, target));
        self.record(number, event, None);
        let talk = if stranger {
            // A stranger is sent fixed text; nobody is to be reached through us who does not want to be.
            None
        } else {
            self.content.message.talk.as_deref().and_then(clean_talk)
        };
        if let Some(game) = self.desk.view(number, target) {
            let occasion = if stranger {
                Occasion::Invitation { game }
            } else {
                Occasion::Challenge { game, talk }
            };
            self.draft(occasion, target, Some(number), Some(0), false);
        }
        if let Some(game) = self.desk.view(number, me) {
            self.tell(Occasion::ChallengeSent { game }, Some(number));
        }
        Ok(())
    }

    /// An address that is nobody's gets one invitation a day, from whomever.
    fn may_invite(&mut self, address: &str) -> bool {
        self.desk.spend(address, Allowance::Stranger)
    }

    fn rename(&mut self, order: &Order, name: &str) {
        self.become_player();
        let me = self.sender.player;
        let wanted = clean_name(name);
        let holder = self.desk.by_name.get(&wanted.to_lowercase()).copied();
        if holder.is_some_and(|holder| holder != me) {
            self.refuse(order, "another player has that name", None);
            return;
        }
        if let Some(player) = self.desk.players.get_mut(&me) {
            player.name.clone_from(&wanted);
        }
        self.desk.by_name.insert(wanted.to_lowercase(), me);
        self.desk.changed_players.insert(me);
        self.tell(Occasion::Renamed { name: wanted }, None);
    }

    fn set_letters(&mut self, order: &Order, language: &str) {
        let me = self.sender.player;
        let Ok(letters) = language.parse::<Letters>() else {
            let why = "that is not one of the languages of PGN; write for example: letters de";
            self.refuse(order, why, None);
            return;
        };
        if let Some(player) = self.desk.players.get_mut(&me) {
            player.letters = letters.code().to_owned();
        }
        self.desk.changed_players.insert(me);
        let language = letters.name().to_owned();
        self.tell(Occasion::LettersSet { language }, None);
    }

    fn draw_board(&mut self, fen: &str) {
        let occasion = match GivenPosition::read(fen) {
            Ok(given) => Occasion::Board {
                fen: one_line(fen),
                board: Some(chess::text_board(given.board(), Color::White)),
                faults: Vec::new(),
            },
            Err(fault) => Occasion::Board {
                fen: one_line(fen),
                board: None,
                faults: vec![fault.to_string()],
            },
        };
        self.inform(occasion, None);
    }

    // ------------------------------------------------------------------------------------------- which game

    /// The game that an order is about: the one it names, the one the mail or its subject answers, or the only one it can
    /// mean.
    fn game_for(&self, order: &Order) -> Result<GameNumber, NoGame> {
        let me = self.sender.player;
        let proven = match self.sender.proof {
            Some(Purpose::Game { game, .. }) => Some(game),
            Some(Purpose::Player { .. }) | None => None,
        };
        if let Some(number) = order.game.map(GameNumber)
            && !self.is_move_number(order, proven)
        {
            let mine = |table: &super::desk::Table| table.game.has(me);
            return if self.desk.tables.get(&number).is_some_and(mine) {
                Ok(number)
            } else {
                Err(NoGame::Nothing(format!("you have no game {number}")))
            };
        }
        if let Some(number) = proven {
            return Ok(number);
        }
        let open: Vec<GameNumber> = self
            .desk
            .open_games(me)
            .into_iter()
            .filter(|number| {
                self.desk
                    .tables
                    .get(number)
                    .is_some_and(|table| could_mean(&order.command, &table.game, me))
            })
            .collect();
        let hinted = game_in_subject(&self.content.incoming.subject).map(GameNumber);
        // Whoever answers in the thread of a game means that one, even if nothing can be done in it any more.
        if let Some(hinted) = hinted
            && self
                .desk
                .tables
                .get(&hinted)
                .is_some_and(|table| table.game.has(me))
        {
            return Ok(hinted);
        }
        match open.as_slice() {
            [only] => Ok(*only),
            [] => Err(NoGame::Nothing(
                "you have no game in which that can be done now".to_owned(),
            )),
            _ => Err(NoGame::Several(open)),
        }
    }

    /// Whether the bare number before a move is the number of the move and not of a game: `12 Nf3`, in an answer to
    /// the mail of a game that stands at move 12.
    fn is_move_number(&self, order: &Order, proven: Option<GameNumber>) -> bool {
        if !order.may_be_move_number {
            return false;
        }
        let Some(number) = order.game else {
            return false;
        };
        let at = |table: &super::desk::Table| {
            i64::from(table.game.position().fullmoves().get()) == number
        };
        match proven.and_then(|game| self.desk.tables.get(&game)) {
            Some(table) => at(table) || !self.desk.tables.contains_key(&GameNumber(number)),
            None => false,
        }
    }

    // ------------------------------------------------------------------------------------------- in a game

    fn in_game(
        &mut self,
        number: GameNumber,
        orders: &[&Order],
        talk: Option<String>,
    ) -> anyhow::Result<()> {
        let mut doings = Doings {
            talk,
            ..Doings::default()
        };
        let find =
            |wanted: fn(&Command) -> bool| orders.iter().find(|o| wanted(&o.command)).copied();
        for order in orders {
            if let Command::Say(text) = &order.command {
                doings.talk = clean_talk(text);
            }
        }
        if let Some((one, other)) = contradiction(orders) {
            let why = format!(
                "it says \"{}\" as well, and only one of them can be done",
                one_line(&other.typed)
            );
            self.refuse_in(number, one, &why, &mut doings);
            return Ok(());
        }
        let moves = find(|c| matches!(c, Command::Moves(_) | Command::Choice(_)));
        let draw = find(|c| matches!(c, Command::OfferDraw));
        let mut go_on = true;
        for order in orders {
            if !go_on {
                break;
            }
            go_on = match &order.command {
                Command::Accept => self.accept(number, order, &mut doings)?,
                Command::Decline => self.decline(number, order, &mut doings),
                Command::Withdraw => self.withdraw(number, order, &mut doings),
                // Before the move: a move declines the draw as well, and then there is none to be declined.
                Command::DeclineDraw => {
                    self.draw_deed(number, order, Game::decline_draw, &mut doings)
                }
                Command::Moves(_)
                | Command::Choice(_)
                | Command::OfferDraw
                | Command::AcceptDraw
                | Command::Resign
                | Command::Say(_)
                | Command::Show
                | Command::Pgn
                | Command::Board(_)
                | Command::Games
                | Command::Help(_)
                | Command::Challenge { .. }
                | Command::Stop
                | Command::Start
                | Command::Name(_)
                | Command::Letters(_)
                | Command::Yes
                | Command::No
                | Command::Join => true,
            };
        }
        if go_on && let Some(order) = moves {
            // "draw" beside a move is the offer that goes with it (FIDE 9.1.2.1).
            go_on = self.play(number, order, draw.is_some(), &mut doings);
        }
        for order in orders {
            if !go_on {
                break;
            }
            go_on = match &order.command {
                Command::OfferDraw if moves.is_none() => {
                    self.draw_deed(number, order, Game::offer_draw, &mut doings)
                }
                Command::AcceptDraw => {
                    self.draw_deed(number, order, Game::accept_draw, &mut doings)
                }
                Command::Resign => self.resign(number, order, &mut doings),
                Command::Show | Command::Board(_) => {
                    if doings.mine.is_none() {
                        let shown = self.shown(number, false);
                        self.interrupt(number, shown, &mut doings);
                    }
                    true
                }
                Command::Pgn => {
                    if doings.mine.is_none() {
                        let shown = self.mine(number).map(|game| Occasion::Pgn { game });
                        self.interrupt(number, shown, &mut doings);
                    }
                    true
                }
                Command::Say(_)
                | Command::OfferDraw
                | Command::DeclineDraw
                | Command::Moves(_)
                | Command::Choice(_)
                | Command::Accept
                | Command::Decline
                | Command::Withdraw
                | Command::Games
                | Command::Help(_)
                | Command::Challenge { .. }
                | Command::Stop
                | Command::Start
                | Command::Name(_)
                | Command::Letters(_)
                | Command::Yes
                | Command::No
                | Command::Join => true,
            };
        }
        if go_on && doings.mine.is_none() && find(|c| matches!(c, Command::Say(_))).is_some() {
            self.pass_on(number, orders, &mut doings);
        }
        self.post(number, doings);
        Ok(())
    }

    fn accept(
        &mut self,
        number: GameNumber,
        order: &Order,
        doings: &mut Doings,
    ) -> anyhow::Result<bool> {
        let me = self.sender.player;
        let coin = self
            .desk
            .chance
            .draw()?
            .first()
            .is_some_and(|octet| octet & 1 == 1);
        let now = self.desk.now;
        let Some(table) = self.desk.tables.get_mut(&number) else {
            return Ok(false);
        };
        // Who accepts a draw often writes just "accept".
        if could_mean(&Command::AcceptDraw, &table.game, me) {
            return Ok(self.draw_deed(number, order, Game::accept_draw, doings));
        }
        let event = match table.game.accept(me, coin) {
            Ok(event) => event,
            Err(refusal) => return Ok(self.refused(number, order, refusal, doings)),
        };
        table.started_at = Some(now);
        activate(self.desk, me, self.signs_as());
        let at = self.record(number, event, None);
        doings.mine = self.mine(number).map(|game| Occasion::Started {
            game,
            by_you: true,
            talk: None,
        });
        doings.theirs = self.theirs(number).map(|game| {
            let talk = doings.talk.clone();
            let occasion = Occasion::Started {
                game,
                by_you: false,
                talk,
            };
            (occasion, at)
        });
        Ok(true)
    }

    fn decline(&mut self, number: GameNumber, order: &Order, doings: &mut Doings) -> bool {
        let me = self.sender.player;
        let Some(table) = self.desk.tables.get_mut(&number) else {
            return false;
        };
        // Who declines a draw often writes just "decline".
        if could_mean(&Command::DeclineDraw, &table.game, me) {
            return self.draw_deed(number, order, Game::decline_draw, doings);
        }
        let event = match table.game.decline(me) {
            Ok(event) => event,
            Err(refusal) => return self.refused(number, order, refusal, doings),
        };
        let at = self.record(number, event, None);
        doings.mine = self.mine(number).map(|game| Occasion::Declined {
            game,
            by_you: true,
            talk: None,
        });
        // Words of somebody who is no player go nowhere.
        let talk = doings.talk.clone().filter(|_| self.desk.is_active(me));
        doings.theirs = self.theirs(number).map(|game| {
            let occasion = Occasion::Declined {
                game,
                by_you: false,
                talk,
            };
            (occasion, at)
        });
        true
    }

    fn withdraw(&mut self, number: GameNumber, order: &Order, doings: &mut Doings) -> bool {
        let me = self.sender.player;
        let Some(table) = self.desk.tables.get_mut(&number) else {
            return false;
        };
        let event = match table.game.withdraw(me) {
            Ok(event) => event,
            Err(refusal) => return self.refused(number, order, refusal, doings),
        };
        let at = self.record(number, event, None);
        doings.mine = self
            .mine(number)
            .map(|game| Occasion::Withdrawn { game, by_you: true });
        doings.theirs = self.theirs(number).map(|game| {
            let occasion = Occasion::Withdrawn {
                game,
                by_you: false,
            };
            (occasion, at)
        });
        true
    }

    fn resign(&mut self, number: GameNumber, order: &Order, doings: &mut Doings) -> bool {
        let me = self.sender.player;
        let Some(table) = self.desk.tables.get_mut(&number) else {
            return false;
        };
        match table.game.resign(me) {
            Ok(event) => {
                let at = self.record(number, event, None);
                self.tell_the_end(number, None, at, doings);
                true
            }
            Err(refusal) => self.refused(number, order, refusal, doings),
        }
    }

    fn draw_deed(
        &mut self,
        number: GameNumber,
        order: &Order,
        deed: fn(&mut Game, PlayerNumber) -> Result<Event, Refusal>,
        doings: &mut Doings,
    ) -> bool {
        if self.answers_old_mail(number).is_some() {
            return self.stale(number, order, doings);
        }
        let me = self.sender.player;
        let Some(table) = self.desk.tables.get_mut(&number) else {
            return false;
        };
        let event = match deed(&mut table.game, me) {
            Ok(event) => event,
            Err(refusal) => return self.refused(number, order, refusal, doings),
        };
        let at = self.record(number, event.clone(), None);
        let talk = doings.talk.clone();
        match event {
            Event::DrawAgreed { .. } => self.tell_the_end(number, None, at, doings),
            Event::DrawDeclined { .. } => {
                doings.mine = self.mine(number).map(|game| Occasion::DrawDeclined {
                    game,
                    by_you: true,
                    talk: None,
                });
                doings.theirs = self.theirs(number).map(|game| {
                    let occasion = Occasion::DrawDeclined {
                        game,
                        by_you: false,
                        talk,
                    };
                    (occasion, at)
                });
            }
            Event::DrawOffered { .. }
            | Event::Challenged { .. }
            | Event::Accepted { .. }
            | Event::Declined
            | Event::Withdrawn
            | Event::Moved { .. }
            | Event::Resigned { .. } => {
                doings.mine = self.mine(number).map(|game| Occasion::DrawOffered {
                    game,
                    by_you: true,
                    talk: None,
                });
                doings.theirs = self.theirs(number).map(|game| {
                    let occasion = Occasion::DrawOffered {
                        game,
                        by_you: false,
                        talk,
                    };
                    (occasion, at)
                });
            }
        }
        true
    }

    // ------------------------------------------------------------------------------------------- a move

    fn play(
        &mut self,
        number: GameNumber,
        order: &Order,
        offers_draw: bool,
        doings: &mut Doings,
    ) -> bool {
        let me = self.sender.player;
        if self.answers_old_mail(number).is_some() {
            return self.stale(number, order, doings);
        }
        let Some(table) = self.desk.tables.get(&number) else {
            return false;
        };
        if let Err(refusal) = table.game.may_move(me) {
            return self.refused(number, order, refusal, doings);
        }
        let position = table.game.position().clone();
        let (chosen, ignored) = match &order.command {
            Command::Moves(moves) => {
                let Some((first, rest)) = moves.split_first() else {
                    return false;
                };
                if let Some(stale) = self.wrong_number(number, first, order) {
                    return self.interrupt(number, Some(stale), doings);
                }
                let ignored: Vec<String> = rest
                    .iter()
                    .map(|spelling| spelling.typed().to_owned())
                    .collect();
                match first.resolve(&position) {
                    Reading::One(played) => {
                        let choices = choices_among(&position, moves);
                        if choices.len() > 1 {
                            return self.ask(number, order, &position, choices, doings);
                        }
                        if first.is_questioned() {
                            let refused = Occasion::Refused {
                                read: one_line(first.typed()),
                                why: "a question mark stands behind it, so it may be a question"
                                    .to_owned(),
                                instead: vec![chess::san(&position, played)],
                                piece_moves: Vec::new(),
                                game: self.mine(number),
                            };
                            return self.interrupt(number, Some(refused), doings);
                        }
                        (played, ignored)
                    }
                    Reading::Several(choices) => {
                        return self.ask(number, order, &position, choices, doings);
                    }
                    Reading::Impossible(impossible) => {
                        let sans = |moves: &[Move]| -> Vec<String> {
                            moves.iter().map(|&m| chess::san(&position, m)).collect()
                        };
                        let refused = Occasion::Refused {
                            read: one_line(first.typed()),
                            why: impossible.reason.to_string(),
                            instead: sans(&impossible.candidates),
                            piece_moves: sans(&impossible.piece_moves),
                            game: self.mine(number),
                        };
                        return self.interrupt(number, Some(refused), doings);
                    }
                }
            }
            Command::Choice(chosen) => {
                let question = self
                    .desk
                    .questions
                    .get(&(number, me))
                    .filter(|question| question.ply == table.game.ply());
                let choice = question.and_then(|question| {
                    let index = usize::from(*chosen).checked_sub(1)?;
                    question.choices.get(index).copied()
                });
                let Some(played) = choice else {
                    let why = if question.is_some() {
                        "the question has no answer with that number"
                    } else {
                        "there is no open question that a number would answer"
                    };
                    return self.refuse_in(number, order, why, doings);
                };
                (played, Vec::new())
            }
            _ => return true,
        };
        if !self.content.message.fens.is_empty()
            && let Some(differs) = self.position_differs(number, Some(chosen))
        {
            return self.interrupt(number, Some(differs), doings);
        }
        self.play_chosen(number, order, chosen, offers_draw, ignored, doings)
    }

    fn play_chosen(
        &mut self,
        number: GameNumber,
        order: &Order,
        chosen: Move,
        offers_draw: bool,
        ignored: Vec<String>,
        doings: &mut Doings,
    ) -> bool {
        let me = self.sender.player;
        let Some(table) = self.desk.tables.get_mut(&number) else {
            return false;
        };
        let before = table.game.position().clone();
        let event = match table.game.play(me, chosen) {
            Ok(event) => event,
            Err(refusal) => return self.refused(number, order, refusal, doings),
        };
        let san = chess::san(&before, chosen);
        let played = Played {
            ply: table.game.ply(),
            uci: chess::uci(&before, chosen),
            san: san.clone(),
        };
        let at = self.record(number, event, Some(played));
        let numbered = numbered(&before, &san);
        let over = self
            .desk
            .tables
            .get(&number)
            .is_some_and(|table| matches!(table.game.phase(), Phase::Over(_)));
        if over {
            self.tell_the_end(number, Some(numbered), at, doings);
            return true;
        }
        if offers_draw
            && let Some(table) = self.desk.tables.get_mut(&number)
            && let Ok(event) = table.game.offer_draw(me)
        {
            self.record(number, event, None);
        }
        // An offer made before the move stands beside it, too.
        let draw_offered = self.desk.tables.get(&number).is_some_and(|table| {
            let offered = table.game.draw_offer();
            offered.is_some() && offered == table.game.side_of(me)
        });
        let Some([mine, theirs]) = self.desk.view_both(number, me) else {
            return false;
        };
        doings.mine = Some(Occasion::MovePlayed {
            game: mine,
            played: numbered.clone(),
            draw_offered,
            position_confirmed: !self.content.message.fens.is_empty(),
            ignored: ignored.iter().map(|text| one_line(text)).collect(),
        });
        if self.reaches_other(number) {
            let occasion = Occasion::YourMove {
                game: theirs,
                played: numbered,
                draw_offered,
                talk: doings.talk.clone(),
            };
            doings.theirs = Some((occasion, at));
        }
        true
    }

    /// Two legal readings: the player chooses by number.
    fn ask(
        &mut self,
        number: GameNumber,
        order: &Order,
        position: &Chess,
        choices: Vec<Move>,
        doings: &mut Doings,
    ) -> bool {
        let me = self.sender.player;
        let sans = choices.iter().map(|&m| chess::san(position, m)).collect();
        let Some(table) = self.desk.tables.get(&number) else {
            return false;
        };
        let question = Question {
            ply: table.game.ply(),
            choices,
            changed: true,
        };
        self.desk.questions.insert((number, me), question);
        let question = self.mine(number).map(|game| Occasion::Question {
            read: one_line(&order.typed),
            choices: sans,
            game,
        });
        self.interrupt(number, question, doings)
    }

    /// How many plies the position had that this mail answers, when the game has moved on since then.
    fn answers_old_mail(&self, number: GameNumber) -> Option<u32> {
        let table = self.desk.tables.get(&number)?;
        match self.sender.proof {
            Some(Purpose::Game { game, ply, .. }) if game == number => {
                (ply < table.game.ply()).then_some(ply)
            }
            Some(Purpose::Game { .. } | Purpose::Player { .. }) | None => None,
        }
    }

    /// The mail answers an older position: nothing is done, even where it would be legal now.
    fn stale(&mut self, number: GameNumber, order: &Order, doings: &mut Doings) -> bool {
        let ply = self.answers_old_mail(number).unwrap_or(0);
        let spelling = match &order.command {
            Command::Moves(moves) => moves.first(),
            _ => None,
        };
        let stale = self.stale_letter(number, ply, &order.typed, spelling);
        self.interrupt(number, stale, doings)
    }

    fn stale_letter(
        &self,
        number: GameNumber,
        ply: u32,
        typed: &str,
        spelling: Option<&Spelling>,
    ) -> Option<Occasion> {
        let table = self.desk.tables.get(&number)?;
        let answered_ply = ply;
        let mut position = table.game.start();
        let mut since = Vec::new();
        let mut answered_move = String::new();
        let mut already_played = false;
        for (at, &played) in (0..).zip(table.game.moves()) {
            if at == ply {
                answered_move = move_number(&position);
                already_played = spelling.is_some_and(|spelling| {
                    matches!(spelling.resolve(&position), Reading::One(read) if read == played)
                });
            }
            if at >= ply {
                let san = chess::san(&position, played);
                since.push(numbered(&position, &san));
            }
            position.play_unchecked(played);
        }
        Some(Occasion::Stale {
            read: one_line(typed),
            answered_ply,
            answered_move,
            since,
            already_played,
            game: self.mine(number)?,
        })
    }

    /// The answer to a move whose number is not that of the next move: it was meant for another position.
    fn wrong_number(
        &self,
        number: GameNumber,
        spelling: &Spelling,
        order: &Order,
    ) -> Option<Occasion> {
        let table = self.desk.tables.get(&number)?;
        let position = table.game.position();
        let wrote = spelling.move_number()?;
        let next = position.fullmoves().get();
        let turn = position.turn();
        // "12. Nf6" for Black's twelfth move is what many people write; "12...Nf6" on White's turn is not.
        let side_fits = wrote
            .side
            .is_none_or(|side| side == turn || side == Color::White);
        if wrote.fullmove == next && side_fits {
            return None;
        }
        if wrote.fullmove < next || (wrote.fullmove == next && turn == Color::White) {
            let side = wrote.side.unwrap_or(turn);
            let ply = wrote.fullmove.saturating_sub(1) * 2 + side.fold_wb(0, 1);
            if ply < table.game.ply() {
                return self.stale_letter(number, ply, spelling.typed(), Some(spelling));
            }
        }
        let why = if wrote.fullmove == next {
            format!("that is the number of a move of Black's, and it is White's move {next}")
        } else {
            format!(
                "the number says move {}, and the next move is number {next}",
                wrote.fullmove
            )
        };
        Some(Occasion::Refused {
            read: one_line(&order.typed),
            why,
            instead: Vec::new(),
            piece_moves: Vec::new(),
            game: self.mine(number),
        })
    }

    /// Compares the positions in the mail with the game's: before the move or, if there is one, after it.
    fn position_differs(&self, number: GameNumber, chosen: Option<Move>) -> Option<Occasion> {
        let table = self.desk.tables.get(&number)?;
        let before = table.game.position();
        let after = chosen.map(|chosen| {
            let mut after = before.clone();
            after.play_unchecked(chosen);
            after
        });
        for fen in &self.content.message.fens {
            let given = match GivenPosition::read(fen) {
                Ok(given) => given,
                Err(fault) => {
                    return Some(Occasion::Refused {
                        read: one_line(fen),
                        why: format!("that is not a position: {fault}"),
                        instead: Vec::new(),
                        piece_moves: Vec::new(),
                        game: self.mine(number),
                    });
                }
            };
            if given.agrees_with(before) || after.as_ref().is_some_and(|a| given.agrees_with(a)) {
                continue;
            }
            return Some(Occasion::PositionDiffers {
                fen: one_line(fen),
                differences: given
                    .differences(before)
                    .iter()
                    .map(ToString::to_string)
                    .collect(),
                missed: missed(&table.game, &given),
                game: self.mine(number)?,
            });
        }
        None
    }

    // ------------------------------------------------------------------------------------------- words

    fn pass_on(&mut self, number: GameNumber, orders: &[&Order], doings: &mut Doings) {
        let Some(talk) = doings.talk.clone() else {
            return;
        };
        let me = self.sender.player;
        let Some(table) = self.desk.tables.get(&number) else {
            return;
        };
        let other = table.game.other(me);
        let settled = matches!(table.game.phase(), Phase::Playing | Phase::Over(_));
        let acquainted = self.desk.is_active(me) && self.desk.is_active(other);
        if !settled && !acquainted {
            if let Some(order) = orders.first() {
                let why = "messages can be sent when the challenge has been accepted";
                self.refuse_in(number, order, why, doings);
            }
            return;
        }
        if !self.reaches_other(number) {
            if let Some(order) = orders.first() {
                let why = "your opponent does not want mail now";
                self.refuse_in(number, order, why, doings);
            }
            return;
        }
        doings.theirs = self
            .theirs(number)
            .map(|game| (Occasion::Talk { game, talk }, None));
        doings.mine = self.mine(number).map(|game| Occasion::TalkSent { game });
    }

    /// A mail without any order: a position to be confirmed, or words that are for nobody.
    fn answer_without_orders(&mut self) {
        let message = &self.content.message;
        let mine = |number: &GameNumber| {
            self.desk
                .tables
                .get(number)
                .is_some_and(|table| table.game.has(self.sender.player))
        };
        let game = game_of(self.content).filter(mine);
        if !message.fens.is_empty()
            && message.unread.is_none()
            && let Some(number) = game
        {
            let occasion = self
                .position_differs(number, None)
                .or_else(|| self.shown(number, true));
            if let Some(occasion) = occasion {
                self.inform(occasion, Some(number));
            }
            return;
        }
        if self.content.incoming.encrypted {
            let why = "it is encrypted, and this server has no key".to_owned();
            self.inform(Occasion::Unreadable { why }, None);
            return;
        }
        let unread = message.unread.as_ref();
        // Somebody who nearly said something is a person; who says nothing at all may be a robot that thanks us.
        let robotic = unread.is_none_or(|unread| match unread.reason {
            Doubt::Prose => unread.did_you_mean.is_none(),
            Doubt::Alternatives | Doubt::BelowProse | Doubt::OutsideOwnWords | Doubt::Near => false,
        });
        let allowance = if robotic {
            Allowance::NotUnderstood
        } else {
            Allowance::Information
        };
        self.answer_within(allowance, self.doubtful(game), game);
    }

    /// Tells of a move that was not made beside orders that were carried out.
    fn mention_doubt(&mut self) {
        let message = &self.content.message;
        let moved = message
            .orders
            .iter()
            .any(|order| matches!(order.command, Command::Moves(_)));
        let tell = message
            .unread
            .as_ref()
            .is_some_and(|unread| match unread.reason {
                Doubt::Alternatives | Doubt::BelowProse | Doubt::OutsideOwnWords => true,
                // Where a move was made, what stands below it is talk and has been passed on.
                Doubt::Near => !moved,
                Doubt::Prose => false,
            });
        if tell {
            let mine = |number: &GameNumber| {
                self.desk
                    .tables
                    .get(number)
                    .is_some_and(|table| table.game.has(self.sender.player))
            };
            let game = game_of(self.content).filter(mine);
            self.inform(self.doubtful(game), game);
        }
    }

    /// The answer to a line that was not read, with the reason where there is one.
    fn doubtful(&self, game: Option<GameNumber>) -> Occasion {
        let unread = self.content.message.unread.as_ref();
        let game = game.and_then(|number| self.mine(number));
        let refused = |line: &str, why: &str| Occasion::Refused {
            read: one_line(line),
            why: why.to_owned(),
            instead: Vec::new(),
            piece_moves: Vec::new(),
            game: game.clone(),
        };
        match unread {
            Some(unread) if unread.reason == Doubt::Alternatives => refused(
                &unread.line,
                "with that there is more than one move to choose from; write only the one that you mean",
            ),
            Some(unread) if unread.reason == Doubt::BelowProse => refused(
                &unread.line,
                "it stands below other words; if you want that done, write it on the first line",
            ),
            Some(unread) if unread.reason == Doubt::OutsideOwnWords => refused(
                &unread.line,
                "it stands where a signature or an older mail stands; if you want that done, write it on the first line",
            ),
            Some(_) | None => Occasion::NotUnderstood {
                line: unread.map(|unread| one_line(&unread.line)),
                did_you_mean: unread
                    .and_then(|unread| unread.did_you_mean.as_deref().map(one_line)),
                game,
            },
        }
    }

    // ------------------------------------------------------------------------------------------- letters

    /// The game as the sender sees it.
    fn mine(&self, number: GameNumber) -> Option<GameView> {
        self.desk.view(number, self.sender.player)
    }

    /// The game as it stands, for the sender.
    fn shown(&self, number: GameNumber, position_confirmed: bool) -> Option<Occasion> {
        self.mine(number).map(|game| Occasion::Show {
            game,
            position_confirmed,
        })
    }

    /// The game as the other player sees it, where he may be written to.
    fn theirs(&self, number: GameNumber) -> Option<GameView> {
        let table = self.desk.tables.get(&number)?;
        let other = table.game.other(self.sender.player);
        self.reaches_other(number)
            .then(|| self.desk.view(number, other))
            .flatten()
    }

    /// Whether the other player may be written to. Who was invited and has not answered had his one mail.
    fn reaches_other(&self, number: GameNumber) -> bool {
        self.desk.tables.get(&number).is_some_and(|table| {
            let other = table.game.other(self.sender.player);
            self.desk.may_write_to(other) && self.desk.is_active(other)
        })
    }

    fn tell_the_end(
        &mut self,
        number: GameNumber,
        played: Option<String>,
        at: Option<u32>,
        doings: &mut Doings,
    ) {
        if let Some(table) = self.desk.tables.get_mut(&number) {
            table.finished_at = Some(self.desk.now);
        }
        let talk = doings.talk.clone();
        doings.mine = self.mine(number).map(|game| Occasion::Over {
            game,
            played: played.clone(),
            by_you: true,
            talk: None,
        });
        doings.theirs = self.theirs(number).map(|game| {
            let occasion = Occasion::Over {
                game,
                played,
                by_you: false,
                talk,
            };
            (occasion, at)
        });
    }

    /// Writes an event down; returns its number.
    fn record(&mut self, number: GameNumber, event: Event, played: Option<Played>) -> Option<u32> {
        let table = self.desk.tables.get_mut(&number)?;
        table.changed = true;
        let at = table.game.events().checked_sub(1)?;
        self.desk.events.push(Happened {
            game: number,
            number: at,
            event,
            player: self.sender.player,
            played,
            mail: self.read.mail.id,
            arrived_at: self.read.mail.arrived_at,
        });
        Some(at)
    }

    /// What the rules do not allow. Always `false`: nothing more is done in this game.
    fn refused(
        &mut self,
        number: GameNumber,
        order: &Order,
        refusal: Refusal,
        doings: &mut Doings,
    ) -> bool {
        self.refuse_in(number, order, &refusal.to_string(), doings)
    }

    fn refuse_in(
        &mut self,
        number: GameNumber,
        order: &Order,
        why: &str,
        doings: &mut Doings,
    ) -> bool {
        let refused = Occasion::Refused {
            read: one_line(&order.typed),
            why: why.to_owned(),
            instead: Vec::new(),
            piece_moves: Vec::new(),
            game: self.mine(number),
        };
        self.interrupt(number, Some(refused), doings)
    }

    fn refuse(&mut self, order: &Order, why: &str, game: Option<GameNumber>) {
        let occasion = Occasion::Refused {
            read: one_line(&order.typed),
            why: why.to_owned(),
            instead: Vec::new(),
            piece_moves: Vec::new(),
            game: game.and_then(|number| self.mine(number)),
        };
        self.inform(occasion, game);
    }

    /// Answers what cannot be done, within the day's allowance, and ends the doings in this game. What was done before
    /// it is told first.
    fn interrupt(
        &mut self,
        number: GameNumber,
        occasion: Option<Occasion>,
        doings: &mut Doings,
    ) -> bool {
        if let Some(done) = doings.mine.take() {
            self.tell(done, Some(number));
        }
        if let Some(occasion) = occasion {
            self.inform(occasion, Some(number));
        }
        false
    }

    fn inform(&mut self, occasion: Occasion, game: Option<GameNumber>) {
        self.answer_within(Allowance::Information, occasion, game);
    }

    fn answer_within(
        &mut self,
        allowance: Allowance,
        occasion: Occasion,
        game: Option<GameNumber>,
    ) {
        // Anybody can write a player's name on a mail; what is not proven gets few answers a day.
        let proven = self.sender.proof.is_some() || self.sender.confirmed;
        let allowance = if proven {
            allowance
        } else {
            Allowance::Confirmation
        };
        let address = self.address();
        if self.desk.spend(&address, allowance) {
            self.tell(occasion, game);
        } else {
            self.refused_to_answer = Some("too many such mails today".to_owned());
        }
    }

    /// An answer to the sender.
    fn tell(&mut self, occasion: Occasion, game: Option<GameNumber>) {
        self.draft(occasion, self.sender.player, game, None, true);
    }

    fn draft(
        &mut self,
        occasion: Occasion,
        to: PlayerNumber,
        game: Option<GameNumber>,
        event: Option<u32>,
        answers: bool,
    ) {
        let ply = game
            .and_then(|number| self.desk.tables.get(&number))
            .map_or(0, |table| table.game.ply());
        let answers = answers.then(|| Answering {
            message_id: self.content.incoming.message_id.clone(),
        });
        self.desk.drafts.push(Draft {
            occasion,
            to: Reader::Player(to),
            game,
            ply,
            event,
            cause: self.read.mail.id,
            answers,
            one_time: None,
        });
    }

    fn post(&mut self, number: GameNumber, doings: Doings) {
        if let Some(occasion) = doings.mine {
            self.tell(occasion, Some(number));
        }
        let other = self
            .desk
            .tables
            .get(&number)
            .map(|table| table.game.other(self.sender.player));
        if let Some((occasion, event)) = doings.theirs
            && let Some(other) = other
        {
            self.draft(occasion, other, Some(number), event, false);
        }
    }

    fn address(&self) -> String {
        self.desk
            .players
            .get(&self.sender.player)
            .map(|player| player.address.clone())
            .unwrap_or_default()
    }
}

/// A list shows what the other orders have changed, and after the last mail there is none.
fn comes_last(command: &Command) -> bool {
    matches!(command, Command::Games | Command::Stop)
}

fn concerns_a_game(command: &Command) -> bool {
    match command {
        Command::Moves(_)
        | Command::OfferDraw
        | Command::AcceptDraw
        | Command::DeclineDraw
        | Command::Accept
        | Command::Decline
        | Command::Withdraw
        | Command::Resign
        | Command::Show
        | Command::Pgn
        | Command::Say(_)
        | Command::Choice(_)
        | Command::Board(None) => true,
        Command::Board(Some(_))
        | Command::Games
        | Command::Help(_)
        | Command::Challenge { .. }
        | Command::Stop
        | Command::Start
        | Command::Name(_)
        | Command::Letters(_)
        | Command::Yes
        | Command::No
        | Command::Join => false,
    }
}

/// Two orders for one game of which the one makes nonsense of the other: nobody can know which is meant.
fn contradiction<'a>(orders: &[&'a Order]) -> Option<(&'a Order, &'a Order)> {
    let moves = |order: &Order| matches!(order.command, Command::Moves(_) | Command::Choice(_));
    let draws = |order: &Order| matches!(order.command, Command::AcceptDraw);
    let accepts = |order: &Order| matches!(order.command, Command::Accept);
    let declines = |order: &Order| {
        matches!(
            order.command,
            Command::Decline | Command::Withdraw | Command::DeclineDraw
        )
    };
    let resigns = |order: &Order| matches!(order.command, Command::Resign);
    let clash = |one: &Order, other: &Order| {
        (moves(one) && (moves(other) || draws(other)))
            || (draws(one) && (declines(other) || resigns(other)))
            || (accepts(one) && (declines(other) || resigns(other)))
    };
    orders.iter().enumerate().find_map(|(at, &one)| {
        orders
            .iter()
            .skip(at + 1)
            .find(|other| clash(one, other) || clash(other, one))
            .map(|&other| (one, other))
    })
}

/// Whether a command without a game's number could be meant for this open game.
fn could_mean(command: &Command, game: &Game, player: PlayerNumber) -> bool {
    match command {
        Command::Moves(_) | Command::Choice(_) => game.awaits(player),
        Command::Accept | Command::Decline => {
            game.phase() == Phase::Offered && game.opponent() == player
                || could_mean(&Command::AcceptDraw, game, player)
        }
        Command::Withdraw => game.phase() == Phase::Offered && game.challenger() == player,
        Command::AcceptDraw | Command::DeclineDraw => {
            let offered = game.draw_offer();
            offered.is_some() && offered != game.side_of(player)
        }
        Command::OfferDraw | Command::Resign | Command::Say(_) => game.phase() == Phase::Playing,
        Command::Show | Command::Pgn | Command::Board(_) => true,
        Command::Games
        | Command::Help(_)
        | Command::Challenge { .. }
        | Command::Stop
        | Command::Start
        | Command::Name(_)
        | Command::Letters(_)
        | Command::Yes
        | Command::No
        | Command::Join => false,
    }
}

/// The moves that could be meant where several stand in a row. "12. Nf3 Nc6 13. Bb5" is a line of play that begins with
/// the one to be played; "e4 d4" is no line, and either may be meant.
fn choices_among(position: &Chess, moves: &[Spelling]) -> Vec<Move> {
    let mut line = position.clone();
    let follows = moves.iter().all(|spelling| match spelling.resolve(&line) {
        Reading::One(played) => {
            line.play_unchecked(played);
            true
        }
        Reading::Several(_) | Reading::Impossible(_) => false,
    });
    let at_most = if follows { 1 } else { moves.len() };
    let mut choices = Vec::new();
    for spelling in moves.iter().take(at_most) {
        if let Reading::One(played) = spelling.resolve(position)
            && !choices.contains(&played)
        {
            choices.push(played);
        }
    }
    choices
}

/// The moves that a player has missed whose board is an earlier position of the game.
fn missed(game: &Game, given: &GivenPosition) -> Option<Vec<String>> {
    let mut position = game.start();
    let mut missed: Option<Vec<String>> = None;
    for &played in game.moves() {
        // The latest such position counts: he is then the fewest moves behind.
        if given.agrees_with(&position) {
            missed = Some(Vec::new());
        }
        if let Some(missed) = &mut missed {
            missed.push(numbered(&position, &chess::san(&position, played)));
        }
        position.play_unchecked(played);
    }
    missed
}

/// "12" for White's twelfth move, "12..." for Black's.
fn move_number(position: &Chess) -> String {
    let number = position.fullmoves();
    match position.turn() {
        Color::White => number.to_string(),
        Color::Black => format!("{number}..."),
    }
}

/// A move with its number: "12. Nf3" or "12...Nf6".
fn numbered(position: &Chess, san: &str) -> String {
    let number = position.fullmoves();
    match position.turn() {
        Color::White => format!("{number}. {san}"),
        Color::Black => format!("{number}...{san}"),
    }
}
