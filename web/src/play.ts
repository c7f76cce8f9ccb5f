/**
 * An auction against the computer, with exact money. The computer commits itself first: it shows the SHA-256 of its bid and of a random text, and opens both
 * after you have bid.
 */
import { explain, type App, type Page } from "./app.js";
import { Board } from "./board.js";
import { button, choice, h, replace } from "./dom.js";
import { compare, decimal, HALF, minus, must, negative, number, ONE, percent, read, text, ZERO, type Fraction } from "./fraction.js";
import * as positions from "./position.js";
import type { Entry, Option } from "./protocol.js";
import { chess as explore, to } from "./route.js";
import { strip } from "./strip.js";
import { auction, decide, isPlayable, other, paid, sealed, sureOf, type Decision, type Side } from "./strategy.js";
import type { Answer } from "./tables.js";

const START = "k2/3/3/K1N";
/** After so many auctions the game may be ended as a draw. */
const LONG = 60;

interface Past {
  position: string;
  white: Fraction;
  bids: Record<Side, Fraction>;
  winner: Side;
  move: string;
  /** What was right for the human. */
  right: Decision;
  sureBefore: Decision["sure"];
  sureAfter: Decision["sure"] | "won" | "lost";
  proof: string;
}

const capital = (side: Side): string => (side === "white" ? "White" : "Black");
const SURE = { win: "a win for you", draw: "at least a draw for you", nothing: "nothing is sure for you", won: "you have won", lost: "you have lost" };

