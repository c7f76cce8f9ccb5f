/** How a bid is made: a slider, a field for exact numbers, keys. And the scale below it, on which bids can be seen. */
import { button, h, replace } from "./dom.js";
import { add, compare, forDrawing, greatest, least, make, minus, must, percent, read, text, type Fraction } from "./fraction.js";
import { accountText, held, mayBid, pay, range, type Purse, type Rule } from "./play-rules.js";
import { amount } from "./play-words.js";
import { other, type Side } from "./strategy.js";

/** Steps of the slider in all the money; the ends are exact. */
const GRID = 256n;

export interface Mark {
  at: Fraction;
  text: string;
  kind: "you" | "it" | "right" | "end";
}

/** A scale from the least bid to the greatest one, with marks and perhaps a band of right bids. */
export const scale = ([low, high]: readonly [Fraction, Fraction], marks: readonly Mark[], band?: readonly [Fraction, Fraction]): HTMLElement => {
  const width = minus(high, low);
  const part = (x: Fraction): number => (width.n === 0n ? 50 : forDrawing(make(minus(x, low).n * width.d, minus(x, low).d * width.n)) * 100);
  const at = (x: Fraction): string => `${Math.min(100, Math.max(0, part(x)))}%`;
  const zone = band && h("span", { class: "zone" });
  if (zone) {
    zone.style.left = at(band[0]);
    zone.style.right = `${100 - Math.min(100, Math.max(0, part(band[1])))}%`;
  }
  const drawn = marks.map(({ at: x, text, kind }) => {
    const mark = h("span", { class: `tick ${kind}` }, h("span", {}, text));
    mark.style.left = at(x);
    const place = part(x);
    mark.classList.toggle("at-end", place > 75);
    mark.classList.toggle("at-start", place < 25);
    return mark;
  });
  return h("div", { class: "scale", "aria-hidden": "true" }, zone, ...drawn);
};

/** The ends of the scale, and zero. */
const ends = (low: Fraction, high: Fraction): Mark[] => [low, must("0"), high].filter((x, place, all) => all.findIndex((y) => compare(x, y) === 0) === place).map((at) => ({ at, text: text(at).length > 9 ? percent(at, 1) : text(at), kind: "end" }));

export interface BidForm {
  element: HTMLElement;
  /** Makes the bid a step larger or smaller. */
  step: (by: 1 | -1) => void;
  submit: () => void;
  focus: () => void;
  /** Puts a bid into the field. */
  take: (bid: Fraction) => void;
}

export interface BidRequest {
  rule: Rule;
  purse: Purse;
  side: Side;
  /** What is marked on the scale before the bid: only if hints are wanted. */
  hint?: { marks: Mark[]; band: [Fraction, Fraction] | undefined } | undefined;
  submit: (bid: Fraction) => void;
}

export const bidForm = (request: BidRequest): BidForm => (request.rule.kind === "toss" ? tossForm(request) : moneyForm(request));

const moneyForm = ({ rule, purse, side, hint, submit }: BidRequest): BidForm => {
  const own = held(rule, purse, side);
  const [low, high] = range(rule, own);
  const grid = rule.kind === "chips" ? 1n : GRID;
  /** The number of the step at or above a fraction. */
  const steps = (x: Fraction): number => Number((x.n * grid + x.d - 1n) / x.d);
  let bid = must("0");
  const problem = h("p", { class: "wrong", role: "alert" });
  const result = h("p", { class: "quiet bid-result" });
  const top = steps(high);
  const slider = h("input", { type: "range", min: rule.kind === "chips" ? 0 : -top, max: top, step: 1, value: 0, id: "slider", "aria-label": "Your bid" });
  const field = h("input", { type: "text", inputmode: "decimal", autocomplete: "off", id: "bid", size: 9, "aria-label": "Your bid, exactly" });
  const go = h("button", { type: "submit", class: "main", id: "bid-button" });
  const atStep = (number: number): Fraction => least(high, greatest(low, make(BigInt(number), grid)));
  const draw = (): void => {
    slider.setAttribute("aria-valuetext", amount(rule, bid));
    replace(go, `Bid ${amount(rule, bid)}`);
    const sign = (buyer: Side): string => accountText(rule, { ...pay(purse, buyer, bid), star: undefined }, side);
    replace(result, `If you move, you hold ${sign(side)}; if not, ${compare(bid, own) >= 0 ? "" : "at least "}${sign(other(side))}.`);
  };
  const set = (next: Fraction, writes = true): void => {
    bid = next;
    replace(problem);
    go.disabled = false;
    field.removeAttribute("aria-invalid");
    slider.value = `${Math.max(-top, Math.min(top, Math.round(forDrawing(bid) * Number(grid))))}`;
    if (writes) field.value = text(bid);
    draw();
  };
  slider.addEventListener("input", () => set(atStep(Number(slider.value))));
  const ofField = (): Fraction | undefined => {
    const cut = field.value.replace(/%\s*$/, "");
    const given = read(cut);
    return given && cut !== field.value ? make(given.n, given.d * 100n) : given;
  };
  /** What is wrong with what stands in the field; told while it is written, and the button waits for it. */
  const wrong = (given: Fraction | undefined): string | undefined => {
    if (!given) return rule.kind === "chips" ? "Write a number of chips." : "Write a fraction such as 3/32, a decimal such as 0.09, or 9 %.";
    if (mayBid(rule, purse, side, given)) return undefined;
    return rule.kind === "chips" ? `A bid is a whole number from 0 to ${text(own)}.` : `A bid is at most what you hold: from ${text(low)} to ${text(high)}.`;
  };
  field.addEventListener("input", () => {
    const given = ofField();
    const fault = wrong(given);
    if (fault === undefined) return set(given!, false);
    replace(problem, fault);
    go.disabled = true;
    field.setAttribute("aria-invalid", "true");
  });
  const send = (): void => {
    const given = ofField();
    const fault = wrong(given);
    if (fault !== undefined) return replace(problem, fault);
    submit(given!);
  };
  const step = (by: 1 | -1): void => {
    const exact = make((bid.n * grid) / bid.d, grid);
    set(least(high, greatest(low, by > 0 ? add(exact, make(1n, grid)) : compare(exact, bid) < 0 ? exact : minus(exact, make(1n, grid)))));
  };
  set(bid);
  const element = h(
    "form",
    { class: "bid-form", submit: (event: Event) => (event.preventDefault(), send()) },
    slider,
    scale([low, high], [...ends(low, high), ...(hint?.marks ?? [])], hint?.band),
    h("div", { class: "row" }, button("−", () => step(-1), { "aria-label": "bid less", class: "step" }), field, button("+", () => step(1), { "aria-label": "bid more", class: "step" }), go),
    result,
    problem,
  );
  return { element, step, submit: send, focus: () => slider.focus({ preventScroll: true }), take: set };
};

/** The computer has hidden heads or tails: whoever calls it right moves. */
const tossForm = ({ submit }: BidRequest): BidForm => {
  const call = (face: number): void => submit(make(BigInt(face), 1n));
  const heads = button("heads", () => call(0), { class: "call" });
  return {
    element: h("div", { class: "bid-form" }, h("p", {}, "The computer has hidden a coin. Call it: if you are right, you put the next stone."), h("div", { class: "row" }, heads, button("tails", () => call(1), { class: "call" }))),
    step: () => undefined,
    submit: () => undefined,
    focus: () => heads.focus({ preventScroll: true }),
    take: () => undefined,
  };
};
