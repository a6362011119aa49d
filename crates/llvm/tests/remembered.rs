//! Cached programs are equal to lowered ones. Without a clang these tests say so and pass.

use std::fs;
use std::path::{Path, PathBuf};

use raddle_llvm::{Cache, Clang, Compilation, Compiled, LowerOptions, Lowered, Remembered, lower};

/// Every C program of the tests, compiled and cached.
fn modules(cache: &Cache) -> Vec<Compiled> {
    let clang = match Clang::find(None) {
        Ok(clang) => clang,
        Err(error) => {
            eprintln!("skipped: {error}");
            return Vec::new();
        }
    };
    let dir: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "programs"].iter().collect();
    let files = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let compile = |file: PathBuf| clang.compile(&Compilation::new(file).flag("-w"), cache).unwrap();
    files.filter(|file| file.is_file()).map(compile).collect()
}

fn lowered(module: &Compiled, options: &LowerOptions) -> Lowered {
    let module = module.parse().unwrap_or_else(|error| panic!("{error}"));
    lower(&[module], options).unwrap_or_else(|error| panic!("{error}"))
}

fn several_options() -> [LowerOptions; 3] {
    let usual = LowerOptions::default();
    let bounded = LowerOptions { unroll: Some(3), keep_branches: true, ..usual.clone() };
    let uncut = LowerOptions { spin_cut: false, barrier_reduction: false, ..usual.clone() };
    [usual, bounded, uncut]
}

#[test]
fn a_program_is_what_it_was() {
    let store = tempfile::tempdir().unwrap();
    let cache = Cache::at(store.path());
    for module in modules(&cache) {
        for options in several_options() {
            let name = module.source.display();
            assert_eq!(cache.program([&module], &options), None, "{name}");
            let lowered = Remembered::Program(Box::new(lowered(&module, &options)));
            cache.remember_program([&module], &options, &lowered);
            assert_eq!(cache.program([&module], &options), Some(lowered), "{name}");
        }
    }
}

fn entry(dir: &Path) -> PathBuf {
    let mut entries = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    entries.find(|path| path.extension().is_some_and(|suffix| suffix == "program")).unwrap()
}

#[test]
fn other_modules_and_options_are_other_programs() {
    let store = tempfile::tempdir().unwrap();
    let cache = Cache::at(store.path());
    let modules = modules(&cache);
    let [first, second, ..] = modules.as_slice() else { return };
    let [options, others, ..] = several_options();
    let program = Remembered::Program(Box::new(lowered(first, &options)));
    cache.remember_program([first], &options, &program);
    assert_eq!(cache.program([second], &options), None);
    assert_eq!(cache.program([first, second], &options), None);
    assert_eq!(cache.program([first], &others), None);
    assert_eq!(cache.program([first], &options).as_ref(), Some(&program));
    assert_eq!(Cache::disabled().program([first], &options), None);

    let unknown = Clang::find(None).unwrap().compile(&Compilation::new(&first.source).flag("-w"), &Cache::disabled());
    let unknown = unknown.unwrap();
    cache.remember_program([&unknown], &options, &program);
    assert_eq!(cache.program([&unknown], &options), None, "nobody knows what it was made from");
}

#[test]
fn a_damaged_program_is_forgotten() {
    let store = tempfile::tempdir().unwrap();
    let cache = Cache::at(store.path());
    let modules = modules(&cache);
    let Some(module) = modules.first() else { return };
    let options = LowerOptions::default();
    let program = Remembered::Program(Box::new(lowered(module, &options)));
    cache.remember_program([module], &options, &program);
    let path = entry(store.path());
    let bytes = fs::read(&path).unwrap();
    // Each byte of the beginning, and some of the rest.
    for place in (0..100).chain((100..bytes.len()).step_by(bytes.len() / 200 + 1)) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (place % 8);
        fs::write(&path, &damaged).unwrap();
        assert_eq!(cache.program([module], &options), None, "byte {place}");
        fs::write(&path, &bytes[..place]).unwrap();
        assert_eq!(cache.program([module], &options), None, "cut at {place}");
    }
    fs::write(&path, &bytes).unwrap();
    assert_eq!(cache.program([module], &options), Some(program));
}
