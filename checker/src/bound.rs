//! A bound for one position: kind 3, a plan for one player in a set of positions.
//!
//! Responsible for: everything that must hold before a bound is believed, each condition as a formula and then as code;
//! [`BoundStatement::check`], the only way to a [`VerifiedBound`]. Left to others: reading bytes (`certificate`), the rules
//! (`board`), the tables that are imported (`verified`), questions about members (`bound_entry`).
//!
//! The certificate lists positions, its *members*, each with a bound and with a reply. Of an upper bound u on α the plan is
//! Black's: whatever White does, Black's reply keeps to the bounds. Outside the set nothing is known, and u counts as 1
//! there. All else is the mirror image: a lower bound l on β, White's plan, 0 outside.
//!
//! Fractions are compared exactly. Positions are taken as they are: no symmetry is used but the exchange of colours when a
//! position is looked up in a table.
//!
//! Source: the chapters "The theorem" (section "One position", Lemma 8) and "The format" (kind 3).

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::One;

use crate::board::{Board, Colour, Man, Move, Piece, Placement, Role, Square};
use crate::certificate::{Bound, Digest, Member as StatedMember, PawnRule, StatedEndgame, StatedSide};
use crate::endgame::{self, Endgame};
use crate::failure::{Breach, Condition, Decline, Failure, Fault, Rejection};
use crate::limits::Limit;
use crate::notation;
use crate::verified::Verified;

/// What a certificate of a bound states, of which `header` and `canonical` are verified: everything but the imports and the
/// two conditions on each member.
#[derive(Debug)]
pub struct BoundStatement {
    digest: Digest,
    required: Vec<Digest>,
    set: MemberSet,
}

/// A verified bound. Only [`BoundStatement::check`] makes one.
#[derive(Debug)]
pub struct VerifiedBound {
    digest: Digest,
    pub(crate) set: MemberSet,
}

/// A set of positions with bounds and replies.
#[derive(Debug)]
pub(crate) struct MemberSet {
    pub(crate) board: Board,
    pub(crate) pawn_rule: PawnRule,
    /// Whose plan it is: Black's for an upper bound on α, White's for a lower bound on β.
    pub(crate) planner: Colour,
    /// In the order of their placements, so that they can be searched for.
    pub(crate) members: Vec<Member>,
    /// The index of the member that the claim is about.
    pub(crate) root: usize,
    imports: Vec<Arc<Verified>>,
}

/// A position with its bound.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) placement: Placement,
    pub(crate) bound: BigRational,
    /// The planner's move; none for a pass.
    pub(crate) reply: Option<Move>,
}

/// Where an option leads, which is why it has the bound that it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A king has been captured.
    Terminal,
    /// A member of the set.
    Member,
    /// A position of an imported endgame.
    Import(String),
    /// Any other position: nothing is known of it.
    Outside,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Terminal => f.write_str("terminal"),
            Self::Member => f.write_str("a member"),
            Self::Import(endgame) => write!(f, "imported, {endgame}"),
            Self::Outside => f.write_str("outside the set"),
        }
    }
}

