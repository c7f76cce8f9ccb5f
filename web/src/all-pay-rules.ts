/**
 * The rules by which the page plays an all-pay auction: bids drawn from verified mixes, both paid, the greater one moves. All numbers are exact, and nothing
 * here touches the page.
 */
import { add, compare, make, minus, must, times, ZERO, type Fraction } from "./fraction.js";

export type Player = "left" | "right";
export type Mover = Player | "chance";
/** Who moves after equal bids. */
export type Ties = Player | "coin";

export const otherOf = (player: Player): Player => (player === "left" ? "right" : "left");

/** A number for each player: chips, or bids. */
export interface Pair {
  left: number;
  right: number;
}

/** A bid with its weight; the weights of a mix are whole numbers. */
export interface Weighted {
  bid: number;
  weight: bigint;
}

interface Bounds {
  low: Fraction;
  high: Fraction;
}

export interface Option extends Bounds {
  by: Mover;
  position: string;
  weight: bigint;
}

/** With how many chips a player wins surely against some number of the opponent's. */
export interface Need {
  against: number;
  /** The least number that is shown to be enough; null if none is. */
  chips: number | null;
  /** Whether it is shown that one chip less is not enough; without a number, that all chips are not. */
  is_least: boolean;
}

/** A position with the chips of both, and what is verified of it. */
export interface State extends Bounds {
  position: string;
  held: Pair;
  /** Whose turn it is; null where the game is over. */
  turn: Mover | "bid" | null;
  mixes: Record<Player, readonly Weighted[]>;
  options: readonly Option[];
  sure: Record<Player, readonly Need[]>;
}

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));

/** Probabilities as whole weights. */
const mixOf = (bids: readonly { bid: number; probability: string }[]): Weighted[] => {
  const found = bids.map(({ bid, probability }) => ({ bid, share: must(probability) }));
  const all = found.reduce((all, { share: { d } }) => (all / gcd(all, d)) * d, 1n);
  const mix = found.map(({ bid, share }) => ({ bid, weight: (share.n * all) / share.d }));
  if (mix.length > 0 && mix.reduce((sum, { weight }) => sum + weight, 0n) !== all) throw new RangeError("the probabilities of a mix are not 1 together");
  return mix;
};

/** Reads what the checker says of a state. */
export const readState = (said: Record<string, unknown>): State => {
  const list = <Item>(name: string): Item[] => (said[name] as Item[] | undefined) ?? [];
  const options = list<{ by: Mover; position: string; weight: string; low: string; high: string }>("options");
  return {
    position: said["position"] as string,
    held: { left: said["left_chips"] as number, right: said["right_chips"] as number },
    low: must(said["low"] as string),
    high: must(said["high"] as string),
    turn: (said["turn"] as State["turn"] | undefined) ?? null,
    mixes: { left: mixOf(list("left_bids")), right: mixOf(list("right_bids")) },
    options: options.map(({ by, position, weight, low, high }) => ({ by, position, weight: BigInt(weight), low: must(low), high: must(high) })),
    sure: { left: list("left_wins_surely"), right: list("right_wins_surely") },
  };
};

/** Fills bytes at random: in the page `crypto.getRandomValues`. */
export type Fill = (bytes: Uint8Array) => void;

/** A whole number from 0 to `count - 1`, each with the same probability: numbers that are too great are drawn again. */
export const below = (count: bigint, fill: Fill): bigint => {
  const bits = count <= 1n ? 0 : (count - 1n).toString(2).length;
  const bytes = new Uint8Array(Math.ceil(bits / 8));
  for (;;) {
    fill(bytes);
    const drawn = bytes.reduce((all, byte) => (all << 8n) | BigInt(byte), 0n) & ((1n << BigInt(bits)) - 1n);
    if (drawn < count) return drawn;
  }
};

/** The place of one of these weights, each drawn with its share of their sum. */
export const draw = (weights: readonly bigint[], fill: Fill): number => {
  let rest = below(weights.reduce((sum, weight) => sum + weight, 0n), fill);
  return weights.findIndex((weight) => (rest -= weight) < 0n);
};

/** A bid, drawn from a mix. */
export const drawBid = (mix: readonly Weighted[], fill: Fill): number => mix[draw(mix.map(({ weight }) => weight), fill)]!.bid;

/** What is left after both bids are paid. */
export const pay = (held: Pair, bids: Pair): Pair => ({ left: held.left - bids.left, right: held.right - bids.right });

/** Who may move after these bids: both after equal bids, if a coin decides. */
export const movers = ({ left, right }: Pair, ties: Ties): readonly Player[] => {
  if (left !== right) return [left > right ? "left" : "right"];
  return ties === "coin" ? ["left", "right"] : [ties];
};

/** What a player is sure of: Left of the lower bound, Right of the upper one. */
export const boundOf = ({ low, high }: Bounds, player: Player): Fraction => (player === "left" ? low : high);

