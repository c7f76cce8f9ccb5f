/** All-pay auctions: what a position is worth with these chips, how often each bid is made, who wins surely; and a play against the verified mixes. */
import { type App, type Page } from "./app.js";
import { allChanges, fill, logPart, playPart } from "./all-pay-play.js";
import { atStake, decode, encode, goOn, readState, replay, type Ask, type Need, type Pair, type Player, type State, type Step, type Ties } from "./all-pay-rules.js";
import { BLUFF, bluffs, happened, NAMES, needRows } from "./all-pay-words.js";
import { button, h, replace, row, tableOf } from "./dom.js";
import { boundPage } from "./frame.js";
import { brief, decimal, make } from "./fraction.js";
import type { Said } from "./protocol.js";
import { asCommand } from "./strip.js";

/** The bids of a player, with a bar for each. */
const mix = (player: Player, { mixes }: State): HTMLElement => {
  const bids = mixes[player];
  if (bids.length === 0) return h("p", {}, `${NAMES[player]} bids nothing: there is no auction here.`);
  const all = bids.reduce((sum, { weight }) => sum + weight, 0n);
  return tableOf({ class: "numbers mix" }, `How often ${NAMES[player]} bids what`, ["chips", "probability"], bids.map(({ bid, weight }) => row([`${bid}`, brief(make(weight, all))])));
};

/** With how many chips a player wins surely, against each number of the other's. */
const sure = (player: Player, needs: readonly Need[], most: number): HTMLElement | undefined => {
  if (needs.length === 0) return undefined;
  const other = player === "left" ? "Right" : "Left";
  return tableOf({ class: `numbers sure of-${player}` }, `${NAMES[player]} wins surely`, [`chips of ${other}`, `chips that ${NAMES[player]} needs`], needRows(needs, most).map((cells) => row(cells)));
};

/** How often the players bluff in this table, and here. */
const bluffPart = (receipt: Record<string, unknown>, state: State, text: string): HTMLElement | undefined => {
  const said = bluffs(receipt);
  const here = text.split("\n").filter((line) => line.includes(" bluffs here: "));
  if (here.length === 0 && state.mixes.left.length > 0) here.push("Nobody bluffs here");
  return said === undefined ? undefined : h("section", { class: "bluffs" }, h("h2", {}, "Bluffs"), ...here.map((line) => h("p", {}, `${line}.`)), h("p", {}, said), h("p", { class: "quiet" }, `${BLUFF} So a player bluffs exactly where the own mix has two bids or more.`));
};

