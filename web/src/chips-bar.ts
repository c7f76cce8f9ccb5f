/** Chips and the star in words and pictures: who wins with how many, and what somebody does. */
import { button, h, s } from "./dom.js";
import type { Advice, Chips } from "./protocol.js";

/** What the first player holds. */
export interface Held {
  chips: number;
  star: boolean;
}

/** `12*`, as the command has it. */
export const asText = ({ chips, star }: Held): string => `${chips}${star ? "*" : ""}`;

const from = (found: Chips, player: string, star: boolean): number => (found[`${player}_wins_${star ? "with_star_" : ""}from`] as number | null) ?? Infinity;

/** `4, or 3*`: with how many a player wins, and with the star. */
export const needs = (found: Chips, player: string): string => {
  const [without, withStar] = [from(found, player, false), from(found, player, true)];
  if (without === Infinity && withStar === Infinity) return "more than all";
  if (without === Infinity) return `${withStar}*`;
  return withStar === Infinity ? `${without}` : `${without}, or ${withStar}*`;
};

/** Which player wins when the first one holds so much; undefined if neither can force it. */
export const owner = (found: Chips, [first, second]: readonly [string, string], { chips, star }: Held): 0 | 1 | undefined => {
  if (chips >= from(found, first, star)) return 0;
  return found.chips - chips >= from(found, second, !star) ? 1 : undefined;
};

/** All amounts, with the star on either side: who wins. */
export const amounts = (found: Chips, keys: readonly [string, string], [first, second]: readonly [string, string], now: Held): HTMLElement => {
  const count = found.chips + 1;
  let isDrawn = false;
  const row = (star: boolean): HTMLElement => {
    // As on all bars of this page: from left to right the second player holds more.
    const owners = Array.from({ length: count }, (_, theirs) => owner(found, keys, { chips: found.chips - theirs, star }));
    isDrawn ||= owners.includes(undefined);
    const runs: { who: 0 | 1 | undefined; start: number; end: number }[] = [];
    owners.forEach((who, at) => (runs.at(-1)?.who === who && runs.length > 0 ? (runs.at(-1)!.end = at + 1) : runs.push({ who, start: at, end: at + 1 })));
    const kind = (who: 0 | 1 | undefined): string => (who === undefined ? "undecided-zone" : who === 0 ? "white-zone" : "black-zone");
    const words = runs.map(({ who, start, end }) => `${who === undefined ? "a draw" : `${who === 0 ? first : second} wins`} with ${start === end - 1 ? start : `${start} to ${end - 1}`}`);
    const lines = count <= 41 ? Array.from({ length: count - 1 }, (_, at) => s("path", { d: `M${at + 1} 0V10`, class: "tick" })) : [];
    const mark = now.star === star && s("rect", { x: found.chips - now.chips, y: 0, width: 1, height: 10, class: "here" });
    const bar = s("svg", { class: "bar", viewBox: `0 0 ${count} 10`, preserveAspectRatio: "none", role: "img", "aria-label": `${star ? first : second} has the star: ${words.join(", ")} chips of ${second}` }, ...runs.map(({ who, start, end }) => s("rect", { x: start, y: 0, width: end - start, height: 10, class: kind(who) })), ...lines, mark);
    return h("div", { class: "amounts" }, h("span", {}, `${star ? first : second} has the star`), bar);
  };
  const rows = [row(true), row(false)];
  return h("div", {}, ...rows, h("p", { class: "key" }, h("span", { class: "swatch white-zone" }), `${first} wins `, isDrawn && h("span", { class: "swatch undecided-zone" }), isDrawn && "a draw ", h("span", { class: "swatch black-zone" }), `${second} wins · from left to right: ${second} holds 0 to ${found.chips} chips`));
};

/** What a player does with what the player holds, with the moves as buttons; they lead on with what is held then. */
export const plan = (found: Chips, by: "white" | "black", key: string, name: string, now: Held, go: (option: Chips["options"][number], holds: Held) => void): HTMLElement => {
  const advice = found[`${key}_advice`] as Advice | null | undefined;
  if (!advice) return h("p", {}, `${name}: loses against good play, whatever the bid.`);
  const sign = by === "white" ? -1 : 1;
  const pays = (star: boolean): Held => ({ chips: now.chips + sign * advice.bid, star: star ? by !== "white" : now.star });
  const list = (moves: readonly string[], star: boolean): (HTMLElement | string)[] =>
    moves.flatMap((move, place) => {
      const option = found.options.find((one) => one.by === by && one.move === move);
      const made = option ? button(move, () => go(option, pays(star)), { class: "move" }) : move;
      return place === 0 ? [made] : [" ", made];
    });
  return h(
    "div",
    { class: "plan" },
    h("p", {}, h("strong", {}, `${name}: bid ${advice.bid}`), `, and ${advice.wins ? "win" : "do not lose"}.`),
    advice.after_buying.length > 0 && h("p", { class: "row" }, `After buying for ${advice.bid}: `, ...list(advice.after_buying, false)),
    advice.star === "use" && h("p", { class: "row" }, "On equal bids use the star: ", ...list(advice.with_star, true)),
    advice.star === "keep" && h("p", {}, "On equal bids keep the star; the other player buys."),
  );
};
