//! Games from drawings: DOT, the language of Graphviz, by the convention of the chapter "Games as graphs".
//!
//! Responsible for reading DOT as Graphviz does (<https://graphviz.org/doc/info/lang.html>) and for what a drawing means as a game. What comes out
//! is a [`Game`], whose JSON is the statement; nobody has to believe this module.
//!
//! The tokens are read with `winnow`. Of the libraries that read DOT whole, `dot-parser` has a licence that this project cannot take (GPL);
//! `graphviz-rust` knows no lines, forgets which sign an edge had, and refuses `a -> { b c }` and names such as `größer`; others panic.

use std::collections::{HashMap, HashSet};
use std::fmt;

use num_bigint::BigUint;
use num_rational::Ratio;
use winnow::ascii::{digit0, digit1};
use winnow::combinator::{alt, delimited, fail, not, opt, preceded, repeat, separated};
use winnow::error::EmptyError;
use winnow::prelude::*;
use winnow::token::{any, literal, take, take_till, take_until, take_while};

use super::{Draw, Game, GameError, Kind, Position, player, small, written};
use crate::escape::short;
use crate::graph::labels::Side;

/// How deep subgraphs may lie in each other.
const MOST_DEPTH: usize = 100;
/// The most edges: a few characters can stand for very many, as `{ a b c } -> { d e f }` for nine.
const MOST_EDGES: usize = 100_000_000;
/// What may begin a statement.
const STATEMENT: &str = "a name, graph, node, edge, subgraph, { or }";

/// Why a drawing is no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportError {
    /// Not DOT.
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The column, in characters from 1.
        column: usize,
        /// What stands there.
        found: String,
        /// What could stand there.
        required: &'static str,
    },
    /// DOT that says nothing of a game, or two things that cannot be true together.
    Meaning {
        /// The line, from 1.
        line: usize,
        /// Which node or edge it is about.
        place: String,
        /// What stands there.
        found: String,
        /// What could stand there.
        required: String,
    },
    /// A node that is no position of a game.
    Position {
        /// The line on which it appears first, from 1.
        line: usize,
        /// What is wrong with it.
        error: GameError,
    },
    /// No game, though each node and each edge is right by itself.
    Game(GameError),
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { line, column, found, required } => {
                write!(f, "line {line}, column {column}: found {found}, required {required}")
            }
            Self::Meaning { line, place, found, required } => {
                write!(f, "line {line}: {place}: found {found}, required {required}")
            }
            Self::Position { line, error } => write!(f, "line {line}: {error}"),
            Self::Game(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ImportError {}

/// Reads a game from DOT. The order of its positions is that in which the nodes appear first.
///
/// # Errors
///
/// The first thing that is wrong with it, with its line.
pub fn dot(text: &str) -> Result<Game, ImportError> {
    let mut reader = Reader::new(text)?;
    let title = reader.graph()?;
    reader.drawing.game(title)
}

/// A token of DOT.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token<'a> {
    /// A name, a number or a quoted text: an id as Graphviz reads it. In a quoted text two backslashes are still two.
    Id(String),
    /// An id between angle brackets.
    Html(&'a str),
    /// A keyword, in lower case.
    Keyword(&'static str),
    /// Anything else that has a meaning.
    Sign(&'static str),
    /// The end of the file.
    End,
    /// What is no token.
    Unknown(&'static str),
    /// A character that begins no token.
    Stray(char),
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(text) => write!(f, "{:?}", short(text)),
            Self::Html(text) => f.write_str(&short(text)),
            Self::Keyword(word) => write!(f, "the keyword {word}"),
            Self::Sign(sign) => f.write_str(sign),
            Self::End => f.write_str("the end of the file"),
            Self::Unknown(what) => f.write_str(what),
            Self::Stray(character) => write!(f, "{character:?}"),
        }
    }
}

/// Where nothing matches, the caller says what is wrong.
type Read<T> = Result<T, EmptyError>;

/// White space, comments, and lines that begin with `#`, as a preprocessor leaves them.
fn space(input: &mut &str) -> Read<()> {
    let line = || ('\n', opt(('#', take_till(0.., '\n')))).void();
    let blank = take_while(1.., (' ', '\t', '\r', '\u{b}', '\u{c}')).void();
    let comment = alt((("//", take_till(0.., '\n')).void(), ("/*", take_until(0.., "*/"), "*/").void()));
    repeat(0.., alt((blank, line(), comment))).parse_next(input)
}

/// Beyond ASCII every character is a letter.
fn is_letter(character: char) -> bool {
    character.is_ascii_alphabetic() || character == '_' || !character.is_ascii()
}

fn word<'a>(input: &mut &'a str) -> Read<&'a str> {
    (take_while(1, is_letter), take_while(0.., |character| is_letter(character) || character.is_ascii_digit()))
        .take()
        .parse_next(input)
}

