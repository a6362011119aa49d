//! A module: the content of a `.ll` file, with every name resolved.

use std::borrow::Cow;
use std::sync::Arc;

use crate::text::attribute::{Argument, Attribute, AttributeSet, Attributes};
use crate::text::constant::{Constant, ConstantValue, Constants};
use crate::text::error::{ParseError, line_and_column};
use crate::text::ids::{
    AliasId, BlockId, ConstantId, FunctionId, GlobalId, IfuncId, LocalId, MetadataId, SymbolId, TypeId,
};
use crate::text::instr::{Callee, Instruction, Operand};
use crate::text::keywords::{Linkage, Visibility};
use crate::text::layout::{DataLayout, Layout, Layouts};
use crate::text::metadata::Metadata;
use crate::text::parse;
use crate::text::span::Span;
use crate::text::types::Types;
use rustc_hash::FxHashMap;

/// A module.
#[derive(Clone, Debug)]
pub struct Module {
    /// The name given to [`Module::parse`].
    pub name: String,
    /// The source file, as the compiler names it.
    pub source_filename: String,
    /// The target, such as `x86_64-pc-linux-gnu`.
    pub triple: String,
    /// Sizes and alignments on the target.
    pub data_layout: DataLayout,
    /// The types.
    pub types: Types,
    /// The layouts of the types.
    pub layouts: Layouts,
    /// The constants.
    pub constants: Constants,
    /// The symbols.
    pub symbols: Vec<Symbol>,
    /// The global variables.
    pub globals: Vec<Global>,
    /// The functions.
    pub functions: Vec<Function>,
    /// The aliases.
    pub aliases: Vec<Alias>,
    /// The ifuncs.
    pub ifuncs: Vec<Ifunc>,
    /// Comdats, and how the linker selects among them.
    pub comdats: Vec<(Box<str>, Box<str>)>,
    /// Module-level assembly, line by line.
    pub assembly: Vec<String>,
    /// Metadata, such as debug information.
    pub metadata: Metadata,
    pub(crate) attributes: Attributes,
    pub(crate) by_name: FxHashMap<Box<str>, SymbolId>,
    pub(crate) source: Arc<str>,
}

/// A symbol, written with `@`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// Its name; a number if it has none.
    pub name: Box<str>,
    /// Its definition or declaration.
    pub definition: Definition,
}

/// The kind of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definition {
    /// A variable.
    Global(GlobalId),
    /// A function.
    Function(FunctionId),
    /// An alias.
    Alias(AliasId),
    /// An ifunc.
    Ifunc(IfuncId),
}

/// What variables, functions and aliases have in common.
#[derive(Clone, PartialEq, Debug)]
pub struct Header {
    /// Its name.
    pub symbol: SymbolId,
    /// Its linkage.
    pub linkage: Linkage,
    /// Its visibility.
    pub visibility: Visibility,
    /// Whether it is thread-local.
    pub thread_local: bool,
    /// Whether its address is insignificant (`unnamed_addr`).
    pub unnamed: bool,
    /// Its offset in the text, in bytes.
    pub offset: u32,
}

/// A global variable.
#[derive(Clone, PartialEq, Debug)]
pub struct Global {
    /// Name and linkage.
    pub header: Header,
    /// The type of the variable itself.
    pub ty: TypeId,
    /// Whether it is constant.
    pub constant: bool,
    /// Its initial value; `None` if it is defined elsewhere.
    pub initializer: Option<ConstantId>,
    /// Whether it is initialised outside of the module.
    pub externally_initialized: bool,
    /// The address space.
    pub address_space: u32,
    /// The alignment in bytes; that of the type if not given.
    pub align: Option<u64>,
    /// The section.
    pub section: Option<Box<str>>,
    /// The comdat.
    pub comdat: Option<Box<str>>,
    /// Its `DIGlobalVariableExpression`s.
    pub debug: Vec<MetadataId>,
}

/// An alias: another name for an address.
#[derive(Clone, PartialEq, Debug)]
pub struct Alias {
    /// Name and linkage.
    pub header: Header,
    /// The type of the object.
    pub ty: TypeId,
    /// The address.
    pub target: ConstantId,
}

/// An ifunc: a function that is chosen when the program is loaded.
#[derive(Clone, PartialEq, Debug)]
pub struct Ifunc {
    /// Name and linkage.
    pub header: Header,
    /// The type of the function.
    pub ty: TypeId,
    /// The resolver.
    pub resolver: ConstantId,
}

/// A function, declared or defined.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// Name and linkage.
    pub header: Header,
    /// Its type.
    pub ty: TypeId,
    /// The type of its result.
    pub result: TypeId,
    /// Whether it is variadic.
    pub variadic: bool,
    /// The attributes of the parameters. The parameters themselves are the first locals.
    pub parameters: Vec<AttributeSet>,
    /// The attributes of the result.
    pub result_attributes: AttributeSet,
    /// The attributes of the function.
    pub attributes: AttributeSet,
    /// The calling convention, if it is not that of C.
    pub convention: Option<Span>,
    /// The section.
    pub section: Option<Box<str>>,
    /// The comdat.
    pub comdat: Option<Box<str>>,
    /// The alignment in bytes.
    pub align: Option<u64>,
    /// The garbage collector.
    pub collector: Option<Box<str>>,
    /// Data in front of the function.
    pub prefix: Option<ConstantId>,
    /// Data at its beginning.
    pub prologue: Option<ConstantId>,
    /// The personality function, which handles its exceptions.
    pub personality: Option<ConstantId>,
    /// Its `DISubprogram`.
    pub debug: Option<MetadataId>,
    /// Parameters and results of instructions.
    pub locals: Vec<Local>,
    /// The blocks, of which the first is the entry; empty if the function is only declared.
    pub blocks: Vec<Block>,
    /// The source variables in its stack slots.
    pub variables: Vec<DebugVariable>,
}

