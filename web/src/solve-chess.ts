/** Any small endgame of bidding chess: a board to set up, and the rules. */
import type { App } from "./app.js";
import { Board } from "./board.js";
import { button, choice, h, replace } from "./dom.js";
import { manIcon } from "./men.js";
import * as positions from "./position.js";
import { chess, inFile, to, type Route } from "./route.js";
import { kindOf } from "./kinds.js";
import { asked as rulesAsked, RULES, RulesPanel, type Rules } from "./solve-rules.js";
import { Runner, type Task } from "./solve-run.js";
import type { EndgameRequest } from "./solver.js";
import type { Table } from "./tables.js";

export interface Panel {
  element: HTMLElement;
  show: (route: Route) => void;
  key?: (key: string) => boolean;
}

const START = "4k/5/3R1/5/K4";

export const chessPanel = (app: App, kept: () => void): Panel => {
  let position = positions.readFen(START)!;
  let rules: Rules = {};
  let brush: string | undefined;
  let asking = 0;

  const runner = new Runner(app, { kept });
  const tools = h("div", { class: "tools" });
  const options = new RulesPanel(["White", "Black"], (next) => visit(positions.fen(position), next));
  const field: HTMLInputElement = h("input", { type: "text", spellcheck: false, autocomplete: "off", "aria-label": "FEN", change: () => visit(field.value.trim().replaceAll(/\s+/g, " ")) });

  const visit = (fen: string, next: Rules = rules): void => app.go(to("solve", "", { fen, ...(next as Record<string, string>) }), true);
  const put = (next: positions.Position): void => visit(positions.fen(next));
  const board = new Board({
    carry: (from, target) => {
      const man = position.squares[from]!;
      const lifted = positions.put(position, from, "");
      put(target < 0 ? lifted : positions.put(lifted, target, man));
    },
    tap: (index) => {
      if (brush === undefined) return false;
      put(positions.put(position, index, position.squares[index] === brush ? "" : brush));
      return true;
    },
    key: (key, index) => {
      const man = key.length === 1 && positions.MEN.includes(key) ? key : key === "Delete" || key === "Backspace" ? "" : undefined;
      if (man === undefined) return false;
      put(positions.put(position, index, man));
      return true;
    },
  });

  const palette = (): HTMLElement =>
    h(
      "div",
      { class: "palette", role: "group", "aria-label": "Men" },
      ...[...positions.MEN].map((man) => {
        const made = button("", () => {
          brush = brush === man ? undefined : man;
          draw();
        }, { "aria-label": positions.manName(man), "aria-pressed": `${brush === man}`, "data-key": man, class: "man" });
        made.append(manIcon(man));
        return made;
      }),
    );

  const draw = (): void => {
    board.show({ position, turned: false, label: `Board of ${position.files} files and ${position.ranks} ranks`, brush });
    if (document.activeElement !== field) field.value = positions.fen(position);
    const active = document.activeElement instanceof HTMLElement && tools.contains(document.activeElement) ? document.activeElement.dataset["key"] : undefined;
    const sizes = Array.from({ length: positions.MOST - positions.LEAST + 1 }, (_, place): [string, string] => [`${place + positions.LEAST}`, `${place + positions.LEAST}`]);
    replace(
      tools,
      palette(),
      h("p", { class: "quiet" }, brush === undefined ? "Drag men about; drag one off the board to remove it. Or choose a man and tap squares." : `Tap a square to put a ${positions.manName(brush)} there; tap again to remove it.`),
      h(
        "div",
        { class: "row" },
        choice("files", sizes, `${position.files}`, (value) => put(positions.resize(position, Number(value), position.ranks))),
        choice("ranks", sizes, `${position.ranks}`, (value) => put(positions.resize(position, position.files, Number(value)))),
        button("empty", () => put(positions.empty(position.files, position.ranks)), { "data-key": "empty", class: "plain" }),
        button("exchange colours", () => put(positions.exchangeColours(position)), { "data-key": "colours", class: "plain" }),
      ),
      h("label", { class: "fen" }, "FEN ", field),
    );
    if (active !== undefined) tools.querySelector<HTMLElement>(`[data-key="${active}"]`)?.focus();
    options.show(rules, position.ranks > 3 && position.squares.some((man) => man.toLowerCase() === "p"));
  };

  const address = async (table: Table, fen: string): Promise<string> => {
    const { page } = kindOf(table.verdict.kind);
    if (page !== "chess") return inFile(page, table.verdict.sha256, fen);
    const { pawns } = rules;
    return chess(fen, { ...(pawns === undefined ? {} : { pawns }), ...(table.verdict.never === null ? {} : { never: table.verdict.never }) });
  };

  /** The question, from the checker's reading of the position. */
  const ask = async (): Promise<Task> => {
    const asked = await app.engine.call("ask", positions.fen(position));
    const request: EndgameRequest = { kind: "endgame", board: `${asked.files}x${asked.ranks}`, material: asked.used, ...rulesAsked(rules) };
    const { fen } = asked;
    return { request, about: `${request.board} ${asked.used}, and all that captures lead to`, at: fen, address: (table) => address(table, fen) };
  };

  const show = async (starts: boolean): Promise<void> => {
    const number = ++asking;
    draw();
    if (position.squares.every((man) => man === "")) return runner.set(undefined, "Put a king of each colour on the board, and one or two men more.");
    try {
      const task = await ask();
      if (number !== asking) return;
      runner.set(task);
      if (starts) runner.go();
    } catch (error) {
      if (number === asking) runner.set(undefined, error instanceof Error ? error.message : String(error));
    }
  };

  const element = h("div", { class: "solve-chess" }, h("div", { class: "columns" }, h("div", { class: "left" }, board.svg, tools), h("div", { class: "side" }, options.element, runner.element)));
  return {
    element,
    show: ({ query }) => {
      const text = query.get("fen");
      const next = text === null ? position : positions.readFen(text);
      rules = Object.fromEntries(RULES.flatMap((name) => (query.has(name) ? [[name, query.get(name)!]] : [])));
      if (!next) {
        asking++;
        if (document.activeElement !== field) field.value = text ?? "";
        return void app.engine.call("ask", text ?? "").then(
          () => undefined,
          (error: unknown) => runner.set(undefined, error instanceof Error ? error.message : String(error)),
        );
      }
      position = next;
      void show(query.get("go") === "1");
    },
  };
};
