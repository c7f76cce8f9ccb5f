/** What the page says of all-pay auctions in words: what is sure, what luck changed, how a play ended, who wins surely, how often the players bluff. */
import { movers, otherOf, type Change, type Need, type Pair, type Player, type State, type Ties, type Turn } from "./all-pay-rules.js";
import { add, compare, decimal, make, minus, negative, number, ONE, percent, ZERO, type Fraction } from "./fraction.js";

export const NAMES: Record<Player, string> = { left: "Left", right: "Right" };
const DIGITS = 6;

/** The one definition, as the chapter and the command have it. */
export const BLUFF = "A bluff is a bid above 0 that a player makes neither surely nor never.";

export const chips = (count: number): string => (count === 1 ? "1 chip" : `${count} chips`);
export const against = ({ left, right }: Pair): string => `${chips(left)} against ${right}`;

const TIES: Record<Ties, string> = { coin: "a fair coin decides who moves after equal bids", left: "Left moves after equal bids", right: "Right moves after equal bids" };
export const tiesText = (ties: Ties): string => TIES[ties];

/** What the page is sure of here, whatever the human does. */
export const guarantee = (state: State, human: Player): string => {
  if (state.turn === null) return "";
  if (compare(human === "right" ? state.low : minus(ONE, state.high), ZERO) === 0) return "The page is sure of nothing here.";
  const you = state.turn === "bid" ? "Whatever you bid" : "Whatever you do";
  if (human === "right") {
    if (compare(state.low, ONE) === 0) return `${you}, Left wins surely.`;
    return `${you}, Left's expected share is at least ${decimal(state.low, DIGITS)}.`;
  }
  if (state.high.n === 0n) return `${you}, Right wins surely.`;
  return `${you}, Left's expected share is at most ${decimal(state.high, DIGITS)}.`;
};

/** What the human can be sure of: the other half. */
export const ownGuarantee = (state: State, human: Player): string => {
  const means = state.turn === "bid" ? "With your own verified mix" : "With your best option";
  if (human === "left") return compare(state.low, ONE) === 0 ? "You can win surely." : `${means} you are sure of at least ${decimal(state.low, DIGITS)}.`;
  return state.high.n === 0n ? "You can win surely." : `${means} you hold Left to at most ${decimal(state.high, DIGITS)}.`;
};

/** How a play ended: the terminal value is Left's share. */
export const ending = ({ low }: State, human: Player): string => {
  const own = human === "left" ? low : minus(ONE, low);
  if (compare(own, ONE) === 0) return `You have won, as ${NAMES[human]}.`;
  if (own.n === 0n) return `${NAMES[otherOf(human)]} has won: the page.`;
  if (compare(own, make(1n, 2n)) === 0) return "A draw: Left's share is 1/2.";
  return `Nobody has won all: Left's share is ${number(low)}, Right's ${number(minus(ONE, low))}.`;
};

/** What is less than this may come from the width of the bounds. */
const LEAST = make(1n, 10n ** BigInt(DIGITS));
/** An amount that is not negative. */
const much = (amount: Fraction): string => (amount.n === 0n ? "nothing" : compare(amount, LEAST) < 0 ? `less than ${decimal(LEAST, DIGITS)}` : decimal(amount, DIGITS));
/** A change of the human's part, with its sign. */
const signed = (change: Fraction): string => {
  const amount = change.n < 0n ? negative(change) : change;
  return `${compare(amount, LEAST) < 0 ? "" : change.n < 0n ? "−" : "+"}${much(amount)}`;
};

/** What luck and the human's own decisions changed in a turn. */
export const changes = ({ step: { bids, by }, before }: Turn, change: Change, human: Player): string[] => {
  const said: string[] = [];
  if (by === "chance") said.push(`Chance changed your part by ${signed(change.draw)}.`);
  if (bids) {
    const isDrawn = before.mixes[otherOf(human)].length > 1;
    said.push(isDrawn ? `The luck of the page's draw changed your part by ${signed(change.draw)}.` : "The page's bid was sure, so its draw had no luck.");
    if (change.coin.n !== 0n) said.push(`The coin changed it by ${signed(change.coin)}.`);
    said.push(`Your bid gave away ${much(change.bid)}${change.bid.n > 0n ? " on average" : ""}.`);
  }
  if (change.option.n > 0n) said.push(`Your option gave away ${much(change.option)}.`);
  return said;
};

/** Luck in a cell of the log. */
export const luck = ({ draw, coin }: Change): string => signed(add(draw, coin));
/** What was given away, in a cell of the log. */
export const gift = ({ bid, option }: Change): string => much(add(bid, option));

/** What happened in a turn. */
export const happened = ({ step: { bids, by, option }, paid }: Turn, human: Player, ties: Ties): string => {
  const you = (player: Player): string => (player === human ? "you" : "the page");
  const moved = option === undefined ? "" : ` to ${paid.options[option]!.position}`;
  if (by === "chance") return `Chance moves${moved}.`;
  const moves = `${by === human ? "you move" : "the page moves"}${moved}.`;
  if (!bids) return `${moves[0]!.toUpperCase()}${moves.slice(1)}`;
  const own = `You bid ${bids[human]}, the page bids ${bids[otherOf(human)]}. Both are paid. `;
  if (bids.left !== bids.right) return `${own}${by === human ? "Your bid is" : "The page's bid is"} greater: ${moves}`;
  return `${own}The bids are equal${movers(bids, ties).length > 1 ? `, and the coin is for ${you(by)}` : ""}: ${moves}`;
};

/** How many chips a player needs, in a cell. */
export const needText = ({ chips: least, is_least }: Need, most: number): string => {
  if (least !== null) return is_least ? `${least}` : `${least}; of ${least - 1} it is not known`;
  return is_least ? `more than ${most}` : "not known";
};

/** Rows of what a player needs: the opponent's chips, and the player's; neighbours with no number stand together. */
export const needRows = (needs: readonly Need[], most: number): [string, string][] => {
  const rows: [from: number, to: number, need: Need][] = [];
  for (const need of needs) {
    const last = rows.at(-1);
    if (last && need.chips === null && last[2].chips === null && last[2].is_least === need.is_least) last[1] = need.against;
    else rows.push([need.against, need.against, need]);
  }
  return rows.map(([from, to, need]) => [from === to ? `${from}` : `${from} to ${to}`, needText(need, most)]);
};

/** How often the players bluff in a table, from its receipt; undefined if nobody bids there. */
export const bluffs = (receipt: Record<string, unknown>): string | undefined => {
  const count = (name: string): bigint => BigInt((receipt[name] as number | undefined) ?? 0);
  const all = count("states_bid_for");
  if (all === 0n) return undefined;
  const part = (name: string): string => `${count(name)} (${percent(make(count(name), all), 1)})`;
  return `Of ${all} states that are bid for (a state is a position with the chips of both), Left bluffs in ${part("states_where_left_bluffs")}, Right in ${part("states_where_right_bluffs")}, and somebody in ${part("mixed_states")}.`;
};