impl BoundStatement {
    // ANCHOR: canonical
    /// Reads what a certificate states.
    ///
    /// `canonical`: each member is a position of the board, with a right to capture *en passant* only where there can be one, and
    /// with a bound from 0 to 1 in lowest terms; members increase; the pawn rule is that of the members and of the board; the
    /// root is a member.
    ///
    /// Lemma 8 needs upper bounds of at least 0 (with the colours exchanged, lower bounds of at most 1), and that a position has one
    /// bound and not two. The rest is there so that one statement has one spelling.
    pub(crate) fn new(digest: Digest, required: Vec<Digest>, bound: Bound) -> Result<Self, Failure> {
        let Bound { files, ranks, pawn_rule, side, root, members: stated } = bound;
        Limit::Members.admit(stated.len())?;
        Limit::MemberWork.admit(stated.iter().map(work).fold(0, u64::saturating_add))?;
        let board = Board::new(files, ranks).ok_or(Rejection::Board { files, ranks })?;
        let mut members: Vec<Member> = Vec::with_capacity(stated.len());
        for (index, stated) in stated.into_iter().enumerate() {
            Limit::BitsOfNumber.admit(stated.numerator.0.bits().max(stated.denominator.0.bits()))?;
            let member = Member::new(board, pawn_rule, stated);
            members.push(member.map_err(|fault| Rejection::Member { member: index, fault })?);
        }
        let mut pairs = members.iter().zip(members.iter().skip(1));
        if let Some(before) = pairs.position(|(before, member)| member.placement <= before.placement) {
            return Err(Rejection::MemberOrder { before }.into());
        }
        let is_pawn = |piece: &Piece| piece.man.role == Role::Pawn;
        let has_pawns = members.iter().any(|member| member.placement.pieces().iter().any(is_pawn));
        let required_rules: &[PawnRule] = match (has_pawns, ranks) {
            (false, _) => &[PawnRule::NoPawns],
            (true, ..=3) => &[PawnRule::SingleStep],
            (true, _) => &[PawnRule::SingleStep, PawnRule::DoubleStep],
        };
        if !required_rules.contains(&pawn_rule) {
            return Err(Rejection::PawnRule { found: pawn_rule, required: required_rules }.into());
        }
        let count = members.len();
        let no_member = Rejection::Root { found: root, required: count };
        let root = usize::try_from(root).ok().filter(|&root| root < count).ok_or(no_member)?;
        let planner = match side {
            StatedSide::AlphaUpper => Colour::Black,
            StatedSide::BetaLower => Colour::White,
        };
        let set = MemberSet { board, pawn_rule, planner, members, root, imports: Vec::new() };
        Ok(Self { digest, required, set })
    }
    // ANCHOR_END: canonical

    /// The SHA-256 of the file.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The certificates that have to be verified first, by their SHA-256, in the order in which they are checked. The file does not say
    /// what they are about.
    pub fn required(&self) -> &[Digest] {
        &self.required
    }

    /// The conventional names of all tables of positions that one move from a member can lead to: where to look for what is
    /// required.
    pub fn file_names(&self) -> Vec<String> {
        // One man may be captured.
        let most = usize::try_from(Limit::Men.most()).unwrap_or(usize::MAX).saturating_add(1);
        let pieces = self.set.members.iter().map(|member| member.placement.pieces()).filter(|p| p.len() <= most);
        let all: BTreeSet<Vec<Man>> = pieces.map(|pieces| pieces.iter().map(|piece| piece.man).collect()).collect();
        let mut reached = BTreeSet::new();
        for men in all {
            let colours = [Colour::White, Colour::Black];
            let mut left = Vec::from(colours.map(|colour| endgame::captures(&men, colour))).concat();
            left.push(men);
            for men in left {
                reached.extend(colours.into_iter().flat_map(|colour| endgame::promotions(&men, colour)));
                reached.insert(men);
            }
        }
        let used = reached.iter().flat_map(|men| [self.table_of(men), self.table_of(&endgame::flipped(men))]);
        let mut tables: Vec<Endgame> = used.flatten().collect();
        tables.sort_by(|a, b| order(a).cmp(&order(b)));
        tables.dedup();
        tables.iter().map(Endgame::file_name).collect()
    }

    /// The endgame of these men on this board, if there can be a table of it.
    fn table_of(&self, men: &[Man]) -> Option<Endgame> {
        let &MemberSet { board, pawn_rule, .. } = &self.set;
        let has_pawns = men.iter().any(|man| man.role == Role::Pawn);
        let pawn_rule = if has_pawns { pawn_rule } else { PawnRule::NoPawns };
        let (files, ranks, signature) = (board.files(), board.ranks(), endgame::signature(men));
        Endgame::new(&StatedEndgame { files, ranks, signature, pawn_rule }).ok()
    }

    /// Checks every condition. `import` finds the certificates that are required, and is asked when their turn has come.
    ///
    /// # Errors
    ///
    /// The first failure, in the order of the chapter "The format".
    pub fn check(
        self,
        import: impl FnMut(&Digest) -> Result<Arc<Verified>, Failure>,
    ) -> Result<VerifiedBound, Failure> {
        let Self { digest, required, mut set } = self;
        set.imports = set.import(&required, import)?;
        for member in &set.members {
            let checked = set.reply(member).and_then(|()| set.inequality(member));
            checked.map_err(|breach| Rejection::At { fen: notation::fen(&member.placement), breach })?;
        }
        Ok(VerifiedBound { digest, set })
    }
}

