/** Ten positions that teach bid, quiescence, zugzwang and draw. No answer is written here: each comes from the verified table. */
import { explain, type App, type Page } from "./app.js";
import { Board } from "./board.js";
import { button, h, replace } from "./dom.js";
import { asking, latest } from "./frame.js";
import { brief, interval, must, text } from "./fraction.js";
import { panel } from "./panel.js";
import * as positions from "./position.js";
import type { Entry } from "./protocol.js";
import { chess as explore } from "./route.js";
import { strip } from "./strip.js";

/** What is asked, with the right answer and wrong ones, all computed from the position. */
interface Question {
  ask: string;
  right: (entry: Entry) => string;
  wrong: (entry: Entry) => string[];
  /** Said afterwards. */
  because: string;
}

interface Lesson {
  title: string;
  fen: string;
  text: string;
  question: Question;
}

const value = (entry: Entry): string => text(interval(entry.lower).low);
const bid = (entry: Entry): string => text(must(entry.bid_lower!));
const firstOf = (entry: Entry, by: "white" | "black", aim: "best_to_win" | "best_not_to_lose"): string => entry.options.find((option) => option.by === by && option[aim])?.move ?? "";
const otherMoves = (entry: Entry, by: "white" | "black", aim: "best_to_win" | "best_not_to_lose"): string[] => entry.options.filter((option) => option.by === by && !option[aim]).map(({ move }) => move);
const KINDS = ["worth something", "worth nothing: both may wait", "a burden: both want the other to move"];
const kind = (entry: Entry): string => KINDS[entry.kind === "zugzwang" ? 2 : entry.kind === "quiescent" ? 1 : 0]!;
const otherKinds = (entry: Entry): string[] => KINDS.filter((one) => one !== kind(entry));
const numbers = (right: string): string[] => ["0", "1/8", "1/4", "1/2", "5/8", "3/4", "1"].filter((one) => one !== right);

export const LESSONS: readonly Lesson[] = [
  {
    title: "Whoever moves next wins",
    fen: "8/8/8/8/8/3k4/3K4/8",
    text: "There is no check here: a king is captured like any other man, and nobody is on move. Before each move both players bid for it. These kings touch.",
    question: { ask: "Which share of the money is the border between White's win and Black's?", right: value, wrong: (entry) => numbers(value(entry)), because: "Either king can take the other, so the richer player wins. Half of the money is the border." },
  },
  {
    title: "The bid",
    fen: "3k3R/8/3K4/8/8/8/8/8",
    text: "If White moves, the rook takes the king. If Black moves, Black does best to attack the white king, and then whoever moves next wins.",
    question: { ask: "How much is the right bid, for both?", right: bid, wrong: (entry) => numbers(bid(entry)), because: "The value is the mean of the best values that the two can reach, and the right bid is half of their difference. A player who bids so loses nothing by winning the auction, and nothing by losing it." },
  },
  {
    title: "The mean of two numbers",
    fen: "3k/4/4/K2Q",
    text: "White's queen can take the king. Look for Black's best move, and for the value after it. It is half of the way to the answer.",
    question: { ask: "What is this position worth?", right: value, wrong: (entry) => ["5/8", "3/4", "7/8", "1/2"].filter((one) => one !== value(entry)), because: "White's best move is worth 1. The table shows what Black's best move leads to; the value is the mean of the two." },
  },
  {
    title: "A long way off",
    fen: "k7/8/8/K7/7N/8/8/8",
    text: "The value of this position takes 138 digits above the line and as many below it. Rules for the single move stay the same.",
    question: { ask: "Which move is White's best?", right: (entry) => firstOf(entry, "white", "best_to_win"), wrong: (entry) => otherMoves(entry, "white", "best_to_win").slice(0, 4), because: "Best is what leads to the largest value. The labels tell how far the end is: so many auctions won in a row are enough." },
  },
  {
    title: "A quiet corner",
    fen: "k2/3/3/K1N",
    text: "This is the first position of the book's story. Black needs a little more than three fifths of the money.",
    question: { ask: "The right to move is here …", right: kind, wrong: otherKinds, because: "The bid is positive where each player's best move improves that player's prospects." },
  },
  {
    title: "Both may wait",
    fen: "2k/3/3/K1N",
    text: "Sometimes the best move of either side changes nothing.",
    question: { ask: "The right to move is here …", right: kind, wrong: otherKinds, because: "Where both best moves lead to the value of the position itself, the right bid is 0. The position is called quiescent." },
  },
  {
    title: "Paid to move",
    fen: "8/8/8/8/3k4/8/8/K2N4",
    text: "Every white move makes White's prospects worse, and every black move makes Black's worse.",
    question: { ask: "The right bid is …", right: (entry) => `below 0: ${brief(must(entry.bid_lower!))}`, wrong: () => ["exactly 0", "above 0: 95/32256", "above 0: 1/8"], because: "A negative bid means that its owner is paid and moves. This is a zugzwang: each side would pay a little to have the other one move." },
  },
  {
    title: "A wall of pawns",
    fen: "k2/1p1/1P1/K2",
    text: "Each king can walk behind its pawn. To win, a king must come out, and there a pawn attacks it.",
    question: { ask: "Black holds half of the money. What happens with best play?", right: (entry) => (entry.sharp === true ? "one side wins" : "nobody can force a win: a draw"), wrong: (entry) => ["White wins", "Black wins", entry.sharp === true ? "a draw" : "the richer player wins"], because: "There are two borders. Below the lower one White can force a win, above the upper one Black can. Between them the game is drawn." },
  },
  {
    title: "To win, or not to lose",
    fen: "k2/1p1/1P1/K2",
    text: "The same wall. White has a move that keeps all winning chances but gives the draw away, and a move that does neither harm.",
    question: { ask: "White is poor and only wants not to lose. Which move?", right: (entry) => firstOf(entry, "white", "best_not_to_lose"), wrong: (entry) => otherMoves(entry, "white", "best_not_to_lose"), because: "To win, White goes by the lower value; not to lose, by the upper one. That is why there are two tables of moves." },
  },
  {
    title: "Three against one, and a draw",
    fen: "k1/NN/K1",
    text: "King and two knights against a king, on six squares. The knights cannot move from where they stand.",
    question: { ask: "Which share must Black hold to be able to force a win?", right: (entry) => `more than ${text(interval(entry.upper).low)}`, wrong: () => ["more than 1/4", "more than 3/4", "no share is enough"], because: "Black wins by capturing a knight and then bidding everything. White cannot force a win with any share: the lower value is 0." },
  },
];

