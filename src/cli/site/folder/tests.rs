use super::*;

/// A folder of its own, which is removed with it.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let path = std::env::temp_dir().join(format!("penpawn-site-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Place(path)
    }

    fn text(&self, path: &str) -> String {
        fs::read_to_string(self.0.join(path)).unwrap_or_default()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn plan(files: &[(&str, &str)]) -> Plan {
    let files = files.iter();
    files
        .map(|(path, text)| ((*path).to_owned(), digest_of(text.as_bytes())))
        .collect()
}

fn run(place: &Place, files: &[(&str, &str)]) -> anyhow::Result<(usize, usize)> {
    let mut folder = Folder::open(&place.0)?;
    let plan = plan(files);
    folder.announce(&plan)?;
    folder.remove_over(&plan)?;
    for (path, text) in files {
        folder.write(path, digest_of(text.as_bytes()), text.as_bytes())?;
    }
    let done = folder.finish()?;
    Ok((done.written, done.removed))
}

#[test]
fn only_what_changed_is_written_and_only_what_is_ours_is_removed() {
    let place = Place::new("changes");
    let first = [
        ("a.html", "1"),
        ("games/b.html", "2"),
        ("games/c.html", "3"),
    ];
    assert_eq!(run(&place, &first).unwrap(), (3, 0));
    assert_eq!(run(&place, &first).unwrap(), (0, 0));
    fs::write(place.0.join("games/mine.txt"), "mine").unwrap();
    let second = [("a.html", "1"), ("games/b.html", "4")];
    assert_eq!(run(&place, &second).unwrap(), (1, 1));
    assert_eq!(place.text("games/b.html"), "4");
    assert_eq!(place.text("games/mine.txt"), "mine");
    assert!(!place.0.join("games/c.html").exists());
    // A file that somebody has removed or cut comes back.
    fs::remove_file(place.0.join("a.html")).unwrap();
    fs::write(place.0.join("games/b.html"), "").unwrap();
    assert_eq!(run(&place, &second).unwrap(), (2, 0));
    let mode = fs::metadata(place.0.join("games/b.html")).unwrap();
    assert_eq!(mode.permissions().mode() & 0o777, 0o644);
}

#[test]
fn what_is_not_ours_is_neither_overwritten_nor_taken_for_a_site() {
    let place = Place::new("foreign");
    fs::create_dir_all(&place.0).unwrap();
    fs::write(place.0.join("index.html"), "mine").unwrap();
    let told = run(&place, &[("index.html", "ours")]).unwrap_err();
    assert!(
        told.to_string()
            .contains("index.html, and no site of penpawn"),
        "{told}"
    );
    assert_eq!(place.text("index.html"), "mine");
    assert!(!place.0.join(LOCK).exists(), "nothing is left there");
    fs::remove_file(place.0.join("index.html")).unwrap();
    run(&place, &[("index.html", "ours")]).unwrap();
    fs::write(place.0.join("new.html"), "mine").unwrap();
    let told = run(&place, &[("index.html", "changed"), ("new.html", "ours")]).unwrap_err();
    assert!(told.to_string().contains("new.html is not ours"), "{told}");
    assert_eq!(place.text("index.html"), "ours", "nothing was changed");
    assert_eq!(place.text("new.html"), "mine");
}

#[test]
fn a_run_that_was_broken_off_is_gone_on_with() {
    let place = Place::new("broken");
    let files = [("a.html", "1"), ("games/b.html", "2")];
    {
        let mut folder = Folder::open(&place.0).unwrap();
        folder.announce(&plan(&files)).unwrap();
        folder.write("a.html", digest_of(b"1"), b"1").unwrap();
        fs::write(place.0.join(UNFINISHED), "half").unwrap();
    }
    // What is in the file that was written is not sure, so it is written again.
    assert_eq!(run(&place, &files).unwrap(), (2, 0));
    assert_eq!(run(&place, &files).unwrap(), (0, 0));
    assert!(!place.0.join(UNFINISHED).exists());
}

#[test]
fn two_runs_exclude_each_other() {
    let place = Place::new("two");
    let held = Folder::open(&place.0).unwrap();
    let told = Folder::open(&place.0).unwrap_err();
    assert!(
        told.to_string()
            .contains("another `penpawn site` is at work"),
        "{told}"
    );
    drop(held);
    Folder::open(&place.0).unwrap();
}

#[test]
fn no_line_of_the_list_leads_elsewhere() {
    for path in [
        "../passwd",
        "/etc/passwd",
        ".htaccess",
        "games/../../x",
        "games/.x",
        "a/b/c",
        "",
    ] {
        assert!(!is_ours(path), "{path}");
    }
    assert!(is_ours("games/17.html") && is_ours("players/ann-0a1b.html"));
    let list = format!("{FIRST}\n- 0 ../passwd\n");
    assert!(read_list(&list).is_err());
}
