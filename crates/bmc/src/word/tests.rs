//! The interpreter's arithmetic is the judge: operation by operation, at every width, on constants and on inputs whose values are
//! only known when the formula is evaluated.

use proptest::prelude::*;
use raddle_graph::{Value, Width};
use raddle_ir::{BinaryOp, CheckedOp, UnaryOp};

use super::*;
use crate::aig::Node;

/// The value of every node if inputs have these values, in the order in which they were made.
fn evaluate(aig: &Aig, inputs: &[bool]) -> Vec<bool> {
    let mut next = inputs.iter().copied();
    let mut values: Vec<bool> = Vec::new();
    for index in 0..aig.size() {
        let of = |lit: Lit| values[lit.parts().0] ^ lit.parts().1;
        let value = match aig.node(index) {
            Node::Never => false,
            Node::Input => next.next().unwrap(),
            Node::And(a, b) => of(a) && of(b),
        };
        values.push(value);
    }
    values
}

struct Formula {
    aig: Aig,
    a: Word,
    b: Word,
}

impl Formula {
    fn new() -> Formula {
        let mut aig = Aig::default();
        let (a, b) = (Word::free(&mut aig, 64), Word::free(&mut aig, 64));
        Formula { aig, a, b }
    }

    fn at(&self, a: Value, b: Value) -> Values {
        let bits = |value: Value| (0..64).map(move |bit| value >> bit & 1 == 1);
        Values(evaluate(&self.aig, &bits(a).chain(bits(b)).collect::<Vec<_>>()))
    }
}

struct Values(Vec<bool>);

impl Values {
    fn lit(&self, lit: Lit) -> bool {
        self.0[lit.parts().0] ^ lit.parts().1
    }

    fn word(&self, word: &Word) -> Value {
        word.bits().iter().enumerate().map(|(bit, &lit)| u64::from(self.lit(lit)) << bit).sum()
    }
}

const CHECKED: [CheckedOp; 6] =
    [CheckedOp::SAdd, CheckedOp::SSub, CheckedOp::SMul, CheckedOp::UAdd, CheckedOp::USub, CheckedOp::UMul];
const UNARY: [UnaryOp; 6] = [
    UnaryOp::PopCount,
    UnaryOp::LeadingZeros,
    UnaryOp::TrailingZeros,
    UnaryOp::SwapBytes,
    UnaryOp::ReverseBits,
    UnaryOp::Abs,
];

fn widths() -> impl Iterator<Item = Width> {
    (1..=64).filter_map(Width::new)
}

/// Operands that are near the ends of what a width holds as often as not.
fn operands() -> impl Strategy<Value = Value> {
    prop_oneof![any::<u64>(), 0..5u64, (0..64u32).prop_map(|bit| 1 << bit), (0..5u64).prop_map(|n| n.wrapping_neg())]
}

fn pairs() -> impl Strategy<Value = Vec<(Value, Value)>> {
    proptest::collection::vec((operands(), operands()), 40)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2))]

    #[test]
    fn binary_operations_are_those_of_the_interpreter(pairs in pairs()) {
        for (op, width) in BinaryOp::ALL.into_iter().flat_map(|op| widths().map(move |width| (op, width))) {
            let mut formula = Formula::new();
            let (a, b) = (formula.a, formula.b);
            let computed = Word::binary(&mut formula.aig, op, width, &a, &b);
            for &(a, b) in &pairs {
                let values = formula.at(a, b);
                let failed = computed.failures.iter().find(|(when, _)| values.lit(*when)).map(|&(_, why)| why);
                let result = failed.map_or_else(|| Ok(values.word(&computed.word)), Err);
                prop_assert_eq!(result, op.apply(width, a, b), "{} {} {} {}", op.name(), width.bits(), a, b);
            }
        }
    }

    #[test]
    fn checked_operations_are_those_of_the_interpreter(pairs in pairs()) {
        for (op, width) in CHECKED.into_iter().flat_map(|op| widths().map(move |width| (op, width))) {
            let mut formula = Formula::new();
            let (a, b) = (formula.a, formula.b);
            let (word, overflow) = Word::checked(&mut formula.aig, op, width, &a, &b);
            for &(a, b) in &pairs {
                let values = formula.at(a, b);
                let result = (values.word(&word), values.lit(overflow));
                prop_assert_eq!(result, op.apply(width, a, b), "{} {} {} {}", op.name(), width.bits(), a, b);
            }
        }
    }

    #[test]
    fn unary_operations_are_those_of_the_interpreter(pairs in pairs()) {
        for (op, width) in UNARY.into_iter().flat_map(|op| widths().map(move |width| (op, width))) {
            if op == UnaryOp::SwapBytes && width.bits() % 8 != 0 {
                continue;
            }
            let mut formula = Formula::new();
            let a = formula.a;
            let word = a.unary(&mut formula.aig, op, width);
            for &(a, b) in &pairs {
                let result = formula.at(a, b).word(&word);
                prop_assert_eq!(result, op.apply(width, a), "{} {} {}", op.name(), width.bits(), a);
            }
        }
    }

    #[test]
    fn constants_are_folded(a in operands(), b in operands()) {
        let mut aig = Aig::default();
        for (op, width) in BinaryOp::ALL.into_iter().flat_map(|op| widths().map(move |width| (op, width))) {
            let computed = Word::binary(&mut aig, op, width, &Word::constant(a), &Word::constant(b));
            let failed = computed.failures.iter().find(|(when, _)| *when == Lit::TRUE).map(|&(_, why)| why);
            let result = failed.map_or_else(|| Ok(computed.word.as_constant().unwrap()), Err);
            prop_assert_eq!(result, op.apply(width, a, b));
        }
        prop_assert_eq!(aig.size(), 1);
    }
}
