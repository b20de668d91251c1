//! What a single line of a mail is by its looks: attribution, header, signature, footer, banner. Data, mostly.

use crate::chess::notation::{Letters, read_moves};

/// Words for "wrote" in attributions, in lower case: English, German, French, Spanish, Italian, Portuguese, Dutch,
/// Swedish, Danish and Norwegian, Finnish, Polish, Czech and Slovak, Russian, Ukrainian, Bulgarian, Hungarian,
/// Turkish, Romanian, Greek, Japanese, Chinese, Korean, Catalan, Vietnamese, Croatian, Slovene, Estonian, Latvian,
/// Lithuanian, Indonesian, Hebrew, Arabic, Persian.
const WROTE: &str = "\
    wrote|writes|schrieb|geschrieben|a écrit|écrivait|escribió|escribio|ha scritto|scrive|escreveu|schreef|\
    skrev|skreiv|kirjoitti|napisał|napisała|pisze|napsal|napísal|написал|пишет|писал|написав|пише|написа|\
    ezt írta|írta|yazdı|a scris|έγραψε|のメール|書きました|のメッセージ|写道|寫道|写入|작성|썼습니다|va escriure|đã viết|je napisao|\
    je napisala|napisao/la|je napisal|kirjutas|rakstīja|rašė|menulis|כתב|כתבה|מאת|كتب|نوشت|сказал|tarihinde|\
    odesílatel|님이|於 |于 |shrew|skrifaði";

/// How attributions begin, in lower case, where they begin with a word.
const OPENERS: &str = "\
    on |at |am |um |le |el |il |em |op |den |på |d. |w dniu|dnia|dne |dňa |v |в |στις|în |vào|ngày|pada|\
    dana|在|于|於|quoting|in message|בתאריך|ב-|في |بتاريخ|---- on|--- on|* |il giorno|els |το |на |v v ";

/// Words with which a player's order may begin that has an address or a name in it.
const COMMANDS: &str = "challenge|invite|enter|overwrite|search|play|new|game|name|say|resign|draw|accept|decline|withdraw|help";

/// Days of the week as attributions begin with them, in lower case and shortened.
const WEEKDAYS: &str = "\
    mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim|mié|jue|vie|sáb|dom|gio|\
    seg|ter|qua|qui|sex|man|tir|ons|tor|lør|søn|mån|tis|fre|lör|sön|ma|ti|ke|to|pe|la|su|pon|wt|śr|czw|pt|\
    sob|niedz|pá|út|čt";

/// The same in Cyrillic.
const WEEKDAYS_CYRILLIC: &str = "\
    пн|вт|ср|чт|пт|сб|вс|нд|понедельник|вторник|среда|четверг|пятница|суббота";

/// Whether the joined lines are an attribution: it ends in a colon and says who wrote, and when or from where.
pub(super) fn is_attribution(joined: &str) -> bool {
    let visible: String = joined.chars().filter(|c| !is_invisible(*c)).collect();
    let trimmed = visible.trim();
    let dashed = trimmed.starts_with("--") && trimmed.ends_with("--");
    let bare = if dashed {
        trimmed.trim_matches(['-', ' '])
    } else {
        trimmed
    };
    let lower = bare.to_lowercase();
    let ends = bare.ends_with([':', '：']) || dashed && lower.ends_with("wrote");
    if !ends {
        return false;
    }
    let wrote = WROTE.split('|').any(|word| contains_word(&lower, word));
    let address = has_address(bare);
    wrote && (address || has_digits(bare) || begins_with_name(&lower)) || address && has_time(bare)
}

/// Whether a line can be the last one of an attribution.
pub(super) fn ends_attribution(line: &str) -> bool {
    let visible = line
        .trim_end_matches(|c: char| c.is_whitespace() || is_invisible(c))
        .chars()
        .next_back();
    matches!(visible, Some(':' | '：' | '-'))
}

/// Whether an attribution is one even when nothing marked follows it: it has an address, or a date beside the verb.
pub(super) fn is_certain_attribution(joined: &str) -> bool {
    has_address(joined) || digit_groups(joined) >= 3
}

