//! Parses the dependencies that clang writes with `-MD`: a make rule.

use std::path::PathBuf;

/// The prerequisites. Blanks and `#` in names are escaped with a backslash, and `$` is doubled.
pub(super) fn parse(text: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut file = String::new();
    let mut in_target = true;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some('\n')) => {
                chars.next();
                finish(&mut files, &mut file);
            }
            ('\\', Some('\r')) => finish(&mut files, &mut file),
            ('\\', Some(&escaped @ (' ' | '#' | ':'))) => {
                chars.next();
                file.push(escaped);
            }
            ('$', Some('$')) => {
                chars.next();
                file.push('$');
            }
            // A colon ends the target if a blank follows; otherwise it is part of a name.
            (':', next) if in_target && next.is_none_or(|c| c.is_whitespace()) => {
                in_target = false;
                file.clear();
            }
            // Rules without prerequisites may follow, for headers that disappear.
            ('\n', _) if !in_target => {
                finish(&mut files, &mut file);
                break;
            }
            (c, _) if c.is_whitespace() => {
                if in_target {
                    file.clear();
                } else {
                    finish(&mut files, &mut file);
                }
            }
            (c, _) => file.push(c),
        }
    }
    if !in_target {
        finish(&mut files, &mut file);
    }
    files
}

fn finish(files: &mut Vec<PathBuf>, file: &mut String) {
    if !file.is_empty() {
        files.push(PathBuf::from(std::mem::take(file)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_blanks_and_signs() {
        let text = "out/a b.ll: src/t.c \\\n  /usr/include/x.h my\\ dir/y\\#1$$.h \\\n c:/z.h\n\ny.h:\n";
        let expected = ["src/t.c", "/usr/include/x.h", "my dir/y#1$.h", "c:/z.h"].map(PathBuf::from);
        assert_eq!(parse(text), expected);
        assert_eq!(parse(""), Vec::<PathBuf>::new());
        assert_eq!(parse("t.ll"), Vec::<PathBuf>::new());
        assert_eq!(parse("t.ll: \\"), vec![PathBuf::from("\\")]);
    }
}
