/** The auctions so far: what happened in each, what was right, and how a game is handed to somebody else. */
import { button, capital, copier, h, row, scrolled, tableOf } from "./dom.js";
import { greatest, least, minus, type Fraction } from "./fraction.js";
import { scale, type Mark } from "./play-bid.js";
import { chipMove } from "./play-chips.js";
import { encode, type Step } from "./play-log.js";
import { accountText, held, range, settle, units, type Purse, type Rule, type Seen } from "./play-rules.js";
import { amount, rightBid, surely, surelyAfter, SURE, type Sure } from "./play-words.js";
import type { World } from "./play-world.js";
import { chess, toShare } from "./route.js";
import { decide, other, type Choice, type Side } from "./strategy.js";

/** An auction that was held, with all that can be said of it afterwards. */
export interface Turn extends Step {
  seen: Seen;
  before: Purse;
  after: Purse;
  option: Choice;
  buyer: Side;
  /** What the human was sure of before, and after. */
  sure: Sure;
  then: Sure;
  right: ReturnType<typeof rightBid>;
  rightMove: string;
  /** Why the computer bid so, and its opened seal: only of games that were played here. */
  because?: string | undefined;
  proof?: string | undefined;
}

/** The best move of a side, if it wins the auction. */
export const bestMove = (rule: Rule, seen: Seen, purse: Purse, human: Side): string => {
  if (rule.kind === "chips") return chipMove(seen.chips!, human, units(rule, purse, human), [human], []).move;
  if (rule.kind === "toss") return seen.spot.options.filter(({ by, first }) => by === human && first).map(({ move }) => move).join(" or ");
  return decide(seen.spot, human, held(rule, purse, human)).move.move;
};

/** Plays a step, and judges it; or says why it cannot have been played. */
export const turnOf = (rule: Rule, seen: Seen, purse: Purse, step: Step, human: Side): Turn | string => {
  const settled = settle(rule, seen, purse, step, human);
  if (typeof settled === "string") return settled;
  const { option, buyer } = settled;
  return {
    ...step,
    seen,
    before: purse,
    after: settled.purse,
    option,
    buyer,
    sure: surely(rule, seen, purse, human),
    then: surelyAfter(rule, seen, settled.purse, human, option),
    right: rightBid(rule, seen, purse, human),
    rightMove: bestMove(rule, seen, purse, human),
  };
};

/** Whether the human gave something away. */
export const isSlip = (rule: Rule, { sure, then, mover, option }: Turn, human: Side): boolean => {
  if (rule.kind === "toss") return mover === human && !option.first;
  return sure !== then && (then === "nothing" || then === "lost" || (sure === "win" && then === "draw")) && sure !== "nothing";
};
/** Whether the computer did. */
const isGift = ({ sure, then }: Turn): boolean => (sure === "nothing" && (then === "win" || then === "draw" || then === "won")) || (sure === "draw" && (then === "win" || then === "won"));

/** What was right, in a cell. */
const judged = (rule: Rule, turn: Turn, human: Side): string => {
  const slip = isSlip(rule, turn, human);
  if (rule.kind === "toss") return slip ? `${turn.rightMove} decides most often` : "";
  const right = `${SURE[turn.sure]}; bid ${turn.right.words}, move ${turn.rightMove}`;
  if (slip) return `Given away here: ${right}. Afterwards: ${SURE[turn.then]}`;
  return isGift(turn) ? `${right}. The computer slipped: ${SURE[turn.then]}` : right;
};

const star = ({ star, before }: Turn, human: Side): string => (star === undefined ? "" : before.star === human ? (star === "use" ? "you used the star" : "you kept the star") : star === "use" ? "it used the star" : "it kept the star");

/** The marks of an auction that is over. */
export const marks = (turn: Pick<Turn, "bids" | "right">, human: Side): Mark[] => [
  { at: { n: 0n, d: 1n }, text: "", kind: "end" },
  ...(turn.right.fair ? [{ at: turn.right.fair, text: "right", kind: "right" as const }] : []),
  { at: turn.bids[human], text: "you", kind: "you" },
  { at: turn.bids[other(human)], text: "it", kind: "it" },
];

/** The scale of an auction that is over: all that the human could bid, and the other bid, which may be larger. */
const reach = (rule: Rule, { before, bids }: Pick<Turn, "before" | "bids">, human: Side): [Fraction, Fraction] => {
  const [low, high] = range(rule, held(rule, before, human));
  const its = bids[other(human)];
  return [least(low, its), greatest(high, its)];
};

