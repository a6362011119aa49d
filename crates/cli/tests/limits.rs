//! Limits that hold: time, memory, signals, long lines. What is printed is checked, and that everything ends and is cleaned up.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// Far more than anything here takes, and far less than what it would take without limits.
const FAR_TOO_LONG: Duration = Duration::from_secs(100);

/// An empty folder. Tests run at the same time, so every test chooses a name of its own.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("the folder for tests is writable");
    path
}

/// A file in it.
fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("the folder for tests is writable");
    path.display().to_string()
}

fn raddle() -> Command {
    Command::new(env!("CARGO_BIN_EXE_raddle"))
}

fn run(args: &[&str]) -> Output {
    raddle().args(args).output().expect("the command starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A loop that another thread ends, with a write in it: there are always longer executions, and each event costs more than the last.
const GROWING: &str = "#include <pthread.h>\n#include <stdatomic.h>\natomic_int x, y;\n\
    void *w(void *a) { while (!atomic_load_explicit(&x, memory_order_relaxed)) \
    atomic_store_explicit(&y, 0, memory_order_relaxed); return 0; }\n\
    int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); atomic_store_explicit(&x, 1, memory_order_relaxed); \
    (void)atomic_load_explicit(&y, memory_order_relaxed); pthread_join(t, 0); return 0; }\n";

/// A litmus test that is almost too long to be one: reading and compiling it takes longer than there is time.
#[test]
fn a_timeout_holds_while_a_test_is_read() {
    let instructions = " ADD X2,X2,#1 ;\n".repeat(60_000);
    let text = format!("AArch64 long\n{{ 0:X1=x; }}\n P0 ;\n{instructions}exists (0:X2=1)\n");
    let test = file(&folder("limits-litmus"), "long.litmus", &text);
    let start = Instant::now();
    let output = run(&["litmus", "--timeout", "0.01", &test]);
    assert!(start.elapsed() < FAR_TOO_LONG);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stdout(&output).contains("timeout"), "{}", stdout(&output));
}

#[test]
fn a_timeout_holds_whatever_the_engine_does() {
    let program = file(&folder("limits-engine"), "growing.c", GROWING);
    for model in ["tso", "armv8", "imm", "power"] {
        let start = Instant::now();
        let output = run(&["check", &program, "--model", model, "--timeout", "1"]);
        assert!(start.elapsed() < FAR_TOO_LONG);
        assert_eq!(output.status.code(), Some(3), "{model}: {}", stderr(&output));
        let text = stdout(&output);
        let last = text.lines().last().unwrap_or_default();
        assert!(last.starts_with("unknown: --timeout reached: no errors in ") && last.contains(model), "{last}");
        let seconds: f64 = last.rsplit(' ').nth(1).and_then(|seconds| seconds.parse().ok()).expect("the time is there");
        assert!(seconds >= 1.0, "{last}");
    }
}

#[test]
fn a_file_without_an_end_is_not_read() {
    let dir = folder("limits-device");
    let program = file(&dir, "zero.c", "#include \"/dev/zero\"\nint main(void) { return 0; }\n");
    // Whether clang reads it to an end that never comes depends on its version; the cache must not.
    let output = raddle().env("XDG_CACHE_HOME", &dir).args(["check", &program, "--timeout", "60"]).output();
    let output = output.expect("the command starts");
    assert!(!stdout(&output).contains("--timeout reached"), "{}", stdout(&output));
    let litmus = run(&["litmus", "/dev/zero"]);
    assert_eq!(litmus.status.code(), Some(2), "{}", stdout(&litmus));
    assert!(stderr(&litmus).contains("more than 64 MB"), "{}", stderr(&litmus));
    let model = file(&dir, "endless.cat", "include \"/dev/zero\"\nacyclic po\n");
    assert_eq!(run(&["models", "--audit", &model]).status.code(), Some(2));
}

#[test]
fn an_audit_has_a_timeout() {
    let output = run(&["models", "--audit", "power", "--timeout", "0.2"]);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stdout(&output).contains("\n--timeout reached: "), "{}", stdout(&output));
    assert_eq!(run(&["models", "--timeout", "1"]).status.code(), Some(2));
}

#[test]
fn long_lines_are_cut_wherever_they_are_shown() {
    let dir = folder("limits-lines");
    // Clang takes minutes for a million.
    let long = "x".repeat(30_000);
    let inputs = [
        ("check", file(&dir, "clang.c", &format!("int main(void) {{ return {long}; }}\n"))),
        ("check", file(&dir, "unsupported.c", &format!("int main(void) {{ /* {long} */ asm(\"hlt\"); return 0; }}\n"))),
        ("check", file(&dir, "module.ll", &format!("define i32 @main() {{ ret i32 @{long} }}\n"))),
        ("check", file(&dir, "story.c", &format!("int x[2]; int main(void) {{ /* {long} */ __builtin_abort(); }}\n"))),
        ("litmus", file(&dir, "syntax.litmus", &format!("C T\n{{}}\nP0 (int *x) {{ {long} @ }}\nexists (x=1)\n"))),
    ];
    for (command, input) in &inputs {
        let output = run(&[command, input]);
        assert_ne!(output.status.code(), Some(0), "{input}");
        let said = stdout(&output) + &stderr(&output);
        let longest = said.lines().map(str::len).max().unwrap_or_default();
        assert!((1..2_000).contains(&longest), "{input}: {longest}");
    }
    let model = file(&dir, "long.cat", &format!("let a = {long}\nacyclic a\n"));
    let output = run(&["litmus", "--model", &model, &inputs[4].1]);
    assert!(stderr(&output).lines().all(|line| line.len() < 2_000), "{}", stderr(&output).len());
}

