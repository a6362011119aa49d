//! Threads and their statements.

use super::Parser;
use crate::ast::{Body, Declarator, Param, Stmt, StmtKind, ThreadDef};
use crate::ctype::Type;
use crate::error::Error;
use crate::lex::{Kind, Mode};

impl Parser<'_> {
    /// All threads.
    pub(super) fn threads(&mut self) -> Result<Vec<ThreadDef>, Error> {
        let mut threads = Vec::new();
        while let Some(number) = self.thread_word() {
            if number != threads.len() as u64 {
                let message = format!("expected thread P{}, found P{number}", threads.len());
                return Err(self.error_here(message, "number the threads P0, P1, … in order"));
            }
            threads.push(self.thread()?);
        }
        if threads.is_empty() {
            return Err(self.expected("a thread", "write the threads as `P0 (int *x) { … }`"));
        }
        Ok(threads)
    }

    /// `P0 (atomic_int *x) { … }`
    pub(super) fn thread(&mut self) -> Result<ThreadDef, Error> {
        let start = self.span();
        self.mode = Mode::C;
        self.advance()?;
        self.expect("(")?;
        let mut params = Vec::new();
        if self.is_word("void") && self.second() == Some(Kind::Sign(")")) {
            self.advance()?;
        }
        while !self.is(")") {
            params.push(self.param()?);
            if !self.eat(",")? {
                break;
            }
        }
        let end = self.expect(")")?;
        self.expect("{")?;
        let mut body = Vec::new();
        while !self.is("}") {
            body.push(self.stmt()?);
        }
        self.mode = Mode::Outer;
        self.advance()?;
        Ok(ThreadDef { params, body: Body::C(body), span: start.to(end) })
    }

    fn param(&mut self) -> Result<Param, Error> {
        let start = self.span();
        let base = self.base_type()?;
        let mut ty = self.pointers(base)?;
        let (name, span) = self.word("the name of a shared variable")?;
        if self.eat("[")? {
            // `int a[]` and `int a[3]` mean `int *a` in a parameter list.
            if !self.is("]") {
                self.unsigned("`]`")?;
            }
            self.expect("]")?;
            ty = crate::ctype::Qualified::plain(Type::pointer_to(ty));
        }
        if !matches!(ty.ty, Type::Pointer(_)) {
            let help = format!("threads get shared variables by pointers: write `{} *{name}`", ty.ty);
            return Err(self.error_at(start.to(span), format!("the parameter `{name}` is not a pointer"), help));
        }
        Ok(Param { name: name.to_owned(), ty: ty.ty, span })
    }

    fn stmt(&mut self) -> Result<Stmt, Error> {
        self.nested(|p| {
            let start = p.span();
            let kind = p.stmt_kind()?;
            Ok(Stmt { kind, span: start.to(p.previous) })
        })
    }

    fn stmt_kind(&mut self) -> Result<StmtKind, Error> {
        match self.token.kind {
            Kind::Sign("{") => {
                self.advance()?;
                let mut body = Vec::new();
                while !self.is("}") {
                    body.push(self.stmt()?);
                }
                self.advance()?;
                Ok(StmtKind::Block(body))
            }
            Kind::Sign(";") => {
                self.advance()?;
                Ok(StmtKind::Empty)
            }
            Kind::Word("if") => {
                self.advance()?;
                let cond = self.parenthesised()?;
                let then = Box::new(self.stmt()?);
                let otherwise = if self.eat_word("else")? { Some(Box::new(self.stmt()?)) } else { None };
                Ok(StmtKind::If { cond, then, otherwise })
            }
            Kind::Word("while") => {
                self.advance()?;
                let cond = self.parenthesised()?;
                Ok(StmtKind::While { cond, body: Box::new(self.stmt()?) })
            }
            Kind::Word("do") => {
                self.advance()?;
                let body = Box::new(self.stmt()?);
                if !self.eat_word("while")? {
                    return Err(self.expected("`while`", "a `do` loop ends in `while (…);`"));
                }
                let cond = self.parenthesised()?;
                self.expect(";")?;
                Ok(StmtKind::DoWhile { body, cond })
            }
            Kind::Word("for") => self.for_loop(),
            Kind::Word("break") => self.simple(StmtKind::Break),
            Kind::Word("continue") => self.simple(StmtKind::Continue),
            Kind::Word("return") => {
                self.advance()?;
                if !self.is(";") {
                    return Err(self.expected("`;`", "threads return nothing"));
                }
                self.advance()?;
                Ok(StmtKind::Return)
            }
            Kind::Word("struct" | "union" | "enum" | "typedef" | "switch" | "goto") => {
                Err(self.expected("a statement", "structures, `switch` and `goto` are not supported in litmus tests"))
            }
            _ => {
                let kind = if self.at_type() { self.declaration()? } else { StmtKind::Expr(self.expr()?) };
                self.expect(";")?;
                Ok(kind)
            }
        }
    }

    fn simple(&mut self, kind: StmtKind) -> Result<StmtKind, Error> {
        self.advance()?;
        self.expect(";")?;
        Ok(kind)
    }

    fn parenthesised(&mut self) -> Result<crate::ast::Expr, Error> {
        self.expect("(")?;
        let expr = self.expr()?;
        self.expect(")")?;
        Ok(expr)
    }

    fn for_loop(&mut self) -> Result<StmtKind, Error> {
        self.advance()?;
        self.expect("(")?;
        let start = self.span();
        let init = if self.is(";") {
            None
        } else {
            let kind = if self.at_type() { self.declaration()? } else { StmtKind::Expr(self.expr()?) };
            Some(Box::new(Stmt { kind, span: start.to(self.previous) }))
        };
        self.expect(";")?;
        let cond = if self.is(";") { None } else { Some(self.expr()?) };
        self.expect(";")?;
        let step = if self.is(")") { None } else { Some(self.expr()?) };
        self.expect(")")?;
        let body = Box::new(self.stmt()?);
        Ok(StmtKind::For { init, cond, step, body })
    }

    /// `int a = 1, *b`, without the semicolon.
    fn declaration(&mut self) -> Result<StmtKind, Error> {
        let base = self.base_type()?;
        let mut declarators = Vec::new();
        loop {
            let ty = self.pointers(base.clone())?.ty;
            let (name, span) = self.word("the name of a local variable")?;
            if self.is("[") {
                let help = "arrays can be shared: declare them in the initial state";
                return Err(self.error_here("local arrays are not supported", help));
            }
            if ty == Type::Void {
                return Err(self.error_at(span, "a variable cannot be `void`", "give it an integer or pointer type"));
            }
            let init = if self.eat("=")? { Some(self.assignment()?) } else { None };
            declarators.push(Declarator { name: name.to_owned(), ty, init, span });
            if !self.eat(",")? {
                return Ok(StmtKind::Declare(declarators));
            }
        }
    }
}
