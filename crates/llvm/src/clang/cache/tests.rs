//! A cache returns what was stored, or nothing.

use super::*;
use std::time::Duration;

use tempfile::TempDir;

struct Dir(TempDir);

impl Dir {
    fn new() -> Dir {
        Dir(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, text).unwrap();
        path
    }
}

fn key(piece: &str) -> Key {
    let mut key = Key::new();
    key.add(piece.as_bytes());
    key
}

/// Long after the files of a test were written.
fn later() -> SystemTime {
    SystemTime::now() + Duration::from_secs(60)
}

#[test]
fn a_change_of_any_dependency_is_noticed() {
    let dir = Dir::new();
    let cache = Cache::at(dir.0.path().join("cache"));
    let files = [dir.file("a.c", "a"), dir.file("b name.h", "b")];
    cache.put(&key("k"), &files, |_| Vec::new(), "module\n\ntext", later());
    assert_eq!(cache.get(&key("k")).map(|found| found.text), Some("module\n\ntext".to_owned().into()));
    assert_eq!(cache.get(&key("l")), None);
    dir.file("b name.h", "B");
    assert_eq!(cache.get(&key("k")), None);
    dir.file("b name.h", "b");
    assert!(cache.get(&key("k")).is_some());
    fs::remove_file(&files[0]).unwrap();
    assert_eq!(cache.get(&key("k")), None);
}

/// The entry of a cache that has one.
fn only_entry(dir: &Dir) -> PathBuf {
    fs::read_dir(dir.0.path().join("cache")).unwrap().next().unwrap().unwrap().path()
}

/// Waits until the stamps of files that were written before are settled.
#[cfg(unix)]
fn settle() {
    std::thread::sleep(Duration::from_millis(3200));
}

#[cfg(unix)]
#[test]
fn a_file_is_read_again_only_if_something_happened_to_it() {
    use std::os::unix::fs::PermissionsExt;
    let dir = Dir::new();
    let cache = Cache::at(dir.0.path().join("cache"));
    let (source, header) = (dir.file("a.c", "a"), dir.file("b.h", "b"));
    cache.put(&key("k"), &[source.clone(), header.clone()], |_| Vec::new(), "module", later());
    let stamps = || {
        let bytes = fs::read(only_entry(&dir)).unwrap();
        let dependencies = Entry::read(&bytes).unwrap().dependencies;
        assert_eq!(dependencies.len(), 2);
        dependencies.iter().filter(|dependency| dependency.stamp.is_some()).count()
    };
    assert_eq!(stamps(), 0, "they were changed just now");
    assert!(cache.get(&key("k")).is_some());
    assert_eq!(stamps(), 0, "and still are");
    settle();
    assert!(cache.get(&key("k")).is_some());
    assert_eq!(stamps(), 2, "now the next change will show");
    let before = fs::metadata(only_entry(&dir)).unwrap().modified().unwrap();
    assert!(cache.get(&key("k")).is_some());
    assert_eq!(fs::metadata(only_entry(&dir)).unwrap().modified().unwrap(), before, "nothing to learn");

    // Only the date differs: the contents decide.
    let date = fs::metadata(&header).unwrap().modified().unwrap();
    fs::File::options().write(true).open(&header).unwrap().set_modified(date + Duration::from_secs(1)).unwrap();
    fs::set_permissions(&source, fs::Permissions::from_mode(0o600)).unwrap();
    assert!(cache.get(&key("k")).is_some());

    // Other contents with the same size and date.
    fs::write(&header, "B").unwrap();
    fs::File::options().write(true).open(&header).unwrap().set_modified(date).unwrap();
    assert_eq!(cache.get(&key("k")), None);
}

#[cfg(unix)]
#[test]
fn another_file_in_the_place_of_one_is_noticed() {
    let dir = Dir::new();
    let cache = Cache::at(dir.0.path().join("cache"));
    let (old, new) = (dir.file("a.h", "old"), dir.file("b.h", "new"));
    let date = fs::metadata(&old).unwrap().modified().unwrap();
    fs::File::options().write(true).open(&new).unwrap().set_modified(date).unwrap();
    settle();
    cache.put(&key("k"), std::slice::from_ref(&old), |_| Vec::new(), "module", later());
    assert!(cache.get(&key("k")).is_some());
    fs::rename(&new, &old).unwrap();
    assert_eq!(cache.get(&key("k")), None);
}

