//! Losing Chess: what the command says of tables by turns, of endgames under an auction, and of proofs.

use checker::certificate::Statement;
use writer::write;

use crate::command::Folder;
use crate::world::{self, Proofs, Size, Tables, World, bare, fen, statement_by, two};

/// A folder with these files.
fn in_folder(files: &[(String, Vec<u8>)]) -> Folder {
    files.iter().fold(Folder::new(), |folder, (name, bytes)| folder.with(name, bytes))
}

/// Tables of two men on a small board, and the worlds they come from, with the usual names of their files.
fn files(size: Size) -> (Vec<(String, Vec<u8>)>, World, Tables) {
    let (world, materials, tables) = two(size);
    let name = |men: &Vec<u8>| {
        let Statement::Further(_, body) = statement_by(0, 4, size, men) else { panic!("of Losing Chess") };
        let men = men.iter().map(|&man| checker::chess::Man::new(man).unwrap()).collect();
        let endgame = checker::endgame::Endgame::of([body[1], body[2], body[3]], Some(men)).unwrap();
        session::claims::losing::file_name(4, 0, &endgame)
    };
    let files = materials.iter().map(|men| (name(men), tables.of(men).to_vec())).collect();
    (files, world, tables)
}

#[test]
fn verifies_tables_with_their_imports() {
    let (files, _, tables) = files(Size(4, 4, false));
    let folder = in_folder(&files);
    let (status, text, errors) = folder.run(&["4x4_PvP.cert"]);
    assert_eq!((status, errors.as_str()), (0, ""), "{text}");
    assert!(text.starts_with("4x4_PvP.cert: verified: Losing Chess 4x4 PvP, single step: all "), "{text}");
    // By hand: the black pawn has to take the white one, so White has won.
    let (status, text, errors) = folder.run(&["4x4_PvP.cert", "--at", "4/1p2/P3/4 b"]);
    assert_eq!((status, errors.as_str()), (0, ""), "{text}");
    let answer: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(answer, ["4/1p2/P3/4 b - -", "White wins in 1 ply", "  bxa2: White has won"]);
    let (_, text, _) = folder.run(&["4x4_PvP.cert", "--at", "4/1p2/1P2/4 w"]);
    assert_eq!(text.lines().nth(2), Some("White has won: no move, International rules"), "blocked: {text}");
    // Without a side to move, with other men, on another board.
    for (at, expected) in [
        ("4/1p2/P3/4", "found \"4/1p2/P3/4\", required a FEN with the side to move"),
        ("4/1p2/P3/4 x", "required a FEN with the side to move"),
        ("4/1k2/P3/4 w", "found the men PvK, required PvP"),
        ("4/4/1p2/P3/4 w", "found a board of 4x5 (files x ranks), required 4x4"),
        ("hello w", "found 'h', required one of KQRBNPkqrbnp"),
    ] {
        let (status, _, errors) = folder.run(&["4x4_PvP.cert", "--at", at]);
        assert!(status == 2 && errors.contains(expected), "{at}: {errors}");
    }
    let (status, text, _) = folder.run(&["4x4_PvP.cert", "--json", "--at", "4/1p2/P3/4 b"]);
    let receipt: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((status, receipt["verdict"].as_str()), (0, Some("verified")));
    assert_eq!(receipt["form"], "outcomes by turns");
    let counts = ["won", "drawn", "lost"].map(|name| receipt[name].as_u64().unwrap());
    assert_eq!(receipt["positions"].as_u64(), Some(counts.iter().sum()));
    assert_eq!(receipt["conditions"]["label"], receipt["positions"]);
    assert_eq!((receipt["lower"].as_str(), receipt["white_label"].as_u64()), (Some("1"), Some(1)));
    // All positions, a line for each.
    let (status, text, _) = folder.run(&["4x4_PvP.cert", "--dump"]);
    assert_eq!(
        (status, text.lines().count()),
        (0, 1 + usize::try_from(receipt["positions"].as_u64().unwrap()).unwrap())
    );
    // Alone it is declined: it rests on others.
    let alone = Folder::new().with("4x4_PvP.cert", tables.of(&[6, 11]));
    let (status, text, _) = alone.run(&["4x4_PvP.cert"]);
    assert!(status == 2 && text.contains("declined: imports: found no certificate with sha-256 "), "{text}");
}