/// That an import of a bound was found under none of these names.
pub fn missing_import(file_names: &[String], digest: Digest) -> Failure {
    let file_name = match file_names {
        [] => "any table".to_owned(),
        names => names.join(" or "),
    };
    Decline::MissingImport { file_name, digest }.into()
}

/// The square of a member's length in bytes.
fn work(stated: &StatedMember) -> u64 {
    let bytes = |number: &BigUint| number.bits().div_ceil(8);
    let pieces = u64::try_from(stated.pieces.len()).unwrap_or(u64::MAX).saturating_mul(2);
    pieces.saturating_add(bytes(&stated.numerator.0)).saturating_add(bytes(&stated.denominator.0)).saturating_pow(2)
}

/// The order of imports: more men first, then man by man.
fn order(endgame: &Endgame) -> (Reverse<usize>, &[Man]) {
    (Reverse(endgame.men().len()), endgame.men())
}

impl Member {
    // ANCHOR: member
    /// `canonical`, of one member. Reads: the list of pieces, then the right to capture *en passant*, then the bound.
    fn new(board: Board, pawn_rule: PawnRule, stated: StatedMember) -> Result<Self, Fault> {
        let mut pieces: Vec<Piece> = Vec::with_capacity(stated.pieces.len());
        for piece in &stated.pieces {
            let letter = "KQRBNPkqrbnp".chars().nth(piece.man.into());
            let man = letter.and_then(Man::from_letter).ok_or(Fault::Man { found: piece.man })?;
            pieces.push(Piece { man, square: square(board, piece.square)? });
        }
        if let Some(before) = pieces.iter().zip(pieces.iter().skip(1)).position(|(before, piece)| piece <= before) {
            return Err(Fault::Order { before });
        }
        let mut squares = BTreeSet::new();
        if let Some(&Piece { square, .. }) = pieces.iter().find(|piece| !squares.insert(piece.square)) {
            return Err(Fault::Shared { square });
        }
        for colour in [Colour::White, Colour::Black] {
            let king = Man { colour, role: Role::King };
            let found = pieces.iter().filter(|piece| piece.man == king).count();
            if found != 1 {
                return Err(Fault::Kings { colour, found });
            }
        }
        if let Some(&Piece { square, .. }) = pieces.iter().find(|p| !p.man.may_stand_on(board, p.square)) {
            return Err(Fault::Pawn { square });
        }
        let mut placement = Placement::new(board, pieces);
        if let Some(passed) = stated.passed {
            let square = square(board, passed)?;
            let with_right = placement.with_right(Some(square)).filter(|_| pawn_rule == PawnRule::DoubleStep);
            placement = with_right.ok_or(Fault::Right { square, pawn_rule })?;
        }
        let (numerator, denominator) = (stated.numerator.0, stated.denominator.0);
        if !numerator.gcd(&denominator).is_one() {
            return Err(Fault::LowestTerms);
        }
        // So is 1/0, the only fraction in lowest terms whose denominator is 0.
        if numerator > denominator {
            return Err(Fault::AboveOne);
        }
        let bound = BigRational::new_raw(numerator.into(), denominator.into());
        let reply = stated.reply.map(|mv| Move {
            from: board.square(mv.from),
            to: board.square(mv.to),
            promotion: mv.promotion,
        });
        Ok(Self { placement, bound, reply })
    }
    // ANCHOR_END: member
}

/// The square of a number, if it is on the board.
fn square(board: Board, number: u8) -> Result<Square, Fault> {
    let square = board.square(number);
    let required = usize::from(board.files()).saturating_mul(board.ranks().into());
    match square.rank < board.ranks() {
        true => Ok(square),
        false => Err(Fault::Square { found: number, required }),
    }
}

