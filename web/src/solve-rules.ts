/** The rules that a question may change: who is paid, chips, what an endless game is worth, exact values or bounds. */
import { button, choice, h, replace } from "./dom.js";
import type { AuctionRequest, EndgameRequest } from "./solver.js";

/** What the address says of them. */
const RULES = ["pawns", "pays", "chips", "winner", "ties", "never", "bits"] as const;
export type Rules = Partial<Record<(typeof RULES)[number], string | undefined>>;
export const rulesOf = (query: URLSearchParams): Rules => Object.fromEntries(RULES.flatMap((name) => (query.has(name) ? [[name, query.get(name)!]] : [])));

const whole = (text: string | undefined, what: string): number | undefined => {
  if (text !== undefined && !/^\d{1,15}$/.test(text)) throw new Error(`${what}: found ${text}, required a whole number`);
  return text === undefined ? undefined : Number(text);
};

/** The rules as a part of the question. What is wrong with them says the solver, but for numbers that are none. */
export const asked = ({ pays, chips, bits, ...rules }: Rules): AuctionRequest & Pick<EndgameRequest, "pawns"> => ({ ...(rules as AuctionRequest), payment: pays, chips: whole(chips, "chips"), bits: whole(bits, "bits") });

export class RulesPanel {
  readonly element = h("details", { class: "rules" });

  constructor(
    private readonly players: readonly [string, string],
    private readonly change: (rules: Rules) => void,
  ) {}

  show(rules: Rules, hasPawns = false): void {
    const { element } = this;
    const changed = Object.keys(rules).length;
    const set = (name: keyof Rules, value: string, drop: readonly (keyof Rules)[] = []): void => {
      const next: Rules = { ...rules, [name]: value };
      for (const other of value === "" ? [name, ...drop] : drop) delete next[other];
      this.change(next);
    };
    /** A field for a rule: empty means that it is the usual one. */
    const field = (name: keyof Rules, label: string, hint: string, usual: string): HTMLElement =>
      h("label", {}, `${label} `, h("input", { type: "text", size: 6, value: rules[name] ?? "", placeholder: usual, "data-key": name, autocomplete: "off", change: (event: Event) => set(name, (event.target as HTMLInputElement).value.trim()) }), h("span", { class: "quiet" }, ` ${hint}`));
    const { pays, chips, winner } = rules;
    const kind = pays === undefined ? "" : pays === "bank" ? "bank" : "part";
    const [first, second] = this.players;
    replace(
      element,
      h("summary", {}, "Rules", h("span", { class: "quiet" }, changed === 0 ? " the usual ones: the winner pays the other player" : ` ${changed === 1 ? "one is" : `${changed} are`} changed`)),
      h(
        "div",
        { class: "stack" },
        choice("who gets the winning bid", [["", "the other player"], ["bank", "the bank"], ["part", "the bank gets a part"]], kind, (value) => set("pays", value === "part" ? "1/2" : value, ["winner", "ties"])),
        kind === "part" && field("pays", "the bank's part", "a fraction from 0 to 1", "1/2"),
        field("chips", "whole chips", "so many in all; empty: any amounts", "any"),
        (pays !== undefined || chips !== undefined) && choice("who moves then", [["", "the usual one"], ["moves", "the buyer"], ["decides", "the buyer says who"]], winner ?? "", (value) => set("winner", value, value === "moves" ? [] : ["ties"])),
        pays !== undefined && winner === "moves" && choice("who owns ties", [["", "nobody"], ["white", first], ["black", second]], rules.ties ?? "", (value) => set("ties", value)),
        field("never", "an endless game is worth", "0 to 1, or richer; empty: what each can force", "open"),
        field("bits", "bounds of so many bits", "1 to 62; empty: exact values", "exact"),
        hasPawns && choice("pawns", [["", "usual rule"], ["single", "single step"], ["double", "double step"]], rules.pawns ?? "", (value) => set("pawns", value)),
        changed > 0 && button("the usual rules", () => this.change({}), { class: "plain", "data-key": "usual" }),
      ),
    );
    if (changed > 0) element.open = true;
  }
}
