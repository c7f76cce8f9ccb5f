//! The preprocessor of the book: mdBook hands it all chapters on standard input, and reads them back with the formulas
//! as MathML.

use std::io::{self, Read};
use std::process::ExitCode;

use serde_json::Value;

fn main() -> ExitCode {
    // mdBook asks first whether an output is supported. Each one that shows HTML is.
    if std::env::args().nth(1).is_some_and(|first| first == "supports") {
        return ExitCode::SUCCESS;
    }
    match book() {
        Ok(book) => {
            println!("{book}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The book, the second entry of the list on standard input.
fn book() -> Result<Value, String> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).map_err(|error| error.to_string())?;
    let mut input: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let mut book = input.get_mut(1).map(Value::take).ok_or("found no book, required a list of two")?;
    chapters(&mut book)?;
    Ok(book)
}

/// Goes through all chapters and theirs.
fn chapters(value: &mut Value) -> Result<(), String> {
    match value {
        Value::Array(list) => list.iter_mut().try_for_each(chapters),
        Value::Object(fields) => {
            if let Some(chapter) = fields.get_mut("Chapter") {
                let name = chapter["name"].to_string();
                if let Some(Value::String(content)) = chapter.get_mut("content") {
                    *content = formulas::rendered(content).map_err(|error| format!("chapter {name}, {error}"))?;
                }
            }
            fields.values_mut().try_for_each(chapters)
        }
        _ => Ok(()),
    }
}
