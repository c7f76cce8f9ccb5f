/** Losing Chess by turns: a verified proof to walk through, or a verified table to look around in. */
import { explain, type App, type Page } from "./app.js";
import { Board } from "./board.js";
import { button, capital, h, replace } from "./dom.js";
import { Near, ends, targets } from "./near.js";
import * as positions from "./position.js";
import type { Stop } from "./protocol.js";
import { inFile } from "./route.js";
import { strip } from "./strip.js";
import type { Table } from "./tables.js";
import { Tree } from "./tree.js";

/** What happens to a side without a move; a verdict names the rule, unless it is the International one of a table. */
const STUCK: readonly [RegExp, string][] = [
  [/, FICS rules/, "if a side cannot move, the one with fewer men wins (FICS rules), and it is a draw if both have equally many"],
  [/, vinciperdi rules/, "it is a draw if a side has men and cannot move (vinciperdi rules)"],
];
const rule = (claim: string): string => {
  const stuck = STUCK.find(([name]) => name.test(claim))?.[1] ?? "whoever cannot move wins (International rules)";
  return `Losing Chess, by turns: nobody bids. A capture is compulsory, the king is a man like others, and ${stuck}.`;
};


export const losingPage = (app: App): Page => {
  const side = h("div", { class: "side" });
  let [what, turned, asking] = ["", false, 0];
  let stop: Stop | undefined;
  let table: Table | undefined;

  const position = (): positions.Position => positions.readFen(stop!.position.split(" ")[0]!)!;
  const go = (at: string): void => app.go(inFile("losing", what, at));
  const tree = new Tree((at) => inFile("losing", what, at), go);
  const follow = ({ move, after }: Stop["moves"][number]): void => {
    app.say(`${capital(stop!.mover)} ${move}.`);
    tree.follow(capital(stop!.mover), move, after);
    go(after);
  };
  const first = (): void => app.go(inFile("losing", what));

  const isOthers = (from: number): boolean => (position().squares[from]! < "a") !== (stop!.mover === "white");
  const why = (from: number): string | undefined => {
    if (isOthers(from)) return `It is ${capital(stop!.mover)}'s turn.`;
    const { moves } = stop!;
    if (moves.length === 1 && moves[0]!.chosen) return `This proof follows one move of the winner: ${moves[0]!.move}.`;
    return moves.some(({ move }) => move.includes("x")) ? `A capture is compulsory: ${moves.map(({ move }) => move).join(", ")}.` : undefined;
  };
  const board: Board = new Board({
    carry: (from, to) => {
      if (stop && to >= 0) near.carry(position(), isOthers(from) ? [] : stop.moves, from, to, follow, why(from));
    },
    targets: (from) => (stop && !isOthers(from) ? targets(position(), stop.moves, from) : []),
    key: (key) => near.key(key) || command(key),
  });
  const near = new Near(board);

  const command = (key: string): boolean => {
    const keys: Record<string, () => void> = {
      " ": () => stop?.moves[0] && follow(stop.moves[0]),
      ArrowLeft: () => tree.step(-1),
      ArrowRight: () => tree.step(1),
      f: () => {
        turned = !turned;
        draw();
      },
      s: first,
      u: () => history.back(),
    };
    keys[key]?.();
    return key in keys;
  };

  const draw = (): void => {
    if (!stop || !table) return;
    const { mover, says, moves } = stop;
    const arrows = moves.filter((one) => one.chosen).flatMap((one) => {
      const squares = ends(one);
      return squares ? [{ from: squares[0], to: squares[1], by: mover }] : [];
    });
    board.show({ position: position(), turned, arrows, label: `Losing Chess, ${mover} to move` });
    const item = (one: Stop["moves"][number]): HTMLElement => h("tr", { class: one.chosen ? "best" : undefined }, h("td", {}, button(one.move, () => follow(one), { class: "move" })), h("td", { class: "mark" }, one.says));
    replace(
      side,
      h(
        "div",
        { class: "panel" },
        h("h2", {}, `${capital(mover)} to move`),
        h("p", { class: "meaning outcome" }, `${capital(says)}.`),
        h("p", { class: "rule" }, rule(table.verdict.claim)),
        strip(table.judged, table.verdict),
        moves.length > 0 &&
          h(
            "div",
            { class: "moves" },
            h("table", {}, h("caption", {}, `${capital(mover)}'s moves`), h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "move"), h("th", { scope: "col" }, "what follows"))), h("tbody", {}, ...moves.map(item))),
          ),
        h(
          "p",
          { class: "row actions" },
          moves.length > 0 && button("go on", () => follow(moves[0]!), { class: "main", title: "the move of the proof, or the first one (Space)" }),
          button("to the beginning", first),
          button("turn the board", () => command("f"), { class: "plain" }),
        ),
      ),
    );
  };

  const show = async (path: string, at: string): Promise<void> => {
    const number = ++asking;
    const wasHere = side.contains(document.activeElement) && document.activeElement?.textContent === "go on";
    try {
      const held = await app.tables.file(path);
      const found = await app.engine.call("turns", held.verdict.id, at);
      if (number !== asking) return;
      [what, stop, table] = [path, found, held];
      columns.classList.remove("bad");
      near.clear();
      draw();
      tree.show(`losing ${held.verdict.sha256}`, found.position);
      // Whoever goes on and on with the keyboard stays on the button.
      if (wasHere) side.querySelector<HTMLElement>("button.main")?.focus();
      app.title(`${held.verdict.kind === "proof" ? "Losing Chess, a proof" : held.verdict.about}: ${found.position}`);
      app.say(found.says);
    } catch (error) {
      if (number !== asking) return;
      [stop, table] = [undefined, undefined];
      columns.classList.add("bad");
      replace(side, explain(error, () => void show(path, at)));
    }
  };

  const columns = h("div", { class: "columns" }, h("div", { class: "stage" }, board.svg, near.element), side, tree.element);
  return {
    element: h("div", { class: "page explore losing" }, columns),
    show: ({ what, query }) => {
      if (!stop) {
        columns.classList.add("bad");
        replace(side, h("p", { class: "notice", role: "status" }, "Asking the checker…"));
      }
      void show(what, query.get("at") ?? "");
    },
    key: (key) => near.key(key) || command(key),
  };
};
