use crate::chess::pgn::{GameText, read_pgn};

#[test]
fn only_what_is_not_said_of_the_opening_is_filled_in() {
    let moves = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *";
    let table = [
        ("", ["B90", "Sicilian Defense", "Najdorf Variation"]),
        (
            "[ECO \"?\"][Variation \"\"]",
            ["B90", "Sicilian Defense", "Najdorf Variation"],
        ),
        (
            "[ECO \"B90\"]",
            ["B90", "Sicilian Defense", "Najdorf Variation"],
        ),
        // another name for it
        ("[Opening \"Sicilian\"]", ["B90", "Sicilian", "-"]),
        // another opinion
        ("[ECO \"B99\"]", ["B99", "-", "-"]),
        (
            "[Opening \"Sicilian Defense\"][Variation \"Scheveningen\"]",
            ["B90", "Sicilian Defense", "Scheveningen"],
        ),
    ];
    for (tags, expected) in table {
        let text = GameText::of(format!("{tags}\n\n{moves}"));
        let mut record = read_pgn(&text).unwrap().record;
        record.name_opening();
        let said = ["ECO", "Opening", "Variation"].map(|tag| record.tag(tag).unwrap_or("-"));
        assert_eq!(said, expected, "{tags}");
    }
}
