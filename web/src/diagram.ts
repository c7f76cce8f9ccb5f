/** What the pages of partitions share: diagrams of cells, whole tables, the classes of games. */
import type { App } from "./app.js";
import { square, type Cell, type Cells } from "./cells.js";
import { h, s } from "./dom.js";
import { classesOf } from "./partitions.js";
import type { Rows } from "./protocol.js";

/** Of a cell, in units of the drawing. */
export const SIDE = 20;

/** All rows of a table. */
export const allRows = async (app: App, id: number): Promise<Rows["rows"]> => {
  const all: Rows["rows"] = [];
  for (let from = 0; ; ) {
    const { rows } = await app.engine.call("rows", id, from);
    all.push(...rows);
    if (rows.length === 0) return all;
    const next = rows.at(-1)!.number + 1;
    if (rows.length < 4096) return all;
    from = next;
  }
};

/** Which classes the game is in, with what that means. */
export const classes = (claim: string, address: (at: string) => string): HTMLElement | undefined => {
  const all = classesOf(claim);
  if (all.length === 0) return undefined;
  return h(
    "section",
    {},
    h("h2", {}, "How far misère play is from normal play"),
    h(
      "ul",
      { class: "classes" },
      ...all.map(({ name, meaning, against }) =>
        h("li", {}, h("strong", {}, against === undefined ? `✓ ${name}` : `✗ not ${name}`), `: ${meaning}`, against === undefined ? "." : ". The first position against it: ", against !== undefined && h("a", { href: address(against.replace(/^cell /, "")) }, against)),
      ),
    ),
  );
};

/** What a board says of each cell, by its name. */
export interface Says {
  heat: (name: string) => number | undefined;
  text: (name: string) => string | undefined;
  spoken: (name: string) => string;
  kind: (name: string) => string | undefined;
}

/** Cells of a board: rows above one another, as a diagram of Young. */
export const diagram = (rows: readonly number[], map: Says): Cell[] =>
  rows.flatMap((length, row) =>
    Array.from({ length }, (_, column): Cell => {
      const name = `${row}:${column}`;
      const [heat, text, kind] = [map.heat(name), map.text(name), map.kind(name)];
      return {
        name,
        row,
        column,
        ...square(SIDE + column * SIDE, SIDE + row * SIDE, SIDE),
        spoken: map.spoken(name),
        ...(heat === undefined ? {} : { heat }),
        ...(text === undefined ? {} : { text }),
        ...(kind === undefined ? {} : { kind }),
      };
    }),
  );

/** The numbers of rows and columns, every fifth where there are many. */
export const frameOf = (rows: readonly number[]): SVGElement[] => {
  const step = Math.max(rows.length, rows[0] ?? 0) > 12 ? 5 : 1;
  const label = (x: number, y: number, text: number): SVGElement => s("text", { x, y, "text-anchor": "middle", class: "name small" }, `${text}`);
  return [
    ...Array.from({ length: rows[0] ?? 0 }, (_, column) => column).filter((column) => column % step === 0).map((column) => label(SIDE * (1.5 + column), SIDE * 0.75, column)),
    ...rows.map((_, row) => row).filter((row) => row % step === 0).map((row) => label(SIDE * 0.5, SIDE * (1.65 + row), row)),
  ];
};

export const show = (cells: Cells, rows: readonly number[], all: Cell[], label: string): void => {
  const [width, height] = [SIDE * (1.2 + (rows[0] ?? 0)), SIDE * (1.2 + rows.length)];
  cells.build({ cells: all, width, height, label, letters: 9.5, most: Math.min(760, width * 2.2), least: (rows[0] ?? 0) > 16 ? (rows[0] ?? 0) * 16 : 0, ground: frameOf(rows) });
};
