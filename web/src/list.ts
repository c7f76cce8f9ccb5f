/** All certificates that come with the site. Nothing in this list is verified yet: the names say what a file is about, and opening one verifies it. */
import { explain, type App, type Page } from "./app.js";
import { button, choice, h, replace } from "./dom.js";
import type { Listed } from "./protocol.js";
import { explore, losing, write } from "./route.js";
import { strip } from "./strip.js";

export const tablesPage = (app: App): Page => {
  const groups = h("div");
  const verdict = h("div");
  let wanted = "";
  const size = (bytes: number): string => (bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

  const open = async (listed: Listed): Promise<void> => {
    try {
      const table = await app.tables.open(listed.path);
      const { kind, id, root } = table.verdict;
      replace(verdict, strip(table.judged, table.verdict));
      if (kind === "proof") app.go(losing(listed.path));
      else if (kind === "game") app.go(write({ page: "game", what: listed.path, query: new URLSearchParams() }));
      else app.go(explore(root ?? (await app.engine.call("at", id, Math.floor(table.verdict.places / 2))).position));
    } catch (error) {
      replace(verdict, explain(error));
    }
  };

  const draw = async (): Promise<void> => {
    try {
      const index = await app.tables.index;
      const kinds = [
        ["One value: who wins a game that never ends is stated", (one: Listed) => one.never !== undefined],
        ["Endgames of the ordinary board", (one: Listed) => one.statement === 0 && one.never === undefined && one.board[0] === 8 && one.board[1] === 8],
        ["Plans: bounds for single positions", (one: Listed) => one.statement === 2 && one.never === undefined],
        ["Games given as graphs", (one: Listed) => one.statement === 1 && one.never === undefined],
        ["Proofs in Losing Chess", (one: Listed) => one.statement === 5],
        ["Four pieces and five", (one: Listed) => one.statement === 0 && one.never === undefined && one.path.match(/\/(four|five)\//) !== null],
        ["Endgames of other boards", (one: Listed) => one.statement === 0 && one.never === undefined && !(one.board[0] === 8 && one.board[1] === 8) && one.path.match(/\/(four|five)\//) === null],
      ] as const;
      const boards = [...new Set(index.filter(({ statement }) => statement === 0).map(({ board }) => `${board[0]}x${board[1]}`))].sort((a, b) => {
        const [x, y] = [a, b].map((name) => name.split("x").map(Number)) as [number[], number[]];
        return x[0]! * 100 + x[1]! - y[0]! * 100 - y[1]!;
      });
      const fits = (one: Listed): boolean => wanted === "" || `${one.board[0]}x${one.board[1]}` === wanted;
      const item = (listed: Listed): HTMLElement => h("li", {}, button(listed.about, () => void open(listed)), listed.never !== undefined && ` (d = ${listed.never})`, h("span", { class: "quiet" }, ` ${size(listed.bytes)}${listed.bits > 0 && listed.statement === 0 ? ", bounds" : ""}`));
      replace(
        groups,
        choice("board", [["", "all boards"], ...boards.map((name): [string, string] => [name, name.replace("x", "×")])], wanted, (value) => {
          wanted = value;
          void draw();
        }),
        ...kinds.map(([title, belongs]) => {
          const all = index.filter((one) => belongs(one) && fits(one));
          return all.length > 0 && h("section", {}, h("h2", {}, title), h("ul", { class: "tables" }, ...all.map(item)));
        }),
      );
    } catch (error) {
      replace(groups, explain(error));
    }
  };

  const element = h(
    "div",
    { class: "page" },
    h("h1", {}, "Certificates"),
    h("p", {}, "These files come with the site. A name says what a file is about; open one, and the checker verifies it here. Larger ones, and your own, you can open from your disk: they stay on your machine."),
    verdict,
    groups,
  );
  return { element, show: () => void draw() };
};
