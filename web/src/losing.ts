/** Losing Chess by turns: a verified proof to walk through, or a verified table to look around in. */
import type { App, Page } from "./app.js";
import { button, capital, h, replace, row, tableOf } from "./dom.js";
import { sidedPage } from "./frame.js";
import { ends, walked } from "./near.js";
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
  let [what, turned] = ["", false];
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
  const [board, near] = walked(() => stop && position(), (from) => (isOthers(from) ? [] : stop!.moves), follow, why, command);

  const draw = (): void => {
    if (!stop || !table) return;
    const { mover, says, moves } = stop;
    const arrows = moves.filter((one) => one.chosen).flatMap((one) => {
      const squares = ends(one);
      return squares ? [{ from: squares[0], to: squares[1], by: mover }] : [];
    });
    board.show({ position: position(), turned, arrows, label: `Losing Chess, ${mover} to move` });
    const item = (one: Stop["moves"][number]): HTMLElement => row([button(one.move, () => follow(one), { class: "move" }), h("td", { class: "mark" }, one.says)], { class: one.chosen ? "best" : undefined });
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
          h("div", { class: "moves" }, tableOf({}, `${capital(mover)}'s moves`, ["move", "what follows"], moves.map(item))),
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

  return sidedPage(
    "explore losing",
    side,
    [board.svg, near.element],
    async ({ what: path, query }) => {
      const held = await app.tables.file(path);
      const found = await app.engine.call("turns", held.verdict.id, query.get("at") ?? "");
      return () => {
        [what, stop, table] = [path, found, held];
        near.clear();
        draw();
        tree.show(`losing ${held.verdict.sha256}`, found.position);
        app.title(`${held.verdict.kind === "proof" ? "Losing Chess, a proof" : held.verdict.about}: ${found.position}`);
        app.say(found.says);
      };
    },
    [tree.element],
    (key) => near.key(key) || command(key),
  );
};