/** The place of the option that is best for whoever moves, by the bounds of a player: of equal ones the first. */
export const best = (options: readonly Option[], mover: Player, by: Player = mover): number => {
  let found = -1;
  options.forEach((option, place) => {
    if (option.by !== mover) return;
    const order = found < 0 ? 1 : compare(boundOf(option, by), boundOf(options[found]!, by));
    if (found < 0 || (mover === "left" ? order > 0 : order < 0)) found = place;
  });
  return found;
};

/** The bound that a player has if somebody moves at a state where both have paid. */
const reached = (paid: State, mover: Player, player: Player): Fraction => {
  const place = best(paid.options, mover, player);
  return place < 0 ? boundOf(paid, player) : boundOf(paid.options[place]!, player);
};

/** An auction, a turn, or a move of chance. Without an option, whoever moves has still to choose one. */
export interface Step {
  bids?: Pair | undefined;
  by: Mover;
  option?: number | undefined;
}

/** So many steps a log may have. */
const MOST = 500;

/** `2.1l0_r1_c2`: Left bids 2 and Right 1, and Left takes the option 0; Right takes the option 1; chance takes the option 2. */
export const encode = (steps: readonly Step[]): string => steps.map(({ bids, by, option }) => `${bids ? `${bids.left}.${bids.right}` : ""}${by[0]!}${option ?? ""}`).join("_");

/** Undefined if the text is no log. */
export const decode = (log: string): Step[] | undefined => {
  const parts = log === "" ? [] : log.split("_");
  if (parts.length > MOST) return undefined;
  const steps: Step[] = [];
  for (const [place, part] of parts.entries()) {
    const found = /^(?:(\d{1,2})\.(\d{1,2}))?([lrc])(\d{1,7})?$/.exec(part);
    // The last step alone may wait for an option, and only after bids.
    if (!found || (found[4] === undefined && (place + 1 < parts.length || found[1] === undefined))) return undefined;
    steps.push({
      bids: found[1] === undefined ? undefined : { left: Number(found[1]), right: Number(found[2]) },
      by: found[3] === "l" ? "left" : found[3] === "r" ? "right" : "chance",
      option: found[4] === undefined ? undefined : Number(found[4]),
    });
  }
  return steps;
};

/** A step with the states around it. */
export interface Turn {
  step: Step;
  before: State;
  /** The same position after both bids are paid. */
  paid: State;
  /** The state after the move; undefined as long as there is none. */
  after: State | undefined;
}

export interface Played {
  steps: readonly Step[];
  turns: readonly Turn[];
  /** Where the play is: after bids without a move, the position with what is left. */
  now: State;
  /** Who has still to choose an option after bids. */
  pending: Player | undefined;
}

/** Finds what is verified of a state. */
export type Ask = (position: string, held: Pair) => Promise<State>;

/** The states of a play, step by step. */
export const replay = async (start: State, steps: readonly Step[], ties: Ties, ask: Ask): Promise<Played> => {
  const turns: Turn[] = [];
  let now = start;
  const refuse = (why: string): never => {
    throw new RangeError(`Step ${turns.length + 1} of this play: ${why}.`);
  };
  for (const step of steps) {
    const { bids, by, option } = step;
    if (now.turn === null) refuse("the game is over before it");
    if ((now.turn === "bid") !== (bids !== undefined)) refuse(bids ? "nobody bids here" : "both bid here");
    if (bids && (bids.left > now.held.left || bids.right > now.held.right)) refuse("a bid is more than the chips that are left");
    if (bids ? !movers(bids, ties).some((mover) => mover === by) : now.turn !== by) refuse("another one moves here");
    const before = now;
    const paid = bids ? await ask(now.position, pay(now.held, bids)) : now;
    const chosen = option === undefined ? undefined : paid.options[option];
    if (option !== undefined && chosen?.by !== by) refuse("there is no such option");
    const after = chosen && (await ask(chosen.position, paid.held));
    turns.push({ step, before, paid, after });
    now = after ?? paid;
  }
  const last = turns.at(-1);
  return { steps, turns, now, pending: last && !last.after && last.step.by !== "chance" ? last.step.by : undefined };
};

/** The state as it stands: if somebody has won the auction and has still to move, its bounds are those of the best option, and the turn is the mover's. */
export const atStake = ({ now, pending }: Pick<Played, "now" | "pending">): State => (pending === undefined ? now : { ...now, turn: pending, low: reached(now, pending, "left"), high: reached(now, pending, "right") });

/** The options among which a player chooses now, by their places among all options; none if the player has nothing to choose. */
export const choices = ({ now, pending }: Played, player: Player): number[] => {
  const mover = pending ?? now.turn;
  return mover === player ? now.options.flatMap(({ by }, place) => (by === player ? [place] : [])) : [];
};

