//! Numbers as people read them.

/// `1,234,567`
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number without its fraction, grouped.
pub(crate) fn rounded(number: f64) -> String {
    grouped(number.round().max(0.0) as u64)
}

/// A time, with a unit that suits it.
pub(crate) fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 0.001 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

/// Memory in kB.
pub(crate) fn kilobytes(bytes: u64) -> String {
    format!("{} kB", grouped(bytes / 1024))
}

/// The geometric mean, if there is anything to take it of.
pub(crate) fn geometric_mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = numbers.fold((0.0, 0), |(sum, count), number| (sum + number.ln(), count + 1));
    (count > 0).then(|| (sum / f64::from(count)).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!(["0", "999", "1,000", "1,234,567"], [0, 999, 1000, 1_234_567].map(grouped)[..]);
        assert_eq!(rounded(1999.6), "2,000");
        assert_eq!(["500 µs", "12.3 ms", "2.00 s"], [0.0005, 0.0123, 2.0].map(duration)[..]);
        assert_eq!(kilobytes(7_372_800), "7,200 kB");
    }

    #[test]
    fn a_mean_of_nothing_is_nothing() {
        assert_eq!(geometric_mean([].into_iter()), None);
        assert!((geometric_mean([2.0, 8.0].into_iter()).unwrap() - 4.0).abs() < 1e-9);
    }
}
