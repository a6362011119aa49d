//! Precedence, and messages about what cannot be parsed.

use super::super::ast::{Infix, Unary};
use super::*;

/// The expression with every operator in parentheses.
fn grouped(text: &str) -> String {
    let (_, instructions) = parse(0, &format!("acyclic {text}")).unwrap();
    match &instructions[0] {
        Instruction::Check(check) => shown(&check.expr),
        other => panic!("{other:?}"),
    }
}

fn shown(expr: &Expr) -> String {
    let list = |operands: &[Expr], by: &str| operands.iter().map(shown).collect::<Vec<_>>().join(by);
    match &expr.kind {
        ExprKind::Name(name) => name.clone(),
        ExprKind::Zero => "0".to_owned(),
        ExprKind::Universe => "_".to_owned(),
        ExprKind::Infix(operator, operands) => {
            let symbol = match operator {
                Infix::Union => "|",
                Infix::Seq => ";",
                Infix::Difference => "\\",
                Infix::Intersection => "&",
                Infix::Cross => "*",
            };
            format!("({})", list(operands, symbol))
        }
        ExprKind::Unary(operator, operand) => match operator {
            Unary::Plus => format!("{}+", shown(operand)),
            Unary::Star => format!("{}*", shown(operand)),
            Unary::Optional => format!("{}?", shown(operand)),
            Unary::Inverse => format!("{}^-1", shown(operand)),
            Unary::Complement => format!("~{}", shown(operand)),
            Unary::Identity => format!("[{}]", shown(operand)),
        },
        ExprKind::Tuple(parts) => format!("<{}>", list(parts, ",")),
        ExprKind::Apply(function, argument) => format!("{}@{}", shown(function), shown(argument)),
        ExprKind::Function(_, body) => format!("fun {}", shown(body)),
        ExprKind::Let { body, .. } => format!("let {}", shown(body)),
        ExprKind::Try(first, otherwise) => format!("try {} {}", shown(first), shown(otherwise)),
    }
}

fn message(text: &str) -> String {
    parse(0, text).unwrap_err().message
}

#[test]
fn operators_group_as_published() {
    assert_eq!(grouped("a ; b \\ c"), "(a;(b\\c))");
    assert_eq!(grouped("a | b ; c & d"), "(a|(b;(c&d)))");
    assert_eq!(grouped("a \\ b \\ c & d"), "(a\\b\\(c&d))");
    assert_eq!(grouped("a & R*W"), "(a&(R*W))");
    assert_eq!(grouped("~a+ & b^-1?"), "(~a+&b^-1?)");
    assert_eq!(grouped("(a | b) ; [R] ; c*"), "((a|b);[R];c*)");
}

#[test]
fn a_star_before_an_operand_is_a_product() {
    assert_eq!(grouped("a* ; b*"), "(a*;b*)");
    assert_eq!(grouped("R * _ | S*(W)"), "((R*_)|(S*W))");
    assert_eq!(grouped("a*\nacyclic b"), "a*");
    assert_eq!(grouped("a+*?"), "a+*?");
}

#[test]
fn functions_are_applied_by_standing_before_their_argument() {
    assert_eq!(grouped("domain rmw ; f(a, b | c)"), "(domain@rmw;f@<a,(b|c)>)");
    assert_eq!(grouped("f x [y]"), "f@x@[y]");
    assert_eq!(grouped("try a with b"), "try a b");
}

#[test]
fn messages_say_what_was_expected() {
    assert_eq!(message("let = po"), "expected a name after `let`, found `=`");
    assert_eq!(message("acyclic po |"), "expected a set, a relation or a parenthesis, found the end of the file");
    assert_eq!(message("acyclic (po | rf"), "expected `)` to close the parenthesis, found the end of the file");
    assert_eq!(
        message("acyclic po rf )"),
        "expected an instruction (`let`, `acyclic`, `irreflexive`, `empty`, `flag`, `include`, `show`), found `)`"
    );
    assert_eq!(message("flag ~empty po"), "expected `as` and a name: a flag needs one, found the end of the file");
    assert_eq!(message("with co from x"), "`with … from` is not supported");
    assert_eq!(message("let x = match y with end"), "`match` is not supported in cat files");
    assert_eq!(message("let x = a ++ b"), "`++` is not supported in cat files");
}

#[test]
fn nesting_has_a_limit_instead_of_the_stack() {
    assert_eq!(message(&format!("acyclic {}", "(".repeat(100_000))), "this is nested too deeply");
    assert_eq!(
        message(&format!("acyclic po{}", "+ ".repeat(1000))),
        "there are too many operators after this expression"
    );
    assert!(parse(0, &format!("acyclic po{}", "|po".repeat(100_000))).is_ok());
    assert!(parse(0, &format!("acyclic po{}", "\\po".repeat(100_000))).is_ok());
    assert!(parse(0, &format!("acyclic {}po", "~".repeat(100_001))).is_ok());
}

#[test]
fn a_title_may_stand_first() {
    let title = |text| parse(0, text).unwrap().0;
    assert_eq!(title("\"TSO\" acyclic po").as_deref(), Some("TSO"));
    assert_eq!(title("X86 \"TSO\"\nacyclic po").as_deref(), Some("TSO"));
    assert_eq!(title("C"), Some("C".to_owned()));
    assert_eq!(title("acyclic po"), None);
}
