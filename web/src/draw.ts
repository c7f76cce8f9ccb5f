/**
 * A game as a drawing that can be changed: tap the ground for a position, drag from one to another for an option. It knows no rules: it says what was tapped and
 * dragged, and shows what it is given. All that it does the table beside it does too, for keyboards and screen readers.
 */
import { s } from "./dom.js";
import { optionsOf, player, type By, type Drawing, type OwnOption, type OwnPosition } from "./solve-model.js";

/** What is chosen: a position, or an option. */
export type Chosen = { id: number } | { option: OwnOption } | undefined;

export interface Hands {
  /** Whether a drag draws an option. If not, it moves a position. */
  isPen: () => boolean;
  add: (x: number, y: number) => void;
  /** A drag from a position to another one, or to itself. */
  link: (from: number, to: number) => void;
  /** A drag from a position into the open. */
  grow: (from: number, x: number, y: number) => void;
  move: (id: number, x: number, y: number) => void;
  choose: (chosen: Chosen) => void;
  remove: () => void;
}

export interface Shown {
  drawing: Drawing;
  chosen: Chosen;
  /** What is verified of positions, by name. */
  values: ReadonlyMap<string, string>;
  /** Positions of which something is missing. */
  faults: ReadonlySet<number>;
}

const HEIGHT = 44;
const CLASS: Record<By, string> = { left: "white", right: "black", chance: "chance" };
/** How far a finger may shake. */
const STILL = 7;

type Point = readonly [number, number];
type Drag = { id: number | undefined; option: OwnOption | undefined; start: Point; moved: boolean; grip: Point };

const clip = (text: string): string => ([...text].length > 14 ? `${[...text].slice(0, 13).join("")}…` : text);

export class Canvas {
  readonly svg: SVGSVGElement;
  private readonly edges = s("g", { "aria-hidden": "true" });
  private readonly nodes = s("g");
  private readonly above = s("g", { "aria-hidden": "true", "pointer-events": "none" });
  private shown: Shown | undefined;
  private drag: Drag | undefined;

  constructor(private readonly hands: Hands) {
    const tip = (by: By): SVGElement => s("marker", { id: `drawn-${by}`, viewBox: "0 0 10 10", refX: 8.5, refY: 5, markerWidth: 9, markerHeight: 9, markerUnits: "userSpaceOnUse", orient: "auto" }, s("path", { d: "M0 0L10 5L0 10z", class: `edge-tip ${CLASS[by]}` }));
    this.svg = s("svg", { class: "drawing", role: "group", "aria-label": "The game as a drawing" }, s("defs", {}, tip("left"), tip("right"), tip("chance")), this.edges, this.nodes, this.above);
    this.svg.addEventListener("pointerdown", (event) => this.onDown(event));
    this.svg.addEventListener("pointermove", (event) => this.onMove(event));
    this.svg.addEventListener("pointerup", (event) => this.onUp(event));
    this.svg.addEventListener("pointercancel", () => this.end());
    this.svg.addEventListener("keydown", (event) => this.onKey(event));
    new ResizeObserver(() => this.drag === undefined && this.frame()).observe(this.svg);
  }

  show(shown: Shown): void {
    const focused = document.activeElement instanceof SVGElement && this.nodes.contains(document.activeElement) ? document.activeElement.dataset["id"] : undefined;
    this.shown = shown;
    const { drawing } = shown;
    this.nodes.replaceChildren(...drawing.positions.map((one) => this.node(one)));
    this.drawEdges();
    if (!this.drag) this.frame();
    if (focused !== undefined) this.nodes.querySelector<SVGElement>(`[data-id="${focused}"]`)?.focus();
  }

  /** All positions are in sight; no more is made smaller than has to be. */
  private frame(): void {
    const { width, height } = this.svg.getBoundingClientRect();
    if (width === 0 || !this.shown) return;
    const { positions } = this.shown.drawing;
    const reach = (one: OwnPosition): number => this.width(one) / 2 + 14;
    const [left, top] = [Math.min(0, ...positions.map((one) => one.x - reach(one))), Math.min(0, ...positions.map(({ y }) => y - 50))];
    const [right, bottom] = [Math.max(left + width, ...positions.map((one) => one.x + reach(one))), Math.max(top + height, ...positions.map(({ y }) => y + 40))];
    const scale = Math.max((right - left) / width, (bottom - top) / height, 1);
    this.svg.setAttribute("viewBox", `${left} ${top} ${width * scale} ${height * scale}`);
  }

