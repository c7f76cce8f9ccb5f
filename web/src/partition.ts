/** Impartial chess on partitions: a board of numbers, losing cells, races, all partitions of a size, and staircases. */
import { type App, type Page } from "./app.js";
import { Cells } from "./cells.js";
import { allRows, classes, diagram, show, type Says } from "./diagram.js";
import { choice, h, replace } from "./dom.js";
import { boundPage, facts, field, type Asked, type Slots } from "./frame.js";
import { decimal, forDrawing, must, number, text } from "./fraction.js";
import { aboutOf, options, partitionText, ruleOf, type About, type By } from "./partitions.js";
import type { Said } from "./protocol.js";
import { stairs } from "./stairs.js";
import { young } from "./young.js";
import { asCommand } from "./strip.js";

const rule = (about: About, claim: string): string => {
  const [piece, other] = about.pieces;
  if (other) {
    const last = about.kind === "board" && about.misere ? "loses; who has to move and cannot loses, too" : "wins; who has to move and cannot loses";
    return `${piece!.name} against ${other.name}: both players bid for each move of the one piece. Left moves it ${ruleOf(piece!)}; Right ${ruleOf(other)}. Who moves it to a cell from which neither can move ${last}.`;
  }
  const end = about.kind === "board" && about.misere ? "This is misère play: whoever cannot move wins." : about.kind === "stairs" || /\d cells lose;/.test(claim) ? "Whoever cannot move loses." : "In normal play whoever cannot move loses; in misère play that player wins.";
  return `A ${piece!.name} walks ${ruleOf(piece!)}; the players take turns. ${end}`;
};

