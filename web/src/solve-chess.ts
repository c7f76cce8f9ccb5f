/** Any small endgame of bidding chess: a board to set up, and the rules. */
import type { App } from "./app.js";
import { Board } from "./board.js";
import { button, h, replace } from "./dom.js";
import { latest } from "./frame.js";
import * as positions from "./position.js";
import { chess, inFile, to, type Route } from "./route.js";
import { kindOf } from "./kinds.js";
import { whyNone } from "./source.js";
import { asked as rulesAsked, rulesOf, RulesPanel, type Rules } from "./solve-rules.js";
import { Runner, type Task } from "./solve-run.js";
import type { EndgameRequest } from "./solver.js";
import type { Table } from "./tables.js";
import { editor, fenField, setUp } from "./tools.js";

export interface Panel {
  element: HTMLElement;
  show: (route: Route) => void;
  key?: (key: string) => boolean;
}

const START = "4k/5/3R1/5/K4";

/** The question about a position, from the checker's reading of it; what the text says beside the men is told, not dropped. */
export const question = async (app: App, text: string, rules: Rules): Promise<Task> => {
  const asked = await app.engine.call("ask", text);
  const request: EndgameRequest = { kind: "endgame", board: `${asked.files}x${asked.ranks}`, material: asked.used, ...rulesAsked(rules) };
  const { fen, notes } = asked;
  const { pawns } = rules;
  const address = ({ verdict: { kind, sha256, never } }: Table): string => {
    const { page } = kindOf(kind);
    return page === "chess" ? chess(fen, { pawns, never }) : inFile(page, sha256, fen);
  };
  return { request, about: `${request.board} ${asked.used}, and all that captures lead to`, at: fen, notes, address };
};

export const chessPanel = (app: App, kept: () => void): Panel => {
  let position = positions.readFen(START)!;
  let rules: Rules = {};
  let brush: string | undefined;

  const runner = new Runner(app, { kept });
  const tools = h("div", { class: "tools" });
  const options = new RulesPanel(["White", "Black"], (next) => visit(positions.fen(position), next));
  const field = fenField((text) => visit(text));

  const visit = (fen: string, next: Rules = rules): void => app.go(to("solve", "", { fen, ...next }), true);
  const put = (next: positions.Position): void => visit(positions.fen(next));
  const board = new Board(setUp(() => position, () => brush, put));
  const choose = (man: string | undefined): void => {
    brush = man;
    draw();
  };

  const draw = (refused?: { text: string; why: string }): void => {
    board.show({ position, turned: false, label: `Board of ${position.files} files and ${position.ranks} ranks`, brush });
    field.show(positions.fen(position), refused);
    replace(tools, ...editor(position, brush, choose, put, button("exchange colours", () => put(positions.exchangeColours(position)), { "data-key": "colours", class: "plain" })));
    options.show(rules, position.ranks > 3 && position.squares.some((man) => man.toLowerCase() === "p"));
  };

  const last = latest((error) => runner.set(undefined, error instanceof Error ? error.message : String(error)));
  const show = (text: string, starts: boolean): Promise<void> =>
    last(async (stays) => {
      draw();
      if (position.squares.every((man) => man === "")) return runner.set(undefined, "Put a king of each colour on the board, and one or two men more.");
      const task = await question(app, text, rules);
      if (!stays()) return;
      runner.set(task);
      if (starts) runner.go();
    });

  const element = h("div", { class: "solve-chess" }, h("div", { class: "columns" }, h("div", { class: "left" }, board.svg, tools, field.element), h("div", { class: "side" }, options.element, runner.element)));
  return {
    element,
    show: ({ query }) => {
      const text = query.get("fen");
      const next = text === null ? position : positions.readFen(text);
      rules = rulesOf(query);
      if (!next) {
        return void last(async (stays) => {
          const why = await whyNone(app, text!);
          if (!stays()) return;
          draw({ text: text!, why });
          runner.set(undefined, why);
        });
      }
      position = next;
      void show(text ?? positions.fen(position), query.get("go") === "1");
    },
  };
};
