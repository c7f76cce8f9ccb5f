//! `solve model` for models in PRISM language: the arrays are built exactly, and then it is as with a model in UMB.
//!
//! Left to others: the language and what a property means (`prism`), values and certificates (`model`, `rewards`).

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use ::prism::{Asked, Failed as Unbuilt, Found, Limits, Model, Properties, Question, Quotient, Source, umb};
use session::{escape, files};
use solver::graph::exact::policy::Observer as _;
use solver::graph_games::uncovered;
use solver::memory::{MEGABYTE, available_memory};

use crate::model_question::Arguments;
use crate::numbers::shown;
use crate::output::{Failed, distinct, written};
use crate::umb::answered;
use crate::watch::Watch;

/// The constants of the command line.
fn constants(texts: &[String]) -> Result<BTreeMap<String, String>, Failed> {
    let mut constants = BTreeMap::new();
    for text in texts {
        let pair = text.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
        let pair = pair.filter(|(name, value)| !name.is_empty() && !value.is_empty());
        let wrong = || {
            Failed::usage(format!("--const {}: found no name with a value, required NAME=VALUE", escape::visible(text)))
        };
        let (name, value) = pair.ok_or_else(wrong)?;
        if constants.insert(name.to_owned(), value.to_owned()).is_some() {
            return Err(Failed::usage(format!(
                "--const: found {} a second time, required once",
                escape::visible(name)
            )));
        }
    }
    Ok(constants)
}

fn text(path: &Path) -> Result<String, Failed> {
    let shown = escape::path(path);
    let bytes = files::read(path, checker::limits::Limit { most: 1 << 28, ..checker::limits::Limit::FILE_BYTES });
    let bytes = bytes.map_err(|error| Failed::new(format!("{shown}: {error}")))?;
    // Old files have comments in Latin-1; what is no UTF-8 elsewhere is refused with its place.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Builds the model, with a line that tells how far it is.
fn build(source: &Source, path: &str) -> Result<Model, Failed> {
    let bytes = available_memory().unwrap_or(4096 * MEGABYTE) / 3;
    let mut watch = Watch::new();
    path.clone_into(&mut watch.title);
    watch.phase("states", 0);
    watch.hint(format!(
        "{path}: states are built until they fill {} MB, a third of the free memory; a model with smaller constants or ranges has fewer",
        bytes / MEGABYTE
    ));
    let mut told = 0;
    let built = source.build(Limits { states: 1 << 31, bytes }, &mut |_, explored| {
        watch.advance(explored - told);
        told = explored;
        true
    });
    watch.finish();
    built.map_err(|failed| match failed {
        Unbuilt::Wrong(wrong) => Failed::new(format!("{path}: {}", escape::visible(&wrong.to_string()))),
        other => Failed::new(format!("{path}: {other}")),
    })
}

/// Answers.
pub fn model(arguments: &Arguments) -> Result<String, Failed> {
    let path = escape::path(&arguments.model);
    let options = &arguments.prism;
    let archive = arguments.out.as_ref().map(|out| out.with_extension("umb"));
    let outputs = [&arguments.out, &archive, &arguments.game, &arguments.strategy, &options.states];
    distinct(&arguments.model, &outputs.map(Option::as_ref))?;
    let given = constants(&options.constants)?;
    let written_text = text(&arguments.model)?;
    if written_text.trim().is_empty() {
        return Err(Failed::new(format!("{path}: found an empty file, required a model in PRISM language")));
    }
    let source = Source::read(&written_text, &given);
    let source = source.map_err(|wrong| Failed::new(format!("{path}: {}", escape::visible(&wrong.to_string()))))?;
    let (asked, place) = match (&options.properties, &arguments.property) {
        (Some(file), _) => (Some(text(file)?), escape::path(file)),
        (None, property) => (property.clone(), "PROPERTY".to_owned()),
    };
    let properties = asked.as_ref().map(|asked| source.properties(asked)).transpose();
    let properties =
        properties.map_err(|wrong| Failed::usage(format!("{place}: {}", escape::visible(&wrong.to_string()))))?;
    if let Some(name) = source.unused(properties.as_ref()) {
        let name = escape::visible(name);
        return Err(Failed::usage(format!(
            "--const: found {name}, required a constant that the model or the property leaves open"
        )));
    }
    let model = build(&source, &path)?;
    if let Some(file) = &options.states {
        written(file, model.states().as_bytes())?;
    }
    let asking = Asking { arguments, path, place, archive, source, model };
    match properties {
        None if (arguments.reach.is_some() || arguments.reward.is_some()) => asking.ask(None).map(|(text, _)| text),
        None => {
            let [states, choices, branches] = asking.model.counts();
            Ok(format!("{}: {states} states, {choices} choices, {branches} branches\n", asking.path))
        }
        Some(properties) if options.properties.is_some() => asking.file(&properties),
        Some(properties) => asking.one(&properties),
    }
}

struct Asking<'a> {
    arguments: &'a Arguments,
    path: String,
    place: String,
    archive: Option<PathBuf>,
    source: Source,
    model: Model,
}

