//! Header fields in the text of a mail: the blocks that mail programs put above what they quote without marks, and single
//! lines with addresses in them.

use super::parts::{digit_groups, has_address, has_time, is_invisible};

/// What a field says, whatever its language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Label {
    /// Who wrote, or who gets the answer.
    Writer,
    Sent,
    To,
    Copy,
    Subject,
    Other,
}

const WRITER: &str = "\
    from|von|de|da|van|från|fra|frá|lähettäjä|od|od kogo|nadawca|odesílatel|odosielateľ|от|от кого|отправитель|від|від кого|\
    відправник|feladó|kimden|gönderen|από|αποστολέας|差出人|送信者|发件人|寄件者|寄件人|보낸 사람|보낸사람|발신|de la|\
    expéditeur|de la part de|remitente|remetente|mittente|afzender|absender|avsändare|afsender|avsender|saatja|kellelt|no|nuo|\
    sūtītājs|siuntėjas|pošiljatelj|šalje|מאת|من|từ|người gửi|dari|จาก|ผู้ส่ง|प्रेषक|ó|nga|\
    reply-to|reply to|répondre à|réponse à|antwort an|antworten an|responder a|rispondi a|antwoord aan|antwoorden aan|\
    svar till|svara till|svar til|vastaus|odpowiedz do|odpověď na|odpovedať na|ответить|кому ответить|yanıtla|válaszcím|\
    返信先|答复|回复|답장";
const SENT: &str = "\
    sent|date|date sent|gesendet|gesendet am|datum|datum/uhrzeit|envoyé|envoyé le|date d'envoi|date de l'envoi|reçu le|enviado|\
    enviado el|enviada em|enviada|enviado em|fecha|fecha de envío|data|data de envio|data invio|inviato|inviato il|verzonden|\
    verzonden op|skickat|sendt|send|dato|lähetetty|päivämäärä|päiväys|wysłano|wysłane|wysłany|data wysłania|odesláno|\
    odoslané|отправлено|дата|дата отправки|получено|надіслано|дата надсилання|изпратено|elküldve|dátum|gönderildi|\
    gönderme tarihi|tarih|στάλθηκε|ημερομηνία|送信日時|送信日|日付|日時|发送时间|发送日期|日期|时间|時間|寄件日期|傳送時間|\
    보낸 날짜|보낸날짜|날짜|발송일|trimis|trimis la|saadetud|kuupäev|nosūtīts|datums|išsiųsta|poslano|נשלח|תאריך|تاريخ|التاريخ|\
    đã gửi|ngày|tanggal|dikirim|วันที่|ส่ง";
const TO: &str = "\
    to|an|à|a|para|aan|naar|till|til|vastaanottaja|kenelle|do|dla|adresat|komu|кому|получатель|отримувач|до|címzett|címzettek|\
    kime|alıcı|προς|παραλήπτης|宛先|收件人|收件者|받는 사람|받는사람|수신|către|pro|pre|pour|destinataire|destinataires|\
    destinatario|destinatari|destinatário|envoyé à|empfänger|ontvanger|mottagare|modtager|mottaker|kam|kellele|saaja|za|prima|\
    adresāts|gavėjas|אל|إلى|đến|kepada|untuk|ถึง";
const COPY: &str = "\
    cc|cci|bcc|ccn|cco|c.c.|kopie|kopie (cc)|copie|copie à|kopia|kopi|copia|cópia|dw|kópia|копия|копія|másolatot kap|másolat|\
    bilgi|κοιν.|抄送|副本|参照|참조|cópia para|copia a|kopija";
const SUBJECT: &str = "\
    subject|betreff|betrifft|thema|objet|sujet|asunto|oggetto|assunto|onderwerp|ämne|emne|aihe|temat|předmět|predmet|věc|\
    тема|предмет|tárgy|konu|θέμα|件名|主题|主題|標題|主旨|제목|subiect|tema|assumpte|efni|teema|temats|zadeva|נושא|الموضوع|\
    chủ đề|tiêu đề|subjek|perihal|เรื่อง|หัวเรื่อง";
