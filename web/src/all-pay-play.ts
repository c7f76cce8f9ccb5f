/** A play of an all-pay auction against the verified mixes: the bids, the options, the log. The rules are in `all-pay-rules`, the words in `all-pay-words`. */
import { atStake, bid, changeOf, choices, choose, drawBid, otherOf, takeBack, type Ask, type Change, type Fill, type Played, type Player, type Step, type Ties, type Turn } from "./all-pay-rules.js";
import { against, changes, chips, ending, gift, guarantee, happened, luck, NAMES, ownGuarantee, tiesText } from "./all-pay-words.js";
import { button, h, row, scrolled, tableOf } from "./dom.js";
import { decimal } from "./fraction.js";

/** Random bytes from the browser. */
export const fill: Fill = (bytes) => void crypto.getRandomValues(bytes as Uint8Array<ArrayBuffer>);

export interface PlayRequest {
  played: Played;
  human: Player;
  ties: Ties;
  /** Shows the play after other steps. */
  go: (steps: readonly Step[]) => void;
  /** Ends the play, and shows where it was. */
  leave: () => void;
}

/** The changes of all turns of a play. */
export const allChanges = ({ turns }: Played, human: Player, ties: Ties, ask: Ask): Promise<Change[]> => Promise.all(turns.map((turn) => changeOf(turn, human, ties, ask)));

/** The bid cards of an auction. */
const cards = ({ step: { bids, by } }: Turn, human: Player): HTMLElement | undefined =>
  bids && h("div", { class: "bid-cards" }, ...[human, otherOf(human)].map((player) => h("div", { class: `bid-card${player === by ? " bought" : ""}` }, h("span", {}, player === human ? `You, ${NAMES[player]}` : `The page, ${NAMES[player]}`), h("strong", {}, chips(bids[player])))));

const group = (label: string, ...buttons: HTMLElement[]): HTMLElement => h("div", { class: "choices", role: "group", "aria-label": label }, ...buttons);

/** What the human can do now. */
const decision = ({ played, human, ties, go }: PlayRequest): HTMLElement[] => {
  const { now, pending } = played;
  if (now.turn === null) return [h("p", {}, button("new play", () => go([]), { class: "main" }))];
  const own = choices(played, human);
  if (pending !== undefined || now.turn !== "bid")
    return [
      h("p", {}, pending === undefined ? "It is your turn, without an auction: choose an option." : "You move: choose an option."),
      group("Your options", ...own.map((place) => button(now.options[place]!.position, () => go(choose(played, place)), { class: "move" }))),
      h("details", {}, h("summary", {}, "What each option is worth to Left"), h("ul", {}, ...own.map((place) => h("li", {}, `${now.options[place]!.position}: at least ${decimal(now.options[place]!.low, 6)}, at most ${decimal(now.options[place]!.high, 6)}`)))),
    ];
  const make = (own: number): void => go(bid(played, human, own, ties, fill));
  return [
    h("p", {}, `Both bid at the same time and both pay; ${tiesText(ties)}. How many chips do you bid?`),
    group("Your bid", ...Array.from({ length: now.held[human] + 1 }, (_, own) => button(`${own}`, () => make(own), { class: "bid" }))),
    h("p", {}, button("draw my bid from my verified mix", () => make(drawBid(now.mixes[human], fill)), { class: "plain" })),
  ];
};

/** The play as it stands. */
export const playPart = (request: PlayRequest, all: readonly Change[]): HTMLElement => {
  const { played, human, ties, go, leave } = request;
  const { now, turns } = played;
  const last = turns.at(-1);
  const isOver = now.turn === null;
  return h(
    "section",
    { class: "all-pay-play", "aria-label": "The play" },
    h("h2", { tabindex: -1 }, isOver ? ending(now, human) : `You are ${NAMES[human]}, with ${chips(now.held[human])}; the page has ${now.held[otherOf(human)]}`),
    last && cards(last, human),
    last && h("p", { role: "status" }, happened(last, human, ties)),
    ...(last ? changes(last, all.at(-1)!, human).map((line) => h("p", { class: "quiet luck" }, line)) : []),
    !isOver && h("p", { class: "hint" }, `${guarantee(atStake(played), human)} ${ownGuarantee(atStake(played), human)}`),
    ...decision(request),
    h(
      "p",
      { class: "row" },
      turns.length > 0 && button("take back", () => go(takeBack(played, human)), { class: "plain" }),
      turns.length > 0 && !isOver && button("new play", () => go([]), { class: "plain" }),
      button("stop playing", leave, { class: "plain" }),
    ),
  );
};

/** All turns so far. */
export const logPart = ({ turns }: Played, all: readonly Change[], human: Player): HTMLElement | undefined => {
  if (turns.length === 0) return undefined;
  const heads = ["", "position", "chips", `Left bids`, `Right bids`, "moves", "to", "luck for you", "given away by you"];
  const rows = turns.map(({ step: { bids, by, option }, before, paid }, place) =>
    row([`${place + 1}`, before.position, against(before.held), `${bids?.left ?? ""}`, `${bids?.right ?? ""}`, by === "chance" ? "chance" : NAMES[by], option === undefined ? "" : paid.options[option]!.position, luck(all[place]!), gift(all[place]!)]),
  );
  return h(
    "section",
    {},
    h("h2", {}, "The play so far"),
    scrolled("The play so far", tableOf({ class: "numbers history" }, "", heads, rows)),
    h("p", { class: "quiet" }, `Luck and gifts are counted in shares of the game, by the bound of which the page is sure as ${NAMES[otherOf(human)]}. After taking back, the page draws again.`),
  );
};
