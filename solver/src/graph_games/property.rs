//! Properties as PRISM writes them: `Pmax=? [ F "goal" ]`, `<<one,two>> Pmin=? [ !"bad" U<=10 "goal" ]`.
//!
//! Read is what a certificate can be about: P with F, G, X, U, W, and a number of steps. What is none of it is refused with a sentence that says so.

use games::models::{Literal, Path};

use super::umb::Coalition;
use super::uncovered;

/// A question, as far as it is told without a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// Who is told of.
    pub coalition: Coalition,
    /// Whether the coalition wants it to be improbable; none if that is not said, as in `P=?`.
    pub is_min: Option<bool>,
    /// Which plays count.
    pub path: Path,
    /// Where a play may stay.
    pub stay: Option<Literal>,
    /// The goal.
    pub goal: Option<Literal>,
    /// How many steps a play has at most.
    pub steps: Option<u32>,
}

/// A question about rewards, as far as it is told without a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reward {
    /// Who is told of.
    pub coalition: Coalition,
    /// Whether the coalition wants little; none if that is not said, as in `R=?`.
    pub is_min: Option<bool>,
    /// The name of the reward, if it is said.
    pub name: Option<String>,
    /// Where collecting ends; none if all is collected.
    pub goal: Option<Literal>,
}

/// What is asked of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// How probable something is.
    Probability(Property),
    /// How much is collected.
    Reward(Reward),
    /// How much is collected on average in a step, for ever.
    Average(Reward),
}

impl Asked {
    /// Reads a property.
    ///
    /// # Errors
    ///
    /// In words.
    ///
    /// # Examples
    ///
    /// ```
    /// use solver::graph_games::property::Asked;
    /// assert!(matches!(Asked::read("R{\"steps\"}min=? [ F \"goal\" ]"), Ok(Asked::Reward(_))));
    /// assert!(Asked::read("R=? [ I=5 ]").is_err());
    /// ```
    pub fn read(text: &str) -> Result<Self, String> {
        Self::parse(text).map_err(|error| uncovered::question(text).map_or(error, ToOwned::to_owned))
    }

    fn parse(text: &str) -> Result<Self, String> {
        let mut reader = Reader(tokens(text)?.into_iter().peekable());
        let coalition = reader.coalition()?;
        let is_min = match reader.0.peek() {
            Some(Token::Word(word)) if word == "R" => None,
            Some(Token::Word(word)) if word == "Rmax" || word == "Rmin" => Some(word == "Rmin"),
            _ => return Property::read(text).map(Self::Probability),
        };
        reader.0.next();
        let (is_average, reward) = reader.reward(coalition, is_min)?;
        Ok(if is_average { Self::Average(reward) } else { Self::Reward(reward) })
    }
}

/// Words, labels in quotation marks, and signs.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Label(String),
    Sign(&'static str),
}