const OTHER: &str = "\
    importance|wichtigkeit|priority|priorität|attachments|attachment|anlagen|anhänge|pièces jointes|pièce jointe|allegati|\
    archivos adjuntos|datos adjuntos|anexos|bijlagen|bilagor|liitteet|załączniki|přílohy|вложения|ekler|mellékletek|附件|\
    添付ファイル|priorité|organisation|organization|sensitivity|thread-topic|thread-index|message-id|in-reply-to|references|\
    return-path|delivered-to|received|user-agent|x-mailer|mailed-by|signed-by|security|mailing list";

/// Lines that a block may have, blank ones among them.
pub(in crate::language) const LONGEST_BLOCK: usize = 25;
/// Octets of a label, with the marks around it.
const LONGEST_LABEL: usize = 60;
/// Octets of a line in which an address and a date are looked for.
const LONGEST_VALUE: usize = 400;

/// What a line looks like where header fields may stand. Each line is asked for it as often as a block has lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::language) struct Look {
    field: Option<Field>,
    blank: bool,
    folded: bool,
    addressed: bool,
    timed: bool,
    dated: bool,
}

/// A field: its label where it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Field {
    label: Option<Label>,
    /// Its name is one that programs give: `X-Mailer`.
    technical: bool,
    /// Nothing stands behind the colon.
    empty: bool,
}

impl Look {
    pub(in crate::language) fn of(line: &str) -> Look {
        let start = (0..=LONGEST_VALUE.min(line.len()))
            .rev()
            .find_map(|end| line.get(..end))
            .unwrap_or_default();
        let field = field(line);
        let value = field.as_ref().map_or(start, |(_, value)| {
            start
                .get(start.len().saturating_sub(value.len())..)
                .filter(|_| line.len() <= LONGEST_VALUE)
                .unwrap_or(start)
        });
        Look {
            blank: line.trim().is_empty(),
            folded: line.starts_with([' ', '\t']),
            addressed: has_address(value),
            timed: has_time(value),
            dated: has_time(value) && digit_groups(value) >= 3,
            field: field.map(|(name, value)| Field {
                label: label(&name),
                technical: is_technical(&name),
                empty: value.is_empty(),
            }),
        }
    }
}

/// How many of these lines are a header block: fields with known labels, of which three say different things and one says
/// who wrote, or two with an address among them; or three fields in a language that is not known, with an address and a date
/// among them. A value may stand below its label or be folded, and blank lines may stand between.
pub(in crate::language) fn header_block_length(lines: &[Look]) -> Option<usize> {
    lines.first()?.field?;
    let mut block = Block::default();
    for (at, line) in lines.iter().take(LONGEST_BLOCK).enumerate() {
        if !block.takes(at, *line) {
            break;
        }
    }
    block.is_one().then_some(block.length)
}

#[derive(Default)]
struct Block {
    seen: Vec<Label>,
    /// Fields, with known labels or not.
    fields: usize,
    length: usize,
    addressed: bool,
    dated: bool,
    /// The value of the field above stands below it.
    awaited: bool,
    /// Lines that are no fields, since the last that was one.
    strange: usize,
    blank: usize,
}

impl Block {
    /// Adds the next line; `false` where it does not belong to the block.
    fn takes(&mut self, at: usize, line: Look) -> bool {
        if line.blank {
            self.blank += 1;
            return self.blank <= 2;
        }
        let folded = self.blank == 0 && line.folded;
        self.blank = 0;
        match line.field {
            Some(field) => {
                if field.label.is_none() && !line.addressed && !line.timed && !field.technical {
                    return self.is_strange();
                }
                if let Some(label) = field.label.filter(|label| *label != Label::Other) {
                    if self.seen.contains(&label) && label != Label::Writer {
                        return false;
                    }
                    self.seen.push(label);
                }
                self.fields += 1;
                self.awaited = field.empty;
            }
            None if self.awaited || folded => self.awaited = false,
            None => return self.is_strange(),
        }
        self.addressed |= line.addressed;
        self.dated |= line.dated;
        self.strange = 0;
        self.length = at + 1;
        true
    }

    fn is_strange(&mut self) -> bool {
        self.strange += 1;
        self.strange <= 1
    }