/** The step with the option that was chosen. */
export const choose = ({ steps, now, pending }: Played, option: number): Step[] =>
  pending === undefined ? [...steps, { by: now.options[option]!.by, option }] : [...steps.slice(0, -1), { ...steps.at(-1)!, option }];

/** The steps after a bid of the human: the page draws its own from its verified mix, without knowing the other one; after equal bids a coin may be tossed. */
export const bid = ({ steps, now }: Played, human: Player, own: number, ties: Ties, fill: Fill): Step[] => {
  const page = otherOf(human);
  const drawn = drawBid(now.mixes[page], fill);
  const bids = human === "left" ? { left: own, right: drawn } : { left: drawn, right: own };
  const may = movers(bids, ties);
  return [...steps, { bids, by: may[may.length > 1 ? Number(below(2n, fill)) : 0]! }];
};

/** What goes on without the human: chance, a move of the page, an option without another one. Undefined if the human has something to say, or the game is over. */
export const goOn = (played: Played, human: Player, fill: Fill): Step[] | undefined => {
  const { now, pending } = played;
  if (now.turn === null || (now.turn === "bid" && pending === undefined)) return undefined;
  if (pending === undefined && now.turn === "chance") return choose(played, draw(now.options.map(({ weight }) => weight), fill));
  const mover = pending ?? (now.turn as Player);
  if (mover !== human) return choose(played, best(now.options, mover));
  const own = choices(played, human);
  return own.length === 1 ? choose(played, own[0]!) : undefined;
};

/** Whether the human chose the option of a turn among several. */
const hasChosen = ({ step: { by, option }, paid }: Turn, human: Player): boolean => option !== undefined && by === human && paid.options.filter((one) => one.by === human).length > 1;

/** The steps without the last decision of the human, and without what came after it. */
export const takeBack = ({ steps, turns }: Played, human: Player): Step[] => {
  const kept = [...steps];
  for (let place = turns.length - 1; place >= 0; place--) {
    const turn = turns[place]!;
    kept.pop();
    if (hasChosen(turn, human)) return turn.step.bids ? [...kept, { bids: turn.step.bids, by: turn.step.by }] : kept;
    if (turn.step.bids) return kept;
  }
  return kept;
};

/** What a step changed, as seen by the human, in shares of the game: luck is above 0 if it helped the human; what was given away is never below 0. */
export interface Change {
  /** What the page's draw changed, beside what its mix gives on average against the human's bid; of chance, the draw of chance. */
  draw: Fraction;
  /** What the coin changed after equal bids. */
  coin: Fraction;
  /** What the human's bid gave away against the page's mix. */
  bid: Fraction;
  /** What the human's option gave away. */
  option: Fraction;
}

/**
 * What changed in a turn, by the bound of which the page is sure. Before the bids that is what the state has; then the mean over the page's mix against the
 * human's bid; then what the two bids lead to; then whoever the coin chose; then the option.
 */
export const changeOf = async ({ step: { bids, by, option }, before, paid }: Turn, human: Player, ties: Ties, ask: Ask): Promise<Change> => {
  const page = otherOf(human);
  /** By how much a change helps the human. */
  const gain = (from: Fraction, to: Fraction): Fraction => (human === "left" ? minus(to, from) : minus(from, to));
  const loss = (from: Fraction, to: Fraction): Fraction => gain(to, from);
  const none: Change = { draw: ZERO, coin: ZERO, bid: ZERO, option: ZERO };
  const chosen = option === undefined ? undefined : boundOf(paid.options[option]!, page);
  if (by === "chance") return chosen ? { ...none, draw: gain(boundOf(before, page), chosen) } : none;
  if (!bids) return chosen && by === human ? { ...none, option: loss(reached(paid, by, page), chosen) } : none;
  const mean = (found: readonly [bigint, Fraction][]): Fraction => {
    const all = found.reduce((sum, [weight]) => sum + weight, 0n);
    return found.reduce((sum, [weight, value]) => add(sum, times(make(weight, all), value)), ZERO);
  };
  const led = (state: State, bids: Pair): Fraction => mean(movers(bids, ties).map((mover) => [1n, reached(state, mover, page)] as [bigint, Fraction]));
  const drawn: [bigint, Fraction][] = [];
  for (const { bid, weight } of before.mixes[page]) {
    const other = { ...bids, [page]: bid };
    drawn.push([weight, led(await ask(before.position, pay(before.held, other)), other)]);
  }
  const [expected, found, moved] = [mean(drawn), led(paid, bids), reached(paid, by, page)];
  return {
    bid: loss(boundOf(before, page), expected),
    draw: gain(expected, found),
    coin: gain(found, moved),
    option: chosen && by === human ? loss(moved, chosen) : ZERO,
  };
};