/// A number, after which no name begins: Graphviz would take `1a` for two names, with a warning.
fn number<'a>(input: &mut &'a str) -> Read<&'a str> {
    let number = (opt('-'), alt((('.', digit1).void(), (digit1, opt(('.', digit0))).void()))).take();
    let end = not(take_while(1, |character| is_letter(character) || character == '.'));
    (number, end).map(|(number, ())| number).parse_next(input)
}

/// A text in quotation marks. The only thing that a backslash does there is to take the meaning from a quotation mark, or from the end of a line.
fn quoted(input: &mut &str) -> Read<String> {
    let escaped = alt((
        "\\\"".value("\""),
        "\\\\",
        "\\\r\n".value(""),
        "\\\n".value(""),
        take_while(1.., |character| character != '"' && character != '\\'),
        "\\",
    ));
    let content = repeat(0.., escaped).fold(String::new, |text, part: &str| text + part);
    delimited('"', content, '"').parse_next(input)
}

/// Quoted texts, joined by `+`.
fn joined(input: &mut &str) -> Read<String> {
    let parts = separated(1.., quoted, (space, '+', space));
    parts.map(|parts: Vec<String>| parts.concat()).parse_next(input)
}

/// A text in angle brackets, which may have others in it.
fn html<'a>(input: &mut &'a str) -> Read<&'a str> {
    let mut open = 0usize;
    let end = input.char_indices().find(|&(_, character)| {
        open += usize::from(character == '<');
        open -= usize::from(character == '>' && open > 0);
        open == 0
    });
    match end {
        Some((end, '>')) => take(input[..=end].chars().count()).parse_next(input),
        _ => fail.parse_next(input),
    }
}

fn sign(input: &mut &str) -> Read<&'static str> {
    const SIGNS: [&str; 10] = ["->", "--", "{", "}", "[", "]", "=", ";", ",", ":"];
    let Some(sign) = SIGNS.iter().find(|sign| input.starts_with(**sign)) else { return fail.parse_next(input) };
    literal(*sign).value(*sign).parse_next(input)
}

fn token<'a>(input: &mut &'a str) -> Read<Token<'a>> {
    const KEYWORDS: [&str; 6] = ["node", "edge", "graph", "digraph", "subgraph", "strict"];
    let word = word.map(|word| match KEYWORDS.iter().find(|keyword| word.eq_ignore_ascii_case(keyword)) {
        Some(keyword) => Token::Keyword(keyword),
        None => Token::Id(word.to_owned()),
    });
    let unknown = alt((
        '"'.value("a quotation mark without its second"),
        '<'.value("an angle bracket without its second"),
        "/*".value("a comment without its end"),
        (opt('-'), opt('.'), digit1).value("a number that goes over into a name, without quotation marks"),
    ));
    let read = alt((
        word,
        sign.map(Token::Sign),
        joined.map(Token::Id),
        number.map(|number| Token::Id(number.to_owned())),
        html.map(Token::Html),
        unknown.map(Token::Unknown),
        any.map(Token::Stray),
    ));
    let mut read = preceded(space, opt(read).map(|token| token.unwrap_or(Token::End)));
    read.parse_next(input)
}

/// An attribute that was given, and the line. An empty text gives it as missing, which Graphviz writes where a default does not hold.
type Given<T> = Option<(Option<T>, usize)>;

/// A node as far as it is known.
struct Node {
    /// The id, as Graphviz reads it.
    id: String,
    /// The line on which it appears first.
    line: usize,
    /// From the defaults, when the node appeared first.
    default: Option<Ratio<BigUint>>,
    /// From its own attributes.
    value: Given<Ratio<BigUint>>,
    /// Whose turn it is, from the defaults.
    default_turn: Option<Side>,
    /// Whose turn it is, from its own attributes.
    turn: Given<Side>,
}

