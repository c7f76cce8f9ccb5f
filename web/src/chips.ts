/** An auction with chips: who wins with how many, for each amount; what to bid, and where to move; on a board, or on the graph of a game in a file. */
import type { App, Page } from "./app.js";
import { amounts, plan } from "./chips-bar.js";
import { button, h, replace, row, tableOf } from "./dom.js";
import { sidedPage } from "./frame.js";
import { around, Graph, sample, type Link, type Node } from "./graph.js";
import { walked } from "./near.js";
import { needsOf, needsText, outcome, readUnits, unitsText } from "./play-chips.js";
import * as positions from "./position.js";
import type { Chips } from "./protocol.js";
import { to } from "./route.js";
import { asCommand, strip, titleOf } from "./strip.js";
import type { Table } from "./tables.js";

type Option = Chips["options"][number];

export const chipsPage = (app: App): Page => {
  const side = h("div", { class: "side" });
  const panel = h("div", { class: "panel" });
  const graph = new Graph("The game as a graph");
  /** What the first player holds, in half units. */
  let [what, held]: [string, number | undefined] = ["", undefined];
  let table: Table | undefined;
  let answer: Chips | undefined;
  let begin = "";

  const players = (): [string, string] => (table?.verdict.is_board ? ["White", "Black"] : ["Left", "Right"]);
  const address = (at: string, holds = held): string => to("chips", what, { at, holds: holds === undefined ? undefined : unitsText(holds) });

  const position = (): positions.Position | undefined => positions.readFen(answer?.position ?? "");
  const movesOf = (from: number): Option[] => answer?.options.filter(({ by }) => by === ((position()?.squares[from] ?? "") < "a" ? "white" : "black")) ?? [];
  const follow = (option: Option, holds = held): void => {
    const name = players()[option.by === "white" ? 0 : 1];
    if (option.after === null) return near.say(`${name} ${option.move}: the king is taken, and ${name} has won.`);
    app.say(`${name}: ${option.move}.`);
    app.go(address(option.after, holds));
  };
  const [board, near] = walked(position, movesOf, (option) => follow(option));

  const drawGraph = async (first: Table, found: Chips, stays: () => boolean): Promise<void> => {
    const all = await app.engine.call("names", first.verdict.id);
    const met = await around(all, found.position, (name) => app.engine.call("probeHolds", first.verdict.id, name, ""));
    if (!stays()) return;
    const names = [...met.keys()];
    const node = (one: Chips): Node => {
      const isOver = one.options.length === 0;
      const winner = isOver ? (/: (\w+) has won/.exec(one.text)?.[1] ?? "") : "";
      return { name: one.position, value: isOver ? `${winner} won` : needsText(needsOf(one), "white"), kind: isOver ? "over" : "bid", spoken: isOver ? `${winner} has won` : `Left needs ${needsText(needsOf(one), "white")}, Right ${needsText(needsOf(one), "black")}`, href: address(one.position) };
    };
    const links = [...met.values()].flatMap(({ options }, from): Link[] => options.flatMap(({ by, after }) => (after !== null && met.has(after) ? [{ from, to: names.indexOf(after), by, best: false }] : [])));
    const key = [sample("white"), "Left's option ", sample("black"), "Right's option · in a box: the chips with which Left wins, and with the star (*)", names.length < all.length ? ` · ${names.length} of ${all.length} positions: those that come first from here` : ""];
    graph.show([...met.values()].map(node), links, Math.max(0, names.indexOf(found.position)), key, names.length < all.length ? 0 : undefined);
  };

  const rule = (): string => {
    const { winner, chips } = table!.verdict as unknown as { winner: string; chips: number };
    const [first, second] = players();
    const mover = winner === "moves" ? "moves" : "says who moves";
    const goal = table!.verdict.is_board ? "Whoever captures the king wins" : "A game in a file: at the value 1 Left has won, at 0 Right";
    return `${first} and ${second} share ${chips} ${chips === 1 ? "chip" : "chips"} and bid whole numbers of them; whoever bids more pays the bid to the other player, and ${mover}. One of them holds a star, too, written *: if bids are equal, its holder buys and gives it away with the bid, or keeps it and lets the other buy. ${goal}. A game that never ends is a draw.`;
  };

  const moves = (by: "white" | "black"): HTMLElement | false => {
    const own = answer!.options.filter((option) => option.by === by);
    if (own.length === 0) return false;
    const number = (x: number | null): number => x ?? Infinity;
    own.sort((a, b) => number(a[`${by}_from`]) - number(b[`${by}_from`]) || number(a[`${by}_with_star_from`]) - number(b[`${by}_with_star_from`]));
    const name = players()[by === "white" ? 0 : 1];
    const after = (option: Option): string => (option.after === null ? "wins" : [option[`${by}_from`] ?? "never", option[`${by}_with_star_from`] === null ? "never" : `${option[`${by}_with_star_from`]}*`].join(", "));
    return tableOf({}, `${name}'s moves`, ["move", `${name} wins after it from`], own.map((option) => row([button(option.move, () => follow(option), { class: "move" }), after(option)])));
  };

  // What is held stands apart, so that nothing is taken from under a finger that moves the slider.
  const bars = h("div");
  const told = h("div");
  const choose = (chips: number, star: number): void => app.go(address(answer!.position, 2 * chips + star), true);
  const amount: HTMLInputElement = h("input", { type: "range", min: 0, input: () => choose(Number(amount.value), held! % 2) });
  const exact: HTMLInputElement = h("input", { type: "number", min: 0, change: () => choose(Math.min(answer!.chips, Math.max(0, Math.floor(Number(exact.value)))), held! % 2) });
  const star: HTMLInputElement = h("input", { type: "checkbox", change: () => choose(Math.floor(held! / 2), Number(star.checked)) });
  const holder = h("span");
  const holds = h("div", { class: "holds" }, h("h2", {}, "Who wins with these chips?"), h("div", { class: "row" }, h("label", {}, holder, exact), h("label", {}, star, " and the star")), amount, told);

  const drawHeld = (): void => {
    const [found, now] = [answer!, held!];
    if (found.options.length === 0) return;
    const [first, second] = players();
    const chips = Math.floor(now / 2);
    holder.textContent = `${first} holds `;
    for (const input of [amount, exact]) {
      input.max = `${found.chips}`;
      if (input !== document.activeElement || input.value !== `${chips}`) input.value = `${chips}`;
    }
    amount.setAttribute("aria-label", `Chips that ${first} holds`);
    amount.setAttribute("aria-valuetext", `${chips} of ${found.chips} chips`);
    star.checked = now % 2 === 1;
    const result = outcome(needsOf(found), found.chips, "white", now);
    replace(bars, amounts(found, [first, second], now));
    replace(told, h("p", { class: "outcome" }, h("strong", {}, result === 0 ? "Nobody can force a win: a draw." : `${result > 0 ? first : second} wins.`), ` ${second} holds ${found.chips - chips}${now % 2 === 1 ? "" : " and the star"}.`), plan(found, "white", first, now, follow), plan(found, "black", second, now, follow));
  };

  const drawPanel = (): void => {
    const { verdict, judged } = table!;
    const found = answer!;
    const [first] = players();
    const isOver = found.options.length === 0;
    const said = found.text.split("\n").slice(2).filter((line) => line !== "" && !/^\w+ with |^ /.test(line));
    replace(
      panel,
      h("h1", { class: "named" }, verdict.is_board ? verdict.about : found.position),
      h("p", { class: "value" }, isOver ? (said[0] ?? "").replace(/^the game is over: /, "") : `${first} needs ${needsText(needsOf(found), "white")}`, !isOver && h("span", { class: "fraction" }, ` of ${found.chips} ${found.chips === 1 ? "chip" : "chips"}`)),
      h("ul", { class: "says meaning" }, ...said.map((line) => h("li", {}, `${line[0]!.toUpperCase()}${line.slice(1)}.`))),
      h("p", { class: "rule" }, rule()),
      !isOver && bars,
      strip(judged, verdict, found.position),
      !isOver && holds,
      !isOver && h("div", { class: "moves pair" }, moves("white"), moves("black")),
      h("p", { class: "row actions" }, found.position !== begin && button("to the beginning", () => app.go(address(begin))), verdict.is_board && button("another position", () => void random(), { class: "plain" })),
      asCommand(found.text),
    );
    if (!side.contains(panel)) replace(side, panel);
  };

  const random = async (): Promise<void> => {
    const { id, places } = table!.verdict;
    app.go(address((await app.engine.call("sayAt", id, Math.floor(Math.random() * places))).position as string));
  };

  const boardPlace = h("div", {}, board.svg, near.element);
  return sidedPage(
    "graphs chips",
    side,
    [boardPlace, graph.element],
    async ({ what: file, query }, stays) => {
      const opened = await app.tables.file(file);
      const { id, places, is_board: isBoard } = opened.verdict;
      const first = isBoard ? ((await app.engine.call("sayAt", id, Math.floor(places / 2))).position as string) : ((await app.engine.call("names", id))[0] ?? "");
      const text = query.get("holds") ?? "";
      const chips = (opened.verdict as unknown as { chips: number }).chips;
      // What cannot be read the checker refuses, in words.
      const now = readUnits(text) ?? 2 * Math.floor(chips / 2) + 1;
      const [source, found] = await app.tables.holds(opened, query.get("at") ?? first, text === "" ? unitsText(now) : text);
      return () => {
        const isSame = source.verdict.sha256 === table?.verdict.sha256 && found.position === answer?.position && side.contains(panel);
        [what, table, answer, held, begin] = [file, source, found, now, first];
        near.clear();
        if (!isSame) drawPanel();
        drawHeld();
        const shown = position();
        boardPlace.closest(".columns")!.classList.toggle("boarded", isBoard);
        graph.element.hidden = isBoard;
        boardPlace.hidden = !isBoard;
        if (isBoard && shown) board.show({ position: shown, turned: false, label: `Board of ${shown.files} files and ${shown.ranks} ranks` });
        app.title(`${titleOf(source.verdict.about)}, ${chips} chips: ${found.position}`);
        const [a, b] = players();
        const result = outcome(needsOf(found), found.chips, "white", now);
        app.say(found.options.length === 0 ? found.text.split("\n")[2]! : `${a} holds ${unitsText(now)}: ${result === 0 ? "a draw" : `${result > 0 ? a : b} wins`}.`);
        return isBoard ? undefined : drawGraph(opened, found, stays);
      };
    },
    [],
    (key) => near.key(key),
  );
};
