/** What can be done with a board beside moving men: set up, map, turn, shift. Quiet: on a phone they stand folded below the moves. */
import { button, choice, h } from "./dom.js";
import { manIcon } from "./men.js";
import * as positions from "./position.js";

export type Mode = "move" | "edit" | "heat";

export const HELP = [
  ["arrows, Home, End", "move on the board; elsewhere ← → go back and on in your line"],
  ["Enter", "pick a man up, put it down"],
  ["K Q R B N P, k q r b n p", "while you set up: put a man on the square"],
  ["Delete", "while you set up: take a man off the square"],
  ["Space", "White's best move; with Shift, Black's"],
  ["f", "turn the board"],
  ["x", "exchange the colours"],
  ["h", "map: the value if this man stood elsewhere"],
  ["e", "set up, or move"],
  ["r", "a random position of this table"],
  ["u", "back to the last position"],
  ["?", "these keys"],
] as const;

/** What is shown, as far as the tools need it. */
export interface Held {
  position: positions.Position;
  mode: Mode;
  /** The man that a tap puts. */
  brush: string | undefined;
  heatSquare: string | undefined;
  isAnswered: boolean;
  /** Whether the address may name a rule for pawns. */
  pawns: "single" | "double" | undefined;
  hasRules: boolean;
}

export interface Acts {
  visit: (position: positions.Position) => void;
  mode: (mode: Mode) => void;
  brush: (man: string | undefined) => void;
  turn: () => void;
  random: () => void;
  help: () => void;
  pawns: (rule: "single" | "double" | undefined) => void;
}

const pressed = (text: string, isOn: boolean, click: () => void, properties = {}): HTMLButtonElement => button(text, click, { "aria-pressed": `${isOn}`, ...properties });

/** What hands do with a board that is set up: men are carried about and off it, put by taps and by letters. */
export const setUp = (now: () => positions.Position, brush: () => string | undefined, put: (next: positions.Position) => void) => ({
  carry: (from: number, to: number): void => {
    const lifted = positions.put(now(), from, "");
    put(to < 0 ? lifted : positions.put(lifted, to, now().squares[from]!));
  },
  tap: (index: number): boolean => {
    const man = brush();
    if (man !== undefined) put(positions.put(now(), index, now().squares[index] === man ? "" : man));
    return man !== undefined;
  },
  key: (key: string, index: number): boolean => {
    const man = key.length === 1 && positions.MEN.includes(key) ? key : key === "Delete" || key === "Backspace" ? "" : undefined;
    if (man !== undefined) put(positions.put(now(), index, man));
    return man !== undefined;
  },
});

/** The men to choose from, and the size of the board; `more` stands before the sizes. */
export const editor = (position: positions.Position, brush: string | undefined, choose: (man: string | undefined) => void, put: (next: positions.Position) => void, ...more: HTMLElement[]): HTMLElement[] => {
  const sizes = Array.from({ length: positions.MOST - positions.LEAST + 1 }, (_, place): [string, string] => [`${place + positions.LEAST}`, `${place + positions.LEAST}`]);
  const man = (man: string): HTMLButtonElement => {
    const made = pressed("", brush === man, () => choose(brush === man ? undefined : man), { "aria-label": positions.manName(man), "data-key": man, class: "man" });
    made.append(manIcon(man));
    return made;
  };
  return [
    h("div", { class: "palette", role: "group", "aria-label": "Men" }, ...[...positions.MEN].map(man)),
    h("p", { class: "quiet" }, brush === undefined ? "Drag men about; drag one off the board to remove it. Or choose a man here and tap squares." : `Tap a square to put a ${positions.manName(brush)} there; tap again to remove it.`),
    h(
      "div",
      { class: "row" },
      ...more,
      button("empty the board", () => put(positions.empty(position.files, position.ranks)), { "data-key": "empty" }),
      choice("files", sizes, `${position.files}`, (value) => put(positions.resize(position, Number(value), position.ranks))),
      choice("ranks", sizes, `${position.ranks}`, (value) => put(positions.resize(position, position.files, Number(value)))),
    ),
  ];
};

