//! What our border says of a letter that we have sent to ourselves.
//!
//! Nobody but our own mail servers has had it in their hands, and its mark is drawn by lot: so nobody has forged what stands
//! in it, and it is read whether or not the border takes forged findings away.

use super::super::incoming::{Incoming, Place};
use super::{Field, Finding, believed_id};

/// A finding of our border's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// `spf`, `dkim` or `dmarc`.
    pub method: String,
    /// `pass`, `fail` and so on.
    pub result: String,
    /// The domain about which it is, where that is said.
    pub domain: Option<String>,
    /// The authserv-id of who says it.
    pub by: String,
}

/// What the fields say at the top that bear one of our authserv-ids.
pub fn verdicts(mail: &Incoming, ours: &[String]) -> Vec<Verdict> {
    let fields = mail.auth_results.iter();
    let fields = fields.filter(|field| field.place == Place::Top);
    let named = fields.filter_map(|field| Some((believed_id(field, ours)?, field)));
    let verdicts = named.flat_map(|(id, field)| {
        let findings = Field::read(&field.value).findings;
        findings.into_iter().map(|finding| of(finding, id))
    });
    let known = |verdict: &Verdict| ["spf", "dkim", "dmarc"].contains(&verdict.method.as_str());
    verdicts.filter(known).collect()
}

fn of(finding: Finding, id: &str) -> Verdict {
    let names: &[&str] = match finding.method.as_str() {
        "spf" => &["smtp.mailfrom"],
        "dkim" => &["header.d", "header.i"],
        _ => &["header.from"],
    };
    let value = |name: &&str| {
        let mut properties = finding.properties.iter();
        properties.find_map(|(property, value)| (property == name).then(|| value.clone()))
    };
    let domain = names.iter().find_map(value);
    Verdict {
        // Of an address what stands behind the @.
        domain: domain.map(|text| text.rsplit('@').next().unwrap_or_default().to_owned()),
        method: finding.method,
        result: finding.result,
        by: id.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::read;

    #[test]
    fn the_domain_of_each_finding_is_told_and_other_servers_are_not_heard() {
        let raw = b"Authentication-Results: mx.club.test;\r\n\tspf=pass smtp.mailfrom=chess+1@club.test;\r\n\tdkim=fail (body) \
            header.i=@relay.test header.s=a; dmarc=pass header.from=club.test; arc=none\r\nAuthentication-Results: \
            elsewhere.test; dkim=pass header.d=club.test\r\nFrom: chess@club.test\r\n\r\nx";
        let mail = read::read(raw).unwrap();
        let told: Vec<String> = verdicts(&mail, &["mx.club.test".to_owned()])
            .iter()
            .map(|verdict| {
                let domain = verdict.domain.as_deref().unwrap_or_default();
                format!("{}={} {domain}", verdict.method, verdict.result)
            })
            .collect();
        let expected = [
            "spf=pass club.test",
            "dkim=fail relay.test",
            "dmarc=pass club.test",
        ];
        assert_eq!(told, expected);
    }
}