/// An edge, or several that a statement makes at once.
#[derive(Clone, Copy)]
struct Edge {
    from: u32,
    to: u32,
    player: Option<Side>,
    /// Its weight, if it is an option of chance.
    chance: Option<Ratio<u64>>,
    line: usize,
}

/// A drawing: nodes in the order of their first appearance, edges in their order.
#[derive(Default)]
struct Drawing {
    is_directed: bool,
    is_strict: bool,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

/// The defaults of a subgraph and of all that lies in it.
#[derive(Clone, Default)]
struct Defaults {
    value: Option<Ratio<BigUint>>,
    turn: Option<Side>,
    player: Option<Side>,
    chance: Option<Ratio<u64>>,
}

/// What attributes belong to.
#[derive(Clone, Copy)]
enum Owner<'a> {
    /// The graph or a subgraph.
    Graph,
    /// All nodes that appear from here on, until the subgraph ends.
    Nodes,
    /// All edges from here on, until the subgraph ends.
    Edges,
    /// A node.
    Node(u32),
    /// The edges of a statement: from each node of a group to each of the next.
    Edge(&'a [Vec<u32>]),
}

/// What the attributes of one statement say.
#[derive(Default)]
struct Attributes {
    value: Given<Ratio<BigUint>>,
    turn: Given<Side>,
    player: Given<Side>,
    chance: Given<Ratio<u64>>,
}

/// The name of a position: as in a label, two backslashes of the id are one.
fn name(id: &str) -> String {
    id.replace(r"\\", r"\")
}

/// Reads token by token. Graphviz' grammar needs one token in advance, and no more.
struct Reader<'a> {
    /// What has not been read yet, after the next token.
    rest: &'a str,
    /// The next token.
    next: Token<'a>,
    /// Where the next token begins: the line from 1, and the column in characters from 1.
    line: usize,
    column: usize,
    /// Where `rest` begins.
    end: (usize, usize),
    depth: usize,
    /// The number of each node, by its id.
    numbers: HashMap<String, u32>,
    /// The ids of subgraphs, with their lines.
    subgraphs: HashMap<String, usize>,
    drawing: Drawing,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Result<Self, ImportError> {
        let mut reader = Self {
            rest: text.strip_prefix('\u{feff}').unwrap_or(text),
            next: Token::End,
            line: 1,
            column: 1,
            end: (1, 1),
            depth: 0,
            numbers: HashMap::new(),
            subgraphs: HashMap::new(),
            drawing: Drawing::default(),
        };
        if reader.rest.starts_with('#') {
            reader.rest = reader.rest.trim_start_matches(|character| character != '\n');
        }
        reader.advance();
        Ok(reader)
    }

    /// Takes the next token.
    fn advance(&mut self) -> Token<'a> {
        let mut rest = self.rest;
        let _ = space(&mut rest);
        self.pass(rest);
        (self.line, self.column) = self.end;
        let next = token(&mut rest).unwrap_or(Token::End);
        self.pass(rest);
        std::mem::replace(&mut self.next, next)
    }

    /// Goes on to this rest, and counts lines and columns.
    fn pass(&mut self, rest: &'a str) {
        let passed = &self.rest[..self.rest.len() - rest.len()];
        self.rest = rest;
        if let Some(start) = passed.rfind('\n') {
            self.end = (self.end.0 + passed.matches('\n').count(), 1);
            self.end.1 += passed[start + 1..].chars().count();
        } else {
            self.end.1 += passed.chars().count();
        }
    }

    /// Takes the next token if it is this one.
    fn takes(&mut self, token: &Token<'_>) -> bool {
        let is_next = self.next == *token;
        if is_next {
            self.advance();
        }
        is_next
    }

    /// The next token is none that could stand here.
    fn refused<T>(&self, required: &'static str) -> Result<T, ImportError> {
        Err(ImportError::Syntax { line: self.line, column: self.column, found: self.next.to_string(), required })
    }

    fn expect(&mut self, sign: &'static str) -> Result<(), ImportError> {
        if self.takes(&Token::Sign(sign)) { Ok(()) } else { self.refused(sign) }
    }

    /// Takes an id.
    fn id(&mut self, required: &'static str) -> Result<String, ImportError> {
        match &mut self.next {
            Token::Id(id) => {
                let id = std::mem::take(id);
                self.advance();
                Ok(id)
            }
            _ => self.refused(required),
        }
    }

