//! Questions that are not covered, and models: why, and what can be asked instead.
//!
//! Responsible for the sentences. Whoever reads properties (`property`) or models (`games::models`) has found already that something is none of ours; here it is
//! recognised, as far as its words tell. The chapter `docs/src/prism.md` says the same in a table.

/// What a formula is written with, outside labels.
struct Words {
    /// The text, with empty labels.
    bare: String,
    /// Its words, in their order.
    words: Vec<String>,
}

/// Operators that speak of time. R is one if it is not the first word: there it is a reward.
const TEMPORAL: [&str; 6] = ["F", "G", "X", "U", "W", "R"];

impl Words {
    fn of(text: &str) -> Self {
        let mut bare = String::new();
        for (place, part) in text.split('"').enumerate() {
            if place % 2 == 0 {
                bare.push_str(part);
            } else {
                bare.push_str("\"\"");
            }
        }
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let words =
            bare.split(|letter| !is_word(letter)).filter(|word| !word.is_empty()).map(ToOwned::to_owned).collect();
        Self { bare, words }
    }

    fn first(&self) -> &str {
        self.words.first().map_or("", String::as_str)
    }

    fn has(&self, words: &[&str]) -> bool {
        self.words.iter().any(|word| words.contains(&word.as_str()))
    }

    /// The first operator of the question: `P`, `R` and the like, behind a coalition.
    fn operator(&self) -> &str {
        let inner = self.bare.rsplit_once(">>").map_or(self.bare.as_str(), |(_, rest)| rest).trim_start();
        inner.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or("")
    }

    /// The formula between the brackets.
    fn formula(&self) -> &str {
        let start = self.bare.find('[').map_or(0, |place| place + 1);
        let end = self.bare.rfind(']').filter(|end| *end >= start).unwrap_or(self.bare.len());
        &self.bare[start..end]
    }

    /// How many operators of time the formula has.
    fn temporal(&self) -> usize {
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        self.formula().split(|letter| !is_word(letter)).filter(|word| TEMPORAL.contains(word)).count()
    }

    /// What stands behind the first operator of time: a bound begins with such a sign.
    fn bound(&self) -> &str {
        let formula = self.formula();
        let place = formula.find(['F', 'G', 'X', 'U', 'W']).map_or(formula.len(), |place| place + 1);
        formula[place..].trim_start()
    }
}

/// The sentence about a question that could not be read, if its words tell what it is.
#[must_use]
pub fn question(text: &str) -> Option<&'static str> {
    let words = Words::of(text);
    let (first, operator, bare) = (words.first(), words.operator(), words.bare.as_str());
    let is =
        |name: &str| operator == name || operator.strip_prefix(name).is_some_and(|end| ["max", "min"].contains(&end));
    let coalition = bare.split_once(">>").map_or("", |(front, _)| front);
    if ["const", "label", "formula"].contains(&first) || bare.contains(';') || bare.trim_start().starts_with("\"\":") {
        Some(
            "a question is one property, without a name, constants and semicolons: ask one, with numbers in the place of constants",
        )
    } else if bare.matches("=?").count() > 1 && !["multi", "filter", "quantile"].contains(&first) {
        Some("a question is one property: ask for each part alone, and calculate with the answers, which are exact")
    } else if ["multi", "mlessi"].contains(&operator) || coalition.contains(':') {
        Some(
            "several objectives at once are not covered: the answer is a curve, or an equilibrium, and a certificate here proves one number for each state: ask for \
             each objective alone",
        )
    } else if operator == "filter" || first == "filter" {
        Some(
            "filters are not covered: the initial states are answered, with --all all states, and --out writes them for `solve export`",
        )
    } else if operator == "quantile" {
        Some("quantiles are not covered: ask Pmax=? [ F<=10 \"goal\" ] and the like for some numbers of steps")
    } else if is("S") || is("LRA") {
        Some(
            "long-run averages are asked of rewards: give the states that are meant the reward 1 in the model, and ask R{\"name\"}max=? [ LRA ]",
        )
    } else if is("R") && words.formula().trim_start().starts_with('I') {
        Some(
            "a reward at one moment (I=k) is not covered: make the product of the model and a counter, and give the states at which it is k the reward",
        )
    } else if is("T") {
        Some(
            "expected times (T) are not covered: they are the expected reward of a model that pays its time in each state",
        )
    } else if ["E", "A"].contains(&operator) {
        Some(
            "E and A are not covered, because a path may have probability 0: E [ F \"a\" ] holds where Pmax=? [ F \"a\" ] is above 0, and A [ G \"a\" ] where \
             Pmin=? [ G \"a\" ] is 1; for E [ G ] and A [ F ] let a player choose what chance would choose",
        )
    } else if ["Pmaxmin", "Pminmax", "Pmaxmax", "Pminmin"].contains(&operator) {
        Some(
            "two optima are for intervals of probabilities, which are not covered: let a second player choose between the ends of the intervals",
        )
    } else if is("P") {
        probability(&words)
    } else if bare.split('[').next().is_some_and(|front| front.contains(['+', '-', '*', '/']) && front.contains("=?")) {
        Some("a question is one property: ask for each part alone, and calculate with the answers, which are exact")
    } else {
        None
    }
}

