//! The models shipped with Raddle, and the files that they and others include.

use std::sync::OnceLock;

use super::CatModel;

/// Every model includes this file implicitly.
pub(super) const STANDARD: &str = "stdlib.cat";

macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        const FILES: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../cat/", $name, ".cat")))),+];
    };
}

files![
    "stdlib",
    "c11",
    "sc",
    "tso",
    "pso",
    "ra",
    "rc11",
    "rc20",
    "xmm",
    "imm",
    "armv8",
    "armv8-2018",
    "armv7",
    "power",
    "riscv-order",
    "riscv",
    "ztso",
    "lkmm",
];

/// The text of a shipped file, by its name with its ending.
pub(super) fn text(file: &str) -> Option<&'static str> {
    let stem = file.strip_suffix(".cat")?;
    FILES.iter().find(|&&(name, _)| name == stem).map(|&(_, text)| text)
}

/// The shipped model of that name.
pub(super) fn model(name: &str) -> Option<&'static CatModel> {
    static MODELS: [OnceLock<CatModel>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];
    let at = FILES.iter().position(|&(file, _)| file == name)?;
    Some(MODELS[at].get_or_init(|| {
        let (name, text) = FILES[at];
        match CatModel::parse(&format!("{name}.cat"), text, &|_| None) {
            Ok(model) => model,
            Err(error) => unreachable!("a test reads every shipped file: {error}"),
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_file_is_well_formed() {
        for (name, text) in FILES {
            if let Err(error) = CatModel::parse(&format!("{name}.cat"), text, &|_| None) {
                panic!("{error}");
            }
        }
    }
}
