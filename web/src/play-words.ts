/** What the page says of auctions in words. */
import { compare, greatest, minus, negative, number, ONE, percent, text, type Fraction } from "./fraction.js";
import { outcome, rightBids, unitsText, type ChipSpot } from "./play-chips.js";
import { held, units, type Level, type Purse, type Rule, type Seen } from "./play-rules.js";
import { decide, other, safe, sureOf, type Choice, type Decision, type Side } from "./strategy.js";

export type Sure = "win" | "draw" | "nothing" | "won" | "lost";
export const SURE: Record<Sure, string> = { win: "a win for you", draw: "at least a draw for you", nothing: "nothing is sure for you", won: "you have won", lost: "you have lost" };

export const LEVEL_NAMES: Record<Level, string> = {
  easy: "easy: you hold more than you need",
  enough: "just enough: one slip, and it is lost",
  short: "too little: the computer has to err",
  hard: "hopeless: too little, and the computer does not err",
};

/** How the computer plays, said honestly. */
export const manner = (rule: Rule, level: Level): string => {
  if (level === "enough" || level === "hard") {
    if (rule.kind === "toss") return "The computer takes the cell that decides most often. Luck can still beat it.";
    return "The computer does not err: it knows the borders, bids exactly, and makes a best move.";
  }
  const second = "in one turn of three it makes its second best move";
  if (rule.kind === "toss") return `The computer knows which cell is best, but ${second}.`;
  if (rule.kind === "chips") return "The computer is careless: its bid is off by some chips at random. Its moves are good ones.";
  return `The computer is careless: it rounds the fair bid to a sixteenth of the money, and ${second}. It never misses a king that it can take.`;
};

/** An amount with its unit. */
export const amount = (rule: Rule, x: Fraction): string => {
  if (rule.kind === "chips") return x.n === 1n ? "1 chip" : `${text(x)} chips`;
  if (rule.kind === "toss") return x.n === 0n ? "heads" : "tails";
  return x.d === 1n ? text(x) : text(x).length <= 12 ? text(x) : percent(x, 3);
};

/** What a side is sure of. */
export const surely = (rule: Rule, seen: Seen, purse: Purse, side: Side): Sure => {
  if (rule.kind === "toss") return "draw";
  if (rule.kind === "money") return sureOf(seen.spot, side, held(rule, purse, other(side)));
  return asSure(outcome(seen.chips!.needs, seen.chips!.chips, side, units(rule, purse, side)));
};
const asSure = (result: number): Sure => (result > 0 ? "win" : result < 0 ? "nothing" : "draw");

/** What a side is sure of after a move. */
export const surelyAfter = (rule: Rule, seen: Seen, purse: Purse, side: Side, option: Choice): Sure => {
  if (option.wins) return option.by === side ? "won" : "lost";
  if (rule.kind === "toss") return "draw";
  if (rule.kind === "money") return sureOf({ ...seen.spot, lower: option.lower, upper: option.upper }, side, held(rule, purse, other(side)));
  const move = seen.chips!.moves.find(({ by, move }) => by === option.by && move === option.move)!;
  return asSure(outcome(move.needs, seen.chips!.chips, side, units(rule, purse, side)));
};

/** Neighbouring numbers in words: `3, 5 to 7`. */
const runs = (numbers: readonly number[]): string => {
  const parts: string[] = [];
  for (let at = 0; at < numbers.length; at++) {
    const from = at;
    while (numbers[at + 1] === numbers[at]! + 1) at++;
    parts.push(from === at ? `${numbers[at]}` : `${numbers[from]} to ${numbers[at]}`);
  }
  return parts.join(", ");
};

/** The bids that are right for a side, in words; and as a band from one to another. */
export const rightBid = (rule: Rule, seen: Seen, purse: Purse, side: Side): { words: string; band: [Fraction, Fraction] | undefined; fair: Fraction | undefined } => {
  if (rule.kind === "toss") return { words: "", band: undefined, fair: undefined };
  if (rule.kind === "chips") {
    const { sure, bids } = rightBids(seen.chips!, side, units(rule, purse, side));
    const whole = (n: number): Fraction => ({ n: BigInt(n), d: 1n });
    if (sure < 0) return { words: "any bid loses", band: undefined, fair: undefined };
    return { words: runs(bids), band: [whole(bids[0]!), whole(bids.at(-1)!)], fair: undefined };
  }
  const own = held(rule, purse, side);
  const { fair, sure } = decide(seen.spot, side, own);
  const band = safe(seen.spot, side, own);
  const bid = compare(fair, own) > 0 ? own : greatest(fair, negative(own));
  if (!band || sure === "nothing") return { words: brief(bid), band: undefined, fair: bid };
  return { words: `${brief(bid)}; ${sure === "win" ? "any between" : "any from"} ${brief(band.from)} ${sure === "win" ? "and" : "to"} ${brief(band.to)} will do`, band: [band.from, band.to], fair: bid };
};

