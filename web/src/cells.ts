/** A drawn board of cells for mouse, fingers and keyboard: squares or hexagons, coloured by a number of their own. One cell is in the tab order, and the arrows move. */
import { s } from "./dom.js";

export interface Cell {
  /** How it is asked for. */
  name: string;
  row: number;
  column: number;
  /** Its outline and its middle, in units of the drawing. */
  points: string;
  middle: [number, number];
  text?: string;
  /** What is read aloud. */
  spoken: string;
  /** From 0 to 1: how much of the colour it has. */
  heat?: number;
  /** Further classes: `losing`, `best`. */
  kind?: string;
  /** A stone on it. */
  stone?: "white" | "black";
}

export interface Field {
  cells: readonly Cell[];
  width: number;
  height: number;
  label: string;
  /** The size of the letters. */
  letters: number;
  /** The widest and the narrowest that it may be on the screen, in pixels: a narrower window scrolls. */
  most: number;
  least?: number;
  /** What lies below the cells. */
  ground?: readonly SVGElement[];
}

export class Cells {
  readonly svg = s("svg", { class: "cells" });
  private all = new Map<string, { cell: Cell; element: SVGGElement }>();
  private byPlace = new Map<string, string>();
  private current = "";
  /** Frames lie above all cells, so that no neighbour covers them. */
  private readonly rings = s("g", { "aria-hidden": true, "pointer-events": "none" });
  private readonly chosen = s("polygon", { class: "ring chosen" });

  /** `choose` is told of each cell that is chosen; quietly if by the arrows. */
  constructor(private readonly choose: (name: string, quiet: boolean) => void) {
    this.svg.addEventListener("click", (event) => {
      const name = (event.target as Element).closest<SVGGElement>("[data-cell]")?.dataset["cell"];
      if (name !== undefined) this.choose(name, false);
    });
    this.svg.addEventListener("keydown", (event) => this.onKey(event));
  }

  build({ cells, width, height, label, letters, most, least = 0, ground = [] }: Field): void {
    const had = this.svg.contains(document.activeElement);
    this.all.clear();
    this.byPlace.clear();
    const rows = new Map<number, SVGGElement[]>();
    for (const cell of cells) {
      const [x, y] = cell.middle;
      const element = s("g", { role: "gridcell", "aria-label": cell.spoken, class: `place ${cell.kind ?? ""} ${cell.heat === undefined ? "" : cell.heat > 0.62 ? "hot deep" : "hot"}`, "data-cell": cell.name, tabindex: -1 }, s("polygon", { points: cell.points }));
      // Through the object model: the page's policy forbids styles in markup.
      if (cell.heat !== undefined) element.style.setProperty("--heat", `${Math.round(cell.heat * 100)}%`);
      if (cell.stone !== undefined) element.append(s("circle", { cx: x, cy: y, r: letters * 0.95, class: `stone ${cell.stone}` }));
      // Long texts in smaller letters.
      const size = Math.min(letters, (letters * 3.7) / Math.max(1, cell.text?.length ?? 1));
      if (cell.text !== undefined) element.append(s("text", { x, y: y + size * 0.35, "text-anchor": "middle", "font-size": size.toFixed(1), "aria-hidden": true }, cell.text));
      this.all.set(cell.name, { cell, element });
      this.byPlace.set(`${cell.row},${cell.column}`, cell.name);
      const row = rows.get(cell.row);
      if (row) row.push(element);
      else rows.set(cell.row, [element]);
    }
    const lines = [...rows.entries()].sort(([a], [b]) => a - b).map(([, row]) => s("g", { role: "row" }, ...row));
    this.svg.setAttribute("viewBox", `0 0 ${width.toFixed(1)} ${height.toFixed(1)}`);
    this.svg.style.maxWidth = `${most}px`;
    this.svg.style.minWidth = `${least}px`;
    this.svg.style.aspectRatio = `${width} / ${height}`;
    const framed = cells.flatMap(({ kind = "", points }) => {
      const ring = kind.split(" ").filter((word) => /^(best|reach|reach-other|losing)$/.test(word));
      return ring.length > 0 ? [s("polygon", { points, class: `ring ${ring.join(" ")}` })] : [];
    });
    // The best ones last.
    framed.sort((a, b) => Number(a.classList.contains("best")) - Number(b.classList.contains("best")));
    this.rings.replaceChildren(...framed, this.chosen);
    this.svg.replaceChildren(s("g", { "aria-hidden": true }, ...ground), s("g", { role: "grid", "aria-label": label }, ...lines), this.rings);
    this.select(this.all.has(this.current) ? this.current : (cells[0]?.name ?? ""));
    if (had) this.all.get(this.current)?.element.focus();
  }

