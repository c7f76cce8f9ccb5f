/**
 * The board: an SVG grid from 2×2 to 16×16 for mouse, fingers and keyboard. One cell is in the tab order, and the arrows move among the cells. It knows no
 * rules: it says that a man was carried from one square to another, and shows what it is given.
 */
import { s } from "./dom.js";
import { drawMan } from "./men.js";
import { manName, squareName, type Position } from "./position.js";

const SQUARE = 48;
const FRAME = 22;

export interface Arrow {
  from: string;
  to: string;
  by: "white" | "black";
}

export interface Shown {
  position: Position;
  /** Whether Black sits at the bottom. */
  turned: boolean;
  arrows?: readonly Arrow[];
  /** By square: a number from 0 to 1 for the colour, the text of the cell, and what is read aloud. */
  heat?: ReadonlyMap<string, { colour: number; text: string; spoken: string }>;
  /** Squares that a man may go to now. */
  legal?: ReadonlySet<string>;
  /** What is put on a square by a tap, in the edit mode. */
  brush?: string | undefined;
  label: string;
}

export interface Hands {
  /** A man was carried from a square to another one. */
  carry?: (from: number, to: number) => unknown;
  /** A square was tapped, and no man was in the hand. False: pick up the man. */
  tap?: (index: number) => boolean;
  /** A key that the board does not know was pressed on a square. True: it was understood. */
  key?: (key: string, index: number) => boolean;
  /** A square was chosen. */
  focus?: (index: number) => void;
  /** Where the man of a square may go, as far as that is known: shown while it is in the hand. */
  targets?: (from: number) => readonly number[];
}

export class Board {
  readonly svg: SVGSVGElement;
  private readonly ground = s("g", { "aria-hidden": true });
  private readonly grid = s("g", { role: "grid" });
  private readonly above = s("g", { "pointer-events": "none", "aria-hidden": true });
  private cells: SVGGElement[] = [];
  private size = "";
  private shown: Shown | undefined;
  private held: number | undefined;
  private targets: ReadonlySet<number> = new Set();
  private current = 0;
  private drag: { from: number; x: number; y: number; ghost: SVGGElement | undefined } | undefined;

  constructor(private readonly hands: Hands = {}) {
    this.svg = s("svg", { class: "board" }, this.ground, this.grid, this.above);
    if (!this.isHandled) return;
    this.svg.addEventListener("keydown", (event) => this.onKey(event));
    this.svg.addEventListener("pointerdown", (event) => this.onDown(event));
    this.svg.addEventListener("pointermove", (event) => this.onMove(event));
    this.svg.addEventListener("pointerup", (event) => this.onUp(event));
    this.svg.addEventListener("pointercancel", () => this.dropGhost() && this.pick(undefined));
  }

  /** Whether anybody can do something with it; else it only shows. */
  private get isHandled(): boolean {
    return Object.keys(this.hands).length > 0;
  }

  private get position(): Position {
    return this.shown!.position;
  }

  private corner(index: number): [number, number] {
    const { files, ranks } = this.position;
    const [file, rank] = [index % files, Math.floor(index / files)];
    const [column, row] = this.shown!.turned ? [files - 1 - file, rank] : [file, ranks - 1 - rank];
    return [FRAME + column * SQUARE, row * SQUARE];
  }

  show(shown: Shown): void {
    this.shown = shown;
    const { files, ranks } = shown.position;
    const size = `${files}x${ranks} ${shown.turned}`;
    if (size !== this.size) this.build();
    this.size = size;
    if (this.held !== undefined && shown.position.squares[this.held] === "") this.held = undefined;
    this.targets = new Set(this.held === undefined ? [] : this.hands.targets?.(this.held));
    this.grid.setAttribute("aria-label", shown.label);
    this.cells.forEach((cell, index) => this.fill(cell, index));
    this.drawArrows();
  }

