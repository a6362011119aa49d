//! Clients of libraries, as data: `tests/clients/GROUP.tests` says what is known about the programs in `tests/clients/GROUP/`,
//! in the rows of `programs.rs`.
//!
//! The comments at the head of a group say what it needs, and what its ports are called:
//!
//! ```text
//! # needs <ck_ring.h> from libck-dev
//! # port assembly:
//! # port builtins: -DCK_USE_CC_BUILTINS=1 -DCK_MD_RMO
//! ```
//!
//! Without its headers a group is skipped, which is said. `GROUP=ck` runs one group only, and `TABLE=FILE` writes a table of what
//! was found (`make clients` prints it).

mod rows;
mod table;

use std::path::{Path, PathBuf};

use raddle_llvm::Input;
use rows::{Row, run};

/// Programs around one library.
struct Group {
    name: String,
    needs: Vec<Header>,
    ports: Vec<Port>,
    rows: Vec<Row>,
}

/// A header, and the package that has it.
struct Header {
    name: String,
    package: String,
}

/// A way to compile a library.
struct Port {
    name: String,
    flags: Vec<String>,
}

#[test]
fn every_client_has_the_verdict_that_is_known() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/clients");
    let wanted = std::env::var("GROUP").unwrap_or_default();
    let mut failures = Vec::new();
    let mut table = String::new();
    for group in groups(&folder).into_iter().filter(|group| wanted.is_empty() || group.name == wanted) {
        if let Some(Header { name, package }) = group.needs.iter().find(|header| !group.has(header)) {
            let skipped = format!("{}: {} rows skipped: there is no {name} ({package})", group.name, group.rows.len());
            eprintln!("{skipped}");
            table += &format!("## {}\n\n{skipped}\n\n", group.name);
            continue;
        }
        let results = run::all(&folder.join(&group.name), &group.rows, &[]);
        failures.extend(run::failures(&group.rows, &results).iter().map(|failure| format!("{} {failure}", group.name)));
        table += &table::markdown(&group, &results);
    }
    if let Some(file) = std::env::var_os("TABLE") {
        std::fs::write(&file, &table).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    }
    assert!(failures.is_empty(), "{} rows fail\n{}", failures.len(), failures.join("\n"));
}

/// All groups, by name.
fn groups(folder: &Path) -> Vec<Group> {
    let entries = std::fs::read_dir(folder).expect("there are clients");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "tests"));
    files.sort();
    files.iter().map(|file| Group::read(file)).collect()
}

impl Group {
    fn read(file: &Path) -> Group {
        let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let rows = rows::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let comments = || text.lines().filter_map(|line| line.strip_prefix("# "));
        let needs = comments().filter_map(|line| line.strip_prefix("needs ")?.split_once(" from "));
        let ports = comments().filter_map(|line| line.strip_prefix("port ")?.split_once(':'));
        Group {
            name: file.file_stem().expect("a file has a name").to_string_lossy().into_owned(),
            needs: needs.map(|(name, package)| Header { name: name.to_owned(), package: package.to_owned() }).collect(),
            ports: ports
                .map(|(name, flags)| Port {
                    name: name.to_owned(),
                    flags: flags.split_whitespace().map(str::to_owned).collect(),
                })
                .collect(),
            rows,
        }
    }

    /// Does the compiler find a header?
    fn has(&self, header: &Header) -> bool {
        let is_c = self.rows.iter().all(|row| row.file.ends_with(".c"));
        let probe = format!("has-{}.{}", self.name, if is_c { "c" } else { "cpp" });
        let probe = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(probe);
        let text =
            format!("#if !__has_include({})\n#error missing\n#endif\nint main(void) {{ return 0; }}\n", header.name);
        std::fs::write(&probe, text).unwrap_or_else(|error| panic!("{}: {error}", probe.display()));
        run::remembered(Input::new(probe)).read().is_ok()
    }

    /// The port that a row is about: of those whose flags it has, the one with most of them.
    fn port(&self, row: &Row) -> Option<&Port> {
        let fitting = self.ports.iter().filter(|port| port.flags.iter().all(|flag| row.flags.contains(flag)));
        fitting.max_by_key(|port| port.flags.len())
    }
}
