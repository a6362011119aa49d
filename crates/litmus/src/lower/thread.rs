//! One thread: its scopes, registers and statements.

use std::collections::BTreeMap;

use raddle_graph::Mode;
use raddle_ir::{FunctionBuilder, FunctionId, Instr, Label, Operand, Position, ProgramBuilder, Reg};

use super::{Context, Layout, Named};
use crate::ast::{Declarator, Expr, Stmt, StmtKind};
use crate::ctype::Type;
use crate::error::{Error, Span};
use crate::lines::Lines;
use crate::parse::Parsed;

/// A local variable.
#[derive(Clone, Debug)]
pub(super) struct Local {
    pub reg: Reg,
    pub ty: Type,
}

/// An rvalue: the operand that holds it, and its type. Bits above the type's width are 0.
#[derive(Clone, Debug)]
pub(super) struct Val {
    pub op: Operand,
    pub ty: Type,
}

impl Val {
    pub fn new(op: impl Into<Operand>, ty: Type) -> Val {
        Val { op: op.into(), ty }
    }
}

struct Loop {
    end: Label,
    next: Label,
}

pub(super) struct Thread<'a> {
    parsed: &'a Parsed,
    pub source: &'a str,
    lines: &'a Lines<'a>,
    pub layout: &'a Layout,
    index: usize,
    unroll: Option<u64>,
    pub program: &'a mut ProgramBuilder,
    pub code: FunctionBuilder,
    pub params: BTreeMap<String, (u64, Type)>,
    scopes: Vec<BTreeMap<String, Local>>,
    /// Every variable ever declared under a name; several only if they shadow each other or differ in type.
    declared: BTreeMap<String, Vec<Local>>,
    /// Registers that the initial state names and the thread has not declared itself (yet).
    implicit: BTreeMap<String, u64>,
    /// Temporaries that are in use until the end of the statement, and free ones.
    used: Vec<Reg>,
    free: Vec<Reg>,
    loops: Vec<Loop>,
    pub warnings: Vec<String>,
}