    fn is_one(&self) -> bool {
        let has = |wanted| self.seen.contains(&wanted);
        let kinds = [
            Label::Writer,
            Label::Sent,
            Label::To,
            Label::Copy,
            Label::Subject,
        ]
        .into_iter()
        .filter(|kind| has(*kind))
        .count();
        kinds >= 3 && has(Label::Writer) && (has(Label::Sent) || has(Label::Subject))
            || kinds >= 2
                && self.addressed
                && (has(Label::Writer) || has(Label::Sent) && self.dated)
            || self.fields >= 3 && self.addressed && self.dated
    }
}

/// The name, in lower case, and the value of a line that looks like a header field: some words and a colon.
fn field(line: &str) -> Option<(String, &str)> {
    let trimmed = line.trim().trim_start_matches(['*', '_', '>', ' ']);
    let (name, value) = trimmed.split_once([':', '：'])?;
    if name.len() > LONGEST_LABEL {
        return None;
    }
    let name: String = name
        .trim_matches(|c: char| c == '*' || c == '_' || c.is_whitespace())
        .chars()
        .filter(|c| !is_invisible(*c))
        .map(|c| if c == '’' { '\'' } else { c })
        .take(41)
        .collect();
    let short = name.chars().count() <= 40 && name.split_whitespace().count() <= 4;
    let is_link = value.starts_with("//");
    (short && !is_link && name.starts_with(char::is_alphabetic)).then(|| {
        let value = value.trim_matches(|c: char| c == '*' || c == '_' || c.is_whitespace());
        (name.to_lowercase(), value)
    })
}

fn label(name: &str) -> Option<Label> {
    [
        (WRITER, Label::Writer),
        (SENT, Label::Sent),
        (TO, Label::To),
        (COPY, Label::Copy),
        (SUBJECT, Label::Subject),
        (OTHER, Label::Other),
    ]
    .into_iter()
    .find(|(names, _)| names.split('|').any(|known| known == name))
    .map(|(_, label)| label)
}

/// A name as programs give it to fields of their own: `X-Mailer`, `MIME-Version`.
fn is_technical(name: &str) -> bool {
    name.contains('-') && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

/// Whether a line may be one of a header block or an attribution that is not known: a field with an address in it, an address
/// in angle brackets or behind `mailto:`, or an address and nothing else.
pub fn looks_like_header(line: &str) -> bool {
    if !line.contains('@') {
        return false;
    }
    let lower = line.to_lowercase();
    let alone = line.trim_matches(|c: char| !c.is_alphanumeric());
    field(line).is_some_and(|(_, value)| has_address(value))
        || lower.contains("mailto:")
        || addresses(line).any(|(start, end)| {
            line.get(..start)
                .is_some_and(|before| before.trim_end().ends_with('<'))
                || line.get(start..end) == Some(alone)
        })
}

/// The text with `[address]` for every address of which this is true, in lines that look like header fields.
pub fn without_addresses(text: &str, is_private: impl Fn(&str) -> bool) -> String {
    let lines: Vec<String> = text
        .split('\n')
        .map(|line| {
            if !looks_like_header(line) {
                return line.to_owned();
            }
            let mut left = String::with_capacity(line.len());
            let mut from = 0;
            for (start, end) in addresses(line) {
                let private = line.get(start..end).is_some_and(&is_private);
                left.push_str(
                    line.get(from..if private { start } else { end })
                        .unwrap_or_default(),
                );
                if private {
                    left.push_str("[address]");
                }
                from = end;
            }
            left.push_str(line.get(from..).unwrap_or_default());
            left
        })
        .collect();
    lines.join("\n")
}

/// Where addresses stand in a line, in bytes: the words on both sides of an at sign.
fn addresses(line: &str) -> impl Iterator<Item = (usize, usize)> {
    let is_part = |c: char| c.is_alphanumeric() || "._+-=!#$%&/?^`{|}~".contains(c);
    line.match_indices('@').filter_map(move |(at, _)| {
        let (before, after) = (line.get(..at)?, line.get(at + 1..)?);
        let start = before.trim_end_matches(is_part).len();
        let tail = after.trim_start_matches(|c: char| c.is_alphanumeric() || ".-".contains(c));
        let end = line.len() - tail.len();
        let end = line.get(..end)?.trim_end_matches(['.', '-']).len();
        (start < at && end > at + 1).then_some((start, end))
    })
}

#[cfg(test)]
mod tests;
