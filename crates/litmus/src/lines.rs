//! From bytes of the source to lines and columns, quickly.

use raddle_ir::Position;

/// How many bytes lie between two counts of characters.
const STEP: usize = 256;

/// Knows where the lines of a text begin.
#[derive(Clone, Debug)]
pub(crate) struct Lines<'s> {
    source: &'s [u8],
    starts: Vec<usize>,
    /// The number of characters before every `STEP`th byte.
    counts: Vec<usize>,
}

impl<'s> Lines<'s> {
    pub fn new(source: &'s str) -> Lines<'s> {
        let source = source.as_bytes();
        let mut starts = vec![0];
        starts.extend(source.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i + 1));
        let mut counts = vec![0];
        let mut total = 0;
        for chunk in source.chunks(STEP) {
            total += characters(chunk);
            counts.push(total);
        }
        Lines { source, starts, counts }
    }

    fn characters_before(&self, offset: usize) -> usize {
        let step = offset / STEP;
        self.counts[step] + characters(&self.source[step * STEP..offset])
    }

    pub fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.source.len());
        let line = self.starts.partition_point(|&start| start <= offset);
        let start = self.starts[line - 1];
        let column = self.characters_before(offset) - self.characters_before(start) + 1;
        Position { file: 0, line: line as u32, column: column as u32 }
    }
}

/// Every byte begins a character, but for those that continue one.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::line_and_column;

    #[test]
    fn agrees_with_counting_from_the_beginning() {
        let source = format!("a\n{}\nçé x\n\n{}y", "é".repeat(300), "z".repeat(700));
        let lines = Lines::new(&source);
        for offset in (0..=source.len() + 1).filter(|&o| o > source.len() || source.is_char_boundary(o)) {
            let position = lines.position(offset);
            assert_eq!((position.line, position.column), line_and_column(&source, offset));
        }
    }
}
