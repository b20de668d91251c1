//! Challenges: to players, and to addresses that are nobody's yet.

use super::answers::Reason;
use super::start::NoStart;
use super::{Confirmed, Execution};
use crate::chess::{Start, Variant};
use crate::db::held_invitations;
use crate::game::clock::Control;
use crate::game::rating::Stake;
use crate::game::{Event, Game, GameNumber, Phase, PlayerNumber, Wish};
use crate::language::{Colour, Command, Order, Setup, mended, named_in, nearly_control};
use crate::letters::{
    GameView, KeptBack, MadeChallenge, MoreInvitations, NameKey, NoChallenge, Occasion,
    SeveralChallenges, words_of_invitation,
};
use crate::mail::address;
use crate::mail::write::is_sendable;
use crate::robot::allowances::Allowance;
use crate::robot::invitations::{Limit, held_until, may_invite};
use crate::robot::people::{display_name, enrol};
use crate::robot::server::InvitationWords;
use chrono::NaiveDate;

/// So many challenges of one player wait for the answer of another one, whatever their terms.
const MOST_WAITING: usize = 3;

/// A challenge as it was ordered.
pub(super) struct Wanted<'a> {
    /// An address, or a player's name.
    pub(super) opponent: &'a str,
    pub(super) colour: Colour,
    pub(super) setup: &'a Setup,
    pub(super) control: Control,
    pub(super) stake: Stake,
}

impl Wanted<'_> {
    /// The game that is wanted, offered by the first to the second.
    fn game(
        &self,
        number: GameNumber,
        [challenger, opponent]: [PlayerNumber; 2],
        start: Start,
    ) -> (Game, Event) {
        let (wish, control) = (wish(self.colour), self.control);
        Game::challenge_for(
            number, challenger, opponent, wish, start, control, self.stake,
        )
    }
}

/// Who is challenged.
enum Challenged {
    Player,
    /// The address of somebody who is no player, invited before or not.
    Stranger(String),
}

/// When the letter to whoever is challenged goes out.
#[derive(Clone, Copy)]
enum Sending {
    Now,
    /// On this day (UTC): the challenger has invited enough people today.
    On(NaiveDate),
}

/// What became of a challenge.
pub(super) enum Fate {
    Made {
        number: GameNumber,
        /// Where it has gone to somebody who is no player: the challenge as our text shows it to them.
        invitation: Option<Box<GameView>>,
        /// What the sender wrote, where the invitation shows it.
        talk: Option<String>,
        /// Why words were not sent that were written with it.
        kept_back: Option<KeptBack>,
    },
    /// It was not made, and why.
    Refused(NoChallenge),
    /// No game can begin as it is wanted to.
    NoStart(NoStart),
}

