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
import { add, compare, greatest, half, interval, isExact, least, make, minus, negative, ONE, times, type Fraction } from "./fraction.js";
import type { Entry, Option } from "./protocol.js";

export type Side = "white" | "black";
export const other = (side: Side): Side => (side === "white" ? "black" : "white");

/** What a side sees: values as its own share, so that larger is better for both. */
interface View {
  /** Of the position: what it can force, and what it cannot be denied. */
  near: Fraction;
  far: Fraction;
  label: number | undefined;
  own: Option[];
  others: Option[];
}

const share = (side: Side, x: Fraction): Fraction => (side === "white" ? x : minus(ONE, x));

const nearOf = (side: Side, at: { lower: Option["lower"]; upper: Option["upper"] }): Fraction =>
  side === "white" ? interval(at.lower).low : minus(ONE, interval(at.upper).high);
const farOf = (side: Side, at: { lower: Option["lower"]; upper: Option["upper"] }): Fraction =>
  side === "white" ? interval(at.upper).low : minus(ONE, interval(at.lower).high);

const view = (entry: Entry, side: Side): View => {
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
export const isPlayable = (entry: Entry): boolean =>
  entry.turn === "bid" && [entry, ...entry.options].every(({ lower, upper }) => isExact(interval(lower)) && isExact(interval(upper)));

export interface Decision {
  bid: Fraction;
  move: Option;
  /** What the side is sure of with its money: to win, not to lose, or nothing. */
  sure: "win" | "draw" | "nothing";
}

const best = (options: readonly Option[], of: (option: Option) => Fraction): Fraction => options.map(of).reduce(greatest);
const worst = (options: readonly Option[], of: (option: Option) => Fraction): Fraction => options.map(of).reduce(least);

/** What a side is sure of if the opponent holds so much. */
export const sureOf = (entry: Entry, side: Side, opponent: Fraction): Decision["sure"] => {
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
export const decide = (entry: Entry, side: Side, money: Fraction): Decision => {
  const { near, own, others, label } = view(entry, side);
  const opponent = minus(ONE, money);
  const sure = sureOf(entry, side, opponent);
  const held = (bid: Fraction): Fraction => greatest(negative(money), least(money, bid));
  const of = (option: Option): Fraction => (sure === "win" ? nearOf(side, option) : farOf(side, option));
  const fair = half(minus(best(own, of), worst(others, of)));
  const first = own.find((option) => option.first && (sure === "win" || option.best_not_to_lose)) ?? own.find(({ first }) => first) ?? own[0]!;
  if (sure !== "win") {
    const move = own.find((option) => option.best_not_to_lose && compare(of(option), best(own, of)) === 0) ?? first;
    return { bid: held(fair), move, sure };
  }
  const surplus = minus(near, opponent);
  const steps = label ?? 0;
  const labelOf = (option: Option): number => {
    const found = option.labels[side === "white" ? 0 : 1];
    return option.wins ? 0 : typeof found === "number" ? found : Infinity;
  };
  const byMoving = labelOf(first) < steps || first.wins;
  const [small, large] = [times(surplus, quarterPower(steps + 1)), half(times(surplus, quarterPower(steps)))];
  const bid = byMoving ? simplest(add(fair, small), add(fair, large)) : simplest(minus(fair, large), minus(fair, small));
  return { bid: held(bid), move: first, sure };
};

/** The result of an auction. Equal bids: the human makes the move, as in the first chapter of the book. */
export const auction = (white: Fraction, black: Fraction, human: Side): { winner: Side; price: Fraction } => {
  const order = compare(white, black);
  const winner = order > 0 ? "white" : order < 0 ? "black" : human;
  return { winner, price: winner === "white" ? white : black };
};

/** The money of White and of Black after the winner has paid the loser. */
export const paid = (white: Fraction, winner: Side, price: Fraction): [Fraction, Fraction] => {
  const after = winner === "white" ? minus(white, price) : add(white, price);
  return [after, minus(ONE, after)];
};

/** The text whose SHA-256 the computer shows before the human bids. */
export const sealed = (bid: Fraction, nonce: string): string => `${bid.n}/${bid.d} ${nonce}`;

export { share };
