/** Nim with bids: heaps drawn as counters. A click on a counter takes it, and those above it. */
import { type App, type Page } from "./app.js";
import { button, h, replace } from "./dom.js";
import { boundPage, type Asked, type Slots } from "./frame.js";
import { panel } from "./panel.js";
import type { Entry } from "./protocol.js";

/** Heaps as the checker writes them, the largest first. */
const sorted = (heaps: readonly number[]): string =>
  [...heaps]
    .filter((heap) => heap > 0)
    .sort((a, b) => b - a)
    .join("+");

/** A panel in two parts: what is said first, and the rest. */
const inParts = (whole: HTMLElement, slots: Slots, heading: string): void => {
  const first = [...whole.children].filter((child) => /\b(value|meaning|bar|key)\b/.test(child.getAttribute("class") ?? ""));
  replace(slots.answer, h("h2", {}, heading), h("div", { class: "panel" }, ...first));
  replace(slots.details, whole);
};

export const nimPage = (app: App): Page =>
  boundPage(app, (slots) => {
    const heaps = h("div", { class: "heaps" });
    let go: Asked["goTo"] = () => undefined;

    const draw = (entry: Entry): void => {
      const all = entry.position.split("+").map(Number);
      const had = heaps.contains(document.activeElement);
      const best = new Set(entry.options.filter(({ best_to_win: is }) => is).map(({ move }) => move));
      replace(
        heaps,
        ...all.map((heap, place) =>
          h(
            "div",
            { class: "heap", role: "group", "aria-label": `heap ${place + 1} of ${heap}` },
            ...Array.from({ length: heap }, (_, index) => heap - 1 - index).map((left) => {
              const after = sorted(all.map((other, index) => (index === place ? left : other)));
              const takes = heap - left;
              const isBest = best.has(after === "" ? "nothing" : after);
              const click = (): void => (after === "" ? app.say("That takes the last counter: the game is over.") : go(after));
              return button("", click, { class: `counter${isBest ? " best" : ""}`, "aria-label": `take ${takes} from heap ${place + 1}: ${after === "" ? "the game is over" : `leaves ${after}`}${isBest ? ", a best move" : ""}`, title: after === "" ? "takes the last counter" : `leaves ${after}`, disabled: after === "" });
            }),
            h("span", { class: "quiet" }, `${heap}`),
          ),
        ),
      );
      if (had) heaps.querySelector<HTMLElement>("button:not(:disabled)")?.focus();
    };

    return async ({ table, at, isNew, isWanted, goTo }) => {
      const { id, about } = table.verdict;
      const start = /on ([\d+]+)/.exec(about)?.[1] ?? "1";
      const name = at ?? start;
      const said = (await app.engine.call("say", id, name)) as Entry;
      // An option is named by the heaps that it leaves.
      const entry: Entry = { ...said, options: said.options.map((option) => ({ ...option, after: /^[\d+]+$/.test(option.move) ? option.move : null })) };
      if (!isWanted()) return "";
      go = goTo;
      slots.rule(`Both players bid; who bids more pays the other and takes as many counters as they like from one heap. ${/misère/.test(about) ? "Whoever takes the last counter loses." : "Whoever takes the last counter wins."}`);
      if (isNew) replace(slots.drawing, heaps, h("p", { class: "quiet" }, "A click takes a counter and all above it. Ringed: the best moves."), h("p", { class: "row" }, button(`all heaps: ${start}`, () => goTo(start))));
      draw(entry);
      inParts(panel(entry, (option) => option.after !== null && goTo(option.after)), slots, entry.position);
      app.say(`${entry.position}. ${entry.meaning}`);
      return entry.position;
    };
  });
