//! Prints a summary of a module: everything that a program's meaning depends on, and source positions.
//!
//! It resembles the text that was read, but cannot be read back: attributes and metadata are missing, and sizes and
//! source lines are added.

mod constant;
mod instr;

use std::fmt;

use crate::text::debug::SourceLocation;
use crate::text::ids::ConstantId;
use crate::text::keywords::{Linkage, Visibility};
use crate::text::module::{Function, Global, Header, LocalName, Module};
use crate::text::types::Type;
use constant::ShowConstant;
use instr::ShowInstruction;

impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "source {}\ntarget {}", self.source_filename, self.triple)?;
        self.print_types(f)?;
        for line in &self.assembly {
            writeln!(f, "asm {line:?}")?;
        }
        for global in &self.globals {
            self.print_global(f, global)?;
        }
        for alias in &self.aliases {
            let target = self.show_constant(alias.target);
            writeln!(f, "alias {}: {} = {target}", self.show_header(&alias.header), self.types.show(alias.ty))?;
        }
        for ifunc in &self.ifuncs {
            let resolver = self.show_constant(ifunc.resolver);
            writeln!(f, "ifunc {}: {} = {resolver}", self.show_header(&ifunc.header), self.types.show(ifunc.ty))?;
        }
        for function in &self.functions {
            self.print_function(f, function)?;
        }
        Ok(())
    }
}

impl Module {
    /// A constant as text, with its type.
    pub fn show_constant(&self, id: ConstantId) -> impl fmt::Display + '_ {
        ShowConstant { module: self, id, typed: true }
    }

    fn show_header<'m>(&'m self, header: &'m Header) -> ShowHeader<'m> {
        ShowHeader { module: self, header }
    }

    fn print_types(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for id in self.types.ids().filter(|id| matches!(self.types.get(*id), Type::Named(_))) {
            match self.types.body(id) {
                Some(body) => write!(f, "type {} = {}", self.types.show(id), self.types.show(body))?,
                None => write!(f, "type {} = opaque", self.types.show(id))?,
            }
            if let Some(layout) = self.layout(id) {
                write!(f, "  ; size {}, align {}, offsets {:?}", layout.size, layout.align, layout.offsets)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }

    fn print_global(&self, f: &mut fmt::Formatter<'_>, global: &Global) -> fmt::Result {
        let kind = if global.constant { "constant" } else { "global" };
        write!(f, "{kind} {}", self.show_header(&global.header))?;
        match global.initializer {
            Some(initializer) => write!(f, " = {}", self.show_constant(initializer))?,
            None => write!(f, ": {}", self.types.show(global.ty))?,
        }
        if let Some(align) = global.align {
            write!(f, ", align {align}")?;
        }
        if let Some(section) = &global.section {
            write!(f, ", section {section:?}")?;
        }
        if let Some(variable) = self.debug().global(global) {
            write!(f, "  ; {} {}, line {}", self.debug().type_name(variable.ty), variable.name, variable.line)?;
        }
        writeln!(f)
    }

    fn print_function(&self, f: &mut fmt::Formatter<'_>, function: &Function) -> fmt::Result {
        let kind = if function.is_declaration() { "declare" } else { "define" };
        let name = self.symbol(function.header.symbol).name.escape_debug();
        write!(f, "\n{kind} {}{} @{name}(", ShowLinkage(&function.header), self.types.show(function.result))?;
        for (i, attributes) in function.parameters.iter().enumerate() {
            let local = &function.locals[i];
            let comma = if i == 0 { "" } else { ", " };
            write!(f, "{comma}{} %{}", self.types.show(local.ty), ShowName(&local.name))?;
            for name in ["byval", "sret"].iter().filter(|name| self.has_attribute(*attributes, name)) {
                write!(f, " {name}")?;
            }
        }
        if function.variadic {
            f.write_str(if function.parameters.is_empty() { "..." } else { ", ..." })?;
        }
        f.write_str(")")?;
        if let Some(location) = self.debug().function_location(function) {
            write!(f, "  ; {}", ShowLocation(&location))?;
        }
        writeln!(f)?;
        for (storage, variable) in self.debug().locals(function) {
            let storage = instr::ShowOperand { module: self, function, operand: storage };
            writeln!(f, "  ; {storage} is {} {}", self.debug().type_name(variable.ty), variable.name)?;
        }
        for block in &function.blocks {
            writeln!(f, "{}:", ShowName(&block.name))?;
            for instruction in &block.instructions {
                write!(f, "  {}", ShowInstruction { module: self, function, instruction })?;
                for location in instruction.debug.iter().flat_map(|node| self.debug().inline_chain(*node)) {
                    write!(f, "  ; {}:{}", location.line, location.column)?;
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

/// Linkage, visibility and name.
struct ShowHeader<'m> {
    module: &'m Module,
    header: &'m Header,
}

impl fmt::Display for ShowHeader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.module.symbol(self.header.symbol).name;
        write!(f, "{}@{}", ShowLinkage(self.header), name.escape_debug())
    }
}

/// The properties that differ from the default, each followed by a blank.
struct ShowLinkage<'m>(&'m Header);

impl fmt::Display for ShowLinkage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Header { linkage, visibility, thread_local, .. } = self.0;
        if *linkage != Linkage::External {
            write!(f, "{linkage} ")?;
        }
        if *visibility != Visibility::Default {
            write!(f, "{visibility} ")?;
        }
        f.write_str(if *thread_local { "thread_local " } else { "" })
    }
}

struct ShowName<'m>(&'m LocalName);

impl fmt::Display for ShowName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.as_str().escape_debug())
    }
}

struct ShowLocation<'m>(&'m SourceLocation<'m>);

impl fmt::Display for ShowLocation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.0.function.as_deref().unwrap_or("?");
        write!(f, "{name} at {}:{}", self.0.file, self.0.line)
    }
}
