//! What the machine has that a program is compiled for: the flags for the compiler say it (`--target`, `-march`, `-mcpu`), and the
//! compiler writes it into each module.
//!
//! A program is usually compiled with the headers of the machine on which Raddle runs. Flags that name an architecture which the
//! compiler does not compile for (`-march=armv8.3-a` on x86) are not for the program: they say which machine the model is of, and
//! the compiler is asked with an empty program what that machine has.

use std::ffi::OsString;

use raddle_ir::machine::Extensions;

use crate::embedded::Files;

/// The program that is compiled for another architecture.
pub(super) const PROBE: Files = &[("probe.c", "void probe(void) {}\n")];

/// Flags that name an architecture, and the target to which they belong.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Flags {
    /// The flags with which the program is compiled.
    pub(super) own: Vec<OsString>,
    /// Those that are about another architecture, with the target first.
    pub(super) foreign: Option<Vec<OsString>>,
}

/// Takes out the flags that are about another architecture than `host`, for which the compiler compiles unless flags name a
/// target.
pub(super) fn split(flags: &[OsString], host: &str) -> Flags {
    let text = |flag: &OsString| flag.to_string_lossy().into_owned();
    let names_target = |flag: &OsString| ["--target", "-target"].iter().any(|start| text(flag).starts_with(start));
    if flags.iter().any(names_target) {
        return Flags { own: flags.to_vec(), foreign: None };
    }
    let foreign = |flag: &OsString| architecture(&text(flag)).filter(|(architecture, _)| *architecture != host);
    let Some((_, target)) = flags.iter().find_map(foreign) else {
        return Flags { own: flags.to_vec(), foreign: None };
    };
    let (theirs, own): (Vec<_>, Vec<_>) = flags.iter().cloned().partition(|flag| foreign(flag).is_some());
    Flags { own, foreign: Some([format!("--target={target}").into()].into_iter().chain(theirs).collect()) }
}

/// The architecture that a flag is about, as Rust calls it, and a target of it.
fn architecture(flag: &str) -> Option<(&'static str, &'static str)> {
    let aarch64 = ("aarch64", "aarch64-linux-gnu");
    if flag.starts_with("-mcpu=") {
        // For x86 there is no such flag.
        return Some(aarch64).filter(|_| cfg!(any(target_arch = "x86", target_arch = "x86_64")));
    }
    let name = flag.strip_prefix("-march=")?;
    Some(match name {
        _ if name.starts_with("armv8") || name.starts_with("armv9") => aarch64,
        _ if name.starts_with("armv7") => ("arm", "armv7-linux-gnueabihf"),
        _ if name.starts_with("rv32") => ("riscv32", "riscv32-linux-gnu"),
        _ if name.starts_with("rv64") => ("riscv64", "riscv64-linux-gnu"),
        _ => return None,
    })
}

/// The extensions that a module names; `None` if it is for a machine of which no extension matters. If its functions differ,
/// those that promise least.
pub(super) fn of_module(text: &str) -> Option<Extensions> {
    let triple = text.split_once("target triple = \"")?.1;
    let of = match () {
        () if triple.starts_with("aarch64") || triple.starts_with("arm64") => of_aarch64,
        () if triple.starts_with("riscv") => of_riscv,
        () => return None,
    };
    let lists = text.split("\"target-features\"=\"").skip(1).filter_map(|rest| rest.split('"').next());
    Some(lists.map(of).reduce(both).unwrap_or_default())
}

fn has(features: &str, names: &[&str]) -> bool {
    features.split(',').any(|feature| feature.strip_prefix('+').is_some_and(|feature| names.contains(&feature)))
}

fn of_aarch64(features: &str) -> Extensions {
    Extensions { lse: has(features, &["lse"]), rcpc: has(features, &["rcpc"]), ..Extensions::default() }
}

fn of_riscv(features: &str) -> Extensions {
    let zacas = has(features, &["zacas", "experimental-zacas"]);
    Extensions { zacas, zabha: has(features, &["zabha", "experimental-zabha"]), ..Extensions::default() }
}

/// What is promised if parts of a program have different extensions. `LDAPR` promises less than what is there without it.
pub(super) fn both(a: Extensions, b: Extensions) -> Extensions {
    Extensions { lse: a.lse && b.lse, rcpc: a.rcpc || b.rcpc, zacas: a.zacas && b.zacas, zabha: a.zabha && b.zabha }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn flags_of_another_architecture_are_not_for_the_program() {
        let split = |text| split(&flags(text), "x86_64");
        let foreign = |own, foreign| Flags { own: flags(own), foreign: Some(flags(foreign)) };
        assert_eq!(
            split("-O1 -march=armv8.3-a -DN=3"),
            foreign("-O1 -DN=3", "--target=aarch64-linux-gnu -march=armv8.3-a")
        );
        assert_eq!(split("-march=rv64gc_zacas1p0"), foreign("", "--target=riscv64-linux-gnu -march=rv64gc_zacas1p0"));
        for own in
            ["-march=native -O2", "--target=aarch64-linux-gnu -march=armv8.3-a", "-target aarch64 -march=armv9-a"]
        {
            assert_eq!(split(own), Flags { own: flags(own), foreign: None });
        }
        assert_eq!(super::split(&flags("-march=armv8.3-a"), "aarch64").foreign, None);
    }

    #[test]
    fn a_module_says_what_its_machine_has() {
        let module = |triple: &str, lists: &[&str]| {
            let attributes: String =
                lists.iter().map(|list| format!("attributes #0 = {{ \"target-features\"=\"{list}\" }}\n")).collect();
            of_module(&format!("target triple = \"{triple}\"\n{attributes}"))
        };
        let lse = Extensions { lse: true, ..Extensions::default() };
        assert_eq!(module("x86_64-pc-linux-gnu", &["+lse"]), None);
        assert_eq!(module("aarch64-unknown-linux-gnu", &[]), Some(Extensions::default()));
        assert_eq!(module("aarch64-unknown-linux-gnu", &["+crc,+lse,+v8.1a"]), Some(lse));
        assert_eq!(module("arm64-apple-macosx", &["+lse,+rcpc"]), Some(Extensions { rcpc: true, ..lse }));
        assert_eq!(module("aarch64-unknown-linux-gnu", &["+lse,-rcpc"]), Some(lse));
        let mixed = module("aarch64-unknown-linux-gnu", &["+lse,+rcpc", "+neon"]);
        assert_eq!(mixed, Some(Extensions { rcpc: true, ..Extensions::default() }));
        let zacas = Extensions { zacas: true, ..Extensions::default() };
        assert_eq!(module("riscv64-unknown-linux-gnu", &["+m,+experimental-zacas"]), Some(zacas));
    }
}