/** The same order for everybody, other than that of writing. */
const mixed = (right: string, wrong: readonly string[]): string[] => [...new Set([right, ...wrong])].slice(0, 5).sort((a, b) => (a < b ? -1 : 1));

export const lessonsPage = (app: App): Page => {
  const board = new Board();
  const list = h("ol", { class: "lessons" });
  const verdict = h("div");
  const side = h("div", { class: "side" });

  const last = latest((error, again) => replace(side, explain(error, again)));
  const show = (place: number): Promise<void> =>
    last(async (stays) => {
      const lesson = LESSONS[place]!;
      replace(list, ...LESSONS.map(({ title }, other) => h("li", {}, h("a", { href: `#/lessons/${other + 1}`, title, "aria-label": `lesson ${other + 1}: ${title}`, "aria-current": other === place ? "true" : undefined }, `${other + 1}`))));
      board.show({ position: positions.readFen(lesson.fen)!, turned: false, label: `Lesson ${place + 1}: ${lesson.fen}` });
      replace(side, asking());
      const { table, entry } = await app.tables.probe(lesson.fen);
      if (!stays()) return;
      const right = lesson.question.right(entry);
      const said = h("div", { role: "status" });
      const choices = mixed(right, lesson.question.wrong(entry)).map((choice) =>
        button(choice, () => {
          const isRight = choice === right;
          replace(
            said,
            h("p", { class: isRight ? "right" : "wrong" }, isRight ? "Right." : "Not quite. Try again, or read on."),
            isRight && h("p", {}, lesson.question.because),
            isRight && panel(entry, ({ after }) => after !== null && app.go(explore(after))),
          );
        }),
      );
      replace(verdict, strip(table.judged, table.verdict, entry.position));
      replace(
        side,
        h("h1", {}, `${place + 1}. ${lesson.title}`),
        h("p", {}, lesson.text),
        h("p", {}, h("strong", {}, lesson.question.ask)),
        h("div", { class: "choices" }, ...choices),
        said,
        h("p", { class: "row" }, h("a", { href: explore(lesson.fen) }, "look around from here"), place + 1 < LESSONS.length && h("a", { href: `#/lessons/${place + 2}` }, "next lesson")),
      );
    });

  return {
    element: h("div", { class: "page" }, list, verdict, h("div", { class: "columns" }, h("div", { class: "left" }, board.svg), side)),
    show: ({ what }) => void show(Math.min(LESSONS.length, Math.max(1, Number(what) || 1)) - 1),
  };
};
