/** The page of every certificate whose positions are men on a board and whose answers are values: a board, what is verified of it, and the moves that were followed. */
import { explain, type App, type Page } from "./app.js";
import { around, winningLines } from "./around.js";
import { Board, type Arrow } from "./board.js";
import { breath, button, h, replace } from "./dom.js";
import { briefInterval, compare, decimal, forDrawing, interval } from "./fraction.js";
import { latest } from "./frame.js";
import { Near, ends, targets } from "./near.js";
import { headline, panel } from "./panel.js";
import * as positions from "./position.js";
import type { Entry, Option } from "./protocol.js";
import { START, to, type Query, type Route } from "./route.js";
import { ruleOf } from "./rules.js";
import { chessSource, fileSource, whyNone, type Answered, type Source } from "./source.js";
import { strip } from "./strip.js";
import { NoTable, rulesOf } from "./tables.js";
import { fenField, HELP, modeBar, setUp, tools, type Acts, type Held, type Mode } from "./tools.js";
import { Tree } from "./tree.js";

type Heat = Map<string, { colour: number; text: string; spoken: string; fen: string }>;

/** Whether the page offers to solve a position itself: three men on any board, four on small ones. */
const isSmall = (men: number, squares: number): boolean => men <= 3 || (men === 4 && squares <= 36);

/** What was passed over, a sentence each. */
const noted = (notes: readonly string[] = []): HTMLElement[] => notes.map((note) => h("p", { class: "quiet" }, `Note: ${note}.`));

