//! What servers write in bounces that follow no standard: lists of phrases in lower case, parted by bars, with one blank
//! between words.

/// Below one of these stands the mail that came back; they are compared with the beginnings of lines.
pub(super) const RETURNED_BELOW: &str = "\
    --- below this line is a copy|--- below the next line is a copy|------ this is a copy of|--- original message follows|\
    --- the header of the original|----- original message|-----original message|----- transcript of session follows|\
    --- forwarded message|---- start of returned message|--------returned mail follows|--------unsent message below|\
    ----- message header follows|----- message headers follow|--- returned message|--- mail header follows|\
    original message follows|original message headers:|the original message|a copy of the original message below|\
    your message reads (in part)|----------|received: |return-path: <|message-id: <|\
    --- ursprüngliche nachricht|----- message d'origine";

/// Words of those that are still trying.
pub(super) const DELAYED: &str = "\
    has not yet been delivered|could not be delivered yet|not been able to deliver your message yet|has been delayed|\
    delivery delayed|is delayed|delayed mail|will keep trying|will continue to try|will be retried|still being retried|\
    delivery attempts will continue|do not need to resend|not need to resend|no action is required on your part|\
    this is a warning message only|warning message only|wird weiter versucht|noch nicht zugestellt";

/// Words of a full mailbox.
pub(super) const FULL: &str = "\
    mailbox full|mailbox is full|mail box full|inbox is full|inbox full|mailfolder is full|over quota|over its quota|\
    over the quota|overquota|over disk quota|quota exceeded|exceeded its quota|exceeded their quota|exceeded the quota|\
    exceed the quota|exceeding their quota|exceeding its quota|exceeds quota|quota exceed|quota violation|exceed mailbox quota|\
    exceed mail quota|out of storage|not enough storage|insufficient storage|insufficient system storage|\
    storage allocation|disk quota|too much mail stored|postfach ist voll|postfach voll|boîte pleine|buzón lleno|\
    casella piena";

/// Words of servers that do not like the mail or its sender.
pub(super) const REFUSED: &str = "\
    spam|blacklist|black list|blocklist|block list|blocked using|blocked by|listed by|listed at|listed in dnsbl|rbl|\
    policy|dmarc|not accepted due to|not accepting mail from|content rejected|message rejected|virus|message too large|\
    size limit|message size exceeds|exceeds size|reputation|relaying denied|relay denied|relay not permitted|\
    unable to relay|authentication required|sender address rejected|sender rejected|sender verify failed";

/// Words of an address that does not work.
pub(super) const PERMANENT: &str = "\
    user unknown|unknown user|user not known|unknown recipient|unknown address|unknown local|recipient unknown|\
    address unknown|no such user|no such recipient|no such address|no such mailbox|no such person|no such account|\
    no such domain|no mailbox here|no mailbox found|mailbox unavailable|mailbox not found|mailbox unknown|\
    mailbox disabled|mailbox is disabled|mailbox is inactive|inactive mailbox|mailbox has been disabled|\
    mailbox has been closed|invalid recipient|invalid mailbox|invalid address|invalid final delivery userid|invalid user|\
    recipient rejected|address rejected|recipient address rejected|recipient not found|recipient name is not recognized|\
    user not found|address not found|account not found|host not found|domain not found|host unknown|unknown host|\
    does not exist|doesn't exist|do not exist|may not exist|not a valid|not exist|unrouteable|unroutable|\
    account disabled|account is disabled|account has been disabled|account that you tried to reach is disabled|\
    account inactive|account is inactive|account has been deleted|account has been closed|account closed|\
    no longer active|no longer available|no longer in use|no longer valid|no longer accepts mail|no longer on server|\
    no longer with|not our customer|doesn't have a|not have an account|does not have a final email delivery point|\
    unable to find|couldn't find any host|could not find a gateway|could not be found|wasn't found|\
    not listed in domino directory|not listed in public name|no matches to nameserver query|did not exactly match|\
    is not recognized|not known here|not known at this site|unknown or illegal alias|user doesn't have|\
    undeliverable address|has not been collected after|had permanent fatal|failed permanently|\
    permanent error|permanent fatal error|permanent failure|permanent delivery failure|i've given up|\
    retry time not reached|adresse ist unbekannt|empfänger unbekannt|empfänger ist unbekannt|existiert nicht|\
    nicht bekannt|n'existe pas|utilisateur inconnu|destinataire inconnu|no existe|usuario desconocido|non esiste|\
    utente sconosciuto|bestaat niet|onbekende gebruiker";

/// Words that a mail was given up, and nothing about why. They count where nothing else is said.
pub(super) const GIVEN_UP: &str = "\
    did not reach the following recipient|delivery to the following recipient|did not receive this message|\
    did not receive your message|did not receive a copy of your message|was not delivered to|message not delivered to|\
    has not been delivered|could not be delivered|couldn't be delivered|cannot be delivered|can't be delivered|\
    not able to deliver|wasn't able to deliver|unable to deliver|undeliverable to|delivery has failed to|delivery failed|\
    delivery to these recipients failed|notification (failure)|has been returned because it encountered an error|\
    error was detected while processing|mail delivery failed|returning message to sender|\
    konnte nicht zugestellt werden|nicht zugestellt werden|n'a pas pu etre delivre|n'a pas pu être remis|\
    n'a pas pu être délivré|no se pudo entregar|no se ha podido entregar|non è stato possibile recapitare|\
    non è stato recapitato|kon niet worden bezorgd|não pôde ser entregue|邮件无法发送|无法送达";