/// Whether a text is the beginning of an attribution that goes on with the line `next`. A player's "Resign" above
/// an attribution must never be taken for its first line.
pub(super) fn begins_attribution(text: &str, next: &str) -> bool {
    let trimmed = text.trim();
    let lower = trimmed.to_lowercase();
    let first = lower.split_whitespace().next().unwrap_or_default();
    // "1 e4" begins like "1 April".
    if COMMANDS.split('|').any(|command| command == first)
        || read_moves(trimmed, Letters::English).is_some()
    {
        return false;
    }
    let lone = !lower.is_empty()
        && lower.split_whitespace().all(|word| {
            let word = word.trim_end_matches([',', '.']);
            is_weekday(word) || OPENERS.split('|').any(|opener| word == opener.trim())
        });
    let next_is_number = next.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let last = lower.split_whitespace().next_back().unwrap_or_default();
    let last = last.trim_end_matches('.');
    // "20 nov." and "kl." end no sentence.
    let abbreviated =
        next_is_number || last.chars().count() <= 3 || last.chars().all(|c| c.is_ascii_digit());
    let sentence = lower.ends_with(['!', '?']) || lower.ends_with('.') && !abbreviated;
    if sentence && !lone {
        return false;
    }
    let opened = is_weekday(&lower) || OPENERS.split('|').any(|opener| lower.starts_with(opener));
    let dated = begins_date(&lower) || opened && next_is_number;
    let cut_in_address = trimmed.ends_with(['<', '(']) || trimmed.starts_with('"');
    let name = trimmed
        .chars()
        .all(|c| c.is_alphabetic() || matches!(c, ' ' | '.' | '*'))
        && next.trim_start().starts_with(['<', '(']);
    let verb = WROTE.split('|').any(|word| contains_word(&lower, word));
    let address = has_address(trimmed) && !next.contains('@');
    dated || lone || cut_in_address || name || verb || address
}

fn begins_date(lower: &str) -> bool {
    if !lower.chars().any(|c| c.is_ascii_digit()) {
        return false;
    }
    OPENERS.split('|').any(|opener| lower.starts_with(opener))
        || is_weekday(lower)
        || begins_with_date_digits(lower)
}

fn is_weekday(lower: &str) -> bool {
    let first: String = lower.chars().take_while(|c| c.is_alphabetic()).collect();
    let next = lower.chars().nth(first.chars().count());
    !first.is_empty()
        && matches!(next, None | Some(' ' | ',' | '.'))
        && (WEEKDAYS
            .split('|')
            .any(|day| first == day || day.len() > 2 && first.starts_with(day))
            || WEEKDAYS_CYRILLIC.split('|').any(|day| first == day))
}

fn begins_with_date_digits(lower: &str) -> bool {
    let digits = lower.chars().take_while(char::is_ascii_digit).count();
    let mut after = lower.chars().skip(digits);
    match digits {
        1 | 2 => {
            let first = after.next();
            let second = after.next();
            // "20.11.", "20/11", "20 Nov"; but not "12. Nf3" nor "12...".
            match (first, second) {
                (Some('.' | '/' | '-'), Some(next)) => next.is_ascii_digit(),
                (Some(' '), Some(next)) => next.is_alphabetic(),
                _ => false,
            }
        }
        4 => matches!(after.next(), Some('-' | '/' | '.' | '年' | '년')),
        _ => false,
    }
}

/// Octets of a label, with the marks around it.
const LONGEST_LABEL: usize = 60;

/// The labels of Outlook's header block, whatever their language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    From,
    Sent,
    To,
    Copy,
    Subject,
    Other,
}

const FROM: &str = "\
    from|von|de|da|van|från|fra|lähettäjä|od|от|від|feladó|kimden|gönderen|από|差出人|发件人|寄件者|寄件人|보낸 사람|de la|\
    expéditeur|remitente|mittente";
const SENT: &str = "\
    sent|date|gesendet|gesendet am|datum|envoyé|envoyé le|date d'envoi|enviado|enviado el|enviada em|\
    enviado em|fecha|inviato|data|verzonden|skickat|sendt|dato|lähetetty|päivämäärä|päiväys|wysłano|wysłane|\
    odesláno|odoslané|отправлено|дата|надіслано|elküldve|dátum|gönderildi|gönderme tarihi|tarih|στάλθηκε|\
    ημερομηνία|送信日時|送信日|日付|日時|发送时间|日期|寄件日期|傳送時間|보낸 날짜|trimis";
const TO: &str = "\
    to|an|à|a|para|aan|till|til|vastaanottaja|do|komu|кому|címzett|kime|alıcı|προς|宛先|收件人|收件者|받는 사람|către|\
    pro|pre|pour|para:|destinataire|destinatario";
const COPY: &str = "\
    cc|kopie|copie|kopia|kopi|copia|dw|копия|копія|másolatot kap|bilgi|κοιν.|抄送|副本";