/// A local: a parameter or a result of an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Local {
    /// Its name or its number.
    pub name: LocalName,
    /// Its type.
    pub ty: TypeId,
    /// Its definition.
    pub origin: Origin,
}

/// The name of a local or a block.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum LocalName {
    /// A name.
    Name(Box<str>),
    /// A number.
    Number(u32),
}

/// Where a local is defined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A parameter.
    Parameter(u32),
    /// The result of the instruction with this index in this block.
    Instruction(BlockId, u32),
}

/// A basic block.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// Its name or its number.
    pub name: LocalName,
    /// Its instructions; the last one, and no other, is a terminator.
    pub instructions: Vec<Instruction>,
}

/// A source variable and the stack slot that holds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DebugVariable {
    /// The stack slot.
    pub storage: Operand,
    /// Its `DILocalVariable`.
    pub variable: MetadataId,
    /// Its `DILocation`.
    pub location: Option<MetadataId>,
}

impl Module {
    /// Parses a `.ll` file. The name is for error messages.
    ///
    /// ```
    /// let text = "define i32 @inc(i32 %x) {\n  %y = add nsw i32 %x, 1\n  ret i32 %y\n}\n";
    /// let module = raddle_llvm::Module::parse("inc.ll", text)?;
    /// let inc = module.function("inc").unwrap();
    /// assert_eq!(inc.blocks[0].instructions.len(), 2);
    /// # Ok::<(), raddle_llvm::ParseError>(())
    /// ```
    pub fn parse(name: &str, text: impl Into<Arc<str>>) -> Result<Module, ParseError> {
        let text = text.into();
        parse::module(name, &text).map_err(|fault| fault.locate(name, &text))
    }

    /// The text of a span.
    pub fn text(&self, span: Span) -> &str {
        span.of(&self.source)
    }

    /// The line of an offset in the text, from 1.
    pub fn line(&self, offset: u32) -> u32 {
        line_and_column(&self.source, offset as usize).0
    }

    /// The symbol with this id.
    pub fn symbol(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.index()]
    }

    /// The symbol with this name.
    pub fn find(&self, name: &str) -> Option<&Symbol> {
        self.by_name.get(name).map(|id| self.symbol(*id))
    }

    /// The function with this name.
    pub fn function(&self, name: &str) -> Option<&Function> {
        match self.find(name)?.definition {
            Definition::Function(id) => self.functions.get(id.index()),
            _ => None,
        }
    }

    /// The global variable with this name.
    pub fn global(&self, name: &str) -> Option<&Global> {
        match self.find(name)?.definition {
            Definition::Global(id) => self.globals.get(id.index()),
            _ => None,
        }
    }

    /// The constant with this id.
    pub fn constant(&self, id: ConstantId) -> &Constant {
        self.constants.get(id)
    }

    /// The layout of a type; `None` for types that have none.
    pub fn layout(&self, ty: TypeId) -> Option<&Layout> {
        self.layouts.get(ty)
    }

    /// The type of an operand of an instruction of `function`.
    pub fn type_of(&self, function: &Function, operand: Operand) -> TypeId {
        match operand {
            Operand::Local(local) => function.local(local).ty,
            Operand::Constant(constant) => self.constant(constant).ty,
            Operand::Metadata(_) => TypeId::METADATA,
        }
    }

    /// The symbol whose address an operand is.
    pub fn symbol_of(&self, operand: Operand) -> Option<&Symbol> {
        match operand {
            Operand::Constant(id) => match self.constant(id).value {
                ConstantValue::Symbol(symbol)
                | ConstantValue::NoCfi(symbol)
                | ConstantValue::DsoLocalEquivalent(symbol) => Some(self.symbol(symbol)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The name of the callee, if it is called directly.
    pub fn callee_name(&self, callee: &Callee) -> Option<&str> {
        match callee {
            Callee::Value(operand) => self.symbol_of(*operand).map(|symbol| &*symbol.name),
            Callee::Asm(_) => None,
        }
    }

    /// The attributes of a set, including those of its groups.
    pub fn attributes(&self, set: AttributeSet) -> impl Iterator<Item = Attribute> + '_ {
        self.attributes.list(set)
    }

    /// The argument of an attribute; `None` if it is not in the set.
    pub fn attribute(&self, set: AttributeSet, name: &str) -> Option<Argument> {
        self.attributes(set).find(|attribute| self.text(attribute.name) == name).map(|attribute| attribute.argument)
    }

    /// Whether an attribute is in the set.
    pub fn has_attribute(&self, set: AttributeSet, name: &str) -> bool {
        self.attribute(set, name).is_some()
    }
}

impl Function {
    /// The local with this id.
    pub fn local(&self, id: LocalId) -> &Local {
        &self.locals[id.index()]
    }

    /// The block with this id.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    /// Whether it is only declared.
    pub fn is_declaration(&self) -> bool {
        self.blocks.is_empty()
    }
}

impl Block {
    /// The terminator.
    pub fn terminator(&self) -> Option<&Instruction> {
        self.instructions.last()
    }
}

impl LocalName {
    /// As text, without the sign.
    pub fn as_str(&self) -> Cow<'_, str> {
        match self {
            LocalName::Name(name) => Cow::Borrowed(name),
            LocalName::Number(number) => Cow::Owned(number.to_string()),
        }
    }
}
