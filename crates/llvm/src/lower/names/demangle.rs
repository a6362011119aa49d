//! Readable names of C++ symbols.

use std::borrow::Cow;

use cpp_demangle::Symbol;

/// The demangled name of a C++ symbol; other symbols stay as they are.
pub(crate) fn readable(symbol: &str) -> Cow<'_, str> {
    let is_cpp = symbol.starts_with("_Z");
    let Some(name) = is_cpp.then(|| Symbol::new(symbol).ok()?.demangle().ok()).flatten() else {
        return Cow::Borrowed(symbol);
    };
    match name.strip_prefix("{vtable(").and_then(|rest| rest.strip_suffix(")}")) {
        Some(class) => Cow::Owned(format!("vtable for {class}")),
        None => Cow::Owned(name),
    }
}

/// The name of the type that a type-information symbol describes: for `_ZTISt9exception`, `std::exception`.
pub(crate) fn type_name(symbol: &str) -> Option<String> {
    readable(symbol).strip_prefix("typeinfo for ").map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_readable() {
        assert_eq!(readable("_ZSt9terminatev"), "std::terminate()");
        assert_eq!(readable("_ZTVSt9exception"), "vtable for std::exception");
        assert_eq!(readable("main"), "main");
        assert_eq!(readable("_Znonsense"), "_Znonsense");
        assert_eq!(type_name("_ZTISt9exception").as_deref(), Some("std::exception"));
        assert_eq!(type_name("_ZTIi").as_deref(), Some("int"));
        assert_eq!(type_name("main"), None);
    }
}
