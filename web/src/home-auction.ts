/** One auction, told in four steps: the first one of the game in the book. It plays once, and can be played again. */
import { button, h, replace } from "./dom.js";

/** What each step says, and how long it stands. */
const STEPS: readonly [text: string, milliseconds: number][] = [
  ["Black holds 60 chips, White holds 40. Each writes down a bid.", 1600],
  ["White has bid 7, Black 6.", 1300],
  ["The higher bid is paid to the other player.", 1400],
  ["White has paid 7 to Black, and moves the knight.", 0],
];
const AFTER = "k2/3/N2/K2";

export interface Story {
  element: HTMLElement;
  start: () => void;
}

/** A player's chips: a number, a bar as long as it, and the bid. */
const account = (name: string, first: number): { element: HTMLElement; set: (chips: number, bid: string, isPaid: boolean) => void } => {
  const chips = h("strong", {}, `${first}`);
  const bar = h("span", { class: "chips" });
  const bid = h("span", { class: "bid" }, "?");
  const element = h("div", { class: `account ${name.toLowerCase()}` }, h("span", { class: "name" }, name), chips, bar, bid);
  const set = (held: number, text: string, isPaid: boolean): void => {
    chips.textContent = `${held}`;
    bar.style.setProperty("--share", `${held}%`);
    bid.textContent = text;
    bid.classList.toggle("open", text !== "?");
    bid.classList.toggle("paid", isPaid);
  };
  set(first, "?", false);
  return { element, set };
};

export const auction = (show: (fen: string) => void, first: string): Story => {
  const [white, black] = [account("White", 40), account("Black", 60)];
  const said = h("p", { class: "step" });
  const again = button("once more", () => run(), { class: "plain" });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasRun = false;

  const step = (place: number): void => {
    const [text, wait] = STEPS[place]!;
    replace(said, text);
    const paid = place >= 2;
    white.set(paid ? 33 : 40, place === 0 ? "?" : "7", paid);
    black.set(paid ? 67 : 60, place === 0 ? "?" : "6", false);
    show(place === STEPS.length - 1 ? AFTER : first);
    again.hidden = place < STEPS.length - 1;
    if (wait > 0) timer = setTimeout(() => step(place + 1), wait);
  };
  const run = (): void => {
    clearTimeout(timer);
    // Who wants no motion sees the end, in one sentence.
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) return step(0);
    step(STEPS.length - 1);
    replace(said, "White bids 7 of 40 chips, Black 6 of 60. White pays 7 to Black, and moves the knight.");
  };
  return {
    element: h("div", { class: "story" }, white.element, black.element, h("div", { class: "row told" }, said, again)),
    start: () => {
      if (!hasRun) run();
      hasRun = true;
    },
  };
};
