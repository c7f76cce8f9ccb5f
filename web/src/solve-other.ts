/** Other games that are solved here: Hex, chess on partitions. What the page does not solve is named with its command. */
import type { App } from "./app.js";
import { choice, copier, h, replace } from "./dom.js";
import { kindOf } from "./kinds.js";
import { inFile, to } from "./route.js";
import type { Panel } from "./solve-chess.js";
import { Runner, type Task } from "./solve-run.js";
import type { Request } from "./solver.js";
import { entry } from "./solve-table.js";

interface Field {
  name: string;
  label: string;
  start: string;
  /** With options it is a list of choices. */
  options?: readonly [string, string][];
  /** Whether it is asked for at all, given the others. */
  isAsked?: (values: Record<string, string>) => boolean;
}

interface Game {
  name: string;
  title: string;
  rule: string;
  fields: readonly Field[];
  request: (values: Record<string, string>) => Request;
  about: (values: Record<string, string>) => string;
}

const PIECES: readonly [string, string][] = ["king", "queen", "rook", "bishop", "knight", "pawn"].map((name) => [name, name]);

export const GAMES: readonly Game[] = [
  {
    name: "hex",
    title: "Hex",
    rule: "Left joins top and bottom, Right the two sides; both bid for each stone.",
    fields: [{ name: "board", label: "board, files x ranks", start: "5x5" }],
    request: ({ board }) => ({ kind: "hex", board: board! }),
    about: ({ board }) => `${board} Hex`,
  },
  {
    name: "partition",
    title: "Chess on a partition",
    rule: "A piece stands in the corner of a staircase, and moves to the right or down. Whoever cannot move loses.",
    fields: [
      { name: "piece", label: "piece", start: "king", options: PIECES },
      { name: "board", label: "rows of the staircase", start: "8^2,6,5,3" },
      { name: "ask", label: "asked for", start: "values", options: [["values", "the value of each cell"], ["losing", "the losing cells"], ["race", "a race with bids"]] },
      { name: "other", label: "Right's piece", start: "rook", options: PIECES, isAsked: ({ ask }) => ask === "race" },
    ],
    request: ({ piece, board, ask, other }) => ({ kind: "partition", piece: piece!, board: board!, ask: ask as "values" | "losing" | "race", ...(ask === "race" ? { other: other! } : {}) }),
    about: ({ piece, board }) => `${piece} on ${board}`,
  },
];

/** What takes a program of its own. */
const AT_HOME: readonly [string, string][] = [
  ["Losing Chess: proofs of lost openings", "cargo run --release --bin solve -- losing --help"],
  ["Stochastic games and MDPs in UMB, such as PRISM and Storm read", "cargo run --release --bin solve -- model MODEL.umb --out MODEL.cert"],
  ["Plans: bounds for one position with any number of men", "cargo run --release --bin solve -- bound --help"],
];

export const otherPanel = (app: App, kept: () => void): Panel => {
  const runner = new Runner(app, { kept });
  const form = h("div", { class: "stack" });
  let game = GAMES[0]!;
  let values: Record<string, string> = {};

  const visit = (next: Record<string, string>): void => app.go(to("solve", "other", { game: game.name, ...next }), true);
  const start = ({ fields }: Game): Record<string, string> => Object.fromEntries(fields.map(({ name, start }) => [name, start]));

  const draw = (): void => {
    replace(
      form,
      choice("game", GAMES.map(({ name, title }) => [name, title]), game.name, (name) => app.go(to("solve", "other", { game: name }), true)),
      h("p", {}, game.rule),
      ...game.fields
        .filter(({ isAsked }) => isAsked?.(values) ?? true)
        .map(({ name, label, options }) => (options ? choice(label, options, values[name]!, (value) => visit({ ...values, [name]: value })) : h("label", {}, `${label} `, entry(label, values[name]!, name, (value) => visit({ ...values, [name]: value }), { size: 12 })))),
    );
  };

  const element = h(
    "div",
    { class: "solve-other" },
    h("div", { class: "columns" }, h("div", { class: "left" }, form), h("div", { class: "side" }, runner.element)),
    h("h2", {}, "Solved by the native program"),
    h("ul", { class: "commands" }, ...AT_HOME.map(([what, command]) => h("li", {}, `${what}: `, h("code", {}, command), " ", copier("copy", () => command)))),
  );

  return {
    element,
    show: ({ query }) => {
      game = GAMES.find(({ name }) => name === query.get("game")) ?? GAMES[0]!;
      values = { ...start(game), ...Object.fromEntries(game.fields.flatMap(({ name }) => (query.has(name) ? [[name, query.get(name)!]] : []))) };
      draw();
      const task: Task = { request: game.request(values), about: game.about(values), address: ({ verdict }) => inFile(kindOf(verdict.kind).page, verdict.sha256) };
      runner.set(task);
      if (query.get("go") === "1") runner.go();
    },
  };
};
