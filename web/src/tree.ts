/** The moves that were followed, as a tree: a main line with side lines. It outlives a reload of the window, and can be copied as a text. */
import { button, copier, h, replace } from "./dom.js";
import { recall, remember } from "./memory.js";

export interface Node {
  /** The position. */
  at: string;
  /** The move that led here, and whose it was; empty at the root. */
  move: string;
  by: string;
  /** The first one goes on with the main line. */
  next: Node[];
}

/** The children to take from the root on. */
type Path = readonly number[];

interface Saved {
  root: Node;
  path: Path;
}

/** So many trees of one game are kept: those that were looked at last. */
const MOST_TREES = 6;

const nodes = (root: Node, path: Path): Node[] => {
  const all = [root];
  for (const place of path) {
    const next = all.at(-1)!.next[place];
    if (!next) break;
    all.push(next);
  }
  return all;
};

/** The way to the first node of a position. */
const find = (node: Node, at: string): number[] | undefined => {
  if (node.at === at) return [];
  for (const [place, next] of node.next.entries()) {
    const way = find(next, at);
    if (way) return [place, ...way];
  }
  return undefined;
};

const named = ({ by, move }: Node): string => `${by} ${move}`;

/** The lines after a node as a text: side lines stand in parentheses after the move that they replace. */
export const lines = (node: Node): string => {
  const [main, ...others] = node.next;
  if (!main) return "";
  const side = others.map((other) => ` (${[named(other), lines(other)].filter((part) => part !== "").join(", ")})`).join("");
  const rest = lines(main);
  return `${named(main)}${side}${rest === "" ? "" : `, ${rest}`}`;
};

export class Tree {
  readonly element = h("section", { class: "tree", "aria-label": "Moves that were followed" });
  private trees: Saved[] = [];
  private key = "";

  /** `address` is that of a position; `go` shows one. */
  constructor(
    private readonly address: (at: string) => string,
    private readonly go: (at: string) => void,
  ) {
    // On the links and buttons of the tree, too.
    this.element.addEventListener("keydown", (event) => {
      const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : undefined;
      if (by === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      this.step(by);
      event.preventDefault();
    });
  }

  private get tree(): Saved | undefined {
    return this.trees[0];
  }

  /** Takes up the lines of a game, by its name: none are of another game. */
  private load(key: string): void {
    if (key === this.key) return;
    this.key = key;
    this.trees = (recall(`lines ${key}`, "sessionStorage") ?? []) as Saved[];
  }

  private save(): void {
    remember(`lines ${this.key}`, this.trees, "sessionStorage");
    this.draw();
  }

  /** A position is shown: where it stands in a tree that is there, else it begins another one. */
  show(key: string, at: string): void {
    this.load(key);
    const here = this.tree;
    if (here && nodes(here.root, here.path).at(-1)!.at === at) return this.draw();
    // Going on, then going back, then anywhere.
    const near = here && [...nodes(here.root, here.path).at(-1)!.next.map((node, place): [Node, Path] => [node, [...here.path, place]]), ...nodes(here.root, here.path).map((node, depth): [Node, Path] => [node, here.path.slice(0, depth)]).reverse()].find(([node]) => node.at === at);
    if (near) {
      here.path = near[1];
      return this.save();
    }
    for (const [place, tree] of this.trees.entries()) {
      const path = find(tree.root, at);
      if (!path) continue;
      this.trees.splice(place, 1);
      this.trees.unshift({ root: tree.root, path });
      return this.save();
    }
    // A root alone is no line worth keeping.
    this.trees = [{ root: { at, move: "", by: "", next: [] }, path: [] }, ...this.trees.filter(({ root }) => root.next.length > 0)].slice(0, MOST_TREES);
    this.save();
  }

  /** A move is followed from the position that is shown. */
  follow(by: string, move: string, at: string): void {
    const here = this.tree;
    if (!here) return;
    const node = nodes(here.root, here.path).at(-1)!;
    let place = node.next.findIndex((other) => other.move === move && other.by === by);
    if (place < 0) place = node.next.push({ at, move, by, next: [] }) - 1;
    here.path = [...here.path, place];
    this.save();
  }

  /** One move back; or on, along the main line. False if there is none. */
  step(by: -1 | 1): boolean {
    const here = this.tree;
    if (!here) return false;
    const next = by < 0 ? here.path.slice(0, -1) : [...here.path, 0];
    if (by < 0 ? here.path.length === 0 : nodes(here.root, here.path).at(-1)!.next.length === 0) return false;
    this.to(next);
    return true;
  }

  private to(path: Path): void {
    const here = this.tree!;
    here.path = path;
    this.save();
    this.go(nodes(here.root, path).at(-1)!.at);
  }

  /** All as a text. */
  text(): string {
    return this.tree ? `From ${this.tree.root.at}: ${lines(this.tree.root)}` : "";
  }

  /** What is shown goes on with the main line. */
  private promote(): void {
    const here = this.tree!;
    let node = here.root;
    for (const place of here.path) {
      const [line] = node.next.splice(place, 1);
      node.next.unshift(line!);
      node = line!;
    }
    here.path = here.path.map(() => 0);
    this.save();
  }

  /** What is shown, and all that follows, is taken out. */
  private drop(): void {
    const here = this.tree!;
    const [path, last] = [here.path.slice(0, -1), here.path.at(-1)!];
    nodes(here.root, path).at(-1)!.next.splice(last, 1);
    this.to(path);
  }

  private draw(): void {
    const here = this.tree;
    if (!here || here.root.next.length === 0) return replace(this.element);
    const isHere = (path: Path): boolean => path.join() === here.path.join();
    const link = (node: Node, path: Path): HTMLElement => {
      const made = h(
        "a",
        { href: this.address(node.at), class: `ply ${node.by.toLowerCase()}`, "aria-current": isHere(path) ? "true" : undefined, title: node.at },
        node.move === "" ? "start" : h("span", { class: "unseen" }, `${node.by} `),
        node.move,
      );
      made.addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        this.to(path);
      });
      return made;
    };
    const drawn = (node: Node, path: Path): (HTMLElement | string)[] => {
      const out: (HTMLElement | string)[] = [];
      // The main line is walked, not descended, so that long lines cost nothing.
      for (let [now, way] = [node, [...path]]; now.next.length > 0; ) {
        const [main, ...others] = now.next;
        out.push(" ", link(main!, [...way, 0]));
        others.forEach((other, place) => out.push(" ", h("span", { class: "side-line" }, "(", link(other, [...way, place + 1]), ...drawn(other, [...way, place + 1]), ")")));
        [now, way] = [main!, [...way, 0]];
      }
      return out;
    };
    const isMain = here.path.every((place) => place === 0);
    replace(
      this.element,
      h("h2", {}, "Your line"),
      h("p", { class: "plies" }, link(here.root, []), ...drawn(here.root, [])),
      h(
        "p",
        { class: "row" },
        button("← back", () => this.step(-1), { class: "plain", disabled: here.path.length === 0 }),
        button("on →", () => this.step(1), { class: "plain", disabled: nodes(here.root, here.path).at(-1)!.next.length === 0 }),
        copier("copy the line", () => this.text()),
        !isMain && button("make it the main line", () => this.promote(), { class: "plain" }),
        here.path.length > 0 && button("take this move out", () => this.drop(), { class: "plain" }),
      ),
    );
  }
}
