/** Hex: a board as a heat map. How likely is it that a cell decides, if coins fill the others? */
import { type App, type Page } from "./app.js";
import { ARM, Cells, hexagon, hexBoard, middle, WIDTH, type Cell } from "./cells.js";
import { h, replace, s } from "./dom.js";
import { boundPage, facts, field } from "./frame.js";
import { compare, decimal, forDrawing, number, read, text, type Fraction } from "./fraction.js";
import type { Rows, Said } from "./protocol.js";
import { asCommand } from "./strip.js";

interface Board {
  files: number;
  ranks: number;
  rows: Rows["rows"];
  /** The least and the greatest chance of a cell to decide; none where no cell is free. */
  range: [Fraction, Fraction] | undefined;
}

const letter = (file: number): string => String.fromCharCode(97 + file);

const names = (board: Board): SVGElement[] => {
  const label = (x: number, y: number, text: string): SVGElement => s("text", { x, y, "text-anchor": "middle", class: "name" }, text);
  const files = Array.from({ length: board.files }, (_, file) => {
    const [x, y] = middle(file, 0, board);
    return label(x + WIDTH / 4, y + 2 * ARM - 1, letter(file));
  });
  const ranks = Array.from({ length: board.ranks }, (_, rank) => {
    const [x, y] = middle(0, rank, board);
    return label(x - WIDTH * 0.85, y + 4, `${rank + 1}`);
  });
  return [...files, ...ranks];
};

const isBestOf = ({ range }: Board, share: Fraction | undefined): boolean => range !== undefined && share !== undefined && compare(share, range[1]) === 0;

const cellsOf = (board: Board): Cell[] => {
  // The least of what is drawn has no colour: the map has a scale of its own.
  const [low, high] = (board.range ?? []).map(forDrawing) as [number, number];
  const colour = (x: Fraction): number => (high > low ? (forDrawing(x) - low) / (high - low) : 1);
  return board.rows.map(({ name, row: [, stone = "-", , , share = "-"] }) => {
    const [file, rank] = [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
    const pivotal = read(share);
    const place = { name, row: board.ranks - 1 - rank, column: file, ...hexagon(...middle(file, rank, board)) };
    if (!pivotal) return { ...place, spoken: `${name}, ${stone}'s stone`, kind: "taken", stone: stone === "Left" ? ("white" as const) : ("black" as const) };
    const isBest = isBestOf(board, pivotal);
    return { ...place, spoken: `${name}, decides with probability ${decimal(pivotal, board.files * board.ranks <= 25 ? 2 : 4)}${isBest ? ", the best cell" : ""}`, heat: colour(pivotal), ...(isBest ? { kind: "best" } : {}), ...(board.files * board.ranks <= 25 ? { text: decimal(pivotal, 2).replace("…", "") } : {}) };
  });
};

const readBoard = ({ rows }: Rows): Board => {
  const files = Math.max(...rows.map(({ name }) => name.charCodeAt(0) - 96));
  const ranks = Math.max(...rows.map(({ name }) => Number(name.slice(1))));
  const all = rows.flatMap(({ row }) => read(row[4] ?? "") ?? []).sort(compare);
  return { files, ranks, rows, range: all.length > 0 ? [all[0]!, all.at(-1)!] : undefined };
};

export const hexPage = (app: App): Page =>
  boundPage(app, (slots) => {
    let go: (name: string, quiet: boolean) => void = () => undefined;
    const cells = new Cells((name, quiet) => go(name, quiet));
    let board: Board | undefined;

    return async ({ table, at, isNew, isWanted, goTo }) => {
      const { id, about } = table.verdict;
      const receipt = table.verdict as unknown as Record<string, unknown>;
      if (isNew || !board) board = readBoard(await app.engine.call("rows", id, 0));
      const best = board.rows.filter(({ row }) => isBestOf(board!, read(row[4] ?? ""))).map(({ name }) => name);
      const name = at ?? best[0] ?? board.rows[0]?.name ?? "a1";
      const said = (await app.engine.call("say", id, name)) as Said;
      if (!isWanted()) return "";
      go = (name, quiet) => goTo(name, quiet);
      slots.rule(...intro());
      if (isNew) {
        const { ground, ...size } = hexBoard(board);
        cells.build({ ...size, cells: cellsOf(board), label: about, letters: 10, most: Math.max(260, Math.min(760, size.width * 2.2)), ground: [...ground, ...names(board)] });
        replace(slots.drawing, cells.svg, key(board));
      }
      cells.select(name);
      const stone = field(said, "stone");
      const pivotal = read(field(said, "pivotal"));
      if (pivotal) {
        const isBest = best.includes(name);
        replace(
          slots.answer,
          h("h2", {}, `Cell ${name}${isBest ? (best.length === 1 ? ", the best one" : ", one of the best") : ""}`),
          h("p", { class: "value" }, decimal(pivotal, 10)),
          h("p", { class: "meaning" }, `If coins fill the other cells, ${name} decides the game with probability ${decimal(pivotal, 4)}: then its owner wins, whoever that is.`),
        );
        app.say(`${name}: decides with probability ${decimal(pivotal, 4)}${isBest ? ", the best cell" : ""}.`);
      } else {
        replace(slots.answer, h("h2", {}, `Cell ${name}`), h("p", { class: "meaning" }, `${stone === "left" ? "Left" : "Right"}'s stone lies there.`));
        app.say(`${name}: ${stone === "left" ? "Left" : "Right"}'s stone.`);
      }
      const value = read(field(receipt, "value"));
      replace(
        slots.details,
        facts(
          ...(pivotal ? ([["exactly", h("span", { class: "digits" }, text(pivotal))], ["Left wins with her stone there", `${field(said, "left_wins_with_left")} fillings of the other cells`], ["with Right's stone there", `${field(said, "left_wins_with_right")} fillings`]] as [string, Node | string][]) : []),
          ...(value ? ([["the whole board", `worth ${number(value)} to Left, if each free cell is filled by a coin`]] as [string, string][]) : []),
          ["free cells", field(receipt, "free")],
          ...(best.length > 0 ? ([[best.length === 1 ? "the best cell" : "the best cells", best.join(", ")]] as [string, string][]) : []),
        ),
        h("p", { class: "quiet" }, "Why it matters: a player who bids for a move should play the cell that is most likely to decide. The best cell is the same for both players."),
        asCommand(said.text),
      );
      return name;
    };
  });

const intro = (): (Node | string)[] => [
  "A coin decides who puts the next stone. ",
  h("span", { class: "side-name left" }, "Left"),
  " joins the first rank to the last one, ",
  h("span", { class: "side-name right" }, "Right"),
  " the first file to the last one; one of them always does.",
];

const key = ({ range }: Board): HTMLElement =>
  range === undefined ? h("p", { class: "key" }, "No cell is free.") : h("p", { class: "key" }, decimal(range[0], 4), h("span", { class: "ramp" }), decimal(range[1], 4), " · the chance that a cell decides; ringed: the best. Arrows move from cell to cell.");
