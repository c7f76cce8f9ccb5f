//! Expressions of the PRISM language, and how they are read. Which sign binds how closely is as in PRISM's own grammar.

use crate::number::Number;
use crate::text::{Fault, Token, Tokens, short, tokens};

/// An expression, and where it begins.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub at: usize,
    pub kind: Kind,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Bool(bool),
    /// A number, and whether it is written without a point.
    Number(Number, bool),
    Name(String),
    Label(String),
    Not(Box<Expr>),
    Minus(Box<Expr>),
    Binary(Sign, Box<[Expr; 2]>),
    If(Box<[Expr; 3]>),
    Call(Function, Vec<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Implies,
    Iff,
    Or,
    And,
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
    Plus,
    Minus,
    Times,
    Over,
    Power,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Min,
    Max,
    Floor,
    Ceil,
    Round,
    Pow,
    Mod,
    Log,
}

/// The functions by their names, with the least and the greatest number of arguments.
pub(crate) const FUNCTIONS: [(&str, Function, usize, usize); 8] = [
    ("min", Function::Min, 1, usize::MAX),
    ("max", Function::Max, 1, usize::MAX),
    ("floor", Function::Floor, 1, 1),
    ("ceil", Function::Ceil, 1, 1),
    ("round", Function::Round, 1, 1),
    ("pow", Function::Pow, 2, 2),
    ("mod", Function::Mod, 2, 2),
    ("log", Function::Log, 2, 2),
];

/// Words that are no names.
const RESERVED: [&str; 60] = [
    "A",
    "bool",
    "clock",
    "const",
    "ctmc",
    "C",
    "double",
    "dtmc",
    "E",
    "endinit",
    "endinvariant",
    "endmodule",
    "endobservables",
    "endrewards",
    "endsystem",
    "endplayer",
    "false",
    "formula",
    "filter",
    "func",
    "F",
    "global",
    "G",
    "init",
    "invariant",
    "I",
    "int",
    "label",
    "max",
    "mdp",
    "min",
    "module",
    "X",
    "nondeterministic",
    "observable",
    "observables",
    "of",
    "Pmax",
    "Pmin",
    "P",
    "pomdp",
    "popta",
    "player",
    "probabilistic",
    "prob",
    "pta",
    "rate",
    "rewards",
    "Rmax",
    "Rmin",
    "R",
    "S",
    "smg",
    "stochastic",
    "system",
    "true",
    "U",
    "W",
    "csg",
    "imdp",
];

/// Reads tokens one after the other.
pub(crate) struct Reader<'a> {
    pub text: &'a str,
    pub tokens: Tokens,
    pub next: usize,
    depth: usize,
}

/// So deep may parentheses and signs stand in each other.
const DEPTH: usize = 100;

/// Signs of operators with two operands that stand in a row, from those that bind least.
const LEVELS: [&[(&str, Sign)]; 7] = [
    &[("<=>", Sign::Iff)],
    &[("|", Sign::Or)],
    &[("&", Sign::And)],
    &[("=", Sign::Equal), ("!=", Sign::Unequal)],
    &[("<", Sign::Less), ("<=", Sign::AtMost), (">", Sign::More), (">=", Sign::AtLeast)],
    &[("+", Sign::Plus), ("-", Sign::Minus)],
    &[("*", Sign::Times), ("/", Sign::Over)],
];

/// `!` stands between `&` and `=`.
const NOT: usize = 3;

/// So many operands may stand in a row whose order matters.
const ROW: usize = 400;

fn is_free(sign: Sign) -> bool {
    matches!(sign, Sign::And | Sign::Or | Sign::Plus | Sign::Times)
}