export const boardPage = (app: App, page: Source["page"]): Page => {
  let position = positions.empty(8, 8);
  let source: Source = chessSource(app, {});
  let answer: Answered | undefined;
  let mode: Mode = "move";
  let brush: string | undefined;
  let turned = false;
  let heatSquare: string | undefined;
  let heat: Heat | undefined;
  let isAsking = false;
  /** What is asked for; nothing before a position is known. */
  let asked: string | undefined;
  let solver: { end: () => void } | undefined;
  /** What the address says of the game. */
  let game = "";

  const side = h("div", { class: "side" });
  const bar = h("div");
  const toolRows = h("div");
  const below = h("div", { class: "below" });
  const line = h("div", { class: "line" });
  const field = fenField((text) => app.go(source.address(text, query(), answer)));
  /** What the address has in the place of a position. */
  let refused: { text: string; why: string } | undefined;
  const help = h("dialog", { class: "help", "aria-label": "Keys" }, h("h2", {}, "Keys on the board"), h("dl", { class: "facts" }, ...HELP.map(([key, what]) => h("div", {}, h("dt", {}, key), h("dd", {}, what)))), button("close", () => help.close()));

  const query = (): Query => ({ turned: turned ? "1" : undefined, heat: heatSquare });
  const address = (fen: string): string => source.address(fen, query(), answer);
  const go = (fen: string, quiet = false): void => app.go(address(fen), quiet);
  const visit = (next: positions.Position, quiet = false): void => go(positions.fen(next), quiet);
  const name = (index: number): string => positions.squareName(position.files, index);
  const tree = new Tree(address, go);

  const why = (): string | undefined => (answer ? undefined : isAsking ? "The checker is still at work: try again when the value is there." : "No verified table answers here, and so no move is known.");
  const freely = (): HTMLElement => h("span", {}, " ", button("set up instead", () => setMode("edit"), { class: "plain" }));

  const hands = setUp(() => position, () => brush, visit);
  const board: Board = new Board({
    carry: (from, to) => {
      if (mode === "edit") return hands.carry(from, to);
      if (to < 0) return;
      if (mode === "heat") return chooseHeat(from);
      near.carry(position, movesOf(from), from, to, follow, why());
      if (near.element.querySelector("p")) near.element.querySelector("p")!.append(freely());
    },
    tap: (index) => {
      if (mode === "edit") return hands.tap(index);
      if (mode === "heat") chooseHeat(index);
      return mode === "heat";
    },
    targets: (from) => (mode === "move" ? targets(position, movesOf(from), from) : []),
    key: (key, index) => {
      if (near.key(key)) return true;
      if (mode === "edit" && hands.key(key, index)) return true;
      if (key !== "h") return command(key);
      setMode("heat");
      chooseHeat(index);
      return true;
    },
  });
  const near = new Near(board);

  /** The moves of the player whose man stands on a square. */
  const movesOf = (from: number): Option[] => {
    const by = (position.squares[from] ?? "") < "a" ? "white" : "black";
    return answer?.entry.options.filter((option) => option.by === by) ?? [];
  };

  const follow = (option: Option): void => {
    const by = answer!.entry.players[option.by === "white" ? 0 : 1];
    if (option.after === null) {
      near.say(`${by} ${option.move}: ${option.leads}.`);
      return;
    }
    app.say(`${by} ${option.move}.`);
    tree.follow(by, option.move, option.after);
    go(option.after);
  };

  const bestOf = (by: "white" | "black"): Option | undefined => answer?.entry.options.find((option) => option.by === by && option.first) ?? answer?.entry.options.find((option) => option.by === by);
  const best = (by: "white" | "black"): void => {
    const option = bestOf(by);
    if (option) follow(option);
  };

  const command = (key: string): boolean => {
    const keys: Record<string, () => void> = {
      " ": () => best("white"),
      "Shift+Space": () => best("black"),
      ArrowLeft: () => tree.step(-1),
      ArrowRight: () => tree.step(1),
      f: () => acts.turn(),
      x: () => visit(positions.exchangeColours(position)),
      h: () => setMode(mode === "heat" ? "move" : "heat"),
      e: () => setMode(mode === "edit" ? "move" : "edit"),
      r: () => acts.random(),
      u: () => history.back(),
      "?": () => help.showModal(),
    };
    keys[key]?.();
    return key in keys;
  };

  const setMode = (next: Mode): void => {
    mode = next;
    near.clear();
    if (mode !== "heat") {
      heatSquare = undefined;
      heat = undefined;
      visit(position, true);
    } else if (heatSquare === undefined) app.say("Choose a man on the board.");
    if (mode !== "edit") brush = undefined;
    draw();
  };

  const random = async (): Promise<void> => {
    if (!answer) return;
    const { id, places } = answer.table.verdict;
    go((await app.engine.call("at", id, Math.floor(Math.random() * places))).position);
  };

  const acts: Acts = {
    visit,
    mode: setMode,
    brush: (man) => {
      brush = man;
      draw();
    },
    turn: () => {
      turned = !turned;
      visit(position, true);
    },
    random: () => void random().catch((error: unknown) => near.say(String(error))),
    help: () => help.showModal(),
    pawns: (rule) => {
      source = chessSource(app, { ...source.rules, pawns: rule });
      visit(position);
    },
  };

  const chooseHeat = (index: number): void => {
    const at = heat?.get(name(index));
    if (position.squares[index] !== "") {
      heatSquare = name(index);
      visit(position, true);
    } else if (at) {
      heatSquare = name(index);
      go(at.fen);
    }
  };

  const readHeat = async ({ table }: Answered): Promise<Heat | undefined> => {
    const index = heatSquare === undefined ? undefined : positions.squareIndex(position, heatSquare);
    if (index === undefined || position.squares[index] === "") return undefined;
    const found = await app.engine.call("heat", table.verdict.id, positions.fen({ ...position, passed: "" }), heatSquare!);
    if (found.length === 0) return undefined;
    const lows = found.map(({ lower }) => interval(lower).low);
    const [low, high] = [lows.reduce((a, b) => (compare(a, b) < 0 ? a : b)), lows.reduce((a, b) => (compare(a, b) > 0 ? a : b))];
    // Colours use the whole scale of this map.
    const width = forDrawing(high) - forDrawing(low);
    return new Map(
      found.map(({ square, fen, lower }) => {
        const x = interval(lower);
        const text = decimal(x.low, 3).replace("…", "").replace(/^0\./, ".");
        return [square, { colour: width === 0 ? 0.5 : (forDrawing(x.low) - forDrawing(low)) / width, text, spoken: `${text} here, more exactly ${briefInterval(x)}`, fen }];
      }),
    );
  };

  /** Best moves of both players as arrows, few of them. */
  const arrows = (entry: Entry): Arrow[] =>
    (["white", "black"] as const).flatMap((by) =>
      entry.options
        .filter((option) => option.by === by && (option.first || (entry.bound !== null && entry.bound.player === by && entry.bound.move === option.move)))
        .slice(0, 3)
        .flatMap((option) => {
          const squares = ends(option);
          return squares ? [{ from: squares[0], to: squares[1], by }] : [];
        }),
    );

  const draw = (): void => {
    const label = `Board of ${position.files} files and ${position.ranks} ranks`;
    board.show({ position, turned, label, brush: mode === "edit" ? brush : undefined, ...(heat && mode === "heat" ? { heat } : {}), ...(answer && mode === "move" ? { arrows: arrows(answer.entry) } : {}) });
    field.show(positions.fen(position), refused);
    const isDone = bar.contains(document.activeElement) && mode === "move";
    const held: Held = { position, mode, brush, heatSquare, isAnswered: answer !== undefined, pawns: source.rules.pawns, hasRules: page === "chess" };
    replace(bar, modeBar(held, acts));
    replace(toolRows, ...tools(held, acts));
    if (isDone) toolRows.querySelector<HTMLElement>('[data-key="move"]')?.focus();
  };

  const drawAnswer = (found: Answered): void => {
    const { table, entry } = found;
    const showLine = async (): Promise<void> => {
      replace(line, h("p", { role: "status" }, "Looking…"));
      replace(line, ...(await winningLines(source, entry)));
    };
    const isPlayed = table.verdict.kind === "endgame" && entry.turn === "bid";
    const actions = h(
      "div",
      { class: "row actions" },
      isPlayed && button("Play from here", () => app.go(to("play", entry.position)), { class: "main" }),
      button("White's best move", () => best("white")),
      button("Black's best move", () => best("black")),
      button("a line that wins", () => void showLine(), { class: "plain" }),
    );
    const { judged, verdict } = table;
    replace(side, panel(entry, follow, { rule: ruleOf(table, entry), verified: strip(judged, verdict, entry.position), actions: h("div", {}, actions, line), isUsual: verdict.kind !== "payments" }), ...noted(found.notes));
    app.title(`${verdict.about}: ${entry.position} ${headline(entry)}`);
    app.say(`${headline(entry)}. ${entry.meaning}`);
  };

  /** What takes less than two seconds is solved at once, and the rest if the reader wants; then the table is there. */
  const solveHere = async (fen: string, place: HTMLElement): Promise<void> => {
    const [{ question }, { Runner }] = await Promise.all([import("./solve-chess.js"), import("./solve-run.js")]);
    solver?.end();
    const runner = (solver = new Runner(app, { verified: () => place.isConnected && void ask(fen) }));
    replace(place, runner.element, h("p", {}, h("a", { href: to("solve", "", { fen, ...source.rules }) }, "solve it under other rules")));
    runner.set(await question(app, fen, source.rules));
    runner.go(2);
  };

  /** Why there is no value; and, where the page can solve the position itself, the way to that. */
  const drawNone = (error: unknown, fen: string): void => {
    const asked = error instanceof NoTable ? error.asked : undefined;
    const said = explain(error, () => void ask(fen));
    const isSmallOne = asked && asked.names.length > 0 && isSmall(asked.used.length, asked.files * asked.ranks);
    const solving = h("div", { class: "solve" });
    if (isSmallOne) void solveHere(fen, solving);
    const isSetUp = position.squares.some((man) => man !== "");
    replace(side, isSetUp ? (isSmallOne ? solving : said) : h("p", { class: "notice" }, "Set up a position: each side needs one king."), ...noted(asked?.notes));
    replace(below);
  };

  const last = latest((error, again) => {
    if (asked === undefined) {
      columns.classList.add("bad");
      return replace(side, explain(error, again));
    }
    [answer, heat] = [undefined, undefined];
    drawNone(error, asked);
    app.title(`no table of ${asked}`);
    settle();
  });
  const ask = (fen: string): Promise<void> =>
    last(async (stays) => {
      [isAsking, asked] = [true, fen];
      const here = location.hash;
      const next = await source.ask(fen);
      const found = await readHeat(next);
      if (!stays()) return;
      if (!answer) near.clear();
      [answer, heat] = [next, found];
      // The file that answers is the one of the address, unless the reader has gone on.
      if (here === location.hash && address(fen) !== here && page !== "chess") history.replaceState(null, "", address(fen));
      isAsking = false;
      drawAnswer(next);
      // On a slow phone all of it at once would hold the page up.
      await breath();
      if (!stays()) return;
      settle();
      await breath();
      if (!stays()) return;
      replace(below, ...around(app, next, board, address));
      tree.show(source.key(next), next.entry.position);
    });
  const settle = (): void => {
    isAsking = false;
    side.style.minHeight = "";
    draw();
  };

  const folded = h("details", { class: "tools", open: matchMedia("(min-width: 56rem)").matches }, h("summary", {}, "Set up, map, and other tools"), toolRows, field.element);
  const columns = h("div", { class: "columns" }, h("div", { class: "stage" }, board.svg, near.element, bar), side, tree.element, folded, below);
  const element = h("div", { class: "page explore" }, columns, help);

  /** An address that names no position: the board stays to be set up, and nothing that was said of the last one. */
  const wrong = async (what: string, stays: () => boolean): Promise<void> => {
    answer = undefined;
    const why = await whyNone(app, what);
    if (!stays()) return;
    refused = { text: what, why };
    folded.open = true;
    draw();
    const again = page === "chess" ? h("p", {}, h("a", { href: source.address(START, {}) }, "to a position that is one")) : undefined;
    replace(side, h("div", { class: "notice", role: "status" }, h("p", {}, why), h("p", {}, "Found: ", h("code", { class: "digits" }, what)), again));
    app.title("no such position");
  };

  const show = async ({ what, query }: Route, stays: () => boolean): Promise<void> => {
    asked = undefined;
    turned = query.get("turned") === "1";
    heatSquare = query.get("heat") ?? undefined;
    if (heatSquare !== undefined) mode = "heat";
    else if (mode === "heat") [mode, heat] = ["move", undefined];
    const rules = rulesOf(query);
    source = page === "chess" ? chessSource(app, rules) : fileSource(app, page, what);
    const before = game;
    game = page === "chess" ? JSON.stringify(rules) : what;
    let at = page === "chess" ? what : query.get("at");
    if (at === null || at === "") {
      at = await source.first();
      if (!stays()) return;
    }
    const next = positions.readFen(at);
    columns.classList.remove("bad");
    near.clear();
    refused = undefined;
    if (!next) {
      replace(below);
      return wrong(at, stays);
    }
    const fen = positions.fen(next);
    if (fen !== positions.fen(position)) replace(line);
    position = next;
    if (fen !== answer?.entry.position || game !== before) {
      // No number of another position, or of another game, stays beside this one.
      side.style.minHeight = `${side.offsetHeight}px`;
      answer = undefined;
      replace(side, h("p", { class: "notice", role: "status" }, "Asking the checker…"));
    }
    draw();
    // What the text says beside the men is told, not dropped.
    await ask(page === "chess" ? at : fen);
  };

  return { element, show: (route) => void last((stays) => show(route, stays)), key: (key) => near.key(key) || command(key) };
};
