use super::*;

#[test]
fn words_say_what_is_looked_for() {
    let filter = wanted(
        "Fischer, Robert opening ruy lopez result 1-0 since 1990 until 1992.11 in Old games",
    )
    .unwrap()
    .filter;
    assert_eq!(filter.player.as_deref(), Some("Fischer, Robert"));
    assert_eq!(filter.opening.as_deref(), Some("ruy lopez"));
    assert_eq!(filter.result.as_deref(), Some("1-0"));
    assert_eq!(filter.since.as_deref(), Some("1990.00.00"));
    assert_eq!(filter.until.as_deref(), Some("1992.11.99"));
    assert_eq!(filter.collection.as_deref(), Some("Old games"));
    let filter = wanted("position 8/8/8/8/8/8/8/8 game 17").unwrap().filter;
    assert!(filter.board.is_some());
    assert_eq!(filter.number, Some(17));
    let filter = wanted("Ann material KRP vs KR since 1990").unwrap().filter;
    assert_eq!(filter.material, Material::read("KRP-KR"));
    assert_eq!(filter.player.as_deref(), Some("Ann"));
    let table = [
        ("", "nothing says what to look for"),
        ("player", "nothing says what to look for"),
        (
            "result won",
            "won is no result; write 1-0, 0-1, 1/2-1/2 or *",
        ),
        (
            "since yesterday",
            "yesterday is no day; write 1992, 1992.11 or 1992.11.04",
        ),
        ("Ann opening", "nothing stands behind \"opening\""),
        ("game x", "x is no number"),
        (
            "material rook",
            "rook are no men of two sides; write White's and Black's, as in KRP-KR",
        ),
    ];
    for (words, why) in table {
        assert_eq!(wanted(words).unwrap_err().to_string(), why, "{words}");
    }
    assert!(
        wanted("position 8/8")
            .unwrap_err()
            .to_string()
            .starts_with("the FEN is wrong: ")
    );
}
