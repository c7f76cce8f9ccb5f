/** The state of a game against the computer: positions, accounts, the sealed bid, and what the computer decides. It draws nothing. */
import type { App } from "./app.js";
import { add, greatest, least, make, must, read, text, ZERO, type Fraction } from "./fraction.js";
import { chipBid, chipMove, afterBuying, readUnits, unitsText, usesStar } from "./play-chips.js";
import type { Advice } from "./protocol.js";
import { decode, encode, shareOf, type Kept, type Step } from "./play-log.js";
import { turnOf, type Turn } from "./play-review.js";
import { held, isCareless, LEVELS, mayBid, openBids, pay, purseOf, startPurse, units, winnerAt, type Level, type Purse, type Seen } from "./play-rules.js";
import { because, END } from "./play-words.js";
import { worldOf, type World } from "./play-world.js";
import { fen, put, readFen, squareIndex } from "./position.js";
import type { Route } from "./route.js";
import { careless, decide, other, sealed as sealedText, type Choice, type Decision, type Side } from "./strategy.js";

export const OVER = ["won", "lost", "drawn"] as const;
export type Over = (typeof OVER)[number];

interface Sealed {
  bid: Fraction;
  /** What the computer will play if it moves; found afterwards where it depends on the price. */
  move: string;
  nonce: string;
  digest: string;
  decision: Decision | undefined;
}