  private width(one: OwnPosition): number {
    return Math.max(52, Math.min(150, 22 + 8.2 * Math.max(clip(one.name).length, 0.86 * clip(this.below(one)).length)));
  }

  /** What stands below a name: the value as soon as it is verified. */
  private below({ name, sort, value }: OwnPosition): string {
    if (sort === "end") return `worth ${value || "?"}`;
    return this.shown?.values.get(name) ?? { bid: "", left: "Left's turn", right: "Right's turn", chance: "chance" }[sort];
  }

  private node(one: OwnPosition): SVGElement {
    const { id, name, sort, x, y } = one;
    const { chosen, values, faults } = this.shown!;
    const width = this.width(one);
    const verified = values.get(name);
    const below = this.below(one);
    const kind = { bid: "bid", left: "white", right: "black", chance: "chance", end: "over" }[sort];
    const isChosen = chosen !== undefined && "id" in chosen && chosen.id === id;
    return s(
      "g",
      { class: `node ${kind}${faults.has(id) ? " fault" : ""}${verified === undefined ? "" : " known"}`, "data-id": id, role: "button", tabindex: 0, "aria-pressed": `${isChosen}`, "aria-label": this.spoken(one, below), transform: `translate(${x} ${y})` },
      s("rect", { x: -width / 2, y: -HEIGHT / 2, width, height: HEIGHT, rx: sort === "end" ? 2 : 14 }),
      s("text", { y: below === "" ? 5 : -2, "text-anchor": "middle" }, clip(name)),
      " ",
      below !== "" && s("text", { y: 15, "text-anchor": "middle", class: verified === undefined || sort === "end" ? "below" : "worth" }, clip(below)),
    );
  }

  /** What is seen comes first, so that people who speak to their machine can say it. */
  private spoken({ id, name, sort }: OwnPosition, below: string): string {
    const { drawing } = this.shown!;
    const names = new Map(drawing.positions.map((one) => [one.id, one.name]));
    const to = (by: By): string => {
      const own = optionsOf(drawing, id, by);
      return own.length === 0 ? "" : `, ${player(by)} to ${own.map((one) => names.get(one.to)).join(", ")}`;
    };
    const what = { bid: "bid for", left: "Left's turn", right: "Right's turn", chance: "chance moves", end: "end" }[sort];
    return `${name} ${below}, ${what}${to("left")}${to("right")}${to("chance")}`;
  }

  private drawEdges(): void {
    const { drawing, chosen } = this.shown!;
    const at = new Map(drawing.positions.map((one) => [one.id, one]));
    const isChosen = (option: OwnOption): boolean => chosen !== undefined && "option" in chosen && chosen.option.from === option.from && chosen.option.to === option.to && chosen.option.by === option.by;
    this.edges.replaceChildren(
      ...drawing.options.flatMap((option) => {
        const [from, to] = [at.get(option.from)!, at.get(option.to)!];
        const isPair = option.by !== "chance" && drawing.options.some((other) => other.from === option.from && other.to === option.to && other.by !== option.by);
        const isBack = option.from !== option.to && drawing.options.some((other) => other.from === option.to && other.to === option.from);
        const { d, middle } = from === to ? this.loop(from, option.by, isPair) : this.line(from, to, aside(option.by, isPair, isBack));
        const place = drawing.options.indexOf(option);
        return [
          s("path", { class: "hit", d, "data-option": place }),
          s("path", { class: `edge ${CLASS[option.by]}${isChosen(option) ? " chosen" : ""}`, d, "marker-end": `url(#drawn-${option.by})`, "pointer-events": "none" }),
          option.weight !== "" && s("text", { class: "weight", x: middle[0], y: middle[1] - 5, "text-anchor": "middle", "pointer-events": "none" }, clip(option.weight)),
        ].filter((part) => part !== false);
      }),
    );
  }

  private loop(one: OwnPosition, by: By, isPair: boolean): { d: string; middle: Point } {
    const x = one.x + (isPair ? (by === "left" ? -14 : 14) : 0);
    const y = one.y - HEIGHT / 2;
    return { d: `M${x - 8} ${y}c-14 -34 30 -34 16 -2`, middle: [x, y - 22] };
  }