    /// The whole file; the id of the graph is the title of the game.
    fn graph(&mut self) -> Result<Option<String>, ImportError> {
        self.drawing.is_strict = self.takes(&Token::Keyword("strict"));
        self.drawing.is_directed = self.takes(&Token::Keyword("digraph"));
        if !self.drawing.is_directed && !self.takes(&Token::Keyword("graph")) {
            return self.refused("graph or digraph");
        }
        let title = if matches!(self.next, Token::Id(_)) { Some(name(&self.id("a title")?)) } else { None };
        // Some programs write an empty id where there is no title.
        let title = title.filter(|title| !title.is_empty());
        self.expect("{")?;
        self.statements(Defaults::default())?;
        if self.next == Token::End { Ok(title) } else { self.refused("the end of the file") }
    }

    /// Statements, and the brace after them. The result is all nodes that occur there.
    fn statements(&mut self, mut defaults: Defaults) -> Result<Vec<u32>, ImportError> {
        let mut members = Vec::new();
        while !self.takes(&Token::Sign("}")) {
            match self.next {
                Token::Keyword(word @ ("graph" | "node" | "edge")) => {
                    self.advance();
                    if self.next != Token::Sign("[") {
                        return self.refused("[");
                    }
                    let owner = match word {
                        "graph" => Owner::Graph,
                        "node" => Owner::Nodes,
                        _ => Owner::Edges,
                    };
                    let found = self.attributes(owner)?;
                    if let Some((value, _)) = found.value {
                        defaults.value = value;
                    }
                    if let Some((turn, _)) = found.turn {
                        defaults.turn = turn;
                    }
                    if let Some((player, _)) = found.player {
                        defaults.player = player;
                    }
                    if let Some((chance, _)) = found.chance {
                        defaults.chance = chance;
                    }
                }
                Token::Keyword("subgraph") | Token::Sign("{") => {
                    let group = self.subgraph(&defaults)?;
                    members.extend_from_slice(&group);
                    if matches!(self.next, Token::Sign("->" | "--")) {
                        self.edges(group, &defaults, &mut members)?;
                    }
                }
                _ => {
                    let line = self.line;
                    let id = self.id(STATEMENT)?;
                    if self.takes(&Token::Sign("=")) {
                        self.attribute(Owner::Graph, &id, line, &mut Attributes::default())?;
                    } else {
                        let node = self.node(id, line, &defaults)?;
                        members.push(node);
                        if matches!(self.next, Token::Sign("->" | "--")) {
                            self.edges(vec![node], &defaults, &mut members)?;
                        } else {
                            let found = self.attributes(Owner::Node(node))?;
                            let place = |key| format!("{}: {key}", self.drawing.owner(Owner::Node(node)));
                            let places = ["value", "turn"].map(place);
                            let node = &mut self.drawing.nodes[node as usize];
                            state(&mut node.value, found.value, &places[0], Ratio::to_string)?;
                            state(&mut node.turn, found.turn, &places[1], |side| player(*side).to_owned())?;
                        }
                    }
                }
            }
            self.takes(&Token::Sign(";"));
        }
        Ok(members)
    }

    /// The number of the node with this id, which may be new.
    fn node(&mut self, id: String, line: usize, defaults: &Defaults) -> Result<u32, ImportError> {
        let number = match self.numbers.get(&id) {
            Some(&number) => number,
            None => {
                let found = self.drawing.nodes.len();
                let number = u32::try_from(found).map_err(|_| ImportError::Game(GameError::Size { found }))?;
                let (default, default_turn) = (defaults.value.clone(), defaults.turn);
                let node = Node { id: id.clone(), line, default, value: None, default_turn, turn: None };
                self.drawing.nodes.push(node);
                self.numbers.insert(id, number);
                number
            }
        };
        if self.next == Token::Sign(":") {
            return Err(ImportError::Meaning {
                line: self.line,
                place: self.drawing.owner(Owner::Node(number)),
                found: "a port".to_owned(),
                required: "none; a name with a colon stands in quotation marks".to_owned(),
            });
        }
        Ok(number)
    }

