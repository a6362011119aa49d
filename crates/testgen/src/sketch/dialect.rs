//! The same program in the instructions of a machine: orders and fences of C11 become those that the machine has, one
//! by one, so that random programs use all of them. This is no compilation: what C11 promises may be lost.

use raddle_graph::{Mode, Tag};
use raddle_models::ModelName;

use super::{Sketch, Stmt};

/// What a program's accesses and fences are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// C11's.
    C11,
    /// AArch64's: acquire and release instructions, three barriers and the instruction barrier.
    Armv8,
    /// 32-bit ARM's: no ordered accesses, two barriers and the instruction barrier.
    Armv7,
    /// POWER's: no ordered accesses, three barriers and the instruction barrier.
    Power,
    /// RISC-V's: annotated accesses, fences by what comes before and after.
    Riscv,
    /// The Linux kernel's.
    Linux,
}

impl Dialect {
    /// The dialect of programs for a model.
    pub fn of(model: ModelName) -> Dialect {
        match model {
            ModelName::Armv8 | ModelName::Armv82018 => Dialect::Armv8,
            ModelName::Armv7 => Dialect::Armv7,
            ModelName::Power => Dialect::Power,
            ModelName::Riscv | ModelName::Ztso => Dialect::Riscv,
            ModelName::Lkmm => Dialect::Linux,
            _ => Dialect::C11,
        }
    }

    fn fence(self, mode: Mode) -> Mode {
        let [acquire, release, both, full] = match self {
            Dialect::C11 => return mode,
            Dialect::Armv8 => [Tag::DmbLd, Tag::DmbSt, Tag::Isb, Tag::DmbSy],
            Dialect::Armv7 => [Tag::Isb, Tag::DmbSt, Tag::DmbSy, Tag::DmbSy],
            Dialect::Power => [Tag::Isync, Tag::Eieio, Tag::Lwsync, Tag::Sync],
            Dialect::Riscv => [Tag::FenceRM, Tag::FenceMW, Tag::FenceTso, Tag::FenceMM],
            Dialect::Linux => [Tag::Rmb, Tag::Wmb, Tag::Mb, Tag::Mb],
        };
        match mode {
            Mode::Acq => Mode::Tag(acquire),
            Mode::Rel => Mode::Tag(release),
            Mode::AcqRel => Mode::Tag(both),
            Mode::Sc => Mode::Tag(full),
            other => other,
        }
    }

    fn load(self, mode: Mode) -> Mode {
        match (self, mode) {
            (Dialect::Armv8, Mode::Sc) => Mode::Tag(Tag::AcqPc),
            (Dialect::Riscv, Mode::Sc) => Mode::AcqRel,
            // Plain accesses of the kernel keep no dependencies: with them values come out of thin air.
            (Dialect::Linux, Mode::Sc | Mode::Na) => Mode::Rlx,
            (Dialect::Armv7 | Dialect::Power, _) => Mode::Rlx,
            _ => mode,
        }
    }

    fn store(self, mode: Mode) -> Mode {
        match (self, mode) {
            (Dialect::Armv8, Mode::Sc) => Mode::Rel,
            (Dialect::Riscv, Mode::Sc) => Mode::AcqRel,
            // Plain accesses of the kernel keep no dependencies: with them values come out of thin air.
            (Dialect::Linux, Mode::Sc | Mode::Na) => Mode::Rlx,
            (Dialect::Armv7 | Dialect::Power, _) => Mode::Rlx,
            _ => mode,
        }
    }

    fn update(self, mode: Mode) -> Mode {
        match (self, mode) {
            (Dialect::Armv8, Mode::Sc) => Mode::Tag(Tag::AmoAcqRel),
            (Dialect::Armv8, Mode::Rel) => Mode::Tag(Tag::NoreturnRel),
            (Dialect::Riscv, Mode::Sc) => Mode::Tag(Tag::LrAqScRl),
            (Dialect::Armv7, Mode::Rel) => Mode::Tag(Tag::DmbStrex),
            (Dialect::Linux, Mode::Sc | Mode::AcqRel) | (Dialect::Armv7 | Dialect::Power, _) => Mode::Rlx,
            _ => mode,
        }
    }

    fn translate(self, body: &[Stmt]) -> Vec<Stmt> {
        let mut body = body.to_vec();
        for stmt in &mut body {
            match stmt {
                Stmt::Load { mode, .. } | Stmt::LoadAt { mode, .. } | Stmt::Reserve { mode, .. } => {
                    *mode = self.load(*mode);
                }
                Stmt::Store { mode, .. } | Stmt::StoreAt { mode, .. } | Stmt::Conditional { mode, .. } => {
                    *mode = self.store(*mode);
                }
                Stmt::FetchAdd { mode, .. } | Stmt::Exchange { mode, .. } => *mode = self.update(*mode),
                Stmt::CompareExchange { success, failure, .. } => {
                    *success = self.update(*success);
                    *failure = match self.update(*failure) {
                        Mode::Rel | Mode::Tag(Tag::DmbStrex) => Mode::Rlx,
                        Mode::Tag(Tag::NoreturnRel) => Mode::Tag(Tag::Noreturn),
                        Mode::AcqRel | Mode::Tag(Tag::AmoAcqRel) => Mode::Acq,
                        other => other,
                    };
                }
                Stmt::Fence(mode) => *mode = self.fence(*mode),
                Stmt::If { then, otherwise, .. } => {
                    *then = self.translate(then);
                    *otherwise = self.translate(otherwise);
                }
                _ => {}
            }
        }
        body
    }
}

impl Sketch {
    /// The same program in that dialect.
    #[must_use]
    pub fn in_dialect(&self, dialect: Dialect) -> Sketch {
        let threads = self.threads.iter().map(|body| dialect.translate(body)).collect();
        Sketch::with_initial_values(self.init.clone(), threads).with_semaphores(self.semaphores.clone())
    }
}