#[cfg(unix)]
mod on_unix {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// A compiler that notes who may look into the folder that it writes to, and then runs for as long as it is told.
    fn compiler(dir: &Path, seconds: u32) -> String {
        let script = format!(
            "#!/bin/sh\n[ \"$1\" = --version ] && echo clang version 19.1.7 && exit\n\
             while [ \"$1\" != -o ]; do shift; done\n\
             folder=$(dirname \"$2\")\nls -ld \"$folder\" \"$(dirname \"$folder\")\" >'{0}/modes.tmp'\n\
             mv '{0}/modes.tmp' '{0}/modes'\nsleep {seconds}\n",
            dir.display()
        );
        let path = file(dir, "clang", &script);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
        path
    }

    /// The command with folders of its own, where new files can be read by everybody unless it says otherwise.
    fn raddle_in(dir: &Path, args: &[&str]) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", "umask 0; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_raddle")]).args(args);
        command.env("TMPDIR", dir.join("tmp")).env("XDG_CACHE_HOME", dir.join("cache")).env_remove("RADDLE_NO_CACHE");
        std::fs::create_dir_all(dir.join("tmp")).expect("the folder for tests is writable");
        command
    }

    /// What is in a folder, by name.
    fn entries(dir: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    }

    fn wait_for(path: &Path) {
        let start = Instant::now();
        while !path.exists() {
            assert!(start.elapsed() < FAR_TOO_LONG, "{} does not appear", path.display());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    #[test]
    fn folders_are_private_and_gone_after_a_signal() {
        for (signal, no_cache) in [("TERM", false), ("INT", false), ("HUP", false), ("TERM", true)] {
            let dir = folder(&format!("limits-signal-{signal}-{no_cache}"));
            let clang = compiler(&dir, 1000);
            let program = file(&dir, "a.c", "int main(void) { return 0; }\n");
            let mut command = raddle_in(&dir, &["check", &program, "--clang", &clang]);
            if no_cache {
                command.env("RADDLE_NO_CACHE", "1");
            }
            let mut child = command.spawn().expect("the command starts");
            wait_for(&dir.join("modes"));
            let modes = std::fs::read_to_string(dir.join("modes")).expect("it was written");
            let private = modes.lines().filter(|line| line.starts_with("drwx------")).count();
            // The folder itself; in the cache, the cache's, too.
            assert_eq!(private, if no_cache { 1 } else { 2 }, "{modes}");
            let sent = Command::new("sh").args(["-c", &format!("kill -{signal} {}", child.id())]).status();
            assert!(sent.is_ok_and(|sent| sent.success()));
            assert_eq!(child.wait().expect("it was started").code(), Some(130), "{signal}");
            let left = |entries: Vec<String>| entries.into_iter().filter(|name| name.starts_with("raddle-")).count();
            assert_eq!((left(entries(&dir.join("tmp"))), left(entries(&dir.join("cache/raddle")))), (0, 0), "{signal}");
        }
    }

    #[test]
    fn a_check_outlives_its_terminal_if_it_is_told_to() {
        let dir = folder("limits-nohup");
        let clang = compiler(&dir, 1000);
        let program = file(&dir, "a.c", "int main(void) { return 0; }\n");
        let command = raddle_in(&dir, &["check", &program, "--clang", &clang, "--timeout", "3"]);
        let mut quoted = vec!["trap '' HUP; exec \"$@\"".to_owned(), "sh".to_owned()];
        quoted.push(command.get_program().to_string_lossy().into_owned());
        quoted.extend(command.get_args().map(|arg| arg.to_string_lossy().into_owned()));
        let mut ignoring = Command::new("sh");
        ignoring.arg("-c").args(quoted);
        for (name, value) in command.get_envs() {
            if let Some(value) = value {
                ignoring.env(name, value);
            }
        }
        let mut child = ignoring.spawn().expect("the command starts");
        wait_for(&dir.join("modes"));
        let sent = Command::new("sh").args(["-c", &format!("kill -HUP {}", child.id())]).status();
        assert!(sent.is_ok_and(|sent| sent.success()));
        assert_eq!(child.wait().expect("it was started").code(), Some(3), "it ends with its time");
    }

    #[test]
    fn a_compiler_that_does_not_end_is_ended_with_the_time() {
        let dir = folder("limits-compiler");
        let clang = compiler(&dir, 1000);
        let program = file(&dir, "a.c", "int main(void) { return 0; }\n");
        let args = ["check", &program, "--clang", &clang, "--timeout", "0.5"];
        let start = Instant::now();
        let output = raddle_in(&dir, &args).output().expect("the command starts");
        assert!(start.elapsed() < FAR_TOO_LONG);
        assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
        assert!(
            stdout(&output).starts_with("unknown: --timeout reached: no errors in 0 executions"),
            "{}",
            stdout(&output)
        );
        let output =
            raddle_in(&dir, &[&args[..], &["--format", "json"]].concat()).output().expect("the command starts");
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
        assert_eq!((&report["verdict"], &report["limit"]), (&"unknown".into(), &"timeout".into()));
        assert!(entries(&dir.join("tmp")).is_empty(), "{:?}", entries(&dir.join("tmp")));
    }
}
