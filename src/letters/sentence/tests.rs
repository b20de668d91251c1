use super::*;

#[test]
fn a_sentence_says_its_values_and_chooses_forms_by_numbers() {
    let said = |moves: u32| {
        sentence!(
            "{{ name }} made {{ moves }} {{ moves|count(\"move\", \"moves\") }}",
            name = "Bob",
            moves
        )
        .to_string()
    };
    assert_eq!(said(0), "Bob made 0 moves");
    assert_eq!(said(1), "Bob made 1 move");
    assert_eq!(said(2), "Bob made 2 moves");
}

#[test]
fn what_somebody_wrote_is_no_template() {
    let name = "{{ name }} {% for %} <b>\"'";
    assert_eq!(
        sentence!("it is {{ name }}", name).to_string(),
        format!("it is {name}")
    );
    assert_eq!(Sentence::from(name).to_string(), name);
}

#[test]
fn several_are_listed() {
    for (items, all, any) in [
        (vec![], "", ""),
        (vec!["a"], "a", "a"),
        (vec!["a", "b"], "a and b", "a or b"),
        (vec!["a", "b", "c"], "a, b and c", "a, b or c"),
    ] {
        assert_eq!(Sentence::all_of(items.clone()).to_string(), all);
        assert_eq!(Sentence::any_of(items).to_string(), any);
    }
}

#[test]
fn in_a_template_a_sentence_is_text_of_the_readers_language() {
    use minijinja::value::Serde;
    #[derive(Serialize)]
    struct Letter {
        why: Sentence,
        several: Vec<Option<Sentence>>,
        both: (String, Sentence),
    }
    let over = || sentence!("the game is over");
    let letter = Letter {
        why: over(),
        several: vec![Some(over()), None],
        both: ("a".to_owned(), over()),
    };
    let value = Value::from(Serde(letter));
    let text = "{{ why ~ '!' }} {{ 'yes' if 'ist' in why else 'no' }} {{ several[0] }} {{ 'none' if several[1] is none }} {{ both[1] }}";
    let render = |language: Language| {
        minijinja::Environment::new()
            .render_str(text, language.put_into_words(&value))
            .unwrap()
    };
    assert_eq!(
        render(Language::German),
        "die Partie ist beendet! yes die Partie ist beendet none die Partie ist beendet"
    );
    assert_eq!(
        render(Language::English),
        "the game is over! no the game is over none the game is over"
    );
}
