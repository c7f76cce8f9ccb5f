//! The order in which a certificate states the positions of a material on a board: place by place.
//!
//! The anchors (the two kings) stand on a block, a list of squares that no symmetry carries to a lesser one; in a block the other men take all squares, kind by kind.
//! Symmetries that leave the anchors where they are make several places of a position. The checker computes numbers of places; here they are
//! walked through, on purpose. Source: `docs/src/record/format.md`, sections "Positions" and "The number of a place".

/// The number of a white pawn in the format, and of a black one.
const PAWNS: [u8; 2] = [6, 11];

/// The order of a material on a board.
#[derive(Clone, Debug)]
pub struct Order {
    squares: usize,
    files: usize,
    /// The men by number, in the order of the format.
    men: Vec<u8>,
    /// Of each kind, in the order of the numbering, where its men stand in the list.
    kinds: Vec<Vec<usize>>,
    /// How many of these are anchors.
    anchors: usize,
    /// For each symmetry where it carries each square.
    symmetries: Vec<Vec<u8>>,
}

impl Order {
    /// The order of men by number, increasing, on a board of so many squares and files with these symmetries.
    #[must_use]
    pub fn new(squares: usize, files: usize, men: &[u8], symmetries: &[Vec<u8>]) -> Self {
        let mut kinds: Vec<Vec<usize>> = Vec::new();
        for (place, man) in men.iter().enumerate() {
            match kinds.last_mut() {
                Some(kind) if men[kind[0]] == *man => kind.push(place),
                _ => kinds.push(vec![place]),
            }
        }
        // The first kind; if that is one man, the next kind too.
        let anchors = if kinds[0].len() == 1 { 2 } else { 1 };
        kinds[anchors..].sort_by_key(|kind| !PAWNS.contains(&men[kind[0]]));
        Self { squares, files, men: men.to_vec(), kinds, anchors, symmetries: symmetries.to_vec() }
    }

    fn admits(&self, man: usize, square: usize) -> bool {
        !PAWNS.contains(&self.men[man]) || (self.files..self.squares - self.files).contains(&square)
    }

    /// The blocks: lists with the squares of the anchors, and with 0 for the others.
    #[must_use]
    pub fn blocks(&self) -> Vec<Vec<u8>> {
        let anchors: Vec<usize> = self.kinds[..self.anchors].concat();
        let mut lists = vec![Vec::new()];
        for &man in &anchors {
            let longer = |list: &Vec<u8>| {
                let fits = |square: &u8| {
                    let follows = man == 0 || self.men[man - 1] != self.men[man] || list.last() < Some(square);
                    self.admits(man, usize::from(*square)) && !list.contains(square) && follows
                };
                let all = (0..self.squares).map(|square| square as u8);
                let (list, squares) = (list.clone(), all.filter(fits).collect::<Vec<u8>>());
                squares.into_iter().map(move |square| [&list[..], &[square]].concat())
            };
            lists = lists.iter().flat_map(longer).collect();
        }
        let is_least = |list: &Vec<u8>| self.symmetries.iter().all(|symmetry| *list <= self.carried(list, symmetry));
        lists.retain(is_least);
        lists.iter_mut().for_each(|list| list.resize(self.men.len(), 0));
        lists
    }

    /// The first men's squares after a symmetry, those of equal men increasing.
    fn carried(&self, list: &[u8], symmetry: &[u8]) -> Vec<u8> {
        let mut carried: Vec<u8> = list.iter().map(|&square| symmetry[usize::from(square)]).collect();
        for kind in &self.kinds[..self.anchors] {
            carried[kind[0]..kind[0] + kind.len()].sort_unstable();
        }
        carried
    }

    /// Tells the placements of a block in the order of their numbers: the squares of all men, in the order of the men.
    pub fn each(&self, block: &[u8], tell: &mut impl FnMut(&[u8])) {
        let mut taken = vec![false; self.squares];
        self.kinds[..self.anchors].concat().iter().for_each(|&man| taken[usize::from(block[man])] = true);
        self.each_kind(self.anchors, &mut block.to_vec(), &mut taken, tell);
    }

    fn each_kind(&self, kind: usize, list: &mut Vec<u8>, taken: &mut Vec<bool>, tell: &mut impl FnMut(&[u8])) {
        match self.kinds.get(kind) {
            None => tell(list),
            Some(men) => self.each_man(kind, men.len(), self.squares, list, taken, tell),
        }
    }

    /// Puts the last so many men of a kind on squares below one: sets are in the order of their greatest square, then of the next one.
    fn each_man(
        &self,
        kind: usize,
        count: usize,
        below: usize,
        list: &mut Vec<u8>,
        taken: &mut Vec<bool>,
        tell: &mut impl FnMut(&[u8]),
    ) {
        if count == 0 {
            return self.each_kind(kind + 1, list, taken, tell);
        }
        let man = self.kinds[kind][count - 1];
        for square in 0..below {
            if !taken[square] && self.admits(man, square) {
                (list[man], taken[square]) = (square as u8, true);
                self.each_man(kind, count - 1, square, list, taken, tell);
                taken[square] = false;
            }
        }
    }
}
