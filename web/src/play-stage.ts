/** The stages of a game: a board of chess, a graph, a board of Hex. A stage shows a position, and lets the human choose a move on it. */
import { Board, type Arrow } from "./board.js";
import { Cells, hexagon, hexBoard, middle } from "./cells.js";
import { h, s } from "./dom.js";
import { ends, Near, targets } from "./near.js";
import { chain, readBoard, cellName } from "./play-hex.js";
import { stillness } from "./play-purse.js";
import { readFen, squareIndex, squareName, type Position } from "./position.js";
import type { Choice, Spot } from "./strategy.js";

export interface Act {
  spot: Spot;
  /** Whether Black sits at the bottom. */
  turned: boolean;
  /** The moves that may be made now; none while the players bid. */
  legal: readonly Choice[];
  pick: (choice: Choice) => void;
  /** The last move, to be seen. */
  last?: Choice | undefined;
  /** Whether the values of the options are shown. */
  hints: boolean;
}

export interface Stage {
  element: HTMLElement;
  show: (act: Act) => void;
  /** Gives the keyboard to the first man, node or cell that can be moved. */
  focus: () => void;
}

const BID_FIRST = "Bid first: whoever wins the auction moves.";

export const chessStage = (): Stage => {
  let act: Act | undefined;
  const position = (): Position => readFen(act!.spot.position)!;
  const from = (index: number): number[] => targets(position(), act!.legal, index);
  const draw = (legal: readonly number[] = []): void => {
    const { turned, last, spot } = act!;
    const way = last && ends(last);
    const arrows: Arrow[] = way ? [{ from: way[0], to: way[1], by: last.by === "black" ? "black" : "white" }] : [];
    board.show({ position: position(), turned, legal: new Set(legal.map((index) => squareName(position().files, index))), label: `The game: ${spot.position}`, arrows });
  };
  const mayMove = (): boolean => {
    if (act!.legal.length === 0) near.say(BID_FIRST);
    return act!.legal.length > 0;
  };
  const board: Board = new Board({
    carry: (a, b) => mayMove() && b >= 0 && near.carry(position(), act!.legal, a, b, act!.pick),
    tap: (index) => {
      if (mayMove() && from(index).length > 0) return false;
      if (act!.legal.length > 0) near.say(position().squares[index] === "" ? "Choose one of your men first." : "This man cannot move now.");
      return true;
    },
    focus: (index) => {
      if (act && from(index).length > 0) draw(from(index));
    },
    targets: from,
    key: (key) => near.key(key),
  });
  const near = new Near(board);
  near.element.classList.add("play-problem");
  return {
    element: h("div", { class: "stage chess" }, board.svg, near.element),
    show: (next) => {
      const isNew = next.last !== undefined && next.last !== act?.last && act !== undefined;
      act = next;
      near.clear();
      draw();
      if (isNew && !stillness() && next.last!.by === (next.turned ? "white" : "black")) slide(board.svg, next.last!);
    },
    focus: () => {
      const first = ends(act?.legal[0] ?? { squares: "", move: "" })?.[0];
      const index = first === undefined ? undefined : squareIndex(position(), first);
      if (index !== undefined) board.focusOn(index);
    },
  };
};

/** Lets the man of the other side come from where it stood; one's own is carried, and is there already. */
const slide = (svg: SVGSVGElement, last: Choice): void => {
  const [from, to] = ends(last) ?? [];
  const corner = (name: string | undefined): [Element | null, number, number] => {
    const rect = svg.querySelector(`[data-square="${name ?? ""}"] rect`);
    return [rect, Number(rect?.getAttribute("x")), Number(rect?.getAttribute("y"))];
  };
  const [, x0, y0] = corner(from);
  const [rect, x1, y1] = corner(to);
  const man = rect?.parentElement?.querySelector("g");
  man?.animate([{ transform: `translate(${x0 - x1}px, ${y0 - y1}px)` }, { transform: "translate(0, 0)" }], { duration: 320, easing: "ease-out", composite: "add" });
};

/** Makes a part of a drawing a button. */
const live = <Part extends SVGElement>(part: Part, label: string, press: (() => void) | undefined): Part => {
  part.setAttribute("aria-label", label);
  part.setAttribute("role", press ? "button" : "img");
  if (!press) return part;
  part.setAttribute("tabindex", "0");
  part.classList.add("legal");
  part.addEventListener("click", press);
  part.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    press();
  });
  return part;
};

