/** The page to look around: a board to set up, and what is verified of it. */
import { explain, type App, type Page } from "./app.js";
import { Board, type Arrow } from "./board.js";
import { button, choice, copier, download, h, replace } from "./dom.js";
import { brief, briefInterval, compare, decimal, forDrawing, interval, must } from "./fraction.js";
import { manIcon } from "./men.js";
import { panel, headline } from "./panel.js";
import * as positions from "./position.js";
import type { Entry, Option } from "./protocol.js";
import { chess as address, to, type Route } from "./route.js";
import { strip } from "./strip.js";
import type { Answer, Rules, Table } from "./tables.js";

type Mode = "move" | "edit" | "heat";
const HELP = [
  ["arrows, Home, End", "move on the board"],
  ["Enter", "pick a man up, put it down"],
  ["K Q R B N P, k q r b n p", "while you set up: put a man on the square"],
  ["Delete", "while you set up: take a man off the square"],
  ["Space", "White's best move; with Shift, Black's"],
  ["f", "turn the board"],
  ["x", "exchange the colours"],
  ["h", "map: the value if this man stood elsewhere"],
  ["e", "set up, or move"],
  ["r", "a random position of this table"],
  ["u", "back to the last position"],
  ["?", "these keys"],
] as const;

export const explorePage = (app: App): Page => {
  let position = positions.readFen("8/8/8/8/8/8/8/8")!;
  let answer: Answer | undefined;
  let mode: Mode = "move";
  let brush: string | undefined;
  let turned = false;
  let heatSquare: string | undefined;
  let heat: Awaited<ReturnType<typeof readHeat>>;
  let [rule, never]: [Rules["pawns"], string | undefined] = [undefined, undefined];
  let asking = 0;

  const verified = h("div", { class: "verdict" });
  const side = h("div", { class: "side", "aria-live": "off" });
  const tools = h("div", { class: "tools" });
  const below = h("div", { class: "below" });
  const field = h("input", { type: "text", spellcheck: false, autocomplete: "off", size: 30, "aria-label": "FEN", change: () => app.go(address(field.value.trim().replaceAll(/\s+/g, " "))) });
  const help = h("dialog", { class: "help", "aria-label": "Keys" }, h("h2", {}, "Keys on the board"), h("dl", { class: "facts" }, ...HELP.map(([key, what]) => h("div", {}, h("dt", {}, key), h("dd", {}, what)))), button("close", () => help.close()));

  const query = (): Record<string, string> => ({
    ...(turned ? { turned: "1" } : {}),
    ...(heatSquare === undefined ? {} : { heat: heatSquare }),
    ...(rule === undefined ? {} : { pawns: rule }),
    ...(never === undefined ? {} : { never }),
  });
  const visit = (next: positions.Position, quiet = false): void => app.go(address(positions.fen(next), query()), quiet);
  const name = (index: number): string => positions.squareName(position.files, index);

  const board = new Board({
    carry: (from, to) => {
      if (mode === "edit") {
        const man = position.squares[from]!;
        const lifted = positions.put(position, from, "");
        return visit(to < 0 ? lifted : positions.put(lifted, to, man));
      }
      if (to < 0) return;
      if (mode === "heat") return chooseHeat(from);
      const wanted = `${name(from)}${name(to)}`;
      const found = answer?.entry.options.filter(({ squares }) => squares === wanted || squares.startsWith(`${wanted}=`)) ?? [];
      if (found.length === 0) return app.say(`${name(from)} to ${name(to)} is no move here. To shift a man freely, choose "set up".`);
      const by = position.squares[from]! < "a" ? "white" : "black";
      follow(found.find((option) => option.by === by) ?? found[0]!);
    },
    tap: (index) => {
      if (mode === "edit" && brush !== undefined) {
        visit(positions.put(position, index, position.squares[index] === brush ? "" : brush));
        return true;
      }
      if (mode === "heat") {
        chooseHeat(index);
        return true;
      }
      return false;
    },
    key: (key, index) => {
      if (mode === "edit" && key.length === 1 && positions.MEN.includes(key)) {
        visit(positions.put(position, index, key));
        return true;
      }
      if (mode === "edit" && (key === "Delete" || key === "Backspace")) {
        visit(positions.put(position, index, ""));
        return true;
      }
      if (key === "h") {
        setMode("heat");
        chooseHeat(index);
        return true;
      }
      return command(key);
    },
  });

  const follow = (option: Option): void => {
    if (option.after === null) return app.say(`${option.move}: ${option.leads}.`);
    app.say(`${option.move}.`);
    app.go(address(option.after, query()));
  };

  const bestOf = (by: "white" | "black"): Option | undefined => answer?.entry.options.find((option) => option.by === by && option.first) ?? answer?.entry.options.find((option) => option.by === by);

  const command = (key: string): boolean => {
    const white = bestOf("white");
    const black = bestOf("black");
    const keys: Record<string, () => void> = {
      " ": () => white && follow(white),
      f: () => turn(),
      x: () => visit(positions.exchangeColours(position)),
      h: () => setMode(mode === "heat" ? "move" : "heat"),
      e: () => setMode(mode === "edit" ? "move" : "edit"),
      r: () => void random(),
      u: () => history.back(),
      "?": () => help.showModal(),
      "Shift+Space": () => black && follow(black),
    };
    keys[key]?.();
    return key in keys;
  };

  const turn = (): void => {
    turned = !turned;
    visit(position, true);
  };

  const random = async (): Promise<void> => {
    if (!answer) return;
    const { table } = answer;
    const number = Math.floor(Math.random() * table.verdict.places);
    const entry = await app.engine.call("at", table.verdict.id, number);
    app.go(address(entry.position, query()));
  };

  const setMode = (next: Mode): void => {
    mode = next;
    if (mode !== "heat") {
      heatSquare = undefined;
      heat = undefined;
      visit(position, true);
    } else if (heatSquare === undefined) app.say("Choose a man on the board.");
    if (mode !== "edit") brush = undefined;
    draw();
  };

  const chooseHeat = (index: number): void => {
    const at = heat?.get(name(index));
    if (position.squares[index] === "") {
      if (at) visit(positions.readFen(at.fen)!);
      return;
    }
    heatSquare = name(index);
    visit(position, true);
  };

  const readHeat = async (table: Table, square: string): Promise<Map<string, { colour: number; text: string; spoken: string; fen: string }> | undefined> => {
    const found = await app.engine.call("heat", table.verdict.id, positions.fen({ ...position, passed: "" }), square);
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
        .map(({ squares }) => ({ from: /^[a-p]\d+/.exec(squares)?.[0] ?? "", to: /^[a-p]\d+([a-p]\d+)/.exec(squares)?.[1] ?? "", by })),
    );

  const draw = (): void => {
    const label = `Board of ${position.files} files and ${position.ranks} ranks`;
    board.show({ position, turned, label, brush: mode === "edit" ? brush : undefined, ...(heat && mode === "heat" ? { heat } : {}), ...(answer && mode === "move" ? { arrows: arrows(answer.entry) } : {}) });
    if (document.activeElement !== field) field.value = positions.fen(position);
    drawTools();
  };

  const pressed = (text: string, isOn: boolean, click: () => void, properties = {}): HTMLButtonElement => button(text, click, { "aria-pressed": `${isOn}`, ...properties });

  const drawTools = (): void => {
    const active = document.activeElement instanceof HTMLElement && tools.contains(document.activeElement) ? document.activeElement.dataset["key"] : undefined;
    const modes = h(
      "div",
      { class: "row", role: "group", "aria-label": "What the board does" },
      pressed("move", mode === "move", () => setMode("move"), { "data-key": "move", title: "a man moves by the rules" }),
      pressed("set up", mode === "edit", () => setMode("edit"), { "data-key": "edit", title: "put men anywhere; shifting one is no move" }),
      pressed("map", mode === "heat", () => setMode("heat"), { "data-key": "heat", title: "the value if this man stood elsewhere" }),
    );
    const view = h(
      "div",
      { class: "row", role: "group", "aria-label": "The position" },
      button("⇅ turn", turn, { "data-key": "turn", title: "look from the other side" }),
      button("◐ colours", () => visit(positions.exchangeColours(position)), { "data-key": "colours", title: "exchange White and Black" }),
      button("⇄ mirror", () => visit(positions.mirror(position)), { "data-key": "mirror", title: "exchange left and right" }),
      button("↻", () => visit(positions.quarter(position)), { "data-key": "quarter", title: "turn the position by a quarter", "aria-label": "turn the position by a quarter" }),
      ...([["←", -1, 0, "left"], ["→", 1, 0, "right"], ["↑", 0, 1, "up"], ["↓", 0, -1, "down"]] as const).map(([arrow, right, up, where]) => {
        const shifted = positions.shift(position, right, up);
        return button(arrow, () => shifted && visit(shifted), { "data-key": where, "aria-label": `shift all men ${where}`, title: `shift all men ${where}`, disabled: !shifted });
      }),
      button("random", () => void random(), { "data-key": "random", disabled: !answer, title: "a random position of this table" }),
      button("keys", () => help.showModal(), { "data-key": "keys" }),
    );
    const sizes = Array.from({ length: positions.MOST - positions.LEAST + 1 }, (_, place): [string, string] => [`${place + positions.LEAST}`, `${place + positions.LEAST}`]);
    const setup =
      mode === "edit" &&
      h(
        "div",
        { class: "setup" },
        h(
          "div",
          { class: "palette", role: "group", "aria-label": "Men" },
          ...[...positions.MEN].map((man) => {
            const made = pressed("", brush === man, () => {
              brush = brush === man ? undefined : man;
              draw();
            }, { "aria-label": positions.manName(man), "data-key": man, class: "man" });
            made.append(manIcon(man));
            return made;
          }),
        ),
        h(
          "div",
          { class: "row" },
          button("empty the board", () => visit(positions.empty(position.files, position.ranks)), { "data-key": "empty" }),
          choice("files", sizes, `${position.files}`, (value) => visit(positions.resize(position, Number(value), position.ranks))),
          choice("ranks", sizes, `${position.ranks}`, (value) => visit(positions.resize(position, position.files, Number(value)))),
        ),
        h("p", { class: "quiet" }, brush === undefined ? "Drag men about; drag one off the board to remove it. Or choose a man here and tap squares." : `Tap a square to put a ${positions.manName(brush)} there; tap again to remove it.`),
      );
    const hasPawns = position.squares.some((man) => man.toLowerCase() === "p");
    const pawns =
      hasPawns && position.ranks > 3 && choice("pawns", [["", "usual rule"], ["single", "single step"], ["double", "double step"]], rule ?? "", (value) => {
        rule = value === "" ? undefined : (value as "single" | "double");
        visit(position, true);
      });
    const legend = mode === "heat" && h("p", { class: "quiet" }, heatSquare === undefined ? "Choose a man: the board then shows the value if it stood elsewhere." : `The value if the ${positions.manName(position.squares[positions.squareIndex(position, heatSquare) ?? 0] || "K")} of ${heatSquare} stood on each square. Blue is best for White, red for Black; the colours use the whole scale of this map.`);
    replace(tools, modes, view, setup, legend, pawns && h("div", { class: "row" }, pawns), h("label", { class: "fen" }, "FEN ", field));
    if (active !== undefined) tools.querySelector<HTMLElement>(`[data-key="${active}"]`)?.focus();
  };

  const KINDS = [
    [0, "zugzwangs", "bid"],
    [1, "widest gaps", "gap"],
    [2, "quiescent positions", ""],
    [3, "largest labels", "label"],
  ] as const;

  const drawBelow = (): void => {
    if (!answer) return replace(below);
    const { table, entry } = answer;
    const fen = entry.position;
    const results = h("div", { class: "found" });
    const find = async (kind: number, title: string, what: string): Promise<void> => {
      replace(results, h("p", { role: "status" }, "Looking…"));
      try {
        const { count, positions: all } = await app.engine.call("find", table.verdict.id, kind);
        const item = (one: (typeof all)[number]): HTMLElement =>
          h("li", {}, h("a", { href: address(one.position, query()) }, one.position), ` ${briefInterval(interval(one.lower))}${JSON.stringify(one.lower) === JSON.stringify(one.upper) ? "" : ` to ${briefInterval(interval(one.upper))}`}`, one.number !== null && what !== "" ? `, ${what} ${brief(must(one.number))}` : "");
        const shown = all.length < count ? `; ${all.length} of them` : "";
        replace(results, h("p", { role: "status" }, `${table.verdict.about}, ${title}: ${count.toLocaleString("en")}, up to symmetry${shown}`), h("ul", {}, ...all.map(item)));
      } catch (error) {
        replace(results, explain(error));
      }
    };
    const lists = table.verdict.kind === "endgame" && h("div", { class: "row" }, h("span", {}, "In this table:"), ...KINDS.map(([kind, title, what]) => button(title, () => void find(kind, title, what))));
    const members = table.verdict.kind === "list" && h("div", { class: "row" }, button("the positions of this plan", () => void steps()), table.verdict.root !== undefined && h("a", { href: address(table.verdict.root, query()) }, "its first position"));
    const steps = async (): Promise<void> => {
      const names = await app.engine.call("names", table.verdict.id);
      const at = names.indexOf(answer?.entry.position ?? "");
      const near = (step: number): HTMLElement | false => names[at + step] !== undefined && h("a", { href: address(names[at + step]!, query()) }, step < 0 ? "previous" : "next");
      replace(results, h("p", { class: "row" }, `Position ${at + 1} of ${names.length}.`, near(-1), near(1)), h("ul", {}, ...names.map((one) => h("li", {}, h("a", { href: address(one, query()), "aria-current": one === answer?.entry.position ? "true" : undefined }, one)))));
    };
    const file = fen.replaceAll(/[/ ]/g, "-");
    replace(
      below,
      lists,
      members,
      results,
      h(
        "div",
        { class: "row" },
        h("span", {}, "Carry away:"),
        button("text", () => download(`${file}.txt`, "text/plain", `${table.judged.name}: verified: ${table.verdict.claim} (sha-256 ${table.verdict.sha256})\n\n${entry.text}`)),
        button("SVG", () => download(`${file}.svg`, "image/svg+xml", board.export())),
        copier("copy FEN", () => fen),
        copier("copy address", () => location.href),
        h("a", { href: to("play", fen) }, "play from here"),
      ),
      h("p", { class: "row" }, button("White's best move", () => void (bestOf("white") && follow(bestOf("white")!))), button("Black's best move", () => void (bestOf("black") && follow(bestOf("black")!))), button("a line that wins", () => void line())),
      lineOut,
    );
    if (table.verdict.kind === "list") void steps();
  };

  const lineOut = h("div");
  /** The moves that T promises: greedy moves of least label of the side that is nearer to its end. */
  const line = async (): Promise<void> => {
    if (!answer) return;
    const { table } = answer;
    let entry = answer.entry;
    const sides = (["white", "black"] as const).filter((by) => typeof (by === "white" ? entry.white_label : entry.black_label) === "number");
    const lines: HTMLElement[] = [];
    for (const by of sides) {
      entry = answer.entry;
      const moves: string[] = [];
      for (let left = 40; left > 0; left--) {
        const label = by === "white" ? entry.white_label : entry.black_label;
        const own = entry.options.find((option) => option.by === by && option.first);
        const at = by === "white" ? 0 : 1;
        const falls = own && (own.wins || Number(own.labels[at]) < Number(label));
        const step = falls ? own : entry.options.find((option) => option.by !== by && option.best_not_to_lose);
        if (!step || !Number.isFinite(Number(label))) break;
        moves.push(`${falls ? "" : `(${entry.players[1 - at]}: `}${step.move}${falls ? "" : ")"}`);
        if (step.wins || step.after === null) break;
        const next = await app.tables.probe(step.after, { pawns: rule, never }).catch(() => undefined);
        if (!next) break;
        entry = next.entry;
      }
      lines.push(h("p", {}, `${answer.entry.players[by === "white" ? 0 : 1]} wins by ${moves.join(", ")}, if it gets each of these moves.`));
    }
    void table;
    replace(lineOut, ...lines);
  };

  const ask = async (fen: string): Promise<void> => {
    const number = ++asking;
    const isSetUp = position.squares.some((man) => man !== "");
    try {
      const next = await app.tables.probe(fen, { pawns: rule, never });
      if (number !== asking) return;
      const found = heatSquare === undefined ? undefined : await Promise.resolve().then(() => readHeatOf(next.table));
      if (number !== asking) return;
      answer = next;
      heat = found;
      replace(verified, strip(next.table.judged, next.table.verdict, next.entry.position));
      replace(side, panel(next.entry, follow), ...next.asked.notes.map((note) => h("p", { class: "quiet" }, `Note: ${note}.`)));
      app.say(`${headline(next.entry)}. ${next.entry.meaning}`);
    } catch (error) {
      if (number !== asking) return;
      answer = undefined;
      heat = undefined;
      replace(verified);
      replace(side, isSetUp ? explain(error, () => void ask(fen)) : h("p", { class: "notice" }, "Set up a position: each side needs one king."));
    }
    draw();
    drawBelow();
  };
  const readHeatOf = (table: Table): ReturnType<typeof readHeat> => {
    const index = positions.squareIndex(position, heatSquare!);
    return index === undefined || position.squares[index] === "" ? Promise.resolve(undefined) : readHeat(table, heatSquare!);
  };

  const element = h("div", { class: "page explore" }, verified, h("div", { class: "columns" }, h("div", { class: "left" }, board.svg, tools), side, below), help);

  return {
    element,
    show: ({ what, query }: Route) => {
      const next = positions.readFen(what);
      turned = query.get("turned") === "1";
      const pawns = query.get("pawns");
      rule = pawns === "single" || pawns === "double" ? pawns : undefined;
      never = query.get("never") ?? undefined;
      heatSquare = query.get("heat") ?? undefined;
      if (heatSquare !== undefined) mode = "heat";
      else if (mode === "heat") heat = undefined;
      if (!next) {
        answer = undefined;
        asking++;
        replace(verified);
        replace(below);
        field.value = what;
        // The checker says what is wrong with it.
        void app.engine.call("ask", what).then(
          () => undefined,
          (error: unknown) => replace(side, explain(error)),
        );
        return;
      }
      if (positions.fen(next) !== positions.fen(position)) replace(lineOut);
      if (answer && positions.fen(next) !== answer.entry.position) answer = undefined;
      position = next;
      draw();
      if (!answer) replace(side, h("p", { class: "notice", role: "status" }, "Asking the checker…"));
      void ask(positions.fen(next));
    },
    key: command,
  };
};
