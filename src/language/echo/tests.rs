use super::*;

const SENT: &str = "Bob played 12. Bb5.\n\nIt is your move.\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7\n\nrnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n\n8 r n b q k b n r\n7 p p p p . p p p\n  a b c d e f g h\n";

fn own(answer: &str) -> Vec<&str> {
    let lines: Vec<&str> = answer.lines().collect();
    let origins = origins(&lines, SENT);
    lines
        .into_iter()
        .zip(origins)
        .filter(|(line, origin)| *origin == Origin::Own && !line.trim().is_empty())
        .map(|(line, _)| line)
        .collect()
}

#[test]
fn what_we_sent_is_subtracted_however_it_is_wrapped() {
    for echo in [
        SENT.to_owned(),
        SENT.replace('\n', " "),
        SENT.replace(' ', "\n"),
        SENT.replace("\n\n", "\n"),
        SENT.replace("8/PPPP", "8/PP\nPP"),
        SENT.replace(". ", ".\u{A0}"),
        SENT.lines().map(|l| format!("*{l}*\n")).collect(),
    ] {
        assert_eq!(own(&format!("Nf6\n\n{echo}")), ["Nf6"], "{echo}");
        assert_eq!(own(&format!("{echo}\nNf6")), ["Nf6"], "{echo}");
    }
}

#[test]
fn a_move_that_also_stands_in_our_mail_is_still_the_players() {
    for answer in [
        "Nf6",
        "e5",
        "5. O-O",
        "12. Bb5",
        "4. Ba4 Nf6",
        "1. e4 e5 2. Nf3",
    ] {
        assert_eq!(own(answer), [answer]);
    }
}

#[test]
fn a_score_that_goes_on_is_the_players() {
    for answer in [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 *",
    ] {
        assert_eq!(own(answer), [answer]);
    }
}

#[test]
fn a_short_run_counts_only_over_a_line_end() {
    assert_eq!(own("Nf6\n\nIt is\nyour move."), ["Nf6"]);
    assert_eq!(own("It is your move."), ["It is your move."]);
}

#[test]
fn a_short_line_at_the_end_of_an_echo_is_doubtful() {
    let lines = ["1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4", "Nf6"];
    assert_eq!(origins(&lines, SENT), [Origin::Ours, Origin::Doubtful]);
}

#[test]
fn hostile_answers_take_linear_time() {
    let many = ". ".repeat(100_000);
    let lines: Vec<&str> = many.lines().collect();
    assert_eq!(origins(&lines, &many).len(), lines.len());
}

#[test]
fn what_its_reader_is_told_that_they_said_is_theirs_where_they_say_it_again() {
    let sent = "Your mail says \"I'd say Qxd7. What do you think of Kyle's game\nagainst Mrs Ellis?\", and we cannot tell whether Qxd7 is your move.\n\nIf it is, answer with \"yes\".\n";
    let own = |answer: &str| {
        let lines: Vec<String> = answer.lines().map(str::to_owned).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let origins = origins(&lines, sent);
        lines
            .into_iter()
            .zip(origins)
            .filter(|(line, origin)| *origin == Origin::Own && !line.trim().is_empty())
            .map(|(line, _)| line.to_owned())
            .collect::<Vec<String>>()
    };
    let words = "What do you think of Kyle's game against Mrs Ellis?";
    assert_eq!(own(&format!("yes\n\n{words}\n")), ["yes", words]);
    // Without marks, and with ours around it.
    assert_eq!(own(&format!("yes\n\n{sent}")), ["yes"]);
    assert_eq!(own(&format!("yes\n\n{words}\n\n{sent}")), ["yes", words]);
    let wrapped = sent.replace('\n', " ").replace(". ", ".\n");
    assert_eq!(own(&format!("yes\n\n{wrapped}")), ["yes"]);
}