  private line(from: OwnPosition, to: OwnPosition, side: number): { d: string; middle: Point } {
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const [ox, oy] = [-uy * side, ux * side];
    /** Where a line through a node leaves it. */
    const reach = (node: OwnPosition, sign: number): number => {
      const beside = (half: number, offset: number, step: number): number => (step === 0 ? Infinity : (half - Math.sign(step) * offset) / Math.abs(step));
      return Math.min(beside(this.width(node) / 2, ox, ux * sign), beside(HEIGHT / 2, oy, uy * sign));
    };
    const [begin, end] = [reach(from, 1), Math.max(reach(from, 1) + 4, length - reach(to, -1) - 2)];
    const point = (along: number): Point => [from.x + ux * along + ox, from.y + uy * along + oy];
    const [[x0, y0], [x1, y1], middle] = [point(begin), point(end), point((begin + end) / 2)];
    return { d: `M${x0.toFixed(1)} ${y0.toFixed(1)}L${x1.toFixed(1)} ${y1.toFixed(1)}`, middle };
  }

  private point(event: PointerEvent): Point {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM()!.inverse());
    return [at.x, at.y];
  }

  /** The position under a point of the window. */
  private under(event: PointerEvent): number | undefined {
    const node = document.elementFromPoint(event.clientX, event.clientY)?.closest<SVGElement>(".node");
    return node && this.svg.contains(node) ? Number(node.dataset["id"]) : undefined;
  }

  private onDown(event: PointerEvent): void {
    if (event.button !== 0 || !this.shown) return;
    event.preventDefault();
    const target = event.target as SVGElement;
    const id = this.under(event);
    const option = target.dataset["option"] === undefined ? undefined : this.shown.drawing.options[Number(target.dataset["option"])];
    const start = this.point(event);
    const one = this.shown.drawing.positions.find((other) => other.id === id);
    this.drag = { id, option, start, moved: false, grip: one ? [start[0] - one.x, start[1] - one.y] : [0, 0] };
    this.svg.setPointerCapture(event.pointerId);
  }

  private onMove(event: PointerEvent): void {
    const drag = this.drag;
    if (!drag) return;
    const at = this.point(event);
    drag.moved ||= Math.hypot(at[0] - drag.start[0], at[1] - drag.start[1]) > STILL;
    if (!drag.moved || drag.id === undefined) return;
    const one = this.shown!.drawing.positions.find((other) => other.id === drag.id);
    if (!one) return;
    if (this.hands.isPen()) return this.above.replaceChildren(s("path", { class: "thread", d: `M${one.x} ${one.y}L${at[0]} ${at[1]}` }));
    const [x, y] = [at[0] - drag.grip[0], at[1] - drag.grip[1]];
    this.shown = { ...this.shown!, drawing: { ...this.shown!.drawing, positions: this.shown!.drawing.positions.map((other) => (other.id === drag.id ? { ...other, x, y } : other)) } };
    this.nodes.querySelector(`[data-id="${drag.id}"]`)?.setAttribute("transform", `translate(${x} ${y})`);
    this.drawEdges();
  }

  private end(): Drag | undefined {
    const drag = this.drag;
    this.drag = undefined;
    this.above.replaceChildren();
    return drag;
  }

  private onUp(event: PointerEvent): void {
    const drag = this.end();
    if (!drag) return;
    const [x, y] = this.point(event);
    if (drag.id === undefined) {
      if (drag.moved) return;
      return drag.option ? this.hands.choose({ option: drag.option }) : this.hands.add(x, y);
    }
    if (!drag.moved) return this.hands.choose({ id: drag.id });
    if (!this.hands.isPen()) return this.hands.move(drag.id, x - drag.grip[0], y - drag.grip[1]);
    const over = this.under(event);
    if (over === undefined) this.hands.grow(drag.id, x, y);
    else this.hands.link(drag.id, over);
  }

  private onKey(event: KeyboardEvent): void {
    const node = (event.target as SVGElement).closest<SVGElement>(".node");
    if (!node || event.ctrlKey || event.metaKey || event.altKey) return;
    const id = Number(node.dataset["id"]);
    const one = this.shown?.drawing.positions.find((other) => other.id === id);
    const step: Record<string, Point> = { ArrowLeft: [-20, 0], ArrowRight: [20, 0], ArrowUp: [0, -20], ArrowDown: [0, 20] };
    const by = step[event.key];
    if (by && one) this.hands.move(id, one.x + by[0], one.y + by[1]);
    else if (event.key === "Enter" || event.key === " ") this.hands.choose({ id });
    else if (event.key === "Delete" || event.key === "Backspace") {
      this.hands.choose({ id });
      this.hands.remove();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** How far a line runs beside the middle, so that lines between the same two positions do not cover one another. */
const aside = (by: By, isPair: boolean, isBack: boolean): number => {
  if (!isPair) return isBack ? 5 : 0;
  if (isBack) return by === "left" ? 4 : 11;
  return by === "left" ? -4 : 4;
};