/** The two bids side by side, and what they led to. */
export const bidCards = (rule: Rule, bids: Record<Side, Fraction>, buyer: Side | undefined, human: Side): HTMLElement => {
  const card = (side: Side): HTMLElement =>
    h("div", { class: `bid-card${buyer === side ? " bought" : ""}` }, h("span", {}, side === human ? (rule.kind === "toss" ? "You called" : "You bid") : rule.kind === "toss" ? "It had hidden" : "It bid"), h("strong", { class: side === human ? "bid-mine" : "bid-its" }, amount(rule, bids[side])));
  return h("div", { class: "bid-cards" }, card(human), card(other(human)));
};

/** The last auction, explained. */
export const lastCard = (rule: Rule, turn: Turn, human: Side): HTMLElement => {
  const { buyer, mover, move, because, proof, right } = turn;
  const price = turn.bids[buyer];
  const who = buyer === human ? "You" : "The computer";
  const paid = rule.kind === "toss" ? "" : price.n < 0n ? `${who} received ${amount(rule, minus({ n: 0n, d: 1n }, price))} for it. ` : `${who} paid ${amount(rule, price)}. `;
  const used = star(turn, human);
  const slip = isSlip(rule, turn, human);
  return h(
    "section",
    { class: "last", "aria-label": "The last auction" },
    h("h2", {}, `${mover === human ? "You played" : "It played"} ${move}`),
    bidCards(rule, turn.bids, buyer, human),
    rule.kind !== "toss" && scale(reach(rule, turn, human), marks(turn, human), right.band),
    h("p", {}, paid, used !== "" && `${capital(used)}. `, rule.kind !== "toss" && right.words !== "" && `Right for you: ${right.words}.`),
    slip && h("p", { class: "wrong" }, rule.kind === "toss" ? `${turn.rightMove} decides more often.` : `That gave something away: now ${SURE[turn.then]}.`),
    because !== undefined && because !== "" && h("p", { class: "because" }, because),
    proof !== undefined && h("details", {}, h("summary", {}, rule.kind === "toss" ? "The coin was hidden before you called: checked" : "Its bid was sealed before yours: checked"), h("p", { class: "digits proof" }, proof)),
  );
};

/** The game as lines of text. */
export const asText = (world: World, turns: readonly Turn[], human: Side, end: string): string =>
  [
    world.title,
    ...turns.map((turn, place) => {
      const { seen, before, bids, mover, move } = turn;
      const money = world.rule.kind === "toss" ? "" : `you hold ${accountText(world.rule, before, human)}; `;
      return `${place + 1}. ${seen.spot.position}: ${money}you ${world.rule.kind === "toss" ? "call" : "bid"} ${amount(world.rule, bids[human])}, it ${amount(world.rule, bids[other(human)])}${turn.star ? ` (${star(turn, human)})` : ""}; ${mover === human ? "you play" : "it plays"} ${move}`;
    }),
    end,
  ].filter((line) => line !== "").join("\n");

/** All auctions as a table. */
export const history = (world: World, turns: readonly Turn[], human: Side, at?: (place: number) => void): HTMLElement => {
  const { rule } = world;
  const isToss = rule.kind === "toss";
  const rows = turns.map((turn, place) => {
    const { seen, before, bids, mover, move } = turn;
    const position = seen.spot.position;
    const name = world.what === "chess" ? h("a", { href: chess(position) }, position) : position;
    const number = at ? button(`${place + 1}`, () => at(place), { class: "plain", "aria-label": `to auction ${place + 1}` }) : `${place + 1}`;
    const held = isToss ? [] : [accountText(rule, before, human)];
    return row([number, name, ...held, amount(rule, bids[human]), amount(rule, bids[other(human)]), `${mover === human ? "your" : "its"} ${move}${turn.star ? `, ${star(turn, human)}` : ""}`, judged(rule, turn, human)], { class: isSlip(rule, turn, human) ? "slip" : undefined });
  });
  const heads = ["nr.", "position", ...(isToss ? [] : ["you held"]), isToss ? "your call" : "your bid", isToss ? "its coin" : "its bid", "move", "what was right for you"];
  return scrolled("Auctions so far", tableOf({ class: "history", "aria-label": "Auctions so far" }, "", heads, rows));
};

/** The address that replays a game. */
export const shared = (world: World, query: Record<string, string>, turns: readonly Step[]): string => toShare(world.address({ ...query, log: encode(turns) }));

export const sharing = (world: World, query: Record<string, string>, turns: readonly Turn[], human: Side, end: string): HTMLElement =>
  h("p", { class: "row" }, copier("copy the address of this game", () => shared(world, query, turns)), copier("copy as text", () => asText(world, turns, human, end)));

