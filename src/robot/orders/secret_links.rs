//! Secret links: a player's own calendar, and that the links which they were sent hold no longer.

use super::Execution;
use crate::db::secret_links::{MOST_CALENDAR_LINKS, Older};
use crate::letters::{Occasion, link_token, link_token_hash};
use crate::robot::batch::CalendarLink;

impl Execution<'_, '_, '_> {
    /// Sends a new link to the calendar of the sender, where the server shows pages.
    pub(super) fn send_calendar_link(&mut self, older: Older) -> anyhow::Result<()> {
        self.become_player();
        let pages = &self.batch.server.pages;
        let (mut link, mut token_hash, mut subscription) = (None, None, None);
        if !pages.is_empty() {
            let token = link_token(self.batch.randomness.draw(self.read.mail.id)?);
            let address = format!("{pages}deadlines/{token}.ics");
            subscription = address
                .split_once("://")
                .map(|(_, rest)| format!("webcal://{rest}"));
            link = Some(address);
            token_hash = Some(link_token_hash(&token));
        }
        self.batch.calendars.links.push(CalendarLink {
            player: self.sender.player,
            token_hash,
            older,
        });
        let occasion = Occasion::YourCalendar {
            link,
            subscription,
            older: match older {
                Older::Stay => "stay",
                Older::Void => "void",
            },
            most: MOST_CALENDAR_LINKS,
        };
        self.tell(occasion, None);
        Ok(())
    }

    /// Makes all links to the calendar of the sender void; they want none.
    pub(super) fn void_calendar_links(&mut self) {
        self.become_player();
        self.batch.calendars.links.push(CalendarLink {
            player: self.sender.player,
            token_hash: None,
            older: Older::Void,
        });
        let occasion = Occasion::YourCalendar {
            link: None,
            subscription: None,
            older: "off",
            most: MOST_CALENDAR_LINKS,
        };
        self.tell(occasion, None);
    }
}
