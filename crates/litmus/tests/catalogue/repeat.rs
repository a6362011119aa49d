//! Families of programs: copies of a piece of shorthand for each number of a range.
//!
//! `threads i in 0..3 { x=$i }` is `x=0 | x=1 | x=2`, and `repeat i in 1..=2 { x=$i }` is `x=1; x=2`. Bounds are sums
//! and differences; `$i` stands for the number, and may be used in the bounds of what is inside.

/// The program with every `threads` and `repeat` written out, for given values of `$` names.
pub fn expand(text: &str, known: &[(&str, i64)]) -> Result<String, String> {
    let mut text = known.iter().fold(text.to_owned(), |text, (name, value)| substitute(&text, name, *value));
    while let Some((at, word)) = ["threads ", "repeat "].iter().filter_map(|w| Some((text.find(w)?, *w))).min() {
        let rest = &text[at + word.len()..];
        let wrong = || format!("`{}`: expected `{word}i in 0..3 {{ … }}`", &text[at..]);
        let open = rest.find('{').ok_or_else(wrong)?;
        let close = closing(rest, open).ok_or_else(wrong)?;
        let (name, range) = rest[..open].split_once(" in ").ok_or_else(wrong)?;
        let (low, high) = range.split_once("..").ok_or_else(wrong)?;
        let (high, inclusive) = high.strip_prefix('=').map_or((high, 0), |high| (high, 1));
        let numbers = sum(low)?..sum(high)? + inclusive;
        let body = rest[open + 1..close].trim();
        let copies: Vec<String> = numbers.map(|number| substitute(body, name.trim(), number)).collect();
        let separator = if word == "threads " { " | " } else { "; " };
        text = format!("{}{}{}", &text[..at], copies.join(separator), &rest[close + 1..]);
    }
    match text.find('$') {
        Some(at) => Err(format!("`{}`: nothing gives this a value", &text[at..])),
        None => Ok(text),
    }
}

/// Every `$name` replaced by a number.
fn substitute(text: &str, name: &str, value: i64) -> String {
    text.replace(&format!("${name}"), &value.to_string())
}

/// Where the brace at `open` is closed.
fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().skip_while(|(at, _)| *at < open).find_map(|(at, c)| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        (depth == 0).then_some(at)
    })
}

/// `5`, `5-1`, `3+2-1`
fn sum(text: &str) -> Result<i64, String> {
    let spaced = text.replace('-', "+-");
    let terms = spaced.split('+').map(str::trim).filter(|term| !term.is_empty());
    terms.map(|term| term.replace(' ', "").parse::<i64>().map_err(|_| format!("`{text}`: no number"))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_joined_as_threads_or_statements() {
        let text = "x=$N | threads i in 0..$N-1 { repeat j in 1..=2 { x[$j]=$i } }";
        assert_eq!(expand(text, &[("N", 3)]).unwrap(), "x=3 | x[1]=0; x[2]=0 | x[1]=1; x[2]=1");
        assert_eq!(expand("threads i in 0..0 { x=1 }", &[]).unwrap(), "");
        assert_eq!(expand("x=$i", &[]).unwrap_err(), "`$i`: nothing gives this a value");
    }
}
