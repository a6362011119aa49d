//! Integers of up to 64 bits as literals, bit by bit: what the interpreter computes with numbers, computed with formulas.
//!
//! A [`Word`] has 64 bits like a register; an operation at a width looks at the low ones only, and leaves the others 0.

use raddle_graph::{Value, Width};
use raddle_ir::{ArithError, BinaryOp, CheckedOp, UnaryOp};

use crate::aig::{Aig, Lit};

/// The bits of a register, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word([Lit; 64]);

/// What an operation gives, and when it fails.
#[derive(Clone, Debug)]
pub struct Computed {
    /// The result, where it does not fail.
    pub word: Word,
    /// When it fails, and why.
    pub failures: Vec<(Lit, ArithError)>,
}

impl Word {
    /// A number.
    pub fn constant(value: Value) -> Word {
        Word(std::array::from_fn(|bit| Lit::constant(value >> bit & 1 == 1)))
    }

    /// 1 if it holds, else 0.
    pub fn flag(lit: Lit) -> Word {
        let mut bits = [Lit::FALSE; 64];
        bits[0] = lit;
        Word(bits)
    }

    /// A number of which nothing is known but how many bits it has.
    pub fn free(aig: &mut Aig, bits: u32) -> Word {
        Word(std::array::from_fn(|bit| if (bit as u32) < bits { aig.input() } else { Lit::FALSE }))
    }

    /// From its bits.
    pub fn from_bits(bits: [Lit; 64]) -> Word {
        Word(bits)
    }

    /// Its bits.
    pub fn bits(&self) -> &[Lit; 64] {
        &self.0
    }

    /// Which number it is, if it is always the same.
    pub fn as_constant(&self) -> Option<Value> {
        self.0.iter().enumerate().try_fold(0, |value, (bit, lit)| Some(value | u64::from(lit.as_constant()?) << bit))
    }

    /// May it be this number, as far as its constant bits tell?
    pub fn may_be(&self, value: Value) -> bool {
        self.0.iter().enumerate().all(|(bit, lit)| lit.as_constant().is_none_or(|is| is == (value >> bit & 1 == 1)))
    }

    /// The low bits.
    pub fn truncate(&self, width: Width) -> Word {
        let bits = width.bits() as usize;
        Word(std::array::from_fn(|bit| if bit < bits { self.0[bit] } else { Lit::FALSE }))
    }

    /// The number of one width as a number of another, with its sign.
    pub fn sign_extend(&self, from: Width, to: Width) -> Word {
        let (from, to) = (from.bits() as usize, to.bits() as usize);
        Word(std::array::from_fn(|bit| if bit < to { self.0[bit.min(from - 1)] } else { Lit::FALSE }))
    }

    /// Shifted by a constant, upwards.
    pub fn up(&self, by: u32) -> Word {
        let by = by as usize;
        Word(std::array::from_fn(|bit| if bit >= by { self.0[bit - by] } else { Lit::FALSE }))
    }

    /// Shifted by a constant, downwards.
    pub fn down(&self, by: u32) -> Word {
        let by = by as usize;
        Word(std::array::from_fn(|bit| self.0.get(bit + by).copied().unwrap_or(Lit::FALSE)))
    }

    /// One word or the other.
    pub fn choose(aig: &mut Aig, condition: Lit, then: &Word, otherwise: &Word) -> Word {
        Word(std::array::from_fn(|bit| aig.choose(condition, then.0[bit], otherwise.0[bit])))
    }

    /// Is it another number than 0?
    pub fn is_nonzero(&self, aig: &mut Aig) -> Lit {
        aig.any(self.0)
    }

    /// Are the two equal?
    pub fn equals(&self, aig: &mut Aig, other: &Word) -> Lit {
        let mut equal = Lit::TRUE;
        for (&a, &b) in self.0.iter().zip(&other.0) {
            let same = aig.equal(a, b);
            equal = aig.and(equal, same);
        }
        equal
    }

    fn map(aig: &mut Aig, a: &Word, b: &Word, mut gate: impl FnMut(&mut Aig, Lit, Lit) -> Lit) -> Word {
        Word(std::array::from_fn(|bit| gate(aig, a.0[bit], b.0[bit])))
    }

    fn not(&self) -> Word {
        Word(self.0.map(|lit| !lit))
    }