impl Asking<'_> {
    /// Answers what is a quotient, from its three questions; with a certificate for each, whose names end in -1, -2 and -3.
    fn quotient(&self, quotient: &Quotient) -> Result<(String, Found), Failed> {
        let (mut text, mut all) = (String::new(), Vec::new());
        for (number, question) in (1..).zip(&quotient.questions) {
            let named = |path: &PathBuf| {
                let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
                path.with_file_name(format!("{stem}-{number}.{ending}"))
            };
            let mut arguments = self.arguments.clone();
            arguments.out = arguments.out.as_ref().map(named);
            let archive = self.archive.as_ref().map(named);
            let (said, known) = self.put(arguments, archive, Some((question, &question.text)))?;
            text += &said;
            all.push(known);
        }
        let first = &quotient.questions[0];
        let value = |place: usize| quotient.value([&all[0][place], &all[1][place], &all[2][place]]);
        let values = (0..first.states().len()).map(value).collect::<Result<Vec<_>, _>>().map_err(Failed::new)?;
        Ok((text, said(first, &values).map_err(|error| Failed::new(format!("{}: {error}", self.path)))?))
    }

    /// Answers a question, or that of the options, from the arrays; those are written beside the certificate.
    fn ask(&self, question: Option<(&Question, &str)>) -> Result<(String, Vec<Found>), Failed> {
        self.put(self.arguments.clone(), self.archive.clone(), question)
    }

    /// The same with these options, and this archive.
    fn put(
        &self,
        mut arguments: Arguments,
        archive: Option<PathBuf>,
        question: Option<(&Question, &str)>,
    ) -> Result<(String, Vec<Found>), Failed> {
        let labels = question.map_or(&[][..], |(question, _)| &question.labels);
        let name = self.arguments.model.file_name().unwrap_or_default().to_string_lossy();
        let made = self.model.umb(&name, labels);
        let (files, left) = made.map_err(|error| Failed::new(format!("{}: {}", self.path, escape::visible(&error))))?;
        let asked = question.map_or("", |(question, _)| &question.text);
        if let Some(reason) = umb::left_out(&left, asked, self.arguments.reward.as_deref()) {
            return Err(Failed::usage(format!("{}: {}", self.path, escape::visible(&reason))));
        }
        if let Some(archive) = archive {
            written(&archive, &umb::archive(&files))?;
            arguments.model = archive;
        }
        if let Some((question, shown)) = question {
            arguments.property = Some(question.text.clone());
            arguments.shown = Some(shown.to_owned());
            arguments.wanted = question.states().to_vec();
        }
        answered(&arguments, files)
    }

    /// What a property asks; of what is known and not covered, what to ask instead.
    fn asked(&self, properties: &Properties, number: usize) -> Result<Asked, String> {
        let asked = self.source.ask(&self.model, properties, number);
        asked.map_err(|wrong| uncovered::instead(&properties.all[number].text, &escape::visible(&wrong.to_string())))
    }

    /// Answers the property of the command line.
    fn one(&self, properties: &Properties) -> Result<String, Failed> {
        let property = match &properties.all[..] {
            [property] => property,
            all => return Err(Failed::usage(format!("{}: found {} properties, required one", self.place, all.len()))),
        };
        let asked = self.asked(properties, 0);
        let asked = asked.map_err(|error| Failed::usage(format!("{}: {error}", escape::visible(&property.text))))?;
        let question = match asked {
            Asked::Answer(found) => return Ok(format!("{}: {found}\n", escape::visible(&property.text))),
            Asked::Question(question) => question,
            Asked::Quotient(quotient) => {
                let (text, answer) = self.quotient(&quotient)?;
                return Ok(format!(
                    "{text}answer: {}: {}, the quotient that follows from these three numbers\n",
                    escape::visible(&property.text),
                    shown(&answer)
                ));
            }
        };
        let (mut text, known) = self.ask(Some((&question, &property.text)))?;
        if question.is_one {
            let answer = said(&question, &known).map_err(|error| Failed::new(format!("{}: {error}", self.path)))?;
            let _ = writeln!(text, "answer: {answer}");
        }
        Ok(text)
    }

    /// Answers the properties of a file, each in a line; fails if one has another answer than the file says.
    fn file(&self, properties: &Properties) -> Result<String, Failed> {
        let (mut text, mut differ, mut open) = (String::new(), 0, 0);
        for (number, property) in properties.all.iter().enumerate() {
            let answer = self.asked(properties, number).and_then(|asked| match asked {
                Asked::Answer(found) => Ok(found),
                Asked::Question(question) => {
                    let (_, known) = self.ask(Some((&question, &property.text))).map_err(|failed| failed.0)?;
                    said(&question, &known)
                }
                Asked::Quotient(quotient) => {
                    self.quotient(&quotient).map(|(_, answer)| answer).map_err(|failed| failed.0)
                }
            });
            let compared = match (&answer, &property.result) {
                (Ok(found), Some(result)) => match properties.agrees(result, found) {
                    Some(true) => ", as the file says".to_owned(),
                    Some(false) => {
                        differ += 1;
                        format!(": the file says {}", escape::visible(result))
                    }
                    None => format!(": the file says {}, which was not compared", escape::visible(result)),
                },
                _ => String::new(),
            };
            let answer = answer.map_or_else(
                |error| {
                    open += 1;
                    format!("no answer: {error}")
                },
                |found| escape::visible(&shown(&found)),
            );
            let _ = writeln!(text, "line {}: {}: {answer}{compared}", property.line, escape::visible(&property.text));
        }
        let all = properties.all.len();
        let _ = writeln!(
            text,
            "{}: {all} properties, {open} without an answer, {differ} with another answer than the file says",
            self.place
        );
        match differ {
            0 => Ok(text),
            _ => Err(Failed::new(text.trim_end())),
        }
    }
}

/// The answer from what is known of the states that were asked for.
fn said(question: &Question, known: &[Found]) -> Result<Found, String> {
    let place: BTreeMap<u32, &Found> = question.states().iter().copied().zip(known).collect();
    question.answer(&|state| place[&state].clone())
}