    /// A subgraph, by the nodes that occur in it, each once.
    fn subgraph(&mut self, defaults: &Defaults) -> Result<Vec<u32>, ImportError> {
        if self.takes(&Token::Keyword("subgraph")) && matches!(self.next, Token::Id(_)) {
            let line = self.line;
            let id = self.id("a name")?;
            let place = format!("subgraph {id:?}");
            if let Some(first) = self.subgraphs.insert(id, line) {
                return Err(ImportError::Meaning {
                    line,
                    place,
                    found: format!("the name of that of line {first}"),
                    required: "another".to_owned(),
                });
            }
        }
        if self.depth == MOST_DEPTH {
            return Err(ImportError::Meaning {
                line: self.line,
                place: "subgraph".to_owned(),
                found: format!("more than {MOST_DEPTH} in each other"),
                required: "fewer".to_owned(),
            });
        }
        self.expect("{")?;
        self.depth += 1;
        let mut members = self.statements(defaults.clone())?;
        self.depth -= 1;
        let mut seen = HashSet::new();
        members.retain(|member| seen.insert(*member));
        Ok(members)
    }

    /// The rest of a statement that makes edges, after the group of nodes that they begin with.
    fn edges(&mut self, first: Vec<u32>, defaults: &Defaults, members: &mut Vec<u32>) -> Result<(), ImportError> {
        let mut groups = vec![first];
        let mut lines = Vec::new();
        while let Token::Sign(sign @ ("->" | "--")) = self.next {
            match (sign, self.drawing.is_directed) {
                ("->", false) => return self.refused("-- in a graph"),
                ("--", true) => return self.refused("-> in a digraph"),
                _ => {}
            }
            let line = self.line;
            lines.push(line);
            self.advance();
            let group = match self.next {
                Token::Keyword("subgraph") | Token::Sign("{") => self.subgraph(defaults)?,
                _ => {
                    let line = self.line;
                    let id = self.id("a name, subgraph or {")?;
                    vec![self.node(id, line, defaults)?]
                }
            };
            members.extend_from_slice(&group);
            groups.push(group);
        }
        let found = self.attributes(Owner::Edge(&groups))?;
        let player = found.player.map_or(defaults.player, |(player, _)| player);
        let chance = found.chance.map_or(defaults.chance, |(chance, _)| chance);
        for (groups, line) in groups.windows(2).zip(lines) {
            let [from, to] = [&groups[0], &groups[1]];
            let more = from.len().saturating_mul(to.len());
            if self.drawing.edges.len().saturating_add(more) > MOST_EDGES {
                return Err(ImportError::Meaning {
                    line,
                    place: "edges".to_owned(),
                    found: format!("{more} after {}", self.drawing.edges.len()),
                    required: format!("{MOST_EDGES} at most"),
                });
            }
            let pairs = from.iter().flat_map(|&from| to.iter().map(move |&to| (from, to)));
            self.drawing.edges.extend(pairs.map(|(from, to)| Edge { from, to, player, chance, line }));
        }
        Ok(())
    }

    /// The attribute lists that follow, none, one or more.
    fn attributes(&mut self, owner: Owner<'_>) -> Result<Attributes, ImportError> {
        let mut found = Attributes::default();
        while self.takes(&Token::Sign("[")) {
            while !self.takes(&Token::Sign("]")) {
                let line = self.line;
                let key = self.id("the name of an attribute or ]")?;
                self.expect("=")?;
                self.attribute(owner, &key, line, &mut found)?;
                let _ = self.takes(&Token::Sign(";")) || self.takes(&Token::Sign(","));
            }
        }
        Ok(found)
    }