  private build(): void {
    const { files, ranks } = this.position;
    const [width, height] = [files * SQUARE, ranks * SQUARE];
    this.svg.setAttribute("viewBox", `0 0 ${width + FRAME + 2} ${height + FRAME}`);
    // As large as its place allows, and never so large that a small board fills the window.
    const side = Math.max(files, ranks);
    const largest = Math.min(640, files * (side <= 3 ? 130 : side <= 5 ? 100 : 76) + FRAME);
    // The page says how high a board may be: on a phone the value has to stand below it.
    this.svg.style.maxWidth = `min(${largest}px, 100%, calc(${((width + FRAME + 2) / (height + FRAME)).toFixed(4)} * var(--board-height, 82vh)))`;
    this.svg.style.aspectRatio = `${width + FRAME + 2} / ${height + FRAME}`;
    const names: SVGTextElement[] = [];
    for (let file = 0; file < files; file++) {
      const [x] = this.corner(file);
      names.push(s("text", { x: x + SQUARE / 2, y: height + 16, "text-anchor": "middle" }, String.fromCharCode(97 + file)));
    }
    for (let rank = 0; rank < ranks; rank++) {
      const [, y] = this.corner(rank * files);
      names.push(s("text", { x: FRAME / 2 - 1, y: y + SQUARE / 2 + 5, "text-anchor": "middle" }, `${rank + 1}`));
    }
    this.ground.replaceChildren(...names);
    this.current = Math.min(this.current, files * ranks - 1);
    this.cells = [];
    const rows: SVGGElement[] = [];
    const order = Array.from({ length: ranks }, (_, row) => (this.shown!.turned ? row : ranks - 1 - row));
    for (const rank of order) {
      const columns = Array.from({ length: files }, (_, column) => (this.shown!.turned ? files - 1 - column : column));
      const row = s("g", { role: "row" });
      for (const file of columns) {
        const index = rank * files + file;
        const [x, y] = this.corner(index);
        const cell = s("g", { role: "gridcell", class: (file + rank) % 2 === 0 ? "cell dark" : "cell light", "data-square": squareName(files, index) });
        cell.dataset["index"] = `${index}`;
        cell.append(s("rect", { x, y, width: SQUARE, height: SQUARE }));
        // A part of a drawing that listens to the focus is a stop of the keyboard: none on a board that only shows.
        if (this.isHandled)
          cell.addEventListener("focus", () => {
            this.setCurrent(index);
            this.hands.focus?.(index);
          });
        this.cells[index] = cell;
        row.append(cell);
      }
      rows.push(row);
    }
    this.grid.replaceChildren(...rows);
  }

  private setCurrent(index: number): void {
    if (!this.isHandled) return;
    this.cells[this.current]?.setAttribute("tabindex", "-1");
    this.current = index;
    this.cells[index]?.setAttribute("tabindex", "0");
  }

  private fill(cell: SVGGElement, index: number): void {
    const { position, heat } = this.shown!;
    const man = position.squares[index]!;
    const name = squareName(position.files, index);
    const [x, y] = this.corner(index);
    const hot = heat?.get(name);
    const parts: SVGElement[] = [cell.firstElementChild as SVGElement];
    if (hot) {
      parts.push(s("rect", { x, y, width: SQUARE, height: SQUARE, fill: heatColour(hot.colour), class: "hot" }));
    }
    if (man !== "") parts.push(drawMan(man, x, y));
    if (hot && man === "") parts.push(s("text", { x: x + SQUARE / 2, y: y + SQUARE / 2 + 4, "text-anchor": "middle", class: isDeep(hot.colour) ? "hot-text deep" : "hot-text", "pointer-events": "none" }, hot.text));
    const isTarget = this.targets.has(index) || this.shown!.legal?.has(name) === true;
    if (isTarget) parts.push(man === "" ? s("circle", { cx: x + SQUARE / 2, cy: y + SQUARE / 2, r: 7, class: "target" }) : s("rect", { x: x + 3, y: y + 3, width: SQUARE - 6, height: SQUARE - 6, rx: 6, class: "target taken" }));
    parts.push(s("rect", { x: x + 1.5, y: y + 1.5, width: SQUARE - 3, height: SQUARE - 3, class: "ring", fill: "none", "pointer-events": "none" }));
    cell.replaceChildren(...parts);
    const held = index === this.held;
    cell.classList.toggle("held", held);
    const said = [name, man === "" ? "empty" : manName(man), held ? "picked up" : "", isTarget ? "can be reached" : "", hot ? hot.spoken : ""].filter((part) => part !== "");
    cell.setAttribute("aria-label", said.join(", "));
    if (this.isHandled) {
      cell.setAttribute("tabindex", index === this.current ? "0" : "-1");
      cell.setAttribute("aria-selected", `${held}`);
    }
  }

