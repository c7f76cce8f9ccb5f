//! What is not covered is refused with a sentence that says why, or what to ask instead; no sentence takes the place of an answer.

use solver::graph_games::property::Property;

#[test]
fn each_question_that_is_not_covered_has_its_sentence() {
    for (text, part) in [
        ("multi(Pmax=? [ F \"a\" ], Pmin>=0.5 [ F \"b\" ])", "ask for each objective alone"),
        ("<<one:two>> max=? (P[F \"a\"] + P[F \"b\"])", "ask for each objective alone"),
        ("filter(max, Pmax=? [ F \"a\" ], true)", "--all"),
        ("quantile(max k, Pmax>0.5 [ F<=k \"a\" ])", "for some numbers of steps"),
        ("S=? [ \"a\" ]", "long-run averages"),
        ("Smax=? [ \"a\" ]", "long-run averages"),
        ("LRAmax=? [ \"a\" ]", "long-run averages"),
        ("R=? [ I=5 ]", "product of the model and a counter"),
        ("R{\"time\"}max=? [ I=5 ]", "product of the model and a counter"),
        ("Rmax=? [ S ]", "long-run averages"),
        ("T=? [ F \"a\" ]", "pays its time"),
        ("E [ F \"a\" ]", "where Pmax=? [ F \"a\" ] is above 0"),
        ("A [ G \"a\" ]", "Pmin=? [ G \"a\" ] is 1"),
        ("P>=0.5 [ F \"a\" ]", "Pmin=? at least p"),
        ("<<one>> P<0.5 [ F \"a\" ]", "its answer tells whether the bound holds"),
        ("Pmaxmin=? [ F \"a\" ]", "second player choose between the ends"),
        ("Pmax=? [ G F \"a\" ]", "deterministic automaton"),
        ("Pmax=? [ F G \"a\" ]", "deterministic automaton"),
        ("Pmax=? [ (F \"a\") & (G \"b\") ]", "deterministic automaton"),
        ("Pmax=? [ X X \"a\" ]", "deterministic automaton"),
        ("Pmax=? [ \"a\" U (\"b\" U \"c\") ]", "deterministic automaton"),
        ("Pmax=? [ !F \"a\" ]", "write !F \"a\" as G !\"a\""),
        ("Pmax=? [ !(G \"a\") ]", "write !F \"a\" as G !\"a\""),
        ("Pmax=? [ \"a\" R \"b\" ]", "is \"b\" W \"c\""),
        ("P=? [ F \"a\" || F \"b\" ]", "conditional"),
        ("P=? [ F{\"cost\"}<=3 \"a\" ]", "counter of the reward"),
        ("P=? [ F[1,2] \"a\" ]", "counter of steps"),
        ("P=? [ true U>=2 \"a\" ]", "counter of steps"),
        ("P=? [ F=2 \"a\" ]", "counter of steps"),
        ("P=? [ F<=2.5 \"a\" ]", "continuous time"),
        ("P=? [ F<=k \"a\" ]", "write the number of steps"),
        ("Pmax=? [ F \"a\" & \"b\" ]", "a label of their own"),
        ("Pmax=? [ F (\"a\" | \"b\") ]", "a label of their own"),
        ("\"name\": Pmax=? [ F \"a\" ]", "one property, without a name"),
        ("const int k; P=? [ F \"a\" ]", "one property, without a name"),
        ("P=? [ F \"a\" ] + P=? [ F \"b\" ]", "ask for each part alone"),
        ("1-P=? [ F \"a\" ]", "ask for each part alone"),
    ] {
        let error = Property::read(text).expect_err(text);
        assert!(error.contains(part), "{text}: {error}");
    }
}

/// Labels may say anything: what is in quotation marks is no operator.
#[test]
fn labels_are_not_taken_for_operators() {
    for text in ["Pmax=? [ F \"G F multi; S=? && || {}\" ]", "Pmin=? [ !\"R\" U<=3 \"F[1,2]\" ]"] {
        assert!(Property::read(text).is_ok(), "{text}");
    }
    // What is only misspelt keeps the sentence that says where.
    for (text, part) in
        [("Pmax=? [ F \"a\"", "required ]"), ("Pmax [ F \"a\" ]", "its answer"), ("Pmay=? [ F \"a\" ]", "Pmay")]
    {
        let error = Property::read(text).expect_err(text);
        assert!(error.contains(part), "{text}: {error}");
    }
}

/// Whatever stands there is refused, or read, without a panic: cut at each place, and with each two signs exchanged.
#[test]
fn no_text_makes_it_panic() {
    for text in
        ["<<one:two>> Pmax=? [ \"ä\" U[1,2] !(F \"b\") ] || {", "R{\"x\"}max=? [ I=5 ]", "multi(P>=0.5 [ X \"é\" ])"]
    {
        let letters: Vec<char> = text.chars().collect();
        for place in 0..letters.len() {
            for other in 0..letters.len() {
                let mut changed = letters.clone();
                changed.swap(place, other);
                let _ = Property::read(&changed.iter().collect::<String>());
                let _ = Property::read(&changed[place..].iter().collect::<String>());
                let _ = Property::read(&changed[..place].iter().collect::<String>());
            }
        }
    }
}