    /// The sum of 64 bits and a carry, and the carry out of each bit.
    fn sum(aig: &mut Aig, a: &Word, b: &Word, mut carry: Lit) -> (Word, [Lit; 64]) {
        let mut carries = [Lit::FALSE; 64];
        let mut sum = [Lit::FALSE; 64];
        for bit in 0..64 {
            let half = aig.xor(a.0[bit], b.0[bit]);
            sum[bit] = aig.xor(half, carry);
            let (both, carried) = (aig.and(a.0[bit], b.0[bit]), aig.and(half, carry));
            carry = aig.or(both, carried);
            carries[bit] = carry;
        }
        (Word(sum), carries)
    }

    fn add(aig: &mut Aig, a: &Word, b: &Word) -> Word {
        Word::sum(aig, a, b, Lit::FALSE).0
    }

    fn subtract(aig: &mut Aig, a: &Word, b: &Word) -> Word {
        Word::sum(aig, a, &b.not(), Lit::TRUE).0
    }

    fn negate(&self, aig: &mut Aig) -> Word {
        Word::subtract(aig, &Word::constant(0), self)
    }

    /// Is one less than the other, both unsigned?
    fn less(aig: &mut Aig, a: &Word, b: &Word) -> Lit {
        !Word::sum(aig, a, &b.not(), Lit::TRUE).1[63]
    }

    /// The same for signed numbers of 64 bits.
    fn less_signed(aig: &mut Aig, a: &Word, b: &Word) -> Lit {
        let flip = |word: &Word| {
            let mut bits = word.0;
            bits[63] = !bits[63];
            Word(bits)
        };
        Word::less(aig, &flip(a), &flip(b))
    }

    fn multiply(aig: &mut Aig, a: &Word, b: &Word, bits: u32) -> Word {
        let is_constant = |word: &Word| word.0.iter().filter(|lit| lit.as_constant().is_none()).count();
        let (a, b) = if is_constant(b) <= is_constant(a) { (a, b) } else { (b, a) };
        let mut product = Word::constant(0);
        for bit in 0..bits {
            let lit = b.0[bit as usize];
            if lit == Lit::FALSE {
                continue;
            }
            let row = Word(a.up(bit).0.map(|one| aig.and(one, lit)));
            let row = Word(std::array::from_fn(|bit| if (bit as u32) < bits { row.0[bit] } else { Lit::FALSE }));
            product = Word::add(aig, &product, &row);
        }
        Word(std::array::from_fn(|bit| if (bit as u32) < bits { product.0[bit] } else { Lit::FALSE }))
    }

    /// Quotient and remainder of unsigned numbers of so many bits, digit by digit. What it gives for a divisor 0 means nothing.
    fn divide(aig: &mut Aig, a: &Word, b: &Word, bits: u32) -> (Word, Word) {
        let (mut quotient, mut rest) = ([Lit::FALSE; 64], Word::constant(0));
        for bit in (0..bits as usize).rev() {
            // The rest was less than the divisor. If it had the highest of 64 bits, twice the rest is surely not less.
            let high = rest.0[63];
            rest = rest.up(1);
            rest.0[0] = a.0[bit];
            let less = Word::less(aig, &rest, b);
            let fits = aig.or(high, !less);
            let without = Word::subtract(aig, &rest, b);
            rest = Word::choose(aig, fits, &without, &rest);
            quotient[bit] = fits;
        }
        (Word(quotient), rest)
    }

    /// Shifted by as much as another word says, which is less than the width.
    fn shift(aig: &mut Aig, word: &Word, by: &Word, width: Width, step: impl Fn(&Word, u32) -> Word) -> Word {
        let mut shifted = *word;
        for bit in 0..6 {
            let distance = 1 << bit;
            if distance >= width.bits() {
                break;
            }
            let moved = step(&shifted, distance);
            shifted = Word::choose(aig, by.0[bit as usize], &moved, &shifted);
        }
        shifted
    }