impl Execution<'_, '_, '_> {
    /// Challenges somebody as it was ordered; `Err` says why what was ordered is none that can be made.
    pub(super) fn challenge(
        &mut self,
        order: &Order,
        opponent: &str,
        wanted: Result<Wanted<'_>, NoChallenge>,
    ) -> anyhow::Result<()> {
        self.become_player();
        let whom = self.whom(opponent.trim());
        let fate = match wanted.and_then(|wanted| Ok((whom?, wanted))) {
            Ok((target, wanted)) => self.challenge_player(target, &wanted)?,
            Err(why) => Fate::Refused(why),
        };
        if self.challenges_several() {
            let whom = self.called_here(opponent);
            self.fates.push((whom, fate));
        } else {
            self.tell_fate(order, fate);
        }
        Ok(())
    }

    /// Whether the mail challenges more than one, of which one letter tells.
    fn challenges_several(&self) -> bool {
        let message = &self.content.message;
        let challenges = |order: &&Order| matches!(order.command, Command::Challenge { .. });
        message.orders.iter().filter(challenges).count() > 1
            || !message.twice.is_empty()
            || !message.beyond.is_empty()
    }

    /// Somebody who is challenged, as the answer names them.
    fn called_here(&self, opponent: &str) -> String {
        match self.sender.confirmed {
            Confirmed::Waited => self.challenged(opponent).to_string(),
            Confirmed::No | Confirmed::Answers => self.quoted(opponent.trim()),
        }
    }

    /// Tells what became of each of several challenges.
    pub(super) fn tell_fates(&mut self) {
        let message = &self.content.message;
        let all_called = |all: &[String]| all.iter().map(|one| self.called_here(one)).collect();
        let (twice, beyond) = (all_called(&message.twice), all_called(&message.beyond));
        let mut told = SeveralChallenges {
            twice,
            beyond,
            more: self.more_invitations(),
            ..SeveralChallenges::default()
        };
        for (whom, fate) in std::mem::take(&mut self.fates) {
            match fate {
                Fate::Made {
                    number,
                    invitation,
                    talk,
                    kept_back,
                } => {
                    told.kept_back = told.kept_back.or(kept_back);
                    told.talk = told.talk.or(talk);
                    told.made
                        .extend(self.mine(number).map(|game| MadeChallenge {
                            game,
                            invited: invitation.is_some(),
                        }));
                    told.invitation = told.invitation.or(invitation);
                }
                Fate::Refused(why) => told.refuse(whom, why.into()),
                Fate::NoStart(no_start) => {
                    told.refuse(whom, NoChallenge::from(no_start).into());
                }
            }
        }
        if told.is_empty() {
            return;
        }
        let any_made = !told.made.is_empty();
        let occasion = Occasion::ChallengesSent(told);
        if any_made {
            self.tell(occasion, None);
        } else {
            self.inform(occasion, None);
        }
    }

    /// When those are invited whom the sender invites next.
    fn more_invitations(&self) -> MoreInvitations {
        if !self.batch.is_spent(&self.address(), Allowance::Invitation) {
            return MoreInvitations::Today;
        }
        match held_until(self.batch, self.sender.player) {
            Some(_) => MoreInvitations::Tomorrow,
            None => MoreInvitations::Refused,
        }
    }

    /// Challenges a player who is known.
    pub(super) fn challenge_again(
        &mut self,
        order: &Order,
        target: PlayerNumber,
        wanted: &Wanted<'_>,
    ) -> anyhow::Result<()> {
        let fate = self.challenge_player(Some(target), wanted)?;
        self.tell_fate(order, fate);
        Ok(())
    }

    /// The player who is called so; `None` for an address that is nobody's. `Err` says why nobody can be.
    fn whom(&self, opponent: &str) -> Result<Option<PlayerNumber>, NoChallenge> {
        if !opponent.contains('@') {
            let known = self.batch.by_name.get(&NameKey::of(opponent)).copied();
            return known.map(Some).ok_or_else(|| self.no_such_player(opponent));
        }
        if self.batch.server.owns(opponent) {
            return Err(NoChallenge::Server);
        }
        if !is_sendable(opponent) {
            return Err(NoChallenge::NoAddress);
        }
        Ok(self.batch.by_address.get(&address::key(opponent)).copied())
    }

    fn no_such_player(&self, opponent: &str) -> NoChallenge {
        match nearly_control(opponent) {
            Some(written) => NoChallenge::NoSuchPlayerOrControl {
                written: self.quoted(written),
            },
            None => NoChallenge::NoSuchPlayer,
        }
    }

    /// Challenges a player who is known, or, where they are not, the address.
    fn challenge_player(
        &mut self,
        target: Option<PlayerNumber>,
        wanted: &Wanted<'_>,
    ) -> anyhow::Result<Fate> {
        let stranger = target.is_none_or(|target| !self.batch.is_active(target));
        if let Err(why) = self.is_welcome(target, wanted.opponent, stranger) {
            return Ok(Fate::Refused(why));
        }
        let start = match self.start_wanted(wanted.setup)? {
            Ok(start) => start,
            Err(no_start) => return Ok(Fate::NoStart(no_start)),
        };
        if let Some(why) = target.and_then(|target| self.enough_waits(target, wanted, &start)) {
            return Ok(Fate::Refused(why));
        }
        let to = if stranger {
            let known = target.and_then(|target| self.batch.players.get(&target));
            let address = known.map_or(wanted.opponent, |known| known.address.as_str());
            Challenged::Stranger(address.to_owned())
        } else {
            Challenged::Player
        };
        let sending = match self.may_challenge(&to) {
            Ok(sending) => sending,
            Err(why) => return Ok(Fate::Refused(why)),
        };
        let mail = self.read.mail.id;
        let server = self.batch.server;
        let name = || display_name(server, None, wanted.opponent);
        // An invitation is in the language of whoever invites.
        let language = self.batch.language(self.sender.player);
        let named = (wanted.opponent, name());
        let enrolled = || enrol(self.batch, mail, (named.0, &named.1), language);
        let target = target.or_else(enrolled);
        let Some(target) = target else {
            anyhow::bail!("no number is left for an invited player");
        };
        let Some(number) = self.batch.spare.games.take(mail).map(GameNumber) else {
            anyhow::bail!("no number is left for a new game");
        };
        let me = self.sender.player;
        let (game, event) = wanted.game(number, [me, target], start);
        self.batch.add_game(game);
        self.record(number, &event);
        match sending {
            Sending::Now => {
                self.batch.spare.invited.insert((me, target));
            }
            Sending::On(day) => {
                let waits = held_invitations::Fate::Waits(day);
                self.batch.hold_invitation(number, waits);
            }
        }
        Ok(self.write_challenge(number, target, &to, sending))
    }

    /// Whether whoever is challenged may hear from the sender at all; `Err` says why not.
    fn is_welcome(
        &self,
        target: Option<PlayerNumber>,
        opponent: &str,
        stranger: bool,
    ) -> Result<(), NoChallenge> {
        let me = self.sender.player;
        if target == Some(me) {
            return Err(NoChallenge::Yourself);
        }
        if stranger && opponent.contains('@') && self.batch.is_silenced(opponent) {
            return Err(self.no_invitation_there());
        }
        let Some(target) = target else {
            return Ok(());
        };
        if !self.batch.may_write_to(target) || !self.batch.hears(target, me) {
            return Err(NoChallenge::WantsNoMail);
        }
        if self.batch.rests(target) {
            return Err(NoChallenge::ComesBack);
        }
        if let Some(why) = self.invitation_waits(target).filter(|_| stranger) {
            return Err(why);
        }
        if stranger && self.batch.spare.invited.contains(&(me, target)) {
            return Err(NoChallenge::InvitedBefore);
        }
        Ok(())
    }

    /// That an invitation of the sender's to this player waits for its day.
    fn invitation_waits(&self, target: PlayerNumber) -> Option<NoChallenge> {
        let mut waiting = self.batch.waiting_invitations(self.sender.player);
        let (game, day) = waiting.find(|(game, _)| game.opponent() == target)?;
        let game = game.number();
        Some(NoChallenge::InvitedOn { game, day })
    }

    /// Why nobody is challenged again who has not answered: one challenge on the same terms is enough, and so are a few on
    /// others.
    fn enough_waits(
        &self,
        target: PlayerNumber,
        wanted: &Wanted<'_>,
        start: &Start,
    ) -> Option<NoChallenge> {
        let me = self.sender.player;
        let games = self.batch.games.values().map(|loaded| &loaded.game);
        let waiting: Vec<&Game> = games
            .filter(|game| game.phase() == Phase::Offered)
            .filter(|game| game.challenger() == me && game.opponent() == target)
            .collect();
        let is_same = |game: &&&Game| {
            let begins = match wanted.setup {
                // Another one would be drawn each time.
                Setup::Chess960(None) => game.start().variant() == Variant::Chess960,
                Setup::Usual | Setup::Chess960(Some(_)) | Setup::Fen(_) => {
                    game.start().variant() == start.variant() && game.start().fen() == start.fen()
                }
            };
            begins
                && game.wish() == wish(wanted.colour)
                && game.control() == wanted.control
                && game.stake() == wanted.stake
        };
        if let Some(same) = waiting.iter().find(is_same) {
            let game = same.number();
            return Some(NoChallenge::SameWaits { game });
        }
        (waiting.len() >= MOST_WAITING).then_some(NoChallenge::OthersWait { most: MOST_WAITING })
    }

    /// The letter to whoever is challenged. A stranger is sent fixed text: nobody is to be reached through us who does not
    /// want to be. The challenger is told so.
    fn write_challenge(
        &mut self,
        number: GameNumber,
        target: PlayerNumber,
        to: &Challenged,
        sending: Sending,
    ) -> Fate {
        let talk = self
            .content
            .message
            .talk
            .as_deref()
            .and_then(|talk| self.for_the_other(talk));
        let kept_back = match to {
            Challenged::Stranger(_) if talk.is_some() => self.keeps_words_back(sending),
            Challenged::Stranger(_) | Challenged::Player => None,
        };
        let (mut invitation, mut shown) = (None, None);
        if let Some(game) = self.batch.view(number, target) {
            let occasion = match to {
                Challenged::Stranger(_) => {
                    let game = game.for_stranger(self.batch.language(target));
                    invitation = Some(Box::new(game.clone()));
                    shown = talk.filter(|_| kept_back.is_none());
                    shown = shown.as_deref().map(words_of_invitation);
                    Occasion::Invitation {
                        game,
                        talk: shown.clone(),
                    }
                }
                Challenged::Player => Occasion::Challenge { game, talk },
            };
            match sending {
                Sending::Now => self.draft(occasion, target, Some(number), Some(0), Reason::News),
                Sending::On(_) => {}
            }
        }
        Fate::Made {
            number,
            invitation,
            talk: shown,
            kept_back,
        }
    }

    /// Why the sender's words are not sent with an invitation. What waited for their confirmation was asked about without
    /// these words, and only the letter of one that waits for its day is written later.
    fn keeps_words_back(&self, sending: Sending) -> Option<KeptBack> {
        match (
            self.batch.server.invitation_words,
            sending,
            self.sender.confirmed,
        ) {
            (InvitationWords::Withheld, _, _) => Some(KeptBack::Always),
            (InvitationWords::Shown, Sending::Now, Confirmed::No | Confirmed::Answers) => None,
            (InvitationWords::Shown, Sending::On(_), _)
            | (InvitationWords::Shown, Sending::Now, Confirmed::Waited) => Some(KeptBack::Now),
        }
    }

    /// Tells the challenger what became of their challenge.
    fn tell_fate(&mut self, order: &Order, fate: Fate) {
        match fate {
            Fate::Made {
                number,
                invitation,
                talk,
                kept_back,
            } => {
                if let Some(game) = self.mine(number) {
                    let occasion = Occasion::ChallengeSent {
                        game,
                        invitation,
                        talk,
                        kept_back,
                    };
                    self.tell(occasion, Some(number));
                }
            }
            Fate::Refused(why) => match self.mended_challenge(order, &why) {
                Some(_) => self.refuse_terms(order, why.into()),
                None => self.refuse(order, why, None),
            },
            Fate::NoStart(NoStart::Number) => {
                self.refuse(order, NoChallenge::NoStartNumber, None);
            }
            Fate::NoStart(NoStart::Position {
                fen,
                faults,
                chess960_helps,
            }) => self.inform(
                Occasion::NoStart {
                    fen,
                    faults,
                    chess960_helps,
                },
                None,
            ),
        }
    }

    /// The order as it may have been meant, where it is refused for words behind the name of a player who is known.
    fn mended_challenge(&self, order: &Order, why: &NoChallenge) -> Option<String> {
        let is_about_words = matches!(
            why,
            NoChallenge::NoSuchPlayer
                | NoChallenge::NoSuchPlayerOrControl { .. }
                | NoChallenge::NoControl { .. }
        );
        let meant = mended(&order.typed).filter(|_| is_about_words)?;
        let whom = named_in(&meant)?;
        let known = whom.contains('@') || self.batch.by_name.contains_key(&NameKey::of(&whom));
        known.then_some(meant)
    }

    /// Whether one more challenge may be made today, and when its letter goes out; if so it is counted. Whose limit stands
    /// against it is told.
    fn may_challenge(&mut self, to: &Challenged) -> Result<Sending, NoChallenge> {
        let me = self.address();
        if self.batch.is_spent(&me, Allowance::Challenge) {
            return Err(NoChallenge::EnoughToday);
        }
        let sending = match to {
            Challenged::Player => Sending::Now,
            Challenged::Stranger(address) => self.sending_of_invitation(&me, address)?,
        };
        self.batch.spend(&me, Allowance::Challenge);
        Ok(sending)
    }

    /// When the invitation to an address that is nobody's goes out.
    fn sending_of_invitation(&mut self, me: &str, address: &str) -> Result<Sending, NoChallenge> {
        match may_invite(self.batch, me, address) {
            Ok(()) => Ok(Sending::Now),
            Err(Limit::Inviter) => match held_until(self.batch, self.sender.player) {
                Some(day) => Ok(Sending::On(day)),
                None => Err(NoChallenge::EnoughWait),
            },
            Err(Limit::Address | Limit::Domain) => Err(self.no_invitation_there()),
            Err(Limit::WholeServer) => Err(NoChallenge::EnoughOfTheServer),
        }
    }

    fn no_invitation_there(&self) -> NoChallenge {
        NoChallenge::NotThere {
            server: self.batch.server.address.clone(),
        }
    }
}

fn wish(colour: Colour) -> Wish {
    match colour {
        Colour::White => Wish::White,
        Colour::Black => Wish::Black,
        Colour::Random => Wish::Random,
    }
}