/// What is wrong with a question in PRISM language, or what to ask instead, if that is known. Filters and names are covered there; what is inside them is told
/// by its place, and so is a name that is not there.
#[must_use]
pub fn instead(text: &str, wrong: &str) -> String {
    let is_told =
        ["filter", "\": ", "||"].into_iter().any(|part| text.contains(part)) || wrong.contains(" that there is");
    let known = if is_told { None } else { question(text) };
    known.unwrap_or(wrong).to_owned()
}

/// The sentence about a question for a probability.
fn probability(words: &Words) -> Option<&'static str> {
    let (bare, formula, bound) = (words.bare.as_str(), words.formula(), words.bound());
    let behind = bare.rsplit_once(">>").map_or(bare, |(_, rest)| rest).trim_start();
    let behind = behind.trim_start_matches(char::is_alphanumeric).trim_start();
    let is_step = |rest: &str| {
        let number = rest.trim_start_matches(['<', '=']).trim_start();
        let end =
            number.find(|letter: char| !letter.is_alphanumeric() && !"._".contains(letter)).unwrap_or(number.len());
        number[..end].to_owned()
    };
    if behind.starts_with(['<', '>']) {
        Some(
            "found a bound in the place of =?, required a question: its answer tells whether the bound holds. P>=p for all strategies is Pmin=? at least p, P<=p \
             is Pmax=? at most p",
        )
    } else if formula.contains("||") || words.has(&["given"]) {
        Some(
            "conditional probabilities are covered of F and G, of a chain in PRISM language: of one in UMB ask for F \"a\", for F \"b\", and for F of a label of \
             both; what a and b have together is the sum of the first two without the third, and is divided by that of the condition",
        )
    } else if bare.contains('{') {
        Some(
            "bounds on a reward are not covered: put a counter of the reward into the model, and ask for the states at which it is small enough",
        )
    } else if words.temporal() == 1 && formula.trim_start().starts_with('!') && is_inside(formula) {
        Some("a negation stands at a label: write !F \"a\" as G !\"a\", and !G \"a\" as F !\"a\"")
    } else if words.temporal() > 1 {
        Some(
            "this formula of LTL is not covered: make the product of the model and a deterministic automaton of the formula, label its accepting end components, \
             and ask Pmax=? [ F \"label\" ]",
        )
    } else if words.has(&["R"]) {
        Some(
            "release is not covered by its letter: \"a\" R \"b\" is \"b\" W \"c\", where c labels the states with both a and b",
        )
    } else if bound.starts_with(['[', '=', '>']) {
        Some(
            "only the greatest number of steps can be bounded: for F=k, F>=k and F[j,k] make the product of the model and a counter of steps",
        )
    } else if bound.starts_with('<') && is_step(bound).contains('.') {
        Some("time bounds with fractions are of continuous time, which is not covered: F<=k counts steps")
    } else if bound.starts_with('<') && is_step(bound).starts_with(char::is_alphabetic) {
        Some("constants are not known here: write the number of steps itself, as in F<=10")
    } else if formula.contains('&') || formula.contains('|') || formula.contains("=>") {
        Some(
            "one label is read at each place: give the states of the expression a label of their own in the model (bidding-games from-prism --label NAME=EXPRESSION)",
        )
    } else {
        None
    }
}

/// Whether a formula is the negation of F, G or X of something.
fn is_inside(formula: &str) -> bool {
    let inside = formula.trim_start_matches(['!', '(', ' ']);
    ["F", "G", "X"].contains(&inside.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or(""))
}

/// What to do with a model of a kind that is not covered, by what the reader of models (`games::models`) requires.
#[must_use]
pub fn model(required: &str) -> Option<&'static str> {
    Some(match required {
        "discrete time" => {
            "continuous time is not covered: for questions without a time bound export the embedded discrete model, whose probabilities to reach are the same"
        }
        "no observations" => {
            "partial observation is not covered, because values cannot be calculated in general: export the model without observations, whose values are bounds"
        }
        "probabilities as doubles, or as rational numbers of 128 bits" => {
            "so are rewards; intervals and parameters are not covered: put numbers in the place of parameters, and let a player choose between the ends of an interval"
        }
        _ => return None,
    })
}