    /// What an operation gives at a width.
    pub fn binary(aig: &mut Aig, op: BinaryOp, width: Width, lhs: &Word, rhs: &Word) -> Computed {
        let (a, b) = (lhs.truncate(width), rhs.truncate(width));
        let (sa, sb) = (lhs.sign_extend(width, Width::W64), rhs.sign_extend(width, Width::W64));
        let mut failures = Vec::new();
        let word = match op {
            BinaryOp::Add => Word::add(aig, &a, &b).truncate(width),
            BinaryOp::Sub => Word::subtract(aig, &a, &b).truncate(width),
            BinaryOp::Mul => Word::multiply(aig, &a, &b, width.bits()),
            BinaryOp::And => Word::map(aig, &a, &b, Aig::and),
            BinaryOp::Or => Word::map(aig, &a, &b, Aig::or),
            BinaryOp::Xor => Word::map(aig, &a, &b, Aig::xor),
            BinaryOp::Eq => Word::flag(a.equals(aig, &b)),
            BinaryOp::Ne => Word::flag(!a.equals(aig, &b)),
            BinaryOp::Ult => Word::flag(Word::less(aig, &a, &b)),
            BinaryOp::Ule => Word::flag(!Word::less(aig, &b, &a)),
            BinaryOp::Slt => Word::flag(Word::less_signed(aig, &sa, &sb)),
            BinaryOp::Sle => Word::flag(!Word::less_signed(aig, &sb, &sa)),
            BinaryOp::UDiv | BinaryOp::URem => {
                failures.push((!b.is_nonzero(aig), ArithError::DivisionByZero));
                let (quotient, rest) = Word::divide(aig, &a, &b, width.bits());
                if op == BinaryOp::UDiv { quotient } else { rest }
            }
            BinaryOp::SDiv | BinaryOp::SRem => {
                failures.push((!b.is_nonzero(aig), ArithError::DivisionByZero));
                let least = Word::constant(1 << (width.bits() - 1));
                let (is_least, is_minus_one) =
                    (a.equals(aig, &least), b.equals(aig, &Word::constant(width.truncate(Value::MAX))));
                failures.push((aig.and(is_least, is_minus_one), ArithError::DivisionOverflow));
                let (minus_a, minus_b) = (sa.negate(aig), sb.negate(aig));
                let absolute_a = Word::choose(aig, sa.0[63], &minus_a, &sa).truncate(width);
                let absolute_b = Word::choose(aig, sb.0[63], &minus_b, &sb).truncate(width);
                let (quotient, rest) = Word::divide(aig, &absolute_a, &absolute_b, width.bits());
                let (result, is_negative) = match op {
                    BinaryOp::SDiv => (quotient, aig.xor(sa.0[63], sb.0[63])),
                    _ => (rest, sa.0[63]),
                };
                let minus = result.negate(aig);
                Word::choose(aig, is_negative, &minus, &result).truncate(width)
            }
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                let bits = Word::constant(width.bits().into());
                failures.push((!Word::less(aig, &b, &bits), ArithError::ShiftTooFar));
                match op {
                    BinaryOp::Shl => Word::shift(aig, &a, &b, width, Word::up).truncate(width),
                    BinaryOp::LShr => Word::shift(aig, &a, &b, width, Word::down),
                    _ => {
                        let down =
                            |word: &Word, by: u32| Word(std::array::from_fn(|bit| word.0[(bit + by as usize).min(63)]));
                        Word::shift(aig, &sa, &b, width, down).truncate(width)
                    }
                }
            }
        };
        failures.retain(|(when, _)| *when != Lit::FALSE);
        Computed { word, failures }
    }

    /// The result cut to the width, and when it does not fit.
    pub fn checked(aig: &mut Aig, op: CheckedOp, width: Width, lhs: &Word, rhs: &Word) -> (Word, Lit) {
        let is_signed = matches!(op, CheckedOp::SAdd | CheckedOp::SSub | CheckedOp::SMul);
        let extend = |word: &Word| if is_signed { word.sign_extend(width, Width::W64) } else { word.truncate(width) };
        let (a, b) = (extend(lhs), extend(rhs));
        match op {
            CheckedOp::SAdd | CheckedOp::UAdd | CheckedOp::SSub | CheckedOp::USub => {
                let is_sum = matches!(op, CheckedOp::SAdd | CheckedOp::UAdd);
                let (b, carry) = if is_sum { (b, Lit::FALSE) } else { (b.not(), Lit::TRUE) };
                let (sum, carries) = Word::sum(aig, &a, &b, carry);
                let top = width.bits() as usize - 1;
                let overflow = match op {
                    // The carry into the sign differs from that out of it.
                    CheckedOp::SAdd | CheckedOp::SSub => {
                        let into = if top == 0 { carry } else { carries[top - 1] };
                        aig.xor(into, carries[top])
                    }
                    CheckedOp::UAdd => carries[top],
                    _ => !carries[63],
                };
                (sum.truncate(width), overflow)
            }
            CheckedOp::UMul => {
                let (low, high) = Word::multiply_long(aig, &a, &b);
                let above = low.bits().iter().skip(width.bits() as usize).chain(high.bits()).copied();
                let overflow = aig.any(above);
                (low.truncate(width), overflow)
            }
            CheckedOp::SMul => {
                let (minus_a, minus_b) = (a.negate(aig), b.negate(aig));
                let absolute_a = Word::choose(aig, a.0[63], &minus_a, &a);
                let absolute_b = Word::choose(aig, b.0[63], &minus_b, &b);
                let (low, high) = Word::multiply_long(aig, &absolute_a, &absolute_b);
                let is_negative = aig.xor(a.0[63], b.0[63]);
                // At most 2^(bits - 1) if it is negative, one less if not.
                let top = width.bits() as usize - 1;
                let above = low.bits().iter().skip(top + 1).chain(high.bits()).copied();
                let is_above = aig.any(above);
                let below = low.bits().iter().take(top).copied();
                let is_more_than_least = aig.any(below);
                let at_top = low.0[top];
                let more = aig.and(at_top, is_more_than_least);
                let beyond = aig.choose(is_negative, more, at_top);
                let overflow = aig.or(is_above, beyond);
                let minus = low.negate(aig);
                (Word::choose(aig, is_negative, &minus, &low).truncate(width), overflow)
            }
        }
    }

    /// The product of unsigned numbers of 64 bits, low and high half.
    fn multiply_long(aig: &mut Aig, a: &Word, b: &Word) -> (Word, Word) {
        let free = |word: &Word| word.0.iter().filter(|lit| lit.as_constant().is_none()).count();
        let (a, b) = if free(b) <= free(a) { (a, b) } else { (b, a) };
        let (mut low, mut high) = (Word::constant(0), Word::constant(0));
        for bit in 0..64u32 {
            let lit = b.0[bit as usize];
            if lit == Lit::FALSE {
                continue;
            }
            let row_low = Word(a.up(bit).0.map(|one| aig.and(one, lit)));
            let upper = if bit == 0 { Word::constant(0) } else { a.down(64 - bit) };
            let row_high = Word(upper.0.map(|one| aig.and(one, lit)));
            let (sum, carries) = Word::sum(aig, &low, &row_low, Lit::FALSE);
            low = sum;
            high = Word::sum(aig, &high, &row_high, carries[63]).0;
        }
        (low, high)
    }

    /// What an operation on one number gives.
    pub fn unary(&self, aig: &mut Aig, op: UnaryOp, width: Width) -> Word {
        let bits = width.bits() as usize;
        let word = self.truncate(width);
        let count = |aig: &mut Aig, bits: &mut dyn Iterator<Item = Lit>| {
            bits.fold(Word::constant(0), |sum, lit| Word::sum(aig, &sum, &Word::constant(0), lit).0)
        };
        let result = match op {
            UnaryOp::PopCount => count(aig, &mut word.0.into_iter().take(bits)),
            UnaryOp::LeadingZeros | UnaryOp::TrailingZeros => {
                let mut order: Vec<Lit> = word.0[..bits].to_vec();
                if op == UnaryOp::LeadingZeros {
                    order.reverse();
                }
                let mut all_zero = Lit::TRUE;
                let zeros: Vec<Lit> = order
                    .into_iter()
                    .map(|lit| {
                        all_zero = aig.and(all_zero, !lit);
                        all_zero
                    })
                    .collect();
                count(aig, &mut zeros.into_iter())
            }
            UnaryOp::SwapBytes => Word(std::array::from_fn(|bit| {
                if bit < bits { word.0[bits - 8 - bit / 8 * 8 + bit % 8] } else { Lit::FALSE }
            })),
            UnaryOp::ReverseBits => {
                Word(std::array::from_fn(|bit| if bit < bits { word.0[bits - 1 - bit] } else { Lit::FALSE }))
            }
            UnaryOp::Abs => {
                let signed = self.sign_extend(width, Width::W64);
                let minus = signed.negate(aig);
                Word::choose(aig, signed.0[63], &minus, &signed)
            }
        };
        result.truncate(width)
    }
}

#[cfg(test)]
mod tests;