export const playPage = (app: App): Page => {
  let side: Side = "black";
  let white = HALF;
  let fen = START;
  let answer: Answer | undefined;
  let history: Past[] = [];
  let commitment: { decision: Decision; nonce: string; digest: string } | undefined;
  let asking = 0;

  const verdict = h("div");
  const status = h("div", { class: "side" });
  const log = h("div", { class: "below" });
  const board = new Board();
  const bidField = h("input", { type: "text", inputmode: "decimal", autocomplete: "off", id: "bid", size: 14 });

  const address = (position: string, query: Record<string, string>): string => to("play", position, query);
  const own = (): Fraction => (side === "white" ? white : minus(ONE, white));
  const theirs = (): Fraction => minus(ONE, own());

  const nonce = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  /** The computer decides and shows the digest of its decision. */
  const commit = async (): Promise<void> => {
    const entry = answer!.entry;
    const decision = decide(entry, other(side), theirs());
    const random = nonce();
    const digest = await app.engine.call("digest", new TextEncoder().encode(sealed(decision.bid, random)));
    commitment = { decision, nonce: random, digest };
  };

  const begin = async (position: string): Promise<void> => {
    const asked = ++asking;
    fen = position;
    commitment = undefined;
    replace(status, h("p", { class: "notice", role: "status" }, "Asking the checker…"));
    try {
      const next = await app.tables.probe(position);
      if (asked !== asking) return;
      if (!isPlayable(next.entry)) throw new Error("Exact values are needed to play here, and this certificate states bounds.");
      answer = next;
      await commit();
      if (asked !== asking) return;
      replace(verdict, strip(next.table.judged, next.table.verdict, next.entry.position));
      draw();
    } catch (error) {
      if (asked !== asking) return;
      answer = undefined;
      replace(status, explain(error, () => void begin(position)));
      drawBoard();
    }
  };

  const drawBoard = (): void => {
    const position = positions.readFen(fen);
    if (position) board.show({ position, turned: side === "black", label: `The game: ${fen}` });
  };

  const accounts = (): HTMLElement =>
    h("div", { class: "money" }, h("div", {}, `You, ${capital(side)}, hold`, h("strong", { id: "own" }, percent(own(), 4)), h("span", { class: "quiet digits" }, text(own()))), h("div", {}, `The computer, ${capital(other(side))}, holds`, h("strong", {}, percent(theirs(), 4)), h("span", { class: "quiet digits" }, text(theirs()))));

  const draw = (): void => {
    drawBoard();
    if (!answer || !commitment) return;
    const { entry } = answer;
    const problem = h("p", { class: "wrong", role: "alert" });
    const bid = (): void => {
      const amount = /%\s*$/.test(bidField.value) ? read(bidField.value.replace(/%\s*$/, "")) : read(bidField.value);
      const wanted = amount && /%\s*$/.test(bidField.value) ? { n: amount.n, d: amount.d * 100n } : amount;
      if (!wanted) return replace(problem, "Write a fraction such as 3/32, a decimal such as 0.09, or 9 %.");
      const exact = must(`${wanted.n}/${wanted.d}`);
      if (compare(exact, own()) > 0 || compare(exact, negative(own())) < 0) return replace(problem, `A bid is at most what you hold: from ${text(negative(own()))} to ${text(own())}.`);
      open(exact);
    };
    bidField.value = "";
    const hint = h("details", {}, h("summary", {}, "What is right here?"));
    hint.addEventListener("toggle", () => {
      const { sure, bid, move } = decide(entry, side, own());
      if (hint.open && hint.childElementCount === 1) hint.append(h("p", {}, `${entry.meaning} With your money, ${SURE[sure]}. The computer in your place would bid ${number(bid)} and play ${move.move}.`));
    });
    replace(
      status,
      h("h1", {}, history.length === 0 ? "Bid for the move" : `Auction ${history.length + 1}`),
      accounts(),
      h("p", {}, "The computer has bid. SHA-256 of its bid and of a random text: ", h("code", { class: "digits", id: "commitment" }, commitment.digest)),
      h("form", { class: "row", submit: (event: Event) => (event.preventDefault(), bid()) }, h("label", { for: "bid" }, "Your bid"), bidField, h("button", { type: "submit", class: "main" }, "bid")),
      problem,
      h("p", { class: "quiet" }, "The higher bid is paid to the other player, and its owner moves. If the bids are equal, you move. A bid may be negative: then its owner is paid."),
      hint,
      history.length >= LONG && h("p", {}, button("call it a draw", () => end("drawn"))),
    );
    drawLog();
  };

  const drawLog = (): void => {
    const rows = history.map((past, place) =>
      h(
        "tr",
        {},
        h("td", {}, `${place + 1}`),
        h("td", {}, h("a", { href: explore(past.position) }, past.position)),
        h("td", {}, decimal(side === "white" ? past.white : minus(ONE, past.white), 4)),
        h("td", {}, decimal(past.bids[side], 4)),
        h("td", {}, h("span", { title: past.proof }, decimal(past.bids[other(side)], 4))),
        h("td", {}, `${past.winner === side ? "your" : "its"} ${past.move}`),
        h("td", {}, `${SURE[past.sureBefore]}; bid ${decimal(past.right.bid, 4)}, ${past.right.move.move}${past.sureAfter === past.sureBefore ? "" : `. Afterwards: ${SURE[past.sureAfter]}`}`),
      ),
    );
    replace(log, history.length > 0 && h("div", { class: "scrolled", tabindex: 0, role: "region", "aria-label": "Auctions so far" }, h("table", { class: "history" }, h("caption", { class: "unseen" }, "Auctions so far"), h("thead", {}, h("tr", {}, ...["", "position", "you held", "your bid", "its bid", "move", "what was right for you"].map((name) => h("th", { scope: "col" }, name || "nr.")))), h("tbody", {}, ...rows))));
  };

  /** Both bids are opened. */
  const open = (mine: Fraction): void => {
    const { decision, nonce: random, digest } = commitment!;
    const bids = side === "white" ? { white: mine, black: decision.bid } : { white: decision.bid, black: mine };
    const { winner, price } = auction(bids.white, bids.black, side);
    const proof = `SHA-256 of "${sealed(decision.bid, random)}" is ${digest}`;
    const shown = h("p", { class: "digits quiet" }, proof);
    const lines = [h("h1", {}, winner === side ? "You move" : "The computer moves"), h("p", {}, `You bid ${number(mine)}; the computer bid ${number(decision.bid)}. ${winner === side ? "You pay" : "The computer pays"} ${number(price)}.`), shown];
    if (winner === side) {
      const moves = answer!.entry.options.filter(({ by }) => by === side);
      moves.sort((a, b) => (a.move < b.move ? -1 : 1));
      replace(status, ...lines, accounts(), h("div", { class: "choices", role: "group", "aria-label": "Your moves" }, ...moves.map((option) => button(option.move, () => finish(bids, winner, price, option, proof), { class: "move" }))));
      status.querySelector<HTMLElement>(".choices button")?.focus();
    } else {
      replace(status, ...lines, h("p", {}, `It plays ${decision.move.move}.`), button("on", () => finish(bids, winner, price, decision.move, proof), { class: "main" }));
      status.querySelector<HTMLElement>("button.main")?.focus();
    }
  };

  const finish = (bids: Record<Side, Fraction>, winner: Side, price: Fraction, option: Option, proof: string): void => {
    const entry: Entry = answer!.entry;
    const right = decide(entry, side, own());
    const sureBefore = sureOf(entry, side, theirs());
    const before = white;
    [white] = paid(white, winner, price);
    const sureAfter = option.wins ? (winner === side ? "won" : "lost") : sureOf({ ...entry, lower: option.lower, upper: option.upper }, side, theirs());
    history.push({ position: entry.position, white: before, bids, winner, move: option.move, right, sureBefore, sureAfter, proof });
    app.say(`${capital(winner)} plays ${option.move}. You hold ${percent(own())}.`);
    if (option.wins) return end(winner === side ? "won" : "lost");
    app.go(address(option.after!, { side, white: text(white), n: `${history.length}` }));
  };

  const end = (how: "won" | "lost" | "drawn"): void => {
    const words = { won: "You have captured the king. You win.", lost: "The computer has captured your king.", drawn: "A draw." };
    const slips = history.filter(({ sureBefore, sureAfter }) => sureBefore !== sureAfter && (sureAfter === "nothing" || sureAfter === "lost" || (sureBefore === "win" && sureAfter === "draw"))).length;
    commitment = undefined;
    replace(status, h("h1", { class: "done" }, words[how]), accounts(), h("p", {}, slips === 0 ? "No auction of yours gave anything away." : `In ${slips} of the auctions something was given away. The table shows where.`), h("p", {}, button("play again", () => start(history[0]?.position ?? START), { class: "main" })));
    drawLog();
    app.say(words[how]);
  };

  const start = (position: string, share = white0): void => {
    history = [];
    white = share;
    app.go(address(position, { side, white: text(share) }));
  };
  let white0 = must("2/5");

  const PLACES: [string, string][] = [
    [START, "3×4: the game of the book's first chapter"],
    ["k7/8/8/K7/7N/8/8/8", "8×8: king and knight against king"],
    ["3k3R/8/3K4/8/8/8/8/8", "8×8: king and rook against king"],
    ["4k3/8/8/8/8/8/4P3/4K3", "8×8: king and pawn against king"],
    ["k2/1p1/1P1/K2", "3×4: pawns, with room for a draw"],
    ["1k/K1", "2×2: bare kings"],
  ];
  const setup = h("div", { class: "row" });
  const drawSetup = (): void => {
    const shareField = h("input", { type: "text", size: 8, value: text(minus(ONE, white0)), autocomplete: "off" });
    const places = PLACES.some(([place]) => place === (history[0]?.position ?? fen)) ? PLACES : [...PLACES, [fen, fen] as [string, string]];
    replace(
      setup,
      choice("position", places, history[0]?.position ?? fen, (value) => start(value)),
      choice("you are", [["black", "Black"], ["white", "White"]], side, (value) => {
        side = value as Side;
        start(history[0]?.position ?? fen);
      }),
      h("label", {}, "Black's share ", shareField),
      button("begin", () => {
        const share = read(shareField.value);
        if (!share || compare(share, ZERO) < 0 || compare(share, ONE) > 0) return app.say("A share is a number from 0 to 1.");
        white0 = minus(ONE, share);
        start(history[0]?.position ?? fen, white0);
      }),
    );
  };
  return {
    element: h("div", { class: "page play" }, verdict, setup, h("div", { class: "columns" }, h("div", { class: "left" }, board.svg), status, log)),
    show: ({ what, query }) => {
      const position = what === "" ? START : what;
      side = query.get("side") === "white" ? "white" : "black";
      const share = read(query.get("white") ?? "2/5");
      white = share && compare(share, ZERO) >= 0 && compare(share, ONE) <= 0 ? share : must("2/5");
      const auctions = Number(query.get("n") ?? 0);
      if (auctions === 0) {
        history = [];
        white0 = white;
      } else if (auctions < history.length) history = history.slice(0, auctions);
      drawSetup();
      void begin(position);
    },
  };
};