    /// The value of an attribute, after its `=`.
    fn attribute(
        &mut self,
        owner: Owner<'_>,
        key: &str,
        line: usize,
        found: &mut Attributes,
    ) -> Result<(), ImportError> {
        let is_ours = matches!(key, "value" | "turn" | "player" | "chance");
        if !is_ours && matches!(self.next, Token::Html(_)) {
            self.advance();
            return Ok(());
        }
        let text = self.id("the value of an attribute")?;
        let wrong = |drawing: &Drawing, found: String, required: &str| {
            let place = format!("{}: {key}", drawing.owner(owner));
            Err(ImportError::Meaning { line, place, found, required: required.to_owned() })
        };
        match (key, owner) {
            ("value", Owner::Nodes | Owner::Node(_)) => {
                let value = if text.is_empty() { None } else { written(&text) };
                if value.is_none() && !text.is_empty() {
                    let required = "a fraction from 0 to 1 such as \"1/2\"";
                    return wrong(&self.drawing, format!("{text:?}"), required);
                }
                let before = found.value.replace((value.clone(), line));
                if before.is_some_and(|(before, _)| before != value) {
                    return wrong(&self.drawing, format!("{text:?} after another"), "one");
                }
            }
            ("turn", Owner::Nodes | Owner::Node(_)) | ("player", Owner::Edges | Owner::Edge(_)) => {
                let side = match &*text {
                    "left" => Some(Side::White),
                    "right" => Some(Side::Black),
                    "" => None,
                    _ => return wrong(&self.drawing, format!("{text:?}"), "left or right, or no such attribute"),
                };
                let before = if key == "turn" { &mut found.turn } else { &mut found.player }.replace((side, line));
                if before.is_some_and(|(before, _)| before != side) {
                    return wrong(&self.drawing, format!("{text:?} after another"), "one");
                }
            }
            ("chance", Owner::Edges | Owner::Edge(_)) => {
                let is_weight = |weight: &Ratio<BigUint>| *weight.numer() != BigUint::ZERO;
                let weight = written(&text).filter(is_weight).and_then(|weight| small(&weight));
                if weight.is_none() && !text.is_empty() {
                    let required = "a fraction above 0, at most 1, such as \"1/3\", with a denominator below 2^61";
                    return wrong(&self.drawing, format!("{text:?}"), required);
                }
                let before = found.chance.replace((weight, line));
                if before.is_some_and(|(before, _)| before != weight) {
                    return wrong(&self.drawing, format!("{text:?} after another"), "one");
                }
            }
            ("value" | "turn", _) => return wrong(&self.drawing, format!("{text:?}"), "this attribute at nodes only"),
            ("player" | "chance", _) => {
                return wrong(&self.drawing, format!("{text:?}"), "this attribute at edges only");
            }
            _ => {}
        }
        Ok(())
    }
}

/// A node has this attribute, or none, by its own attributes.
fn state<T: PartialEq>(
    known: &mut Given<T>,
    given: Given<T>,
    place: &str,
    shown: impl Fn(&T) -> String,
) -> Result<(), ImportError> {
    let Some((value, line)) = given else { return Ok(()) };
    let text = |value: &Option<T>| value.as_ref().map_or("none".to_owned(), &shown);
    match known {
        Some((before, first)) if *before != value => Err(ImportError::Meaning {
            line,
            found: format!("{}, and {} in line {first}", text(&value), text(before)),
            place: place.to_owned(),
            required: "one".to_owned(),
        }),
        Some(_) => Ok(()),
        None => {
            *known = Some((value, line));
            Ok(())
        }
    }
}

impl Node {
    /// What the node is worth, if it is terminal. A turn of its own counts for more than a value by default.
    fn value(&self) -> Option<&Ratio<BigUint>> {
        match (&self.value, &self.turn) {
            (Some((value, _)), _) => value.as_ref(),
            (None, Some((Some(_), _))) => None,
            (None, _) => self.default.as_ref(),
        }
    }

    /// Whose turn it is, if it is a player's. A value of its own counts for more than a turn by default.
    fn turn(&self) -> Option<Side> {
        match (&self.turn, &self.value) {
            (Some((turn, _)), _) => *turn,
            (None, Some((Some(_), _))) => None,
            (None, _) => self.default_turn,
        }
    }
}

impl Drawing {
    /// The owner of attributes, for an error.
    fn owner(&self, owner: Owner<'_>) -> String {
        let quoted = |number: u32| format!("{:?}", name(&self.nodes[number as usize].id));
        match owner {
            Owner::Graph => "graph".to_owned(),
            Owner::Nodes => "defaults of nodes".to_owned(),
            Owner::Edges => "defaults of edges".to_owned(),
            Owner::Node(number) => format!("node {}", quoted(number)),
            Owner::Edge(groups) => {
                let group = |group: &Vec<u32>| match group[..] {
                    [number] => quoted(number),
                    _ => "{ … }".to_owned(),
                };
                let sign = if self.is_directed { " -> " } else { " -- " };
                format!("edge {}", groups.iter().map(group).collect::<Vec<_>>().join(sign))
            }
        }
    }

    fn edge(&self, edge: Edge) -> String {
        self.owner(Owner::Edge(&[vec![edge.from], vec![edge.to]]))
    }

