/**
 * The auction with whole chips and a star, for a player at the board.
 *
 * Money is counted in half units: 2k for k chips, 2k + 1 for k chips and the star. A verified table says from which number on each side wins at a position,
 * without the star and with it. From that follows what every pair of bids leads to; nothing else is computed here. The bid and the move of a side that can win
 * are those of the certificate, because they bring the end nearer.
 */
import type { Advice, Chips } from "./protocol.js";
import { type Side, other } from "./strategy.js";

/** From how many half units on a side wins: without the star, and with it. Infinite for never. */
export type Needs = Record<Side, [without: number, withStar: number]>;

export interface ChipMove {
  by: Side;
  move: string;
  needs: Needs;
}

export interface ChipSpot {
  chips: number;
  /** Whether the buyer may also make the other one move. */
  decides: boolean;
  needs: Needs;
  moves: ChipMove[];
}

/** In half units; null is never. */
export const pair = (without: number | null, withStar: number | null): [number, number] => [without === null ? Infinity : without * 2, withStar === null ? Infinity : withStar * 2 + 1];

/** What is verified of a position; the players have the names of its game. */
export const needsOf = (found: Chips): Needs => {
  const of = (name: string): [number, number] => pair(found[`${name}_wins_from`] as number | null, found[`${name}_wins_with_star_from`] as number | null);
  return "left_wins_from" in found ? { white: of("left"), black: of("right") } : { white: of("white"), black: of("black") };
};

/** A won end: the winner needs nothing. */
export const won = (by: Side): Needs => ({ [by]: [0, 1], [other(by)]: [Infinity, Infinity] }) as Needs;

/** The half units of the other side. */
export const rest = (chips: number, units: number): number => 2 * chips + 1 - units;
export const unitsText = (units: number): string => `${Math.floor(units / 2)}${units % 2 === 1 ? "*" : ""}`;
/** `4, or 3*`: with how many a side wins, and with the star. */
export const needsText = (needs: Needs, side: Side): string => needs[side].filter(Number.isFinite).map(unitsText).join(", or ") || "more than all";
export const readUnits = (text: string): number | undefined => {
  const parts = /^(\d+)(\*?)$/.exec(text.trim());
  return parts ? Number(parts[1]) * 2 + (parts[2] ? 1 : 0) : undefined;
};

const enough = (needs: Needs, side: Side, units: number): boolean => units >= needs[side][(units % 2) as 0 | 1];

/** 1 if a side wins with so many half units, -1 if the other one does, 0 if nobody can. */
export const outcome = (needs: Needs, chips: number, side: Side, units: number): number =>
  enough(needs, side, units) ? 1 : enough(needs, other(side), rest(chips, units)) ? -1 : 0;

const results = (spot: ChipSpot, side: Side, units: number, mover: Side): number[] =>
  spot.moves.filter(({ by }) => by === mover).map(({ needs }) => outcome(needs, spot.chips, side, units));

/** What comes of a purchase by `buyer` that leaves `side` with so many half units, if both go on as well as they can. */
export const afterBuying = (spot: ChipSpot, side: Side, buyer: Side, units: number): number => {
  const own = Math.max(...results(spot, side, units, side));
  const theirs = Math.min(...results(spot, side, units, other(side)));
  if (!spot.decides) return buyer === side ? own : theirs;
  return buyer === side ? Math.max(own, theirs) : Math.min(own, theirs);
};

/** Whether the holder of the star does better to use it after equal bids. */
export const usesStar = (spot: ChipSpot, side: Side, units: number, bid: number): boolean =>
  afterBuying(spot, side, side, units - 2 * bid - 1) >= afterBuying(spot, side, other(side), units + 2 * bid);

const upTo = (most: number): number[] => Array.from({ length: most + 1 }, (_, bid) => bid);

/** For each bid of a side what it is sure of. */
const judged = (spot: ChipSpot, side: Side, units: number): number[] => {
  const answers = upTo(Math.floor(rest(spot.chips, units) / 2));
  const memo = new Map<number, number>();
  const known = (key: number, make: () => number): number => memo.get(key) ?? (memo.set(key, make()), memo.get(key)!);
  const bought = (left: number): number => known(left * 2, () => afterBuying(spot, side, side, left));
  const sold = (left: number): number => known(left * 2 + 1, () => afterBuying(spot, side, other(side), left));
  const star = units % 2 === 1;
  return upTo(Math.floor(units / 2)).map((bid) => {
    const all = answers.map((answer) => {
      if (bid !== answer) return bid > answer ? bought(units - 2 * bid) : sold(units + 2 * answer);
      return star ? Math.max(bought(units - 2 * bid - 1), sold(units + 2 * bid)) : Math.min(sold(units + 2 * bid + 1), bought(units - 2 * bid));
    });
    return Math.min(...all);
  });
};

/** The bids that keep what a side is sure of. */
export const rightBids = (spot: ChipSpot, side: Side, units: number): { sure: number; bids: number[] } => {
  const all = judged(spot, side, units);
  const sure = Math.max(...all);
  return { sure, bids: upTo(all.length - 1).filter((bid) => all[bid] === sure) };
};

/** What the move is worth in chips: half of the difference between what the other side needs after its own best move and after this side's. */
export const fairBid = (spot: ChipSpot, side: Side): number => {
  const most = 2 * spot.chips + 2;
  const needed = (by: Side): number[] => spot.moves.filter((move) => move.by === by).map(({ needs }) => Math.min(most, ...needs[other(side)]));
  return Math.max(0, Math.round((Math.max(...needed(side)) - Math.min(...needed(other(side)))) / 4));
};

/** The bid of the computer: that of the certificate if it can win; else the fair one, or the nearest to it that keeps a draw. */
export const chipBid = (spot: ChipSpot, side: Side, units: number, advice: Advice | undefined): number => {
  if (advice?.wins) return advice.bid;
  const { bids } = rightBids(spot, side, units);
  const fair = fairBid(spot, side);
  return bids.reduce((a, b) => (Math.abs(b - fair) < Math.abs(a - fair) ? b : a));
};

/** The move of the computer after a purchase, among those that a player may make. */
export const chipMove = (spot: ChipSpot, side: Side, units: number, movers: readonly Side[], advised: readonly string[]): ChipMove => {
  const open = spot.moves.filter(({ by }) => movers.includes(by));
  const worth = ({ needs }: ChipMove): number => outcome(needs, spot.chips, side, units);
  const best = Math.max(...open.map(worth));
  const good = open.filter((move) => worth(move) === best);
  const margin = ({ needs }: ChipMove): number => units - Math.min(needs[side][(units % 2) as 0 | 1], 2 * spot.chips + 2);
  return good.find(({ by, move }) => by === side && advised.includes(move)) ?? [...good].sort((a, b) => margin(b) - margin(a))[0]!;
};
