/** Chips and the star in words and pictures: who wins with how many, and what somebody does. */
import { button, h, s } from "./dom.js";
import { needsOf, outcome } from "./play-chips.js";
import type { Advice, Chips } from "./protocol.js";

/** All amounts, with the star on either side: who wins. */
export const amounts = (found: Chips, [first, second]: readonly [string, string], now: number): HTMLElement => {
  const count = found.chips + 1;
  const needs = needsOf(found);
  let isDrawn = false;
  const row = (star: boolean): HTMLElement => {
    // As on all bars of this page: from left to right the second player holds more.
    const owners = Array.from({ length: count }, (_, theirs) => outcome(needs, found.chips, "white", 2 * (found.chips - theirs) + Number(star)));
    isDrawn ||= owners.includes(0);
    const runs: { who: number; start: number; end: number }[] = [];
    owners.forEach((who, at) => (runs.at(-1)?.who === who && runs.length > 0 ? (runs.at(-1)!.end = at + 1) : runs.push({ who, start: at, end: at + 1 })));
    const kind = (who: number): string => (who === 0 ? "undecided-zone" : who > 0 ? "white-zone" : "black-zone");
    const words = runs.map(({ who, start, end }) => `${who === 0 ? "a draw" : `${who > 0 ? first : second} wins`} with ${start === end - 1 ? start : `${start} to ${end - 1}`}`);
    const lines = count <= 41 ? Array.from({ length: count - 1 }, (_, at) => s("path", { d: `M${at + 1} 0V10`, class: "tick" })) : [];
    const mark = now % 2 === Number(star) && s("rect", { x: found.chips - Math.floor(now / 2), y: 0, width: 1, height: 10, class: "here" });
    const bar = s("svg", { class: "bar", viewBox: `0 0 ${count} 10`, preserveAspectRatio: "none", role: "img", "aria-label": `${star ? first : second} has the star: ${words.join(", ")} chips of ${second}` }, ...runs.map(({ who, start, end }) => s("rect", { x: start, y: 0, width: end - start, height: 10, class: kind(who) })), ...lines, mark);
    return h("div", { class: "amounts" }, h("span", {}, `${star ? first : second} has the star`), bar);
  };
  const rows = [row(true), row(false)];
  return h("div", {}, ...rows, h("p", { class: "key" }, h("span", { class: "swatch white-zone" }), `${first} wins `, isDrawn && h("span", { class: "swatch undecided-zone" }), isDrawn && "a draw ", h("span", { class: "swatch black-zone" }), `${second} wins · from left to right: ${second} holds 0 to ${found.chips} chips`));
};

/** What a player does with what the player holds, with the moves as buttons; they lead on with what is held then. */
export const plan = (found: Chips, by: "white" | "black", name: string, now: number, go: (option: Chips["options"][number], holds: number) => void): HTMLElement => {
  const advice = found[`${name.toLowerCase()}_advice`] as Advice | null | undefined;
  if (!advice) return h("p", {}, `${name}: loses against good play, whatever the bid.`);
  const sign = by === "white" ? -1 : 1;
  const pays = (star: boolean): number => 2 * (Math.floor(now / 2) + sign * advice.bid) + (star ? Number(by !== "white") : now % 2);
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