const brief = (x: Fraction): string => (text(x).length <= 11 ? text(x) : percent(x, 3));

/** What a side needs here, in words. */
export const need = (rule: Rule, seen: Seen, purse: Purse, side: Side): string => {
  if (rule.kind === "toss") return "";
  if (rule.kind === "money") {
    const border = decide(seen.spot, side, ONE).needs.now;
    return `To force a win you need more than ${number(border, 4)} of the money.`;
  }
  const [without, withStar] = seen.chips!.needs[side];
  const has = purse.star === side;
  const from = has ? withStar : without;
  return Number.isFinite(from) ? `To force a win you need ${unitsText(from)} ${has ? "(* is the star) " : "chips "}or more.` : "You cannot force a win here.";
};

/** Why the computer bid so, and whether the move that it played was its best one: in a few sentences. */
export const because = (rule: Rule, seen: Seen, purse: Purse, computer: Side, bid: Fraction, decision: Decision | undefined, isPlayed: boolean): string => {
  if (rule.kind === "toss") return "";
  if (rule.kind === "chips") return becauseChips(seen.chips!, rule, purse, computer, bid);
  const { needs, fair, why, sure, move } = decision!;
  const own = decide(seen.spot, computer, held(rule, purse, computer)).move.move;
  const best = seen.spot.options.find(({ by, first }) => by === other(computer) && first) ?? seen.spot.options.find(({ by }) => by === other(computer));
  const yours = (x: Fraction): string => brief(minus(ONE, x));
  const start = `After its best move ${own} you need ${yours(needs.moving)} of the money; after yours, ${best?.move ?? "none"}, ${yours(needs.waiting)}. The fair bid is half of the difference, ${brief(fair)}.`;
  const spent = minus(bid, fair);
  const size = brief(spent.n < 0n ? negative(spent) : spent);
  const surplus = minus(held(rule, purse, computer), needs.now);
  if (why === "careless") return `${start}${spent.n === 0n ? "" : ` The careless computer rounded it to ${brief(bid)}.`}${move.move === own || !isPlayed ? "" : ` ${move.move} is only its second best move.`}`;
  if (why === "held") return `${start} It has no more than ${brief(held(rule, purse, computer))}.`;
  if (why === "forward" && spent.n !== 0n) return `${start} It held ${brief(surplus)} more than it needs, and added ${size} of that, because its move brings the end nearer.`;
  if (why === "thrift" && spent.n !== 0n) return `${start} It held ${brief(surplus)} more than it needs, and bid ${size} less: either it gains that, or the end comes nearer.`;
  return sure === "nothing" ? `${start} It is behind, bids that, and hopes for a slip.` : start;
};

const becauseChips = (spot: ChipSpot, rule: Rule, purse: Purse, computer: Side, bid: Fraction): string => {
  const own = units(rule, purse, computer);
  const { sure, bids } = rightBids(spot, computer, own);
  const from = spot.needs[computer][(own % 2) as 0 | 1];
  const start = `It held ${unitsText(own)} and needs ${Number.isFinite(from) ? `${unitsText(from)} to force a win` : "more than there is to force a win"}.`;
  if (sure < 0) return `${start} No bid is safe for it: it bids about what the move is worth, and hopes for a slip.`;
  const kept = `The bids that keep its ${sure > 0 ? "win" : "draw"}: ${runs(bids)}.`;
  return bids.includes(Number(bid.n)) ? `${start} ${kept}` : `${start} ${kept} It was careless.`;
};

/** How a game ended, in words. */
export const END = {
  chess: { won: "You have captured the king. You win.", lost: "The computer has captured your king.", drawn: "A draw." },
  other: { won: "You win.", lost: "The computer has won.", drawn: "A draw." },
} as const;

