/**
 * The strategy of the theorem, with money.
 *
 * Say that the computer is White, that Black holds b, and that b is below the value x of the position: the surplus is s = x − b. Let w be the value after a
 * best white move, v the value after a best black one, and d = (w − v)/2 the right bid. With the bid d, the surplus never falls, but nothing forces the game to
 * end. So the computer spends a part of the surplus where a success brings it nearer to the end, and gains as much elsewhere:
 *
 * - The label T of the position counts down along greedy white moves of least label, or along every black move. In the first case the computer bids
 *   d + e; in the second, d − e. Here e is between s/4^(T+1) and s/(2·4^T).
 * - If the label falls, the surplus falls by e at the most. If it does not, the surplus grows by e at the least.
 * - A run of falling labels from any T0 down to T costs at most s·(1/4^(T+1) + 1/4^(T+2) + …)/2 = s/(6·4^T). A run that breaks at T brings
 *   at least s/4^(T+1), which is more. So the surplus grows from one broken run to the next by a factor that depends on the largest label only; it is at most 1,
 *   so the breaks come to an end; and a run that is never broken ends in label 0, where the king is captured.
 *
 * If no surplus is left, the computer guards the other border in the same way without spending (it does not lose while Black's share is at most the upper
 * value), and if that is lost too, it makes the fair bid and hopes. Black's case is the mirror image.
 */
import { add, compare, greatest, half, interval, isExact, least, make, minus, negative, ONE, times, ZERO, type Fraction } from "./fraction.js";
import type { Entry, Option } from "./protocol.js";

/** A move, as far as a player has to know it. */
export type Choice = Pick<Option, "by" | "move" | "squares" | "lower" | "upper" | "labels" | "best_to_win" | "best_not_to_lose" | "first" | "wins" | "after">;
/** A position with its moves, as far as a player has to know it. */
export type Spot = Pick<Entry, "position" | "lower" | "upper" | "white_label" | "black_label" | "turn"> & { options: Choice[] };

export type Side = "white" | "black";
export const other = (side: Side): Side => (side === "white" ? "black" : "white");

/** What a side sees: values as its own share, so that larger is better for both. */
interface View {
  /** Of the position: what it can force, and what it cannot be denied. */
  near: Fraction;
  far: Fraction;
  label: number | undefined;
  own: Choice[];
  others: Choice[];
}

const nearOf = (side: Side, at: { lower: Option["lower"]; upper: Option["upper"] }): Fraction =>
  side === "white" ? interval(at.lower).low : minus(ONE, interval(at.upper).high);
const farOf = (side: Side, at: { lower: Option["lower"]; upper: Option["upper"] }): Fraction =>
  side === "white" ? interval(at.upper).low : minus(ONE, interval(at.lower).high);

const view = (entry: Spot, side: Side): View => {
  const label = side === "white" ? entry.white_label : entry.black_label;
  return {
    near: nearOf(side, entry),
    far: farOf(side, entry),
    label: typeof label === "number" ? label : undefined,
    own: entry.options.filter(({ by }) => by === side),
    others: entry.options.filter(({ by }) => by === other(side)),
  };
};

/** Whether all values that matter here are known exactly. */
export const isPlayable = (entry: Spot): boolean =>
  entry.turn === "bid" && [entry, ...entry.options].every(({ lower, upper }) => isExact(interval(lower)) && isExact(interval(upper)));

export interface Decision {
  bid: Fraction;
  move: Choice;
  /** What the side is sure of with its money: to win, not to lose, or nothing. */
  sure: "win" | "draw" | "nothing";
  /** Half of the difference between the best moves of both: what the move is worth. */
  fair: Fraction;
  /** What the side needs at least after its own best move, and after the other's: of 1. */
  needs: { now: Fraction; moving: Fraction; waiting: Fraction };
  /** Why the bid is not the fair one, if it is not. */
  why: "forward" | "thrift" | "held" | "careless" | "fair";
}

const best = (options: readonly Choice[], of: (option: Choice) => Fraction): Fraction => options.map(of).reduce(greatest);
const worst = (options: readonly Choice[], of: (option: Choice) => Fraction): Fraction => options.map(of).reduce(least);

/** What a side is sure of if the opponent holds so much. */
export const sureOf = (entry: Spot, side: Side, opponent: Fraction): Decision["sure"] => {
  const { near, far } = view(entry, side);
  return compare(opponent, near) < 0 ? "win" : compare(opponent, far) <= 0 ? "draw" : "nothing";
};

