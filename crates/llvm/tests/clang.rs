//! The compiler, if there is one. Otherwise these tests say so and pass.

use std::fs;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::Duration;

use raddle_llvm::{Cache, Clang, Compilation, Error};
use tempfile::TempDir;

/// A directory of its own for each test.
struct Dir(TempDir);

impl Dir {
    fn new() -> Dir {
        Dir(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, text).unwrap();
        // Files that change while the compiler runs are not cached, and clocks are coarse.
        sleep(Duration::from_millis(20));
        path
    }
}

fn clang() -> Option<Clang> {
    match Clang::find(None) {
        Ok(clang) => Some(clang),
        Err(error) => {
            eprintln!("skipped: {error}");
            None
        }
    }
}

#[test]
fn what_clang_writes_is_read() {
    let Some(clang) = clang() else { return };
    let sources: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "sources"].iter().collect();
    for source in ["atomics.c", "language.c", "classes.cpp"] {
        let compilation = Compilation::new(sources.join(source)).flag("-w").flag("-mcx16");
        match clang.compile(&compilation, &Cache::disabled()) {
            Ok(compiled) => {
                let module = compiled.parse().unwrap_or_else(|error| panic!("{source}: {error}"));
                assert!(module.functions.len() > 5);
            }
            // The assembly of the test is that of one machine.
            Err(Error::Compile { messages, .. }) => eprintln!("skipped {source}: {messages}"),
            Err(error) => panic!("{source}: {error}"),
        }
    }
}

#[test]
fn a_module_is_remembered_until_something_changes() {
    let Some(clang) = clang() else { return };
    let (dir, store) = (Dir::new(), Dir::new());
    let cache = Cache::at(store.0.path());
    let header = dir.file("a name.h", "#define ANSWER 42\n");
    let source = dir.file("t.c", "#include \"a name.h\"\nint answer(void) { return ANSWER; }\n");
    let compilation = Compilation::new(&source).include(dir.0.path());
    let cached = |compilation: &Compilation| {
        let compiled = clang.compile(compilation, &cache).unwrap();
        (compiled.cached, compiled.text.read().into_owned())
    };
    let (first, text) = cached(&compilation);
    assert!(!first && text.contains("ret i32 42"));
    assert_eq!(cached(&compilation), (true, text.clone()));
    assert!(!cached(&compilation.clone().flag("-DX")).0, "another flag");
    fs::write(header, "#define ANSWER 43\n").unwrap();
    sleep(Duration::from_millis(20));
    let (second, text) = cached(&compilation);
    assert!(!second && text.contains("ret i32 43"));
    assert!(cached(&compilation).0);
    dir.file("new.h", "");
    assert!(!cached(&compilation).0, "a header that may hide another");
    let damaged = fs::read_dir(store.0.path()).unwrap().map(|entry| entry.unwrap().path());
    damaged.for_each(|path| fs::write(path, "nonsense").unwrap());
    assert!(!cached(&compilation).0, "damaged");
}

/// Files that are looked for by a macro, have no name of a header, or are data: what depends on them is compiled each time.
#[test]
fn a_new_file_that_is_no_header_is_found() {
    let Some(clang) = clang() else { return };
    let (dir, store) = (Dir::new(), Dir::new());
    let cache = Cache::at(store.0.path());
    let probes = [
        "#define NAME \"a.cfg\"\n#if __has_include(NAME)\n",
        "#if __has_include(\"b.cfg\")\n",
        "#if __has_embed(\"c.bin\")\n",
    ];
    for (index, (probe, new)) in probes.into_iter().zip(["a.cfg", "b.cfg", "c.bin"]).enumerate() {
        let text = format!("{probe}#define X 2\n#else\n#define X 1\n#endif\nint answer(void) {{ return X; }}\n");
        let compilation = Compilation::new(dir.file(&format!("probe{index}.c"), &text));
        let answer = || match clang.compile(&compilation, &cache) {
            Ok(compiled) => Some(compiled.text.read().contains("ret i32 2")),
            // Older ones have no `__has_embed`.
            Err(_) => None,
        };
        let before = answer();
        dir.file(new, "1");
        assert!(matches!((before, answer()), (Some(false), Some(true)) | (None, None)), "{probe}");
    }
}

