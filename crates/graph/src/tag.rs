//! Annotations of machine instructions and of the Linux kernel's primitives, where the orders of C11 do not say it.

/// Defines the tags with their names in text forms.
macro_rules! tags {
    ($($(#[doc = $doc:literal])+ $tag:ident = $name:literal,)+) => {
        /// What an access or fence is, beyond the orders of C11.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Tag {
            $($(#[doc = $doc])+ $tag,)+
        }

        impl Tag {
            /// Every tag.
            pub const ALL: &[Tag] = &[$(Tag::$tag,)+];

            /// The tag's name in text forms: one word.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Tag::$tag => $name,)+
                }
            }
        }
    };
}

tags! {
    /// AArch64: a load-acquire that later load-acquires may not pass, but earlier store-releases may (`LDAPR`).
    AcqPc = "acqpc",
    /// AArch64: an update by one instruction that acquires and releases (`CASAL`, `SWPAL`, `LDADDAL`).
    AmoAcqRel = "acqrel.amo",
    /// AArch64: an update that would acquire, whose result nobody uses.
    NoreturnAcq = "noreturn.acq",
    /// AArch64: an update that releases, whose result nobody uses.
    NoreturnRel = "noreturn.rel",
    /// AArch64: an update that releases and would acquire, whose result nobody uses.
    NoreturnAcqRel = "noreturn.acqrel",
    /// x86: a read by a locked instruction that stores nothing.
    Locked = "locked",
    /// x86: the full fence.
    Mfence = "mfence",
    /// x86: the fence of stores.
    Sfence = "sfence",
    /// x86: the fence of loads.
    Lfence = "lfence",
    /// ARM: the full barrier.
    DmbSy = "dmb.sy",
    /// ARM: an update with a full barrier between its read and its write.
    DmbStrex = "dmb.strex",
    /// ARM: the barrier of loads with what follows.
    DmbLd = "dmb.ld",
    /// ARM: the barrier of stores.
    DmbSt = "dmb.st",
    /// ARM: the full synchronisation barrier.
    DsbSy = "dsb.sy",
    /// ARM: the synchronisation barrier of loads with what follows.
    DsbLd = "dsb.ld",
    /// ARM: the synchronisation barrier of stores.
    DsbSt = "dsb.st",
    /// ARM: the instruction barrier.
    Isb = "isb",
    /// POWER: the full barrier.
    Sync = "sync",
    /// POWER: the lightweight barrier.
    Lwsync = "lwsync",
    /// POWER: the barrier of stores.
    Eieio = "eieio",
    /// POWER: the instruction barrier.
    Isync = "isync",
    /// RISC-V: loads before loads.
    FenceRR = "fence.r.r",
    /// RISC-V: loads before stores.
    FenceRW = "fence.r.w",
    /// RISC-V: loads before everything.
    FenceRM = "fence.r.rw",
    /// RISC-V: stores before loads.
    FenceWR = "fence.w.r",
    /// RISC-V: stores before stores.
    FenceWW = "fence.w.w",
    /// RISC-V: stores before everything.
    FenceWM = "fence.w.rw",
    /// RISC-V: everything before loads.
    FenceMR = "fence.rw.r",
    /// RISC-V: everything before stores.
    FenceMW = "fence.rw.w",
    /// RISC-V: the full fence.
    FenceMM = "fence.rw.rw",
    /// RISC-V: loads before everything, stores before stores.
    FenceTso = "fence.tso",
    /// RISC-V: an update by a pair of which the load acquires, or such a load alone.
    LrAq = "lr.aq",
    /// RISC-V: an update by a pair of which the store releases, or the load of such a pair alone.
    ScRl = "sc.rl",
    /// RISC-V: an update by a pair of which the load acquires and the store releases, or such a load alone.
    LrAqScRl = "lr.aq.sc.rl",
    /// RISC-V: an update by a pair of which the load has both orders and the store releases, or such a load alone.
    LrAqrlScRl = "lr.aqrl.sc.rl",
    /// RISC-V: the instruction fence.
    FenceI = "fence.i",
    /// Linux: `smp_mb`.
    Mb = "mb",
    /// Linux: `smp_rmb`.
    Rmb = "rmb",
    /// Linux: `smp_wmb`.
    Wmb = "wmb",
    /// Linux: `barrier`, which concerns the compiler only.
    Barrier = "barrier",
    /// Linux: `smp_mb__before_atomic`.
    BeforeAtomic = "before-atomic",
    /// Linux: `smp_mb__after_atomic`.
    AfterAtomic = "after-atomic",
    /// Linux: `smp_mb__after_spinlock`.
    AfterSpinlock = "after-spinlock",
    /// Linux: `smp_mb__after_unlock_lock`.
    AfterUnlockLock = "after-unlock-lock",
    /// AArch64, Linux: an update whose result nobody uses.
    Noreturn = "noreturn",
    /// Linux: the read of an update that stores nothing, because its condition does not hold.
    FailedUpdate = "failed-update",
    /// Linux: half of taking a spin lock.
    Lock = "lock",
    /// Linux: giving a spin lock back.
    Unlock = "unlock",
    /// Linux: finding a spin lock held, or asking whether it is.
    LockHeld = "lock-held",
    /// Linux: finding a spin lock free without taking it.
    LockFree = "lock-free",
    /// Linux: `rcu_read_lock`.
    RcuLock = "rcu-lock",
    /// Linux: `rcu_read_unlock`.
    RcuUnlock = "rcu-unlock",
    /// Linux: `synchronize_rcu`.
    SyncRcu = "sync-rcu",
    /// Linux: `srcu_read_lock`.
    SrcuLock = "srcu-lock",
    /// Linux: `srcu_read_unlock`.
    SrcuUnlock = "srcu-unlock",
    /// Linux: `synchronize_srcu`.
    SyncSrcu = "sync-srcu",
    /// Linux: `smp_mb__after_srcu_read_unlock`.
    AfterSrcuUnlock = "after-srcu-read-unlock",
}
