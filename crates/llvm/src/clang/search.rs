//! Where clang looks for headers, and in which folders a new one would be found before one that was used.
//!
//! A list of the files that were read does not say where others were looked for in vain. A header that is created there later
//! hides the one that was used, or turns `__has_include` round. So a cached module depends on folders, too: on which headers and
//! folders are in them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What clang says with `-v` before it compiles.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SearchList {
    /// The folders of the search list, and those that would be in it if they existed.
    pub folders: Vec<PathBuf>,
}

/// The line after which clang says what it says without `-v`.
const END: &str = "End of search list.\n";

impl SearchList {
    /// Parses the output; what follows it is returned, too. `None` if there is no search list.
    pub fn parse(output: &str) -> Option<(SearchList, &str)> {
        let (head, messages) = output.split_once(END)?;
        let missing =
            head.lines().filter_map(|line| line.strip_prefix("ignoring nonexistent directory \"")?.strip_suffix('"'));
        let (_, list) = head.split_once("#include \"...\" search starts here:\n")?;
        let listed = list.lines().filter_map(|line| line.strip_prefix(' '));
        // A framework is marked behind its name; there are none where these headers are.
        let folders = missing.chain(listed).map(PathBuf::from).collect();
        Some((SearchList { folders }, messages))
    }

    /// The folders in which a new file or folder could change what is included by these files, which were read: sorted, and
    /// each exists. `probed` are names that were looked for with `__has_include`.
    pub fn watched(&self, files: &[PathBuf], probed: &[PathBuf]) -> Vec<PathBuf> {
        let parent = |file: &PathBuf| file.parent().map(Path::to_path_buf);
        // Headers in quotes are looked for beside the file that includes them first.
        let folders: BTreeSet<PathBuf> = self.folders.iter().cloned().chain(files.iter().filter_map(parent)).collect();
        // By which name a file was included is not known, only that it is the rest of its path behind some folder.
        let rest = |file: &Path| -> Vec<PathBuf> {
            let rests = folders.iter().filter_map(|folder| file.strip_prefix(folder).ok());
            rests.filter_map(|rest| rest.parent().map(Path::to_path_buf)).collect()
        };
        let mut inner: BTreeSet<PathBuf> = files.iter().flat_map(|file| rest(file)).collect();
        inner.extend(probed.iter().filter_map(parent));
        let pairs = folders.iter().flat_map(|folder| inner.iter().map(move |inner| folder.join(inner)));
        pairs.map(|folder| nearest_folder(&folder)).collect::<BTreeSet<_>>().into_iter().collect()
    }
}

/// The folder, or the nearest one above it that exists.
fn nearest_folder(folder: &Path) -> PathBuf {
    let here = || PathBuf::from(".");
    let named = |path: &Path| if path.as_os_str().is_empty() { here() } else { path.to_path_buf() };
    folder.ancestors().map(named).find(|path| path.is_dir()).unwrap_or_else(here)
}

/// The names that a source looks for with `__has_include` or `__has_include_next`; `None` if it may look for files in other ways: by a name
/// that is a macro, or for data (`#embed`, `__has_embed`).
pub(super) fn probed(source: &[u8]) -> Option<Vec<PathBuf>> {
    let text = String::from_utf8_lossy(source);
    let embeds =
        |line: &str| line.trim_start().strip_prefix('#').is_some_and(|it| it.trim_start().starts_with("embed"));
    if text.contains("__has_embed") || text.contains("embed") && text.lines().any(embeds) {
        return None;
    }
    let mut names = Vec::new();
    for (at, probe) in text.match_indices("__has_include") {
        let before = text[..at].lines().next_back().filter(|_| !text[..at].ends_with('\n')).unwrap_or("");
        let rest = text[at + probe.len()..].lines().next().unwrap_or("");
        let argument = rest.trim_start_matches("_next").trim_start().strip_prefix('(').map(str::trim_start);
        match argument {
            // Asked whether it is there, or defined where it is not.
            None => {}
            Some(_) if before.contains("define") => {}
            Some(argument) => {
                let name = argument.strip_prefix(['<', '"'])?;
                names.push(PathBuf::from(name.split_once(['>', '"'])?.0));
            }
        }
    }
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_list_is_told_from_messages() {
        let output = "clang version 19\n \"clang\" -cc1\nignoring nonexistent directory \"/opt/a b\"\n\
            #include \"...\" search starts here:\n q\n#include <...> search starts here:\n /tmp\n /usr/include\nEnd of search list.\n\
            t.c:1:1: warning: unused\n";
        let (search, messages) = SearchList::parse(output).unwrap();
        assert_eq!(search.folders, ["/opt/a b", "q", "/tmp", "/usr/include"].map(PathBuf::from));
        assert_eq!(messages, "t.c:1:1: warning: unused\n");
        assert_eq!(SearchList::parse("t.c:1:1: error: no\n"), None);
    }

    #[test]
    fn folders_that_could_hide_a_header_are_watched() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        for folder in ["first/sys", "second/sys", "src"] {
            std::fs::create_dir_all(at(folder)).unwrap();
        }
        let search = SearchList { folders: vec![at("first"), at("missing/deep"), at("second")] };
        let watched = search.watched(&[at("src/t.c"), at("second/sys/x.h")], &[]);
        // Where nothing is yet, the folder in which it would appear.
        for folder in ["first", "first/sys", "second", "second/sys", "src", ""] {
            let folder = if folder.is_empty() { dir.path().to_path_buf() } else { at(folder) };
            assert!(watched.contains(&folder), "{} is not in {watched:?}", folder.display());
        }
        assert!(watched.iter().all(|folder| folder.is_dir()));
    }

    #[test]
    fn names_that_are_probed() {
        let source = b"#if __has_include(<sys/a.h>) && defined X\n#elif __has_include ( \"b.h\" )\n#if __has_include_next(<c.h>)\n__has_include\n";
        assert_eq!(probed(source), Some(["sys/a.h", "b.h", "c.h"].map(PathBuf::from).to_vec()));
        let asked =
            b"#ifdef __has_include\n#if defined(__has_include)\n# define __has_include(x) 0\n#endif\nint embed;\n";
        assert_eq!(probed(asked), Some(vec![]));
    }

    #[test]
    fn what_is_looked_for_in_other_ways_is_not_known() {
        for source in ["#if __has_include(HEADER)\n", "#if __has_embed(\"a.bin\")\n", "  # embed \"a.bin\"\n"] {
            assert_eq!(probed(source.as_bytes()), None, "{source}");
        }
    }
}
