use super::*;

#[test]
fn blocks_become_lines_and_quotes_keep_their_marks() {
    let table = [
        ("<div>Nf3</div><div>hello</div>", "Nf3\nhello\n"),
        ("<p>Nf3</p><p>hello</p>", "Nf3\n\nhello\n"),
        (
            "<p class=MsoNormal>Nf3<o:p></o:p></p><p class=\"MsoNormal\">hello</p>",
            "Nf3\nhello\n",
        ),
        ("a<br>b<br><br>c", "a\nb\n\nc\n"),
        ("<div>a<br></div><div><br></div><div>b</div>", "a\n\nb\n"),
        ("N<b>f</b>3", "Nf3\n"),
        (
            "1.&nbsp;e4 &amp; e8&#61;Q &#9816;f3 &lt;b&gt;",
            "1. e4 & e8=Q ♘f3 <b>\n",
        ),
        (
            "<blockquote>old<blockquote>older</blockquote></blockquote>new",
            "> old\n>> older\nnew\n",
        ),
        (
            "Nf3<div class=\"gmail_quote\"><div class=\"gmail_attr\">On Fri, Bob wrote:<br></div><blockquote class=\"gmail_quote\">12. e4</blockquote></div>",
            "Nf3\n> On Fri, Bob wrote:\n> 12. e4\n",
        ),
        (
            "<div>e5</div><hr><div id=\"divRplyFwdMsg\"><b>From:</b> x</div><div>12. e4</div>",
            "e5\n> From: x\n> 12. e4\n",
        ),
        (
            "<div class=\"yahoo_quoted\" id=x><div>On Fri<div>12. e4</div></div></div>d5",
            "> On Fri\n> 12. e4\nd5\n",
        ),
        (
            "<style>p { x }</style><script>if (a<b) e4</script>e5",
            "e5\n",
        ),
        ("<title>e4</title><!-- e4 -->e5<!-- open", "e5\n"),
        ("<span style=\"display: none\">hidden</span>seen", "seen\n"),
        // An empty line in Outlook.
        (
            "<p class=MsoNormal>note: x<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>hello</p>",
            "note: x\n\nhello\n",
        ),
        ("<p>a</p><p>&nbsp;</p><p>b</p>", "a\n\nb\n"),
        ("a<div> \n </div>b", "a\nb\n"),
        ("<p hidden>e4</p>d4", "d4\n"),
        ("<p class=a hidden style=b>e4</p>d4", "d4\n"),
        ("<p style=\"font-size: 0px\">e4</p>d4", "d4\n"),
        ("<p style=\"opacity:0.0\">e4</p>d4", "d4\n"),
        ("<p style=\"visibility: hidden\">e4</p>d4", "d4\n"),
        (
            "<p class=\"hidden\" style=\"font-size:0.9em;opacity:1\">e4</p>",
            "e4\n",
        ),
        ("<s>e4</s> d4", "~~e4~~ d4\n"),
        ("<pre>a  b\nc</pre>", "a  b\nc\n"),
        ("a &lt b & c < d", "a &lt b & c < d\n"),
        (
            "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>",
            "a  b\nc\n",
        ),
        ("<ol start=\"12\"><li>Nf3</li></ol>", "12. Nf3\n"),
        ("<ol><li>e4</li></ol>", "e4\n"),
        ("Nf3 <span style='font-family:Wingdings'>J</span>", "Nf3\n"),
        (
            "<img alt=\"♘\" src=\"x>y\">f3 <img alt='logo of the club'>",
            "♘f3\n",
        ),
        (
            "e4<div class=\"gmail_signature\">Bob<br>1. d4</div>",
            "e4\n--\nBob\n1. d4\n",
        ),
        (
            "<blockquote>a<div>b</blockquote>c</div>d",
            "> a\n> b\nc\nd\n",
        ),
        (
            "<div><blockquote>a</div>still quoted",
            "> a\n> still quoted\n",
        ),
        ("<div title=\"a>b\">Nf3</div>", "Nf3\n"),
        ("", ""),
    ];
    for (html, expected) in table {
        assert_eq!(to_text(html), expected, "{html}");
    }
}

#[test]
fn hostile_html_takes_linear_time() {
    for html in [
        "<div>".repeat(100_000),
        "<blockquote>".repeat(50_000),
        "<!--".repeat(100_000),
        "<a b=\"".repeat(80_000),
        "</div>".repeat(80_000),
        "&amp".repeat(100_000),
        "<".repeat(500_000),
        "<script>".repeat(60_000),
        "a".repeat(2_000_000),
    ] {
        let text = to_text(&html);
        assert!(text.len() <= 3 * HTML);
    }
}

#[test]
fn struck_text_is_noticed() {
    assert!(has_struck_text("<S>e4</S> d4"));
    assert!(!has_struck_text("<span>e4</span>"));
}