export const allPayPage = (app: App): Page => {
  /** What was asked of the certificate, and its answers. */
  let names: readonly string[] = [];
  let answers = new Map<string, Said>();
  /** Whether the reader has just done something in the play: then the keyboard stays there. */
  let acted = false;

  return boundPage(app, (slots) => async ({ table, at, query, isNew, isWanted, goTo }) => {
    const { id } = table.verdict;
    if (isNew) [names, answers] = [await app.engine.call("names", id), new Map()];
    const start = at ?? names[0] ?? "";
    const receipt = table.verdict as unknown as Record<string, unknown>;
    const most: Pair = { left: receipt["left_start"] as number, right: receipt["right_start"] as number };
    const ties = receipt["ties"] as Ties;
    const holds = query.get("holds") ?? `${most.left},${most.right}`;
    const asked = async (name: string, held: string): Promise<Said> => {
      const key = `${held} ${name}`;
      const said = answers.get(key) ?? ((await app.engine.call("probeHolds", id, name, held)) as Said);
      answers.set(key, said);
      return said;
    };
    const ask: Ask = async (name, { left, right }) => readState(await asked(name, `${left},${right}`));
    const first = readState(await asked(start, holds));
    const side = query.get("side");
    const human = side === "left" || side === "right" ? side : undefined;
    /** Goes to a play of this start. */
    const play = (player: Player, steps: readonly Step[], quiet = true): void => goTo(start, quiet, { holds, side: player, ...(steps.length > 0 ? { log: encode(steps) } : {}) });

    const steps = human === undefined ? [] : decode(query.get("log") ?? "");
    if (steps === undefined) throw new Error("This address has a log of a play that cannot be read. Begin a new play at this position.");
    const played = await replay(first, steps, ties, ask);
    if (!isWanted()) return "";
    const next = human === undefined ? undefined : goOn(played, human, fill);
    // What the page does stands in the address, too; then the play is shown from there.
    if (human !== undefined && next !== undefined) {
      play(human, next);
      return start;
    }
    const changes = human === undefined ? [] : await allChanges(played, human, ties, ask);
    // Between the bids and the move, mixes and thresholds are those of the auction that was held; the value is that of the move.
    const state = played.pending === undefined ? played.now : played.turns.at(-1)!.before;
    const stake = atStake(played);
    const said = await asked(state.position, `${state.held.left},${state.held.right}`);
    if (!isWanted()) return "";

    slots.rule("Both players bid whole chips at the same time, and both pay what they bid to the bank; whoever has bid more moves. So the best bids are drawn by lot.");
    const value = decimal(stake.low, 9);
    const which = played.pending === undefined ? "" : `, and ${NAMES[played.pending]} moves`;
    replace(
      slots.answer,
      h("h2", {}, `${stake.position}, ${stake.held.left} against ${stake.held.right} chips${which}`),
      h("p", { class: "value" }, value),
      h("p", { class: "meaning" }, stake.turn === null ? `The game is over: Left's share is ${value}.` : `${which === "" ? "The game" : "The move"} is worth at least ${value} to Left, and at most ${decimal(stake.high, 9)}.`.replace("….", "…")),
    );
    const mixes = [mix("left", state), mix("right", state)];
    if (human === undefined) {
      const place: HTMLInputElement = h("input", { type: "text", value: start, list: "names", autocomplete: "off", spellcheck: false, change: () => goTo(place.value, false, { holds: chips.value }) });
      const chips: HTMLInputElement = h("input", { type: "text", value: holds, autocomplete: "off", spellcheck: false, change: () => goTo(place.value, false, { holds: chips.value }) });
      const begin = (player: Player): HTMLElement => button(`play ${NAMES[player]}`, () => ((acted = true), play(player, [], false)), { class: "main" });
      replace(
        slots.drawing,
        h("p", { class: "row" }, h("label", {}, "go to the position ", place), h("label", {}, "with the chips of Left, of Right ", chips), h("datalist", { id: "names" }, ...names.slice(0, 500).map((one) => h("option", { value: one })))),
        stake.turn !== null && h("p", { class: "row" }, "Play from here against the verified mixes:", begin("left"), begin("right")),
        ...mixes,
      );
      replace(slots.below);
    } else {
      const go = (steps: readonly Step[]): void => ((acted = true), play(human, steps));
      const part = playPart({ played, human, ties, go, leave: () => goTo(start, false, { holds }) }, changes);
      replace(slots.drawing, part, h("details", {}, h("summary", {}, "The verified mixes here"), ...mixes));
      const log = logPart(played, changes, human);
      replace(slots.below, log ?? "");
      // After the last step of a reader the keyboard is where the next one is.
      if (acted) (part.querySelector<HTMLElement>(".choices button") ?? part.querySelector<HTMLElement>("h2"))?.focus({ preventScroll: true });
      acted = false;
    }
    replace(slots.details, h("div", { class: "sure-wins" }, sure("left", state.sure.left, most.left), sure("right", state.sure.right, most.right)), bluffPart(receipt, state, said.text), asCommand(said.text));
    const last = human === undefined ? undefined : played.turns.at(-1);
    app.say(last && human !== undefined ? `${happened(last, human, ties)} ${stake.position}: worth ${value} to Left.` : `${stake.position}: worth ${value} to Left.`);
    return stake.position;
  });
};