  /** Marks the chosen cell, and puts it into the tab order. */
  select(name: string): void {
    const before = this.all.get(this.current)?.element;
    before?.setAttribute("tabindex", "-1");
    before?.removeAttribute("aria-selected");
    this.current = name;
    const found = this.all.get(name);
    this.chosen.setAttribute("points", found?.cell.points ?? "");
    const now = found?.element;
    if (!now) return;
    now.setAttribute("tabindex", "0");
    now.setAttribute("aria-selected", "true");
    if (this.svg.contains(document.activeElement) && document.activeElement !== now) now.focus();
  }

  private onKey(event: KeyboardEvent): void {
    const from = this.all.get((event.target as Element).closest<SVGGElement>("[data-cell]")?.dataset["cell"] ?? "")?.cell;
    const steps: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[event.key];
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.choose(from.name, false);
      return;
    }
    const ends: Record<string, () => string | undefined> = { Home: () => this.byPlace.get(`${from.row},${this.columns(from.row)[0]}`), End: () => this.byPlace.get(`${from.row},${this.columns(from.row).at(-1)}`) };
    const to = step ? this.byPlace.get(`${from.row + step[0]},${from.column + step[1]}`) : ends[event.key]?.();
    if (!step && !(event.key in ends)) return;
    event.preventDefault();
    if (to === undefined) return;
    this.select(to);
    this.choose(to, true);
  }

  private columns(row: number): number[] {
    return [...this.all.values()].flatMap(({ cell }) => (cell.row === row ? [cell.column] : [])).sort((a, b) => a - b);
  }
}

/** The outline of a square. */
export const square = (x: number, y: number, side: number): Pick<Cell, "points" | "middle"> => ({
  points: `${x},${y} ${x + side},${y} ${x + side},${y + side} ${x},${y + side}`,
  middle: [x + side / 2, y + side / 2],
});

/** Of a hexagon, in units of the drawing; and the room around a board. */
export const WIDTH = 30;
export const ARM = WIDTH / Math.sqrt(3);
const FRAME = 24;

/** The corners of a hexagon that stands on one: from the top on, clockwise. */
const CORNERS = [0, 1, 2, 3, 4, 5].map((corner): [number, number] => [ARM * Math.sin((corner * Math.PI) / 3), -ARM * Math.cos((corner * Math.PI) / 3)]);
const outline = ([x, y]: readonly [number, number], corners: readonly number[]): string => corners.map((corner) => CORNERS[corner]!).map(([dx, dy]) => `${(x + dx).toFixed(2)},${(y + dy).toFixed(2)}`).join(" ");

/** The outline of a hexagon. */
export const hexagon = (x: number, y: number): Pick<Cell, "points" | "middle"> => ({ points: outline([x, y], [0, 1, 2, 3, 4, 5]), middle: [x, y] });

interface Size {
  files: number;
  ranks: number;
}

/** The middle of a cell of Hex: each rank above stands half a cell to the right. */
export const middle = (file: number, rank: number, { ranks }: Pick<Size, "ranks">): [number, number] => [FRAME + WIDTH * (file + 0.5 + rank / 2), FRAME + ARM + (ranks - 1 - rank) * 1.5 * ARM];

/** A board of Hex with its four sides: Left joins the first rank to the last one, Right the first file to the last one. */
export const hexBoard = ({ files, ranks }: Size): Pick<Field, "width" | "height"> & { ground: SVGElement[] } => {
  const side = (kind: string, count: number, at: (place: number) => [file: number, rank: number], corners: readonly number[]): SVGElement =>
    s("polyline", { class: `side-line ${kind}`, points: Array.from({ length: count }, (_, place) => outline(middle(...at(place), { ranks }), corners)).join(" ") });
  return {
    width: 2 * FRAME + WIDTH * (files + (ranks - 1) / 2),
    height: 2 * FRAME + ARM * (1.5 * (ranks - 1) + 2),
    ground: [side("left", files, (file) => [file, 0], [4, 3, 2]), side("left", files, (file) => [file, ranks - 1], [5, 0, 1]), side("right", ranks, (rank) => [0, rank], [4, 5]), side("right", ranks, (rank) => [files - 1, rank], [2, 1])],
  };
};
