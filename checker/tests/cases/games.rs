use super::Corpus; pub fn good(_: &mut Corpus) {} pub fn bad(_: &mut Corpus) {}