/** A number from 0 to 1 that nobody can foretell. */
const luck = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32;
const nonce = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export class Game {
  purse: Purse;
  turns: Turn[] = [];
  sealed: Sealed | undefined;
  over: Over | undefined;
  /** The bid of the human, once both are opened. */
  answer: Fraction | undefined;

  private constructor(
    readonly app: App,
    readonly world: World,
    readonly human: Side,
    readonly level: Level,
    readonly start: Purse,
    readonly first: Seen,
    readonly isCustom: boolean,
    /** The choices of the player, as they stand in the address. */
    readonly query: Record<string, string>,
  ) {
    this.purse = start;
    this.seen = first;
  }

  seen: Seen;

  static async load(app: App, route: Route): Promise<Game> {
    const world = await worldOf(app, route);
    const { query } = route;
    const human = query.get("side") === "white" ? "white" : query.get("side") === "black" ? "black" : world.side;
    const given = query.get("white");
    const hold = query.get("hold");
    const level = LEVELS.find((name) => name === query.get("level")) ?? (given === null && hold === null ? "easy" : "hard");
    const first = await world.look(world.start);
    const custom = customPurse(world, human, given, hold);
    const start = custom ?? startPurse(world.rule, first, human, level);
    const stated = custom === undefined ? {} : given !== null ? { white: given } : { hold: hold! };
    return new Game(app, world, human, level, start, first, custom !== undefined, { side: human, level, ...stated });
  }

  /** The same start once more. */
  restarted(): Game {
    return new Game(this.app, this.world, this.human, this.level, this.start, this.first, this.isCustom, this.query);
  }

  get address(): string {
    return this.world.address(this.query);
  }
  private get computer(): Side {
    return other(this.human);
  }

  // --- the computer ---

  private advice(): Promise<Advice | undefined> {
    const holds = unitsText(units(this.world.rule, this.purse, "white"));
    return this.world.advice!(this.seen.spot.position, holds, this.computer);
  }

  private async decided(): Promise<{ bid: Fraction; move: string; decision: Decision | undefined }> {
    const { rule } = this.world;
    const { spot, chips } = this.seen;
    if (rule.kind === "chips") {
      const own = units(rule, this.purse, this.computer);
      const bid = make(BigInt(chipBid(chips!, this.computer, own, await this.advice())), 1n);
      return { bid: isCareless(this.level) ? this.wavering(bid) : bid, move: "", decision: undefined };
    }
    const money = rule.kind === "toss" ? must("1/2") : held(rule, this.purse, this.computer);
    const decision = isCareless(this.level) ? careless(spot, this.computer, money, luck()) : decide(spot, this.computer, money);
    if (rule.kind === "toss") return { bid: luck() < 0.5 ? ZERO : must("1"), move: decision.move.move, decision };
    return { bid: decision.bid, move: decision.move.move, decision };
  }

  /** A bid that is off by some chips. */
  private wavering(bid: Fraction): Fraction {
    const most = 1 + Math.floor(Number(this.world.rule.total.n) / 40);
    const off = Math.floor(luck() * (2 * most + 1)) - most;
    return greatest(ZERO, least(held(this.world.rule, this.purse, this.computer), add(bid, make(BigInt(off), 1n))));
  }

  /** The computer bids, and commits itself. */
  async seal(): Promise<void> {
    const decided = await this.decided();
    const random = nonce();
    this.sealed = { ...decided, nonce: random, digest: await this.digest(decided.bid, random) };
  }

  private digest(bid: Fraction, random: string): Promise<string> {
    return this.app.engine.call("digest", new TextEncoder().encode(sealedText(bid, random)));
  }

  /** The opened seal as a sentence; what does not fit its digest is an error. */
  async prove(): Promise<string> {
    const { bid, nonce, digest } = this.sealed!;
    if ((await this.digest(bid, nonce)) !== digest) throw new Error("The opened bid does not fit what was sealed.");
    return `SHA-256 of "${sealedText(bid, nonce)}" is ${digest}`;
  }

  open(mine: Fraction): { bids: Record<Side, Fraction>; buyer: Side | undefined } {
    this.answer = mine;
    const bids = { [this.human]: mine, [this.computer]: this.sealed!.bid } as Record<Side, Fraction>;
    return { bids, buyer: openBids(this.world.rule, this.purse, bids, this.human).buyer };
  }

  /** What the holder of the star does best with it after equal bids. */
  bestStar(bids: Record<Side, Fraction>): "use" | "keep" {
    const side = this.purse.star!;
    return usesStar(this.seen.chips!, side, units(this.world.rule, this.purse, side), Number(bids[side].n)) ? "use" : "keep";
  }
  paid(bids: Record<Side, Fraction>, buyer: Side, star: "use" | "keep" | undefined): Purse {
    return pay(this.purse, buyer, this.world.rule.kind === "toss" ? ZERO : bids[buyer], star);
  }

  /** The move of the computer after it has bought; undefined if it makes the human move. */
  async computerMove(after: Purse, bids: Record<Side, Fraction>, star: "use" | "keep" | undefined): Promise<Choice | undefined> {
    const { rule } = this.world;
    const option = (move: string): Choice => this.seen.spot.options.find((one) => one.by === this.computer && one.move === move)!;
    if (rule.kind !== "chips") return option(this.sealed!.move);
    const advice = await this.advice();
    const isAdvised = advice?.wins === true && advice.bid === Number(bids[this.computer].n);
    const listed = !isAdvised ? [] : star === "use" ? advice.with_star : advice.after_buying;
    return this.chipChoice(after, listed);
  }

  private chipChoice(after: Purse, listed: readonly string[]): Choice | undefined {
    const { rule } = this.world;
    const own = units(rule, after, this.computer);
    const chips = this.seen.chips!;
    const mine = { ...chips, decides: false };
    const alone = afterBuying(mine, this.computer, this.computer, own);
    if (chips.decides && afterBuying(chips, this.computer, this.computer, own) > alone) return undefined;
    const { move } = chipMove(chips, this.computer, own, [this.computer], listed);
    return this.seen.spot.options.find((one) => one.by === this.computer && one.move === move);
  }

  /** The move of the computer if the human, who has bought, makes it move. */
  async forced(after: { white: Fraction }): Promise<Choice> {
    const { rule } = this.world;
    const purse = { star: this.purse.star, ...after } as Purse;
    const { move } = chipMove(this.seen.chips!, this.computer, units(rule, purse, this.computer), [this.computer], []);
    return this.seen.spot.options.find((one) => one.by === this.computer && one.move === move)!;
  }

  // --- moves ---

  /** Makes a move, and says what came of the auction. */
  play(step: Step, proof: string): Turn {
    const { rule } = this.world;
    const turn = turnOf(rule, this.seen, this.purse, step, this.human);
    if (typeof turn === "string") throw new Error(turn);
    turn.proof = proof;
    turn.because = because(rule, this.seen, this.purse, this.computer, this.sealed!.bid, this.sealed!.decision, step.mover === this.computer);
    this.turns.push(turn);
    this.purse = turn.after;
    this.sealed = undefined;
    this.answer = undefined;
    return turn;
  }

  /** Looks at the position after a move; says whether the game is over, and how. */
  async arrive(turn: Turn | undefined): Promise<Over | undefined> {
    if (!turn) return undefined;
    const { option } = turn;
    if (option.after !== null) this.seen = await this.world.look(option.after);
    else if (option.wins) this.seen = { ...this.seen, spot: { ...this.seen.spot, position: captured(this.seen.spot.position, option.squares), turn: null, options: [] } };
    if (option.wins) return option.by === this.human ? "won" : "lost";
    if (this.seen.spot.turn !== null) return undefined;
    const winner = winnerAt(this.world.rule, this.purse, this.seen.spot);
    return winner === undefined ? "drawn" : winner === this.human ? "won" : "lost";
  }

  /** Plays a log from the start; an error if it cannot have been played. */
  private async playAll(log: string): Promise<void> {
    const steps = decode(log);
    if (!steps) throw new Error("The log in this address cannot be read.");
    for (const [place, step] of steps.entries()) {
      const turn = turnOf(this.world.rule, this.seen, this.purse, step, this.human);
      if (typeof turn === "string") throw new Error(`Auction ${place + 1} of this log: ${turn}.`);
      this.turns.push(turn);
      this.purse = turn.after;
      this.over = await this.arrive(turn);
      if (this.over !== undefined && place < steps.length - 1) throw new Error(`The game was over after auction ${place + 1} of this log.`);
    }
  }

  async replay(log: string): Promise<void> {
    await this.playAll(log);
    this.end = this.seen;
  }

  /** In a replay: the state before an auction, or after the last one. */
  turnTo(turn: Turn | undefined): void {
    [this.purse, this.seen] = turn ? [turn.before, turn.seen] : [this.turns.at(-1)?.after ?? this.purse, this.end ?? this.seen];
  }
  private end: Seen | undefined;

  // --- memory ---

  kept(): Kept {
    const { sealed } = this;
    return {
      address: this.address,
      log: encode(this.turns),
      over: this.over !== undefined,
      sealed: sealed && { bid: text(sealed.bid), move: sealed.move, nonce: sealed.nonce, digest: sealed.digest },
      answer: this.answer && text(this.answer),
    };
  }

  /** Goes on where the last visit ended, with the bid that was sealed then. */
  async resume(kept: Kept): Promise<void> {
    await this.playAll(kept.log);
    if (this.over === undefined && kept.over) this.over = "drawn";
    const { sealed } = kept;
    if (this.over !== undefined || !sealed) return;
    const bid = read(sealed.bid)!;
    const { rule } = this.world;
    const money = rule.kind === "toss" ? must("1/2") : held(rule, this.purse, this.computer);
    const own = rule.kind === "chips" ? undefined : decide(this.seen.spot, this.computer, money);
    const move = this.seen.spot.options.find(({ by, move }) => by === this.computer && move === sealed.move) ?? own?.move;
    const why = own && text(own.bid) !== text(bid) ? "careless" : own?.why;
    this.sealed = { ...sealed, bid, decision: own && { ...own, bid, move: move!, why: why! } };
    const answer = kept.answer === undefined ? undefined : read(kept.answer);
    if (answer && mayBid(rule, this.purse, this.human, answer)) this.answer = answer;
  }

  endWords(): string {
    return this.over === undefined ? "" : END[this.world.what === "chess" || this.world.what === "chips" ? "chess" : "other"][this.over];
  }
}

