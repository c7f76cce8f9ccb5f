/** The first page: what a bidding game is, in twenty seconds; then a value that was just verified, and where to go on. */
import { explain, type App, type Page } from "./app.js";
import { auction } from "./home-auction.js";
import { Board } from "./board.js";
import { h, replace } from "./dom.js";
import { compare, interval, make } from "./fraction.js";
import { headline } from "./panel.js";
import * as positions from "./position.js";
import { chess, START, to } from "./route.js";

const door = (href: string, title: string, text: string, main = false): HTMLElement => h("a", { class: main ? "card door main" : "card door", href }, h("strong", {}, title), h("span", {}, text));

/** The border of the first position, from a certificate that is verified now. */
const border = async (app: App, place: HTMLElement): Promise<void> => {
  try {
    const { table, entry } = await app.tables.probe(START);
    const { claim } = table.verdict;
    const { low } = interval(entry.lower);
    const [held, verdict] = [h("output", { for: "held" }), h("p", { class: "meaning outcome", "aria-live": "polite" })];
    const slider: HTMLInputElement = h("input", { type: "range", id: "held", min: 0, max: 100, value: 60, input: () => tell() });
    // The border is 77/128: no whole number of chips lies on it.
    const tell = (): void => {
      replace(held, `${slider.value} %`);
      const isShort = compare(make(BigInt(slider.value), 100n), low) < 0;
      replace(verdict, h("strong", {}, isShort ? "White wins" : "Black wins"), `, whatever ${isShort ? "Black" : "White"} bids: with ${slider.value} of 100 chips Black is ${isShort ? "short of" : "above"} the border.`);
    };
    tell();
    replace(
      place,
      h("p", { class: "value" }, headline(entry)),
      h("p", { class: "meaning" }, entry.meaning),
      h("p", { class: "row slide" }, h("label", { for: "held" }, "Black holds ", held, " ", slider)),
      verdict,
      h("p", { class: "badge" }, h("strong", {}, "✓ verified in this browser"), ` just now: ${claim}.`),
      h("p", {}, h("a", { class: "button", href: chess(START) }, "Look at this position")),
    );
  } catch (error) {
    replace(place, explain(error, () => void border(app, place)));
  }
};

export const homePage = (app: App): Page => {
  const value = h("div", { class: "card border", role: "status" }, h("p", { class: "quiet" }, "Asking the checker…"));
  const board = new Board();
  const show = (fen: string): void => board.show({ position: positions.readFen(fen)!, turned: false, label: `White has a king and a knight, Black has a king: ${fen}` });
  show(START);
  const story = auction(show, START);
  const element = h(
    "div",
    { class: "page home" },
    h(
      "section",
      { class: "hero", "aria-label": "How the game goes" },
      h("div", { class: "said" }, h("h1", {}, "Both bid. The winner pays the other, and moves."), h("p", { class: "lead" }, "Four things differ from chess: nobody is on move, so both bid for each; the king is captured like any other man, and that wins; nobody castles; who has no move passes. So each position has a number: the share of the money that decides who wins. Here are these numbers, exact and proved."), story.element),
      h("div", { class: "stage" }, board.svg),
    ),
    h(
      "section",
      { "aria-label": "Where to go on" },
      h(
        "nav",
        { class: "doors", "aria-label": "Doors" },
        door(to("play"), "Play an auction", "Bid against the computer, and move on the board.", true),
        door(chess(START), "Look up a position", "Put men on a board of 2×2 to 16×16."),
        door(to("solve"), "Solve a game of your own", "Draw it, or set it up. It is solved and verified here."),
        door(to("lessons"), "Ten lessons", "The bid, zugzwang, and the draw: a question each."),
        door(to("tables"), "All certificates", "Endgames, Hex, chips, partitions, models, proofs."),
      ),
    ),
    h(
      "section",
      { class: "two", "aria-label": "What the position is worth" },
      h("div", {}, h("h2", {}, "Who wins? One number decides"), value),
      h(
        "div",
        {},
        h("h2", {}, "Why you can believe it"),
        h("p", {}, "A fast program computed the numbers, and nobody has to trust it. It wrote a certificate: the numbers, and what they rest on. A second, small program checks one inequality at each position. It runs in this page, on your machine, before anything is shown. If a single number is wrong, it says where."),
        h("p", {}, h("a", { class: "button plain", href: to("break") }, "Break one, and watch it being caught")),
      ),
    ),
  );
  return {
    element,
    show: () => {
      void border(app, value);
      story.start();
    },
  };
};
