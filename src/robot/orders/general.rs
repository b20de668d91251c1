//! Orders that are about no game: challenges, lists, help, and a player's own affairs.

use super::Clerk;
use super::which_game::could_mean;
use crate::chess::{self, GivenPosition, Letters};
use crate::game::{Game, GameNumber, PlayerNumber, Wish};
use crate::language::{Answer, Colour, Command, Order, Setup};
use crate::letters::{NameKey, Occasion, clean_name, one_line};
use crate::mail::address;
use crate::mail::token::Purpose;
use crate::mail::write::is_sendable;
use crate::robot::allowances::{Allowance, Cause, Kind, Scope, Unasked, domain_of};
use crate::robot::people::{activate, display_name, enrol, tell_opponents};
use shakmaty::Color;

/// Who is challenged.
enum Challenged {
    Player,
    /// The address of somebody who is no player, invited before or not.
    Stranger(String),
}

impl Clerk<'_, '_, '_> {
    pub(super) fn without_game(&mut self, order: &Order) -> anyhow::Result<()> {
        let player = self.sender.player;
        match &order.command {
            Command::Games => {
                let open = self.desk.open_games(player);
                let games = self.desk.lines(&open, player);
                self.inform(Occasion::Games { games }, None);
            }
            Command::Help(topic) => {
                // It is compared, and never shown.
                let topic = topic.as_deref().map(one_line);
                self.inform(Occasion::Help { topic }, None);
            }
            Command::Join => {
                self.become_player();
                let welcome = Occasion::Welcome {
                    undone: Vec::new(),
                    passed_over: Vec::new(),
                };
                self.inform(welcome, None);
            }
            Command::Board(fen) => self.draw_board(fen.as_deref().unwrap_or_default()),
            Command::Chess960(which) => self.show_start(order, which.as_deref())?,
            Command::Challenge {
                opponent,
                colour,
                setup,
            } => self.challenge(order, opponent, *colour, setup)?,
            Command::Name(name) => self.rename(order, name),
            Command::Letters(language) => self.set_letters(order, language),
            Command::Stop => {
                // Who was only invited is promised that nothing more comes.
                if self.desk.is_active(player) {
                    self.tell(Occasion::Stopped, None);
                }
                tell_opponents(self.desk, player, self.read.mail.id, false);
                let address = self.address();
                self.desk.stop.push(address::key(&address));
            }
            Command::Start => {
                let address = self.address();
                self.desk.start.push(address::key(&address));
                self.tell(Occasion::Restarted, None);
                tell_opponents(self.desk, player, self.read.mail.id, true);
            }
            Command::Leave { forget } => self.leave(order, *forget),
            Command::Addresses => self.list_addresses(),
            Command::Address(address) => self.change_address(order, address)?,
            Command::RemoveAddress(address) => self.remove_address(order, address),
            Command::Block(name) => self.block(order, name, true),
            Command::Unblock(name) => self.block(order, name, false),
            Command::Enter { collection, .. } => self.enter(order, collection)?,
            Command::Overwrite {
                number, password, ..
            } => self.overwrite(order, *number, password)?,
            Command::Search(words) => self.search(order, words)?,
            Command::Yes | Command::No => self.refuse_bare_answer(order),
            // What is about a game is carried out with all else of that game.
            _ => {}
        }
        Ok(())
    }

    /// Yes and no answer only our own questions; to a challenge and to a draw they could mean what cannot be taken back.
    pub(super) fn refuse_bare_answer(&mut self, order: &Order) {
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
        } else if fits(&Command::Takeback(Answer::Accept)) {
            "a takeback is granted with \"accept takeback\" and refused with \"decline takeback\""
        } else if fits(&Command::Abort(Answer::Accept)) {
            "an end without a result is agreed to with \"accept abort\" and refused with \"decline abort\""
        } else if fits(&Command::Accept) {
            "a challenge is taken with \"accept\" and refused with \"decline\""
        } else {
            "there is nothing to say yes or no to"
        };
        self.refuse(order, why, game);
    }

    /// Who was invited and does what players do becomes one, with the name that he signs with.
    pub(super) fn become_player(&mut self) {
        if self.is_proven() {
            activate(self.desk, self.sender.player, self.signs_as());
        }
    }

    pub(super) fn signs_as(&self) -> Option<String> {
        let from = self.content.incoming.from.as_ref()?;
        Some(display_name(from.name.as_deref(), &from.address))
    }

    pub(super) fn challenge(
        &mut self,
        order: &Order,
        opponent: &str,
        colour: Colour,
        setup: &Setup,
    ) -> anyhow::Result<()> {
        self.become_player();
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
            self.desk.by_address.get(&address::key(opponent)).copied()
        } else {
            let known = self.desk.by_name.get(&NameKey::of(opponent)).copied();
            if known.is_none() {
                let why = "there is no player of that name; give a mail address to invite somebody";
                self.refuse(order, why, None);
                return Ok(());
            }
            known
        };
        self.challenge_player(order, target, opponent, colour, setup)
    }

    /// Challenges a player who is known, or, where he is not, the address `opponent`.
    pub(super) fn challenge_player(
        &mut self,
        order: &Order,
        target: Option<PlayerNumber>,
        opponent: &str,
        colour: Colour,
        setup: &Setup,
    ) -> anyhow::Result<()> {
        let me = self.sender.player;
        if target == Some(me) {
            self.refuse(order, "you cannot challenge yourself", None);
            return Ok(());
        }
        let stranger = target.is_none_or(|target| !self.desk.is_active(target));
        if stranger && opponent.contains('@') && self.desk.is_silenced(opponent) {
            let why = self.no_invitation_there();
            self.refuse(order, &why, None);
            return Ok(());
        }
        let unwelcome =
            |target| !self.desk.may_write_to(target) || self.desk.blocks.contains(&(target, me));
        if target.is_some_and(unwelcome) {
            self.refuse(order, "that player does not want mail now", None);
            return Ok(());
        }
        if target.is_some_and(|target| self.desk.rests(target)) {
            let why = "mail to that player comes back at the moment; try again later";
            self.refuse(order, why, None);
            return Ok(());
        }
        if target.is_some_and(|target| stranger && self.desk.invited.contains(&(me, target))) {
            let why =
                "you have invited that address before; nobody is invited twice by the same player";
            self.refuse(order, why, None);
            return Ok(());
        }
        let Some(start) = self.start_wanted(order, setup)? else {
            return Ok(());
        };
        let to = if stranger {
            let known = target.and_then(|target| self.desk.players.get(&target));
            Challenged::Stranger(known.map_or(opponent.to_owned(), |known| known.address.clone()))
        } else {
            Challenged::Player
        };
        if let Err(why) = self.may_challenge(&to) {
            self.refuse(order, &why, None);
            return Ok(());
        }
        let target = match target {
            Some(target) => target,
            None => match enrol(
                self.desk,
                self.read.mail.id,
                opponent,
                &display_name(None, opponent),
            ) {
                Some(target) => target,
                None => anyhow::bail!("no number is left for an invited player"),
            },
        };
        let Some(number) = self
            .desk
            .spare_games
            .take(self.read.mail.id)
            .map(GameNumber)
        else {
            anyhow::bail!("no number is left for a new game");
        };
        let wish = match colour {
            Colour::White => Wish::White,
            Colour::Black => Wish::Black,
            Colour::Random => Wish::Random,
        };
        let (game, event) = Game::challenge(number, me, target, wish, start);
        let subject = format!(
            "Chess game {number}: {} - {}",
            self.desk.name(me),
            self.desk.name(target)
        );
        self.desk.open_table(game, subject);
        self.desk.invited.insert((me, target));
        self.record(number, event, None);
        self.write_challenge(number, target, &to);
        Ok(())
    }

    /// The letters about a new challenge. A stranger is sent fixed text: nobody is to be reached through us who does not want
    /// to be. The challenger is told so.
    fn write_challenge(&mut self, number: GameNumber, target: PlayerNumber, to: &Challenged) {
        let talk = self
            .content
            .message
            .talk
            .as_deref()
            .and_then(|talk| self.for_the_other(talk));
        let kept_back = match to {
            Challenged::Stranger(_) => talk.is_some(),
            Challenged::Player => false,
        };
        let mut invites = None;
        if let Some(game) = self.desk.view(number, target) {
            let occasion = match to {
                Challenged::Stranger(_) => {
                    let game = game.for_stranger();
                    invites = Some(game.opponent.clone());
                    Occasion::Invitation { game }
                }
                Challenged::Player => Occasion::Challenge { game, talk },
            };
            self.draft(occasion, target, Some(number), Some(0), false);
        }
        if let Some(game) = self.desk.view(number, self.sender.player) {
            let occasion = Occasion::ChallengeSent {
                game,
                invites,
                kept_back,
            };
            self.tell(occasion, Some(number));
        }
    }

    /// Whether one more challenge may be made today; if so it is counted. Whose limit stands against it is told.
    fn may_challenge(&mut self, to: &Challenged) -> Result<(), String> {
        let me = self.address();
        if self.desk.is_spent(&me, Allowance::Challenge) {
            return Err("you have made fifty challenges today; try again tomorrow".to_owned());
        }
        if let Challenged::Stranger(address) = to {
            if !self.may_be_invited(address) {
                return Err(self.no_invitation_there());
            }
            if self.desk.is_spent(&me, Allowance::Invitation) {
                let why = "you have invited ten people today, and more can be invited tomorrow";
                return Err(why.to_owned());
            }
            let letter = Unasked {
                kind: Kind::Invitation,
                to: address,
                cause: Cause::Player(domain_of(&me)),
            };
            match self
                .desk
                .spend_unasked(address, Allowance::InvitationTo, &letter)
            {
                Ok(()) => {}
                Err(Scope::Reader | Scope::ReadersDomain) => return Err(self.no_invitation_there()),
                Err(Scope::CausesDomain | Scope::Total) => {
                    let why = "this server has sent enough invitations today; try again tomorrow";
                    return Err(why.to_owned());
                }
            }
            self.desk.spend(address, Allowance::InvitationsTo);
            self.desk.spend(&me, Allowance::Invitation);
        }
        self.desk.spend(&me, Allowance::Challenge);
        Ok(())
    }

    /// An address that is nobody's gets one invitation a day and few in a month, from whomever, and none after a decline or
    /// a "stop".
    fn may_be_invited(&self, address: &str) -> bool {
        let enough = [
            Allowance::InvitationTo,
            Allowance::InvitationsTo,
            Allowance::Declined,
        ];
        !self.desk.is_silenced(address)
            && !enough
                .into_iter()
                .any(|allowance| self.desk.is_spent(address, allowance))
    }

    fn no_invitation_there(&self) -> String {
        format!(
            "that address can get no invitation today; your friend can begin by writing \"join\" to {}, and then you can \
             challenge them",
            self.desk.house.address
        )
    }

    pub(super) fn rename(&mut self, order: &Order, name: &str) {
        self.become_player();
        let me = self.sender.player;
        let wanted = clean_name(name);
        let holder = self.desk.by_name.get(&NameKey::of(&wanted)).copied();
        if holder.is_some_and(|holder| holder != me) {
            self.refuse(order, "another player has that name", None);
            return;
        }
        if let Some(player) = self.desk.players.get_mut(&me) {
            player.name.clone_from(&wanted);
        }
        self.desk.by_name.insert(NameKey::of(&wanted), me);
        self.desk.changed_players.insert(me);
        self.tell(Occasion::Renamed { name: wanted }, None);
    }

    pub(super) fn set_letters(&mut self, order: &Order, language: &str) {
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
