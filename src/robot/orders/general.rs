//! Orders that are about no game: lists, help, and a player's own affairs.

use super::Execution;
use super::which_game::could_mean;
use crate::chess::{self, GivenPosition, Letters};
use crate::language::{Answer, Command, Order};
use crate::letters::{
    Format, NameKey, NoAnswer, NotDone, Occasion, clean_name, one_line, reserved,
};
use crate::mail::address;
use crate::mail::token::Purpose;
use crate::robot::people::{
    MailTurn, Writes, activate, decline_invitations, display_name, tell_opponents, writes,
};
use crate::robot::reading::Content;
use shakmaty::Color;

/// Whether the mail asks for mail again.
pub(in crate::robot) fn starts(content: &Content) -> bool {
    let mut orders = content.message.orders.iter();
    orders.any(|order| matches!(order.command, Command::Start))
}

/// Whether the mail asks for nothing but that no mail comes.
pub(in crate::robot) fn only_stops(content: &Content) -> bool {
    let mut orders = content.message.orders.iter();
    orders.all(|order| matches!(order.command, Command::Stop))
}

impl Execution<'_, '_, '_> {
    pub(super) fn list_games(&mut self) {
        let player = self.sender.player;
        let open = self.batch.open_games(player);
        let games = self.batch.lines(&open, player);
        self.inform(Occasion::Games { games }, None);
    }

    pub(super) fn help(&mut self, topic: Option<&str>) {
        // It is compared, and never shown.
        let topic = topic.map(one_line);
        let time = self.time_rules();
        self.inform(Occasion::Help { topic, time }, None);
    }

    pub(super) fn join(&mut self) {
        self.become_player();
        let welcome = Occasion::Welcome {
            undone: Vec::new(),
            passed_over: Vec::new(),
        };
        self.inform(welcome, None);
    }

    pub(super) fn stop(&mut self) {
        let player = self.sender.player;
        // Who was only invited is promised that nothing more comes.
        if self.batch.is_active(player) {
            let flags = self.batch.first_flags(player);
            let seats = self.seats_before_the_beginning();
            self.tell(Occasion::Stopped { flags, seats }, None);
        }
        tell_opponents(self.batch, player, self.read.cause(), MailTurn::Stop);
        decline_invitations(self.batch, player, self.read);
        let address = self.address();
        self.batch.stop.push(address::key(&address));
    }

    pub(super) fn start(&mut self) {
        let address = self.address();
        self.batch.start.push(address::key(&address));
        let player = self.sender.player;
        // What else the mail asks for changes them, and is answered by itself.
        let alone = self.content.message.orders.len() == 1;
        let games = alone.then(|| self.batch.lines(&self.batch.open_games(player), player));
        self.tell(Occasion::Restarted { games }, None);
        tell_opponents(
            self.batch,
            self.sender.player,
            self.read.cause(),
            MailTurn::Start,
        );
    }

    /// Yes and no answer only our own questions; to a challenge and to a draw they could mean what cannot be taken back.
    pub(super) fn refuse_bare_answer(&mut self, order: &Order) {
        let me = self.sender.player;
        let game = match self.sender.proof {
            Some(Purpose::Game { game, .. }) => Some(game),
            Some(Purpose::Player { .. }) | None => None,
        };
        let fits = |command: &Command| {
            game.and_then(|number| self.batch.games.get(&number))
                .is_some_and(|loaded| could_mean(command, &loaded.game, me))
        };
        let why = if fits(&Command::AcceptDraw) {
            NoAnswer::Draw
        } else if fits(&Command::Takeback(Answer::Accept)) {
            NoAnswer::Takeback
        } else if fits(&Command::Abort(Answer::Accept)) {
            NoAnswer::Abort
        } else if fits(&Command::AcceptPause) {
            NoAnswer::Pause
        } else if fits(&Command::Accept) {
            NoAnswer::Challenge
        } else if let Some(asked) = game.and_then(|number| self.asked_again(number, order)) {
            return self.inform(asked, game);
        } else {
            NoAnswer::Nothing
        };
        self.refuse(order, why, game);
    }

    /// Who was invited and does what players do becomes one, with the name that they sign with.
    pub(super) fn become_player(&mut self) {
        if self.is_proven() {
            let (signs_as, writes) = (self.signs_as(), self.writes());
            activate(self.batch, self.sender.player, signs_as, writes);
        }
    }

    /// The letters that fit how the sender writes.
    pub(super) fn writes(&self) -> Writes {
        writes(self.content)
    }

    pub(super) fn signs_as(&self) -> Option<String> {
        let from = self.content.incoming.from.as_ref()?;
        Some(display_name(
            self.batch.server,
            from.name.as_deref(),
            &from.address,
        ))
    }

    pub(super) fn rename(&mut self, order: &Order, name: &str) {
        self.become_player();
        let me = self.sender.player;
        let wanted = clean_name(name);
        if let Some(why) = self.cannot_be_called(name) {
            self.refuse(order, why, None);
            return;
        }
        if let Some(player) = self.batch.players.get_mut(&me) {
            player.name.clone_from(&wanted);
        }
        self.batch.is_called(me, &wanted);
        self.batch.changed_players.insert(me);
        self.tell(Occasion::Renamed { name: wanted }, None);
    }

    /// Why the sender cannot take this name. What they are called they may spell anew, whatever it is.
    fn cannot_be_called(&self, wanted: &str) -> Option<NotDone> {
        let me = self.sender.player;
        if NameKey::of(self.batch.name(me)) == NameKey::of(wanted) {
            return None;
        }
        if let Some(reserved) = reserved(wanted, &self.batch.server.names()) {
            return Some(NotDone::ReservedName(reserved));
        }
        self.batch
            .is_anothers(wanted, me)
            .then_some(NotDone::TakenName)
    }

    pub(super) fn set_letters(&mut self, order: &Order, language: &str) {
        let me = self.sender.player;
        let Ok(letters) = language.parse::<Letters>() else {
            self.refuse(order, NotDone::NoSuchLetters, None);
            return;
        };
        if let Some(player) = self.batch.players.get_mut(&me) {
            player.letters = letters.code().to_owned();
        }
        self.batch.changed_players.insert(me);
        let language = letters.name().to_owned();
        self.tell(Occasion::LettersSet { language }, None);
    }

    pub(super) fn set_format(&mut self, order: &Order, word: &str) {
        let me = self.sender.player;
        let Ok(format) = word.parse::<Format>() else {
            self.refuse(order, NotDone::NoSuchFormat, None);
            return;
        };
        if let Some(player) = self.batch.players.get_mut(&me) {
            player.prefers.format = format;
        }
        self.batch.changed_players.insert(me);
        let format = format.word();
        self.tell(Occasion::FormatSet { format }, None);
    }

    pub(super) fn draw_board(&mut self, fen: &str) {
        let occasion = match GivenPosition::read(fen) {
            Ok(given) => Occasion::Board {
                fen: self.quoted(fen),
                board: Some(chess::text_board(given.board(), Color::White)),
                faults: Vec::new(),
            },
            Err(fault) => Occasion::Board {
                fen: self.quoted(fen),
                board: None,
                faults: vec![self.quoted(&fault.to_string())],
            },
        };
        self.inform(occasion, None);
    }
}
