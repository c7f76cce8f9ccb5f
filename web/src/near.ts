/** The line below a board: why a man may not go where it was carried, and which man a pawn becomes. The board itself says nothing and knows no rules. */
import { Board } from "./board.js";
import { button, h, replace } from "./dom.js";
import { manIcon } from "./men.js";
import { NAMES, manName, squareIndex, squareName, type Position } from "./position.js";

/** A move by its squares, `a7b8=Q`. */
export interface Step {
  move: string;
  squares: string;
}

/** From where a move goes and to where; none of what is no move of a man. */
export const ends = ({ squares }: Step): [from: string, to: string] | undefined => {
  const found = /^([a-p]\d+)([a-p]\d+)/.exec(squares);
  return found ? [found[1]!, found[2]!] : undefined;
};

/** The squares that a man can be carried to. */
export const targets = (position: Position, steps: readonly Step[], from: number): number[] => {
  const start = squareName(position.files, from);
  return steps.flatMap((step) => {
    const [a, b] = ends(step) ?? [];
    return a === start ? [squareIndex(position, b!) ?? -1] : [];
  });
};

/** The man that a pawn becomes: `q`, of `a7a8=Q`. */
const becomes = ({ squares }: Step): string => /=(\w)$/.exec(squares)?.[1]?.toLowerCase() ?? "";

export class Near {
  readonly element = h("div", { class: "near", role: "status" });
  private pending: ((key: string) => boolean) | undefined;

  constructor(private readonly board: Board) {}

  say(text: string, ...more: HTMLElement[]): void {
    this.pending = undefined;
    replace(this.element, h("p", {}, text, ...more));
  }

  clear(): void {
    this.pending = undefined;
    replace(this.element);
  }

  /** Whether a key chose a man, or put the question off. */
  key(key: string): boolean {
    return this.pending?.(key) ?? false;
  }

  /** A man was carried: makes the move, asks what a pawn becomes, or says why it is none. `why` says more where no move is known at all. */
  carry<Move extends Step>(position: Position, moves: readonly Move[], from: number, to: number, go: (move: Move) => void, why?: string): void {
    const [start, end] = [from, to].map((index) => squareName(position.files, index)) as [string, string];
    const found = moves.filter((move) => ends(move)?.[0] === start && ends(move)?.[1] === end);
    if (found.length === 0) return this.refuse(position, moves, from, to, why);
    const choices = new Map(found.map((move) => [becomes(move), move]));
    if (choices.size === 1) {
      this.clear();
      return go(found[0]!);
    }
    this.promote(position.squares[from]!, choices, go);
  }

  private refuse(position: Position, moves: readonly Step[], from: number, to: number, why: string | undefined): void {
    const name = (index: number): string => squareName(position.files, index);
    const man = manName(position.squares[from] || "K");
    const reached = [...new Set(targets(position, moves, from))].map(name);
    this.board.refuse(from, to);
    const can = why ?? (reached.length === 0 ? `The ${man} of ${name(from)} has no move here.` : `The ${man} of ${name(from)} can go to ${reached.join(", ")}.`);
    this.say(`${name(from)} to ${name(to)} is no move here. ${can}`);
  }

  private promote<Move extends Step>(pawn: string, choices: ReadonlyMap<string, Move>, go: (move: Move) => void): void {
    const isWhite = pawn < "a";
    const done = (move: Move | undefined): void => {
      this.clear();
      this.board.focusOn(this.board.focused);
      if (move) go(move);
    };
    const key = (pressed: string): boolean => {
      const move = choices.get(pressed.toLowerCase());
      if (!move && pressed !== "Escape") return false;
      done(move);
      return true;
    };
    const made = [..."qrbnk"].flatMap((man) => {
      const move = choices.get(man);
      if (!move) return [];
      const made = button("", () => done(move), { class: "man", "aria-label": `${NAMES[man]}`, title: `${NAMES[man]} (${man})` });
      made.append(manIcon(isWhite ? man.toUpperCase() : man));
      return [made];
    });
    const group = h("div", { class: "promotion", role: "group", "aria-label": "The pawn becomes" }, h("span", {}, "The pawn becomes"), ...made, button("not this move", () => done(undefined), { class: "plain" }));
    group.addEventListener("keydown", (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey && key(event.key)) {
        event.preventDefault();
        event.stopPropagation();
      }
    });
    replace(this.element, group);
    this.pending = key;
    made[0]!.focus();
  }
}

/** A board on which men are carried by the moves that are known, and the line below it. `why` says why a man has no move; `command` takes other keys. */
export const walked = <Move extends Step>(position: () => Position | undefined, moves: (from: number) => readonly Move[], go: (move: Move) => void, why: (from: number) => string | undefined = () => undefined, command: (key: string) => boolean = () => false): [Board, Near] => {
  const board: Board = new Board({
    carry: (from, to) => position() && to >= 0 && near.carry(position()!, moves(from), from, to, go, why(from)),
    targets: (from) => (position() ? targets(position()!, moves(from), from) : []),
    key: (key) => near.key(key) || command(key),
  });
  const near = new Near(board);
  return [board, near];
};
