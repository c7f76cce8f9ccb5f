use super::Corpus; pub fn bad(_: &mut Corpus) {} pub fn declined(_: &mut Corpus) {}