impl MemberSet {
    // ANCHOR: imports
    /// `imports`: each is the verified certificate of that SHA-256; it is a table of the same board, with pawns that move in the
    /// same way if it has any; they are of different endgames, in order.
    ///
    /// So what they state holds of the positions that are looked up in them: they are border, in the words of Lemma 8.
    fn import(
        &self,
        required: &[Digest],
        mut import: impl FnMut(&Digest) -> Result<Arc<Verified>, Failure>,
    ) -> Result<Vec<Arc<Verified>>, Failure> {
        let &Self { board, pawn_rule, .. } = self;
        let mut imports: Vec<Arc<Verified>> = Vec::new();
        for &required in required {
            let verified = import(&required)?;
            let endgame = verified.endgame();
            let name = || endgame.to_string();
            if verified.digest() != required {
                let (file_name, found) = (endgame.file_name(), verified.digest());
                return Err(Rejection::ImportDigest { file_name, found, required }.into());
            }
            if endgame.board() != board || ![PawnRule::NoPawns, pawn_rule].contains(&endgame.pawn_rule()) {
                return Err(Rejection::ImportBoard { found: name(), board, pawn_rule }.into());
            }
            if let Some(last) = imports.last().filter(|last| order(last.endgame()) >= order(endgame)) {
                let before = last.endgame().to_string();
                return Err(Rejection::ImportOrder { found: name(), before }.into());
            }
            imports.push(verified);
        }
        Ok(imports)
    }
    // ANCHOR_END: imports

    // ANCHOR: reply
    /// `reply`: the stated reply is an option of the planner; it is a pass exactly where the planner has no move.
    ///
    /// So `min over b(P) of u ≤ u(P_b)` for Black's reply `P_b`, and `max over w(P) of l ≥ l(P_w)` for White's.
    fn reply(&self, member: &Member) -> Result<(), Breach> {
        let colour = self.planner;
        let moves = member.placement.moves(colour, self.pawn_rule);
        match (member.reply, moves.first()) {
            (Some(reply), _) if moves.contains(&reply) => Ok(()),
            (None, None) => Ok(()),
            (Some(found), _) => Err(Breach::Reply { colour, found }),
            (None, Some(&option)) => Err(Breach::Pass { colour, option }),
        }
    }
    // ANCHOR_END: reply

    // ANCHOR: inequality
    /// `alpha-upper`: `2·u(P) ≥ (max over w(P) of u) + u(P_b)`.
    /// `beta-lower`: `2·l(P) ≤ l(P_w) + (min over b(P) of l)`.
    ///
    /// With `reply`: `u ≥ F(u)` at the members, and Lemma 8 gives `α ≤ u`; with the colours exchanged, `l ≤ β`.
    fn inequality(&self, member: &Member) -> Result<(), Breach> {
        let placement = &member.placement;
        let (_, reply) = self.reached(placement, self.planner, member.reply);
        let opponent = self.planner.other();
        let moves = placement.moves(opponent, self.pawn_rule);
        let to = |mv| (mv, self.reached(placement, opponent, mv).1);
        // Without any move there is the pass.
        let (first, further) = (to(moves.first().copied()), moves.iter().skip(1).map(|&mv| to(Some(mv))));
        let (mv, worst) =
            further.fold(first, |worst, next| if is_better(opponent, &next.1, &worst.1) { next } else { worst });
        let (twice, sum) = (sum(&member.bound, &member.bound), sum(&worst, &reply));
        if !is_better(opponent, &sum, &twice) {
            return Ok(());
        }
        let (own, others) = (member.reply, mv);
        let (white, black) = self.planner.of((own, others), (others, own));
        let white = Box::new(self.describe(placement, Colour::White, white));
        let black = Box::new(self.describe(placement, Colour::Black, black));
        Err(match self.planner {
            Colour::Black => Breach::AlphaUpper { twice, sum, white, black },
            Colour::White => Breach::BetaLower { twice, sum, white, black },
        })
    }
    // ANCHOR_END: inequality

    /// All options of a player, in the order of the moves; a player who has no move passes.
    pub(crate) fn options(&self, placement: &Placement, colour: Colour) -> Vec<Option<Move>> {
        let moves = placement.moves(colour, self.pawn_rule);
        match moves.is_empty() {
            true => vec![None],
            false => moves.into_iter().map(Some).collect(),
        }
    }