/// Longer ones first.
const SIGNS: [&str; 18] =
    ["<<", ">>", "<=", ">=", "=?", ">", "&", "|", "!", "[", "]", "(", ")", ",", "<", "=", "{", "}"];

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let (mut rest, mut tokens) = (text.trim_start(), Vec::new());
    while let Some(first) = rest.chars().next() {
        let length = if first == '"' {
            let end = rest[1..].find('"').ok_or("found a label without a second quotation mark")?;
            tokens.push(Token::Label(rest[1..=end].to_owned()));
            end + 2
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            tokens.push(Token::Sign(sign));
            sign.len()
        } else {
            let is_letter = |letter: char| letter.is_alphanumeric() || "_-.".contains(letter);
            let length = rest.find(|letter| !is_letter(letter)).unwrap_or(rest.len());
            if length == 0 {
                return Err(format!("found {first:?}, required a property such as Pmax=? [ F \"goal\" ]"));
            }
            tokens.push(Token::Word(rest[..length].to_owned()));
            length
        };
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

/// Reads tokens one after the other.
struct Reader(std::iter::Peekable<std::vec::IntoIter<Token>>);

impl Reader {
    fn takes(&mut self, sign: &'static str) -> bool {
        self.0.next_if_eq(&Token::Sign(sign)).is_some()
    }

    fn requires(&mut self, sign: &'static str) -> Result<(), String> {
        match self.0.peek() {
            Some(token) if *token == Token::Sign(sign) => {
                self.0.next();
                Ok(())
            }
            found => Err(format!("found {}, required {sign}", shown(found))),
        }
    }

    /// A label, perhaps negated, perhaps in parentheses, as many as there are; none for `true`.
    fn literal(&mut self) -> Result<Option<Literal>, String> {
        let (mut negated, mut open) = (false, 0_usize);
        while let Some(sign) = self.0.next_if(|token| matches!(token, Token::Sign("!" | "("))) {
            match sign {
                Token::Sign("(") => open += 1,
                _ => negated = !negated,
            }
        }
        let literal = match self.0.next() {
            Some(Token::Label(label)) => Some(Literal { label, negated }),
            Some(Token::Word(word)) if word == "true" && !negated => None,
            Some(Token::Word(word)) if word == "true" => return Err("found !true, required a label".to_owned()),
            found => {
                return Err(format!(
                    "found {}, required a label in quotation marks, such as \"goal\": expressions over variables are not in UMB; give them a label in the model",
                    shown(found.as_ref())
                ));
            }
        };
        (0..open).try_for_each(|_| self.requires(")"))?;
        Ok(literal)
    }

    /// The coalition that is told of; all players, if none is.
    fn coalition(&mut self) -> Result<Coalition, String> {
        let mut coalition = Coalition::All;
        if self.takes("<<") {
            let mut names = Vec::new();
            while !self.takes(">>") {
                match self.0.next() {
                    Some(Token::Word(name) | Token::Label(name)) => names.push(name),
                    found => {
                        return Err(format!(
                            "found {}, required the players of a coalition, with commas between them",
                            shown(found.as_ref())
                        ));
                    }
                }
                let _ = self.takes(",");
            }
            coalition = if names.is_empty() { Coalition::Nobody } else { Coalition::Players(names) };
        }
        Ok(coalition)
    }

    /// A reward, behind `R`, `Rmax` or `Rmin`; and whether it is asked for on average.
    fn reward(&mut self, coalition: Coalition, mut is_min: Option<bool>) -> Result<(bool, Reward), String> {
        let (mut name, mut is_average) = (None, false);
        if self.takes("{") {
            name = match self.0.next() {
                Some(Token::Label(name)) => Some(name),
                found => {
                    return Err(format!(
                        "found {}, required the name of a reward in quotation marks",
                        shown(found.as_ref())
                    ));
                }
            };
            self.requires("}")?;
        }
        let is_word = |token: &Token| matches!(token, Token::Word(word) if word == "max" || word == "min");
        if let Some(Token::Word(word)) = self.0.next_if(|token| is_min.is_none() && is_word(token)) {
            is_min = Some(word == "min");
        }
        self.question()?;
        self.requires("[")?;
        let goal = match self.0.next() {
            Some(Token::Word(word)) if word == "C" => {
                if self.0.peek() != Some(&Token::Sign("]")) {
                    return Err("found a number of steps, required C alone: rewards of so many steps are not covered; count the steps in the model".to_owned());
                }
                None
            }
            Some(Token::Word(word)) if word == "LRA" || word == "S" => {
                is_average = true;
                None
            }
            Some(Token::Word(word)) if word == "F" => Some(self.literal()?.ok_or("found true, required a label")?),
            found => {
                return Err(format!(
                    "found {}, required F with a label, C or LRA: covered are rewards until a goal is reached, all together, and on average; others (I, LTL) are not",
                    shown(found.as_ref())
                ));
            }
        };
        self.requires("]")?;
        match self.0.next() {
            None => Ok((is_average, Reward { coalition, is_min, name, goal })),
            found => Err(format!("found {} behind the property, required its end", shown(found.as_ref()))),
        }
    }

    /// The sign of a question.
    fn question(&mut self) -> Result<(), String> {
        match self.takes("=?") {
            true => Ok(()),
            false => {
                Err("found a bound in the place of =?, required a question: its answer tells whether the bound holds"
                    .to_owned())
            }
        }
    }

    /// How many steps there are, if that is said.
    fn steps(&mut self) -> Result<Option<u32>, String> {
        let is_less = self.takes("<");
        if !is_less && !self.takes("<=") {
            return Ok(None);
        }
        let found = self.0.next();
        let number = match &found {
            Some(Token::Word(word)) => word.parse::<u32>().ok(),
            _ => None,
        };
        let number = number.and_then(|number| number.checked_sub(u32::from(is_less))).filter(|number| *number > 0);
        number
            .map(Some)
            .ok_or_else(|| format!("found {}, required a number of steps, 1 or more", shown(found.as_ref())))
    }
}

fn shown(token: Option<&Token>) -> String {
    match token {
        None => "the end".to_owned(),
        Some(Token::Word(word)) => crate::escape::short(word).to_string(),
        Some(Token::Label(label)) => format!("{:?}", crate::escape::short(label)),
        Some(Token::Sign(sign)) => (*sign).to_owned(),
    }
}

/// What is asked for and not covered, by the word with which it begins.
fn not_covered(word: &str) -> Option<&'static str> {
    Some(match word {
        "S" | "Smax" | "Smin" => "long-run averages are not covered",
        "T" | "Tmax" | "Tmin" => "expected times are not covered",
        "multi" => "questions with several objectives are not covered",
        "filter" => "filters are not covered: --all answers for all states",
        _ => return None,
    })
}