impl<'a> Thread<'a> {
    pub fn new(
        context: Context<'a>,
        index: usize,
        program: &'a mut ProgramBuilder,
        id: FunctionId,
    ) -> Result<Thread<'a>, Error> {
        let Context { parsed, source, lines, layout, unroll } = context;
        let code = program.function(id);
        let mut thread = Thread {
            parsed,
            source,
            lines,
            layout,
            index,
            unroll,
            program,
            code,
            params: BTreeMap::new(),
            scopes: vec![BTreeMap::new()],
            declared: BTreeMap::new(),
            implicit: BTreeMap::new(),
            used: Vec::new(),
            free: Vec::new(),
            loops: Vec::new(),
            warnings: Vec::new(),
        };
        thread.bind_parameters()?;
        Ok(thread)
    }

    fn bind_parameters(&mut self) -> Result<(), Error> {
        let number = self.index as u16;
        let definition = &self.parsed.threads[self.index];
        for param in &definition.params {
            let bound = self.layout.registers.get(&(number, param.name.clone())).map(|(_, value)| *value);
            let addr = bound.or_else(|| self.layout.get(&param.name).map(|variable| variable.base)).unwrap_or(0);
            if self.params.insert(param.name.clone(), (addr, param.ty.clone())).is_some() {
                return Err(self.error(param.span, format!("there are two parameters `{}`", param.name), ""));
            }
        }
        self.code.at(self.lines.position(definition.span.start));
        for ((thread, name), (ty, value)) in &self.layout.registers {
            if *thread == number && !self.params.contains_key(name) {
                self.implicit.insert(name.clone(), *value);
                let ty = ty.clone().unwrap_or(Type::INT);
                self.scopes[0].insert(name.clone(), Local { reg: Reg(0), ty });
            }
        }
        // Sorted by name, because the order of a hash map is arbitrary.
        for (name, value) in self.implicit.clone() {
            let reg = self.code.named_register(&name);
            if let Some(local) = self.scopes[0].get_mut(&name) {
                local.reg = reg;
                self.declared.insert(name, vec![local.clone()]);
            }
            self.code.mov(reg, value);
        }
        Ok(())
    }

    pub fn error(&self, span: Span, message: impl Into<String>, help: impl Into<String>) -> Error {
        Error::new(self.source, span, message, help)
    }

    pub fn position(&self, span: Span) -> Position {
        self.lines.position(span.start)
    }

    /// The position in the source of what is emitted from now on.
    pub fn at(&mut self, span: Span) {
        let position = self.position(span);
        self.code.at(position);
    }

    /// A register until the end of the statement.
    pub fn temp(&mut self) -> Reg {
        let reg = self.free.pop().unwrap_or_else(|| self.code.register());
        self.used.push(reg);
        reg
    }

    fn release(&mut self) {
        self.free.append(&mut self.used);
    }

    /// The local variable of that name in scope.
    pub fn local(&self, name: &str) -> Option<&Local> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }

    fn declare(&mut self, declarator: &Declarator) -> Result<Local, Error> {
        let Declarator { name, ty, span, .. } = declarator;
        let outermost = self.scopes.len() == 1;
        if self.params.contains_key(name) {
            let help = "rename the variable: conditions could not tell them apart";
            return Err(self.error(*span, format!("`{name}` is already a parameter"), help));
        }
        if outermost && self.implicit.remove(name).is_some() {
            // Declares what the initial state gave a value, which it keeps.
            if let Some(local) = self.scopes[0].get_mut(name) {
                local.ty = ty.clone();
                let local = local.clone();
                self.declared.insert(name.clone(), vec![local.clone()]);
                let width = ty.as_int().unwrap_or(crate::ctype::IntType::ULONG).width();
                self.code.truncate(local.reg, local.reg, width);
                return Ok(local);
            }
        }
        if self.scopes.last().is_some_and(|scope| scope.contains_key(name)) {
            return Err(self.error(*span, format!("`{name}` is declared twice"), "rename one of the two"));
        }
        let in_scope = |local: &Local| self.scopes.iter().any(|s| s.get(name).is_some_and(|l| l.reg == local.reg));
        let reusable =
            self.declared.get(name).and_then(|all| all.iter().find(|l| l.ty == *ty && !in_scope(l))).cloned();
        let local = match reusable {
            Some(local) => local,
            None => {
                let local = Local { reg: self.code.named_register(name), ty: ty.clone() };
                self.declared.entry(name.clone()).or_default().push(local.clone());
                local
            }
        };
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.clone(), local.clone());
        }
        Ok(local)
    }

    /// Is the test written with the primitives of the Linux kernel?
    pub fn is_linux(&self) -> bool {
        self.parsed.linux
    }

    /// The whole body.
    pub fn body(&mut self, body: &[Stmt]) -> Result<(), Error> {
        for stmt in body {
            self.stmt(stmt)?;
        }
        self.code.finish();
        Ok(())
    }

    /// In tests with the kernel's primitives: is there a plain read, or a write behind the join point of an `if`?
    pub fn is_loose(&self) -> bool {
        let mut code = self.code.instructions().iter();
        let reads_plainly = |instr: &Instr| matches!(instr, Instr::Load { mode: Mode::Na, .. });
        if !self.is_linux() || code.clone().any(reads_plainly) {
            return self.is_linux();
        }
        let met = code.any(|instr| matches!(instr, Instr::Meet { .. }));
        met && code.any(Instr::writes_memory)
    }

    /// The code, the meanings of local names, and warnings.
    pub fn finish(self) -> (FunctionBuilder, BTreeMap<String, Vec<Named>>, Vec<String>) {
        let mut names: BTreeMap<String, Vec<Named>> = BTreeMap::new();
        for (name, locals) in self.declared {
            names.insert(name, locals.into_iter().map(|local| Named::Local(local.reg, local.ty)).collect());
        }
        for (name, (addr, ty)) in self.params {
            names.insert(name, vec![Named::Parameter(addr, ty)]);
        }
        (self.code, names, self.warnings)
    }

    fn stmt(&mut self, stmt: &Stmt) -> Result<(), Error> {
        self.at(stmt.span);
        match &stmt.kind {
            StmtKind::Declare(declarators) => {
                for declarator in declarators {
                    self.declaration(declarator)?;
                }
            }
            StmtKind::Expr(expr) => self.full_expr(expr)?,
            StmtKind::If { cond, then, otherwise } => {
                let (yes, no, end) = (self.code.label(), self.code.label(), self.code.label());
                let mark = self.fork();
                self.full_branch(cond, yes, no)?;
                self.code.bind(yes);
                self.scoped(then)?;
                if let Some(otherwise) = otherwise {
                    self.code.jump(end);
                    self.code.bind(no);
                    self.scoped(otherwise)?;
                } else {
                    self.code.bind(no);
                }
                self.code.bind(end);
                self.meet(mark);
            }
            StmtKind::While { cond, body } => self.iterate(stmt.span, Some(cond), None, body)?,
            StmtKind::For { init, cond, step, body } => {
                self.scopes.push(BTreeMap::new());
                if let Some(init) = init {
                    self.stmt(init)?;
                }
                self.iterate(stmt.span, cond.as_ref(), step.as_ref(), body)?;
                self.scopes.pop();
            }
            StmtKind::DoWhile { body, cond } => {
                let (head, next, end) = (self.code.label(), self.code.label(), self.code.label());
                let counter = self.start_loop();
                self.code.bind(head);
                self.count(counter);
                self.loop_body(Loop { end, next }, body)?;
                self.code.bind(next);
                self.full_branch(cond, head, end)?;
                self.code.bind(end);
            }
            StmtKind::Block(body) => {
                self.scopes.push(BTreeMap::new());
                for stmt in body {
                    self.stmt(stmt)?;
                }
                self.scopes.pop();
            }
            StmtKind::Break => match self.loops.last() {
                Some(innermost) => self.code.jump(innermost.end),
                None => return Err(self.error(stmt.span, "`break` outside of a loop", "remove it")),
            },
            StmtKind::Continue => match self.loops.last() {
                Some(innermost) => self.code.jump(innermost.next),
                None => return Err(self.error(stmt.span, "`continue` outside of a loop", "remove it")),
            },
            StmtKind::Return => self.code.finish(),
            StmtKind::Empty => {}
        }
        Ok(())
    }

    /// Marks the beginning of branches that have a join point: the kernel's control dependencies end there.
    fn fork(&mut self) -> Option<Reg> {
        let mark = self.is_linux().then(|| self.code.register())?;
        self.code.emit(Instr::Fork { mark });
        Some(mark)
    }

    fn meet(&mut self, mark: Option<Reg>) {
        mark.into_iter().for_each(|mark| self.code.emit(Instr::Meet { mark }));
    }

    /// The body of an `if` or a loop: a scope of its own, block or not.
    fn scoped(&mut self, stmt: &Stmt) -> Result<(), Error> {
        self.scopes.push(BTreeMap::new());
        let result = self.stmt(stmt);
        self.scopes.pop();
        result
    }

    fn declaration(&mut self, declarator: &Declarator) -> Result<(), Error> {
        let value = match &declarator.init {
            Some(init) => Some(self.assignable(init, &declarator.ty)?),
            None => None,
        };
        self.at(declarator.span);
        let local = self.declare(declarator)?;
        if let Some(value) = value {
            self.code.mov(local.reg, value.op);
        }
        self.release();
        Ok(())
    }

    fn full_expr(&mut self, expr: &Expr) -> Result<(), Error> {
        self.discard(expr)?;
        self.release();
        Ok(())
    }

    fn full_branch(&mut self, cond: &Expr, yes: Label, no: Label) -> Result<(), Error> {
        self.branch(cond, yes, no)?;
        self.release();
        Ok(())
    }

    /// A register that counts iterations, if they are bounded. It starts at 0 whenever the loop is entered.
    fn start_loop(&mut self) -> Option<Reg> {
        self.unroll?;
        let counter = self.code.register();
        self.code.mov(counter, 0);
        Some(counter)
    }

    fn count(&mut self, counter: Option<Reg>) {
        if let (Some(counter), Some(bound)) = (counter, self.unroll) {
            self.code.loop_bound(counter, bound);
        }
    }

    fn loop_body(&mut self, labels: Loop, body: &Stmt) -> Result<(), Error> {
        self.loops.push(labels);
        let result = self.scoped(body);
        self.loops.pop();
        result
    }

    /// `while` and `for`.
    fn iterate(&mut self, span: Span, cond: Option<&Expr>, step: Option<&Expr>, body: &Stmt) -> Result<(), Error> {
        let (head, inside) = (self.code.label(), self.code.label());
        let (next, end) = (self.code.label(), self.code.label());
        let counter = self.start_loop();
        self.code.bind(head);
        if let Some(cond) = cond {
            self.full_branch(cond, inside, end)?;
        }
        self.code.bind(inside);
        self.at(span);
        self.count(counter);
        self.loop_body(Loop { end, next }, body)?;
        self.code.bind(next);
        if let Some(step) = step {
            self.full_expr(step)?;
        }
        self.at(span);
        self.code.jump(head);
        self.code.bind(end);
        Ok(())
    }
}
