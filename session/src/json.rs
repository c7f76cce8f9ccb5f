//! JSON: objects whose fields keep their order, and the one place where an answer is written for programs.

use std::fmt::{self, Display};

use serde::ser::{Error as _, Serialize, Serializer};
use serde_json::value::RawValue;

/// The version of answers. It grows when a key is renamed or means something else; `docs/src/answer.schema.json` is their schema.
pub const VERSION: u8 = 1;

/// An answer as programs print it: an object on a line, with the version first.
///
/// # Panics
///
/// If it is no object.
pub fn answer(object: &impl Serialize) -> String {
    let text = serde_json::to_string(object).expect("texts and numbers");
    let fields = text.strip_prefix('{').expect("an object");
    let comma = if fields == "}" { "" } else { "," };
    format!("{{\"version\":{VERSION}{comma}{fields}\n")
}

/// An answer of several rows, each an object.
pub fn rows(rows: impl Iterator<Item = Object>) -> String {
    answer(Object::default().json("rows", list(rows)))
}

/// A JSON object whose fields stand in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub struct Object(Vec<(String, String)>);

impl Object {
    /// Adds a field whose content is JSON already, such as a number, a list or another object.
    pub fn json(&mut self, name: &str, json: impl Display) -> &mut Self {
        self.0.push((name.to_owned(), json.to_string()));
        self
    }

    /// An object of numbers.
    pub fn numbers(all: impl IntoIterator<Item = (&'static str, usize)>) -> Self {
        Self(all.into_iter().map(|(name, number)| (name.to_owned(), number.to_string())).collect())
    }

    /// The names of the fields, each with its content as JSON.
    pub fn fields(&self) -> &[(String, String)] {
        &self.0
    }

    /// Adds a field with a text.
    pub fn text(&mut self, name: &str, text: impl Display) -> &mut Self {
        self.json(name, quoted(&text.to_string()))
    }

    /// Adds a field with a text, or `null`.
    pub fn text_or_null(&mut self, name: &str, text: Option<impl Display>) -> &mut Self {
        self.json(name, text.map_or("null".to_owned(), |text| quoted(&text.to_string())))
    }

    /// Adds a field with a number or a truth value, or `null`.
    pub fn json_or_null(&mut self, name: &str, json: Option<impl Display>) -> &mut Self {
        self.json(name, json.map_or("null".to_owned(), |json| json.to_string()))
    }
}

impl Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = self.0.iter().map(|(name, json)| format!("{}:{json}", quoted(name)));
        write!(f, "{{{}}}", fields.collect::<Vec<_>>().join(","))
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.to_string()).map_err(S::Error::custom)?.serialize(serializer)
    }
}

/// A JSON string.
pub fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a text is JSON")
}

/// A JSON list.
pub fn list(elements: impl Iterator<Item = impl Display>) -> String {
    format!("[{}]", elements.map(|element| element.to_string()).collect::<Vec<_>>().join(","))
}