/// Operands of one operator, in their order.
fn balanced(sign: Sign, mut operands: Vec<Expr>) -> Expr {
    if operands.len() == 1 {
        return operands.remove(0);
    }
    let right = operands.split_off(operands.len() / 2);
    let pair = [balanced(sign, operands), balanced(sign, right)];
    Expr { at: pair[0].at, kind: Kind::Binary(sign, Box::new(pair)) }
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Result<Self, Fault> {
        Ok(Self { text, tokens: tokens(text)?, next: 0, depth: 0 })
    }

    pub fn peek(&self) -> &Token {
        self.ahead(0)
    }

    pub fn ahead(&self, count: usize) -> &Token {
        self.tokens.all.get(self.next + count).map_or(&Token::End, |(token, ..)| token)
    }

    /// Where the next token begins.
    pub fn at(&self) -> usize {
        self.tokens.all[self.next].1
    }

    /// Where the last token ended.
    pub fn end(&self) -> usize {
        self.next.checked_sub(1).map_or(0, |last| self.tokens.all[last].2)
    }

    pub fn advance(&mut self) {
        self.next = (self.next + 1).min(self.tokens.all.len() - 1);
    }

    pub fn is(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(found) if *found == sign)
    }

    pub fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Name(found) if found == word)
    }

    pub fn takes(&mut self, sign: &str) -> bool {
        let takes = self.is(sign);
        if takes {
            self.advance();
        }
        takes
    }

    pub fn takes_word(&mut self, word: &str) -> bool {
        let takes = self.is_word(word);
        if takes {
            self.advance();
        }
        takes
    }

    /// What was found at the next token, and what is required.
    pub fn wrong(&self, required: &str) -> Fault {
        let (token, from, to) = &self.tokens.all[self.next];
        let found = match token {
            Token::End => "the end of the text".to_owned(),
            _ => short(&self.text[*from..*to]),
        };
        Fault::new(*from, format!("found {found}, required {required}"))
    }

    pub fn requires(&mut self, sign: &str) -> Result<(), Fault> {
        if self.takes(sign) { Ok(()) } else { Err(self.wrong(sign)) }
    }

    pub fn requires_word(&mut self, word: &str) -> Result<(), Fault> {
        if self.takes_word(word) { Ok(()) } else { Err(self.wrong(word)) }
    }

    /// A name that may be given to something.
    pub fn name(&mut self, of: &str) -> Result<String, Fault> {
        match self.peek() {
            Token::Name(name) if !RESERVED.contains(&name.as_str()) => {
                let name = name.clone();
                self.advance();
                Ok(name)
            }
            Token::Name(_) => Err(self.wrong(&format!("the name of {of}, which is no word of the language"))),
            _ => Err(self.wrong(&format!("the name of {of}"))),
        }
    }

    /// A text in quotation marks.
    pub fn quoted(&mut self, of: &str) -> Result<String, Fault> {
        match self.peek() {
            Token::Text(text) => {
                let text = text.clone();
                self.advance();
                Ok(text)
            }
            _ => Err(self.wrong(&format!("{of} in quotation marks"))),
        }
    }

    /// An expression.
    pub fn expression(&mut self) -> Result<Expr, Fault> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(Fault::new(
                self.at(),
                format!("found more than {DEPTH} parentheses in each other, required fewer"),
            ));
        }
        let at = self.at();
        let condition = self.implies()?;
        let made = if self.takes("?") {
            let yes = self.implies()?;
            self.requires(":")?;
            let no = self.expression()?;
            Expr { at, kind: Kind::If(Box::new([condition, yes, no])) }
        } else {
            condition
        };
        self.depth -= 1;
        Ok(made)
    }

    fn implies(&mut self) -> Result<Expr, Fault> {
        let mut chain = vec![self.level(0)?];
        while self.takes("=>") {
            chain.push(self.level(0)?);
        }
        let mut made = chain.pop().expect("one or more");
        while let Some(left) = chain.pop() {
            made = Expr { at: left.at, kind: Kind::Binary(Sign::Implies, Box::new([left, made])) };
        }
        Ok(made)
    }

    fn level(&mut self, level: usize) -> Result<Expr, Fault> {
        if level == LEVELS.len() {
            return self.power();
        }
        let at = self.at();
        if level == NOT && self.is("!") {
            let mut count = 0;
            while self.takes("!") {
                count += 1;
            }
            let mut made = self.level(level)?;
            for _ in 0..count {
                made = Expr { at, kind: Kind::Not(Box::new(made)) };
            }
            return Ok(made);
        }
        let mut operands = vec![self.level(level + 1)?];
        let mut signs = Vec::new();
        while let Some((_, sign)) = LEVELS[level].iter().find(|(sign, _)| self.is(sign)) {
            self.advance();
            operands.push(self.level(level + 1)?);
            signs.push(*sign);
        }
        match signs.first() {
            // Where the order does not matter, a long row is no deep tree.
            Some(&sign)
                if matches!(level, 1 | 2 | 5 | 6) && is_free(sign) && signs.iter().all(|&other| other == sign) =>
            {
                Ok(balanced(sign, operands))
            }
            _ if signs.len() > ROW => {
                Err(Fault::new(at, format!("found more than {ROW} operands in a row, required fewer: use parentheses")))
            }
            _ => {
                let mut operands = operands.into_iter();
                let first = operands.next().expect("one or more");
                let join = |left, (sign, right)| Expr { at, kind: Kind::Binary(sign, Box::new([left, right])) };
                Ok(signs.into_iter().zip(operands).fold(first, join))
            }
        }
    }

    /// Powers, from the right; a minus binds more closely, as in PRISM.
    fn power(&mut self) -> Result<Expr, Fault> {
        let mut chain = vec![self.minus()?];
        while self.takes("^") {
            chain.push(self.minus()?);
        }
        let mut made = chain.pop().expect("one or more");
        while let Some(left) = chain.pop() {
            made = Expr { at: left.at, kind: Kind::Binary(Sign::Power, Box::new([left, made])) };
        }
        Ok(made)
    }

    fn minus(&mut self) -> Result<Expr, Fault> {
        let (at, mut count) = (self.at(), 0);
        while self.takes("-") {
            count += 1;
        }
        let mut made = self.basic()?;
        for _ in 0..count {
            made = Expr { at, kind: Kind::Minus(Box::new(made)) };
        }
        Ok(made)
    }

    /// A number, name, function, or an expression in parentheses.
    pub fn basic(&mut self) -> Result<Expr, Fault> {
        let at = self.at();
        let kind = match self.peek().clone() {
            Token::Whole(digits) | Token::Decimal(digits) => {
                let number = Number::read(&digits);
                let number = number.ok_or_else(|| self.wrong("a number with an exponent from -10000 to 10000"))?;
                Kind::Number(number, matches!(self.peek(), Token::Whole(_)))
            }
            Token::Text(label) => Kind::Label(label),
            Token::Sign("(") => {
                self.advance();
                let inside = self.expression()?;
                self.requires(")")?;
                return Ok(inside);
            }
            Token::Name(word) => match word.as_str() {
                "true" | "false" => Kind::Bool(word == "true"),
                "func" if *self.ahead(1) == Token::Sign("(") => {
                    self.next += 2;
                    return self.call(at, ",");
                }
                _ if *self.ahead(1) == Token::Sign("(") => return self.call(at, "("),
                _ => return Ok(Expr { at, kind: Kind::Name(self.name("a variable, constant or formula")?) }),
            },
            _ => return Err(self.wrong("an expression")),
        };
        self.advance();
        Ok(Expr { at, kind })
    }

    /// A function with its arguments, of which this sign is before the first.
    fn call(&mut self, at: usize, sign: &str) -> Result<Expr, Fault> {
        let Token::Name(name) = self.peek().clone() else { return Err(self.wrong("a function")) };
        let known = FUNCTIONS.iter().find(|(known, ..)| *known == name);
        let (_, function, least, most) =
            known.ok_or_else(|| self.wrong("min, max, floor, ceil, round, pow, mod or log before a parenthesis"))?;
        self.advance();
        self.requires(sign)?;
        let mut arguments = vec![self.expression()?];
        while self.takes(",") {
            arguments.push(self.expression()?);
        }
        self.requires(")")?;
        if !(*least..=*most).contains(&arguments.len()) {
            let found = arguments.len();
            return Err(Fault::new(at, format!("found {found} arguments of {name}, required {least}")));
        }
        Ok(Expr { at, kind: Kind::Call(*function, arguments) })
    }
}