impl Property {
    /// Reads a property.
    ///
    /// # Errors
    ///
    /// In words: of what is known and not covered, what to ask instead.
    pub fn read(text: &str) -> Result<Self, String> {
        Self::parse(text).map_err(|error| uncovered::question(text).map_or(error, ToOwned::to_owned))
    }

    fn parse(text: &str) -> Result<Self, String> {
        let mut reader = Reader(tokens(text)?.into_iter().peekable());
        let coalition = reader.coalition()?;
        let found = reader.0.next();
        let is_min = match &found {
            Some(Token::Word(word)) if word == "P" => None,
            Some(Token::Word(word)) if word == "Pmax" || word == "Pmin" => Some(word == "Pmin"),
            Some(Token::Word(word)) if not_covered(word).is_some() => {
                return Err(not_covered(word).expect("it is one").to_owned());
            }
            found => return Err(format!("found {}, required Pmax=?, Pmin=? or P=?", shown(found.as_ref()))),
        };
        reader.question()?;
        reader.requires("[")?;
        let word = match reader.0.peek() {
            Some(Token::Word(word)) if ["F", "G", "X"].contains(&&**word) => Some(word.clone()),
            _ => None,
        };
        let property = match word.as_deref() {
            Some(word) => {
                reader.0.next();
                let steps = if word == "X" { None } else { reader.steps()? };
                let literal = reader.literal()?.ok_or("found true, required a label")?;
                let (path, stay, goal) = match word {
                    "F" => (Path::Until, None, Some(literal)),
                    "G" => (Path::WeakUntil, Some(literal), None),
                    _ => (Path::Next, None, Some(literal)),
                };
                Self { coalition, is_min, path, stay, goal, steps }
            }
            None => {
                let stay = reader.literal()?;
                let path = match reader.0.next() {
                    Some(Token::Word(word)) if word == "U" => Path::Until,
                    Some(Token::Word(word)) if word == "W" => Path::WeakUntil,
                    found => {
                        return Err(format!(
                            "found {}, required U or W: covered are F, G, X, U and W of labels; other formulas need a product of the model and an automaton",
                            shown(found.as_ref())
                        ));
                    }
                };
                let steps = reader.steps()?;
                let goal = Some(reader.literal()?.ok_or("found true, required a label")?);
                if path == Path::WeakUntil && stay.is_none() {
                    return Err("found true W, which is always so, required a label".to_owned());
                }
                Self { coalition, is_min, path, stay, goal, steps }
            }
        };
        reader.requires("]")?;
        match reader.0.next() {
            None => Ok(property),
            found => Err(format!("found {} behind the property, required its end", shown(found.as_ref()))),
        }
    }
}
