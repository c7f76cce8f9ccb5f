/** What is verified of one position, for people: value, sentence, bar, bids, labels, moves. The same panel serves the explorer, the lessons, games and the book. */
import { breath, button, capital, copier, h, replace, row, s, tableOf } from "./dom.js";
import { brief, briefInterval, wholeInterval, compare, decimal, factors, forDrawing, interval, isExact, must, number, text, type Fraction, type Interval } from "./fraction.js";
import type { Entry, Option, Stated } from "./protocol.js";
import { asCommand } from "./strip.js";

/** Decimals of the large number. */
const PLACES = 10;
/** So many moves are shown before somebody asks for all. */
const FEW = 9;

const stated = (x: Stated): string => wholeInterval(interval(x));

/** Whether one number is all there is: the position is sharp, or there is one value. */
const isOne = (entry: Entry): boolean => entry.sharp === true || entry.never !== null;
/** The name of the one value, if an endless play is worth something. */
const nameOf = (never: string): string => (never === "0" ? "lower value α, alone" : never === "1" ? "upper value β, alone" : `value v, if endless play is worth ${never}`);
/** What a player does whose money suffices. */
const wins = (entry: Entry, place: 0 | 1): string => (entry.never === (place === 0 ? "1" : "0") ? "does not lose" : "wins");

/** All of a fraction, with what its denominator is made of. */
const exact = (name: string, x: Fraction): HTMLElement => {
  const factored = h("p", { class: "factors" });
  const details = h(
    "details",
    { class: "exact" },
    h("summary", {}, `${name}, exactly`),
    h("p", { class: "digits" }, x.d === 1n ? text(x) : `${x.n}`),
    x.d !== 1n && h("p", { class: "over" }, "divided by"),
    x.d !== 1n && h("p", { class: "digits" }, `${x.d}`),
    factored,
    copier("copy the fraction", () => text(x)),
  );
  details.addEventListener("toggle", () => {
    if (details.open && factored.textContent === "") factored.textContent = x.d === 1n ? "A whole number." : `The denominator is ${factors(x.d)}.`;
  });
  return details;
};