/** The board after the king was taken. */
const captured = (position: string, squares: string): string => {
  const board = readFen(position);
  const [, from, to, promoted] = /^([a-p]\d+)([a-p]\d+)(?:=(.))?$/.exec(squares) ?? [];
  const [a, b] = [from, to].map((name) => board && name && squareIndex(board, name));
  if (!board || typeof a !== "number" || typeof b !== "number") return position;
  const man = board.squares[a]!;
  const after = promoted === undefined ? man : man === man.toUpperCase() ? promoted.toUpperCase() : promoted.toLowerCase();
  return fen(put(put(board, a, ""), b, after));
};

/** What an address says that somebody holds: `white` is White's share, `hold` the human's; of chips a number such as `12*`. */
const customPurse = (world: World, human: Side, white: string | null, hold: string | null): Purse | undefined => {
  const { rule } = world;
  if (rule.kind === "toss") return undefined;
  if (rule.kind === "chips") {
    const own = readUnits(white ?? hold ?? "");
    return own === undefined || own > 2 * Number(rule.total.n) + 1 ? undefined : purseOf(rule, white === null ? human : "white", own);
  }
  const share = shareOf(white ?? hold);
  if (!share) return undefined;
  return { white: white !== null || human === "white" ? share : add(must("1"), make(-share.n, share.d)), star: undefined };
};
