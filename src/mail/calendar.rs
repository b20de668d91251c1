//! What calendar programs answer to invitations: that somebody comes, or does not, or wants another time (RFC 5546).
//!
//! Nobody needs such an answer, and no word of a program in one is an order: "Accepted" would agree to whatever is on offer.
//! People answer in such mails all the same, and what they write is theirs.

use crate::language::CALENDAR_SUMMARIES;

/// The answer of a calendar program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CalendarAnswer {
    /// As the program writes it.
    Bare,
    /// With words that a person typed.
    Commented,
}

/// Methods by which a calendar answers whoever has invited its owner (RFC 5546 1.4).
const ANSWERS: [&str; 3] = ["REPLY", "COUNTER", "REFRESH"];

/// The answer that an iCalendar object is, by the `method` of its part or by its own words; nothing where it is none.
pub(super) fn answer(method: &str, object: &str) -> Option<CalendarAnswer> {
    let is_answer = |method: &str| {
        let method = method.trim();
        ANSWERS
            .iter()
            .any(|known| known.eq_ignore_ascii_case(method))
    };
    let says_so = || values(object, "METHOD").any(is_answer);
    if !is_answer(method) && !says_so() {
        return None;
    }
    // Outlook writes one without words as well: a line break.
    let commented = values(object, "COMMENT").any(|comment| {
        let words = comment.replace("\\n", " ").replace("\\N", " ");
        !words.trim().is_empty()
    });
    Some(if commented {
        CalendarAnswer::Commented
    } else {
        CalendarAnswer::Bare
    })
}

/// The beginnings of the values of this property, as far as they stand on its first line.
fn values<'a>(object: &'a str, property: &'a str) -> impl Iterator<Item = &'a str> {
    object.lines().filter_map(move |line| {
        let named = line.get(..property.len())?;
        let rest = line.get(property.len()..)?;
        let rest = rest.starts_with([':', ';']).then_some(rest)?;
        let (_, value) = rest.split_once(':')?;
        named.eq_ignore_ascii_case(property).then_some(value)
    })
}

/// Whether this is the subject of an answer to an entry of ours, whatever became of its iCalendar object on the way: what
/// the calendar puts before the words of the entry, "Accepted: Game 42, Bob: your move is due".
pub(super) fn is_of_answer(subject: &str) -> bool {
    let subject = subject.to_lowercase();
    let mut summaries = CALENDAR_SUMMARIES.iter().map(|words| words.to_lowercase());
    let Some(before) =
        summaries.find_map(|words| subject.split_once(&words).map(|(before, _)| before))
    else {
        return false;
    };
    // What stands between the word and the title: ": ", " : " in French, a full-width colon in Chinese and Japanese.
    let of_entry = |rest: &str| {
        let rest = rest.trim_start_matches([':', '：', ' ', '\u{A0}', '\u{202F}']);
        let number = ["game ", "partie "]
            .iter()
            .find_map(|word| rest.strip_prefix(word));
        let number = number.map(str::as_bytes);
        number.is_some_and(|number| number.first().is_some_and(u8::is_ascii_digit))
    };
    SUBJECTS
        .split('|')
        .any(|begins| before.strip_prefix(begins).is_some_and(of_entry))
}