  private drawArrows(): void {
    const { arrows = [] } = this.shown!;
    const centre = (name: string): [number, number] => {
      const index = this.cells.findIndex((cell) => cell.dataset["square"] === name);
      const [x, y] = this.corner(index);
      return [x + SQUARE / 2, y + SQUARE / 2];
    };
    const drawn = arrows
      .filter(({ from, to }) => [from, to].every((name) => this.cells.some((cell) => cell.dataset["square"] === name)))
      .map(({ from, to, by }) => {
        const [[x0, y0], [x1, y1]] = [centre(from), centre(to)];
        const length = Math.hypot(x1 - x0, y1 - y0);
        const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
        // Two kings that take each other: side by side.
        const apart = arrows.some((other) => other.from === to && other.to === from) ? 5 : 0;
        const at = (along: number, aside: number): string => `${(x0 + ux * along - uy * (aside + apart)).toFixed(1)} ${(y0 + uy * along + ux * (aside + apart)).toFixed(1)}`;
        return s(
          "g",
          { class: `arrow ${by}` },
          s("path", { d: `M${at(12, 0)}L${at(length - 13, 0)}`, "stroke-dasharray": by === "black" ? "6 3" : undefined }),
          s("path", { class: "tip", d: `M${at(length - 3, 0)}L${at(length - 15, 6.5)}L${at(length - 15, -6.5)}z` }),
        );
      });
    this.above.replaceChildren(...drawn);
  }

  /** Gives the keyboard to a square. */
  focusOn(index: number): void {
    this.setCurrent(index);
    this.cells[index]?.focus();
  }

  get focused(): number {
    return this.current;
  }

  private pick(index: number | undefined): void {
    this.held = index;
    this.targets = new Set(index === undefined ? [] : this.hands.targets?.(index));
    if (this.shown) this.cells.forEach((cell, place) => this.fill(cell, place));
  }

  /** A square was chosen by a tap or with Enter. */
  private choose(index: number): void {
    if (this.held !== undefined) {
      const from = this.held;
      this.pick(undefined);
      if (from !== index) this.hands.carry?.(from, index);
      return;
    }
    if (this.hands.tap?.(index)) return;
    if (this.hands.carry && this.position.squares[index] !== "") this.pick(index);
  }

  private indexAt(event: PointerEvent): number | undefined {
    const target = document.elementFromPoint(event.clientX, event.clientY)?.closest<SVGGElement>(".cell");
    return target && this.svg.contains(target) ? Number(target.dataset["index"]) : undefined;
  }

  private onDown(event: PointerEvent): void {
    const index = this.indexAt(event);
    if (index === undefined || event.button !== 0) return;
    event.preventDefault();
    this.focusOn(index);
    this.drag = { from: index, x: event.clientX, y: event.clientY, ghost: undefined };
    this.svg.setPointerCapture(event.pointerId);
  }