/// Headers, and the folders in which they are looked for: a new one is not missed, wherever clang would have found it first.
#[test]
fn a_new_header_is_found_first() {
    let Some(clang) = clang() else { return };
    let (dir, store) = (Dir::new(), Dir::new());
    let cache = Cache::at(store.0.path());
    let at = |name: &str| dir.0.path().join(name);
    let text = "#include <sub/x.h>\n#if __has_include(<probed/y.h>)\n#undef X\n#define X 7\n#endif\nint answer(void) { return X; }\n";
    let flag = |kind: &str, name: &str| format!("{kind}{}", at(name).display());
    for (which, first) in ["-I", "-isystem"].into_iter().zip(["quoted", "system"]) {
        for (new, header) in [
            ("absent", "sub/x.h"),
            ("empty", "sub/x.h"),
            ("with-sub", "sub/x.h"),
            ("empty", "probed/y.h"),
            ("with-probed", "probed/y.h"),
        ] {
            let base = format!("{first}-{new}-{}", header.replace('/', "-"));
            let used = format!("{base}/used");
            fs::create_dir_all(at(&used).join("sub")).unwrap();
            match new {
                "absent" => {}
                "empty" => fs::create_dir_all(at(&base).join(new)).unwrap(),
                "with-sub" => fs::create_dir_all(at(&base).join(new).join("sub")).unwrap(),
                _ => fs::create_dir_all(at(&base).join(new).join("probed")).unwrap(),
            }
            dir.file(&format!("{used}/sub/x.h"), "#define X 1\n");
            let source = dir.file(&format!("{base}/t.c"), text);
            let compilation =
                Compilation::new(source).flag(flag(which, &format!("{base}/{new}"))).flag(flag(which, &used));
            let compile = || {
                let compiled = clang.compile(&compilation, &cache).unwrap();
                (compiled.cached, compiled.text.read().into_owned())
            };
            assert!(compile().1.contains("ret i32 1"), "{base}");
            assert!(compile().0, "{base}");
            let hidden = at(&base).join(new).join(header);
            fs::create_dir_all(hidden.parent().unwrap()).unwrap();
            fs::write(hidden, "#define X 2\n").unwrap();
            let expected = if header == "sub/x.h" { "ret i32 2" } else { "ret i32 7" };
            assert!(compile().1.contains(expected), "{base}");
        }
    }
}

#[test]
fn errors_of_the_program_are_passed_on() {
    let Some(clang) = clang() else { return };
    let dir = Dir::new();
    let source = dir.file("t.c", "int f(void) { return undeclared; }\n");
    match clang.compile(&Compilation::new(&source), &Cache::disabled()) {
        Err(Error::Compile { messages, .. }) => {
            assert!(messages.contains("undeclared") && messages.contains("t.c:1:22"), "{messages}");
        }
        other => panic!("{other:?}"),
    }
    match clang.compile(&Compilation::new(&source).flag("-no-such-flag"), &Cache::disabled()) {
        Err(Error::Compile { messages, .. }) => {
            assert!(messages.contains("-no-such-flag") && !messages.contains("InstalledDir"), "{messages}");
        }
        other => panic!("{other:?}"),
    }
    let missing = clang.compile(&Compilation::new(dir.0.path().join("missing.c")), &Cache::disabled());
    assert!(matches!(missing, Err(Error::Io { .. })), "{missing:?}");
}

#[test]
fn warnings_are_told_once() {
    let Some(clang) = clang() else { return };
    let (dir, store) = (Dir::new(), Dir::new());
    let cache = Cache::at(store.0.path());
    let compilation = Compilation::new(dir.file("t.c", "int f(void) { int unused; return 0; }\n")).flag("-Wall");
    assert!(clang.compile(&compilation, &cache).unwrap().messages.contains("unused"));
    assert_eq!(clang.compile(&compilation, &cache).unwrap().messages, "");
}