/// How subjects of answers begin, as their programs write it, in lower case. What no program writes there is a person's: "Re:"
/// and the like in all languages.
const SUBJECTS: &str = "\
    accepted|declined|tentative|tentatively accepted|invitation response|new time proposed|\
    proposed new time|canceled|cancelled|refresh|\
    zugesagt|abgesagt|angenommen|abgelehnt|mit vorbehalt|mit vorbehalt zugesagt|vorläufig|zusage|absage|\
    vorläufig zugesagt|vorläufig angenommen|neue zeit vorgeschlagen|neuer zeitvorschlag|\
    einladungsantwort|accepté|acceptée|refusé|refusée|décliné|provisoire|provisoirement accepté|\
    réponse à l'invitation|nouvelle heure proposée|\
    aceptado|aceptada|aceptó|rechazado|rechazada|declinado|provisional|provisionalmente|nueva hora propuesta|\
    accettato|accettata|rifiutato|rifiutata|provvisorio|accettato provvisoriamente|nuovo orario proposto|\
    geaccepteerd|afgewezen|geweigerd|voorlopig|voorlopig geaccepteerd|onder voorbehoud|\
    aceito|aceita|aceite|recusado|recusada|provisório|tentativa|\
    accepterat|accepterad|avböjt|tackat nej|preliminärt|preliminär|tackat ja|\
    godtaget|accepteret|afvist|afslået|foreløbig|foreløbigt|godtatt|akseptert|avslått|avvist|tentativt|\
    hyväksytty|hylätty|alustava|alustavasti hyväksytty|samþykkt|hafnað|\
    zaakceptowano|zaakceptowane|odrzucono|odrzucone|wstępnie zaakceptowano|wstępna akceptacja|niezobowiązujące|\
    přijato|odmítnuto|předběžně|předběžně přijato|nezávazně|nezávazně přijato|\
    prijaté|prijatá|odmietnuté|nezáväzne|nezáväzne prijaté|\
    elfogadva|elfogadta|elutasítva|elutasította|feltételes|feltételesen elfogadva|\
    acceptat|acceptată|refuzat|refuzată|rebutjat|provizoriu|provizorno|\
    prihvaćeno|odbijeno|uvjetno|sprejeto|zavrnjeno|pogojno|прихваћено|одбијено|\
    vastu võetud|keeldutud|pieņemts|noraidīts|priimta|atmesta|\
    принято|отклонено|под вопросом|предварительно принято|предварительно|прийнято|відхилено|під питанням|\
    приета|прието|отхвърлено|αποδεκτή|αποδοχή|έγινε αποδοχή|απορρίφθηκε|απόρριψη|\
    kabul edildi|kabul|reddedildi|belirsiz|geçici|התקבל|נדחה|قبول|تم القبول|مرفوض|تم الرفض|\
    承諾|承諾済み|辞退|仮承諾|仮の承諾|已接受|接受|已拒绝|已拒絕|暂定|暫定|已暂时接受|수락|수락됨|수락함|거절|거절됨|미정|\
    đã chấp nhận|đã từ chối|diterima|ditolak|ตอบรับ|ปฏิเสธ";

/// Whether somebody wrote words of their own into the mail that brings such an answer: a line that is neither quoted nor what
/// a program writes there.
pub(super) fn holds_own_words(text: &str) -> bool {
    let is_own = |line: &str| {
        let line = line.trim().to_lowercase();
        // The line above a quotation as well: "Ann wrote:".
        let is_quoted = line.starts_with('>') || line.ends_with(':');
        let of_program = || WORDS_OF_PROGRAMS.split('|').any(|word| line.contains(word));
        line.contains(char::is_alphanumeric) && !is_quoted && !of_program()
    };
    text.lines().any(is_own)
}

