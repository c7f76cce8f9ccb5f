/** The choice of a game: which one, which side, how hard. */
import { button, choice, h, replace } from "./dom.js";
import { text } from "./fraction.js";
import { shareOf } from "./play-log.js";
import { LEVELS, type Level } from "./play-rules.js";
import { LEVEL_NAMES, manner } from "./play-words.js";
import { placeOf, PLACES, type World } from "./play-world.js";
import type { Side } from "./strategy.js";

/** An address with other choices in its query. */
const withChoices = (address: string, choices: Record<string, string>): string => {
  const [path, given = ""] = address.split("?") as [string, string?];
  const query = new URLSearchParams(given);
  for (const [name, value] of Object.entries(choices)) query.set(name, value);
  return `${path}?${query.toString().replaceAll("%2F", "/")}`;
};

export interface Setup {
  dialog: HTMLDialogElement;
  open: (world: World | undefined, side: Side, level: Level) => void;
}

/** Calls back with the address of the game that was chosen. */
export const setupDialog = (start: (address: string) => void): Setup => {
  const body = h("div");
  const dialog = h("dialog", { class: "help setup", "aria-label": "Choose a game" }, body);
  const open = (world: World | undefined, side: Side, level: Level): void => {
    const here = world?.address({});
    const known = placeOf(world);
    const places: [string, string][] = known === undefined && here !== undefined ? [...PLACES, [here, world!.title]] : [...PLACES];
    let [place, chosenSide, chosenLevel] = [known ?? here ?? PLACES[0]![0], side, level];
    const said = h("p", { class: "quiet" });
    const explain = (): void => replace(said, manner({ kind: /hex/.test(place) && !/bids/.test(place) ? "toss" : /chips/.test(place) ? "chips" : "money", total: { n: 1n, d: 1n }, decides: false }, chosenLevel));
    const share = h("input", { type: "text", size: 8, autocomplete: "off", id: "share" });
    const problem = h("p", { class: "wrong", role: "alert" });
    explain();
    const begin = (): void => {
      const wanted = share.value.trim() === "" ? undefined : shareOf(share.value);
      if (share.value.trim() !== "" && !wanted) return replace(problem, "A share is a number from 0 to 1, such as 5/8.");
      dialog.close();
      start(withChoices(place, { side: chosenSide, level: chosenLevel, ...(wanted ? { hold: text(wanted) } : {}) }));
    };
    replace(
      body,
      h("h2", {}, "Choose a game"),
      h("p", {}, choice("game", places, place, (value) => ((place = value), explain()))),
      h("p", {}, choice("you are", [["white", "White, or Left"], ["black", "Black, or Right"]], chosenSide, (value) => (chosenSide = value as Side))),
      h("p", {}, choice("level", LEVELS.map((name) => [name, LEVEL_NAMES[name]]), chosenLevel, (value) => ((chosenLevel = value as Level), explain()))),
      said,
      h("details", {}, h("summary", {}, "an exact share of the money"), h("p", {}, h("label", { for: "share" }, "you hold "), share, " of 1")),
      problem,
      h("p", { class: "row" }, button("begin", begin, { class: "main" }), button("back", () => dialog.close())),
    );
    dialog.showModal();
  };
  return { dialog, open };
};
