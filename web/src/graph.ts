/** A graph to look at: nodes with their values, edges with heads, buttons for its size. Each node is a link; the arrow keys move among them. */
import { button, h, replace, s } from "./dom.js";
import type { Laid, layout } from "./layout.js";
import { Port } from "./port.js";

export type By = "white" | "black" | "chance";

export interface Node {
  name: string;
  value: string;
  /** Whose turn it is; `bid` where both may move, `over` where the game is. */
  kind: By | "bid" | "over";
  /** Whose turn it is, in a letter and in words; nothing where both may move. */
  mark?: [letter: string, words: string] | undefined;
  /** What is read aloud behind the name. */
  spoken: string;
  href: string;
}

export interface Link {
  from: number;
  to: number;
  by: By;
  best: boolean;
}

const HEIGHT = 46;
const LEAST = 48;
/** So many letters of a name or of a value are shown in a box. */
const LETTERS = 17;
const LETTER = 7.7;
/** No text becomes smaller than this by fitting; then the picture is scrolled. */
const SMALLEST = 0.72;
/** Nor larger than this. */
const LARGEST = 1.15;

const clip = (text: string): string => ([...text].length > LETTERS ? `${[...text].slice(0, LETTERS - 1).join("")}…` : text);

/** Layers and order take long on a slow phone: they are found apart from the page. */
type Layouts = Port<{ layout: typeof layout }>;
let started: Layouts | undefined;
const layouts = (): Layouts => (started ??= new Port(new URL("layout-worker.js", import.meta.url), "layout", "The drawing could not be made: a file of this site (layout-worker.js) is missing."));

export class Graph {
  readonly element: HTMLElement;
  private readonly scroll = h("div", { class: "scroll", tabindex: 0, role: "region" });
  private readonly key = h("p", { class: "key" });
  private nodes: readonly Node[] = [];
  private links: readonly Link[] = [];
  private anchors: SVGAElement[] = [];
  private laid: Laid | undefined;
  private picture = s("svg");
  private scale = 1;
  private room = 0;
  private shown = "";
  private current = 0;
  private first: number | undefined;
  private asked = 0;

  constructor(private readonly label: string) {
    this.scroll.setAttribute("aria-label", label);
    this.element = h(
      "div",
      { class: "graph" },
      this.scroll,
      h("div", { class: "row" }, button("−", () => this.zoom(0.8), { "aria-label": "smaller", class: "plain" }), button("+", () => this.zoom(1.25), { "aria-label": "larger", class: "plain" }), button("fit", () => this.zoom(), { class: "plain", title: "all of it" }), this.key),
    );
    this.scroll.addEventListener("keydown", (event) => this.onKey(event));
    new ResizeObserver(() => {
      if (this.nodes.length > 0 && Math.abs(this.scroll.clientWidth - this.room) > 24) this.draw();
    }).observe(this.scroll);
  }

  /** Shows a graph, with one node as the current one. The same graph stays as it is, so that nothing jumps. `first` begins, if the graph does not say what does. */
  show(nodes: readonly Node[], links: readonly Link[], current: number, key: (HTMLElement | string)[], first?: number): void {
    const next = JSON.stringify([nodes, links]);
    const isSame = next === this.shown;
    [this.nodes, this.links, this.current, this.first, this.shown] = [nodes, links, current, first, next];
    if (isSame) return this.mark(this.picture.contains(document.activeElement));
    replace(this.key, ...key);
    this.draw();
  }

  /** Marks the current node, and puts it into the tab order. */
  private mark(isFocused: boolean): void {
    this.anchors.forEach((anchor, place) => {
      anchor.setAttribute("tabindex", place === this.current ? "0" : "-1");
      if (place === this.current) anchor.setAttribute("aria-current", "true");
      else anchor.removeAttribute("aria-current");
    });
    if (isFocused) this.anchors[this.current]?.focus({ preventScroll: true });
    this.reveal(this.current);
  }

  private draw(): void {
    this.arrange(++this.asked).catch((error: unknown) => replace(this.scroll, h("p", { class: "notice", role: "status" }, error instanceof Error ? error.message : String(error))));
  }