/// What the lines hold that calendars write into their answers, in lower case. A person who says no more than that is not
/// told from a program.
const WORDS_OF_PROGRAMS: &str = "\
    accepted|declined|tentative|invitation|invite|calendar|proposed|your move is due|when: |where: |who: |\
    zugesagt|abgesagt|angenommen|abgelehnt|vorbehalt|einladung|kalender|termin|wann: |wo: |\
    accepté|refusé|provisoire|réponse|aceptado|aceptada|aceptó|rechazado|rechazada|rechazó|invitación|\
    accettato|rifiutato|invito|geaccepteerd|afgewezen|geweigerd|uitnodiging|aceito|recusado|convite|\
    accepterat|avböjt|godtaget|afvist|accepteret|godtatt|avslått|hyväks|hylän|hylät|kutsu|pozvánk|kalendář|\
    zaakceptowa|odrzuci|zaprosz|kalendarz|přija|odmít|prija|odmiet|elfogad|elutasít|meghívó|naptár|invitați|\
    приня|отклон|приглаш|календар|прийня|відхил|запрош|kabul|reddet|davet|takvim|承諾|辞退|招待|予定|接受|拒绝|邀请|\
    수락|거절|초대|일정";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_words_are_told_from_those_of_a_program() {
        for (text, own) in [
            ("", false),
            ("\n\u{a0}\n--\n", false),
            (
                "Bob Fischer has accepted this invitation.\n\nGame 42, Ann: your move is due\n",
                false,
            ),
            ("> Nf3\n", false),
            ("Accepted\n\nOn 20 Nov 2026 Ann wrote:\n> Nf3\n", false),
            ("Accepted", false),
            ("Nf3\n", true),
            (
                "Bob Fischer has declined this invitation with a note:\n\n\"I am ill.\"\n",
                true,
            ),
        ] {
            assert_eq!(holds_own_words(text), own, "{text:?}");
        }
    }

    #[test]
    fn an_answer_is_known_by_its_part_or_by_its_words() {
        use CalendarAnswer::{Bare, Commented};
        for (method, object, expected) in [
            ("REPLY", "", Some(Bare)),
            ("counter", "", Some(Bare)),
            ("", "BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\n", Some(Bare)),
            (
                "",
                "METHOD:REPLY\r\nCOMMENT;LANGUAGE=de-DE:\\n\r\n",
                Some(Bare),
            ),
            ("reply", "COMMENT:Nf3\r\n", Some(Commented)),
            ("REQUEST", "METHOD:REQUEST\r\nCOMMENT:Nf3\r\n", None),
            ("PUBLISH", "DESCRIPTION:METHOD:REPLY\r\n", None),
            ("", "", None),
        ] {
            assert_eq!(answer(method, object), expected, "{method} {object:?}");
        }
    }

    #[test]
    fn the_subject_of_an_answer_is_known_and_that_of_a_person_is_not() {
        for (subject, is) in [
            ("Accepted: Game 42, Bob: your move is due", true),
            (
                "Zugesagt: Game 42, Bob: your move is due @ Do 26. Nov. 2026 14:00 - 14:30 (UTC) (Ann)",
                true,
            ),
            ("Refusé : Game 42, Bob: your move is due", true),
            ("Zugesagt: Partie 42, Bob: Ihr Zug steht aus", true),
            ("AW: Partie 42, Bob: Ihr Zug steht aus", false),
            ("Accepté\u{a0}: Game 42, Bob: your move is due", true),
            ("Aceptado: Game 42, Bob: your move is due", true),
            ("Accettato: Game 42, Bob: your move is due", true),
            ("Geaccepteerd: Game 42, Bob: your move is due", true),
            ("Přijato: Game 42, Bob: your move is due", true),
            ("Odmítnuto: Game 42, Bob: your move is due", true),
            ("Hyväksytty: Game 42, Bob: your move is due", true),
            ("Elfogadva: Game 42, Bob: your move is due", true),
            ("Принято: Game 42, Bob: your move is due", true),
            ("承諾: Game 42, Bob: your move is due", true),
            ("已接受：Game 42, Bob: your move is due", true),
            ("Kabul Edildi: Game 42, Bob: your move is due", true),
            // A person's: what programs put before a subject that is answered, and words of their own.
            ("AW: Game 42, Bob: your move is due", false),
            ("Odp: Game 42, Bob: your move is due", false),
            ("SV: Game 42, Bob: your move is due", false),
            ("回复：Game 42, Bob: your move is due", false),
            ("Game 42, Bob: your move is due", false),
            ("Přijato: remis v partii 42", false),
            ("Accepted: your draw in game 42", false),
            ("Aceptado! Game 42, Bob: your move is due", false),
            ("Re: Game 42, Bob: your move is due", false),
            ("Accepted: Chess game 42: Ann - Bob", false),
            ("your move is due", false),
            ("Accepted: draw? your move is due", false),
            ("Accepté your move is due, I know", false),
            // Who writes to the organizer of an entry.
            ("Re: Invitation: Game 42, Bob: your move is due", false),
        ] {
            assert_eq!(is_of_answer(subject), is, "{subject}");
        }
    }
}