    /// In a strict graph an edge that is drawn twice is one, which cannot be two players' differently.
    fn refuse_two_in_one(&self) -> Result<(), ImportError> {
        let mut edges: HashMap<(u32, u32), Edge> = HashMap::new();
        for edge in &self.edges {
            let mut ends = (edge.from, edge.to);
            if !self.is_directed {
                ends = (ends.0.min(ends.1), ends.0.max(ends.1));
            }
            let first = edges.entry(ends).or_insert(*edge);
            if (first.player, first.chance) != (edge.player, edge.chance) {
                return Err(ImportError::Meaning {
                    line: edge.line,
                    place: self.edge(*edge),
                    found: format!(
                        "another {} than in line {}",
                        if first.player == edge.player { "weight" } else { "player" },
                        first.line
                    ),
                    required: "the same in a strict graph".to_owned(),
                });
            }
        }
        Ok(())
    }

    /// Refuses an option that cannot be one of this node, the first edge of which is given.
    fn refuse_option(&self, edge: Edge, node: &Node, first: &Edge) -> Result<(), ImportError> {
        let wrong = |found: String, required: &str| {
            let place = self.edge(edge);
            Err(ImportError::Meaning { line: edge.line, place, found, required: required.to_owned() })
        };
        match (node.turn(), edge.player, edge.chance) {
            (_, Some(_), Some(_)) => wrong("a player and a weight of chance".to_owned(), "one or the other"),
            (Some(turn), _, Some(_)) => {
                wrong(format!("a weight of chance at the turn of {}", player(turn)), "no such attribute")
            }
            (Some(turn), Some(other), None) if turn != other => {
                wrong(format!("an option of {} at the turn of {}", player(other), player(turn)), player(turn))
            }
            (None, _, chance) if chance.is_some() != first.chance.is_some() => {
                let [found, before] = if chance.is_some() { ["a", "none"] } else { ["no", "one"] };
                wrong(
                    format!("{found} weight of chance, and {before} in line {} at the same node", first.line),
                    "a weight at all edges of a node, or at none",
                )
            }
            _ => Ok(()),
        }
    }

    fn game(self, title: Option<String>) -> Result<Game, ImportError> {
        if self.is_strict {
            self.refuse_two_in_one()?;
        }
        for (number, node) in (0..).zip(&self.nodes) {
            if node.value().is_some() && node.turn().is_some() {
                return Err(ImportError::Meaning {
                    line: node.line,
                    place: self.owner(Owner::Node(number)),
                    found: "a value and a turn".to_owned(),
                    required: "one or the other".to_owned(),
                });
            }
        }
        let mut options = vec![(Vec::new(), Vec::new()); self.nodes.len()];
        // By node: its first edge, and its options of chance.
        let mut draws: Vec<(Option<Edge>, Vec<Draw>)> = vec![(None, Vec::new()); self.nodes.len()];
        for &edge in &self.edges {
            let is_back = !self.is_directed && edge.from != edge.to;
            for (from, to) in [(edge.from, edge.to), (edge.to, edge.from)].into_iter().take(1 + usize::from(is_back)) {
                let node = &self.nodes[from as usize];
                if node.value().is_none() {
                    self.refuse_option(edge, node, draws[from as usize].0.get_or_insert(edge))?;
                    let (left, right) = &mut options[from as usize];
                    if let Some(weight) = edge.chance {
                        draws[from as usize].1.push(Draw { to, weight });
                        continue;
                    }
                    if edge.player != Some(Side::Black) {
                        left.push(to);
                    }
                    if edge.player != Some(Side::White) {
                        right.push(to);
                    }
                } else if self.is_directed {
                    return Err(ImportError::Meaning {
                        line: edge.line,
                        place: self.edge(edge),
                        found: format!("an option of a terminal position, {:?}, which has a value", name(&node.id)),
                        required: "none".to_owned(),
                    });
                }
            }
        }
        let mut positions = Vec::with_capacity(self.nodes.len());
        for ((node, (left, right)), (_, draws)) in self.nodes.iter().zip(options).zip(draws) {
            let kind = match (node.value(), node.turn()) {
                (Some(value), _) => Kind::Terminal(value.clone()),
                (None, Some(Side::White)) => Kind::Turn { side: Side::White, options: left },
                (None, Some(Side::Black)) => Kind::Turn { side: Side::Black, options: right },
                (None, None) if !draws.is_empty() => Kind::Chance(draws),
                (None, None) => Kind::Open { left, right },
            };
            positions.push(Position { name: name(&node.id), kind });
        }
        Game::placed(title, positions).map_err(|(place, error)| match place {
            Some(place) => ImportError::Position { line: self.nodes[place.position].line, error },
            None => ImportError::Game(error),
        })
    }
}