  private async arrange(asked: number): Promise<void> {
    const { nodes, links } = this;
    const longest = Math.max(0, ...nodes.flatMap(({ name, value }) => [[...clip(name)].length, [...clip(value)].length]));
    const width = Math.max(LEAST, longest * LETTER + 18);
    const edges = links.map(({ from, to }) => [from, to] as const);
    this.room = this.scroll.clientWidth;
    const laidOut = (isDown: boolean): Promise<Laid> => layouts().call("layout", nodes.length, edges, { width, height: HEIGHT, isDown, first: this.first });
    const right = await laidOut(false);
    // From top to bottom where there is no room from left to right.
    const down = right.width * SMALLEST <= this.room ? right : await laidOut(true);
    if (asked !== this.asked) return;
    const laid = right.width <= down.width ? right : down;
    this.laid = laid;
    const drawn = laid.edges.map(({ shaft, head }, place) => {
      const { by, best } = links[place]!;
      return s("g", { class: `edge ${by}${best ? " best" : ""}` }, s("path", { class: "shaft", d: shaft }), s("path", { class: "edge-tip", d: head }));
    });
    this.anchors = nodes.map((node, place) => {
      const [x, y] = laid.at[place]!;
      return s(
        "a",
        { href: node.href, class: `node ${node.kind}`, tabindex: -1 },
        s("title", {}, `${node.name}: ${node.spoken}${node.mark ? `, ${node.mark[1]}` : ""}`),
        s("rect", { x: x - width / 2, y: y - HEIGHT / 2, width, height: HEIGHT, rx: node.kind === "over" ? 2 : node.kind === "chance" ? 22 : 9 }),
        node.mark && s("circle", { cx: x - width / 2 + 3, cy: y - HEIGHT / 2 + 3, r: 8, class: "badge" }),
        node.mark && s("text", { x: x - width / 2 + 3, y: y - HEIGHT / 2 + 7, "text-anchor": "middle", class: "mark" }, node.mark[0]),
        s("text", { x, y: y - 4, "text-anchor": "middle" }, clip(node.name)),
        s("text", { x, y: y + 14, "text-anchor": "middle", class: "worth" }, clip(node.value)),
      );
    });
    const isFocused = this.picture.contains(document.activeElement);
    this.picture = s("svg", { viewBox: `0 0 ${laid.width.toFixed(1)} ${laid.height.toFixed(1)}`, role: "group", "aria-label": this.label }, s("g", { "aria-hidden": true }, ...drawn), ...this.anchors);
    // As far as it can still be read. It has its size before it is there: so the browser lays the page out once.
    this.size(Math.max(SMALLEST, Math.min(LARGEST, (this.room - 2) / laid.width)));
    replace(this.scroll, this.picture);
    this.mark(isFocused);
  }

  private size(scale: number): void {
    const { width, height } = this.laid!;
    this.scale = Math.min(3, Math.max(0.15, scale));
    this.picture.setAttribute("width", (width * this.scale).toFixed(1));
    this.picture.setAttribute("height", (height * this.scale).toFixed(1));
  }

  /** Another size: so many times this one, or that at which all of it is in sight. */
  private zoom(by?: number): void {
    if (!this.laid) return;
    this.size(by === undefined ? Math.min(1, (this.scroll.clientWidth - 2) / this.laid.width) : this.scale * by);
    this.reveal(this.current);
  }

  /** Scrolls the region, and nothing else, so that a node can be seen. */
  private reveal(place: number): void {
    const at = this.laid?.at[place];
    if (!at) return;
    const [x, y] = at.map((number) => number * this.scale) as [number, number];
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.scroll;
    const out = (at: number, from: number, room: number): boolean => at - 60 < from || at + 60 > from + room;
    if (out(x, scrollLeft, clientWidth)) this.scroll.scrollLeft = x - clientWidth / 2;
    if (out(y, scrollTop, clientHeight)) this.scroll.scrollTop = y - clientHeight / 2;
  }

  /** An arrow key goes to the next node in its direction; Enter opens it, as every link. */
  private onKey(event: KeyboardEvent): void {
    const step = ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as Record<string, [number, number]>)[event.key];
    const from = this.anchors.indexOf(document.activeElement as unknown as SVGAElement);
    if (!step || from < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const [x, y] = this.laid!.at[from]!;
    let [best, least] = [-1, Infinity];
    this.laid!.at.forEach(([u, v], place) => {
      const ahead = (u - x) * step[0] + (v - y) * step[1];
      const aside = Math.abs((u - x) * step[1]) + Math.abs((v - y) * step[0]);
      if (ahead > 1 && ahead + 2 * aside < least) [best, least] = [place, ahead + 2 * aside];
    });
    if (best < 0) return;
    this.anchors[from]!.setAttribute("tabindex", "-1");
    this.anchors[best]!.setAttribute("tabindex", "0");
    this.anchors[best]!.focus({ preventScroll: true });
    this.reveal(best);
  }
}

/** A game or a model of so many positions is drawn whole; of a larger game so many are drawn, around the current one. */
export const WHOLE = 60;
const AROUND = 24;

/** All positions of a small game in the order of the file; of a large one those that come first from here. */
export const around = async <Found extends { options: readonly { after: string | null }[] }>(all: readonly string[], current: string, probe: (name: string) => Promise<Found>): Promise<Map<string, Found>> => {
  if (all.length <= WHOLE) return new Map(await Promise.all(all.map(async (name): Promise<[string, Found]> => [name, await probe(name)])));
  const found = new Map<string, Found>();
  // A set that grows while it is gone through is a queue.
  const queue = new Set([current]);
  for (const name of queue) {
    if (found.size === AROUND) break;
    const met = await probe(name);
    found.set(name, met);
    met.options.forEach(({ after }) => after !== null && queue.add(after));
  }
  return found;
};

/** A piece of an edge, for the words below a graph. */
export const sample = (by: By, isBest = false): HTMLElement => h("span", { class: `line ${by}${isBest ? " best" : ""}` });
