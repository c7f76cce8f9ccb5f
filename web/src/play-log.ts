/** The log of a game: what both bid, who moved and how. It goes into an address, into the memory of the browser, and onto the clipboard. */
import { compare, must, read, text, type Fraction } from "./fraction.js";
import { recall as remembered, remember } from "./memory.js";
import type { Side } from "./strategy.js";

/** One auction: enough to play it again. */
export interface Step {
  bids: Record<Side, Fraction>;
  /** After equal bids with a star: what its holder did with it. */
  star?: "use" | "keep" | undefined;
  mover: Side;
  move: string;
}

const initial = (side: Side): string => side[0]!;
const sideOf = (letter: string): Side => (letter === "w" ? "white" : "black");

/** `7/128,1/16,wNa2;…`: the bids of White and Black, perhaps what was done with the star, who moved, the move. */
export const encode = (steps: readonly Step[]): string =>
  steps.map(({ bids, star, mover, move }) => `${text(bids.white)},${text(bids.black)},${star === undefined ? "" : star === "use" ? "u" : "k"}${initial(mover)}${move}`).join(";");

const STEP = /^(-?\d+(?:\/\d+)?),(-?\d+(?:\/\d+)?),([uk]?)([wb])(.+)$/s;
/** So many auctions a log may have. */
const MOST = 500;

/** Undefined if the text is no log. */
export const decode = (log: string): Step[] | undefined => {
  if (log === "") return [];
  const parts = log.split(";");
  if (parts.length > MOST) return undefined;
  const steps: Step[] = [];
  for (const part of parts) {
    const [, white, black, star, mover, move] = STEP.exec(part) ?? [];
    const bids = [read(white ?? ""), read(black ?? "")];
    if (!bids[0] || !bids[1] || move === undefined) return undefined;
    steps.push({ bids: { white: bids[0], black: bids[1] }, star: star === "u" ? "use" : star === "k" ? "keep" : undefined, mover: sideOf(mover!), move });
  }
  return steps;
};

/** What is kept of a game that is under way: the computer's sealed bid, too, so that a reload does not let it bid again. */
export interface Kept {
  address: string;
  log: string;
  over: boolean;
  sealed?: { bid: string; move: string; nonce: string; digest: string } | undefined;
  /** The bid of the human, if both bids were opened: it stands. */
  answer?: string | undefined;
}

const KEY = "bidding-game";

const isText = (x: unknown): x is string => typeof x === "string";

/** The game that was kept; none if something else stands there. */
export const recall = (): Kept | undefined => {
  const kept = remembered(KEY) as Partial<Kept> | null;
  if (!kept || !isText(kept.address) || !isText(kept.log) || typeof kept.over !== "boolean" || decode(kept.log) === undefined) return undefined;
  const { sealed, answer } = kept;
  const isWhole = sealed && [sealed.bid, sealed.move, sealed.nonce, sealed.digest].every(isText) && read(sealed.bid) !== undefined;
  return { address: kept.address, log: kept.log, over: kept.over, sealed: isWhole ? sealed : undefined, answer: isWhole && isText(answer) && read(answer) ? answer : undefined };
};

export const keep = (kept: Kept | undefined): void => remember(KEY, kept);

/** A share that an address names. */
export const shareOf = (given: string | null): Fraction | undefined => {
  const share = given === null ? undefined : read(given);
  return share && compare(share, must("0")) >= 0 && compare(share, must("1")) <= 0 ? share : undefined;
};

/** An address of this page that is no position of chess. */
export const plain = (what: string, own: Record<string, string>) => (query: Record<string, string>): string =>
  `#/play/${what}?${new URLSearchParams({ ...own, ...query }).toString().replaceAll("%2F", "/")}`;