const SUBJECT: &str = "\
    subject|betreff|objet|asunto|oggetto|assunto|onderwerp|ämne|emne|aihe|temat|předmět|predmet|тема|tárgy|\
    konu|θέμα|件名|主题|主題|標題|主旨|제목|subiect|tema|assumpte";
const OTHER: &str = "\
    reply-to|importance|wichtigkeit|priority|attachments|anlagen|priorité|organisation|antwort an|bcc";

/// The label that a line begins with.
pub(super) fn label(line: &str) -> Option<Label> {
    let trimmed = line.trim().trim_start_matches(['*', '_', '>', ' ']);
    let (name, _) = trimmed.split_once([':', '：'])?;
    if name.len() > LONGEST_LABEL {
        return None;
    }
    let name = name
        .trim_matches(|c: char| c == '*' || c == '_' || c.is_whitespace())
        .to_lowercase();
    let is = |names: &str| names.split('|').any(|known| name == known);
    if is(FROM) {
        Some(Label::From)
    } else if is(SENT) {
        Some(Label::Sent)
    } else if is(TO) {
        Some(Label::To)
    } else if is(COPY) {
        Some(Label::Copy)
    } else if is(SUBJECT) {
        Some(Label::Subject)
    } else if is(OTHER) {
        Some(Label::Other)
    } else {
        None
    }
}

/// How many of these lines, each by its [`label`], are a header block as Outlook writes it: at least three different labels
/// with From and Sent or Subject among them, a blank line or a folded line between them allowed.
pub(super) fn header_block_length(lines: &[Option<Label>]) -> Option<usize> {
    (*lines.first()?)?;
    let mut seen = Vec::new();
    let mut length = 0;
    let mut strange = 0;
    for (at, label) in lines.iter().enumerate() {
        match *label {
            Some(found) => {
                if seen.contains(&found) && found != Label::Other {
                    break;
                }
                seen.push(found);
                length = at + 1;
                strange = 0;
            }
            None => {
                strange += 1;
                if strange > 1 {
                    break;
                }
            }
        }
    }
    let has = |wanted| seen.contains(&wanted);
    let kinds = [
        Label::From,
        Label::Sent,
        Label::To,
        Label::Copy,
        Label::Subject,
    ]
    .into_iter()
    .filter(|kind| has(*kind))
    .count();
    (kinds >= 3 && has(Label::From) && (has(Label::Sent) || has(Label::Subject))).then_some(length)
}

/// Words in the dashed lines above quoted or forwarded mails, in lower case.
const FORWARD_WORDS: &str = "\
    original|forward|weitergeleit|nachricht|message|mensaje|messaggio|mensagem|bericht|meddelande|\
    meddelelse|melding|viesti|wiadomo|zpráva|správa|сообщение|письмо|повідомлення|лист|üzenet|ileti|mesaj|\
    μήνυμα|邮件|郵件|メッセージ|メール|메시지|메일|missatge|poruka|sporočilo|sõnum|vēstule|laiškas|transféré|reenviad|\
    inoltrato|doorgestuurd";

/// Lines without dashes that do the same.
const FORWARD_LINES: &str = "\
    begin forwarded message|anfang der weitergeleiteten nachricht|anfang der weitergeleiteten e-mail|\
    début du message transféré|début du message réexpédié|inicio del mensaje reenviado|\
    inizio messaggio inoltrato|início da mensagem reenviada|begin doorgestuurd bericht|vidarebefordrat brev|\
    начало переадресованного сообщения|转发的邮件";

/// Whether a line stands above a mail that is quoted or forwarded whole.
pub(super) fn is_forward_mark(line: &str) -> bool {
    let trimmed = line.trim();
    let lower = trimmed.to_lowercase();
    if FORWARD_LINES
        .split('|')
        .any(|words| lower.trim_end_matches([':', ' ']) == words)
    {
        return true;
    }
    let marked = ["--", "==", "—", "––"]
        .iter()
        .any(|mark| trimmed.starts_with(mark) && trimmed.ends_with(mark));
    let inner = trimmed.trim_matches(['-', '=', '—', '–', ' ']);
    marked
        && !inner.is_empty()
        && inner.chars().count() <= 80
        && FORWARD_WORDS.split('|').any(|word| lower.contains(word))
}

