/** What an auction does to the accounts, under three rules: money that can be divided at will, whole chips with a star, and the toss of a coin. */
import { add, compare, greatest, half, least, make, minus, must, negative, ONE, text, ZERO, type Fraction } from "./fraction.js";
import { rest, type ChipSpot } from "./play-chips.js";
import type { Step } from "./play-log.js";
import { auction, decide, other, simplest, type Choice, type Side, type Spot } from "./strategy.js";

export interface Rule {
  kind: "money" | "chips" | "toss";
  /** All the money: 1, or the number of chips. */
  total: Fraction;
  /** Whether the buyer says who moves. */
  decides: boolean;
}

export interface Purse {
  /** White has so much; Black has the rest. */
  white: Fraction;
  /** Who holds the star, where there is one. */
  star: Side | undefined;
}

/** What a player has to know of a position. */
export interface Seen {
  spot: Spot;
  /** In an auction with chips. */
  chips: ChipSpot | undefined;
}

export const LEVELS = ["easy", "enough", "short", "hard"] as const;
export type Level = (typeof LEVELS)[number];
/** Whether the computer plays without the strategy of the theorem. */
export const isCareless = (level: Level): boolean => level === "easy" || level === "short";

export const held = (rule: Rule, purse: Purse, side: Side): Fraction => (side === "white" ? purse.white : minus(rule.total, purse.white));
/** In half units, the star among them. */
export const units = (rule: Rule, purse: Purse, side: Side): number => Number(held(rule, purse, side).n) * 2 + (purse.star === side ? 1 : 0);
export const purseOf = (rule: Rule, side: Side, own: number): Purse => {
  const white = side === "white" ? own : rest(Number(rule.total.n), own);
  return { white: make(BigInt(Math.floor(white / 2)), 1n), star: white % 2 === 1 ? "white" : "black" };
};

/** The least and the greatest bid. */
export const range = (rule: Rule, own: Fraction): [Fraction, Fraction] => [rule.kind === "chips" ? ZERO : negative(own), own];

/** An account in words: `5/8`, `7*`. */
export const accountText = (rule: Rule, purse: Purse, side: Side): string => text(held(rule, purse, side)) + (purse.star === side ? "*" : "");

const within = (low: Fraction, high: Fraction, x: Fraction): boolean => compare(low, x) <= 0 && compare(x, high) <= 0;

/** Whether a bid may be made. */
export const mayBid = (rule: Rule, purse: Purse, side: Side, bid: Fraction): boolean => {
  if (rule.kind === "toss") return bid.d === 1n && (bid.n === 0n || bid.n === 1n);
  const [low, high] = range(rule, held(rule, purse, side));
  return within(low, high, bid) && (rule.kind === "money" || bid.d === 1n);
};

/** What two bids lead to, before anybody moves. `tie`: the holder of the star has to say what is done with it. */
export interface Opened {
  /** Who moves, or says who moves; after a tie with a star not yet known. */
  buyer: Side | undefined;
  price: Fraction;
  tie: boolean;
}

export const openBids = (rule: Rule, purse: Purse, bids: Record<Side, Fraction>, human: Side): Opened => {
  const same = compare(bids.white, bids.black) === 0;
  if (rule.kind === "toss") return { buyer: same ? human : other(human), price: ZERO, tie: false };
  if (rule.kind === "chips" && same) return { buyer: undefined, price: bids.white, tie: purse.star !== undefined };
  const { winner, price } = auction(bids.white, bids.black, human);
  return { buyer: winner, price, tie: false };
};

/** The buyer after equal bids: the holder of the star if it is used, else the other one. */
export const afterTie = (purse: Purse, star: "use" | "keep"): Side => (star === "use" ? purse.star! : other(purse.star!));

/** The accounts after a purchase. A star that is used goes to the seller. */
export const pay = (purse: Purse, buyer: Side, price: Fraction, star?: "use" | "keep"): Purse => ({
  white: buyer === "white" ? minus(purse.white, price) : add(purse.white, price),
  star: star === "use" ? other(buyer) : purse.star,
});

/** Plays a step of a log; says what is wrong with it if it cannot have been played. */
export const settle = (rule: Rule, seen: Seen, purse: Purse, step: Step, human: Side): { purse: Purse; option: Choice; buyer: Side } | string => {
  for (const side of ["white", "black"] as const) if (!mayBid(rule, purse, side, step.bids[side])) return `a bid of ${text(step.bids[side])} is not possible there`;
  const opened = openBids(rule, purse, step.bids, human);
  if (opened.tie !== (step.star !== undefined)) return "the use of the star does not fit the bids";
  const buyer = opened.buyer ?? afterTie(purse, step.star!);
  if (step.mover !== buyer && !rule.decides) return "the wrong player has moved";
  const option = seen.spot.options.find(({ by, move }) => by === step.mover && move === step.move);
  if (!option) return `${step.move} is no move there`;
  return { purse: pay(purse, buyer, opened.price, step.star), option, buyer };
};

/** Who has won at a position that is over: the value is the border for Black's share. */
export const winnerAt = (rule: Rule, purse: Purse, spot: Spot): Side | undefined => {
  if (typeof spot.lower !== "string") return undefined;
  const value = must(spot.lower);
  const order = rule.kind === "money" ? compare(held(rule, purse, "black"), value) : compare(must("1/2"), value);
  return order < 0 ? "white" : order > 0 ? "black" : undefined;
};

const EIGHTH = make(1n, 8n);
const SLIVER = make(1n, 32n);

/** What the human holds at the beginning. */
export const startPurse = (rule: Rule, seen: Seen, side: Side, level: Level): Purse => {
  if (rule.kind === "toss") return { white: must("1/2"), star: undefined };
  if (rule.kind === "chips") return startChips(rule, seen.chips!, side, level);
  const need = decide(seen.spot, side, ONE).needs.now;
  const [room, least0] = [minus(ONE, need), need];
  const part = (wanted: Fraction, all: Fraction): Fraction => least(wanted, half(all));
  const pick = (from: Fraction, to: Fraction): Fraction => simplest(least(from, to), greatest(from, to));
  const own = {
    easy: () => pick(add(need, part(EIGHTH, room)), add(need, part(add(EIGHTH, SLIVER), room))),
    enough: () => pick(add(need, part(half(SLIVER), room)), add(need, part(SLIVER, room))),
    short: () => pick(minus(need, part(SLIVER, least0)), minus(need, part(half(SLIVER), least0))),
    hard: () => pick(minus(need, part(SLIVER, least0)), minus(need, part(half(SLIVER), least0))),
  }[level]();
  return { white: side === "white" ? own : minus(ONE, own), star: undefined };
};

const startChips = (rule: Rule, spot: ChipSpot, side: Side, level: Level): Purse => {
  const all = 2 * Number(rule.total.n) + 1;
  const need = Math.min(...spot.needs[side].filter(Number.isFinite), all);
  const more = Math.max(2, 2 * Math.floor(Number(rule.total.n) / 8));
  const own = { easy: need + more, enough: need, short: need - 1, hard: need - 1 }[level];
  return purseOf(rule, side, Math.max(0, Math.min(all, own)));
};
