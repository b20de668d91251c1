//! What all pages have in common, and the forms into which what they say is put.

use super::site::Site;
use minijinja::value::{Serde, Value};
use minijinja::{AutoEscape, Environment, UndefinedBehavior};
use serde::Serialize;
use std::sync::LazyLock;

static FORMS: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut forms = Environment::new();
    forms.set_undefined_behavior(UndefinedBehavior::Strict);
    forms.set_auto_escape_callback(|_| AutoEscape::Html);
    let syntax = minijinja::syntax::SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .build();
    if let Ok(syntax) = syntax {
        forms.set_syntax(syntax);
    }
    for (name, text) in [
        ("frame", include_str!("html/frame.html")),
        ("board", include_str!("html/board.html")),
        ("chess960", include_str!("html/chess960.html")),
        ("front", include_str!("html/front.html")),
        ("fen", include_str!("html/fen.html")),
        ("enter", include_str!("html/enter.html")),
        ("enter_seen", include_str!("html/enter_seen.html")),
        ("enter_waits", include_str!("html/enter_waits.html")),
        ("stepped", include_str!("html/stepped.html")),
        ("search", include_str!("html/search.html")),
        ("secretary", include_str!("html/secretary.html")),
        ("game", include_str!("html/game.html")),
        ("games", include_str!("html/games.html")),
        ("listed", include_str!("html/listed.html")),
        ("notice", include_str!("html/notice.html")),
        ("names", include_str!("html/names.html")),
        ("tournament", include_str!("html/tournament.html")),
        ("tournaments", include_str!("html/tournaments.html")),
        ("feed", include_str!("html/feed.xml")),
    ] {
        // They are ours, and a test renders each of them.
        if let Err(fault) = forms.add_template(name, text) {
            tracing::error!(form = name, %fault, "a form of the pages cannot be read");
        }
    }
    forms
});

/// What a form is filled with.
#[derive(Serialize)]
struct Whole<'a, P> {
    page: P,
    name: &'a str,
    address: &'a str,
    domain: &'a str,
    administrator: Option<&'a str>,
    contact: &'a str,
    up: &'a str,
    web: &'a str,
}

/// A page of this form, which lies so many folders below that of the site.
pub(super) fn filled(form: &str, site: &Site, depth: usize, page: impl Serialize) -> String {
    filled_below(form, site, &"../".repeat(depth), page)
}

/// A page of this form, from which this leads to the folder of the site.
pub(super) fn filled_below(form: &str, site: &Site, up: &str, page: impl Serialize) -> String {
    let whole = Value::from(Serde(Whole {
        page,
        name: &site.name,
        address: &site.address,
        domain: site.domain(),
        administrator: site.administrator(),
        contact: &site.contact,
        up,
        web: &site.web,
    }));
    let rendered = FORMS.get_template(form).and_then(|it| it.render(whole));
    rendered.unwrap_or_else(|fault| {
        tracing::error!(form, %fault, "a page cannot be made");
        String::new()
    })
}
