//! What a single line of a mail is by its looks: attribution, header, signature, footer, banner. Data, mostly.
//!
//! - `attribution`: "On ..., Bob wrote:"; `header`: header fields above quotations, and addresses in them.
//! - `parts`: what may stand in either: an address, a date.

mod attribution;
mod header;
mod parts;

use attribution::begins_with_date_digits as begins_date;
pub(super) use attribution::{
    Attribution, attribution, attribution_behind_words, begins_attribution, ends_attribution,
};
pub(super) use header::{LONGEST_BLOCK, Look, header_block_length};
pub use header::{looks_like_header, without_addresses};
pub(super) use parts::is_invisible;

/// Words in the dashed lines above quoted or forwarded mails, in lower case.
const FORWARD_WORDS: &str = "\
    original|originál|původní|pôvodn|исходн|原始|元の|원본|forward|weitergeleit|nachricht|message|mensaje|messaggio|mensagem|bericht|meddelande|\
    meddelelse|melding|viesti|wiadomo|zpráva|správa|сообщение|письмо|повідомлення|лист|üzenet|ileti|mesaj|\
    μήνυμα|邮件|郵件|メッセージ|メール|메시지|메일|missatge|poruka|sporočilo|sõnum|vēstule|laiškas|transféré|reenviad|\
    inoltrato|doorgestuurd";

/// Lines without dashes that do the same.
const FORWARD_LINES: &str = "\
    begin forwarded message|forwarded message|original message|message d'origine|mensaje original|messaggio originale|\
    mensagem original|ursprüngliche nachricht|oorspronkelijk bericht|ursprungligt meddelande|oprindelig meddelelse|\
    weitergeleitete nachricht|message transféré|mensaje reenviado|messaggio inoltrato|doorgestuurd bericht|\
    пересылаемое сообщение|wiadomość oryginalna|přeposlaná zpráva|anfang der weitergeleiteten nachricht|anfang der weitergeleiteten e-mail|\
    début du message transféré|début du message réexpédié|inicio del mensaje reenviado|\
    inizio messaggio inoltrato|início da mensagem reenviada|begin doorgestuurd bericht|vidarebefordrat brev|\
    начало переадресованного сообщения|转发的邮件";

/// Octets of a line without dashes that stands above a forwarded mail, at most.
const LONGEST_UNMARKED: usize = 200;

/// Whether a line stands above a mail that is quoted or forwarded whole.
pub(super) fn is_forward_mark(line: &str) -> bool {
    let trimmed = line.trim();
    let marked = ["--", "==", "—", "––"]
        .iter()
        .any(|mark| trimmed.starts_with(mark) && trimmed.ends_with(mark));
    if !marked && trimmed.len() > LONGEST_UNMARKED {
        return false;
    }
    let lower = trimmed.to_lowercase();
    if FORWARD_LINES
        .split('|')
        .any(|words| lower.trim_end_matches([':', ' ']) == words)
    {
        return true;
    }
    // "Message du 20/11/26 10:00" stands above the fields of French webmails.
    let rest = lower.trim_start_matches(['>', ' ']);
    if rest.strip_prefix("message du ").is_some_and(begins_date) && !rest.contains('@') {
        return true;
    }
    let inner = trimmed.trim_matches(['-', '=', '—', '–', ' ']);
    marked
        && !inner.is_empty()
        && inner.chars().count() <= 80
        && FORWARD_WORDS.split('|').any(|word| lower.contains(word))
}

/// Whether a line is a marker such as helpdesks put above the text that they quote.
pub(super) fn is_reply_marker(line: &str) -> bool {
    let lower = line.to_ascii_lowercase();
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
    sent with the gmx|sent with airmail|sent with [airmail|sent with sparrow|sent with spark|sent with mailspring|\
    sent with mailtrack|sent with mixmax|sent with shortwave|sent with polymail|sent with missive|sent with canary|\
    sent with edison|sent with superhuman|sent with tuta|sent with mailbird|sent with em client|sent with fairemail|\
    sent with k-9|sent with aqua mail|sent with bluemail|sent with type|sent with mymail|sent with unibox|sent with hey|\
    sent with zoho|sent with thunderbird|sent with simplelogin|sent with [|sent from mailbox|sent from airmail|\
    sent from spark|sent from mailspring|sent from blue|sent from nine|sent from type|sent from newton|sent from cloudmagic|\
    sent from alto|sent from aol|sent from mymail|sent from tuta|sent from fairemail|sent from k-9|sent from aqua|\
    sent from windows mail|sent from surface|sent from huawei|sent from xiaomi|sent from oneplus|sent from pixel|\
    sent from ios|sent from iphone|sent from ipad|sent from android|sent from mobile|sent from hotmail|sent from zoho|\
    sent from live|sent from edison|sent from canary|sent from shortwave|sent from superhuman|sent from hey|\
    sent from thunderbird|sent from workspace|sent from blackberry|sent from smartphone|sent from phone|sent from tablet|\
    sent by mailtrack|sent from [|sent using|get spark|get [outlook|get the outlook|get k-9|get fairemail|get mailspring|\
    get newton|get type app|sender notified by|\
    get outlook for|get bluemail for|download the all new|yahoo mail: search|\
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
    // Links to a program's page are long.
    let trimmed = trimmed
        .split_once("http")
        .map_or(trimmed, |(before, _)| before);
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
    let lower = beginning(line.trim());
    FOOTERS.split('|').any(|start| lower.starts_with(start))
}

/// The first characters of a line in lower case, more than any of these phrases has.
fn beginning(line: &str) -> String {
    line.chars().take(80).flat_map(char::to_lowercase).collect()
}

/// How warnings begin that a company's server puts above the text, in lower case.
const BANNERS: &str = "\
    caution:|caution -|warning: this email|external email|[external|[extern]|external sender|\
    you don't often get email from|this email originated from outside|this message originated from outside|\
    achtung: diese e-mail|achtung: externe|externe e-mail|attention: ce|[ext]|sie erhalten nicht oft";

/// Whether a line is a warning that a server put above the text.
pub(super) fn is_banner(line: &str) -> bool {
    let lower = beginning(line.trim().trim_matches(['*', '_']));
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

/// Quote marks of some programs and phones in the place of `>`.
const RARER_QUOTE_MARKS: [char; 4] = ['»', '›', '＞', '│'];

/// The one of [`RARER_QUOTE_MARKS`] by which these lines mark what is quoted. One line that begins so may be somebody's own.
pub(super) fn rarer_quote_mark<'a>(lines: impl Iterator<Item = &'a str> + Clone) -> Option<char> {
    RARER_QUOTE_MARKS.into_iter().find(|&mark| {
        let marked = |line: &&str| strip_rarer_quote_mark(line, mark).is_some();
        lines.clone().filter(marked).nth(1).is_some()
    })
}

/// The text behind this mark: with a blank after it, since »these« are quotation marks as well.
pub(super) fn strip_rarer_quote_mark(line: &str, mark: char) -> Option<&str> {
    let rest = line.trim_start_matches(' ').strip_prefix(mark)?;
    if rest.is_empty() {
        return Some(rest);
    }
    rest.strip_prefix(' ')
}

#[cfg(test)]
mod tests;