#[test]
fn damaged_entries_are_ignored() {
    let dir = Dir::new();
    let cache = Cache::at(dir.0.path().join("cache"));
    cache.put(&key("k"), &[dir.file("a.c", "a")], |_| Vec::new(), "module", later());
    let entry = only_entry(&dir);
    let bytes = fs::read(&entry).unwrap();
    for i in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[i] ^= 0x20;
        fs::write(&entry, &damaged).unwrap();
        assert_eq!(cache.get(&key("k")), None, "byte {i}");
        fs::write(&entry, &bytes[..i]).unwrap();
        assert_eq!(cache.get(&key("k")), None, "cut at {i}");
    }
    fs::write(&entry, &bytes).unwrap();
    assert!(cache.get(&key("k")).is_some());
}

#[test]
fn what_changed_during_the_compilation_is_not_remembered() {
    let dir = Dir::new();
    let cache = Cache::at(dir.0.path().join("cache"));
    cache.put(
        &key("k"),
        &[dir.file("a.c", "a")],
        |_| Vec::new(),
        "module",
        SystemTime::now() - Duration::from_secs(60),
    );
    assert_eq!(cache.get(&key("k")), None);
}

#[test]
fn the_version_of_a_compiler_is_remembered_while_it_is_the_same_file() {
    let dir = Dir::new();
    let cache = Cache::at(dir.0.path().join("cache"));
    let program = dir.file("clang", "1");
    assert_eq!(cache.version(&program), None);
    cache.store_version(&program, "clang version 19.1.7");
    assert_eq!(cache.version(&program).as_deref(), Some("clang version 19.1.7"));
    dir.file("clang", "22");
    assert_eq!(cache.version(&program), None);
}

#[cfg(unix)]
#[test]
fn a_compiler_of_the_same_size_and_date_is_another_one() {
    let dir = Dir::new();
    let cache = Cache::at(dir.0.path().join("cache"));
    let program = dir.file("clang", "1");
    cache.store_version(&program, "clang version 19.1.7");
    let date = fs::metadata(&program).unwrap().modified().unwrap();
    let replacement = dir.file("new", "2");
    fs::File::options().write(true).open(&replacement).unwrap().set_modified(date).unwrap();
    fs::rename(&replacement, &program).unwrap();
    assert_eq!(cache.version(&program), None);
}

#[test]
fn the_number_of_files_is_bounded() {
    let dir = Dir::new();
    let cache = Cache::at(dir.0.path().join("cache"));
    let file = dir.file("a.c", "a");
    for i in 0..MAX_ENTRIES + 1 {
        cache.put(&key(&i.to_string()), std::slice::from_ref(&file), |_| Vec::new(), "module", later());
    }
    assert!(fs::read_dir(dir.0.path().join("cache")).unwrap().count() <= MAX_ENTRIES);
    Cache::disabled().put(&key("k"), &[file], |_| Vec::new(), "module", later());
    assert_eq!(Cache::disabled().get(&key("k")), None);
}

#[test]
fn a_new_header_in_a_watched_folder_is_noticed() {
    let dir = Dir::new();
    let cache = Cache::at(dir.0.path().join("cache"));
    let (first, source) = (dir.0.path().join("first"), dir.file("a.c", "a"));
    fs::create_dir(&first).unwrap();
    let put = || cache.put(&key("k"), std::slice::from_ref(&source), |_| vec![first.clone()], "module", later());
    assert!(put().is_some());
    // Nobody includes this.
    fs::write(first.join("notes.txt"), "").unwrap();
    assert!(cache.get(&key("k")).is_some());
    for name in ["x.h", "vector", "a.c"] {
        assert!(put().is_some());
        assert!(cache.get(&key("k")).is_some());
        fs::write(first.join(name), "").unwrap();
        assert!(cache.get(&key("k")).is_none(), "{name}");
    }
    put();
    fs::create_dir(first.join("sys.d")).unwrap();
    assert!(cache.get(&key("k")).is_none(), "a folder");
    put();
    fs::remove_dir_all(&first).unwrap();
    assert!(cache.get(&key("k")).is_none(), "the folder is gone");
}