/** The simplest fraction with a power of 2 below it that lies from `low` to `high`. */
export const simplest = (low: Fraction, high: Fraction): Fraction => {
  for (let d = 1n; ; d *= 2n) {
    const n = -((-low.n * d) / low.d);
    for (const candidate of [make(n - 1n, d), make(n, d), make(n + 1n, d)]) {
      if (compare(candidate, low) >= 0 && compare(candidate, high) <= 0) return candidate;
    }
  }
};

const quarterPower = (power: number): Fraction => make(1n, 4n ** BigInt(power));

/** The bid and the move of a side that holds `money` of 1. */
export const decide = (entry: Spot, side: Side, money: Fraction): Decision => {
  const { near, own, others, label } = view(entry, side);
  const opponent = minus(ONE, money);
  const sure = sureOf(entry, side, opponent);
  const held = (bid: Fraction): Fraction => greatest(negative(money), least(money, bid));
  const of = (at: Pick<Choice, "lower" | "upper">): Fraction => (sure === "win" ? nearOf(side, at) : farOf(side, at));
  const [moving, waiting] = [best(own, of), worst(others, of)];
  const fair = half(minus(moving, waiting));
  const needs = { now: minus(ONE, of(entry)), moving: minus(ONE, moving), waiting: minus(ONE, waiting) };
  const decision = (bid: Fraction, move: Choice, why: Decision["why"]): Decision => ({ bid: held(bid), move, sure, fair, needs, why: compare(held(bid), bid) === 0 ? why : "held" });
  const first = own.find((option) => option.first && (sure === "win" || option.best_not_to_lose)) ?? own.find(({ first }) => first) ?? own[0]!;
  if (sure !== "win") return decision(fair, own.find((option) => option.best_not_to_lose && compare(of(option), moving) === 0) ?? first, "fair");
  const surplus = minus(near, opponent);
  const steps = label ?? 0;
  const labelOf = (option: Choice): number => {
    const found = option.labels[side === "white" ? 0 : 1];
    return option.wins ? 0 : typeof found === "number" ? found : Infinity;
  };
  const [small, large] = [times(surplus, quarterPower(steps + 1)), half(times(surplus, quarterPower(steps)))];
  if (labelOf(first) < steps || first.wins) return decision(simplest(add(fair, small), add(fair, large)), first, "forward");
  return decision(simplest(minus(fair, large), minus(fair, small)), first, "thrift");
};

/** So the careless player bids: to a sixteenth of all the money. */
const COARSE = 16n;

/**
 * A player who may be beaten. The bid is the fair one, rounded to a sixteenth of the money. The move is the best one, or for `luck` below a third the one that
 * comes after it in value. A king that can be taken is taken.
 */
export const careless = (entry: Spot, side: Side, money: Fraction, luck: number): Decision => {
  const right = decide(entry, side, money);
  const rounded = make((right.fair.n * COARSE * 2n + right.fair.d) / (right.fair.d * 2n), COARSE);
  const own = [...view(entry, side).own].sort((a, b) => compare(nearOf(side, b), nearOf(side, a)));
  const move = right.move.wins || luck >= 1 / 3 ? right.move : (own.find((option) => compare(nearOf(side, option), nearOf(side, own[0]!)) < 0) ?? right.move);
  return { ...right, bid: greatest(ZERO, least(money, rounded)), move, why: "careless" };
};

/** All bids with which a side keeps what it is sure of, whatever the other one bids: none if nothing is sure. The ends do not belong to them where it has to win. */
export const safe = (entry: Spot, side: Side, money: Fraction): { from: Fraction; to: Fraction } | undefined => {
  const { sure, needs } = decide(entry, side, money);
  if (sure === "nothing") return undefined;
  const [from, to] = [minus(needs.waiting, money), minus(money, needs.moving)];
  return { from: greatest(negative(money), from), to: least(money, to) };
};

/** The result of an auction. Equal bids: the human makes the move, as in the first chapter of the book. */
export const auction = (white: Fraction, black: Fraction, human: Side): { winner: Side; price: Fraction } => {
  const order = compare(white, black);
  const winner = order > 0 ? "white" : order < 0 ? "black" : human;
  return { winner, price: winner === "white" ? white : black };
};

/** The text whose SHA-256 the computer shows before the human bids. */
export const sealed = (bid: Fraction, nonce: string): string => `${bid.n}/${bid.d} ${nonce}`;
