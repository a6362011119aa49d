//! Modules of LLVM's textual IR, cut into small ones: a function and what it needs. A reader comes to the end of a small module a
//! hundred times in the time that a large one takes, and a change in one is a change in something that is lowered.

/// The largest excerpt, in bytes.
const MAX_BYTES: usize = 12 * 1024;

/// A definition, with the lines that belong to it.
struct Item<'t> {
    /// What it defines, with its sign (`@main`, `%struct.node`, `!7`, `#0`); nothing for what every module needs.
    name: Option<&'t str>,
    is_function: bool,
    text: &'t str,
}

/// One module for each function of `text`, with and without debug information.
pub fn excerpts(text: &str) -> Vec<String> {
    let items = items(text);
    let functions = (0..items.len()).filter(|&index| items[index].is_function);
    let mut result = Vec::new();
    for root in functions {
        let whole = excerpt(&items, root);
        let plain = without_debug(&whole);
        result.extend([whole, plain].into_iter().filter(|it| it.len() <= MAX_BYTES));
    }
    result.dedup();
    result
}

/// The definitions at the top of a module.
fn items(text: &str) -> Vec<Item<'_>> {
    let mut items = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let is_function = rest.starts_with("define ");
        let end = match is_function {
            true => rest.find("\n}\n").map_or(rest.len(), |at| at + "\n}\n".len()),
            false => rest.find('\n').map_or(rest.len(), |at| at + 1),
        };
        let (item, after) = rest.split_at(end);
        rest = after;
        let name = match item.split_whitespace().next() {
            None => continue,
            Some(first) if first.starts_with(';') => continue,
            Some("define" | "declare") => names(item).find(|name| name.starts_with('@')),
            Some("attributes") => names(item).next(),
            Some(first) if first.starts_with(['@', '%', '!', '$']) => names(item).next(),
            Some(_) => None,
        };
        items.push(Item { name, is_function, text: item });
    }
    items
}

/// What the item needs, in the order of the module.
fn excerpt(items: &[Item<'_>], root: usize) -> String {
    let mut kept: Vec<bool> = items.iter().map(|item| item.name.is_none()).collect();
    let mut open = vec![root];
    kept[root] = true;
    while let Some(index) = open.pop() {
        for name in names(items[index].text) {
            for (other, item) in items.iter().enumerate() {
                if item.name == Some(name) && !std::mem::replace(&mut kept[other], true) {
                    open.push(other);
                }
            }
        }
    }
    items.iter().zip(kept).filter(|(_, kept)| *kept).map(|(item, _)| item.text).collect()
}

/// The module without lines about variables, places of instructions and numbered metadata.
fn without_debug(text: &str) -> String {
    let mut plain = String::new();
    for line in text.lines() {
        let start = line.trim_start();
        if start.starts_with("#dbg") || start.contains("@llvm.dbg.") || start.starts_with('!') {
            continue;
        }
        let mut line = line;
        for attachment in [", !dbg !", " !dbg !"] {
            if let Some(at) = line.find(attachment) {
                let after = line[at + attachment.len()..].trim_start_matches(|it: char| it.is_ascii_digit());
                plain.push_str(&line[..at]);
                line = after;
            }
        }
        plain.push_str(line);
        plain.push('\n');
    }
    plain
}

/// The words of a text that begin with a sign.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |it: char| it.is_ascii_alphanumeric() || "_.$-".contains(it);
    text.char_indices().filter_map(move |(at, sign)| {
        if !"@%!#$".contains(sign) || text[..at].ends_with(is_part) {
            return None;
        }
        let rest = &text[at + 1..];
        let length = match rest.starts_with('"') {
            true => 2 + rest[1..].find('"')?,
            false => rest.find(|it| !is_part(it)).unwrap_or(rest.len()),
        };
        (length > 0).then(|| &text[at..at + 1 + length])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULE: &str = "; a comment\ntarget triple = \"x86_64-pc-linux-gnu\"\n%struct.s = type { i32 }\n@a = global i32 0\n\
        @b = global %struct.s zeroinitializer\n\ndefine void @f() #0 !dbg !1 {\n  call void @g(), !dbg !2\n  ret void\n}\n\n\
        define void @h() {\n  store i32 1, ptr @b\n  ret void\n}\ndeclare void @g()\nattributes #0 = { nounwind }\n\
        !1 = !{}\n!2 = !{!1}\n!3 = !{}\n";

    #[test]
    fn an_excerpt_has_what_its_function_needs() {
        let expected = [
            "target triple = \"x86_64-pc-linux-gnu\"\ndefine void @f() #0 !dbg !1 {\n  call void @g(), !dbg !2\n  ret void\n}\n\
             declare void @g()\nattributes #0 = { nounwind }\n!1 = !{}\n!2 = !{!1}\n",
            "target triple = \"x86_64-pc-linux-gnu\"\ndefine void @f() #0 {\n  call void @g()\n  ret void\n}\n\
             declare void @g()\nattributes #0 = { nounwind }\n",
            "target triple = \"x86_64-pc-linux-gnu\"\n%struct.s = type { i32 }\n@b = global %struct.s zeroinitializer\n\
             define void @h() {\n  store i32 1, ptr @b\n  ret void\n}\n",
        ];
        assert_eq!(excerpts(MODULE), expected);
    }
}
