//! What documents and comments refer to exists: links to files and headings, files, and sections of `docs/internals`.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files below a folder with one of the endings.
fn files(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            files(&path, endings, found);
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            found.push(path);
        }
    }
}

fn texts(endings: &[&str]) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    files(&root(), endings, &mut found);
    let read = |path: PathBuf| Some((path.clone(), std::fs::read_to_string(path).ok()?));
    found.into_iter().filter_map(read).collect()
}

/// The headings of a document, as links name them.
fn anchors(text: &str) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    for heading in text.lines().filter(|line| line.starts_with('#')) {
        let title = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = title.chars().filter(|it| it.is_alphanumeric() || matches!(it, ' ' | '-' | '_'));
        let anchor: String = kept.map(|it| if it == ' ' { '-' } else { it }).collect();
        // A heading that is there before gets a number.
        let before = anchors.iter().filter(|other| **other == anchor).count();
        anchors.push(if before > 0 { format!("{anchor}-{before}") } else { anchor });
    }
    anchors
}

#[test]
fn links_lead_somewhere() {
    let mut wrong = Vec::new();
    for (path, text) in texts(&[".md"]) {
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") || link.contains(char::is_whitespace) {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { path.with_file_name("").join(file) };
            let exists = match anchor {
                "" => target.exists(),
                _ => std::fs::read_to_string(&target).is_ok_and(|text| anchors(&text).iter().any(|it| it == anchor)),
            };
            if !exists {
                wrong.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Is there such a file or folder? `explore/plan.rs` and `explore/plan` are in `crates/explore/src`, others in the folder that they name.
fn exists(name: &str) -> bool {
    let Some((first, rest)) = name.split_once('/') else { return true };
    let package = root().join("crates").join(first);
    let candidates = match package.is_dir() {
        true => [package.join("src").join(rest), package.join("src").join(format!("{rest}.rs")), package.join(rest)],
        false => [(); 3].map(|()| root().join(name)),
    };
    candidates.iter().any(|path| path.exists())
}

#[test]
fn documents_name_files_that_exist() {
    let is_ours =
        |path: &PathBuf| path.ends_with("CONTRIBUTING.md") || path.parent().is_some_and(|it| it.ends_with("internals"));
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (path, text) in texts(&[".md"]).into_iter().filter(|(path, _)| is_ours(path)) {
        // Every second piece between backticks is code.
        let names = text.split('`').skip(1).step_by(2).filter(|name| name.contains('/'));
        let is_path =
            |name: &&str| name.chars().all(|it| it.is_ascii_lowercase() || matches!(it, '_' | '-' | '/' | '.'));
        for name in names.filter(is_path) {
            count += 1;
            if !exists(name) {
                wrong.push(format!("{}: {name}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 10, "only {count} files are named");
}

/// `NAME.md`, as it stands in a text, with the numbers of the sections that are named directly behind it.
fn citations(text: &str) -> impl Iterator<Item = (&str, Vec<u32>)> {
    text.match_indices(".md").map(|(at, ending)| {
        let is_part = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_' | '/' | '.');
        let start = text[..at].rfind(|it| !is_part(it)).map_or(0, |before| before + 1);
        let behind: String = text[at + ending.len()..].chars().take(60).filter(|it| !matches!(it, '/' | '!')).collect();
        let behind = behind.trim_start_matches(['`', ',', ')', '\n', ' ']);
        let numbers = behind.strip_prefix("sections ").or_else(|| behind.strip_prefix("section "));
        let numbers = numbers.into_iter().flat_map(|numbers| numbers.split([' ', ',']));
        let numbers =
            numbers.filter(|it| *it != "and").map_while(|it| it.trim_end_matches([')', '.', ':']).parse().ok());
        (&text[start..at + ending.len()], numbers.collect())
    })
}

#[test]
fn comments_cite_sections_that_exist() {
    let (mut wrong, mut sections) = (Vec::new(), 0);
    let this = Path::new(file!()).file_name();
    for (path, text) in texts(&[".rs", ".c", ".cpp", ".h"]).into_iter().filter(|(path, _)| path.file_name() != this) {
        for (name, numbers) in citations(&text) {
            let Ok(cited) = std::fs::read_to_string(root().join(name)) else {
                wrong.push(format!("{}: there is no {name}", path.display()));
                continue;
            };
            sections += numbers.len();
            let is_missing = |number: &&u32| !cited.lines().any(|line| line.starts_with(&format!("## {number}. ")));
            let missing = numbers.iter().filter(is_missing);
            wrong.extend(missing.map(|number| format!("{}: {name} has no section {number}", path.display())));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(sections > 4, "only {sections} sections were found to be cited");
}

#[test]
fn citations_are_found() {
    let text = "//! (`docs/a.md`,\n//! sections 2 and 6). Then `b.md`, section 3: more; c.md too";
    let found: Vec<_> = citations(text).collect();
    assert_eq!(found, [("docs/a.md", vec![2, 6]), ("b.md", vec![3]), ("c.md", vec![])]);
}
