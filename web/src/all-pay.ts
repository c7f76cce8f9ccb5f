/** All-pay auctions: what a position is worth with these chips, and how often each bid is made. */
import { type App, type Page } from "./app.js";
import { h, replace } from "./dom.js";
import { asCommand, boundPage, field } from "./frame.js";
import { decimal, read } from "./fraction.js";
import type { Said } from "./protocol.js";

interface Bid {
  bid: number;
  probability: string;
}

/** The bids of a player, with a bar for each. */
const mix = (player: string, bids: readonly Bid[]): HTMLElement => {
  if (bids.length === 0) return h("p", {}, `${player} bids nothing: there is no auction here.`);
  const row = ({ bid, probability }: Bid): HTMLElement => {
    const found = read(probability);
    return h("tr", {}, h("td", {}, `${bid}`), h("td", {}, found ? decimal(found, 4) : probability));
  };
  return h("table", {}, h("caption", {}, `How often ${player} bids what`), h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "chips"), h("th", { scope: "col" }, "probability"))), h("tbody", {}, ...bids.map(row)));
};

export const allPayPage = (app: App): Page =>
  boundPage(app, (slots) => async ({ table, at, query, isWanted, goTo }) => {
    const { id } = table.verdict;
    const names = await app.engine.call("names", id);
    const name = at ?? names[0] ?? "";
    const { left_start: left, right_start: right } = table.verdict as unknown as { left_start: number; right_start: number };
    const holds = query.get("holds") ?? `${left},${right}`;
    const said = (await app.engine.call("probeHolds", id, name, holds)) as Said;
    if (!isWanted()) return "";
    slots.rule("Both players bid whole chips at the same time, and both pay what they bid to the bank; whoever has bid more moves. So the best bids are drawn by lot.");
    const [low, high] = [read(field(said, "low")), read(field(said, "high"))];
    const value = low ? decimal(low, 9) : "";
    replace(
      slots.answer,
      h("h2", {}, `${name}, ${holds.replace(",", " against ")} chips`),
      h("p", { class: "value" }, value),
      h("p", { class: "meaning" }, `The game is worth at least ${value} to Left, and at most ${high ? decimal(high, 9) : ""}.`),
    );
    const place: HTMLInputElement = h("input", { type: "text", value: name, list: "names", autocomplete: "off", spellcheck: false, change: () => goTo(place.value, false, { holds: chips.value }) });
    const chips: HTMLInputElement = h("input", { type: "text", value: holds, autocomplete: "off", spellcheck: false, change: () => goTo(place.value, false, { holds: chips.value }) });
    replace(
      slots.drawing,
      h("p", { class: "row" }, h("label", {}, "go to the position ", place), h("label", {}, "with the chips of Left, of Right ", chips), h("datalist", { id: "names" }, ...names.slice(0, 500).map((one) => h("option", { value: one })))),
      mix("Left", (said["left_bids"] as Bid[] | undefined) ?? []),
      mix("Right", (said["right_bids"] as Bid[] | undefined) ?? []),
    );
    replace(slots.details, asCommand(said.text));
    app.say(`${name}: worth ${value} to Left.`);
    return name;
  });