/** The field for a position as text; what cannot be read stays in it, with what is wrong. */
export const fenField = (read: (text: string) => void): { element: HTMLElement; show: (fen: string, wrong?: { text: string; why: string }) => void } => {
  const said = h("p", { class: "wrong", id: "fen-wrong", role: "alert" });
  const field: HTMLInputElement = h("input", { type: "text", spellcheck: false, autocomplete: "off", "aria-label": "FEN", "aria-describedby": "fen-wrong", change: () => read(field.value.trim().replaceAll(/\s+/g, " ")) });
  return {
    element: h("div", {}, h("label", { class: "fen" }, "FEN ", field), said),
    show: (fen, wrong) => {
      if (document.activeElement !== field || wrong) field.value = wrong?.text ?? fen;
      field.setAttribute("aria-invalid", `${wrong !== undefined}`);
      said.textContent = wrong?.why ?? "";
    },
  };
};

/** Below the board while men are set up, or while a map is looked at. */
export const modeBar = ({ position, mode, brush, heatSquare }: Held, acts: Acts): HTMLElement | false => {
  const done = button("done", () => acts.mode("move"), { "data-key": "done" });
  if (mode === "heat") {
    const said = heatSquare === undefined ? "Choose a man: the board then shows the value if it stood elsewhere." : `The value if the ${positions.manName(position.squares[positions.squareIndex(position, heatSquare) ?? 0] || "K")} of ${heatSquare} stood on that square instead. Blue is best for White, red for Black; the colours use the whole scale of this map.`;
    return h("div", { class: "mode-bar" }, h("p", { class: "quiet" }, said), done);
  }
  if (mode !== "edit") return false;
  return h("div", { class: "mode-bar" }, ...editor(position, brush, acts.brush, acts.visit, done));
};

export const tools = (held: Held, acts: Acts): HTMLElement[] => {
  const { position, mode } = held;
  const modes = h(
    "div",
    { class: "row modes", role: "group", "aria-label": "What the board does" },
    pressed("move", mode === "move", () => acts.mode("move"), { "data-key": "move", title: "a man moves by the rules" }),
    pressed("set up", mode === "edit", () => acts.mode("edit"), { "data-key": "edit", title: "put men anywhere; shifting one is no move" }),
    pressed("map", mode === "heat", () => acts.mode("heat"), { "data-key": "heat", title: "the value if this man stood elsewhere" }),
    button("⇅ turn", acts.turn, { "data-key": "turn", class: "plain", title: "look from the other side" }),
    button("random", acts.random, { "data-key": "random", class: "plain", disabled: !held.isAnswered, title: "a random position of this table" }),
    button("keys", acts.help, { "data-key": "keys", class: "plain" }),
  );
  const shifts = ([["←", -1, 0, "left"], ["→", 1, 0, "right"], ["↑", 0, 1, "up"], ["↓", 0, -1, "down"]] as const).map(([arrow, right, up, where]) => {
    const shifted = positions.shift(position, right, up);
    return button(arrow, () => shifted && acts.visit(shifted), { "data-key": where, class: "plain", "aria-label": `shift all men ${where}`, title: `shift all men ${where}`, disabled: !shifted });
  });
  const view = h(
    "div",
    { class: "row", role: "group", "aria-label": "The position" },
    button("◐ colours", () => acts.visit(positions.exchangeColours(position)), { "data-key": "colours", class: "plain", title: "exchange White and Black" }),
    button("⇄ mirror", () => acts.visit(positions.mirror(position)), { "data-key": "mirror", class: "plain", title: "exchange left and right" }),
    button("↻", () => acts.visit(positions.quarter(position)), { "data-key": "quarter", class: "plain", title: "turn the position by a quarter", "aria-label": "turn the position by a quarter" }),
    ...shifts,
  );
  const hasPawns = position.squares.some((man) => man.toLowerCase() === "p");
  const pawns = held.hasRules && hasPawns && position.ranks > 3 && choice("pawns", [["", "usual rule"], ["single", "single step"], ["double", "double step"]], held.pawns ?? "", (value) => acts.pawns(value === "" ? undefined : (value as "single" | "double")));
  return [modes, view, ...(pawns ? [h("div", { class: "row" }, pawns)] : [])];
};
