//! Converts byte offsets of the source to lines and columns, without counting from the beginning each time.

use raddle_ir::Position;

/// The number of characters is stored once for so many bytes.
const CHUNK_BYTES: usize = 256;

/// An index of the lines and characters of a text.
#[derive(Clone, Debug)]
pub(crate) struct Lines<'s> {
    source: &'s [u8],
    /// The offset of the first byte of each line.
    starts: Vec<usize>,
    /// By chunk of `CHUNK_BYTES` bytes: the number of characters before it.
    characters_before_chunk: Vec<usize>,
}

impl<'s> Lines<'s> {
    pub fn new(source: &'s str) -> Lines<'s> {
        let source = source.as_bytes();
        let mut starts = vec![0];
        starts.extend(source.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i + 1));
        let mut characters_before_chunk = vec![0];
        let mut total = 0;
        for chunk in source.chunks(CHUNK_BYTES) {
            total += count_characters(chunk);
            characters_before_chunk.push(total);
        }
        Lines { source, starts, characters_before_chunk }
    }

    fn characters_before(&self, offset: usize) -> usize {
        let chunk = offset / CHUNK_BYTES;
        self.characters_before_chunk[chunk] + count_characters(&self.source[chunk * CHUNK_BYTES..offset])
    }

    /// The line and column of a byte, both from 1; columns count characters. Offsets behind the text mean its end.
    pub fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.source.len());
        let line = self.starts.partition_point(|&start| start <= offset);
        let start = self.starts[line - 1];
        let column = self.characters_before(offset) - self.characters_before(start) + 1;
        Position { file: 0, line: line as u32, column: column as u32 }
    }
}

/// Counts the bytes of UTF-8 text that begin a character: all but the continuation bytes, `10xxxxxx`.
fn count_characters(bytes: &[u8]) -> usize {
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