const NODE = { width: 104, height: 46 };

/** The node where the game is, and a node for each option around it. */
export const graphStage = (players: readonly [string, string]): Stage => {
  const svg = s("svg", { role: "group", "aria-label": "The node where the game is, with its options" });
  const node = (name: string, x: number, y: number, kind: string, below: string): SVGGElement =>
    s(
      "g",
      { class: `node ${kind}` },
      s("rect", { x: x - NODE.width / 2, y: y - NODE.height / 2, width: NODE.width, height: NODE.height, rx: 14 }),
      s("text", { x, y: below === "" ? y + 5 : y - 2, "text-anchor": "middle" }, name.length > 14 ? `${name.slice(0, 13)}… ` : `${name} `),
      below !== "" && s("text", { x, y: y + 15, "text-anchor": "middle", class: "whose" }, below),
    );
  return {
    element: h("div", { class: "stage graph-stage" }, svg),
    show: ({ spot, legal, pick, hints }) => {
      const names = [...new Set(spot.options.map(({ after, move }) => after ?? move))];
      // Two options stand beside the node; more of them around it.
      const [cx, cy] = [192, names.length > 2 ? 146 : 60];
      svg.setAttribute("viewBox", `0 0 ${2 * cx} ${2 * cy}`);
      const parts = names.map((name, place) => {
        const angle = Math.PI + (2 * Math.PI * place) / Math.max(2, names.length);
        const [x, y] = [cx + 134 * Math.cos(angle), cy + 116 * Math.sin(angle)];
        const whose = spot.options.filter(({ after, move }) => (after ?? move) === name);
        const by = [...new Set(whose.map(({ by }) => (by === "white" ? players[0] : players[1])))].join(" and ");
        const choice = legal.find(({ after, move }) => (after ?? move) === name);
        const worth = hints ? ` · ${String(whose[0]!.lower)}` : "";
        const kind = whose.length > 1 ? "bid" : whose[0]!.by;
        // Both of its ends lie below nodes.
        const line = s("path", { class: `edge ${kind}`, d: `M${cx} ${cy}L${x} ${y}` });
        return s("g", {}, line, live(node(name, x, y, kind, by + worth), `${name} ${by}${worth}`, choice && ((): void => pick(choice))));
      });
      svg.replaceChildren(...parts, live(node(spot.position, cx, cy, "here", ""), `the game is at ${spot.position}`, undefined));
    },
    focus: () => svg.querySelector<SVGElement>(".legal")?.focus(),
  };
};

export const hexStage = (): Stage => {
  let act: Act | undefined;
  const cells = new Cells((name, quiet) => {
    const choice = act?.legal.find(({ move }) => move === name);
    if (choice && !quiet) act!.pick(choice);
  });
  return {
    element: h("div", { class: "stage hex" }, cells.svg),
    show: (next) => {
      act = next;
      const { spot, legal, last, hints } = next;
      const board = readBoard(spot.position)!;
      const [files, ranks] = [board.size, board.size];
      const path = spot.turn === null ? [...chain(board, "white"), ...chain(board, "black")] : [];
      const all = board.cells.map((stone, cell) => {
        const name = cellName(files, cell);
        const [column, rank] = [cell % files, Math.floor(cell / files)];
        const best = hints && spot.options.some(({ move, first }) => move === name && first);
        const kind = ["hex-cell", legal.some(({ move }) => move === name) && "legal", path.includes(cell) && "chain", last?.move === name && "last", best && "best"].filter(Boolean).join(" ");
        const spoken = `${name}, ${stone === "X" ? "Left's stone" : stone === "O" ? "Right's stone" : "free"}${best ? ", decides most often" : ""}`;
        return { name, column, row: ranks - 1 - rank, ...hexagon(...middle(column, rank, { ranks })), spoken, kind, ...(stone === "." ? { text: name } : { stone: stone === "X" ? ("white" as const) : ("black" as const) }) };
      });
      cells.build({ ...hexBoard({ files, ranks }), cells: all, label: "The board of Hex", letters: 11, most: files * 128 });
    },
    focus: () => {
      cells.select(act?.legal[0]?.move ?? "");
      cells.svg.querySelector<SVGElement>('[tabindex="0"]')?.focus();
    },
  };
};