  private onMove(event: PointerEvent): void {
    const drag = this.drag;
    if (!drag || !this.hands.carry || this.shown!.brush !== undefined) return;
    const man = this.position.squares[drag.from]!;
    if (man === "" || (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 6)) return;
    if (!drag.ghost) {
      drag.ghost = drawMan(man);
      this.above.append(drag.ghost);
      this.pick(drag.from);
      this.cells[drag.from]!.classList.add("lifted");
    }
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.grid.getScreenCTM()!.inverse());
    drag.ghost.setAttribute("transform", `translate(${at.x - SQUARE / 2} ${at.y - SQUARE / 2})`);
  }

  private dropGhost(): boolean {
    const drag = this.drag;
    this.drag = undefined;
    if (!drag?.ghost) return false;
    drag.ghost.remove();
    this.cells[drag.from]!.classList.remove("lifted");
    return true;
  }

  private onUp(event: PointerEvent): void {
    const drag = this.drag;
    if (!drag) return;
    const dragged = this.dropGhost();
    const index = this.indexAt(event);
    if (!dragged) return this.choose(drag.from);
    this.pick(undefined);
    if (index !== undefined && index !== drag.from) this.hands.carry?.(drag.from, index);
    // Carried off the board: the page decides, with a target that is no square.
    else if (index === undefined) this.hands.carry?.(drag.from, -1);
  }

  /** A man may not go where it was carried: it comes back, and shakes its head. */
  refuse(from: number, to = from): void {
    const cell = this.cells[from];
    const man = [...(cell?.children ?? [])].find((part) => part.tagName === "g");
    if (!cell || !man || to < 0) return;
    const [[x0, y0], [x1, y1]] = [this.corner(from), this.corner(to)];
    const [dx, dy] = [x1 - x0, y1 - y0];
    cell.classList.add("refused");
    const at = (x: number, y: number): { transform: string } => ({ transform: `translate(${x0 + x}px, ${y0 + y}px)` });
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const frames = isStill ? [at(0, 0), at(0, 0)] : [at(dx, dy), at(0, 0), at(-4, 0), at(4, 0), at(-3, 0), at(0, 0)];
    man.animate(frames, { duration: 420, easing: "ease-out" }).onfinish = () => cell.classList.remove("refused");
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { files, ranks } = this.position;
    const sign = this.shown!.turned ? -1 : 1;
    const [file, rank] = [this.current % files, Math.floor(this.current / files)];
    const step = (right: number, up: number): void => {
      const [f, r] = [Math.min(files - 1, Math.max(0, file + right * sign)), Math.min(ranks - 1, Math.max(0, rank + up * sign))];
      this.focusOn(r * files + f);
    };
    const keys: Record<string, () => void> = {
      ArrowLeft: () => step(-1, 0),
      ArrowRight: () => step(1, 0),
      ArrowUp: () => step(0, 1),
      ArrowDown: () => step(0, -1),
      Home: () => step(-files, 0),
      End: () => step(files, 0),
      Enter: () => this.choose(this.current),
      Escape: () => this.pick(undefined),
    };
    const known = keys[event.key];
    if (known) known();
    else if (!this.hands.key?.(event.key === " " && event.shiftKey ? "Shift+Space" : event.key, this.current)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The picture as a file of its own. */
  export(): string {
    const copy = this.svg.cloneNode(true) as SVGSVGElement;
    const paint = (selector: string, attributes: Record<string, string>): void =>
      copy.querySelectorAll(selector).forEach((part) => Object.entries(attributes).forEach(([name, value]) => part.setAttribute(name, value)));
    paint(".light > rect:first-child", { fill: "#f1e4c8" });
    paint(".dark > rect:first-child", { fill: "#b7a07c" });
    paint("text", { "font-family": "sans-serif", "font-size": "12", fill: "#4a4238" });
    paint(".hot-text", { "font-size": "11", fill: "#111" });
    paint(".deep", { fill: "#fff" });
    paint(".arrow path", { fill: "none", stroke: "#1565c0", "stroke-width": "4.5", "stroke-opacity": "0.85" });
    paint(".arrow.black path", { stroke: "#b3400e" });
    paint(".arrow .tip", { fill: "#1565c0", stroke: "none" });
    paint(".arrow.black .tip", { fill: "#b3400e" });
    copy.querySelectorAll(".ring, .target").forEach((part) => part.remove());
    for (const part of [copy, ...copy.querySelectorAll("*")]) {
      for (const name of part.getAttributeNames()) if (/^(class|style|role|tabindex|aria-.*|data-.*)$/.test(name)) part.removeAttribute(name);
    }
    const [, , width, height] = copy.getAttribute("viewBox")!.split(" ");
    copy.setAttribute("width", width!);
    copy.setAttribute("height", height!);
    copy.prepend(s("rect", { width: width!, height: height!, fill: "#fffdf8" }));
    return `${new XMLSerializer().serializeToString(copy)}\n`;
  }
}

/** From Black's colour through paper to White's, for a number from 0 to 1. */
export const heatColour = (x: number): string => {
  const mix = (a: number[], b: number[], t: number): string => `rgb(${a.map((from, place) => Math.round(from + (b[place]! - from) * t)).join(" ")})`;
  const [black, paper, white] = [
    [179, 64, 14],
    [250, 244, 230],
    [21, 101, 192],
  ];
  return x < 0.5 ? mix(black!, paper!, x * 2) : mix(paper!, white!, x * 2 - 1);
};

/** Whether only light ink can be read on it. */
const isDeep = (x: number): boolean => x < 0.1 || x > 0.8;