/// Whether a line is a marker such as helpdesks put above the text that they quote.
pub(super) fn is_reply_marker(line: &str) -> bool {
    let lower = line.to_lowercase();
    lower.contains("reply above this line") || lower.contains("type your reply above")
}

/// Whether a line is a signature mark (RFC 3676 section 4.3): two dashes, whatever became of its blank, or the dash
/// that a phone made of them.
pub(super) fn is_signature_mark(line: &str) -> bool {
    matches!(line.trim(), "--" | "—" | "––" | "- -")
}

/// Whether a line is a rule of underscores or the like, above a footer.
pub(super) fn is_rule(line: &str) -> bool {
    let trimmed = line.trim();
    let count = trimmed.chars().count();
    count >= 8
        && ['_', '=', '*', '~', '-', '─', '—']
            .iter()
            .any(|mark| trimmed.chars().all(|c| c == *mark))
}

/// How lines of phones and mail programs about themselves begin, in lower case.
const PHONE_SIGNATURES: &str = "\
    sent from my |sent from mail for|sent from yahoo|sent from outlook|sent from the|sent from gmail|\
    sent from proton|sent from samsung|sent from an |sent from a |sent via |sent with proton|sent with [proton|\
    sent with the gmx|sent using|get outlook for|get bluemail for|download the all new|yahoo mail: search|\
    von meinem |gesendet von |gesendet mit |gesendet aus |diese nachricht wurde von meinem|\
    holen sie sich outlook|outlook für |envoyé de mon|envoyé depuis|envoyé à partir|télécharger outlook|\
    obtenir outlook|enviado desde|enviado do meu|enviado a partir|enviado de |enviado con |obtener outlook|\
    inviato da|ottieni outlook|scarica outlook|verzonden vanaf|verstuurd vanaf|verzonden met|outlook voor|\
    skickat från|sendt fra|sendt med|lähetetty |wysłane z|wysłano z|odesláno z|odoslané z|отправлено с|\
    отправлено из|надіслано з|trimis de pe|στάλθηκε από|发自我的|發自我的|從我的|küldve ";

/// The same where the phone stands first.
const PHONE_SIGNATURE_ENDS: &str = "\
    から送信|에서 보냄|gönderildi|傳送|发送|gesendet|gesendet.|küldve";

/// Whether a line is the phone's or the mail program's about itself.
pub(super) fn is_phone_signature(line: &str) -> bool {
    let trimmed = line.trim().trim_matches(['*', '_', '<', '[']);
    if trimmed.chars().count() > 120 {
        return false;
    }
    let lower = trimmed.to_lowercase();
    if PHONE_SIGNATURES
        .split('|')
        .any(|start| lower.starts_with(start))
    {
        return true;
    }
    let about_a_device = [
        "iphone", "ipad", "android", "outlook", "mobil", "samsung", "手机", "mail",
    ]
    .iter()
    .any(|device| lower.contains(device));
    about_a_device
        && PHONE_SIGNATURE_ENDS
            .split('|')
            .any(|end| lower.trim_end_matches('.').ends_with(end))
}

/// How disclaimers, list footers and advertising begin, in lower case.
const FOOTERS: &str = "\
    this e-mail and any|this email and any|this e-mail is confidential|this email is confidential|\
    this message is confidential|this message and any|this message is intended|this e-mail is intended|\
    this email is intended|this e-mail may contain|this email may contain|this message may contain|\
    this communication is|the information contained in this|the information in this e|\
    confidentiality notice|disclaimer:|please consider the environment|diese e-mail enthält|\
    diese e-mail ist vertraulich|diese nachricht ist vertraulich|bitte prüfen sie|\
    ce message est confidentiel|ce message et toutes|ce courriel|este mensaje|este correo|questo messaggio|\
    esta mensagem|dit bericht is|you received this message because you|to unsubscribe from this|virus-free|\
    you are receiving this because";

/// Whether a disclaimer or a list's footer begins with this line.
pub(super) fn begins_footer(line: &str) -> bool {
    let lower = line.trim().to_lowercase();
    FOOTERS.split('|').any(|start| lower.starts_with(start))
}

/// How warnings begin that a company's server puts above the text, in lower case.
const BANNERS: &str = "\
    caution:|caution -|warning: this email|external email|[external|[extern]|external sender|\
    you don't often get email from|this email originated from outside|this message originated from outside|\
    achtung: diese e-mail|achtung: externe|externe e-mail|attention: ce|[ext]|sie erhalten nicht oft";