    // ANCHOR: reached
    /// Where an option of a player leads, and the bound there.
    ///
    /// A capture of the black king has the value 1, of the white king 0. A member has its bound, also if there is an import about
    /// it; a position of an import has what that states. Elsewhere α is at most 1, and β at least 0.
    pub(crate) fn reached(
        &self,
        placement: &Placement,
        colour: Colour,
        mv: Option<Move>,
    ) -> (Place, Cow<'_, BigRational>) {
        let whole = |number: u8| Cow::Owned(BigRational::from_integer(number.into()));
        let after = match mv {
            Some(mv) => placement.after(mv),
            None => placement.clone().with_right(None),
        };
        let Some(after) = after else {
            return (Place::Terminal, whole(colour.of(1, 0)));
        };
        if let Some(member) = self.member(&after) {
            return (Place::Member, Cow::Borrowed(&member.bound));
        }
        for import in &self.imports {
            if let Some(bound) = imported(import, &after, self.planner) {
                return (Place::Import(import.endgame().to_string()), Cow::Owned(bound));
            }
        }
        (Place::Outside, whole(self.planner.of(0, 1)))
    }
    // ANCHOR_END: reached

    /// The member of that placement.
    pub(crate) fn member(&self, placement: &Placement) -> Option<&Member> {
        let place = self.members.binary_search_by(|member| member.placement.cmp(placement)).ok()?;
        self.members.get(place)
    }
}

/// Whether a value is better for a player than another: greater for White, less for Black.
#[expect(clippy::arithmetic_side_effects, reason = "numbers without a bound")]
fn is_better(colour: Colour, value: &BigRational, other: &BigRational) -> bool {
    // a/b < c/d exactly where a·d < c·b, for denominators are positive.
    let (less, greater) = colour.of((other, value), (value, other));
    less.numer() * greater.denom() < greater.numer() * less.denom()
}

/// The sum of two fractions.
#[expect(clippy::arithmetic_side_effects, reason = "numbers without a bound")]
fn sum(a: &BigRational, b: &BigRational) -> BigRational {
    a + b
}

// ANCHOR: imported
/// What a table states of a placement: the upper end for α where the plan is Black's, the lower end for β where it is White's. None if
/// the table is about other men.
#[expect(clippy::arithmetic_side_effects, reason = "numbers without a bound")]
fn imported(table: &Verified, placement: &Placement, planner: Colour) -> Option<BigRational> {
    if table.endgame().men().len() != placement.pieces().len() {
        return None;
    }
    match table.number(placement) {
        Some(number) => stated_end(table, number, planner),
        None => {
            let number = table.number(&placement.colour_flip())?;
            Some(BigRational::one() - stated_end(table, number, planner.other())?)
        }
    }
}
// ANCHOR_END: imported

/// What a table states of the position of that number: the upper end for α where the plan is Black's, the lower end for β where it
/// is White's.
fn stated_end(table: &Verified, number: usize, planner: Colour) -> Option<BigRational> {
    let (alpha, beta) = table.seen(number)?.values;
    Some(planner.of(beta.low, alpha.high))
}

impl VerifiedBound {
    /// The SHA-256 of the file.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.set.board
    }

    /// How pawns move.
    pub fn pawn_rule(&self) -> PawnRule {
        self.set.pawn_rule
    }

    /// Which bound it is.
    pub fn side(&self) -> StatedSide {
        self.set.planner.of(StatedSide::BetaLower, StatedSide::AlphaUpper)
    }

    /// How many members there are.
    pub fn members(&self) -> usize {
        self.set.members.len()
    }

    /// The certificates that this one rests on.
    pub fn imports(&self) -> &[Arc<Verified>] {
        &self.set.imports
    }

    /// How often each condition was evaluated: `header` once, `imports` for each import, every other one for each member.
    pub fn evaluations(&self) -> [(Condition, usize); 5] {
        let inequality = self.set.planner.of(Condition::BetaLower, Condition::AlphaUpper);
        let (members, imports) = (self.members(), self.set.imports.len());
        [
            (Condition::Header, 1),
            (Condition::Canonical, members),
            (Condition::Imports, imports),
            (Condition::Reply, members),
            (inequality, members),
        ]
    }
}