/** Who wins with which share that Black holds: White's zone, the drawn zone, what is not known, Black's zone. */
const bar = (entry: Entry): SVGSVGElement => {
  const [lower, upper] = [interval(entry.lower), interval(entry.upper)];
  const [white, drawn, undrawn, black] = [lower.low, lower.high, upper.low, upper.high].map((x) => 100 * forDrawing(x)) as [number, number, number, number];
  const part = (from: number, to: number, kind: string): SVGElement | false => to > from && s("rect", { x: from, y: 0, width: to - from, height: 10, class: kind });
  const [first, second] = entry.players;
  return s(
    "svg",
    { class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", role: "img", "aria-label": `${first} ${wins(entry, 0)} while ${second}'s share is below ${decimal(lower.low)}, ${second} ${wins(entry, 1)} above ${decimal(upper.high)}` },
    s("defs", {}, s("pattern", { id: "hatch", width: 2, height: 10, patternUnits: "userSpaceOnUse" }, s("rect", { width: 2, height: 10, class: "hatch-ground" }), s("rect", { width: 0.9, height: 10, class: "hatch-line" }))),
    part(0, white, "white-zone"),
    drawn < undrawn && part(white, drawn, "unknown-zone"),
    drawn < undrawn ? part(drawn, undrawn, "draw-zone") : part(white, black, "unknown-zone"),
    drawn < undrawn && part(undrawn, black, "unknown-zone"),
    part(black, 100, "black-zone"),
  );
};

const key = (entry: Entry): HTMLElement => {
  const [first, second] = entry.players;
  const [lower, upper] = [interval(entry.lower), interval(entry.upper)];
  const isDrawn = compare(lower.high, upper.low) < 0;
  const isUnknown = !isDrawn ? compare(lower.low, upper.high) < 0 : !isExact(lower) || !isExact(upper);
  return h(
    "p",
    { class: "key" },
    h("span", { class: "swatch white-zone" }),
    `${first} ${wins(entry, 0)} `,
    isDrawn && h("span", { class: "swatch draw-zone" }),
    isDrawn && "drawn ",
    isUnknown && h("span", { class: "swatch unknown-zone" }),
    isUnknown && "not known ",
    h("span", { class: "swatch black-zone" }),
    `${second} ${wins(entry, 1)} · from left to right: the share of the money that ${second} holds`,
  );
};

/** A row of names and what they stand for. */
const fact = (name: string, ...what: (HTMLElement | string | false)[]): HTMLElement => h("div", {}, h("dt", {}, name), h("dd", {}, ...what));

const quiet = (text: string): HTMLElement => h("span", { class: "quiet" }, text);

const numbers = (entry: Entry): HTMLElement | false => {
  const rows: HTMLElement[] = [];
  if (entry.bound) {
    const { relation, value, player, move } = entry.bound;
    rows.push(fact(relation, number(must(value))));
    rows.push(fact(`${entry.players[player === "white" ? 0 : 1]}'s plan`, move));
  } else if (entry.never !== null) {
    rows.push(fact(nameOf(entry.never), stated(entry.lower)));
  } else if (entry.sharp !== true) {
    rows.push(fact("lower value α", stated(entry.lower)), fact("upper value β", stated(entry.upper)));
    if (entry.gap !== null) rows.push(fact("gap β − α", `${isExact(interval(entry.lower)) && isExact(interval(entry.upper)) ? "" : "at least "}${number(must(entry.gap))}`));
  }
  const [lower, upper] = [entry.bid_lower, entry.bid_upper];
  const one = isOne(entry) || lower === upper;
  [lower, upper].forEach((bid, place) => {
    if (bid === null || (one && place === 1)) return;
    const fraction = must(bid);
    const paid = fraction.n < 0n ? "; you are paid to move" : "";
    rows.push(fact(one ? "optimal bid" : place === 0 ? "bid at α" : "bid at β", number(fraction), quiet(` ${entry.bid_words[place]}${paid}`)));
  });
  return rows.length > 0 && h("dl", { class: "facts" }, ...rows);
};

/** `7 (White's best play …)`, words first: what a label means, and the letter that the book has for it. */
const labels = (entry: Entry): HTMLElement[] => {
  const said = new Map<string, string[]>();
  entry.label_words.forEach((words, place) => {
    const [, value, meaning] = /^(\S+) \((.*)\)$/s.exec(words ?? "") ?? [];
    if (value === undefined || meaning === undefined) return;
    said.set(meaning, [...(said.get(meaning) ?? []), `${place === 0 ? "T" : "T′"} ${value === "infinite" ? "= ∞" : `= ${value}`}`]);
  });
  return [...said].map(([meaning, letters]) => h("li", {}, `${capital(meaning)}. `, quiet(`label ${letters.join(", ")}`)));
};

const sentences = (entry: Entry, isUsual: boolean): HTMLElement | false => {
  const said = labels(entry);
  if (isUsual && entry.turn === "bid" && entry.sharp === true) said.push(h("li", {}, `With a fair coin in place of the bids, the chance that ${entry.players[0]} wins is ${decimal(interval(entry.lower).low, 4).replace(/([^…])$/, "$1.")}`));
  if (entry.turn === "white" || entry.turn === "black") said.unshift(h("li", {}, `It is ${entry.players[entry.turn === "white" ? 0 : 1]}'s turn: nobody bids.`));
  if (entry.turn === "chance") said.unshift(h("li", {}, "Chance moves: nobody bids."));
  return said.length > 0 && h("ul", { class: "says" }, ...said);
};

type Pick = (option: Option) => Interval;
const alpha: Pick = ({ lower }) => interval(lower);
const beta: Pick = ({ upper }) => interval(upper);

/** A list of moves of a player, best first. */
const moves = (entry: Entry, by: Option["by"], value: Pick, isBest: (option: Option) => boolean, mark: string, go: (option: Option) => void, heading: string): HTMLElement | undefined => {
  const sign = by === "black" ? -1 : 1;
  const own = entry.options.filter((option) => option.by === by);
  if (own.length === 0) return undefined;
  if (by !== "chance") own.sort((a, b) => -sign * (compare(value(a).low, value(b).low) || compare(value(a).high, value(b).high)) || Number(isBest(b)) - Number(isBest(a)) || Number(b.first) - Number(a.first));
  const all = own.reduce((sum, { weight }) => sum + weight, 0);
  const line = (option: Option): HTMLElement =>
    row(
      [
        option.after === null ? option.move : button(option.move, () => go(option), { class: "move", title: `go to the position after ${option.move}` }),
        by === "chance" && h("td", {}, `${option.weight}/${all}`),
        option.bound === null ? briefInterval(value(option)) : brief(must(option.bound)),
        h("td", { class: "mark" }, isBest(option) ? mark : "", entry.bound !== null || option.wins ? `${isBest(option) ? ", " : ""}${option.leads}` : ""),
      ],
      { class: isBest(option) ? "best" : undefined },
    );
  const heads = [entry.players[0] === "White" ? "move" : "option", ...(by === "chance" ? ["chance"] : []), entry.bound ? "bound after" : "value after", h("span", { class: "unseen" }, "best or not")];
  const made = h("div", { class: "moves" });
  const fill = (most: number): void => replace(made, tableOf({}, heading, heads, own.slice(0, most).map(line)), own.length > most && button(`all ${own.length}`, () => fill(own.length)));
  fill(FEW);
  return made;
};

const allMoves = (entry: Entry, go: (option: Option) => void): (HTMLElement | undefined)[] => {
  const [first, second] = entry.players;
  const word = first === "Left" ? "options" : "moves";
  const { bound } = entry;
  const all = [entry, ...entry.options].map(({ lower, upper }) => [interval(lower), interval(upper)] as const);
  const certain = all.every(([lower, upper]) => isExact(lower) && isExact(upper));
  const mark = bound ? "the plan" : certain ? "best" : "may be best";
  type Best = (option: Option) => boolean;
  const pair = (value: Pick, white: Best, black: Best, names = [`${first}'s ${word}`, `${second}'s ${word}`]): HTMLElement =>
    h("div", { class: "pair" }, moves(entry, "white", value, white, mark, go, names[0]!), moves(entry, "black", value, black, mark, go, names[1]!));
  if (entry.turn === "chance") return [moves(entry, "chance", alpha, () => false, "", go, "Chance's options")];
  if (bound) {
    const isPlan: Best = ({ by, move }) => by === bound.player && move === bound.move;
    return [pair((option) => interval(option.bound!), isPlan, isPlan)];
  }
  const toWin: Best = (option) => option.best_to_win;
  const notToLose: Best = (option) => option.best_not_to_lose;
  if (certain && [entry, ...entry.options].every(({ lower, upper }) => lower === upper)) return [pair(alpha, toWin, toWin)];
  // Nothing is shown not to be sharp: one number each, between the outer bounds.
  if (all.every(([lower, upper]) => compare(lower.high, upper.low) >= 0)) {
    const isBest: Best = (option) => toWin(option) || notToLose(option);
    return [pair(({ lower, upper }) => ({ low: interval(lower).low, high: interval(upper).high }), isBest, isBest)];
  }
  const table = (title: string, value: Pick, white: Best, black: Best, aims: [string, string]): HTMLElement =>
    h("section", { class: "border" }, h("h2", {}, title), pair(value, white, black, [`${first}, ${aims[0]}`, `${second}, ${aims[1]}`]));
  return [
    table(`The border α: ${first} to win, ${second} not to lose`, alpha, toWin, notToLose, ["to win", "not to lose"]),
    table(`The border β: ${first} not to lose, ${second} to win`, beta, notToLose, toWin, ["not to lose", "to win"]),
  ];
};

/** The value in large digits, and what it means. */
export const headline = (entry: Entry): string => {
  const [lower, upper] = [interval(entry.lower), interval(entry.upper)];
  if (entry.bound) return `${entry.bound.relation} ${decimal(must(entry.bound.value), PLACES)}`;
  if (isOne(entry)) return isExact(lower) ? decimal(lower.low, PLACES) : briefInterval(lower);
  const together = { low: lower.low, high: upper.high };
  const short = briefInterval(together);
  // With the same bounds for both nobody knows of two numbers.
  if ((!isExact(together) && !short.includes("to")) || JSON.stringify(entry.lower) === JSON.stringify(entry.upper)) return short;
  const large = (x: Interval): string => (isExact(x) ? decimal(x.low, 6) : briefInterval(x));
  return `α ${large(lower)}  β ${large(upper)}`;
};

/** What stands beside the value: the rule of the game, which file proves it, and what can be done. */
export interface Beside {
  /** What is played, as sentences: so that the number cannot be read as one of another game. */
  rule?: string;
  /** The line that says what was verified. */
  verified?: HTMLElement;
  actions?: HTMLElement;
  /** Whether the winner of an auction pays the other player: then the value is the chance with a fair coin, too. */
  isUsual?: boolean;
}

export const panel = (entry: Entry, go: (option: Option) => void, { rule, verified, actions, isUsual = false }: Beside = {}): HTMLElement => {
  const [lower, upper] = [interval(entry.lower), interval(entry.upper)];
  const isKnown = isExact(lower) && isExact(upper);
  const fractions: [string, Fraction][] = [];
  if (entry.bound) fractions.push(["The bound", must(entry.bound.value)]);
  else if (isOne(entry) && isExact(lower)) fractions.push(["The value", lower.low]);
  else if (!isOne(entry) && isKnown) fractions.push(["The lower value", lower.low], ["The upper value", upper.low]);
  const short = (x: Fraction): boolean => text(x).length <= 24;
  // The value first: on a slow phone all of it at once would hold the page up.
  const rest = h("div");
  void breath().then(() => rest.replaceWith(...allMoves(entry, go).filter((part) => part !== undefined), ...fractions.map(([name, x]) => exact(name, x)), asCommand(entry.text)));
  return h(
    "div",
    { class: "panel" },
    h("p", { class: "value" }, headline(entry), fractions.length === 1 && short(fractions[0]![1]) && fractions[0]![1].d !== 1n && h("span", { class: "fraction" }, ` = ${text(fractions[0]![1])}`)),
    h("p", { class: "meaning" }, entry.meaning),
    rule !== undefined && h("p", { class: "rule" }, rule),
    !entry.bound && bar(entry),
    !entry.bound && key(entry),
    verified,
    actions,
    sentences(entry, isUsual),
    numbers(entry),
    rest,
  );
};