const cellName = ([row, column]: By): string => `${row}:${column}`;
const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`;
const cellOf = (name: string): By => name.split(":").map(Number) as unknown as By;

const board = (app: App, slots: Slots): ((asked: Asked, about: About & { kind: "board" }) => Promise<string>) => {
  let play: "normal" | "misere" = "normal";
  let go: Asked["goTo"] = () => undefined;
  let rows = new Map<string, string[]>();
  let columns: string[] = [];
  const cells = new Cells((name, quiet) => go(name, quiet, play === "misere" ? { play } : {}));
  const holder = h("div");

  return async ({ table, at, query, isNew, isWanted, goTo, address }, about) => {
    const { id, claim } = table.verdict;
    go = goTo;
    const wanted = query.get("play") === "misere" ? "misere" : "normal";
    const name = at ?? "0:0";
    const said = (await app.engine.call("say", id, name)) as Said;
    if (isNew || rows.size === 0) {
      const [all, part] = [await allRows(app, id), await app.engine.call("rows", id, 0)];
      rows = new Map(all.map(({ name, row }) => [name, row]));
      columns = part.columns;
    }
    if (!isWanted()) return "";
    const sort = columns.includes("outcome") ? "losing" : columns.includes("normal") ? "values" : "race";
    if (isNew) replace(slots.drawing, h("div", { class: "scrolled" }, cells.svg), holder);
    play = wanted;
    const place = play === "misere" ? 2 : 1;
    const most = Math.max(1, ...[...rows.values()].map((row) => Number(row[place] ?? 0)));
    const from = cellOf(name);
    const reach = about.pieces.map((piece) => new Set(options(piece, about.rows, from).map(cellName)));
    const winning = new Set(
      sort === "values"
        ? field(said, play === "misere" ? "winning_misere" : "winning_normal").split(" ").filter((by) => by.includes(":")).map((by) => cellName([from[0] + cellOf(by)[0], from[1] + cellOf(by)[1]]))
        : sort === "losing"
          ? [...reach[0]!].filter((cell) => rows.get(cell)?.[1] === "losing")
          : [],
    );
    const value = (cell: string): string => rows.get(cell)?.[place] ?? "";
    const race = (cell: string): string | undefined => rows.get(cell)?.[1];
    const isSmall = about.rows.length <= 12 && (about.rows[0] ?? 0) <= 16;
    const map: Says = {
      heat: (cell) => (sort === "losing" ? (rows.get(cell)?.[1] === "losing" ? 1 : 0) : sort === "values" ? Number(value(cell)) / most : race(cell) === undefined ? undefined : forDrawing(must(race(cell)!))),
      text: (cell) => (sort === "losing" ? (rows.get(cell)?.[1] === "losing" ? "L" : undefined) : sort === "values" ? value(cell) : race(cell) === undefined ? "–" : isSmall && race(cell)!.length <= 7 ? race(cell) : undefined),
      spoken: (cell) => `${cell}: ${sort === "losing" ? rows.get(cell)?.[1] : sort === "values" ? `value ${value(cell)}` : race(cell) === undefined ? "the end" : `worth ${race(cell)} to Left`}${winning.has(cell) ? ", a winning move from the chosen cell" : ""}`,
      kind: (cell) => [winning.has(cell) && "best", !winning.has(cell) && reach[0]?.has(cell) && "reach", !winning.has(cell) && reach[1]?.has(cell) && "reach-other"].filter(Boolean).join(" "),
    };
    cells.select(name);
    show(cells, about.rows, diagram(about.rows, map), about.partition);
    cells.select(name);
    const again = (play: string): void => goTo(name, true, play === "misere" ? { play } : {});
    replace(
      holder,
      sort === "values" && choice("shown is", [["normal", "normal play: who cannot move loses"], ["misere", "misère play: who cannot move wins"]], play, again),
      h("p", { class: "key" }, sort === "race" ? "Colour: the value for Left; –: neither can move. Thin frames: where Left's piece can go, dashed where Right's can." : sort === "losing" ? "L: who has to move here loses. Ringed: the winning moves from the chosen cell; thin frames: its other moves." : "In each cell: the value of nim; at 0 who has to move loses. Ringed: the winning moves from the chosen cell; thin frames: its other moves."),
    );
    const left = field(said, "partition");
    replace(slots.answer, h("h2", {}, `Cell ${name}: ${count(from[0], "row")} down, ${count(from[1], "column")} to the right`), ...answerOf(sort, said, play, about, [...winning]));
    replace(slots.details, facts(["the partition that is left", h("span", { class: "digits" }, left === "" ? partitionText(about.rows) : left)], ...factsOf(sort, said)), classes(claim, (to) => address(to)), asCommand(said.text));
    app.say(slots.answer.textContent ?? "");
    return name;
  };
};

const answerOf = (sort: string, said: Said, play: string, about: About & { kind: "board" }, winning: readonly string[]): HTMLElement[] => {
  const moves = winning.length === 0 ? "" : ` Winning moves lead to ${winning.slice(0, 8).join(", ")}${winning.length > 8 ? ", …" : ""}.`;
  if (sort === "losing") {
    const outcome = field(said, "outcome");
    return [h("p", { class: "value" }, outcome), h("p", { class: "meaning" }, outcome === "losing" ? "Whoever has to move from here loses, whatever the move." : `Whoever has to move from here wins.${moves}`)];
  }
  if (sort === "values") {
    const value = field(said, play === "misere" ? "misere" : "normal");
    const words = value === "0" ? "Whoever has to move from here loses." : `Whoever has to move from here wins.${moves}`;
    return [h("p", { class: "value" }, value), h("p", { class: "meaning" }, `${words} ${play === "misere" ? "This is misère play." : value === "0" ? "" : `With other games beside it, this counts as a heap of ${value}.`}`)];
  }
  const value = field(said, "value");
  if (!/^[\d/]+$/.test(value)) return [h("p", { class: "value" }, "the end"), h("p", { class: "meaning" }, `Neither player can move from here. Whoever moved here ${about.misere ? "loses" : "wins"}.`)];
  const share = must(value);
  return [h("p", { class: "value" }, decimal(share, 10), share.d !== 1n && h("span", { class: "fraction" }, ` = ${text(share)}`)), h("p", { class: "meaning" }, `Left wins if Right holds less than ${number(share)} of the money. If a fair coin decided each move, Left would win with this probability.`)];
};

const factsOf = (sort: string, said: Said): [string, string][] =>
  sort === "values"
    ? [
        ["normal play", `value ${field(said, "normal")}; winning moves (rows:columns): ${field(said, "winning_normal")}`],
        ["misère play", `value ${field(said, "misere")}; winning moves: ${field(said, "winning_misere")}`],
      ]
    : [];

export const partitionPage = (app: App): Page =>
  boundPage(app, (slots) => {
    const shows = { board: board(app, slots), sizes: young(app, slots), stairs: stairs(app, slots) };
    return async (asked) => {
      const about = aboutOf(asked.table.verdict.about);
      if (!about) throw new Error(`This page does not know how to draw ${asked.table.verdict.about}.`);
      slots.rule(rule(about, asked.table.verdict.claim));
      if (about.kind === "board") return shows.board(asked, about);
      return about.kind === "sizes" ? shows.sizes(asked, about) : shows.stairs(asked, about);
    };
  });