/// Whether a line is a warning that a server put above the text.
pub(super) fn is_banner(line: &str) -> bool {
    let lower = line.trim().trim_matches(['*', '_']).to_lowercase();
    BANNERS.split('|').any(|start| lower.starts_with(start))
}

/// The text behind a quote mark other than `>`: `Bob> text` of old programs, ` |text` of s-nail.
pub(super) fn strip_foreign_quote_mark(line: &str) -> Option<&str> {
    if let Some(rest) = line.strip_prefix(" |").or_else(|| line.strip_prefix('|')) {
        return Some(rest.strip_prefix(' ').unwrap_or(rest));
    }
    let (name, rest) = line
        .split_once("> ")
        .or_else(|| line.strip_suffix('>').map(|name| (name, "")))?;
    let name = name.trim_start();
    (!name.is_empty() && name.chars().count() <= 5 && name.chars().all(char::is_alphabetic))
        .then_some(rest)
}

/// Characters that are not seen: zero-width blanks and joiners, bidirectional marks, soft hyphen, byte order mark.
pub(super) fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{180E}'
        | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}

/// Whether a word stands in the text; words of letters that are written with blanks between must not touch others
/// in front.
fn contains_word(lower: &str, word: &str) -> bool {
    let spaced = word
        .chars()
        .next()
        .is_some_and(|c| c.is_alphabetic() && c < '\u{2E80}');
    if !spaced {
        return lower.contains(word);
    }
    lower.match_indices(word).any(|(at, _)| {
        let before = lower.get(..at).and_then(|text| text.chars().next_back());
        before.is_none_or(|c| !c.is_alphabetic())
    })
}

fn has_address(text: &str) -> bool {
    text.split([
        '<', '>', ' ', '(', ')', '"', '[', ']', ',', '\u{202a}', '\u{202c}',
    ])
    .any(|word| {
        word.split_once('@')
            .is_some_and(|(local, domain)| !local.is_empty() && domain.contains('.'))
    })
}

fn has_digits(text: &str) -> bool {
    digit_groups(text) >= 1
}

fn digit_groups(text: &str) -> usize {
    let mut groups = 0;
    let mut inside = false;
    for character in text.chars() {
        let digit = character.is_ascii_digit();
        groups += usize::from(digit && !inside);
        inside = digit;
    }
    groups
}

/// A time of day or a year of our time.
fn has_time(text: &str) -> bool {
    let digits: Vec<&str> = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|group| !group.is_empty())
        .collect();
    digits
        .iter()
        .any(|group| group.len() == 4 && (group.starts_with("20") || group.starts_with("19")))
        || digits.len() >= 4
}

/// "Bob Smith wrote:" with nothing else.
fn begins_with_name(lower: &str) -> bool {
    let words = lower.split_whitespace().count();
    (2..=4).contains(&words) && !lower.starts_with("i ") && !lower.starts_with("he ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(lines: &[&str]) -> Option<usize> {
        let labels: Vec<Option<Label>> = lines.iter().map(|line| label(line)).collect();
        header_block_length(&labels)
    }

    #[test]
    fn a_header_block_needs_three_labels() {
        assert_eq!(
            block(&["From: a", "Sent: b", "To: c", "Subject: d", "", "text"]),
            Some(4)
        );
        assert_eq!(
            block(&["From: a", "", "Sent: b", "", "To: c", "", "x", "y"]),
            Some(5)
        );
        assert_eq!(block(&["To: a", "From: b", "text"]), None);
        assert_eq!(block(&["A: yes", "Q: no"]), None);
        assert_eq!(block(&[]), None);
    }

    #[test]
    fn moves_are_never_taken_for_anything_else() {
        for line in [
            "Nf3",
            "12. Nf3",
            "12... Nf6",
            "e4",
            "1. e4 e5 2. Nf3",
            "O-O",
            "0-0-0",
            "draw",
            "resign",
            "challenge bob@example.net as white",
            "Nf3 - your move",
            "--Nf3--",
            "20. Nf3",
            "say hi:",
        ] {
            assert!(!is_attribution(line), "{line}");
            assert!(!is_forward_mark(line), "{line}");
            assert!(!is_signature_mark(line), "{line}");
            assert!(!is_rule(line), "{line}");
            assert!(!is_phone_signature(line), "{line}");
            assert!(!begins_footer(line), "{line}");
            assert!(!is_banner(line), "{line}");
            assert_eq!(strip_foreign_quote_mark(line), None, "{line}");
            assert_eq!(block(&[line]), None, "{line}");
        }
    }
}