#[test]
fn tells_of_proofs() {
    let size = Size(3, 5, true);
    let Proofs { roots, .. } = Proofs::new(size, &["RBp"], &|_| false);
    let (root, winner, stream) = &roots[0];
    let head = bare(world::proof(size, 0, *winner, root), vec![]);
    let mut changed = stream.clone();
    changed[0] = 200;
    let other = bare(world::proof(size, 0, !winner, root), vec![]);
    let files = [
        ("proof.cert".to_owned(), write(&head, std::slice::from_ref(stream))),
        ("changed.cert".to_owned(), write(&head, &[changed])),
        ("long.cert".to_owned(), write(&head, &[[&stream[..], &[0]].concat()])),
        ("other.cert".to_owned(), write(&other, std::slice::from_ref(stream))),
    ];
    let folder = in_folder(&files);
    let side = if *winner { "White" } else { "Black" };
    let fen = fen(size, root);
    let (status, text, errors) = folder.run(&["proof.cert", "--at", &fen]);
    assert_eq!((status, errors.as_str()), (0, ""), "{text}");
    let expected =
        format!("proof.cert: verified: Losing Chess 3x5, International rules: {side} wins from {fen}, by a proof of ");
    assert!(text.starts_with(&expected) && text.ends_with(&format!("{fen}\n{side} wins\n")), "{text}");
    let (_, text, _) = folder.run(&["proof.cert", "--json"]);
    let receipt: serde_json::Value = serde_json::from_str(&text).unwrap();
    let sum: u64 = ["winner_to_move", "other_to_move", "without_men", "stalemates", "in_tables"]
        .iter()
        .map(|name| receipt[name].as_u64().unwrap())
        .sum();
    assert_eq!(
        (receipt["nodes"].as_u64(), receipt["winner_to_move"].as_u64()),
        (Some(sum), u64::try_from(stream.len()).ok())
    );
    for (name, expected) in [
        ("changed.cert", "rejected: index: "),
        ("long.cert", "rejected: canonical: slice 0, counted from 0, before its byte "),
        ("other.cert", "rejected: "),
    ] {
        let (status, text, _) = folder.run(&[name]);
        assert!(status == 1 && text.contains(expected), "{text}");
    }
    let (status, _, errors) = folder.run(&["proof.cert", "--at", "3/3/3/3/K1n w"]);
    assert!(status == 2 && errors.contains("required one of the positions of this certificate"), "{errors}");
}

/// Under an auction: bare kings on 2x2, where each capture loses, and a pawn before a pawn, where whoever moves has won.
#[test]
fn tells_of_endgames_under_an_auction() {
    let kings = include_bytes!("../../../../certs/corpus/good/losing-2x2_KvK_auction.cert");
    let (status, text, _) = Folder::new().with("x.cert", kings).run(&["x.cert", "--at", "1k/K1"]);
    let claim = "Losing Chess 2x2 KvK under an auction: all 2 positions are sharp, with these exact values and labels";
    assert!(status == 0 && text.starts_with(&format!("x.cert: verified: {claim}")), "{text}");
    assert!(text.contains("1/2") && text.contains("Kxb2") && text.contains("Kxa1"), "{text}");
    let size = Size(3, 4, false);
    let materials = world::closure(&["Pp"]);
    let auctions = world::Auctions::new(size, 20, &materials, 60);
    let mut tables = Tables::default();
    for men in &materials {
        let (head, slices) = auctions.parts(&tables, men);
        tables.add(men, write(&head, &slices));
    }
    let folder = tables.bytes.values().fold((Folder::new(), 0), |(folder, number), bytes| {
        (folder.with(&format!("{number}.cert"), bytes), number + 1)
    });
    let folder = folder.0.with("Pp.cert", tables.of(&world::used("Pp")));
    let (status, text, errors) = folder.run(&["Pp.cert", "--at", "3/1p1/1P1/3"]);
    assert_eq!((status, errors.as_str()), (0, ""), "{text}");
    let best = "White's best moves:\n  no move to 1\nBlack's best moves:\n  no move to 0\n";
    assert!(text.ends_with(best), "{text}");
}
