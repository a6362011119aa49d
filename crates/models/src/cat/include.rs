//! Included files: each once, its instructions in the place of the first `include`.

use std::sync::Arc;

use super::ast::{Binding, Instruction, Pattern};
use super::error::{CatError, Checked, Fault};
use super::parse::parse;
use super::shipped;
use super::span::{File, Span};

/// A model's files and the instructions of all of them, in order.
#[derive(Debug)]
pub(super) struct Sources {
    pub(super) files: Vec<File>,
    pub(super) title: Option<String>,
    pub(super) instructions: Vec<Instruction>,
}

/// Maximum number of files of a model.
const MAX_FILES: usize = 200;

/// Reads a model with all that it includes, the standard definitions first.
pub(super) fn read(name: &str, text: &str, include: &dyn Fn(&str) -> Option<String>) -> Result<Sources, CatError> {
    let mut sources = Sources { files: Vec::new(), title: None, instructions: Vec::new() };
    let result = sources.standard(name).and_then(|()| sources.file(name, text, include, 0));
    match result {
        Ok(title) => Ok(Sources { title, ..sources }),
        Err(fault) => Err(fault.locate(&sources.files)),
    }
}

impl Sources {
    /// The files that the model itself includes, with their texts.
    pub(super) fn included(&self) -> Vec<(Arc<str>, Arc<str>)> {
        let own = self.files.iter().filter(|file| !file.is_standard).skip(1);
        own.map(|file| (Arc::clone(&file.name), Arc::clone(&file.text))).collect()
    }

    /// Where a name is defined for the last time.
    pub(super) fn definition_of(&self, name: &str) -> Span {
        let defines = |binding: &&Binding| matches!(&binding.pattern, Pattern::One(Some(defined)) if defined == name);
        let bindings = self.instructions.iter().rev().filter_map(|instruction| match instruction {
            Instruction::Let { bindings, .. } => Some(bindings),
            _ => None,
        });
        bindings.flatten().find(defines).map_or(Span::default(), |binding| binding.span)
    }

    fn standard(&mut self, model: &str) -> Checked<()> {
        let text = match shipped::text(shipped::STANDARD) {
            Some(text) if model != shipped::STANDARD => text,
            _ => return Ok(()),
        };
        self.files.push(File { name: Arc::from(shipped::STANDARD), text: Arc::from(text), is_standard: true });
        let (_, instructions) = parse(0, text)?;
        self.instructions.extend(instructions);
        Ok(())
    }

    fn file(
        &mut self,
        name: &str,
        text: &str,
        include: &dyn Fn(&str) -> Option<String>,
        depth: usize,
    ) -> Checked<Option<String>> {
        let file = self.files.len() as u16;
        self.files.push(File { name: Arc::from(name), text: Arc::from(text), is_standard: false });
        let (title, instructions) = parse(file, text)?;
        for instruction in instructions {
            match instruction {
                Instruction::Include { name, span } => self.include(&name, span, include, depth + 1)?,
                other => self.instructions.push(other),
            }
        }
        Ok(title)
    }

    fn include(
        &mut self,
        name: &str,
        span: Span,
        include: &dyn Fn(&str) -> Option<String>,
        depth: usize,
    ) -> Checked<()> {
        if self.files.iter().any(|file| *file.name == *name) {
            return Ok(());
        }
        if self.files.len() >= MAX_FILES || depth > MAX_FILES / 4 {
            return Err(Fault::new(span, "too many files are included"));
        }
        match include(name).or_else(|| shipped::text(name).map(str::to_owned)) {
            Some(text) => self.file(name, &text, include, depth).map(|_| ()),
            None => Err(Fault::new(span, format!("there is no file `{name}` to include"))
                .help("files are looked for beside the one that includes them, then among those of Raddle")),
        }
    }
}

/// A text in which lines that include one of these files are replaced by it, each file once. Titles of included files become
/// comments.
pub(super) fn expand(text: &str, files: &mut Vec<(&str, &str)>) -> String {
    let mut whole = String::new();
    for line in text.lines() {
        let name = line.strip_prefix("include \"").and_then(|rest| rest.strip_suffix('"'));
        let Some(name) = name else {
            whole += line;
            whole.push('\n');
            continue;
        };
        let Some(place) = files.iter().position(|(file, _)| *file == name) else { continue };
        let (_, included) = files.remove(place);
        whole += &format!("(* ---- {name}");
        let included = match included.strip_prefix('"').and_then(|rest| rest.split_once('"')) {
            Some((title, rest)) => {
                whole += &format!(": {title}");
                rest.strip_prefix('\n').unwrap_or(rest)
            }
            None => included,
        };
        whole += &format!(" ---- *)\n{}(* ---- end of {name} ---- *)\n", expand(included, files));
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_text_includes_nothing() {
        let files = [("b.cat", "\"B\"\ninclude \"c.cat\"\nlet b = c\n"), ("c.cat", "let c = po\n")];
        let whole = expand("\"A\"\ninclude \"b.cat\"\ninclude \"c.cat\"\nacyclic b\n", &mut files.to_vec());
        let expected = "\"A\"\n(* ---- b.cat: B ---- *)\n(* ---- c.cat ---- *)\nlet c = po\n(* ---- end of c.cat ---- *)\n\
                        let b = c\n(* ---- end of b.cat ---- *)\nacyclic b\n";
        assert_eq!(whole, expected);
        assert!(super::super::CatModel::parse("a.cat", &whole, &|_| None).is_ok());
    }
}
