//! The `__sync` builtins of GCC, which documents most of them as full barriers. Clang compiles them as sequentially consistent
//! updates without fences, and nothing in its output tells them apart from C11's. So each is a macro that leaves a mark, or
//! puts fences around it.

use std::ffi::OsString;

/// What the `__sync` builtins mean.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SyncBuiltins {
    /// What clang compiles them to: sequentially consistent updates.
    #[default]
    Compiled,
    /// What GCC documents: full barriers.
    Full,
}

/// The comment of inline assembly that marks a builtin.
pub(crate) const MARK: &str = "# raddle: __sync builtin";

/// Those that are documented as full barriers.
const BUILTINS: [&str; 14] = [
    "fetch_and_add",
    "fetch_and_sub",
    "fetch_and_or",
    "fetch_and_and",
    "fetch_and_xor",
    "fetch_and_nand",
    "add_and_fetch",
    "sub_and_fetch",
    "or_and_fetch",
    "and_and_fetch",
    "xor_and_fetch",
    "nand_and_fetch",
    "bool_compare_and_swap",
    "val_compare_and_swap",
];

impl SyncBuiltins {
    /// The flags of the compiler that define the macros.
    pub(crate) fn flags(self) -> impl Iterator<Item = OsString> {
        BUILTINS.iter().map(move |name| {
            let call = format!("__sync_{name}(__VA_ARGS__)");
            let meaning = match self {
                SyncBuiltins::Compiled => format!("__asm__ volatile(\"{MARK}\"); {call};"),
                SyncBuiltins::Full => {
                    const FENCE: &str = "__atomic_thread_fence(__ATOMIC_SEQ_CST);";
                    format!("{FENCE} __typeof__({call}) raddle_result = {call}; {FENCE} raddle_result;")
                }
            };
            OsString::from(format!("-D__sync_{name}(...)=__extension__({{ {meaning} }})"))
        })
    }
}
